/*
 * engine/way.c - cheapest ways (Dijkstra's), on at most 64 locations.
 *
 * Bots call it for every ticket whenever a plan is judged, so it stops as soon as it
 * has what was asked for, and goes on from there when more is.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/way.h"

#include <assert.h>

enum {
    FAR = 1 << 20, /* beyond any way */
    SPACE = 256    /* what a space costs; a route costs 1 more, so that few are used */
};

static int cheapest(const struct linea_ways *w, uint64_t open)
{
    int best = linea_lowest(open);
    for (open &= open - 1; open; open &= open - 1) {
        int l = linea_lowest(open);
        if (w->price[l] < w->price[best])
            best = l;
    }
    return best;
}

void linea_ways_begin(struct linea_ways *w, const struct linea_map *map,
                      const struct linea_prices *prices, int closed, int from)
{
    w->map = map;
    w->prices = prices;
    w->closed = closed;
    w->start = from;
    w->open = w->seen = (uint64_t)1 << from;
    w->price[from] = 0;
}

int linea_ways_find(struct linea_ways *w, int to)
{
    const struct linea_map *map = w->map;
    uint64_t open = w->open, seen = w->seen;
    if ((seen & ~open) >> to & 1)
        return w->price[to];
    while (open) {
        int at = cheapest(w, open);
        if (at == to)
            break;
        open &= ~((uint64_t)1 << at);
        if (at != w->start && map->dead_ends >> at & 1)
            continue; /* DE-COUNTRY: a way may end in a dead end, not pass through it.
                       */
        for (int i = map->first_line[at]; i < map->first_line[at + 1]; i++) {
            int next = map->line[i].to, route = map->line[i].route;
            int price = w->price[at] + w->prices->route[route];
            uint64_t bit = (uint64_t)1 << next;
            if (price >= w->closed || (seen & bit && price >= w->price[next]))
                continue;
            w->price[next] = price;
            w->line[next] = (uint8_t)route;
            w->from[next] = (uint8_t)at;
            open |= bit;
            seen |= bit;
        }
    }
    w->open = open;
    w->seen = seen;
    return open ? w->price[to] : w->closed;
}

struct linea_set linea_ways_routes(const struct linea_ways *w, int to)
{
    struct linea_set out = {{0}};
    assert(w->seen >> to & 1);
    for (int at = to; at != w->start; at = w->from[at])
        if (w->prices->route[w->line[at]] > 0)
            linea_set_add(&out, w->line[at]);
    return out;
}

void linea_way_find(const struct linea_view *view, struct linea_way *out, int seat,
                    int from, int to)
{
    const struct linea_view_seat *s = &view->seat[seat];
    struct linea_prices prices;
    struct linea_ways ways;
    for (int r = 0; r < view->map->routes; r++)
        prices.route[r] = linea_set_has(&s->routes, r) ? 0
                          : linea_set_has(&s->open, r)
                              ? view->map->route[r].length * SPACE + 1
                              : FAR;
    linea_ways_begin(&ways, view->map, &prices, FAR, from);
    int price = linea_ways_find(&ways, to);
    *out = (struct linea_way){.spaces = price == FAR ? -1 : price / SPACE};
    if (price < FAR)
        out->routes = linea_ways_routes(&ways, to);
}
