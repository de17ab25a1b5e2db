/*
 * tools/load_watch.c - spectators: connected to one table, silent.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "load.h"

struct watcher {
    struct load_socket socket; /* first */
    uint32_t seen;             /* the last event */
    bool connected;            /* it has received the table */
};

struct load_watchers {
    struct watcher *watcher;
    long begun, connected, failed; /* so far; those connected now; the others */
    char game[40], token[LOAD_TOKEN];
};

static void opened(struct load_socket *s)
{
    load_ws_hello(s, NULL);
}

static void message(struct load_socket *s, const char *text, size_t length)
{
    struct watcher *w = (struct watcher *)s;
    struct load *load = s->load;
    struct linea_json *json = &load->json;
    int number = 0;
    if (linea_json_read(json, text, length)) {
        load_ws_fail(s, "a message is not JSON");
        return;
    }
    int table = linea_json_get(json, 0, "table");
    linea_json_int(json, &number, linea_json_get(json, table < 0 ? 0 : table, "event"),
                   0, INT32_MAX);
    if (table < 0) {
        load_count_event(load, &w->seen, (uint32_t)number);
        return;
    }
    w->seen = (uint32_t)number;
    load->watch->connected += !w->connected;
    w->connected = true;
}

static void gone(struct load_socket *s)
{
    struct watcher *w = (struct watcher *)s;
    struct load_watchers *watch = s->load->watch;
    watch->connected -= w->connected;
    watch->failed++;
    w->connected = false;
}

static const struct load_socket_events events = {opened, message, gone};

static void got_game(void *context, int status, const char *body, size_t length)
{
    struct load *load = context;
    if (!load_ask_string(load, load->watch->game, sizeof load->watch->game,
                         "POST /api/games", status, body, length, "game"))
        load->broken = true;
}

static void got_player(void *context, int status, const char *body, size_t length)
{
    struct load *load = context;
    if (load_ask_string(load, load->watch->token, LOAD_TOKEN, "POST /api/guest", status,
                        body, length, "token"))
        load_ask_game(load, 0, load->watch->token, 2, got_game, load);
    else
        load->broken = true;
}

bool load_watch_begin(struct load *load)
{
    struct load_watchers *watch = load->watch = calloc(1, sizeof *watch);
    if (watch)
        watch->watcher = calloc((size_t)load->spectators, sizeof *watch->watcher);
    if (!watch || !watch->watcher)
        return false;
    load_ask_guest(load, 0, got_player, load);
    return true;
}

void load_watch_tick(struct load *load)
{
    struct load_watchers *watch = load->watch;
    while (load->stage == LOAD_CONNECTING && watch->game[0] &&
           watch->begun < load->spectators &&
           watch->begun - watch->connected - watch->failed < LOAD_STARTING) {
        int server = (int)(watch->begun % load->servers);
        load_ws_open(&watch->watcher[watch->begun++].socket, load, server, watch->game,
                     &events);
    }
}

bool load_watch_ready(const struct load *load)
{
    return load->watch->connected + load->watch->failed == load->spectators;
}

long load_watch_connected(const struct load *load)
{
    return load->watch->connected;
}

void load_watch_free(struct load *load)
{
    if (load->watch)
        free(load->watch->watcher);
    free(load->watch);
}
