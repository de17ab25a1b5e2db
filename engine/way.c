/*
 * engine/way.c - shortest ways (Dijkstra's), on at most 64 locations.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/way.h"

#include <string.h>

enum {
    FAR = 1 << 20, /* beyond any way */
    SPACE = 256    /* what a space costs; a route costs 1 more, so that few are used */
};

struct search {
    const struct linea_view *view;
    const struct linea_view_seat *seat;
    int from;
    int cost[LINEA_LOCATIONS];
    int route[LINEA_LOCATIONS]; /* by which each location was reached */
    uint64_t settled;
};

static int nearest(const struct search *s)
{
    int best = -1;
    for (int l = 0; l < s->view->map->locations; l++)
        if (!(s->settled >> l & 1) && s->cost[l] < FAR &&
            (best < 0 || s->cost[l] < s->cost[best]))
            best = l;
    return best;
}

static int other_end(const struct linea_map *map, int route, int location)
{
    const struct linea_route *r = &map->route[route];
    return r->a == location ? r->b : r->a;
}

static void settle(struct search *s, int location)
{
    const struct linea_map *map = s->view->map;
    s->settled |= (uint64_t)1 << location;
    /* DE-COUNTRY: a way may end in a dead end, not pass through it. */
    if (location != s->from && (map->dead_ends >> location & 1))
        return;
    for (int r = 0; r < map->routes; r++) {
        bool own = linea_set_has(&s->seat->routes, r);
        if (map->route[r].a != location && map->route[r].b != location)
            continue;
        if (!own && !linea_set_has(&s->seat->open, r))
            continue;
        int cost = s->cost[location] + (own ? 0 : map->route[r].length * SPACE + 1);
        int to = other_end(map, r, location);
        if (cost < s->cost[to]) {
            s->cost[to] = cost;
            s->route[to] = r;
        }
    }
}

void linea_way_find(const struct linea_view *view, struct linea_way *out, int seat,
                    int from, int to)
{
    struct search s = {.view = view, .seat = &view->seat[seat], .from = from};
    for (int l = 0; l < LINEA_LOCATIONS; l++)
        s.cost[l] = FAR;
    s.cost[from] = 0;
    for (int l = nearest(&s); l >= 0 && l != to; l = nearest(&s))
        settle(&s, l);
    memset(out, 0, sizeof *out);
    out->spaces = s.cost[to] == FAR ? -1 : s.cost[to] / SPACE;
    for (int l = to; out->spaces > 0 && l != from;) {
        int r = s.route[l];
        if (!linea_set_has(&s.seat->routes, r))
            linea_set_add(&out->routes, r);
        l = other_end(view->map, r, l);
    }
}
