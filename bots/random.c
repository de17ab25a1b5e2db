/*
 * bots/random.c - plays any legal move, each equally likely. The template of a bot.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bot.h"

static void begin(void *memory, uint64_t seed)
{
    struct linea_rng *rng = memory;
    rng->state = seed;
}

static linea_move choose(void *memory, const struct linea_view *view,
                         const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    (void)view;
    (void)budget;
    return moves[linea_rng_below(memory, n)];
}

const struct linea_bot linea_bot_random = {
    .name = "random",
    .about = "any legal move, each equally likely",
    .memory = sizeof(struct linea_rng),
    .begin = begin,
    .choose = choose,
};
