/*
 * bots/plan.c - cheapest ways and forests of them. Called whenever a plan is broken by
 * somebody's claim, so a few times a game and some microseconds each.
 *
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include <string.h>

/* The cheapest ways from one location: what they cost, and over which line they end. */
struct ways {
    int16_t price[LINEA_LOCATIONS];
    uint8_t line[LINEA_LOCATIONS]; /* route that leads here … */
    uint8_t from[LINEA_LOCATIONS]; /* … and where it comes from */
};

static int cheapest(const struct ways *w, uint64_t open)
{
    int best = linea_lowest(open);
    for (open &= open - 1; open; open &= open - 1) {
        int l = linea_lowest(open);
        if (w->price[l] < w->price[best])
            best = l;
    }
    return best;
}

/* Find ways until `to` is reached. Dead ends are not passed through. */
static int find_ways(struct ways *w, const struct linea_map *map,
                     const struct plan_prices *prices, int from, int to)
{
    uint64_t open = (uint64_t)1 << from, seen = open;
    w->price[from] = 0;
    while (open) {
        int at = cheapest(w, open);
        open &= ~((uint64_t)1 << at);
        if (at == to)
            return w->price[to];
        if (at != from && map->dead_ends >> at & 1)
            continue;
        for (int i = map->first_line[at]; i < map->first_line[at + 1]; i++) {
            int next = map->line[i].to, route = map->line[i].route;
            int price = w->price[at] + prices->route[route];
            uint64_t bit = (uint64_t)1 << next;
            if (price >= PLAN_CLOSED || (seen & bit && price >= w->price[next]))
                continue;
            w->price[next] = (int16_t)price;
            w->line[next] = (uint8_t)route;
            w->from[next] = (uint8_t)at;
            open |= bit;
            seen |= bit;
        }
    }
    return PLAN_CLOSED;
}

int linea_plan_price(const struct linea_map *map, const struct plan_prices *prices,
                     int from, int to)
{
    struct ways w;
    return find_ways(&w, map, prices, from, to);
}

/* Put the tickets with most points first: their ways are the longest, and short ones
   often come along. */
static int order_tickets(uint8_t order[LINEA_TICKETS], const struct linea_map *map,
                         const struct linea_set *tickets)
{
    int n = 0;
    for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left), i = n++;
        for (; i > 0 && map->ticket[order[i - 1]].points < map->ticket[t].points; i--)
            order[i] = order[i - 1];
        order[i] = (uint8_t)t;
    }
    return n;
}

/* Add the cheapest way between two locations to the plan; what is added costs nothing
   more. False if there is no way. */
static bool add_way(struct plan *plan, const struct linea_map *map,
                    struct plan_prices *prices, int from, int to)
{
    struct ways w;
    if (find_ways(&w, map, prices, from, to) >= PLAN_CLOSED)
        return false;
    for (int at = to; at != from; at = w.from[at]) {
        int route = w.line[at];
        if (prices->route[route] == 0)
            continue;
        prices->route[route] = 0;
        linea_set_add(&plan->routes, route);
    }
    return true;
}

bool linea_plan_join(struct plan *plan, const struct linea_map *map,
                     const struct plan_prices *prices, uint64_t locations)
{
    struct plan_prices paid = *prices;
    for (struct linea_set left = plan->routes; !linea_set_empty(&left);)
        paid.route[linea_set_pop(&left)] = 0;
    int first = linea_lowest(locations);
    for (locations &= locations - 1; locations; locations &= locations - 1)
        if (!add_way(plan, map, &paid, first, linea_lowest(locations)))
            return false;
    return true;
}

void linea_plan_make(struct plan *plan, const struct linea_map *map,
                     const struct plan_prices *prices, const struct linea_set *tickets)
{
    struct plan_prices paid = *prices;
    uint8_t order[LINEA_TICKETS];
    int n = order_tickets(order, map, tickets);
    memset(plan, 0, sizeof *plan);
    for (int i = 0; i < n; i++)
        if (add_way(plan, map, &paid, map->ticket[order[i]].a, map->ticket[order[i]].b))
            linea_set_add(&plan->tickets, order[i]);
}

uint64_t linea_plan_ends(const struct linea_map *map, const struct linea_set *routes)
{
    uint64_t ends = 0;
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        const struct linea_route *route = &map->route[linea_set_pop(&left)];
        ends |= (uint64_t)1 << route->a | (uint64_t)1 << route->b;
    }
    return ends;
}

int linea_plan_spaces(const struct linea_map *map, const struct linea_set *routes)
{
    int spaces = 0;
    for (struct linea_set left = *routes; !linea_set_empty(&left);)
        spaces += map->route[linea_set_pop(&left)].length;
    return spaces;
}
