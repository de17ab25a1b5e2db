/*
 * server/hub_minds.h - what bots remember of their games between two moves.
 *
 * There is room for a fixed number of them: a bot that has not been asked for longest
 * is forgotten for another, and begins anew when it is asked again. Any bot can do
 * that; one that searches just knows less of the others then. Nothing here is stored,
 * and each bot's memory holds what its own seat may know.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_HUB_MINDS_H
#define SERVER_HUB_MINDS_H

#include "bot.h"

/* Who remembers: a bot in a seat of a game. */
struct mind_owner {
    uint64_t game;
    int seat;
    const struct linea_bot *bot;
};

struct minds;

/* Room for `most` memories, of which `busy` may be in use at once; NULL without memory.
   Whoever shares it between threads locks around the calls. */
struct minds *linea_minds_open(int most, int busy);
void linea_minds_close(struct minds *minds);

/* The memory of a bot, begun with the seed if it has none. It is the caller's until it
   is given back; at most `busy` may be taken. */
void *linea_minds_take(struct minds *minds, struct mind_owner owner, uint64_t seed);
void linea_minds_give(struct minds *minds, const void *memory);

#endif
