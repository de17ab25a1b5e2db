/*
 * tests/oracle.c - which moves are legal, rule by rule.
 *
 * Every decision that could be thought of is put up and judged by the sentences of the
 * rules; nothing is precomputed and nothing of engine/moves.c is called. The engine's
 * list must be this list.
 *
 * SPDX-License-Identifier: MIT
 */
#include "oracle.h"

#include <stdlib.h>

/* CLAIM-SET: n cards of one colour with so many wilds among them, all in the hand. */
static bool is_set(const uint8_t *hand, int colour, int wilds, int n)
{
    if (wilds > hand[LINEA_WILD] || wilds > n)
        return false;
    if (wilds == n)
        return colour == LINEA_WILD;
    return colour != LINEA_WILD && n - wilds <= hand[colour];
}

static int owner_of(const struct linea_game *g, int route)
{
    for (int s = 0; s < g->seats; s++)
        if (linea_set_has(&g->seat[s].routes, route))
            return s;
    return LINEA_NOBODY;
}

/* CLAIM-FREE, DOUBLE-OWN, DOUBLE-FEW. */
static bool may_be_claimed(const struct linea_game *g, int route)
{
    if (owner_of(g, route) != LINEA_NOBODY)
        return false;
    for (int other = 0; other < g->map->routes; other++) {
        if (other == route || g->map->route[other].a != g->map->route[route].a ||
            g->map->route[other].b != g->map->route[route].b)
            continue;
        int owner = owner_of(g, other);
        if (owner == g->turn)
            return false;
        if (owner != LINEA_NOBODY && g->seats <= g->map->single_up_to)
            return false;
    }
    return true;
}

static bool claim_is_legal(const struct linea_game *g, int route, int colour, int wilds)
{
    const struct linea_route *r = &g->map->route[route];
    const struct linea_seat *seat = &g->seat[g->turn];
    if (seat->vehicles < r->length) /* CLAIM-VEHICLES */
        return false;
    if (r->colour != LINEA_GRAY && colour != r->colour && colour != LINEA_WILD)
        return false;
    if (wilds < r->wilds) /* EU-FERRY */
        return false;
    return is_set(seat->cards, colour, wilds, r->length);
}

static int add_claims(const struct linea_game *g, linea_move *out)
{
    int n = 0;
    for (int route = 0; route < g->map->routes; route++) {
        if (!may_be_claimed(g, route))
            continue;
        for (int colour = 0; colour <= LINEA_WILD; colour++)
            for (int wilds = 0; wilds <= LINEA_LENGTH; wilds++)
                if (claim_is_legal(g, route, colour, wilds))
                    out[n++] = linea_move_make(LINEA_CLAIM, route, colour, wilds);
    }
    return n;
}

static bool has_station(const struct linea_seat *seat, int location)
{
    return seat->stations >> location & 1;
}

static int stations_at(const struct linea_game *g, int location)
{
    int n = 0;
    for (int s = 0; s < g->seats; s++)
        n += has_station(&g->seat[s], location);
    return n;
}

/* EU-STATION-BUILD. */
static int add_stations(const struct linea_game *g, linea_move *out)
{
    const struct linea_seat *seat = &g->seat[g->turn];
    int n = 0, built = 0;
    for (int l = 0; l < g->map->locations; l++)
        built += has_station(seat, l);
    if (built >= g->map->stations)
        return 0;
    for (int l = 0; l < g->map->locations; l++) {
        if (stations_at(g, l) > 0)
            continue;
        for (int colour = 0; colour <= LINEA_WILD; colour++)
            for (int wilds = 0; wilds <= LINEA_LENGTH; wilds++)
                if (is_set(seat->cards, colour, wilds, g->map->station_cost[built]))
                    out[n++] = linea_move_make(LINEA_STATION, l, colour, wilds);
    }
    return n;
}

static bool lies_face_up(const struct linea_game *g, int kind)
{
    for (int i = 0; i < LINEA_DISPLAY; i++)
        if (g->display[i] == kind)
            return true;
    return false;
}

/* DRAW-TWO, DRAW-WILD-SECOND, PILE-NONE. */
static int add_draws(const struct linea_game *g, linea_move *out)
{
    int n = 0;
    if (g->pile_count == 0)
        return 0;
    for (int kind = 0; kind <= LINEA_WILD; kind++) {
        if (kind == LINEA_WILD && g->phase == LINEA_SECOND_CARD)
            continue;
        if (lies_face_up(g, kind))
            out[n++] = linea_move_make(LINEA_DRAW, 0, 0, kind);
    }
    out[n++] = linea_move_make(LINEA_DRAW, 0, 0, LINEA_BLIND);
    return n;
}

/* DE-TICKETS, TICKET-FEW: a mix asks no deck for more than it has, and adds up to what
   is drawn, or to all that is left. */
static int add_mixes(const struct linea_game *g, linea_move *out)
{
    int have[LINEA_DECKS] = {0}, left = 0, n = 0;
    bool opening = g->phase == LINEA_OPENING_MIX;
    for (int d = 0; d < g->map->decks; d++) {
        if (opening ? g->map->deck[d].mixed : g->map->deck[d].drawn)
            have[d] = g->deck[d].count;
        left += have[d];
    }
    int wanted = opening ? g->map->opening_mix : g->map->draw;
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

static int add_keeps(const struct linea_game *g, linea_move *out)
{
    int n = 0, offered = g->seat[g->turn].offered;
    int least =
        g->phase == LINEA_OPENING_KEEP ? g->map->opening_keep : g->map->draw_keep;
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

/* EU-TUNNEL-1 to 3: one more card for each turned up that is of the colour or wild. */
static int add_payments(const struct linea_game *g, linea_move *out)
{
    int n = 0, extra = 0;
    for (int i = 0; i < g->tunnel.revealed; i++)
        if (g->tunnel.card[i] == g->tunnel.colour || g->tunnel.card[i] == LINEA_WILD)
            extra++;
    for (int colour = 0; colour <= LINEA_WILD; colour++)
        for (int wilds = 0; wilds <= LINEA_LENGTH; wilds++) {
            if (colour != g->tunnel.colour && colour != LINEA_WILD)
                continue;
            if (is_set(g->seat[g->turn].cards, colour, wilds, extra))
                out[n++] = linea_move_make(LINEA_PAY, 0, colour, wilds);
        }
    out[n++] = linea_move_make(LINEA_DECLINE, 0, 0, 0);
    return n;
}

static bool waits_at(const struct linea_game *g, int location, int colour)
{
    const struct linea_location *l = &g->map->location[location];
    for (int i = 0; i < l->passengers; i++)
        if (g->passengers[l->first_passenger + i] == colour)
            return true;
    return colour == LINEA_NO_PASSENGER;
}

/* DE-PASSENGER-TAKE. */
static int add_takes(const struct linea_game *g, linea_move *out)
{
    const struct linea_route *route = &g->map->route[g->route];
    int n = 0;
    for (int at_a = 0; at_a <= LINEA_NO_PASSENGER; at_a++)
        for (int at_b = 0; at_b <= LINEA_NO_PASSENGER; at_b++)
            if (waits_at(g, route->a, at_a) && waits_at(g, route->b, at_b))
                out[n++] = linea_move_make(LINEA_TAKE, 0, at_a, at_b);
    return n;
}

/* TURN-ONE, TURN-PASS. */
static int add_actions(const struct linea_game *g, linea_move *out)
{
    int n = add_draws(g, out);
    n += add_claims(g, out + n);
    n += add_mixes(g, out + n);
    n += add_stations(g, out + n);
    if (n == 0)
        out[n++] = linea_move_make(LINEA_PASS, 0, 0, 0);
    return n;
}

static int candidates(const struct linea_game *g, linea_move *out)
{
    switch ((enum linea_phase)g->phase) {
    case LINEA_OPENING_MIX:
        return add_mixes(g, out);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return add_keeps(g, out);
    case LINEA_TURN:
        return add_actions(g, out);
    case LINEA_SECOND_CARD:
        return add_draws(g, out);
    case LINEA_TUNNEL:
        return add_payments(g, out);
    case LINEA_PASSENGERS_TAKE:
        return add_takes(g, out);
    default:
        return 0;
    }
}

static int by_number(const void *a, const void *b)
{
    const linea_move *left = a, *right = b;
    return (*left > *right) - (*left < *right);
}

int oracle_moves(const struct linea_game *g, linea_move out[LINEA_MOVES])
{
    int n = candidates(g, out);
    qsort(out, (size_t)n, sizeof *out, by_number);
    return n;
}
