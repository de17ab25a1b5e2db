/*
 * batch/space.h - what the files of the batch share. Private to them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SPACE_H
#define SPACE_H

#include <string.h>

#include "linea/batch.h"

/* observe.c: fill in the blocks of features. */
void linea_space_features(struct linea_space *space);

/* A byte for each of the lowest eight bits, in the order of memory. */
static inline uint64_t linea_spread(uint64_t bits)
{
    /* Copy the byte into all bytes, keep another bit in each, move it down. */
    uint64_t spread = (bits & 0xff) * 0x0101010101010101u & 0x8040201008040201u;
    spread = (spread + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    spread = __builtin_bswap64(spread);
#endif
    return spread;
}

#endif
