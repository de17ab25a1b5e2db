/*
 * server/hub_tidy.c - games in which nothing has happened for many days are removed,
 * some at a time.
 *
 * A row says when its game was touched last, to half a day. Rows of older versions did
 * not know of moves: what is older than the first start of this version counts as
 * touched then.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hub_internal.h"

enum {
    SOME = 50,         /* games that are looked at at once … */
    SOON = 1000,       /* … and milliseconds until the next ones */
    LATER = 3600000,   /* milliseconds between two rounds */
    DAY = 24 * 3600000 /* in milliseconds */
};

/* The setting that says since when rows know of moves. */
static const char since[] = "touched-since";

/* A game that is being removed: it is not there any more for anybody. */
struct removed {
    struct id_link link;
};

/* Some games that nobody has touched. */
struct page {
    struct hub_rows rows;
    int count;
    uint64_t game[SOME];
};

static bool note_row(void *context, const struct linea_store_row *row)
{
    struct page *page = context;
    page->game[page->count++] = row->game;
    return true;
}

bool linea_hub_tidy_open(struct hub *hub)
{
    char value[LINEA_STORE_SETTING + 1];
    if (linea_store_get(hub->store, value, since) != LINEA_STORE_OK)
        return false;
    if (!value[0]) {
        snprintf(value, sizeof value, "%" PRId64, hub->options.now());
        if (linea_store_make_setting(hub->store, value, since) != LINEA_STORE_OK)
            return false;
    }
    hub->tidy.since = strtoll(value, NULL, 10);
    return true;
}

bool linea_hub_row_is_old(const struct hub_game *game, int64_t now)
{
    return now - game->row_at >= DAY / 2;
}

bool linea_hub_is_removed(const struct hub *hub, uint64_t game)
{
    return linea_id_map_find(&hub->tidy.removed, game) != NULL;
}

bool linea_hub_removal_done(struct hub *hub, uint64_t game, bool removed)
{
    struct id_link *link = linea_id_map_find(&hub->tidy.removed, game);
    if (!link)
        return false;
    linea_id_map_remove(&hub->tidy.removed, link);
    free(link);
    linea_hub_lobby_changed(hub);
    hub->counters.removed += removed;
    return true;
}

/* Unless somebody has touched it meanwhile, at another node. Returns whether it is
   going. */
static bool remove_game(struct hub *hub, uint64_t id, int64_t touched_before)
{
    struct hub_game *game = linea_hub_in_memory(hub, id);
    if (game && (linea_hub_is_busy(game) || game->thinking))
        return false; /* somebody looks on, or it goes on just now */
    struct removed *removed = calloc(1, sizeof *removed);
    if (!removed)
        return false;
    removed->link.key = id;
    if (!linea_id_map_add(&hub->tidy.removed, &removed->link)) {
        free(removed);
        return false;
    }
    if (linea_store_forget(hub->store, id, touched_before, id) != LINEA_STORE_OK) {
        linea_hub_removal_done(hub, id, false);
        return false;
    }
    if (game)
        linea_hub_forget(hub, game);
    return true;
}

/* The time before which a game of this status must have been touched to be removed, 0
   for never. */
static int64_t touched_before(const struct hub *hub, enum linea_store_status status,
                              int64_t now)
{
    int days = status == LINEA_STORE_OPEN ? hub->options.forget_tables
                                          : hub->options.forget_games;
    int64_t before = now - (int64_t)days * DAY - DAY / 2;
    bool known = status != LINEA_STORE_RUNNING || hub->tidy.since < before;
    return days > 0 && known ? before : 0;
}

/* Go on with the next status, and after the last one not so soon. */
static void look_further(struct hub_tidy *tidy, int64_t now)
{
    tidy->kept = 0;
    tidy->status++;
    if (tidy->status > LINEA_STORE_OVER) {
        tidy->status = LINEA_STORE_OPEN;
        tidy->due = now + LATER;
    }
}

static void look_at_some(struct linea_store_reading *reading)
{
    struct page *page = reading->context;
    struct hub *hub = page->rows.hub;
    hub->tidy.asking = false;
    for (int i = 0; i < page->count && !hub->closing; i++) {
        bool known = linea_hub_is_removed(hub, page->game[i]);
        if (!known &&
            !remove_game(hub, page->game[i], page->rows.reading.query.changed_before))
            hub->tidy.kept++;
    }
    if (page->count < SOME)
        look_further(&hub->tidy, hub->options.now());
    free(page);
}

/* Ask for some games of a status. Returns whether some may come. */
static bool ask_for_some(struct hub *hub, enum linea_store_status status, int64_t now)
{
    int64_t before = touched_before(hub, status, now);
    struct page *page = before > 0 ? calloc(1, sizeof *page) : NULL;
    if (!page)
        return false;
    page->rows.reading =
        (struct linea_store_reading){.row = note_row,
                                     .query = {.status = status,
                                               .changed_before = before,
                                               .limit = SOME,
                                               .offset = hub->tidy.kept},
                                     .context = page,
                                     .done = look_at_some};
    hub->tidy.asking = true;
    linea_hub_ask_rows(hub, &page->rows, 0);
    return true;
}

int64_t linea_hub_tidy(struct hub *hub, int64_t now)
{
    struct hub_tidy *tidy = &hub->tidy;
    bool starting = hub->unread_count > 0 || !hub->due.looked;
    if (starting || tidy->asking)
        return INT64_MAX;
    if (now >= tidy->due) {
        tidy->due = now + SOON;
        if (!ask_for_some(hub, tidy->status, now))
            look_further(tidy, now);
    }
    return tidy->due;
}

static void drop(struct id_link *link)
{
    free(link);
}

void linea_hub_tidy_close(struct hub *hub)
{
    linea_id_map_finish(&hub->tidy.removed, drop);
}
