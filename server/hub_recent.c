/*
 * server/hub_recent.c - the latest durable events of a game, as they are stored, and
 * the game before them: a client that has missed some is sent them from here and not
 * from the disk.
 *
 * The log is read for that at most once while somebody is there who may need it. Events
 * are short as they are stored, and become long only when they are written for
 * somebody.
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

static bool apply(const struct linea_table_io *io, struct linea_table *t,
                  const struct hub_line *line)
{
    struct linea_error error;
    return linea_table_restore(t, &error, io, false, line->text, line->length);
}

/* Let the oldest go; they are in the base then. */
static void let_go(const struct linea_table_io *io, struct hub_recent *r, int count)
{
    for (int i = 0; i < count; i++) {
        apply(io, &r->base, r->line[i]);
        r->bytes -= r->line[i]->length;
        linea_hub_line_drop(r->line[i]);
    }
    r->count -= count;
    memmove(r->line, r->line + count, (size_t)r->count * sizeof(struct hub_line *));
}

static void add(const struct linea_table_io *io, struct hub_recent *r,
                struct hub_line *line)
{
    r->line[r->count++] = line;
    r->bytes += line->length;
    if (r->count == MOST || r->bytes > BYTES)
        let_go(io, r, r->count - (r->count == MOST ? HUB_MISSED : r->count / 2));
}

/* The log may have had it when it was read. */
void linea_hub_recent_add(struct hub *hub, struct hub_game *game,
                          struct hub_line *stored, uint32_t event)
{
    struct linea_table_io io = linea_hub_io(hub, NULL);
    struct hub_recent *r = game->recent;
    if (!r || event != r->base.event + (uint32_t)r->count + 1)
        return;
    linea_hub_line_keep(stored);
    add(&io, r, stored);
}

/* Events that are being read: nobody else has them meanwhile. */
struct reading {
    struct linea_store_reading reading;
    struct hub *hub;
    struct linea_table_io io; /* of the thread that reads */
    struct hub_recent *recent;
    bool failed;
};

static bool note(void *context, const struct linea_store_event *event)
{
    struct reading *r = context;
    struct hub_line *line = linea_hub_line(event->text, event->length);
    if (line)
        add(&r->io, r->recent, line);
    r->failed |= !line;
    return line != NULL;
}

static void drop(struct hub_recent *r)
{
    for (int i = 0; r && i < r->count; i++)
        linea_hub_line_drop(r->line[i]);
    free(r);
}

static uint32_t last_of(const struct hub_recent *r)
{
    return r->base.event + (uint32_t)r->count;
}

static void ask(struct reading *r, uint64_t game)
{
    r->reading.game = game;
    r->reading.after = (int)last_of(r->recent);
    linea_store_ask(r->hub->store, &r->reading);
}

static void read_some(struct linea_store_reading *reading)
{
    struct reading *r = reading->context;
    struct hub *hub = r->hub;
    struct hub_game *game = linea_hub_in_memory(hub, reading->game);
    bool fine = reading->result == LINEA_STORE_OK && !r->failed;
    bool more = reading->last > reading->after;
    linea_hub_charge(hub, reading);
    if (fine && more && !hub->closing && last_of(r->recent) < linea_hub_last(game)) {
        ask(r, reading->game); /* what was stored meanwhile */
        return;
    }
    game->recent_loading = false;
    if (fine) {
        game->recent = r->recent;
        hub->recents++;
    } else {
        drop(r->recent);
    }
    free(r);
    linea_hub_recent_opened(hub, game, fine ? HUB_OK : HUB_FAILED);
}

bool linea_hub_recent_open(struct hub *hub, struct hub_game *game)
{
    if (game->recent_loading)
        return true;
    struct reading *r = calloc(1, sizeof *r);
    if (r)
        r->recent = calloc(1, sizeof *r->recent);
    if (!r || !r->recent) {
        free(r);
        return false;
    }
    r->hub = hub;
    r->io = linea_hub_replay_io(hub);
    r->reading =
        (struct linea_store_reading){.event = note,
                                     .context = r,
                                     .share = game->waits ? game->waits->origin : 0,
                                     .done = read_some};
    game->recent_loading = true;
    ask(r, game->link.key);
    return true;
}

void linea_hub_recent_close(struct hub_game *game)
{
    game->hub->recents -= game->recent != NULL;
    drop(game->recent);
    game->recent = NULL;
}

bool linea_hub_recent_at(struct hub *hub, struct linea_table *out,
                         const struct hub_game *game, uint32_t event)
{
    struct linea_table_io io = linea_hub_io(hub, NULL);
    const struct hub_recent *r = game->recent;
    if (r->base.event > event || r->base.event + (uint32_t)r->count < event)
        return false;
    *out = r->base;
    for (int i = 0; out->event < event; i++)
        if (!apply(&io, out, r->line[i]))
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
