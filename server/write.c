/*
 * server/write.c - writing to streams and WebSockets: lines as the socket takes them,
 * each a chunk of a response or a message.
 *
 * A line is written from where it lies, also when many connections are sent it. What a
 * client has missed is asked of the hub only when all before it is written, so that it
 * waits on the disk and not in memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"

/* Lines that are being written. */
struct batch {
    uv_write_t write;
    struct connection *c;
    char *control; /* or NULL */
    int count;
    struct hub_line *line[NET_LINE_BATCH];
    char head[NET_LINE_BATCH][16];
};

enum { BUFFERS = 1 + 3 * NET_LINE_BATCH };

static void batch_written(uv_write_t *write, int status)
{
    struct batch *b = write->data;
    struct connection *c = b->c;
    c->http->writing = false;
    for (int i = 0; i < b->count; i++)
        linea_queue_done(c, b->line[i]);
    free(b->control);
    free(b);
    if (c->close_code && status >= 0)
        linea_connection_part(c);
    if (status < 0)
        linea_http_close(c);
    else if (c->said_goodbye && !c->control)
        linea_http_linger(c);
    else
        linea_lines_write(c);
}

/* What stands before a line; a client that is too old for chunks gets none. */
static size_t put_head(const struct connection *c, char head[16], size_t length)
{
    if (c->kind == CONNECTION_WS)
        return linea_ws_head(head, WS_TEXT, length);
    return c->exchange->old ? 0 : (size_t)snprintf(head, 16, "%zx\r\n", length + 1);
}

static const char *tail_of(const struct connection *c)
{
    return c->kind == CONNECTION_WS ? "" : c->exchange->old ? "\n" : "\n\r\n";
}

static void add(uv_buf_t *buffers, unsigned *count, const char *text, size_t length)
{
    if (length > 0)
        buffers[(*count)++] = uv_buf_init((char *)text, (unsigned)length);
}

/* Take what is next: a frame of control, then some lines. */
static unsigned fill(struct connection *c, struct batch *b, uv_buf_t buffers[BUFFERS])
{
    unsigned n = 0;
    size_t bytes = 0;
    b->control = c->control;
    add(buffers, &n, c->control, c->control_length);
    c->control = NULL;
    c->control_length = 0;
    while (b->count < NET_LINE_BATCH && bytes < NET_BATCH) {
        struct hub_line *line = linea_queue_take(c);
        if (!line)
            break;
        char *head = b->head[b->count];
        b->line[b->count++] = line;
        bytes += line->length;
        add(buffers, &n, head, put_head(c, head, line->length));
        add(buffers, &n, line->text, line->length);
        add(buffers, &n, tail_of(c), strlen(tail_of(c)));
    }
    return n;
}

/* End a response; a client that was too slow sees it cut instead. */
static void say_goodbye(struct connection *c)
{
    static const char end[] = "0\r\n\r\n";
    c->said_goodbye = true;
    if (c->kind == CONNECTION_WS) {
        linea_ws_say_goodbye(c);
        return;
    }
    if (c->close_code == CLOSE_TRY_LATER || c->exchange->old ||
        !(c->control = strdup(end)))
        linea_http_close(c);
    else
        c->control_length = sizeof end - 1;
}

static bool ask_for_more(struct connection *c)
{
    bool begun = linea_net_work_begin(c);
    bool more = c->follower ? linea_hub_follow_more(c->net->hub, c->follower)
                            : linea_hub_more(c->net->hub, c->client);
    linea_net_work_end(c, begun);
    return more;
}

/* Ask for what the client has missed, until there is some of it; when it has all of
   that, it may ask for something itself. */
static void catch_up(struct connection *c)
{
    while (c->catching && !c->http->writing && !c->close_code && !linea_http_defer(c))
        c->catching = ask_for_more(c);
    if (!c->catching && c->kind == CONNECTION_WS)
        linea_ws_take(c);
}

static void write_batch(struct connection *c)
{
    uv_buf_t buffers[BUFFERS];
    struct batch *b = calloc(1, sizeof *b);
    if (!b) {
        linea_http_close(c);
        return;
    }
    b->c = c;
    b->write.data = b;
    c->http->writing = true;
    unsigned count = fill(c, b, buffers);
    for (unsigned i = 0; i < count; i++)
        c->http->sent += buffers[i].len;
    if (uv_write(&b->write, (uv_stream_t *)&c->http->tcp, buffers, count,
                 batch_written) < 0)
        batch_written(&b->write, -1);
}

void linea_lines_write(struct connection *c)
{
    if (c->http->closing || c->http->writing || c->kind == CONNECTION_HTTP)
        return;
    if (c->close_code && !c->said_goodbye)
        say_goodbye(c);
    else if (c->catching && !c->queue_waiting && !c->control && !c->http->deferred)
        catch_up(c); /* comes here again for each line */
    if (c->http->closing || c->http->writing || (!c->queue_waiting && !c->control))
        return;
    bool begun = linea_net_work_begin(c);
    write_batch(c);
    linea_net_work_end(c, begun);
}

static void keep_alive(struct connection *c)
{
    struct hub_line *empty = calloc(1, sizeof *empty + 1);
    if (!empty)
        return;
    empty->users = 1;
    empty->text = (char *)(empty + 1);
    linea_net_send(c, empty);
    linea_hub_line_drop(empty);
}

void linea_lines_look(struct connection *c)
{
    if (linea_http_is_stuck(c)) {
        c->net->counters.dropped++;
        linea_http_close(c);
        return;
    }
    linea_connection_recheck(c);
    if (c->close_code)
        return;
    if (c->kind == CONNECTION_WS)
        linea_ws_look(c);
    else if (!c->http->writing && !c->queue_waiting)
        keep_alive(c);
}
