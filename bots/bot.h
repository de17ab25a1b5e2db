/*
 * bots/bot.h - a player that is a program.
 *
 * A bot sees a view, never a game, and is pure like the engine: its memory comes from
 * the caller, its randomness from a seed, so that a game can be played again. random.c
 * is the template.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOT_H
#define BOT_H

#include <stddef.h>

#include "linea/view.h"

/* How long a bot may think about one move. */
struct linea_budget {
    int simulations;                /* playouts at most; 0 for as many as time allows */
    bool (*time_up)(void *context); /* asked between playouts; NULL for never */
    void *context;
};

struct linea_bot {
    const char *name;
    const char *about; /* one line for lists of bots */
    size_t memory;     /* bytes that one player of this bot needs */

    /* Begin a game: `memory` holds nothing yet, and is aligned for anything. */
    void (*begin)(void *memory, uint64_t seed);

    /* Choose one of n >= 1 legal moves for the seat whose view this is. */
    linea_move (*choose)(void *memory, const struct linea_view *view,
                         const linea_move *moves, int n,
                         const struct linea_budget *budget);
};

/* The bot with that name, or NULL; the bots in order, NULL past the last. */
const struct linea_bot *linea_bot_find(const char *name);
const struct linea_bot *linea_bot_at(int i);

/* Bots by their manner of play … */
extern const struct linea_bot linea_bot_random, linea_bot_greedy, linea_bot_longroute,
    linea_bot_hungry, linea_bot_path, linea_bot_onestep, linea_bot_planner,
    linea_bot_search;

/* … the planner as the search plays games out with it, in no list … */
extern const struct linea_bot linea_bot_playout;

/* … and as levels for people. */
extern const struct linea_bot linea_bot_easy, linea_bot_normal, linea_bot_hard,
    linea_bot_expert;

/* Bytes that any bot fits into. */
enum { LINEA_BOT_MEMORY = 262144 };

#endif
