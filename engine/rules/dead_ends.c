/*
 * dead_ends.c - locations that end every line into them (DE-COUNTRY, EU-COUNTRY). What
 * follows from that is where lines are joined: graph.c, longest.c, way.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

static void read_dead_end(struct map_reader *r, int value)
{
    if (linea_map_flag(r, value))
        r->map->dead_ends |= (uint64_t)1 << r->map->locations;
}

static void hash(struct linea_sha256 *to, const struct linea_map *map)
{
    linea_hash_locations(to, map, map->dead_ends);
}

const struct mechanic linea_mechanic_dead_ends = {
    .name = "dead-ends",
    .of_location = {"dead-end", read_dead_end},
    .hash = hash,
};
