/*
 * bots/decision.h - what the planner works with while it decides.
 *
 * It counts everything in one currency: points, and what a turn is worth in them. How
 * many turns a set of routes takes with the cards in hand (effort.c) decides which
 * network is the best (plan_routes.c), which claim costs nothing and which card is
 * worth drawing (planner.c).
 *
 * The numbers here were found by letting planners with others play against each other
 * and against the baselines on all maps.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DECISION_H
#define DECISION_H

#include "sense.h"

enum {
    POINT = 16, /* of a point, so that fractions can be told apart */
    TURN = 16,  /* … and of a turn */

    TURN_WORTH = 36,      /* what a turn brings, in POINTs */
    PASSENGER_WORTH = 64, /* what a passenger is guessed to bring */
    ATTRACTION_WORTH = 8, /* … an attraction's point: another way may touch it too */
    LATE = 54,            /* … and lost for each turn that a plan comes too late */
};

/* A manner of play (manners.c). */
struct manner {
    int clock;      /* sixteenths of the time that seems to be left */
    int patience;   /* less than 0: claims at once; more: draws while there is time */
    int off_plan;   /* POINTs that a claim off the plan must bring, all counted */
    int wants;      /* … and tickets, beyond the worth of a turn */
    bool no_ticket; /* plays for points, whatever its tickets say */
};

enum { MANNERS = 9 }; /* the first is the planner's own */
extern const struct manner linea_manners[MANNERS];

/* What the planner remembers between its decisions. */
struct planner {
    struct plan plan;
    struct linea_set tickets; /* that the plan was made for */
    bool planned;
    bool for_points; /* the plan is for points alone: made again each turn */
    bool quick;      /* for playouts: a plan is kept while it can be carried out */
    uint8_t manner;  /* of linea_manners */
    uint8_t refused; /* vehicles it had when tickets did not pay: not asked again */
    /* for each planned route, spaces that a way around it has more */
    uint8_t detour[LINEA_ROUTES];
};

/* A decision being made: what is read from the view, once. */
struct decision {
    const struct sense *sense;
    const struct linea_view *view;
    const struct linea_map *map;
    const struct linea_view_seat *me;
    struct planner *memory;
    const struct manner *manner;
    int turns;               /* about how many turns are left to this seat */
    int time;                /* … in TURNs */
    bool ending;             /* the last turns have begun, or may with any move */
    int turn_worth;          /* in POINTs: more where claims bring passengers too */
    int most;                /* cards of the colour that it has most of */
    int slow;                /* turns take so much longer, in sixteenths */
    uint64_t touched;        /* locations that its routes touch */
    uint64_t waiting;        /* … where passengers wait */
    uint64_t stations;       /* … where somebody's station is */
    struct linea_set done;   /* tickets that its routes complete */
    struct linea_set others; /* routes that others have, where stations can use them */
};

/* Cards against the routes of a plan. */
struct effort {
    int turns;             /* that claiming all of them takes, in TURNs */
    int left[LINEA_KINDS]; /* of each kind then; less than 0 for what is lacking */
    int free[LINEA_KINDS]; /* … when gray routes are paid in another colour */
    int each;              /* what one lacking card costs, in TURNs */
    bool lacking;          /* even with every wild that can be spared */
};

/* Read the view of a decision. */
void linea_decision_begin(struct decision *d, const struct sense *s);

/* How many of a route's two ends are among some locations. */
static inline int linea_ends_in(const struct linea_route *route, uint64_t locations)
{
    return (int)(locations >> route->a & 1) + (int)(locations >> route->b & 1);
}

/* What mechanics add to a route's own points, in POINTs. */
int linea_decision_extra(const struct decision *d, const struct linea_route *route);

/* How much work some routes are with some cards. */
void linea_effort_find(struct effort *out, const struct linea_map *map,
                       const struct linea_set *routes,
                       const uint8_t cards[LINEA_KINDS]);
int linea_effort_turns(const struct linea_map *map, const struct linea_set *routes,
                       const uint8_t cards[LINEA_KINDS]);

/* … and one route by itself, with the cards in hand. */
int linea_effort_alone(const struct decision *d, const struct linea_route *route);

/* What one more card of each kind is worth to who wants some routes, in POINTs. */
void linea_effort_cards(const struct decision *d, int value[LINEA_KINDS],
                        const struct linea_set *routes);

/* See to the plan in memory: keep it, unless it is broken or another is better. */
void linea_planner_refresh(struct decision *d);

/* Whether somebody else has a route that ends here. */
bool linea_planner_near(const struct decision *d, int location);

/* How urgent a route of the plan is: what is long, near others or hard to go around is
   claimed first, and its cards are drawn first. */
int linea_planner_urgency(const struct decision *d, int route);

/* The tickets on offer that are worth keeping. */
linea_move linea_planner_keep(struct decision *d);

/* Whether drawing tickets can be expected to pay for its turn. */
bool linea_planner_wants(struct decision *d, linea_move draw);

#endif
