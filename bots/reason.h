/*
 * bots/reason.h - why a move is a good one, as far as that can be said in a sentence:
 * the ticket on whose way a route lies, the card that a route of the plan still lacks;
 * and what speaks against one.
 *
 * A reason is found from a view and a plan made for it, so it reveals nothing. It does
 * not say how good a move is: that is evaluate.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef REASON_H
#define REASON_H

#include "linea/view.h"
#include "plan.h"

struct linea_list;

/* Each is LINEA_NOTHING, or -1 for numbers, if there is nothing to say. */
struct reason {
    int ticket; /* on whose way the route or the station of the move lies, or the route
                   that it draws for */
    int kind;   /* of card that the move draws … */
    int route; /* … for this route, that lacks it; of a blind draw: that lacks what does
                  not lie face up */
    int spaces; /* still to be claimed for all tickets, those kept included … */
    int failed; /* … and how many of these tickets cannot be completed by it */
    bool done;  /* draws tickets since there are none left to work for */
};

/* What speaks against a move that pays cards. */
struct fault {
    bool off; /* claims a route that is on the way of no ticket, though some are left */
    int kind; /* of card that it spends, or LINEA_NOTHING … */
    int route; /* … and this route of the plan lacks then */
};

/* Why the seat whose view this is makes a move; plan as its planner has it. */
void linea_reason_find(struct reason *out, const struct linea_view *view,
                       const struct plan *plan, linea_move move);

/* What speaks against a move that pays so many cards, by the same plan. */
void linea_reason_fault(struct fault *out, const struct linea_view *view,
                        const struct plan *plan, linea_move move, int cards);

/* Add it to an object; nothing if there is nothing to say. */
void linea_reason_write(const struct reason *r, struct linea_list *object,
                        const struct linea_map *map);

#endif
