/*
 * tests/server/store_memory.h - a store without a disk: it forgets everything, and
 * fails on request.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_STORE_MEMORY_H
#define TESTS_STORE_MEMORY_H

#include "store.h"

/* A store in memory. On failure returns NULL. */
struct linea_store *linea_store_open_memory(const struct linea_store_options *options);

/* Another node: a store with the same games. The first one is closed last. */
struct linea_store *linea_store_open_beside(const struct linea_store *store,
                                            const struct linea_store_options *options);

/* The next `commits` transactions fail with `result`. */
void linea_store_memory_fail(struct linea_store *store, int commits,
                             enum linea_store_result result);

/* The next `reads` of a log fail. */
void linea_store_memory_fail_reads(struct linea_store *store, int reads);

/* Reading logs takes until they are let go. */
void linea_store_memory_hold(struct linea_store *store, bool hold);

/* Another node appends to a game, behind the caller's back. */
void linea_store_memory_append(struct linea_store *store, uint64_t game,
                               const char *text);

/* The store is full when its events have more than `bytes`. */
void linea_store_memory_limit(struct linea_store *store, size_t bytes);

/* After so many appends nothing more is written, as if the process had been killed.
   What is written then can be read; nothing is to be done with the store but that. */
void linea_store_memory_stop(struct linea_store *store, int appends);

#endif
