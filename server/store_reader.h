/*
 * server/store_reader.h - the thread of a store that reads.
 *
 * Callers take turns, by the share that a reading names: a thousand logs for one of
 * them delay the others by one log each time.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_READER_H
#define SERVER_STORE_READER_H

#include <pthread.h>

#include "store_backend.h"

struct readings {
    struct linea_store_reading *first, *last;
};

struct store_reader {
    const struct store_backend *backend;
    void *self;
    struct linea_store_options options;
    pthread_t thread;
    struct linea_json *json; /* of that thread */

    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t work;  /* there is something to read, or the end has come */
    pthread_cond_t done;  /* something was read */
    struct turns asked;
    struct readings answered;
    int under;      /* so many are asked for and not read yet … */
    uint64_t reads; /* … and so many are read */
    bool closing;
};

/* On failure returns false. */
bool linea_reader_start(struct store_reader *reader,
                        const struct store_backend *backend, void *self,
                        const struct linea_store_options *options);

/* What was not read then is done as LINEA_STORE_AWAY. */
void linea_reader_stop(struct store_reader *reader);

void linea_reader_ask(struct store_reader *reader, struct linea_store_reading *reading);

/* What was read first; NULL if there is nothing. */
struct linea_store_reading *linea_reader_take(struct store_reader *reader);

/* Read, and wait for it. */
enum linea_store_result linea_reader_read(struct store_reader *reader,
                                          struct linea_store_reading *reading);
enum linea_store_result linea_reader_last(struct store_reader *reader,
                                          struct store_end *end, uint64_t game);
enum linea_store_result linea_reader_get(struct store_reader *reader,
                                         char value[LINEA_STORE_SETTING + 1],
                                         const char *key);

/* How much was read so far. */
uint64_t linea_reader_count(struct store_reader *reader);

/* What is not being read yet is done as LINEA_STORE_AWAY. */
void linea_reader_drop(struct store_reader *reader);

/* Wait until all that was asked for has been read. */
void linea_reader_flush(struct store_reader *reader);

#endif
