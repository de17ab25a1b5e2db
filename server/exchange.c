/*
 * server/exchange.c - one HTTP request: what it must be, and who answers it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "connection.h"
#include "log.h"

static void write_log(struct connection *c, const struct exchange *e)
{
    char network[QUOTA_ADDRESS_TEXT];
    linea_net_network(c, network);
    c->net->counters.status[e->status / 100 % 6]++;
    linea_log(LOG_INFO, "request", "address=%s method=%s path=%s status=%d ms=%lld",
              network, e->method, e->path, e->status,
              (long long)(linea_net_now() - e->began) / 1000);
}

void linea_exchange_end(struct connection *c)
{
    struct exchange *e = c->exchange;
    if (!e)
        return;
    c->exchange = NULL;
    e->connection = NULL;
    linea_net_waited(c, e->waits + e->counts);
    if (e->status)
        write_log(c, e);
    free(e->body);
    free(e->headers);
    free(e->owned);
    if (!e->asked) {
        free(e);
        return;
    }
    e->address = c->address; /* the hub may charge it until it has answered */
    e->address->connections++;
}

struct exchange *linea_exchange_ask(struct exchange *e)
{
    e->asked = true;
    return e;
}

struct connection *linea_exchange_asker(struct exchange *e)
{
    struct connection *c = e->connection;
    e->asked = false;
    if (!c) {
        linea_quotas_leave(e->address);
        free(e);
    }
    return c;
}

/* After this the connection ends: the rest of the request is not worth reading. */
static void refuse(struct connection *c, int status, const char *message)
{
    c->exchange->close = true;
    linea_http_error(c, status, message);
}

/* The player of the token; false if there is a token that is not ours. */
static bool read_player(struct connection *c, struct exchange *e)
{
    static const char scheme[] = "Bearer ";
    char text[sizeof scheme + TOKEN_TEXT];
    size_t skip = sizeof scheme - 1;
    int n = linea_request_header(&e->request, text, sizeof text, "authorization");
    return n == 0 ||
           (n > (int)skip && strncmp(text, scheme, skip) == 0 &&
            linea_token_read(&e->who, c->net->key, text + skip, (size_t)n - skip));
}

static enum http_method method_of(struct exchange *e)
{
    e->head = strcmp(e->method, "HEAD") == 0;
    return e->head || strcmp(e->method, "GET") == 0 ? HTTP_GET
           : strcmp(e->method, "POST") == 0         ? HTTP_POST
                                                    : HTTP_OTHER;
}

/* It begins again when the address may have more work done. */
static bool defer(struct connection *c)
{
    if (!linea_http_defer(c))
        return false;
    free(c->exchange);
    c->exchange = NULL;
    return true;
}

/* What any request must fulfil. */
static bool examine(struct connection *c, const struct request *r)
{
    bool entered = linea_net_rebind(c, r);
    if (entered && defer(c))
        return false;
    c->net->counters.requests++;
    if (!entered)
        refuse(c, 429, "too many connections from this address");
    else if (!linea_net_allow(c))
        refuse(c, 429, "slower, please");
    else if (!linea_net_origin_ok(c, r))
        refuse(c, 403, "pages of other sites may not ask");
    else
        return true;
    return false;
}

static void refuse_path(struct connection *c, const char *allow)
{
    static const char text[] =
        "{\"error\":\"method\",\"message\":\"not with this method\"}";
    char line[48];
    snprintf(line, sizeof line, "Allow: %s\r\n", allow ? allow : "");
    if (allow)
        linea_http_reply(c, 405, "application/json", line, text, sizeof text - 1);
    else
        linea_http_error(c, 404, "there is nothing here");
}

/* Whether it wants to become a WebSocket. */
static bool wants_upgrade(const struct request *r)
{
    char text[32];
    return linea_request_header(r, text, sizeof text, "upgrade") > 0 &&
           strcasecmp(text, "websocket") == 0;
}

void linea_exchange_run(struct connection *c)
{
    bool begun = linea_net_work_begin(c);
    c->exchange->running = true;
    c->exchange->who.origin = c->address->origin;
    c->exchange->who.account = c->address;
    c->exchange->route->run(c, c->exchange);
    linea_net_work_end(c, begun);
}

/* A body that may take ten seconds to come counts like an answer that is not taken. One
   is always allowed. */
static bool count_body(struct connection *c, struct exchange *e)
{
    e->counts = (size_t)e->request.body;
    return linea_net_wait(c, e->counts) || c->address->waiting == e->counts;
}

/* A POST whose body is to be read. */
static void expect_body(struct connection *c, struct exchange *e)
{
    char text[32];
    if (e->request.body < 0)
        refuse(c, 411, "how long is the body?");
    else if (e->request.body > c->net->options->max_body)
        refuse(c, 413, "the body is too long");
    else if (!count_body(c, e))
        refuse(c, 429, "too much at once from this address");
    else if (!(e->body = malloc((size_t)e->request.body + 1)))
        refuse(c, 503, "no memory");
    else if (linea_request_header(&e->request, text, sizeof text, "expect") > 0) {
        static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
        uv_buf_t part = uv_buf_init((char *)go_on, sizeof go_on - 1);
        uv_try_write((uv_stream_t *)&c->http->tcp, &part, 1);
    }
}

static void begin(struct connection *c, struct exchange *e)
{
    char path[PATH_ROOM];
    const char *allow;
    const struct request *r = &e->request;
    snprintf(path, sizeof path, "%.*s", r->path_length, r->path);
    enum http_method method = method_of(e);
    if (!examine(c, r))
        return;
    bool fits = r->path_length < PATH_ROOM;
    e->route = linea_route_find(&e->game, &allow, method, fits ? path : "/.");
    if (!e->route) {
        e->close = e->close || method == HTTP_POST || r->body > 0;
        refuse_path(c, allow);
    } else if (r->body > 0 && method != HTTP_POST)
        refuse(c, 400, "only a POST has a body");
    else if (!read_player(c, e))
        refuse(c, 401, "the token is not of this server");
    else if (e->route->needs_player && e->who.player == 0)
        refuse(c, 401, "this needs a token: POST /api/guest");
    else if (e->route->upgrade && wants_upgrade(r) && !c->net->stopping)
        linea_ws_begin(c, e);
    else if (method == HTTP_POST)
        expect_body(c, e);
    else
        linea_exchange_run(c);
}

void linea_exchange_begin(struct connection *c, const char *head, size_t length)
{
    struct exchange *e = calloc(1, sizeof *e);
    if (!e) {
        linea_http_close(c);
        return;
    }
    c->exchange = e;
    e->connection = c;
    e->began = linea_net_now();
    linea_http_timeout(c, NET_REPLY_SECONDS);
    memcpy(e->method, "?", 2);
    memcpy(e->path, "?", 2);
    if (length == 0) {
        refuse(c, 431, "the headers are too long");
        return;
    }
    const char *wrong = linea_request_read(&e->request, head, length);
    if (wrong) {
        refuse(c, 400, wrong);
        return;
    }
    const struct request *r = &e->request;
    if (r->method_length < (int)sizeof e->method)
        snprintf(e->method, sizeof e->method, "%.*s", r->method_length, r->method);
    linea_log_value(e->path, sizeof e->path, r->path, (size_t)r->path_length);
    e->old = r->old;
    e->close = r->close;
    begin(c, e);
}
