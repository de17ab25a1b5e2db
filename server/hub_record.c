/*
 * server/hub_record.c - the record of a game that is over, written from its log.
 *
 * SPDX-License-Identifier: MIT
 */
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

/* Whether a player may have the record of a game: it is over, also for spectators. */
static bool may_have(const struct hub *hub, const struct linea_table *t,
                     uint64_t player)
{
    return t->over && (linea_table_seat_of(t, player) != LINEA_NOBODY ||
                       hub->options.now() >= linea_hub_end_shown_at(t));
}

static bool note_status(void *context, const struct linea_store_row *row)
{
    *(int *)context = (int)row->status;
    return true;
}

/* Whether the game is over, without reading its log for each request: from memory, or
   else from its row. */
static enum hub_status look_up(struct hub *hub, bool *over, uint64_t id,
                               uint64_t player)
{
    struct hub_game *game = linea_hub_in_memory(hub, id);
    const struct linea_store_query query = {.game = id};
    enum hub_status found = HUB_OK;
    int status = -1;
    if (!game || game->unread) {
        if (linea_store_list(hub->store, &query, note_status, &status) !=
            LINEA_STORE_OK)
            return HUB_FAILED;
        *over = status == LINEA_STORE_OVER;
        if (status < 0 || *over)
            return status < 0 ? HUB_MISSING : HUB_OK;
        found = linea_hub_find(hub, &game, id); /* it is in memory from now on */
    }
    if (found == HUB_OK)
        *over = may_have(hub, &game->table, player);
    return found;
}

void linea_hub_record(struct hub *hub, uint64_t id, uint64_t player, hub_answer *answer,
                      void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct recording r = {0};
    struct linea_table_io io = linea_hub_io(hub, NULL);
    struct linea_table table;
    bool over = false;
    io.emit = emit_record;
    io.context = &r;
    io.record = true;
    enum hub_status status = look_up(hub, &over, id, player);
    if (status == HUB_OK && over)
        status = linea_hub_replay(hub, &table, id, &io, 0);
    if (status != HUB_OK)
        linea_hub_refuse_game(hub, &to, status);
    else if (!over || !may_have(hub, &table, player))
        linea_hub_refuse(hub, &to, HUB_FORBIDDEN, "not-over",
                         "the game is not over: its record would reveal its secrets");
    else if (r.failed)
        linea_hub_refuse(hub, &to, HUB_FAILED, "memory", "no memory");
    else
        linea_hub_reply(hub, &to, HUB_OK, r.text, r.length);
    free(r.text);
}
