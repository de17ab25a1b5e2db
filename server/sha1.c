/*
 * server/sha1.c - SHA-1 of a short text (RFC 3174).
 *
 * SPDX-License-Identifier: MIT
 */
#include "sha1.h"

#include <string.h>

static uint32_t turn(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static uint32_t read_word(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void write_word(uint8_t *at, uint32_t x)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(x >> (24 - 8 * i));
}

static uint32_t mix(int round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round / 20) {
    case 0:
        return ((b & c) | (~b & d)) + 0x5a827999;
    case 1:
        return (b ^ c ^ d) + 0x6ed9eba1;
    case 2:
        return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    default:
        return (b ^ c ^ d) + 0xca62c1d6;
    }
}

static void add_block(uint32_t h[5], const uint8_t block[64])
{
    uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
    for (int i = 0; i < 80; i++)
        w[i] = i < 16 ? read_word(block + 4 * (size_t)i)
                      : turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t next = turn(a, 5) + mix(i, b, c, d) + e + w[i];
        e = d;
        d = c;
        c = turn(b, 30);
        b = a;
        a = next;
    }
    h[0] += a;
    h[1] += b;
    h[2] += c;
    h[3] += d;
    h[4] += e;
}

void linea_sha1(uint8_t out[SHA1_BYTES], const void *data, size_t length)
{
    uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t block[128] = {0};
    size_t size = length < 56 ? 64 : 128;
    memcpy(block, data, length);
    block[length] = 0x80;
    write_word(block + size - 4, (uint32_t)length * 8);
    for (size_t at = 0; at < size; at += 64)
        add_block(h, block + at);
    for (size_t i = 0; i < 5; i++)
        write_word(out + 4 * i, h[i]);
}
