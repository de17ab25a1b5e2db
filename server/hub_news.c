/*
 * server/hub_news.c - what other nodes have appended: hints that say so, looks at the
 * store that find what no hint has said, and checks that a game is not behind, for
 * answers that store nothing.
 *
 * A node reads what is new of the games that it has in memory. Of others it only wants
 * to know if somebody here follows one of their players, or if it is to drive them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

enum {
    SOME = 64,    /* hints at once */
    HEADS = 1024, /* games that are compared with the store at once … */
    EVERY = 1000, /* … and milliseconds until the next ones */
};

/* How far the logs of some games go. */
struct heads {
    struct linea_store_reading reading;
    struct hub *hub;
    uint32_t *known; /* how far this node knew them to go, when it asked */
    struct linea_store_head head[];
};

void linea_hub_catch_up(struct hub *hub, struct hub_game *game)
{
    if (!game->unread && !game->pending.first && game->latest > game->table.event)
        linea_hub_read_on(hub, game);
}

static void note_latest(struct hub *hub, struct hub_game *game, int last)
{
    if (last > 0 && (uint32_t)last > game->latest)
        game->latest = (uint32_t)last;
    linea_hub_catch_up(hub, game);
}

/* The store says how far a log goes. If that is less than what was there before, or it
   ends with something else, the database was replaced by a copy that lagged behind. */
static void compare(struct hub *hub, struct hub_game *game, const struct heads *heads,
                    int i)
{
    if (!game->unread && !game->pending.first &&
        (heads->head[i].rewritten || (uint32_t)heads->head[i].last < heads->known[i])) {
        game->emit_from = game->table.event + 1;
        linea_hub_read(hub, game);
    } else {
        note_latest(hub, game, heads->head[i].last);
    }
}

static bool is_followed(const struct hub *hub, const struct linea_store_news *news)
{
    for (int i = 0; i < LINEA_STORE_PLAYERS && news->players[i]; i++)
        if (linea_hub_is_followed(hub, news->players[i]))
            return true;
    return false;
}

static void note(struct hub *hub, const struct linea_store_news *news)
{
    struct hub_game *game = linea_hub_in_memory(hub, news->game);
    bool followed = is_followed(hub, news);
    if (!news->game) { /* some may have been lost */
        hub->heads.next = 0;
        hub->heads.at = 0;
        hub->due.next = 0;
        linea_hub_lobby_changed(hub);
        return;
    }
    if (news->listed)
        linea_hub_lobby_changed(hub);
    if (game && game->unread && followed && game->emit_from == 0)
        game->emit_next = game->emit_next ? game->emit_next : (uint32_t)news->first;
    if (game)
        note_latest(hub, game, news->last);
    else if (followed)
        linea_hub_read_from(hub, news->game, (uint32_t)news->first);
    else if (news->due && news->due < hub->options.now() + HUB_SOON &&
             linea_hub_drives(hub, news->game))
        linea_hub_start(hub, news->game, 0);
}

void linea_hub_read_news(struct hub *hub)
{
    struct linea_store_news news[SOME];
    int count;
    do {
        count = linea_store_take_news(hub->store, news, SOME);
        for (int i = 0; i < count; i++)
            note(hub, &news[i]);
    } while (count == SOME);
}

/* Looks. */

static struct heads *new_heads(struct hub *hub, int count,
                               void (*done)(struct linea_store_reading *))
{
    struct heads *heads =
        calloc(1, sizeof *heads +
                      (size_t)count * (sizeof heads->head[0] + sizeof heads->known[0]));
    if (!heads)
        return NULL;
    heads->hub = hub;
    heads->known = (uint32_t *)&heads->head[count];
    heads->reading = (struct linea_store_reading){
        .heads = heads->head, .head_count = count, .context = heads, .done = done};
    return heads;
}

static void name(struct heads *heads, int i, const struct hub_game *game)
{
    heads->head[i].game = game->link.key;
    if (!game->unread && !game->pending.first)
        heads->known[i] = game->table.event;
}

static void compared(struct linea_store_reading *reading)
{
    struct heads *heads = reading->context;
    struct hub *hub = heads->hub;
    hub->heads.reading = false;
    for (int i = 0; i < reading->head_count && reading->result == LINEA_STORE_OK; i++) {
        struct hub_game *game = linea_hub_in_memory(hub, heads->head[i].game);
        if (game && !hub->closing)
            compare(hub, game, heads, i);
    }
    free(heads);
}

int64_t linea_hub_compare(struct hub *hub, int64_t now)
{
    struct hub_heads *h = &hub->heads;
    if (!linea_store_is_shared(hub->store) || h->reading || hub->closing)
        return INT64_MAX;
    if (now < h->next)
        return h->next;
    int left = hub->heap.count - h->at, count = left < HEADS ? left : HEADS;
    struct heads *heads = count > 0 ? new_heads(hub, count, compared) : NULL;
    for (int i = 0; heads && i < count; i++)
        name(heads, i, hub->heap.games[h->at + i]);
    h->at = left > HEADS ? h->at + HEADS : 0;
    h->next = h->at ? now : now + EVERY; /* the rest soon */
    h->reading = heads != NULL;
    if (heads)
        linea_store_ask(hub->store, &heads->reading);
    return h->reading ? INT64_MAX : now + EVERY;
}

/* One game. */

static void checked(struct linea_store_reading *reading)
{
    struct heads *heads = reading->context;
    struct hub *hub = heads->hub;
    struct hub_game *game = linea_hub_in_memory(hub, heads->head[0].game);
    bool fine = reading->result == LINEA_STORE_OK;
    game->checking = false;
    if (fine && !hub->closing)
        compare(hub, game, heads, 0);
    free(heads);
    linea_hub_checked(hub, game, fine ? HUB_OK : HUB_FAILED);
}

bool linea_hub_check(struct hub *hub, struct hub_game *game)
{
    if (game->checking)
        return true;
    struct heads *heads = new_heads(hub, 1, checked);
    if (!heads)
        return false;
    name(heads, 0, game);
    for (struct hub_wait *w = game->waits; w; w = w->next)
        w->fresh = false; /* by this check; those who come later have another one */
    game->checking = true;
    linea_store_ask(hub->store, &heads->reading);
    return true;
}
