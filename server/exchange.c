/*
 * server/exchange.c - one HTTP request: what it must be, and who answers it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "connection.h"
#include "log.h"

/* A line for each request; nobody fills the log with them. */
static void write_log(struct connection *c, const struct exchange *e)
{
    char network[QUOTA_ADDRESS_TEXT], skipped[32] = "";
    linea_net_network(c, network);
    c->net->counters.status[e->status / 100 % 6]++;
    if (!linea_quotas_log(c->address))
        return;
    if (c->address->skipped)
        snprintf(skipped, sizeof skipped, " skipped=%ld", c->address->skipped);
    c->address->skipped = 0;
    linea_log(LOG_INFO, "request", "address=%s method=%s path=%s status=%d ms=%lld%s",
              network, e->method, e->path, e->status,
              (long long)(linea_net_now() - e->began) / 1000, skipped);
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
    if (e->body) /* there may be a password in it */
        sodium_memzero(e->body, e->received);
    free(e->body);
    free(e->kept_head);
    free(e->headers);
    free(e->owned);
    if (!e->asked) {
        free(e);
        return;
    }
    e->address = c->address; /* it counts as a connection until the hub has answered */
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

void linea_exchange_refuse(struct connection *c, int status, const char *code,
                           const char *message, const char *extra)
{
    char text[2 * ACCOUNT_MESSAGE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_text(&out, "{\"error\":");
    linea_out_string(&out, code);
    linea_out_text(&out, ",\"message\":");
    linea_out_string(&out, message);
    linea_out_text(&out, "}");
    linea_http_copy(c, status, "application/json", extra, text,
                    (size_t)(out.at - text));
}

/* After this the connection ends: the rest of the request is not worth reading. */
static void refuse(struct connection *c, int status, const char *message)
{
    c->exchange->close = true;
    linea_http_error(c, status, message);
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

/* Whether a route is for somebody with this identity; else it was refused. */
static bool admit(struct connection *c, const struct exchange *e, enum identified how)
{
    const struct route *route = e->route;
    const struct identity *who = &e->identity;
    unsigned read = SCOPE_READ | SCOPE_PLAY | SCOPE_BOT, play = SCOPE_PLAY | SCOPE_BOT;
    unsigned scope = route->scope                 ? route->scope
                     : route->method == HTTP_POST ? play
                                                  : read;
    if (how == IDENTIFIED_NOT_NOW)
        refuse(c, 503, "nobody can be known just now: try again");
    else if (how == IDENTIFIED_NOT)
        refuse(c, 401, "the token is not good any more: sign in");
    else if (!who->player && (route->needs_player || route->scope))
        refuse(c, 401, "sign in, or be a guest: POST /api/guest");
    else if (who->player && !(who->scopes & scope))
        refuse(c, 403,
               who->account ? "the token has not the scope for this"
                            : "this is for accounts: POST /api/account");
    else
        return true;
    return false;
}

/* Whether the house lets somebody do this; else it was refused. Who is banned may look,
   and see to their account. */
static bool is_welcome(struct connection *c, const struct exchange *e)
{
    const struct route *route = e->route;
    const char *code, *why = NULL;
    if (!route->always &&
        (route->method == HTTP_POST || (route->lasts && e->who.player)))
        why = linea_accounts_stop(c->net->accounts, &code, HUB_STOP_PLAY, &e->who);
    if (why)
        linea_exchange_refuse(c, 403, code, why, "");
    return !why;
}

/* It is known who it is. */
static void identified(struct identifying *self, enum identified how)
{
    struct exchange *e = self->context;
    struct connection *c = linea_exchange_asker(e);
    if (!c)
        return;
    bool begun = linea_net_work_begin(c);
    e->identity = self->identity;
    e->who.player = e->identity.player;
    e->who.known = e->identity.account;
    memcpy(e->who.name, e->identity.name, sizeof e->who.name);
    if (e->route->method == HTTP_POST || e->route->lasts || e->who.player)
        linea_accounts_place(c->net->accounts, &e->who, c->address->key);
    if (admit(c, e, how) && is_welcome(c, e)) {
        linea_account_came(c->net->accounts, e->who.player);
        e->route->run(c, e);
    }
    if (c->kind == CONNECTION_STREAM) /* to see its end */
        linea_http_read(c);
    linea_net_work_end(c, begun);
}

/* The head of a request without a body lies where more may come meanwhile. */
static void keep_head(struct connection *c, struct exchange *e)
{
    struct request *r = &e->request;
    const char *before = r->text;
    e->kept_head = malloc(r->length);
    if (!e->kept_head) {
        linea_http_close(c);
        return;
    }
    memcpy(e->kept_head, before, r->length);
    r->text = e->kept_head;
    r->method = e->kept_head + (r->method - before);
    r->path = e->kept_head + (r->path - before);
    r->query = e->kept_head + (r->query - before);
}

void linea_exchange_run(struct connection *c)
{
    struct exchange *e = c->exchange;
    bool begun = linea_net_work_begin(c);
    e->running = true;
    e->who.origin = c->address->origin;
    e->identifying = (struct identifying){.claim = e->claim,
                                          .origin = e->who.origin,
                                          .found = identified,
                                          .context = linea_exchange_ask(e)};
    if (!linea_identify(c->net->accounts, &e->identifying) && !e->body)
        keep_head(c, e);
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

/* Whether it can be the name of a host, with a port: what clients send stands in what
   they are sent. */
static bool is_host(const char *text)
{
    static const char good[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789.-:[]_";
    return *text && text[strspn(text, good)] == 0;
}

/* Where addresses of this server begin; "" if the client does not say. */
static void read_base(struct exchange *e)
{
    char host[128];
    if (linea_request_header(&e->request, host, sizeof host, "host") > 0 &&
        is_host(host))
        snprintf(e->base, INVITE_BASE, "%s://%s", e->secure ? "https" : "http", host);
}

static void begin(struct connection *c, struct exchange *e)
{
    char path[PATH_ROOM];
    const char *allow, *why = NULL;
    const struct request *r = &e->request;
    const struct claim_reader reader = {c->net->options, c->net->key};
    snprintf(path, sizeof path, "%.*s", r->path_length, r->path);
    enum http_method method = method_of(e);
    if (!examine(c, r))
        return;
    bool fits = r->path_length < PATH_ROOM;
    bool upgrade = wants_upgrade(r);
    int wrong =
        linea_claim_read(&reader, &e->claim, &why, r, method != HTTP_GET || upgrade);
    e->secure = linea_request_is_secure(c->net->options, r);
    e->foreign = linea_request_is_foreign(c->net->options, r);
    if (linea_request_header(r, e->agent, sizeof e->agent, "user-agent") <= 0)
        *e->agent = '\0';
    read_base(e);
    e->route = linea_route_find(e, &allow, method, fits ? path : "/.");
    if (!e->route) {
        e->close = e->close || method == HTTP_POST || r->body > 0;
        refuse_path(c, allow);
    } else if (r->body > 0 && method != HTTP_POST)
        refuse(c, 400, "only a POST has a body");
    else if (wrong)
        refuse(c, wrong, why);
    else if ((e->route->needs_player || e->route->scope) && e->claim.kind == CLAIM_NONE)
        refuse(c, 401, "this needs a token: POST /api/guest");
    else if (e->route->upgrade && upgrade && !c->net->stopping)
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
    size_t path = (size_t)r->path_length;
    const char *shown = linea_route_shown(r->path, &path);
    linea_log_value(e->path, sizeof e->path, shown, path);
    e->old = r->old;
    e->close = r->close;
    begin(c, e);
}
