/*
 * bots/planner.c - plans the cheapest network for its tickets and works towards it.
 *
 * It keeps its plan until somebody breaks it, so that most decisions cost little: claim
 * a route of the plan when the cards are there, else draw the card that the plan lacks
 * most; with the plan done, take more tickets while there is time, else the routes that
 * bring most. Prices are counted in half turns: a card is one, a claim is two.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "bot.h"
#include "plan.h"
#include "sense.h"

enum {
    PRICE = 8,     /* of half a turn, so that fractions can be told apart */
    WORTH = 8,     /* … of a point, when tickets are chosen */
    WEIGHED = 7,   /* tickets that are weighed against each other, at most */
    PASSENGER = 5, /* about what a passenger brings in the end, in points */
};

/* What the bot remembers between its decisions. */
struct planner {
    struct linea_rng rng;
    struct plan plan;
    struct linea_set tickets; /* that the plan was made for */
    bool planned;
    bool points; /* the plan is a route for its points, not for tickets */
};

/* A decision being made: the view, and what is worked out from it. */
struct desk {
    struct sense sense; /* what all bots see alike */
    struct planner *memory;
    const struct linea_view *view;
    const struct linea_map *map;
    const struct linea_view_seat *me;
    const linea_move *moves;
    int n;
    uint64_t touched; /* locations that its routes touch */
    int turns;        /* about how many turns are left to this seat */
};

/* How many turns this seat has yet, judged by whose vehicles run out first. */
static int turns_left(const struct linea_view *view)
{
    if (view->last_turns != LINEA_LAST_TURNS_NO)
        return (view->last_turns + view->seats - 1) / view->seats;
    int fewest = LINEA_VEHICLES;
    for (int s = 0; s < view->seats; s++)
        if (view->seat[s].vehicles < fewest)
            fewest = view->seat[s].vehicles;
    int spare = fewest - view->map->end_vehicles;
    return 4 + (spare > 0 ? spare * 3 / 5 : 0);
}

/* Cards of a colour in hand that could go into a route. */
static int cards_for(const struct desk *d, const struct linea_route *route)
{
    if (route->colour != LINEA_GRAY)
        return d->me->cards[route->colour];
    int most = 0;
    for (int kind = 0; kind < d->map->colours; kind++)
        if (d->me->cards[kind] > most)
            most = d->me->cards[kind];
    return most;
}

/* Passengers that wait at a location. */
static int waiting(const struct desk *d, int location)
{
    const struct linea_location *l = &d->map->location[location];
    int n = 0;
    while (n < l->passengers &&
           d->view->passengers[l->first_passenger + n] != LINEA_NOTHING)
        n++;
    return n;
}

/* Points that a route brings: its own, and about what mechanics add to them. */
static int route_points(const struct desk *d, int r)
{
    const struct linea_route *route = &d->map->route[r];
    int points = route->points;
    if (d->map->passengers)
        points += PASSENGER * ((waiting(d, route->a) > 0) + (waiting(d, route->b) > 0));
    uint64_t fresh = d->map->attractions & ~d->touched;
    points += d->map->attraction_points *
              ((int)(fresh >> route->a & 1) + (int)(fresh >> route->b & 1));
    return points;
}

/* What a route costs in half turns, times PRICE, less what its points are worth. */
static int price_route(const struct desk *d, int r)
{
    const struct linea_route *route = &d->map->route[r];
    int have = cards_for(d, route);
    int price = (route->length + 2) * PRICE;
    price -= (have < route->length ? have : route->length) * PRICE / 4;
    price += route->tunnel * PRICE * 3 / 4 + route->wilds * PRICE;
    price -= route_points(d, r) * PRICE / 2;
    return price > 1 ? price : 1;
}

static void price_routes(const struct desk *d, struct plan_prices *prices)
{
    for (int r = 0; r < d->map->routes; r++) {
        if (linea_set_has(&d->me->routes, r))
            prices->route[r] = 0;
        else if (linea_set_has(&d->me->open, r) &&
                 d->map->route[r].length <= d->me->vehicles)
            prices->route[r] = (int16_t)price_route(d, r);
        else
            prices->route[r] = PLAN_CLOSED;
    }
}

/* Turns that a plan takes: its cards two at a time, less those in hand, and its claims.
 */
static int turns_for(const struct desk *d, const struct plan *plan)
{
    int cards = plan->spaces * 5 / 4 - d->me->hand * 2 / 3;
    return linea_set_count(&plan->routes) + (cards > 0 ? (cards + 1) / 2 : 0);
}

static bool feasible(const struct desk *d, const struct plan *plan)
{
    return plan->spaces <= d->me->vehicles && turns_for(d, plan) <= d->turns;
}

static int ticket_points(const struct linea_map *map, const struct linea_set *tickets)
{
    int points = 0;
    for (struct linea_set left = *tickets; !linea_set_empty(&left);)
        points += map->ticket[linea_set_pop(&left)].points;
    return points;
}

/* Give up tickets that cost most for their points, one by one and each by itself, until
   few enough are left to be weighed against each other. */
static void drop_worst(const struct desk *d, const struct plan_prices *prices,
                       struct linea_set *tickets)
{
    while (linea_set_count(tickets) > WEIGHED) {
        int worst = 0, worst_value = -1;
        for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
            int t = linea_set_pop(&left);
            const struct linea_ticket *ticket = &d->map->ticket[t];
            int price = linea_plan_price(d->map, prices, ticket->a, ticket->b);
            if (price * 16 / ticket->points > worst_value) {
                worst_value = price * 16 / ticket->points;
                worst = t;
            }
        }
        linea_set_remove(tickets, worst);
    }
}

/* The best plan for some of the tickets: while it cannot be done, give up the ticket
   that is missed least. */
static void plan_some(const struct desk *d, struct plan *plan,
                      const struct plan_prices *prices, struct linea_set tickets)
{
    linea_plan_make(plan, d->map, prices, &tickets);
    if (!feasible(d, plan) && linea_set_count(&tickets) > WEIGHED) {
        drop_worst(d, prices, &tickets);
        linea_plan_make(plan, d->map, prices, &tickets);
    }
    while (!feasible(d, plan) && !linea_set_empty(&plan->tickets)) {
        struct plan best = {.price = 0};
        int best_value = -1;
        for (struct linea_set left = plan->tickets; !linea_set_empty(&left);) {
            int t = linea_set_pop(&left);
            struct linea_set fewer = plan->tickets;
            struct plan other;
            linea_set_remove(&fewer, t);
            linea_plan_make(&other, d->map, prices, &fewer);
            int saved = plan->price - other.price;
            int value = saved * 16 / d->map->ticket[t].points;
            if (value > best_value) {
                best_value = value;
                best = other;
            }
        }
        *plan = best;
    }
}

static bool same(const struct linea_set *a, const struct linea_set *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

static bool within(const struct linea_set *a, const struct linea_set *b)
{
    return !(a->word[0] & ~b->word[0]) && !(a->word[1] & ~b->word[1]);
}

/* See that the plan still holds; make it anew if it does not. */
static void refresh(struct desk *d)
{
    struct planner *p = d->memory;
    linea_set_remove_all(&p->plan.routes, &d->me->routes);
    if (p->planned && same(&p->tickets, &d->me->tickets) &&
        within(&p->plan.routes, &d->me->open))
        return;
    struct plan_prices prices;
    price_routes(d, &prices);
    plan_some(d, &p->plan, &prices, d->me->tickets);
    p->tickets = d->me->tickets;
    p->planned = true;
    p->points = false;
}

/* What holding these tickets is worth, in points times PRICE. */
static int tickets_value(const struct desk *d, const struct plan_prices *prices,
                         const struct linea_set *tickets)
{
    struct plan plan;
    plan_some(d, &plan, prices, *tickets);
    int done = ticket_points(d->map, &plan.tickets);
    int all = ticket_points(d->map, tickets);
    return (2 * done - all) * PRICE - plan.price * PRICE / WORTH;
}

/* What keeping some of the tickets on offer is worth, those held included. */
static int kept_value(const struct desk *d, const struct plan_prices *prices,
                      unsigned kept)
{
    struct linea_set tickets = d->me->tickets;
    for (int k = 0; k < d->me->offered; k++)
        if (kept >> k & 1)
            linea_set_add(&tickets, d->me->offer[k]);
    return tickets_value(d, prices, &tickets);
}

/* Add the ticket that is worth most to those kept, again and again while enough are not
   kept or it pays: all choices are too many when the offer is large. */
static linea_move choose_keep(struct desk *d)
{
    struct plan_prices prices;
    price_routes(d, &prices);
    unsigned kept = 0;
    int least = linea_bits(linea_move_kept(d->moves[0])), value = INT16_MIN * 16;
    for (int n = 0; n < d->me->offered; n++) {
        unsigned best = 0;
        int best_value = INT16_MIN * 16;
        for (int k = 0; k < d->me->offered; k++) {
            if (kept >> k & 1)
                continue;
            int other = kept_value(d, &prices, kept | 1u << k);
            if (other > best_value) {
                best_value = other;
                best = kept | 1u << k;
            }
        }
        if (n >= least && best_value <= value)
            break;
        kept = best;
        value = best_value;
    }
    return linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
}

/* Cards of each colour that the plan still needs; gray routes go to the colour of which
   most is left over. */
static void find_needs(const struct desk *d, int need[LINEA_KINDS])
{
    int gray[LINEA_ROUTES], grays = 0;
    memset(need, 0, LINEA_KINDS * sizeof *need);
    for (struct linea_set left = d->memory->plan.routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        const struct linea_route *route = &d->map->route[r];
        need[LINEA_WILD] += route->wilds;
        if (route->colour == LINEA_GRAY)
            gray[grays++] = r;
        else
            need[route->colour] += route->length - route->wilds;
    }
    for (int i = 0; i < grays; i++) {
        int best = 0;
        for (int kind = 1; kind < d->map->colours; kind++)
            if (d->me->cards[kind] - need[kind] > d->me->cards[best] - need[best])
                best = kind;
        need[best] += d->map->route[gray[i]].length - d->map->route[gray[i]].wilds;
    }
}

/* Which of two ways to pay for a route is better: fewer wilds, and the colour that the
   plan needs least. */
static int payment_value(const struct desk *d, const int need[LINEA_KINDS],
                         linea_move m)
{
    int colour = linea_move_colour(m), wilds = linea_move_low(m);
    int value = -8 * wilds;
    if (colour != LINEA_WILD)
        value += d->me->cards[colour] - need[colour];
    return value;
}

/* How much there is to a claim: what is hard to get around, and what is long, first. */
static int claim_value(const struct desk *d, int r)
{
    const struct linea_route *route = &d->map->route[r];
    return route->length * 4 + (linea_set_empty(&route->parallels) ? 4 : 0);
}

/* The best claim of a route of some set, or 0. */
static linea_move choose_claim(const struct desk *d, const struct linea_set *routes,
                               const int need[LINEA_KINDS])
{
    linea_move best = 0;
    int best_value = INT16_MIN;
    for (int i = 0; i < d->n; i++) {
        linea_move m = d->moves[i];
        if (linea_move_kind(m) != LINEA_CLAIM ||
            !linea_set_has(routes, linea_move_place(m)) ||
            !linea_sense_dares(&d->sense, m))
            continue;
        int value =
            claim_value(d, linea_move_place(m)) * 16 + payment_value(d, need, m);
        if (value > best_value) {
            best_value = value;
            best = m;
        }
    }
    return best;
}

/* What one more card of a kind is worth to the plan. */
static int card_value(const struct desk *d, const int need[LINEA_KINDS], int kind)
{
    if (kind == LINEA_WILD) {
        int missing = 0;
        for (int k = 0; k < d->map->colours; k++)
            if (need[k] > d->me->cards[k])
                missing += need[k] - d->me->cards[k];
        return need[LINEA_WILD] > d->me->cards[LINEA_WILD] || missing ? 24 : 10;
    }
    int lack = need[kind] - d->me->cards[kind];
    if (lack <= 0)
        return 3 + (d->me->cards[kind] > 0);
    return lack == 1 ? 24 : 18;
}

static int blind_value(const struct desk *d, const int need[LINEA_KINDS])
{
    int value = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (d->map->count[kind])
            value += d->map->count[kind] * card_value(d, need, kind);
    return value / d->map->cards;
}

/* The draw that helps most, or 0 if none is legal. A face-up wild takes the whole turn,
   so it must be worth two. */
static linea_move choose_draw(const struct desk *d, const int need[LINEA_KINDS])
{
    linea_move best = 0;
    int best_value = INT16_MIN, blind = blind_value(d, need);
    for (int i = 0; i < d->n; i++) {
        linea_move m = d->moves[i];
        if (linea_move_kind(m) != LINEA_DRAW)
            break;
        int kind = linea_move_low(m);
        int value = kind == LINEA_BLIND ? blind : card_value(d, need, kind);
        if (kind == LINEA_WILD)
            value -= blind;
        if (value > best_value) {
            best_value = value;
            best = m;
        }
    }
    return best_value > INT16_MIN ? best : LINEA_NOTHING;
}

/* Whether there is time and material for more tickets. */
static bool wants_tickets(const struct desk *d)
{
    return d->me->vehicles * 2 >= d->map->vehicles && d->turns * 2 >= d->map->vehicles;
}

/* Draw tickets; of several decks the one with the longest ways while there is much to
   build with. */
static linea_move choose_tickets(const struct desk *d)
{
    linea_move best = LINEA_NOTHING;
    for (int i = 0; i < d->n; i++)
        if (linea_move_kind(d->moves[i]) == LINEA_TICKETS_DRAW)
            best = d->moves[i];
    return best;
}

/* The route that brings most points for the turns it takes, as the next plan. */
static void plan_points(struct desk *d)
{
    int best_value = 0;
    for (struct linea_set left = d->me->open; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        const struct linea_route *route = &d->map->route[r];
        int lack = route->length - cards_for(d, route) - d->me->cards[LINEA_WILD];
        int turns = 1 + (lack > 0 ? (lack + 1) / 2 + (route->colour != LINEA_GRAY) : 0);
        if (route->length > d->me->vehicles || turns > d->turns)
            continue;
        int value = route_points(d, r) * 64 / turns;
        if (value > best_value) {
            best_value = value;
            d->memory->plan.routes = (struct linea_set){{0}};
            linea_set_add(&d->memory->plan.routes, r);
        }
    }
}

static linea_move choose_turn(struct desk *d)
{
    int need[LINEA_KINDS];
    if (d->memory->points && d->view->phase == LINEA_TURN) /* Look again each turn. */
        d->memory->plan.routes = (struct linea_set){{0}};
    refresh(d);
    if (linea_set_empty(&d->memory->plan.routes)) {
        linea_move tickets = choose_tickets(d);
        if (tickets != LINEA_NOTHING && wants_tickets(d))
            return tickets;
        plan_points(d);
        d->memory->points = true;
    }
    find_needs(d, need);
    linea_move claim = choose_claim(d, &d->memory->plan.routes, need);
    if (claim)
        return claim;
    linea_move station = linea_sense_station(&d->sense);
    if (station != SENSE_NONE)
        return station;
    linea_move draw = choose_draw(d, need);
    if (draw != LINEA_NOTHING)
        return draw;
    claim = choose_claim(d, &d->me->open, need);
    return claim ? claim : d->moves[0];
}

/* The mix with most from the last deck, which has the longest ways, in the opening. */
static linea_move choose_mix(const struct desk *d)
{
    return d->moves[d->n / 2];
}

/* The passengers that bring a majority nearest. */
static int passenger_value(const struct desk *d, int colour)
{
    if (colour == LINEA_NO_PASSENGER)
        return -100;
    int most = 0;
    for (int s = 0; s < d->view->seats; s++)
        if (&d->view->seat[s] != d->me && d->view->seat[s].taken[colour] > most)
            most = d->view->seat[s].taken[colour];
    int ahead = 2 * (d->me->taken[colour] - most) + 1;
    return ahead > 0 ? -ahead : ahead;
}

static linea_move choose_take(const struct desk *d)
{
    linea_move best = d->moves[0];
    int best_value = INT16_MIN;
    for (int i = 0; i < d->n; i++) {
        int value = passenger_value(d, linea_move_colour(d->moves[i])) +
                    passenger_value(d, linea_move_low(d->moves[i]));
        if (value > best_value) {
            best_value = value;
            best = d->moves[i];
        }
    }
    return best;
}

/* Pay with as few wilds as can be; decline only what cannot be paid. */
static linea_move choose_payment(const struct desk *d)
{
    return d->moves[0];
}

static void begin(void *memory, uint64_t seed)
{
    struct planner *p = memory;
    memset(p, 0, sizeof *p);
    p->rng.state = seed;
}

static linea_move choose(void *memory, const struct linea_view *view,
                         const linea_move *moves, int n,
                         const struct linea_budget *budget)
{
    (void)budget;
    struct desk d = {.memory = memory,
                     .view = view,
                     .map = view->map,
                     .me = &view->seat[view->viewer],
                     .moves = moves,
                     .n = n,
                     .turns = turns_left(view)};
    linea_sense_begin(&d.sense, view, moves, n);
    for (struct linea_set left = d.me->routes; !linea_set_empty(&left);) {
        const struct linea_route *route = &d.map->route[linea_set_pop(&left)];
        d.touched |= (uint64_t)1 << route->a | (uint64_t)1 << route->b;
    }
    if (n == 1)
        return moves[0];
    switch ((enum linea_phase)view->phase) {
    case LINEA_OPENING_MIX:
        return choose_mix(&d);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return choose_keep(&d);
    case LINEA_TURN:
    case LINEA_SECOND_CARD:
        return choose_turn(&d);
    case LINEA_TUNNEL:
        return choose_payment(&d);
    case LINEA_PASSENGERS_TAKE:
        return choose_take(&d);
    default:
        return moves[0];
    }
}

const struct linea_bot linea_bot_planner = {
    .name = "planner",
    .about = "plans the cheapest network for its tickets",
    .memory = sizeof(struct planner),
    .begin = begin,
    .choose = choose,
};
