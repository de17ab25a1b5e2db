/*
 * server/hub_follow.c - notices about all games of a player: that one has begun, that
 * it is their turn, that it is over.
 *
 * Like the events of a game they are sent only when they are durable: the lines are
 * written with the event and wait with it.
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
};

static struct hub_follower **bucket_of(struct hub *hub, uint64_t player)
{
    return &hub->followers[(player ^ player >> 32) & (HUB_FOLLOWERS - 1)];
}

/* {"game":"ID","what":"began", to be gone on with. */
static struct linea_list begin_line(struct linea_out *out, uint64_t game,
                                    const char *what)
{
    struct linea_list object = linea_hub_begin_object(out, game);
    linea_list_key(&object, "what");
    linea_out_string(out, what);
    return object;
}

static struct hub_line *end_line(struct hub *hub, struct linea_list *object,
                                 const char *text)
{
    linea_list_close(object);
    return linea_hub_line(hub, text, (size_t)(object->out->at - text));
}

static struct hub_line *write_began(struct hub *hub, uint64_t game,
                                    const struct linea_table *t)
{
    char text[2 * LINEA_TABLE_REQUEST];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = begin_line(&out, game, "began");
    linea_list_key(&object, "table");
    linea_table_summary(t, &out);
    return end_line(hub, &object, text);
}

static struct hub_line *write_over(struct hub *hub, uint64_t game,
                                   const struct linea_table *t)
{
    char text[2 * LINEA_TABLE_REQUEST];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = begin_line(&out, game, "over");
    linea_list_key(&object, "end");
    linea_out_text(&out, "{");
    linea_scores_write(&t->game, &out, &t->result);
    linea_out_text(&out, "}");
    return end_line(hub, &object, text);
}

static struct hub_line *write_turn(struct hub *hub, uint64_t game,
                                   const struct linea_table *t)
{
    char text[LINEA_TABLE_REQUEST];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = begin_line(&out, game, "turn");
    linea_key_int(&object, "state", (int)t->state);
    return end_line(hub, &object, text);
}

/* The person whose turn it is, 0 if it is nobody's or a program's. */
static uint64_t to_move(const struct linea_table *t)
{
    const char *bot;
    return t->begun && !t->over && linea_table_program(t, &bot) == LINEA_NOBODY
               ? t->seat[t->game.turn].player
               : 0;
}

bool linea_hub_write_notices(struct hub *hub, struct hub_pending *out,
                             const struct hub_game *game, bool began)
{
    const struct linea_table *t = &game->table;
    uint64_t id = game->link.key;
    if (began || t->over)
        out->notice = began ? write_began(hub, id, t) : write_over(hub, id, t);
    out->turn = to_move(t);
    if (out->turn)
        out->turn_notice = write_turn(hub, id, t);
    return (out->notice || !(began || t->over)) && (out->turn_notice || !out->turn);
}

static void send(struct hub *hub, uint64_t player, struct hub_line *line)
{
    if (!player || !line)
        return;
    for (const struct hub_follower *f = *bucket_of(hub, player); f; f = f->next)
        if (f->player == player)
            hub->options.send(f->connection, line);
}

void linea_hub_send_notices(struct hub *hub, const struct hub_game *game,
                            const struct hub_pending *p)
{
    const struct linea_table *t = &game->table;
    for (int s = 0; s < t->seats; s++)
        send(hub, t->seat[s].player, p->notice);
    send(hub, p->turn, p->turn_notice);
}

/* Ids of a page of a list. */
struct page {
    int count;
    uint64_t game[HUB_PAGE];
};

static bool note_id(void *context, const struct linea_store_row *row)
{
    struct page *page = context;
    page->game[page->count++] = row->game;
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
        if (linea_hub_read_table(hub, &durable, id) != HUB_OK)
            return;
        t = &durable;
    }
    if (!t->begun || t->over)
        return;
    struct hub_line *began = write_began(hub, id, t);
    hub->options.send(f->connection, began);
    linea_hub_line_drop(began);
    if (to_move(t) != f->player)
        return;
    struct hub_line *turn = write_turn(hub, id, t);
    hub->options.send(f->connection, turn);
    linea_hub_line_drop(turn);
}

struct hub_follower *linea_hub_follow(struct hub *hub, uint64_t player,
                                      void *connection)
{
    struct hub_follower *f = calloc(1, sizeof *f);
    struct hub_follower **bucket = bucket_of(hub, player);
    struct linea_store_query query = {
        .player = player, .running_only = true, .limit = HUB_PAGE};
    struct page page;
    if (!f)
        return NULL;
    *f = (struct hub_follower){
        .next = *bucket, .player = player, .connection = connection};
    if (f->next)
        f->next->previous = f;
    *bucket = f;
    hub->counters.followers++;
    do {
        page.count = 0;
        if (linea_store_list(hub->store, &query, note_id, &page) != LINEA_STORE_OK)
            break;
        for (int i = 0; i < page.count; i++)
            send_running(hub, f, page.game[i]);
        query.offset += HUB_PAGE;
    } while (page.count == HUB_PAGE);
    return f;
}

void linea_hub_unfollow(struct hub *hub, struct hub_follower *f)
{
    *(f->previous ? &f->previous->next : bucket_of(hub, f->player)) = f->next;
    if (f->next)
        f->next->previous = f->previous;
    hub->counters.followers--;
    free(f);
}
