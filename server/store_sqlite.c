/*
 * server/store_sqlite.c - a store in a file of SQLite.
 *
 * A log lies together in the file, ordered by (game, number), so that one is read in
 * one go. Ids are 64-bit patterns to SQLite: large ones look negative there.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_backend.h"
#include "store_file.h"

/* Pages in the write-ahead log at which it is folded into the file. */
enum { CHECKPOINT = 1000 };

enum write {
    BEGIN,
    COMMIT,
    ROLLBACK,
    WRITE_EVENT,
    WRITE_GAME,
    WRITE_PLAYER,
    CUT_PLAYERS,
    WRITE_SETTING,
    WRITES
};

static const char *const write_text[WRITES] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [WRITE_EVENT] = "INSERT INTO event VALUES (?1, ?2, ?3)",
    [WRITE_GAME] = "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6)"
                   " ON CONFLICT DO UPDATE SET status = ?2, is_public = ?3,"
                   " changed = ?5, summary = ?6",
    [WRITE_PLAYER] = "INSERT INTO player VALUES (?1, ?2, ?3)"
                     " ON CONFLICT DO UPDATE SET player = ?3 WHERE player <> ?3",
    [CUT_PLAYERS] = "DELETE FROM player WHERE game = ?1 AND seat >= ?2",
    [WRITE_SETTING] = "INSERT INTO setting VALUES (?1, ?2)"
                      " ON CONFLICT DO UPDATE SET value = ?2",
};

enum read {
    READ_LAST,
    READ_EVENTS,
    READ_UNFINISHED,
    LIST_STATUS,
    LIST_PLAYER,
    READ_PLAYERS,
    READ_SETTING,
    READS
};

#define ROWS "SELECT id, status, is_public, created, changed, summary FROM game WHERE "
#define PAGE                                                                           \
    " AND (is_public OR NOT ?2) ORDER BY created DESC, id DESC LIMIT ?3 OFFSET ?4"

static const char *const read_text[READS] = {
    [READ_LAST] = "SELECT max(number) FROM event WHERE game = ?1",
    [READ_EVENTS] = "SELECT game, number, text FROM event WHERE game = ?1"
                    " ORDER BY number",
    [READ_UNFINISHED] = "SELECT id FROM game WHERE status < 2 ORDER BY id",
    [LIST_STATUS] = ROWS "status = ?1" PAGE,
    [LIST_PLAYER] =
        ROWS "id IN (SELECT game FROM player WHERE player = ?1 AND player <> 0)"
             " AND (status = 1 OR NOT ?5)"
             " AND (?6 = 0 OR created < ?7 OR (created = ?7 AND id < ?6))" PAGE,
    [READ_PLAYERS] = "SELECT player FROM player WHERE game = ?1 ORDER BY seat",
    [READ_SETTING] = "SELECT value FROM setting WHERE key = ?1",
};

struct sqlite {
    struct store_file file;
    sqlite3_stmt *write[WRITES]; /* of the writing thread, as is `frames` */
    sqlite3_stmt *read[READS];   /* of the caller's */
    int frames;                  /* in the write-ahead log */
};

/* What a code means for the caller. */
static enum linea_store_result result_of(int code)
{
    if (code == SQLITE_IOERR_NOMEM)
        return LINEA_STORE_MEMORY;
    if (code == SQLITE_IOERR_SHMSIZE) /* no room for the shared index of the log */
        return LINEA_STORE_FULL;
    switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return LINEA_STORE_OK;
    case SQLITE_FULL:
        return LINEA_STORE_FULL;
    case SQLITE_NOMEM:
        return LINEA_STORE_MEMORY;
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return LINEA_STORE_IO;
    default:
        return LINEA_STORE_FAULT;
    }
}

/* The same for an error of writing to the log, or to the file when the log is folded
 * into it. Where a file may not grow (`ulimit -f`, or a limit of the file system),
 * SQLite calls that an error of the disk; it is a full one: what was to be written is
 * rolled back, and may go well later. */
static enum linea_store_result failure_of(sqlite3 *connection, int code, int which)
{
    sqlite3_file *file = NULL;
    int reason = 0;
    if (code == SQLITE_IOERR_WRITE &&
        sqlite3_file_control(connection, "main", which, &file) == SQLITE_OK && file &&
        file->pMethods && file->pMethods->xFileControl)
        file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &reason);
    return reason == EFBIG ? LINEA_STORE_FULL : result_of(code);
}

/* Binding cannot fail: the places are known and texts are not copied. */
static void bind_id(sqlite3_stmt *statement, int place, uint64_t id)
{
    sqlite3_bind_int64(statement, place, (sqlite3_int64)id);
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text,
                      size_t length)
{
    sqlite3_bind_text(statement, place, text, (int)length, SQLITE_STATIC);
}

/* Carry out a statement that gives no rows. */
static int run(sqlite3_stmt *statement)
{
    int code = sqlite3_step(statement);
    sqlite3_reset(statement);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int write_players(struct sqlite *sqlite, uint64_t game,
                         const struct linea_store_row *row)
{
    sqlite3_stmt *write = sqlite->write[WRITE_PLAYER];
    for (int seat = 0; seat < row->player_count; seat++) {
        bind_id(write, 1, game);
        sqlite3_bind_int(write, 2, seat);
        bind_id(write, 3, row->players[seat]);
        int code = run(write);
        if (code != SQLITE_OK)
            return code;
    }
    sqlite3_stmt *cut = sqlite->write[CUT_PLAYERS];
    bind_id(cut, 1, game);
    sqlite3_bind_int(cut, 2, row->player_count);
    return run(cut);
}

static int write_row(struct sqlite *sqlite, uint64_t game,
                     const struct linea_store_row *row)
{
    sqlite3_stmt *write = sqlite->write[WRITE_GAME];
    bind_id(write, 1, game);
    sqlite3_bind_int(write, 2, (int)row->status);
    sqlite3_bind_int(write, 3, row->is_public);
    sqlite3_bind_int64(write, 4, row->created);
    sqlite3_bind_int64(write, 5, row->changed);
    bind_text(write, 6, row->summary, row->summary_length);
    int code = run(write);
    return code == SQLITE_OK ? write_players(sqlite, game, row) : code;
}

static int write_entry(struct sqlite *sqlite, const struct store_entry *entry)
{
    if (entry->key) {
        sqlite3_stmt *set = sqlite->write[WRITE_SETTING];
        bind_text(set, 1, entry->key, strlen(entry->key));
        bind_text(set, 2, entry->value, strlen(entry->value));
        return run(set);
    }
    const struct linea_store_event *event = &entry->event;
    int code = event->row ? write_row(sqlite, event->game, event->row) : SQLITE_OK;
    if (code != SQLITE_OK)
        return code;
    sqlite3_stmt *write = sqlite->write[WRITE_EVENT];
    bind_id(write, 1, event->game);
    sqlite3_bind_int(write, 2, event->number);
    bind_text(write, 3, event->text, event->length);
    return run(write);
}

static enum linea_store_result commit(void *self, const struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT])
{
    struct sqlite *sqlite = self;
    int code = run(sqlite->write[BEGIN]);
    for (const struct store_entry *entry = first; entry && code == SQLITE_OK;
         entry = entry->next)
        code = write_entry(sqlite, entry);
    if (code == SQLITE_OK)
        code = run(sqlite->write[COMMIT]);
    enum linea_store_result result =
        failure_of(sqlite->file.writer, code, SQLITE_FCNTL_JOURNAL_POINTER);
    if (code != SQLITE_OK) {
        snprintf(failure, LINEA_STORE_TEXT, "%s (%d)",
                 sqlite3_errmsg(sqlite->file.writer), code);
        /* Some errors have rolled back already; nothing may be left open. */
        if (!sqlite3_get_autocommit(sqlite->file.writer) &&
            run(sqlite->write[ROLLBACK]) != SQLITE_OK)
            return LINEA_STORE_IO;
    }
    return result;
}

static int count_frames(void *self, sqlite3 *connection, const char *database,
                        int frames)
{
    (void)connection;
    (void)database;
    ((struct sqlite *)self)->frames = frames;
    return SQLITE_OK;
}

static enum linea_store_result tidy(void *self, char failure[LINEA_STORE_TEXT])
{
    struct sqlite *sqlite = self;
    if (sqlite->frames < CHECKPOINT)
        return LINEA_STORE_OK;
    int code = sqlite3_wal_checkpoint_v2(sqlite->file.writer, NULL,
                                         SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    /* Someone who reads may be in the way; the next commit tries again. */
    if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY)
        return LINEA_STORE_OK;
    snprintf(failure, LINEA_STORE_TEXT, "checkpoint: %s (%d)",
             sqlite3_errmsg(sqlite->file.writer), code);
    return failure_of(sqlite->file.writer, code, SQLITE_FCNTL_FILE_POINTER);
}

static enum linea_store_result last(void *self, uint64_t game, int *number)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[READ_LAST];
    bind_id(read, 1, game);
    int code = sqlite3_step(read);
    if (code == SQLITE_ROW)
        *number = sqlite3_column_int(read, 0); /* 0 if there is no event */
    sqlite3_reset(read);
    return result_of(code);
}

static enum linea_store_result load(void *self, uint64_t game,
                                    linea_store_event_found *found, void *context)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[READ_EVENTS];
    int code;
    bind_id(read, 1, game);
    while ((code = sqlite3_step(read)) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(read, 2);
        if (!text) {
            code = SQLITE_NOMEM;
            break;
        }
        struct linea_store_event event = {
            .game = (uint64_t)sqlite3_column_int64(read, 0),
            .number = sqlite3_column_int(read, 1),
            .length = (size_t)sqlite3_column_bytes(read, 2),
            .text = text};
        if (!found(context, &event))
            break;
    }
    sqlite3_reset(read);
    return result_of(code);
}

static enum linea_store_result unfinished(void *self, linea_store_game_found *found,
                                          void *context)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[READ_UNFINISHED];
    int code;
    while ((code = sqlite3_step(read)) == SQLITE_ROW)
        if (!found(context, (uint64_t)sqlite3_column_int64(read, 0)))
            break;
    sqlite3_reset(read);
    return result_of(code);
}

static int read_players(struct sqlite *sqlite, struct linea_store_row *row)
{
    sqlite3_stmt *read = sqlite->read[READ_PLAYERS];
    int code;
    bind_id(read, 1, row->game);
    while ((code = sqlite3_step(read)) == SQLITE_ROW &&
           row->player_count < LINEA_STORE_PLAYERS)
        row->players[row->player_count++] = (uint64_t)sqlite3_column_int64(read, 0);
    sqlite3_reset(read);
    return code;
}

static int read_row(struct sqlite *sqlite, sqlite3_stmt *read,
                    struct linea_store_row *row)
{
    *row = (struct linea_store_row){
        .game = (uint64_t)sqlite3_column_int64(read, 0),
        .status = (enum linea_store_status)sqlite3_column_int(read, 1),
        .is_public = sqlite3_column_int(read, 2) != 0,
        .created = sqlite3_column_int64(read, 3),
        .changed = sqlite3_column_int64(read, 4)};
    const unsigned char *summary = sqlite3_column_text(read, 5);
    size_t length = (size_t)sqlite3_column_bytes(read, 5);
    if (!summary)
        return SQLITE_NOMEM;
    if (length > sizeof row->summary)
        return SQLITE_CORRUPT;
    memcpy(row->summary, summary, length);
    row->summary_length = length;
    return read_players(sqlite, row);
}

static enum linea_store_result list(void *self, const struct linea_store_query *query,
                                    linea_store_row_found *found, void *context)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[query->player ? LIST_PLAYER : LIST_STATUS];
    bind_id(read, 1, query->player ? query->player : (uint64_t)query->status);
    sqlite3_bind_int(read, 2, query->public_only);
    sqlite3_bind_int(read, 3, query->limit);
    sqlite3_bind_int(read, 4, query->offset);
    if (query->player) {
        sqlite3_bind_int(read, 5, query->running_only);
        bind_id(read, 6, query->before);
        sqlite3_bind_int64(read, 7, query->before_created);
    }
    int code;
    while ((code = sqlite3_step(read)) == SQLITE_ROW) {
        struct linea_store_row row;
        code = read_row(sqlite, read, &row);
        if (result_of(code) != LINEA_STORE_OK || !found(context, &row))
            break;
    }
    sqlite3_reset(read);
    return result_of(code);
}

static enum linea_store_result get(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1])
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[READ_SETTING];
    bind_text(read, 1, key, strlen(key));
    int code = sqlite3_step(read);
    if (code == SQLITE_ROW)
        snprintf(value, LINEA_STORE_SETTING + 1, "%s",
                 (const char *)sqlite3_column_text(read, 0));
    sqlite3_reset(read);
    return result_of(code);
}

static void finish(void *self)
{
    struct sqlite *sqlite = self;
    for (int i = 0; i < WRITES; i++)
        sqlite3_finalize(sqlite->write[i]);
    for (int i = 0; i < READS; i++)
        sqlite3_finalize(sqlite->read[i]);
    linea_store_file_close(&sqlite->file);
    free(sqlite);
}

static const struct store_backend backend = {.commit = commit,
                                             .tidy = tidy,
                                             .last = last,
                                             .load = load,
                                             .unfinished = unfinished,
                                             .list = list,
                                             .get = get,
                                             .close = finish};

static bool prepare(sqlite3 *connection, sqlite3_stmt **statements,
                    const char *const *texts, int count, char *error)
{
    for (int i = 0; i < count; i++) {
        if (sqlite3_prepare_v3(connection, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &statements[i], NULL) != SQLITE_OK) {
            snprintf(error, LINEA_STORE_TEXT, "the tables are damaged: %s",
                     sqlite3_errmsg(connection));
            return false;
        }
    }
    return true;
}

struct linea_store *linea_store_open_sqlite(char error[LINEA_STORE_TEXT],
                                            const char *path,
                                            const struct linea_store_options *options)
{
    snprintf(error, LINEA_STORE_TEXT, "out of memory");
    struct sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite)
        return NULL;
    int most_pages = options ? options->most_pages : 0;
    if (!linea_store_file_open(&sqlite->file, error, path, most_pages)) {
        free(sqlite);
        return NULL;
    }
    if (!prepare(sqlite->file.writer, sqlite->write, write_text, WRITES, error) ||
        !prepare(sqlite->file.reader, sqlite->read, read_text, READS, error)) {
        finish(sqlite);
        return NULL;
    }
    sqlite3_wal_hook(sqlite->file.writer, count_frames, sqlite);
    return linea_store_start(&backend, sqlite, options);
}
