/*
 * linea/hex.h - bytes as hexadecimal digits, two for each, and numbers as bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_HEX_H
#define LINEA_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The value of a digit of either case, or -1. */
int linea_hex_digit(char digit);

/* Read exactly `size` bytes from digits of either case. False, and nothing written, if
   the text is not that. */
bool linea_hex_read(uint8_t *out, size_t size, const char *text, size_t length);

/* Write 2 * size digits in lower case, NUL-terminated. */
void linea_hex_write(char *out, const uint8_t *bytes, size_t size);

/* A number of 64 bits as eight bytes, the most significant one first. */
void linea_u64_write(uint8_t out[8], uint64_t number);
uint64_t linea_u64_read(const uint8_t bytes[8]);

#endif
