/*
 * server/store_postgres.c - a store in a PostgreSQL that several nodes share: what it
 * reads, and how it is opened. See store_postgres.h.
 *
 * Ids are 64-bit patterns to PostgreSQL: large ones look negative there.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linea/hex.h"
#include "store_postgres.h"

enum statement {
    SNAPSHOT,
    END,
    READ_HEAD,
    READ_HEADS,
    READ_NOTES,
    READ_EVENTS,
    LIST_STATUS,
    LIST_PUBLIC,
    LIST_PLAYER,
    LIST_RUNNING,
    LIST_GAME,
    LIST_UNTOUCHED,
    LIST_DUE,
    COUNT_HOST,
    READ_SETTING,
    READ_SETTINGS,
    STATEMENTS
};

#define COLUMNS                                                                        \
    "SELECT id, g.status, is_public, g.created, changed, summary,"                     \
    " ARRAY(SELECT player FROM player s WHERE s.game = g.id ORDER BY seat) FROM "
#define ROWS COLUMNS "game g "
#define PAGE " ORDER BY g.created DESC, id DESC LIMIT $2::int8 OFFSET $3::int8"

/* Only the games of the page are looked up, not those before it. */
#define OF_PLAYER(condition)                                                           \
    COLUMNS                                                                            \
    "(SELECT game, created FROM player WHERE player = $1::int8 AND player <> "         \
    "0" condition " AND (created, game) < ($4::int8, $5::int8)"                        \
    " ORDER BY created DESC, game DESC LIMIT $2::int8 OFFSET $3::int8) p"              \
    " JOIN game g ON g.id = p.game ORDER BY p.created DESC, p.game DESC"

static const char *const statements[STATEMENTS] = {
    [SNAPSHOT] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [END] = "COMMIT",
    [READ_HEAD] = "SELECT last, tail FROM head WHERE game = $1::int8",
    [READ_HEADS] = "SELECT game, last, tail FROM head WHERE game = ANY($1::int8[])",
    [READ_NOTES] = ("SELECT number, place, player, text FROM note WHERE game = $1::int8"
                    " AND number > $2::int4 ORDER BY number, place"),
    [READ_EVENTS] = ("SELECT number, text FROM event WHERE game = $1::int8"
                     " AND number > $2::int4 ORDER BY number"),
    [LIST_STATUS] = ROWS "WHERE status = $1::int8" PAGE,
    [LIST_PUBLIC] = ROWS "WHERE status = $1::int8 AND is_public = 1" PAGE,
    [LIST_PLAYER] = OF_PLAYER(""),
    [LIST_RUNNING] = OF_PLAYER(" AND status = 1"),
    [LIST_GAME] = ROWS "WHERE id = $1::int8" PAGE,
    [LIST_UNTOUCHED] = (ROWS "WHERE status = $1::int8 AND created < $4::int8"
                             " AND changed < $4::int8 ORDER BY created, id"
                             " LIMIT $2::int8 OFFSET $3::int8"),
    [LIST_DUE] = ("SELECT game, due FROM head WHERE due IS NOT NULL AND due < $1::int8"
                  " AND (due, game) > ($2::int8, $3::int8) ORDER BY due, game"
                  " LIMIT $4::int8"),
    [COUNT_HOST] = ("SELECT count(*) FROM (SELECT 1 FROM game WHERE host = $1::int8"
                    " AND host <> 0 LIMIT $2::int8) few"),
    [READ_SETTING] = "SELECT value FROM setting WHERE key = $1::text",
    [READ_SETTINGS] = "SELECT key, value FROM setting ORDER BY key",
};

struct postgres {
    struct store_committer committer; /* of the writing thread */
    struct wire wire;                 /* of the reading thread */
    struct cluster *cluster;
    char *url;
};

/* Reading. */

static PGresult *ask(struct postgres *p, enum statement statement, const int64_t *given,
                     int count)
{
    enum { MOST = 5 };
    struct wire_number numbers[MOST];
    struct wire_value values[MOST] = {{NULL, 0}};
    for (int i = 0; i < count; i++)
        values[i] = linea_wire_int8(&numbers[i], given[i]);
    return linea_wire_ask(&p->wire, (int)statement, values, count);
}

static enum linea_store_result failed(struct postgres *p)
{
    enum linea_store_result result = linea_wire_result(&p->wire);
    if (result == LINEA_STORE_AWAY)
        linea_wire_close(&p->wire); /* another host may have taken over */
    return result;
}

static void read_end(const PGresult *result, struct store_end *end)
{
    *end = (struct store_end){0};
    if (PQntuples(result) == 0)
        return;
    end->last = (int)linea_wire_int(result, 0, 0);
    if (PQgetlength(result, 0, 1) == LINEA_STORE_TAIL)
        memcpy(end->tail, PQgetvalue(result, 0, 1), LINEA_STORE_TAIL);
}

static enum linea_store_result last(void *self, uint64_t game, struct store_end *end)
{
    struct postgres *p = self;
    PGresult *result = ask(p, READ_HEAD, (int64_t[]){(int64_t)game}, 1);
    if (!result)
        return failed(p);
    read_end(result, end);
    PQclear(result);
    return LINEA_STORE_OK;
}

static bool give_notes(struct store_log *log, const PGresult *notes)
{
    for (int i = 0; i < PQntuples(notes); i++) {
        const struct store_note note = {.number = (int)linea_wire_int(notes, i, 0),
                                        .place = (int)linea_wire_int(notes, i, 1),
                                        .player = (uint64_t)linea_wire_int(notes, i, 2),
                                        .text = PQgetvalue(notes, i, 3),
                                        .length = (size_t)PQgetlength(notes, i, 3)};
        if (!log->note(log, &note))
            return false;
    }
    return true;
}

static void give_events(struct store_log *log, const PGresult *events)
{
    for (int i = 0; i < PQntuples(events); i++) {
        const struct linea_store_event event = {
            .game = log->game,
            .number = (int)linea_wire_int(events, i, 0),
            .text = PQgetvalue(events, i, 1),
            .length = (size_t)PQgetlength(events, i, 1)};
        if (!log->event(log, &event))
            return;
    }
}

static bool send_load(struct wire *wire, const struct store_log *log)
{
    struct wire_number numbers[2];
    const struct wire_value values[] = {
        linea_wire_int8(&numbers[0], (int64_t)log->game),
        linea_wire_int4(&numbers[1], log->after)};
    return linea_wire_send(wire, SNAPSHOT, NULL, 0) &&
           linea_wire_send(wire, READ_HEAD, values, 1) &&
           linea_wire_send(wire, READ_NOTES, values, 2) &&
           linea_wire_send(wire, READ_EVENTS, values, 2) &&
           linea_wire_send(wire, END, NULL, 0) && linea_wire_sync(wire);
}

/* Head, notes and events are of the same moment. What a log is chained by is known at
   its end alone, so that only a whole one is checked. */
static enum linea_store_result load(void *self, struct store_log *log)
{
    struct postgres *p = self;
    PGresult *result[4] = {NULL};
    if (!linea_wire_begin_trip(&p->wire))
        return LINEA_STORE_AWAY;
    bool fine = send_load(&p->wire, log);
    for (int i = 0; i < 4 && fine; i++)
        fine = (result[i] = linea_wire_fetch(&p->wire)) != NULL;
    linea_wire_end_trip(&p->wire);
    if (fine) {
        read_end(result[1], &log->end);
        log->begin.last = log->after;
        log->chained = log->after == 0;
        if (give_notes(log, result[2]))
            give_events(log, result[3]);
    }
    for (int i = 0; i < 4; i++)
        PQclear(result[i]);
    return fine ? LINEA_STORE_OK : failed(p);
}

/* An array of int8 as it comes over the wire: a header, then each behind its length. */
static void read_players(const PGresult *result, int i, struct linea_store_row *row)
{
    enum { HEADER = 20, EACH = 12 };
    const unsigned char *at = (const unsigned char *)PQgetvalue(result, i, 6);
    int length = PQgetlength(result, i, 6);
    for (int from = HEADER;
         from + EACH <= length && row->player_count < LINEA_STORE_PLAYERS; from += EACH)
        row->players[row->player_count++] = linea_u64_read(at + from + 4);
}

static bool read_row(const PGresult *result, int i, struct linea_store_row *row)
{
    *row = (struct linea_store_row){
        .game = (uint64_t)linea_wire_int(result, i, 0),
        .status = (enum linea_store_status)linea_wire_int(result, i, 1),
        .is_public = linea_wire_int(result, i, 2) != 0,
        .created = linea_wire_int(result, i, 3),
        .changed = linea_wire_int(result, i, 4),
        .summary_length = (size_t)PQgetlength(result, i, 5)};
    if (row->summary_length > sizeof row->summary)
        return false;
    memcpy(row->summary, PQgetvalue(result, i, 5), row->summary_length);
    read_players(result, i, row);
    return true;
}

static enum linea_store_result list(void *self, const struct linea_store_query *query,
                                    linea_store_row_found *found, void *context)
{
    struct postgres *p = self;
    enum statement which = query->game ? LIST_GAME
                           : query->player
                               ? (query->running_only ? LIST_RUNNING : LIST_PLAYER)
                           : query->changed_before ? LIST_UNTOUCHED
                           : query->public_only    ? LIST_PUBLIC
                                                   : LIST_STATUS;
    const int64_t given[] = {query->game     ? (int64_t)query->game
                             : query->player ? (int64_t)query->player
                                             : (int64_t)query->status,
                             query->game ? 1 : query->limit,
                             query->game ? 0 : query->offset,
                             which == LIST_UNTOUCHED ? query->changed_before
                             : query->before         ? query->before_created
                                                     : INT64_MAX,
                             query->before ? (int64_t)query->before : INT64_MAX};
    int count = which == LIST_UNTOUCHED                         ? 4
                : which == LIST_PLAYER || which == LIST_RUNNING ? 5
                                                                : 3;
    PGresult *result = ask(p, which, given, count);
    if (!result)
        return failed(p);
    enum linea_store_result outcome = LINEA_STORE_OK;
    for (int i = 0; i < PQntuples(result) && outcome == LINEA_STORE_OK; i++) {
        struct linea_store_row row;
        if (!read_row(result, i, &row))
            outcome = LINEA_STORE_FAULT;
        else if (!found(context, &row))
            break;
    }
    PQclear(result);
    return outcome;
}

static enum linea_store_result due(void *self, const struct linea_store_query *query,
                                   linea_store_due_found *found, void *context)
{
    struct postgres *p = self;
    const int64_t given[] = {query->due_before,
                             query->after ? query->after_due : INT64_MIN,
                             (int64_t)query->after, query->limit};
    PGresult *result = ask(p, LIST_DUE, given, 4);
    if (!result)
        return failed(p);
    for (int i = 0; i < PQntuples(result); i++)
        if (!found(context, (uint64_t)linea_wire_int(result, i, 0),
                   linea_wire_int(result, i, 1)))
            break;
    PQclear(result);
    return LINEA_STORE_OK;
}

static enum linea_store_result heads(void *self, struct linea_store_head *heads,
                                     int count)
{
    struct postgres *p = self;
    struct wire_array games;
    linea_wire_begin(&games, WIRE_INT8);
    for (int i = 0; i < count; i++) {
        linea_wire_add_int8(&games, (int64_t)heads[i].game);
        heads[i].last = 0;
    }
    const struct wire_value value = linea_wire_array(&games);
    PGresult *result =
        games.failed ? NULL : linea_wire_ask(&p->wire, READ_HEADS, &value, 1);
    linea_wire_free(&games);
    if (!result)
        return failed(p);
    for (int i = 0; i < PQntuples(result); i++) {
        struct linea_store_head *head = heads;
        const uint64_t game = (uint64_t)linea_wire_int(result, i, 0);
        while (head < heads + count && head->game != game)
            head++;
        head->last = (int)linea_wire_int(result, i, 1);
        if (PQgetlength(result, i, 2) == LINEA_STORE_TAIL)
            memcpy(head->tail, PQgetvalue(result, i, 2), LINEA_STORE_TAIL);
    }
    PQclear(result);
    return LINEA_STORE_OK;
}

static enum linea_store_result count(void *self, const struct linea_store_query *query,
                                     int *games)
{
    struct postgres *p = self;
    PGresult *result =
        ask(p, COUNT_HOST, (int64_t[]){(int64_t)query->host, query->limit}, 2);
    if (!result)
        return failed(p);
    *games = (int)linea_wire_int(result, 0, 0);
    PQclear(result);
    return LINEA_STORE_OK;
}

static enum linea_store_result get(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1])
{
    struct postgres *p = self;
    const struct wire_value given = linea_wire_text(key);
    PGresult *result = linea_wire_ask(&p->wire, READ_SETTING, &given, 1);
    if (!result)
        return failed(p);
    if (PQntuples(result))
        snprintf(value, LINEA_STORE_SETTING + 1, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return LINEA_STORE_OK;
}

static enum linea_store_result settings(void *self, store_setting_found *found,
                                        void *context)
{
    struct postgres *p = self;
    PGresult *result = ask(p, READ_SETTINGS, NULL, 0);
    if (!result)
        return failed(p);
    for (int i = 0; i < PQntuples(result); i++)
        if (!found(context, PQgetvalue(result, i, 0), PQgetvalue(result, i, 1)))
            break;
    PQclear(result);
    return LINEA_STORE_OK;
}

/* The rest is done by others. */

static enum linea_store_result commit(void *self, struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT])
{
    struct postgres *p = self;
    return linea_committer_commit(&p->committer, first, failure);
}

static enum linea_store_result tidy(void *self, char failure[LINEA_STORE_TEXT])
{
    struct postgres *p = self;
    return linea_committer_look(&p->committer, failure);
}

static int nodes(void *self, struct linea_store_node out[LINEA_STORE_NODES])
{
    return linea_cluster_nodes(((struct postgres *)self)->cluster, out);
}

static int take_news(void *self, struct linea_store_news *out, int most)
{
    return linea_cluster_take_news(((struct postgres *)self)->cluster, out, most);
}

static void retire(void *self)
{
    linea_cluster_retire(((struct postgres *)self)->cluster);
}

/* A transaction that takes as long waits for a standby that is not there. */
static void check(void *self, struct linea_store_health *out)
{
    enum { LONG_MS = 3000 };
    struct postgres *p = self;
    int64_t begun = p->committer.begun;
    linea_cluster_check(p->cluster, out);
    out->away |= p->committer.away || (begun && linea_wire_now() - begun > LONG_MS);
}

static void finish(void *self)
{
    struct postgres *p = self;
    if (p->cluster)
        linea_cluster_close(p->cluster);
    linea_wire_close(&p->committer.wire);
    linea_wire_close(&p->wire);
    free(p->url);
    free(p);
}

static const struct store_backend backend = {.commit = commit,
                                             .tidy = tidy,
                                             .last = last,
                                             .load = load,
                                             .list = list,
                                             .due = due,
                                             .heads = heads,
                                             .count = count,
                                             .get = get,
                                             .settings = settings,
                                             .nodes = nodes,
                                             .take_news = take_news,
                                             .check = check,
                                             .retire = retire,
                                             .close = finish};

/* Opening. */

static void warn(const struct linea_store_options *options, const char *text)
{
    if (options && options->warn && text[0])
        options->warn(options->context, text);
}

/* Whether it may pass by itself that nobody can connect: there is no answer, it is just
   starting, or only a standby is there. A wrong password does not pass. */
static bool may_pass(const char *url, const char *failure)
{
    PGPing ping = PQping(url);
    return ping == PQPING_REJECT || ping == PQPING_NO_RESPONSE ||
           strstr(failure, "read-only") || strstr(failure, "hot standby") ||
           strstr(failure, "shutting down") || strstr(failure, "starting up");
}

/* Connect to make the tables; wait for the database if it is away. On failure returns
   false and writes a message. */
static bool connect_first(struct wire *wire, char error[LINEA_STORE_TEXT],
                          const struct linea_store_options *options)
{
    char shown[LINEA_STORE_TEXT - 64], text[LINEA_STORE_TEXT],
        said[LINEA_STORE_TEXT] = "";
    if (!linea_wire_shown(shown, sizeof shown, wire->url)) {
        snprintf(error, LINEA_STORE_TEXT,
                 "the URL of the store is none of PostgreSQL: "
                 "postgresql://USER@HOST:PORT/DATABASE");
        return false;
    }
    while (!linea_wire_connect(wire)) {
        snprintf(error, LINEA_STORE_TEXT, "%.90s: %.150s", shown, wire->failure);
        if (!may_pass(wire->url, wire->failure))
            return false;
        snprintf(text, sizeof text, "waiting for the database: %.200s", wire->failure);
        if (strcmp(text, said) != 0)
            warn(options, text);
        memcpy(said, text, sizeof said);
        nanosleep(&(struct timespec){.tv_nsec = 500 * 1000000}, NULL);
    }
    if (said[0])
        warn(options, "the database is there");
    return true;
}

static bool open_all(struct postgres *p, char error[LINEA_STORE_TEXT],
                     const struct linea_store_options *options)
{
    char channel[STORE_CHANNEL], warning[LINEA_STORE_TEXT];
    struct wire wire = {.url = p->url, .name = "linea"};
    bool fine = connect_first(&wire, error, options) &&
                linea_schema_open(&wire, channel, error);
    if (fine) {
        linea_schema_warn(&wire, warning);
        warn(options, warning);
    }
    linea_wire_close(&wire);
    if (!fine)
        return false;
    p->wire = (struct wire){.url = p->url,
                            .name = "linea reads",
                            .statement = statements,
                            .statements = STATEMENTS};
    p->committer.wire = (struct wire){.url = p->url,
                                      .name = "linea writes",
                                      .statement = linea_commit_statements,
                                      .statements = linea_commit_statement_count};
    p->cluster = linea_cluster_open(p->url, channel, options);
    p->committer.cluster = p->cluster;
    return p->cluster != NULL;
}

struct linea_store *linea_store_open_postgres(char error[LINEA_STORE_TEXT],
                                              const char *url,
                                              const struct linea_store_options *options)
{
    snprintf(error, LINEA_STORE_TEXT, "out of memory");
    struct postgres *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->url = strdup(url);
    if (!p->url || !open_all(p, error, options)) {
        finish(p);
        return NULL;
    }
    return linea_store_start(&backend, p, options);
}
