/*
 * tests/server/sql_test.c - jobs for a database: the same on a file of SQLite and on
 * the PostgreSQL of LINEA_TEST_POSTGRES, where tests/cluster/postgres.py has started
 * one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sql.h"
#include "store.h"

enum { OTHERS = 4, EACH = 25 };

static char file[64];
static const char *where;
static struct linea_sql *sql;

static const char *const tables[] = {
    "CREATE TABLE thing (id BIGINT PRIMARY KEY, name TEXT UNIQUE, bytes BYTEA,"
    " weight DOUBLE PRECISION)",
    "ALTER TABLE thing ADD COLUMN colour TEXT; CREATE INDEX thing_colour ON thing"
    " (colour)",
};

static struct linea_sql *open_one(void)
{
    char error[LINEA_SQL_TEXT] = "";
    struct linea_sql *found = linea_sql_open(error, where, NULL);
    if (!found)
        fail_msg("%s: %s", where, error);
    return found;
}

static bool drop(struct linea_db *db, struct linea_sql_job *job)
{
    (void)job;
    linea_db_run(db, "DROP TABLE IF EXISTS thing", NULL, 0);
    linea_db_run(db, "DROP TABLE IF EXISTS part", NULL, 0);
    return true;
}

static void begin(void)
{
    sql = open_one();
    struct linea_sql_job job = {.run = drop};
    CHECK_EQ(linea_sql_run(sql, &job), LINEA_SQL_OK);
    CHECK_EQ(linea_sql_migrate(sql, "things", tables, 2), LINEA_SQL_OK);
}

static void end(void)
{
    linea_sql_close(sql);
}

struct asked {
    struct linea_sql_job job;
    int64_t found, changed;
    int done;
};

static void done(struct linea_sql_job *job)
{
    ((struct asked *)job)->done++;
}

static enum linea_sql_result ask(bool (*run)(struct linea_db *, struct linea_sql_job *),
                                 struct asked *asked)
{
    asked->job.run = run;
    asked->job.done = done;
    return linea_sql_run(sql, &asked->job);
}

static bool add(struct linea_db *db, struct linea_sql_job *job)
{
    struct asked *a = (struct asked *)job;
    a->changed = sql_run(
        db, "INSERT INTO thing (id, name, bytes, weight) VALUES ($1, $2, $3, $4)",
        linea_value_id(0xfedcba9876543210), linea_value_text("a 'thing'; ț"),
        linea_value_bytes("\0\1\\x\xff", 5), linea_value_real(0.1 + 0.2));
    return true;
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct asked *a = (struct asked *)job;
    size_t length;
    a->found = 0;
    /* the second value stands first: they go by their numbers */
    sql_ask(db,
            "SELECT id, name, bytes, weight, colour FROM thing WHERE name = $2"
            " AND id = $1",
            linea_value_id(0xfedcba9876543210), linea_value_text("a 'thing'; ț"));
    while (linea_db_next(db)) {
        a->found++;
        CHECK(linea_db_id(db, 0) == 0xfedcba9876543210);
        assert_string_equal(linea_db_text(db, 1), "a 'thing'; ț");
        const void *bytes = linea_db_bytes(db, &length, 2);
        CHECK_EQ(length, 5);
        assert_memory_equal(bytes, "\0\1\\x\xff", 5);
        bytes = linea_db_bytes(db, &length, 2);
        CHECK_EQ(length, 5);
        double weight = linea_db_real(db, 3), expected = 0.1 + 0.2;
        assert_memory_equal(&weight, &expected, sizeof weight);
        CHECK(linea_db_is_null(db, 4));
        assert_string_equal(linea_db_text(db, 4), "");
    }
    return true;
}

static void values_come_back_as_they_were(void)
{
    struct asked asked = {0};
    CHECK_EQ(ask(add, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.changed, 1);
    asked.job.reads = true;
    CHECK_EQ(ask(look, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, 1);
}

static void what_may_be_there_once_is_taken_the_second_time(void)
{
    struct asked asked = {0};
    CHECK_EQ(ask(add, &asked), LINEA_SQL_OK);
    CHECK_EQ(ask(add, &asked), LINEA_SQL_TAKEN);
    CHECK_EQ(ask(look, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, 1);
}

static bool add_and_think_better_of_it(struct linea_db *db, struct linea_sql_job *job)
{
    add(db, job);
    return false;
}

static bool add_and_fail(struct linea_db *db, struct linea_sql_job *job)
{
    add(db, job);
    linea_db_run(db, "INSERT INTO nowhere VALUES (1)", NULL, 0);
    CHECK(!linea_db_fine(db));
    CHECK_EQ(linea_db_run(db, "DELETE FROM thing", NULL, 0), -1);
    CHECK(!linea_db_ask(db, "SELECT 1", NULL, 0));
    CHECK(!linea_db_next(db));
    return true;
}

static void a_job_is_carried_out_as_a_whole_or_not_at_all(void)
{
    struct asked asked = {0};
    char failure[LINEA_SQL_TEXT];
    CHECK_EQ(ask(add_and_think_better_of_it, &asked), LINEA_SQL_REFUSED);
    CHECK_EQ(ask(look, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, 0);
    CHECK_EQ(ask(add_and_fail, &asked), LINEA_SQL_FAULT);
    linea_sql_failure(sql, failure);
    CHECK(strstr(failure, "nowhere") != NULL);
    CHECK_EQ(ask(look, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, 0);
}

static bool count(struct linea_db *db, struct linea_sql_job *job)
{
    struct asked *a = (struct asked *)job;
    linea_db_ask(db, "SELECT count(*), max(id) FROM thing", NULL, 0);
    a->found = linea_db_next(db) ? linea_db_int(db, 0) : -1;
    return true;
}

static void tables_are_made_once_and_then_only_what_is_new(void)
{
    struct asked asked = {0};
    CHECK_EQ(ask(add, &asked), LINEA_SQL_OK);
    CHECK_EQ(linea_sql_migrate(sql, "things", tables, 2), LINEA_SQL_OK);
    CHECK_EQ(ask(count, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, 1);
    /* and an older program keeps its hands off */
    CHECK_EQ(linea_sql_migrate(sql, "things", tables, 1), LINEA_SQL_REFUSED);
}

static bool count_up(struct linea_db *db, struct linea_sql_job *job)
{
    (void)job;
    sql_run(db,
            "INSERT INTO thing (id, weight) VALUES ($1, $2) ON CONFLICT (id)"
            " DO UPDATE SET weight = thing.weight + $2",
            linea_value_int(1), linea_value_real(1));
    return true;
}

static void *count_up_often(void *context)
{
    (void)context;
    struct linea_sql *own = open_one();
    for (int i = 0; i < EACH; i++) {
        struct linea_sql_job job = {.run = count_up};
        CHECK_EQ(linea_sql_migrate(own, "things", tables, 2), LINEA_SQL_OK);
        CHECK_EQ(linea_sql_run(own, &job), LINEA_SQL_OK);
    }
    linea_sql_close(own);
    return NULL;
}

static bool weigh(struct linea_db *db, struct linea_sql_job *job)
{
    struct asked *a = (struct asked *)job;
    sql_ask(db, "SELECT weight FROM thing WHERE id = $1", linea_value_int(1));
    a->found = linea_db_next(db) ? (int64_t)linea_db_real(db, 0) : -1;
    return true;
}

static void several_connections_lose_nothing(void)
{
    pthread_t thread[OTHERS];
    struct asked asked = {0};
    for (int i = 0; i < OTHERS; i++)
        pthread_create(&thread[i], NULL, count_up_often, NULL);
    for (int i = 0; i < OTHERS; i++)
        pthread_join(thread[i], NULL);
    CHECK_EQ(ask(weigh, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, OTHERS * EACH);
}

static void what_is_asked_is_answered_in_order(void)
{
    enum { MANY = 50 };
    struct asked asked[MANY] = {0};
    for (int i = 0; i < MANY; i++) {
        asked[i].job.run = i % 2 ? weigh : count_up;
        asked[i].job.done = done;
        linea_sql_ask(sql, &asked[i].job);
    }
    for (int answered = 0; answered < MANY; usleep(1000))
        answered += linea_sql_answer(sql);
    for (int i = 0; i < MANY; i++) {
        CHECK_EQ(asked[i].done, 1);
        CHECK_EQ(asked[i].job.result, LINEA_SQL_OK);
        if (i % 2)
            CHECK_EQ(asked[i].found, (i + 1) / 2);
    }
}

/* A job that writes, and is at work while the gate is shut. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;
static bool shut, inside;

static void set_gate(bool now_shut)
{
    pthread_mutex_lock(&gate);
    shut = now_shut;
    pthread_cond_broadcast(&moved);
    while (shut && !inside)
        pthread_cond_wait(&moved, &gate);
    pthread_mutex_unlock(&gate);
}

static bool hold(struct linea_db *db, struct linea_sql_job *job)
{
    (void)db;
    (void)job;
    pthread_mutex_lock(&gate);
    inside = true;
    pthread_cond_broadcast(&moved);
    while (shut)
        pthread_cond_wait(&moved, &gate);
    inside = false;
    pthread_mutex_unlock(&gate);
    return true;
}

static int places;

static void note_place(struct linea_sql_job *job)
{
    ((struct asked *)job)->done = ++places;
}

static void ask_as(struct asked *asked, uint64_t share, bool reads,
                   bool (*run)(struct linea_db *, struct linea_sql_job *))
{
    asked->job = (struct linea_sql_job){
        .run = run, .done = note_place, .reads = reads, .share = share};
    linea_sql_ask(sql, &asked->job);
}

static void those_who_ask_take_turns_and_who_reads_waits_for_nobody(void)
{
    enum { MANY = 50, EVE = 1, ANN = 2 };
    static struct asked held, eve[MANY], ann, reader;
    memset(eve, 0, sizeof eve);
    held = ann = reader = (struct asked){0};
    places = 0;
    shut = true;
    ask_as(&held, EVE, false, hold);
    set_gate(true); /* until it is at work */
    for (int i = 0; i < MANY; i++)
        ask_as(&eve[i], EVE, false, count_up);
    ask_as(&ann, ANN, false, count_up);
    ask_as(&reader, ANN, true, weigh);
    while (!reader.done) {
        linea_sql_answer(sql);
        usleep(1000);
    }
    CHECK(!held.done);
    CHECK_EQ(reader.job.result, LINEA_SQL_OK);
    char why[LINEA_SQL_TEXT];
    linea_sql_failure(sql, why); /* waits for no job, either */
    set_gate(false);
    while (places < MANY + 3) {
        linea_sql_answer(sql);
        usleep(1000);
    }
    CHECK(ann.done <= held.done + 2);
}

static void in_a_file(void (*sentence)(void))
{
    char error[LINEA_STORE_TEXT];
    snprintf(file, sizeof file, "/tmp/linea-sql-%d.db", (int)getpid());
    struct linea_store *store = linea_store_open_sqlite(error, file, NULL);
    CHECK(store != NULL);
    where = file;
    begin();
    sentence();
    end();
    linea_store_close(store);
    remove(file);
}

static void in_postgres(void (*sentence)(void))
{
    where = getenv("LINEA_TEST_POSTGRES");
    if (!where)
        skip();
    begin();
    sentence();
    end();
}

#define ON_BOTH(sentence)                                                              \
    TEST(sentence##_in_a_file)                                                         \
    {                                                                                  \
        in_a_file(sentence);                                                           \
    }                                                                                  \
    TEST(sentence##_in_postgres)                                                       \
    {                                                                                  \
        in_postgres(sentence);                                                         \
    }

ON_BOTH(values_come_back_as_they_were)
ON_BOTH(what_may_be_there_once_is_taken_the_second_time)
ON_BOTH(a_job_is_carried_out_as_a_whole_or_not_at_all)
ON_BOTH(tables_are_made_once_and_then_only_what_is_new)
ON_BOTH(several_connections_lose_nothing)
ON_BOTH(what_is_asked_is_answered_in_order)
ON_BOTH(those_who_ask_take_turns_and_who_reads_waits_for_nobody)

/* As passwords are: nobody takes all the room there is. */
static void keep_out(struct job *job, void *context)
{
    (void)context;
    (void)job;
    hold(NULL, NULL);
}

static void done_at_once(struct job *job)
{
    (void)job;
}

static int64_t charged[3];

static void charge(void *context, uint64_t share, int64_t microseconds)
{
    (void)context;
    CHECK(share == 1 || share == 2);
    CHECK(microseconds >= 0);
    charged[share] += microseconds;
}

static void work_hard(struct job *job, void *context)
{
    (void)context;
    volatile uint64_t sum = 0;
    for (uint64_t i = 0; i < (job->share == 1 ? 20000000 : 1000); i++)
        sum += i;
    CHECK(sum > 0);
}

TEST(who_asks_is_charged_for_what_threads_have_done)
{
    static struct job jobs_of[3];
    const struct jobs_options options = {.threads = 1, .most = 10, .charge = charge};
    struct jobs *jobs = linea_jobs_open(&options);
    for (uint64_t share = 0; share < 3; share++) { /* 0 is nobody */
        jobs_of[share] =
            (struct job){.run = work_hard, .done = done_at_once, .share = share};
        CHECK(linea_jobs_ask(jobs, &jobs_of[share]));
    }
    linea_jobs_close(jobs);
    CHECK(charged[1] > 1000 && charged[1] > 10 * charged[2]);
}

TEST(few_jobs_of_one_wait_where_there_are_few_places)
{
    enum { MOST = 64, OF_ONE = 8 };
    static struct job first, jobs_of_eve[MOST], ann;
    const struct jobs_options options = {
        .threads = 1, .most = MOST, .most_of_one = OF_ONE};
    struct jobs *jobs = linea_jobs_open(&options);
    first = (struct job){.run = keep_out, .done = done_at_once, .share = 1};
    ann = (struct job){.run = keep_out, .done = done_at_once, .share = 2};
    shut = true;
    CHECK(linea_jobs_ask(jobs, &first));
    set_gate(true);
    int taken = 0;
    for (int i = 0; i < MOST; i++) {
        jobs_of_eve[i] = first;
        taken += linea_jobs_ask(jobs, &jobs_of_eve[i]);
    }
    CHECK_EQ(taken, OF_ONE);
    CHECK(linea_jobs_ask(jobs, &ann));
    set_gate(false);
    linea_jobs_close(jobs);
}

static bool ask_session(struct linea_db *db, struct linea_sql_job *job)
{
    struct asked *a = (struct asked *)job;
    linea_db_ask(db,
                 "SELECT 1 WHERE current_setting('synchronous_commit') = 'on'"
                 " AND current_setting('application_name') = 'linea players'",
                 NULL, 0);
    a->found = linea_db_next(db);
    return true;
}

TEST(a_commit_in_postgresql_waits_for_the_disk_whatever_is_usual_there)
{
    char url[512], error[LINEA_SQL_TEXT] = "";
    struct asked asked = {0};
    const char *postgres = getenv("LINEA_TEST_POSTGRES");
    if (!postgres)
        return;
    snprintf(url, sizeof url, "%s%coptions=-csynchronous_commit%%3Doff", postgres,
             strchr(postgres, '?') ? '&' : '?');
    sql = linea_sql_open(error, url, NULL);
    if (!sql)
        fail_msg("%s: %s", url, error);
    CHECK_EQ(ask(ask_session, &asked), LINEA_SQL_OK);
    CHECK_EQ(asked.found, 1);
    linea_sql_close(sql);
}

TEST(what_is_no_database_of_ours_is_refused)
{
    char error[LINEA_SQL_TEXT] = "", path[80];
    snprintf(path, sizeof path, "/tmp/linea-sql-%d.other", (int)getpid());
    assert_null(linea_sql_open(error, path, NULL));
    CHECK(strstr(error, path) != NULL);
    FILE *other = fopen(path, "w");
    fputs("this is a text, and no database at all, however long one looks at it",
          other);
    fclose(other);
    assert_null(linea_sql_open(error, path, NULL));
    remove(path);
    assert_null(linea_sql_open(error, "postgresql://nobody@127.0.0.1:1/none", NULL));
    CHECK(*error != '\0');
}
