/*
 * engine/groups.h - legal moves being written as groups; private to the engine.
 *
 * There are hardly any branches here and in what uses it: what happens in a random game
 * cannot be guessed, and a wrong guess of the processor takes longer than a set that
 * turns out to be empty.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GROUPS_H
#define GROUPS_H

#include "linea/choices.h"
#include "linea/game.h"

/* Groups being written. Passed and returned by value, so that it stays in registers. */
struct writer {
    struct linea_group *group; /* the next one */
    int count;
};

/* Write a group that may be empty: then the next one takes its place. */
static inline struct writer add_group(struct writer w, linea_move what,
                                      struct linea_set set)
{
    int size = linea_set_count(&set);
    w.count += size;
    *w.group = (struct linea_group){set, what, w.count};
    w.group += size > 0;
    return w;
}

static inline struct writer add_bits(struct writer w, linea_move what, uint64_t bits)
{
    return add_group(w, what, (struct linea_set){{bits, 0}});
}

static inline struct writer add_one(struct writer w, linea_move m)
{
    return add_bits(w, m, 1);
}

/* Bit k: a total of n of which k are of one kind and the rest of another, with so many
   of the first and of the second to be had. */
static inline unsigned splits(int n, int first, int second)
{
    int fewest = n > second ? n - second : 0, most = first < n ? first : n;
    return ((2u << most) - 1) & ~((1u << fewest) - 1);
}

/* Of mechanics, in rules/: building a station (`held` has the high bit of byte c for a
   colour of which the hand has cards), paying for a tunnel, taking passengers. */
struct writer linea_stations_add(struct writer w, const struct linea_game *g,
                                 uint64_t held);
struct writer linea_tunnel_add(struct writer w, const struct linea_game *g);
struct writer linea_passengers_add(struct writer w, const struct linea_game *g);

#endif
