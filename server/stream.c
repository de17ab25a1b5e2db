/*
 * server/stream.c - the events of a game, or of all games of a player, as lines of a
 * response that does not end, for programs that have HTTP but no WebSockets.
 *
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"

enum { CHUNK_EXTRA = 32 }; /* bytes around a line that is a chunk */

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
        c->follower = linea_hub_follow(c->net->hub, e->who.player, c);
        if (!c->follower) {
            linea_http_error(c, 503, "no memory");
            return;
        }
        open_stream(c);
    }
    reply_stream(c, e);
}

void linea_stream_begin(struct connection *c, struct exchange *e)
{
    char text[32], *end;
    int n = linea_request_argument(&e->request, text, sizeof text, "seen");
    unsigned long seen = n > 0 ? strtoul(text, &end, 10) : 0;
    if (n < 0 || (n > 0 && (*end || *text == '-' || seen > INT_MAX))) {
        linea_http_error(c, 400, "seen is the number of an event");
        return;
    }
    e->close = true;
    if (!e->head) {
        enum hub_status status = linea_hub_join(c->net->hub, &c->client, e->game,
                                                &e->who, (uint32_t)seen, c);
        if (status != HUB_OK) {
            linea_http_error(c, (int)status,
                             status == HUB_MISSING    ? "there is no such game"
                             : status == HUB_CONFLICT ? linea_hub_no_map
                                                      : "the game cannot be read");
            return;
        }
        open_stream(c);
    }
    reply_stream(c, e);
}

static void chunks_written(uv_write_t *write, int status)
{
    struct connection *c = write->data;
    c->http->writing = false;
    free(c->http->chunks);
    c->http->chunks = NULL;
    if (status < 0 || c->said_goodbye)
        linea_http_close(c);
    else
        linea_stream_write(c);
}

/* Write a text that is the connection's now. */
static void write_chunks(struct connection *c, char *text, size_t length)
{
    struct http *h = c->http;
    uv_buf_t part = uv_buf_init(text, (unsigned)length);
    h->chunks = text;
    h->write.data = c;
    h->writing = true;
    if (uv_write(&h->write, (uv_stream_t *)&h->tcp, &part, 1, chunks_written) < 0)
        linea_http_close(c);
}

/* Add a line, as a chunk unless the client is too old for that. */
static size_t put_line(const struct connection *c, char *out, const char *text,
                       size_t length)
{
    bool plain = c->exchange->old;
    size_t n = plain ? 0 : (size_t)sprintf(out, "%zx\r\n", length + 1);
    memcpy(out + n, text, length);
    n += length;
    out[n++] = '\n';
    if (!plain) {
        out[n++] = '\r';
        out[n++] = '\n';
    }
    return n;
}

/* End the response; a client that was too slow sees it cut instead. */
static void write_end(struct connection *c)
{
    bool orderly = c->close_code != CLOSE_TRY_LATER && !c->exchange->old;
    char *text = orderly ? strdup("0\r\n\r\n") : NULL;
    c->said_goodbye = true;
    if (text)
        write_chunks(c, text, strlen(text));
    else
        linea_http_close(c);
}

void linea_stream_write(struct connection *c)
{
    struct hub_line *lines[NET_LINE_BATCH];
    size_t room = 0, length = 0;
    int count = 0;
    if (c->http->closing || c->http->writing)
        return;
    if (c->close_code) {
        write_end(c);
        return;
    }
    while (count < NET_LINE_BATCH && (lines[count] = linea_queue_take(c)) != NULL)
        room += lines[count++]->length + CHUNK_EXTRA;
    if (count == 0)
        return;
    char *text = malloc(room);
    for (int i = 0; i < count; i++) {
        if (text)
            length += put_line(c, text + length, lines[i]->text, lines[i]->length);
        linea_hub_line_drop(lines[i]);
    }
    if (text)
        write_chunks(c, text, length);
    else
        linea_http_close(c);
}

void linea_stream_keep_alive(struct connection *c)
{
    char *text = c->http->writing ? NULL : malloc(CHUNK_EXTRA);
    if (text)
        write_chunks(c, text, put_line(c, text, "", 0));
    linea_http_timeout(c, NET_KEEP_ALIVE_SECONDS);
}
