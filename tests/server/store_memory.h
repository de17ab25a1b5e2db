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

/* The same as the first of several nodes. */
struct linea_store *linea_store_open_shared(const struct linea_store_options *options);

/* Another node: a store with the same games. */
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

/* Nothing gets from this node to the others and back, neither hints nor that it is
   there. */
void linea_store_memory_part(struct linea_store *store, bool parted);

/* The last events of a game are gone: a copy of the database that lagged behind has
   taken its place. */
void linea_store_memory_cut(struct linea_store *store, uint64_t game, int events);

/* Hints do not reach this node. */
void linea_store_memory_lose_hints(struct linea_store *store, bool lose);

/* The clock of this node is ahead of the others', in milliseconds. */
void linea_store_memory_clock(struct linea_store *store, int64_t ahead);

/* The store is full when its events have more than `bytes`. */
void linea_store_memory_limit(struct linea_store *store, size_t bytes);

/* After so many appends nothing more is written, as if the process had been killed.
   What is written then can be read; nothing is to be done with the store but that. */
void linea_store_memory_stop(struct linea_store *store, int appends);

#endif
