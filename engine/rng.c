/*
 * engine/rng.c - ChaCha8 streams and the shuffles made of them.
 *
 * A game makes a handful of shuffles, each from a stream of its own, so a game keeps no
 * generator state beyond its seed and a counter. Four blocks are computed side by side:
 * a deck of 110 cards needs most of them, and compilers turn the lanes into vectors.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/rng.h"

#include <assert.h>
#include <string.h>

enum { LANES = 4, WORDS = 16, ROUNDS = 8 };

typedef uint32_t lanes[LANES];

static void add_xor_rotate(lanes sum, const lanes addend, lanes mixed, int bits)
{
    for (int l = 0; l < LANES; l++) {
        sum[l] += addend[l];
        mixed[l] ^= sum[l];
        mixed[l] = mixed[l] << bits | mixed[l] >> (32 - bits);
    }
}

static void quarter_round(lanes x[WORDS], int a, int b, int c, int d)
{
    add_xor_rotate(x[a], x[b], x[d], 16);
    add_xor_rotate(x[c], x[d], x[b], 12);
    add_xor_rotate(x[a], x[b], x[d], 8);
    add_xor_rotate(x[c], x[d], x[b], 7);
}

static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
           (uint32_t)p[3] << 24;
}

static void store32(uint8_t *p, uint32_t value)
{
    p[0] = (uint8_t)value;
    p[1] = (uint8_t)(value >> 8);
    p[2] = (uint8_t)(value >> 16);
    p[3] = (uint8_t)(value >> 24);
}

void linea_chacha8(uint8_t out[LINEA_CHACHA_BYTES], const struct linea_seed *seed,
                   uint32_t block, uint32_t stream)
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                          0x6b206574};
    uint32_t start[WORDS] = {0};
    memcpy(start, constants, sizeof constants);
    for (int i = 0; i < 8; i++)
        start[4 + i] = load32(seed->byte + 4 * i);
    start[12] = block;
    start[13] = stream;

    lanes x[WORDS];
    for (int i = 0; i < WORDS; i++)
        for (int l = 0; l < LANES; l++)
            x[i][l] = start[i] + (i == 12 ? (uint32_t)l : 0);
    for (int round = 0; round < ROUNDS; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, i + 4, i + 8, i + 12);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12);
    }
    for (int i = 0; i < WORDS; i++)
        for (int l = 0; l < LANES; l++)
            store32(out + 64 * l + 4 * i,
                    x[i][l] + start[i] + (i == 12 ? (uint32_t)l : 0));
}

/* A stream being read, two bytes at a time. */
struct stream {
    const struct linea_seed *seed;
    uint32_t number, block;
    int used;
    uint8_t bytes[LINEA_CHACHA_BYTES];
};

static void stream_open(struct stream *s, const struct linea_seed *seed,
                        uint32_t number)
{
    s->seed = seed;
    s->number = number;
    s->block = 0;
    s->used = LINEA_CHACHA_BYTES;
}

static uint32_t stream_next(struct stream *s)
{
    if (s->used == LINEA_CHACHA_BYTES) {
        linea_chacha8(s->bytes, s->seed, s->block, s->number);
        s->block += LANES;
        s->used = 0;
    }
    const uint8_t *p = s->bytes + s->used;
    s->used += 2;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

/* A number below n, every one equally likely: the high half of a product, unless its
   low half falls into the part that would favour some numbers. */
static int stream_below(struct stream *s, uint32_t n)
{
    uint32_t product = stream_next(s) * n;
    if ((product & 0xffff) < n) {
        uint32_t unfair = 65536 % n;
        while ((product & 0xffff) < unfair)
            product = stream_next(s) * n;
    }
    return (int)(product >> 16);
}

void linea_shuffle(uint8_t *items, int n, const struct linea_seed *seed,
                   uint32_t stream)
{
    assert(n <= 256);
    struct stream s;
    stream_open(&s, seed, stream);
    for (int i = n - 1; i > 0; i--) {
        int j = stream_below(&s, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

int linea_pick(const struct linea_seed *seed, uint32_t stream, int n)
{
    assert(n > 0 && n <= 65535);
    struct stream s;
    stream_open(&s, seed, stream);
    return stream_below(&s, (uint32_t)n);
}

void linea_seed_derive(struct linea_seed *out, uint64_t series, uint64_t index)
{
    struct linea_rng rng = {series};
    rng.state = linea_rng_next(&rng) ^ index;
    for (int i = 0; i < 32; i += 8) {
        uint64_t word = linea_rng_next(&rng);
        store32(out->byte + i, (uint32_t)word);
        store32(out->byte + i + 4, (uint32_t)(word >> 32));
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool linea_seed_read(struct linea_seed *out, const char *text, size_t length)
{
    if (length != LINEA_SEED_TEXT)
        return false;
    struct linea_seed seed;
    for (int i = 0; i < 32; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        seed.byte[i] = (uint8_t)(high << 4 | low);
    }
    *out = seed;
    return true;
}

void linea_seed_write(char out[LINEA_SEED_TEXT + 1], const struct linea_seed *seed)
{
    for (int i = 0; i < 32; i++) {
        out[2 * i] = "0123456789abcdef"[seed->byte[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[seed->byte[i] & 15];
    }
    out[LINEA_SEED_TEXT] = 0;
}
