/*
 * map_tables.c - fills in what follows from a map that has no mistake.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

#include "rules/mechanic.h"

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
        if (deck->drawn)
            map->draw_deck = (uint8_t)d;
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

/* A route is paid with its colour, or any if it is gray, no fewer wilds than a ferry
   demands, and at least one card that is none. */
static void fill_routes(struct linea_map *map)
{
    for (int i = 0; i < map->routes; i++) {
        const struct linea_route *route = &map->route[i];
        fill_parallels(map, i);
        if (route->length > map->longest)
            map->longest = route->length;
        linea_set_add(&map->as_long[route->length], i);
        for (int length = route->length; length <= LINEA_LENGTH; length++)
            linea_set_add(&map->by_length[length], i);
        for (int colour = 0; colour < map->colours; colour++)
            for (int wilds = route->wilds; wilds < route->length; wilds++)
                if (route->colour == colour || route->colour == LINEA_GRAY)
                    linea_set_add(&map->paid_with[colour][wilds], i);
    }
}

/* The routes by location, for walks over the board. */
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

/* The card deck before it is shuffled. */
static void fill_cards(struct linea_map *map)
{
    int n = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        for (int i = 0; i < map->count[kind]; i++)
            map->card[n++] = (uint8_t)kind;
}

void linea_map_fill(struct map_reader *r)
{
    fill_tickets(r);
    fill_routes(r->map);
    fill_lines(r->map);
    fill_cards(r->map);
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_mechanics[m]->fill)
            linea_mechanics[m]->fill(r->map);
}
