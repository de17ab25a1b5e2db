/*
 * server/store_file.h - the file of a store: locked, checked, with the tables it needs.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_FILE_H
#define SERVER_STORE_FILE_H

#include <sqlite3.h>

#include "store.h"

/* How long to wait for a program that makes a backup: milliseconds. */
enum { STORE_FILE_BUSY_MS = 5000 };

/* Each connection is used by one thread, so that neither waits for the other. */
struct store_file {
    sqlite3 *writer; /* of the writing thread */
    sqlite3 *reader; /* of the reading thread */
    int lock;        /* a descriptor of the file; the lock lasts while it is open */
};

/* Open the file, created when it is missing or empty. On failure returns false, leaves
 * nothing open and writes a message to `error`. */
bool linea_store_file_open(struct store_file *file, char error[LINEA_STORE_TEXT],
                           const char *path, int most_pages);

void linea_store_file_close(struct store_file *file);

/* Carry out a prepared statement that gives no rows; a code of SQLite. */
int linea_store_file_run(sqlite3_stmt *statement);

/* Whether a server uses the file by another name: what it writes lies beside that one,
 * so by this name the file must be left alone. Only for a process that does not have it
 * open itself. */
bool linea_store_file_is_elsewhere(const char *path);

/* store_cut.c: from the table old_log, in which lines are whole, make `log` and `note`;
 * a code of SQLite. */
int linea_store_cut_logs(sqlite3 *connection);

#endif
