/*
 * bots/levels.c - the levels for people, as characters: each is one of the other bots,
 * with its manners.
 *
 * easy and normal make mistakes on purpose: now and then they do the first thing that
 * comes to mind instead of what they planned.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"

/* A dreamer: another bot behind it, and how often its mind wanders, in hundredths. */
struct dreamer {
    struct linea_rng rng;
    uint64_t memory[LINEA_BOT_MEMORY / 16];
};

static void dream_begin(void *memory, uint64_t seed, const struct linea_bot *bot)
{
    struct dreamer *d = memory;
    d->rng.state = seed;
    bot->begin(d->memory, linea_rng_next(&d->rng));
}

/* What comes to mind: a card, or else anything. */
static linea_move first_thought(struct dreamer *d, const linea_move *moves, int n)
{
    int draws = 0;
    while (draws < n && linea_move_kind(moves[draws]) == LINEA_DRAW)
        draws++;
    return moves[linea_rng_below(&d->rng, draws ? draws : n)];
}

static linea_move dream(void *memory, const struct linea_view *view,
                        const linea_move *moves, int n,
                        const struct linea_budget *budget, const struct linea_bot *bot,
                        int wandering)
{
    struct dreamer *d = memory;
    linea_move planned = bot->choose(d->memory, view, moves, n, budget);
    if (linea_rng_below(&d->rng, 100) >= wandering)
        return planned;
    return first_thought(d, moves, n);
}

static void easy_begin(void *memory, uint64_t seed)
{
    dream_begin(memory, seed, &linea_bot_greedy);
}

static linea_move easy_choose(void *memory, const struct linea_view *view,
                              const linea_move *moves, int n,
                              const struct linea_budget *budget)
{
    return dream(memory, view, moves, n, budget, &linea_bot_greedy, 40);
}

static void normal_begin(void *memory, uint64_t seed)
{
    dream_begin(memory, seed, &linea_bot_planner);
}

static linea_move normal_choose(void *memory, const struct linea_view *view,
                                const linea_move *moves, int n,
                                const struct linea_budget *budget)
{
    return dream(memory, view, moves, n, budget, &linea_bot_planner, 25);
}

static void hard_begin(void *memory, uint64_t seed)
{
    linea_bot_planner.begin(memory, seed);
}

static linea_move hard_choose(void *memory, const struct linea_view *view,
                              const linea_move *moves, int n,
                              const struct linea_budget *budget)
{
    return linea_bot_planner.choose(memory, view, moves, n, budget);
}

static void expert_begin(void *memory, uint64_t seed)
{
    linea_bot_search.begin(memory, seed);
}

static linea_move expert_choose(void *memory, const struct linea_view *view,
                                const linea_move *moves, int n,
                                const struct linea_budget *budget)
{
    return linea_bot_search.choose(memory, view, moves, n, budget);
}

const struct linea_bot linea_bot_easy = {
    .name = "easy",
    .about = "Pip, who likes points at once and often just takes a card",
    .memory = sizeof(struct dreamer),
    .begin = easy_begin,
    .choose = easy_choose,
};

const struct linea_bot linea_bot_normal = {
    .name = "normal",
    .about = "Nora, who has a plan but lets her mind wander",
    .memory = sizeof(struct dreamer),
    .begin = normal_begin,
    .choose = normal_choose,
};

const struct linea_bot linea_bot_hard = {
    .name = "hard",
    .about = "Hugo, who plans and sticks to it",
    .memory = LINEA_BOT_MEMORY / 2,
    .begin = hard_begin,
    .choose = hard_choose,
};

const struct linea_bot linea_bot_expert = {
    .name = "expert",
    .about = "Elma, who tries every move out in her head",
    .memory = LINEA_BOT_MEMORY,
    .begin = expert_begin,
    .choose = expert_choose,
};
