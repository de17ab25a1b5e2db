/*
 * server/hub_follow.c - notices about all games of a player: that nonces are to be
 * revealed, that a game has begun, that it is their turn, that it is over.
 *
 * Like the events of a game they are sent only when they are durable.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

struct hub_follower {
    struct hub_follower *next, *previous;
    uint64_t player;
    void *connection;
    bool first;      /* it has been sent no game yet */
    int64_t created; /* the last one that it was sent, … */
    uint64_t game;   /* … newest first; 0 when it was sent all */
};

enum { FOLLOW_PAGE = 8 }; /* games that a follower is sent at once */

static const char sealed[] = "sealed", began[] = "began", turn[] = "turn",
                  over[] = "over";

static struct hub_follower **bucket_of(struct hub *hub, uint64_t player)
{
    return &hub->followers[(player ^ player >> 32) & (HUB_FOLLOWERS - 1)];
}

/* On failure returns NULL. */
static struct hub_line *write_notice(const char *what, uint64_t game,
                                     const struct linea_table *t, uint32_t state)
{
    char text[2 * LINEA_TABLE_REQUEST];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = linea_hub_begin_object(&out, game);
    linea_key_text(&object, "what", what);
    if (what == began) {
        linea_list_key(&object, "table");
        linea_table_summary(t, &out);
    } else if (what == over) {
        linea_list_key(&object, "end");
        linea_out_text(&out, "{");
        linea_scores_write(&t->game, &out, &t->result);
        linea_out_text(&out, "}");
    } else if (what == turn) {
        linea_key_int(&object, "state", (int)state);
    }
    linea_list_close(&object);
    return linea_hub_line(text, (size_t)(out.at - text));
}

uint64_t linea_hub_to_move(const struct linea_table *t)
{
    const char *bot;
    return t->begun && !t->over && linea_table_program(t, &bot) == LINEA_NOBODY
               ? t->seat[t->game.turn].player
               : 0;
}

/* Send a notice to all followers of a player; it is written if there are any. */
static void notify(struct hub *hub, uint64_t player, const char *what,
                   const struct hub_game *game, uint32_t state)
{
    struct hub_line *line = NULL;
    bool written = false;
    for (const struct hub_follower *f = player ? *bucket_of(hub, player) : NULL; f;
         f = f->next) {
        if (f->player != player)
            continue;
        if (!written)
            line = write_notice(what, game->link.key, &game->table, state);
        written = true;
        hub->options.send(f->connection, line);
    }
    linea_hub_line_drop(line);
}

void linea_hub_notify(struct hub *hub, const struct hub_game *game,
                      const struct hub_pending *p)
{
    const struct linea_table *t = &game->table;
    for (int s = 0; p->sealed && s < t->seats; s++)
        notify(hub, t->seat[s].player, sealed, game, p->number);
    for (int s = 0; (p->began || p->ended) && s < t->seats; s++)
        notify(hub, t->seat[s].player, p->began ? began : over, game, p->number);
    notify(hub, p->turn, turn, game, p->number);
}

/* A page of a list. */
struct page {
    int count;
    struct linea_store_row row[FOLLOW_PAGE];
};

static bool note_row(void *context, const struct linea_store_row *row)
{
    struct page *page = context;
    page->row[page->count++] = *row;
    return true;
}

/* Send a follower that has just connected what holds already of a game. */
static void send_running(struct hub *hub, const struct hub_follower *f, uint64_t id)
{
    struct hub_game *game;
    struct linea_table durable;
    if (linea_hub_find(hub, &game, id) != HUB_OK)
        return;
    const struct linea_table *t = &game->table;
    if (game->pending.first) { /* not all of it is durable */
        if (linea_hub_durable(hub, game, &durable) != HUB_OK)
            return;
        t = &durable;
    }
    if (!t->begun || t->over)
        return;
    struct hub_line *line = write_notice(began, id, t, t->state);
    hub->options.send(f->connection, line);
    linea_hub_line_drop(line);
    if (linea_hub_to_move(t) != f->player)
        return;
    line = write_notice(turn, id, t, t->state);
    hub->options.send(f->connection, line);
    linea_hub_line_drop(line);
}

struct hub_follower *linea_hub_follow(struct hub *hub, uint64_t player,
                                      void *connection)
{
    struct hub_follower *f = calloc(1, sizeof *f);
    struct hub_follower **bucket = bucket_of(hub, player);
    if (!f)
        return NULL;
    *f = (struct hub_follower){
        .next = *bucket, .player = player, .connection = connection, .first = true};
    if (f->next)
        f->next->previous = f;
    *bucket = f;
    hub->counters.followers++;
    return f;
}

/* A page begins behind the last game of the one before: also when that is over now. */
bool linea_hub_follow_more(struct hub *hub, struct hub_follower *f)
{
    const struct linea_store_query query = {.player = f->player,
                                            .running_only = true,
                                            .limit = FOLLOW_PAGE,
                                            .before_created = f->created,
                                            .before = f->game};
    struct page page = {0};
    if (!f->first && !f->game)
        return false;
    if (linea_store_list(hub->store, &query, note_row, &page) != LINEA_STORE_OK) {
        hub->options.send(f->connection, NULL);
        return false;
    }
    const struct linea_store_row *last = &page.row[FOLLOW_PAGE - 1];
    bool more = page.count == FOLLOW_PAGE;
    f->first = false;
    f->created = more ? last->created : 0;
    f->game = more ? last->game : 0;
    for (int i = 0; i < page.count; i++)
        send_running(hub, f, page.row[i].game);
    return more;
}

void linea_hub_unfollow(struct hub *hub, struct hub_follower *f)
{
    *(f->previous ? &f->previous->next : bucket_of(hub, f->player)) = f->next;
    if (f->next)
        f->next->previous = f->previous;
    hub->counters.followers--;
    free(f);
}
