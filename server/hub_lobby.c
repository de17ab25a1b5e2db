/*
 * server/hub_lobby.c - lists of games: the lobby, and those of a player.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "hub_internal.h"

static bool write_row(void *context, const struct linea_store_row *row)
{
    struct linea_list *list = context;
    linea_list_next(list);
    struct linea_list object = linea_hub_begin_object(list->out, row->game);
    linea_list_key(&object, "table");
    if (row->summary_length)
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
    struct linea_list games = linea_list_open(&out, "{\"games\":[", "]}");
    if (linea_store_list(hub->store, query, write_row, &games) != LINEA_STORE_OK) {
        linea_hub_refuse_game(hub, to, HUB_FAILED);
        return;
    }
    linea_list_close(&games);
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
