/*
 * server/hub_make.c - new games.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>

#include "hub_internal.h"

enum hub_status linea_hub_make_game(struct hub *hub, struct hub_game **out,
                                    struct linea_error *error, uint64_t host,
                                    const char *body, size_t length,
                                    const struct linea_table *last)
{
    uint8_t secret[LINEA_TABLE_SECRET];
    uint64_t id = 0;
    randombytes_buf(secret, sizeof secret);
    /* The store refuses a second game of the same id. */
    while (id == 0 || linea_hub_in_memory(hub, id))
        randombytes_buf(&id, sizeof id);
    struct hub_game *game = linea_hub_add(hub, id);
    if (!game) {
        *error = (struct linea_error){LINEA_ILLEGAL, "no memory"};
        return HUB_FAILED;
    }
    struct linea_table_io io = linea_hub_io(hub, game);
    io.last = last;
    if (linea_table_make(&game->table, error, &io, body, length, host, secret,
                         hub->options.now())) {
        *out = game;
        return HUB_OK;
    }
    linea_hub_forget(hub, game);
    return HUB_BAD;
}

void linea_hub_make(struct hub *hub, const struct hub_guest *who, const char *body,
                    size_t length, hub_answer *answer, void *context)
{
    const uint64_t player = who->player;
    struct linea_error error;
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    if (!player) {
        linea_hub_refuse(hub, &to, HUB_FORBIDDEN, "forbidden", "a token is missing");
        return;
    }
    if (linea_hub_made_by(hub, player) >= hub->options.most_games) {
        linea_hub_refuse(hub, &to, HUB_TOO_MANY, "too-many",
                         "you have made too many games that are not over");
        return;
    }
    if (!linea_hub_may_list(hub, who, body, length)) {
        linea_hub_refuse(hub, &to, HUB_TOO_MANY, "too-many",
                         "too many tables of this address are in the lobby: make one "
                         "that is not listed");
        return;
    }
    struct hub_waiting *w = linea_hub_waiting(&to);
    if (!w) {
        linea_hub_refuse(hub, &to, HUB_FAILED, "not-stored", "no memory");
        return;
    }
    struct hub_game *game;
    enum hub_status status =
        linea_hub_make_game(hub, &game, &error, player, body, length, NULL);
    if (status != HUB_OK) {
        linea_hub_refuse(hub, &to, status,
                         status == HUB_BAD ? linea_error_name(error.code)
                                           : "not-stored",
                         error.message);
        free(w);
        return;
    }
    struct linea_out out;
    game->origin = who->origin;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_hub_begin_object(&out, game->link.key);
    linea_list_key(&object, "table");
    linea_table_show(&game->table, &out, LINEA_TABLE_PUBLIC);
    linea_list_close(&object);
    w->line = linea_hub_line(hub->answer, (size_t)(out.at - hub->answer));
    linea_hub_answer_later(hub, game, w);
    linea_hub_commit(hub, game);
}
