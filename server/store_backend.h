/*
 * server/store_backend.h - what a database must do to be a store.
 *
 * store.c has the queue, the writing thread and the order of events, store_reader.c the
 * reading thread; a backend writes one transaction at a time and reads. `commit` and
 * `tidy` are called by the writing thread, those that read by the reading thread,
 * perhaps at the same time; `close` when both have ended.
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
    bool first;                     /* it is written only if there is none */
    bool forget;                    /* the game of the event is to be removed */

    /* Of store.c. */
    struct store_game *game;
    uint32_t epoch;                 /* of the game when this was queued */
    bool together;                  /* with the next one in the same transaction */
    bool done;                      /* a caller waits for a setting */
    enum linea_store_result result; /* LINEA_STORE_OK, unless the backend refuses it */
};

struct store_backend {
    /* Write all of the list or nothing; but leave out what linea_store_refuse() was
     * called for, because the log of its game does not end where store.c knew it to:
     * another node has appended to it. */
    enum linea_store_result (*commit)(void *self, struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT]);
    /* Work that is due from time to time, after completions are out. */
    enum linea_store_result (*tidy)(void *self, char failure[LINEA_STORE_TEXT]);
    enum linea_store_result (*last)(void *self, uint64_t game, int *number);
    /* The events with a number above `after`. */
    enum linea_store_result (*load)(void *self, uint64_t game, int after,
                                    linea_store_event_found *found, void *context);
    enum linea_store_result (*unfinished)(void *self, linea_store_game_found *found,
                                          void *context);
    enum linea_store_result (*list)(void *self, const struct linea_store_query *query,
                                    linea_store_row_found *found, void *context);
    enum linea_store_result (*get)(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1]);
    void (*close)(void *self);
};

/* Refuse an entry as LINEA_STORE_BEHIND, with all that was appended together with it,
 * and whatever comes after any of that in the same games. */
void linea_store_refuse(struct store_entry *first, struct store_entry *entry);

/* A store that takes over `self`, and closes it if there is no memory: then NULL. */
struct linea_store *linea_store_start(const struct store_backend *backend, void *self,
                                      const struct linea_store_options *options);

#endif
