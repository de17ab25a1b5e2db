/*
 * bots/hungry.c - hoards tickets in its first turns, then builds for as many as it can.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

enum {
    DEAR = 50, /* half of the tickets from the dearest deck */
};

/* While the board is young and there are vehicles that no ticket has a use for yet. */
static bool still_hungry(const struct sense *s, const struct plan *plan)
{
    const struct linea_map *map = s->map;
    return s->me->vehicles * 4 >= map->vehicles * 3 &&
           s->me->held < 2 + map->vehicles / 9 &&
           plan->spaces * 4 < s->me->vehicles * 3;
}

static linea_move choose_turn(const struct sense *s)
{
    struct plan_prices prices;
    struct plan plan;
    linea_move m = SENSE_NONE;
    linea_sense_prices(s, &prices);
    linea_sense_plan(s, &plan, &prices, &s->me->tickets);
    if (still_hungry(s, &plan))
        m = linea_sense_tickets(s, DEAR);
    if (m == SENSE_NONE)
        m = linea_sense_follow(s, &plan.routes);
    return m != SENSE_NONE ? m : linea_sense_play_for_points(s);
}

static linea_move choose(void *memory, const struct linea_view *view,
                         const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    (void)memory;
    (void)budget;
    struct sense s;
    linea_sense_begin(&s, view, moves, n);
    linea_move m = linea_sense_reflex(&s, DEAR, SENSE_MANY);
    if (m == SENSE_NONE)
        m = linea_sense_station(&s);
    return m != SENSE_NONE ? m : choose_turn(&s);
}

const struct linea_bot linea_bot_hungry = {
    .name = "hungry",
    .about = "hoards tickets early, then builds for as many as it can",
    .memory = 0,
    .begin = linea_sense_no_memory,
    .choose = choose,
};
