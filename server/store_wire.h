/*
 * server/store_wire.h - a connection to PostgreSQL, prepared statements, and arrays as
 * they go over the wire.
 *
 * A connection belongs to one thread and blocks it: never the loop's. What is sent
 * between two linea_wire_sync() is one round trip (libpq's pipeline mode): after the
 * first statement that fails the rest is passed over by the server.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_WIRE_H
#define SERVER_STORE_WIRE_H

#include <libpq-fe.h>

#include "store_backend.h"

/* What a statement is given: bytes as the type has them on the wire; NULL for no value.
 */
struct wire_value {
    const char *bytes;
    int length;
};

/* An array on its way, or a single value; its memory grows. */
struct wire_array {
    char *bytes;
    size_t length, room;
    int count;
    unsigned type;
    bool nulls, failed; /* without memory */
};

enum { WIRE_INT8 = 20, WIRE_INT4 = 23, WIRE_TEXT = 25, WIRE_BYTEA = 17 }; /* types */

void linea_wire_begin(struct wire_array *array, unsigned type);
void linea_wire_add_int8(struct wire_array *array, int64_t number);
void linea_wire_add_int4(struct wire_array *array, int number);
void linea_wire_add_bytes(struct wire_array *array, const void *bytes, size_t length);
void linea_wire_add_null(struct wire_array *array);
struct wire_value linea_wire_array(struct wire_array *array);
void linea_wire_free(struct wire_array *array);

/* A single value; it stays valid as long as the number. */
struct wire_number {
    char bytes[8];
};
struct wire_value linea_wire_int8(struct wire_number *n, int64_t number);
struct wire_value linea_wire_int4(struct wire_number *n, int number);
struct wire_value linea_wire_text(const char *text);

/* A column of a row of a result. */
int64_t linea_wire_int(const PGresult *result, int row, int column);

struct wire {
    /* Set by the caller. */
    const char *url;
    const char *name;             /* of the connection, as the database lists it */
    const char *const *statement; /* to prepare, by number */
    int statements;

    PGconn *connection;             /* NULL while there is none */
    bool synced;                    /* all of a round trip was sent */
    bool warned;                    /* the database has, since that was begun */
    char failure[LINEA_STORE_TEXT]; /* the latest */
    char state[6];                  /* its SQLSTATE, "" if it was not the database's */
    int64_t retry_at;               /* not before then, of linea_wire_now() */
    /* What the database knows this connection by, to find out whether it is gone. */
    struct wire_self {
        int pid;
        int64_t since;
    } self;
};

int64_t linea_wire_now(void); /* milliseconds that only grow */

/* A new connection, which its caller closes; PQstatus() says whether it is one.
 * `*warned`, unless that is NULL, is set by each warning on it. */
PGconn *linea_wire_dial(bool *warned, const char *url, const char *name);

/* Be connected, if that was not tried in vain just now. On failure returns false. */
bool linea_wire_connect(struct wire *wire);
void linea_wire_close(struct wire *wire);

/* Ask and wait. NULL if that failed: linea_wire_result(). */
PGresult *linea_wire_ask(struct wire *wire, int statement,
                         const struct wire_value *values, int count);

/* A statement or more without values and without rows. On failure returns false. */
bool linea_wire_run(struct wire *wire, const char *text);

/* One round trip: begin, send each statement, sync, then fetch the result of each in
 * order, and end. On failure of any of these, false or NULL; and
 * linea_wire_end() is called all the same. */
bool linea_wire_begin_trip(struct wire *wire);
bool linea_wire_send(struct wire *wire, int statement, const struct wire_value *values,
                     int count);
bool linea_wire_sync(struct wire *wire);
PGresult *linea_wire_fetch(struct wire *wire);
void linea_wire_end_trip(struct wire *wire);

/* What the latest failure means. */
enum linea_store_result linea_wire_result(const struct wire *wire);

/* A URL without its password, for people. False if it is not one. */
bool linea_wire_shown(char *out, size_t size, const char *url);

#endif
