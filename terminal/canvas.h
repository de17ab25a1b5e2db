/*
 * terminal/canvas.h - a drawing made of characters.
 *
 * Each cell has either a character of its own or up to eight dots of a braille pattern,
 * two wide and four high, in one colour. A window of it is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CANVAS_H
#define CANVAS_H

#include <stdint.h>

#include "ink.h"

enum {
    CANVAS_COLUMNS = 320,
    CANVAS_ROWS = 160,
    DOTS_WIDE = 2, /* of a cell */
    DOTS_HIGH = 4,
};

struct cell {
    uint8_t dots;       /* of the braille pattern */
    char sign[5];       /* a NUL-terminated character, in place of dots */
    enum ink ink;       /* INKS for the ordinary one … */
    const char *colour; /* … unless it has this colour; NULL for none */
};

struct canvas {
    int columns, rows;
    struct cell cell[CANVAS_ROWS][CANVAS_COLUMNS];
};

/* An empty canvas; at most CANVAS_COLUMNS and CANVAS_ROWS are used. */
void canvas_begin(struct canvas *canvas, int columns, int rows);

/* Set a dot, in dots from the left and from the top; outside nothing happens. */
void canvas_dot(struct canvas *canvas, int x, int y, const char *colour);

/* Whether a cell is on the canvas and has no character yet. */
bool canvas_is_free(const struct canvas *canvas, int column, int row);

/* Put a character, or the characters of a text, each a column wide. */
void canvas_put(struct canvas *canvas, int column, int row, const char *text,
                enum ink ink, const char *colour);

/* Print what a window shows, without the spaces at the ends of lines. */
void canvas_print(const struct canvas *canvas, int column, int row, int columns,
                  int rows);

#endif
