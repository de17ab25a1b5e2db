/*
 * bots/plan.c - forests of cheapest ways. Called whenever a plan is broken by
 * somebody's claim, so a few times a game and some microseconds each.
 *
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include <string.h>

int linea_plan_price(const struct linea_map *map, const struct linea_prices *prices,
                     int from, int to)
{
    struct linea_ways w;
    linea_ways_begin(&w, map, prices, PLAN_CLOSED, from);
    return linea_ways_find(&w, to);
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
                    struct linea_prices *prices, int from, int to)
{
    struct linea_ways w;
    linea_ways_begin(&w, map, prices, PLAN_CLOSED, from);
    if (linea_ways_find(&w, to) >= PLAN_CLOSED)
        return false;
    struct linea_set way = linea_ways_routes(&w, to);
    linea_set_add_all(&plan->routes, &way);
    while (!linea_set_empty(&way))
        prices->route[linea_set_pop(&way)] = 0;
    return true;
}

bool linea_plan_join(struct plan *plan, const struct linea_map *map,
                     const struct linea_prices *prices, uint64_t locations)
{
    struct linea_prices paid = *prices;
    for (struct linea_set left = plan->routes; !linea_set_empty(&left);)
        paid.route[linea_set_pop(&left)] = 0;
    int first = linea_lowest(locations);
    for (locations &= locations - 1; locations; locations &= locations - 1)
        if (!add_way(plan, map, &paid, first, linea_lowest(locations)))
            return false;
    return true;
}

void linea_plan_make(struct plan *plan, const struct linea_map *map,
                     const struct linea_prices *prices, const struct linea_set *tickets)
{
    struct linea_prices paid = *prices;
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
