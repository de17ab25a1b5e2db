/*
 * server/queue.c - lines of the hub that wait until a connection can take them.
 *
 * The hub may call from anywhere, also while it goes through its clients: so no client
 * parts here. A connection that is too slow is only marked, and ends when the loop
 * comes to it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "connection.h"

/* Twice the room, up to the limit. */
static bool grow(struct connection *c)
{
    int most = (int)c->net->options->max_queue;
    int size = c->queue_size ? c->queue_size * 2 : 8;
    size = size < most ? size : most;
    if (size <= c->queue_size)
        return false;
    struct hub_line **larger = malloc((size_t)size * sizeof(struct hub_line *));
    if (!larger)
        return false;
    for (int i = 0; i < c->queue_waiting; i++)
        larger[i] = c->queue[(c->queue_first + i) % c->queue_size];
    free(c->queue);
    c->queue = larger;
    c->queue_size = size;
    c->queue_first = 0;
    return true;
}

/* There is something to write. */
static void wake(struct connection *c)
{
    if (c->kind == CONNECTION_WS)
        lws_callback_on_writable(c->wsi);
    else if (c->kind == CONNECTION_STREAM)
        linea_stream_write(c);
}

void linea_net_send(void *connection, struct hub_line *line)
{
    struct connection *c = connection;
    if (c->close_code)
        return;
    if (!line || (c->queue_waiting == c->queue_size && !grow(c))) {
        c->net->counters.dropped++;
        linea_connection_drop(c, CLOSE_TRY_LATER, line ? "too slow" : "no memory");
        return;
    }
    linea_hub_line_keep(line);
    c->queue[(c->queue_first + c->queue_waiting) % c->queue_size] = line;
    c->queue_waiting++;
    wake(c);
}

struct hub_line *linea_queue_take(struct connection *c)
{
    if (c->queue_waiting == 0)
        return NULL;
    struct hub_line *line = c->queue[c->queue_first];
    c->queue_first = (c->queue_first + 1) % c->queue_size;
    c->queue_waiting--;
    c->net->counters.lines++;
    if (c->queue_waiting == 0) { /* idle connections are to be small */
        free(c->queue);
        c->queue = NULL;
        c->queue_size = c->queue_first = 0;
    }
    return line;
}

void linea_queue_clear(struct connection *c)
{
    for (int i = 0; i < c->queue_waiting; i++)
        linea_hub_line_drop(c->queue[(c->queue_first + i) % c->queue_size]);
    free(c->queue);
    c->queue = NULL;
    c->queue_size = c->queue_first = c->queue_waiting = 0;
}

void linea_connection_part(struct connection *c)
{
    if (c->client)
        linea_hub_part(c->net->hub, c->client);
    if (c->follower)
        linea_hub_unfollow(c->net->hub, c->follower);
    c->client = NULL;
    c->follower = NULL;
    linea_queue_clear(c);
}

void linea_connection_drop(struct connection *c, int code, const char *reason)
{
    if (c->close_code)
        return;
    c->close_code = code;
    c->close_reason = reason;
    linea_queue_clear(c);
    if (c->kind == CONNECTION_WS) {
        lws_set_timer_usecs(c->wsi, 1);      /* where libwebsockets lets us say why */
        lws_cancel_service(c->net->context); /* so that it looks at its timers */
    } else {
        linea_http_timeout(c, NET_GOODBYE_SECONDS);
        wake(c);
    }
}
