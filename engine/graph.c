/*
 * graph.c - networks: found by walking over all lines at once, or by merging a line
 * with those it touches.
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
    uint64_t beside[LINEA_LOCATIONS] = {0}; /* with itself */
    uint64_t touched = 0, dead_ends = map->dead_ends;

    out->count = 0;
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        const struct linea_route *route = &map->route[linea_set_pop(&left)];
        uint64_t ends = linea_route_ends(route);
        beside[route->a] |= ends;
        beside[route->b] |= ends;
        touched |= ends;
        if (!(ends & ~dead_ends))
            out->at[out->count++] = ends;
    }
    for (uint64_t left = touched & ~dead_ends; left;) {
        uint64_t network = 0;
        for (uint64_t next = left & -left; next; next = network & left) {
            network |= beside[linea_lowest(next)];
            left &= ~(next & -next);
        }
        out->at[out->count++] = network;
    }
}

bool linea_networks_join(const struct linea_networks *n, uint64_t locations)
{
    for (int i = 0; i < n->count; i++)
        if ((n->at[i] & locations) == locations)
            return true;
    return false;
}
