/*
 * server/hub_rematch.c - another game, when all who played want one.
 *
 * It is made when the last wish is durable, and named when it is durable itself, so
 * that no wish is lost and no name leads nowhere. If that fails it is tried again.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

struct rematch {
    struct hub *hub;
    uint64_t game, next;
};

bool linea_hub_wants_rematch(const struct hub_game *game)
{
    return !game->unread && !game->rematching && !game->pending.first &&
           linea_table_wants_next(&game->table);
}

/* The next game is durable, or could not be stored. */
static void made(void *context, enum hub_status status, const char *text, size_t length)
{
    struct rematch r = *(struct rematch *)context;
    free(context);
    (void)text;
    (void)length;
    if (r.hub->closing)
        return;
    struct hub_game *game = linea_hub_in_memory(r.hub, r.game); /* while rematching */
    struct hub_context source = {r.hub, game};
    struct linea_table_io io = linea_hub_io(&source);
    int64_t now = r.hub->options.now();
    game->rematching = false;
    if (status == HUB_OK && linea_hub_wants_rematch(game))
        linea_table_next(&game->table, &io, r.next, now);
    else
        game->retry = now + HUB_RETRY;
    linea_hub_commit(r.hub, game);
}

void linea_hub_rematch(struct hub *hub, struct hub_game *game)
{
    char settings[LINEA_TABLE_REQUEST];
    struct linea_out out;
    struct linea_error error;
    struct rematch *r = malloc(sizeof *r);
    struct hub_reply to = {.plain = true, .answer = made, .context = r};
    struct hub_waiting *w = linea_hub_waiting(&to);
    linea_out_init(&out, settings, sizeof settings);
    linea_table_settings(&game->table, &out);
    struct hub_game *next =
        r && w ? linea_hub_make_game(hub, game->table.host, settings,
                                     (size_t)(out.at - settings), &error)
               : NULL;
    if (!next) {
        free(r);
        free(w);
        game->retry = hub->options.now() + HUB_RETRY;
        linea_hub_update(hub, game);
        return;
    }
    *r = (struct rematch){hub, game->link.key, next->link.key};
    w->line = linea_hub_line(hub, "", 0);
    game->rematching = true;
    linea_hub_answer_later(hub, next, w);
    linea_hub_commit(hub, next);
}
