/*
 * bots/net_bot.c - the move that a net likes best, without looking ahead.
 *
 * Where nothing has been learned for the map, the planner plays.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bot.h"
#include "learned.h"

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    (void)self;
    (void)seed; /* it takes no chances */
    linea_net_begin(memory);
}

static linea_move choose(const struct linea_bot *self, void *memory,
                         const struct linea_view *view, const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    const struct linea_learned *learned = budget->learned;
    struct net_memory *m = memory;
    (void)self;
    if (!learned)
        return linea_bot_planner.choose(&linea_bot_planner, &m->adviser, view, moves, n,
                                        budget);
    if (n == 1)
        return moves[0];
    struct linea_net_thought thought;
    struct linea_look look = {view, m, linea_net_advise(m, view, moves, n)};
    linea_learned_think(learned, &thought, &look);
    return moves[linea_learned_like(learned, NULL, &thought, look.advised, moves, n)];
}

const struct linea_bot linea_bot_net = {
    .name = "net",
    .about = "what a net has learned, at a glance",
    .argument = "the file of a net",
    .memory = sizeof(struct net_memory),
    .net = LINEA_NET_NEEDED,
    .begin = begin,
    .choose = choose,
};
