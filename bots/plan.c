/*
 * bots/plan.c - cheapest ways and forests of them. Called whenever a plan is broken by
 * somebody's claim, so a few times a game and some microseconds each.
 *
 * SPDX-License-Identifier: MIT
 */
#include "plan.h"

#include <string.h>

static int cheapest(const struct plan_ways *w, uint64_t open)
{
    int best = linea_lowest(open);
    for (open &= open - 1; open; open &= open - 1) {
        int l = linea_lowest(open);
        if (w->price[l] < w->price[best])
            best = l;
    }
    return best;
}

void linea_plan_set_out(struct plan_ways *w, int from)
{
    w->start = from;
    w->open = w->seen = (uint64_t)1 << from;
    w->price[from] = 0;
}

int linea_plan_go(struct plan_ways *w, const struct linea_map *map,
                  const struct plan_prices *prices, int to)
{
    uint64_t open = w->open, seen = w->seen;
    if ((seen & ~open) >> to & 1)
        return w->price[to];
    while (open) {
        int at = cheapest(w, open);
        if (at == to)
            break;
        open &= ~((uint64_t)1 << at);
        if (at != w->start && map->dead_ends >> at & 1)
            continue; /* Dead ends are not passed through. */
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
    w->open = open;
    w->seen = seen;
    return open ? w->price[to] : PLAN_CLOSED;
}

struct linea_set linea_plan_way(const struct plan_ways *w,
                                const struct plan_prices *prices, int to)
{
    struct linea_set out = {{0}};
    for (int at = to; at != w->start; at = w->from[at])
        if (prices->route[w->line[at]] > 0)
            linea_set_add(&out, w->line[at]);
    return out;
}

int linea_plan_price(const struct linea_map *map, const struct plan_prices *prices,
                     int from, int to)
{
    struct plan_ways w;
    linea_plan_set_out(&w, from);
    return linea_plan_go(&w, map, prices, to);
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
    struct plan_ways w;
    linea_plan_set_out(&w, from);
    if (linea_plan_go(&w, map, prices, to) >= PLAN_CLOSED)
        return false;
    struct linea_set way = linea_plan_way(&w, prices, to);
    linea_set_add_all(&plan->routes, &way);
    while (!linea_set_empty(&way))
        prices->route[linea_set_pop(&way)] = 0;
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
