/*
 * server/hub_history.c - what has happened in a game so far, for those who come later
 * or go on on another device: the events as they may know them, without views.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

/* Events being written into an answer, from one number to another, while there is room.
 */
struct history {
    struct hub_replay replay;
    char *text; /* NULL until there is an event: what is only asked for costs little */
    struct linea_out out;
    struct linea_list object, list;
    uint32_t from, to;
    uint32_t next; /* the first event for which there was no room, or 0 */
    bool failed;
};

enum { REST = 128 /* bytes that must be left after an event */ };

/* On failure returns false. */
static bool begin(struct history *h)
{
    if (h->text || h->failed)
        return h->text != NULL;
    h->text = malloc(LINEA_TABLE_LINE);
    h->failed = !h->text;
    if (h->failed)
        return false;
    linea_out_init(&h->out, h->text, LINEA_TABLE_LINE);
    h->object = linea_list_open(&h->out, "{", "}");
    linea_key_int_or_null(&h->object, "id", h->replay.to.id, -1);
    linea_key_bool(&h->object, "ok", true);
    h->list = linea_key_open(&h->object, "history", "[", "]");
    return true;
}

/* On the reading thread. */
static void add_event(void *context, int audience, const char *text, size_t length)
{
    static const char before[] = "{\"event\":";
    struct history *h = context;
    uint32_t number = (uint32_t)strtoul(text + sizeof before - 1, NULL, 10);
    (void)audience;
    if (!begin(h) || number < h->from || number > h->to || h->next)
        return;
    if (length + REST > (size_t)(h->out.end - h->out.at)) {
        h->next = number;
        return;
    }
    linea_list_next(&h->list);
    linea_out_chars(&h->out, text, length);
}

static void finish(struct hub_replay *replay)
{
    struct history *h = (struct history *)replay;
    struct hub *hub = replay->hub;
    if (replay->status == HUB_OK && h->text) {
        linea_list_close(&h->list);
        if (h->next)
            linea_key_int(&h->object, "next", h->next);
        linea_list_close(&h->object);
        linea_hub_reply(hub, &replay->to, HUB_OK, h->text,
                        (size_t)(h->out.at - h->text));
    } else {
        linea_hub_refuse_game(hub, &replay->to,
                              replay->status == HUB_OK ? HUB_FAILED : replay->status);
    }
    free(h->text);
    free(h);
}

void linea_hub_history(struct hub *hub, struct hub_game *game,
                       const struct hub_guest *who, int from,
                       const struct hub_reply *to)
{
    struct history *h = calloc(1, sizeof *h);
    if (!h) {
        linea_hub_refuse_game(hub, to, HUB_FAILED);
        return;
    }
    int seat = linea_table_seat_of(&game->table, who->player);
    bool behind = seat == LINEA_NOBODY && game->behind;
    h->replay.to = *to;
    h->replay.emits = true;
    h->replay.done = finish;
    h->replay.io = linea_hub_replay_io(hub);
    h->replay.io.emit = add_event;
    h->replay.io.context = h;
    h->replay.io.brief = true;
    h->replay.io.audience = seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat;
    h->from = (uint32_t)from;
    h->to = behind ? game->behind->event : UINT32_MAX;
    linea_hub_replay(hub, &h->replay, game->link.key, who->origin);
}
