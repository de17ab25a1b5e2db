/*
 * server/store_sqlite.c - a store in a file of SQLite.
 *
 * A log lies together in the file, in order, so that one is read in one go
 * (store_log.c). Ids are 64-bit patterns to SQLite: large ones look negative there.
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
#include "store_log.h"

/* Pages in the write-ahead log at which it is folded into the file. */
enum { CHECKPOINT = 1000 };

enum write {
    BEGIN,
    COMMIT,
    ROLLBACK,
    WRITE_GAME,
    WRITE_DUE,
    WRITE_PLAYER,
    CUT_PLAYERS,
    FORGET_NOTES,
    FORGET_NOTICES,
    FORGET_PLAYERS,
    FORGET_GAME,
    FIND_TOUCHED,
    WRITE_SETTING,
    MAKE_SETTING,
    WRITE_NOTE,
    END_TURN,
    WRITE_NOTICE,
    FIND_GAMES,
    FIND_NOTES,
    FIND_SUMMARY,
    ERASE_SUMMARY,
    ERASE_NOTES,
    WRITES
};

static const char *const write_text[WRITES] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [WRITE_GAME] = ("INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
                    " ON CONFLICT DO UPDATE SET status = ?2, is_public = ?3,"
                    " changed = ?5, summary = ?6, due = ?8, host = ?9"),
    /* Without a row only what comes earlier than thought: so most events cost no write
     * of a second page. */
    [WRITE_DUE] = "UPDATE game SET due = ?2 WHERE id = ?1 AND coalesce(due > ?2, 1)",
    [WRITE_PLAYER] =
        ("INSERT INTO player VALUES (?1, ?2, ?3, ?4, ?5)"
         " ON CONFLICT DO UPDATE SET player = ?3, created = ?4, status = ?5"
         " WHERE player <> ?3 OR status <> ?5"),
    [CUT_PLAYERS] = "DELETE FROM player WHERE game = ?1 AND seat >= ?2",
    [FORGET_PLAYERS] = "DELETE FROM player WHERE game = ?1",
    [FIND_TOUCHED] = "SELECT 1 FROM game WHERE id = ?1 AND changed >= ?2",
    [FORGET_GAME] = "DELETE FROM game WHERE id = ?1",
    [WRITE_SETTING] = "INSERT OR REPLACE INTO setting VALUES (?1, ?2)",
    [MAKE_SETTING] = "INSERT OR IGNORE INTO setting VALUES (?1, ?2)",
    [WRITE_NOTE] = "INSERT INTO note VALUES (?1, ?2, ?3, ?4, ?5)",
    /* It stays known whether something was sent: no more until they come. */
    [END_TURN] = ("UPDATE notice SET kind = 0 WHERE game = ?1 AND kind = 2"
                  " AND player <> ?2"),
    [WRITE_NOTICE] =
        ("INSERT INTO notice SELECT ?1, player, CASE kinds & ?3 WHEN 3 THEN 2"
         " ELSE kinds & ?3 END, ?4, ?5, ?5 + delay, ?6, ?7, 0"
         " FROM wish WHERE player = ?2 AND kinds & ?3 <> 0 ON CONFLICT DO UPDATE SET"
         " kind = excluded.kind, number = ?4, at = ?5, due = excluded.due,"
         " deadline = ?6, soon = ?7, sent = sent = 1 AND kind <> 1"),
    [FORGET_NOTES] = "DELETE FROM note WHERE game = ?1",
    [FORGET_NOTICES] = "DELETE FROM notice WHERE game = ?1",
    [FIND_GAMES] = "SELECT DISTINCT game FROM note WHERE player = ?1",
    [FIND_NOTES] = ("SELECT number, place, player, text FROM note"
                    " WHERE player = ?1 AND game = ?2 ORDER BY number, place"),
    [FIND_SUMMARY] = "SELECT summary FROM game WHERE id = ?1",
    [ERASE_SUMMARY] = "UPDATE game SET summary = ?2 WHERE id = ?1",
    [ERASE_NOTES] = "DELETE FROM note WHERE player = ?1",
};

enum read {
    LIST_STATUS,
    LIST_PUBLIC,
    LIST_PLAYER,
    LIST_RUNNING,
    LIST_GAME,
    LIST_UNTOUCHED,
    LIST_DUE,
    COUNT_HOST,
    READ_LOGS,
    READ_PLAYERS,
    READ_SETTING,
    READ_SETTINGS,
    READ_NOTES,
    BEGIN_READING,
    END_READING,
    READS
};

#define ROWS "SELECT id, status, is_public, created, changed, summary FROM game "
#define PAGE " ORDER BY created DESC, id DESC LIMIT ?2 OFFSET ?3"

/* Only the games of the page are looked up, not those before it. */
#define OF_PLAYER(condition)                                                           \
    "SELECT id, g.status, is_public, g.created, changed, summary FROM"                 \
    " (SELECT game, created FROM player WHERE player = ?1 AND player <> 0" condition   \
    " AND (created, game) < (?4, ?5)"                                                  \
    " ORDER BY created DESC, game DESC LIMIT ?2 OFFSET ?3) p"                          \
    " JOIN game g ON g.id = p.game ORDER BY p.created DESC, p.game DESC"

static const char *const read_text[READS] = {
    [LIST_STATUS] = ROWS "WHERE status = ?1" PAGE,
    [LIST_PUBLIC] = ROWS "WHERE status = ?1 AND is_public = 1" PAGE,
    [LIST_PLAYER] = OF_PLAYER(""),
    [LIST_RUNNING] = OF_PLAYER(" AND status = 1"),
    [LIST_GAME] = ROWS "WHERE id = ?1" PAGE,
    [LIST_UNTOUCHED] = ROWS "WHERE status = ?1 AND created < ?4 AND changed < ?4"
                            " ORDER BY created, id LIMIT ?2 OFFSET ?3",
    [LIST_DUE] = "SELECT id, due FROM game WHERE due IS NOT NULL AND due < ?1"
                 " AND (due, id) > (?2, ?3) ORDER BY due, id LIMIT ?4",
    [COUNT_HOST] = "SELECT count(*) FROM (SELECT 1 FROM game WHERE host = ?1"
                   " AND host <> 0 LIMIT ?2)",
    [READ_LOGS] = "SELECT max(id) >> 20 FROM log",
    [READ_PLAYERS] = "SELECT player FROM player WHERE game = ?1 ORDER BY seat",
    [READ_SETTING] = "SELECT value FROM setting WHERE key = ?1",
    [READ_SETTINGS] = "SELECT key, value FROM setting ORDER BY key",
    [READ_NOTES] = ("SELECT number, place, player, text FROM note"
                    " WHERE game = ?1 AND number > ?2 ORDER BY number, place"),
    [BEGIN_READING] = "BEGIN",
    [END_READING] = "COMMIT",
};

struct sqlite {
    struct store_file file;
    sqlite3_stmt *write[WRITES]; /* of the writing thread, as is `frames` */
    struct store_log_writer log;
    sqlite3_int64 logs;        /* so many have been begun */
    sqlite3_stmt *read[READS]; /* of the reading thread, as is … */
    struct store_log_reader past;
    int frames;  /* in the write-ahead log */
    bool erased; /* something that is still there */
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

static int write_players(struct sqlite *sqlite, uint64_t game,
                         const struct linea_store_row *row)
{
    sqlite3_stmt *write = sqlite->write[WRITE_PLAYER];
    for (int seat = 0; seat < row->player_count; seat++) {
        bind_id(write, 1, game);
        sqlite3_bind_int(write, 2, seat);
        bind_id(write, 3, row->players[seat]);
        sqlite3_bind_int64(write, 4, row->created);
        sqlite3_bind_int(write, 5,
                         (int)(row->played > row->status ? row->played : row->status));
        int code = linea_store_file_run(write);
        if (code != SQLITE_OK)
            return code;
    }
    sqlite3_stmt *cut = sqlite->write[CUT_PLAYERS];
    bind_id(cut, 1, game);
    sqlite3_bind_int(cut, 2, row->player_count);
    return linea_store_file_run(cut);
}

/* 0 is never. */
static void bind_due(sqlite3_stmt *statement, int place, int64_t due)
{
    if (due)
        sqlite3_bind_int64(statement, place, due);
    else
        sqlite3_bind_null(statement, place);
}

static int write_due(struct sqlite *sqlite, uint64_t game, int64_t due)
{
    sqlite3_stmt *write = sqlite->write[WRITE_DUE];
    bind_id(write, 1, game);
    bind_due(write, 2, due);
    return linea_store_file_run(write);
}

static int write_row(struct sqlite *sqlite, uint64_t game,
                     const struct linea_store_row *row, int64_t due)
{
    sqlite3_stmt *write = sqlite->write[WRITE_GAME];
    bind_id(write, 1, game);
    sqlite3_bind_int(write, 2, (int)row->status);
    sqlite3_bind_int(write, 3, row->is_public);
    sqlite3_bind_int64(write, 4, row->created);
    sqlite3_bind_int64(write, 5, row->changed);
    bind_text(write, 6, row->summary, row->summary_length);
    sqlite3_bind_int64(write, 7, ++sqlite->logs); /* if it is new; one is lost if not */
    bind_due(write, 8, due);
    bind_id(write, 9, row->host);
    int code = linea_store_file_run(write);
    return code == SQLITE_OK ? write_players(sqlite, game, row) : code;
}

/* Remove a game and all of it. */
static int forget(struct sqlite *sqlite, uint64_t game)
{
    int code = linea_store_log_forget(&sqlite->log, game);
    for (int i = FORGET_NOTES; i <= FORGET_GAME && code == SQLITE_OK; i++) {
        bind_id(sqlite->write[i], 1, game);
        code = linea_store_file_run(sqlite->write[i]);
    }
    return code;
}

static int write_notes(struct sqlite *sqlite, const struct store_entry *entry)
{
    sqlite3_stmt *write = sqlite->write[WRITE_NOTE];
    int code = SQLITE_OK;
    for (int i = 0; i < entry->cut.notes && code == SQLITE_OK; i++) {
        const struct store_note *note = &entry->cut.note[i];
        bind_id(write, 1, entry->event.game);
        sqlite3_bind_int(write, 2, note->number);
        sqlite3_bind_int(write, 3, note->place);
        bind_id(write, 4, note->player);
        bind_text(write, 5, note->text, note->length);
        code = linea_store_file_run(write);
    }
    return code;
}

/* A player who wants no notices costs a look at the table of wishes. */
static int write_notice(struct sqlite *sqlite, const struct linea_store_event *event,
                        uint64_t player, int kinds)
{
    sqlite3_stmt *write = sqlite->write[WRITE_NOTICE];
    const struct linea_store_notices *n = &event->notices;
    bool turn = kinds & LINEA_NOTICE_TURN;
    bind_id(write, 1, event->game);
    bind_id(write, 2, player);
    sqlite3_bind_int(write, 3, kinds);
    sqlite3_bind_int(write, 4, event->number);
    sqlite3_bind_int64(write, 5, n->at);
    sqlite3_bind_int64(write, 6, turn ? n->deadline : 0);
    sqlite3_bind_int64(write, 7, turn ? n->soon : 0);
    return linea_store_file_run(write);
}

static int write_notices(struct sqlite *sqlite, const struct linea_store_event *event)
{
    int code = SQLITE_OK;
    if (event->notices.moved) {
        sqlite3_stmt *end = sqlite->write[END_TURN];
        bind_id(end, 1, event->game);
        bind_id(end, 2, event->notices.turn);
        code = linea_store_file_run(end);
    }
    for (int i = 0; i < LINEA_STORE_PLAYERS && code == SQLITE_OK; i++) {
        int kinds = linea_store_notice(event, event->players[i]);
        if (kinds)
            code = write_notice(sqlite, event, event->players[i], kinds);
    }
    return code;
}

/* Give the notes that a statement finds; false ends. */
static int give_notes(sqlite3_stmt *find,
                      bool (*found)(void *, const struct store_note *), void *context)
{
    int code;
    while ((code = sqlite3_step(find)) == SQLITE_ROW) {
        const struct store_note note = {
            .number = sqlite3_column_int(find, 0),
            .place = sqlite3_column_int(find, 1),
            .player = (uint64_t)sqlite3_column_int64(find, 2),
            .text = (const char *)sqlite3_column_text(find, 3),
            .length = (size_t)sqlite3_column_bytes(find, 3)};
        if (!note.text || !found(context, &note)) {
            code = SQLITE_NOMEM;
            break;
        }
    }
    sqlite3_reset(find);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static bool keep_note(void *notes, const struct store_note *note)
{
    return linea_notes_add(notes, note);
}

/* Erase the names in a player's notes of a game from its summary. */
static int erase_summary(struct sqlite *sqlite, struct linea_json *json, uint64_t game,
                         uint64_t player)
{
    sqlite3_stmt *find = sqlite->write[FIND_NOTES], *change;
    struct store_notes notes = {0};
    char summary[LINEA_STORE_SUMMARY];
    bind_id(find, 1, player);
    bind_id(find, 2, game);
    int code = give_notes(find, keep_note, &notes);
    find = sqlite->write[FIND_SUMMARY];
    bind_id(find, 1, game);
    if (code == SQLITE_OK && (code = sqlite3_step(find)) == SQLITE_ROW) {
        size_t length = linea_note_erase(
            json, summary, (const char *)sqlite3_column_text(find, 0),
            (size_t)sqlite3_column_bytes(find, 0), game, player, &notes, 0);
        change = sqlite->write[ERASE_SUMMARY];
        bind_id(change, 1, game);
        bind_text(change, 2, summary, length);
        code = linea_store_file_run(change);
    }
    sqlite3_reset(find);
    linea_notes_free(&notes);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* What is erased is overwritten, and does not lie in free pages. */
static int erase(struct sqlite *sqlite, uint64_t player)
{
    sqlite3_stmt *find = sqlite->write[FIND_GAMES];
    struct linea_json *json = malloc(sizeof *json);
    int code = json ? SQLITE_ROW : SQLITE_NOMEM;
    sqlite3_exec(sqlite->file.writer, "PRAGMA secure_delete = ON", NULL, NULL, NULL);
    bind_id(find, 1, player);
    while (code == SQLITE_ROW && (code = sqlite3_step(find)) == SQLITE_ROW) {
        uint64_t game = (uint64_t)sqlite3_column_int64(find, 0);
        int failed = erase_summary(sqlite, json, game, player);
        code = failed ? failed : SQLITE_ROW;
    }
    sqlite3_reset(find);
    free(json);
    if (code == SQLITE_DONE) {
        bind_id(sqlite->write[ERASE_NOTES], 1, player);
        code = linea_store_file_run(sqlite->write[ERASE_NOTES]);
        sqlite->erased = true;
    }
    sqlite3_exec(sqlite->file.writer, "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
    return code;
}

static int write_entry(struct sqlite *sqlite, const struct store_entry *entry)
{
    if (entry->erasure)
        return erase(sqlite, entry->erasure->player);
    if (entry->key) {
        sqlite3_stmt *set = sqlite->write[entry->first ? MAKE_SETTING : WRITE_SETTING];
        bind_text(set, 1, entry->key, strlen(entry->key));
        bind_text(set, 2, entry->value, strlen(entry->value));
        return linea_store_file_run(set);
    }
    const struct linea_store_event *event = &entry->event;
    if (entry->forget)
        return forget(sqlite, event->game);
    int code = SQLITE_OK;
    if (event->row)
        code = write_row(sqlite, event->game, event->row, event->due);
    else if (event->due)
        code = write_due(sqlite, event->game, event->due);
    if (code == SQLITE_OK)
        code = write_notes(sqlite, entry);
    if (code == SQLITE_OK)
        code = write_notices(sqlite, event);
    return code == SQLITE_OK && event->number > 0
               ? linea_store_log_write(&sqlite->log, event, entry->end.tail)
               : code;
}

static int find_touched(struct sqlite *sqlite, bool *touched,
                        const struct store_entry *entry)
{
    sqlite3_stmt *find = sqlite->write[FIND_TOUCHED];
    bind_id(find, 1, entry->event.game);
    sqlite3_bind_int64(find, 2, entry->changed_before);
    int code = sqlite3_step(find);
    sqlite3_reset(find);
    *touched = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* A game has one beginning, and stays if somebody has touched it. Nobody else writes to
 * the file, so all other events follow those that are there. */
static int refuse_some(struct sqlite *sqlite, struct store_entry *first)
{
    int code = SQLITE_OK;
    for (struct store_entry *e = first; e && code == SQLITE_OK; e = e->next) {
        bool refused = false;
        if (e->forget)
            code = find_touched(sqlite, &refused, e);
        else if (!e->key && !e->erasure && e->event.number == 1)
            code = linea_store_log_exists(&sqlite->log, &refused, e->event.game);
        if (refused)
            linea_store_refuse(first, e);
    }
    return code;
}

static enum linea_store_result commit(void *self, struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT])
{
    struct sqlite *sqlite = self;
    int code = linea_store_file_run(sqlite->write[BEGIN]);
    if (code == SQLITE_OK)
        code = refuse_some(sqlite, first);
    for (const struct store_entry *entry = first; entry && code == SQLITE_OK;
         entry = entry->next)
        if (entry->result == LINEA_STORE_OK)
            code = write_entry(sqlite, entry);
    if (code == SQLITE_OK)
        code = linea_store_file_run(sqlite->write[COMMIT]);
    enum linea_store_result result =
        failure_of(sqlite->file.writer, code, SQLITE_FCNTL_JOURNAL_POINTER);
    if (code != SQLITE_OK) {
        snprintf(failure, LINEA_STORE_TEXT, "%s (%d)",
                 sqlite3_errmsg(sqlite->file.writer), code);
        /* Some errors have rolled back already; nothing may be left open. */
        if (!sqlite3_get_autocommit(sqlite->file.writer) &&
            linea_store_file_run(sqlite->write[ROLLBACK]) != SQLITE_OK)
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
    if (sqlite->frames < CHECKPOINT && !sqlite->erased)
        return LINEA_STORE_OK;
    /* What was erased stands in the write-ahead log until that is cut, at once or not
       at all: nobody who writes waits for those who read. */
    sqlite3_busy_timeout(sqlite->file.writer, 0);
    int code = sqlite3_wal_checkpoint_v2(sqlite->file.writer, NULL,
                                         sqlite->erased ? SQLITE_CHECKPOINT_TRUNCATE
                                                        : SQLITE_CHECKPOINT_PASSIVE,
                                         NULL, NULL);
    sqlite3_busy_timeout(sqlite->file.writer, STORE_FILE_BUSY_MS);
    sqlite->erased = sqlite->erased && code != SQLITE_OK;
    /* Someone who reads may be in the way; the next commit tries again. */
    if (code == SQLITE_OK || (code & 0xff) == SQLITE_BUSY)
        return LINEA_STORE_OK;
    snprintf(failure, LINEA_STORE_TEXT, "checkpoint: %s (%d)",
             sqlite3_errmsg(sqlite->file.writer), code);
    return failure_of(sqlite->file.writer, code, SQLITE_FCNTL_FILE_POINTER);
}

static enum linea_store_result last(void *self, uint64_t game, struct store_end *end)
{
    struct sqlite *sqlite = self;
    return result_of(linea_store_log_last(&sqlite->past, end, game));
}

static bool give_note(void *log, const struct store_note *note)
{
    return ((struct store_log *)log)->note(log, note);
}

/* Notes and events are of the same moment. */
static enum linea_store_result load(void *self, struct store_log *log)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *notes = sqlite->read[READ_NOTES];
    bind_id(notes, 1, log->game);
    sqlite3_bind_int(notes, 2, log->after);
    int code = linea_store_file_run(sqlite->read[BEGIN_READING]);
    if (code == SQLITE_OK)
        code = give_notes(notes, give_note, log);
    if (code == SQLITE_OK)
        code = linea_store_log_read(&sqlite->past, log);
    int ended = linea_store_file_run(sqlite->read[END_READING]);
    return result_of(code == SQLITE_OK ? ended : code);
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
    enum read which = query->game ? LIST_GAME
                      : query->player
                          ? (query->running_only ? LIST_RUNNING : LIST_PLAYER)
                      : query->changed_before ? LIST_UNTOUCHED
                      : query->public_only    ? LIST_PUBLIC
                                              : LIST_STATUS;
    sqlite3_stmt *read = sqlite->read[which];
    bind_id(read, 1,
            query->game     ? query->game
            : query->player ? query->player
                            : (uint64_t)query->status);
    sqlite3_bind_int(read, 2, query->game ? 1 : query->limit);
    sqlite3_bind_int(read, 3, query->game ? 0 : query->offset);
    if (query->player) {
        sqlite3_bind_int64(read, 4, query->before ? query->before_created : INT64_MAX);
        sqlite3_bind_int64(read, 5,
                           query->before ? (sqlite3_int64)query->before : INT64_MAX);
    } else if (which == LIST_UNTOUCHED)
        sqlite3_bind_int64(read, 4, query->changed_before);
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

static enum linea_store_result due(void *self, const struct linea_store_query *query,
                                   linea_store_due_found *found, void *context)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[LIST_DUE];
    int code;
    sqlite3_bind_int64(read, 1, query->due_before);
    sqlite3_bind_int64(read, 2, query->after ? query->after_due : INT64_MIN);
    bind_id(read, 3, query->after);
    sqlite3_bind_int(read, 4, query->limit);
    while ((code = sqlite3_step(read)) == SQLITE_ROW)
        if (!found(context, (uint64_t)sqlite3_column_int64(read, 0),
                   sqlite3_column_int64(read, 1)))
            break;
    sqlite3_reset(read);
    return result_of(code);
}

static enum linea_store_result heads(void *self, struct linea_store_head *heads,
                                     int count)
{
    enum linea_store_result result = LINEA_STORE_OK;
    for (int i = 0; i < count && result == LINEA_STORE_OK; i++) {
        struct store_end end = {0};
        result = last(self, heads[i].game, &end);
        heads[i].last = end.last;
        memcpy(heads[i].tail, end.tail, sizeof end.tail);
    }
    return result;
}

static enum linea_store_result count(void *self, const struct linea_store_query *query,
                                     int *games)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[COUNT_HOST];
    bind_id(read, 1, query->host);
    sqlite3_bind_int(read, 2, query->limit);
    int code = sqlite3_step(read);
    *games = code == SQLITE_ROW ? sqlite3_column_int(read, 0) : 0;
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

static enum linea_store_result settings(void *self, store_setting_found *found,
                                        void *context)
{
    struct sqlite *sqlite = self;
    sqlite3_stmt *read = sqlite->read[READ_SETTINGS];
    int code;
    while ((code = sqlite3_step(read)) == SQLITE_ROW)
        if (!found(context, (const char *)sqlite3_column_text(read, 0),
                   (const char *)sqlite3_column_text(read, 1)))
            break;
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
    linea_store_log_write_close(&sqlite->log);
    linea_store_log_read_close(&sqlite->past);
    linea_store_file_close(&sqlite->file);
    free(sqlite);
}

static const struct store_backend backend = {.commit = commit,
                                             .tidy = tidy,
                                             .last = last,
                                             .load = load,
                                             .list = list,
                                             .due = due,
                                             .heads = heads,
                                             .count = count,
                                             .get = get,
                                             .settings = settings,
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

static bool prepare_logs(struct sqlite *sqlite, char *error)
{
    sqlite3_stmt *read = sqlite->read[READ_LOGS];
    int code = linea_store_log_write_open(&sqlite->log, sqlite->file.writer);
    if (code == SQLITE_OK)
        code = linea_store_log_read_open(&sqlite->past, sqlite->file.reader);
    if (code == SQLITE_OK && (code = sqlite3_step(read)) == SQLITE_ROW) {
        sqlite->logs = sqlite3_column_int64(read, 0);
        code = SQLITE_OK;
    }
    sqlite3_reset(read);
    if (code != SQLITE_OK)
        snprintf(error, LINEA_STORE_TEXT, "the tables are damaged: %s",
                 sqlite3_errstr(code));
    return code == SQLITE_OK;
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
        !prepare(sqlite->file.reader, sqlite->read, read_text, READS, error) ||
        !prepare_logs(sqlite, error)) {
        finish(sqlite);
        return NULL;
    }
    sqlite3_wal_hook(sqlite->file.writer, count_frames, sqlite);
    return linea_store_start(&backend, sqlite, options);
}
