/*
 * bots/onestep.c - looks one step ahead: imagines itself after each action and takes
 * the one that leaves it best off.
 *
 * A state is worth its route points, how far its tickets have come, and, at a discount,
 * what its cards are good for. It imagines its own seat only: what others do, and which
 * card a blind draw brings, is averaged away.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"
#include <assert.h>

enum {
    DEAR = 50,    /* half of the tickets from the dearest deck */
    VALUE = 64,   /* of a point, so that fractions of one can be told apart */
    HOPES = 3,    /* routes that the cards of a hand are counted for */
    DISCOUNT = 2, /* a route that could be claimed is worth half of one that is */
};

/* What the board offers before the action: the gain of each route, tickets included. */
struct outlook {
    struct sense_worths gain;
    bool tickets_done; /* nothing is left to build for them */
};

/* The shortest way of a ticket if a route from u to v were ours, u's end first. */
static int way_over(const struct linea_map *map, const struct linea_ticket *t,
                    const int from_a[LINEA_LOCATIONS],
                    const int from_b[LINEA_LOCATIONS], int u, int v)
{
    if ((u != t->a && map->dead_ends >> u & 1) ||
        (v != t->b && map->dead_ends >> v & 1))
        return PLAN_CLOSED;
    return from_a[u] + from_b[v];
}

/* Add what each route does for a ticket: the share of the way left that it covers, of
   twice the points, since a ticket not completed costs as much as it brings. */
static void add_ticket(const struct sense *s, struct outlook *out,
                       const struct plan_prices *prices, int ticket)
{
    const struct linea_ticket *t = &s->map->ticket[ticket];
    int from_a[LINEA_LOCATIONS], from_b[LINEA_LOCATIONS];
    linea_sense_distances(s, prices, t->a, from_a);
    int way = from_a[t->b];
    if (way == 0 || way >= PLAN_CLOSED)
        return;
    linea_sense_distances(s, prices, t->b, from_b);
    for (int r = 0; r < s->map->routes; r++) {
        const struct linea_route *route = &s->map->route[r];
        int one = way_over(s->map, t, from_a, from_b, route->a, route->b);
        int other = way_over(s->map, t, from_a, from_b, route->b, route->a);
        int rest = one < other ? one : other;
        if (rest < way)
            out->gain.route[r] += 2 * t->points * VALUE * (way - rest) / way;
    }
}

static void look_out(const struct sense *s, struct outlook *out)
{
    struct plan_prices prices;
    struct plan plan;
    linea_sense_prices(s, &prices);
    linea_sense_plan(s, &plan, &prices, &s->me->tickets);
    out->tickets_done = linea_set_empty(&plan.routes);
    for (int r = 0; r < s->map->routes; r++)
        out->gain.route[r] = linea_sense_points(s, r) * VALUE;
    for (struct linea_set left = plan.tickets; !linea_set_empty(&left);)
        add_ticket(s, out, &prices, linea_set_pop(&left));
}

/* What the cards of a seat are good for: its best hopes, each by the square of how
   complete its cards are, so that finishing one set beats beginning three. */
static int value_hand(const struct sense *s, const struct outlook *outlook)
{
    int hope[HOPES] = {0}, value = 0;
    for (int r = 0; r < s->map->routes; r++) {
        if (!linea_sense_can_build(s, r))
            continue;
        int length = s->map->route[r].length, have = length - linea_sense_lack(s, r);
        int v = outlook->gain.route[r] * have * have / (length * length * DISCOUNT);
        for (int i = 0; i < HOPES; i++) {
            int swap = hope[i];
            if (v > swap) {
                hope[i] = v;
                v = swap;
            }
        }
    }
    for (int i = 0; i < HOPES; i++)
        value += hope[i] >> i;
    return value;
}

/* The value after one more card of a kind. */
static int value_card(const struct sense *s, const struct outlook *outlook, int kind)
{
    struct linea_view_seat me = *s->me;
    struct sense after = *s;
    after.me = &me;
    me.cards[kind]++;
    return value_hand(&after, outlook);
}

static int value_blind(const struct sense *s, const struct outlook *outlook)
{
    int value = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (s->map->count[kind])
            value += s->map->count[kind] * value_card(s, outlook, kind);
    return value / s->map->cards;
}

/* The value after a claim. A tunnel may fail, so it is worth somewhat less. */
static int value_claim(const struct sense *s, const struct outlook *outlook,
                       linea_move m)
{
    struct linea_view_seat me = *s->me;
    struct sense after = *s;
    int r = linea_move_place(m), wilds = linea_move_low(m);
    const struct linea_route *route = &s->map->route[r];
    after.me = &me;
    me.cards[LINEA_WILD] = (uint8_t)(me.cards[LINEA_WILD] - wilds);
    if (linea_move_colour(m) != LINEA_WILD)
        me.cards[linea_move_colour(m)] =
            (uint8_t)(me.cards[linea_move_colour(m)] - (route->length - wilds));
    me.vehicles = (uint8_t)(me.vehicles - route->length);
    linea_set_remove(&me.open, r);
    linea_set_remove_all(&me.open, &route->parallels);
    int gain = outlook->gain.route[r];
    return gain - route->tunnel * gain / 8 + value_hand(&after, outlook);
}

static int value_tickets(const struct sense *s, const struct outlook *outlook, int now)
{
    if (!outlook->tickets_done || s->turns * 4 < s->map->vehicles ||
        s->me->vehicles * 3 < s->map->vehicles)
        return 0;
    int points = 0;
    for (int t = 0; t < s->map->tickets; t++)
        points += s->map->ticket[t].points;
    assert(s->map->tickets > 0);
    return now + points * VALUE / s->map->tickets;
}

static linea_move choose_turn(const struct sense *s)
{
    struct outlook outlook;
    look_out(s, &outlook);
    int now = value_hand(s, &outlook), blind = value_blind(s, &outlook);
    linea_move best = s->moves[0], tickets = linea_sense_tickets(s, DEAR);
    int best_value = -1;
    for (int i = 0; i < s->n; i++) {
        linea_move m = s->moves[i];
        int value = -1, kind = linea_move_low(m);
        if (linea_move_kind(m) == LINEA_CLAIM && linea_sense_dares(s, m))
            value = value_claim(s, &outlook, m);
        else if (m == tickets)
            value = value_tickets(s, &outlook, now);
        else if (linea_move_kind(m) == LINEA_DRAW && kind == LINEA_WILD)
            value = value_card(s, &outlook, kind);
        else if (linea_move_kind(m) == LINEA_DRAW)
            /* The second card of the turn comes on top. */
            value = blind - now +
                    (kind == LINEA_BLIND ? blind : value_card(s, &outlook, kind));
        if (value > best_value) {
            best = m;
            best_value = value;
        }
    }
    return best;
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

const struct linea_bot linea_bot_onestep = {
    .name = "onestep",
    .about = "imagines the state after each action and takes the best",
    .memory = 0,
    .begin = linea_sense_no_memory,
    .choose = choose,
};
