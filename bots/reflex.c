/*
 * bots/reflex.c - the small decisions that the baseline bots make alike: tickets,
 * stations, tunnels, passengers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "sense.h"

enum { VALUE = 16 }; /* of a point, so that fractions of one can be told apart */

/* What the tickets of a deck are worth on average, times VALUE. */
static int deck_value(const struct linea_map *map, int deck)
{
    int points = 0;
    for (int i = 0; i < map->deck[deck].size; i++)
        points += map->ticket[map->deck[deck].first + i].points;
    return map->deck[deck].size ? points * VALUE / map->deck[deck].size : 0;
}

/* What a mix is worth on average, times VALUE. */
static int mix_value(const struct linea_map *map, linea_move m)
{
    int value = 0;
    for (int d = 0; d < map->decks; d++)
        value += deck_value(map, d) * linea_move_mix(m, d);
    return value;
}

linea_move linea_sense_tickets(const struct sense *s, int dear)
{
    int first = 0, end, low = INT32_MAX, high = 0, best_off = INT32_MAX;
    linea_move best = SENSE_NONE;
    /* Moves ascend: those that draw tickets stand together. */
    while (first < s->n && linea_move_kind(s->moves[first]) < LINEA_TICKETS_DRAW)
        first++;
    for (end = first;
         end < s->n && linea_move_kind(s->moves[end]) == LINEA_TICKETS_DRAW; end++) {
        int value = mix_value(s->map, s->moves[end]);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    for (int i = first; i < end; i++) {
        int off = mix_value(s->map, s->moves[i]) - low - (high - low) * dear / 100;
        off = off < 0 ? -off : off;
        if (off < best_off) {
            best = s->moves[i];
            best_off = off;
        }
    }
    return best;
}

/* What it is worth to hold some tickets, times VALUE. */
static int tickets_value(const struct sense *s, const struct plan_prices *prices,
                         const struct linea_set *tickets, enum sense_appetite appetite)
{
    static const int extra[] = {[SENSE_FAIR] = 0, [SENSE_MANY] = 6};
    struct plan plan = {.price = 0};
    int value = 0;
    if (appetite != SENSE_FEW) {
        linea_sense_plan(s, &plan, prices, tickets);
        value -= plan.spaces * VALUE / 2;
    }
    for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left), points = s->map->ticket[t].points;
        value += linea_set_has(&plan.tickets, t) ? (points + extra[appetite]) * VALUE
                                                 : -points * VALUE;
    }
    return value;
}

/* What is left of a seat when the plan for the tickets it holds has been carried out;
   the routes of that plan cost nothing more. */
static void plan_held(const struct sense *s, struct sense *rest,
                      struct linea_view_seat *me, struct plan_prices *prices)
{
    struct plan held;
    linea_sense_plan(s, &held, prices, &s->me->tickets);
    int hand = s->me->hand - held.spaces;
    *rest = *s;
    *me = *s->me;
    rest->me = me;
    rest->turns -= linea_set_count(&held.routes) + (hand < 0 ? -hand / 2 : 0);
    me->hand = (uint8_t)(hand > 0 ? hand : 0);
    me->vehicles = (uint8_t)(me->vehicles - held.spaces);
    for (struct linea_set left = held.routes; !linea_set_empty(&left);)
        prices->route[linea_set_pop(&left)] = 0;
}

linea_move linea_sense_keep(const struct sense *s, enum sense_appetite appetite)
{
    struct plan_prices prices;
    struct linea_view_seat me;
    struct sense rest;
    linea_move best = s->moves[0];
    int best_value = INT32_MIN;
    linea_sense_prices(s, &prices);
    plan_held(s, &rest, &me, &prices);
    for (int i = 0; i < s->n; i++) {
        struct linea_set tickets = {{0}};
        for (int k = 0; k < me.offered; k++)
            if (linea_move_kept(s->moves[i]) >> k & 1)
                linea_set_add(&tickets, me.offer[k]);
        int value = tickets_value(&rest, &prices, &tickets, appetite);
        if (value > best_value) {
            best = s->moves[i];
            best_value = value;
        }
    }
    return best;
}

/* Every location that can be reached from one over a set of routes. */
static uint64_t reach(const struct linea_map *map, const struct linea_set *routes,
                      int from)
{
    uint64_t reached = (uint64_t)1 << from, open = reached;
    while (open) {
        int at = linea_lowest(open);
        open &= open - 1;
        if (at != from && map->dead_ends >> at & 1)
            continue;
        for (int i = map->first_line[at]; i < map->first_line[at + 1]; i++) {
            uint64_t to = (uint64_t)1 << map->line[i].to;
            if (!(reached & to) && linea_set_has(routes, map->line[i].route)) {
                reached |= to;
                open |= to;
            }
        }
    }
    return reached;
}

static int joined_points(const struct linea_map *map, const struct linea_set *routes,
                         const struct linea_set *tickets)
{
    int points = 0;
    for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
        const struct linea_ticket *t = &map->ticket[linea_set_pop(&left)];
        if (reach(map, routes, t->a) >> t->b & 1)
            points += t->points;
    }
    return points;
}

/* Tickets that one's own building will hardly complete any more. */
static void find_blocked(const struct sense *s, struct linea_set *out)
{
    struct plan_prices prices;
    struct plan plan;
    linea_sense_prices(s, &prices);
    linea_sense_plan(s, &plan, &prices, &s->me->tickets);
    *out = s->me->tickets;
    linea_set_remove_all(out, &plan.tickets);
}

/* Points that a station at a location makes of the blocked tickets, by its best route.
 */
static int station_points(const struct sense *s, const struct linea_set *blocked,
                          int location)
{
    int best = 0;
    for (int i = s->map->first_line[location]; i < s->map->first_line[location + 1];
         i++) {
        int r = s->map->line[i].route;
        bool others = false;
        for (int seat = 0; seat < s->view->seats; seat++)
            others |= &s->view->seat[seat] != s->me &&
                      linea_set_has(&s->view->seat[seat].routes, r);
        if (!others)
            continue;
        struct linea_set routes = s->me->routes;
        linea_set_add(&routes, r);
        int points = joined_points(s->map, &routes, blocked);
        best = points > best ? points : best;
    }
    return best;
}

linea_move linea_sense_station(const struct sense *s)
{
    linea_move best = SENSE_NONE;
    struct linea_set blocked;
    /* Moves ascend: past the first station there are only stations. */
    int i = 0, known = LINEA_NOTHING, points = 0, best_value = 0;
    while (i < s->n && linea_move_kind(s->moves[i]) < LINEA_STATION)
        i++;
    if (i == s->n || linea_move_kind(s->moves[i]) != LINEA_STATION)
        return SENSE_NONE;
    find_blocked(s, &blocked);
    if (linea_set_empty(&blocked))
        return SENSE_NONE;
    for (; i < s->n && linea_move_kind(s->moves[i]) == LINEA_STATION; i++) {
        linea_move m = s->moves[i];
        if (linea_move_place(m) != known) {
            known = linea_move_place(m);
            points = station_points(s, &blocked, known);
        }
        /* A ticket completed counts twice: it would have been lost. */
        int value = (2 * points - s->map->station_points) * VALUE;
        value -= linea_move_low(m) * 2;
        if (points > 0 && value > best_value) {
            best = m;
            best_value = value;
        }
    }
    return best;
}

/* Pay for a tunnel with few wilds; decline when two or more would go into a short one,
   unless there is no later. */
static linea_move choose_payment(const struct sense *s)
{
    linea_move best = SENSE_NONE;
    for (int i = 0; i < s->n; i++)
        if (linea_move_kind(s->moves[i]) == LINEA_PAY &&
            (best == SENSE_NONE || linea_move_low(s->moves[i]) < linea_move_low(best)))
            best = s->moves[i];
    linea_move decline = s->moves[s->n - 1];
    if (best == SENSE_NONE)
        return decline;
    bool dear =
        linea_move_low(best) >= 2 && s->map->route[s->view->tunnel.route].length <= 2;
    return dear && s->turns > 3 ? decline : best;
}

/* How much nearer a passenger brings a majority: most where it is close. */
static int passenger_value(const struct sense *s, int colour)
{
    if (colour == LINEA_NO_PASSENGER)
        return -100;
    int most = 0;
    for (int seat = 0; seat < s->view->seats; seat++)
        if (&s->view->seat[seat] != s->me && s->view->seat[seat].taken[colour] > most)
            most = s->view->seat[seat].taken[colour];
    int ahead = 2 * (s->me->taken[colour] - most) + 1;
    return ahead > 0 ? -ahead : ahead;
}

static linea_move choose_passengers(const struct sense *s)
{
    linea_move best = s->moves[0];
    int best_value = INT32_MIN;
    for (int i = 0; i < s->n; i++) {
        int value = passenger_value(s, linea_move_colour(s->moves[i])) +
                    passenger_value(s, linea_move_low(s->moves[i]));
        if (value > best_value) {
            best_value = value;
            best = s->moves[i];
        }
    }
    return best;
}

linea_move linea_sense_reflex(const struct sense *s, int dear,
                              enum sense_appetite appetite)
{
    if (s->n == 1)
        return s->moves[0];
    switch ((enum linea_phase)s->view->phase) {
    case LINEA_OPENING_MIX:
        return linea_sense_tickets(s, dear);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return linea_sense_keep(s, appetite);
    case LINEA_TUNNEL:
        return choose_payment(s);
    case LINEA_PASSENGERS_TAKE:
        return choose_passengers(s);
    default:
        return SENSE_NONE;
    }
}
