/*
 * linea/set.h - a set of up to 128 small numbers: routes or tickets of a map.
 *
 * Two machine words, copied with =. Inline because legality is decided with them
 * at every step of a game.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_SET_H
#define LINEA_SET_H

#include <stdbool.h>
#include <stdint.h>

/* Bit i % 64 of word i / 64 is set when i is in the set. */
struct linea_set {
    uint64_t word[2];
};

static inline bool linea_set_has(const struct linea_set *s, int i)
{
    return s->word[i >> 6] >> (i & 63) & 1;
}

static inline void linea_set_add(struct linea_set *s, int i)
{
    s->word[i >> 6] |= (uint64_t)1 << (i & 63);
}

static inline void linea_set_remove(struct linea_set *s, int i)
{
    s->word[i >> 6] &= ~((uint64_t)1 << (i & 63));
}

static inline void linea_set_remove_all(struct linea_set *s,
                                        const struct linea_set *other)
{
    s->word[0] &= ~other->word[0];
    s->word[1] &= ~other->word[1];
}

static inline void linea_set_add_all(struct linea_set *s, const struct linea_set *more)
{
    s->word[0] |= more->word[0];
    s->word[1] |= more->word[1];
}

/* Whether all of s is in some other set. */
static inline bool linea_set_within(const struct linea_set *s,
                                    const struct linea_set *in)
{
    return !(s->word[0] & ~in->word[0]) && !(s->word[1] & ~in->word[1]);
}

static inline bool linea_set_meets(const struct linea_set *s,
                                   const struct linea_set *other)
{
    return (s->word[0] & other->word[0]) | (s->word[1] & other->word[1]);
}

static inline bool linea_set_empty(const struct linea_set *s)
{
    return !(s->word[0] | s->word[1]);
}

/* How many bits of a word are set. */
static inline int linea_bits(uint64_t word)
{
    return __builtin_popcountll(word);
}

/* The lowest bit of a word that is not 0; taking it out is word &= word - 1. */
static inline int linea_lowest(uint64_t word)
{
    return __builtin_ctzll(word);
}

/* The k-th lowest bit of a word that has more than k. */
static inline int linea_nth_bit(uint64_t word, int k)
{
    while (k-- > 0)
        word &= word - 1;
    return linea_lowest(word);
}

static inline int linea_set_count(const struct linea_set *s)
{
    return linea_bits(s->word[0]) + linea_bits(s->word[1]);
}

/* The k-th lowest number of a set that has more than k. */
static inline int linea_set_nth(const struct linea_set *s, int k)
{
    int low = linea_bits(s->word[0]);
    int w = k >= low;
    return w * 64 + linea_nth_bit(s->word[w], k - (w ? low : 0));
}

/* How many numbers of a set are below n. */
static inline int linea_set_rank(const struct linea_set *s, int n)
{
    uint64_t below = ((uint64_t)1 << (n & 63)) - 1;
    int low = linea_bits(s->word[0] & (n < 64 ? below : ~(uint64_t)0));
    return n < 64 ? low : low + linea_bits(s->word[1] & below);
}

/* Take the lowest number out of a set that is not empty, and return it. */
static inline int linea_set_pop(struct linea_set *s)
{
    int i;
    if (s->word[0]) { /* a branch, so that both words can stay in registers */
        i = linea_lowest(s->word[0]);
        s->word[0] &= s->word[0] - 1;
    } else {
        i = 64 + linea_lowest(s->word[1]);
        s->word[1] &= s->word[1] - 1;
    }
    return i;
}

#endif
