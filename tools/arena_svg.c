/*
 * tools/arena_svg.c - the ladder as a picture: bots on a horizontal Elo scale.
 *
 * Line art like a network map: every bot has a line that begins at 0 and ends in a
 * station, between the whiskers of its confidence interval. If there are a few tables,
 * small marks below show the Elo at each: a colour for the map, and as many corners as
 * there are players (a circle for two). Nothing is filled, so that any background does;
 * colours follow the reader's light or dark theme.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "arena.h"

enum {
    MARGIN = 24,
    LETTER = 8,     /* room for a letter of a name */
    TOP = 92,       /* where the scale begins: below title and headings */
    WIDTH = 520,    /* of the scale */
    RIGHT = 228,    /* room for the columns of numbers */
    ROW = 34,       /* of one bot … */
    ROW_MARKS = 46, /* … with marks below */
    RADIUS = 6,     /* of a station */
    SMALL = 4,      /* of a mark */
    STEPS = 8,      /* most parts of the scale */
    KEYS = 4,       /* marks explained in one line */
    KEY_ROW = 22,
    MOST_MARKS = 12,
    COLOURS = 6,
};

/* Where everything is. */
struct plan {
    double low, high, step; /* of the scale in Elo; multiples of the step */
    int left;               /* where the scale begins */
    int row, bottom;        /* height of a row; where the scale ends */
    bool marks;
    int colour[ARENA_TABLES]; /* of the map of each table */
};

static const char style[] =
    "<style>\n"
    "svg{font-family:system-ui,sans-serif;font-size:13px;fill:none;stroke-width:1}\n"
    "text{fill:#2b2b2b;font-variant-numeric:tabular-nums}\n"
    ".dim{fill:#6b6b6b;font-size:11px}\n"
    ".title{font-size:17px;font-weight:600}\n"
    ".strong{font-weight:600}\n"
    ".end{text-anchor:end}.middle{text-anchor:middle}\n"
    ".grid{stroke:#88888840}.zero{stroke:#888}\n"
    ".line{stroke:#2f7fb8;opacity:.45;stroke-width:1.5}\n"
    ".whisker{stroke:#2f7fb8;stroke-width:2;stroke-linecap:round}\n"
    ".station{stroke:#2f7fb8;stroke-width:3}\n"
    ".mark{stroke-width:1.5;stroke-linejoin:round}\n"
    ".c0{stroke:#c4472f}.c1{stroke:#3f8a34}.c2{stroke:#a8730a}\n"
    ".c3{stroke:#7d57a8}.c4{stroke:#14807b}.c5{stroke:#b83b7e}\n"
    "@media(prefers-color-scheme:dark){\n"
    "text{fill:#e4e4e4}.dim{fill:#a3a3a3}\n"
    ".line,.whisker,.station{stroke:#6fb3e0}\n"
    ".c0{stroke:#f08b75}.c1{stroke:#8fcb7f}.c2{stroke:#e3b955}\n"
    ".c3{stroke:#bd9ce3}.c4{stroke:#63c9c3}.c5{stroke:#ee8fbd}}\n"
    "</style>\n";

/* Give each map a colour. False if there are more maps than colours. */
static bool choose_colours(const struct arena *arena, struct plan *plan)
{
    int maps = 0;
    for (int t = 0; t < arena->tables; t++) {
        int same = 0;
        while (arena->table[same].map != arena->table[t].map)
            same++;
        plan->colour[t] = same < t ? plan->colour[same] : maps++;
    }
    return maps <= COLOURS;
}

static void include(struct plan *plan, double elo)
{
    plan->low = fmin(plan->low, elo);
    plan->high = fmax(plan->high, elo);
}

/* A round scale that has 0 and everything that is drawn on it. */
static void choose_scale(const struct arena_report *report, struct plan *plan)
{
    static const double steps[] = {10, 20, 25, 50, 100, 200, 250, 500, 1000};
    for (int i = 0; i < report->arena->bots; i++) {
        include(plan, report->elo[i].low);
        include(plan, report->elo[i].high);
        for (int t = 0; t < report->arena->tables && plan->marks; t++)
            include(plan, report->table_elo[t][i].value);
    }
    int i = 0;
    while (i < 8 && (plan->high - plan->low) / steps[i] > STEPS)
        i++;
    plan->step = steps[i];
    plan->low = floor(plan->low / plan->step) * plan->step;
    plan->high = fmax(1, ceil(plan->high / plan->step)) * plan->step;
}

static struct plan make_plan(const struct arena_report *report)
{
    const struct arena *arena = report->arena;
    struct plan plan = {0};
    size_t longest = 0;
    for (int i = 0; i < arena->bots; i++)
        if (strlen(arena->name[i]) > longest)
            longest = strlen(arena->name[i]);
    bool colours = choose_colours(arena, &plan);
    plan.marks = colours && arena->tables > 1 && arena->tables <= MOST_MARKS;
    choose_scale(report, &plan);
    plan.left = 2 * MARGIN + LETTER * (int)longest;
    plan.row = plan.marks ? ROW_MARKS : ROW;
    plan.bottom = TOP + plan.row * arena->bots;
    return plan;
}

static double place(const struct plan *plan, double elo)
{
    return plan->left + WIDTH * (elo - plan->low) / (plan->high - plan->low);
}

static void draw_scale(FILE *out, const struct plan *plan)
{
    int steps = (int)round((plan->high - plan->low) / plan->step);
    for (int i = 0; i <= steps; i++) {
        double elo = arena_round(plan->low + i * plan->step, 1);
        double x = place(plan, elo);
        fprintf(out,
                "<path class=\"%s\" d=\"M%.1f %dV%d\"/>"
                "<text class=\"dim middle\" x=\"%.1f\" y=\"%d\">%.0f</text>\n",
                elo == 0 ? "zero" : "grid", x, TOP - 6, plan->bottom + 6, x,
                plan->bottom + 22, elo);
    }
}

/* One side of a whisker, from the station to a limit with its cap, if there is room. */
static void draw_whisker(FILE *out, double from, double to, double y)
{
    if (fabs(to - from) > RADIUS + 1)
        fprintf(out, "<path class=\"whisker\" d=\"M%.1f %.1fH%.1fm0 -5v10\"/>\n",
                from + copysign(RADIUS + 1.5, to - from), y, to);
}

/* The line of a bot from 0 to its station; where the whisker is, that is its line. */
static void draw_line(FILE *out, const struct plan *plan,
                      const struct rating_interval *elo, double y)
{
    double zero = place(plan, 0), x = place(plan, elo->value);
    double side = x < zero ? -1 : 1;
    double end = place(plan, side < 0 ? elo->high : elo->low);
    if (fabs(end - x) <= RADIUS + 1)
        end = x - side * (RADIUS + 1.5);
    if ((end - zero) * side > 0)
        fprintf(out, "<path class=\"line\" d=\"M%.1f %.1fH%.1f\"/>\n", zero, y, end);
}

/* The mark of a table: a circle for two players, or as many corners as players. */
static void draw_mark(FILE *out, const struct arena *arena, const struct plan *plan,
                      int table, double x, double y)
{
    const double turn = 6.283185307179586;
    int corners = arena->table[table].seats;
    fprintf(out, "<path class=\"mark c%d\" d=\"", plan->colour[table]);
    if (corners == 2)
        fprintf(out, "M%.1f %.1fa%d %d 0 1 0 %d 0a%d %d 0 1 0 %d 0z", x - SMALL, y,
                SMALL, SMALL, 2 * SMALL, SMALL, SMALL, -2 * SMALL);
    for (int i = 0; i < corners && corners > 2; i++)
        fprintf(out, "%c%.1f %.1f", i ? 'L' : 'M',
                x + 1.2 * SMALL * sin(turn * i / corners),
                y - 1.2 * SMALL * cos(turn * i / corners));
    fprintf(out, "%s\"/>\n", corners > 2 ? "z" : "");
}

static void draw_bot(FILE *out, const struct arena_report *report,
                     const struct plan *plan, int rank)
{
    const struct arena *arena = report->arena;
    int bot = report->order[rank], right = plan->left + WIDTH;
    const struct rating_interval *elo = &report->elo[bot];
    double y = TOP + plan->row * (rank + 0.5) - (plan->marks ? 6 : 0);
    double x = place(plan, elo->value);
    fprintf(out, "<text class=\"end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
            plan->left - MARGIN, y + 4.5, arena->name[bot]);
    draw_line(out, plan, elo, y);
    draw_whisker(out, x, place(plan, elo->low), y);
    draw_whisker(out, x, place(plan, elo->high), y);
    fprintf(out, "<circle class=\"station\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>\n", x, y,
            RADIUS);
    for (int t = 0; t < arena->tables && plan->marks && bot != arena->anchor; t++)
        draw_mark(out, arena, plan, t, place(plan, report->table_elo[t][bot].value),
                  y + 17);
    fprintf(out, "<text class=\"strong end\" x=\"%d\" y=\"%.1f\">%.0f</text>\n",
            right + 58, y + 4.5, arena_round(elo->value, 1));
    if (bot != arena->anchor)
        fprintf(out,
                "<text class=\"dim middle\" x=\"%d\" y=\"%.1f\">%.0f to %.0f"
                "</text>\n",
                right + 111, y + 4.5, arena_round(elo->low, 1),
                arena_round(elo->high, 1));
    fprintf(out, "<text class=\"end\" x=\"%d\" y=\"%.1f\">%.1f%%</text>\n",
            right + RIGHT - MARGIN, y + 4.5, 100 * report->score[bot].value);
}

/* What the marks stand for. */
static void draw_key(FILE *out, const struct arena *arena, const struct plan *plan)
{
    int column = (WIDTH + RIGHT - MARGIN) / KEYS;
    for (int t = 0; t < arena->tables && plan->marks; t++) {
        int x = plan->left + column * (t % KEYS);
        int y = plan->bottom + 52 + KEY_ROW * (t / KEYS);
        draw_mark(out, arena, plan, t, x + SMALL, y - 4);
        fprintf(out, "<text class=\"dim\" x=\"%d\" y=\"%d\">%s, %d players</text>\n",
                x + 16, y, arena_map_name(arena, t), arena->table[t].seats);
    }
}

static void draw_headings(FILE *out, const struct arena *arena, const struct plan *plan)
{
    int right = plan->left + WIDTH, y = TOP - 18;
    fprintf(out,
            "<text class=\"title\" x=\"%d\" y=\"36\">Elo of %d bots</text>\n"
            "<text class=\"dim\" x=\"%d\" y=\"54\">%ld games; whiskers show 95%% "
            "confidence",
            plan->left, arena->bots, plan->left, arena_sum(arena, -1).games);
    if (plan->marks)
        fputs(", small marks each table", out);
    else if (arena->tables == 1)
        fprintf(out, "; %s, %d players", arena_map_name(arena, 0),
                arena->table[0].seats);
    fprintf(out,
            "</text>\n<text class=\"dim end\" x=\"%d\" y=\"%d\">Elo</text>"
            "<text class=\"dim middle\" x=\"%d\" y=\"%d\">95%%</text>"
            "<text class=\"dim end\" x=\"%d\" y=\"%d\">won</text>\n",
            right + 58, y, right + 111, y, right + RIGHT - MARGIN, y);
}

void arena_print_svg(const struct arena_report *report, FILE *out)
{
    const struct arena *arena = report->arena;
    struct plan plan = make_plan(report);
    int keys = plan.marks ? (arena->tables + KEYS - 1) / KEYS : 0;
    int width = plan.left + WIDTH + RIGHT;
    int height = plan.bottom + 40 + (keys ? 14 + KEY_ROW * keys : 0);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\" role=\"img\">\n"
            "<title>Elo of %d bots</title>\n",
            width, height, width, height, arena->bots);
    fputs(style, out);
    draw_headings(out, arena, &plan);
    draw_scale(out, &plan);
    for (int i = 0; i < arena->bots; i++)
        draw_bot(out, report, &plan, i);
    draw_key(out, arena, &plan);
    fputs("</svg>\n", out);
}
