/*
 * server/store_log.h - the logs of games in a file of SQLite: lines of texts that lie
 * together.
 *
 * An event costs little more than its length: several are a row, one behind the other
 * with a newline between, until the row has about a kilobyte; then the next begins.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_LOG_H
#define SERVER_STORE_LOG_H

#include <sqlite3.h>

#include "store.h"

struct store_log_writer {
    sqlite3_stmt *place, *tail, *add, *begin, *forget;
};

struct store_log_reader {
    sqlite3_stmt *last, *events;
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
                          const struct linea_store_event *event);

/* Remove all events of a game. */
int linea_store_log_forget(struct store_log_writer *log, uint64_t game);

/* The number of the last event, 0 for none; a code of SQLite. */
int linea_store_log_last(struct store_log_reader *log, int *number, uint64_t game);

/* Give each event after that number, until `found` wants no more. */
int linea_store_log_read(struct store_log_reader *log, uint64_t game, int after,
                         linea_store_event_found *found, void *context);

#endif
