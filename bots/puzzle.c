/*
 * bots/puzzle.c - whether a decision is a puzzle. See puzzle.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "puzzle.h"

enum {
    GLANCE = 4,    /* the first evaluation has so many times fewer playouts */
    LEAST = 40000, /* millionths of a victory that other moves lose at least … */
    SURE = 3,      /* … and so many of their errors */
    GLANCE_LEAST = 30000, /* the same at a glance */
};

const struct linea_bot *linea_puzzle_natural(int i)
{
    static const struct linea_bot *const bots[PUZZLE_NATURAL] = {&linea_bot_greedy,
                                                                 &linea_bot_planner};
    return bots[i];
}

static void find_natural(struct puzzle *p, const struct linea_view *view,
                         const linea_move *moves, int n)
{
    static const struct linea_budget none = {0};
    struct planner memory; /* greedy has none */
    for (int i = 0; i < PUZZLE_NATURAL; i++) {
        const struct linea_bot *bot = linea_puzzle_natural(i);
        bot->begin(bot, &memory, 0);
        p->natural[i] = bot->choose(bot, &memory, view, moves, n, &none);
    }
}

/* Whether a candidate is worse than another by enough. If it was dropped, few rounds
   say so: then worth must be worse too, which says more in few. */
static bool is_worse(const struct evaluation *e, int candidate, int than)
{
    struct estimate less = linea_evaluate_more(e, than, candidate, MEASURE_SHARE);
    struct estimate worth = linea_evaluate_more(e, than, candidate, MEASURE_WORTH);
    if (less.mean < LEAST)
        return false;
    return e->active >> candidate & 1 ? less.mean > SURE * less.error
                                      : worth.mean > SURE * worth.error;
}

/* The candidate that is better than all others; -1 if there is none. */
static int find_best(const struct evaluation *e)
{
    int best = linea_evaluate_best(e);
    for (int i = 0; i < e->candidates; i++)
        if (i != best && !is_worse(e, i, best))
            return -1;
    return e->candidates > 1 ? best : -1;
}

/* Whether a longer look may be worth while: the move that seems best is not one that
   all bots find, and none of the others is close. */
static bool is_likely(const struct puzzle *p)
{
    const struct evaluation *e = &p->evaluation;
    int best = linea_evaluate_best(e), natural = 0;
    for (int i = 0; i < PUZZLE_NATURAL; i++)
        natural += linea_evaluate_find(e, p->natural[i]) == best;
    if (natural == PUZZLE_NATURAL)
        return false;
    for (int i = 0; i < e->candidates; i++) {
        struct estimate less = linea_evaluate_more(e, best, i, MEASURE_SHARE);
        if (i != best && e->active >> i & 1 && less.mean < GLANCE_LEAST)
            return false;
    }
    return true;
}

/* Evaluate every legal move; false if they are too many. */
static bool begin_all(struct evaluation *e, const struct linea_view *view,
                      const linea_move *moves, int n, uint64_t seed)
{
    linea_evaluate_begin(e, view, moves, n, NULL, seed);
    for (int i = 0; i < n; i++)
        if (linea_evaluate_add(e, moves[i]) < 0)
            return false;
    return true;
}

bool linea_puzzle_find(struct puzzle *p, const struct linea_view *view,
                       const linea_move *moves, int n, int playouts, uint64_t seed)
{
    struct evaluation *e = &p->evaluation;
    struct linea_rng rng = {seed};
    struct linea_budget budget = {.simulations = playouts / GLANCE};
    find_natural(p, view, moves, n);
    linea_evaluate_begin(e, view, moves, n, NULL, linea_rng_next(&rng));
    linea_evaluate_add(e, p->natural[0]);
    if (e->candidates < 2)
        return false;
    linea_evaluate_go(e, &budget);
    if (!is_likely(p) || !begin_all(e, view, moves, n, linea_rng_next(&rng)))
        return false;
    budget.simulations = playouts;
    linea_evaluate_go(e, &budget);
    int best = find_best(e);
    if (best < 0)
        return false;
    p->best = e->candidate[best].move;
    begin_all(e, view, moves, n, linea_rng_next(&rng));
    for (int i = 0; i < PUZZLE_NATURAL; i++)
        linea_evaluate_keep(e, linea_evaluate_find(e, p->natural[i]));
    budget.simulations = playouts * PUZZLE_CHECK;
    linea_evaluate_go(e, &budget);
    best = find_best(e);
    if (best < 0 || e->candidate[best].move != p->best)
        return false;
    bool any = false;
    for (int i = 0; i < PUZZLE_NATURAL; i++) {
        p->fails[i] = linea_evaluate_find(e, p->natural[i]) != best;
        any |= p->fails[i];
    }
    return any;
}
