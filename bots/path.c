/*
 * bots/path.c - keeps every ticket it is dealt and follows the path of each by itself,
 * the dearest first; draws no other.
 *
 * SPDX-License-Identifier: MIT
 */
#include "published.h"

enum {
    DEAR = 50,    /* half of the opening tickets from the dearest deck */
    MOST = 10000, /* above the points of any route */
};

/* Routes on the paths of tickets: their points, and twice those of the first ticket
   that names them. */
static void name_ticket_routes(const struct sense *s, struct sense_worths *out)
{
    for (struct linea_set left = s->me->tickets; !linea_set_empty(&left);) {
        uint8_t way[LINEA_LOCATIONS];
        int t = linea_set_pop(&left);
        int n = linea_published_way(s, way, t, &s->me->open);
        for (int i = 0; i < n; i++)
            if (!out->route[way[i]] && linea_sense_can_build(s, way[i]))
                out->route[way[i]] =
                    s->map->route[way[i]].points + 2 * s->map->ticket[t].points;
    }
}

static int first_wish(const struct sense *s, const struct sense_worths *worths)
{
    int best = 0;
    for (int r = 1; r < s->map->routes; r++)
        if (worths->route[r] > worths->route[best])
            best = r;
    return worths->route[best] ? best : LINEA_NOTHING;
}

static linea_move choose_turn(const struct sense *s)
{
    struct sense_worths worths = {{0}};
    linea_move claim = SENSE_NONE;
    name_ticket_routes(s, &worths);
    if (first_wish(s, &worths) == LINEA_NOTHING)
        for (int r = 0; r < s->map->routes; r++)
            if (linea_sense_can_build(s, r))
                worths.route[r] = MOST - s->map->route[r].points;
    int first = first_wish(s, &worths), r;
    while (claim == SENSE_NONE && (r = first_wish(s, &worths)) != LINEA_NOTHING) {
        claim = linea_published_claim(s, r, 0);
        worths.route[r] = 0;
    }
    if (claim != SENSE_NONE)
        return claim;
    return linea_published_draw(s, linea_published_kind(s, first), false);
}

static const struct sense_manner manner = {DEAR, linea_sense_keep_all, choose_turn};

const struct linea_bot linea_bot_path = {
    .name = "path",
    .about = "follows the path of each of its tickets, the dearest first",
    .data = &manner,
    .begin = linea_sense_no_memory,
    .choose = linea_sense_choose,
};
