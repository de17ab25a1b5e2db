/*
 * server/hub_notice.c - what of a game players may want notices of: with each event
 * what it is to them, and later a look at how it stands.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "hub_internal.h"

enum {
    SOON_SHARE = 8,         /* of the time for a move that is left when it is near */
    SOON_LEAST = 5 * 60000, /* milliseconds; who has less is at the table, or late … */
    SOON_MOST = 12 * 3600000,
};

/* The number by which nodes agree who of them sends notices; no game has it. */
static const uint64_t NOTICES = 0x6e6f7469636573;

/* When a deadline is near, 0 if it is too near for that. */
static int64_t soon_of(int64_t at, int64_t deadline)
{
    int64_t left = (deadline - at) / SOON_SHARE;
    if (!deadline || deadline - at < 3 * (int64_t)SOON_LEAST)
        return 0;
    left = left < SOON_LEAST ? SOON_LEAST : left > SOON_MOST ? SOON_MOST : left;
    return deadline - left;
}

static int64_t deadline_of(const struct linea_table *t)
{
    int64_t deadline = linea_table_deadline(t);
    return deadline == INT64_MAX ? 0 : deadline;
}

struct linea_store_notices linea_hub_notices(const struct linea_table *t,
                                             const struct hub_pending *p)
{
    int64_t deadline = p->turn ? deadline_of(t) : 0;
    return (struct linea_store_notices){.moved = p->moved,
                                        .began = p->began,
                                        .over = p->ended,
                                        .turn = p->turn,
                                        .at = p->at,
                                        .deadline = deadline,
                                        .soon = soon_of(p->at, deadline)};
}

/* A look. */

struct look {
    struct hub_wait wait;
    uint64_t player;
    hub_glanced *glanced;
    void *context;
};

static void read_table(struct hub_glance *out, const struct linea_table *t,
                       uint64_t player)
{
    int seat = linea_table_seat_of(t, player);
    out->seated = seat != LINEA_NOBODY;
    out->begun = t->begun;
    out->over = t->over;
    out->fresh = t->begun && t->moves == 0;
    out->number = t->event;
    out->turn = linea_hub_to_move(t) == player;
    out->deadline = out->turn ? deadline_of(t) : 0;
    out->soon = soon_of(t->move_began, out->deadline);
    out->won = t->over && out->seated && t->result.winners >> seat & 1;
    snprintf(out->map, sizeof out->map, "%s", linea_map_text(t->map, t->map->id));
}

static void looked(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                   enum hub_status status)
{
    struct look *look = (struct look *)((char *)wait - offsetof(struct look, wait));
    struct hub_glance glance = {0};
    struct linea_table durable;
    (void)status;
    if (game && !linea_hub_durable(hub, &durable, game)) {
        if (!game->recent) {
            look->wait.recent = true;
            linea_hub_wait(hub, &look->wait, game->link.key);
            return;
        }
        game = NULL;
    }
    glance.there = game != NULL;
    if (game)
        read_table(&glance, &durable, look->player);
    look->glanced(look->context, &glance);
    free(look);
}

void linea_hub_glance(struct hub *hub, uint64_t game, uint64_t player,
                      hub_glanced *glanced, void *context)
{
    static const struct hub_glance nothing;
    struct look *look = calloc(1, sizeof *look);
    if (!look) {
        glanced(context, &nothing);
        return;
    }
    *look = (struct look){.wait = {.go_on = looked, .fresh = true, .by_itself = true},
                          .player = player,
                          .glanced = glanced,
                          .context = context};
    linea_hub_wait(hub, &look->wait, game);
}

bool linea_hub_is_first(const struct hub *hub)
{
    return linea_hub_drives(hub, NOTICES);
}

bool linea_hub_is_shared(const struct hub *hub)
{
    return linea_store_is_shared(hub->store);
}
