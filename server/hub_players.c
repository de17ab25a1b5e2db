/*
 * server/hub_players.c - a small list of players, the least recently used of which
 * makes room. See hub_players.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_players.h"

#include <stdlib.h>

struct entry {
    uint64_t game;
    int seat;
    struct linea_player *player; /* NULL until it is needed */
    uint64_t used;               /* when it was last taken, by players->clock */
    bool taken;
};

struct hub_players {
    uint64_t clock;
    int count;
    struct entry entry[];
};

struct hub_players *linea_players_open(int most, int busy)
{
    int count = most > busy ? most : busy;
    struct hub_players *players =
        calloc(1, sizeof *players + (size_t)count * sizeof(struct entry));
    if (!players)
        return NULL;
    players->count = count;
    /* So many are there whatever happens: taking one cannot fail. */
    for (int i = 0; i < busy; i++)
        if (!(players->entry[i].player = calloc(1, sizeof(struct linea_player)))) {
            linea_players_close(players);
            return NULL;
        }
    return players;
}

void linea_players_close(struct hub_players *players)
{
    for (int i = 0; players && i < players->count; i++)
        free(players->entry[i].player);
    free(players);
}

/* The one that can best be done without; one that was never used, if there is memory
   for it. */
static struct entry *find_oldest(struct hub_players *players)
{
    struct entry *oldest = NULL;
    for (int i = 0; i < players->count; i++) {
        struct entry *e = &players->entry[i];
        if (e->taken)
            continue;
        if (!e->player && (e->player = calloc(1, sizeof *e->player)))
            return e;
        if (e->player && (!oldest || e->used < oldest->used))
            oldest = e;
        if (oldest && !oldest->used)
            return oldest;
    }
    return oldest;
}

static struct entry *find(struct hub_players *players, uint64_t game, int seat,
                          const struct linea_bot *bot)
{
    for (int i = 0; i < players->count; i++) {
        struct entry *e = &players->entry[i];
        if (!e->taken && e->player && e->player->bot == bot && e->game == game &&
            e->seat == seat)
            return e;
    }
    return NULL;
}

struct linea_player *linea_players_take(struct hub_players *players, uint64_t game,
                                        int seat, const struct linea_bot *bot,
                                        uint64_t seed)
{
    struct entry *e = find(players, game, seat, bot);
    if (!e) {
        e = find_oldest(players);
        e->game = game;
        e->seat = seat;
        linea_player_begin(e->player, bot, NULL, seed);
    }
    e->taken = true;
    e->used = ++players->clock;
    return e->player;
}

void linea_players_give(struct hub_players *players, const struct linea_player *player)
{
    for (int i = 0; i < players->count; i++)
        if (players->entry[i].player == player)
            players->entry[i].taken = false;
}
