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

#include "linea/map.h"

enum {
    PLAN_CLOSED = 10000, /* price of a route that cannot be used */
};

/* What each route costs a seat; 0 for its own. */
struct plan_prices {
    int16_t route[LINEA_ROUTES];
};

/* The cheapest ways from one location, found as far as they have been asked for. */
struct plan_ways {
    int start;
    uint64_t seen, open;            /* locations with a way; that may lead further */
    int16_t price[LINEA_LOCATIONS]; /* what the way there costs, … */
    uint8_t line[LINEA_LOCATIONS];  /* … its last route … */
    uint8_t from[LINEA_LOCATIONS];  /* … and where that comes from */
};

struct plan {
    struct linea_set routes;   /* still to be claimed */
    struct linea_set tickets;  /* that these routes and one's own complete */
    struct linea_set borrowed; /* routes of others, to be used by stations */
    unsigned districts;        /* that the plan joins too */
};

/* Plan for some tickets; those that cannot be completed are left out of the plan. */
void linea_plan_make(struct plan *plan, const struct linea_map *map,
                     const struct plan_prices *prices, const struct linea_set *tickets);

/* Add to a plan what joins some locations with each other. False if that cannot be. */
bool linea_plan_join(struct plan *plan, const struct linea_map *map,
                     const struct plan_prices *prices, uint64_t locations);

/* The price of the cheapest way between two locations, PLAN_CLOSED or more if none. */
int linea_plan_price(const struct linea_map *map, const struct plan_prices *prices,
                     int from, int to);

/* The same where several ways begin at one location: set out once; go to each, which
   tells the price; and the routes of a way found so that are not free. */
void linea_plan_set_out(struct plan_ways *w, int from);
int linea_plan_go(struct plan_ways *w, const struct linea_map *map,
                  const struct plan_prices *prices, int to);
struct linea_set linea_plan_way(const struct plan_ways *w,
                                const struct plan_prices *prices, int to);

/* The locations that some routes end at, and how many spaces they have together. */
uint64_t linea_plan_ends(const struct linea_map *map, const struct linea_set *routes);
int linea_plan_spaces(const struct linea_map *map, const struct linea_set *routes);

#endif
