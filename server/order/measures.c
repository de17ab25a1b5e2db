/*
 * server/order/measures.c - the measures that hold, in the memory of each node.
 *
 * All of them are read before the first request. From then on a job looks every second
 * for what has changed since, here or at another node: changes are numbered under a
 * lock, so none with a smaller number comes later. What is new holds at once: who is
 * known is looked up again, connections end, who is banned leaves the tables that have
 * not begun, and the name of who has deleted their account is forgotten.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "log.h"
#include "options.h"
#include "order.h"
#include "token.h"

enum {
    LOOK_MS = 1000,
    SOME = 256,       /* rows of a look */
    SOME_TABLES = 64, /* that a banned player leaves at once */
    PLACES = 32,      /* addresses that are kept of one player */
};

/* Rows of the past are kept for so long: a node that has not reached the database for
   longer would not know that something has ended. */
static const int64_t PLACE_MS = 86400000, SWEEP_MS = 3600000, PAST_MS = 604800000;

struct held {
    struct id_link link; /* by player, or by place */
    int64_t until[MEASURES];
    bool holds[MEASURES];
    const char *why[MEASURES];
};

struct row {
    uint64_t player, place; /* one of them */
    enum measure kind;
    int64_t until, change;
    char why[ORDER_WHY];
};

struct order {
    struct linea_sql_job job;
    struct accounts *accounts;
    struct id_map players, places;
    bool busy, again, started;
    int64_t next, swept; /* when to look; when the rows of the past were removed */
    int64_t seen, seen_places; /* the last changes */
    int64_t now;
    int count, tables;
    struct row row[2 * SOME];
    struct {
        uint64_t game, player;
    } table[SOME_TABLES];
    uint64_t evicted[SOME_TABLES]; /* banned, whose tables these are */
    int evictions;
    char message[ACCOUNT_MESSAGE];
};

static bool is_past(int64_t until, int64_t now)
{
    return until != 0 && until <= now;
}

/* Reading. */

static void read_rows(struct linea_db *db, struct order *o, bool places)
{
    int most = o->count + SOME;
    sql_ask(db,
            places ? "SELECT id, kind, until, why, change FROM place WHERE change > $1"
                     " ORDER BY change LIMIT $2"
                   : "SELECT player, kind, until, why, change FROM measure"
                     " WHERE change > $1 ORDER BY change LIMIT $2",
            linea_value_int(places ? o->seen_places : o->seen), linea_value_int(SOME));
    while (o->count < most && linea_db_next(db)) {
        struct row *row = &o->row[o->count];
        *row = (struct row){0};
        int64_t kind = linea_db_int(db, 1);
        if (places) {
            size_t length;
            const void *id = linea_db_bytes(db, &length, 0);
            if (length >= sizeof row->place)
                memcpy(&row->place, id, sizeof row->place);
        } else
            row->player = linea_db_id(db, 0);
        row->kind = kind >= 0 && kind < MEASURES ? (enum measure)kind : MEASURE_LOOK;
        row->until = linea_db_int(db, 2);
        snprintf(row->why, sizeof row->why, "%s", linea_db_text(db, 3));
        row->change = linea_db_int(db, 4);
        o->count++;
    }
}

/* Tables that have not begun at which somebody sits who was banned; and who that is. */
static void read_tables(struct linea_db *db, struct order *o)
{
    o->tables = o->evictions = 0;
    linea_db_ask(db, "SELECT player FROM measure WHERE done = 0 LIMIT 64", NULL, 0);
    while (o->evictions < SOME_TABLES && linea_db_next(db))
        o->evicted[o->evictions++] = linea_db_id(db, 0);
    for (int i = 0; i < o->evictions; i++) {
        sql_ask(db,
                "SELECT game FROM player WHERE player = $1 AND player <> 0"
                " AND status = 0",
                linea_value_id(o->evicted[i]));
        while (o->tables < SOME_TABLES && linea_db_next(db)) {
            o->table[o->tables].game = linea_db_id(db, 0);
            o->table[o->tables++].player = o->evicted[i];
        }
    }
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct order *o = (struct order *)job;
    o->count = 0;
    read_rows(db, o, false);
    read_rows(db, o, true);
    read_tables(db, o);
    return true;
}

/* Keeping. */

static void release(struct id_link *link)
{
    free(link);
}

static struct held *find(const struct id_map *map, uint64_t key)
{
    return (struct held *)linea_id_map_find(map, key);
}

static void take(struct order *o, const struct row *row, int64_t now)
{
    struct id_map *map = row->place ? &o->places : &o->players;
    uint64_t key = row->place ? row->place : row->player;
    struct held *held = find(map, key);
    const bool holds = row->kind != MEASURE_LOOK && row->kind != MEASURE_WARN &&
                       !is_past(row->until, now);
    if (!held && holds) {
        held = calloc(1, sizeof *held);
        if (!held || (held->link.key = key, !linea_id_map_add(map, &held->link))) {
            free(held);
            linea_log(LOG_ERROR, "order", "reason=\"no memory for a measure\"");
            return;
        }
    }
    if (!held)
        return;
    held->until[row->kind] = row->until;
    held->holds[row->kind] = holds;
    held->why[row->kind] = "";
    for (int i = 0; linea_order_reason(i); i++)
        if (strcmp(linea_order_reason(i), row->why) == 0)
            held->why[row->kind] = linea_order_reason(i);
    bool any = false;
    for (int kind = 0; kind < MEASURES; kind++)
        any = any || held->holds[kind];
    if (!any) {
        linea_id_map_remove(map, &held->link);
        free(held);
    }
}

static void take_all(struct order *o)
{
    for (int i = 0; i < o->count; i++) {
        const struct row *row = &o->row[i];
        int64_t *seen = row->place ? &o->seen_places : &o->seen;
        *seen = row->change > *seen ? row->change : *seen;
        take(o, row, o->now);
        if (!o->started || row->place)
            continue;
        linea_identity_forget(o->accounts, row->player);
        if (row->kind == MEASURE_GONE)
            linea_hub_erased(o->accounts->options.hub, row->player);
        else if (row->kind == MEASURE_LOOK)
            linea_net_recheck(o->accounts->options.net, row->player);
        else if (row->kind == MEASURE_BAN && !is_past(row->until, o->now))
            linea_hub_cut(o->accounts->options.hub, row->player);
    }
}

/* What has begun goes on by the rules of the table for somebody who is not there. */
static void left(void *context, enum hub_status status, const char *text, size_t length)
{
    (void)context;
    (void)status;
    (void)text;
    (void)length;
}

static void leave_tables(struct order *o)
{
    static const char leave[] = "{\"id\":1,\"do\":\"leave\"}";
    for (int i = 0; i < o->tables; i++) {
        const struct hub_guest who = {.player = o->table[i].player, .house = true};
        linea_hub_request(o->accounts->options.hub, o->table[i].game, &who, leave,
                          sizeof leave - 1, left, NULL);
    }
}

/* They have left; and rows of the past are of no use any more. */
static bool note_done(struct linea_db *db, struct linea_sql_job *job)
{
    const struct order *o = (struct order *)job;
    for (int i = 0; o->tables < SOME_TABLES && i < o->evictions; i++)
        sql_run(db, "UPDATE measure SET done = 1 WHERE player = $1 AND done = 0",
                linea_value_id(o->evicted[i]));
    if (o->now - o->swept > SWEEP_MS) {
        const struct linea_value long_ago = linea_value_int(o->now - PAST_MS);
        sql_run(db, "DELETE FROM measure WHERE until > 0 AND until < $1 AND at < $1",
                long_ago);
        sql_run(db, "DELETE FROM place WHERE until > 0 AND until < $1", long_ago);
        sql_run(db, "DELETE FROM quick WHERE at < $1",
                linea_value_int(o->now - 60 * PLACE_MS));
        sql_run(db, "DELETE FROM leaver WHERE at < $1",
                linea_value_int(o->now - 30 * PLACE_MS));
    }
    return true;
}

static void rest(struct order *o)
{
    o->busy = false;
    o->next = o->again ? 0 : milliseconds_now() + LOOK_MS;
    o->again = false;
    if (!o->accounts->closing)
        linea_order_tick(o);
}

/* Forget what does not hold any more. */
static void sweep(struct id_map *map, int64_t now)
{
    for (size_t i = 0; i < map->bucket_count; i++)
        for (struct id_link *link = map->buckets[i], *next; link; link = next) {
            struct held *held = (struct held *)link;
            bool any = false;
            next = link->next;
            for (int kind = 0; kind < MEASURES; kind++)
                any = any || (held->holds[kind] && !is_past(held->until[kind], now));
            if (any)
                continue;
            linea_id_map_remove(map, link);
            free(held);
        }
}

static void noted(struct linea_sql_job *job)
{
    struct order *o = (struct order *)job;
    if (job->result == LINEA_SQL_OK && o->now - o->swept > SWEEP_MS) {
        o->swept = o->now;
        sweep(&o->players, o->now);
        sweep(&o->places, o->now);
    }
    rest(o);
}

static void looked(struct linea_sql_job *job)
{
    struct order *o = (struct order *)job;
    if (job->result != LINEA_SQL_OK || o->accounts->closing) {
        rest(o);
        return;
    }
    take_all(o);
    o->again = o->again || o->count >= SOME;
    leave_tables(o);
    if (o->evictions || o->now - o->swept > SWEEP_MS) {
        o->job = (struct linea_sql_job){.run = note_done, .done = noted};
        linea_sql_ask(o->accounts->sql, &o->job);
        return;
    }
    rest(o);
}

static void begin_look(struct order *o)
{
    o->now = milliseconds_now();
    o->job = (struct linea_sql_job){.run = look, .done = looked, .reads = true};
}

void linea_order_tick(struct order *o)
{
    if (o->busy || o->accounts->closing || milliseconds_now() < o->next)
        return;
    o->busy = true;
    begin_look(o);
    linea_sql_ask(o->accounts->sql, &o->job);
}

void linea_order_look(struct order *o)
{
    o->again = o->busy;
    o->next = 0;
    linea_order_tick(o);
}

struct order *linea_order_open(struct accounts *accounts, char error[256])
{
    struct order *o = calloc(1, sizeof *o);
    snprintf(error, 256, "no memory");
    if (!o)
        return NULL;
    o->accounts = accounts;
    do {
        begin_look(o);
        if (linea_sql_run(accounts->sql, &o->job) != LINEA_SQL_OK) {
            linea_sql_failure(accounts->sql, error);
            linea_order_close(o);
            return NULL;
        }
        take_all(o);
    } while (o->count >= SOME);
    o->started = true;
    return o;
}

void linea_order_close(struct order *o)
{
    linea_id_map_finish(&o->players, release);
    linea_id_map_finish(&o->places, release);
    free(o);
}

/* Asking. */

static bool holds(const struct id_map *map, int64_t *until, const char **why,
                  enum measure kind, uint64_t key)
{
    const struct held *held = key ? find(map, key) : NULL;
    if (!held || !held->holds[kind] || is_past(held->until[kind], milliseconds_now()))
        return false;
    *until = held->until[kind];
    *why = held->why[kind];
    return true;
}

bool linea_order_holds(const struct order *o, int64_t *until, const char **why,
                       enum measure kind, uint64_t player, uint64_t place)
{
    return holds(&o->players, until, why, kind, player) ||
           holds(&o->places, until, why, kind, place);
}

const char *linea_order_stops(struct order *o, const char **code, enum measure kind,
                              const struct hub_guest *who)
{
    static const char *const codes[MEASURES] = {
        [MEASURE_MUTE] = "muted", [MEASURE_BAN] = "banned", [MEASURE_WAIT] = "waits"};
    static const char *const words[MEASURES] = {
        [MEASURE_MUTE] = "the host of this server lets you say nothing",
        [MEASURE_BAN] = "the host of this server lets you play nothing",
        [MEASURE_WAIT] = "you have left games: the next one can begin"};
    const char *why, *appeal = o->accounts->options.serve->appeal;
    char when[32] = "";
    int64_t until;
    if (!linea_order_holds(o, &until, &why, kind, who->player,
                           who->known ? 0 : who->place))
        return NULL;
    time_t at = (time_t)((until + 999) / 1000);
    struct tm parts;
    if (until)
        strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &parts));
    *code = codes[kind];
    snprintf(o->message, sizeof o->message, "%s%s%s%s%s%s%s", words[kind],
             !until                 ? ""
             : kind == MEASURE_WAIT ? " at "
                                    : " until ",
             when, *why ? ": " : "", why, *appeal && kind != MEASURE_WAIT ? ". " : "",
             kind != MEASURE_WAIT ? appeal : "");
    return o->message;
}

/* Places. */

uint64_t linea_order_place(const struct order *o, uint8_t id[SECRET_HASH],
                           const uint8_t address[16])
{
    static const char what[] = "place of a guest";
    crypto_generichash_state state;
    uint64_t place;
    crypto_generichash_init(&state, o->accounts->options.key, TOKEN_KEY, SECRET_HASH);
    crypto_generichash_update(&state, (const uint8_t *)what, sizeof what);
    crypto_generichash_update(&state, address, 16);
    crypto_generichash_final(&state, id, SECRET_HASH);
    memcpy(&place, id, sizeof place);
    return place;
}

struct sighting {
    struct linea_sql_job job;
    struct order *order;
    uint64_t player;
    uint8_t id[SECRET_HASH];
    enum measure kind;
    int64_t until;
    char why[ORDER_WHY];
};

static bool write_sighting(struct linea_db *db, struct linea_sql_job *job)
{
    const struct sighting *s = (struct sighting *)job;
    const struct linea_value change = linea_value_int(linea_order_change(db));
    sql_ask(db, "SELECT count(*) FROM place WHERE player = $1",
            linea_value_id(s->player));
    if (linea_db_next(db) && linea_db_int(db, 0) >= PLACES)
        return true;
    sql_run(db,
            "INSERT INTO place VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id, kind)"
            " DO UPDATE SET player = $3, until = $4, why = $5, change = $6",
            linea_value_bytes(s->id, sizeof s->id), linea_value_int(s->kind),
            linea_value_id(s->player), linea_value_int(s->until),
            linea_value_text(s->why), change);
    return true;
}

static void sighting_written(struct linea_sql_job *job)
{
    struct sighting *s = (struct sighting *)job;
    struct order *order = s->order;
    free(s);
    if (!order->accounts->closing)
        linea_order_look(order);
}

/* Once in an hour is enough: it holds for a day after they were seen last. */
static void sight(struct order *o, enum measure kind, const struct hub_guest *who,
                  const uint8_t address[16])
{
    int64_t until, known, now = milliseconds_now();
    const char *why, *other;
    if (!holds(&o->players, &until, &why, kind, who->player))
        return;
    if (until == 0 || until > now + PLACE_MS)
        until = now + PLACE_MS;
    if (holds(&o->places, &known, &other, kind, who->place) &&
        known >= until - SWEEP_MS)
        return;
    struct sighting *s = calloc(1, sizeof *s);
    if (!s)
        return; /* the next time */
    s->job = (struct linea_sql_job){
        .run = write_sighting, .done = sighting_written, .share = who->origin};
    s->order = o;
    s->player = who->player;
    linea_order_place(o, s->id, address);
    s->kind = kind;
    s->until = until;
    snprintf(s->why, sizeof s->why, "%s", why);
    /* Here it holds at once, so nobody asks twice. */
    struct row row = {.place = who->place, .kind = kind, .until = until};
    memcpy(row.why, s->why, sizeof row.why);
    take(o, &row, now);
    linea_sql_ask(o->accounts->sql, &s->job);
}

void linea_order_sighted(struct order *o, const struct hub_guest *who,
                         const uint8_t address[16])
{
    if (who->known || !who->player)
        return;
    sight(o, MEASURE_MUTE, who, address);
    sight(o, MEASURE_BAN, who, address);
}
