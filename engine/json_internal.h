/*
 * json_internal.h - what json.c and json_check.c share: the grammar.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_JSON_INTERNAL_H
#define LINEA_JSON_INTERNAL_H

#include <stddef.h>

/* NULL when the text is JSON no deeper than allowed, else what is wrong at *error_at.
 */
const char *linea_json_check(int *error_at, const char *text, int length);

/* The 16 bits that four hexadecimal digits stand for, or -1. */
int linea_json_unit(const char *digits, size_t left);

#endif
