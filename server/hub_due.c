/*
 * server/hub_due.c - games that run by themselves and are not in memory: the store
 * knows when each of them is due, so nothing reads all games, neither a start nor the
 * node that takes over from one that has died.
 *
 * The store may keep an earlier time than the true one: each event that comes earlier
 * is written, but what moves away is put right only when nothing has happened for a
 * while. So a game may be looked at in vain, and is never forgotten.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

enum {
    PAGE = 256,    /* games that are asked for at once */
    AT_ONCE = 16,  /* games that are read at the same time */
    EVERY = 1000,  /* milliseconds between two looks … */
    QUIET = 30000, /* without an event, until a time is put right … */
    APART = 1000,  /* … that is so far from the true one */
    BAD = 4096,    /* games that cannot be read and are known as that */
};

struct due_page {
    struct linea_store_reading reading;
    struct hub *hub;
    int count;
    struct {
        uint64_t game;
        int64_t due;
    } row[PAGE];
};

/* A game that is read without anybody asking for it. */
struct start {
    struct hub_wait wait;
    uint64_t game;
    int64_t due; /* as the store knows it, or 0 */
};

/* A game that cannot be read: it stays due. */
struct bad {
    struct id_link link;
};

static bool note_due(void *context, uint64_t game, int64_t due)
{
    struct due_page *page = context;
    page->row[page->count].game = game;
    page->row[page->count++].due = due;
    return true;
}

/* A little later, or the same moment is looked at twice. */
static void put_right(struct hub *hub, struct hub_game *game, int64_t due)
{
    if (!game->driven || game->pending.first || hub->closing)
        return;
    int64_t really = linea_hub_due_of(game);
    if (really == 0 || really > due + APART)
        linea_hub_write_row(hub, game);
}

void linea_hub_note_bad(struct hub *hub, uint64_t game, enum hub_status status)
{
    bool known = linea_id_map_find(&hub->due.bad, game) != NULL;
    bool room = hub->due.bad.count < BAD;
    struct bad *bad = room && !known ? calloc(1, sizeof *bad) : NULL;
    if (known || !room)
        return;
    if (bad) {
        bad->link.key = game;
        if (!linea_id_map_add(&hub->due.bad, &bad->link))
            free(bad);
    }
    linea_hub_note_unreadable(hub, game, status);
}

static void started(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                    enum hub_status status)
{
    const struct start start = *(struct start *)wait;
    free(wait);
    hub->starting--;
    if (game && start.due)
        put_right(hub, game, start.due);
    /* What the store cannot read just now may be read later. */
    if (!game && !hub->closing && status != HUB_FAILED)
        linea_hub_note_bad(hub, start.game, status);
}

void linea_hub_start(struct hub *hub, uint64_t game, int64_t due)
{
    struct start *start = calloc(1, sizeof *start);
    if (!start)
        return; /* it is still due at the next look */
    start->game = game;
    start->due = due;
    start->wait.go_on = started;
    start->wait.by_itself = true;
    hub->starting++;
    linea_hub_wait(hub, &start->wait, game);
}

static void look_at(struct hub *hub, uint64_t id, int64_t due, int64_t now)
{
    struct hub_game *game = linea_hub_in_memory(hub, id);
    if (linea_id_map_find(&hub->due.bad, id) || linea_hub_is_removed(hub, id))
        return;
    if (game && !game->unread && now - game->table.at >= QUIET)
        put_right(hub, game, due);
    if (game || !linea_hub_drives(hub, id))
        return;
    hub->counters.taken_over += hub->due.looked && due + EVERY < now;
    linea_hub_start(hub, id, due);
}

static void page_read(struct linea_store_reading *reading)
{
    struct due_page *page = reading->context;
    struct hub *hub = page->hub;
    hub->due.reading = false;
    if (reading->result != LINEA_STORE_OK || hub->closing) {
        free(page);
        hub->due.next = hub->options.now() + EVERY;
        return;
    }
    hub->due.page = page;
    hub->due.at = 0;
}

/* Ask for the games behind these, or for the first ones. */
static void ask_for_page(struct hub *hub, const struct due_page *last, int64_t now)
{
    struct due_page *page = calloc(1, sizeof *page);
    if (!page)
        return;
    page->hub = hub;
    page->reading = (struct linea_store_reading){
        .due = note_due,
        .query = {.due_before = now + HUB_SOON, .limit = PAGE},
        .context = page,
        .done = page_read};
    if (last) {
        page->reading.query.after = last->row[last->count - 1].game;
        page->reading.query.after_due = last->row[last->count - 1].due;
    }
    hub->due.reading = true;
    linea_store_ask(hub->store, &page->reading);
}

int64_t linea_hub_look_for_due(struct hub *hub, int64_t now)
{
    struct hub_due *due = &hub->due;
    struct due_page *page = due->page;
    if (hub->closing || due->reading)
        return INT64_MAX;
    for (; page && due->at < page->count && hub->starting < AT_ONCE; due->at++)
        look_at(hub, page->row[due->at].game, page->row[due->at].due, now);
    if (page && due->at < page->count)
        return now;
    if (page) {
        bool more = page->count == PAGE;
        due->page = NULL;
        due->looked |= !more;
        due->next = now + EVERY;
        if (more)
            ask_for_page(hub, page, now);
        free(page);
    } else if (now >= due->next) {
        ask_for_page(hub, NULL, now);
    }
    return due->reading ? INT64_MAX : due->next;
}

static void drop(struct id_link *link)
{
    free(link);
}

void linea_hub_due_close(struct hub *hub)
{
    free(hub->due.page);
    linea_id_map_finish(&hub->due.bad, drop);
}
