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
    return game->clients || game->pending.first || game->stale ||
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
    if (game->unread)
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

/* Reading. */

struct reading {
    struct hub *hub;
    struct linea_table *table;
    struct hub_game *game; /* whose delayed events are to be noted, or NULL */
    const struct linea_table_io *io;
    uint32_t seen; /* emit what comes after it */
    enum hub_status status;
};

/* Note an event that spectators see later. */
static bool note_delayed(struct reading *r, const struct linea_store_event *event)
{
    struct hub_line line = {.length = event->length, .text = (char *)event->text};
    const struct hub_pending p = {.due = linea_hub_shown_at(r->table), .stored = &line};
    if (!linea_hub_delay_reserve(r->game, event->length))
        return false;
    linea_hub_delay(r->game, &p);
    return true;
}

/* Spectators are behind from the first event on at which there is a delay. */
static bool begin_behind(struct reading *r, const struct linea_table *before)
{
    if (r->game->behind || !r->table->delay)
        return true;
    r->game->behind = malloc(sizeof *before);
    if (r->game->behind)
        *r->game->behind = *before;
    return r->game->behind != NULL;
}

static bool read_event(void *context, const struct linea_store_event *event)
{
    struct reading *r = context;
    struct linea_error error;
    struct linea_table before;
    bool may_change = r->game && !r->game->behind && !r->table->begun;
    if (may_change)
        before = *r->table;
    if (!linea_table_restore(r->table, &error, r->io, r->table->event >= r->seen,
                             event->text, event->length))
        r->status = error.code == LINEA_NO_MAP ? HUB_CONFLICT : HUB_MISSING;
    else if ((may_change && !begin_behind(r, &before)) ||
             (r->game && r->game->behind && !note_delayed(r, event)))
        r->status = HUB_FAILED;
    return r->status == HUB_OK;
}

static enum hub_status read_log(struct reading *r, uint64_t id)
{
    memset(r->table, 0, sizeof *r->table);
    r->status = HUB_OK;
    if (linea_store_load(r->hub->store, id, read_event, r) != LINEA_STORE_OK)
        return HUB_FAILED;
    return r->status == HUB_OK && r->table->event == 0 ? HUB_MISSING : r->status;
}

enum hub_status linea_hub_replay(struct hub *hub, struct linea_table *out, uint64_t id,
                                 const struct linea_table_io *io, uint32_t seen)
{
    struct reading r = {.hub = hub, .table = out, .io = io, .seen = seen};
    return read_log(&r, id);
}

enum hub_status linea_hub_read_table(struct hub *hub, struct linea_table *out,
                                     uint64_t id)
{
    struct linea_table_io io = linea_hub_io(hub, NULL);
    return linea_hub_replay(hub, out, id, &io, HUB_EMIT_NONE);
}

enum hub_status linea_hub_durable(struct hub *hub, struct hub_game *game,
                                  struct linea_table *out)
{
    if (!game->pending.first && !game->unread) {
        *out = game->table;
        return HUB_OK;
    }
    uint32_t last = game->pending.first ? game->pending.first->number - 1 : 0;
    if (last && linea_hub_recent_open(hub, game) == HUB_OK &&
        linea_hub_recent_at(hub, out, game, last))
        return HUB_OK;
    return linea_hub_read_table(hub, out, game->link.key);
}

enum hub_status linea_hub_read(struct hub *hub, struct hub_game *game)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    struct linea_table table;
    struct reading r = {.hub = hub,
                        .table = &table,
                        .game = game->behind ? NULL : game,
                        .io = &io,
                        .seen = HUB_EMIT_NONE};
    enum hub_status status = read_log(&r, game->link.key);
    if (status == HUB_OK) {
        game->table = table;
        game->status = linea_hub_status(&table);
        game->sealed = table.sealed;
        linea_hub_reseat(game);
    }
    game->unread = status != HUB_OK;
    return status;
}

/* What a log of an older version may stop short of: the beginning after the last seat
   was taken, the rematch after the last wish. */
static void go_on(struct hub *hub, struct hub_game *game)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    linea_table_go_on(&game->table, &io, hub->options.now());
    linea_hub_rematch(hub, game);
}

enum hub_status linea_hub_find(struct hub *hub, struct hub_game **out, uint64_t id)
{
    struct hub_game *game = linea_hub_in_memory(hub, id);
    if (linea_hub_is_removed(hub, id))
        return HUB_MISSING;
    if (!game && (game = linea_hub_add(hub, id)) != NULL)
        game->unread = true;
    if (!game)
        return HUB_FAILED;
    if (game->unread) {
        enum hub_status status = linea_hub_read(hub, game);
        if (status != HUB_OK) {
            if (!game->clients && !game->stale)
                linea_hub_forget(hub, game);
            return status;
        }
        go_on(hub, game);
        linea_hub_show_delayed(hub, game);
        linea_hub_commit(hub, game);
    }
    *out = game;
    return game->unread ? HUB_FAILED : HUB_OK;
}

/* Ticks. */

static void tick_game(struct hub *hub, struct hub_game *game, int64_t now)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    hub->counters.ticked++;
    if (game->unread && game->clients && linea_hub_read(hub, game) != HUB_OK)
        game->retry = now + HUB_RETRY;
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

/* Read some of the games that nobody has asked for since the start: their clocks run,
   and their bots are to move. */
static void read_some(struct hub *hub)
{
    enum { SLICE = 3 }; /* milliseconds */
    const int64_t end = hub->options.now() + SLICE;
    while (hub->unread_count > 0 && hub->options.now() < end) {
        uint64_t id = hub->unread[--hub->unread_count];
        struct hub_game *game;
        enum hub_status status = linea_hub_find(hub, &game, id);
        if (status == HUB_OK)
            continue;
        hub->counters.unreadable++;
        if (hub->options.unreadable)
            hub->options.unreadable(id, status);
    }
    if (hub->repairing && hub->unread_count == 0)
        hub->repairing =
            linea_store_set(hub->store, HUB_REPAIRED, "1") != LINEA_STORE_OK;
}

int linea_hub_tick(struct hub *hub)
{
    int64_t now = hub->options.now();
    int64_t next = now + linea_hub_poll(hub);
    const struct hub_heap *heap = &hub->heap;
    read_some(hub);
    while (heap->count > 0 && heap->games[0]->due <= now)
        tick_game(hub, heap->games[0], now);
    next = least(next, linea_hub_tidy(hub, now));
    if (hub->unread_count)
        return 1;
    if (heap->count > 0)
        next = least(next, heap->games[0]->due);
    return (int)(next - now);
}

void linea_hub_sizes(struct hub_sizes *out)
{
    *out = (struct hub_sizes){
        .game = sizeof(struct hub_game) + sizeof(struct linea_table) + HUB_DELAY_PIECE +
                linea_think_question_size(),
        .recent = linea_hub_recent_size(),
        .recents = HUB_RECENTS * linea_hub_recent_size(),
        .bots = HUB_PLAYERS * sizeof(struct hub_player),
        .client = sizeof(struct hub_client) + sizeof(struct linea_table)};
}

void linea_hub_count(const struct hub *hub, struct hub_counters *out)
{
    *out = hub->counters;
    out->unread = (uint64_t)hub->unread_count;
    out->recents = (uint64_t)hub->recents;
}
