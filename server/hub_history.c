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
    struct linea_list list;
    size_t room; /* bytes that must be left after an event */
    uint32_t from, to;
    uint32_t next; /* the first event for which there was no room, or 0 */
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

void linea_hub_history(struct hub *hub, struct hub_game *game, uint64_t player,
                       int from, const struct hub_reply *to)
{
    enum { REST = 128 };
    struct linea_table durable;
    struct linea_table_io io = linea_hub_io(hub, game);
    struct linea_out out;
    int seat = linea_table_seat_of(&game->table, player);
    bool behind = seat == LINEA_NOBODY && game->behind;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_int_or_null(&object, "id", to->id, -1);
    linea_key_bool(&object, "ok", true);
    struct history h = {.list = linea_key_open(&object, "history", "[", "]"),
                        .room = REST,
                        .from = (uint32_t)from,
                        .to = behind ? game->behind->event : UINT32_MAX};
    io.emit = add_event;
    io.context = &h;
    io.brief = true;
    io.audience = seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat;
    enum hub_status status = linea_hub_replay(hub, &durable, game->link.key, &io, 0);
    if (status != HUB_OK) {
        linea_hub_refuse_game(hub, to, status);
        return;
    }
    linea_list_close(&h.list);
    if (h.next)
        linea_key_int(&object, "next", h.next);
    linea_list_close(&object);
    linea_hub_reply(hub, to, HUB_OK, hub->answer, (size_t)(out.at - hub->answer));
}
