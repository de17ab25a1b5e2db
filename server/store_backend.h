/*
 * server/store_backend.h - what a database must do to be a store.
 *
 * store.c has the queue, the writing thread and the order of events; a backend writes
 * one transaction at a time and reads. `commit` and `tidy` are called by the writing
 * thread, all others by the caller's thread, perhaps at the same time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_BACKEND_H
#define SERVER_STORE_BACKEND_H

#include "store.h"

/* One thing to write: an event, with or without a row, or a setting. Its row and its
 * text lie behind it in memory. */
struct store_entry {
    struct store_entry *next;
    struct linea_store_event event; /* if there is no key */
    const char *key, *value;        /* a setting, or NULL */
    bool forget;                    /* the game of the event is to be removed */

    /* Of store.c. */
    struct store_game *game;
    uint32_t epoch; /* of the game when this was queued */
    bool together;  /* with the next one in the same transaction */
    bool done;      /* a caller waits for a setting */
    enum linea_store_result result;
};

struct store_backend {
    /* Write all of the list or nothing. The numbers of events are known to be right. */
    enum linea_store_result (*commit)(void *self, const struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT]);
    /* Work that is due from time to time, after completions are out. */
    enum linea_store_result (*tidy)(void *self, char failure[LINEA_STORE_TEXT]);
    enum linea_store_result (*last)(void *self, uint64_t game, int *number);
    enum linea_store_result (*load)(void *self, uint64_t game,
                                    linea_store_event_found *found, void *context);
    enum linea_store_result (*unfinished)(void *self, linea_store_game_found *found,
                                          void *context);
    enum linea_store_result (*list)(void *self, const struct linea_store_query *query,
                                    linea_store_row_found *found, void *context);
    enum linea_store_result (*get)(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1]);
    void (*close)(void *self);
};

/* A store that takes over `self`, and closes it if there is no memory: then NULL. */
struct linea_store *linea_store_start(const struct store_backend *backend, void *self,
                                      const struct linea_store_options *options);

#endif
