/*
 * map_tables.c - fills in what follows from a map that has no mistake.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

/* Number the tickets deck by deck, each deck in the order of the file. */
static void fill_tickets(struct map_reader *r)
{
    struct linea_map *map = r->map;
    int count = 0;
    for (int d = 0; d < map->decks; d++) {
        struct linea_deck *deck = &map->deck[d];
        deck->first = (uint8_t)count;
        for (int i = 0; i < map->tickets; i++)
            if (r->ticket[i].deck == d)
                map->ticket[count++] = r->ticket[i];
        deck->size = (uint8_t)(count - deck->first);
    }
}

static void fill_parallels(struct linea_map *map, int i)
{
    struct linea_route *route = &map->route[i];
    int row = 1;
    for (int k = 0; k < map->routes; k++) {
        if (k == i || map->route[k].a != route->a || map->route[k].b != route->b)
            continue;
        linea_set_add(&route->parallels, k);
        row += k < i;
    }
    route->row = (uint8_t)(linea_set_empty(&route->parallels) ? 0 : row);
}

static void fill_routes(struct linea_map *map)
{
    for (int i = 0; i < map->routes; i++) {
        fill_parallels(map, i);
        for (int length = map->route[i].length; length <= LINEA_LENGTH; length++)
            linea_set_add(&map->by_length[length], i);
        linea_set_add(&map->by_colour[map->route[i].colour], i);
        for (int wilds = map->route[i].wilds; wilds <= LINEA_LENGTH; wilds++)
            linea_set_add(&map->by_wilds[wilds], i);
    }
}

/* The routes by location, for whoever walks the board. */
static void fill_lines(struct linea_map *map)
{
    int n = 0;
    for (int l = 0; l < map->locations; l++) {
        map->first_line[l] = (uint16_t)n;
        for (int i = 0; i < map->routes; i++) {
            const struct linea_route *route = &map->route[i];
            if (route->a == l || route->b == l)
                map->line[n++] = (struct linea_line){
                    .to = route->a == l ? route->b : route->a, .route = (uint8_t)i};
        }
    }
    map->first_line[map->locations] = (uint16_t)n;
}

static void fill_passengers(struct linea_map *map)
{
    int places = 0;
    for (int i = 0; i < map->locations; i++) {
        map->location[i].first_passenger = (uint8_t)places;
        places += map->location[i].passengers;
    }
}

void linea_map_fill(struct map_reader *r)
{
    fill_tickets(r);
    fill_routes(r->map);
    fill_lines(r->map);
    fill_passengers(r->map);
}
