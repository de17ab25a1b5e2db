/*
 * server/routes.c - what there is under which path.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets.h"
#include "connection.h"
#include "linea/utf8.h"

static const char json_type[] = "application/json";

static void reply_copy(struct connection *c, enum hub_status status, const char *type,
                       const char *extra, const char *text, size_t length)
{
    char *copy = malloc(length + 1);
    if (!copy || length == 0) {
        free(copy);
        linea_http_error(c, status == HUB_OK ? 503 : (int)status, "it did not work");
        return;
    }
    memcpy(copy, text, length);
    c->exchange->owned = copy;
    linea_http_reply(c, (int)status, type, extra, copy, length);
}

static void answered(void *context, enum hub_status status, const char *text,
                     size_t length)
{
    struct connection *c = linea_exchange_asker(context);
    if (c)
        reply_copy(c, status, json_type, "", text, length);
}

static void record_answered(void *context, enum hub_status status, const char *text,
                            size_t length)
{
    struct connection *c = linea_exchange_asker(context);
    if (!c)
        return;
    char id[17], extra[96];
    linea_hub_id_write(id, c->exchange->game);
    snprintf(extra, sizeof extra,
             "Content-Disposition: attachment; filename=\"linea-%s.jsonl\"\r\n", id);
    bool fine = status == HUB_OK;
    reply_copy(c, status, fine ? "application/x-ndjson" : json_type, fine ? extra : "",
               text, length);
}

/* With a token: another name for the same player. */
static void run_guest(struct connection *c, struct exchange *e)
{
    struct linea_json *json = &c->net->json;
    struct hub_guest who = {.player = e->who.player};
    if (linea_json_read(json, e->body, e->received)) {
        linea_http_error(c, 400, "the body is not JSON");
        return;
    }
    int length = linea_json_string(json, who.name, sizeof who.name,
                                   linea_json_get(json, 0, "name"));
    if (length <= 0 || !linea_name_clean(who.name, (size_t)length)) {
        linea_http_error(c, 400, "name: 1 to 63 bytes without control characters");
        return;
    }
    char token[TOKEN_TEXT], id[17], text[TOKEN_TEXT + 64];
    if (!who.player)
        who.player = linea_token_new_player();
    linea_token_write(token, c->net->key, &who);
    linea_hub_id_write(id, who.player);
    int n =
        snprintf(text, sizeof text, "{\"token\":\"%s\",\"player\":\"%s\"}", token, id);
    reply_copy(c, HUB_OK, json_type, "", text, (size_t)n);
}

static void run_make(struct connection *c, struct exchange *e)
{
    if (!linea_net_allow_game(c)) {
        linea_http_error(c, 429, "too many new games from this address");
        return;
    }
    linea_hub_make(c->net->hub, &e->who, e->body, e->received, answered,
                   linea_exchange_ask(e));
}

/* ?offset=N; -1 after an error was replied. */
static int read_offset(struct connection *c)
{
    char text[16], *end;
    int n = linea_request_argument(&c->exchange->request, text, sizeof text, "offset");
    if (n == 0)
        return 0;
    long number = n > 0 ? strtol(text, &end, 10) : -1;
    if (number >= 0 && number <= 1000000 && !*end)
        return (int)number;
    linea_http_error(c, 400, "offset is a number");
    return -1;
}

static void run_lobby(struct connection *c, struct exchange *e)
{
    char stage[16] = "";
    linea_request_argument(&e->request, stage, sizeof stage, "stage");
    if (strcmp(stage, "gathering") != 0 && strcmp(stage, "running") != 0) {
        linea_http_error(c, 400, "stage is gathering or running");
        return;
    }
    int offset = read_offset(c);
    if (offset >= 0)
        linea_hub_lobby(c->net->hub, &e->who, stage, offset, answered,
                        linea_exchange_ask(e));
}

static void run_mine(struct connection *c, struct exchange *e)
{
    int offset = read_offset(c);
    if (offset >= 0)
        linea_hub_mine(c->net->hub, &e->who, offset, answered, linea_exchange_ask(e));
}

static void run_show(struct connection *c, struct exchange *e)
{
    linea_hub_show(c->net->hub, e->game, &e->who, answered, linea_exchange_ask(e));
}

static void run_record(struct connection *c, struct exchange *e)
{
    linea_hub_record(c->net->hub, e->game, &e->who, record_answered,
                     linea_exchange_ask(e));
}

static void run_request(struct connection *c, struct exchange *e)
{
    linea_hub_request(c->net->hub, e->game, &e->who, e->body, e->received, answered,
                      linea_exchange_ask(e));
}

static void run_ws(struct connection *c, struct exchange *e)
{
    (void)e;
    linea_http_error(c, 426, "this is for WebSockets");
}

static void run_health(struct connection *c, struct exchange *e)
{
    (void)e;
    linea_http_reply(c, 200, "text/plain; charset=utf-8", "", "ok\n", 3);
}

static void run_metrics(struct connection *c, struct exchange *e)
{
    size_t length;
    char *text = linea_metrics_write(c->net, &length);
    if (!text) {
        linea_http_error(c, 503, "no memory");
        return;
    }
    e->owned = text;
    linea_http_reply(c, 200, "text/plain; version=0.0.4", "", text, length);
}

/* Whether the client has this version of a file already. */
static bool is_known(const struct exchange *e, const char *tag)
{
    char text[256];
    return linea_request_header(&e->request, text, sizeof text, "if-none-match") > 0 &&
           (strstr(text, tag) || strcmp(text, "*") == 0);
}

static void run_asset(struct connection *c, struct exchange *e)
{
    char path[PATH_ROOM], accepted[256] = "", tag[64], extra[256];
    snprintf(path, sizeof path, "%.*s", e->request.path_length, e->request.path);
    const struct asset *asset = linea_asset_find(path);
    if (linea_request_header(&e->request, accepted, sizeof accepted,
                             "accept-encoding") < 0)
        *accepted = 0;
    enum asset_coding coding = linea_asset_choose(asset, accepted);
    const char *name = linea_asset_coding(coding);
    snprintf(tag, sizeof tag, "\"%s%s%s\"", asset->hash, *name ? "-" : "", name);
    snprintf(extra, sizeof extra,
             "Cache-Control: %s\r\nVary: Accept-Encoding\r\nETag: %s\r\n%s%s%s",
             linea_asset_is_fixed(asset) ? "public, max-age=31536000, immutable"
                                         : "no-cache",
             tag, *name ? "Content-Encoding: " : "", name, *name ? "\r\n" : "");
    if (is_known(e, tag))
        linea_http_reply(c, 304, NULL, extra, NULL, 0);
    else
        linea_http_reply(c, 200, linea_asset_type(asset), extra,
                         (const char *)asset->coded[coding].bytes,
                         asset->coded[coding].length);
}

static const struct route routes[] = {
    {"/api/guest", HTTP_POST, false, false, run_guest},
    {"/api/games", HTTP_POST, true, false, run_make},
    {"/api/games", HTTP_GET, false, false, run_lobby},
    {"/api/games/mine", HTTP_GET, true, false, run_mine},
    {"/api/games/*", HTTP_GET, false, false, run_show},
    {"/api/games/*/record", HTTP_GET, false, false, run_record},
    {"/api/games/*/request", HTTP_POST, false, false, run_request},
    {"/api/games/*/stream", HTTP_GET, false, false, linea_stream_begin},
    {"/api/games/*/ws", HTTP_GET, false, true, run_ws},
    {"/api/stream", HTTP_GET, true, false, linea_stream_mine},
    {"/g/*", HTTP_GET, false, false, linea_invite},
    {"/healthz", HTTP_GET, false, false, run_health},
    {"/metrics", HTTP_GET, false, false, run_metrics},
};

enum { ROUTES = sizeof routes / sizeof routes[0] };

static const struct route asset_route = {"", HTTP_GET, false, false, run_asset};

static bool matches(const char *pattern, const char *path, uint64_t *game)
{
    const char *star = strchr(pattern, '*');
    if (!star)
        return strcmp(pattern, path) == 0;
    size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0)
        return false;
    const char *id = path + before;
    size_t length = strcspn(id, "/");
    return strcmp(id + length, star + 1) == 0 && linea_hub_id_read(game, id, length);
}

const struct route *linea_route_find(uint64_t *game, const char **allow,
                                     enum http_method method, const char *path)
{
    *allow = NULL;
    for (int i = 0; i < ROUTES; i++) {
        if (!matches(routes[i].path, path, game))
            continue;
        if (routes[i].method == method)
            return &routes[i];
        const char *name = routes[i].method == HTTP_POST ? "POST" : "GET, HEAD";
        *allow = *allow ? "GET, HEAD, POST" : name;
    }
    if (*allow || !linea_asset_find(path))
        return NULL;
    if (method != HTTP_GET)
        *allow = "GET, HEAD";
    return method == HTTP_GET ? &asset_route : NULL;
}
