/*
 * server/http.c - HTTP connections: reading requests and writing responses.
 *
 * One request at a time: while it is being answered nothing is read, so what a client
 * can make us keep is bounded. HTTP/1.1 without its rarities is small, and
 * libwebsockets (4.1) is of no use for it: it cannot wait for an answer with a request
 * behind it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <linux/sockios.h>
#else
#define SIOCOUTQ TIOCOUTQ
#endif

#include "connection.h"

static const struct {
    int status;
    const char *reason, *code;
} statuses[] = {
    {200, "OK", ""},
    {303, "See Other", ""},
    {304, "Not Modified", ""},
    {400, "Bad Request", "syntax"},
    {401, "Unauthorized", "token"},
    {403, "Forbidden", "forbidden"},
    {404, "Not Found", "missing"},
    {405, "Method Not Allowed", "method"},
    {409, "Conflict", "no-map"},
    {411, "Length Required", "length"},
    {413, "Content Too Large", "too-large"},
    {426, "Upgrade Required", "upgrade"},
    {429, "Too Many Requests", "too-many"},
    {431, "Request Header Fields Too Large", "too-large"},
    {502, "Bad Gateway", "failed"},
    {503, "Service Unavailable", "failed"},
};

enum { STATUSES = sizeof statuses / sizeof statuses[0] };

/* On every response. The page takes everything from here and has nothing inline; its
   engine is WebAssembly, which needs a word of its own. */
static const char security[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' "
    "'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

static void take_requests(struct connection *c);

/* Closing. */

static void closed(uv_handle_t *handle)
{
    struct connection *c = handle->data;
    if (--c->http->handles > 0)
        return;
    linea_exchange_end(c);
    free(c->http->in);
    free(c->http);
    linea_connection_free(c);
}

void linea_http_close(struct connection *c)
{
    struct http *h = c->http;
    if (h->closing)
        return;
    h->closing = true;
    uv_close((uv_handle_t *)&h->tcp, closed);
    uv_close((uv_handle_t *)&h->timer, closed);
}

bool linea_http_is_stuck(struct connection *c)
{
    struct http *h = c->http;
    uv_os_fd_t fd;
    int in_kernel = 0; /* what the client has not acknowledged */
    if (uv_fileno((uv_handle_t *)&h->tcp, &fd) == 0)
        ioctl(fd, SIOCOUTQ, &in_kernel);
    uint64_t taken = h->sent - uv_stream_get_write_queue_size((uv_stream_t *)&h->tcp) -
                     (uint64_t)in_kernel;
    h->still = taken < h->sent && taken == h->taken ? h->still + 1 : 0;
    h->taken = taken;
    return h->still >= NET_STILL;
}

static void resume(struct connection *c);

static void expired(uv_timer_t *timer)
{
    struct connection *c = timer->data;
    struct http *h = c->http;
    if (c->close_code && (c->client || c->follower)) {
        linea_connection_part(c); /* it was dropped while the hub was at work */
        linea_http_timeout(c, NET_GOODBYE_SECONDS);
    } else if (h->deferred)
        resume(c);
    else if (c->kind != CONNECTION_HTTP && !c->close_code) {
        linea_http_timeout(c, NET_KEEP_ALIVE_SECONDS);
        linea_lines_look(c);
    } else if (h->writing && !h->lingering && !c->close_code && !linea_http_is_stuck(c))
        linea_http_timeout(c, NET_KEEP_ALIVE_SECONDS);
    else
        linea_http_close(c);
}

void linea_http_timeout(struct connection *c, int seconds)
{
    if (!c->http->closing)
        uv_timer_start(&c->http->timer, expired, (uint64_t)seconds * 1000, 0);
}

/* Close when the client has had time to read: closing at once, with something unread,
   would take the response back. */
void linea_http_linger(struct connection *c)
{
    if (c->http->closing || c->http->lingering)
        return;
    c->http->lingering = true;
    c->http->shutdown.data = c;
    uv_shutdown(&c->http->shutdown, (uv_stream_t *)&c->http->tcp, NULL);
    linea_http_timeout(c, NET_GOODBYE_SECONDS);
    linea_http_read(c);
}

/* Reading. */

static void offer_room(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct connection *c = handle->data;
    struct http *h = c->http;
    struct exchange *e = c->exchange;
    (void)suggested;
    if (h->lingering || c->kind == CONNECTION_STREAM)
        *out = uv_buf_init(c->net->discarded, sizeof c->net->discarded);
    else if (e)
        *out = uv_buf_init(e->body + e->received,
                           (unsigned)((size_t)e->request.body - e->received));
    else if (h->in || (h->in = malloc(NET_HEAD)) != NULL)
        *out = uv_buf_init(h->in + h->length, (unsigned)(NET_HEAD - h->length));
    else
        *out = uv_buf_init(NULL, 0); /* comes back as an error */
}

static void arrived(uv_stream_t *stream, ssize_t n, const uv_buf_t *buffer)
{
    struct connection *c = stream->data;
    struct http *h = c->http;
    (void)buffer;
    if (n == 0 || (n > 0 && h->lingering))
        return;
    if (n < 0 || c->kind == CONNECTION_STREAM) {
        linea_http_close(c);
        return;
    }
    if (c->kind == CONNECTION_WS) {
        c->last_received = linea_net_now();
        h->length += (size_t)n;
        linea_ws_take(c);
        return;
    }
    if (c->exchange) {
        c->exchange->received += (size_t)n;
        take_requests(c);
        return;
    }
    if (h->length == 0)
        linea_http_timeout(c, NET_REQUEST_SECONDS);
    h->length += (size_t)n;
    take_requests(c);
}

void linea_http_read(struct connection *c)
{
    if (!c->http->closing)
        uv_read_start((uv_stream_t *)&c->http->tcp, offer_room, arrived);
}

void linea_http_hold(struct connection *c)
{
    if (!c->http->closing)
        uv_read_stop((uv_stream_t *)&c->http->tcp);
}

void linea_http_taken(struct connection *c, size_t length)
{
    struct http *h = c->http;
    h->length -= length;
    if (h->length > 0) {
        memmove(h->in, h->in + length, h->length);
        return;
    }
    free(h->in); /* idle connections are to be small */
    h->in = NULL;
}

bool linea_http_defer(struct connection *c)
{
    int64_t wait = linea_net_work_wait(c);
    if (wait <= 0 || c->http->closing)
        return false;
    c->http->deferred = true;
    linea_http_hold(c);
    uv_timer_start(&c->http->timer, expired, (uint64_t)wait / 1000 + 1, 0);
    return true;
}

/* The head of the next request is there: begin, and go on behind it. */
static void take_head(struct connection *c, size_t head)
{
    struct http *h = c->http;
    linea_exchange_begin(c, h->in, head);
    struct exchange *e = c->exchange;
    if (c->kind == CONNECTION_WS) { /* it is none any more */
        linea_http_taken(c, head);
        linea_ws_take(c);
    }
    if (!e || h->closing)
        return;
    size_t rest = h->length - head, of_body = 0;
    if (e->body) {
        of_body = rest < (size_t)e->request.body ? rest : (size_t)e->request.body;
        memcpy(e->body, h->in + head, of_body);
        e->received = of_body;
        linea_http_timeout(c, NET_REQUEST_SECONDS);
    }
    linea_http_taken(c, head + of_body);
}

/* Go on with what has come. */
static void take_requests(struct connection *c)
{
    struct http *h = c->http;
    if (!c->exchange) {
        size_t head = linea_request_head(h->in, h->length);
        if (head == 0 && h->length < NET_HEAD) {
            linea_http_read(c);
            return;
        }
        take_head(c, head);
    }
    struct exchange *e = c->exchange;
    if (!e || h->closing)
        return;
    if (e->body && !e->running && e->received < (size_t)e->request.body) {
        linea_http_read(c);
        return;
    }
    if (c->kind != CONNECTION_STREAM && !h->lingering)
        linea_http_hold(c);
    if (e->body && !e->running) {
        linea_http_timeout(c, NET_REPLY_SECONDS);
        linea_exchange_run(c);
    }
}

/* The address may have more work done. */
static void resume(struct connection *c)
{
    c->http->deferred = false;
    if (c->kind == CONNECTION_HTTP) {
        linea_http_timeout(c, NET_REQUEST_SECONDS);
        take_requests(c);
        return;
    }
    linea_http_timeout(c, c->kind == CONNECTION_WS && !c->known
                              ? NET_HELLO_SECONDS
                              : NET_KEEP_ALIVE_SECONDS);
    linea_lines_write(c);
    if (c->kind == CONNECTION_WS)
        linea_ws_take(c);
}

/* Writing. */

static void written(uv_write_t *write, int status)
{
    struct connection *c = write->data;
    struct exchange *e = c->exchange;
    c->http->writing = false;
    if (status < 0 || !e) {
        linea_http_close(c);
        return;
    }
    if (c->kind == CONNECTION_STREAM) {
        linea_lines_write(c);
        return;
    }
    bool close = e->close || c->net->stopping;
    linea_exchange_end(c);
    if (close) {
        linea_http_linger(c);
        return;
    }
    c->http->served = true;
    linea_http_timeout(c, c->http->length ? NET_REQUEST_SECONDS : NET_IDLE_SECONDS);
    take_requests(c);
}

static int index_of(int status)
{
    int i = 0;
    while (i < STATUSES - 1 && statuses[i].status != status)
        i++;
    return i;
}

void linea_http_reply(struct connection *c, int status, const char *type,
                      const char *extra, const char *reply, size_t length)
{
    struct exchange *e = c->exchange;
    struct http *h = c->http;
    char size[48] = "", text[2048];
    if (reply)
        snprintf(size, sizeof size, "Content-Length: %zu\r\n", length);
    int n =
        snprintf(text, sizeof text, "HTTP/1.1 %d %s\r\n%s%s%s%s%s%s%s%s\r\n", status,
                 statuses[index_of(status)].reason, type ? "Content-Type: " : "",
                 type ? type : "", type ? "\r\n" : "", size,
                 strstr(extra, "Cache-Control:") ? "" : "Cache-Control: no-store\r\n",
                 security, extra, e->close ? "Connection: close\r\n" : "");
    e->status = status;
    e->headers = malloc((size_t)n);
    if (!e->headers || h->closing) {
        linea_http_close(c);
        return;
    }
    memcpy(e->headers, text, (size_t)n);
    uv_buf_t parts[] = {uv_buf_init(e->headers, (unsigned)n),
                        uv_buf_init((char *)reply, (unsigned)length)};
    h->write.data = c;
    h->writing = true;
    unsigned count = length > 0 && !e->head ? 2 : 1;
    if (uv_write(&h->write, (uv_stream_t *)&h->tcp, parts, count, written) < 0) {
        linea_http_close(c);
        return;
    }
    h->still = 0;
    h->sent += (uint64_t)n + (count > 1 ? length : 0);
    if (c->kind == CONNECTION_HTTP)
        linea_http_timeout(c, NET_KEEP_ALIVE_SECONDS);
    /* The page's files cost nothing: they lie in the program. */
    bool all = uv_stream_get_write_queue_size((uv_stream_t *)&h->tcp) == 0;
    e->waits = e->owned && !all ? length : 0;
    if (e->waits && !linea_net_wait(c, e->waits))
        linea_http_close(c);
}

void linea_http_error(struct connection *c, int status, const char *message)
{
    char *text = malloc(256);
    if (!text) {
        linea_http_close(c);
        return;
    }
    int n = snprintf(text, 256, "{\"error\":\"%s\",\"message\":\"%s\"}",
                     statuses[index_of(status)].code, message);
    c->exchange->owned = text;
    linea_http_reply(c, status, "application/json",
                     status == 429   ? "Retry-After: 1\r\n"
                     : status == 401 ? "WWW-Authenticate: Bearer\r\n"
                     : status == 426 ? "Upgrade: websocket\r\n"
                                     : "",
                     text, (size_t)n);
}

void linea_http_copy(struct connection *c, int status, const char *type,
                     const char *extra, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy || length == 0) {
        free(copy);
        linea_http_error(c, status == 200 ? 503 : status, "it did not work");
        return;
    }
    memcpy(copy, text, length);
    c->exchange->owned = copy;
    linea_http_reply(c, status, type, extra, copy, length);
}

bool linea_http_open(struct net *net, int fd, const uint8_t address[16])
{
    struct connection *c = linea_connection_new(net, address);
    struct http *h = c ? calloc(1, sizeof *h) : NULL;
    if (!h) {
        if (c)
            linea_connection_free(c);
        return false;
    }
    c->http = h;
    h->handles = 2;
    uv_tcp_init(net->loop, &h->tcp);
    uv_timer_init(net->loop, &h->timer);
    h->tcp.data = h->timer.data = c;
    if (uv_tcp_open(&h->tcp, fd) < 0) {
        linea_http_close(c);
        return false;
    }
    linea_http_timeout(c, NET_REQUEST_SECONDS);
    linea_http_read(c);
    return true;
}
