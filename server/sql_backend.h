/*
 * server/sql_backend.h - what a database must do to be asked by sql.c: one connection,
 * used by one thread.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_SQL_BACKEND_H
#define SERVER_SQL_BACKEND_H

#include "sql.h"

/* Another node was in the way: the job is to be run again. Callers never see it. */
enum { SQL_AGAIN = LINEA_SQL_FAULT + 1 };

struct sql_backend {
    /* Begin a transaction; connect again if that is needed. `alone`: no other node may
       be inside of such a transaction. */
    int (*begin)(void *self, bool reads, bool alone);
    int (*commit)(void *self);
    void (*rollback)(void *self);
    int (*script)(void *self, const char *text); /* statements without values */
    int (*ask)(void *self, const char *text, const struct linea_value *values,
               int count, int64_t *changed);
    int (*next)(void *self, bool *row);
    struct linea_value (*column)(void *self, int column);
    const char *(*message)(void *self);
    void (*close)(void *self);
};

struct linea_db {
    const struct sql_backend *backend;
    void *self;
    int result; /* of the transaction so far */
};

/* On failure these return NULL and write a message to `error`. */
void *linea_sql_open_sqlite(char error[LINEA_SQL_TEXT], const char *path);
void *linea_sql_open_postgres(char error[LINEA_SQL_TEXT], const char *where);

extern const struct sql_backend linea_sql_sqlite, linea_sql_postgres;

#endif
