/*
 * bots/plan.h - which routes would join a seat's tickets most cheaply.
 *
 * A forest over what is still open: each ticket's cheapest way, the longest first, each
 * using what the others have paid for already. Prices are the bot's: plan.c knows
 * nothing of cards.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PLAN_H
#define PLAN_H

#include "linea/way.h"

enum {
    PLAN_CLOSED = 10000, /* price of a route that cannot be used */
};

struct plan {
    struct linea_set routes;   /* still to be claimed */
    struct linea_set tickets;  /* that these routes and one's own complete */
    struct linea_set borrowed; /* routes of others, to be used by stations */
    unsigned districts;        /* that the plan joins too */
};

/* Plan for some tickets; those that cannot be completed are left out of the plan. */
void linea_plan_make(struct plan *plan, const struct linea_map *map,
                     const struct linea_prices *prices,
                     const struct linea_set *tickets);

/* Add to a plan what joins some locations with each other. False if that cannot be. */
bool linea_plan_join(struct plan *plan, const struct linea_map *map,
                     const struct linea_prices *prices, uint64_t locations);

/* The price of the cheapest way between two locations, PLAN_CLOSED or more if none. */
int linea_plan_price(const struct linea_map *map, const struct linea_prices *prices,
                     int from, int to);

/* The locations that some routes end at, and how many spaces they have together. */
uint64_t linea_plan_ends(const struct linea_map *map, const struct linea_set *routes);
int linea_plan_spaces(const struct linea_map *map, const struct linea_set *routes);

#endif
