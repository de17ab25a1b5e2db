/*
 * server/store_cut.c - the logs of an older file, which had names and chat in them and
 * were not chained: cut once (store_note.h), line by line, and chained.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store_backend.h"
#include "store_file.h"

/* The statements that cut a log of an older version and chain it. */
enum cutting { OLD_ROWS, NEW_ROW, NEW_NOTE, CUTTINGS };

static const char *const cutting_text[CUTTINGS] = {
    [OLD_ROWS] = ("SELECT old_log.id, text, game.id FROM old_log"
                  " JOIN game ON game.log = old_log.id >> 20 ORDER BY old_log.id"),
    [NEW_ROW] = "INSERT INTO log VALUES (?1, ?2, ?3)",
    [NEW_NOTE] = "INSERT INTO note VALUES (?1, ?2, ?3, ?4, ?5)",
};

static int write_notes(sqlite3_stmt *write, sqlite3_int64 game,
                       const struct store_cut *cut)
{
    int code = SQLITE_OK;
    for (int i = 0; i < cut->notes && code == SQLITE_OK; i++) {
        const struct store_note *note = &cut->note[i];
        sqlite3_bind_int64(write, 1, game);
        sqlite3_bind_int(write, 2, note->number);
        sqlite3_bind_int(write, 3, note->place);
        sqlite3_bind_int64(write, 4, (sqlite3_int64)note->player);
        sqlite3_bind_text(write, 5, note->text, (int)note->length, SQLITE_STATIC);
        code = linea_store_file_run(write);
    }
    return code;
}

/* Cut the lines of a row, and write it as it is now. */
static int cut_row(sqlite3_stmt *const cutting[CUTTINGS], struct linea_json *json,
                   struct store_end *end)
{
    sqlite3_stmt *row = cutting[OLD_ROWS];
    const char *text = (const char *)sqlite3_column_text(row, 1);
    const char *stop = text + sqlite3_column_bytes(row, 1);
    int lines = 1, code = SQLITE_OK;
    for (const char *c = text; c < stop; c++)
        lines += *c == '\n';
    char *out = malloc((size_t)(stop - text) + (size_t)lines * STORE_NOTE_EXTRA + 1);
    char *at = out;
    if (!text || !out)
        return SQLITE_NOMEM;
    for (const char *line = text; line <= stop && code == SQLITE_OK;) {
        struct store_cut cut;
        const char *next = memchr(line, '\n', (size_t)(stop - line));
        next = next ? next : stop;
        if (!linea_note_cut(json, &cut, end->last + 1, line, (size_t)(next - line))) {
            code = SQLITE_NOMEM;
            break;
        }
        linea_store_chain(end, cut.text, cut.length);
        memcpy(at, cut.text, cut.length);
        at += cut.length;
        *at++ = '\n';
        code = write_notes(cutting[NEW_NOTE], sqlite3_column_int64(row, 2), &cut);
        free(cut.memory);
        line = next + 1;
    }
    sqlite3_bind_int64(cutting[NEW_ROW], 1, sqlite3_column_int64(row, 0));
    sqlite3_bind_text(cutting[NEW_ROW], 2, out, (int)(at - out - 1), SQLITE_STATIC);
    sqlite3_bind_blob(cutting[NEW_ROW], 3, end->tail, sizeof end->tail, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = linea_store_file_run(cutting[NEW_ROW]);
    free(out);
    return code;
}

static int cut_logs(sqlite3_stmt *const cutting[CUTTINGS], struct linea_json *json)
{
    struct store_end end = {0};
    sqlite3_int64 log = -1;
    int code, failed = SQLITE_OK;
    while ((code = sqlite3_step(cutting[OLD_ROWS])) == SQLITE_ROW && !failed) {
        sqlite3_int64 id = sqlite3_column_int64(cutting[OLD_ROWS], 0);
        if (id >> 20 != log)
            end = (struct store_end){0};
        log = id >> 20;
        failed = cut_row(cutting, json, &end);
    }
    return failed ? failed : code == SQLITE_DONE ? SQLITE_OK : code;
}

int linea_store_cut_logs(sqlite3 *connection)
{
    sqlite3_stmt *cutting[CUTTINGS] = {NULL};
    struct linea_json *json = malloc(sizeof *json);
    int code = json && sodium_init() >= 0 ? SQLITE_OK : SQLITE_NOMEM;
    for (int i = 0; i < CUTTINGS && code == SQLITE_OK; i++)
        code = sqlite3_prepare_v2(connection, cutting_text[i], -1, &cutting[i], NULL);
    if (code == SQLITE_OK)
        code = cut_logs(cutting, json);
    for (int i = 0; i < CUTTINGS; i++)
        sqlite3_finalize(cutting[i]);
    free(json);
    if (code == SQLITE_OK)
        code = sqlite3_exec(connection, "DROP TABLE old_log", NULL, NULL, NULL);
    return code;
}
