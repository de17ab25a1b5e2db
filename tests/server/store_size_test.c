/*
 * tests/server/store_size_test.c - what a store costs: bytes on the disk for an event,
 * time for a list, whatever is in the file; and files of the first version, which had
 * other tables.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store_box.h"

static void run_sql(const char *text)
{
    sqlite3 *file;
    CHECK_EQ(sqlite3_open(box_path(), &file), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(file, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(file);
}

static long long file_size(void)
{
    struct stat found;
    CHECK_EQ(stat(box_path(), &found), 0);
    return found.st_size;
}

/* Append events of a length to some games in turn, as on a server. */
static void append_lines(struct linea_store *store, size_t length, int events)
{
    enum { GAMES = 40 };
    static char text[2048];
    memset(text, 'x', sizeof text);
    for (int i = 0; i < events; i++) {
        struct linea_store_row row = {.status = LINEA_STORE_RUNNING};
        struct linea_store_event event = {.game = 0x9e3779b97f4a7c15u *
                                                  (uint64_t)(1 + i % GAMES),
                                          .number = 1 + i / GAMES,
                                          .text = text,
                                          .length = length,
                                          .row = i < GAMES ? &row : NULL};
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
        if (i % 10 == 0)
            linea_store_flush(store);
    }
}

TEST(an_event_costs_at_most_its_length_and_three_tenths)
{
    enum { EVENTS = 8000 };
    static const size_t lengths[] = {75, 150, 300, 630, 900, 1100, 1300};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct linea_store *store = box_open(NULL);
        CHECK(store);
        linea_store_close(store);
        long long before = file_size();
        store = box_open(NULL);
        append_lines(store, lengths[i], EVENTS);
        linea_store_close(store);
        double each =
            (double)(file_size() - before) / EVENTS / (double)(lengths[i] + 1);
        printf("%zu bytes cost %.2f times their length\n", lengths[i], each);
        CHECK(each <= 1.3);
        box_remove();
    }
}

static bool count_row(void *context, const struct linea_store_row *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

/* The least time of a list of many tries. */
static double time_list(struct linea_store *store, uint64_t player, bool running)
{
    double least = 1;
    const struct linea_store_query query = {
        .player = player, .running_only = running, .limit = 50};
    for (int i = 0; i < 50; i++) {
        int rows = 0;
        double began = box_seconds();
        CHECK_EQ(linea_store_list(store, &query, count_row, &rows), LINEA_STORE_OK);
        double took = box_seconds() - began;
        CHECK_EQ(rows, 50);
        least = took < least ? took : least;
    }
    return least;
}

TEST(a_list_of_50_of_50000_games_costs_as_much_as_one_of_50)
{
    linea_store_close(box_open(NULL));
    run_sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT "
        "50050) INSERT INTO game SELECT i, 1, 1, i * 7919 % 50051, 0, '{}', i, NULL, "
        "0 FROM n;"
        "INSERT INTO player SELECT id, 0, CASE WHEN id > 50000 THEN 2 ELSE 1 END, "
        "created, 1 FROM game");
    struct linea_store *store = box_open(NULL);
    CHECK(store);
    for (int running = 0; running < 2; running++) {
        double many = time_list(store, 1, running), few = time_list(store, 2, running);
        printf("50 of 50000: %.3f ms, 50 of 50: %.3f ms\n", many * 1e3, few * 1e3);
        CHECK(many < 4 * few + 0.0005);
    }
    linea_store_close(store);
    box_remove();
}

/* The tables as the first version made them, with one game. */
static const char first_version[] =
    "PRAGMA journal_mode = WAL;"
    "CREATE TABLE game (id INTEGER PRIMARY KEY, status INTEGER NOT NULL,"
    " is_public INTEGER NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " summary TEXT NOT NULL) STRICT;"
    "CREATE INDEX game_by_status ON game (status, created, id, is_public);"
    "CREATE INDEX game_unfinished ON game (id) WHERE status < 2;"
    "CREATE TABLE event (game INTEGER NOT NULL REFERENCES game,"
    " number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, number)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE TABLE player (game INTEGER NOT NULL REFERENCES game,"
    " seat INTEGER NOT NULL, player INTEGER NOT NULL, PRIMARY KEY (game, seat)"
    ") STRICT, WITHOUT ROWID;"
    "CREATE INDEX player_games ON player (player, game) WHERE player <> 0;"
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT "
    "ROWID;"
    "INSERT INTO game VALUES (-5, 1, 1, 100, 100, '{}'), (7, 0, 1, 200, 200, '{}');"
    "INSERT INTO event VALUES (-5, 1, 'one'), (-5, 2, 'two'), (-5, 3, 'three'),"
    " (7, 1, 'other');"
    "INSERT INTO player VALUES (-5, 0, 11), (7, 0, 11), (7, 1, 0);"
    "INSERT INTO setting VALUES ('key', 'secret');"
    "PRAGMA application_id = 1281977957; PRAGMA user_version = 1;";

static void forget_reading(struct linea_store_reading *reading)
{
    CHECK_EQ(reading->result, LINEA_STORE_OK);
}

static bool join_text(void *context, const struct linea_store_event *event)
{
    char *all = context;
    snprintf(all + strlen(all), 100, "%d %s, ", event->number, event->text);
    return true;
}

static bool note_due(void *context, uint64_t game, int64_t due)
{
    char *all = context;
    snprintf(all + strlen(all), 100, "%d at %d, ", (int)game, (int)due);
    return true;
}

TEST(in_a_file_of_an_older_version_all_unfinished_games_are_due_at_once)
{
    char text[1000] = "";
    run_sql(first_version);
    struct linea_store *store = box_open(NULL);
    struct linea_store_reading reading = {.due = note_due,
                                          .query = {.due_before = 100, .limit = 10},
                                          .context = text,
                                          .done = forget_reading};
    CHECK(store);
    linea_store_ask(store, &reading);
    linea_store_flush(store);
    CHECK_EQ(linea_store_answer(store), 1);
    CHECK_TEXT(text, "-5 at 1, 7 at 1, ");
    linea_store_close(store);
    box_remove();
}

TEST(a_file_of_the_first_version_is_read_and_goes_on)
{
    char text[1000] = "", value[LINEA_STORE_SETTING + 1];
    int rows = 0, last = 0;
    run_sql(first_version);
    for (int again = 0; again < 2; again++) {
        struct linea_store *store = box_open(NULL);
        CHECK(store);
        struct linea_store_event event = {
            .game = (uint64_t)-5, .number = 4 + again, .text = "more", .length = 4};
        CHECK_EQ(linea_store_reset(store, &last, (uint64_t)-5), LINEA_STORE_OK);
        CHECK_EQ(last, 3 + again);
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
        linea_store_flush(store);
        *text = 0;
        CHECK_EQ(linea_store_load(store, (uint64_t)-5, join_text, text),
                 LINEA_STORE_OK);
        CHECK_TEXT(text, again ? "1 one, 2 two, 3 three, 4 more, 5 more, "
                               : "1 one, 2 two, 3 three, 4 more, ");
        *text = 0;
        CHECK_EQ(linea_store_load(store, 7, join_text, text), LINEA_STORE_OK);
        CHECK_TEXT(text, "1 other, ");
        const struct linea_store_query mine = {.player = 11, .limit = 10};
        rows = 0;
        CHECK_EQ(linea_store_list(store, &mine, count_row, &rows), LINEA_STORE_OK);
        CHECK_EQ(rows, 2);
        CHECK_EQ(linea_store_get(store, value, "key"), LINEA_STORE_OK);
        CHECK_TEXT(value, "secret");
        linea_store_close(store);
    }
    box_remove();
}

TEST(a_game_that_is_forgotten_leaves_nothing_behind)
{
    struct linea_store_completion done[8];
    struct linea_store *store = box_open(NULL);
    int rows = 0, last = -1;
    for (int number = 1; number < 4; number++) {
        box_append(store, 5, number, LINEA_STORE_OPEN);
        box_append(store, 6, number, LINEA_STORE_OPEN);
    }
    CHECK_EQ(linea_store_forget(store, 5, 1, 99),
             LINEA_STORE_MISUSE); /* it is queued */
    linea_store_flush(store);
    CHECK_EQ(linea_store_completed(store, done, 8), 6);
    CHECK_EQ(linea_store_forget(store, 5, 1, 99), LINEA_STORE_OK);
    linea_store_flush(store);
    CHECK_EQ(linea_store_completed(store, done, 8), 1);
    CHECK_EQ(done[0].ticket, 99);
    CHECK_EQ(done[0].result, LINEA_STORE_OK);
    CHECK_EQ(linea_store_reset(store, &last, 5), LINEA_STORE_OK);
    CHECK_EQ(last, 0);
    CHECK_EQ(box_check_log(store, 6), 3);
    const struct linea_store_query mine = {.player = 5, .limit = 10};
    CHECK_EQ(linea_store_list(store, &mine, count_row, &rows), LINEA_STORE_OK);
    CHECK_EQ(rows, 0);
    CHECK_EQ(box_append(store, 5, 1, LINEA_STORE_OPEN), LINEA_STORE_OK);
    linea_store_flush(store);
    CHECK_EQ(box_check_log(store, 5), 1);
    linea_store_close(store);
    box_remove();
}
