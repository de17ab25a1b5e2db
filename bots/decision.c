/*
 * bots/decision.c - reading a view for the planner.
 *
 * SPDX-License-Identifier: MIT
 */
#include "decision.h"

enum {
    PASSENGER_SHARE = 8, /* sixteenths of a passenger that any turn brings */

    /* When the game will be over, as games between all bots were. */
    PACE_LAST = 39, /* TURNs when nobody has vehicles to spare any more */
    PACE_CARD = 10, /* … for each vehicle that there is no card for yet … */
    PACE_SPACE = 4, /* … and for any vehicle */
    PACE_RIVAL = 4, /* TURNs less for each player beyond two: one may be quick */
    PACE_HAND = 10, /* sixteenths of a card in hand that will be laid */
    PACE_END = 11,  /* TURNs to draw and lay when the end may come any turn */
};

/* The clock: the seat that has least to draw and to lay ends the game. */
static void find_time(struct decision *d)
{
    const struct linea_view *view = d->view;
    int least = INT16_MAX;
    if (view->last_turns != LINEA_LAST_TURNS_NO) {
        d->time = (view->last_turns + view->seats - 1) / view->seats * TURN;
        d->ending = true;
        return;
    }
    for (int s = 0; s < view->seats; s++) {
        const struct linea_view_seat *seat = &view->seat[s];
        int lay = seat->vehicles - view->map->end_vehicles;
        int draw = lay * 16 - seat->hand * PACE_HAND;
        int time = (draw > 0 ? draw * PACE_CARD / 16 : 0) + lay * PACE_SPACE;
        least = time < least ? time : least;
    }
    d->time = PACE_LAST + (least > 0 ? least : 0) - PACE_RIVAL * (view->seats - 2);
    d->ending = least <= PACE_END;
}

/* Tickets whose ends are joined. Places that reach each other reach the same, so one
   search does for many tickets, unless there are dead ends. */
static void find_done(struct decision *d)
{
    uint64_t reached = 0;
    for (struct linea_set left = d->me->tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        const struct linea_ticket *ticket = &d->map->ticket[t];
        if (!(d->touched >> ticket->a & d->touched >> ticket->b & 1))
            continue;
        if (!(reached >> ticket->a & 1) || d->map->dead_ends)
            reached = linea_sense_reach(d->sense, ticket->a);
        if (reached >> ticket->b & 1)
            linea_set_add(&d->done, t);
    }
}

static uint64_t find_waiting(const struct linea_view *view)
{
    uint64_t out = 0;
    if (!view->map->passengers)
        return 0;
    for (int l = 0; l < view->map->locations; l++) {
        const struct linea_location *location = &view->map->location[l];
        if (location->passengers &&
            view->passengers[location->first_passenger] != LINEA_NOTHING)
            out |= (uint64_t)1 << l;
    }
    return out;
}

static void find_stations(struct decision *d)
{
    for (int s = 0; d->map->stations && s < d->view->seats; s++) {
        const struct linea_view_seat *seat = &d->view->seat[s];
        d->stations |= seat->stations;
        if (seat != d->me)
            linea_set_add_all(&d->others, &seat->routes);
    }
}

void linea_decision_begin(struct decision *d, const struct sense *s)
{
    *d = (struct decision){.sense = s,
                           .view = s->view,
                           .map = s->map,
                           .me = s->me,
                           .memory = s->memory,
                           .manner =
                               &linea_manners[((struct planner *)s->memory)->manner],
                           .turn_worth = TURN_WORTH,
                           .slow = TURN,
                           .touched = linea_plan_ends(s->map, &s->me->routes),
                           .waiting = find_waiting(s->view)};
    if (d->map->passengers)
        d->turn_worth += PASSENGER_WORTH * PASSENGER_SHARE / 16;
    for (int k = 0; k < d->map->colours; k++)
        if (d->me->cards[k] > d->most)
            d->most = d->me->cards[k];
    find_time(d);
    if (!d->ending)
        d->time = d->time * d->manner->clock / 16;
    d->turns = d->time / TURN;
    find_done(d);
    find_stations(d);
}

int linea_decision_extra(const struct decision *d, const struct linea_route *route)
{
    return PASSENGER_WORTH * linea_ends_in(route, d->waiting) +
           ATTRACTION_WORTH * d->map->points[LINEA_ATTRACTIONS] *
               linea_ends_in(route, d->map->attractions & ~d->touched);
}
