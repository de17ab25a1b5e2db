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

_Static_assert((int)LINEA_MAP_HASH == LINEA_SHA256, "the identity is a SHA-256");

/* The NUL separates a text from what follows. */
static void add_text(struct linea_sha256 *hash, const char *text)
{
    linea_sha256_add(hash, text, strlen(text) + 1);
}

static void add_numbers(struct linea_sha256 *hash, const uint8_t *numbers, size_t n)
{
    uint8_t count = (uint8_t)n;
    linea_sha256_add(hash, &count, 1);
    linea_sha256_add(hash, numbers, n);
}

static void add_rules(struct linea_sha256 *hash, const struct linea_map *map)
{
    const uint8_t numbers[] = {
        map->min_seats,    map->max_seats,        map->first, map->vehicles,
        map->end_vehicles, map->single_up_to,     map->hand,  map->opening_mix,
        map->opening_keep, map->opening_returned, map->draw,  map->draw_keep,
    };
    add_numbers(hash, numbers, sizeof numbers);
    add_numbers(hash, map->route_points, sizeof map->route_points);
    add_numbers(hash, map->tie, map->ties);
    add_numbers(hash, map->count, map->colours);
    for (int kind = 0; kind < map->colours; kind++)
        add_text(hash, linea_map_kind_name(map, kind));
    add_numbers(hash, &map->count[LINEA_WILD], 1);
}

static void add_board(struct linea_sha256 *hash, const struct linea_map *map)
{
    const uint8_t sizes[] = {map->locations, map->routes, map->decks, map->tickets};
    add_numbers(hash, sizes, sizeof sizes);
    for (int i = 0; i < map->locations; i++)
        add_text(hash, linea_map_text(map, map->location[i].id));
    for (int i = 0; i < map->routes; i++) {
        const struct linea_route *r = &map->route[i];
        add_numbers(hash, (const uint8_t[]){r->a, r->b, r->length, r->colour}, 4);
    }
    for (int i = 0; i < map->decks; i++) {
        const struct linea_deck *d = &map->deck[i];
        add_text(hash, linea_map_text(map, d->id));
        add_numbers(hash, (const uint8_t[]){d->size, d->dealt, d->drawn, d->mixed}, 4);
    }
    for (int i = 0; i < map->tickets; i++) {
        const struct linea_ticket *t = &map->ticket[i];
        add_numbers(hash, (const uint8_t[]){t->a, t->b, t->points}, 3);
    }
}

/* One byte for each location: whether it is in a set. */
static void add_set(struct linea_sha256 *hash, const struct linea_map *map,
                    uint64_t set)
{
    for (int i = 0; i < map->locations; i++)
        add_numbers(hash, (const uint8_t[]){set >> i & 1}, 1);
}

static void add_passengers(struct linea_sha256 *hash, const struct linea_map *map)
{
    add_numbers(hash, map->passenger_points, LINEA_PLACES);
    add_numbers(hash, map->passenger_count, map->passenger_colours);
    for (int i = 0; i < map->passenger_colours; i++)
        add_text(hash, linea_map_passenger_name(map, i));
    for (int i = 0; i < map->locations; i++)
        add_numbers(hash, &map->location[i].passengers, 1);
}

static void add_districts(struct linea_sha256 *hash, const struct linea_map *map)
{
    add_numbers(hash, map->district_points, map->districts);
    for (int i = 0; i < map->districts; i++) {
        add_text(hash, linea_map_text(map, map->district_id[i]));
        add_set(hash, map, map->district_at[i]);
    }
}

static void add_mechanic(struct linea_sha256 *hash, const struct linea_map *map,
                         enum linea_mechanic mechanic)
{
    add_text(hash, linea_mechanic_name(mechanic));
    switch (mechanic) {
    case LINEA_FERRIES:
        for (int i = 0; i < map->routes; i++)
            add_numbers(hash, &map->route[i].wilds, 1);
        break;
    case LINEA_TUNNELS:
        add_numbers(hash, &map->reveal, 1);
        for (int i = 0; i < map->routes; i++)
            add_numbers(hash, &map->route[i].tunnel, 1);
        break;
    case LINEA_STATIONS_BUILT:
        add_numbers(hash, map->station_cost, map->stations);
        add_numbers(hash, &map->points[LINEA_STATIONS_BUILT], 1);
        break;
    case LINEA_PASSENGERS_TAKEN:
        add_passengers(hash, map);
        break;
    case LINEA_DISTRICTS_JOINED:
        add_districts(hash, map);
        break;
    case LINEA_ATTRACTIONS:
        add_numbers(hash, &map->points[LINEA_ATTRACTIONS], 1);
        add_set(hash, map, map->attractions);
        break;
    case LINEA_LONGEST:
        add_numbers(hash, &map->points[LINEA_LONGEST], 1);
        break;
    case LINEA_GLOBETROTTER:
        add_numbers(hash, &map->points[LINEA_GLOBETROTTER], 1);
        break;
    case LINEA_DEAD_ENDS:
        add_set(hash, map, map->dead_ends);
        break;
    case LINEA_MECHANICS:
        break;
    }
}

void linea_map_fill_hash(struct linea_map *map)
{
    struct linea_sha256 hash;
    linea_sha256_begin(&hash);
    add_text(&hash, "linea map 1");
    add_rules(&hash, map);
    add_board(&hash, map);
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_map_uses(map, (enum linea_mechanic)m))
            add_mechanic(&hash, map, (enum linea_mechanic)m);
    linea_sha256_end(&hash, map->hash);
}
