/*
 * server/hub_drive.c - which node drives a game: lets its bots think and its clocks run
 * out. All nodes serve all games; only that is one node's.
 *
 * By rendezvous hashing: each node has a score for each game, and the highest one wins.
 * All who know of the same nodes agree without a word, and when a node comes or goes,
 * only its own games move. A node with twice the threads for bots gets twice the games,
 * one without any gets none. If two think that a game is theirs, both do the work, and
 * the store takes it from one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* The finalizer of splitmix64: every bit depends on every other. */
static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The greater the weight, the more games have their highest score here: in proportion,
   since -ln(u) / weight is what the first of `weight` equal nodes would wait. */
static double score_of(const struct linea_store_node *node, int weight, uint64_t game)
{
    uint64_t bits = mix(mix(node->id) + game) >> 11;
    double u = ((double)bits + 0.5) / 9007199254740992.0; /* 2 to the 53 */
    return log(u) / weight;
}

bool linea_hub_drives(const struct hub *hub, uint64_t game)
{
    const struct hub_drive *d = &hub->drive;
    int best = -1;
    double highest = 0;
    for (int i = 0; i < d->count; i++) {
        /* If no node has threads, clocks still run. */
        int weight = d->workers ? d->node[i].workers : 1;
        double score = weight ? score_of(&d->node[i], weight, game) : 0;
        if (!weight || (best >= 0 && score <= highest))
            continue;
        best = i;
        highest = score;
    }
    return best >= 0 && d->node[best].self;
}

/* All games that change hands are looked at again. On failure returns false. */
static bool hand_over(struct hub *hub)
{
    const int count = hub->heap.count;
    struct hub_game **games = malloc((size_t)(count + 1) * sizeof(struct hub_game *));
    if (!games)
        return false;
    for (int i = 0; i < count; i++) /* updates move them about in the heap */
        games[i] = hub->heap.games[i];
    for (int i = 0; i < count; i++) {
        struct hub_game *game = games[i];
        bool mine = linea_hub_drives(hub, game->link.key);
        if (mine == game->driven)
            continue;
        game->driven = mine;
        hub->counters.taken_over += mine && game->running;
        linea_hub_update(hub, game);
    }
    free(games);
    return true;
}

static bool is_same(const struct hub_drive *d, const struct linea_store_node *nodes,
                    int count)
{
    if (count != d->count)
        return false;
    for (int i = 0; i < count; i++)
        if (nodes[i].id != d->node[i].id || nodes[i].workers != d->node[i].workers)
            return false;
    return true;
}

void linea_hub_look_at_nodes(struct hub *hub)
{
    struct hub_drive *d = &hub->drive;
    struct linea_store_node nodes[LINEA_STORE_NODES];
    int count = d->retired ? 0 : linea_store_nodes(hub->store, nodes);
    if (is_same(d, nodes, count))
        return;
    memcpy(d->node, nodes, (size_t)count * sizeof *nodes);
    d->count = count;
    d->workers = 0;
    for (int i = 0; i < count; i++)
        d->workers += nodes[i].workers;
    if (!hand_over(hub))
        d->count = 0; /* next time */
    hub->due.next = 0;
}

void linea_hub_retire(struct hub *hub)
{
    hub->drive.retired = true;
    linea_store_retire(hub->store);
    linea_hub_look_at_nodes(hub);
}
