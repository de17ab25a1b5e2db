/*
 * server/hub_read.c - logs that are read, and those who wait for a game to be read.
 *
 * The store's reading thread reads and replays a log; nothing here waits for it. So
 * long logs cost other games nothing. What a replay works on is its own until it is
 * done; maps and the list of bots are read by both threads.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* On the reading thread. */

/* Note an event that spectators see later. */
static bool note_delayed(struct hub_replay *r, const struct linea_store_event *event)
{
    struct hub_line line = {.length = event->length, .text = (char *)event->text};
    const struct hub_pending p = {.due = linea_hub_shown_at(&r->table),
                                  .stored = &line};
    if (!linea_hub_delay_reserve(r->delayed, event->length))
        return false;
    linea_hub_delay(r->delayed, &p);
    return true;
}

/* Spectators are behind from the first event on at which there is a delay. */
static bool begin_behind(struct hub_replay *r, const struct linea_table *before)
{
    struct hub_game *game = r->delayed;
    if (game->behind || !r->table.delay)
        return true;
    game->behind = malloc(sizeof *before);
    if (game->behind)
        *game->behind = *before;
    return game->behind != NULL;
}

/* Keep an event that clients do not know yet. */
static bool keep_event(struct hub_replay *r, const struct linea_store_event *event)
{
    struct hub_tail *tail = malloc(sizeof *tail + event->length);
    if (!tail)
        return false;
    tail->next = NULL;
    tail->length = event->length;
    memcpy(tail->text, event->text, event->length);
    *(r->tail ? &r->last_of_tail->next : &r->tail) = tail;
    r->last_of_tail = tail;
    return true;
}

static bool read_event(void *context, const struct linea_store_event *event)
{
    struct hub_replay *r = context;
    struct linea_error error;
    struct linea_table before;
    if (r->known && (uint32_t)event->number > r->known) {
        r->status = keep_event(r, event) ? HUB_OK : HUB_FAILED;
        return r->status == HUB_OK;
    }
    bool may_change = r->delayed && !r->delayed->behind && !r->table.begun;
    if (may_change)
        before = r->table;
    if (!linea_table_restore(&r->table, &error, &r->io, r->emits, event->text,
                             event->length))
        r->status = error.code == LINEA_NO_MAP ? HUB_CONFLICT : HUB_MISSING;
    else if ((may_change && !begin_behind(r, &before)) ||
             (r->delayed && r->delayed->behind && !note_delayed(r, event)))
        r->status = HUB_FAILED;
    return r->status == HUB_OK;
}

/* On the hub's thread. */

static void charge(struct hub *hub, void *account, int64_t microseconds)
{
    if (hub->options.charge && account)
        hub->options.charge(account, microseconds);
}

static void replayed(struct linea_store_reading *reading)
{
    struct hub_replay *r = reading->context;
    struct hub *hub = r->hub;
    *(r->previous ? &r->previous->next : &hub->replays) = r->next;
    if (r->next)
        r->next->previous = r->previous;
    if (reading->result != LINEA_STORE_OK)
        r->status = HUB_FAILED;
    else if (r->status == HUB_OK && r->table.event == 0)
        r->status = HUB_MISSING;
    charge(hub, r->account, reading->microseconds);
    r->done(r);
}

struct linea_table_io linea_hub_replay_io(struct hub *hub)
{
    struct linea_table_io io = linea_hub_io(hub, NULL);
    io.json = hub->reading_json;
    io.line = hub->reading_line;
    return io;
}

void linea_hub_replay(struct hub *hub, struct hub_replay *r, uint64_t game,
                      const struct hub_guest *who)
{
    r->hub = hub;
    r->account = who ? who->account : NULL;
    r->status = HUB_OK;
    r->previous = NULL;
    r->next = hub->replays;
    if (r->next)
        r->next->previous = r;
    hub->replays = r;
    memset(&r->table, 0, sizeof r->table);
    r->reading = (struct linea_store_reading){.event = read_event,
                                              .game = game,
                                              .resume = r->resume,
                                              .context = r,
                                              .share = who ? who->origin >> 32 : 0,
                                              .done = replayed};
    linea_store_ask(hub->store, &r->reading);
}

void linea_hub_ask_rows(struct hub *hub, struct hub_rows *rows,
                        const struct hub_guest *who)
{
    rows->hub = hub;
    rows->account = who ? who->account : NULL;
    rows->reading.share = who ? who->origin >> 32 : 0;
    linea_store_ask(hub->store, &rows->reading);
}

void linea_hub_rows_read(struct hub_rows *rows)
{
    charge(rows->hub, rows->account, rows->reading.microseconds);
}

/* A game that is being read: what becomes of it, in a game of its own. */
struct load {
    struct hub_replay replay;
    struct hub_game game;
};

/* What a log of an older version may stop short of: the beginning after the last seat
   was taken, the rematch after the last wish. */
static void go_on(struct hub *hub, struct hub_game *game)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    if (hub->closing)
        return;
    if (hub->options.now() >= game->retry) {
        linea_table_go_on(&game->table, &io, hub->options.now());
        linea_hub_rematch(hub, game, game->origin);
    }
    linea_hub_show_delayed(hub, game);
    linea_hub_commit(hub, game);
}

static void take(struct hub_game *game, struct load *load)
{
    game->table = load->replay.table;
    game->status = linea_hub_status(&game->table);
    game->sealed = game->table.sealed;
    if (!game->behind) {
        game->behind = load->game.behind;
        game->delayed = load->game.delayed;
        load->game.behind = NULL;
        load->game.delayed = (struct hub_delayed){0};
    }
    game->unread = false;
    linea_hub_reseat(game);
}

/* Nobody needs a game that could not be read. */
static void forget_unread(struct hub *hub, struct hub_game *game)
{
    if (game->unread && !linea_hub_is_busy(game))
        linea_hub_forget(hub, game);
    else
        linea_hub_update(hub, game);
}

/* Let those go on who wait for no more than is there, or all if it cannot be. They may
   ask again at once. */
static void run_waits(struct hub *hub, struct hub_game *game, enum hub_status status)
{
    const uint64_t id = game->link.key;
    int count = 0;
    for (const struct hub_wait *w = game->waits; w; w = w->next)
        count++;
    for (; count > 0 && game && game->waits; count--) {
        struct hub_wait *wait = game->waits;
        game->waits = wait->next;
        wait->game = NULL;
        if (status == HUB_OK)
            linea_hub_wait(hub, wait, id);
        else
            wait->go_on(hub, wait, NULL, status);
        game = linea_hub_in_memory(hub, id);
    }
    if (game)
        forget_unread(hub, game);
}

/* Let clients know of what has come meanwhile. */
static bool emit_tail(struct hub *hub, struct hub_game *game,
                      const struct hub_tail *tail)
{
    for (; tail; tail = tail->next)
        if (!linea_hub_emit_stored(hub, game, tail->text, tail->length)) {
            game->known = game->pending.first ? game->pending.first->number - 1
                                              : game->table.event;
            linea_hub_give_up(hub, game);
            game->unread = true;
            return false;
        }
    game->known = 0;
    return true;
}

static void free_load(struct load *load)
{
    for (struct hub_tail *t = load->replay.tail, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    linea_hub_delayed_close(&load->game);
    free(load->game.behind);
    free(load);
}

/* Decide what was asked before another node was quicker; that may happen again. */
static void decide_again(struct hub *hub, struct hub_game *game)
{
    struct hub_waiting *again = game->again;
    game->again = NULL;
    for (struct hub_waiting *w = again, *next; w; w = next) {
        next = w->next;
        linea_hub_decide_again(hub, game, w);
    }
}

static void loaded(struct hub_replay *r)
{
    struct load *load = (struct load *)r;
    struct hub *hub = r->hub;
    struct hub_game *game = linea_hub_in_memory(hub, r->reading.game);
    enum hub_status status = r->status;
    game->loading = false;
    if (status == HUB_OK) {
        take(game, load);
        if (!emit_tail(hub, game, r->tail))
            status = HUB_FAILED;
    }
    free_load(load);
    if (status == HUB_OK) {
        decide_again(hub, game);
        go_on(hub, game);
    } else {
        game->retry = hub->options.now() + HUB_RETRY;
        linea_hub_give_up(hub, game);
    }
    run_waits(hub, game, status);
}

/* Begin to read a game. On failure returns false. */
static bool begin_load(struct hub *hub, struct hub_game *game)
{
    struct load *load = game->loading ? NULL : calloc(1, sizeof *load);
    if (!load)
        return game->loading;
    load->replay.io = linea_hub_replay_io(hub);
    load->replay.done = loaded;
    load->replay.resume = true;
    load->replay.known = game->known;
    load->replay.delayed = game->behind ? NULL : &load->game;
    load->replay.to.client = game->waits ? game->waits->client : NULL;
    game->unread = game->loading = true;
    linea_hub_replay(hub, &load->replay, game->link.key,
                     game->waits ? game->waits->who : NULL);
    return true;
}

void linea_hub_read(struct hub *hub, struct hub_game *game)
{
    game->unread = true;
    if (!hub->closing && !begin_load(hub, game))
        game->retry = hub->options.now() + HUB_RETRY;
    linea_hub_update(hub, game);
}

void linea_hub_wait(struct hub *hub, struct hub_wait *wait, uint64_t id)
{
    struct hub_game *game = linea_hub_in_memory(hub, id);
    bool removed = linea_hub_is_removed(hub, id);
    if (!removed && !game && (game = linea_hub_add(hub, id)) != NULL)
        game->unread = true;
    if (removed || !game || hub->closing) {
        wait->go_on(hub, wait, NULL, removed ? HUB_MISSING : HUB_FAILED);
        return;
    }
    if (!game->unread && (game->recent || !wait->recent)) {
        wait->go_on(hub, wait, game, HUB_OK);
        return;
    }
    struct hub_wait **last = &game->waits;
    while (*last)
        last = &(*last)->next;
    *last = wait;
    wait->next = NULL;
    wait->game = game;
    if (!(game->unread ? begin_load(hub, game) : linea_hub_recent_open(hub, game)))
        run_waits(hub, game, HUB_FAILED);
    else
        linea_hub_update(hub, game);
}

void linea_hub_recent_opened(struct hub *hub, struct hub_game *game,
                             enum hub_status status)
{
    /* If the game is being read again, those who wait for that as well wait on. */
    if (!game->loading || status != HUB_OK)
        run_waits(hub, game, status);
}

int linea_hub_asks_of(const struct hub *hub, const struct hub_client *client)
{
    int count = 0;
    for (const struct hub_replay *r = hub->replays; r; r = r->next)
        count += r->to.client == client;
    for (const struct hub_wait *w = client->game->waits; w; w = w->next)
        count += w->client == client;
    return count;
}

void linea_hub_forget_client(struct hub *hub, struct hub_client *client)
{
    struct hub_game *game = client->game ? client->game : client->wait.game;
    for (struct hub_replay *r = hub->replays; r; r = r->next)
        if (r->to.client == client) {
            r->to.client = NULL;
            r->account = NULL;
        }
    for (struct hub_wait **at = game ? &game->waits : NULL; at && *at;) {
        struct hub_wait *wait = *at;
        if (wait->client != client) {
            at = &wait->next;
            continue;
        }
        *at = wait->next;
        if (wait != &client->wait)
            free(wait);
    }
    client->wait.game = NULL;
}
