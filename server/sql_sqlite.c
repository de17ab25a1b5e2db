/*
 * server/sql_sqlite.c - jobs for the file of a store: a connection of its own, beside
 * the two of store_sqlite.c.
 *
 * SQLite lets one connection write at a time. The store waits for a job no longer than
 * the job takes to write some rows; a job waits for the store as long. A second program
 * (`linea admin`) may do the same at any time.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_backend.h"

enum { BUSY_MS = 5000, APPLICATION = 0x4c696e65 /* as store_file.c marks its file */ };

struct sqlite {
    sqlite3 *connection;
    sqlite3_stmt *statement; /* being asked, or NULL */
    bool row;                /* its first row is there already */
    bool ended;              /* it has no more */
    char message[LINEA_SQL_TEXT];
};

static int kind_of(int code)
{
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return LINEA_SQL_OK;
    case SQLITE_CONSTRAINT:
        return code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY
                   ? LINEA_SQL_TAKEN
                   : LINEA_SQL_FAULT;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return LINEA_SQL_AWAY;
    case SQLITE_FULL:
        return LINEA_SQL_FULL;
    default:
        return LINEA_SQL_FAULT;
    }
}

/* What is said of a failure is gone with the next statement. */
static int result_of(struct sqlite *s, int code)
{
    int result = kind_of(code);
    if (result != LINEA_SQL_OK)
        snprintf(s->message, sizeof s->message, "%s", sqlite3_errmsg(s->connection));
    return result;
}

static void finish(struct sqlite *s)
{
    sqlite3_finalize(s->statement);
    s->statement = NULL;
}

static int script(void *self, const char *text)
{
    struct sqlite *s = self;
    finish(s);
    return result_of(s, sqlite3_exec(s->connection, text, NULL, NULL, NULL));
}

/* Who writes takes the lock at once: a reader that begins to write later could not, if
   somebody has written meanwhile. */
static int begin(void *self, bool reads, bool alone)
{
    (void)alone; /* who writes is */
    return script(self, reads ? "BEGIN" : "BEGIN IMMEDIATE");
}

static int commit(void *self)
{
    return script(self, "COMMIT");
}

static void rollback(void *self)
{
    struct sqlite *s = self;
    finish(s);
    if (!sqlite3_get_autocommit(s->connection))
        sqlite3_exec(s->connection, "ROLLBACK", NULL, NULL, NULL);
}

static int bind(sqlite3_stmt *statement, const struct linea_value *values, int count)
{
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const struct linea_value *v = &values[i];
        char name[16];
        snprintf(name, sizeof name, "$%d", i + 1);
        /* To SQLite these are names: the first that stands there is number 1. */
        int place = sqlite3_bind_parameter_index(statement, name);
        if (place == 0)
            continue;
        if (v->kind == VALUE_INT)
            code = sqlite3_bind_int64(statement, place, v->number);
        else if (v->kind == VALUE_REAL)
            code = sqlite3_bind_double(statement, place, v->real);
        else if (v->kind == VALUE_TEXT)
            code = sqlite3_bind_text64(statement, place, v->bytes, v->length,
                                       SQLITE_STATIC, SQLITE_UTF8);
        else if (v->kind == VALUE_BYTES)
            code = sqlite3_bind_blob64(statement, place, v->length ? v->bytes : "",
                                       v->length, SQLITE_STATIC);
    }
    return code;
}

/* The first step is made at once: the values need not be there after it, and what it
   changes is known. */
static int ask(void *self, const char *text, const struct linea_value *values,
               int count, int64_t *changed)
{
    struct sqlite *s = self;
    finish(s);
    int code = sqlite3_prepare_v2(s->connection, text, -1, &s->statement, NULL);
    if (code == SQLITE_OK)
        code = bind(s->statement, values, count);
    int64_t before = sqlite3_total_changes64(s->connection);
    if (code == SQLITE_OK)
        code = sqlite3_step(s->statement);
    s->row = code == SQLITE_ROW;
    s->ended = code == SQLITE_DONE;
    *changed = sqlite3_total_changes64(s->connection) - before;
    return result_of(s, code);
}

static int next(void *self, bool *row)
{
    struct sqlite *s = self;
    int code = SQLITE_ROW;
    *row = s->row && s->statement;
    if (*row || s->ended || !s->statement) {
        s->row = false;
        return LINEA_SQL_OK;
    }
    code = sqlite3_step(s->statement);
    *row = code == SQLITE_ROW;
    s->ended = code == SQLITE_DONE;
    return result_of(s, code);
}

static struct linea_value column(void *self, int i)
{
    sqlite3_stmt *statement = ((struct sqlite *)self)->statement;
    struct linea_value v = {.kind = VALUE_NULL};
    switch (sqlite3_column_type(statement, i)) {
    case SQLITE_INTEGER:
        v.kind = VALUE_INT;
        v.number = sqlite3_column_int64(statement, i);
        v.real = (double)v.number;
        break;
    case SQLITE_FLOAT:
        v.kind = VALUE_REAL;
        v.real = sqlite3_column_double(statement, i);
        break;
    case SQLITE_TEXT:
        v.kind = VALUE_TEXT;
        v.bytes = sqlite3_column_text(statement, i);
        v.length = (size_t)sqlite3_column_bytes(statement, i);
        break;
    case SQLITE_BLOB:
        v.kind = VALUE_BYTES;
        v.bytes = sqlite3_column_blob(statement, i);
        v.length = (size_t)sqlite3_column_bytes(statement, i);
        break;
    default:
        break;
    }
    return v;
}

static const char *message(void *self)
{
    return ((struct sqlite *)self)->message;
}

static void close_all(void *self)
{
    struct sqlite *s = self;
    finish(s);
    sqlite3_close(s->connection);
    free(s);
}

static int note_number(void *number, int columns, char **values, char **names)
{
    (void)columns;
    (void)names;
    *(long long *)number = values[0] ? strtoll(values[0], NULL, 10) : 0;
    return 0;
}

/* Whatever is deleted is overwritten: names and words that somebody wants gone are not
   to lie in free pages. */
static bool prepare(struct sqlite *s, char error[LINEA_SQL_TEXT], const char *path)
{
    long long application = 0;
    int code = sqlite3_open_v2(path, &s->connection,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        snprintf(error, LINEA_SQL_TEXT, "%s: %s", path, sqlite3_errstr(code));
        return false;
    }
    sqlite3_extended_result_codes(s->connection, 1);
    sqlite3_busy_timeout(s->connection, BUSY_MS);
    code = sqlite3_exec(s->connection, "PRAGMA application_id", note_number,
                        &application, NULL);
    if (code == SQLITE_OK && application != APPLICATION) {
        snprintf(error, LINEA_SQL_TEXT, "%s is not a Linea database", path);
        return false;
    }
    if (code == SQLITE_OK)
        code = sqlite3_exec(s->connection,
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA secure_delete = ON;"
                            "PRAGMA trusted_schema = OFF",
                            NULL, NULL, NULL);
    if (code != SQLITE_OK)
        snprintf(error, LINEA_SQL_TEXT, "%s: %s", path, sqlite3_errmsg(s->connection));
    return code == SQLITE_OK;
}

void *linea_sql_open_sqlite(char error[LINEA_SQL_TEXT], const char *path)
{
    struct sqlite *s = calloc(1, sizeof *s);
    if (!s || prepare(s, error, path))
        return s;
    close_all(s);
    return NULL;
}

const struct sql_backend linea_sql_sqlite = {.begin = begin,
                                             .commit = commit,
                                             .rollback = rollback,
                                             .script = script,
                                             .ask = ask,
                                             .next = next,
                                             .column = column,
                                             .message = message,
                                             .close = close_all};
