/*
 * tests/oracle_chance.c - shuffles word for word as docs/randomness.md has them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "oracle.h"

/* A stream that is being read, a block at a time. */
struct stream {
    uint32_t start[16], block[16];
    int read; /* numbers of the block, two in a word */
};

static uint32_t turn_left(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static void quarter_round(uint32_t *w, int a, int b, int c, int d)
{
    w[a] += w[b], w[d] = turn_left(w[d] ^ w[a], 16);
    w[c] += w[d], w[b] = turn_left(w[b] ^ w[c], 12);
    w[a] += w[b], w[d] = turn_left(w[d] ^ w[a], 8);
    w[c] += w[d], w[b] = turn_left(w[b] ^ w[c], 7);
}

static void next_block(struct stream *s)
{
    for (int i = 0; i < 16; i++)
        s->block[i] = s->start[i];
    for (int twice = 0; twice < 4; twice++) {
        quarter_round(s->block, 0, 4, 8, 12);
        quarter_round(s->block, 1, 5, 9, 13);
        quarter_round(s->block, 2, 6, 10, 14);
        quarter_round(s->block, 3, 7, 11, 15);
        quarter_round(s->block, 0, 5, 10, 15);
        quarter_round(s->block, 1, 6, 11, 12);
        quarter_round(s->block, 2, 7, 8, 13);
        quarter_round(s->block, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++)
        s->block[i] += s->start[i];
    s->start[12]++;
    s->read = 0;
}

static void open_stream(struct stream *s, const struct linea_seed *seed,
                        uint32_t number)
{
    *s = (struct stream){{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, {0}, 0};
    for (int i = 0; i < 32; i++)
        s->start[4 + i / 4] |= (uint32_t)seed->byte[i] << 8 * (i % 4);
    s->start[13] = number;
    next_block(s);
}

static uint32_t next_number(struct stream *s)
{
    if (s->read == 32)
        next_block(s);
    uint32_t word = s->block[s->read / 2];
    return s->read++ % 2 ? word >> 16 : word & 0xffff;
}

static int below(struct stream *s, uint32_t n)
{
    for (;;) {
        uint32_t product = next_number(s) * n;
        if ((product & 0xffff) >= 65536 % n)
            return (int)(product >> 16);
    }
}

void oracle_shuffle(uint8_t *items, int n, const struct linea_seed *seed,
                    uint32_t stream)
{
    struct stream s;
    open_stream(&s, seed, stream);
    for (int i = n - 1; i > 0; i--) {
        int j = below(&s, (uint32_t)i + 1);
        uint8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

int oracle_pick(const struct linea_seed *seed, uint32_t stream, int n)
{
    struct stream s;
    open_stream(&s, seed, stream);
    return below(&s, (uint32_t)n);
}
