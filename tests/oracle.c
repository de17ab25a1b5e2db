/*
 * tests/oracle.c - which moves are legal, rule by rule.
 *
 * Every decision that could be thought of is put up, in ascending order of its number,
 * and judged by the sentences of the rules.
 *
 * SPDX-License-Identifier: MIT
 */
#include "oracle.h"

/* CLAIM-SET: n cards of one colour with so many wilds among them, all in the hand. */
static bool is_set(const int *hand, int colour, int wilds, int n)
{
    if (wilds > hand[LINEA_WILD] || wilds > n)
        return false;
    if (wilds == n)
        return colour == LINEA_WILD;
    return colour != LINEA_WILD && n - wilds <= hand[colour];
}

/* CLAIM-FREE, DOUBLE-OWN, DOUBLE-FEW. */
bool oracle_open(const struct oracle *o, int seat, int route)
{
    const struct oracle_pile *beside = &o->beside[route];
    if (o->owner[route] != LINEA_NOBODY)
        return false;
    for (int i = 0; i < beside->n; i++) {
        int owner = o->owner[beside->item[i]];
        if (owner == seat)
            return false;
        if (owner != LINEA_NOBODY && o->seats <= o->map->single_up_to)
            return false;
    }
    return true;
}

static bool can_pay(const struct oracle *o, int route, int colour, int wilds)
{
    const struct linea_route *r = &o->map->route[route];
    if (r->colour != LINEA_GRAY && colour != r->colour && colour != LINEA_WILD)
        return false;
    if (wilds < r->wilds) /* EU-FERRY */
        return false;
    return is_set(o->hand[o->turn], colour, wilds, r->length);
}

static int add_claims(const struct oracle *o, linea_move *out)
{
    int n = 0, vehicles = oracle_vehicles(o, o->turn);
    bool open[LINEA_ROUTES];
    for (int route = 0; route < o->map->routes; route++)
        open[route] = oracle_open(o, o->turn, route) &&
                      o->map->route[route].length <= vehicles; /* CLAIM-VEHICLES */
    for (int colour = 0; colour <= LINEA_WILD; colour++)
        for (int wilds = 0; wilds <= o->hand[o->turn][LINEA_WILD]; wilds++)
            for (int route = 0; route < o->map->routes; route++)
                if (open[route] && can_pay(o, route, colour, wilds))
                    out[n++] = linea_move_make(LINEA_CLAIM, route, colour, wilds);
    return n;
}

/* EU-STATION-BUILD. */
static int add_stations(const struct oracle *o, linea_move *out)
{
    int n = 0, built = oracle_stations(o, o->turn);
    if (built >= o->map->stations)
        return 0;
    for (int colour = 0; colour <= LINEA_WILD; colour++)
        for (int wilds = 0; wilds <= o->hand[o->turn][LINEA_WILD]; wilds++)
            for (int l = 0; l < o->map->locations; l++)
                if (o->station[l] == LINEA_NOBODY &&
                    is_set(o->hand[o->turn], colour, wilds,
                           o->map->station_cost[built]))
                    out[n++] = linea_move_make(LINEA_STATION, l, colour, wilds);
    return n;
}

static bool lies_face_up(const struct oracle *o, int kind)
{
    for (int i = 0; i < LINEA_DISPLAY; i++)
        if (o->display[i] == kind)
            return true;
    return false;
}

/* DRAW-TWO, DRAW-WILD-SECOND, PILE-NONE. */
static int add_draws(const struct oracle *o, linea_move *out)
{
    int n = 0;
    if (o->pile.n == 0)
        return 0;
    for (int kind = 0; kind <= LINEA_WILD; kind++) {
        if (kind == LINEA_WILD && o->phase == LINEA_SECOND_CARD)
            continue;
        if (lies_face_up(o, kind))
            out[n++] = linea_move_make(LINEA_DRAW, 0, 0, kind);
    }
    out[n++] = linea_move_make(LINEA_DRAW, 0, 0, LINEA_BLIND);
    return n;
}

/* DE-TICKETS, TICKET-FEW: a mix asks no deck for more than it has, and adds up to what
   is drawn, or to all that is left. */
static int add_mixes(const struct oracle *o, linea_move *out)
{
    int have[LINEA_DECKS] = {0}, left = 0, n = 0;
    bool opening = o->phase == LINEA_OPENING_MIX;
    for (int d = 0; d < o->map->decks; d++) {
        if (opening ? o->map->deck[d].mixed : o->map->deck[d].drawn)
            have[d] = o->deck[d].n;
        left += have[d];
    }
    int wanted = opening ? o->map->opening_mix : o->map->draw;
    if (left < wanted)
        wanted = left;
    for (int a = 0; a <= have[0] && a <= wanted; a++)
        for (int b = 0; b <= have[1] && b <= wanted; b++)
            for (int c = 0; c <= have[2] && c <= wanted; c++)
                for (int d = 0; d <= have[3] && d <= wanted; d++)
                    if (wanted > 0 && a + b + c + d == wanted)
                        out[n++] = linea_move_make(LINEA_TICKETS_DRAW, 0, 0, 0) |
                                   (linea_move)(a << 12 | b << 8 | c << 4 | d);
    return n;
}

static int add_keeps(const struct oracle *o, linea_move *out)
{
    int n = 0, offered = o->offer[o->turn].n;
    int least =
        o->phase == LINEA_OPENING_KEEP ? o->map->opening_keep : o->map->draw_keep;
    if (least > offered)
        least = offered;
    for (int kept = 0; kept < 1 << offered; kept++) {
        int count = 0;
        for (int i = 0; i < offered; i++)
            count += kept >> i & 1;
        if (count >= least)
            out[n++] = linea_move_make(LINEA_KEEP, 0, 0, 0) | (linea_move)kept;
    }
    return n;
}

/* EU-TUNNEL-2, EU-TUNNEL-3. */
static int add_payments(const struct oracle *o, linea_move *out)
{
    int n = 0, extra = oracle_extra(o);
    for (int colour = 0; colour <= LINEA_WILD; colour++)
        for (int wilds = 0; wilds <= extra; wilds++)
            if ((colour == o->tunnel.colour || colour == LINEA_WILD) &&
                is_set(o->hand[o->turn], colour, wilds, extra))
                out[n++] = linea_move_make(LINEA_PAY, 0, colour, wilds);
    out[n++] = linea_move_make(LINEA_DECLINE, 0, 0, 0);
    return n;
}

static bool waits_at(const struct oracle *o, int location, int colour)
{
    if (colour == LINEA_NO_PASSENGER)
        return true;
    return colour < o->map->passenger_colours && o->waiting[location][colour] > 0;
}

/* DE-PASSENGER-TAKE. */
static int add_takes(const struct oracle *o, linea_move *out)
{
    const struct linea_route *route = &o->map->route[o->question];
    int n = 0;
    for (int at_a = 0; at_a <= LINEA_NO_PASSENGER; at_a++)
        for (int at_b = 0; at_b <= LINEA_NO_PASSENGER; at_b++)
            if (waits_at(o, route->a, at_a) && waits_at(o, route->b, at_b))
                out[n++] = linea_move_make(LINEA_TAKE, 0, at_a, at_b);
    return n;
}

/* TURN-ONE, TURN-PASS. */
static int add_actions(const struct oracle *o, linea_move *out)
{
    int n = add_draws(o, out);
    n += add_claims(o, out + n);
    n += add_mixes(o, out + n);
    n += add_stations(o, out + n);
    if (n == 0)
        out[n++] = linea_move_make(LINEA_PASS, 0, 0, 0);
    return n;
}

int oracle_moves(const struct oracle *o, linea_move out[LINEA_MOVES])
{
    switch ((enum linea_phase)o->phase) {
    case LINEA_OPENING_MIX:
        return add_mixes(o, out);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return add_keeps(o, out);
    case LINEA_TURN:
        return add_actions(o, out);
    case LINEA_SECOND_CARD:
        return add_draws(o, out);
    case LINEA_TUNNEL:
        return add_payments(o, out);
    case LINEA_PASSENGERS_TAKE:
        return add_takes(o, out);
    default:
        return 0;
    }
}
