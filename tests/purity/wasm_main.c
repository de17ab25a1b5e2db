/*
 * tests/purity/wasm_main.c - the engine in WebAssembly: the few functions that
 * compilers take for granted, and a place to put a map's text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdint.h>

#include "signature.h"

enum { TEXT = 1 << 20 };

static char text[TEXT];

char *map_text(void);
uint64_t map_signature(int length);
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *string);
int strcmp(const char *a, const char *b);

void *memcpy(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    while (n--)
        *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    if (t < f)
        return memcpy(to, from, n);
    while (n--)
        t[n] = f[n];
    return to;
}

void *memset(void *to, int byte, size_t n)
{
    char *t = to;
    while (n--)
        *t++ = (char)byte;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *left = a, *right = b;
    for (; n; n--, left++, right++)
        if (*left != *right)
            return *left - *right;
    return 0;
}

size_t strlen(const char *string)
{
    size_t n = 0;
    while (string[n])
        n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

char *map_text(void)
{
    return text;
}

uint64_t map_signature(int length)
{
    return signature(text, (size_t)length);
}
