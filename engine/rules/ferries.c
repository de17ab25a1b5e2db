/*
 * ferries.c - routes that demand wilds (EU-FERRY). What pays for them follows from the
 * tables of the map.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

static void read_ferry(struct map_reader *r, int value)
{
    struct linea_route *route = &r->map->route[r->map->routes];
    int most = route->length ? route->length : LINEA_LENGTH;
    route->wilds = (uint8_t)linea_map_int(r, value, 1, most);
}

static void check_map(struct map_reader *r)
{
    int wilds = r->map->count[LINEA_WILD];
    for (int i = 0; i < r->map->routes && !linea_map_lost(r, LOST_CARDS); i++)
        if (r->map->route[i].wilds > wilds)
            linea_map_wrong(r, linea_json_get(r->json, r->route_at[i], "ferry"),
                            "it demands more wilds, %d, than the deck has, %d",
                            r->map->route[i].wilds, wilds);
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    for (int i = 0; i < map->routes; i++)
        linea_hash_numbers(to, &map->route[i].wilds, 1);
}

const struct mechanic linea_mechanic_ferries = {
    .name = "ferries",
    .title = N_("ferries"),
    .of_route = {"ferry", read_ferry},
    .check_map = check_map,
    .hash = hash,
};
