/*
 * terminal/turn.h - what one player at the screen knows and may do now.
 *
 * A turn is made from a view and the legal moves: whatever is shown to a player comes
 * from a turn, and so cannot give away what is hidden. Where the engine needs a whole
 * game (to read a move, to score) the turn has one guessed from the view; only what
 * does not depend on the guess is used of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TURN_H
#define TURN_H

#include "linea/score.h"
#include "linea/way.h"
#include "names.h"

struct turn {
    const struct players *players;
    struct linea_view view;
    struct linea_game guess;
    struct linea_set done; /* own tickets that are completed */
    int tickets;           /* own tickets, in the order shown … */
    uint8_t ticket[LINEA_TICKETS];
    struct linea_way way[LINEA_TICKETS]; /* … and what each still needs */
    int moves;
    linea_move move[LINEA_MOVES];
    linea_move chosen; /* the answer */
};

/* Sit down: everything of *turn but `players`, `moves` and `move` from the view. */
void turn_set(struct turn *turn, const struct linea_view *view);

/* The player whose turn it is. */
static inline const struct linea_view_seat *turn_seat(const struct turn *turn)
{
    return &turn->view.seat[turn->view.viewer];
}

/* Own tickets that are completed in a view. */
struct linea_set tickets_done(const struct linea_view *view);

/* Whether there is a legal move of a kind; how many. */
int turn_count(const struct turn *turn, enum linea_move_kind kind);

#endif
