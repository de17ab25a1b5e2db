/*
 * bots/odds.c - which tickets others seem to hold, by their routes.
 *
 * The table was counted in games between all bots on all maps: how often a ticket that
 * lacks so much of its way is in the hand of a seat that has laid so many of its
 * vehicles, against one that is not. A ticket whose way is complete is 70 times as
 * likely at the end as one that was not begun. One that is not done is likelier for
 * each of its two places that the seat has come to.
 *
 * SPDX-License-Identifier: MIT
 */
#include "odds.h"

#include "plan.h"

enum {
    STAGES = 5, /* of a seat's vehicles */
    PARTS = 4,  /* of a way, in which it is lacking */
    DONE = 0,
    BEGUN = 1, /* … less than one part lacking, two parts … */
    UNTOUCHED = BEGUN + PARTS,
    BLOCKED,
    STATES,
};

static const uint8_t odds[STAGES][STATES] = {
    {118, 43, 39, 43, 32, 11, 11}, {238, 53, 48, 29, 18, 7, 12},
    {238, 39, 29, 14, 10, 5, 12},  {238, 22, 13, 7, 4, 4, 7},
    {215, 7, 4, 2, 2, 3, 5},
};

/* What a way lacks for a seat, against the whole of it on an empty board. */
static int state(int lacking, int whole)
{
    if (lacking == 0)
        return DONE;
    if (lacking >= PLAN_CLOSED)
        return BLOCKED;
    return lacking < whole ? BEGUN + lacking * PARTS / whole : UNTOUCHED;
}

/* Spaces that each route takes a seat; on an empty board if it is NULL. */
static void price_spaces(struct linea_prices *out, const struct linea_view *view,
                         const struct linea_view_seat *seat)
{
    struct linea_set taken = {{0}};
    for (int s = 0; seat && s < view->seats; s++)
        linea_set_add_all(&taken, &view->seat[s].routes);
    for (int r = 0; r < view->map->routes; r++)
        out->route[r] = seat && linea_set_has(&seat->routes, r) ? 0
                        : linea_set_has(&taken, r)              ? PLAN_CLOSED
                                                   : view->map->route[r].length;
}

void linea_odds_find(struct linea_odds *out, const struct linea_view *view)
{
    const struct linea_map *map = view->map;
    struct linea_prices empty, prices;
    int whole[LINEA_TICKETS];
    price_spaces(&empty, view, NULL);
    for (int t = 0; t < map->tickets; t++)
        whole[t] = linea_plan_price(map, &empty, map->ticket[t].a, map->ticket[t].b);
    for (int s = 0; s < view->seats; s++) {
        const struct linea_view_seat *seat = &view->seat[s];
        int stage = (map->vehicles - seat->vehicles) * STAGES / (map->vehicles + 1);
        if (seat->tickets_seen)
            continue;
        uint64_t ends = linea_plan_ends(map, &seat->routes);
        price_spaces(&prices, view, seat);
        for (int t = 0; t < map->tickets; t++) {
            const struct linea_ticket *ticket = &map->ticket[t];
            int lacking = linea_plan_price(map, &prices, ticket->a, ticket->b);
            int touched = (int)(ends >> ticket->a & 1) + (int)(ends >> ticket->b & 1);
            int way = state(lacking, whole[t]);
            int value = odds[stage][way];
            if (way != DONE)
                value = (value << touched) / 2;
            out->ticket[s][t] = (uint8_t)(value > 0 ? value : 1);
        }
    }
}
