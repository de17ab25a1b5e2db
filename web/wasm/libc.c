/*
 * web/wasm/libc.c - the few functions of C that the engine calls and compilers take for
 * granted, for WebAssembly, where there is no library.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

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
