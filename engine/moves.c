/*
 * engine/moves.c - which moves are legal.
 *
 * The list is produced at every step of every game, so it is made from sets: what the
 * seat may still claim, of those what its vehicles reach, of those what its hand pays;
 * only the routes that remain are looked at one by one. tests/oracle.c decides the same
 * the plain way, rule by rule, and both must agree.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "linea/game.h"
#include "play.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Write a move for each place, a route or location, of a set. */
static linea_move *add_places(linea_move *out, linea_move what, struct linea_set places)
{
    for (uint64_t left = places.word[0]; left; left &= left - 1)
        *out++ = what | (linea_move)linea_lowest(left);
    for (uint64_t left = places.word[1]; left; left &= left - 1)
        *out++ = what | (linea_move)(64 + linea_lowest(left));
    return out;
}

/* Routes of `from` longer than `above` and at most `most` long, that so many wilds do
   for, and of the colour or gray. */
static struct linea_set payable(const struct linea_map *map, struct linea_set from,
                                int colour, int above, int most, int wilds)
{
    const struct linea_set *longer = &map->by_length[above];
    const struct linea_set *length = &map->by_length[least(most, LINEA_LENGTH)];
    struct linea_set routes;
    for (int w = 0; w < 2; w++) {
        uint64_t colours =
            map->by_colour[colour].word[w] | map->by_colour[LINEA_GRAY].word[w];
        routes.word[w] = from.word[w] & colours & length->word[w] & ~longer->word[w] &
                         map->by_wilds[wilds].word[w];
    }
    return routes;
}

/* Claims in ascending order: by colour, then by wilds among the cards, then by route.
   With k wilds a colour of n cards pays for routes of k + 1 to k + n spaces. */
static linea_move *add_claims(linea_move *out, const struct linea_map *map,
                              const struct linea_seat *s)
{
    struct linea_set from;
    const struct linea_set *reach = &map->by_length[least(s->vehicles, LINEA_LENGTH)];
    for (int w = 0; w < 2; w++)
        from.word[w] = s->open.word[w] & reach->word[w];
    int most = least(s->cards[LINEA_WILD], LINEA_LENGTH);
    for (int colour = 0; colour < map->colours; colour++) {
        int cards = s->cards[colour];
        for (int wilds = 0; cards && wilds <= most && wilds < LINEA_LENGTH; wilds++)
            out = add_places(out, linea_move_make(LINEA_CLAIM, 0, colour, wilds),
                             payable(map, from, colour, wilds, wilds + cards, wilds));
    }
    for (int wilds = 1; wilds <= most; wilds++) {
        struct linea_set routes;
        for (int w = 0; w < 2; w++)
            routes.word[w] = from.word[w] & map->by_length[wilds].word[w] &
                             ~map->by_length[wilds - 1].word[w];
        out =
            add_places(out, linea_move_make(LINEA_CLAIM, 0, LINEA_WILD, wilds), routes);
    }
    return out;
}

/* How many stations a seat has built; the next one costs by that number. */
static int stations_built(const struct linea_seat *s)
{
    return linea_bits(s->stations);
}

/* Bit l: location l has no station yet. */
static uint64_t station_free(const struct linea_game *g)
{
    uint64_t taken = 0;
    for (int s = 0; s < g->seats; s++)
        taken |= g->seat[s].stations;
    return ~taken & (~(uint64_t)0 >> (LINEA_LOCATIONS - g->map->locations));
}

/* Every way to pay n cards of any one colour, in ascending order, as moves of a kind.
 */
static int add_ways(linea_move *out, linea_move what, const uint8_t *cards, int n)
{
    int ways = 0, wild = cards[LINEA_WILD];
    for (int colour = 0; colour < LINEA_COLOURS; colour++) {
        int wilds = n > cards[colour] ? n - cards[colour] : 0;
        for (; wilds <= wild && wilds < n; wilds++)
            out[ways++] = what | linea_move_make(LINEA_DRAW, 0, colour, wilds);
    }
    if (wild >= n)
        out[ways++] = what | linea_move_make(LINEA_DRAW, 0, LINEA_WILD, n);
    return ways;
}

/* EU-STATION-BUILD: every way to pay, at every location without a station. */
static linea_move *add_stations(linea_move *out, const struct linea_game *g)
{
    const struct linea_seat *s = &g->seat[g->turn];
    int built = stations_built(s);
    if (built >= g->map->stations)
        return out;
    linea_move ways[LINEA_COLOURS * LINEA_LENGTH + 1];
    int n = add_ways(ways, linea_move_make(LINEA_STATION, 0, 0, 0), s->cards,
                     g->map->station_cost[built]);
    struct linea_set free = {{station_free(g), 0}};
    for (int i = 0; i < n; i++)
        out = add_places(out, ways[i], free);
    return out;
}

/* Bit k: a face-up card of kind k may be taken. */
static unsigned display_open(const struct linea_game *g)
{
    if (!g->pile_count)
        return 0;
    unsigned kinds = 0;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        kinds |= 1u << g->display[i];
    if (g->phase == LINEA_SECOND_CARD)
        kinds &= ~(1u << LINEA_WILD);
    return kinds;
}

/* DRAW-TWO, DRAW-WILD-SECOND, PILE-NONE. */
static linea_move *add_draws(linea_move *out, const struct linea_game *g)
{
    for (unsigned kinds = display_open(g); kinds; kinds &= kinds - 1)
        *out++ = linea_move_make(LINEA_DRAW, 0, 0, linea_lowest(kinds));
    if (g->pile_count)
        *out++ = linea_move_make(LINEA_DRAW, 0, 0, LINEA_BLIND);
    return out;
}

/* TURN-ONE: the actions of a turn; TURN-PASS only if there is none. */
static int add_turn(const struct linea_game *g, linea_move *out)
{
    linea_move *end = add_draws(out, g);
    end = add_claims(end, g->map, &g->seat[g->turn]);
    end += linea_mixes(g, end);
    end = add_stations(end, g);
    if (end == out)
        *end++ = linea_move_make(LINEA_PASS, 0, 0, 0);
    return (int)(end - out);
}

int linea_keep_least(const struct linea_map *map, enum linea_phase phase, int offered)
{
    return least(phase == LINEA_OPENING_KEEP ? map->opening_keep : map->draw_keep,
                 offered);
}

/* Every choice of enough of the tickets on offer, as the bits of a counter. */
static int add_keeps(const struct linea_game *g, linea_move *out)
{
    int n = 0, offered = g->seat[g->turn].offered;
    int at_least = linea_keep_least(g->map, (enum linea_phase)g->phase, offered);
    for (unsigned kept = 1; kept < 1u << offered; kept++)
        if (linea_bits(kept) >= at_least)
            out[n++] = linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
    return n;
}

/* EU-TUNNEL-1 to 3: the colour of the set and wilds pay, wilds alone after wilds alone;
   declining is always possible. */
static int add_payments(const struct linea_game *g, linea_move *out)
{
    const struct linea_seat *s = &g->seat[g->turn];
    uint8_t cards[LINEA_KINDS] = {0}; /* of the hand, those that may pay */
    cards[g->tunnel.colour] = s->cards[g->tunnel.colour];
    cards[LINEA_WILD] = s->cards[LINEA_WILD];
    int n = add_ways(out, linea_move_make(LINEA_PAY, 0, 0, 0), cards, g->tunnel.extra);
    out[n++] = linea_move_make(LINEA_DECLINE, 0, 0, 0);
    return n;
}

/* DE-PASSENGER-TAKE: one colour or none at each end. */
static int add_takes(const struct linea_game *g, linea_move *out)
{
    const struct linea_route *route = &g->map->route[g->route];
    const unsigned none = 1u << LINEA_NO_PASSENGER;
    unsigned at_a = linea_passengers_at(g, route->a) | none;
    unsigned at_b = linea_passengers_at(g, route->b) | none;
    int n = 0;
    for (unsigned a = at_a; a; a &= a - 1)
        for (unsigned b = at_b; b; b &= b - 1)
            out[n++] = linea_move_make(LINEA_TAKE, 0, linea_lowest(a), linea_lowest(b));
    return n;
}

int linea_game_moves(const struct linea_game *g, linea_move out[LINEA_MOVES])
{
    switch ((enum linea_phase)g->phase) {
    case LINEA_TURN:
        return add_turn(g, out);
    case LINEA_SECOND_CARD:
        return (int)(add_draws(out, g) - out);
    case LINEA_OPENING_MIX:
        return linea_mixes(g, out);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return add_keeps(g, out);
    case LINEA_TUNNEL:
        return add_payments(g, out);
    case LINEA_PASSENGERS_TAKE:
        return add_takes(g, out);
    case LINEA_OVER:
    case LINEA_PHASES:
        break;
    }
    return 0;
}

int linea_move_cards(const struct linea_game *g, linea_move m)
{
    switch (linea_move_kind(m)) {
    case LINEA_CLAIM:
        return g->map->route[linea_move_place(m)].length;
    case LINEA_STATION:
        return g->map->station_cost[stations_built(&g->seat[g->turn])];
    case LINEA_PAY:
        return g->tunnel.extra;
    default:
        return 0;
    }
}

/* Whether n cards of a colour, some of them wild, are a set that a hand can play. */
static bool set_payable(const struct linea_map *map, const uint8_t *cards, int colour,
                        int wilds, int n, int least_wilds)
{
    if (wilds < least_wilds || wilds > cards[LINEA_WILD])
        return false;
    if (colour == LINEA_WILD)
        return wilds == n;
    return colour < map->colours && wilds < n && n - wilds <= cards[colour];
}

/* CLAIM-SET, CLAIM-FREE, CLAIM-VEHICLES, EU-FERRY for one claim. */
static bool claim_legal(const struct linea_game *g, linea_move m)
{
    const struct linea_seat *s = &g->seat[g->turn];
    int r = linea_move_place(m), colour = linea_move_colour(m);
    if (r >= g->map->routes || !linea_set_has(&s->open, r))
        return false;
    const struct linea_route *route = &g->map->route[r];
    if (route->length > s->vehicles)
        return false;
    if (route->colour != LINEA_GRAY && colour != LINEA_WILD && colour != route->colour)
        return false;
    return set_payable(g->map, s->cards, colour, linea_move_low(m), route->length,
                       route->wilds);
}

/* EU-STATION-BUILD for one station. */
static bool station_legal(const struct linea_game *g, linea_move m)
{
    const struct linea_seat *s = &g->seat[g->turn];
    int l = linea_move_place(m), built = stations_built(s);
    if (l >= g->map->locations || built >= g->map->stations)
        return false;
    if (!(station_free(g) >> l & 1))
        return false;
    return set_payable(g->map, s->cards, linea_move_colour(m), linea_move_low(m),
                       g->map->station_cost[built], 0);
}

/* EU-TUNNEL-1 and 3 for one payment. */
static bool pay_legal(const struct linea_game *g, linea_move m)
{
    int colour = linea_move_colour(m);
    if (colour != LINEA_WILD && colour != g->tunnel.colour)
        return false;
    return set_payable(g->map, g->seat[g->turn].cards, colour, linea_move_low(m),
                       g->tunnel.extra, 0);
}

/* Whether a move is in a list short enough to be made for the purpose. */
static bool listed(const struct linea_game *g, linea_move m)
{
    linea_move moves[256];
    int n;
    if (linea_move_kind(m) == LINEA_TICKETS_DRAW)
        n = linea_mixes(g, moves);
    else if (linea_move_kind(m) == LINEA_KEEP)
        n = add_keeps(g, moves);
    else
        n = add_takes(g, moves);
    while (n > 0)
        if (moves[--n] == m)
            return true;
    return false;
}

static bool turn_legal(const struct linea_game *g, linea_move m)
{
    switch (linea_move_kind(m)) {
    case LINEA_DRAW:
        return linea_move_low(m) == LINEA_BLIND
                   ? g->pile_count > 0
                   : display_open(g) >> linea_move_low(m) & 1;
    case LINEA_CLAIM:
        return claim_legal(g, m);
    case LINEA_TICKETS_DRAW:
        return listed(g, m);
    case LINEA_STATION:
        return station_legal(g, m);
    case LINEA_PASS: {
        linea_move moves[LINEA_MOVES];
        return add_turn(g, moves) == 1 && moves[0] == m;
    }
    default:
        return false;
    }
}

/* Whether a number has no bits set that its kind of move does not use. */
static bool well_formed(linea_move m)
{
    static const linea_move used[LINEA_MOVE_KINDS] = {
        [LINEA_DRAW] = 0xf00000,     [LINEA_CLAIM] = 0xff0007f,
        [LINEA_STATION] = 0xff0003f, [LINEA_TICKETS_DRAW] = 0xffff,
        [LINEA_KEEP] = 0xff,         [LINEA_PAY] = 0xff00000,
        [LINEA_TAKE] = 0xff00000,
    };
    return m >> 28 < LINEA_MOVE_KINDS && !(m & 0xfffffff & ~used[m >> 28]);
}

bool linea_game_legal(const struct linea_game *g, linea_move m)
{
    enum linea_move_kind kind = linea_move_kind(m);
    if (!well_formed(m))
        return false;
    switch ((enum linea_phase)g->phase) {
    case LINEA_TURN:
        return turn_legal(g, m);
    case LINEA_SECOND_CARD:
        return kind == LINEA_DRAW && turn_legal(g, m);
    case LINEA_OPENING_MIX:
        return kind == LINEA_TICKETS_DRAW && listed(g, m);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return kind == LINEA_KEEP && listed(g, m);
    case LINEA_TUNNEL:
        return kind == LINEA_DECLINE || (kind == LINEA_PAY && pay_legal(g, m));
    case LINEA_PASSENGERS_TAKE:
        return kind == LINEA_TAKE && listed(g, m);
    case LINEA_OVER:
    case LINEA_PHASES:
        break;
    }
    return false;
}
