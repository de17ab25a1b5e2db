/*
 * map_hash.c - the identity of a map.
 *
 * What is hashed is the compiled map and not its file, so that the order of keys,
 * spaces and the spelling of a text make no difference. Every number of a map is a
 * byte, so a big-endian machine finds the same hash. A mechanic adds its numbers only
 * where a map uses it: a mechanic that is invented later leaves the hash of older maps
 * alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/sha256.h"
#include "map_internal.h"
#include "rules/mechanic.h"

_Static_assert((int)LINEA_MAP_HASH == LINEA_SHA256, "the identity is a SHA-256");

/* The NUL separates a text from what follows. */
void linea_hash_text(struct linea_sha256 *hash, const char *text)
{
    linea_sha256_add(hash, text, strlen(text) + 1);
}

void linea_hash_numbers(struct linea_sha256 *hash, const uint8_t *numbers, size_t n)
{
    uint8_t count = (uint8_t)n;
    linea_sha256_add(hash, &count, 1);
    linea_sha256_add(hash, numbers, n);
}

void linea_hash_locations(struct linea_sha256 *hash, const struct linea_map *map,
                          uint64_t set)
{
    for (int i = 0; i < map->locations; i++)
        linea_hash_numbers(hash, (const uint8_t[]){set >> i & 1}, 1);
}

static void add_rules(struct linea_sha256 *hash, const struct linea_map *map)
{
    const uint8_t numbers[] = {
        map->min_seats,    map->max_seats,        map->first, map->vehicles,
        map->end_vehicles, map->single_up_to,     map->hand,  map->opening_mix,
        map->opening_keep, map->opening_returned, map->draw,  map->draw_keep,
    };
    linea_hash_numbers(hash, numbers, sizeof numbers);
    linea_hash_numbers(hash, map->route_points, sizeof map->route_points);
    linea_hash_numbers(hash, map->tie, map->ties);
    linea_hash_numbers(hash, map->count, map->colours);
    for (int kind = 0; kind < map->colours; kind++)
        linea_hash_text(hash, linea_map_kind_name(map, kind));
    linea_hash_numbers(hash, &map->count[LINEA_WILD], 1);
}

static void add_board(struct linea_sha256 *hash, const struct linea_map *map)
{
    const uint8_t sizes[] = {map->locations, map->routes, map->decks, map->tickets};
    linea_hash_numbers(hash, sizes, sizeof sizes);
    for (int i = 0; i < map->locations; i++)
        linea_hash_text(hash, linea_map_text(map, map->location[i].id));
    for (int i = 0; i < map->routes; i++) {
        const struct linea_route *r = &map->route[i];
        linea_hash_numbers(hash, (const uint8_t[]){r->a, r->b, r->length, r->colour},
                           4);
    }
    for (int i = 0; i < map->decks; i++) {
        const struct linea_deck *d = &map->deck[i];
        linea_hash_text(hash, linea_map_text(map, d->id));
        linea_hash_numbers(hash,
                           (const uint8_t[]){d->size, d->dealt, d->drawn, d->mixed}, 4);
    }
    for (int i = 0; i < map->tickets; i++) {
        const struct linea_ticket *t = &map->ticket[i];
        linea_hash_numbers(hash, (const uint8_t[]){t->a, t->b, t->points}, 3);
    }
}

static void add_mechanic(struct linea_sha256 *hash, const struct linea_map *map, int m)
{
    const struct mechanic *mechanic = linea_mechanics[m];
    linea_hash_text(hash, mechanic->name);
    if (mechanic->points_only)
        linea_hash_numbers(hash, &map->points[m], 1);
    if (mechanic->hash)
        mechanic->hash(hash, map);
}

void linea_map_fill_hash(struct linea_map *map)
{
    struct linea_sha256 hash;
    linea_sha256_begin(&hash);
    linea_hash_text(&hash, "linea map 1");
    add_rules(&hash, map);
    add_board(&hash, map);
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_map_uses(map, (enum linea_mechanic)m))
            add_mechanic(&hash, map, m);
    linea_sha256_end(&hash, map->hash);
}
