/*
 * tools/arena_svg.c - the ladder as a picture: bots on a vertical Elo scale.
 *
 * Line art like a network map: every bot is a station on its own line, which is its
 * confidence interval. No background; colours follow the reader's light or dark theme.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>

#include "arena.h"

enum {
    LEFT = 64,    /* room for the numbers of the scale */
    TOP = 56,     /* room for the title */
    COLUMN = 104, /* of one bot */
    HEIGHT = 400, /* of the scale */
    BOTTOM = 56,  /* room for the names */
    MARKS = 8,    /* about so many lines on the scale */
};

struct scale {
    double low, high, step; /* in Elo; the limits are multiples of the step */
};

static const char style[] =
    "<style>\n"
    "svg{font-family:system-ui,sans-serif;font-size:13px}\n"
    "text{fill:#333}\n"
    ".dim{fill:#6b6b6b;font-size:11px}\n"
    ".title{font-size:15px;font-weight:600}\n"
    ".grid{stroke:#88888855}\n"
    ".zero{stroke:#888;stroke-width:1.5;stroke-dasharray:4 4}\n"
    ".bar{stroke:#2f7fb8;stroke-width:3;stroke-linecap:round;fill:none}\n"
    ".dot{stroke:#2f7fb8;stroke-width:3;fill:#fff}\n"
    "@media(prefers-color-scheme:dark){\n"
    "text{fill:#ddd}.dim{fill:#a0a0a0}\n"
    ".bar,.dot{stroke:#6fb3e0}.dot{fill:#1b1b1b}}\n"
    "</style>\n";

/* A round scale that has all intervals on it. */
static struct scale make_scale(const struct arena_report *report)
{
    static const double steps[] = {10, 20, 25, 50, 100, 200, 250, 500, 1000};
    double low = 0, high = 0;
    for (int i = 0; i < report->arena->bots; i++) {
        low = fmin(low, report->elo[i].low);
        high = fmax(high, report->elo[i].high);
    }
    int i = 0;
    while (i < 8 && (high - low) / steps[i] > MARKS)
        i++;
    return (struct scale){floor(low / steps[i]) * steps[i],
                          fmax(1, ceil(high / steps[i])) * steps[i], steps[i]};
}

static double height_of(const struct scale *scale, double elo)
{
    return TOP + HEIGHT * (scale->high - elo) / (scale->high - scale->low);
}

static void draw_scale(FILE *out, const struct scale *scale, int right)
{
    int marks = (int)round((scale->high - scale->low) / scale->step);
    for (int i = 0; i <= marks; i++) {
        double elo = arena_round(scale->low + i * scale->step, 1);
        double y = height_of(scale, elo);
        fprintf(out,
                "<path class=\"%s\" d=\"M%d %.1fH%d\"/>"
                "<text class=\"dim\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f"
                "</text>\n",
                elo == 0 ? "zero" : "grid", LEFT, y, right, LEFT - 10, y + 4, elo);
    }
}

static void draw_bot(FILE *out, const struct arena_report *report,
                     const struct scale *scale, int place)
{
    int bot = report->order[place], x = LEFT + COLUMN * place + COLUMN / 2;
    const struct rating_interval *elo = &report->elo[bot];
    double top = height_of(scale, elo->high), bottom = height_of(scale, elo->low);
    double y = height_of(scale, elo->value);
    if (bottom - top >= 1)
        fprintf(out,
                "<path class=\"bar\" d=\"M%d %.1fV%.1fM%d %.1fH%dM%d %.1fH%d\"/>\n", x,
                top, bottom, x - 6, top, x + 6, x - 6, bottom, x + 6);
    fprintf(out, "<circle class=\"dot\" cx=\"%d\" cy=\"%.1f\" r=\"6\"/>\n", x, y);
    fprintf(out, "<text x=\"%d\" y=\"%.1f\">%.0f</text>\n", x + 12, y - 6,
            arena_round(elo->value, 1));
    fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n", x,
            TOP + HEIGHT + 28, report->arena->name[bot]);
    fprintf(out,
            "<text class=\"dim\" x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.1f%%"
            "</text>\n",
            x, TOP + HEIGHT + 46, 100 * report->score[bot].value);
}

void arena_print_svg(const struct arena_report *report, FILE *out)
{
    const struct arena *arena = report->arena;
    struct scale scale = make_scale(report);
    int right = LEFT + COLUMN * arena->bots, width = right + 24;
    width = width < 360 ? 360 : width;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n"
            "<title>Elo of %d bots</title>\n",
            width, TOP + HEIGHT + BOTTOM, width, TOP + HEIGHT + BOTTOM, arena->bots);
    fputs(style, out);
    fprintf(out,
            "<text class=\"title\" x=\"%d\" y=\"24\">Elo</text>"
            "<text class=\"dim\" x=\"%d\" y=\"24\">%ld games; bars: 95%% confidence; "
            "below: share won</text>\n",
            LEFT - 40, LEFT, arena_sum(arena, -1).games);
    draw_scale(out, &scale, right);
    for (int i = 0; i < arena->bots; i++)
        draw_bot(out, report, &scale, i);
    fputs("</svg>\n", out);
}
