/*
 * server/net.c - the sockets of the server: who may connect, who may ask, and the end.
 *
 * SPDX-License-Identifier: MIT
 */
#include "net.h"

#include <limits.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "common/options.h"
#include "connection.h"

enum {
    DESCRIPTORS = 256, /* beside those of connections */
    SWEEP_SECONDS = 3, /* between two sweeps of the addresses and of the heap */
    SPARE = 8 << 20,   /* bytes of free memory that may be kept */
};

static const int64_t SECOND = 1000000, /* in microseconds */
    WORK_BURST = 10000; /* so much work of an address at once: others wait for that */

int64_t linea_net_now(void)
{
    return (int64_t)(uv_hrtime() / 1000);
}

const char *linea_net_address(const struct net *net)
{
    return net->address;
}

bool linea_net_is_empty(const struct net *net)
{
    return net->connections == 0;
}

bool linea_net_allow(struct connection *c)
{
    const struct serve_options *o = c->net->options;
    int64_t now = linea_net_now(), each = SECOND / o->requests_per_second;
    if (linea_bucket_take(&c->bucket, now, each, o->burst) &&
        linea_bucket_take(&c->address->requests, now, each / QUOTA_ADDRESS_FACTOR,
                          o->burst * QUOTA_ADDRESS_FACTOR))
        return true;
    c->net->counters.limited++;
    return false;
}

bool linea_net_allow_kept(struct net *net, uint64_t origin, enum hub_cost cost,
                          size_t bytes)
{
    return linea_quotas_allow(&net->quotas, origin, cost, bytes);
}

void linea_net_charge(struct net *net, uint64_t origin, int64_t microseconds)
{
    linea_quotas_charge(&net->quotas, origin, microseconds);
}

bool linea_net_allow_game(struct connection *c)
{
    if (linea_net_allow_kept(c->net, c->address->origin, HUB_COST_GAME, 0))
        return true;
    c->net->counters.limited++;
    return false;
}

/* The bucket is full of the share of a while; it fills at the share's pace. */
int64_t linea_net_work_wait(const struct connection *c)
{
    const int64_t most = WORK_BURST * 100 / c->net->options->work_share;
    return c->address->work.full_at - linea_net_now() - most;
}

static int64_t worked(void)
{
    struct timespec t; /* of this thread: what others do is not its fault */
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * SECOND + t.tv_nsec / 1000;
}

bool linea_net_work_begin(struct connection *c)
{
    if (c->net->working)
        return false;
    c->net->working = true;
    c->net->work_began = worked();
    return true;
}

void linea_net_work_end(struct connection *c, bool begun)
{
    if (!begun)
        return;
    linea_net_charge(c->net, c->address->origin, worked() - c->net->work_began);
    c->net->working = false;
}

bool linea_net_wait(struct connection *c, size_t bytes)
{
    size_t most = (size_t)c->net->options->max_waiting * QUOTA_ADDRESS_FACTOR;
    c->address->waiting += bytes;
    return c->address->waiting <= most;
}

void linea_net_waited(struct connection *c, size_t bytes)
{
    c->address->waiting -= bytes;
}

void linea_net_network(const struct connection *c, char out[QUOTA_ADDRESS_TEXT])
{
    linea_address_network(out, c->address->key);
}

/* Whether a connection is only kept for a request that may come. */
static bool is_idle(const struct connection *c)
{
    const struct http *h = c->http;
    return h->served && !h->closing && !h->lingering && h->length == 0 &&
           c->kind == CONNECTION_HTTP && !c->exchange;
}

/*
 * One connection more of an address. A browser keeps some six of them a while after it
 * has loaded the page, and many people may share an address: when there are too many,
 * the oldest that is idle makes room. It is counted until it has closed.
 */
static struct address *enter(struct net *net, const uint8_t key[16])
{
    struct address *address = linea_quotas_enter(
        &net->quotas, key, net->options->max_connections_per_address);
    struct connection *oldest = NULL;
    for (struct connection *c = address ? NULL : net->first; c; c = c->next)
        if (memcmp(c->address->key, key, 16) == 0 && is_idle(c))
            oldest = c;
    if (!oldest)
        return address;
    linea_http_close(oldest);
    return linea_quotas_enter(&net->quotas, key, LONG_MAX);
}

bool linea_net_rebind(struct connection *c, const struct request *r)
{
    char last[QUOTA_ADDRESS_TEXT];
    uint8_t key[16];
    /* The last one is what our proxy saw; clients can forge those before it. */
    if (!c->net->options->proxy ||
        linea_request_last(r, last, sizeof last, "x-forwarded-for") <= 0 ||
        !linea_address_read(key, last) || memcmp(key, c->address->key, 16) == 0)
        return true;
    struct address *other = enter(c->net, key);
    if (!other)
        return false;
    linea_quotas_leave(c->address);
    c->address = other;
    c->bucket = (struct bucket){0}; /* what was asked for before, others have */
    return true;
}

bool linea_net_origin_ok(const struct connection *c, const struct request *r)
{
    char origin[256], host[256], part[256];
    int n = linea_request_header(r, origin, sizeof origin, "origin");
    if (n <= 0)
        return n == 0;
    const char *rest = strstr(origin, "://");
    if (rest &&
        (strncmp(origin, "http://", 7) == 0 || strncmp(origin, "https://", 8) == 0) &&
        linea_request_header(r, host, sizeof host, "host") > 0 &&
        strcmp(rest + 3, host) == 0)
        return true;
    const char *list = c->net->options->origin;
    while (list_next(&list, part, sizeof part) >= 0)
        if (strcmp(part, origin) == 0)
            return true;
    return false;
}

struct connection *linea_connection_new(struct net *net, const uint8_t address[16])
{
    struct connection *c = calloc(1, sizeof *c);
    struct address *entry =
        c ? linea_quotas_enter(&net->quotas, address, LONG_MAX) : NULL;
    if (!entry) {
        free(c);
        return NULL;
    }
    c->net = net;
    c->address = entry;
    c->next = net->first;
    if (net->first)
        net->first->previous = c;
    net->first = c;
    net->connections++;
    return c;
}

void linea_connection_free(struct connection *c)
{
    if (c->kind != CONNECTION_HTTP && c->player && c->net->accounts)
        linea_account_came(c->net->accounts, c->player); /* until now */
    linea_connection_part(c);
    *(c->previous ? &c->previous->next : &c->net->first) = c->next;
    if (c->next)
        c->next->previous = c->previous;
    c->net->connections--;
    linea_quotas_leave(c->address);
    c->net->sockets -= c->kind == CONNECTION_WS;
    if (c->naming)
        c->naming->connection = NULL;
    free(c->claim);
    free(c->frames.message);
    free(c->control);
    free(c);
}

/* One descriptor for each connection, and no table larger than that. */
static bool allow_descriptors(const struct serve_options *options, char error[256])
{
    struct rlimit limit;
    rlim_t need = (rlim_t)options->max_connections + DESCRIPTORS;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = need;
    if (limit.rlim_max >= need && setrlimit(RLIMIT_NOFILE, &limit) == 0)
        return true;
    snprintf(error, 256,
             "--max-connections %ld needs %llu file descriptors, but at most %llu are "
             "allowed (ulimit -Hn)",
             options->max_connections, (unsigned long long)need,
             (unsigned long long)limit.rlim_max);
    return false;
}

bool linea_net_accept(struct net *net, int fd, const struct sockaddr *from)
{
    const struct serve_options *o = net->options;
    uint8_t key[16];
    if (net->connections >= o->max_connections || !linea_address_key(key, from))
        return false;
    /* Behind a proxy all have its address: theirs is known with a request. */
    struct address *address =
        o->proxy ? linea_quotas_enter(&net->quotas, key, LONG_MAX) : enter(net, key);
    if (!address)
        return false;
    linea_quotas_leave(address);
    net->counters.accepted++;
    return linea_http_open(net, fd, key);
}

struct net *linea_net_open(uv_loop_t *loop, struct hub *hub, struct linea_store *store,
                           char error[256], const struct serve_options *options)
{
    struct net *net = calloc(1, sizeof *net);
    if (!net || !allow_descriptors(options, error)) {
        if (!net)
            snprintf(error, 256, "no memory");
        free(net);
        return NULL;
    }
    net->options = options;
    net->hub = hub;
    net->store = store;
    net->loop = loop;
    net->began = linea_net_now();
    linea_quotas_init(&net->quotas);
    net->quotas.games_per_hour = options->games_per_hour;
    net->quotas.kept_per_day = options->kept_per_day;
    net->quotas.work_share = options->work_share;
    bool fine = linea_token_key(net->key, store);
    if (!fine)
        snprintf(error, 256, "the key of guest tokens cannot be kept in the store");
    if (fine && linea_listen_open(net, error))
        return net;
    linea_net_close(net);
    linea_net_free(net);
    return NULL;
}

/* What a flood has left behind. */
static void give_memory_back(void)
{
#ifdef __GLIBC__
    if (mallinfo2().fordblks > SPARE)
        malloc_trim(0);
#endif
}

const uint8_t *linea_net_key(const struct net *net)
{
    return net->key;
}

void linea_net_use(struct net *net, struct accounts *accounts)
{
    net->accounts = accounts;
}

void linea_net_tick(struct net *net)
{
    if (net->paused)
        linea_listen_resume(net);
    if (linea_net_now() - net->swept < SWEEP_SECONDS * SECOND)
        return; /* ticks may come every millisecond, and the heap may be large */
    net->swept = linea_net_now();
    linea_quotas_sweep(&net->quotas, net->swept, false);
    give_memory_back();
}

void linea_net_stop(struct net *net)
{
    if (net->stopping)
        return;
    net->stopping = true;
    linea_listen_close(net);
    for (struct connection *c = net->first; c; c = c->next) {
        if (c->kind != CONNECTION_HTTP)
            linea_connection_drop(c, CLOSE_GOING_AWAY, "the server stops");
        else if (!c->exchange) /* it waits for another request */
            linea_http_close(c);
    }
}

void linea_net_close(struct net *net)
{
    linea_listen_close(net);
    for (struct connection *c = net->first; c; c = c->next)
        linea_http_close(c);
    for (int turn = 0; turn < 10; turn++)
        uv_run(net->loop, UV_RUN_NOWAIT);
}

void linea_net_free(struct net *net)
{
    linea_quotas_sweep(&net->quotas, 0, true);
    free(net);
}

void linea_net_joined(void *connection, enum hub_status status)
{
    struct connection *c = connection;
    c->joining = false;
    if (status != HUB_OK)
        c->client = NULL;
    if (c->kind == CONNECTION_WS)
        linea_ws_joined(c, status);
    else
        linea_stream_joined(c, status);
}

void linea_net_more(void *connection)
{
    struct connection *c = connection;
    c->catching = true;
    linea_lines_write(c);
}
