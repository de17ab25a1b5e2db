/*
 * bots/evidence.h - what the moves of others say about their tickets.
 *
 * Between two of its decisions a seat sees what others have done. From the first one on
 * guesses are played with a planner in each other seat: tickets with which it does what
 * was done become likelier, the others less so. Who plays otherwise than a planner is
 * misjudged at times, so that no ticket is ever out of the question, and all of it
 * fades.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "bot.h"
#include "decision.h"

/* What a seat has done since the last decision. */
struct deed {
    bool known;
    bool station, tickets;   /* built one, drew some */
    struct linea_set routes; /* claimed */
    unsigned kinds;          /* bit k: drew a card of kind k, or LINEA_BLIND */
};

/* Guesses in which a seat has a ticket: how many, and how well they foretold. */
struct foretold {
    int guesses, sum;
};

struct evidence {
    bool begun;             /* there was a decision … */
    linea_move made;        /* … and this was the move … */
    struct linea_view view; /* … with this in sight … */
    struct linea_odds odds; /* … and in mind */

    /* How likely each ticket is by what was done, against UNKNOWN at first. */
    uint16_t weight[LINEA_SEATS][LINEA_TICKETS];

    /* While it learns. */
    struct deed deed[LINEA_SEATS];
    struct linea_game guess;
    struct planner planner[LINEA_SEATS];
    struct foretold all[LINEA_SEATS], with[LINEA_SEATS][LINEA_TICKETS];
};

void linea_evidence_begin(struct evidence *e);

/* Learn from what has been done since the last decision, if the budget allows; `moves`
   is room to work in. */
void linea_evidence_learn(struct evidence *e, struct linea_rng *rng,
                          linea_move moves[LINEA_MOVES], const struct linea_view *view,
                          const struct linea_budget *budget);

/* Make odds follow what was learned. */
void linea_evidence_weigh(const struct evidence *e, struct linea_odds *odds,
                          const struct linea_view *view);

/* Remember a decision. */
void linea_evidence_decide(struct evidence *e, const struct linea_view *view,
                           const struct linea_odds *odds, linea_move made);

#endif
