/*
 * tests/server/store_note_test.c - names and chat beside the log: nobody notices, until
 * they are erased; and logs that were changed by hand.
 *
 * The lines are those of a real table, with a name and a text that JSON escapes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_box.h"
#include "store_memory.h"
#include "store_note.h"
#include "table_box.h"

enum { GAME = 5, OTHER = 6, LINES = 64 };

static const char *const words[] = {"Anna", "Bj\xc3\xb6rn", "nobody guesses", "Eve"};

/* The log of a game, and of its rematch in which both seats are kept. */
static int write_log(char *line[LINES], struct linea_table *t)
{
    struct linea_table next;
    struct linea_error error;
    struct linea_table_io again = io;
    static const char settings[] =
        "{\"map\":\"new-york\",\"seats\":[\"human\",\"human\"]}";
    int count = 0;
    *t = made(settings);
    ask(t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Anna\"}");
    ask(t, ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"nobody \\\"guesses\\\", this\"}");
    ask(t, EVE, "{\"id\":1,\"do\":\"say\",\"name\":\"Eve\",\"text\":\"a\\\\,\\\"b\"}");
    ask(t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Bj\xc3\xb6rn\"}");
    ask(t, BEN, "{\"id\":1,\"do\":\"say\",\"phrase\":\"well-played\"}");
    request_move(t, think(&t->game));
    again.last = t;
    CHECK(linea_table_make(&next, &error, &again, settings, sizeof settings - 1, ANN,
                           secret, now));
    for (char *l = strtok(stored, "\n"); l; l = strtok(NULL, "\n"))
        line[count++] = strdup(l);
    CHECK(count >= 9 && strstr(line[count - 1], "\"kept\":[{\"player\":"));
    return count - 1; /* the last one is of another game */
}

static void free_log(char *line[LINES], int count)
{
    for (int i = 0; i <= count; i++)
        free(line[i]);
}

static bool says_any(const char *text)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(text, words[i]))
            return true;
    return false;
}

TEST(what_is_cut_out_of_a_line_comes_back_byte_for_byte)
{
    char *line[LINES];
    struct linea_table t;
    int count = write_log(line, &t), cuts = 0;
    for (int i = 0; i <= count; i++) {
        struct store_cut cut;
        struct store_notes notes = {0};
        bool changed;
        CHECK(linea_note_cut(&json, &cut, 7, line[i], strlen(line[i])));
        struct linea_store_event event = {
            .game = GAME, .number = 7, .text = cut.text, .length = cut.length};
        if (!cut.memory) {
            CHECK(!says_any(line[i]));
            CHECK(!linea_note_is_cut(cut.text, cut.length));
            continue;
        }
        cuts++;
        char *logged = strndup(cut.text, cut.length);
        CHECK(!says_any(logged));
        CHECK(cut.length <= strlen(line[i]) + STORE_NOTE_EXTRA);
        CHECK(linea_note_is_cut(cut.text, cut.length));
        CHECK(!linea_json_read(&json, cut.text, cut.length)); /* it is JSON, too */
        for (int n = 0; n < cut.notes; n++)
            CHECK(linea_notes_add(&notes, &cut.note[n]));
        char *joined = linea_note_join(&json, &event.length, &changed, &event, &notes);
        CHECK(joined && event.length == strlen(line[i]));
        CHECK_TEXT(joined, line[i]);
        free(joined);
        free(logged);
        linea_notes_free(&notes);
        free(cut.memory);
    }
    CHECK_EQ(cuts, 6); /* sat, said, said, sat, said, made */
    free_log(line, count);
}

TEST(equal_names_have_hashes_that_differ)
{
    static const char line[] = "{\"event\":2,\"at\":1,\"what\":\"sat\",\"seat\":0,"
                               "\"name\":\"Anna\",\"player\":\"000000000000000b\"}";
    struct store_cut cut[2];
    for (int i = 0; i < 2; i++)
        CHECK(linea_note_cut(&json, &cut[i], 2, line, sizeof line - 1));
    CHECK_EQ(cut[0].length, cut[1].length);
    CHECK(memcmp(cut[0].text, cut[1].text, cut[0].length) != 0);
    CHECK_EQ(cut[0].note[0].player, 11);
    for (int i = 0; i < 2; i++)
        free(cut[i].memory);
}

static size_t write_summary(struct linea_store_row *row, const struct linea_table *t)
{
    struct linea_out out;
    linea_out_init(&out, row->summary, sizeof row->summary);
    linea_table_summary(t, &out);
    return (size_t)(out.at - row->summary);
}

static void append_log(struct linea_store *store, uint64_t game, char *line[LINES],
                       int count, const struct linea_table *t)
{
    struct linea_store_row row = {.status = LINEA_STORE_RUNNING, .player_count = 2};
    row.players[0] = ANN;
    row.players[1] = BEN;
    row.summary_length = write_summary(&row, t);
    for (int i = 0; i < count; i++) {
        struct linea_store_event event = {.game = game,
                                          .number = i + 1,
                                          .text = line[i],
                                          .length = strlen(line[i]),
                                          .row = i == 0 ? &row : NULL,
                                          .ticket = game};
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
    }
    linea_store_flush(store);
    for (int i = 0; i < count; i++) {
        struct linea_store_completion done;
        CHECK_EQ(linea_store_completed(store, &done, 1), 1);
        CHECK_EQ(done.result, LINEA_STORE_OK);
    }
}

/* What is read, line after line. */
struct found {
    int count;
    char *line[LINES];
};

static bool keep(void *context, const struct linea_store_event *event)
{
    struct found *found = context;
    CHECK_EQ(event->number, found->count + 1);
    CHECK_EQ(event->length, strlen(event->text));
    found->line[found->count++] = strdup(event->text);
    return true;
}

static enum linea_store_result load(struct linea_store *store, struct found *found,
                                    uint64_t game)
{
    *found = (struct found){0};
    return linea_store_load(store, game, keep, found);
}

static void drop(struct found *found)
{
    for (int i = 0; i < found->count; i++)
        free(found->line[i]);
}

static void expect_log(struct linea_store *store, uint64_t game, char *line[LINES],
                       int count)
{
    struct found found;
    CHECK_EQ(load(store, &found, game), LINEA_STORE_OK);
    CHECK_EQ(found.count, count);
    for (int i = 0; i < count; i++)
        CHECK_TEXT(found.line[i], line[i]);
    drop(&found);
}

TEST(a_log_is_read_as_it_was_written)
{
    char *line[LINES];
    struct linea_table t;
    int count = write_log(line, &t);
    for (enum box_kind kind = 0; kind < BOX_KINDS; kind++) {
        if (!box_has(kind))
            continue;
        struct linea_store *store = box_open_kind(kind, NULL);
        append_log(store, GAME, line, count, &t);
        append_log(store, OTHER, line, count, &t);
        expect_log(store, GAME, line, count);
        expect_log(store, OTHER, line, count);
        box_close(store, kind);
    }
    free_log(line, count);
}

static void note_done(struct linea_store_erasure *erasure)
{
    *(bool *)erasure->context = true;
}

static bool keep_row(void *context, const struct linea_store_row *row)
{
    *(struct linea_store_row *)context = *row;
    return true;
}

/* The log is whole, the table follows from it, and of Anna nothing is left. */
static void expect_anna_gone(struct linea_store *store, uint64_t game)
{
    struct found found;
    struct linea_table t = {0};
    struct linea_error error;
    struct linea_store_row row = {0};
    char gone[STORE_GONE], expected[64];
    const struct linea_store_query query = {.game = game};
    linea_note_gone(gone, game, ANN);
    CHECK_EQ(load(store, &found, game), LINEA_STORE_OK);
    for (int i = 0; i < found.count; i++) {
        CHECK(!strstr(found.line[i], "Anna") && !strstr(found.line[i], "nobody"));
        CHECK(linea_table_restore(&t, &error, &io, false, found.line[i],
                                  strlen(found.line[i])));
    }
    CHECK_TEXT(t.seat[0].name, gone);
    CHECK_TEXT(t.seat[1].name, words[1]);
    snprintf(expected, sizeof expected, "\"name\":\"%s\",\"text\":\"(erased)\"", gone);
    CHECK(strstr(found.line[2], expected));
    CHECK(strstr(found.line[3], "\"name\":\"Eve\",\"text\":\"a\\\\,\\\"b\""));
    drop(&found);
    CHECK_EQ(linea_store_list(store, &query, keep_row, &row), LINEA_STORE_OK);
    CHECK(row.summary_length > 0);
    row.summary[row.summary_length] = 0;
    CHECK(!strstr(row.summary, "Anna") && strstr(row.summary, gone) &&
          strstr(row.summary, words[1]));
}

TEST(what_a_player_has_erased_is_gone_from_all_games_and_the_rest_stays)
{
    char *line[LINES];
    struct linea_table t;
    int count = write_log(line, &t);
    for (enum box_kind kind = 0; kind < BOX_KINDS; kind++) {
        if (!box_has(kind))
            continue;
        struct linea_store *store = box_open_kind(kind, NULL);
        bool done = false;
        struct linea_store_erasure erasure = {
            .player = ANN, .context = &done, .done = note_done};
        append_log(store, GAME, line, count, &t);
        append_log(store, OTHER, line, count, &t);
        linea_store_erase_player(store, &erasure);
        linea_store_flush(store);
        CHECK(!done);
        CHECK_EQ(linea_store_answer(store), 1);
        CHECK(done && erasure.result == LINEA_STORE_OK);
        expect_anna_gone(store, GAME);
        expect_anna_gone(store, OTHER);
        box_close(store, kind);
    }
    free_log(line, count);
}

/* Files. */

static void run_sql(const char *text)
{
    sqlite3 *file;
    char *error = NULL;
    CHECK_EQ(sqlite3_open(box_path(), &file), SQLITE_OK);
    if (sqlite3_exec(file, text, NULL, NULL, &error) != SQLITE_OK)
        fail_msg("%s: %s", text, error);
    sqlite3_close(file);
}

static int count_sql(const char *text)
{
    sqlite3 *file;
    sqlite3_stmt *statement;
    CHECK_EQ(sqlite3_open(box_path(), &file), SQLITE_OK);
    CHECK_EQ(sqlite3_prepare_v2(file, text, -1, &statement, NULL), SQLITE_OK);
    CHECK_EQ(sqlite3_step(statement), SQLITE_ROW);
    int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(file);
    return count;
}

static const char named_in_log[] =
    "SELECT count(*) FROM log WHERE text GLOB '*Anna*' OR text GLOB '*Bj\xc3\xb6rn*'"
    " OR text GLOB '*Eve*' OR text GLOB '*guesses*'";

TEST(no_name_and_no_chat_stands_in_the_log_of_a_file)
{
    char *line[LINES];
    struct linea_table t;
    int count = write_log(line, &t);
    struct linea_store *store = box_open(NULL);
    append_log(store, GAME, line, count, &t);
    linea_store_close(store);
    CHECK_EQ(count_sql(named_in_log), 0);
    CHECK_EQ(count_sql("SELECT count(*) FROM note WHERE text LIKE '%Anna%'"), 2);
    store = box_open(NULL);
    expect_log(store, GAME, line, count);
    linea_store_close(store);
    box_remove();
    free_log(line, count);
}

/* The tables of the second version. */
static const char second_version[] =
    "CREATE TABLE game (id INTEGER PRIMARY KEY, status INTEGER NOT NULL,"
    " is_public INTEGER NOT NULL, created INTEGER NOT NULL, changed INTEGER NOT NULL,"
    " summary TEXT NOT NULL, log INTEGER NOT NULL DEFAULT 0) STRICT;"
    "CREATE TABLE player (game INTEGER NOT NULL REFERENCES game,"
    " seat INTEGER NOT NULL, player INTEGER NOT NULL,"
    " created INTEGER NOT NULL DEFAULT 0, status INTEGER NOT NULL DEFAULT 0,"
    " PRIMARY KEY (game, seat)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"
    "CREATE INDEX game_by_status ON game (status, created, id);"
    "CREATE INDEX game_public ON game (status, created, id) WHERE is_public = 1;"
    "CREATE INDEX game_unfinished ON game (id) WHERE status < 2;"
    "CREATE INDEX player_games ON player (player, created, game) WHERE player <> 0;"
    "CREATE INDEX player_running ON player (player, created, game)"
    " WHERE player <> 0 AND status = 1;"
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "PRAGMA application_id = 1281977957; PRAGMA user_version = 2;";

/* Rows of three lines each. */
static void write_old_log(char *line[LINES], int count, int game, int log)
{
    char *sql = sqlite3_mprintf("INSERT INTO game VALUES (%d, 1, 1, 7, 7, '{}', %d)",
                                game, log);
    run_sql(sql);
    sqlite3_free(sql);
    for (int i = 0; i < count; i += 3) {
        sql = sqlite3_mprintf(
            "INSERT INTO log VALUES (%lld, '%q%s%q%s%q')",
            (sqlite3_int64)log << 20 | (i + 1), line[i], i + 1 < count ? "\n" : "",
            i + 1 < count ? line[i + 1] : "", i + 2 < count ? "\n" : "",
            i + 2 < count ? line[i + 2] : "");
        run_sql(sql);
        sqlite3_free(sql);
    }
}

TEST(a_file_of_the_second_version_is_cut_and_goes_on)
{
    char *line[LINES];
    struct linea_table t;
    int count = write_log(line, &t);
    box_path();
    run_sql(second_version);
    write_old_log(line, count, GAME, 1);
    write_old_log(line, count, OTHER, 2);
    for (int again = 0; again < 2; again++) {
        struct linea_store *store = box_open(NULL);
        struct linea_store_event event = {.game = GAME,
                                          .number = count + 1,
                                          .text = line[count],
                                          .length = strlen(line[count])};
        CHECK(store);
        expect_log(store, OTHER, line, count);
        expect_log(store, GAME, line, count + again);
        if (!again)
            CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
        linea_store_close(store);
        CHECK_EQ(count_sql(named_in_log), 0);
        CHECK_EQ(count_sql("PRAGMA user_version"), 5);
    }
    box_remove();
    free_log(line, count);
}

TEST(a_log_that_was_changed_by_hand_is_set_aside_and_others_go_on)
{
    static const char *const changes[] = {
        ("UPDATE log SET text = replace(text, '\"what\":\"began\"', "
         "'\"what\":\"begun\"')"
         " WHERE id >> 20 = 1"),
        ("UPDATE log SET text = replace(text, '\"seat\":0', '\"seat\":1')"
         " WHERE id >> 20 = 1"),
        "UPDATE log SET tail = zeroblob(16) WHERE id >> 20 = 1",
        "UPDATE log SET tail = x'00' WHERE id >> 20 = 1",
        "UPDATE note SET text = replace(text, 'Anna', 'Hanna') WHERE game = 5",
        "UPDATE log SET text = text || char(10) || 'more' WHERE id >> 20 = 1",
        "DELETE FROM log WHERE id = 1 << 20 | 1",
    };
    char *line[LINES];
    struct linea_table t;
    struct found found;
    int count = write_log(line, &t);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct linea_store *store = box_open(NULL);
        append_log(store, GAME, line, count, &t);
        append_log(store, OTHER, line, count, &t);
        linea_store_close(store);
        run_sql(changes[i]);
        store = box_open(NULL);
        enum linea_store_result result = load(store, &found, GAME);
        CHECK_TEXT(linea_store_result_name(result), "log changed by hand");
        drop(&found);
        expect_log(store, OTHER, line, count);
        linea_store_close(store);
        box_remove();
    }
    free_log(line, count);
}
