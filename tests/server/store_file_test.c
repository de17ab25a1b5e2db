/*
 * tests/server/store_file_test.c - a store in a file: that all is found again, a disk
 * that is full, and files that are not what they should be.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store_box.h"

static struct linea_store *open_box(const struct linea_store_options *options)
{
    struct linea_store *store = box_open(options);
    assert_non_null(store);
    return store;
}

static void expect_queued(struct linea_store *store, uint64_t game, int number)
{
    CHECK_EQ(box_append(store, game, number, LINEA_STORE_RUNNING), LINEA_STORE_OK);
}

/* The caller's loop, with at most 1000 events on their way. */
TEST(STORE_completes_each_event_once_and_in_order)
{
    enum { GAMES = 200, EVENTS = 100, ON_THEIR_WAY = 1000 };
    struct linea_store *store = open_box(NULL);
    struct linea_store_completion done[ON_THEIR_WAY];
    double begin = box_seconds();
    int queued = 0, completed = 0;
    while (completed < GAMES * EVENTS) {
        for (; queued < GAMES * EVENTS && queued - completed < ON_THEIR_WAY; queued++)
            expect_queued(store, 1 + (uint64_t)(queued % GAMES), 1 + queued / GAMES);
        int count = linea_store_completed(store, done, ON_THEIR_WAY);
        for (int i = 0; i < count; i++, completed++) {
            CHECK_EQ(done[i].result, LINEA_STORE_OK);
            CHECK_EQ(done[i].ticket, box_ticket(1 + (uint64_t)(completed % GAMES),
                                                1 + completed / GAMES));
        }
        if (!count)
            box_pause();
    }
    double seconds = box_seconds() - begin;
    struct linea_store_counters counters;
    linea_store_count(store, &counters);
    printf("%d events in %d transactions, %.2f s: %.0f a second\n", completed,
           (int)counters.commits, seconds, completed / seconds);
    CHECK(counters.commits < GAMES * EVENTS / 10);
    linea_store_close(store);
    box_remove();
}

TEST(STORE_finds_everything_again_in_its_file)
{
    struct linea_store *store = open_box(NULL);
    for (int number = 1; number <= 10; number++)
        expect_queued(store, UINT64_MAX, number);
    linea_store_close(store); /* writes what waits */

    store = open_box(NULL);
    CHECK_EQ(box_check_log(store, UINT64_MAX), 10);
    CHECK_EQ(box_append(store, UINT64_MAX, 10, LINEA_STORE_OPEN), LINEA_STORE_MISUSE);
    expect_queued(store, UINT64_MAX, 11);
    linea_store_flush(store);
    CHECK_EQ(box_check_log(store, UINT64_MAX), 11);
    linea_store_close(store);
    box_remove();
}

TEST(STORE_survives_a_full_disk_without_a_gap)
{
    struct linea_store_options small = {.most_pages = 40};
    struct linea_store *store = open_box(&small);
    struct linea_store_completion done;
    struct linea_store_counters counters;
    int last, written[2] = {0}, failed = 0;
    for (int i = 0; i < 5000; i++) {
        enum linea_store_result result =
            box_append(store, 1 + (uint64_t)(i % 2), 1 + i / 2, LINEA_STORE_RUNNING);
        if (i % 100 == 0)
            linea_store_flush(store);
        while (linea_store_completed(store, &done, 1)) {
            if (done.result == LINEA_STORE_OK)
                written[(done.ticket >> 32) - 1]++;
            else
                failed++;
        }
        /* A caller that finds a game stuck can know by then what failed. */
        CHECK(result == LINEA_STORE_OK || (failed && result == LINEA_STORE_STUCK));
    }
    CHECK(written[0] > 100 && failed > 0);
    linea_store_count(store, &counters);
    CHECK(strstr(counters.failure, "full"));
    for (uint64_t game = 1; game <= 2; game++) {
        CHECK_EQ(linea_store_reset(store, &last, game), LINEA_STORE_OK);
        CHECK_EQ(last, written[game - 1]);
        CHECK_EQ(box_check_log(store, game), last);
    }
    linea_store_close(store);

    store = open_box(NULL); /* more room */
    CHECK_EQ(box_check_log(store, 1), written[0]);
    expect_queued(store, 1, written[0] + 1);
    linea_store_flush(store);
    CHECK_EQ(linea_store_completed(store, &done, 1), 1);
    CHECK_EQ(done.result, LINEA_STORE_OK);
    linea_store_close(store);
    box_remove();
}

/* Opening must fail, and say this. */
static void expect_refusal(const char *reason)
{
    char error[LINEA_STORE_TEXT] = "";
    assert_null(linea_store_open_sqlite(error, box_path(), NULL));
    if (!strstr(error, reason))
        fail_msg("\"%s\" does not say \"%s\"", error, reason);
}

static void run_sql(const char *text)
{
    sqlite3 *connection;
    CHECK_EQ(sqlite3_open(box_path(), &connection), SQLITE_OK);
    CHECK_EQ(sqlite3_exec(connection, text, NULL, NULL, NULL), SQLITE_OK);
    CHECK_EQ(sqlite3_close(connection), SQLITE_OK);
}

TEST(STORE_has_its_file_for_itself)
{
    struct stat status;
    struct linea_store *store = open_box(NULL);
    CHECK_EQ(stat(box_path(), &status), 0);
    CHECK_EQ(status.st_mode & 0777, 0600);
    expect_refusal("is in use by another server");
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    expect_refusal("is in use by another server");
    linea_store_close(store);
    store = open_box(NULL);
    CHECK_EQ(box_check_log(store, 1), 1);
    linea_store_close(store);
    box_remove();
}

/* A second name of the file leads to the same file. */
static void expect_one_store_by(int (*give)(const char *, const char *))
{
    char name[300], error[LINEA_STORE_TEXT] = "";
    struct linea_store *store = open_box(NULL);
    snprintf(name, sizeof name, "%s-link", box_path());
    CHECK_EQ(give(box_path(), name), 0);
    assert_null(linea_store_open_sqlite(error, name, NULL));
    assert_non_null(strstr(error, "-link is in use by another server"));
    linea_store_close(store);
    store = linea_store_open_sqlite(error, name, NULL);
    assert_non_null(store);
    expect_refusal("is in use by another server");
    linea_store_close(store);
    unlink(name);
    box_remove();
}

TEST(STORE_has_its_file_for_itself_by_whatever_name)
{
    expect_one_store_by(symlink);
    expect_one_store_by(link);
}

TEST(STORE_is_not_opened_by_a_name_beside_which_its_log_does_not_lie)
{
    char name[300], error[LINEA_STORE_TEXT] = "";
    snprintf(name, sizeof name, "%s-link", box_path());
    pid_t child = fork();
    if (child == 0) {
        struct linea_store *killed = open_box(NULL);
        expect_queued(killed, 1, 1);
        linea_store_flush(killed);
        _exit(0);
    }
    CHECK_EQ(waitpid(child, NULL, 0), child);
    CHECK_EQ(link(box_path(), name), 0);
    assert_null(linea_store_open_sqlite(error, name, NULL));
    assert_non_null(strstr(error, "its log lies beside that"));
    struct linea_store *store = open_box(NULL);
    CHECK_EQ(box_check_log(store, 1), 1);
    linea_store_close(store);
    store = linea_store_open_sqlite(error, name, NULL); /* it is in the file now */
    assert_non_null(store);
    CHECK_EQ(box_check_log(store, 1), 1);
    linea_store_close(store);
    unlink(name);
    box_remove();
}

/* Root may write everything, so it becomes somebody else to whom the folder belongs. */
static bool become_somebody(void)
{
    char folder[300];
    snprintf(folder, sizeof folder, "%s", box_path());
    *strrchr(folder, '/') = '\0';
    if (geteuid() == 0 && (chown(folder, 1, 1) != 0 || seteuid(1) != 0))
        return false;
    FILE *file = fopen(box_path(), "r"); /* the way there may be closed */
    if (file)
        fclose(file);
    return file != NULL;
}

TEST(STORE_refuses_a_file_that_it_may_only_read)
{
    linea_store_close(open_box(NULL));
    CHECK_EQ(chmod(box_path(), 0444), 0);
    uid_t before = geteuid();
    bool somebody = become_somebody();
    if (somebody)
        expect_refusal("may not be written by this user");
    CHECK_EQ(seteuid(before), 0);
    box_remove();
    if (!somebody)
        skip();
}

TEST(STORE_refuses_a_file_of_a_newer_version)
{
    linea_store_close(open_box(NULL));
    run_sql("PRAGMA user_version = 99");
    expect_refusal("written by a newer version of Linea (tables 99, known up to 5)");
    run_sql("PRAGMA user_version = 5");
    linea_store_close(open_box(NULL));
    box_remove();
}

TEST(STORE_refuses_a_file_that_is_something_else_and_leaves_it_alone)
{
    static const char letter[] =
        "Dear Ada, this is a letter and not a database. Yours.";
    char found[sizeof letter + 1] = "";
    FILE *file = fopen(box_path(), "w");
    assert_non_null(file);
    for (int i = 0; i < 100; i++)
        fputs(letter, file);
    fclose(file);
    expect_refusal("is not a Linea database");
    file = fopen(box_path(), "r");
    assert_non_null(file);
    assert_non_null(fgets(found, sizeof letter, file));
    fclose(file);
    CHECK_TEXT(found, letter);
    box_remove();

    run_sql("CREATE TABLE recipe (name TEXT)");
    expect_refusal("is not a Linea database");
    run_sql("INSERT INTO recipe VALUES ('soup')");
    box_remove();
}

TEST(STORE_says_why_a_file_cannot_be_made)
{
    char error[LINEA_STORE_TEXT];
    assert_null(linea_store_open_sqlite(error, "/no/such/folder/games.db", NULL));
    CHECK_TEXT(error, "/no/such/folder/games.db: No such file or directory");
}
