/*
 * linea/practice.h - many games for a net that learns: only its own decisions are
 * shown, each with an adviser's move, and planners sit where they are asked to.
 *
 * Games of different numbers of players lie side by side, since one net plays them all.
 * A move that is forced is played at once. A game that ends is scored, and the next one
 * of its row begins. Functions work on a range of rows, so that threads can share them
 * out; like the batch this allocates nothing and starts none.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_PRACTICE_H
#define LINEA_PRACTICE_H

#include "linea/space.h"
#include "net_features.h"

/* One row's game. */
struct linea_practice_game {
    struct linea_game game;
    struct net_memory memory[LINEA_SEATS];
    uint64_t number;  /* games begun in this row */
    uint8_t planners; /* bit s: a planner plays seat s, which is not shown */
};

/*
 * Rows and arrays of the caller, all of them there; S is the most players of the map.
 * What a row plays is said by `players` (how many), `deal` (rows of the same deal play
 * the same cards) and `learner` (the seat that learns in its first game, the next one
 * in its next; LINEA_NOBODY: all of them).
 */
struct linea_practice {
    const struct linea_space *space;
    const struct net_layout *layout;
    int games;
    uint64_t series; /* seeds */
    struct linea_practice_game *game;
    const uint8_t *players, *learner;
    const int32_t *deal;

    uint8_t *features; /* [games][layout->count] of the seat to move */
    uint8_t *mask;     /* [games][actions] 1 for what it may do */
    uint8_t *seat;     /* [games] that seat */
    int32_t *advised;  /* [games] the adviser's action */
    uint8_t *done;     /* [games] how many games ended in the last step */
    float *share;  /* [games][S] by seat: of the victory, in the game that ended … */
    float *margin; /* [games][S] … and points ahead of the best other, over twice the
                      vehicles, from -1 to 1 */
};

/* Begin the games of rows from `from` up to `to`, which is not one of them. */
void linea_practice_reset(struct linea_practice *p, int from, int to);

/* Play action[i] in row i, and on until a learner has a choice. An action that is not
   legal leaves its game as it is; returns how many there were. */
int linea_practice_step(struct linea_practice *p, const int32_t *action, int from,
                        int to);

#endif
