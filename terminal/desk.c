/*
 * terminal/desk.c - what one player knows, worked out from a view.
 *
 * SPDX-License-Identifier: MIT
 */
#include "desk.h"

/* Any number will do: what is taken from the guess is the same in all of them. */
static const uint64_t guess_seed = 1;

static struct linea_set done_in(const struct linea_game *guess, int seat)
{
    struct linea_set done, borrowed;
    linea_game_tickets(guess, seat, &done, &borrowed);
    return done;
}

struct linea_set tickets_done(const struct linea_view *view)
{
    struct linea_game guess;
    struct linea_rng rng = {guess_seed};
    linea_view_guess(view, &guess, &rng);
    return done_in(&guess, view->viewer);
}

void desk_set(struct desk *desk, const struct linea_view *view)
{
    struct linea_rng rng = {guess_seed};
    desk->view = *view;
    linea_view_guess(view, &desk->guess, &rng);
    desk->done = done_in(&desk->guess, view->viewer);
    desk->tickets = 0;
    for (struct linea_set left = desk_seat(desk)->tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left), i = desk->tickets++;
        const struct linea_ticket *ticket = &view->map->ticket[t];
        desk->ticket[i] = (uint8_t)t;
        linea_way_find(view, &desk->way[i], view->viewer, ticket->a, ticket->b);
    }
}

int desk_count(const struct desk *desk, enum linea_move_kind kind)
{
    int n = 0;
    for (int i = 0; i < desk->moves; i++)
        n += linea_move_kind(desk->move[i]) == kind;
    return n;
}
