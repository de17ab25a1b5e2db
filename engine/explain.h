/*
 * engine/explain.h - puts together the sentence of a struct linea_error; private.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include "linea/error.h"
#include "linea/json.h"

/*
 * Fill *error (which may be NULL) from a pattern in which %s stands for the next string
 * and %d for the next number; always returns false, so that a check can end with it.
 */
bool linea_explain(struct linea_error *error, enum linea_error_code code,
                   const char *pattern, ...);

#endif
