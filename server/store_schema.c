/*
 * server/store_schema.c - the tables of a store in PostgreSQL, made by the first node
 * that comes, under a lock; later versions of them are made of earlier ones the same
 * way.
 *
 * They lie in the first schema of the search path. Nodes that share a database and a
 * schema are one cluster; two clusters in one database have a schema each.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_postgres.h"

/* The same number as in sql_postgres.c: nothing else makes tables meanwhile. */
enum { VERSION = 2, LOCK = 0x4c696e65 };

/* head.due is indexed, so an update that leaves it alone stays on its page; there must
 * be room there. */
static const char first_version[] =
    "CREATE TABLE head (game int8 PRIMARY KEY, last int4 NOT NULL, tail bytea NOT NULL,"
    " due int8) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);"
    "CREATE INDEX head_due ON head (due, game) WHERE due IS NOT NULL;"
    "CREATE TABLE event (game int8, number int4, text text NOT NULL,"
    " PRIMARY KEY (game, number));"
    "CREATE TABLE note (game int8, number int4, place int4, player int8 NOT NULL,"
    " text text NOT NULL, PRIMARY KEY (game, number, place));"
    "CREATE INDEX note_player ON note (player, game);"
    "CREATE TABLE game (id int8 PRIMARY KEY, status int4 NOT NULL,"
    " is_public int4 NOT NULL, created int8 NOT NULL, changed int8 NOT NULL,"
    " summary text NOT NULL, host int8 NOT NULL DEFAULT 0);"
    "CREATE INDEX game_by_status ON game (status, created, id);"
    "CREATE INDEX game_public ON game (status, created, id) WHERE is_public = 1;"
    "CREATE INDEX game_unfinished ON game (id) WHERE status < 2;"
    "CREATE INDEX game_host ON game (host) WHERE host <> 0;"
    "CREATE TABLE player (game int8, seat int4, player int8 NOT NULL,"
    " created int8 NOT NULL, status int4 NOT NULL, PRIMARY KEY (game, seat));"
    "CREATE INDEX player_games ON player (player, created, game) WHERE player <> 0;"
    "CREATE INDEX player_running ON player (player, created, game)"
    " WHERE player <> 0 AND status = 1;"
    "CREATE TABLE setting (key text PRIMARY KEY, value text NOT NULL);"
    "CREATE UNLOGGED TABLE node (id int8 PRIMARY KEY, name text NOT NULL,"
    " workers int4 NOT NULL, version text NOT NULL, seen timestamptz NOT NULL,"
    " ahead int8 NOT NULL);";

/* As in store_file.c. */
static const char second_version[] =
    "CREATE TABLE wish (player int8 PRIMARY KEY, kinds int8 NOT NULL,"
    " delay int8 NOT NULL, language text NOT NULL);"
    "CREATE TABLE notice (game int8, player int8, kind int8 NOT NULL,"
    " number int8 NOT NULL, at int8 NOT NULL, due int8 NOT NULL,"
    " deadline int8 NOT NULL, soon int8 NOT NULL, sent int8 NOT NULL,"
    " PRIMARY KEY (game, player));"
    "CREATE INDEX notice_due ON notice (due) WHERE sent = 0 AND kind > 0;"
    "CREATE INDEX notice_soon ON notice (soon) WHERE kind = 2 AND soon > 0;"
    "CREATE INDEX notice_player ON notice (player, sent);";

/* What makes of each version the next one. */
static const char *const migrations[VERSION] = {first_version, second_version};

static PGresult *ask(struct wire *wire, const char *text)
{
    PGresult *result = PQexec(wire->connection, text);
    if (PQresultStatus(result) == PGRES_TUPLES_OK)
        return result;
    snprintf(wire->failure, sizeof wire->failure, "%.*s",
             (int)strcspn(PQresultErrorMessage(result), "\n"),
             PQresultErrorMessage(result));
    PQclear(result);
    return NULL;
}

/* The first value of the first row, as text; "" if there is none. On failure returns
   false. */
static bool ask_text(struct wire *wire, char *out, size_t size, const char *text)
{
    PGresult *result = ask(wire, text);
    if (!result)
        return false;
    snprintf(out, size, "%s", PQntuples(result) ? PQgetvalue(result, 0, 0) : "");
    PQclear(result);
    return true;
}

/* In a transaction that holds the lock. */
static bool migrate(struct wire *wire, char error[LINEA_STORE_TEXT])
{
    char version[32], end[160];
    if (!linea_wire_run(wire, "CREATE TABLE IF NOT EXISTS part (name TEXT PRIMARY KEY,"
                              " version BIGINT NOT NULL)") ||
        !ask_text(wire, version, sizeof version,
                  "SELECT version FROM part WHERE name = 'store'"))
        return false;
    int from = atoi(version);
    if (from > VERSION) {
        snprintf(error, LINEA_STORE_TEXT,
                 "the database was written by a newer version of Linea (tables %d, "
                 "known up to %d)",
                 from, VERSION);
        return false;
    }
    for (int v = from; v < VERSION; v++)
        if (!linea_wire_run(wire, migrations[v]))
            return false;
    snprintf(end, sizeof end,
             "INSERT INTO part VALUES ('store', %d) ON CONFLICT (name)"
             " DO UPDATE SET version = excluded.version",
             VERSION);
    return from == VERSION || linea_wire_run(wire, end);
}

bool linea_schema_open(struct wire *wire, char channel[STORE_CHANNEL],
                       char error[LINEA_STORE_TEXT])
{
    char lock[80], number[32];
    error[0] = '\0';
    bool fine = ask_text(wire, number, sizeof number, "SHOW server_version_num");
    if (fine && atoi(number) < 150000) {
        snprintf(error, LINEA_STORE_TEXT,
                 "PostgreSQL 15 or newer is needed; this one is %s", number);
        return false;
    }
    fine = fine && ask_text(wire, channel, STORE_CHANNEL,
                            "SELECT 'linea_' || oid FROM pg_namespace"
                            " WHERE nspname = current_schema()");
    if (fine && !channel[0]) {
        snprintf(error, LINEA_STORE_TEXT,
                 "the schema that the URL names in search_path does not exist");
        return false;
    }
    snprintf(lock, sizeof lock, "BEGIN; SELECT pg_advisory_xact_lock(%d)", LOCK);
    fine = fine && linea_wire_run(wire, lock);
    fine = fine && migrate(wire, error) && linea_wire_run(wire, "COMMIT");
    if (fine)
        return true;
    bool taken = strcmp(wire->state, "42P07") == 0;
    if (!error[0])
        snprintf(error, LINEA_STORE_TEXT, "%.200s%s", wire->failure,
                 taken ? ": give Linea a database or a schema of its own" : "");
    if (wire->connection)
        linea_wire_run(wire, "ROLLBACK");
    return false;
}

void linea_schema_warn(struct wire *wire, char warning[LINEA_STORE_TEXT])
{
    char setting[LINEA_STORE_TEXT], standbys[32];
    warning[0] = '\0';
    if (ask_text(wire, setting, sizeof setting, "SHOW fsync") &&
        strcmp(setting, "off") == 0)
        snprintf(warning, LINEA_STORE_TEXT,
                 "fsync is off: a power failure loses what was acknowledged");
    else if (ask_text(wire, setting, sizeof setting,
                      "SHOW synchronous_standby_names") &&
             !setting[0] &&
             ask_text(wire, standbys, sizeof standbys,
                      "SELECT count(*) FROM pg_stat_replication") &&
             strcmp(standbys, "0") != 0)
        snprintf(warning, LINEA_STORE_TEXT,
                 "all standbys are asynchronous: when one takes over, the last "
                 "acknowledged events may be lost");
}
