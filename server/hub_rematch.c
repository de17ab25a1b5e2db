/*
 * server/hub_rematch.c - another game, when all players want one.
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

/* Name the next game, which is durable. */
static void name_next(struct hub *hub, struct hub_game *game)
{
    struct hub_context context = {hub, game};
    struct linea_table_io io = linea_hub_io(&context);
    linea_table_next(&game->table, &io, game->next, hub->options.now());
    linea_hub_commit(hub, game);
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
    game->rematching = false;
    game->next = status == HUB_OK ? r.next : 0;
    if (game->next && linea_hub_wants_rematch(game))
        name_next(r.hub, game);
    else
        game->retry = r.hub->options.now() + HUB_RETRY;
    linea_hub_update(r.hub, game);
}

/* Make the next game; r and w are taken. On failure returns false. */
static bool make_next(struct hub *hub, struct hub_game *game, struct rematch *r,
                      struct hub_waiting *w)
{
    char settings[LINEA_TABLE_REQUEST];
    struct linea_out out;
    struct linea_error error;
    struct hub_game *next;
    linea_out_init(&out, settings, sizeof settings);
    linea_table_settings(&game->table, &out);
    if (!r || !w ||
        linea_hub_make_game(hub, &next, &error, game->table.host, settings,
                            (size_t)(out.at - settings)) != HUB_OK)
        return false;
    *r = (struct rematch){hub, game->link.key, next->link.key};
    w->to = (struct hub_reply){.plain = true, .answer = made, .context = r};
    w->line = linea_hub_line(hub, "", 0);
    game->rematching = true;
    linea_hub_answer_later(hub, next, w);
    linea_hub_commit(hub, next);
    return true;
}

void linea_hub_rematch(struct hub *hub, struct hub_game *game)
{
    if (game->next) {
        name_next(hub, game);
        return;
    }
    struct rematch *r = malloc(sizeof *r);
    struct hub_waiting *w = calloc(1, sizeof *w);
    if (make_next(hub, game, r, w))
        return;
    free(r);
    free(w);
    game->retry = hub->options.now() + HUB_RETRY;
    linea_hub_update(hub, game);
}
