/*
 * terminal/ink.c - colours, widths and paragraphs on a terminal.
 *
 * SPDX-License-Identifier: MIT
 */
#include "ink.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool colours_on; /* set once by ink_begin() */

static const char *const codes[INKS] = {
    [INK_STRONG] = "1",     [INK_FAINT] = "2",        [INK_GOOD] = "1;38;5;34",
    [INK_BAD] = "38;5;203", [INK_HEAD] = "1;38;5;75",
};

/* Of the 256 colours of a terminal: as background, the text on it, as text. */
static const struct {
    const char *name;
    int back, on_it, fore;
} colours[] = {
    {"red", 160, 231, 196}, {"orange", 208, 16, 208}, {"yellow", 226, 16, 226},
    {"green", 28, 231, 34}, {"blue", 26, 231, 33},    {"purple", 91, 231, 135},
    {"pink", 212, 16, 212}, {"black", 234, 231, 240}, {"white", 255, 16, 255},
    {"wild", 24, 229, 229}, {"gray", 246, 16, 248},
};

void ink_begin(bool plain)
{
    const char *no_color = getenv("NO_COLOR");
    const char *term = getenv("TERM");
    colours_on = !plain && isatty(STDOUT_FILENO) && !(no_color && no_color[0]) &&
                 !(term && strcmp(term, "dumb") == 0);
}

static struct winsize screen_size(void)
{
    struct winsize size = {0};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return (struct winsize){0};
    return size;
}

int ink_rows(void)
{
    return screen_size().ws_row;
}

int ink_columns(void)
{
    return screen_size().ws_col;
}

int page_width(void)
{
    int columns = ink_columns() - 2;
    if (columns < 0 || columns > PAGE_WIDTH)
        return PAGE_WIDTH;
    return columns < PAGE_LEAST ? PAGE_LEAST : columns;
}

void ink_clear(void)
{
    if (isatty(STDOUT_FILENO))
        fputs("\033[H\033[2J\033[3J", stdout);
    else
        say_rule();
}

struct linea_out text_in(char buffer[LINE_SIZE])
{
    struct linea_out out;
    linea_out_init(&out, buffer, LINE_SIZE);
    return out;
}

void put(struct linea_out *out, const char *format, ...)
{
    char line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    linea_out_text(out, line);
}

const char *fmt(const char *format, ...)
{
    static char ring[FMT_TEXTS][LINE_SIZE];
    static int next;
    char *text = ring[next++ % FMT_TEXTS];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, LINE_SIZE, format, arguments);
    va_end(arguments);
    return text;
}

const char *join(const char *list, const char *gap, const char *item)
{
    return fmt("%s%s%s", list, list[0] && item[0] ? gap : "", item);
}

const char *inked(enum ink ink, const char *text)
{
    return colours_on && ink < INKS ? fmt("\033[%sm%s\033[0m", codes[ink], text) : text;
}

static int find_colour(const char *name)
{
    int n = (int)(sizeof colours / sizeof colours[0]);
    for (int i = 0; i < n; i++)
        if (strcmp(colours[i].name, name) == 0)
            return i;
    return -1;
}

const char *chip(const char *colour, const char *word)
{
    int i = find_colour(colour);
    if (!colours_on || i < 0)
        return word;
    return fmt("\033[48;5;%d;38;5;%dm" HARD_SPACE "%s" HARD_SPACE "\033[0m",
               colours[i].back, colours[i].on_it, word);
}

const char *coloured(const char *colour, const char *text)
{
    int i = find_colour(colour);
    if (!colours_on || i < 0)
        return text;
    return fmt("\033[38;5;%dm%s\033[0m", colours[i].fore, text);
}

int text_width(const char *text)
{
    int width = 0;
    for (const char *p = text; *p; p++) {
        if (*p == '\033') {
            p += strcspn(p, "m");
            if (!*p)
                break;
        } else if (((unsigned char)*p & 0xc0) != 0x80) {
            width++; /* The bytes that continue a character are not counted. */
        }
    }
    return width;
}

const char *column(const char *text, int width)
{
    int room = abs(width) - text_width(text);
    if (room < 0)
        room = 0;
    return width > 0 ? fmt("%s%*s", text, room, "") : fmt("%*s%s", room, "", text);
}

void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

/* How much of a text fits into so many columns, cut where a gap follows. */
static size_t fitting(const char *text, int columns, const char *gap)
{
    size_t best = 0, at = 0;
    int width = 0;
    while (text[at]) {
        const char *end = strstr(text + at, gap);
        size_t length = end ? (size_t)(end - text) - at : strlen(text + at);
        char piece[LINE_SIZE];
        snprintf(piece, sizeof piece, "%.*s", (int)length, text + at);
        width += text_width(piece) + (best ? (int)strlen(gap) : 0);
        if (best && width > columns)
            break;
        best = at + length;
        at = best + (end ? strlen(gap) : 0);
    }
    return best;
}

/* Print a label, and beside it a text in as many lines as it needs. */
static void wrap(const char *label, int width, const char *text, const char *gap)
{
    do {
        size_t length = fitting(text, page_width() - width, gap);
        say("%s%.*s", column(label, width), (int)length, text);
        label = "";
        text += length;
        text += strspn(text, " ");
    } while (*text);
}

void say_wrapped(const char *label, int width, const char *text)
{
    wrap(label, width, text, " ");
}

void say_text(const char *format, ...)
{
    char text[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    say_wrapped("", 0, text);
}

void say_items(const char *label, int width, const char *items)
{
    wrap(label, width + 2, items, "  ");
}

void say_rule(void)
{
    for (int i = page_width(); i > 0; i--)
        fputs("─", stdout);
    putchar('\n');
}
