/*
 * server/store_copy.h - all of a store into another one: logs byte for byte, with what
 * stands beside them, rows and settings. For a program that has nothing else to do.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_COPY_H
#define SERVER_STORE_COPY_H

#include "store.h"

/* All games of a store, whatever their status; the caller frees them. */
enum linea_store_result linea_store_all_games(struct linea_store *store,
                                              uint64_t **games, int *count);

/* Whether there is no game and no setting. */
enum linea_store_result linea_store_is_empty(struct linea_store *store, bool *empty);

enum linea_store_result linea_store_copy_settings(struct linea_store *to,
                                                  struct linea_store *from,
                                                  char failure[LINEA_STORE_TEXT]);

/* Games that are being copied, many in a transaction. */
struct linea_copier;

/* NULL without memory. */
struct linea_copier *linea_copier_open(struct linea_store *to,
                                       struct linea_store *from);

/* Take a game along, with this row; somebody must look at it at that time. What is read
 * must not be read by others meanwhile. LINEA_STORE_CHANGED if its log is not what was
 * written. */
enum linea_store_result linea_copier_add(struct linea_copier *copier,
                                         char failure[LINEA_STORE_TEXT],
                                         const struct linea_store_row *row,
                                         int64_t due);

/* Write what was taken along and is not written yet; it is durable then. */
enum linea_store_result linea_copier_flush(struct linea_copier *copier,
                                           char failure[LINEA_STORE_TEXT]);

void linea_copier_close(struct linea_copier *copier);

#endif
