/*
 * bots/greedy.c - claims whatever brings most points now, else draws towards what
 * would.
 *
 * The baseline that others are measured against, and the one that plays on for a
 * program that has failed. Tickets it keeps as few as it may, and draws none.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

enum {
    CHEAP = 0,  /* tickets of short ways, where there is a choice */
    WISHES = 3, /* routes that it draws cards for at a time */
};

/* The routes with most points that are still to be had, those nearest first. */
static void find_wishes(const struct sense *s, struct linea_set *out)
{
    *out = (struct linea_set){{0}};
    for (int i = 0; i < WISHES; i++) {
        int best = LINEA_NOTHING, best_value = 0;
        for (int r = 0; r < s->map->routes; r++) {
            if (!linea_sense_can_build(s, r) || linea_set_has(out, r))
                continue;
            int value = 1 + linea_sense_points(s, r) * 16 - linea_sense_lack(s, r);
            if (best == LINEA_NOTHING || value > best_value) {
                best = r;
                best_value = value;
            }
        }
        if (best != LINEA_NOTHING)
            linea_set_add(out, best);
    }
}

static linea_move choose_turn(const struct sense *s)
{
    struct sense_worths worths = {{0}};
    struct linea_set wishes;
    int need[LINEA_KINDS];
    for (int r = 0; r < s->map->routes; r++)
        worths.route[r] = 1 + linea_sense_points(s, r);
    find_wishes(s, &wishes);
    linea_sense_needs(s, need, &wishes);
    linea_move m = linea_sense_claim(s, &worths, need);
    if (m == SENSE_NONE)
        m = linea_sense_draw(s, need);
    return m != SENSE_NONE ? m : s->moves[0];
}

static const struct sense_manner manner = {CHEAP, linea_sense_keep_cheapest,
                                           choose_turn};

const struct linea_bot linea_bot_greedy = {
    .name = "greedy",
    .about = "the route with most points that it can pay now",
    .data = &manner,
    .begin = linea_sense_no_memory,
    .choose = linea_sense_choose,
};
