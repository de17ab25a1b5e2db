/*
 * string.h for WebAssembly without a C library: what the engine uses of it, and no
 * more.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef STRING_H
#define STRING_H

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);

#endif
