/*
 * bots/learned.h - what has been learned for a map: its net, and what the net's numbers
 * mean there.
 *
 * Made once, then const and shared by all players of a process; a bot finds it in its
 * budget (bot.h).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LEARNED_H
#define LEARNED_H

#include "net_weights.h"

struct linea_learned {
    struct linea_net net; /* the caller may change its kernel */
    struct net_layout layout;
    struct linea_space space;
};

/* Read a file's bytes, which must outlive it, as a net for a map: one of another map or
   of features that are not ours is refused. */
bool linea_learned_read(struct linea_learned *out, struct linea_error *error,
                        const struct linea_map *map, const uint8_t *bytes,
                        size_t length);

/* A decision as the net sees it: the view of the seat to move, what the net remembers
   of the game, and what its adviser has just proposed (net_features.h). */
struct linea_look {
    const struct linea_view *view;
    const struct net_memory *memory;
    linea_move advised;
};

void linea_learned_think(const struct linea_learned *learned,
                         struct linea_net_thought *out, const struct linea_look *look);

/* How much the net likes each of some moves, as logits of linea_net_bits(); NULL if
   only the best is wanted. Returns the index of the best. */
int linea_learned_like(const struct linea_learned *learned, int32_t *logits,
                       const struct linea_net_thought *thought, linea_move advised,
                       const linea_move *moves, int n);

/* What a seat can expect: its share of the victory in millionths, and for the one that
   looks its lead over the best other in thousandths of a point. */
struct linea_prospect {
    int share[LINEA_SEATS]; /* by seat; they add up to about a million */
    int lead;
};

void linea_learned_expect(const struct linea_learned *learned,
                          struct linea_prospect *out,
                          const struct linea_net_thought *thought,
                          const struct linea_view *view);

/* What each seat can expect of a view that is seen for the first time, of the seat to
   move and its n moves. Returns the index of the move that the net likes best. */
int linea_learned_glance(const struct linea_learned *learned,
                         struct linea_prospect *out, struct linea_net_thought *thought,
                         const struct linea_view *view, const linea_move *moves, int n);

/* e to the power of x / 65536 for x up to 0, in 65536ths: the same everywhere. */
int32_t linea_net_exp(int64_t x);

#endif
