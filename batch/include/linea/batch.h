/*
 * linea/batch.h - many games at once, for programs that learn.
 *
 * A space says what actions and observations of a map are as numbers: a fixed list of
 * moves, and a fixed list of features (docs/batch.md). A batch steps many games that
 * lie in the caller's memory, and writes what the seat to move sees and may do into the
 * caller's arrays. A game that ends is scored, and another begins at once. Nothing here
 * allocates, and nothing that a seat may not know reaches its observation.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_BATCH_H
#define LINEA_BATCH_H

#include <stddef.h>

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

/* The features of the view of the seat to move; of seat 0 when the game is over. */
void linea_observe_bytes(const struct linea_space *space, uint8_t *out,
                         const struct linea_game *g);
void linea_observe_floats(const struct linea_space *space, float *out,
                          const struct linea_game *g);

/* 1 for each action that is legal, 0 for each other; how many are. */
int linea_observe_mask(const struct linea_space *space, uint8_t *out,
                       const struct linea_game *g);

/*
 * Games and arrays of the caller, row i for game i. `bytes`, `floats`, `mask` and
 * `choices` may be NULL when they are not wanted; the other arrays must be there.
 */
struct linea_batch {
    const struct linea_space *space;
    int games;
    struct linea_game *game; /* [games] */
    uint64_t series;         /* seeds: linea_seed_derive(series, number of the game) */
    uint64_t begun;          /* games begun so far, which numbers them */

    uint8_t *seat;  /* [games] the seat to move */
    uint8_t *bytes; /* [games][features] */
    float *floats;  /* [games][features] */
    uint8_t *mask;  /* [games][actions] */
    float *reward;  /* [games][seats] by seat: shares of the victory just won, else 0 */
    int16_t *points; /* [games][seats] by seat: of the game just ended, else 0 */
    uint8_t *done;   /* [games] 1 when the last step ended a game and began another */

    /* [games] The legal moves of each game, for the batch to keep: it then finds them
       once a step, not three times. Read them; NULL without the memory for it. */
    struct linea_choices *choices;
};

/* Begin every game, and write all arrays. */
void linea_batch_reset(struct linea_batch *batch, uint64_t series);

/*
 * Play action[i] in game i, and write all arrays. An action that is not legal leaves
 * its game as it is; returns how many there were.
 */
int linea_batch_step(struct linea_batch *batch, const int32_t *action);

/* A random legal action for every game, each equally likely. */
void linea_batch_random(const struct linea_batch *batch, int32_t *action,
                        struct linea_rng *rng);

#endif
