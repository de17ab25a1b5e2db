/*
 * attractions.c - points for each attraction that a route touches (NY-ATTRACTION).
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

static void read_attraction(struct map_reader *r, int value)
{
    if (linea_map_flag(r, value))
        r->map->attractions |= (uint64_t)1 << r->map->locations;
}

static void score(struct scoring *x)
{
    const struct linea_map *map = x->g->map;
    for (int s = 0; s < x->g->seats; s++) {
        uint64_t touched = 0;
        for (int i = 0; i < x->networks[s].count; i++)
            touched |= x->networks[s].at[i];
        x->out->seat[s].from[LINEA_FROM_ATTRACTIONS] =
            (int16_t)(linea_bits(touched & map->attractions) *
                      map->points[LINEA_ATTRACTIONS]);
    }
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    linea_hash_locations(to, map, map->attractions);
}

const struct mechanic linea_mechanic_attractions = {
    .name = "attractions",
    .title = N_("attractions"),
    .label = N_("Attractions"),
    .points_only = true,
    .of_location = {"attraction", read_attraction},
    .hash = hash,
    .source = LINEA_FROM_ATTRACTIONS,
    .score = score,
};
