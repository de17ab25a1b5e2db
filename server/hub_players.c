/*
 * server/hub_players.c - the cache of bots' players: what bots remember of their games
 * between two moves.
 *
 * There is room for a fixed number of them: the one that was not asked for longest
 * makes room for another, and begins again without a memory when it is asked again. Any
 * bot can do that; one that searches just knows less of the others then. Nothing here
 * is stored, and a bot's memory holds only what its own seat may know.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

struct hub_players {
    uint64_t clock;
    int count;
    struct hub_player *player[]; /* NULL until it is needed */
};

struct hub_players *linea_players_open(int most, int busy)
{
    int count = most > busy ? most : busy;
    struct hub_players *players =
        calloc(1, sizeof *players + (size_t)count * sizeof(struct hub_player *));
    if (!players)
        return NULL;
    players->count = count;
    /* So many are there whatever happens: taking one cannot fail. */
    for (int i = 0; i < busy; i++)
        if (!(players->player[i] = calloc(1, sizeof(struct hub_player)))) {
            linea_players_close(players);
            return NULL;
        }
    return players;
}

void linea_players_close(struct hub_players *players)
{
    for (int i = 0; players && i < players->count; i++)
        free(players->player[i]);
    free(players);
}

/* The one that is asked for; else one that is new, if there is memory for it; else the
   one that was not used for longest. */
static struct hub_player *find(struct hub_players *players, uint64_t game, int seat,
                               const struct linea_bot *bot)
{
    struct hub_player *oldest = NULL;
    int i = 0;
    for (; i < players->count && players->player[i]; i++) {
        struct hub_player *p = players->player[i];
        if (p->taken)
            continue;
        if (p->self.bot == bot && p->game == game && p->seat == seat)
            return p;
        if (!oldest || p->used < oldest->used)
            oldest = p;
    }
    if (i < players->count && (!oldest || oldest->used)) {
        players->player[i] = calloc(1, sizeof(struct hub_player));
        return players->player[i] ? players->player[i] : oldest;
    }
    return oldest;
}

struct hub_player *linea_players_take(struct hub_players *players, uint64_t game,
                                      int seat, const struct linea_bot *bot,
                                      uint64_t seed)
{
    struct hub_player *p = find(players, game, seat, bot);
    if (p->self.bot != bot || p->game != game || p->seat != seat) {
        p->game = game;
        p->seat = seat;
        linea_player_begin(&p->self, bot, NULL, seed);
    }
    p->taken = true;
    p->used = ++players->clock;
    return p;
}
