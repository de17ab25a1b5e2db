/*
 * server/id_map.c - the hash table: chains, doubled when there are more things than
 * buckets.
 *
 * SPDX-License-Identifier: MIT
 */
#include "id_map.h"

#include <stdlib.h>

enum { FIRST_BUCKETS = 64 };

/* Where the chain of a key begins. Multiplying spreads keys that are counted up. */
static struct id_link **bucket(const struct id_map *map, uint64_t key)
{
    uint64_t mixed = key * 0x9e3779b97f4a7c15u;
    return &map->buckets[(mixed >> 32) & (map->bucket_count - 1)];
}

struct id_link *linea_id_map_find(const struct id_map *map, uint64_t key)
{
    if (!map->bucket_count)
        return NULL;
    struct id_link *link = *bucket(map, key);
    while (link && link->key != key)
        link = link->next;
    return link;
}

static void put(struct id_map *map, struct id_link *link)
{
    struct id_link **chain = bucket(map, link->key);
    link->next = *chain;
    *chain = link;
}

static bool grow(struct id_map *map)
{
    struct id_map larger = {.count = map->count};
    larger.bucket_count = map->bucket_count ? 2 * map->bucket_count : FIRST_BUCKETS;
    larger.buckets = calloc(larger.bucket_count, sizeof(struct id_link *));
    if (!larger.buckets)
        return false;
    for (size_t i = 0; i < map->bucket_count; i++) {
        for (struct id_link *link = map->buckets[i], *next; link; link = next) {
            next = link->next;
            put(&larger, link);
        }
    }
    free(map->buckets);
    *map = larger;
    return true;
}

bool linea_id_map_add(struct id_map *map, struct id_link *link)
{
    if (map->count == map->bucket_count && !grow(map))
        return false;
    put(map, link);
    map->count++;
    return true;
}

void linea_id_map_remove(struct id_map *map, struct id_link *link)
{
    struct id_link **at = bucket(map, link->key);
    while (*at != link)
        at = &(*at)->next;
    *at = link->next;
    map->count--;
}

void linea_id_map_finish(struct id_map *map, void (*release)(struct id_link *))
{
    for (size_t i = 0; i < map->bucket_count; i++) {
        for (struct id_link *link = map->buckets[i], *next; link; link = next) {
            next = link->next;
            release(link);
        }
    }
    free(map->buckets);
    *map = (struct id_map){0};
}
