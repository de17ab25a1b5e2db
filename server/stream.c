/*
 * server/stream.c - the events of a game, or of all games of a player, as lines of a
 * response that does not end, for programs that have HTTP but no WebSockets.
 *
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>

#include "connection.h"

/* From now on lines may come. */
static void open_stream(struct connection *c)
{
    c->kind = CONNECTION_STREAM;
    linea_http_timeout(c, NET_KEEP_ALIVE_SECONDS);
}

static void reply_stream(struct connection *c, const struct exchange *e)
{
    linea_http_reply(c, 200, "application/x-ndjson",
                     e->old ? "" : "Transfer-Encoding: chunked\r\n", NULL, 0);
}

void linea_stream_mine(struct connection *c, struct exchange *e)
{
    e->close = true;
    if (!e->head) {
        c->follower = linea_hub_follow(c->net->hub, &e->who, c);
        if (!c->follower) {
            linea_http_error(c, 503, "no memory");
            return;
        }
        c->catching = true;
        c->player = e->who.player;
        open_stream(c);
    }
    reply_stream(c, e);
}

void linea_stream_begin(struct connection *c, struct exchange *e)
{
    int64_t seen = 0;
    if (!linea_request_number(&e->request, &seen, "seen", INT_MAX)) {
        linea_http_error(c, 400, "seen is the number of an event");
        return;
    }
    e->close = true;
    if (e->head) {
        reply_stream(c, e);
        return;
    }
    c->joining = true;
    c->player = e->who.player;
    if (!linea_hub_join(c->net->hub, &c->client, e->game, &e->who, (uint32_t)seen, c))
        linea_net_joined(c, HUB_FAILED);
}

void linea_stream_joined(struct connection *c, enum hub_status status)
{
    if (status != HUB_OK) {
        linea_http_error(c, (int)status,
                         status == HUB_MISSING    ? "there is no such game"
                         : status == HUB_CONFLICT ? linea_hub_no_map
                                                  : "the game cannot be read");
        return;
    }
    c->catching = true;
    open_stream(c);
    reply_stream(c, c->exchange);
    linea_http_read(c); /* to see its end; nothing is read while a game is */
    if (c->net->stopping)
        linea_connection_drop(c, CLOSE_GOING_AWAY, "the server stops");
}
