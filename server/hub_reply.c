/*
 * server/hub_reply.c - lines for clients, and the one answer that each request gets.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "hub_internal.h"

struct hub_line *linea_hub_line(const char *text, size_t length)
{
    struct hub_line *line = malloc(sizeof *line + length + 1);
    if (!line)
        return NULL;
    line->users = 1;
    line->length = length;
    line->text = (char *)(line + 1);
    memcpy(line->text, text, length);
    line->text[length] = 0;
    return line;
}

void linea_hub_line_keep(struct hub_line *line)
{
    line->users++;
}

void linea_hub_line_drop(struct hub_line *line)
{
    if (line && --line->users == 0)
        free(line);
}

void linea_hub_send(struct hub *hub, void *connection, const char *text, size_t length)
{
    struct hub_line *line = linea_hub_line(text, length);
    hub->options.send(connection, line);
    linea_hub_line_drop(line);
}

struct linea_list linea_hub_begin_object(struct linea_out *out, uint64_t game)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_id(&object, "game", game);
    return object;
}

void linea_hub_reply(struct hub *hub, const struct hub_reply *to,
                     enum hub_status status, const char *text, size_t length)
{
    if (to->client)
        linea_hub_send(hub, to->client->connection, text, length);
    else if (to->answer)
        to->answer(to->context, status, text, length);
}

void linea_hub_refuse(struct hub *hub, const struct hub_reply *to,
                      enum hub_status status, const char *code, const char *message)
{
    char text[512];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = linea_list_open(&out, "{", "}");
    if (!to->plain)
        linea_key_int_or_null(&object, "id", to->id, -1);
    linea_list_key(&object, "error");
    linea_out_string(&out, code);
    linea_list_key(&object, "message");
    linea_out_string(&out, message);
    linea_list_close(&object);
    linea_hub_reply(hub, to, status, text, (size_t)(out.at - text));
}

const char linea_hub_no_map[] =
    "the map of this game is not there, or is another one now: the game is kept";

void linea_hub_refuse_game(struct hub *hub, const struct hub_reply *to,
                           enum hub_status status)
{
    if (status == HUB_MISSING)
        linea_hub_refuse(hub, to, status, "unknown", "there is no such game");
    else if (status == HUB_CONFLICT)
        linea_hub_refuse(hub, to, status, "no-map", linea_hub_no_map);
    else
        linea_hub_refuse(hub, to, status, "not-stored", "the store cannot be read");
}
