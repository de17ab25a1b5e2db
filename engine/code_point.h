/*
 * engine/code_point.h - single characters, as texts and names are read.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_CODE_POINT_H
#define LINEA_CODE_POINT_H

#include <stdbool.h>
#include <stdint.h>

/* The code point of a character of so many bytes. */
uint32_t linea_code_of(const char *text, int length);

/* Whether it may stand in a text (linea/utf8.h). */
bool linea_code_is_allowed(uint32_t code);

/* Drawn upon the letter before it, or nothing at all. */
bool linea_code_is_mark(uint32_t code);

#endif
