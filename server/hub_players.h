/*
 * server/hub_players.h - the cache of bots' players: what bots remember of their games
 * between two moves.
 *
 * There is room for a fixed number of them: the one that was not asked for longest
 * makes room for another, and begins again without a memory when it is asked again. Any
 * bot can do that; one that searches just knows less of the others then. Nothing here
 * is stored, and a bot's memory holds only what its own seat may know.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_HUB_PLAYERS_H
#define SERVER_HUB_PLAYERS_H

#include "player.h"

struct hub_players;

/* Room for `most` players, of which `busy` may be in use at once. Threads that share it
   lock around the calls. On failure returns NULL. */
struct hub_players *linea_players_open(int most, int busy);
void linea_players_close(struct hub_players *players);

/* The player of a bot in a seat of a game, begun with the seed if there is none. It is
   the caller's until it is given back; at most `busy` may be taken. */
struct linea_player *linea_players_take(struct hub_players *players, uint64_t game,
                                        int seat, const struct linea_bot *bot,
                                        uint64_t seed);
void linea_players_give(struct hub_players *players, const struct linea_player *player);

#endif
