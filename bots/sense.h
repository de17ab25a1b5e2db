/*
 * bots/sense.h - what the baseline bots see in a view, and the small decisions that
 * they all make alike: passengers, tunnels, mixes, which card to draw, how to pay.
 *
 * Everything is worked out anew from the view at each decision, some microseconds in
 * all, so these bots remember nothing and can take over a seat in the middle of a game.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SENSE_H
#define SENSE_H

#include "bot.h"
#include "plan.h"

/* No move at all: a kind that no move has. */
#define SENSE_NONE ((linea_move)0xffffffffu)

/* How many tickets a bot likes to hold. */
enum sense_appetite {
    SENSE_FEW,  /* as few and as cheap as may be: it will not build for them */
    SENSE_FAIR, /* those that pay */
    SENSE_MANY, /* as many as it can hope to complete */
};

/* A decision to be made. */
struct sense {
    const struct linea_view *view;
    const struct linea_map *map;
    const struct linea_view_seat *me;
    const linea_move *moves;
    int n;
    int turns; /* about how many turns are left to this seat, this one included */
};

/* How much each route is worth to a bot; 0 or less when it is not to be claimed. */
struct sense_worths {
    int route[LINEA_ROUTES];
};

/* The `begin` of a bot that remembers nothing. */
void linea_sense_no_memory(void *memory, uint64_t seed);

/* Look at a decision; what is looked at must outlive *s. */
void linea_sense_begin(struct sense *s, const struct linea_view *view,
                       const linea_move *moves, int n);

/* Whether this seat could still claim a route, given the cards. */
bool linea_sense_can_build(const struct sense *s, int route);

/* Points that a route brings by itself: its own, attractions, and, guessed, its
   passengers. */
int linea_sense_points(const struct sense *s, int route);

/* Cards still lacking for a route, in its best colour and with every wild. */
int linea_sense_lack(const struct sense *s, int route);

/* What ways cost: spaces and claims still to be made, cards in hand making them a bit
   cheaper; nothing for one's own. */
void linea_sense_prices(const struct sense *s, struct plan_prices *prices);

/* The prices of the cheapest ways from a location to all others, PLAN_CLOSED for none.
 */
void linea_sense_distances(const struct sense *s, const struct plan_prices *prices,
                           int from, int out[LINEA_LOCATIONS]);

/* A plan for as many of the tickets as the vehicles and `turns` allow, giving up first
   what costs most for its points. */
void linea_sense_plan(const struct sense *s, struct plan *plan,
                      const struct plan_prices *prices,
                      const struct linea_set *tickets);

/* Cards of each kind that a set of routes takes together. */
void linea_sense_needs(const struct sense *s, int need[LINEA_KINDS],
                       const struct linea_set *routes);

/* Whether a claim is worth trying: a tunnel only with cards to spare for what it is
   expected to cost more, since a claim declined is a turn lost, and bots that try for
   ever what they cannot pay would never end a game. */
bool linea_sense_dares(const struct sense *s, linea_move m);

/* The claim worth most, paid with few wilds and with cards that the needs can spare. */
linea_move linea_sense_claim(const struct sense *s, const struct sense_worths *worths,
                             const int need[LINEA_KINDS]);

/* The draw that fills the needs best. */
linea_move linea_sense_draw(const struct sense *s, const int need[LINEA_KINDS]);

/* Claim one of the routes if the cards are there, else draw for them; SENSE_NONE when
   there are no routes, or neither can be done. */
linea_move linea_sense_follow(const struct sense *s, const struct linea_set *routes);

/* Draw tickets: of several decks a mix, from the cheapest tickets (0) to the dearest
   (100). */
linea_move linea_sense_tickets(const struct sense *s, int dear);

/* The tickets to keep: what the plan completes less what it costs. */
linea_move linea_sense_keep(const struct sense *s, enum sense_appetite appetite);

/* A station, where it completes a ticket that is blocked, or late in the game. */
linea_move linea_sense_station(const struct sense *s);

/* Claim what brings most points, else draw for the routes that do; always a move. */
linea_move linea_sense_play_for_points(const struct sense *s);

/* The decisions that all make alike: the only move, mixes, tickets to keep, tunnels,
   passengers. SENSE_NONE for a turn or a second card, which are the bot's own. */
linea_move linea_sense_reflex(const struct sense *s, int dear,
                              enum sense_appetite appetite);

#endif
