/*
 * tools/puzzles_again.h - the moves of a puzzle played out again, by planners or by a
 * net in all seats.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PUZZLES_AGAIN_H
#define PUZZLES_AGAIN_H

#include "evaluate.h"

/* What new playouts say of a puzzle's best move. */
enum again {
    AGAIN_HOLDS,     /* better than all others that are named beyond two errors */
    AGAIN_NOT_SHOWN, /* neither this … */
    AGAIN_REFUTED,   /* … nor that another one is better beyond two errors */
    AGAIN_WAYS
};

struct again_room {
    struct evaluation evaluation;
    struct pilot pilot;
    const struct linea_learned *learned;
    struct net_memory memory[LINEA_SEATS];
    struct linea_net_thought thought;
};

/* Play n named moves out, the best first, so many playouts each: by planners, or by a
   net (NULL for none). They are legal moves of the seat whose view this is. */
enum again puzzles_again(struct again_room *room, const struct linea_learned *learned,
                         const struct linea_view *view, const linea_move *named, int n,
                         int playouts, uint64_t seed);

#endif
