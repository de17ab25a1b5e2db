/*
 * server/store_map.h - a hash table of things that begin with a struct store_link, by
 * 64-bit key. It owns its buckets, not the things.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_MAP_H
#define SERVER_STORE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store_link {
    struct store_link *next;
    uint64_t key;
};

/* All zero is an empty table. */
struct store_map {
    struct store_link **buckets;
    size_t bucket_count; /* 0 or a power of two */
    size_t count;
};

/* The thing with this key, or NULL. */
struct store_link *linea_store_map_find(const struct store_map *map, uint64_t key);

/* Add a thing whose key is not there yet; false without memory. */
bool linea_store_map_add(struct store_map *map, struct store_link *link);

/* Take out a thing that is there. */
void linea_store_map_remove(struct store_map *map, struct store_link *link);

/* Release the buckets, after giving each thing to `release`. */
void linea_store_map_finish(struct store_map *map,
                            void (*release)(struct store_link *));

#endif
