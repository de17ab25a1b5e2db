/*
 * bots/manners.c - manners of play that a planner can have.
 *
 * The first is the one that does best on average. Each of the others is better in some
 * games: a search finds out in which.
 *
 * SPDX-License-Identifier: MIT
 */
#include "decision.h"

enum {
    DUE = 16, /* clocks */
    EARLY = 12,
    FAR_OFF = 21,
    MUCH = 96, /* what claims off the plan must bring */
    SOME = 60,
    LITTLE = 40,
    NO_MORE = INT16_MAX, /* what tickets must bring beyond a turn's worth */
    MORE = -60,
};

const struct manner linea_manners[MANNERS] = {
    {.clock = DUE, .off_plan = MUCH},
    /* in a hurry; as if there were time */
    {.clock = EARLY, .off_plan = MUCH, .patience = -1},
    {.clock = FAR_OFF, .off_plan = MUCH},
    /* takes what it needs before somebody else does; or hoards cards */
    {.clock = DUE, .off_plan = MUCH, .patience = -1},
    {.clock = DUE, .off_plan = MUCH, .patience = 1},
    /* for points; sooner off the plan */
    {.clock = DUE, .off_plan = SOME, .wants = NO_MORE, .no_ticket = true},
    {.clock = DUE, .off_plan = LITTLE},
    /* with the tickets it has; or with more */
    {.clock = DUE, .off_plan = MUCH, .wants = NO_MORE},
    {.clock = DUE, .off_plan = MUCH, .wants = MORE},
};
