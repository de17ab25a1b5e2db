/*
 * engine/rng.c - ChaCha8 streams and the shuffles made of them.
 *
 * A game makes a handful of shuffles, each from a stream of its own, so a game keeps no
 * generator state beyond its seed and a counter. Four blocks are computed side by side,
 * one in each lane of a vector: of one stream, or of several when a game begins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/rng.h"

#include <assert.h>
#include <string.h>

#include "linea/hex.h"

enum {
    LANES = 4,
    WORDS = 16,
    ROUNDS = 8,
    BLOCK = 64,        /* bytes */
    DRAWS = BLOCK / 2, /* of numbers that a block is good for: each takes two bytes */
};

typedef uint32_t lanes __attribute__((vector_size(4 * LANES)));

static inline lanes rotate(lanes x, int bits)
{
    return x << bits | x >> (32 - bits);
}

static inline void quarter_round(lanes x[WORDS], int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
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

/* Words as bytes, the lowest first. */
static inline void store(uint8_t *out, lanes words)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(out, &words, sizeof words);
#else
    for (int l = 0; l < LANES; l++)
        store32(out + 4 * l, words[l]);
#endif
}

/* From four words of each of four blocks to four rows, one of each block. */
static inline void transpose(lanes x[LANES])
{
    lanes low = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
    lanes high = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
    lanes low2 = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
    lanes high2 = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
    x[0] = __builtin_shufflevector(low, low2, 0, 1, 4, 5);
    x[1] = __builtin_shufflevector(low, low2, 2, 3, 6, 7);
    x[2] = __builtin_shufflevector(high, high2, 0, 1, 4, 5);
    x[3] = __builtin_shufflevector(high, high2, 2, 3, 6, 7);
}

/* Four blocks one after the other: from each lane that number of that stream. */
static void compute(uint8_t out[LANES * BLOCK], const struct linea_seed *seed,
                    lanes block, lanes stream)
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32,
                                          0x6b206574};
    lanes start[WORDS] = {0}, x[WORDS];
    for (int i = 0; i < 4; i++)
        start[i] += constants[i];
    for (int i = 0; i < 8; i++)
        start[4 + i] += load32(seed->byte + 4 * i);
    start[12] = block;
    start[13] = stream;
    for (int i = 0; i < WORDS; i++)
        x[i] = start[i];
    for (int round = 0; round < ROUNDS; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, i + 4, i + 8, i + 12);
        for (int i = 0; i < 4; i++)
            quarter_round(x, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12);
    }
    for (int i = 0; i < WORDS; i++)
        x[i] += start[i];
    for (int i = 0; i < WORDS; i += LANES) {
        transpose(x + i);
        for (int l = 0; l < LANES; l++)
            store(out + BLOCK * l + 4 * i, x[i + l]);
    }
}

void linea_chacha8(uint8_t out[LINEA_CHACHA_BYTES], const struct linea_seed *seed,
                   uint32_t block, uint32_t stream)
{
    static const lanes count = {0, 1, 2, 3}, none = {0};
    compute(out, seed, count + block, none + stream);
}

/* A stream being read, two bytes at a time. */
struct stream {
    const struct linea_seed *seed;
    uint32_t number, block; /* the next block to compute */
    const uint8_t *at, *end;
    uint8_t own[LINEA_CHACHA_BYTES];
};

static void stream_open(struct stream *s, const struct linea_seed *seed,
                        uint32_t number)
{
    s->seed = seed;
    s->number = number;
    s->block = 0;
    s->at = s->end = s->own;
}

static inline uint32_t stream_next(struct stream *s)
{
    if (s->at == s->end) {
        linea_chacha8(s->own, s->seed, s->block, s->number);
        s->block += LANES;
        s->at = s->own;
        s->end = s->own + sizeof s->own;
    }
    uint32_t next = (uint32_t)(s->at[0] | s->at[1] << 8);
    s->at += 2;
    return next;
}

/* A number below n, every one equally likely: the high half of a product, unless its
   low half falls into the part that would favour some numbers. */
static inline int stream_below(struct stream *s, uint32_t n)
{
    uint32_t product = stream_next(s) * n;
    if ((product & 0xffff) < n) {
        uint32_t unfair = 65536 % n;
        while ((product & 0xffff) < unfair)
            product = stream_next(s) * n;
    }
    return (int)(product >> 16);
}

static void shuffle(struct stream *s, uint8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = stream_below(s, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

void linea_shuffle(uint8_t *items, int n, const struct linea_seed *seed,
                   uint32_t stream)
{
    assert(n <= 256);
    struct stream s;
    stream_open(&s, seed, stream);
    shuffle(&s, items, n);
}

/* Blocks that a shuffle of n needs, unless it is very unlucky. */
static int blocks_for(int n)
{
    return (n - 1 + DRAWS - 1) / DRAWS;
}

void linea_shuffle_all(const struct linea_shuffle *shuffles, int n,
                       const struct linea_seed *seed)
{
    uint8_t bytes[LINEA_SHUFFLES * 256 / DRAWS * BLOCK], *end = bytes;
    lanes block = {0}, stream = {0};
    int lane = 0;
    assert(n <= LINEA_SHUFFLES);
    for (int i = 0; i < n; i++)
        for (int b = 0; b < blocks_for(shuffles[i].n); b++) {
            block[lane] = (uint32_t)b;
            stream[lane] = shuffles[i].stream;
            if (++lane == LANES) {
                compute(end, seed, block, stream);
                end += LANES * BLOCK;
                lane = 0;
            }
        }
    if (lane)
        compute(end, seed, block, stream);
    end = bytes;
    for (int i = 0; i < n; i++) {
        struct stream s;
        stream_open(&s, seed, shuffles[i].stream);
        s.block = (uint32_t)blocks_for(shuffles[i].n);
        s.at = end;
        s.end = end += BLOCK * s.block;
        shuffle(&s, shuffles[i].items, shuffles[i].n);
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

bool linea_seed_read(struct linea_seed *out, const char *text, size_t length)
{
    return linea_hex_read(out->byte, sizeof out->byte, text, length);
}

void linea_seed_write(char out[LINEA_SEED_TEXT + 1], const struct linea_seed *seed)
{
    linea_hex_write(out, seed->byte, sizeof seed->byte);
}
