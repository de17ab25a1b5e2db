/*
 * tests/server/store_box.c - the folder and the events of the store's tests.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "store_memory.h"

static char folder[200], path[256];

static bool make_folder(void)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.150s/linea-store-XXXXXX",
             temporary ? temporary : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        return false;
    }
    snprintf(path, sizeof path, "%s/games.db", folder);
    return true;
}

const char *box_path(void)
{
    if (!folder[0] && !make_folder())
        abort();
    return path;
}

struct linea_store *box_open(const struct linea_store_options *options)
{
    char error[LINEA_STORE_TEXT];
    struct linea_store *store = linea_store_open_sqlite(error, box_path(), options);
    if (!store)
        fprintf(stderr, "%s\n", error);
    return store;
}

const char *box_postgres(void)
{
    return getenv("LINEA_TEST_POSTGRES");
}

/* A schema of its own for each test. */
static int schema;

static void run_sql(const char *format)
{
    char text[200];
    int n = snprintf(text, sizeof text, "SET client_min_messages = warning; ");
    snprintf(text + n, sizeof text - (size_t)n, format, schema);
    PGconn *connection = PQconnectdb(box_postgres());
    PGresult *result = PQexec(connection, text);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        fprintf(stderr, "%s: %s\n", text, PQerrorMessage(connection));
        abort();
    }
    PQclear(result);
    PQfinish(connection);
}

const char *box_url(void)
{
    static char url[400];
    if (!schema) {
        schema = (int)getpid();
        run_sql("CREATE SCHEMA test_%d");
    }
    snprintf(url, sizeof url, "%s%soptions=-csearch_path%%3Dtest_%d", box_postgres(),
             strchr(box_postgres(), '?') ? "&" : "?", schema);
    return url;
}

static struct linea_store *open_postgres(const struct linea_store_options *options)
{
    char error[LINEA_STORE_TEXT];
    struct linea_store *store = linea_store_open_postgres(error, box_url(), options);
    if (!store)
        fprintf(stderr, "%s\n", error);
    return store;
}

struct linea_store *box_open_again(enum box_kind kind,
                                   const struct linea_store_options *options)
{
    return kind == BOX_SQLITE     ? box_open(options)
           : kind == BOX_POSTGRES ? open_postgres(options)
                                  : NULL;
}

void box_make(enum box_kind kind)
{
    if (kind == BOX_SQLITE)
        box_path();
    if (kind == BOX_POSTGRES)
        box_url();
}

void box_wait(void)
{
    static const char question[] =
        "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'linea %'";
    PGconn *connection = box_postgres() ? PQconnectdb(box_postgres()) : NULL;
    for (bool more = connection != NULL; more;) {
        PGresult *result = PQexec(connection, question);
        more = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) > 0;
        PQclear(result);
        box_pause();
    }
    PQfinish(connection);
}

bool box_has_nodes(enum box_kind kind)
{
    return box_has(kind) && kind != BOX_SQLITE;
}

struct linea_store *box_open_first(enum box_kind kind,
                                   const struct linea_store_options *options)
{
    struct linea_store *store =
        kind == BOX_MEMORY ? linea_store_open_shared(options) : open_postgres(options);
    if (!store)
        abort();
    return store;
}

struct linea_store *box_open_beside(struct linea_store *store, enum box_kind kind,
                                    const struct linea_store_options *options)
{
    struct linea_store *beside = kind == BOX_MEMORY
                                     ? linea_store_open_beside(store, options)
                                     : open_postgres(options);
    if (!beside)
        abort();
    return beside;
}

bool box_has(enum box_kind kind)
{
    return (box_postgres() != NULL) == (kind == BOX_POSTGRES);
}

struct linea_store *box_open_kind(enum box_kind kind,
                                  const struct linea_store_options *options)
{
    struct linea_store *store = kind == BOX_MEMORY   ? linea_store_open_memory(options)
                                : kind == BOX_SQLITE ? box_open(options)
                                                     : open_postgres(options);
    if (!store)
        abort();
    return store;
}

void box_close(struct linea_store *store, enum box_kind kind)
{
    if (store)
        linea_store_close(store);
    if (kind == BOX_SQLITE)
        box_remove();
    if (kind == BOX_POSTGRES) {
        run_sql("DROP SCHEMA test_%d CASCADE");
        schema = 0;
    }
}

void box_remove(void)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    char name[300];
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        snprintf(name, sizeof name, "%s%s", path, suffixes[i]);
        unlink(name);
    }
    rmdir(folder);
    folder[0] = '\0';
}

uint64_t box_ticket(uint64_t game, int number)
{
    return game << 32 | (uint64_t)number;
}

/* Padded to the length of an event of a game. */
static int write_text(char text[96], uint64_t game, int number)
{
    return snprintf(text, 96,
                    "{\"game\": \"%016llx\", \"event\": %6d, \"cards\": \"%s\"}",
                    (unsigned long long)game, number, "red red blue locomotive");
}

enum linea_store_result box_append(struct linea_store *store, uint64_t game, int number,
                                   enum linea_store_status status)
{
    char text[96];
    struct linea_store_row row = {.status = status, .player_count = 2};
    row.players[0] = game;
    row.players[1] = game + 1;
    struct linea_store_event event = {.game = game,
                                      .number = number,
                                      .text = text,
                                      .length = (size_t)write_text(text, game, number),
                                      .ticket = box_ticket(game, number)};
    if (number == 1 || status == LINEA_STORE_OVER)
        event.row = &row;
    return linea_store_append(store, &event, 1);
}

enum linea_store_result box_append_pair(struct linea_store *store, uint64_t game,
                                        uint64_t other, int number)
{
    char text[2][96];
    struct linea_store_row row = {.status = LINEA_STORE_RUNNING, .player_count = 2};
    struct linea_store_event event[2];
    row.players[0] = game;
    for (int i = 0; i < 2; i++) {
        uint64_t of = i ? other : game;
        event[i] = (struct linea_store_event){
            .game = of,
            .number = number,
            .text = text[i],
            .length = (size_t)write_text(text[i], of, number),
            .row = &row,
            .ticket = box_ticket(of, number)};
    }
    return linea_store_append(store, event, 2);
}

bool box_scan(void *context, const struct linea_store_event *event)
{
    struct box_scan *scan = context;
    char text[96];
    if (!scan->games || event->game != scan->game) {
        scan->games++;
        scan->game = event->game;
        scan->number = 0;
    }
    size_t length = (size_t)write_text(text, event->game, event->number);
    if (event->number != ++scan->number || event->length != length ||
        memcmp(event->text, text, length + 1) != 0)
        scan->wrong = true;
    return ++scan->events != scan->most;
}

int box_check_log(struct linea_store *store, uint64_t game)
{
    struct box_scan scan = {0};
    if (linea_store_load(store, game, box_scan, &scan) != LINEA_STORE_OK || scan.wrong)
        return -1;
    return scan.events;
}

double box_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

void box_pause(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}
