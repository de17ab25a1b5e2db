/*
 * bots/onestep.c - goes one step at a time: the next route of its dearest ticket, or
 * another ticket, or the longest route.
 *
 * SPDX-License-Identifier: MIT
 */
#include "published.h"

enum {
    DEAR = 50, /* half of the tickets from the dearest deck */
    LATE =
        8, /* vehicles with which another ticket is not worth it, of the published 45 */
};

/* Whether all have the vehicles for another ticket. */
static bool early(const struct sense *s)
{
    for (int seat = 0; seat < s->view->seats; seat++)
        if (s->view->seat[seat].vehicles < linea_published_vehicles(s, LATE))
            return false;
    return true;
}

static linea_move keep(const struct sense *s)
{
    return s->view->phase == LINEA_OPENING_KEEP ? linea_sense_keep_all(s)
                                                : linea_sense_keep_cheapest(s);
}

static linea_move choose_turn(const struct sense *s)
{
    struct published_memory *memory = s->memory;
    if (linea_published_stale(s)) {
        memory->objective = (uint8_t)linea_published_for_tickets(s, 1);
        if (memory->objective == LINEA_NOTHING && early(s)) {
            linea_move tickets = linea_sense_tickets(s, DEAR);
            if (tickets != SENSE_NONE)
                return tickets;
        }
        if (memory->objective == LINEA_NOTHING)
            memory->objective = (uint8_t)linea_published_longest(s);
    }
    return linea_published_pursue(s);
}

static const struct sense_manner manner = {DEAR, keep, choose_turn};

const struct linea_bot linea_bot_onestep = {
    .name = "onestep",
    .about = "the next route of its dearest ticket, then more tickets",
    .memory = sizeof(struct published_memory),
    .data = &manner,
    .begin = linea_published_begin,
    .choose = linea_sense_choose,
};
