/*
 * tests/purity/wasm_main.c - the engine in WebAssembly: a place to put a map's text,
 * and what came of it.
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

char *map_text(void)
{
    return text;
}

uint64_t map_signature(int length)
{
    return signature(text, (size_t)length);
}
