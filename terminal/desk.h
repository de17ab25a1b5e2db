/*
 * terminal/desk.h - what one player at the screen knows and may do now.
 *
 * A desk is made from a view and the legal moves: whatever is shown to a player comes
 * from a desk, and so cannot give away what is hidden. Where the engine needs a whole
 * game (to read a move, to score) the desk has one guessed from the view; only what
 * does not depend on the guess is used of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DESK_H
#define DESK_H

#include "linea/score.h"
#include "linea/way.h"
#include "names.h"

struct desk {
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

/* Sit down: everything of *desk but `players`, `moves` and `move` from the view. */
void desk_set(struct desk *desk, const struct linea_view *view);

/* The player whose desk it is. */
static inline const struct linea_view_seat *desk_seat(const struct desk *desk)
{
    return &desk->view.seat[desk->view.viewer];
}

/* Own tickets completed as far as a view tells. */
struct linea_set tickets_done(const struct linea_view *view);

/* Whether there is a legal move of a kind; how many. */
int desk_count(const struct desk *desk, enum linea_move_kind kind);

#endif
