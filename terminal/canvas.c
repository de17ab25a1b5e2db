/*
 * terminal/canvas.c - dots and characters, printed line by line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "canvas.h"

#include <string.h>

enum { WINDOW_LINE = CANVAS_COLUMNS * 32 }; /* bytes of a line with all its colours */

void canvas_begin(struct canvas *canvas, int columns, int rows)
{
    memset(canvas, 0, sizeof *canvas);
    canvas->columns = columns < CANVAS_COLUMNS ? columns : CANVAS_COLUMNS;
    canvas->rows = rows < CANVAS_ROWS ? rows : CANVAS_ROWS;
}

static bool is_inside(const struct canvas *canvas, int column, int row)
{
    return column >= 0 && column < canvas->columns && row >= 0 && row < canvas->rows;
}

void canvas_dot(struct canvas *canvas, int x, int y, const char *colour)
{
    /* The bits of Unicode's braille patterns, by row and column. */
    static const uint8_t bits[DOTS_HIGH][DOTS_WIDE] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0 || !is_inside(canvas, x / DOTS_WIDE, y / DOTS_HIGH))
        return;
    struct cell *cell = &canvas->cell[y / DOTS_HIGH][x / DOTS_WIDE];
    cell->dots |= bits[y % DOTS_HIGH][x % DOTS_WIDE];
    cell->colour = colour;
    cell->ink = INKS;
}

bool canvas_is_free(const struct canvas *canvas, int column, int row)
{
    return is_inside(canvas, column, row) && !canvas->cell[row][column].sign[0];
}

/* The bytes of the character that a text begins with. */
static size_t character_size(const char *text)
{
    size_t n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

void canvas_put(struct canvas *canvas, int column, int row, const char *text,
                enum ink ink, const char *colour)
{
    for (size_t n; *text; text += n, column++) {
        n = character_size(text);
        if (!is_inside(canvas, column, row) || n >= sizeof canvas->cell[0][0].sign)
            continue;
        struct cell *cell = &canvas->cell[row][column];
        memset(cell->sign, 0, sizeof cell->sign);
        memcpy(cell->sign, text, n);
        cell->ink = ink;
        cell->colour = colour;
    }
}

/* What a cell shows. */
static void put_cell(struct linea_out *out, const struct cell *cell)
{
    if (cell->sign[0])
        linea_out_text(out, cell->sign);
    else if (cell->dots) /* U+2800 and the dots, in UTF-8 */
        put(out, "\xe2%c%c", 0xa0 | cell->dots >> 6, 0x80 | (cell->dots & 0x3f));
    else
        linea_out_text(out, " ");
}

static bool is_blank(const struct cell *cell)
{
    return !cell->sign[0] && !cell->dots;
}

static bool look_alike(const struct cell *a, const struct cell *b)
{
    return is_blank(a) || is_blank(b) ? is_blank(a) && is_blank(b)
                                      : a->colour == b->colour && a->ink == b->ink;
}

/* A row of cells; those that look alike share their colour. */
static void print_row(const struct cell *cell, int columns)
{
    static char line[WINDOW_LINE], text[WINDOW_LINE];
    struct linea_out out, part;
    linea_out_init(&out, line, sizeof line);
    while (columns > 0 && is_blank(&cell[columns - 1]))
        columns--;
    for (int i = 0, next; i < columns; i = next) {
        linea_out_init(&part, text, sizeof text);
        for (next = i; next < columns && look_alike(&cell[i], &cell[next]); next++)
            put_cell(&part, &cell[next]);
        if (cell[i].colour && !is_blank(&cell[i]))
            linea_out_text(&out, coloured(cell[i].colour, text));
        else
            linea_out_text(&out, inked(is_blank(&cell[i]) ? INKS : cell[i].ink, text));
    }
    say("%s", line);
}

void canvas_print(const struct canvas *canvas, int column, int row, int columns,
                  int rows)
{
    for (int r = row; r < row + rows && r < canvas->rows; r++)
        print_row(&canvas->cell[r][column], columns < canvas->columns - column
                                                ? columns
                                                : canvas->columns - column);
}
