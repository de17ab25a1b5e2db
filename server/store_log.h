/*
 * server/store_log.h - the logs of games in a file of SQLite: lines of texts that lie
 * together.
 *
 * An event costs little more than its length: several are a row, one behind the other
 * with a newline between, until the row has about a kilobyte; then the next begins.
 * Each row has what the log is chained by at its end. So a line that was changed is
 * noticed, a log whose last rows were removed is not.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_LOG_H
#define SERVER_STORE_LOG_H

#include <sqlite3.h>

#include "store_backend.h"

struct store_log_writer {
    sqlite3_stmt *place, *tail, *add, *begin, *forget;
};

struct store_log_reader {
    sqlite3_stmt *last, *events, *before;
};

/* Prepare the statements; a code of SQLite. */
int linea_store_log_write_open(struct store_log_writer *log, sqlite3 *connection);
int linea_store_log_read_open(struct store_log_reader *log, sqlite3 *connection);
void linea_store_log_write_close(struct store_log_writer *log);
void linea_store_log_read_close(struct store_log_reader *log);

/* Whether there is a game; a code of SQLite. */
int linea_store_log_exists(struct store_log_writer *log, bool *exists, uint64_t game);

/* Write the next event of a game whose row is there; a code of SQLite. */
int linea_store_log_write(struct store_log_writer *log,
                          const struct linea_store_event *event,
                          const uint8_t tail[LINEA_STORE_TAIL]);

/* Remove all events of a game. */
int linea_store_log_forget(struct store_log_writer *log, uint64_t game);

/* How far it goes; a code of SQLite. */
int linea_store_log_last(struct store_log_reader *log, struct store_end *end,
                         uint64_t game);

/* Give the events that it asks for; a code of SQLite. */
int linea_store_log_read(struct store_log_reader *reader, struct store_log *log);

#endif
