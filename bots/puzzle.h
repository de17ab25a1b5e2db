/*
 * bots/puzzle.h - whether a decision is a puzzle: one move is better than all others
 * beyond doubt, and one that comes to mind first fails.
 *
 * What comes to mind is what greedy and the planner do. Three evaluations, each with
 * playouts of its own: a short one passes over most decisions, a longer one finds the
 * best move, and the last, ten times as long, must find the same. Only what the last
 * one says is kept, so that a move that luck favoured in the others does not count.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PUZZLE_H
#define PUZZLE_H

#include "evaluate.h"

enum {
    PUZZLE_PLAYOUTS = 600, /* of the evaluation that finds the best move */
    PUZZLE_CHECK = 10,     /* times as many check it */
    PUZZLE_NATURAL = 2,    /* moves that come to mind */
};

/* A decision, looked at. Read any field. */
struct puzzle {
    linea_move best;
    linea_move natural[PUZZLE_NATURAL]; /* of greedy and of the planner */
    bool fails[PUZZLE_NATURAL];         /* it is worse than the best beyond doubt */
    struct evaluation evaluation;       /* the last one; it keeps all candidates */
};

/* The bots whose moves come to mind. */
const struct linea_bot *linea_puzzle_natural(int i);

/* Look at one of n >= 1 legal moves for the seat to move, whose view this is. False if
   it is no puzzle. `playouts` is that of the second evaluation. */
bool linea_puzzle_find(struct puzzle *p, const struct linea_view *view,
                       const linea_move *moves, int n, int playouts, uint64_t seed);

#endif
