/*
 * bots/sense.h - what the baseline bots see in a view, and the small decisions that
 * they all make alike: passengers, tunnels, mixes, which card to draw, how to pay.
 *
 * Everything is worked out again from the view at each decision, some microseconds in
 * all, so that these bots can take over a seat in the middle of a game.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SENSE_H
#define SENSE_H

#include "bot.h"
#include "plan.h"

/* No move at all: a kind that no move has. */
#define SENSE_NONE ((linea_move)0xffffffffu)

/* A decision to be made. */
struct sense {
    const struct linea_view *view;
    const struct linea_map *map;
    const struct linea_view_seat *me;
    const linea_move *moves;
    int n;
    int turns;    /* about how many turns are left to this seat, this one included */
    void *memory; /* what the bot remembers; NULL when nothing */
};

/* What sets a bot apart from those that share linea_sense_choose(): its `data`. */
struct sense_manner {
    int dear; /* its opening mix, as for linea_sense_tickets() */
    linea_move (*keep)(const struct sense *s); /* which tickets on offer it keeps */
    linea_move (*turn)(const struct sense *s); /* its turn, or its second card */
};

/* How much each route is worth to a bot; 0 or less when it is not to be claimed. */
struct sense_worths {
    int route[LINEA_ROUTES];
};

/* The `begin` of a bot that remembers nothing. */
void linea_sense_no_memory(const struct linea_bot *self, void *memory, uint64_t seed);

/* The `choose` of a bot whose `data` is a struct sense_manner. */
linea_move linea_sense_choose(const struct linea_bot *self, void *memory,
                              const struct linea_view *view, const linea_move *moves,
                              int n, const struct linea_budget *budget);

/* Look at a decision; what is looked at must outlive *s. */
void linea_sense_begin(struct sense *s, const struct linea_view *view,
                       const linea_move *moves, int n);

/* The moves of one kind, which stand together since moves ascend: from `first` up to
   `end`, which is not one of them. */
struct sense_span {
    const linea_move *first, *end;
};
struct sense_span linea_sense_span(const struct sense *s, enum linea_move_kind kind);

/* Whether this seat could still claim a route, given the cards. */
bool linea_sense_can_build(const struct sense *s, int route);

/* Points that a route brings by itself: its own, attractions, and, guessed, its
   passengers. */
int linea_sense_points(const struct sense *s, int route);

/* The colour that a route is best paid in: its own, or the one in hand most. */
int linea_sense_colour(const struct sense *s, int route);

/* Cards still lacking for a route, in its best colour and with every wild. */
int linea_sense_lack(const struct sense *s, int route);

/* Cards of each kind that a set of routes takes together. */
void linea_sense_needs(const struct sense *s, int need[LINEA_KINDS],
                       const struct linea_set *routes);

/* Whether a claim is worth trying: a tunnel only with cards to spare for what it is
   expected to cost more, since a claim declined is a turn lost, and bots that try for
   ever what they cannot pay would never end a game. */
bool linea_sense_dares(const struct sense *s, linea_move m);

/* Whether a claim is sure to be declined: of a tunnel that will cost more than this
   seat has, whatever is turned up. */
bool linea_sense_hopeless(const struct sense *s, linea_move m);

/* The claim worth most, paid with few wilds and with cards that the needs can spare. */
linea_move linea_sense_claim(const struct sense *s, const struct sense_worths *worths,
                             const int need[LINEA_KINDS]);

/* The draw that fills the needs best. */
linea_move linea_sense_draw(const struct sense *s, const int need[LINEA_KINDS]);

/* Draw tickets: of several decks a mix, from the cheapest tickets (0) to the dearest
   (100). */
linea_move linea_sense_tickets(const struct sense *s, int dear);

/* Of the tickets on offer, keep the fewest points that may be kept, or all. */
linea_move linea_sense_keep_cheapest(const struct sense *s);
linea_move linea_sense_keep_all(const struct sense *s);

/* The locations that one's own routes join with one. */
uint64_t linea_sense_reach(const struct sense *s, int from);

/* Whether they complete a ticket. */
bool linea_sense_joined(const struct sense *s, int ticket);

/* The decisions that all make alike: the only move, tunnels, passengers. SENSE_NONE for
   the others, which are the bot's own. */
linea_move linea_sense_reflex(const struct sense *s);

#endif
