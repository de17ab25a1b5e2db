/*
 * server/store_cluster.c - the nodes that share a PostgreSQL: a thread with a
 * connection of its own says again and again that this node is there, listens to the
 * others, and passes hints on.
 *
 * A hint is sent after the transaction, on this connection: a NOTIFY in the transaction
 * itself makes all nodes commit one after the other. So it may be lost, and who gets
 * none for a while must look for itself; when this connection was lost, all hints may
 * have been.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store_postgres.h"

enum {
    BEAT_MS = 400,
    GONE_MS = 1600,        /* a node that has not said so for as long is gone */
    CLOCK_MS = 500,        /* a clock that is so much off is counted … */
    CLOCK_WRONG_MS = 5000, /* … and this one drives no games */
    PAYLOAD = 7900,        /* most bytes of a NOTIFY are 8000 */
    NEWS = 1024,       /* hints that wait; then they are all one: look at everything */
    WAITING = 1 << 20, /* bytes of hints to send that wait */
};

enum statement { BEAT, LIST, CLEAN, RETIRE, NOTIFY, CLOCK, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [BEAT] = ("INSERT INTO node VALUES ($1::int8, $2::text, $3::int4, $4::text,"
              " clock_timestamp(), $5::int8) ON CONFLICT (id)"
              " DO UPDATE SET seen = excluded.seen, ahead = excluded.ahead"),
    [LIST] = ("SELECT id, workers, name FROM node WHERE abs(ahead) <= $1::int8"
              " AND seen > clock_timestamp() - $2::int8 * interval '1 ms' ORDER BY id"
              " LIMIT 64"),
    [CLEAN] = "DELETE FROM node WHERE seen < clock_timestamp() - interval '1 day'",
    [RETIRE] = "DELETE FROM node WHERE id = $1::int8",
    [NOTIFY] = "SELECT pg_notify($1::text, $2::text)",
    [CLOCK] = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8",
};

struct cluster {
    struct wire wire;
    struct linea_store_options options;
    char channel[STORE_CHANNEL];
    uint64_t id;
    char name[LINEA_STORE_NODE];
    pthread_t thread;
    int wake[2]; /* a pipe: there is something to send, or the end has come */
    int64_t beat_at;
    int64_t clock_ahead; /* as of the last beat */
    bool left;           /* the others know that this one has retired */

    pthread_mutex_t lock; /* for all that follows */
    char *waiting;        /* hints to send, each behind a blank */
    size_t waiting_length, waiting_room;
    bool dropped; /* some were not sent: the others are to look at everything */
    struct linea_store_news news[NEWS];
    int first, count;
    struct linea_store_node nodes[LINEA_STORE_NODES];
    int node_count;
    int64_t listed_at; /* when they were there, 0 for never */
    struct linea_store_health health;
    bool retired, closing;
};

static void wake_thread(struct cluster *c)
{
    ssize_t written = write(c->wake[1], "", 1); /* when it is full, it is awake */
    (void)written;
}

static void wake_hub(const struct cluster *c)
{
    if (c->options.wake)
        c->options.wake(c->options.context);
}

/* Hints to send. */

/* Called with the lock. */
static void add_waiting(struct cluster *c, const char *text, size_t length)
{
    if (c->waiting_length + length > c->waiting_room) {
        size_t room = 2 * (c->waiting_length + length) + 256;
        char *more = room > WAITING ? NULL : realloc(c->waiting, room);
        if (!more) {
            c->dropped = true;
            return;
        }
        c->waiting = more;
        c->waiting_room = room;
    }
    memcpy(c->waiting + c->waiting_length, text, length);
    c->waiting_length += length;
}

/* " game.first.last.due.listed.player.player", in hexadecimal. */
void linea_cluster_hint(struct cluster *cluster, const struct linea_store_event *event)
{
    char text[64 + 32 + 17 * LINEA_STORE_PLAYERS];
    int n = snprintf(text, sizeof text, " %llx.%x.%llx.%d",
                     (unsigned long long)event->game, (unsigned)event->number,
                     (unsigned long long)event->due, event->row != NULL);
    for (int i = 0; i < LINEA_STORE_PLAYERS && event->players[i]; i++)
        n += snprintf(text + n, sizeof text - (size_t)n, ".%llx",
                      (unsigned long long)event->players[i]);
    pthread_mutex_lock(&cluster->lock);
    add_waiting(cluster, text, (size_t)n);
    cluster->health.hints_sent++;
    pthread_mutex_unlock(&cluster->lock);
}

void linea_cluster_send_hints(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    bool any = cluster->waiting_length > 0;
    pthread_mutex_unlock(&cluster->lock);
    if (any)
        wake_thread(cluster);
}

static bool notify(struct cluster *c, const char *text)
{
    const struct wire_value values[] = {linea_wire_text(c->channel),
                                        linea_wire_text(text)};
    PGresult *result = linea_wire_ask(&c->wire, NOTIFY, values, 2);
    PQclear(result);
    return result != NULL;
}

/* Send what waits, in messages that are short enough: each begins with this node. */
static bool send_waiting(struct cluster *c)
{
    char message[PAYLOAD + 1];
    bool fine = true;
    pthread_mutex_lock(&c->lock);
    char *waiting = c->waiting;
    size_t length = c->waiting_length;
    bool dropped = c->dropped;
    c->waiting = NULL;
    c->waiting_length = c->waiting_room = 0;
    c->dropped = false;
    pthread_mutex_unlock(&c->lock);
    if (dropped) {
        snprintf(message, sizeof message, "%llx *", (unsigned long long)c->id);
        fine = notify(c, message);
    }
    for (size_t from = 0, to; fine && from < length; from = to) {
        int n = snprintf(message, sizeof message, "%llx", (unsigned long long)c->id);
        for (to = from; to < length;) {
            size_t end = to + 1;
            while (end < length && waiting[end] != ' ')
                end++;
            if ((size_t)n + end - from > PAYLOAD)
                break;
            to = end;
        }
        memcpy(message + n, waiting + from, to - from);
        message[(size_t)n + to - from] = '\0';
        fine = notify(c, message);
    }
    free(waiting);
    if (!fine) {
        pthread_mutex_lock(&c->lock);
        c->dropped = true;
        pthread_mutex_unlock(&c->lock);
    }
    return fine;
}

/* Hints from others. */

/* Called with the lock. */
static void lose_news(struct cluster *c)
{
    c->news[0] = (struct linea_store_news){0};
    c->first = 0;
    c->count = 1;
    c->health.hints_lost++;
}

static struct linea_store_news *newest(struct cluster *c)
{
    return &c->news[(c->first + c->count - 1) % NEWS];
}

/* A hint about the event after one that waits is one hint with it. */
static void add_news(struct cluster *c, const struct linea_store_news *news)
{
    struct linea_store_news *at = c->count ? newest(c) : NULL;
    if (!at || at->game != news->game || at->last + 1 != news->first) {
        if (c->count == NEWS) {
            lose_news(c);
            return;
        }
        c->count++;
        *newest(c) = *news;
        return;
    }
    at->last = news->last;
    at->due = news->due;
    at->listed |= news->listed;
    int used = 0;
    while (used < LINEA_STORE_PLAYERS && at->players[used])
        used++;
    for (int i = 0; i < LINEA_STORE_PLAYERS && news->players[i]; i++)
        if (used < LINEA_STORE_PLAYERS)
            at->players[used++] = news->players[i];
}

/* Read one hint; `*text` goes behind it. False if it is none. */
static bool read_hint(const char **text, struct linea_store_news *news)
{
    char *end;
    *news = (struct linea_store_news){.game = strtoull(*text, &end, 16)};
    if (*end != '.')
        return false;
    news->first = news->last = (int)strtoul(end + 1, &end, 16);
    if (*end != '.')
        return false;
    news->due = (int64_t)strtoull(end + 1, &end, 16);
    if (*end != '.')
        return false;
    news->listed = strtoul(end + 1, &end, 16) != 0;
    for (int i = 0; i < LINEA_STORE_PLAYERS && *end == '.'; i++)
        news->players[i] = strtoull(end + 1, &end, 16);
    *text = end;
    return news->first > 0;
}

/* Returns whether the nodes have changed. */
static bool read_message(struct cluster *c, const char *text)
{
    char *end;
    bool changed = false;
    if (strtoull(text, &end, 16) == c->id)
        return false;
    pthread_mutex_lock(&c->lock);
    for (const char *at = end; *at == ' ';) {
        struct linea_store_news news;
        at++;
        if (*at == '*') {
            lose_news(c);
            at++;
        } else if (*at == 'n') {
            changed = true;
            at++;
        } else if (read_hint(&at, &news)) {
            c->health.hints_received++;
            add_news(c, &news);
        } else {
            break;
        }
    }
    pthread_mutex_unlock(&c->lock);
    wake_hub(c);
    return changed;
}

/* Beats. */

static int64_t wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* How far the clock of this machine is ahead of the database's. */
static bool compare_clocks(struct cluster *c)
{
    int64_t before = wall_clock();
    PGresult *result = linea_wire_ask(&c->wire, CLOCK, NULL, 0);
    if (!result)
        return false;
    int64_t after = wall_clock();
    c->clock_ahead = before + (after - before) / 2 - linea_wire_int(result, 0, 0);
    PQclear(result);
    pthread_mutex_lock(&c->lock);
    c->health.clock_ahead = c->clock_ahead;
    c->health.clock_faults += llabs(c->clock_ahead) > CLOCK_MS;
    pthread_mutex_unlock(&c->lock);
    return true;
}

static bool list_nodes(struct cluster *c)
{
    struct wire_number wrong, gone;
    const struct wire_value values[] = {linea_wire_int8(&wrong, CLOCK_WRONG_MS),
                                        linea_wire_int8(&gone, GONE_MS)};
    struct linea_store_node found[LINEA_STORE_NODES];
    PGresult *result = linea_wire_ask(&c->wire, LIST, values, 2);
    if (!result)
        return false;
    int count = PQntuples(result);
    for (int i = 0; i < count; i++) {
        found[i] =
            (struct linea_store_node){.id = (uint64_t)linea_wire_int(result, i, 0),
                                      .workers = (int)linea_wire_int(result, i, 1)};
        found[i].self = found[i].id == c->id;
        snprintf(found[i].name, LINEA_STORE_NODE, "%.*s", PQgetlength(result, i, 2),
                 PQgetvalue(result, i, 2));
    }
    PQclear(result);
    pthread_mutex_lock(&c->lock);
    bool changed = count != c->node_count;
    for (int i = 0; i < count && !changed; i++)
        changed = found[i].id != c->nodes[i].id;
    memcpy(c->nodes, found, (size_t)count * sizeof *found);
    c->node_count = count;
    c->listed_at = linea_wire_now();
    pthread_mutex_unlock(&c->lock);
    if (changed)
        wake_hub(c);
    return true;
}

static bool run(struct cluster *c, enum statement statement,
                const struct wire_value *values, int count)
{
    PGresult *result = linea_wire_ask(&c->wire, (int)statement, values, count);
    PQclear(result);
    return result != NULL;
}

static bool beat(struct cluster *c)
{
    struct wire_number id, workers, ahead;
    pthread_mutex_lock(&c->lock);
    bool retired = c->retired;
    pthread_mutex_unlock(&c->lock);
    if (!compare_clocks(c))
        return false;
    const struct wire_value values[] = {
        linea_wire_int8(&id, (int64_t)c->id), linea_wire_text(c->name),
        linea_wire_int4(&workers, c->options.workers), linea_wire_text(LINEA_VERSION),
        linea_wire_int8(&ahead, c->clock_ahead)};
    return run(c, retired ? RETIRE : BEAT, values, retired ? 1 : 5) && list_nodes(c);
}

/* Others look at once who is there. */
static bool say_nodes_changed(struct cluster *c)
{
    char message[32];
    snprintf(message, sizeof message, "%llx n", (unsigned long long)c->id);
    return notify(c, message);
}

/* The thread. */

/* After this all may have changed: nobody knows what was said meanwhile. */
static bool listen_again(struct cluster *c)
{
    char text[STORE_CHANNEL + 80];
    snprintf(text, sizeof text, "SET synchronous_commit = off; LISTEN \"%s\"",
             c->channel);
    if (!linea_wire_connect(&c->wire) || !linea_wire_run(&c->wire, text) ||
        !run(c, CLEAN, NULL, 0) || !beat(c) || !say_nodes_changed(c))
        return false;
    pthread_mutex_lock(&c->lock);
    lose_news(c);
    c->health.away = false;
    pthread_mutex_unlock(&c->lock);
    wake_hub(c);
    return true;
}

static bool read_messages(struct cluster *c)
{
    bool changed = false;
    if (!PQconsumeInput(c->wire.connection))
        return false;
    for (PGnotify *n; (n = PQnotifies(c->wire.connection));) {
        changed |= read_message(c, n->extra);
        PQfreemem(n);
    }
    return !changed || list_nodes(c);
}

/* Wait for something to do, at most until the next beat. */
static void wait_for_work(struct cluster *c, bool connected)
{
    char waste[64]; /* scratch buffer for discarded input */
    int64_t left = c->beat_at - linea_wire_now();
    struct pollfd fd[2] = {
        {.fd = c->wake[0], .events = POLLIN},
        {.fd = connected ? PQsocket(c->wire.connection) : -1, .events = POLLIN}};
    if (poll(fd, 2, left > 0 ? (int)left : 0) > 0 && fd[0].revents)
        while (read(c->wake[0], waste, sizeof waste) > 0)
            ;
}

/* Whether the connection is still good. */
static bool work(struct cluster *c)
{
    pthread_mutex_lock(&c->lock);
    bool leaves = c->retired && !c->left;
    pthread_mutex_unlock(&c->lock);
    bool fine = read_messages(c) && send_waiting(c);
    if (fine && (leaves || linea_wire_now() >= c->beat_at)) {
        c->beat_at = linea_wire_now() + BEAT_MS;
        fine = beat(c);
    }
    if (fine && leaves)
        fine = c->left = say_nodes_changed(c);
    return fine;
}

static void *be_there(void *context)
{
    struct cluster *c = context;
    bool connected = false, closing = false;
    while (!closing) {
        if (!connected) {
            c->beat_at = linea_wire_now() + BEAT_MS;
            connected = listen_again(c);
        } else if (!work(c)) {
            connected = false;
        }
        if (!connected) {
            linea_wire_close(&c->wire);
            pthread_mutex_lock(&c->lock);
            c->health.away = true;
            pthread_mutex_unlock(&c->lock);
        }
        pthread_mutex_lock(&c->lock);
        closing = c->closing;
        pthread_mutex_unlock(&c->lock);
        if (!closing)
            wait_for_work(c, connected);
    }
    if (connected && send_waiting(c)) {
        struct wire_number id;
        const struct wire_value value = linea_wire_int8(&id, (int64_t)c->id);
        if (run(c, RETIRE, &value, 1))
            say_nodes_changed(c);
    }
    linea_wire_close(&c->wire);
    return NULL;
}

static bool open_pipe(int wake[2])
{
    if (pipe(wake) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(wake[i], F_SETFL, O_NONBLOCK);
        fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

struct cluster *linea_cluster_open(const char *url, const char *channel,
                                   const struct linea_store_options *options)
{
    struct cluster *c = sodium_init() < 0 ? NULL : calloc(1, sizeof *c);
    if (!c || !open_pipe(c->wake)) {
        free(c);
        return NULL;
    }
    if (options)
        c->options = *options;
    c->wire = (struct wire){.url = url,
                            .name = "linea listens",
                            .statement = statements,
                            .statements = STATEMENTS};
    snprintf(c->channel, sizeof c->channel, "%s", channel);
    snprintf(c->name, sizeof c->name, "%s", c->options.node ? c->options.node : "");
    randombytes_buf(&c->id, sizeof c->id);
    pthread_mutex_init(&c->lock, NULL);
    if (pthread_create(&c->thread, NULL, be_there, c) == 0)
        return c;
    pthread_mutex_destroy(&c->lock);
    close(c->wake[0]);
    close(c->wake[1]);
    free(c);
    return NULL;
}

void linea_cluster_close(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->closing = true;
    pthread_mutex_unlock(&cluster->lock);
    wake_thread(cluster);
    pthread_join(cluster->thread, NULL);
    pthread_mutex_destroy(&cluster->lock);
    close(cluster->wake[0]);
    close(cluster->wake[1]);
    free(cluster->waiting);
    free(cluster);
}

/* What the hub asks, at any time. */

int linea_cluster_nodes(struct cluster *cluster,
                        struct linea_store_node out[LINEA_STORE_NODES])
{
    pthread_mutex_lock(&cluster->lock);
    bool known = cluster->listed_at && linea_wire_now() - cluster->listed_at < GONE_MS;
    int count = 0;
    for (int i = 0; known && i < cluster->node_count; i++)
        if (!cluster->nodes[i].self || !cluster->retired)
            out[count++] = cluster->nodes[i];
    pthread_mutex_unlock(&cluster->lock);
    return count;
}

int linea_cluster_take_news(struct cluster *cluster, struct linea_store_news *out,
                            int most)
{
    int count = 0;
    pthread_mutex_lock(&cluster->lock);
    for (; count < most && cluster->count > 0; count++, cluster->count--) {
        out[count] = cluster->news[cluster->first];
        cluster->first = (cluster->first + 1) % NEWS;
    }
    pthread_mutex_unlock(&cluster->lock);
    return count;
}

void linea_cluster_check(struct cluster *cluster, struct linea_store_health *out)
{
    pthread_mutex_lock(&cluster->lock);
    *out = cluster->health;
    pthread_mutex_unlock(&cluster->lock);
}

void linea_cluster_retire(struct cluster *cluster)
{
    pthread_mutex_lock(&cluster->lock);
    cluster->retired = true;
    pthread_mutex_unlock(&cluster->lock);
    wake_thread(cluster);
}
