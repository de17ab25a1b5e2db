/*
 * tests/oracle_score.c - points a second time, the plain way: every ticket by walking
 * from one end, every use of stations tried, every trail walked. Slow, and with nothing
 * in common with the engine.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

/* Whether somebody who walks from a over the routes comes to b. Nobody walks on through
   a dead end. */
static bool joined(const struct linea_map *map, const bool *routes, int a, int b)
{
    bool reached[LINEA_LOCATIONS] = {false};
    reached[a] = true;
    for (bool more = true; more;) {
        more = false;
        for (int r = 0; r < map->routes; r++) {
            int ends[2] = {map->route[r].a, map->route[r].b};
            for (int k = 0; routes[r] && k < 2; k++) {
                bool leaves = ends[k] == a || !(map->dead_ends >> ends[k] & 1);
                if (reached[ends[k]] && leaves && !reached[ends[!k]])
                    more = reached[ends[!k]] = true;
            }
        }
    }
    return reached[b];
}

/* The routes of a seat as an array. */
static void own_routes(const struct linea_game *g, int seat, bool *routes)
{
    for (int r = 0; r < LINEA_ROUTES; r++)
        routes[r] = linea_set_has(&g->seat[seat].routes, r);
}

/* Points and number of the tickets that some routes complete. */
static void count_tickets(const struct linea_game *g, int seat, const bool *routes,
                          int *points, int *done)
{
    *points = *done = 0;
    for (int t = 0; t < g->map->tickets; t++) {
        const struct linea_ticket *ticket = &g->map->ticket[t];
        if (!linea_set_has(&g->seat[seat].tickets, t))
            continue;
        if (joined(g->map, routes, ticket->a, ticket->b)) {
            *points += ticket->points;
            ++*done;
        } else {
            *points -= ticket->points;
        }
    }
}

static bool somebody_else_has(const struct linea_game *g, int seat, int route)
{
    for (int s = 0; s < g->seats; s++)
        if (s != seat && linea_set_has(&g->seat[s].routes, route))
            return true;
    return false;
}

/* Try every route of others, and none, at each station from location l on. */
static void try_stations(const struct linea_game *g, int seat, bool *routes, int l,
                         int *points, int *done)
{
    while (l < g->map->locations && !(g->seat[seat].stations >> l & 1))
        l++;
    if (l == g->map->locations) {
        int now, number;
        count_tickets(g, seat, routes, &now, &number);
        if (now > *points || (now == *points && number > *done)) {
            *points = now;
            *done = number;
        }
        return;
    }
    try_stations(g, seat, routes, l + 1, points, done);
    for (int r = 0; r < g->map->routes; r++) {
        bool here = g->map->route[r].a == l || g->map->route[r].b == l;
        if (!here || routes[r] || !somebody_else_has(g, seat, r))
            continue;
        routes[r] = true;
        try_stations(g, seat, routes, l + 1, points, done);
        routes[r] = false;
    }
}

/* The longest trail that goes on from a location over the routes that are left. */
static int walk_on(const struct linea_map *map, bool *left, int from)
{
    int best = 0;
    for (int r = 0; r < map->routes; r++) {
        const struct linea_route *route = &map->route[r];
        if (!left[r] || (route->a != from && route->b != from))
            continue;
        int to = route->a == from ? route->b : route->a;
        left[r] = false;
        int on = map->dead_ends >> to & 1 ? 0 : walk_on(map, left, to);
        left[r] = true;
        if (route->length + on > best)
            best = route->length + on;
    }
    return best;
}

static int longest(const struct linea_map *map, bool *routes)
{
    int best = 0;
    for (int l = 0; l < map->locations; l++) {
        int from_here = walk_on(map, routes, l);
        if (from_here > best)
            best = from_here;
    }
    return best;
}

/* Points of routes, attractions and districts: what needs no comparison. */
static void score_board(const struct linea_map *map, const bool *routes,
                        struct linea_score *out)
{
    uint64_t touched = 0;
    for (int r = 0; r < map->routes; r++)
        if (routes[r]) {
            out->from[LINEA_FROM_ROUTES] += map->route_points[map->route[r].length];
            touched |= (uint64_t)1 << map->route[r].a | (uint64_t)1 << map->route[r].b;
        }
    for (int l = 0; l < map->locations; l++)
        if ((touched & map->attractions) >> l & 1)
            out->from[LINEA_FROM_ATTRACTIONS] += map->attraction_points;
    for (int d = 0; d < map->districts; d++) {
        bool whole = true;
        for (int a = 0; a < map->locations; a++)
            for (int b = 0; b < map->locations; b++)
                if (map->location[a].district == d && map->location[b].district == d)
                    whole &= a == b ? touched >> a & 1 : joined(map, routes, a, b);
        if (whole)
            out->from[LINEA_FROM_DISTRICTS] += map->district_points[d];
    }
}

void oracle_score(const struct linea_game *g, int seat, struct linea_score *out)
{
    bool routes[LINEA_ROUTES];
    int points = -10000, done = 0;
    memset(out, 0, sizeof *out);
    own_routes(g, seat, routes);
    score_board(g->map, routes, out);
    for (int l = 0; l < g->map->locations; l++)
        if (g->seat[seat].stations >> l & 1)
            out->stations_built++;
    out->from[LINEA_FROM_STATIONS] =
        (int16_t)((g->map->stations - out->stations_built) * g->map->station_points);
    try_stations(g, seat, routes, 0, &points, &done);
    out->from[LINEA_FROM_TICKETS] = (int16_t)points;
    out->tickets_done = (uint8_t)done;
    if (linea_map_uses(g->map, LINEA_LONGEST))
        out->longest = (uint8_t)longest(g->map, routes);
}
