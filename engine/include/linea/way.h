/*
 * linea/way.h - cheapest ways over a board, for whatever price each route has.
 *
 * Ways follow from what lies open on the table, so they reveal nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_WAY_H
#define LINEA_WAY_H

#include "linea/view.h"

/* What each route costs, 0 or more. */
struct linea_prices {
    int route[LINEA_ROUTES];
};

/* The cheapest ways from one location, found as far as they have been asked for. */
struct linea_ways {
    const struct linea_map *map;
    const struct linea_prices *prices; /* borrowed */
    int closed, start;
    uint64_t seen, open;           /* locations with a way; that may lead further */
    int price[LINEA_LOCATIONS];    /* what the way there costs, … */
    uint8_t line[LINEA_LOCATIONS]; /* … its last route … */
    uint8_t from[LINEA_LOCATIONS]; /* … and where that comes from */
};

/* Begin at a location; a way that costs `closed` or more is none. */
void linea_ways_begin(struct linea_ways *w, const struct linea_map *map,
                      const struct linea_prices *prices, int closed, int from);

/* The price of the cheapest way to a location, `closed` if there is none. Of equal ways
   the one over lower locations and routes is found. A dead end is not passed. */
int linea_ways_find(struct linea_ways *w, int to);

/* The routes of a way that was found that are not free. */
struct linea_set linea_ways_routes(const struct linea_ways *w, int to);

/* A way over own routes, which cost nothing, and routes still open. */
struct linea_way {
    int spaces;              /* still to be claimed; -1 when no way is left */
    struct linea_set routes; /* those to be claimed */
};

/* The way with the fewest spaces between two locations, and of these the one with the
   fewest routes, for a seat of the view. */
void linea_way_find(const struct linea_view *view, struct linea_way *out, int seat,
                    int from, int to);

#endif
