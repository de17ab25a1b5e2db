/*
 * server/hub_join.c - connections to a game: what they are sent first, and their end.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "hub_internal.h"

enum { SOME = 8 }; /* events that are written at once */

/* While it is being sent what it missed, some of that at a time. */
static void emit_missed(void *context, int audience, const char *text, size_t length)
{
    const struct hub_client *client = context;
    if (audience == client->audience)
        linea_hub_send(client->game->hub, client->connection, text, length);
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

/* Begin to send the events after `seen`; false if they are too many. */
static bool begin_missed(struct hub *hub, struct hub_client *client, uint32_t seen)
{
    struct hub_game *game = client->game;
    if (linea_hub_last(game) - seen > HUB_MISSED || !game->recent)
        return false;
    client->missed = malloc(sizeof *client->missed);
    if (!client->missed) {
        hub->options.send(client->connection, NULL);
        return true;
    }
    if (linea_hub_recent_at(hub, client->missed, game, seen))
        return true;
    free(client->missed);
    client->missed = NULL;
    return false;
}

/* Send the game as it is on the disk. */
static void send_all(struct hub *hub, struct hub_client *client)
{
    struct linea_table durable;
    if (!linea_hub_durable(hub, &durable, client->game)) {
        hub->options.send(client->connection, NULL);
        return;
    }
    client->sent = durable.event;
    send_table(hub, client, &durable);
}

static void catch_up(struct hub *hub, struct hub_client *client, uint32_t seen)
{
    const struct hub_game *game = client->game;
    if (game->behind && client->audience == LINEA_TABLE_PUBLIC)
        send_table(hub, client, game->behind);
    else if (seen && seen == linea_hub_last(game))
        client->sent = seen;
    else if (!seen || seen > linea_hub_last(game) || !begin_missed(hub, client, seen))
        send_all(hub, client);
}

bool linea_hub_more(struct hub *hub, struct hub_client *client)
{
    struct linea_table *t = client->missed;
    struct linea_table_io io = linea_hub_io(hub, client->game);
    io.emit = emit_missed;
    io.context = client;
    if (!t)
        return false;
    for (int i = 0; i < SOME; i++)
        if (!linea_hub_recent_next(client->game, t, &io)) {
            client->sent = t->event;
            client->missed = NULL;
            if (t->event < linea_hub_last(client->game)) /* it was too long about it */
                send_all(hub, client);
            free(t);
            return false;
        }
    return true;
}

/* Whether what the client is to be sent first takes the game's latest events. */
static bool needs_recent(const struct hub_game *game, const struct hub_client *client)
{
    uint32_t seen = client->seen, last = linea_hub_last(game);
    return game->pending.first || (seen && seen < last && last - seen <= HUB_MISSED);
}

/* The game is there. */
static void take_place(struct hub *hub, struct hub_wait *wait, struct hub_game *game,
                       enum hub_status status)
{
    struct hub_client *client = (struct hub_client *)wait;
    if (!game) {
        void *connection = client->connection;
        hub->counters.clients--;
        free(client);
        hub->options.joined(connection, status);
        return;
    }
    if (!game->recent && needs_recent(game, client)) {
        client->wait.recent = true;
        linea_hub_wait(hub, &client->wait, game->link.key);
        return;
    }
    client->game = game;
    client->next = game->clients;
    if (game->clients)
        game->clients->previous = client;
    game->clients = client;
    linea_hub_reseat(game);
    linea_hub_note_presence(game);
    linea_hub_update(hub, game);
    catch_up(hub, client, client->seen);
    hub->options.joined(client->connection, HUB_OK);
}

bool linea_hub_join(struct hub *hub, struct hub_client **out, uint64_t id,
                    const struct hub_guest *who, uint32_t seen, void *connection)
{
    struct hub_client *client = calloc(1, sizeof *client);
    *out = client;
    if (!client)
        return false;
    client->who = *who;
    client->seen = seen;
    client->audience = LINEA_TABLE_PUBLIC;
    client->connection = connection;
    client->wait = (struct hub_wait){
        .client = client, .origin = who->origin, .fresh = true, .go_on = take_place};
    hub->counters.clients++;
    linea_hub_wait(hub, &client->wait, id);
    return true;
}

static void leave(struct hub *hub, struct hub_game *game, struct hub_client *client)
{
    for (struct hub_pending *p = game->pending.first; p; p = p->next)
        linea_hub_forget_waiting(p->waiting, client);
    linea_hub_forget_waiting(game->failing, client);
    linea_hub_forget_waiting(game->again, client);
    if (client->previous)
        client->previous->next = client->next;
    else
        game->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
    game->left = hub->options.now();
    if (!game->clients && hub->recents > HUB_RECENTS)
        linea_hub_recent_close(game);
    linea_hub_note_presence(game);
    linea_hub_update(hub, game);
}

void linea_hub_part(struct hub *hub, struct hub_client *client)
{
    linea_hub_forget_client(hub, client);
    if (client->game)
        leave(hub, client->game, client);
    hub->counters.clients--;
    free(client->missed);
    free(client);
}
