/*
 * server/hub_delay.c - durable events of a game that spectators see with a delay: what
 * is stored of them, and when they may see it.
 *
 * There may be an hour of them, of thousands of games. So they lie behind one another,
 * and cost little more than their text. Room is taken when an event begins, since
 * nothing may fail once it is durable.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

/* Before the text of an event. */
struct head {
    int64_t due;
    size_t length;
};

static struct head head_at(const struct hub_delayed *d, size_t at)
{
    struct head head;
    memcpy(&head, d->bytes + at, sizeof head);
    return head;
}

bool linea_hub_delay_reserve(struct hub_game *game, size_t length)
{
    struct hub_delayed *d = &game->delayed;
    size_t need = d->reserved + sizeof(struct head) + length;
    if (d->first >= HUB_DELAY_PIECE) {
        memmove(d->bytes, d->bytes + d->first, d->end - d->first);
        d->end -= d->first;
        d->first = 0;
    }
    if (d->end + need > d->size) {
        size_t size =
            (d->end + need + HUB_DELAY_PIECE - 1) / HUB_DELAY_PIECE * HUB_DELAY_PIECE;
        char *more = realloc(d->bytes, size);
        if (!more)
            return false;
        d->bytes = more;
        d->size = size;
    }
    d->reserved = need;
    return true;
}

void linea_hub_delay_begin(struct hub_game *game, const struct linea_table *before)
{
    if (!game->table.delay || game->behind || game->lost)
        return;
    game->behind = malloc(sizeof *game->behind);
    game->lost = !game->behind;
    if (game->lost)
        return;
    *game->behind = *before;
    for (struct hub_pending *p = game->pending.first; p; p = p->next)
        if (p->number > before->event) {
            p->delayed = true;
            game->lost |= !linea_hub_delay_reserve(game, p->stored->length);
        }
}

void linea_hub_delay(struct hub_game *game, const struct hub_pending *p)
{
    struct hub_delayed *d = &game->delayed;
    const struct head head = {p->due, p->stored->length};
    memcpy(d->bytes + d->end, &head, sizeof head);
    memcpy(d->bytes + d->end + sizeof head, p->stored->text, head.length);
    d->end += sizeof head + head.length;
    d->reserved -= sizeof head + head.length;
}

int64_t linea_hub_delayed_due(const struct hub_game *game)
{
    const struct hub_delayed *d = &game->delayed;
    return d->first < d->end ? head_at(d, d->first).due : INT64_MAX;
}

bool linea_hub_delayed_next(struct hub_game *game, const struct linea_table_io *io)
{
    struct hub_delayed *d = &game->delayed;
    struct linea_error error;
    const struct head head = head_at(d, d->first);
    bool fine = linea_table_restore(game->behind, &error, io, true,
                                    d->bytes + d->first + sizeof head, head.length);
    d->first += sizeof head + head.length;
    if (d->first == d->end && d->reserved == 0)
        linea_hub_delayed_close(game);
    return fine;
}

void linea_hub_delayed_close(struct hub_game *game)
{
    free(game->delayed.bytes);
    game->delayed = (struct hub_delayed){0};
}
