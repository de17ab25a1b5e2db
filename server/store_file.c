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
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    APPLICATION = 0x4c696e65, /* "Line": what marks the file as ours */
    VERSION = 5               /* of the tables */
};

/* The events of a game are lines of texts that lie together: game.log is counted up,
 * and a text has the number game.log << 20 | its first event. See store_log.c. What can
 * be erased stands beside it: store_note.h. */
#define LOG                                                                            \
    "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL, tail BLOB NOT NULL" \
    ") STRICT;"                                                                        \
    "CREATE TABLE note ("                                                              \
    "  game INTEGER NOT NULL,"                                                         \
    "  number INTEGER NOT NULL,"                                                       \
    "  place INTEGER NOT NULL,"                                                        \
    "  player INTEGER NOT NULL,"                                                       \
    "  text TEXT NOT NULL,"                                                            \
    "  PRIMARY KEY (game, number, place)"                                              \
    ") STRICT, WITHOUT ROWID;"                                                         \
    "CREATE INDEX note_player ON note (player, game);"

/* Each list is a walk along one of these, however long it is. */
#define INDEXES                                                                        \
    "CREATE INDEX game_by_status ON game (status, created, id);"                       \
    "CREATE INDEX game_public ON game (status, created, id) WHERE is_public = 1;"      \
    "CREATE INDEX game_unfinished ON game (id) WHERE status < 2;"                      \
    "CREATE INDEX player_games ON player (player, created, game) WHERE player <> 0;"   \
    "CREATE INDEX player_running ON player (player, created, game)"                    \
    " WHERE player <> 0 AND status = 1;"

/* Games that run by themselves, and those that count as somebody's. */
#define DUE_INDEXES                                                                    \
    "CREATE INDEX game_due ON game (due, id) WHERE due IS NOT NULL;"                   \
    "CREATE INDEX game_host ON game (host) WHERE host <> 0;"

/* What players want notices of, after how long; and what is to be sent to them: at most
 * one row a game. `sent` is 1 from then on, and 2 once they have been here since. */
#define NOTICES                                                                        \
    "CREATE TABLE wish ("                                                              \
    "  player INTEGER PRIMARY KEY,"                                                    \
    "  kinds INTEGER NOT NULL,"                                                        \
    "  delay INTEGER NOT NULL,"                                                        \
    "  language TEXT NOT NULL"                                                         \
    ") STRICT;"                                                                        \
    "CREATE TABLE notice ("                                                            \
    "  game INTEGER NOT NULL,"                                                         \
    "  player INTEGER NOT NULL,"                                                       \
    "  kind INTEGER NOT NULL,"                                                         \
    "  number INTEGER NOT NULL,"                                                       \
    "  at INTEGER NOT NULL,"                                                           \
    "  due INTEGER NOT NULL,"                                                          \
    "  deadline INTEGER NOT NULL,"                                                     \
    "  soon INTEGER NOT NULL,"                                                         \
    "  sent INTEGER NOT NULL,"                                                         \
    "  PRIMARY KEY (game, player)"                                                     \
    ") STRICT, WITHOUT ROWID;"                                                         \
    "CREATE INDEX notice_due ON notice (due) WHERE sent = 0 AND kind > 0;"             \
    "CREATE INDEX notice_soon ON notice (soon) WHERE kind = 2 AND soon > 0;"           \
    "CREATE INDEX notice_player ON notice (player, sent);"

static const char schema[] =
    "BEGIN IMMEDIATE;"
    "CREATE TABLE game ("
    "  id INTEGER PRIMARY KEY,"
    "  status INTEGER NOT NULL,"
    "  is_public INTEGER NOT NULL,"
    "  created INTEGER NOT NULL,"
    "  changed INTEGER NOT NULL,"
    "  summary TEXT NOT NULL,"
    "  log INTEGER NOT NULL DEFAULT 0,"
    "  due INTEGER,"
    "  host INTEGER NOT NULL DEFAULT 0"
    ") STRICT;"
    "CREATE TABLE player ("
    "  game INTEGER NOT NULL REFERENCES game,"
    "  seat INTEGER NOT NULL,"
    "  player INTEGER NOT NULL,"
    "  created INTEGER NOT NULL DEFAULT 0,"
    "  status INTEGER NOT NULL DEFAULT 0,"
    "  PRIMARY KEY (game, seat)"
    ") STRICT, WITHOUT ROWID;" LOG INDEXES DUE_INDEXES NOTICES "CREATE TABLE setting ("
    "  key TEXT PRIMARY KEY,"
    "  value TEXT NOT NULL"
    ") STRICT, WITHOUT ROWID;"
    "PRAGMA application_id = %d;"
    "PRAGMA user_version = %d;"
    "COMMIT";

/* Version 1 had a row for each event, and sorted the games of a player for each list.
 */
static const char from_1[] =
    "DROP INDEX game_by_status; DROP INDEX game_unfinished; DROP INDEX player_games;"
    "ALTER TABLE game ADD COLUMN log INTEGER NOT NULL DEFAULT 0;"
    "UPDATE game SET log = place FROM (SELECT id AS other,"
    " row_number() OVER (ORDER BY created, id) AS place FROM game) WHERE id = other;"
    "ALTER TABLE player ADD COLUMN created INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE player ADD COLUMN status INTEGER NOT NULL DEFAULT 0;"
    "UPDATE player SET created = g.created, status = g.status FROM game g"
    " WHERE g.id = player.game;"
    "CREATE TABLE log (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"
    "INSERT INTO log SELECT g.log << 20 | e.number, e.text FROM game g"
    " JOIN event e ON e.game = g.id ORDER BY g.log, e.number;"
    "DROP TABLE event;" INDEXES;

/* Version 2 did not know which games run by themselves: all are looked at once. */
static const char from_2[] = "ALTER TABLE game ADD COLUMN due INTEGER;"
                             "ALTER TABLE game ADD COLUMN host INTEGER NOT NULL"
                             " DEFAULT 0;"
                             "UPDATE game SET due = 1 WHERE status < 2;" DUE_INDEXES;

/* Version 3 had names and chat in the log, which was not chained: store_cut.c. */
static const char from_3[] = "ALTER TABLE log RENAME TO old_log;" LOG;

/* Version 4 knew of no notices. */
static const char from_4[] = NOTICES;

/* What makes of each version the next one. */
static const char *const migrations[VERSION] = {
    [1] = from_1, [2] = from_2, [3] = from_3, [4] = from_4};

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

/* Whether a log that is not empty lies beside a name in a folder. */
static bool has_log(int folder, const char *name)
{
    char beside[NAME_MAX + 8];
    struct stat log;
    snprintf(beside, sizeof beside, "%s-wal", name);
    return fstatat(folder, beside, &log, 0) == 0 && log.st_size > 0;
}

/* What a server that was killed had not put into the file yet lies beside the name by
 * which it had it. By another name in that folder it would be lost, or spoil the file
 * later. */
static bool check_names(const struct store_file *file, const char *path, char *error)
{
    struct stat self, other;
    bool fine = true;
    if (fstat(file->lock, &self) != 0 || self.st_nlink < 2)
        return true;
    char *real = realpath(path, NULL), *name = real ? strrchr(real, '/') : NULL;
    if (name)
        *name++ = '\0';
    DIR *folder = name ? opendir(*real ? real : "/") : NULL;
    for (const struct dirent *one; folder && fine && (one = readdir(folder));)
        if (strcmp(one->d_name, name) != 0 &&
            fstatat(dirfd(folder), one->d_name, &other, AT_SYMLINK_NOFOLLOW) == 0 &&
            other.st_ino == self.st_ino && other.st_dev == self.st_dev &&
            has_log(dirfd(folder), one->d_name))
            fine = fail(error, "%s is %s by another name, and its log lies beside that",
                        path, one->d_name);
    if (folder)
        closedir(folder);
    free(real);
    return fine;
}

bool linea_store_file_is_elsewhere(const char *path)
{
    char *real = realpath(path, NULL), beside[PATH_MAX + 8];
    int file = real ? open(real, O_RDONLY | O_CLOEXEC) : -1;
    bool used = file >= 0 && flock(file, LOCK_SH | LOCK_NB) != 0;
    if (file >= 0)
        close(file);
    if (used)
        snprintf(beside, sizeof beside, "%s-wal", real);
    free(real);
    return used && access(beside, F_OK) != 0;
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
    sqlite3_busy_timeout(*connection, STORE_FILE_BUSY_MS);
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

/* Look before anything is changed: the file may be somebody else's. The version of its
 * tables is 0 if it is empty. */
static bool check_kind(sqlite3 *connection, const char *path, int *found, char *error)
{
    sqlite3_int64 application = 0, version = 0, tables = 0;
    int code = ask(connection, "PRAGMA application_id", &application);
    if (code == SQLITE_OK)
        code = ask(connection, "PRAGMA user_version", &version);
    if (code == SQLITE_OK)
        code = ask(connection, "SELECT count(*) FROM sqlite_schema", &tables);
    bool empty = application == 0 && version == 0 && tables == 0;
    *found = empty ? 0 : (int)version;
    if (code == SQLITE_NOTADB ||
        (code == SQLITE_OK && !empty && (application != APPLICATION || version < 1)))
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

/* Make of the tables of a version those of this one. Each step is a transaction. */
static int migrate(sqlite3 *connection, int version)
{
    int code = SQLITE_OK;
    for (int v = version; v < VERSION && code == SQLITE_OK; v++) {
        char end[64];
        snprintf(end, sizeof end, "PRAGMA user_version = %d; COMMIT", v + 1);
        code = sqlite3_exec(connection, "BEGIN IMMEDIATE", NULL, NULL, NULL);
        if (code == SQLITE_OK)
            code = sqlite3_exec(connection, migrations[v], NULL, NULL, NULL);
        if (code == SQLITE_OK && v == 3)
            code = linea_store_cut_logs(connection);
        if (code == SQLITE_OK)
            code = sqlite3_exec(connection, end, NULL, NULL, NULL);
    }
    return code;
}

/* With WAL, readers and the writer do not wait for each other; FULL makes a transaction
 * durable before it is said to be. Checkpoints are made by the writing thread when the
 * completions are out, not as a part of a commit. */
static bool prepare_writer(const struct store_file *file, const char *path, int version,
                           int most_pages, char *error)
{
    char text[sizeof schema + 32];
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
    if (code == SQLITE_OK && version == 0) {
        snprintf(text, sizeof text, schema, APPLICATION, VERSION);
        code = sqlite3_exec(file->writer, text, NULL, NULL, NULL);
    } else if (code == SQLITE_OK)
        code = migrate(file->writer, version);
    if (code == SQLITE_OK && most_pages > 0) {
        snprintf(text, sizeof text, "PRAGMA max_page_count = %d", most_pages);
        code = sqlite3_exec(file->writer, text, NULL, NULL, NULL);
    }
    return code == SQLITE_OK || fail(error, "%s: %s", path, reason(file->writer));
}

static bool open_all(struct store_file *file, const char *path, int most_pages,
                     char *error)
{
    int version;
    if (!make_file(path, error) || !take_lock(file, path, error) ||
        !check_names(file, path, error) || !connect(&file->writer, path, error) ||
        !check_kind(file->writer, path, &version, error) ||
        !prepare_writer(file, path, version, most_pages, error) ||
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

int linea_store_file_run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The writer last: the last connection folds the write-ahead log into the file. */
void linea_store_file_close(struct store_file *file)
{
    sqlite3_close(file->reader);
    sqlite3_close(file->writer);
    if (file->lock >= 0)
        close(file->lock);
}
