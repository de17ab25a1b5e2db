/*
 * server/hub.c - games in memory, what they tell, and the way of an event: table, disk,
 * clients.
 *
 * A table runs ahead of the disk; clients never do. Each event waits in its game's list
 * until the store has it, and only then is told, followed by the answers that spoke of
 * it. If the store fails, the game is read again as the disk has it, and whoever waits
 * is told that nothing has happened.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "hub_internal.h"

/* Lines. */

struct hub_line *linea_hub_line(struct hub *hub, const char *text, size_t length)
{
    struct hub_line *line = malloc(sizeof *line + hub->options.room + length + 1);
    if (!line)
        return NULL;
    line->users = 1;
    line->length = length;
    line->text = (char *)(line + 1) + hub->options.room;
    memcpy(line->text, text, length);
    line->text[length] = 0;
    return line;
}

void linea_hub_line_keep(struct hub_line *line)
{
    line->users++;
}

void linea_hub_line_drop(struct hub_line *line)
{
    if (line && --line->users == 0)
        free(line);
}

/* Games. */

static struct hub_game **bucket_of(struct hub *hub, uint64_t id)
{
    return &hub->bucket[(id ^ id >> 32) & (HUB_BUCKETS - 1)];
}

struct hub_game *linea_hub_add(struct hub *hub, uint64_t id)
{
    struct hub_game **bucket = bucket_of(hub, id);
    struct hub_game *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    game->id = id;
    game->idle_since = hub->options.now();
    game->next = *bucket;
    *bucket = game;
    hub->counters.games++;
    return game;
}

static void drop_delayed(struct hub_game *game)
{
    struct hub_delayed *d = game->first_delayed;
    game->first_delayed = d->next;
    if (!game->first_delayed)
        game->last_delayed = NULL;
    linea_hub_line_drop(d->stored);
    free(d);
}

void linea_hub_forget(struct hub *hub, struct hub_game *game)
{
    struct hub_game **at = bucket_of(hub, game->id);
    while (*at != game)
        at = &(*at)->next;
    *at = game->next;
    for (struct hub_client *c = game->clients; c; c = c->next)
        c->game = NULL;
    while (game->first_delayed)
        drop_delayed(game);
    free(game->behind);
    free(game);
    hub->counters.games--;
}

static struct hub_game *in_memory(struct hub *hub, uint64_t id)
{
    struct hub_game *game = *bucket_of(hub, id);
    while (game && game->id != id)
        game = game->next;
    return game && !game->dead ? game : NULL;
}

/* How tables find what they need, and tell. */

static bool is_bot(void *context, const char *name)
{
    (void)context;
    return linea_bot_find(name) != NULL;
}

static enum linea_store_status status_of(const struct linea_table *t)
{
    return t->over    ? LINEA_STORE_OVER
           : t->begun ? LINEA_STORE_RUNNING
                      : LINEA_STORE_OPEN;
}

/* When who watches may know of the last event: before a game has begun at once, so that
   anyone can find it and sit down. */
static int64_t due_of(const struct linea_table *t)
{
    return t->begun ? t->at + t->delay * (int64_t)1000 : 0;
}

/* An event is told to the log first: that begins a new pending one. */
static void hear(void *context, int audience, const char *text, size_t length)
{
    struct hub *hub = context;
    struct hub_game *game = hub->telling;
    if (audience == LINEA_TABLE_STORE) {
        struct hub_pending *p = calloc(1, sizeof *p);
        if (!p)
            abort(); /* The table has moved on: what cannot be told cannot be kept. */
        p->game = game;
        p->number = game->table.event;
        bool changed = game->table.state == game->table.event;
        bool began = changed && game->status == LINEA_STORE_OPEN;
        p->listed = !changed || status_of(&game->table) != game->status;
        game->status = status_of(&game->table);
        p->due = due_of(&game->table);
        p->stored = linea_hub_line(hub, text, length);
        hub->counters.moves += changed && !began;
        if (changed)
            linea_hub_news(hub, game, p, began);
        if (game->last)
            game->last->next = p;
        else
            game->first = p;
        game->last = p;
        hub->fresh = p;
        return;
    }
    int at = audience == LINEA_TABLE_PUBLIC ? LINEA_SEATS : audience;
    hub->fresh->line[at] = linea_hub_line(hub, text, length);
}

struct linea_table_io linea_hub_io(struct hub *hub)
{
    return (struct linea_table_io){.emit = hear,
                                   .context = hub,
                                   .find_map = hub->options.find_map,
                                   .is_bot = is_bot,
                                   .json = hub->json,
                                   .line = hub->line};
}

/* What who watches is told later. */

static void give(struct hub *hub, struct hub_client *client, struct hub_line *line)
{
    hub->options.send(client->connection, line);
}

static void hear_behind(void *context, int audience, const char *text, size_t length)
{
    struct hub *hub = context;
    struct hub_line *line;
    if (audience != LINEA_TABLE_PUBLIC || !(line = linea_hub_line(hub, text, length)))
        return;
    for (struct hub_client *c = hub->telling->clients, *next; c; c = next) {
        next = c->next;
        if (c->audience == LINEA_TABLE_PUBLIC)
            give(hub, c, line);
    }
    linea_hub_line_drop(line);
}

static void show_delayed(struct hub *hub, struct hub_game *game, int64_t now)
{
    struct linea_table_io io = linea_hub_io(hub);
    struct linea_error error;
    io.emit = hear_behind;
    while (game->first_delayed && game->first_delayed->due <= now) {
        struct hub_line *stored = game->first_delayed->stored;
        hub->telling = game;
        linea_table_restore(game->behind, &error, &io, true, stored->text,
                            stored->length);
        drop_delayed(game);
    }
}

/* Let an event wait for its time; the line is kept. */
static void delay(struct hub_game *game, struct hub_line *stored, int64_t due)
{
    struct hub_delayed *d = calloc(1, sizeof *d);
    if (!game->behind)
        game->behind = calloc(1, sizeof *game->behind);
    if (!d || !game->behind || !stored)
        abort(); /* Who watches would never again be told the right thing. */
    d->due = due;
    d->stored = stored;
    linea_hub_line_keep(stored);
    if (game->last_delayed)
        game->last_delayed->next = d;
    else
        game->first_delayed = d;
    game->last_delayed = d;
}

/* Reading games. */

static void go_on(struct hub *hub, struct hub_game *game);

struct reading {
    struct hub *hub;
    struct linea_table *table;
    struct hub_game *game; /* into which it is read, or NULL */
    const struct linea_table_io *io;
    uint32_t seen; /* what comes after it is told */
    bool failed;
};

static bool read_event(void *context, const struct linea_store_event *event)
{
    struct reading *r = context;
    struct linea_error error;
    r->failed =
        !linea_table_restore(r->table, &error, r->io, r->table->event >= r->seen,
                             event->text, event->length);
    if (!r->failed && r->game && r->table->delay) {
        struct hub_line *line = linea_hub_line(r->hub, event->text, event->length);
        delay(r->game, line, due_of(r->table));
        linea_hub_line_drop(line);
    }
    return !r->failed;
}

static bool read_all(struct reading *r, uint64_t id)
{
    memset(r->table, 0, sizeof *r->table);
    return linea_store_load(r->hub->store, id, read_event, r) == LINEA_STORE_OK &&
           !r->failed && r->table->event > 0;
}

bool linea_hub_replay(struct hub *hub, uint64_t id, struct linea_table *t,
                      const struct linea_table_io *io, uint32_t seen)
{
    struct reading r = {.hub = hub, .table = t, .io = io, .seen = seen};
    return read_all(&r, id);
}

struct hub_game *linea_hub_find(struct hub *hub, uint64_t id)
{
    struct hub_game *game = in_memory(hub, id);
    struct linea_table_io io = linea_hub_io(hub);
    if (game || !(game = linea_hub_add(hub, id)))
        return game;
    struct reading r = {.hub = hub,
                        .table = &game->table,
                        .game = game,
                        .io = &io,
                        .seen = HUB_ALL_SEEN};
    if (!read_all(&r, id)) {
        linea_hub_forget(hub, game);
        return NULL;
    }
    game->status = status_of(&game->table);
    show_delayed(hub, game, hub->options.now());
    go_on(hub, game);
    linea_hub_commit(hub, game);
    return game;
}

/* The way to the disk. */

static void fill_row(const struct hub_game *game, struct linea_store_row *row,
                     int64_t now)
{
    const struct linea_table *t = &game->table;
    char text[LINEA_TABLE_REQUEST];
    struct linea_out out;
    memset(row, 0, sizeof *row);
    row->created = t->made;
    row->changed = now;
    row->status = status_of(t);
    row->is_public = t->listed;
    row->player_count = t->seats;
    for (int s = 0; s < t->seats; s++)
        row->players[s] = t->seat[s].player;
    linea_out_init(&out, text, sizeof text);
    linea_table_summary(t, &out);
    row->summary_length = (size_t)(out.at - text);
    if (row->summary_length > sizeof row->summary)
        row->summary_length = 0;
    memcpy(row->summary, text, row->summary_length);
}

static void fail_game(struct hub *hub, struct hub_game *game);

static bool append(struct hub *hub, struct hub_pending *p)
{
    struct linea_store_row row;
    struct linea_store_event event = {.game = p->game->id,
                                      .number = (int)p->number,
                                      .length = p->stored->length,
                                      .text = p->stored->text,
                                      .ticket = p->game->id};
    if (p->listed) {
        fill_row(p->game, &row, hub->options.now());
        event.row = &row;
    }
    return linea_store_append(hub->store, &event) == LINEA_STORE_OK;
}

/* Let the program of the seat to move go on. */
static void go_on(struct hub *hub, struct hub_game *game)
{
    const char *bot = NULL;
    struct linea_table *t = &game->table;
    if (game->thinking || linea_table_program(t, &bot) == LINEA_NOBODY ||
        hub->options.now() < game->retry)
        return;
    if (bot) {
        game->thinking =
            linea_think_ask(hub->thinkers, game->id, t->state, &t->game, bot);
        hub->counters.bots_waiting += game->thinking;
        return;
    }
    struct linea_table_io io = linea_hub_io(hub);
    hub->telling = game;
    linea_table_program_move(t, &io, t->state, linea_table_idle_move(&t->game),
                             hub->options.now());
}

void linea_hub_commit(struct hub *hub, struct hub_game *game)
{
    struct hub_pending *p = hub->fresh;
    hub->fresh = NULL;
    if (!p)
        return;
    /* The first event of this game that the store does not know yet. */
    struct hub_pending *at = game->first;
    while (at && at->sent)
        at = at->next;
    for (; at; at = at->next) {
        at->sent = append(hub, at);
        if (!at->sent) {
            if (at == game->first)
                fail_game(hub, game);
            return; /* else when it is known what became of those before */
        }
    }
    go_on(hub, game);
    if (hub->fresh)
        linea_hub_commit(hub, game);
}

static void answer_now(struct hub *hub, struct hub_waiting *w)
{
    if (w->client)
        give(hub, w->client, w->line);
    else if (w->answer)
        w->answer(w->context, w->status, w->line->text, w->line->length);
    linea_hub_line_drop(w->line);
    free(w);
}

void linea_hub_answer_later(struct hub *hub, struct hub_game *game,
                            struct hub_waiting *waiting)
{
    if (!game->last) {
        answer_now(hub, waiting);
        return;
    }
    struct hub_waiting **at = &game->last->waiting;
    while (*at)
        at = &(*at)->next;
    *at = waiting;
}

/* Tell an event that is durable. */
static void deliver(struct hub *hub, struct hub_pending *p)
{
    struct hub_game *game = p->game;
    bool delayed = game->table.delay > 0;
    for (struct hub_client *c = game->clients, *next; c; c = next) {
        next = c->next;
        int at = c->audience == LINEA_TABLE_PUBLIC ? LINEA_SEATS : c->audience;
        if (p->line[at] && p->number > c->told &&
            !(delayed && c->audience == LINEA_TABLE_PUBLIC))
            give(hub, c, p->line[at]);
    }
    linea_hub_tell_news(hub, p);
    if (delayed) {
        delay(game, p->stored, p->due);
        show_delayed(hub, game, hub->options.now());
    }
}

static void drop_pending(struct hub_pending *p)
{
    linea_hub_line_drop(p->stored);
    linea_hub_line_drop(p->news);
    linea_hub_line_drop(p->turn_line);
    for (int i = 0; i < HUB_AUDIENCES; i++)
        linea_hub_line_drop(p->line[i]);
    free(p);
}

/* The oldest event of a game is on the disk. */
static void complete(struct hub *hub, struct hub_game *game)
{
    struct hub_pending *p = game->first;
    game->first = p->next;
    if (!game->first)
        game->last = NULL;
    deliver(hub, p);
    for (struct hub_waiting *w = p->waiting, *next; w; w = next) {
        next = w->next;
        answer_now(hub, w);
    }
    drop_pending(p);
}

/* Tell who waits that nothing has happened. What the store still says of these events
   is to be passed over: later ones may wait by then. */
static void give_up(struct hub *hub, struct hub_game *game)
{
    static const char message[] = "{\"id\":null,\"error\":\"not-stored\",\"message\":"
                                  "\"the server could not store "
                                  "this: nothing has happened, try again later\"}";
    while (game->first) {
        struct hub_pending *p = game->first;
        game->first = p->next;
        game->stale += p->sent;
        for (struct hub_waiting *w = p->waiting, *next; w; w = next) {
            next = w->next;
            linea_hub_line_drop(w->line);
            w->line = linea_hub_line(hub, message, sizeof message - 1);
            w->status = HUB_FAILED;
            answer_now(hub, w);
        }
        drop_pending(p);
    }
    game->last = NULL;
}

void linea_hub_reseat(struct hub_game *game)
{
    for (struct hub_client *c = game->clients; c; c = c->next) {
        int seat = linea_table_seat_of(&game->table, c->who.player);
        c->audience = seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat;
    }
}

/* What was not stored has not happened: the game is again as the disk has it. */
static void fail_game(struct hub *hub, struct hub_game *game)
{
    enum { RETRY = 5000 }; /* milliseconds: who tries at once mostly fails again */
    struct linea_table_io io = linea_hub_io(hub);
    struct linea_table table;
    int last;
    hub->counters.failed++;
    give_up(hub, game);
    hub->fresh = NULL;
    linea_store_reset(hub->store, game->id, &last);
    game->dead = !linea_hub_replay(hub, game->id, &table, &io, HUB_ALL_SEEN);
    game->table = table;
    game->status = status_of(&table);
    game->retry = hub->options.now() + RETRY;
    linea_hub_reseat(game);
}

/* What the store says of the oldest event that it was sent of a game. */
static void hear_stored(struct hub *hub, struct hub_game *game, bool stored)
{
    if (game->stale > 0) {
        game->stale--;
        return;
    }
    if (!game->first)
        return;
    game->first->sent = false;
    if (stored)
        complete(hub, game);
    /* One that is not on its way now was not taken. */
    if (!stored || (game->first && !game->first->sent))
        fail_game(hub, game);
}

static void fetch_stored(struct hub *hub)
{
    struct linea_store_completion done[64];
    int n;
    while ((n = linea_store_completed(hub->store, done, 64)) > 0)
        for (int i = 0; i < n; i++) {
            struct hub_game *game = in_memory(hub, done[i].ticket);
            if (game)
                hear_stored(hub, game, done[i].result == LINEA_STORE_OK);
        }
}

static void fetch_thoughts(struct hub *hub)
{
    uint64_t id;
    uint32_t state;
    linea_move m;
    struct linea_table_io io = linea_hub_io(hub);
    while (linea_think_fetch(hub->thinkers, &id, &state, &m)) {
        struct hub_game *game = in_memory(hub, id);
        hub->counters.bots_waiting--;
        if (!game)
            continue;
        game->thinking = false;
        hub->telling = game;
        if (linea_table_program_move(&game->table, &io, state, m, hub->options.now()))
            hub->counters.bot_moves++;
        else
            go_on(hub, game); /* It was about a state that is gone. */
        linea_hub_commit(hub, game);
    }
}

void linea_hub_poll(struct hub *hub)
{
    fetch_stored(hub);
    fetch_thoughts(hub);
}

/* Clocks and delays. */

/* How long a game that nobody is at stays in memory, in milliseconds. What runs by
   itself, a clock or a bot, must not leave it. */
static int64_t kept_for(const struct hub_game *game)
{
    enum { OVER = 60 * 1000, WAITING = 24 * 3600 * 1000 };
    const char *bot;
    if (game->table.over)
        return OVER;
    return game->thinking || linea_table_deadline(&game->table) != INT64_MAX ||
                   linea_table_program(&game->table, &bot) != LINEA_NOBODY
               ? INT64_MAX
               : WAITING;
}

static void tick_game(struct hub *hub, struct hub_game *game, int64_t now)
{
    if (game->dead) {
        linea_hub_forget(hub, game);
        return;
    }
    if (linea_table_deadline(&game->table) <= now) {
        struct linea_table_io io = linea_hub_io(hub);
        hub->telling = game;
        linea_table_tick(&game->table, &io, now);
        linea_hub_commit(hub, game);
    }
    if (!game->first) { /* After a failure nobody else lets programs go on. */
        go_on(hub, game);
        linea_hub_commit(hub, game);
    }
    show_delayed(hub, game, now);
    if (game->clients || game->first || game->first_delayed)
        game->idle_since = now;
    else if (now - game->idle_since > kept_for(game))
        linea_hub_forget(hub, game);
}

/* Some of the games that nobody has asked for since the start: their clocks run, and
   their bots are to go on. */
static void read_some(struct hub *hub)
{
    enum { SOME = 32 }; /* about ten milliseconds */
    for (int i = 0; i < SOME && hub->unread_count > 0; i++) {
        uint64_t id = hub->unread[--hub->unread_count];
        if (linea_hub_find(hub, id))
            continue;
        hub->counters.unreadable++;
        if (hub->options.unreadable)
            hub->options.unreadable(id);
    }
}

int linea_hub_tick(struct hub *hub)
{
    int64_t now = hub->options.now();
    read_some(hub);
    for (int b = 0; b < HUB_BUCKETS; b++)
        for (struct hub_game *game = hub->bucket[b], *next; game; game = next) {
            next = game->next;
            tick_game(hub, game, now);
        }
    return hub->unread_count ? 1 : 1000;
}

/* The beginning and the end. */

static bool note_unread(void *context, uint64_t game)
{
    struct hub *hub = context;
    int n = hub->unread_count;
    if ((n & (n - 1)) == 0) { /* full at every power of two */
        uint64_t *more = realloc(hub->unread, (n ? 2 * (size_t)n : 1) * sizeof *more);
        if (!more)
            return false;
        hub->unread = more;
    }
    hub->unread[hub->unread_count++] = game;
    return true;
}

struct hub *linea_hub_open(const struct hub_options *options, char error[256])
{
    struct hub *hub = calloc(1, sizeof *hub);
    if (hub) {
        hub->options = *options;
        hub->store = options->store;
        hub->json = malloc(sizeof *hub->json);
        hub->line = malloc(LINEA_TABLE_LINE);
        hub->thinkers = linea_think_open(options);
    }
    if (!hub || !hub->json || !hub->line || !hub->thinkers || sodium_init() < 0) {
        snprintf(error, 256, "no memory or no threads");
        linea_hub_close(hub);
        return NULL;
    }
    enum linea_store_result result =
        linea_store_unfinished(hub->store, note_unread, hub);
    if (result != LINEA_STORE_OK) {
        snprintf(error, 256, "the stored games cannot be listed: %s",
                 linea_store_result_name(result));
        linea_hub_close(hub);
        return NULL;
    }
    return hub;
}

void linea_hub_close(struct hub *hub)
{
    if (!hub)
        return;
    linea_think_close(hub->thinkers);
    if (hub->store)
        linea_store_flush(hub->store);
    if (hub->json && hub->line)
        fetch_stored(hub);
    for (int b = 0; b < HUB_BUCKETS; b++)
        for (struct hub_game *game = hub->bucket[b], *next; game; game = next) {
            next = game->next;
            give_up(hub, game);
            linea_hub_forget(hub, game);
        }
    free(hub->unread);
    free(hub->line);
    free(hub->json);
    free(hub);
}
