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

/* What a line costs while it waits. */
static size_t cost(const struct hub_line *line)
{
    enum { EXTRA = 64 };
    return line->length + EXTRA;
}

/* Whether a connection may have a line more. What it takes at once is no burden, so one
   line may always wait. */
static bool has_room(const struct connection *c, const struct hub_line *line)
{
    size_t most = (size_t)c->net->options->max_waiting, size = cost(line);
    return c->waiting == 0 ||
           (c->waiting + size <= most &&
            c->address->waiting + size <= most * QUOTA_ADDRESS_FACTOR);
}

void linea_net_send(void *connection, struct hub_line *line)
{
    struct connection *c = connection;
    if (c->close_code)
        return;
    if (!line || !has_room(c, line) ||
        (c->queue_waiting == c->queue_size && !grow(c))) {
        c->net->counters.dropped++;
        linea_connection_drop(c, CLOSE_TRY_LATER, line ? "too slow" : "no memory");
        return;
    }
    linea_hub_line_keep(line);
    c->queue[(c->queue_first + c->queue_waiting) % c->queue_size] = line;
    c->queue_waiting++;
    c->waiting += cost(line);
    c->address->waiting += cost(line);
    linea_lines_write(c);
}

void linea_queue_done(struct connection *c, struct hub_line *line)
{
    c->waiting -= cost(line);
    c->address->waiting -= cost(line);
    linea_hub_line_drop(line);
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

static void clear(struct connection *c)
{
    for (int i = 0; i < c->queue_waiting; i++)
        linea_queue_done(c, c->queue[(c->queue_first + i) % c->queue_size]);
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
    clear(c);
}

void linea_connection_drop(struct connection *c, int code, const char *reason)
{
    if (c->close_code)
        return;
    c->close_code = code;
    c->close_reason = reason;
    clear(c);
    c->http->deferred = false;
    linea_http_timeout(c, c->client || c->follower ? 0 : NET_GOODBYE_SECONDS);
    linea_lines_write(c);
}
