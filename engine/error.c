/*
 * engine/error.c - names of errors, and sentences about them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/error.h"

#include <stdarg.h>
#include <string.h>

#include "linea/utf8.h"

const char *linea_error_name(enum linea_error_code code)
{
    static const char *const names[LINEA_ERROR_CODES] = {
        [LINEA_SYNTAX] = "syntax",   [LINEA_UNKNOWN] = "unknown",
        [LINEA_ILLEGAL] = "illegal", [LINEA_BAD_POSITION] = "bad-position",
        [LINEA_NO_GAME] = "no-game", [LINEA_UNFAIR] = "unfair",
        [LINEA_NO_MAP] = "no-map",
    };
    return names[code];
}

bool linea_explain(struct linea_error *error, enum linea_error_code code,
                   const char *pattern, ...)
{
    if (!error)
        return false;
    error->code = code;
    struct linea_out out;
    linea_out_init(&out, error->message, sizeof error->message);
    va_list parts;
    va_start(parts, pattern);
    for (; *pattern; pattern++) {
        if (*pattern != '%') {
            linea_out_chars(&out, pattern, 1);
            continue;
        }
        pattern++;
        if (*pattern == 's') {
            const char *text = va_arg(parts, const char *);
            linea_out_clean(&out, text, strlen(text));
        } else {
            linea_out_int(&out, va_arg(parts, int));
        }
    }
    va_end(parts);
    return false;
}
