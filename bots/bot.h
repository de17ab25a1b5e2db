/*
 * bots/bot.h - a program that decides for a seat.
 *
 * A bot sees a view, never a game, and is pure like the engine: its memory comes from
 * the caller, its randomness from a seed, so that a game can be played again. Callers
 * use a bot through a player (player.h). greedy.c is a small example.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BOT_H
#define BOT_H

#include <stddef.h>

#include "linea/view.h"

struct linea_learned;

/* How long a bot may think about one move, and with what. */
struct linea_budget {
    int simulations;                /* playouts at most; 0 for as many as time allows */
    bool (*time_up)(void *context); /* asked between playouts; NULL for never */
    void *context;
    const struct linea_learned *learned; /* for the map (learned.h); NULL for nothing */
};

/* What a bot does with what has been learned for its map. */
enum linea_net_use {
    LINEA_NET_UNUSED,
    LINEA_NET_HELPS,  /* plays with it, and without it in a manner of its own … */
    LINEA_NET_NEEDED, /* … or as another bot does, so that people are to be informed */
};

struct linea_bot {
    const char *name;
    const char *about;    /* one line for lists of bots */
    const char *argument; /* what may stand after its name and ':', NULL for nothing */
    size_t memory;        /* bytes that one player of this bot needs */
    const void *data;     /* read-only, shared by all its players: tables */
    bool searches;        /* it thinks as long as it may, if it has a choice */
    enum linea_net_use net;

    /* Begin a game. `memory` is uninitialized, and aligned for anything. */
    void (*begin)(const struct linea_bot *self, void *memory, uint64_t seed);

    /* Choose one of n >= 1 legal moves for the seat whose view this is; callers use
       linea_bot_choose(). */
    linea_move (*choose)(const struct linea_bot *self, void *memory,
                         const struct linea_view *view, const linea_move *moves, int n,
                         const struct linea_budget *budget);

    /* Instead of choose(), for a bot that looks neither at the view nor at the moves:
       choose the k-th of n moves, counted from 0. Nobody needs to build a view or a
       list for it, which takes longer than playing the move. */
    int (*pick)(const struct linea_bot *self, void *memory, int n);
};

/* Let a bot choose, whichever of choose() and pick() it has. */
linea_move linea_bot_choose(const struct linea_bot *bot, void *memory,
                            const struct linea_view *view, const linea_move *moves,
                            int n, const struct linea_budget *budget);

/* The bot with that name, or NULL; the bots in order, NULL past the last. */
const struct linea_bot *linea_bot_find(const char *name);
const struct linea_bot *linea_bot_at(int i);

/* Whether a name, of less than 64 bytes, would pass for one of ours: it begins with the
   word "bot", or has that word and the name of a bot, in any order, apart or as one.
   Surnames such as Bot and Botha are none of that. */
bool linea_bot_is_name(const char *name);

/* Bots by their manner of play … */
extern const struct linea_bot linea_bot_random, linea_bot_greedy, linea_bot_longroute,
    linea_bot_hungry, linea_bot_path, linea_bot_onestep, linea_bot_planner,
    linea_bot_search, linea_bot_net, linea_bot_deep;

/* … the planner as the search plays games out with it, in no list … */
extern const struct linea_bot linea_bot_playout;

/* … and as levels for people. */
extern const struct linea_bot linea_bot_easy, linea_bot_normal, linea_bot_hard,
    linea_bot_expert;

/* Bytes that any bot fits into. */
enum { LINEA_BOT_MEMORY = 262144 };

#endif
