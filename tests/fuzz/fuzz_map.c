/*
 * tests/fuzz/fuzz_map.c - any bytes as a map file. Reading must not fall over, must
 * say why it refuses, and what it accepts must hold the limits that play relies on.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "linea/json.h"
#include "linea/map.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Unlike assert() this also holds in a release build. */
static void require(bool condition)
{
    if (!condition)
        abort();
}

static void count_mistake(void *context, int line, const char *where, const char *what)
{
    int *mistakes = context;
    require(line > 0 && where[0] && what[0]);
    ++*mistakes;
}

static void require_limits(const struct linea_map *map)
{
    require(map->locations >= 2 && map->locations <= LINEA_LOCATIONS);
    require(map->routes >= 1 && map->routes <= LINEA_ROUTES);
    require(map->tickets >= 1 && map->tickets <= LINEA_TICKETS);
    require(map->decks >= 1 && map->decks <= LINEA_DECKS);
    require(map->colours >= 1 && map->colours <= LINEA_COLOURS);
    require(map->cards <= LINEA_CARDS);
    require(map->cards > map->max_seats * map->hand + LINEA_DISPLAY);
    require(map->min_seats >= 2 && map->min_seats <= map->max_seats);
    require(map->max_seats <= LINEA_SEATS);
    require(map->end_vehicles < map->vehicles && map->vehicles <= LINEA_VEHICLES);
    require(map->opening_keep >= 1 && map->opening_keep <= LINEA_OFFER);
    require(map->draw_keep >= 1 && map->draw_keep <= map->draw);
    require(map->draw <= LINEA_OFFER && map->draw_decks >= 1);
    require(map->stations <= LINEA_STATIONS && map->reveal <= LINEA_REVEAL);
    require(map->districts <= LINEA_DISTRICTS);
    require(map->passengers <= LINEA_PASSENGERS);
    require(map->passenger_colours <= LINEA_PASSENGER_COLOURS);
    require(map->text_size <= LINEA_NAMES && map->text[map->text_size - 1] == 0);
}

static void require_routes(const struct linea_map *map)
{
    for (int i = 0; i < map->routes; i++) {
        const struct linea_route *route = &map->route[i];
        const char *a = linea_map_text(map, map->location[route->a].id);
        const char *b = linea_map_text(map, map->location[route->b].id);
        require(route->a < map->locations && route->b < map->locations);
        require(strcmp(a, b) < 0);
        require(route->length >= 1 && route->length <= LINEA_LENGTH);
        require(route->length <= map->vehicles && route->wilds <= route->length);
        require(route->colour < map->colours || route->colour == LINEA_GRAY);
        require(route->row <= LINEA_PARALLELS);
        require(linea_set_has(&map->as_long[route->length], i));
    }
}

static void require_tickets(const struct linea_map *map)
{
    int count = 0;
    for (int d = 0; d < map->decks; d++) {
        require(map->deck[d].first == count && map->deck[d].size > 0);
        require(map->deck[d].dealt * map->max_seats <= map->deck[d].size);
        count += map->deck[d].size;
    }
    require(count == map->tickets);
    for (int i = 0; i < map->tickets; i++) {
        const struct linea_ticket *ticket = &map->ticket[i];
        require(ticket->a < map->locations && ticket->b < map->locations);
        require(ticket->a != ticket->b && ticket->deck < map->decks);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct linea_json json;
    static struct linea_map map, again;
    int mistakes = 0;
    const struct linea_map_report report = {.mistake = count_mistake,
                                            .context = &mistakes};
    bool good = linea_map_read(&map, &json, (const char *)data, size, &report);
    require(good == (mistakes == 0));
    if (!good)
        return 0;
    require_limits(&map);
    require_routes(&map);
    require_tickets(&map);
    require(linea_map_read(&again, &json, (const char *)data, size, &report));
    require(memcmp(&map, &again, sizeof map) == 0);
    return 0;
}
