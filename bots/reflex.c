/*
 * bots/reflex.c - the small decisions that the baseline bots make alike: tickets,
 * tunnels, passengers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

enum { VALUE = 16 }; /* of a point, so that fractions of one can be told apart */

/* What the tickets of a deck are worth on average, times VALUE. */
static int deck_value(const struct linea_map *map, int deck)
{
    int points = 0;
    for (int i = 0; i < map->deck[deck].size; i++)
        points += map->ticket[map->deck[deck].first + i].points;
    return map->deck[deck].size ? points * VALUE / map->deck[deck].size : 0;
}

/* What a mix is worth on average, times VALUE. */
static int mix_value(const struct linea_map *map, linea_move m)
{
    int value = 0;
    for (int d = 0; d < map->decks; d++)
        value += deck_value(map, d) * linea_move_mix(m, d);
    return value;
}

linea_move linea_sense_tickets(const struct sense *s, int dear)
{
    int low = INT32_MAX, high = 0, best_off = INT32_MAX;
    linea_move best = SENSE_NONE;
    struct sense_span draws = linea_sense_span(s, LINEA_TICKETS_DRAW);
    for (const linea_move *m = draws.first; m < draws.end; m++) {
        int value = mix_value(s->map, *m);
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    for (const linea_move *m = draws.first; m < draws.end; m++) {
        int off = mix_value(s->map, *m) - low - (high - low) * dear / 100;
        off = off < 0 ? -off : off;
        if (off < best_off) {
            best = *m;
            best_off = off;
        }
    }
    return best;
}

/* Points of the tickets that a move keeps. */
static int kept_points(const struct sense *s, linea_move m)
{
    int points = 0;
    for (int k = 0; k < s->me->offered; k++)
        if (linea_move_kept(m) >> k & 1)
            points += s->map->ticket[s->me->offer[k]].points;
    return points;
}

linea_move linea_sense_keep_cheapest(const struct sense *s)
{
    linea_move best = s->moves[0];
    for (int i = 1; i < s->n; i++)
        if (kept_points(s, s->moves[i]) < kept_points(s, best))
            best = s->moves[i];
    return best;
}

linea_move linea_sense_keep_all(const struct sense *s)
{
    return s->moves[s->n - 1]; /* Moves ascend: every bit set comes last. */
}

/* Pay for a tunnel with few wilds; decline when two or more would go into a short one,
   unless there is no later, or so few cards are left that it would be no cheaper. */
static linea_move choose_payment(const struct sense *s)
{
    linea_move best = SENSE_NONE;
    for (int i = 0; i < s->n; i++)
        if (linea_move_kind(s->moves[i]) == LINEA_PAY &&
            (best == SENSE_NONE || linea_move_low(s->moves[i]) < linea_move_low(best)))
            best = s->moves[i];
    linea_move decline = s->moves[s->n - 1];
    if (best == SENSE_NONE)
        return decline;
    bool dear =
        linea_move_low(best) >= 2 && s->map->route[s->view->tunnel.route].length <= 2;
    bool later = s->turns > 3 && s->view->pile_count >= 4 * LINEA_REVEAL;
    return dear && later ? decline : best;
}

/* How much nearer a passenger brings a majority: most where it is close. */
static int passenger_value(const struct sense *s, int colour)
{
    if (colour == LINEA_NO_PASSENGER)
        return -100;
    int most = 0;
    for (int seat = 0; seat < s->view->seats; seat++)
        if (&s->view->seat[seat] != s->me && s->view->seat[seat].taken[colour] > most)
            most = s->view->seat[seat].taken[colour];
    int ahead = 2 * (s->me->taken[colour] - most) + 1;
    return ahead > 0 ? -ahead : ahead;
}

static linea_move choose_passengers(const struct sense *s)
{
    linea_move best = s->moves[0];
    int best_value = INT32_MIN;
    for (int i = 0; i < s->n; i++) {
        int value = passenger_value(s, linea_move_colour(s->moves[i])) +
                    passenger_value(s, linea_move_low(s->moves[i]));
        if (value > best_value) {
            best_value = value;
            best = s->moves[i];
        }
    }
    return best;
}

linea_move linea_sense_reflex(const struct sense *s)
{
    if (s->n == 1)
        return s->moves[0];
    switch ((enum linea_phase)s->view->phase) {
    case LINEA_TUNNEL:
        return choose_payment(s);
    case LINEA_PASSENGERS_TAKE:
        return choose_passengers(s);
    default:
        return SENSE_NONE;
    }
}
