/*
 * server/hub_presence.c - who is connected to a game: sent to the clients that have
 * asked for it, at most twice a second, so that no crowd that comes and goes is a
 * flood.
 *
 * It is no part of the log: after a restart nobody has been here yet.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_internal.h"

enum { APART_MS = 500 };

static int spectators_of(const struct hub_game *game)
{
    int count = 0;
    for (const struct hub_client *c = game->clients; c; c = c->next)
        count += c->audience == LINEA_TABLE_PUBLIC;
    return count;
}

static bool is_here(const struct hub_game *game, int seat)
{
    for (const struct hub_client *c = game->clients; c; c = c->next)
        if (c->audience == seat)
            return true;
    return false;
}

/* Note who has come and gone since the last time. */
static void look_round(struct hub_game *game, int64_t now)
{
    for (int s = 0; s < game->table.seats; s++) {
        bool here = is_here(game, s);
        if (game->here[s] && !here)
            game->left_at[s] = now;
        game->here[s] = here;
    }
}

static void write_presence(const struct hub_game *game, struct linea_list *object)
{
    struct linea_list presence = linea_key_open(object, "presence", "{", "}");
    struct linea_list seats = linea_key_open(&presence, "seats", "[", "]");
    for (int s = 0; s < game->table.seats; s++) {
        struct linea_list one = linea_list_object(&seats);
        linea_key_bool(&one, "here", game->here[s]);
        if (!game->here[s] && game->left_at[s])
            linea_key_int(&one, "left", game->left_at[s]);
        linea_list_close(&one);
    }
    linea_list_close(&seats);
    linea_key_int(&presence, "spectators", spectators_of(game));
    linea_list_close(&presence);
}

void linea_hub_watch_presence(struct hub *hub, struct hub_client *client,
                              const struct hub_reply *to)
{
    struct linea_out out;
    client->presence = true;
    look_round(client->game, hub->options.now());
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_int_or_null(&object, "id", to->id, -1);
    linea_key_bool(&object, "ok", true);
    write_presence(client->game, &object);
    linea_list_close(&object);
    linea_hub_reply(hub, to, HUB_OK, hub->answer, (size_t)(out.at - hub->answer));
}

void linea_hub_note_presence(struct hub_game *game)
{
    bool watched = false;
    for (const struct hub_client *c = game->clients; c; c = c->next)
        watched |= c->presence;
    if (watched && !game->presence_due)
        game->presence_due = game->hub->options.now() + APART_MS;
}

void linea_hub_send_presence(struct hub *hub, struct hub_game *game, int64_t now)
{
    struct linea_out out;
    if (!game->presence_due || now < game->presence_due)
        return;
    game->presence_due = 0;
    look_round(game, now);
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_list_open(&out, "{", "}");
    write_presence(game, &object);
    linea_list_close(&object);
    struct hub_line *line = linea_hub_line(hub->answer, (size_t)(out.at - hub->answer));
    for (const struct hub_client *c = game->clients; c; c = c->next)
        if (c->presence)
            hub->options.send(c->connection, line);
    linea_hub_line_drop(line);
}
