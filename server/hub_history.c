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
    struct linea_out out;
    struct linea_list object, list;
    size_t room; /* bytes that must be left after an event */
    uint32_t from, to;
    uint32_t next; /* the first event for which there was no room, or 0 */
    char text[LINEA_TABLE_LINE];
};

static void add_event(void *context, int audience, const char *text, size_t length)
{
    static const char before[] = "{\"event\":";
    struct history *h = context;
    uint32_t number = (uint32_t)strtoul(text + sizeof before - 1, NULL, 10);
    (void)audience;
    if (number < h->from || number > h->to || h->next)
        return;
    if (length + h->room > (size_t)(h->list.out->end - h->list.out->at)) {
        h->next = number;
        return;
    }
    linea_list_next(&h->list);
    linea_out_chars(h->list.out, text, length);
}

static void finish(struct hub_replay *replay)
{
    struct history *h = (struct history *)replay;
    struct hub *hub = replay->hub;
    linea_list_close(&h->list);
    if (h->next)
        linea_key_int(&h->object, "next", h->next);
    linea_list_close(&h->object);
    if (replay->status == HUB_OK)
        linea_hub_reply(hub, &replay->to, HUB_OK, h->text,
                        (size_t)(h->out.at - h->text));
    else
        linea_hub_refuse_game(hub, &replay->to, replay->status);
    free(h);
}

void linea_hub_history(struct hub *hub, struct hub_game *game,
                       const struct hub_guest *who, int from,
                       const struct hub_reply *to)
{
    enum { REST = 128 };
    struct history *h = malloc(sizeof *h);
    if (!h) {
        linea_hub_refuse_game(hub, to, HUB_FAILED);
        return;
    }
    int seat = linea_table_seat_of(&game->table, who->player);
    bool behind = seat == LINEA_NOBODY && game->behind;
    h->replay = (struct hub_replay){
        .to = *to, .io = linea_hub_replay_io(hub), .emits = true, .done = finish};
    h->replay.io.emit = add_event;
    h->replay.io.context = h;
    h->replay.io.brief = true;
    h->replay.io.audience = seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat;
    linea_out_init(&h->out, h->text, sizeof h->text);
    h->object = linea_list_open(&h->out, "{", "}");
    linea_key_int_or_null(&h->object, "id", to->id, -1);
    linea_key_bool(&h->object, "ok", true);
    h->list = linea_key_open(&h->object, "history", "[", "]");
    h->room = REST;
    h->from = (uint32_t)from;
    h->to = behind ? game->behind->event : UINT32_MAX;
    h->next = 0;
    linea_hub_replay(hub, &h->replay, game->link.key, who);
}
