/*
 * linea/space.h - the moves and the features of a map as numbers, for programs that
 * learn and bots that have learned: a fixed list of moves, and a fixed list of features
 * (docs/batch.md).
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_SPACE_H
#define LINEA_SPACE_H

#include "linea/features.h"

/* The limits of a space. */
enum {
    /* A route is paid in 65 ways, a station in 72, since it may cost 1 to 8 cards;
       mixes, tickets kept, passengers, payments, draws and the pass are 869 at most. */
    LINEA_ACTIONS = LINEA_ROUTES * 65 + LINEA_LOCATIONS * 72 + 1024,
    LINEA_ACTION_GROUPS = 384,
};

/* What the numbers mean on one map with so many seats. Computed once, then const. */
struct linea_space {
    const struct linea_map *map; /* borrowed; outlives the space */
    int seats;
    int actions, features;
    struct linea_features layout;   /* of an observation */
    linea_move move[LINEA_ACTIONS]; /* of each action */
    int groups;
    struct linea_group
        group[LINEA_ACTION_GROUPS]; /* all moves that may ever be legal */
    uint16_t group_of[4096];        /* 1 + the first, by the upper 12 bits of a move, */
    uint16_t mix_of[16 * 16 * 32];  /* and of mixes by what each deck gives */
};

/* False, and *out of no use, if the map is not for that many seats. */
bool linea_space_init(struct linea_space *out, const struct linea_map *map, int seats);

/* The action that is that move, or -1 if it is none of this map. */
int linea_space_action(const struct linea_space *space, linea_move m);

/* 1 for each action that is among those moves, 0 for each other. */
void linea_mask_write(const struct linea_space *space, uint8_t *out,
                      const struct linea_choices *choices);

#endif
