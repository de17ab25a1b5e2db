/*
 * bots/net_features.h - what a net is shown of a decision, as small whole numbers.
 *
 * One row of bytes for a seat's view, its adviser's plan and the move that the adviser
 * would make. A row is as long for two players as for five, so that one net plays with
 * any number of them: seats are counted from the one that looks, clockwise, and those
 * that nobody has are zero. Play and training call the same function (docs/training.md
 * lists the blocks), so that a net sees in play what it was trained on.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NET_FEATURES_H
#define NET_FEATURES_H

#include "decision.h"

enum {
    NET_FEATURES = 4352,      /* most that a map can have */
    NET_BLOCKS = 56,          /* … and blocks of them */
    NET_FEATURES_VERSION = 1, /* another number when any feature changes */
};

/* Features that belong together: bytes[from] to bytes[from + count - 1]. */
struct net_block {
    const char *name;
    int from, count;
    int most; /* about the most that one of them can be: they are trained alike */
};

/* What the features of a map are. Computed once, then const. */
struct net_layout {
    const struct linea_map *map; /* borrowed; outlives this */
    int count, blocks;
    struct net_block block[NET_BLOCKS];
};

void linea_net_layout(struct net_layout *out, const struct linea_map *map);

/* What a net remembers of a game: its adviser's plan. */
struct net_memory {
    struct planner adviser;
};

void linea_net_begin(struct net_memory *m);

/* The move that the adviser would make; n is at least 2. A move that is forced is
   played without asking. */
linea_move linea_net_advise(struct net_memory *m, const struct linea_view *view,
                            const linea_move *moves, int n);

/* Write the features, each at most 127, after the advice. The view is that of the seat
 * to move. */
void linea_net_features(const struct net_layout *layout, uint8_t out[NET_FEATURES],
                        const struct net_memory *m, const struct linea_view *view,
                        linea_move advised);

#endif
