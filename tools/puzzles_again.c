/*
 * tools/puzzles_again.c - puzzles held against new playouts. See puzzles_again.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "puzzles_again.h"

enum { SURE = 2 }; /* standard errors */

/* The net's own move for the seat to move. */
static linea_move choose(void *context, const struct linea_view *view,
                         const linea_move *moves, int n)
{
    struct again_room *room = context;
    struct net_memory *memory = &room->memory[view->viewer];
    struct linea_look look = {view, memory, linea_net_advise(memory, view, moves, n)};
    linea_learned_think(room->learned, &room->thought, &look);
    return moves[linea_learned_like(room->learned, NULL, &room->thought, look.advised,
                                    moves, n)];
}

/* Every playout begins without a memory; none is cut short. */
static bool begin(void *context, struct outcome *out, const struct linea_game *g,
                  int decisions)
{
    struct again_room *room = context;
    (void)out;
    for (int s = 0; decisions == 0 && s < g->seats; s++) {
        linea_net_begin(&room->memory[s]);
        room->memory[s].adviser.quick = true;
    }
    return false;
}

enum again puzzles_again(struct again_room *room, const struct linea_learned *learned,
                         const struct linea_view *view, const linea_move *named, int n,
                         int playouts, uint64_t seed)
{
    struct evaluation *e = &room->evaluation;
    struct linea_budget budget = {.simulations = playouts * n};
    enum again found = AGAIN_HOLDS;
    linea_evaluate_begin(e, view, named, n, NULL, seed);
    room->learned = learned;
    room->pilot = (struct pilot){room, choose, begin};
    if (learned)
        e->playout.pilot = &room->pilot;
    e->active = 0;
    for (int i = 0; i < n; i++) {
        int candidate = linea_evaluate_add(e, named[i]);
        e->active |= (uint64_t)1 << candidate;
        linea_evaluate_keep(e, candidate);
    }
    linea_evaluate_go(e, &budget);
    int best = linea_evaluate_find(e, named[0]);
    for (int i = 1; i < n && found != AGAIN_REFUTED; i++) {
        int other = linea_evaluate_find(e, named[i]);
        struct estimate more = linea_evaluate_more(e, best, other, MEASURE_SHARE);
        if (more.mean < -SURE * more.error)
            found = AGAIN_REFUTED;
        else if (more.mean <= SURE * more.error)
            found = AGAIN_NOT_SHOWN;
    }
    return found;
}
