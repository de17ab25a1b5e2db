/*
 * graph.h - what a set of routes joins. Private to the engine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_GRAPH_H
#define LINEA_GRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "linea/map.h"

/*
 * Each network as the set of locations it touches. A dead end may be in several: each
 * line into it touches it, and it joins none of them.
 */
struct linea_networks {
    int count;
    uint64_t at[LINEA_ROUTES]; /* bit l: location l */
};

void linea_networks_find(struct linea_networks *out, const struct linea_map *map,
                         const struct linea_set *routes);

/* Whether one network touches them all. */
bool linea_networks_join(const struct linea_networks *n, uint64_t locations);

/* Add a line, or a network, to some that do not touch each other. */
void linea_networks_add(struct linea_networks *n, const struct linea_map *map,
                        uint64_t locations);

/* The two locations of a route. */
static inline uint64_t linea_route_ends(const struct linea_route *route)
{
    return (uint64_t)1 << route->a | (uint64_t)1 << route->b;
}

#endif
