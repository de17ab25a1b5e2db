/*
 * server/hub_record.c - the record of a game that is over, written from its log.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* A record being put together. */
struct recording {
    char *text;
    size_t length, size;
    bool failed;
};

static void emit_record(void *context, int audience, const char *text, size_t length)
{
    struct recording *r = context;
    if (audience != LINEA_TABLE_RECORD || !length)
        return;
    if (r->length + length > r->size) {
        size_t size = (r->length + length) * 2;
        char *more = realloc(r->text, size);
        r->failed |= !more;
        if (!more)
            return;
        r->text = more;
        r->size = size;
    }
    memcpy(r->text + r->length, text, length);
    r->length += length;
}

/* Whether somebody may have the record of a game: it is over, also for spectators.
   Where a tournament plays one deal at several tables, its players wait as well: the
   record has the deal. */
static bool may_have(const struct hub *hub, const struct linea_table *t,
                     const struct hub_guest *who)
{
    bool plays = linea_table_seat_of(t, who->player) != LINEA_NOBODY && !t->cup;
    return t->over &&
           (who->house || plays || hub->options.now() >= linea_hub_end_shown_at(t));
}

/* A record that is asked for: is the game over, then its log. */
struct asked {
    struct hub_replay replay;
    struct hub_rows rows;
    struct hub_wait wait;
    struct hub *hub;
    struct hub_guest who;
    uint64_t game;
    int status; /* of the row, -1 if there is none */
    struct recording recording;
};

static void refuse(struct asked *a, enum hub_status status)
{
    linea_hub_refuse_game(a->hub, &a->replay.to, status);
    free(a);
}

static void refuse_running(struct asked *a)
{
    linea_hub_refuse(a->hub, &a->replay.to, HUB_FORBIDDEN, "not-over",
                     "the game is not over: its record would reveal its secrets");
}

/* A key more in the header, which was written before it was known. */
static void add_hints(struct recording *r, const struct linea_table *t)
{
    char key[16 + 4 * LINEA_SEATS];
    struct linea_out out;
    linea_out_init(&out, key, sizeof key);
    struct linea_list header = {.out = &out, .before = ","};
    linea_table_write_hints(t, &header);
    size_t length = (size_t)(out.at - key);
    char *end = length && r->text ? memchr(r->text, '\n', r->length) : NULL;
    if (!end)
        return;
    size_t at = (size_t)(end - r->text) - 1; /* of the brace that closes it */
    char *more = realloc(r->text, r->length + length);
    r->failed |= !more;
    if (!more)
        return;
    r->text = more;
    memmove(more + at + length, more + at, r->length - at);
    memcpy(more + at, key, length);
    r->length += length;
}

static void finish(struct hub_replay *r)
{
    struct asked *a = (struct asked *)r;
    if (!a->recording.failed)
        add_hints(&a->recording, &r->table);
    if (r->status != HUB_OK)
        linea_hub_refuse_game(r->hub, &r->to, r->status);
    else if (!may_have(r->hub, &r->table, &a->who))
        refuse_running(a);
    else if (a->recording.failed)
        linea_hub_refuse(r->hub, &r->to, HUB_FAILED, "memory", "no memory");
    else
        linea_hub_reply(r->hub, &r->to, HUB_OK, a->recording.text, a->recording.length);
    free(a->recording.text);
    free(a);
}

static void write_record(struct asked *a)
{
    a->replay.io = linea_hub_replay_io(a->hub);
    a->replay.io.emit = emit_record;
    a->replay.io.context = &a->recording;
    a->replay.io.record = true;
    a->replay.emits = true;
    a->replay.done = finish;
    linea_hub_replay(a->hub, &a->replay, a->game, a->who.origin);
}

static void look(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                 enum hub_status status)
{
    struct asked *a = (struct asked *)((char *)wait - offsetof(struct asked, wait));
    if (!game) {
        refuse(a, status);
    } else if (may_have(hub, &game->table, &a->who)) {
        write_record(a);
    } else {
        refuse_running(a);
        free(a);
    }
}

static bool note_status(void *context, const struct linea_store_row *row)
{
    *(int *)context = (int)row->status;
    return true;
}

static void row_read(struct linea_store_reading *reading)
{
    struct asked *a =
        (struct asked *)((char *)reading - offsetof(struct asked, rows.reading));
    linea_hub_rows_read(&a->rows);
    if (reading->result != LINEA_STORE_OK)
        refuse(a, HUB_FAILED);
    else if (a->status < 0)
        refuse(a, HUB_MISSING);
    else if (a->status == LINEA_STORE_OVER)
        write_record(a);
    else
        linea_hub_wait(a->hub, &a->wait, a->game); /* it is in memory from now on */
}

/* Whether the game is over is known without reading its log for each request: from
   memory, or else from its row. */
void linea_hub_record(struct hub *hub, uint64_t id, const struct hub_guest *who,
                      hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct asked *a = calloc(1, sizeof *a);
    if (!a) {
        linea_hub_refuse_game(hub, &to, HUB_FAILED);
        return;
    }
    a->hub = hub;
    a->who = *who;
    a->game = id;
    a->status = -1;
    a->replay.to = to;
    a->wait = (struct hub_wait){.origin = who->origin, .fresh = true, .go_on = look};
    struct hub_game *game = linea_hub_at_hand(hub, id);
    if (game && (!linea_store_is_shared(hub->store) || game->table.over)) {
        look(hub, &a->wait, game, HUB_OK);
        return;
    }
    a->rows.reading = (struct linea_store_reading){.row = note_status,
                                                   .query = {.game = id},
                                                   .context = &a->status,
                                                   .done = row_read};
    linea_hub_ask_rows(hub, &a->rows, who->origin);
}
