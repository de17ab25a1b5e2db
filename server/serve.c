/*
 * server/serve.c - `linea serve`: opens the store, the hub and the network, and runs
 * their loop until a signal stops it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <limits.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "account/account.h"
#include "assets.h"
#include "common/clock.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "hub.h"
#include "log.h"
#include "net.h"
#include "options.h"
#include "serve.h"
#include "store.h"
#include "worst.h"

enum { STOP_MS = 4000 }; /* for clients to take the last they are sent */

struct server {
    struct serve_options options;
    uv_loop_t loop;
    uv_async_t wake;
    uv_timer_t tick, stop;
    uv_signal_t terminated, interrupted;
    struct linea_store *store;
    struct hub *hub;
    struct net *net;
    struct accounts *accounts;
    bool stopping, finished;
    struct linea_store_counters stored; /* as they were reported last, … */
    int64_t reported;                   /* … which was then */
    bool away, clock_off;               /* as of the last tick */
};

/* Called by other threads. */
static void wake(void *context)
{
    struct server *s = context;
    uv_async_send(&s->wake);
}

static void finish_if_empty(struct server *s)
{
    if (s->stopping && linea_net_is_empty(s->net))
        s->finished = true;
    if (s->finished)
        uv_stop(&s->loop);
}

static void ticked(uv_timer_t *handle);

static void woken(uv_async_t *handle)
{
    struct server *s = handle->data;
    int next = s->hub ? linea_hub_poll(s->hub) : INT_MAX;
    if (s->accounts)
        linea_accounts_poll(s->accounts);
    if (uv_is_active((uv_handle_t *)&s->tick) &&
        (uint64_t)next < uv_timer_get_due_in(&s->tick))
        uv_timer_start(&s->tick, ticked, (uint64_t)next, 0);
}

static void stop(struct server *s);

/* Say what went wrong in the store, once a second at most. Returns whether what is on
   the disk is uncertain. */
static bool report_store(struct server *s)
{
    enum { EACH_MS = 1000 };
    const int64_t now = milliseconds_now();
    struct linea_store_counters stored;
    linea_store_count(s->store, &stored);
    bool new = stored.failed_commits != s->stored.failed_commits ||
               strcmp(stored.failure, s->stored.failure) != 0;
    if (new && (now - s->reported >= EACH_MS || stored.broken)) {
        linea_log(LOG_ERROR, "store", "failed=%llu reason=\"%s\"",
                  (unsigned long long)stored.failed_commits, stored.failure);
        s->stored = stored;
        s->reported = now;
    }
    return stored.broken;
}

/* Say when the database that nodes share goes away and comes back, also while nobody
   asks for anything, and when its clock is another one. */
static void report_health(struct server *s)
{
    enum { OFF_MS = 500 };
    struct linea_store_health health;
    linea_store_check(s->store, &health);
    bool off = llabs(health.clock_ahead) > OFF_MS;
    if (health.away != s->away)
        linea_log(health.away ? LOG_ERROR : LOG_WARNING, "store", "reason=\"%s\"",
                  health.away ? "the database cannot be reached"
                              : "the database is there again");
    if (off != s->clock_off)
        linea_log(LOG_WARNING, "clock", "ahead_ms=%lld reason=\"%s\"",
                  (long long)health.clock_ahead,
                  off ? "this clock and the database's differ"
                      : "this clock is right again");
    s->away = health.away;
    s->clock_off = off;
}

/* A store whose file is uncertain must be opened again: the server ends, and a
   supervisor starts it again. */
static void watch_store(struct server *s)
{
    report_health(s);
    if (report_store(s) && !s->stopping)
        stop(s);
}

static void ticked(uv_timer_t *handle)
{
    struct server *s = handle->data;
    int next = linea_hub_tick(s->hub);
    linea_net_tick(s->net);
    linea_accounts_tick(s->accounts);
    watch_store(s);
    finish_if_empty(s);
    if (s->stopping && next > 50)
        next = 50;
    uv_timer_start(handle, ticked, (uint64_t)(next > 1 ? next : 1), 0);
}

static void stop_expired(uv_timer_t *handle)
{
    struct server *s = handle->data;
    s->finished = true;
    finish_if_empty(s);
}

/* Close all connections, and end when they are gone. */
static void stop(struct server *s)
{
    s->stopping = true;
    linea_hub_retire(s->hub);
    linea_net_stop(s->net);
    uv_timer_start(&s->stop, stop_expired, STOP_MS, 0);
    uv_timer_start(&s->tick, ticked, 1, 0);
    finish_if_empty(s);
}

/* The second time there is no more waiting. */
static void signalled(uv_signal_t *handle, int number)
{
    struct server *s = handle->data;
    linea_log(LOG_INFO, "stop", "signal=%d", number);
    if (s->stopping)
        s->finished = true;
    stop(s);
}

static const struct linea_learned *find_learned(const struct linea_map *map,
                                                const struct linea_bot *bot)
{
    return nets_get(map, bot, NULL, 0);
}

static void game_unreadable(uint64_t game, enum hub_status why)
{
    char id[17];
    linea_hub_id_write(id, game);
    linea_log(LOG_ERROR, "unreadable", "game=%s reason=\"%s\"", id,
              why == HUB_CONFLICT ? linea_hub_no_map
              : why == HUB_FAILED ? "the store cannot be read"
                                  : "its log is damaged");
}

static bool allow(void *context, uint64_t origin, enum hub_cost cost, size_t bytes)
{
    const struct server *s = context;
    return linea_net_allow_kept(s->net, origin, cost, bytes);
}

static const char *stops(void *context, const char **code, enum hub_stop what,
                         const struct hub_guest *who)
{
    const struct server *s = context;
    return linea_accounts_stop(s->accounts, code, what, who);
}

static bool refuses(void *context, const char *text)
{
    const struct server *s = context;
    return linea_accounts_refuse(s->accounts, text);
}

static void charge(void *context, uint64_t origin, int64_t microseconds)
{
    const struct server *s = context;
    linea_net_charge(s->net, origin, microseconds);
}

static void warn_of_store(void *context, const char *text)
{
    (void)context;
    linea_log(LOG_WARNING, "store", "reason=\"%s\"", text);
}

static bool open_parts(struct server *s, char error[256])
{
    const struct serve_options *o = &s->options;
    const char *where = *o->store ? o->store : o->data;
    char host[LINEA_STORE_NODE] = "";
    gethostname(host, sizeof host - 1);
    struct linea_store_options store = {.wake = wake,
                                        .context = s,
                                        .warn = warn_of_store,
                                        .node = *o->node ? o->node : host,
                                        .workers = (int)o->workers};
    s->store = linea_store_open(error, where, &store);
    if (!s->store)
        return false;
    struct hub_options hub = {
        .store = s->store,
        .now = milliseconds_now,
        .wake = wake,
        .wake_context = s,
        .workers = (int)o->workers,
        .think_ms = (int)o->think_ms,
        .most_games = (int)o->max_games,
        .most_listed = (int)o->max_listed,
        .forget_tables = (int)o->forget_tables,
        .forget_games = (int)o->forget_games,
        .allow = allow,
        .stops = stops,
        .refuses = refuses,
        .charge = charge,
        .context = s,
        .find_map = maps_find,
        .find_learned = find_learned,
        .unreadable = game_unreadable,
        .send = linea_net_send,
        .joined = linea_net_joined,
        .more = linea_net_more,
    };
    s->hub = linea_hub_open(&hub, error);
    if (!s->hub)
        return false;
    s->net = linea_net_open(&s->loop, s->hub, s->store, error, o);
    if (!s->net)
        return false;
    const struct accounts_options accounts = {.where = where,
                                              .hub = s->hub,
                                              .net = s->net,
                                              .serve = o,
                                              .key = linea_net_key(s->net),
                                              .wake = wake,
                                              .charge = charge,
                                              .allow = allow,
                                              .context = s};
    s->accounts = linea_accounts_open(&accounts, error);
    linea_net_use(s->net, s->accounts);
    return s->accounts != NULL;
}

static void open_loop(struct server *s)
{
    uv_loop_init(&s->loop);
    uv_async_init(&s->loop, &s->wake, woken);
    uv_timer_init(&s->loop, &s->tick);
    uv_timer_init(&s->loop, &s->stop);
    uv_signal_init(&s->loop, &s->terminated);
    uv_signal_init(&s->loop, &s->interrupted);
    s->wake.data = s->tick.data = s->stop.data = s;
    s->terminated.data = s->interrupted.data = s;
}

static void run(struct server *s)
{
    uv_signal_start(&s->terminated, signalled, SIGTERM);
    uv_signal_start(&s->interrupted, signalled, SIGINT);
    uv_timer_start(&s->tick, ticked, 1, 0);
    printf("%s\n", linea_net_address(s->net));
    fflush(stdout);
    linea_log(LOG_INFO, "start", "version=%s workers=%ld", LINEA_VERSION,
              s->options.workers);
    uv_run(&s->loop, UV_RUN_DEFAULT);
}

/* Connections first, they know the hub; then the hub, then what it has stored. */
static void close_parts(struct server *s)
{
    if (s->net)
        linea_net_close(s->net);
    if (s->hub)
        linea_hub_close(s->hub);
    s->hub = NULL;
    if (s->accounts)
        linea_accounts_close(s->accounts);
    s->accounts = NULL;
    if (s->net)
        linea_net_free(s->net);
    if (s->store) {
        linea_store_flush(s->store);
        report_store(s);
        linea_store_close(s->store);
    }
}

static void close_handle(uv_handle_t *handle, void *context)
{
    (void)context;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

int tool_serve(int argc, char **argv)
{
    static struct server server;
    struct server *s = &server;
    char error[256] = "";
    int code = linea_serve_options(&s->options, argc, argv);
    if (code != PARSE_OK)
        return code;
    if (s->options.worst) {
        linea_worst_print(&s->options);
        return EXIT_OK;
    }
    linea_log_limit(s->options.log_level);
    if (sodium_init() < 0)
        return complain("serve", "libsodium does not start");
    linea_added_nets();
    if (!linea_added_maps(s->options.maps))
        return EXIT_USAGE;
    maps_prepare();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is like a full disk */
    open_loop(s);
    bool fine = open_parts(s, error);
    if (fine)
        run(s);
    else
        complain("serve", "%s", error);
    close_parts(s);
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    fine = fine && !s->stored.broken;
    linea_log(LOG_INFO, "end", "status=%d", fine ? 0 : 1);
    return fine ? EXIT_OK : EXIT_NEGATIVE;
}
