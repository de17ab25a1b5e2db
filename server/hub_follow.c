/*
 * server/hub_follow.c - notices about all games of a player: that a seat of a
 * tournament is kept for them, that nonces are to be revealed, that a game has begun,
 * that it is their turn, that it is over.
 *
 * Like the events of a game they are sent only when they are durable.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

struct hub_follower {
    struct hub_follower *next, *previous;
    uint64_t player;
    uint64_t origin;
    void *connection;
    struct page *page; /* games that are being read for it, or NULL */
    bool first;        /* it has been sent no game yet */
    int64_t created;   /* the last one that it was sent, … */
    uint64_t game;     /* … newest first; 0 when it was sent all */
};

enum { FOLLOW_PAGE = 8 }; /* games that a follower is sent at once */

/* A page of the list of a follower's games. */
struct page {
    struct hub_rows rows;
    struct hub_wait wait;          /* for one after the other */
    struct hub_follower *follower; /* NULL when it has gone */
    int count, sent;
    struct {
        uint64_t game;
        int64_t created;
    } row[FOLLOW_PAGE];
};

static const char kept[] = "seat", sealed[] = "sealed", began[] = "began",
                  turn[] = "turn", over[] = "over";

static size_t bucket_number(uint64_t player)
{
    return (player ^ player >> 32) & (HUB_FOLLOWERS - 1);
}

static struct hub_follower **bucket_of(struct hub *hub, uint64_t player)
{
    return &hub->followers[bucket_number(player)];
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
    if (what == began || what == kept) {
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

bool linea_hub_is_followed(const struct hub *hub, uint64_t player)
{
    const struct hub_follower *f = hub->followers[bucket_number(player)];
    while (f && f->player != player)
        f = f->next;
    return f != NULL;
}

uint64_t linea_hub_player_of(const struct linea_table *t, int seat)
{
    const struct linea_table_seat *one = &t->seat[seat];
    return one->player || !t->cup ? one->player : one->kept_for;
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
    for (int s = 0; t->cup && p->number == 1 && s < t->seats; s++)
        notify(hub, t->seat[s].kept_for, kept, game, p->number);
    for (int s = 0; p->sealed && s < t->seats; s++)
        notify(hub, t->seat[s].player, sealed, game, p->number);
    for (int s = 0; (p->began || p->ended) && s < t->seats; s++)
        notify(hub, t->seat[s].player, p->began ? began : over, game, p->number);
    notify(hub, p->turn, turn, game, p->number);
}

static bool note_row(void *context, const struct linea_store_row *row)
{
    struct page *page = context;
    page->row[page->count].game = row->game;
    page->row[page->count++].created = row->created;
    return true;
}

/* Send a follower that has just connected what holds already of a game. */
static void send_running(struct hub *hub, const struct hub_follower *f, uint64_t id,
                         const struct linea_table *t)
{
    const char *what = began;
    for (int s = 0; t->cup && !t->begun && s < t->seats; s++)
        if (t->seat[s].kept_for == f->player)
            what = kept;
    if ((!t->begun && what == began) || t->over)
        return;
    struct hub_line *line = write_notice(what, id, t, t->state);
    hub->options.send(f->connection, line);
    linea_hub_line_drop(line);
    if (linea_hub_to_move(t) != f->player)
        return;
    line = write_notice(turn, id, t, t->state);
    hub->options.send(f->connection, line);
    linea_hub_line_drop(line);
}

/* Go on with the next game of a page; after the last one the follower may ask for
   another page, which begins behind it, also when that is over by then. */
static void send_next(struct hub *hub, struct page *page)
{
    struct hub_follower *f = page->follower;
    if (f && page->sent < page->count) {
        page->wait.recent = false;
        page->wait.fresh = true;
        linea_hub_wait(hub, &page->wait, page->row[page->sent].game);
        return;
    }
    if (f) {
        bool more = page->count == FOLLOW_PAGE;
        f->page = NULL;
        f->created = more ? page->row[FOLLOW_PAGE - 1].created : 0;
        f->game = more ? page->row[FOLLOW_PAGE - 1].game : 0;
    }
    bool more = f && f->game;
    free(page);
    if (more)
        hub->options.more(f->connection);
}

static void game_read(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                      enum hub_status status)
{
    struct page *page = (struct page *)((char *)wait - offsetof(struct page, wait));
    struct linea_table durable;
    (void)status; /* of what cannot be read nothing is said */
    if (game && page->follower) {
        bool known = linea_hub_durable(hub, &durable, game);
        if (!known && !game->recent) {
            page->wait.recent = true;
            linea_hub_wait(hub, &page->wait, game->link.key);
            return;
        }
        if (known)
            send_running(hub, page->follower, game->link.key, &durable);
    }
    page->sent++;
    send_next(hub, page);
}

static void page_read(struct linea_store_reading *reading)
{
    struct page *page = reading->context;
    struct hub *hub = page->rows.hub;
    linea_hub_rows_read(&page->rows);
    if (page->follower && reading->result != LINEA_STORE_OK)
        hub->options.send(page->follower->connection, NULL);
    send_next(hub, page);
}

struct hub_follower *linea_hub_follow(struct hub *hub, const struct hub_guest *who,
                                      void *connection)
{
    struct hub_follower *f = calloc(1, sizeof *f);
    struct hub_follower **bucket = bucket_of(hub, who->player);
    if (!f)
        return NULL;
    *f = (struct hub_follower){.next = *bucket,
                               .player = who->player,
                               .origin = who->origin,
                               .connection = connection,
                               .first = true};
    if (f->next)
        f->next->previous = f;
    *bucket = f;
    hub->counters.followers++;
    return f;
}

bool linea_hub_follow_more(struct hub *hub, struct hub_follower *f)
{
    if ((!f->first && !f->game) || f->page)
        return false;
    struct page *page = calloc(1, sizeof *page);
    if (!page) {
        hub->options.send(f->connection, NULL);
        return false;
    }
    page->follower = f;
    page->wait.go_on = game_read;
    page->wait.origin = f->origin;
    page->rows.reading =
        (struct linea_store_reading){.row = note_row,
                                     .query = {.player = f->player,
                                               .running_only = true,
                                               .limit = FOLLOW_PAGE,
                                               .before_created = f->created,
                                               .before = f->game},
                                     .context = page,
                                     .done = page_read};
    f->first = false;
    f->page = page;
    linea_hub_ask_rows(hub, &page->rows, f->origin);
    return false;
}

void linea_hub_unfollow(struct hub *hub, struct hub_follower *f)
{
    if (f->page)
        f->page->follower = NULL;
    *(f->previous ? &f->previous->next : bucket_of(hub, f->player)) = f->next;
    if (f->next)
        f->next->previous = f->previous;
    hub->counters.followers--;
    free(f);
}

void linea_hub_cut_followers(struct hub *hub, uint64_t player)
{
    for (struct hub_follower *f = *bucket_of(hub, player), *next; f; f = next) {
        next = f->next;
        if (f->player == player)
            hub->options.send(f->connection, NULL);
    }
}
