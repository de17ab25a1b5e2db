/*
 * server/store_writer.h - a store, its queue and the thread that empties it; private to
 * store.c and store_writer.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_WRITER_H
#define SERVER_STORE_WRITER_H

#include <pthread.h>

#include "id_map.h"
#include "store_backend.h"
#include "store_reader.h"

/* A game that is known: until its caller has left it and nothing of it is queued. */
struct store_game {
    struct id_link link;  /* by the id of the game */
    struct store_end end; /* its latest event, durable or queued */
    uint32_t epoch;
    uint32_t queued; /* entries that refer to it */
    bool stuck;
    bool going; /* it is being removed */
    bool left;
    bool held; /* what became of an entry of it is not known yet */
};

/* In order. */
struct store_list {
    struct store_entry *first, *last;
};

struct linea_store {
    const struct store_backend *backend;
    void *self;
    struct linea_store_options options;
    pthread_t writer;
    struct store_reader reader;
    struct linea_json *json; /* of the caller's thread */

    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t work;  /* there is something to write, or the end has come */
    pthread_cond_t done;  /* a transaction has ended */
    struct store_list queue;
    struct store_list completed;
    struct linea_store_erasure *erased, **last_erased;
    struct id_map games;
    struct linea_store_counters counters;
    bool away; /* the database was, when something was to be written last */
    bool closing;
    bool flushing; /* somebody waits for all to be written */
};

void linea_list_push(struct store_list *list, struct store_entry *entry);
struct store_entry *linea_list_pop(struct store_list *list);

/* Those that follow are called with the lock. */

/* An entry refers to a game no more; and a game that its caller has left is forgotten
 * when nothing of it is queued. */
void linea_writer_leave_game(struct linea_store *store, struct store_game *game);
void linea_writer_drop_if_left(struct linea_store *store, struct store_game *game);

void linea_writer_free_entry(struct store_entry *entry);
void linea_writer_settle_erasure(struct linea_store *store,
                                 struct linea_store_erasure *erasure,
                                 enum linea_store_result result);

/* The thread; its context is the store. */
void *linea_writer_run(void *context);

#endif
