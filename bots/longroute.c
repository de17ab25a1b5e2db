/*
 * bots/longroute.c - always works towards the longest routes that are still open; its
 * tickets come along the way or not at all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

enum {
    CHEAP = 0, /* tickets of short ways, where there is a choice */
    GOALS = 3, /* routes that it draws cards for at a time */
};

/* The length of the longest route that can still be had. */
static int longest_open(const struct sense *s)
{
    int longest = 0;
    for (int r = 0; r < s->map->routes; r++)
        if (linea_sense_can_build(s, r) && s->map->route[r].length > longest)
            longest = s->map->route[r].length;
    return longest;
}

/* How much it loves a route: for its length above all; of those as long, for lying on
   the way of a ticket, then for the cards in hand. */
static void find_worths(const struct sense *s, struct sense_worths *out)
{
    struct plan_prices prices;
    struct plan plan;
    linea_sense_prices(s, &prices);
    linea_sense_plan(s, &plan, &prices, &s->me->tickets);
    for (int r = 0; r < s->map->routes; r++) {
        int worth = s->map->route[r].length * 64;
        worth += linea_set_has(&plan.routes, r) ? 16 : 0;
        worth -= linea_sense_lack(s, r) * 4;
        out->route[r] = linea_sense_can_build(s, r) ? worth : 0;
    }
}

static void find_goals(const struct sense *s, const struct sense_worths *worths,
                       struct linea_set *out)
{
    *out = (struct linea_set){{0}};
    for (int i = 0; i < GOALS; i++) {
        int best = LINEA_NOTHING;
        for (int r = 0; r < s->map->routes; r++)
            if (worths->route[r] > 0 && !linea_set_has(out, r) &&
                (best == LINEA_NOTHING || worths->route[r] > worths->route[best]))
                best = r;
        if (best != LINEA_NOTHING)
            linea_set_add(out, best);
    }
}

static linea_move choose_turn(const struct sense *s)
{
    struct sense_worths worths;
    struct linea_set goals;
    int need[LINEA_KINDS], longest = longest_open(s);
    find_worths(s, &worths);
    find_goals(s, &worths, &goals);
    linea_sense_needs(s, need, &goals);
    linea_move claim = linea_sense_claim(s, &worths, need);
    /* Nearly the longest will do: who waits for the very longest stands still. */
    if (claim != SENSE_NONE && s->turns > 2 &&
        s->map->route[linea_move_place(claim)].length * 4 < longest * 3) {
        linea_move draw = linea_sense_draw(s, need);
        return draw != SENSE_NONE ? draw : claim;
    }
    if (claim == SENSE_NONE)
        claim = linea_sense_draw(s, need);
    return claim != SENSE_NONE ? claim : s->moves[0];
}

static linea_move choose(void *memory, const struct linea_view *view,
                         const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    (void)memory;
    (void)budget;
    struct sense s;
    linea_sense_begin(&s, view, moves, n);
    linea_move m = linea_sense_reflex(&s, CHEAP, SENSE_FEW);
    if (m == SENSE_NONE)
        m = linea_sense_station(&s);
    return m != SENSE_NONE ? m : choose_turn(&s);
}

const struct linea_bot linea_bot_longroute = {
    .name = "longroute",
    .about = "works towards the longest open routes",
    .memory = 0,
    .begin = linea_sense_no_memory,
    .choose = choose,
};
