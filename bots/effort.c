/*
 * bots/effort.c - how many turns some routes take with some cards, and what one more
 * card is worth.
 *
 * A claim is a turn. A card that is lacking is about half of one, and more the fewer
 * colours will do: with three colours to wait for, nearly every card on display is a
 * good one.
 *
 * SPDX-License-Identifier: MIT
 */
#include "decision.h"

#include <string.h>

enum {
    LACK_MANY = 9, /* TURNs for a lacking card when three colours or more are lacking */
    LACK_TWO = 10, /* … two */
    LACK_ONE = 12, /* … one */
    LACK_WILD = 14, /* … and for a wild that a ferry demands */
    TUNNEL = 10,    /* TURNs that a tunnel takes more, on average */

    URGENT = 12,     /* sixteenths of a POINT for a card that an urgent route lacks */
    SPARE = 1,       /* POINTs that any card is worth */
    WILD = 2,        /* POINTs that a wild is worth more than what it stands for */
    HOPE_CLAIM = 32, /* POINTs that claiming a route off the plan costs: its turn */
    HOPE_SHARE = 85, /* of 64: how much of a hope counts … */
    HOPE_MOST = 13,  /* … and how much at most, so that plans come first */
};

static int lack_price(int colours)
{
    return colours >= 3 ? LACK_MANY : colours == 2 ? LACK_TWO : LACK_ONE;
}

/* Take what the routes cost from the cards; gray ones last, in the colour of which most
   is left. */
static int spend(struct effort *out, const struct linea_map *map,
                 const struct linea_set *routes)
{
    int turns = 0;
    struct linea_set gray = {{0}};
    for (struct linea_set rest = *routes; !linea_set_empty(&rest);) {
        int r = linea_set_pop(&rest);
        const struct linea_route *route = &map->route[r];
        turns += TURN + (route->tunnel ? TUNNEL : 0);
        out->left[LINEA_WILD] -= route->wilds;
        if (route->colour == LINEA_GRAY)
            linea_set_add(&gray, r);
        else
            out->left[route->colour] -= route->length - route->wilds;
    }
    memcpy(out->free, out->left, sizeof out->free);
    while (!linea_set_empty(&gray)) {
        const struct linea_route *route = &map->route[linea_set_pop(&gray)];
        int best = 0;
        for (int k = 1; k < map->colours; k++)
            if (out->left[k] > out->left[best])
                best = k;
        out->left[best] -= route->length - route->wilds;
    }
    return turns;
}

void linea_effort_find(struct effort *out, const struct linea_map *map,
                       const struct linea_set *routes, const uint8_t cards[LINEA_KINDS])
{
    int lack = 0, colours = 0;
    for (int k = 0; k < LINEA_KINDS; k++)
        out->left[k] = cards[k];
    out->turns = spend(out, map, routes);
    for (int k = 0; k < map->colours; k++)
        if (out->left[k] < 0) {
            lack -= out->left[k];
            colours++;
        }
    int wilds = out->left[LINEA_WILD];
    if (wilds < 0)
        out->turns += -wilds * LACK_WILD;
    else
        lack = wilds < lack ? lack - wilds : 0;
    out->each = lack_price(colours);
    out->lacking = lack > 0;
    out->turns += lack * out->each;
}

int linea_effort_turns(const struct linea_map *map, const struct linea_set *routes,
                       const uint8_t cards[LINEA_KINDS])
{
    struct effort e;
    linea_effort_find(&e, map, routes, cards);
    return e.turns;
}

int linea_effort_alone(const struct decision *d, const struct linea_route *route)
{
    int have = route->colour == LINEA_GRAY ? d->most : d->me->cards[route->colour];
    int wilds = d->me->cards[LINEA_WILD] - route->wilds;
    int lack = route->length - route->wilds - have;
    int turns = TURN + (route->tunnel ? TUNNEL : 0);
    if (wilds < 0)
        turns += -wilds * LACK_WILD;
    else
        lack -= wilds;
    return turns + (lack > 0 ? lack * LACK_ONE : 0);
}

/* The most that one more card of a colour does for a route off the plan, when so many
   are to spare: the points of the best such route, shared among the cards it lacks. */
static int hope(int best, int points, int length, int spare)
{
    int lack = length - (spare > 0 ? spare : 0);
    int share = lack > 0 ? points / (lack + 1) : 0;
    return share > best ? share : best;
}

/* What cards that the plan does not need are good for: routes off the plan that there
   are vehicles for. */
static void find_hopes(const struct decision *d, const struct linea_set *routes,
                       const struct effort *e, int out[LINEA_KINDS])
{
    int vehicles = d->me->vehicles - linea_plan_spaces(d->map, routes);
    int gray[LINEA_LENGTH + 1] = {0};
    for (int k = 0; k < LINEA_KINDS; k++)
        out[k] = 0;
    struct linea_set open = d->me->open;
    linea_set_remove_all(&open, routes);
    while (!linea_set_empty(&open)) {
        const struct linea_route *route = &d->map->route[linea_set_pop(&open)];
        int points = route->points * POINT - HOPE_CLAIM;
        if (route->length > vehicles || route->wilds)
            continue;
        if (route->colour != LINEA_GRAY)
            out[route->colour] =
                hope(out[route->colour], points, route->length, e->free[route->colour]);
        else if (points > gray[route->length])
            gray[route->length] = points;
    }
    for (int k = 0; k < d->map->colours; k++) {
        for (int length = 1; length <= LINEA_LENGTH; length++)
            if (gray[length])
                out[k] = hope(out[k], gray[length], length, e->free[k]);
        out[k] = out[k] * HOPE_SHARE / 64;
        out[k] = out[k] < HOPE_MOST ? out[k] : HOPE_MOST;
    }
}

/* How urgent the routes are that lack a card of each colour: the most urgent counts. */
static void find_urgency(const struct decision *d, const struct linea_set *routes,
                         const struct effort *e, int out[LINEA_KINDS])
{
    memset(out, 0, LINEA_KINDS * sizeof *out);
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left), colour = d->map->route[r].colour;
        if (colour == LINEA_GRAY || e->left[colour] >= 0)
            continue;
        int urgency = linea_planner_urgency(d, r);
        out[colour] = urgency > out[colour] ? urgency : out[colour];
    }
}

void linea_effort_cards(const struct decision *d, int value[LINEA_KINDS],
                        const struct linea_set *routes)
{
    struct effort e;
    int urgency[LINEA_KINDS];
    linea_effort_find(&e, d->map, routes, d->me->cards);
    find_hopes(d, routes, &e, value);
    find_urgency(d, routes, &e, urgency);
    for (int k = 0; k < d->map->colours; k++)
        value[k] = urgency[k] * URGENT / 16 + (e.left[k] < 0 && e.lacking
                                                   ? e.each * d->turn_worth / TURN
                                                   : value[k] + SPARE);
    int turns = e.left[LINEA_WILD] < 0 ? LACK_WILD : e.lacking ? e.each : 0;
    value[LINEA_WILD] = WILD + turns * d->turn_worth / TURN;
}
