/*
 * server/hub_lobby.c - lists of games: the lobby, and those of a player.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "hub_internal.h"

/* A list that is being written. */
struct listing {
    struct hub *hub;
    struct linea_list list;
    bool own; /* for a player of the games: nothing is delayed */
};

static bool write_row(void *context, const struct linea_store_row *row)
{
    struct listing *l = context;
    struct linea_list *list = &l->list;
    const struct hub_game *game =
        l->own ? linea_hub_in_memory(l->hub, row->game) : NULL;
    linea_list_next(list);
    struct linea_list object = linea_hub_begin_object(list->out, row->game);
    linea_list_key(&object, "table");
    if (game && game->behind && !game->unread && !game->pending.first)
        linea_table_summary(&game->table, list->out);
    else if (row->summary_length)
        linea_out_chars(list->out, row->summary, row->summary_length);
    else
        linea_out_text(list->out, "null");
    linea_list_close(&object);
    return true;
}

static void list(struct hub *hub, const struct linea_store_query *query,
                 const struct hub_reply *to)
{
    struct linea_out out;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct listing l = {hub, linea_list_open(&out, "{\"games\":[", "]}"),
                        query->player != 0};
    if (linea_store_list(hub->store, query, write_row, &l) != LINEA_STORE_OK) {
        linea_hub_refuse_game(hub, to, HUB_FAILED);
        return;
    }
    linea_list_close(&l.list);
    linea_hub_reply(hub, to, HUB_OK, hub->answer, (size_t)(out.at - hub->answer));
}

void linea_hub_lobby(struct hub *hub, const char *stage, int offset, hub_answer *answer,
                     void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct linea_store_query query = {.status = strcmp(stage, "running") == 0
                                                    ? LINEA_STORE_RUNNING
                                                    : LINEA_STORE_OPEN,
                                      .public_only = true,
                                      .limit = HUB_PAGE,
                                      .offset = offset};
    list(hub, &query, &to);
}

void linea_hub_mine(struct hub *hub, uint64_t player, int offset, hub_answer *answer,
                    void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct linea_store_query query = {
        .player = player, .limit = HUB_PAGE, .offset = offset};
    if (player)
        list(hub, &query, &to);
    else
        linea_hub_refuse(hub, &to, HUB_FORBIDDEN, "forbidden", "a token is missing");
}
