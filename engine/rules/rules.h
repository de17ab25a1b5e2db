/*
 * rules.h - what the mechanics offer to scoring. Private to the engine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_RULES_H
#define LINEA_RULES_H

#include <stdint.h>

#include "graph.h"
#include "linea/map.h"

/* Those of the tickets whose two locations one network touches (TICKET-VALUE). */
struct linea_set linea_tickets_done(const struct linea_map *map,
                                    const struct linea_networks *networks,
                                    const struct linea_set *tickets);

/*
 * Let each station of a seat use one route of another seat, or none (EU-STATION-USE).
 * Of all choices the one is taken that completes most points of tickets; among equals
 * most tickets, then fewest routes, then the one that has the lowest route that is not
 * in both. `own` are the seat's networks, `others` the routes of all other seats.
 * Writes the tickets completed and the routes borrowed.
 */
void linea_stations_use(const struct linea_map *map, struct linea_set *done,
                        struct linea_set *borrowed, const struct linea_networks *own,
                        const struct linea_set *others, uint64_t stations,
                        const struct linea_set *tickets);

#endif
