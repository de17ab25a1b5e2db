/*
 * bots/published.c - ways, networks and objectives of the bots after published ones.
 *
 * SPDX-License-Identifier: MIT
 */
#include "published.h"

enum {
    SPACE =
        128, /* price of a space in a network: more than one's own routes add up to */
};

int linea_published_vehicles(const struct sense *s, int of_45)
{
    return (s->map->vehicles * of_45 + 44) / 45;
}

/* The routes of the cheapest way between two locations in order, 0 if there is none;
   each must have a price. */
static int walk(const struct sense *s, const struct linea_prices *prices, int from,
                int to, uint8_t out[LINEA_LOCATIONS])
{
    struct linea_ways left; /* by what is left to go, so from the end */
    int n = 0;
    linea_ways_begin(&left, s->map, prices, PLAN_CLOSED, to);
    if (linea_ways_find(&left, from) >= PLAN_CLOSED)
        return 0;
    while (from != to)
        for (int i = s->map->first_line[from]; i < s->map->first_line[from + 1]; i++) {
            int next = s->map->line[i].to, r = s->map->line[i].route;
            if ((next != to && s->map->dead_ends >> next & 1) ||
                linea_ways_find(&left, next) + prices->route[r] !=
                    linea_ways_find(&left, from))
                continue;
            out[n++] = (uint8_t)r;
            from = next;
            break;
        }
    return n;
}

int linea_published_way(const struct sense *s, uint8_t out[LINEA_LOCATIONS], int ticket,
                        const struct linea_set *usable)
{
    struct linea_prices prices;
    uint8_t way[LINEA_LOCATIONS];
    if (linea_sense_joined(s, ticket))
        return 0;
    for (int r = 0; r < s->map->routes; r++)
        prices.route[r] = linea_set_has(&s->me->routes, r) || linea_set_has(usable, r)
                              ? 1
                              : PLAN_CLOSED;
    int all = walk(s, &prices, s->map->ticket[ticket].a, s->map->ticket[ticket].b, way);
    int n = 0;
    for (int i = 0; i < all; i++)
        if (!linea_set_has(&s->me->routes, way[i]))
            out[n++] = way[i];
    return n;
}

/* The cities of tickets that can be completed; the points of these tickets are added.
 */
static uint64_t find_cities(const struct sense *s, const struct linea_prices *prices,
                            struct published_network *out,
                            const struct linea_set *tickets)
{
    uint64_t cities = 0;
    for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
        const struct linea_ticket *t = &s->map->ticket[linea_set_pop(&left)];
        out->at_stake += t->points;
        if (linea_plan_price(s->map, prices, t->a, t->b) >= PLAN_CLOSED)
            continue;
        out->points += t->points;
        cities |= (uint64_t)1 << t->a | (uint64_t)1 << t->b;
    }
    return cities;
}

static void add_way(const struct sense *s, struct published_network *out,
                    struct linea_prices *prices, int from, int to)
{
    uint8_t way[LINEA_LOCATIONS];
    int n = walk(s, prices, from, to, way);
    for (int i = 0; i < n; i++) {
        if (prices->route[way[i]] == 1)
            continue;
        prices->route[way[i]] = 1;
        linea_set_add(&out->routes, way[i]);
        out->spaces += s->map->route[way[i]].length;
        out->points += s->map->route[way[i]].points;
    }
}

void linea_published_network(const struct sense *s, struct published_network *out,
                             const struct linea_set *tickets)
{
    struct linea_prices prices;
    *out = (struct published_network){.spaces = 0};
    for (int r = 0; r < s->map->routes; r++) {
        int price =
            linea_sense_can_build(s, r) ? s->map->route[r].length * SPACE : PLAN_CLOSED;
        prices.route[r] = linea_set_has(&s->me->routes, r) ? 1 : price;
    }
    uint64_t cities = find_cities(s, &prices, out, tickets);
    if (!cities)
        return;
    /* What belongs to the network costs next to nothing, so the nearest to its first
       city is the nearest to all of it; a dead end would not be passed. */
    uint64_t passable = cities & ~s->map->dead_ends;
    int from = linea_lowest(passable ? passable : cities);
    cities &= ~((uint64_t)1 << from);
    while (cities) {
        struct linea_ways away;
        int nearest = linea_lowest(cities);
        linea_ways_begin(&away, s->map, &prices, PLAN_CLOSED, from);
        for (uint64_t left = cities; left; left &= left - 1)
            if (linea_ways_find(&away, linea_lowest(left)) <
                linea_ways_find(&away, nearest))
                nearest = linea_lowest(left);
        add_way(s, out, &prices, from, nearest);
        cities &= ~((uint64_t)1 << nearest);
    }
}

linea_move linea_published_claim(const struct sense *s, int route, unsigned avoid)
{
    linea_move best = SENSE_NONE;
    int best_value = 0;
    struct sense_span claims = linea_sense_span(s, LINEA_CLAIM);
    for (const linea_move *at = claims.first; at < claims.end; at++) {
        linea_move m = *at;
        int colour = linea_move_colour(m);
        if (linea_move_place(m) != route || avoid >> colour & 1 ||
            !linea_sense_dares(s, m))
            continue;
        int value = colour == LINEA_WILD ? 0 : s->me->cards[colour] * 16;
        value -= linea_move_low(m);
        if (best == SENSE_NONE || value > best_value) {
            best = m;
            best_value = value;
        }
    }
    return best;
}

int linea_published_kind(const struct sense *s, int route)
{
    if (route == LINEA_NOTHING)
        return LINEA_NOTHING;
    const struct linea_route *r = &s->map->route[route];
    int kind = linea_sense_colour(s, route);
    return r->wilds && s->me->cards[kind] >= r->length - r->wilds ? LINEA_NOTHING
                                                                  : kind;
}

linea_move linea_published_draw(const struct sense *s, int kind, bool wilds)
{
    const int wishes[] = {kind, wilds ? LINEA_WILD : LINEA_NOTHING, LINEA_BLIND};
    for (int w = 0; w < 3; w++)
        for (int i = 0; i < s->n && linea_move_kind(s->moves[i]) == LINEA_DRAW; i++)
            if (linea_move_low(s->moves[i]) == wishes[w])
                return s->moves[i];
    return s->moves[0];
}

void linea_published_begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    (void)self;
    (void)seed;
    *(struct published_memory *)memory =
        (struct published_memory){.objective = LINEA_NOTHING};
}

bool linea_published_stale(const struct sense *s)
{
    struct published_memory *memory = s->memory;
    struct linea_set claimed = {{0}};
    for (int seat = 0; seat < s->view->seats; seat++) {
        claimed.word[0] |= s->view->seat[seat].routes.word[0];
        claimed.word[1] |= s->view->seat[seat].routes.word[1];
    }
    bool same = claimed.word[0] == memory->claimed.word[0] &&
                claimed.word[1] == memory->claimed.word[1];
    memory->claimed = claimed;
    if (!same)
        memory->objective = LINEA_NOTHING;
    return memory->objective == LINEA_NOTHING;
}

linea_move linea_published_pursue(const struct sense *s)
{
    int objective = ((const struct published_memory *)s->memory)->objective;
    linea_move claim = linea_published_claim(s, objective, 0);
    if (claim != SENSE_NONE)
        return claim;
    return linea_published_draw(s, linea_published_kind(s, objective), true);
}

int linea_published_for_tickets(const struct sense *s, int shortest)
{
    struct linea_set usable = {{0}};
    int best = LINEA_NOTHING, best_points = 0;
    for (int r = 0; r < s->map->routes; r++)
        if (linea_sense_can_build(s, r) && s->map->route[r].length >= shortest)
            linea_set_add(&usable, r);
    for (struct linea_set left = s->me->tickets; !linea_set_empty(&left);) {
        uint8_t way[LINEA_LOCATIONS];
        int t = linea_set_pop(&left);
        if (s->map->ticket[t].points > best_points &&
            linea_published_way(s, way, t, &usable)) {
            best = way[0];
            best_points = s->map->ticket[t].points;
        }
    }
    return best;
}

int linea_published_longest(const struct sense *s)
{
    int best = LINEA_NOTHING, best_value = 0;
    for (int r = 0; r < s->map->routes; r++) {
        if (!linea_sense_can_build(s, r))
            continue;
        int length = s->map->route[r].length, lack = linea_sense_lack(s, r);
        bool plain = s->me->cards[linea_sense_colour(s, r)] >= length;
        int value = length * 16 - lack + plain;
        if (value > best_value) {
            best = r;
            best_value = value;
        }
    }
    return best;
}
