/*
 * server/sql.c - jobs for a database: transactions, what is run again, versions of
 * tables.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sql.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_backend.h"
#include "store.h"

enum {
    TRIES = 10,   /* of a job that other nodes are in the way of */
    MOST = 20000, /* jobs that wait: each belongs to a request, and those have limits */
};

/* A connection, and the thread that uses it. */
struct side {
    struct linea_db db; /* of the one who holds … */
    pthread_mutex_t mutex;
    struct jobs *jobs; /* one thread */
};

/* Who only reads does not wait for those who write, who wait for the disk. */
enum { WRITES, READS, SIDES };

struct linea_sql {
    struct side side[SIDES];
    pthread_mutex_t mutex; /* for … */
    char failure[LINEA_SQL_TEXT];
};

/* Values. */

struct linea_value linea_value_int(int64_t number)
{
    return (struct linea_value){.kind = VALUE_INT, .number = number};
}

struct linea_value linea_value_id(uint64_t id)
{
    int64_t number;
    memcpy(&number, &id, sizeof number);
    return linea_value_int(number);
}

struct linea_value linea_value_real(double real)
{
    return (struct linea_value){.kind = VALUE_REAL, .real = real};
}

struct linea_value linea_value_text(const char *text)
{
    if (!text)
        return (struct linea_value){.kind = VALUE_NULL};
    return (struct linea_value){
        .kind = VALUE_TEXT, .bytes = text, .length = strlen(text)};
}

struct linea_value linea_value_bytes(const void *bytes, size_t length)
{
    return (struct linea_value){.kind = VALUE_BYTES, .bytes = bytes, .length = length};
}

/* Inside of a job. */

bool linea_db_fine(const struct linea_db *db)
{
    return db->result == LINEA_SQL_OK;
}

int64_t linea_db_run(struct linea_db *db, const char *text,
                     const struct linea_value *values, int count)
{
    int64_t changed = 0;
    if (db->result == LINEA_SQL_OK)
        db->result = db->backend->ask(db->self, text, values, count, &changed);
    bool row = true;
    while (row && db->result == LINEA_SQL_OK)
        db->result = db->backend->next(db->self, &row);
    return db->result == LINEA_SQL_OK ? changed : -1;
}

bool linea_db_ask(struct linea_db *db, const char *text,
                  const struct linea_value *values, int count)
{
    int64_t changed;
    if (db->result == LINEA_SQL_OK)
        db->result = db->backend->ask(db->self, text, values, count, &changed);
    return db->result == LINEA_SQL_OK;
}

bool linea_db_next(struct linea_db *db)
{
    bool row = false;
    if (db->result == LINEA_SQL_OK)
        db->result = db->backend->next(db->self, &row);
    return row && db->result == LINEA_SQL_OK;
}

int64_t linea_db_int(struct linea_db *db, int column)
{
    return db->backend->column(db->self, column).number;
}

uint64_t linea_db_id(struct linea_db *db, int column)
{
    return (uint64_t)linea_db_int(db, column);
}

double linea_db_real(struct linea_db *db, int column)
{
    return db->backend->column(db->self, column).real;
}

const char *linea_db_text(struct linea_db *db, int column)
{
    const char *text = db->backend->column(db->self, column).bytes;
    return text ? text : "";
}

const void *linea_db_bytes(struct linea_db *db, size_t *length, int column)
{
    struct linea_value value = db->backend->column(db->self, column);
    *length = value.length;
    return value.bytes ? value.bytes : "";
}

bool linea_db_is_null(struct linea_db *db, int column)
{
    return db->backend->column(db->self, column).kind == VALUE_NULL;
}

/* Jobs. */

/* A linea_sql_result, or SQL_AGAIN. */
static int once(struct linea_db *db, struct linea_sql_job *job, bool alone)
{
    const struct sql_backend *backend = db->backend;
    db->result = backend->begin(db->self, job->reads, alone);
    if (db->result != LINEA_SQL_OK)
        return db->result;
    bool fine = job->run(db, job) && db->result == LINEA_SQL_OK;
    if (fine)
        db->result = backend->commit(db->self);
    if (!fine || db->result != LINEA_SQL_OK)
        backend->rollback(db->self);
    if (!fine && db->result == LINEA_SQL_OK)
        return LINEA_SQL_REFUSED;
    return db->result;
}

/* It has a lock of its own, so that nobody waits for a job to read it. */
static void note_failure(struct linea_sql *sql, const char *message)
{
    pthread_mutex_lock(&sql->mutex);
    snprintf(sql->failure, sizeof sql->failure, "%s", message);
    pthread_mutex_unlock(&sql->mutex);
}

static enum linea_sql_result run(struct linea_sql *sql, struct linea_sql_job *job,
                                 bool alone)
{
    struct side *side = &sql->side[job->reads ? READS : WRITES];
    int result = SQL_AGAIN;
    pthread_mutex_lock(&side->mutex);
    for (int i = 0; i < TRIES && result == SQL_AGAIN; i++)
        result = once(&side->db, job, alone);
    if (result > LINEA_SQL_TAKEN)
        note_failure(sql, side->db.backend->message(side->db.self));
    pthread_mutex_unlock(&side->mutex);
    return result == SQL_AGAIN ? LINEA_SQL_AWAY : (enum linea_sql_result)result;
}

/* `job` is the first member of struct linea_sql_job. */
static void run_job(struct job *job, void *context)
{
    struct linea_sql_job *one = (struct linea_sql_job *)job;
    one->result = run(context, one, false);
}

static void job_done(struct job *job)
{
    struct linea_sql_job *one = (struct linea_sql_job *)job;
    one->done(one);
}

void linea_sql_ask(struct linea_sql *sql, struct linea_sql_job *job)
{
    struct jobs *jobs = sql->side[job->reads ? READS : WRITES].jobs;
    job->job = (struct job){.run = run_job, .done = job_done, .share = job->share};
    if (jobs && linea_jobs_ask(jobs, &job->job)) /* none at the very end */
        return;
    job->result = LINEA_SQL_AWAY;
    job->done(job);
}

int linea_sql_answer(struct linea_sql *sql)
{
    return linea_jobs_answer(sql->side[READS].jobs) +
           linea_jobs_answer(sql->side[WRITES].jobs);
}

enum linea_sql_result linea_sql_run(struct linea_sql *sql, struct linea_sql_job *job)
{
    return job->result = run(sql, job, false);
}

bool linea_sql_is_postgres(const struct linea_sql *sql)
{
    return sql->side[WRITES].db.backend == &linea_sql_postgres;
}

void linea_sql_failure(struct linea_sql *sql, char out[LINEA_SQL_TEXT])
{
    pthread_mutex_lock(&sql->mutex);
    snprintf(out, LINEA_SQL_TEXT, "%s", sql->failure);
    pthread_mutex_unlock(&sql->mutex);
}

/* Versions of tables. */

struct migration {
    struct linea_sql_job job;
    const char *part;
    const char *const *scripts;
    int count;
};

static bool migrate(struct linea_db *db, struct linea_sql_job *job)
{
    struct migration *m = (struct migration *)job;
    int64_t version = 0;
    linea_db_run(db,
                 "CREATE TABLE IF NOT EXISTS part (name TEXT PRIMARY KEY,"
                 " version BIGINT NOT NULL)",
                 NULL, 0);
    if (sql_ask(db, "SELECT version FROM part WHERE name = $1",
                linea_value_text(m->part)) &&
        linea_db_next(db))
        version = linea_db_int(db, 0);
    if (version > m->count) /* written by a newer program */
        return false;
    for (; version < m->count && linea_db_fine(db); version++)
        db->result = db->backend->script(db->self, m->scripts[version]);
    sql_run(db,
            "INSERT INTO part VALUES ($1, $2) ON CONFLICT (name)"
            " DO UPDATE SET version = $2",
            linea_value_text(m->part), linea_value_int(m->count));
    return true;
}

enum linea_sql_result linea_sql_migrate(struct linea_sql *sql, const char *part,
                                        const char *const *scripts, int count)
{
    struct migration m = {
        .job = {.run = migrate}, .part = part, .scripts = scripts, .count = count};
    return run(sql, &m.job, true);
}

/* The database. */

static bool open_side(struct side *side, char error[LINEA_SQL_TEXT], const char *where,
                      const struct jobs_options *jobs)
{
    bool postgres = linea_store_is_url(where);
    side->db.backend = postgres ? &linea_sql_postgres : &linea_sql_sqlite;
    side->db.self = postgres ? linea_sql_open_postgres(error, where)
                             : linea_sql_open_sqlite(error, where);
    return side->db.self && (side->jobs = linea_jobs_open(jobs));
}

struct linea_sql *linea_sql_open(char error[LINEA_SQL_TEXT], const char *where,
                                 const struct linea_sql_options *options)
{
    snprintf(error, LINEA_SQL_TEXT, "no memory");
    struct linea_sql *sql = calloc(1, sizeof *sql);
    if (!sql)
        return NULL;
    pthread_mutex_init(&sql->mutex, NULL);
    for (int i = 0; i < SIDES; i++)
        pthread_mutex_init(&sql->side[i].mutex, NULL);
    struct jobs_options jobs = {.threads = 1, .most = MOST, .context = sql};
    if (options) {
        jobs.wake = options->wake;
        jobs.wake_context = options->context;
        jobs.charge = options->charge;
    }
    /* Who writes keeps the disk busy, and a PostgreSQL is another program. */
    struct jobs_options writing = jobs;
    writing.by_the_clock = true;
    jobs.by_the_clock = linea_store_is_url(where);
    if (open_side(&sql->side[WRITES], error, where, &writing) &&
        open_side(&sql->side[READS], error, where, &jobs))
        return sql;
    linea_sql_close(sql);
    return NULL;
}

void linea_sql_close(struct linea_sql *sql)
{
    for (int i = 0; i < SIDES; i++) {
        struct side *side = &sql->side[i];
        if (side->jobs)
            linea_jobs_close(side->jobs);
        side->jobs = NULL;
    }
    for (int i = 0; i < SIDES; i++) {
        struct side *side = &sql->side[i];
        if (side->db.self)
            side->db.backend->close(side->db.self);
        pthread_mutex_destroy(&side->mutex);
    }
    pthread_mutex_destroy(&sql->mutex);
    free(sql);
}
