/*
 * bots/longroute.c - loves long routes: builds for a ticket only where it need not use
 * a short one, and otherwise works towards the longest that is open.
 *
 * SPDX-License-Identifier: MIT
 */
#include "published.h"

enum {
    CHEAP = 0, /* tickets of short ways, where there is a choice */
    LONG = 3,  /* spaces of a route that is not short */
};

static linea_move choose_turn(const struct sense *s)
{
    struct published_memory *memory = s->memory;
    if (linea_published_stale(s)) {
        memory->objective = (uint8_t)linea_published_for_tickets(s, LONG);
        if (memory->objective == LINEA_NOTHING)
            memory->objective = (uint8_t)linea_published_longest(s);
    }
    return linea_published_pursue(s);
}

static const struct sense_manner manner = {CHEAP, linea_sense_keep_cheapest,
                                           choose_turn};

const struct linea_bot linea_bot_longroute = {
    .name = "longroute",
    .about = "works towards long routes, one at a time",
    .memory = sizeof(struct published_memory),
    .data = &manner,
    .begin = linea_published_begin,
    .choose = linea_sense_choose,
};
