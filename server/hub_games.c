/*
 * server/hub_games.c - games in memory: read from their logs, counted, due, forgotten.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

struct hub_game *linea_hub_in_memory(struct hub *hub, uint64_t id)
{
    return (struct hub_game *)linea_id_map_find(&hub->games, id);
}

struct hub_game *linea_hub_add(struct hub *hub, uint64_t id)
{
    struct hub_game *game = calloc(1, sizeof *game);
    if (!game || !linea_hub_heap_add(&hub->heap, game)) {
        free(game);
        return NULL;
    }
    game->link.key = id;
    game->hub = hub;
    game->driven = linea_hub_drives(hub, id);
    if (!linea_id_map_add(&hub->games, &game->link)) {
        linea_hub_heap_remove(&hub->heap, game);
        free(game);
        return NULL;
    }
    hub->counters.games++;
    return game;
}

static void count(struct hub *hub, struct hub_game *game, bool unfinished)
{
    bool running = unfinished && game->table.begun;
    hub->counters.running += running;
    hub->counters.running -= game->running;
    game->running = running;
}

void linea_hub_forget(struct hub *hub, struct hub_game *game)
{
    count(hub, game, false);
    linea_hub_heap_remove(&hub->heap, game);
    linea_id_map_remove(&hub->games, &game->link);
    linea_hub_delayed_close(game);
    linea_hub_recent_close(game);
    linea_store_leave(hub->store, game->link.key);
    free(game->behind);
    free(game);
    hub->counters.games--;
}

/* Something refers to it, or is to come of it. */
bool linea_hub_is_busy(const struct hub_game *game)
{
    return game->clients || game->pending.first || game->stale || game->loading ||
           game->recent_loading || game->waits || game->again || game->checking ||
           linea_hub_delayed_due(game) != INT64_MAX;
}

int64_t linea_hub_now(const struct hub *hub, const struct hub_game *game)
{
    int64_t now = hub->options.now();
    return now > game->table.at ? now : game->table.at;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* When something is to happen in the game by itself, on whichever node, INT64_MAX for
   never. */
static int64_t runs_at(const struct hub_game *game)
{
    const char *bot;
    int64_t due = linea_table_deadline(&game->table);
    if (linea_table_program(&game->table, &bot) != LINEA_NOBODY)
        due = least(due, linea_table_program_due(&game->table));
    return due;
}

int64_t linea_hub_due_of(const struct hub_game *game)
{
    int64_t due = least(runs_at(game), linea_hub_delayed_due(game));
    for (const struct hub_pending *p = game->pending.first; p; p = p->next)
        if (p->delayed)
            due = least(due, p->due);
    return due == INT64_MAX ? 0 : due > 0 ? due : 1;
}

int linea_hub_program(const struct hub_game *game, const char **bot)
{
    int seat = linea_table_program(&game->table, bot);
    bool able = !*bot || game->hub->options.workers > 0;
    return game->driven && able ? seat : LINEA_NOBODY;
}

enum { RECENT = 60 * 1000 }; /* milliseconds that those who left may come back in */

/* A table of the lobby counts for the address at which it was made. */
static bool counts_here(const struct hub_game *game)
{
    return game->origin && game->table.listed && !game->table.begun;
}

/* How long a game that is not busy stays in memory, in milliseconds. What this node is
   to drive soon must stay. What waits for people, or for another day, is read again
   then: the tables of many days and strangers need not fit into memory. */
static int64_t kept_for(const struct hub_game *game)
{
    enum { OVER = 60 * 1000, UNVISITED = 10 * 1000, DAY = 24 * 3600 * 1000 };
    const struct hub *hub = game->hub;
    bool soon = runs_at(game) < hub->options.now() + 2 * HUB_SOON;
    if (game->unread)
        return 0;
    if (!game->table.over && game->driven && (game->thinking || soon))
        return INT64_MAX;
    if (hub->counters.games > HUB_GAMES)
        return 0;
    if (game->table.over)
        return OVER;
    bool wanted = game->visited && (game->driven || counts_here(game));
    return wanted ? DAY : UNVISITED;
}

/* When something is to happen in a game without a request. After a failure nothing
   happens before game->retry. */
static int64_t next_due(const struct hub_game *game)
{
    const struct linea_table *t = &game->table;
    const char *bot;
    int64_t due = game->driven ? linea_table_deadline(t) : INT64_MAX;
    if (game->loading)
        due = INT64_MAX;
    else if (game->unread)
        due = 0;
    else if (!game->pending.first && !game->thinking &&
             linea_hub_program(game, &bot) != LINEA_NOBODY)
        due = linea_table_program_due(t);
    return due > game->retry ? due : game->retry;
}

void linea_hub_update(struct hub *hub, struct hub_game *game)
{
    int64_t now = hub->options.now(), due = next_due(game);
    if (!game->unread)
        count(hub, game, !game->table.over);
    due = least(due, linea_hub_delayed_due(game));
    if (game->presence_due)
        due = least(due, game->presence_due);
    if (game->recent && !game->clients)
        due = least(due, game->left + RECENT);
    if (linea_hub_is_busy(game)) {
        game->idle_since = 0;
    } else {
        int64_t kept = kept_for(game);
        game->idle_since = game->idle_since ? game->idle_since : now;
        due = least(due, kept == INT64_MAX ? kept : game->idle_since + kept);
    }
    linea_hub_heap_move(&hub->heap, game, due);
}

struct hub_game *linea_hub_at_hand(struct hub *hub, uint64_t id)
{
    struct hub_game *game = linea_hub_in_memory(hub, id);
    return game && !game->unread && !linea_hub_is_removed(hub, id) ? game : NULL;
}

uint32_t linea_hub_last(const struct hub_game *game)
{
    return game->pending.first ? game->pending.first->number - 1 : game->table.event;
}

bool linea_hub_durable(struct hub *hub, struct linea_table *out,
                       const struct hub_game *game)
{
    if (!game->pending.first) {
        *out = game->table;
        return true;
    }
    return game->recent &&
           linea_hub_recent_at(hub, out, game, game->pending.first->number - 1);
}

/* Ticks. */

static void tick_game(struct hub *hub, struct hub_game *game, int64_t now)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    hub->counters.ticked++;
    if (game->unread && game->clients && now >= game->retry)
        linea_hub_read(hub, game);
    if (!game->unread) {
        if (now >= game->retry && game->driven)
            linea_table_tick(&game->table, &io, linea_hub_now(hub, game));
        linea_hub_show_delayed(hub, game);
        linea_hub_commit(hub, game);
    }
    linea_hub_send_presence(hub, game, now);
    if (!game->clients && now - game->left >= RECENT)
        linea_hub_recent_close(game);
    linea_hub_update(hub, game);
    if (!linea_hub_is_busy(game) && now - game->idle_since >= kept_for(game))
        linea_hub_forget(hub, game);
    else if (game->due <= now) /* once a tick is enough */
        linea_hub_heap_move(&hub->heap, game, now + 1);
}

/* Read some of the games that may lack a rematch. */
static void repair_some(struct hub *hub)
{
    enum { MOST = 16 }; /* at the same time */
    while (hub->unread_count > 0 && hub->starting < MOST && !hub->closing)
        linea_hub_start(hub, hub->unread[--hub->unread_count], 0);
    if (hub->repairing && hub->unread_count == 0 && hub->starting == 0)
        hub->repairing =
            linea_store_set(hub->store, HUB_REPAIRED, "1") != LINEA_STORE_OK;
}

int linea_hub_tick(struct hub *hub)
{
    int64_t now = hub->options.now();
    int64_t next = now + linea_hub_fetch(hub);
    const struct hub_heap *heap = &hub->heap;
    linea_hub_look_at_nodes(hub);
    repair_some(hub);
    next = least(next, linea_hub_look_for_due(hub, now));
    next = least(next, linea_hub_compare(hub, now));
    const int64_t end = hub->options.now() + HUB_SLICE;
    while (heap->count > 0 && heap->games[0]->due <= now && hub->options.now() < end)
        tick_game(hub, heap->games[0], now);
    next = least(next, linea_hub_tidy(hub, now));
    if (hub->unread_count > 0 || hub->starting > 0)
        return 1;
    if (heap->count > 0)
        next = least(next, heap->games[0]->due);
    return next > now ? (int)(next - now) : 0;
}

void linea_hub_sizes(struct hub_sizes *out)
{
    *out = (struct hub_sizes){
        .game = sizeof(struct hub_game) + sizeof(struct linea_table) + HUB_DELAY_PIECE +
                linea_think_question_size(),
        .recent = linea_hub_recent_size(),
        .recents = HUB_RECENTS * linea_hub_recent_size(),
        .bots = HUB_PLAYERS * sizeof(struct hub_player),
        .client = sizeof(struct hub_client) + sizeof(struct linea_table) +
                  HUB_ASKS * (sizeof(struct hub_replay) + LINEA_TABLE_REQUEST)};
}

void linea_hub_count(const struct hub *hub, struct hub_counters *out)
{
    *out = hub->counters;
    out->unread =
        (uint64_t)hub->unread_count + (uint64_t)hub->starting + !hub->due.looked;
    out->nodes = (uint64_t)hub->drive.count;
    out->recents = (uint64_t)hub->recents;
}
