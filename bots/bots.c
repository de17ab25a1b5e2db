/*
 * bots/bots.c - the list of bots.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"

/* From the plainest to the one that thinks most; then the levels. The page has those
   for people, and what tests of it ask for. */
static const struct linea_bot *const bots[] = {
    &linea_bot_random,
#ifndef LINEA_LEVELS_ONLY
    &linea_bot_greedy,  &linea_bot_longroute, &linea_bot_hungry, &linea_bot_path,
    &linea_bot_onestep, &linea_bot_planner,   &linea_bot_search, &linea_bot_net,
    &linea_bot_deep,
#endif
    &linea_bot_easy,    &linea_bot_normal,    &linea_bot_hard,   &linea_bot_expert,
};

const struct linea_bot *linea_bot_at(int i)
{
    return i >= 0 && i < (int)(sizeof bots / sizeof bots[0]) ? bots[i] : NULL;
}

const struct linea_bot *linea_bot_find(const char *name)
{
    const struct linea_bot *bot;
    for (int i = 0; (bot = linea_bot_at(i)); i++)
        if (strcmp(bot->name, name) == 0)
            return bot;
    return NULL;
}

linea_move linea_bot_choose(const struct linea_bot *bot, void *memory,
                            const struct linea_view *view, const linea_move *moves,
                            int n, const struct linea_budget *budget)
{
    return bot->pick ? moves[bot->pick(bot, memory, n)]
                     : bot->choose(bot, memory, view, moves, n, budget);
}
