/*
 * server/hub_delay.c - games that spectators see with a delay: durable events wait
 * until their time, and go through a second table, which is what spectators may see.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

/* When spectators may see the last event; immediately if the game has not begun, so
   that anyone can find it and sit down. */
int64_t linea_hub_shown_at(const struct linea_table *t)
{
    return t->begun ? t->at + t->delay * (int64_t)1000 : 0;
}

void linea_hub_push(struct hub_list *list, struct hub_pending *p)
{
    p->next = NULL;
    if (list->last)
        list->last->next = p;
    else
        list->first = p;
    list->last = p;
}

struct hub_pending *linea_hub_pop(struct hub_list *list)
{
    struct hub_pending *p = list->first;
    list->first = p->next;
    if (!list->first)
        list->last = NULL;
    return p;
}

/* What is for clients; spectators get a line of their own when it is time. */
static void drop_lines(struct hub_pending *p)
{
    linea_hub_line_drop(p->notice);
    linea_hub_line_drop(p->turn_notice);
    p->notice = p->turn_notice = NULL;
    for (int i = 0; i < HUB_AUDIENCES; i++) {
        linea_hub_line_drop(p->line[i]);
        p->line[i] = NULL;
    }
}

void linea_hub_drop(struct hub_pending *p)
{
    drop_lines(p);
    linea_hub_line_drop(p->stored);
    free(p);
}

void linea_hub_delay(struct hub_game *game, struct hub_pending *p)
{
    drop_lines(p);
    linea_hub_push(&game->delayed, p);
}

static void emit_to_spectators(void *context, int audience, const char *text,
                               size_t length)
{
    const struct hub_context *c = context;
    if (audience != LINEA_TABLE_PUBLIC)
        return;
    struct hub_line *line = linea_hub_line(c->hub, text, length);
    for (struct hub_client *client = c->game->clients; client; client = client->next)
        if (client->audience == LINEA_TABLE_PUBLIC)
            c->hub->options.send(client->connection, line);
    linea_hub_line_drop(line);
}

void linea_hub_show_delayed(struct hub *hub, struct hub_game *game)
{
    struct hub_context context = {hub, game};
    struct linea_table_io io = linea_hub_io(&context);
    struct linea_error error;
    io.emit = emit_to_spectators;
    while (game->delayed.first && game->delayed.first->due <= hub->options.now()) {
        struct hub_pending *p = linea_hub_pop(&game->delayed);
        linea_table_restore(game->behind, &error, &io, true, p->stored->text,
                            p->stored->length);
        linea_hub_drop(p);
    }
}
