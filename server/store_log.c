/*
 * server/store_log.c - the logs of games in a file of SQLite. See store_log.h.
 *
 * Rows of about a kilobyte: four of them fill a page, and what is lost at the end of
 * pages stays small (measured in tests/server/limits.py).
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_log.h"

#include <stdlib.h>
#include <string.h>

#include "store_file.h"

enum {
    ROW = 1000,  /* bytes of a row to which lines are still added */
    NUMBER = 20, /* bits for the number of an event */
};

static const char place[] = "SELECT log FROM game WHERE id = ?1";
static const char newest[] = "SELECT id, length(CAST(text AS BLOB)) FROM log"
                             " WHERE id > ?1 AND id < ?2 ORDER BY id DESC LIMIT 1";
static const char add[] =
    "UPDATE log SET text = text || char(10) || ?2, tail = ?3 WHERE id = ?1";
static const char begin[] = "INSERT INTO log VALUES (?1, ?2, ?3)";
static const char forget[] = "DELETE FROM log WHERE id > ?1 AND id < ?2";
static const char last[] =
    "SELECT log.id, log.text, log.tail FROM game JOIN log ON log.id > game.log << 20"
    " AND log.id < (game.log + 1) << 20 WHERE game.id = ?1 ORDER BY log.id DESC LIMIT "
    "1";
static const char before[] =
    "SELECT tail FROM log WHERE id > ?1 AND id < ?2 ORDER BY id DESC LIMIT 1";
static const char events[] =
    "SELECT log.id, log.text, log.tail FROM game JOIN log ON log.id > game.log << 20"
    " AND log.id < (game.log + 1) << 20 WHERE game.id = ?1"
    /* From the text on that begins with this event, or before it. */
    " AND log.id >= (SELECT coalesce(max(id), 0) FROM log"
    " WHERE id > game.log << 20 AND id <= game.log << 20 | ?2) ORDER BY log.id";

static int prepare(sqlite3 *connection, sqlite3_stmt **out, const char *text)
{
    return sqlite3_prepare_v3(connection, text, -1, SQLITE_PREPARE_PERSISTENT, out,
                              NULL);
}

int linea_store_log_write_open(struct store_log_writer *log, sqlite3 *connection)
{
    int code = prepare(connection, &log->place, place);
    if (code == SQLITE_OK)
        code = prepare(connection, &log->tail, newest);
    if (code == SQLITE_OK)
        code = prepare(connection, &log->add, add);
    if (code == SQLITE_OK)
        code = prepare(connection, &log->begin, begin);
    if (code == SQLITE_OK)
        code = prepare(connection, &log->forget, forget);
    return code;
}

int linea_store_log_read_open(struct store_log_reader *log, sqlite3 *connection)
{
    int code = prepare(connection, &log->last, last);
    if (code == SQLITE_OK)
        code = prepare(connection, &log->events, events);
    return code == SQLITE_OK ? prepare(connection, &log->before, before) : code;
}

void linea_store_log_write_close(struct store_log_writer *log)
{
    sqlite3_finalize(log->place);
    sqlite3_finalize(log->tail);
    sqlite3_finalize(log->add);
    sqlite3_finalize(log->begin);
    sqlite3_finalize(log->forget);
}

void linea_store_log_read_close(struct store_log_reader *log)
{
    sqlite3_finalize(log->last);
    sqlite3_finalize(log->events);
    sqlite3_finalize(log->before);
}

/* Where the log of a game begins. */
static int find_place(struct store_log_writer *log, sqlite3_int64 *out, uint64_t game)
{
    sqlite3_bind_int64(log->place, 1, (sqlite3_int64)game);
    int code = sqlite3_step(log->place);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(log->place, 0) << NUMBER;
    sqlite3_reset(log->place);
    if (code == SQLITE_DONE)
        return SQLITE_CORRUPT; /* events of no game */
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

int linea_store_log_exists(struct store_log_writer *log, bool *exists, uint64_t game)
{
    sqlite3_int64 first;
    int code = find_place(log, &first, game);
    *exists = code == SQLITE_OK;
    return code == SQLITE_CORRUPT ? SQLITE_OK : code;
}

static void bind_range(sqlite3_stmt *statement, sqlite3_int64 first)
{
    sqlite3_bind_int64(statement, 1, first);
    sqlite3_bind_int64(statement, 2, first + (1 << NUMBER));
}

int linea_store_log_write(struct store_log_writer *log,
                          const struct linea_store_event *event,
                          const uint8_t tail[LINEA_STORE_TAIL])
{
    sqlite3_int64 first = 0, row = 0, size = ROW;
    int code = find_place(log, &first, event->game);
    if (code != SQLITE_OK)
        return code;
    bind_range(log->tail, first);
    code = sqlite3_step(log->tail);
    if (code == SQLITE_ROW) {
        row = sqlite3_column_int64(log->tail, 0);
        size = sqlite3_column_int64(log->tail, 1);
    }
    sqlite3_reset(log->tail);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return code;
    bool fits = row && size + 1 + (sqlite3_int64)event->length <= ROW;
    sqlite3_stmt *write = fits ? log->add : log->begin;
    sqlite3_bind_int64(write, 1, fits ? row : first | event->number);
    sqlite3_bind_text(write, 2, event->text, (int)event->length, SQLITE_STATIC);
    sqlite3_bind_blob(write, 3, tail, LINEA_STORE_TAIL, SQLITE_STATIC);
    return linea_store_file_run(write);
}

int linea_store_log_forget(struct store_log_writer *log, uint64_t game)
{
    sqlite3_int64 first = 0;
    int code = find_place(log, &first, game);
    if (code != SQLITE_OK)
        return code;
    bind_range(log->forget, first);
    return linea_store_file_run(log->forget);
}

/* A tail of another length was not written by us; it is none that fits. */
static void read_tail(sqlite3_stmt *statement, int column, struct store_end *end)
{
    const void *tail = sqlite3_column_blob(statement, column);
    memset(end->tail, 0, sizeof end->tail);
    if (tail && sqlite3_column_bytes(statement, column) == LINEA_STORE_TAIL)
        memcpy(end->tail, tail, sizeof end->tail);
}

static int number_of(sqlite3_int64 id)
{
    return (int)(id & ((1 << NUMBER) - 1));
}

int linea_store_log_last(struct store_log_reader *log, struct store_end *end,
                         uint64_t game)
{
    *end = (struct store_end){0};
    sqlite3_bind_int64(log->last, 1, (sqlite3_int64)game);
    int code = sqlite3_step(log->last);
    if (code == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(log->last, 1);
        end->last = number_of(sqlite3_column_int64(log->last, 0));
        read_tail(log->last, 2, end);
        while (text && (text = strchr(text, '\n')) != NULL) {
            text++;
            end->last++;
        }
    }
    sqlite3_reset(log->last);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Give the lines of a row. Returns false when no more are wanted. */
static bool give(char *text, struct linea_store_event *event, struct store_log *log)
{
    for (char *line = text; line; event->number++) {
        char *end = strchr(line, '\n');
        if (end)
            *end = '\0';
        event->text = line;
        event->length = strlen(line);
        if (!log->event(log, event))
            return false;
        line = end ? end + 1 : NULL;
    }
    return true;
}

/* What the log is chained by before this row, the first one that is read of it. */
static int read_before(struct store_log_reader *reader, struct store_log *log,
                       sqlite3_int64 row)
{
    log->begin = (struct store_end){.last = number_of(row) - 1};
    if (log->begin.last == 0)
        return SQLITE_OK;
    sqlite3_bind_int64(reader->before, 1, row - number_of(row));
    sqlite3_bind_int64(reader->before, 2, row);
    int code = sqlite3_step(reader->before);
    if (code == SQLITE_ROW)
        read_tail(reader->before, 0, &log->begin);
    sqlite3_reset(reader->before);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int linea_store_log_read(struct store_log_reader *reader, struct store_log *log)
{
    int code = SQLITE_OK;
    bool more = true, first = true;
    sqlite3_bind_int64(reader->events, 1, (sqlite3_int64)log->game);
    sqlite3_bind_int(reader->events, 2, log->after + 1);
    while (more && (code = sqlite3_step(reader->events)) == SQLITE_ROW) {
        sqlite3_int64 row = sqlite3_column_int64(reader->events, 0);
        const char *text = (const char *)sqlite3_column_text(reader->events, 1);
        char *copy = text ? strdup(text) : NULL;
        int failed = !copy   ? SQLITE_NOMEM
                     : first ? read_before(reader, log, row)
                             : SQLITE_OK;
        if (failed) {
            free(copy);
            sqlite3_reset(reader->events);
            return failed;
        }
        struct linea_store_event event = {.game = log->game, .number = number_of(row)};
        more = give(copy, &event, log);
        log->end.last = event.number - 1;
        read_tail(reader->events, 2, &log->end);
        first = false;
        free(copy);
    }
    sqlite3_reset(reader->events);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}
