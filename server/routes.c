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
#include "notice/notice.h"
#include "notice/target.h"

static const char json_type[] = "application/json";

static void answered(void *context, enum hub_status status, const char *text,
                     size_t length)
{
    struct connection *c = linea_exchange_asker(context);
    if (c)
        linea_http_copy(c, (int)status, json_type, "", text, length);
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
    linea_http_copy(c, (int)status, fine ? "application/x-ndjson" : json_type,
                    fine ? extra : "", text, length);
}

/* With a token: another name for the same player. */
static void run_guest(struct connection *c, struct exchange *e)
{
    struct linea_json *json = &c->net->json;
    struct hub_guest who = {.player = e->who.player};
    if (e->identity.account) {
        linea_http_error(c, 403, "you have an account: its name is yours");
        return;
    }
    if (linea_json_read(json, e->body, e->received)) {
        linea_http_error(c, 400, "the body is not JSON");
        return;
    }
    const char *code,
        *why = linea_accounts_stop(c->net->accounts, &code, HUB_STOP_TALK, &e->who);
    if (why) { /* a name can say something, too */
        linea_exchange_refuse(c, 403, code, why, "");
        return;
    }
    int length = linea_json_string(json, who.name, sizeof who.name,
                                   linea_json_get(json, 0, "name"));
    if (length <= 0 || !linea_name_clean(who.name, (size_t)length)) {
        linea_http_error(c, 400, "name: 1 to 63 bytes without control characters");
        return;
    }
    if (linea_accounts_refuse(c->net->accounts, who.name)) {
        linea_exchange_refuse(c, 403, "words",
                              "name: the host of this server does not allow a word in "
                              "it",
                              "");
        return;
    }
    char token[TOKEN_TEXT], id[17], text[TOKEN_TEXT + 64];
    if (!who.player)
        who.player = linea_token_new_player();
    linea_token_write(token, c->net->key, &who);
    linea_hub_id_write(id, who.player);
    int n =
        snprintf(text, sizeof text, "{\"token\":\"%s\",\"player\":\"%s\"}", token, id);
    linea_http_copy(c, HUB_OK, json_type, "", text, (size_t)n);
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

static void run_daily(struct connection *c, struct exchange *e)
{
    struct linea_json *json = &c->net->json;
    char map[64];
    if (linea_json_read(json, e->body, e->received) ||
        linea_json_string(json, map, sizeof map, linea_json_get(json, 0, "map")) <= 0) {
        linea_http_error(c, 400, "map: a name is missing");
        return;
    }
    if (!linea_net_allow_game(c)) {
        linea_http_error(c, 429, "too many new games from this address");
        return;
    }
    linea_hub_daily(c->net->hub, &e->who, map, answered, linea_exchange_ask(e));
}

static void run_results(struct connection *c, struct exchange *e)
{
    char map[64] = "", date[16] = "";
    if (linea_request_argument(&e->request, map, sizeof map, "map") <= 0 ||
        linea_request_argument(&e->request, date, sizeof date, "date") < 0) {
        linea_http_error(c, 400, "map is the name of a map, date perhaps a date");
        return;
    }
    linea_hub_results(c->net->hub, &e->who, map, date, answered, linea_exchange_ask(e));
}

/* ?offset=N; -1 after an error was replied. */
static int read_offset(struct connection *c)
{
    int64_t offset = 0;
    if (linea_request_number(&c->exchange->request, &offset, "offset",
                             REQUEST_MOST_OFFSET))
        return (int)offset;
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

/* For a proxy: may it send people here? A server that cannot store may be alive. */
static void run_ready(struct connection *c, struct exchange *e)
{
    const char *trouble =
        c->net->stopping ? "stopping" : linea_hub_trouble(c->net->hub);
    char text[80];
    int length = snprintf(text, sizeof text, "%s\n", trouble ? trouble : "ready");
    char *copy = malloc((size_t)length + 1);
    if (!copy) {
        linea_http_error(c, 503, "no memory");
        return;
    }
    memcpy(copy, text, (size_t)length + 1);
    e->owned = copy;
    linea_http_reply(c, trouble ? 503 : 200, "text/plain; charset=utf-8", "", copy,
                     (size_t)length);
}

/* They show what happens at once, also in games that spectators see later. */
static void run_metrics(struct connection *c, struct exchange *e)
{
    size_t length;
    if (linea_target_is_public_key(c->address->key)) {
        linea_http_error(c, 403, "these are for this computer and its network");
        return;
    }
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
    {"/api/guest", HTTP_POST, .run = run_guest},
    {"/api/games", HTTP_POST, .needs_player = true, .run = run_make},
    {"/api/games", HTTP_GET, .run = run_lobby},
    {"/api/games/mine", HTTP_GET, .needs_player = true, .run = run_mine},
    {"/api/games/*", HTTP_GET, .run = run_show},
    {"/api/games/*/record", HTTP_GET, .run = run_record},
    {"/api/games/*/request", HTTP_POST, .run = run_request},
    {"/api/games/*/stream", HTTP_GET, .lasts = true, .run = linea_stream_begin},
    {"/api/games/*/ws", HTTP_GET, .upgrade = true, .run = run_ws},
    {"/api/daily", HTTP_POST, .needs_player = true, .run = run_daily},
    {"/api/daily", HTTP_GET, .run = run_results},
    {"/api/stream", HTTP_GET, .needs_player = true, .lasts = true,
     .run = linea_stream_mine},
    {"/g/*", HTTP_GET, .run = linea_invite},
    {"/healthz", HTTP_GET, .run = run_health},
    {"/readyz", HTTP_GET, .run = run_ready},
    {"/metrics", HTTP_GET, .run = run_metrics},
    {0},
};

static const struct route asset_route = {"", HTTP_GET, .run = run_asset};

static bool matches(struct exchange *e, const char *pattern, const char *path)
{
    const char *star = strpbrk(pattern, "*+");
    if (!star)
        return strcmp(pattern, path) == 0;
    size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, path, before) != 0)
        return false;
    const char *id = path + before;
    size_t length = strcspn(id, "/");
    if (strcmp(id + length, star + 1) != 0)
        return false;
    if (*star == '*')
        return linea_hub_id_read(&e->game, id, length);
    if (length >= sizeof e->key)
        return false;
    memcpy(e->key, id, length);
    e->key[length] = '\0';
    return true;
}

const char *linea_route_shown(const char *path, size_t *length)
{
    static const char secret[] = "/u/", shown[] = "/u/-";
    if (*length < sizeof secret - 1 || memcmp(path, secret, sizeof secret - 1) != 0)
        return path;
    *length = sizeof shown - 1;
    return shown;
}

/* The route of a list, or NULL; `*allow` has the methods that were found besides. */
static const struct route *find_among(const struct route *list, struct exchange *e,
                                      const char **allow, enum http_method method,
                                      const char *path)
{
    for (; list->path; list++) {
        if (!matches(e, list->path, path))
            continue;
        if (list->method == method)
            return list;
        const char *name = list->method == HTTP_POST ? "POST" : "GET, HEAD";
        *allow = *allow ? "GET, HEAD, POST" : name;
    }
    return NULL;
}

const struct route *linea_route_find(struct exchange *e, const char **allow,
                                     enum http_method method, const char *path)
{
    *allow = NULL;
    const struct route *found = find_among(routes, e, allow, method, path);
    if (!found)
        found = find_among(linea_account_routes, e, allow, method, path);
    if (!found)
        found = find_among(linea_notice_routes, e, allow, method, path);
    if (found)
        return found;
    if (*allow || !linea_asset_find(path))
        return NULL;
    if (method != HTTP_GET)
        *allow = "GET, HEAD";
    return method == HTTP_GET ? &asset_route : NULL;
}
