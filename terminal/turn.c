/*
 * terminal/turn.c - what one player knows, worked out from a view.
 *
 * SPDX-License-Identifier: MIT
 */
#include "turn.h"

/* Any number will do: what is taken from the guess is the same in all of them. */
static const uint64_t guess_seed = 1;

static struct linea_set done_in(const struct linea_game *guess, int seat)
{
    struct linea_set done, borrowed;
    linea_game_tickets(guess, &done, &borrowed, seat);
    return done;
}

struct linea_set tickets_done(const struct linea_view *view)
{
    struct linea_game guess;
    struct linea_rng rng = {guess_seed};
    linea_view_guess(view, &guess, &rng);
    return done_in(&guess, view->viewer);
}

void turn_set(struct turn *turn, const struct linea_view *view)
{
    struct linea_rng rng = {guess_seed};
    turn->view = *view;
    linea_view_guess(view, &turn->guess, &rng);
    turn->done = done_in(&turn->guess, view->viewer);
    turn->tickets = 0;
    for (struct linea_set left = turn_seat(turn)->tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left), i = turn->tickets++;
        const struct linea_ticket *ticket = &view->map->ticket[t];
        turn->ticket[i] = (uint8_t)t;
        linea_way_find(view, &turn->way[i], view->viewer, ticket->a, ticket->b);
    }
}

int turn_count(const struct turn *turn, enum linea_move_kind kind)
{
    int n = 0;
    for (int i = 0; i < turn->moves; i++)
        n += linea_move_kind(turn->move[i]) == kind;
    return n;
}
