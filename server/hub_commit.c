/*
 * server/hub_commit.c - the way of an event: table, disk, clients.
 *
 * A table runs ahead of the disk; clients never do. Each event waits in its game's list
 * until the store has it, and only then is sent, followed by the answers that spoke of
 * it. If the store fails, or there is no memory for an event, the game is read again as
 * the disk has it, and every request that waits is answered: nothing has happened.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* Events. */

int64_t linea_hub_shown_at(const struct linea_table *t)
{
    return t->begun ? t->at + t->delay * (int64_t)1000 : 0;
}

int64_t linea_hub_end_shown_at(const struct linea_table *t)
{
    return t->move_began + t->delay * (int64_t)1000;
}

static void push(struct hub_list *list, struct hub_pending *p)
{
    p->next = NULL;
    if (list->last)
        list->last->next = p;
    else
        list->first = p;
    list->last = p;
}

static struct hub_pending *pop(struct hub_list *list)
{
    struct hub_pending *p = list->first;
    list->first = p->next;
    if (!list->first)
        list->last = NULL;
    return p;
}

static void drop(struct hub_pending *p)
{
    for (int i = 0; i < HUB_AUDIENCES; i++)
        linea_hub_line_drop(p->line[i]);
    linea_hub_line_drop(p->stored);
    free(p);
}

/* The callbacks of a table. */

enum linea_store_status linea_hub_status(const struct linea_table *t)
{
    return t->over    ? LINEA_STORE_OVER
           : t->begun ? LINEA_STORE_RUNNING
                      : LINEA_STORE_OPEN;
}

/* Those who are away, or come back, which lists say. */
static bool away_changed(struct hub_game *game)
{
    const struct linea_table *t = &game->table;
    unsigned away = 0;
    for (int s = 0; s < t->seats; s++)
        away |= (unsigned)t->seat[s].away << s;
    bool changed = away != game->away;
    game->away = away;
    return changed;
}

/* The line of the log comes first: it begins a new pending event. On failure returns
   false. */
static bool begin_pending(struct hub *hub, struct hub_game *game, const char *text,
                          size_t length)
{
    const struct linea_table *t = &game->table;
    struct hub_pending *p = calloc(1, sizeof *p);
    if (!p)
        return false;
    bool changed = t->state == t->event;
    p->number = t->event;
    p->began = changed && game->status == LINEA_STORE_OPEN;
    p->ended = changed && t->over;
    p->sealed = t->sealed && !game->sealed;
    game->sealed = t->sealed;
    p->turn = changed ? linea_hub_to_move(t) : 0;
    p->moved = changed && t->begun;
    p->at = t->at;
    p->listed = away_changed(game) || !changed || linea_hub_status(t) != game->status ||
                linea_hub_row_is_old(game, hub->options.now());
    if (p->listed)
        game->row_at = hub->options.now();
    p->due = linea_hub_shown_at(t);
    game->status = linea_hub_status(t);
    hub->counters.moves += changed && !p->began;
    push(&game->pending, p);
    if (!game->unsent)
        game->unsent = p;
    if (t->delay && t->event == 1)
        game->behind = calloc(1, sizeof *game->behind);
    p->delayed = game->behind != NULL;
    p->stored = linea_hub_line(text, length);
    return p->stored && (t->event > 1 || p->delayed == (t->delay > 0)) &&
           (!p->delayed || linea_hub_delay_reserve(game, length));
}

static int index_of(int audience)
{
    return audience == LINEA_TABLE_PUBLIC ? LINEA_SEATS : audience;
}

static void emit(void *context, int audience, const char *text, size_t length)
{
    struct hub_game *game = context;
    if (game->lost)
        return;
    if (audience == LINEA_TABLE_STORE) {
        game->lost = !begin_pending(game->hub, game, text, length);
        return;
    }
    struct hub_line *line = linea_hub_line(text, length);
    game->pending.last->line[index_of(audience)] = line;
    game->lost = !line;
}

struct linea_table_io linea_hub_io(struct hub *hub, struct hub_game *game)
{
    return (struct linea_table_io){.emit = emit,
                                   .context = game,
                                   .find_map = hub->options.find_map,
                                   .json = hub->json,
                                   .line = hub->line,
                                   .strangers = true};
}

/* Spectators of a delayed game. */

static void emit_to_spectators(void *context, int audience, const char *text,
                               size_t length)
{
    const struct hub_game *game = context;
    if (audience != LINEA_TABLE_PUBLIC)
        return;
    struct hub_line *line = linea_hub_line(text, length);
    for (const struct hub_client *c = game->clients; c; c = c->next)
        if (c->audience == LINEA_TABLE_PUBLIC)
            game->hub->options.send(c->connection, line);
    linea_hub_line_drop(line);
}

/* What lists say of a table; "" before it is made. */
static size_t write_summary(const struct linea_table *t, char text[LINEA_TABLE_REQUEST])
{
    struct linea_out out;
    linea_out_init(&out, text, LINEA_TABLE_REQUEST);
    if (t->event)
        linea_table_summary(t, &out);
    return (size_t)(out.at - text);
}

/* What strangers may know of a game: as spectators see it. */
static const struct linea_table *as_shown(const struct hub_game *game)
{
    bool later = game->table.begun && game->behind && game->behind->event;
    return later ? game->behind : &game->table;
}

static bool somebody_sits(const struct linea_table *t)
{
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].holder == LINEA_TABLE_HUMAN)
            return true;
    return false;
}

static void fill_row(struct linea_store_row *row, const struct hub_game *game,
                     int64_t now)
{
    const struct linea_table *t = &game->table, *shown = as_shown(game);
    char text[LINEA_TABLE_REQUEST];
    memset(row, 0, sizeof *row);
    row->created = t->made;
    row->changed = now;
    row->status = linea_hub_status(shown);
    row->played = linea_hub_status(t);
    row->is_public =
        t->listed && now >= game->hidden_until && (t->begun || somebody_sits(t));
    row->host = t->over ? 0 : t->host;
    row->player_count = t->seats;
    for (int s = 0; s < t->seats; s++)
        row->players[s] = linea_hub_player_of(t, s);
    if (t->day[0])
        row->players[row->player_count++] = linea_hub_daily_board(t);
    row->summary_length = write_summary(shown, text);
    if (row->summary_length > sizeof row->summary)
        row->summary_length = 0;
    memcpy(row->summary, text, row->summary_length);
}

/* Lists say of a delayed game what spectators see. */
void linea_hub_write_row(struct hub *hub, struct hub_game *game)
{
    struct linea_store_row row;
    game->row_owed = game->pending.first != NULL;
    if (game->row_owed)
        return; /* when these are on the disk */
    fill_row(&row, game, hub->options.now());
    const struct linea_store_event event = {
        .game = game->link.key, .row = &row, .due = linea_hub_due_of(game)};
    linea_store_append(hub->store, &event, 1); /* if it fails, the next one does it */
}

void linea_hub_show_delayed(struct hub *hub, struct hub_game *game)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    char before[LINEA_TABLE_REQUEST], after[LINEA_TABLE_REQUEST];
    if (linea_hub_delayed_due(game) > hub->options.now())
        return;
    size_t length = write_summary(game->behind, before);
    io.emit = emit_to_spectators;
    while (linea_hub_delayed_due(game) <= hub->options.now())
        linea_hub_delayed_next(game, &io);
    if (game->table.begun && game->driven &&
        (write_summary(game->behind, after) != length ||
         memcmp(before, after, length) != 0))
        linea_hub_write_row(hub, game);
}

/* Answers. */

struct hub_waiting *linea_hub_waiting(const struct hub_reply *to)
{
    struct hub_waiting *w = calloc(1, sizeof *w);
    if (w)
        w->to = *to;
    return w;
}

void linea_hub_waiting_free(struct hub_waiting *w)
{
    linea_hub_line_drop(w->line);
    free(w->asked);
    free(w);
}

void linea_hub_forget_waiting(struct hub_waiting *first,
                              const struct hub_client *client)
{
    for (struct hub_waiting *w = first; w; w = w->next)
        if (w->to.client == client) {
            w->to.client = NULL;
            free(w->asked); /* nobody is there any more to be charged */
            w->asked = NULL;
        }
}

static void answer(struct hub *hub, struct hub_waiting *w)
{
    if (w->to.client)
        hub->options.send(w->to.client->connection, w->line);
    else
        linea_hub_reply(hub, &w->to, HUB_OK, w->line->text, w->line->length);
    linea_hub_waiting_free(w);
}

void linea_hub_answer_later(struct hub *hub, struct hub_game *game,
                            struct hub_waiting *waiting)
{
    game->lost |= !waiting->line;
    if (!game->lost && !game->pending.last) {
        answer(hub, waiting);
        return;
    }
    struct hub_waiting **at =
        game->lost ? &game->failing : &game->pending.last->waiting;
    while (*at)
        at = &(*at)->next;
    *at = waiting;
}

static void fail_waiting(struct hub *hub, struct hub_waiting *first)
{
    for (struct hub_waiting *w = first, *next; w; w = next) {
        next = w->next;
        linea_hub_refuse(hub, &w->to, HUB_FAILED, "not-stored",
                         "the server could not store this: nothing has happened, try "
                         "again later");
        linea_hub_waiting_free(w);
    }
}

/* Put aside the requests among these that can be decided again. */
static void keep_asked(struct hub_game *game, struct hub_waiting **list)
{
    struct hub_waiting **last = &game->again;
    while (*last)
        last = &(*last)->next;
    while (*list) {
        struct hub_waiting *w = *list;
        if (!w->asked) {
            list = &w->next;
            continue;
        }
        *list = w->next;
        w->next = NULL;
        *last = w;
        last = &w->next;
    }
}

/* What the store still says of these events is to be passed over: later ones may wait
   by then. */
void linea_hub_give_up(struct hub *hub, struct hub_game *game)
{
    struct hub_waiting *failing = game->failing, *again = game->again;
    game->stale += game->in_flight;
    game->in_flight = 0;
    while (game->pending.first) {
        struct hub_pending *p = pop(&game->pending);
        fail_waiting(hub, p->waiting);
        drop(p);
    }
    game->delayed.reserved = 0;
    game->unsent = NULL;
    game->failing = NULL;
    game->again = NULL;
    game->lost = false;
    fail_waiting(hub, failing);
    fail_waiting(hub, again);
}

void linea_hub_reseat(struct hub_game *game)
{
    bool changed = false;
    for (struct hub_client *c = game->clients; c; c = c->next) {
        int seat = linea_table_seat_of(&game->table, c->who.player);
        int audience = seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat;
        changed |= audience != c->audience;
        c->audience = audience;
    }
    if (changed)
        linea_hub_note_presence(game);
}

static void drop_rematch(struct hub *hub, struct hub_game *game)
{
    if (!game->next)
        return;
    linea_hub_give_up(hub, game->next);
    linea_hub_forget(hub, game->next);
    game->next = NULL;
}

/* Read the game again as the disk has it, and let clients know of what is new there. */
static void read_again(struct hub *hub, struct hub_game *game)
{
    game->emit_from =
        game->pending.first ? game->pending.first->number : game->table.event + 1;
    linea_hub_give_up(hub, game);
    drop_rematch(hub, game);
    linea_hub_recent_close(game);
}

int64_t linea_hub_retry(const struct hub *hub)
{
    return hub->options.now() +
           (linea_store_is_shared(hub->store) ? HUB_RETRY_SHARED : HUB_RETRY);
}

/* What was not stored has not happened. */
static void fail(struct hub *hub, struct hub_game *game)
{
    hub->counters.failed++;
    read_again(hub, game);
    game->retry = linea_hub_retry(hub);
    linea_hub_read(hub, game);
}

/* Another node was quicker. Nothing has happened here, so what was asked is decided
   again when it is known what has happened there. */
static void fall_behind(struct hub *hub, struct hub_game *game)
{
    struct hub_waiting *again;
    hub->counters.behind++;
    for (struct hub_pending *p = game->pending.first; p; p = p->next)
        keep_asked(game, &p->waiting);
    keep_asked(game, &game->failing);
    again = game->again;
    game->again = NULL;
    read_again(hub, game);
    game->again = again;
    linea_hub_read(hub, game);
}

/* To the disk. */

/* How many events of a game and of its rematch the store does not have. */
static int count_unsent(const struct hub_game *game)
{
    int count = game->next ? count_unsent(game->next) : 0;
    for (const struct hub_pending *p = game->unsent; p; p = p->next)
        count++;
    return count;
}

/* Whom other nodes let know of an event: those who would be sent a notice here. */
static void note_players(struct linea_store_event *event, const struct hub_game *game,
                         const struct hub_pending *p)
{
    const struct linea_table *t = &game->table;
    int count = 0;
    if (p->sealed || p->began || p->ended || (t->cup && p->number == 1))
        for (int s = 0; s < t->seats; s++)
            if (linea_hub_player_of(t, s))
                event->players[count++] = linea_hub_player_of(t, s);
    if (count == 0 && p->turn)
        event->players[count++] = p->turn;
    event->notices = linea_hub_notices(t, p);
}

/* Hand to the store, as one transaction, all that it does not have: what came of one
   request is never cut in two, and a row is as of the last event with which it is
   written. */
static enum linea_store_result append(struct hub *hub, struct hub_game *game)
{
    struct hub_game *games[] = {game, game->next};
    struct linea_store_row row[2];
    int count = 0, of_game[2] = {0};
    struct linea_store_event *events =
        malloc((size_t)count_unsent(game) * sizeof *events);
    if (!events)
        return LINEA_STORE_MEMORY;
    for (int g = 0; g < 2 && games[g]; g++) {
        fill_row(&row[g], games[g], hub->options.now());
        const int64_t due = linea_hub_due_of(games[g]);
        for (const struct hub_pending *p = games[g]->unsent; p;
             p = p->next, of_game[g]++) {
            struct linea_store_event *e = &events[count++];
            *e = (struct linea_store_event){.game = games[g]->link.key,
                                            .number = (int)p->number,
                                            .length = p->stored->length,
                                            .text = p->stored->text,
                                            .row = p->listed ? &row[g] : NULL,
                                            .ticket = games[g]->link.key,
                                            .due = due};
            note_players(e, games[g], p);
        }
    }
    enum linea_store_result result = linea_store_append(hub->store, events, count);
    free(events);
    if (result != LINEA_STORE_OK)
        return result;
    for (int g = 0; g < 2 && games[g]; g++) {
        games[g]->in_flight += of_game[g];
        games[g]->unsent = NULL;
    }
    if (game->next)
        linea_hub_update(hub, game->next);
    game->next = NULL;
    return LINEA_STORE_OK;
}

/* Send what the store does not have. On failure returns false; what was sent before is
   waited for, since it may be on the disk. */
static bool send_unsent(struct hub *hub, struct hub_game *game)
{
    enum linea_store_result result = LINEA_STORE_OK;
    while (game->unsent && !game->lost && result == LINEA_STORE_OK)
        result = append(hub, game);
    if (!game->unsent && !game->lost)
        return true;
    if (!game->in_flight && result == LINEA_STORE_STUCK && !game->lost)
        fall_behind(hub, game); /* a row was refused, which nobody waits for */
    else if (!game->in_flight)
        fail(hub, game);
    return false;
}

/* Let the program of the seat to move go on. Returns whether it has moved. */
static bool move_program(struct hub *hub, struct hub_game *game)
{
    const char *bot = NULL;
    struct linea_table *t = &game->table;
    struct linea_table_io io = linea_hub_io(hub, game);
    int64_t now = linea_hub_now(hub, game);
    if (game->thinking || linea_hub_program(game, &bot) == LINEA_NOBODY ||
        now < game->retry || now < linea_table_program_due(t))
        return false;
    if (!bot)
        return linea_table_program_move(t, &io, t->state,
                                        linea_table_idle_move(&t->game), now);
    /* Who knew with what a bot begins could see by what it does what it holds. */
    const uint64_t seed =
        t->day[0] ? linea_hub_daily_seed(t) : linea_hub_number_of(t, game->link.key);
    game->thinking = linea_think_ask(hub->thinkers, game->link.key, t->state, &t->game,
                                     bot, game->origin, seed);
    hub->counters.bots_waiting += game->thinking;
    if (!game->thinking)
        game->retry = linea_hub_retry(hub);
    return false;
}

void linea_hub_commit(struct hub *hub, struct hub_game *game)
{
    while (!game->unread && send_unsent(hub, game) && move_program(hub, game))
        ;
    linea_hub_update(hub, game);
}

/* From the disk. */

/* Send a durable event to everyone whom it concerns. */
static void deliver(struct hub *hub, struct hub_game *game, const struct hub_pending *p)
{
    for (const struct hub_client *c = game->clients; c; c = c->next) {
        struct hub_line *line = p->line[index_of(c->audience)];
        bool later = p->delayed && c->audience == LINEA_TABLE_PUBLIC;
        if (line && p->number > c->sent && !later && !c->missed)
            hub->options.send(c->connection, line);
    }
    linea_hub_notify(hub, game, p);
}

/* The oldest event of a game is on the disk. */
static void complete(struct hub *hub, struct hub_game *game)
{
    struct hub_pending *p = pop(&game->pending);
    struct hub_waiting *waiting = p->waiting;
    if (p->listed)
        linea_hub_lobby_changed(hub);
    linea_hub_recent_add(hub, game, p->stored, p->number);
    deliver(hub, game, p);
    if (p->delayed)
        linea_hub_delay(game, p);
    linea_hub_show_delayed(hub, game);
    if (game->row_owed && !game->pending.first)
        linea_hub_write_row(hub, game);
    drop(p);
    for (struct hub_waiting *w = waiting, *next; w; w = next) {
        next = w->next;
        answer(hub, w);
    }
}

bool linea_hub_emit_stored(struct hub *hub, struct hub_game *game, const char *text,
                           size_t length)
{
    struct linea_table_io io = linea_hub_io(hub, game);
    struct linea_error error;
    const struct linea_table before = game->table;
    bool fine = linea_table_restore(&game->table, &error, &io, true, text, length);
    game->unsent = NULL; /* the store has it */
    if (fine)
        linea_hub_delay_begin(game, &before);
    if (!fine || game->lost)
        return false;
    linea_hub_reseat(game);
    complete(hub, game);
    return true;
}

/* What the store says of the oldest event that it was sent of a game. */
static void receive_stored(struct hub *hub, struct hub_game *game,
                           enum linea_store_result result)
{
    bool stored = result == LINEA_STORE_OK;
    if (game->stale > 0) {
        game->stale--;
    } else if (game->in_flight > 0) {
        game->in_flight--;
        if (stored)
            complete(hub, game);
        if (result == LINEA_STORE_BEHIND)
            fall_behind(hub, game);
        else if (!stored || (!game->in_flight && (game->lost || game->unsent)))
            fail(hub, game);
        linea_hub_catch_up(hub, game);
    }
    linea_hub_update(hub, game);
    if (game->waits && !game->unread && !game->checking)
        linea_hub_checked(hub, game, HUB_OK);
}

static void note_stored(struct hub *hub, const struct linea_store_completion *done)
{
    bool stored = done->result == LINEA_STORE_OK;
    struct hub_game *game = linea_hub_in_memory(hub, done->ticket);
    if (!done->ticket) /* a row alone */
        linea_hub_lobby_changed(hub);
    if (!linea_hub_removal_done(hub, done->ticket, stored) && game)
        receive_stored(hub, game, done->result);
}

bool linea_hub_fetch_stored(struct hub *hub, int64_t end)
{
    enum { SOME = 8 };
    struct linea_store_completion done[SOME];
    int n = SOME;
    while (n == SOME && hub->options.now() < end) {
        n = linea_store_completed(hub->store, done, SOME);
        for (int i = 0; i < n; i++)
            note_stored(hub, &done[i]);
    }
    return n < SOME;
}
