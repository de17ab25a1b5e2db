/*
 * server/hub_recent.c - the latest durable events of a game, as they are stored, and
 * the game before them: a client that has missed some is sent them from here and not
 * from the disk.
 *
 * The log is read for that at most once while the game is in memory. Events are short
 * as they are stored, and become long only when they are written for somebody.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

enum {
    MOST = HUB_MISSED + 64, /* events; when there are more, the oldest are let go */
    BYTES = 65536,          /* and so many bytes */
};

struct hub_recent {
    struct linea_table base; /* before the first of them */
    int count;
    size_t bytes;
    struct hub_line *line[MOST];
};

size_t linea_hub_recent_size(void)
{
    enum { IN_THE_HEAP = 24 }; /* bytes around a line */
    return sizeof(struct hub_recent) + BYTES +
           MOST * (sizeof(struct hub_line) + IN_THE_HEAP);
}

static bool apply(struct hub *hub, struct linea_table *t, const struct hub_line *line)
{
    struct linea_table_io io = linea_hub_io(hub, NULL);
    struct linea_error error;
    return linea_table_restore(t, &error, &io, false, line->text, line->length);
}

/* Let the oldest go; they are in the base then. */
static void let_go(struct hub *hub, struct hub_recent *r, int count)
{
    for (int i = 0; i < count; i++) {
        apply(hub, &r->base, r->line[i]);
        r->bytes -= r->line[i]->length;
        linea_hub_line_drop(r->line[i]);
    }
    r->count -= count;
    memmove(r->line, r->line + count, (size_t)r->count * sizeof(struct hub_line *));
}

static void add(struct hub *hub, struct hub_recent *r, struct hub_line *line)
{
    r->line[r->count++] = line;
    r->bytes += line->length;
    if (r->count == MOST || r->bytes > BYTES)
        let_go(hub, r, r->count - (r->count == MOST ? HUB_MISSED : r->count / 2));
}

/* The log may have had it when it was read. */
void linea_hub_recent_add(struct hub *hub, struct hub_game *game,
                          struct hub_line *stored, uint32_t event)
{
    struct hub_recent *r = game->recent;
    if (!r || event != r->base.event + (uint32_t)r->count + 1)
        return;
    linea_hub_line_keep(stored);
    add(hub, r, stored);
}

struct reading {
    struct hub *hub;
    struct hub_recent *recent;
    bool failed;
};

static bool note(void *context, const struct linea_store_event *event)
{
    struct reading *r = context;
    struct hub_line *line = linea_hub_line(event->text, event->length);
    if (line)
        add(r->hub, r->recent, line);
    r->failed |= !line;
    return line != NULL;
}

enum hub_status linea_hub_recent_open(struct hub *hub, struct hub_game *game)
{
    if (game->recent)
        return HUB_OK;
    struct reading r = {hub, calloc(1, sizeof *r.recent), false};
    if (!r.recent)
        return HUB_FAILED;
    game->recent = r.recent;
    hub->recents++;
    if (linea_store_load(hub->store, game->link.key, note, &r) == LINEA_STORE_OK &&
        !r.failed)
        return HUB_OK;
    linea_hub_recent_close(game);
    return HUB_FAILED;
}

void linea_hub_recent_close(struct hub_game *game)
{
    struct hub_recent *r = game->recent;
    for (int i = 0; r && i < r->count; i++)
        linea_hub_line_drop(r->line[i]);
    game->hub->recents -= r != NULL;
    free(r);
    game->recent = NULL;
}

bool linea_hub_recent_at(struct hub *hub, struct linea_table *out,
                         const struct hub_game *game, uint32_t event)
{
    const struct hub_recent *r = game->recent;
    if (r->base.event > event || r->base.event + (uint32_t)r->count < event)
        return false;
    *out = r->base;
    for (int i = 0; out->event < event; i++)
        if (!apply(hub, out, r->line[i]))
            return false;
    return true;
}

bool linea_hub_recent_next(const struct hub_game *game, struct linea_table *t,
                           const struct linea_table_io *io)
{
    const struct hub_recent *r = game->recent;
    struct linea_error error;
    if (!r || t->event < r->base.event ||
        t->event >= r->base.event + (uint32_t)r->count)
        return false;
    const struct hub_line *line = r->line[t->event - r->base.event];
    return linea_table_restore(t, &error, io, true, line->text, line->length);
}
