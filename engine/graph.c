/*
 * graph.c - networks by merging sets of locations: a seat has some twenty routes in a
 * few networks, so every line is simply tried against every network so far.
 *
 * SPDX-License-Identifier: MIT
 */
#include "graph.h"

void linea_networks_add(struct linea_networks *n, const struct linea_map *map,
                        uint64_t locations)
{
    uint64_t joining = locations & ~map->dead_ends;
    int kept = 0;

    for (int i = 0; i < n->count; i++) {
        if (n->at[i] & joining)
            locations |= n->at[i];
        else
            n->at[kept++] = n->at[i];
    }
    n->at[kept++] = locations;
    n->count = kept;
}

void linea_networks_find(struct linea_networks *out, const struct linea_map *map,
                         const struct linea_set *routes)
{
    struct linea_set left = *routes;

    out->count = 0;
    while (!linea_set_empty(&left))
        linea_networks_add(out, map,
                           linea_route_ends(&map->route[linea_set_pop(&left)]));
}

bool linea_networks_join(const struct linea_networks *n, uint64_t locations)
{
    for (int i = 0; i < n->count; i++)
        if ((n->at[i] & locations) == locations)
            return true;
    return false;
}
