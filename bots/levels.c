/*
 * bots/levels.c - the levels for people, as characters: each is one of the other bots,
 * some with a mind that wanders.
 *
 * easy and normal make mistakes on purpose: now and then they do the first thing that
 * comes to mind instead of what they planned.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bot.h"

struct level {
    const struct linea_bot *bot; /* that plays */
    int wanders;                 /* how often its mind wanders, in hundredths */
};

/* What a level remembers whose mind wanders; the others leave it all to the bot. */
struct dreamer {
    struct linea_rng rng;
    uint64_t memory[LINEA_BOT_MEMORY / 16];
};

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    const struct level *level = self->data;
    struct dreamer *d = memory;
    if (!level->wanders) {
        level->bot->begin(level->bot, memory, seed);
        return;
    }
    d->rng.state = seed;
    level->bot->begin(level->bot, d->memory, linea_rng_next(&d->rng));
}

/* What comes to mind: a card, or else anything. */
static linea_move first_thought(struct dreamer *d, const linea_move *moves, int n)
{
    int draws = 0;
    while (draws < n && linea_move_kind(moves[draws]) == LINEA_DRAW)
        draws++;
    return moves[linea_rng_below(&d->rng, draws ? draws : n)];
}

static linea_move choose(const struct linea_bot *self, void *memory,
                         const struct linea_view *view, const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    const struct level *level = self->data;
    struct dreamer *d = memory;
    if (!level->wanders)
        return level->bot->choose(level->bot, memory, view, moves, n, budget);
    linea_move planned =
        level->bot->choose(level->bot, d->memory, view, moves, n, budget);
    if (linea_rng_below(&d->rng, 100) >= level->wanders)
        return planned;
    return first_thought(d, moves, n);
}

enum { EASY, NORMAL, HARD, EXPERT };

static const struct level levels[] = {
    [EASY] = {&linea_bot_greedy, 40},
    [NORMAL] = {&linea_bot_planner, 25},
    [HARD] = {&linea_bot_planner, 0},
    [EXPERT] = {&linea_bot_search, 0},
};

const struct linea_bot linea_bot_easy = {
    .name = "easy",
    .about = "Pip, who likes points at once and often just takes a card",
    .memory = sizeof(struct dreamer),
    .data = &levels[EASY],
    .begin = begin,
    .choose = choose,
};

const struct linea_bot linea_bot_normal = {
    .name = "normal",
    .about = "Nora, who has a plan but lets her mind wander",
    .memory = sizeof(struct dreamer),
    .data = &levels[NORMAL],
    .begin = begin,
    .choose = choose,
};

const struct linea_bot linea_bot_hard = {
    .name = "hard",
    .about = "Hugo, who plans and sticks to it",
    .memory = LINEA_BOT_MEMORY,
    .data = &levels[HARD],
    .begin = begin,
    .choose = choose,
};

const struct linea_bot linea_bot_expert = {
    .name = "expert",
    .about = "Elma, who tries every move out in her head",
    .memory = LINEA_BOT_MEMORY,
    .data = &levels[EXPERT],
    .searches = true,
    .begin = begin,
    .choose = choose,
};
