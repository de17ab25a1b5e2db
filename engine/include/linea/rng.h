/*
 * linea/rng.h - randomness: secret and recomputable for deals, quick for everything
 * else.
 *
 * Every shuffle of a game is a stream of its own: ChaCha8 (the block function of
 * RFC 8439 with 8 rounds) with the game's 256-bit seed as key, the shuffle's number as
 * first word of the nonce and blocks counted from 0. docs/randomness.md says it all;
 * examples/deal.py does it in Python.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_RNG_H
#define LINEA_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where a game's chance comes from. Who knows it knows every card to come. */
struct linea_seed {
    uint8_t byte[32];
};

/* Numbers of the streams. Later shuffles count on from LINEA_STREAM_LATER. */
enum {
    LINEA_STREAM_FIRST = 0,      /* who begins */
    LINEA_STREAM_CARDS = 1,      /* the card deck */
    LINEA_STREAM_PASSENGERS = 2, /* the passengers */
    LINEA_STREAM_TICKETS = 3,    /* ticket deck 0; deck d is 3 + d */
    LINEA_STREAM_LATER = 16,     /* the first shuffle during the game */
};

/* Four blocks of a ChaCha8 stream, of 64 bytes each, from block number `block` on. */
enum { LINEA_CHACHA_BYTES = 256 };
void linea_chacha8(uint8_t out[LINEA_CHACHA_BYTES], const struct linea_seed *seed,
                   uint32_t block, uint32_t stream);

/* Shuffle n <= 256 bytes, every order equally likely. */
void linea_shuffle(uint8_t *items, int n, const struct linea_seed *seed,
                   uint32_t stream);

/* The same for several at once, in less time. */
struct linea_shuffle {
    uint8_t *items;
    int n;
    uint32_t stream;
};
enum { LINEA_SHUFFLES = 8 };
void linea_shuffle_all(const struct linea_shuffle *shuffles, int n,
                       const struct linea_seed *seed);

/* One number below n < 65536, from a stream of its own. */
int linea_pick(const struct linea_seed *seed, uint32_t stream, int n);

/* Seed number `index` of a series: how one --seed begins many games. */
void linea_seed_derive(struct linea_seed *out, uint64_t series, uint64_t index);

/* Seed from and to 64 hex digits. False, and *out untouched, if text is not that. */
enum { LINEA_SEED_TEXT = 64 };
bool linea_seed_read(struct linea_seed *out, const char *text, size_t length);
void linea_seed_write(char out[LINEA_SEED_TEXT + 1], const struct linea_seed *seed);

/* For bots and guesses: quick, reproducible, no secret (splitmix64). */
struct linea_rng {
    uint64_t state;
};

static inline uint64_t linea_rng_next(struct linea_rng *rng)
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* A number below n, 0 < n < 2^32; its bias is below n / 2^32. */
static inline int linea_rng_below(struct linea_rng *rng, int n)
{
    return (int)((linea_rng_next(rng) >> 32) * (uint64_t)n >> 32);
}

#endif
