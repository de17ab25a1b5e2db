/*
 * linea/error.h - what is wrong with something from outside the program.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_ERROR_H
#define LINEA_ERROR_H

#include <stdbool.h>

enum linea_error_code {
    LINEA_SYNTAX,       /* not JSON, not a move, a part is missing or of a wrong type */
    LINEA_UNKNOWN,      /* a name that nothing has */
    LINEA_ILLEGAL,      /* understood, but the rules do not allow it now */
    LINEA_BAD_POSITION, /* a position whose pieces do not add up */
    LINEA_NO_GAME,      /* there is no game to ask about */
    LINEA_UNFAIR,       /* within the rules, but not what host and players agreed on */
    LINEA_NO_MAP,       /* the map of a stored game is missing or another one */
    LINEA_ERROR_CODES
};

enum { LINEA_MESSAGE = 200 };

/* What is wrong and where, one sentence without a period, NUL-terminated. What it
   quotes is clean (linea/utf8.h), so it may be printed. */
struct linea_error {
    enum linea_error_code code;
    char message[LINEA_MESSAGE];
};

/*
 * Fill *error (which may be NULL) from a pattern in which %s stands for the next string
 * and %d for the next number; always returns false, so that a check can end with it.
 */
bool linea_explain(struct linea_error *error, enum linea_error_code code,
                   const char *pattern, ...);

/* The code as the conversation spells it ("bad-position"). */
const char *linea_error_name(enum linea_error_code code);

#endif
