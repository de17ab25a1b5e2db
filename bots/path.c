/*
 * bots/path.c - plans the path of its tickets, claims along it, plans anew when
 * somebody is in the way, and takes another ticket when it has arrived in time.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

enum {
    DEAR = 50, /* half of the tickets from the dearest deck */
};

/* Whether a new ticket would leave the time and the vehicles to build for it. */
static bool time_for_another(const struct sense *s)
{
    return s->turns * 4 >= s->map->vehicles && s->me->vehicles * 3 >= s->map->vehicles;
}

static linea_move choose_turn(const struct sense *s)
{
    struct plan_prices prices;
    struct plan plan;
    linea_sense_prices(s, &prices);
    linea_sense_plan(s, &plan, &prices, &s->me->tickets);
    linea_move m = linea_sense_follow(s, &plan.routes);
    if (m == SENSE_NONE && time_for_another(s))
        m = linea_sense_tickets(s, DEAR);
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
    linea_move m = linea_sense_reflex(&s, DEAR, SENSE_FAIR);
    if (m == SENSE_NONE)
        m = linea_sense_station(&s);
    return m != SENSE_NONE ? m : choose_turn(&s);
}

const struct linea_bot linea_bot_path = {
    .name = "path",
    .about = "plans the path of its tickets and claims along it",
    .memory = 0,
    .begin = linea_sense_no_memory,
    .choose = choose,
};
