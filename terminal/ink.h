/*
 * terminal/ink.h - text for the screen: colours, widths, columns, paragraphs.
 *
 * Lines are put together in a struct linea_out and then printed. Colour is never alone:
 * whatever has one is also named in words, so that it can be switched off.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef INK_H
#define INK_H

#include <stdbool.h>

#include "linea/json.h"

enum ink { INK_STRONG, INK_FAINT, INK_GOOD, INK_BAD, INK_HEAD, INKS };

/* A space that no line is broken at. */
#define HARD_SPACE "\u00a0"

enum {
    PAGE_WIDTH = 78, /* columns used of a screen of 80, and where there is none */
    PAGE_LEAST = 20,
    LINE_SIZE = 2048, /* bytes of a line with all its colours */
    FMT_TEXTS = 64,
};

/* Decide once whether colours are used. */
void ink_begin(bool plain);

/* Rows and columns of the screen; 0 when there is none and nothing needs to be paged.
 */
int ink_rows(void);
int ink_columns(void);

/* Columns for texts: PAGE_WIDTH, or fewer on a screen that is narrower. Lists take what
   they need. */
int page_width(void);

/* Wipe the screen and what was scrolled off it, so that nobody reads it afterwards. */
void ink_clear(void);

/* Begin a text of its own in LINE_SIZE bytes; append to one, as printf. */
struct linea_out text_in(char buffer[LINE_SIZE]);
void put(struct linea_out *out, const char *format, ...);

/*
 * As printf, into one of a ring of buffers: the text is good until FMT_TEXTS more have
 * been made, in this function or those below. So a line can be put together from parts
 * within one expression; what lives longer is copied.
 */
const char *fmt(const char *format, ...);

/* A list and one more item, with a gap between unless one of them is empty. */
const char *join(const char *list, const char *gap, const char *item);

/* A text in an ink; INKS is the ordinary one. */
const char *inked(enum ink ink, const char *text);

/* A colour ("red", as maps spell it) as background of a word, or as the text's own. */
const char *chip(const char *colour, const char *word);
const char *coloured(const char *colour, const char *text);

/* Columns that a text takes on the screen, its colours not counted. */
int text_width(const char *text);

/* A text and spaces up to so many columns; spaces first when the width is negative. */
const char *column(const char *text, int width);

/* Print as printf does, as a line of its own. */
void say(const char *format, ...);

/* Print as printf does, broken between words. */
void say_text(const char *format, ...);

/* Print a label in a column of its own, and beside it a text in as many lines as it
   needs, broken between words; or items with two spaces between, broken only there. */
void say_wrapped(const char *label, int width, const char *text);
void say_items(const char *label, int width, const char *items);

/* A rule across the page. */
void say_rule(void);

#endif
