/*
 * server/hub_join.c - connections to a game: what they are sent first, and their end.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

static void emit_missed(void *context, int audience, const char *text, size_t length)
{
    const struct hub_client *client = context;
    if (audience == client->audience)
        linea_hub_send(client->game->hub, client->connection, text, length);
}

/* Send the events after `seen`; false if it has seen what is not there. */
static bool send_missed(struct hub *hub, struct hub_client *client, uint32_t seen)
{
    struct linea_table_io io = linea_hub_io(hub, client->game);
    struct linea_table durable;
    io.emit = emit_missed;
    io.context = client;
    if (linea_hub_replay(hub, &durable, client->game->link.key, &io, seen) != HUB_OK) {
        hub->options.send(client->connection, NULL);
        return true;
    }
    client->sent = durable.event;
    return seen <= durable.event;
}

static void send_table(struct hub *hub, struct hub_client *client,
                       const struct linea_table *t)
{
    struct linea_out out;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    linea_out_text(&out, "{\"table\":");
    if (t->event)
        linea_table_show(t, &out, client->audience);
    else
        linea_out_text(&out, "null");
    linea_out_text(&out, "}");
    linea_hub_send(hub, client->connection, hub->answer,
                   (size_t)(out.at - hub->answer));
}

static void catch_up(struct hub *hub, struct hub_client *client, uint32_t seen)
{
    const struct hub_game *game = client->game;
    const struct linea_table *t = &game->table;
    struct linea_table durable;
    if (game->behind && client->audience == LINEA_TABLE_PUBLIC) {
        send_table(hub, client, game->behind);
        return;
    }
    if (seen && t->event - seen <= HUB_MISSED && send_missed(hub, client, seen))
        return;
    if (game->pending.first) { /* Not all of it is durable. */
        if (linea_hub_read_table(hub, &durable, game->link.key) != HUB_OK) {
            hub->options.send(client->connection, NULL);
            return;
        }
        t = &durable;
    }
    client->sent = t->event;
    send_table(hub, client, t);
}

enum hub_status linea_hub_join(struct hub *hub, struct hub_client **out, uint64_t id,
                               const struct hub_guest *who, uint32_t seen,
                               void *connection)
{
    struct hub_game *game;
    enum hub_status status = linea_hub_find(hub, &game, id);
    if (status != HUB_OK)
        return status;
    struct hub_client *client = calloc(1, sizeof *client);
    if (!client)
        return HUB_FAILED;
    client->game = game;
    client->who = *who;
    client->connection = connection;
    client->next = game->clients;
    if (game->clients)
        game->clients->previous = client;
    game->clients = client;
    hub->counters.clients++;
    linea_hub_reseat(game);
    linea_hub_update(hub, game);
    catch_up(hub, client, seen);
    *out = client;
    return HUB_OK;
}

static void forget_waiting(struct hub_waiting *first, const struct hub_client *client)
{
    for (struct hub_waiting *w = first; w; w = w->next)
        if (w->to.client == client)
            w->to.client = NULL;
}

void linea_hub_part(struct hub *hub, struct hub_client *client)
{
    struct hub_game *game = client->game;
    for (struct hub_pending *p = game->pending.first; p; p = p->next)
        forget_waiting(p->waiting, client);
    forget_waiting(game->failing, client);
    if (client->previous)
        client->previous->next = client->next;
    else
        game->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
    hub->counters.clients--;
    free(client);
    linea_hub_update(hub, game);
}
