/*
 * server/id_map.h - a hash table of things that begin with a struct id_link, by
 * 64-bit key. It owns its buckets, not the things.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_ID_MAP_H
#define SERVER_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct id_link {
    struct id_link *next;
    uint64_t key;
};

/* All zero is an empty table. */
struct id_map {
    struct id_link **buckets;
    size_t bucket_count; /* 0 or a power of two */
    size_t count;
};

/* The thing with this key, or NULL. */
struct id_link *linea_id_map_find(const struct id_map *map, uint64_t key);

/* Add a thing whose key is not there yet; false without memory. */
bool linea_id_map_add(struct id_map *map, struct id_link *link);

/* Take out a thing that is there. */
void linea_id_map_remove(struct id_map *map, struct id_link *link);

/* Release the buckets, after giving each thing to `release`; an empty table needs
   none: NULL. */
void linea_id_map_finish(struct id_map *map, void (*release)(struct id_link *));

#endif
