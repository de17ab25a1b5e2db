/*
 * server/sql_postgres.c - jobs for a PostgreSQL: a connection of its own, made again
 * when it is lost.
 *
 * Values travel as texts, so that their types follow from the statement; only bytes are
 * binary. A double is written with 17 digits, which is all of it.
 *
 * A job whose COMMIT was cut off may or may not have been carried out. It is said to
 * have failed: what is asked here can be asked once more, and a second sign-up learns
 * that the name is taken.
 *
 * SPDX-License-Identifier: MIT
 */
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_backend.h"
#include "store_wire.h"

enum { VALUES = 24, NUMBER = 32, MIGRATION_LOCK = 0x4c696e65 };

struct postgres {
    PGconn *connection; /* NULL after a failure that may pass */
    char *url;
    PGresult *answer; /* of the last statement, or NULL */
    int row;          /* the next one is behind it */
    unsigned char *unescaped[VALUES];
    char message[LINEA_SQL_TEXT];
};

static void note(struct postgres *p, const char *text)
{
    snprintf(p->message, sizeof p->message, "%s", text);
    p->message[strcspn(p->message, "\n")] = '\0';
}

static void forget_bytes(struct postgres *p)
{
    for (int i = 0; i < VALUES; i++) {
        PQfreemem(p->unescaped[i]);
        p->unescaped[i] = NULL;
    }
}

static void finish(struct postgres *p)
{
    forget_bytes(p);
    PQclear(p->answer);
    p->answer = NULL;
}

/* By SQLSTATE. */
static int result_of(struct postgres *p)
{
    ExecStatusType status = PQresultStatus(p->answer);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return LINEA_SQL_OK;
    note(p,
         p->answer ? PQresultErrorMessage(p->answer) : PQerrorMessage(p->connection));
    if (PQstatus(p->connection) != CONNECTION_OK)
        return LINEA_SQL_AWAY;
    const char *state = PQresultErrorField(p->answer, PG_DIAG_SQLSTATE);
    if (!state)
        return LINEA_SQL_FAULT;
    if (strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0)
        return SQL_AGAIN;
    if (strcmp(state, "23505") == 0)
        return LINEA_SQL_TAKEN;
    if (strcmp(state, "53100") == 0)
        return LINEA_SQL_FULL;
    /* Another node stops it, it is starting, or only a standby is left. */
    bool away = strncmp(state, "57P", 3) == 0 || strncmp(state, "08", 2) == 0 ||
                strncmp(state, "53", 2) == 0 || strcmp(state, "25006") == 0;
    if (!away)
        return LINEA_SQL_FAULT;
    PQfinish(p->connection); /* another host may have taken over */
    p->connection = NULL;
    return LINEA_SQL_AWAY;
}

static bool is_connected(const struct postgres *p)
{
    return PQstatus(p->connection) == CONNECTION_OK;
}

/* Connect, if it is not. On failure returns false and notes why. */
static bool dial(struct postgres *p)
{
    if (is_connected(p))
        return true;
    PQfinish(p->connection);
    p->connection = linea_wire_dial(NULL, p->url, "linea players");
    if (!is_connected(p))
        note(p, p->connection ? PQerrorMessage(p->connection) : "no memory");
    return is_connected(p);
}

static int script(void *self, const char *text)
{
    struct postgres *p = self;
    finish(p);
    p->answer = PQexec(p->connection, text);
    return result_of(p);
}

static int begin(void *self, bool reads, bool alone)
{
    struct postgres *p = self;
    finish(p);
    if (!dial(p))
        return LINEA_SQL_AWAY;
    char lock[80];
    int result = script(self, reads ? "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY"
                                    : "BEGIN ISOLATION LEVEL READ COMMITTED READ"
                                      " WRITE");
    snprintf(lock, sizeof lock, "SELECT pg_advisory_xact_lock(%d)", MIGRATION_LOCK);
    return alone && result == LINEA_SQL_OK ? script(self, lock) : result;
}

static int commit(void *self)
{
    return script(self, "COMMIT");
}

static void rollback(void *self)
{
    struct postgres *p = self;
    finish(p);
    if (is_connected(p) && PQtransactionStatus(p->connection) != PQTRANS_IDLE)
        PQclear(PQexec(p->connection, "ROLLBACK"));
}

static int ask(void *self, const char *text, const struct linea_value *values,
               int count, int64_t *changed)
{
    struct postgres *p = self;
    const char *texts[VALUES] = {0};
    char numbers[VALUES][NUMBER];
    int lengths[VALUES] = {0}, formats[VALUES] = {0};
    finish(p);
    if (count > VALUES) {
        note(p, "too many values");
        return LINEA_SQL_FAULT;
    }
    for (int i = 0; i < count; i++) {
        const struct linea_value *v = &values[i];
        texts[i] = v->kind == VALUE_NULL ? NULL : numbers[i];
        if (v->kind == VALUE_INT)
            snprintf(numbers[i], NUMBER, "%lld", (long long)v->number);
        else if (v->kind == VALUE_REAL)
            snprintf(numbers[i], NUMBER, "%.17g", v->real);
        else if (v->kind != VALUE_NULL)
            texts[i] = v->length ? v->bytes : "";
        lengths[i] = (int)v->length;
        formats[i] = v->kind == VALUE_BYTES;
    }
    p->row = -1;
    p->answer =
        PQexecParams(p->connection, text, count, NULL, texts, lengths, formats, 0);
    int result = result_of(p);
    *changed = result == LINEA_SQL_OK ? strtoll(PQcmdTuples(p->answer), NULL, 10) : 0;
    return result;
}

static int next(void *self, bool *row)
{
    struct postgres *p = self;
    forget_bytes(p);
    *row = p->answer && p->row + 1 < PQntuples(p->answer);
    p->row += *row;
    return LINEA_SQL_OK;
}

enum { OID_BYTEA = 17, OID_FLOAT8 = 701 };

static struct linea_value column(void *self, int i)
{
    struct postgres *p = self;
    struct linea_value v = {.kind = VALUE_NULL};
    if (!p->answer || p->row < 0 || PQgetisnull(p->answer, p->row, i))
        return v;
    const char *text = PQgetvalue(p->answer, p->row, i);
    v.bytes = text;
    v.length = (size_t)PQgetlength(p->answer, p->row, i);
    v.kind = VALUE_TEXT;
    if (PQftype(p->answer, i) == OID_BYTEA && i < VALUES) {
        v.kind = VALUE_BYTES;
        if (!p->unescaped[i])
            p->unescaped[i] = PQunescapeBytea((const unsigned char *)text, &v.length);
        else
            v.length = (v.length - 2) / 2; /* it is written as \x and hex digits */
        v.bytes = p->unescaped[i];
    } else if (PQftype(p->answer, i) == OID_FLOAT8)
        v.real = strtod(text, NULL);
    else
        v.real = (double)(v.number = strtoll(text, NULL, 10));
    return v;
}

static const char *message(void *self)
{
    return ((struct postgres *)self)->message;
}

static void close_all(void *self)
{
    struct postgres *p = self;
    finish(p);
    PQfinish(p->connection);
    free(p->url);
    free(p);
}

void *linea_sql_open_postgres(char error[LINEA_SQL_TEXT], const char *where)
{
    struct postgres *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->url = strdup(where);
    if (p->url && dial(p))
        return p;
    snprintf(error, LINEA_SQL_TEXT, "%.*s", LINEA_SQL_TEXT - 1, p->message);
    close_all(p);
    return NULL;
}

const struct sql_backend linea_sql_postgres = {.begin = begin,
                                               .commit = commit,
                                               .rollback = rollback,
                                               .script = script,
                                               .ask = ask,
                                               .next = next,
                                               .column = column,
                                               .message = message,
                                               .close = close_all};
