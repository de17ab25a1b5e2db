/*
 * server/store_file.c - opening the file of a store.
 *
 * SQLite's own exclusive mode would allow but one connection, and nobody could make a
 * backup of a running server. So the lock is flock() on the file itself, which SQLite
 * does not use: it holds whatever name the file is opened by, hard links too, and keeps
 * apart two stores of one process. Closing a descriptor of the file lets go of SQLite's
 * own locks, so the lock is closed last.
 *
 * SPDX-License-Identifier: MIT
 */
#define _DEFAULT_SOURCE /* flock() */

#include "store_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x4c696e65, /* "Line": what marks the file as ours */
    VERSION = 2,              /* of the tables */
    BUSY_MS = 5000            /* how long to wait for a program that makes a backup */
};

/* The events of a game are lines of texts that lie together: game.log is counted up,
 * and a text has the number game.log << 20 | its first event. See store_log.c. */
#define LOG "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"

/* Each list is a walk along one of these, however long it is. */
#define INDEXES                                                                        \
    "CREATE INDEX game_by_status ON game (status, created, id);"                       \
    "CREATE INDEX game_public ON game (status, created, id) WHERE is_public = 1;"      \
    "CREATE INDEX game_unfinished ON game (id) WHERE status < 2;"                      \
    "CREATE INDEX player_games ON player (player, created, game) WHERE player <> 0;"   \
    "CREATE INDEX player_running ON player (player, created, game)"                    \
    " WHERE player <> 0 AND status = 1;"

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE game ("
    "  id INTEGER PRIMARY KEY,"
    "  status INTEGER NOT NULL,"
    "  is_public INTEGER NOT NULL,"
    "  created INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL,"
    "  summary TEXT NOT NULL,"
    "  log INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE TABLE player ("
    "  game INTEGER NOT NULL REFERENCES game,"
    "  seat INTEGER NOT NULL,"
    "  player INTEGER NOT NULL,"
    "  created INTEGER NOT NULL DEFAULT 0,"
    "  status INTEGER NOT NULL DEFAULT 0,"
    "  PRIMARY KEY (game, seat)"
    ") STRICT, WITHOUT ROWID;" LOG INDEXES "CREATE TABLE setting ("
    "  key TEXT PRIMARY KEY,"
    "  value TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "PRAGMA application_id = %d;"
    "PRAGMA user_version = %d;"
    "COMMIT";

/* Version 1 had a row for each event, and sorted the games of a player for each list.
 */
static const char migration[] =
    "BEGIN IMMEDIATE;"
    "DROP INDEX game_by_status; DROP INDEX game_unfinished; DROP INDEX player_games;"
    "ALTER TABLE game ADD COLUMN log INTEGER NOT NULL DEFAULT 0;"
    "UPDATE game SET log = place FROM (SELECT id AS other,"
    " row_number() OVER (ORDER BY created, id) AS place FROM game) WHERE id = other;"
    "ALTER TABLE player ADD COLUMN created INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE player ADD COLUMN status INTEGER NOT NULL DEFAULT 0;"
    "UPDATE player SET created = g.created, status = g.status FROM game g"
    " WHERE g.id = player.game;" LOG
    "INSERT INTO log SELECT g.log << 20 | e.number, e.text FROM game g"
    " JOIN event e ON e.game = g.id ORDER BY g.log, e.number;"
    "DROP TABLE event;" INDEXES "PRAGMA user_version = %d;"
    "COMMIT";

static_assert(LINEA_STORE_OVER == 2, "the schema and the statements write it so");

__attribute__((format(printf, 2, 3))) static bool fail(char error[LINEA_STORE_TEXT],
                                                       const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, LINEA_STORE_TEXT, format, arguments);
    va_end(arguments);
    return false;
}

static bool take_lock(struct store_file *file, const char *path, char *error)
{
    file->lock = open(path, O_RDONLY | O_CLOEXEC);
    if (file->lock < 0)
        return fail(error, "%s: %s", path, strerror(errno));
    if (flock(file->lock, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (errno == EWOULDBLOCK)
        return fail(error, "%s is in use by another server", path);
    return fail(error, "%s: %s", path, strerror(errno));
}

/* The file has secrets in it, so it is made for its owner only; SQLite gives the files
 * that it puts beside it the same rights. */
static bool make_file(const char *path, char *error)
{
    int made = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (made >= 0)
        close(made);
    else if (errno != EEXIST)
        return fail(error, "%s: %s", path, strerror(errno));
    return true;
}

static bool connect(sqlite3 **connection, const char *path, char *error)
{
    int code = sqlite3_open_v2(path, connection,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK)
        return fail(error, "%s: %s", path, sqlite3_errstr(code));
    /* SQLite is content with less than it was asked for. */
    if (sqlite3_db_readonly(*connection, "main"))
        return fail(error, "%s may not be written by this user", path);
    sqlite3_extended_result_codes(*connection, 1);
    sqlite3_busy_timeout(*connection, BUSY_MS);
    return true;
}

/* What went wrong, in words. SQLite calls it an error of input and output when the disk
 * has no room for the shared index of the log. */
static const char *reason(sqlite3 *connection)
{
    if (sqlite3_extended_errcode(connection) == SQLITE_IOERR_SHMSIZE)
        return sqlite3_errstr(SQLITE_FULL);
    return sqlite3_errmsg(connection);
}

/* The first value that a statement gives, as a number. */
static int ask(sqlite3 *connection, const char *question, sqlite3_int64 *answer)
{
    sqlite3_stmt *statement;
    int code = sqlite3_prepare_v2(connection, question, -1, &statement, NULL);
    if (code != SQLITE_OK)
        return code;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *answer = sqlite3_column_int64(statement, 0);
    return sqlite3_finalize(statement);
}

/* Look before anything is changed: the file may be somebody else's. */
static bool check_kind(sqlite3 *connection, const char *path, bool *empty, bool *old,
                       char *error)
{
    sqlite3_int64 application = 0, version = 0, tables = 0;
    int code = ask(connection, "PRAGMA application_id", &application);
    if (code == SQLITE_OK)
        code = ask(connection, "PRAGMA user_version", &version);
    if (code == SQLITE_OK)
        code = ask(connection, "SELECT count(*) FROM sqlite_schema", &tables);
    *empty = application == 0 && version == 0 && tables == 0;
    *old = !*empty && version < VERSION;
    if (code == SQLITE_NOTADB ||
        (code == SQLITE_OK && !*empty && application != APPLICATION))
        return fail(error, "%s is not a Linea database", path);
    if (code != SQLITE_OK)
        return fail(error, "%s: %s", path, reason(connection));
    if (version > VERSION)
        return fail(error,
                    "%s was written by a newer version of Linea (tables %lld, known "
                    "up to %d)",
                    path, (long long)version, VERSION);
    return true;
}

static int note_mode(void *is_wal, int columns, char **values, char **names)
{
    (void)columns;
    (void)names;
    *(bool *)is_wal = strcmp(values[0], "wal") == 0;
    return 0;
}

/* With WAL, readers and the writer do not wait for each other; FULL makes a transaction
 * durable before it is said to be. Checkpoints are made by the writing thread when the
 * completions are out, not as a part of a commit. */
static bool prepare_writer(const struct store_file *file, const char *path, bool empty,
                           bool old, int most_pages, char *error)
{
    char text[sizeof schema + sizeof migration + 32];
    bool is_wal = false;
    int code = sqlite3_exec(file->writer, "PRAGMA journal_mode = WAL", note_mode,
                            &is_wal, NULL);
    if (code == SQLITE_OK && !is_wal)
        return fail(error, "%s: no write-ahead log is possible there", path);
    if (code == SQLITE_OK)
        code = sqlite3_exec(file->writer,
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA foreign_keys = ON;"
                            "PRAGMA trusted_schema = OFF;"
                            "PRAGMA wal_autocheckpoint = 0",
                            NULL, NULL, NULL);
    if (code == SQLITE_OK && empty) {
        snprintf(text, sizeof text, schema, APPLICATION, VERSION);
        code = sqlite3_exec(file->writer, text, NULL, NULL, NULL);
    }
    if (code == SQLITE_OK && old) {
        snprintf(text, sizeof text, migration, VERSION);
        code = sqlite3_exec(file->writer, text, NULL, NULL, NULL);
    }
    if (code == SQLITE_OK && most_pages > 0) {
        snprintf(text, sizeof text, "PRAGMA max_page_count = %d", most_pages);
        code = sqlite3_exec(file->writer, text, NULL, NULL, NULL);
    }
    return code == SQLITE_OK || fail(error, "%s: %s", path, reason(file->writer));
}

static bool open_all(struct store_file *file, const char *path, int most_pages,
                     char *error)
{
    bool empty, old;
    if (!make_file(path, error) || !take_lock(file, path, error) ||
        !connect(&file->writer, path, error) ||
        !check_kind(file->writer, path, &empty, &old, error) ||
        !prepare_writer(file, path, empty, old, most_pages, error) ||
        !connect(&file->reader, path, error))
        return false;
    int code = sqlite3_exec(file->reader,
                            "PRAGMA query_only = ON; PRAGMA trusted_schema = OFF", NULL,
                            NULL, NULL);
    return code == SQLITE_OK || fail(error, "%s: %s", path, sqlite3_errstr(code));
}

bool linea_store_file_open(struct store_file *file, char error[LINEA_STORE_TEXT],
                           const char *path, int most_pages)
{
    *file = (struct store_file){.lock = -1};
    if (open_all(file, path, most_pages, error))
        return true;
    linea_store_file_close(file);
    return false;
}

/* The writer last: the last connection folds the write-ahead log into the file. */
void linea_store_file_close(struct store_file *file)
{
    sqlite3_close(file->reader);
    sqlite3_close(file->writer);
    if (file->lock >= 0)
        close(file->lock);
}
