/*
 * server/store_wire.c - a connection to PostgreSQL. See store_wire.h.
 *
 * What libpq says of a failure has no password in it, but what it says of a URL that is
 * none can have: that is never passed on.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_wire.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_MS = 300 };

int64_t linea_wire_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Arrays: a header, then each element with its length. Numbers are big-endian. */

enum { HEADER = 20 };

static void put32(char *out, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        out[i] = (char)(number >> (24 - 8 * i));
}

static void put64(char *out, uint64_t number)
{
    put32(out, (uint32_t)(number >> 32));
    put32(out + 4, (uint32_t)number);
}

static char *reserve(struct wire_array *a, size_t length)
{
    if (a->length + length > a->room) {
        size_t room = 2 * (a->length + length) + 64;
        char *more = a->failed ? NULL : realloc(a->bytes, room);
        a->failed |= !more;
        if (!more)
            return NULL;
        a->bytes = more;
        a->room = room;
    }
    a->length += length;
    return a->bytes + a->length - length;
}

void linea_wire_begin(struct wire_array *array, unsigned type)
{
    *array = (struct wire_array){.type = type};
    reserve(array, HEADER);
}

void linea_wire_add_bytes(struct wire_array *array, const void *bytes, size_t length)
{
    char *at = reserve(array, 4 + length);
    array->count++;
    if (!at)
        return;
    put32(at, (uint32_t)length);
    if (length)
        memcpy(at + 4, bytes, length);
}

void linea_wire_add_int8(struct wire_array *array, int64_t number)
{
    struct wire_number n;
    linea_wire_int8(&n, number);
    linea_wire_add_bytes(array, n.bytes, 8);
}

void linea_wire_add_int4(struct wire_array *array, int number)
{
    struct wire_number n;
    linea_wire_int4(&n, number);
    linea_wire_add_bytes(array, n.bytes, 4);
}

void linea_wire_add_null(struct wire_array *array)
{
    char *at = reserve(array, 4);
    array->count++;
    array->nulls = true;
    if (at)
        put32(at, UINT32_MAX);
}

struct wire_value linea_wire_array(struct wire_array *array)
{
    if (!array->failed) {
        put32(array->bytes, array->count > 0); /* dimensions: an empty one has none */
        put32(array->bytes + 4, array->nulls);
        put32(array->bytes + 8, array->type);
        put32(array->bytes + 12, (uint32_t)array->count);
        put32(array->bytes + 16, 1); /* the first element is number 1 */
    }
    size_t length = array->count ? array->length : 12;
    return (struct wire_value){array->bytes, (int)length};
}

void linea_wire_free(struct wire_array *array)
{
    free(array->bytes);
    *array = (struct wire_array){0};
}

struct wire_value linea_wire_int8(struct wire_number *n, int64_t number)
{
    put64(n->bytes, (uint64_t)number);
    return (struct wire_value){n->bytes, 8};
}

struct wire_value linea_wire_int4(struct wire_number *n, int number)
{
    put32(n->bytes, (uint32_t)number);
    return (struct wire_value){n->bytes, 4};
}

struct wire_value linea_wire_text(const char *text)
{
    return (struct wire_value){text, (int)strlen(text)};
}

int64_t linea_wire_int(const PGresult *result, int row, int column)
{
    const unsigned char *at = (const unsigned char *)PQgetvalue(result, row, column);
    int length = PQgetlength(result, row, column);
    uint64_t number = 0;
    for (int i = 0; i < length; i++)
        number = number << 8 | at[i];
    return length == 4 ? (int32_t)(uint32_t)number : (int64_t)number;
}

/* Failures. */

/* The first line is enough for a log, which has its own quotes around it. */
static void note(struct wire *wire, const char *state, const char *text)
{
    snprintf(wire->state, sizeof wire->state, "%s", state ? state : "");
    snprintf(wire->failure, sizeof wire->failure, "%.*s", (int)strcspn(text, "\n"),
             text);
    for (char *c = wire->failure; (c = strchr(c, '"')) != NULL;)
        *c = '\'';
}

static bool is_fine(struct wire *wire, const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ||
        status == PGRES_PIPELINE_SYNC)
        return true;
    if (status == PGRES_PIPELINE_ABORTED) /* it was noted before */
        return false;
    note(wire, result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL,
         result ? PQresultErrorMessage(result) : PQerrorMessage(wire->connection));
    return false;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

enum linea_store_result linea_wire_result(const struct wire *wire)
{
    const char *state = wire->state;
    if (!state[0] || !wire->connection || PQstatus(wire->connection) != CONNECTION_OK)
        return LINEA_STORE_AWAY;
    if (strcmp(state, "53100") == 0)
        return LINEA_STORE_FULL;
    /* It is being stopped or started, has no place for us, or is a standby by now. */
    if (begins(state, "57P") || begins(state, "08") || begins(state, "53") ||
        strcmp(state, "25006") == 0)
        return LINEA_STORE_AWAY;
    return LINEA_STORE_FAULT;
}

/* Connections. */

void linea_wire_close(struct wire *wire)
{
    PQfinish(wire->connection);
    wire->connection = NULL;
}

/* What it says along the way ("table exists already") is nobody's business; but a
 * warning in a transaction may be that nobody waited for the standby. */
static void note_notice(void *context, const PGresult *notice)
{
    const char *severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    bool *warned = context;
    if (warned && severity && strcmp(severity, "WARNING") == 0)
        *warned = true;
}

/* The database notices a cut cable as soon as we do: until then it keeps the locks of
 * what we were about to write. And a commit waits for the disk, also where that is not
 * the default. */
static const char settings[] =
    "SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES"
    " ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'),"
    " ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '10000')) AS v(name, value)"
    " USING (name) WHERE source = 'default';"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local')";

/* A cut cable is noticed in seconds, not in the two hours that are usual. The URL may
 * say otherwise. */
PGconn *linea_wire_dial(bool *warned, const char *url, const char *name)
{
    const char *keys[] = {
        "connect_timeout",  "keepalives_idle",  "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "fallback_application_name",
        "dbname",           "client_encoding",  NULL};
    const char *values[] = {"5", "5", "2", "3", "10000", name, url, "UTF8", NULL};
    PGconn *connection = PQconnectdbParams(keys, values, 1);
    if (PQstatus(connection) != CONNECTION_OK)
        return connection;
    PQsetNoticeReceiver(connection, note_notice, warned);
    PQclear(PQexec(connection, settings));
    return connection;
}

static bool prepare_all(struct wire *wire)
{
    for (int i = 0; i < wire->statements; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        PGresult *result =
            PQprepare(wire->connection, name, wire->statement[i], 0, NULL);
        bool fine = is_fine(wire, result);
        PQclear(result);
        if (!fine)
            return false;
    }
    return true;
}

static bool set_up(struct wire *wire)
{
    PGresult *result =
        PQexec(wire->connection,
               "SELECT pid, (extract(epoch FROM backend_start) * 1000000)::int8"
               " FROM pg_stat_activity WHERE pid = pg_backend_pid()");
    bool fine = is_fine(wire, result) && PQntuples(result) == 1;
    if (fine) {
        wire->self.pid = atoi(PQgetvalue(result, 0, 0));
        wire->self.since = strtoll(PQgetvalue(result, 0, 1), NULL, 10);
    }
    PQclear(result);
    return fine && prepare_all(wire);
}

/* Whether a connection is good, as far as can be known without asking: what the
 * database has closed can be read from, and what was sent there would be lost. */
static bool is_good(const struct wire *wire)
{
    struct pollfd fd = {.events = POLLIN};
    if (!wire->connection || PQstatus(wire->connection) != CONNECTION_OK)
        return false;
    fd.fd = PQsocket(wire->connection);
    if (poll(&fd, 1, 0) > 0)
        PQconsumeInput(wire->connection);
    return PQstatus(wire->connection) == CONNECTION_OK;
}

bool linea_wire_connect(struct wire *wire)
{
    if (is_good(wire))
        return true;
    linea_wire_close(wire);
    if (linea_wire_now() < wire->retry_at)
        return false;
    wire->connection = linea_wire_dial(&wire->warned, wire->url, wire->name);
    if (PQstatus(wire->connection) == CONNECTION_OK) {
        if (set_up(wire))
            return true;
    } else {
        note(wire, NULL,
             wire->connection ? PQerrorMessage(wire->connection) : "no memory");
    }
    linea_wire_close(wire);
    wire->retry_at = linea_wire_now() + RETRY_MS;
    return false;
}

PGresult *linea_wire_ask(struct wire *wire, int statement,
                         const struct wire_value *values, int count)
{
    if (!linea_wire_begin_trip(wire))
        return NULL;
    PGresult *result = NULL;
    if (linea_wire_send(wire, statement, values, count) && linea_wire_sync(wire))
        result = linea_wire_fetch(wire);
    linea_wire_end_trip(wire);
    return result;
}

bool linea_wire_run(struct wire *wire, const char *text)
{
    wire->warned = false;
    PGresult *result = PQexec(wire->connection, text);
    bool fine = is_fine(wire, result);
    PQclear(result);
    return fine;
}

/* Round trips. */

bool linea_wire_begin_trip(struct wire *wire)
{
    wire->synced = wire->warned = false;
    if (!linea_wire_connect(wire))
        return false;
    if (PQenterPipelineMode(wire->connection))
        return true;
    is_fine(wire, NULL);
    linea_wire_close(wire);
    return false;
}

bool linea_wire_send(struct wire *wire, int statement, const struct wire_value *values,
                     int count)
{
    enum { MOST = 16 };
    const char *bytes[MOST];
    int lengths[MOST], formats[MOST];
    char name[16];
    snprintf(name, sizeof name, "s%d", statement);
    for (int i = 0; i < count; i++) {
        bytes[i] = values[i].bytes;
        lengths[i] = values[i].length;
        formats[i] = 1;
    }
    if (PQsendQueryPrepared(wire->connection, name, count, bytes, lengths, formats, 1))
        return true;
    is_fine(wire, NULL);
    return false;
}

bool linea_wire_sync(struct wire *wire)
{
    wire->synced = PQpipelineSync(wire->connection) == 1;
    if (wire->synced)
        return true;
    is_fine(wire, NULL);
    return false;
}

PGresult *linea_wire_fetch(struct wire *wire)
{
    PGresult *result = PQgetResult(wire->connection);
    bool fine = is_fine(wire, result);
    if (result && PQresultStatus(result) != PGRES_PIPELINE_SYNC)
        PQclear(PQgetResult(wire->connection)); /* the end of it, NULL */
    if (fine)
        return result;
    PQclear(result);
    return NULL;
}

/* Pass over what was not fetched. What was not all sent has no end to wait for. */
void linea_wire_end_trip(struct wire *wire)
{
    bool ended = false;
    for (int nothing = 0; wire->synced && nothing < 2 && !ended;) {
        PGresult *result = PQgetResult(wire->connection);
        ended = PQresultStatus(result) == PGRES_PIPELINE_SYNC;
        nothing = result ? 0 : nothing + 1;
        PQclear(result);
    }
    /* After a failure its COMMIT was passed over, too. */
    if (!ended || PQstatus(wire->connection) != CONNECTION_OK ||
        !PQexitPipelineMode(wire->connection) ||
        (PQtransactionStatus(wire->connection) != PQTRANS_IDLE &&
         !linea_wire_run(wire, "ROLLBACK")))
        linea_wire_close(wire);
}

/* What people may see of a URL. */

bool linea_wire_shown(char *out, size_t size, const char *url)
{
    char *error = NULL;
    const char *host = "", *port = "", *user = "", *name = "";
    PQconninfoOption *options = PQconninfoParse(url, &error);
    PQfreemem(error); /* it may have the password in it */
    if (!options)
        return false;
    for (const PQconninfoOption *o = options; o->keyword; o++) {
        const char *value = o->val ? o->val : "";
        host = strcmp(o->keyword, "host") == 0 ? value : host;
        port = strcmp(o->keyword, "port") == 0 ? value : port;
        user = strcmp(o->keyword, "user") == 0 ? value : user;
        name = strcmp(o->keyword, "dbname") == 0 ? value : name;
    }
    snprintf(out, size, "postgresql://%s%s%s%s%s/%s", user, *user ? "@" : "", host,
             *port ? ":" : "", port, name);
    PQconninfoFree(options);
    return true;
}
