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
    if (r->after || (r->emit_from && (uint32_t)event->number >= r->emit_from)) {
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

void linea_hub_charge(struct hub *hub, const struct linea_store_reading *reading)
{
    if (hub->options.charge && reading->share)
        hub->options.charge(hub->options.context, reading->share,
                            reading->microseconds);
}

/* Once a minute for the same game, however often it is asked for. */
void linea_hub_note_unreadable(struct hub *hub, uint64_t game, enum hub_status why)
{
    enum { AGAIN = 60 * 1000 };
    int64_t now = hub->options.now();
    if (hub->unreadable == game && now < hub->unreadable_at + AGAIN)
        return;
    hub->counters.unreadable += hub->unreadable != game;
    hub->unreadable = game;
    hub->unreadable_at = now;
    if (hub->options.unreadable)
        hub->options.unreadable(game, why);
}

static void replayed(struct linea_store_reading *reading)
{
    struct hub_replay *r = reading->context;
    struct hub *hub = r->hub;
    *(r->previous ? &r->previous->next : &hub->replays) = r->next;
    if (r->next)
        r->next->previous = r->previous;
    bool damaged = reading->result == LINEA_STORE_CHANGED ||
                   (r->status == HUB_MISSING && r->table.event > 0);
    if (damaged)
        linea_hub_note_unreadable(hub, reading->game, HUB_MISSING);
    if (reading->result != LINEA_STORE_OK)
        r->status = damaged ? HUB_MISSING : HUB_FAILED;
    else if (r->status == HUB_OK && r->table.event == 0 && !r->tail && !r->after)
        r->status = HUB_MISSING;
    linea_hub_charge(hub, reading);
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
                      uint64_t origin)
{
    r->hub = hub;
    r->status = HUB_OK;
    r->previous = NULL;
    r->next = hub->replays;
    if (r->next)
        r->next->previous = r;
    hub->replays = r;
    memset(&r->table, 0, sizeof r->table);
    r->reading = (struct linea_store_reading){.event = read_event,
                                              .game = game,
                                              .after = r->after,
                                              .resume = r->resume,
                                              .context = r,
                                              .share = origin,
                                              .done = replayed};
    linea_store_ask(hub->store, &r->reading);
}

void linea_hub_ask_rows(struct hub *hub, struct hub_rows *rows, uint64_t origin)
{
    rows->hub = hub;
    rows->reading.share = origin;
    linea_store_ask(hub->store, &rows->reading);
}

void linea_hub_rows_read(struct hub_rows *rows)
{
    linea_hub_charge(rows->hub, &rows->reading);
}

/* A game that is being read: what becomes of it, in a game of its own. */
struct load {
    struct hub_replay replay;
    struct hub_game game;
    uint32_t latest; /* as was known at the beginning */
};

/* What a log of an older version may stop short of: the beginning after the last seat
   was taken, the rematch after the last wish. */
static void go_on(struct hub *hub, struct hub_game *game)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    if (hub->closing)
        return;
    if (hub->options.now() >= game->retry && game->driven) {
        linea_table_go_on(&game->table, &io, linea_hub_now(hub, game));
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

/* What clients have seen is not there any more, since the database was replaced by a
   copy that lagged behind: they must begin again. */
static void send_away(struct hub *hub, struct hub_game *game)
{
    for (struct hub_client *c = game->clients; c; c = c->next)
        hub->options.send(c->connection, NULL);
    linea_hub_recent_close(game);
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
            game->emit_from = game->pending.first ? game->pending.first->number
                                                  : game->table.event + 1;
            linea_hub_give_up(hub, game);
            game->unread = true;
            return false;
        }
    game->emit_from = 0;
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

/* Somebody follows a game that was being read for others: its latest events once more,
   before those go on. Returns whether it is so. */
static bool notify_more(struct hub *hub, struct hub_game *game)
{
    if (!game->emit_next || game->emit_next > game->table.event || game->clients ||
        game->again)
        return false;
    game->emit_from = game->emit_next;
    game->emit_next = 0;
    linea_hub_read(hub, game);
    return game->loading;
}

static void loaded(struct hub_replay *r)
{
    struct load *load = (struct load *)r;
    struct hub *hub = r->hub;
    struct hub_game *game = linea_hub_in_memory(hub, r->reading.game);
    enum hub_status status = r->status;
    game->loading = false;
    if (status == HUB_OK && r->reading.rewritten) {
        send_away(hub, game);
        if (r->after) { /* what is in memory is of another log */
            free_load(load);
            game->emit_from = 0;
            linea_hub_read(hub, game);
            return;
        }
    }
    if (status == HUB_OK) {
        if (r->after)
            game->unread = false;
        else
            take(game, load);
        if (!emit_tail(hub, game, r->tail))
            status = HUB_FAILED;
    }
    /* If the store has lost what another node has said, that is how it is. */
    if (status == HUB_OK && load->latest >= game->latest)
        game->latest = 0;
    bool more = status == HUB_OK && notify_more(hub, game);
    free_load(load);
    if (more)
        return;
    if (status == HUB_OK) {
        decide_again(hub, game);
        go_on(hub, game);
    } else {
        if (status == HUB_CONFLICT)
            linea_hub_note_bad(hub, game->link.key, status);
        game->retry = linea_hub_retry(hub);
        linea_hub_give_up(hub, game);
    }
    linea_hub_catch_up(hub, game);
    run_waits(hub, game, status);
}

/* Begin to read a game, or only what comes after an event. On failure returns false. */
static bool begin_load(struct hub *hub, struct hub_game *game, uint32_t after)
{
    struct load *load = game->loading ? NULL : calloc(1, sizeof *load);
    if (!load)
        return game->loading;
    load->replay.io = linea_hub_replay_io(hub);
    load->replay.done = loaded;
    load->replay.resume = true;
    load->replay.emit_from = game->emit_from;
    load->replay.after = (int)after;
    load->latest = game->latest;
    for (struct hub_wait *w = game->waits; w; w = w->next)
        w->fresh = false; /* by this reading; not for those who come later */
    load->replay.delayed = game->behind ? NULL : &load->game;
    load->replay.to.client = game->waits ? game->waits->client : NULL;
    game->unread = game->loading = true;
    linea_hub_replay(hub, &load->replay, game->link.key,
                     game->waits ? game->waits->origin : 0);
    return true;
}

void linea_hub_read(struct hub *hub, struct hub_game *game)
{
    game->unread = true;
    if (!hub->closing && !begin_load(hub, game, 0))
        game->retry = linea_hub_retry(hub);
    linea_hub_update(hub, game);
}

void linea_hub_read_on(struct hub *hub, struct hub_game *game)
{
    if (hub->closing || game->loading)
        return;
    game->emit_from = game->table.event + 1;
    if (!begin_load(hub, game, game->table.event)) {
        game->unread = true; /* all of it, later */
        game->retry = linea_hub_retry(hub);
    }
    linea_hub_update(hub, game);
}

void linea_hub_read_from(struct hub *hub, uint64_t id, uint32_t event)
{
    struct hub_game *game = hub->closing ? NULL : linea_hub_add(hub, id);
    if (!game)
        return;
    game->emit_from = event;
    linea_hub_read(hub, game);
}

void linea_hub_checked(struct hub *hub, struct hub_game *game, enum hub_status status)
{
    /* If the game is being read, those who wait for that wait on; so do they while it
       is not known whether what is on its way to the disk or what is there comes first.
     */
    bool open =
        game->loading || (game->pending.first && game->latest > linea_hub_last(game));
    if (!open || status != HUB_OK)
        run_waits(hub, game, status);
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
    bool check = wait->fresh && linea_store_is_shared(hub->store);
    game->visited |= !wait->by_itself;
    if (!game->unread && (game->recent || !wait->recent) && !check) {
        wait->go_on(hub, wait, game, HUB_OK);
        return;
    }
    struct hub_wait **last = &game->waits;
    while (*last)
        last = &(*last)->next;
    *last = wait;
    wait->next = NULL;
    wait->game = game;
    if (!(game->unread ? begin_load(hub, game, 0)
          : check      ? linea_hub_check(hub, game)
                       : linea_hub_recent_open(hub, game)))
        run_waits(hub, game, HUB_FAILED);
    else
        linea_hub_update(hub, game);
}

void linea_hub_recent_opened(struct hub *hub, struct hub_game *game,
                             enum hub_status status)
{
    /* If the game is being read again, or compared with the store, those who wait for
       that as well wait on. */
    if ((!game->loading && !game->checking) || status != HUB_OK)
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
        if (r->to.client == client)
            r->to.client = NULL;
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
