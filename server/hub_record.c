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

void linea_hub_record(struct hub *hub, uint64_t id, hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct recording r = {0};
    struct linea_table_io io = linea_hub_io(hub, NULL);
    struct linea_table table;
    io.emit = emit_record;
    io.context = &r;
    io.record = true;
    enum hub_status status = linea_hub_replay(hub, &table, id, &io, 0);
    if (status != HUB_OK)
        linea_hub_refuse_game(hub, &to, status);
    else if (!table.over)
        linea_hub_refuse(hub, &to, HUB_FORBIDDEN, "not-over",
                         "the game is not over: its record would reveal its secrets");
    else if (r.failed)
        linea_hub_refuse(hub, &to, HUB_FAILED, "memory", "no memory");
    else
        linea_hub_reply(hub, &to, HUB_OK, r.text, r.length);
    free(r.text);
}
