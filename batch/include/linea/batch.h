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

#include "linea/space.h"

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
