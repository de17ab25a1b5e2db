/*
 * server/sql.h - what the server keeps beside its games: accounts, ratings, friends.
 *
 * It lies in the database of the store, SQLite or PostgreSQL, and is asked in SQL that
 * both understand: one text for both, with $1, $2 … for values, BIGINT, TEXT, BYTEA and
 * DOUBLE PRECISION for columns, ON CONFLICT and RETURNING. Numbers are 64-bit patterns:
 * ids above INT64_MAX look negative there.
 *
 * A question is a job: a function that a thread of this layer calls with the
 * connection, inside of a transaction. It may be called again, if another node was in
 * the way: it must do nothing but ask, and write to its job. What it has found is
 * answered on the loop, by linea_sql_answer(), as the store's readings are.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_SQL_H
#define SERVER_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "jobs.h"

enum { LINEA_SQL_TEXT = 256 /* room for an error message */ };

enum linea_sql_result {
    LINEA_SQL_OK,
    LINEA_SQL_REFUSED, /* `run` has returned false: nothing was written */
    LINEA_SQL_TAKEN,   /* something is there already that may be there once */
    LINEA_SQL_AWAY,    /* the database cannot be reached, or is busy; may pass */
    LINEA_SQL_FULL,    /* no room on the disk; may pass */
    LINEA_SQL_FAULT,   /* the database refuses for another reason */
};

struct linea_sql; /* a database, and the threads that ask it */
struct linea_db;  /* its connection, while a job is run */

/* A value of a statement, or of a row. */
struct linea_value {
    enum { VALUE_NULL, VALUE_INT, VALUE_REAL, VALUE_TEXT, VALUE_BYTES } kind;
    int64_t number;
    double real;
    const void *bytes; /* of a text or of bytes; a text is NUL-terminated in a row */
    size_t length;
};

struct linea_value linea_value_int(int64_t number);
struct linea_value linea_value_id(uint64_t id);
struct linea_value linea_value_real(double real);
struct linea_value linea_value_text(const char *text); /* NULL: the value NULL */
struct linea_value linea_value_bytes(const void *bytes, size_t length);

/* Called inside of a transaction that is committed if it returns true; and after it. */
struct linea_sql_job;
typedef bool linea_sql_run_job(struct linea_db *db, struct linea_sql_job *job);
typedef void linea_sql_job_done(struct linea_sql_job *job);

struct linea_sql_job {
    struct job job; /* of sql.c */
    linea_sql_run_job *run;
    linea_sql_job_done *done;
    bool reads;     /* it writes nothing: it waits for nobody who writes */
    uint64_t share; /* the caller: they take turns */
    enum linea_sql_result result;
};

struct linea_sql_options {
    void (*wake)(void *context); /* as of struct jobs_options … */
    void *context;
    void (*charge)(void *context, uint64_t share, int64_t microseconds); /* … too */
};

/* Open the database of a store: "postgresql://…", or else a file, which must be one of
   ours. `options` may be NULL. On failure returns NULL and writes a message to `error`.
 */
struct linea_sql *linea_sql_open(char error[LINEA_SQL_TEXT], const char *where,
                                 const struct linea_sql_options *options);
void linea_sql_close(struct linea_sql *sql);

/* For the little that the two do not write alike. */
bool linea_sql_is_postgres(const struct linea_sql *sql);

/* Ask; it cannot fail before it is done. */
void linea_sql_ask(struct linea_sql *sql, struct linea_sql_job *job);
int linea_sql_answer(struct linea_sql *sql);

/* For the start, and for programs that have nothing else to do: ask and wait. `done` is
   not called. */
enum linea_sql_result linea_sql_run(struct linea_sql *sql, struct linea_sql_job *job);

/* Why the last job failed, as the database says it. */
void linea_sql_failure(struct linea_sql *sql, char out[LINEA_SQL_TEXT]);

/* All rows of all tables but the store's into another database, where the same tables
   are: what is there goes. On failure returns false and writes a message to `error`. */
bool linea_sql_copy(struct linea_sql *to, struct linea_sql *from,
                    char error[LINEA_SQL_TEXT], long *count);

/* The tables of one part of the server, as a list of scripts: each makes the next
   version of them. Those that are missing are run, by one node at a time. */
enum linea_sql_result linea_sql_migrate(struct linea_sql *sql, const char *part,
                                        const char *const *scripts, int count);

/* Inside of a job. After a failure the others do nothing, and the job fails. */

/* A statement: how many rows it has changed, or -1 on failure. */
int64_t linea_db_run(struct linea_db *db, const char *text,
                     const struct linea_value *values, int count);

/* A question: linea_db_next() goes to its next row, false after the last. Another
   statement ends it. */
bool linea_db_ask(struct linea_db *db, const char *text,
                  const struct linea_value *values, int count);
bool linea_db_next(struct linea_db *db);

/* Of the row; texts and bytes are there until the next one. */
int64_t linea_db_int(struct linea_db *db, int column);
uint64_t linea_db_id(struct linea_db *db, int column);
double linea_db_real(struct linea_db *db, int column);
const char *linea_db_text(struct linea_db *db, int column); /* "" for NULL */
const void *linea_db_bytes(struct linea_db *db, size_t *length, int column);
bool linea_db_is_null(struct linea_db *db, int column);

bool linea_db_fine(const struct linea_db *db);

/* With values: sql_run(db, "… $1 … $2", linea_value_int(1), linea_value_text("a")). */
#define SQL_VALUES(...)                                                                \
    (const struct linea_value[]){__VA_ARGS__},                                         \
        (int)(sizeof((const struct linea_value[]){__VA_ARGS__}) /                      \
              sizeof(struct linea_value))
#define sql_run(db, text, ...) linea_db_run(db, text, SQL_VALUES(__VA_ARGS__))
#define sql_ask(db, text, ...) linea_db_ask(db, text, SQL_VALUES(__VA_ARGS__))

#endif
