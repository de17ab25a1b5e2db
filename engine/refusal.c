/*
 * engine/refusal.c - why a route cannot be claimed, and where a station would help.
 *
 * Asked for by people who point at something, never while a game is searched: it is
 * written to be read. tests/rules/refusal_test.c compares it with the legal moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/refusal.h"

#include <assert.h>

#include "linea/score.h"

/* Who has one of some routes, or LINEA_NOBODY. */
static int owner_among(const struct linea_game *g, const struct linea_set *routes)
{
    for (int s = 0; s < g->seats; s++)
        if (linea_set_meets(&g->seat[s].routes, routes))
            return s;
    return LINEA_NOBODY;
}

/* CLAIM-ONCE, DOUBLE-OWN, DOUBLE-FEW: what has closed the route for good. */
static struct linea_refusal find_closed(const struct linea_game *g, int seat, int route)
{
    const struct linea_set *parallels = &g->map->route[route].parallels;
    struct linea_set alone = {{0}};
    linea_set_add(&alone, route);
    struct linea_refusal r = {.owner = (uint8_t)owner_among(g, &alone),
                              .colour = LINEA_NOTHING};
    if (r.owner == seat)
        r.obstacle = LINEA_CLAIM_OWN;
    else if (r.owner != LINEA_NOBODY)
        r.obstacle = LINEA_CLAIM_TAKEN;
    else if (linea_set_meets(&g->seat[seat].routes, parallels))
        r = (struct linea_refusal){LINEA_CLAIM_PARALLEL, (uint8_t)seat, 0,
                                   LINEA_NOTHING};
    else
        r = (struct linea_refusal){
            LINEA_CLAIM_SINGLE, (uint8_t)owner_among(g, parallels), 0, LINEA_NOTHING};
    return r;
}

/* CLAIM-SET: how many more cards of a colour, beside all wilds, the route needs. */
static int cards_missing(const struct linea_game *g, int seat, int route, int colour)
{
    const uint8_t *cards = g->seat[seat].cards;
    int length = g->map->route[route].length;
    int missing = length - cards[colour] - cards[LINEA_WILD];
    return missing > 0 ? missing : 0;
}

/* CLAIM-SET, EU-FERRY: what is missing in the hand, if anything is. */
static struct linea_refusal find_missing(const struct linea_game *g, int seat,
                                         int route)
{
    const struct linea_route *line = &g->map->route[route];
    struct linea_refusal best = {LINEA_CLAIM_CARDS, LINEA_NOBODY, UINT8_MAX,
                                 LINEA_NOTHING};
    int wilds = g->seat[seat].cards[LINEA_WILD];
    if (wilds < line->wilds)
        return (struct linea_refusal){LINEA_CLAIM_WILDS, LINEA_NOBODY,
                                      (uint8_t)(line->wilds - wilds), LINEA_WILD};
    for (int colour = 0; colour < g->map->colours; colour++) {
        if (line->colour != LINEA_GRAY && line->colour != colour)
            continue;
        int missing = cards_missing(g, seat, route, colour);
        if (missing < best.missing) {
            best.missing = (uint8_t)missing;
            best.colour = (uint8_t)colour;
        }
    }
    if (best.missing == 0)
        best = (struct linea_refusal){LINEA_CLAIM_FREE, LINEA_NOBODY, 0, LINEA_NOTHING};
    return best;
}

struct linea_refusal linea_claim_refusal(const struct linea_game *g, int seat,
                                         int route)
{
    assert(seat >= 0 && seat < g->seats && route >= 0 && route < g->map->routes);
    const struct linea_seat *s = &g->seat[seat];
    int length = g->map->route[route].length;
    if (!linea_set_has(&s->open, route))
        return find_closed(g, seat, route);
    if (s->vehicles < length)
        return (struct linea_refusal){LINEA_CLAIM_VEHICLES, LINEA_NOBODY,
                                      (uint8_t)(length - s->vehicles), LINEA_NOTHING};
    struct linea_refusal r = find_missing(g, seat, route);
    if (r.obstacle == LINEA_CLAIM_FREE && g->turn != seat)
        r.obstacle = LINEA_CLAIM_TURN;
    else if (r.obstacle == LINEA_CLAIM_FREE && g->phase != LINEA_TURN)
        r.obstacle = LINEA_CLAIM_PHASE;
    return r;
}

const char *linea_obstacle_name(enum linea_obstacle obstacle)
{
    static const char *const names[LINEA_OBSTACLES] = {
        [LINEA_CLAIM_FREE] = "free",     [LINEA_CLAIM_OWN] = "own",
        [LINEA_CLAIM_TAKEN] = "taken",   [LINEA_CLAIM_PARALLEL] = "parallel",
        [LINEA_CLAIM_SINGLE] = "single", [LINEA_CLAIM_VEHICLES] = "vehicles",
        [LINEA_CLAIM_WILDS] = "wilds",   [LINEA_CLAIM_CARDS] = "cards",
        [LINEA_CLAIM_TURN] = "turn",     [LINEA_CLAIM_PHASE] = "phase",
    };
    return names[obstacle];
}

struct linea_set linea_station_completes(const struct linea_game *g, int seat,
                                         int location)
{
    struct linea_game after = *g;
    struct linea_set before, done = {{0}}, borrowed;
    if (linea_bits(g->seat[seat].stations) >= g->map->stations)
        return done;
    for (int s = 0; s < g->seats; s++)
        if (g->seat[s].stations >> location & 1)
            return done;
    linea_game_tickets(g, &before, &borrowed, seat);
    after.seat[seat].stations |= (uint64_t)1 << location;
    linea_game_tickets(&after, &done, &borrowed, seat);
    linea_set_remove_all(&done, &before);
    return done;
}
