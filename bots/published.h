/*
 * bots/published.h - what the bots after published ones have in common: fewest routes
 * from place to place, one objective at a time, cards for a colour.
 *
 * longroute, hungry, path and onestep play in the manner of known agents, so that
 * results can be compared with what others publish. They are meant to be as plain as
 * those: no prices, no odds, no clock.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PUBLISHED_H
#define PUBLISHED_H

#include "sense.h"

/* What a bot with one objective at a time remembers. */
struct published_memory {
    struct linea_set claimed; /* by anyone, when the objective was chosen */
    uint8_t objective;        /* a route, or LINEA_NOTHING */
};

/* Routes that join the cities of many tickets. */
struct published_network {
    struct linea_set routes; /* still to be claimed */
    int spaces;              /* of these routes */
    int points;              /* of these routes and of the tickets they complete */
    int at_stake;            /* points of all the tickets it was asked for */
};

/* A number of vehicles out of the 45 of the published game, as the same share of this
   map's, rounded up. */
int linea_published_vehicles(const struct sense *s, int of_45);

/* The unowned routes on the path of a ticket with fewest routes, one's own counted,
   over one's own and `usable` ones, in order from the ticket's a; how many they are.
   None for a ticket that is complete or cannot be completed so. */
int linea_published_way(const struct sense *s, uint8_t out[LINEA_LOCATIONS], int ticket,
                        const struct linea_set *usable);

/* One network for all tickets that can be completed: their cities one by one, the
   nearest to it by spaces next. */
void linea_published_network(const struct sense *s, struct published_network *out,
                             const struct linea_set *tickets);

/* The claim of a route in the colour of which most is in hand, with fewest wilds, in
   none of the kinds of `avoid` (bit k: kind k); SENSE_NONE if it cannot be paid. */
linea_move linea_published_claim(const struct sense *s, int route, unsigned avoid);

/* The colour to draw for a route, which may be LINEA_NOTHING; so may the colour, when
   only wilds of a ferry are lacking. */
int linea_published_kind(const struct sense *s, int route);

/* Draw a kind of card if it lies face up, else a face-up wild if these are welcome,
   else blind; always a move. */
linea_move linea_published_draw(const struct sense *s, int kind, bool wilds);

/* For bots with a struct published_memory: begin; whether to choose the objective
   again, since somebody claimed something or there is none, in which case there is none
   now; and claim it or draw for it. */
void linea_published_begin(const struct linea_bot *self, void *memory, uint64_t seed);
bool linea_published_stale(const struct sense *s);
linea_move linea_published_pursue(const struct sense *s);

/* Objectives: the next route of the dearest ticket that routes of at least so many
   spaces can complete, LINEA_NOTHING if there is none … */
int linea_published_for_tickets(const struct sense *s, int shortest);

/* … and the longest route that vehicles are there for, preferably one whose cards are.
 */
int linea_published_longest(const struct sense *s);

#endif
