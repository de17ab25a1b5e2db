/*
 * bots/sense.c - reading a view: routes, ways, needs, and moves chosen by them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

#include <string.h>

enum {
    SPACE = 4,     /* price of a space; a claim costs two: it takes a turn of its own */
    PASSENGER = 3, /* points that a passenger is guessed to bring */
};

/* How many turns this seat has yet, judged by whose vehicles run out first: about two
   turns bring three spaces. */
static int turns_left(const struct linea_view *view)
{
    if (view->last_turns != LINEA_LAST_TURNS_NO)
        return (view->last_turns + view->seats - 1) / view->seats;
    int fewest = LINEA_VEHICLES;
    for (int s = 0; s < view->seats; s++)
        if (view->seat[s].vehicles < fewest)
            fewest = view->seat[s].vehicles;
    int spare = fewest - view->map->end_vehicles;
    return 2 + (spare > 0 ? spare * 2 / 3 : 0);
}

void linea_sense_no_memory(void *memory, uint64_t seed)
{
    (void)memory;
    (void)seed;
}

void linea_sense_begin(struct sense *s, const struct linea_view *view,
                       const linea_move *moves, int n)
{
    *s = (struct sense){
        view, view->map, &view->seat[view->viewer], moves, n, turns_left(view), NULL};
}

linea_move linea_sense_choose(const struct sense_manner *manner, void *memory,
                              const struct linea_view *view, const linea_move *moves,
                              int n)
{
    struct sense s;
    linea_sense_begin(&s, view, moves, n);
    s.memory = memory;
    linea_move m = linea_sense_reflex(&s);
    if (m != SENSE_NONE)
        return m;
    switch ((enum linea_phase)view->phase) {
    case LINEA_OPENING_MIX:
        return linea_sense_tickets(&s, manner->dear);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return manner->keep(&s);
    default:
        return manner->turn(&s);
    }
}

bool linea_sense_can_build(const struct sense *s, int route)
{
    return linea_set_has(&s->me->open, route) &&
           s->map->route[route].length <= s->me->vehicles;
}

/* What the two ends of a route bring, for an end that this seat does not have yet. */
static int end_points(const struct sense *s, int location)
{
    int points = 0;
    const struct linea_location *l = &s->map->location[location];
    if (l->passengers && s->view->passengers[l->first_passenger] != LINEA_NOTHING)
        points += PASSENGER;
    if (!(s->map->attractions >> location & 1))
        return points;
    for (int i = s->map->first_line[location]; i < s->map->first_line[location + 1];
         i++)
        if (linea_set_has(&s->me->routes, s->map->line[i].route))
            return points;
    return points + s->map->attraction_points;
}

int linea_sense_points(const struct sense *s, int route)
{
    const struct linea_route *r = &s->map->route[route];
    return r->points + end_points(s, r->a) + end_points(s, r->b);
}

int linea_sense_colour(const struct sense *s, int route)
{
    if (s->map->route[route].colour != LINEA_GRAY)
        return s->map->route[route].colour;
    int best = 0;
    for (int kind = 1; kind < s->map->colours; kind++)
        if (s->me->cards[kind] > s->me->cards[best])
            best = kind;
    return best;
}

int linea_sense_lack(const struct sense *s, int route)
{
    const struct linea_route *r = &s->map->route[route];
    int wilds = s->me->cards[LINEA_WILD];
    int plain = r->length - r->wilds;
    int have = s->me->cards[linea_sense_colour(s, route)];
    int lack = r->wilds > wilds ? r->wilds - wilds : 0;
    int spare = wilds > r->wilds ? wilds - r->wilds : 0;
    if (plain > have + spare)
        lack += plain - have - spare;
    return lack;
}

static int price(const struct sense *s, int route)
{
    const struct linea_route *r = &s->map->route[route];
    int in_hand = r->length - linea_sense_lack(s, route);
    return r->length * SPACE + 2 * SPACE + (r->wilds + r->tunnel) * SPACE / 2 -
           in_hand * SPACE / 2 - linea_sense_points(s, route);
}

void linea_sense_prices(const struct sense *s, struct plan_prices *prices)
{
    for (int r = 0; r < s->map->routes; r++) {
        int p = PLAN_CLOSED;
        if (linea_set_has(&s->me->routes, r))
            p = 0;
        else if (linea_sense_can_build(s, r))
            p = price(s, r) > 1 ? price(s, r) : 1;
        prices->route[r] = (int16_t)p;
    }
}

void linea_sense_distances(const struct sense *s, const struct plan_prices *prices,
                           int from, int out[LINEA_LOCATIONS])
{
    uint64_t open = (uint64_t)1 << from;
    for (int l = 0; l < s->map->locations; l++)
        out[l] = PLAN_CLOSED;
    out[from] = 0;
    while (open) {
        /* Any order leads to the end; boards are small enough not to need the best. */
        int at = linea_lowest(open);
        open &= open - 1;
        if (at != from && s->map->dead_ends >> at & 1)
            continue;
        for (int i = s->map->first_line[at]; i < s->map->first_line[at + 1]; i++) {
            int to = s->map->line[i].to;
            int p = out[at] + prices->route[s->map->line[i].route];
            if (p < out[to]) {
                out[to] = p;
                open |= (uint64_t)1 << to;
            }
        }
    }
}

/* Whether there is material and time for a plan. */
static bool feasible(const struct sense *s, const struct plan *plan)
{
    int cards = plan->spaces - s->me->hand * 2 / 3;
    int turns = linea_set_count(&plan->routes) + (cards > 0 ? cards / 2 : 0);
    return plan->spaces <= s->me->vehicles && turns <= s->turns;
}

/* Put tickets that can be completed into order: first those whose way costs least for
   their points. How many they are. */
static int order_tickets(const struct sense *s, const struct plan_prices *prices,
                         const struct linea_set *tickets, uint8_t out[LINEA_TICKETS])
{
    int cost[LINEA_TICKETS], n = 0;
    for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left), i;
        const struct linea_ticket *ticket = &s->map->ticket[t];
        int way = linea_plan_price(s->map, prices, ticket->a, ticket->b);
        if (way >= PLAN_CLOSED)
            continue;
        way = way * 16 / ticket->points;
        for (i = n++; i > 0 && cost[i - 1] > way; i--) {
            cost[i] = cost[i - 1];
            out[i] = out[i - 1];
        }
        cost[i] = way;
        out[i] = (uint8_t)t;
    }
    return n;
}

void linea_sense_plan(const struct sense *s, struct plan *plan,
                      const struct plan_prices *prices, const struct linea_set *tickets)
{
    uint8_t order[LINEA_TICKETS];
    struct plan next;
    linea_plan_make(plan, s->map, prices, tickets);
    if (feasible(s, plan))
        return;
    int n = order_tickets(s, prices, tickets, order);
    struct linea_set chosen = {{0}};
    *plan = (struct plan){.price = 0};
    for (int i = 0; i < n; i++) {
        struct linea_set more = chosen;
        linea_set_add(&more, order[i]);
        linea_plan_make(&next, s->map, prices, &more);
        if (!feasible(s, &next))
            continue;
        chosen = more;
        *plan = next;
    }
}

void linea_sense_needs(const struct sense *s, int need[LINEA_KINDS],
                       const struct linea_set *routes)
{
    memset(need, 0, LINEA_KINDS * sizeof *need);
    struct linea_set gray = {{0}};
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        const struct linea_route *route = &s->map->route[r];
        need[LINEA_WILD] += route->wilds;
        if (route->colour == LINEA_GRAY)
            linea_set_add(&gray, r);
        else
            need[route->colour] += route->length - route->wilds;
    }
    /* A gray route goes to the colour of which most is left over. */
    while (!linea_set_empty(&gray)) {
        const struct linea_route *route = &s->map->route[linea_set_pop(&gray)];
        int best = 0;
        for (int kind = 1; kind < s->map->colours; kind++)
            if (s->me->cards[kind] - need[kind] > s->me->cards[best] - need[best])
                best = kind;
        need[best] += route->length - route->wilds;
    }
}

/* How well cards can be spared: wilds last, then what the needs ask for. */
static int payment_value(const struct sense *s, const int need[LINEA_KINDS],
                         linea_move m)
{
    int colour = linea_move_colour(m), value = -64 * linea_move_low(m);
    return colour == LINEA_WILD ? value : value + s->me->cards[colour] - need[colour];
}

/* Cards of a kind that this seat does not see: in the pile or in other hands. */
static int hidden(const struct sense *s, int kind)
{
    int n = s->map->count[kind] - s->me->cards[kind] - s->view->discards[kind];
    for (int i = 0; i < LINEA_DISPLAY; i++)
        n -= s->view->display[i] == kind;
    return n;
}

/* Cards that a tunnel is expected to cost beyond its set, by those that this seat has
   not seen: none when that is less than one, else rounded up. */
static int expected_extra(const struct sense *s, int colour)
{
    int unseen = 0, matching = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        unseen += hidden(s, kind);
        if (kind == colour || kind == LINEA_WILD)
            matching += hidden(s, kind);
    }
    matching *= s->map->reveal;
    return unseen <= 0 || matching < unseen ? 0 : (matching + unseen - 1) / unseen;
}

/* Cards in the pile and among the discards that certainly cost a tunnel nothing. */
static int harmless(const struct sense *s, int colour)
{
    int pile = s->view->pile_count, discards = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (kind == colour || kind == LINEA_WILD)
            pile -= hidden(s, kind);
        else
            discards += s->view->discards[kind];
    return discards + (pile > 0 ? pile : 0);
}

bool linea_sense_dares(const struct sense *s, linea_move m)
{
    const struct linea_route *route = &s->map->route[linea_move_place(m)];
    bool can_draw = linea_move_kind(s->moves[0]) == LINEA_DRAW;
    if (!route->tunnel || !can_draw || s->turns <= 1)
        return true;
    int colour = linea_move_colour(m);
    int spare = s->me->cards[LINEA_WILD] - route->length;
    if (colour != LINEA_WILD)
        spare += s->me->cards[colour];
    /* When hands hold nearly all cards, the same few, perhaps all wild, would be turned
       up turn after turn. */
    if (harmless(s, colour) < 2 * LINEA_REVEAL)
        return spare >= s->map->reveal;
    return spare >= expected_extra(s, colour);
}

linea_move linea_sense_claim(const struct sense *s, const struct sense_worths *worths,
                             const int need[LINEA_KINDS])
{
    linea_move best = SENSE_NONE;
    int best_worth = 0, best_payment = 0;
    for (int i = 0; i < s->n; i++) {
        linea_move m = s->moves[i];
        if (linea_move_kind(m) != LINEA_CLAIM || !linea_sense_dares(s, m))
            continue;
        int worth = worths->route[linea_move_place(m)];
        int payment = payment_value(s, need, m);
        if (worth > best_worth ||
            (worth == best_worth && best != SENSE_NONE && payment > best_payment)) {
            best = m;
            best_worth = worth;
            best_payment = payment;
        }
    }
    return best;
}

/* What one more card of a kind is worth. */
static int card_value(const struct sense *s, const int need[LINEA_KINDS], int kind)
{
    int lacking = 0;
    if (kind != LINEA_WILD)
        return need[kind] > s->me->cards[kind] ? 12 : 2 + (s->me->cards[kind] > 0);
    if (need[LINEA_WILD] > s->me->cards[LINEA_WILD])
        return 30;
    for (int k = 0; k < s->map->colours; k++)
        if (need[k] > s->me->cards[k])
            lacking += need[k] - s->me->cards[k];
    return lacking ? 16 : 8;
}

static int blind_value(const struct sense *s, const int need[LINEA_KINDS])
{
    int value = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (s->map->count[kind])
            value += s->map->count[kind] * card_value(s, need, kind);
    return value / s->map->cards;
}

linea_move linea_sense_draw(const struct sense *s, const int need[LINEA_KINDS])
{
    linea_move best = SENSE_NONE;
    int best_value = 0, blind = blind_value(s, need);
    for (int i = 0; i < s->n && linea_move_kind(s->moves[i]) == LINEA_DRAW; i++) {
        int kind = linea_move_low(s->moves[i]);
        int value = kind == LINEA_BLIND ? blind : card_value(s, need, kind);
        /* A face-up wild takes the whole turn, another card leaves half of it. */
        if (kind != LINEA_WILD)
            value += blind;
        if (best == SENSE_NONE || value > best_value) {
            best = s->moves[i];
            best_value = value;
        }
    }
    return best;
}
