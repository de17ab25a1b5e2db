/*
 * server/hub_erase.c - a player's name and chat are erased: from the store, and from
 * the games that are in memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"
#include "store_note.h"

static void rename_in(struct linea_table *t, uint64_t game, uint64_t player)
{
    for (int s = 0; s < t->seats; s++) {
        struct linea_table_seat *seat = &t->seat[s];
        if (seat->player == player && seat->name[0])
            linea_note_gone(seat->name, game, player);
        if (seat->kept_for == player && seat->kept_name[0])
            linea_note_gone(seat->kept_name, game, player);
    }
}

/* Somebody who is that player has to connect again, which is refused; and who is being
   sent what they missed, as it was said, begins again with what is left of it. */
static void cut(struct hub *hub, struct hub_game *game, uint64_t player)
{
    bool recent_used = game->pending.first || game->recent_loading;
    for (struct hub_client *c = game->clients, *next; c; c = next) {
        next = c->next;
        if (c->who.player == player || c->missed)
            hub->options.send(c->connection, NULL);
        recent_used = recent_used || c->missed;
    }
    if (game->recent && !recent_used)
        linea_hub_recent_close(game);
}

struct erasing {
    struct linea_store_erasure erasure;
    struct hub *hub;
    void (*done)(void *context, bool fine);
    void *context;
};

void linea_hub_erased(struct hub *hub, uint64_t player)
{
    for (int i = 0; i < hub->heap.count; i++) {
        struct hub_game *game = hub->heap.games[i];
        cut(hub, game, player);
        rename_in(&game->table, game->link.key, player);
        if (game->behind)
            rename_in(game->behind, game->link.key, player);
    }
    linea_hub_cut_followers(hub, player);
}

static void erased(struct linea_store_erasure *erasure)
{
    struct erasing *e = erasure->context;
    if (!e->hub->closing) /* what was on its way has come meanwhile */
        linea_hub_erased(e->hub, erasure->player);
    e->done(e->context, erasure->result == LINEA_STORE_OK);
    free(e);
}

void linea_hub_cut(struct hub *hub, uint64_t player)
{
    for (int i = 0; i < hub->heap.count; i++)
        for (struct hub_client *c = hub->heap.games[i]->clients; c; c = c->next)
            if (c->who.player == player)
                hub->options.send(c->connection, NULL);
    linea_hub_cut_followers(hub, player);
}

void linea_hub_erase(struct hub *hub, uint64_t player,
                     void (*done)(void *context, bool fine), void *context)
{
    struct erasing *e = calloc(1, sizeof *e);
    if (!e) {
        done(context, false);
        return;
    }
    *e = (struct erasing){.hub = hub, .done = done, .context = context};
    e->erasure =
        (struct linea_store_erasure){.player = player, .context = e, .done = erased};
    linea_hub_erased(hub, player);
    linea_store_erase_player(hub->store, &e->erasure);
}
