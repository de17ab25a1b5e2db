/*
 * bots/random.c - plays any legal move, each equally likely.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bot.h"

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    struct linea_rng *rng = memory;
    (void)self;
    rng->state = seed;
}

static int pick(const struct linea_bot *self, void *memory, int n)
{
    (void)self;
    return linea_rng_below(memory, n);
}

const struct linea_bot linea_bot_random = {
    .name = "random",
    .about = "any legal move, each equally likely",
    .memory = sizeof(struct linea_rng),
    .begin = begin,
    .pick = pick,
};
