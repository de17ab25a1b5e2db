/*
 * linea/spread.h - from bits to bytes, sixteen at a time: for rows of features and
 * masks of actions, which are hundreds of zeros and ones.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_SPREAD_H
#define LINEA_SPREAD_H

#include <stdint.h>
#include <string.h>

enum { LINEA_SPREAD = 16 }; /* bits that are spread at a time */

/* Write a byte, 0 or 1, for each of the lowest sixteen bits. */
static inline void linea_spread(uint8_t out[LINEA_SPREAD], uint64_t bits)
{
    typedef uint8_t bytes __attribute__((vector_size(LINEA_SPREAD)));
    typedef uint16_t halves __attribute__((vector_size(LINEA_SPREAD)));
    static const bytes bit = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    halves none = {0};
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bits = __builtin_bswap16((uint16_t)bits);
#endif
    bytes both = (bytes)(none + (uint16_t)bits);
    bytes each = __builtin_shufflevector(both, both, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1,
                                         1, 1, 1, 1);
    each = (bytes)((each & bit) == bit) & 1;
    memcpy(out, &each, sizeof each);
}

#endif
