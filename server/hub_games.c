/*
 * server/hub_games.c - games in memory: read from their logs, counted, due, forgotten.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* How many unfinished games in memory a player has made. */
struct host {
    struct id_link link; /* by the player */
    int games;
};

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
    if (!linea_id_map_add(&hub->games, &game->link)) {
        linea_hub_heap_remove(&hub->heap, game);
        free(game);
        return NULL;
    }
    hub->counters.games++;
    return game;
}

int linea_hub_made_by(const struct hub *hub, uint64_t player)
{
    const struct host *host =
        (const struct host *)linea_id_map_find(&hub->hosts, player);
    return host ? host->games : 0;
}

/* Count one game more or less of a host. On failure returns false. */
static bool count_host(struct hub *hub, uint64_t player, int change)
{
    struct host *host = (struct host *)linea_id_map_find(&hub->hosts, player);
    if (!host) {
        host = calloc(1, sizeof *host);
        if (!host)
            return false;
        host->link.key = player;
        if (!linea_id_map_add(&hub->hosts, &host->link)) {
            free(host);
            return false;
        }
    }
    host->games += change;
    if (host->games == 0) {
        linea_id_map_remove(&hub->hosts, &host->link);
        free(host);
    }
    return true;
}

static void count(struct hub *hub, struct hub_game *game, bool unfinished)
{
    bool running = unfinished && game->table.begun;
    hub->counters.running += running;
    hub->counters.running -= game->running;
    game->running = running;
    /* A seat may travel, and the host with it. */
    if (game->counted && (!unfinished || game->counted_host != game->table.host))
        game->counted = !count_host(hub, game->counted_host, -1);
    if (unfinished && !game->counted) {
        game->counted_host = game->table.host;
        game->counted = count_host(hub, game->counted_host, 1);
    }
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
           game->recent_loading || game->waits || game->again ||
           linea_hub_delayed_due(game) != INT64_MAX;
}

enum { RECENT = 60 * 1000 }; /* milliseconds that those who left may come back in */

/* How long a game that is not busy stays in memory, in milliseconds. What runs by
   itself, a clock or a bot, must stay. What waits for people is read again when they
   come: the tables of many days and strangers need not fit into memory. */
static int64_t kept_for(const struct hub_game *game)
{
    enum { OVER = 60 * 1000, DAY = 24 * 3600 * 1000 };
    const int64_t waiting = game->hub->counters.games > HUB_GAMES ? 0 : DAY;
    const char *bot;
    if (game->unread)
        return 0;
    if (game->table.over)
        return OVER;
    return game->thinking || linea_table_deadline(&game->table) != INT64_MAX ||
                   linea_table_program(&game->table, &bot) != LINEA_NOBODY
               ? INT64_MAX
               : waiting;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* When something is to happen in a game without a request. After a failure nothing
   happens before game->retry. */
static int64_t next_due(const struct hub_game *game)
{
    const struct linea_table *t = &game->table;
    const char *bot;
    int64_t due = linea_table_deadline(t);
    if (game->loading)
        due = INT64_MAX;
    else if (game->unread)
        due = 0;
    else if (!game->pending.first && !game->thinking &&
             linea_table_program(t, &bot) != LINEA_NOBODY)
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
        if (now >= game->retry)
            linea_table_tick(&game->table, &io, now);
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

/* A game that nobody has asked for since the start. */
struct start {
    struct hub_wait wait;
    uint64_t game;
};

static void started(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                    enum hub_status status)
{
    uint64_t id = ((struct start *)wait)->game;
    free(wait);
    hub->starting--;
    if (game || hub->closing)
        return;
    hub->counters.unreadable++;
    if (hub->options.unreadable)
        hub->options.unreadable(id, status);
}

/* Read some of these games: their clocks run, and their bots are to move. */
static void read_some(struct hub *hub)
{
    enum { MOST = 16 }; /* at the same time */
    while (hub->unread_count > 0 && hub->starting < MOST && !hub->closing) {
        struct start *start = calloc(1, sizeof *start);
        if (!start)
            return;
        start->game = hub->unread[--hub->unread_count];
        start->wait.go_on = started;
        hub->starting++;
        linea_hub_wait(hub, &start->wait, start->game);
    }
    if (hub->repairing && hub->unread_count == 0 && hub->starting == 0)
        hub->repairing =
            linea_store_set(hub->store, HUB_REPAIRED, "1") != LINEA_STORE_OK;
}

int linea_hub_tick(struct hub *hub)
{
    int64_t now = hub->options.now();
    int64_t next = now + linea_hub_poll(hub);
    const struct hub_heap *heap = &hub->heap;
    read_some(hub);
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
    out->unread = (uint64_t)hub->unread_count + (uint64_t)hub->starting;
    out->recents = (uint64_t)hub->recents;
}
