/*
 * bots/plan_routes.c - which network the planner builds, and for which tickets.
 *
 * A network is worth the points of its routes, tickets and districts less what its
 * turns would bring otherwise. Ways are priced route by route, so that the cheapest
 * ones can be found (plan.c); what comes of it is judged as a whole, with the hand as
 * it is. Each turn the plan is judged again: cards have come, routes have gone.
 *
 * SPDX-License-Identifier: MIT
 */
#include "decision.h"

#include <string.h>

enum {
    /* Prices of routes, for finding ways. */
    WAY_POINTS = 14,   /* sixteenths of its points that make a route cheaper … */
    WAY_QUICK = 0,     /* … where the quickest ways are looked for … */
    WAY_LEAST = 3,     /* … but not below so many sixteenths of its turns' worth */
    WAY_SPACE = 9,     /* TURNs of a space … */
    WAY_WILD = 14,     /* … of a wild that a ferry demands … */
    WAY_TUNNEL = 10,   /* … of a tunnel's risk */
    WAY_HAND = 3,      /* sixteenths of a space that a card in hand saves */
    WAY_KEPT = 4,      /* POINTs that a route of the present plan is cheaper */
    WAY_STATION = 120, /* POINTs for a route of somebody's, by a station */

    /* What a network is worth. */
    TOO_LONG = 160,      /* POINTs lost for each vehicle that is not there */
    STATION = 80,        /* … for each station, its turn and its cards */
    IMPOSSIBLE = 3200,   /* … for more stations than there are, or no time for them */
    DISTRICT_SHARE = 12, /* sixteenths of a district's points that count */
    PASSENGERS_SHARE = 8, /* … of the passengers', who may be gone by then */
    RISK_LEAST = 16,      /* TURNs that any plan may come late … */
    RISK_SHARE = 1,       /* … and sixteenths of the time that is left */
    STAY = 16,            /* how much better a new plan must be */
    WEIGHED = 6,          /* tickets that are weighed against each other, at most */

    /* Which routes of a plan come first. */
    URGENT_LENGTH = 4, /* for each space … */
    URGENT_DETOUR = 3, /* … for each that a way around it has more … */
    URGENT_FAR = 10,   /* … of which so many count … */
    URGENT_NEAR = 3,   /* … and for each other player, at an end where one has been */

    /* Drawing tickets. */
    DRAW_SLOW = 40,    /* a new ticket takes longer than a plan says, in sixteenths */
    DRAW_VEHICLES = 6, /* sixteenths of the vehicles that must be left */
    DRAW_TROTTER = 80, /* POINTs that one more ticket is worth to a globetrotter */

    /* Keeping tickets: how what comes of it differs from what the plan is worth. Cards
       come anyway and vehicles are spent anyway, so turns and points of routes weigh
       less, and the number of claims more. */
    KEPT_TURNS = 20,   /* sixteenths of a POINT that a TURN costs less */
    KEPT_POINTS = 5,   /* sixteenths of the routes' points that do not count */
    KEPT_ROUTE = 18,   /* POINTs that each route costs */
    KEPT_DONE = 17,    /* … and each point of a ticket that is planned … */
    KEPT_LOST = 12,    /* … or not */
    KEPT_TROTTER = 80, /* what a ticket brings where most of them win a prize */
    TAKEN = 4,         /* sixteenths of a POINT lost for each of lost_to_others() */
    TAKEN_AFTER = 6,   /* routes that are claimed before others come */
};

/* What a route costs by itself: its turns less its points. */
static int price_route(const struct decision *d, int r, int share)
{
    const struct linea_route *route = &d->map->route[r];
    int plain = route->length - route->wilds;
    int have = route->colour == LINEA_GRAY ? d->most : d->me->cards[route->colour];
    int turns = TURN + plain * WAY_SPACE + route->wilds * WAY_WILD +
                (route->tunnel ? WAY_TUNNEL : 0) -
                (have < plain ? have : plain) * WAY_SPACE * WAY_HAND / 16;
    int worth = turns * d->turn_worth / TURN;
    int least = worth * WAY_LEAST / 16;
    int price =
        worth - (route->points * POINT + linea_decision_extra(d, route)) * share / 16;
    if (linea_set_has(&d->memory->plan.routes, r))
        price -= WAY_KEPT;
    price = price > least ? price : least;
    return price > 1 ? price : 1;
}

/* What it costs to use somebody's route by a station. */
static int price_borrowed(const struct decision *d, int r)
{
    const struct linea_route *route = &d->map->route[r];
    if (!linea_set_has(&d->others, r))
        return PLAN_CLOSED;
    if (linea_ends_in(route, d->me->stations))
        return 1;
    return linea_bits(d->me->stations) < d->map->stations &&
                   linea_ends_in(route, d->stations) < 2
               ? WAY_STATION
               : PLAN_CLOSED;
}

static void price_routes(const struct decision *d, struct linea_prices *prices,
                         int share)
{
    for (int r = 0; r < d->map->routes; r++)
        prices->route[r] =
            (linea_set_has(&d->me->routes, r)     ? 0
             : linea_sense_can_build(d->sense, r) ? price_route(d, r, share)
                                                  : price_borrowed(d, r));
}

/* Move the routes of a plan that others have from those to be claimed to the borrowed
   ones. */
static void split_borrowed(const struct decision *d, struct plan *plan)
{
    struct linea_set foreign = plan->routes;
    linea_set_remove_all(&foreign, &d->me->open);
    linea_set_remove_all(&plan->routes, &foreign);
    while (!linea_set_empty(&foreign)) {
        int r = linea_set_pop(&foreign);
        if (!linea_ends_in(&d->map->route[r], d->me->stations))
            linea_set_add(&plan->borrowed, r);
    }
}

/* The points of some routes with what mechanics add. */
static int route_points(const struct decision *d, const struct linea_set *routes)
{
    int points = 0;
    uint64_t fresh = linea_plan_ends(d->map, routes) & ~d->touched;
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        const struct linea_route *route = &d->map->route[linea_set_pop(&left)];
        points += route->points * POINT + PASSENGER_WORTH * PASSENGERS_SHARE / 16 *
                                              linea_ends_in(route, d->waiting);
    }
    return points + ATTRACTION_WORTH * d->map->points[LINEA_ATTRACTIONS] *
                        linea_bits(fresh & d->map->attractions);
}

static int ticket_points(const struct linea_map *map, const struct linea_set *tickets)
{
    int points = 0;
    for (struct linea_set left = *tickets; !linea_set_empty(&left);)
        points += map->ticket[linea_set_pop(&left)].points;
    return points;
}

/* Whether there are vehicles, stations and time for a plan. */
static bool feasible(const struct decision *d, const struct plan *plan)
{
    return linea_plan_spaces(d->map, &plan->routes) <= d->me->vehicles &&
           linea_set_count(&plan->borrowed) + linea_bits(d->me->stations) <=
               d->map->stations &&
           linea_effort_turns(d->map, &plan->routes, d->me->cards) <= d->turns * TURN;
}

/* The chance that a plan comes too late, of 256, by the TURNs it has to spare: even
   when there are none, and less and less the more there are. */
static int risk(const struct decision *d, int spare)
{
    int spread = RISK_LEAST + d->time * RISK_SHARE / 16;
    int half = 128 * spread * spread / (spread * spread + spare * spare);
    return spare > 0 ? half : 256 - half;
}

/* The points that are lost then: of the dearest ticket that is still to be done. */
static int at_risk(const struct decision *d, const struct plan *plan)
{
    struct linea_set left = plan->tickets;
    int most = 0;
    linea_set_remove_all(&left, &d->done);
    while (!linea_set_empty(&left)) {
        int points = d->map->ticket[linea_set_pop(&left)].points;
        most = points > most ? points : most;
    }
    return most;
}

/* What a plan is worth against doing nothing about it. A ticket counts twice: it would
   have been lost. */
static int value_plan(const struct decision *d, const struct plan *plan)
{
    int late, stations = linea_set_count(&plan->borrowed);
    int spaces = linea_plan_spaces(d->map, &plan->routes);
    int turns = linea_effort_turns(d->map, &plan->routes, d->me->cards) * d->slow / 16;
    int value = route_points(d, &plan->routes) - turns * d->turn_worth / TURN +
                2 * POINT * ticket_points(d->map, &plan->tickets) -
                stations * (d->map->points[LINEA_STATIONS_BUILT] * POINT + STATION);
    for (unsigned left = plan->districts; left; left &= left - 1)
        value += d->map->district_points[linea_lowest(left)] * DISTRICT_SHARE;
    late = turns - d->time;
    if (late > 0)
        value -= late * LATE / TURN;
    value -= 2 * POINT * at_risk(d, plan) * risk(d, -late) / 256;
    if (stations && (late + (stations - 1) * TURN > 0 ||
                     stations + linea_bits(d->me->stations) > d->map->stations))
        value -= IMPOSSIBLE;
    if (spaces > d->me->vehicles)
        value -= (spaces - d->me->vehicles) * TOO_LONG;
    return value;
}

/* Plan for some tickets. */
static int plan_all(const struct decision *d, struct plan *plan,
                    const struct linea_prices *prices, const struct linea_set *tickets)
{
    linea_plan_make(plan, d->map, prices, tickets);
    split_borrowed(d, plan);
    return value_plan(d, plan);
}

/* Of many tickets, those whose ways by themselves cost least for their points: few
   enough to be weighed against each other. */
static struct linea_set pick_cheapest(const struct decision *d,
                                      const struct linea_prices *prices,
                                      const struct linea_set *tickets)
{
    int cost[WEIGHED], n = 0;
    uint8_t cheapest[WEIGHED];
    struct linea_set out = {{0}};
    for (struct linea_set left = *tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left), at = n;
        const struct linea_ticket *ticket = &d->map->ticket[t];
        int price = linea_plan_price(d->map, prices, ticket->a, ticket->b) * 16 /
                    ticket->points;
        if (price == 0) { /* It is done already. */
            linea_set_add(&out, t);
            continue;
        }
        while (at > 0 && cost[at - 1] > price)
            at--;
        if (at == WEIGHED)
            continue;
        n = n < WEIGHED ? n + 1 : n;
        for (int i = n - 1; i > at; i--) {
            cost[i] = cost[i - 1];
            cheapest[i] = cheapest[i - 1];
        }
        cost[at] = price;
        cheapest[at] = (uint8_t)t;
    }
    for (int i = 0; i < n; i++)
        linea_set_add(&out, cheapest[i]);
    return out;
}

/* Plan for those of the tickets that are worth it: leave out the one whose loss helps
   most, again and again. What the plan is worth. */
static int plan_some(const struct decision *d, struct plan *plan,
                     const struct linea_prices *prices, const struct linea_set *tickets)
{
    struct linea_set few = *tickets;
    if (linea_set_count(&few) > WEIGHED)
        few = pick_cheapest(d, prices, tickets);
    int value = plan_all(d, plan, prices, &few);
    for (;;) {
        struct plan best = *plan;
        int best_value = value;
        for (struct linea_set left = plan->tickets; !linea_set_empty(&left);) {
            struct linea_set fewer = plan->tickets;
            struct plan other;
            linea_set_remove(&fewer, linea_set_pop(&left));
            int v = plan_all(d, &other, prices, &fewer);
            if (v > best_value) {
                best_value = v;
                best = other;
            }
        }
        if (best_value == value)
            return value;
        *plan = best;
        value = best_value;
    }
}

static unsigned find_done_districts(const struct decision *d)
{
    unsigned done = 0;
    for (int k = 0; k < d->map->districts; k++)
        if (!(d->map->district_at[k] &
              ~linea_sense_reach(d->sense, linea_lowest(d->map->district_at[k]))))
            done |= 1u << k;
    return done;
}

/* Join districts as well, where that pays. What the plan is worth then. */
static int add_districts(const struct decision *d, struct plan *plan, int value,
                         const struct linea_prices *prices, unsigned done)
{
    for (int k = d->map->districts - 1; k >= 0; k--) {
        struct plan more = *plan;
        if (done >> k & 1 ||
            !linea_plan_join(&more, d->map, prices, d->map->district_at[k]))
            continue;
        split_borrowed(d, &more);
        more.districts |= 1u << k;
        int v = value_plan(d, &more);
        if (v > value) {
            value = v;
            *plan = more;
        }
    }
    return value;
}

/* Bring the plan up to date: what has been claimed or built is not to be done any more.
   Whether it can still be carried out. */
static bool plan_holds(const struct decision *d, unsigned done_districts)
{
    struct planner *p = d->memory;
    linea_set_remove_all(&p->plan.routes, &d->me->routes);
    p->plan.districts &= ~done_districts;
    if (!p->planned || !linea_set_within(&p->tickets, &d->me->tickets) ||
        !linea_set_within(&d->me->tickets, &p->tickets) ||
        !linea_set_within(&p->plan.routes, &d->me->open))
        return false;
    for (struct linea_set left = p->plan.borrowed; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        const struct linea_route *route = &d->map->route[r];
        if (linea_ends_in(route, d->me->stations))
            linea_set_remove(&p->plan.borrowed, r);
        else if (linea_ends_in(route, d->stations) == 2)
            return false;
    }
    return true;
}

/* The best plan for some tickets with routes priced in one manner. What it is worth. */
static int plan_priced(const struct decision *d, struct plan *plan, int share,
                       const struct linea_set *tickets, unsigned done_districts)
{
    struct linea_prices prices;
    int value = 0;
    bool many = linea_set_count(tickets) > WEIGHED;
    price_routes(d, &prices, share);
    if (!many)
        value = plan_all(d, plan, &prices, tickets);
    if (many || !feasible(d, plan))
        value = plan_some(d, plan, &prices, tickets);
    return add_districts(d, plan, value, &prices, done_districts);
}

/* How many spaces more it takes to go around a route of the plan if somebody else
   claims it; what one has or plans anyway takes none. */
static int find_detour(const struct decision *d, int r)
{
    const struct linea_route *route = &d->map->route[r];
    struct linea_prices spaces;
    struct linea_set free = d->me->routes, lost = {{0}};
    linea_set_add_all(&free, &d->memory->plan.routes);
    linea_set_add(&lost, r);
    if (d->view->seats <= d->map->single_up_to)
        linea_set_add_all(&lost, &route->parallels);
    for (int i = 0; i < d->map->routes; i++)
        spaces.route[i] = (linea_set_has(&lost, i)          ? PLAN_CLOSED
                           : linea_set_has(&free, i)        ? 0
                           : linea_set_has(&d->me->open, i) ? d->map->route[i].length
                                                            : PLAN_CLOSED);
    int more = linea_plan_price(d->map, &spaces, route->a, route->b) - route->length;
    return more < 0 ? 0 : more < URGENT_FAR ? more : URGENT_FAR;
}

/* Measure ways around the routes of a new plan; a quick planner keeps to that, else
   they are measured each turn. */
static void find_detours(const struct decision *d)
{
    struct planner *p = d->memory;
    memset(p->detour, 0, sizeof p->detour);
    for (struct linea_set left = p->plan.routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        p->detour[r] = (uint8_t)find_detour(d, r);
    }
}

void linea_planner_refresh(struct decision *d)
{
    struct planner *p = d->memory;
    unsigned done = find_done_districts(d);
    /* With other cards another route may bring more. */
    if (p->for_points && d->view->phase == LINEA_TURN) {
        p->plan.routes = (struct linea_set){{0}};
        p->for_points = false;
    }
    bool holds = plan_holds(d, done);
    if (holds && (d->view->phase != LINEA_TURN || p->quick))
        return;
    /* What has been given up stays so until the plan breaks. */
    const struct linea_set tickets = holds ? p->plan.tickets : d->me->tickets;
    struct plan best, other;
    int value = plan_priced(d, &best, WAY_POINTS, &tickets, done);
    if (!p->quick) {
        int other_value = plan_priced(d, &other, WAY_QUICK, &tickets, done);
        if (other_value > value) {
            value = other_value;
            best = other;
        }
    }
    if (!holds || value > value_plan(d, &p->plan) + STAY)
        p->plan = best;
    p->tickets = d->me->tickets;
    p->planned = true;
    find_detours(d);
}

bool linea_planner_near(const struct decision *d, int location)
{
    for (int i = d->map->first_line[location]; i < d->map->first_line[location + 1];
         i++)
        for (int s = 0; s < d->view->seats; s++)
            if (&d->view->seat[s] != d->me &&
                linea_set_has(&d->view->seat[s].routes, d->map->line[i].route))
                return true;
    return false;
}

int linea_planner_urgency(const struct decision *d, int r)
{
    const struct linea_route *route = &d->map->route[r];
    int near = linea_planner_near(d, route->a) + linea_planner_near(d, route->b);
    return route->length * URGENT_LENGTH + d->memory->detour[r] * URGENT_DETOUR +
           near * (d->view->seats - 1) * URGENT_NEAR;
}

/* How much others may cost a plan by claiming what it needs, to be counted in TAKEN:
   the more routes it has, the more points hang on each of them, and the more players
   there are. Two hardly meet, and stations lead through what others have. */
static int lost_to_others(const struct decision *d, const struct plan *plan)
{
    struct linea_set left = plan->tickets;
    int late = linea_set_count(&plan->routes) - TAKEN_AFTER;
    if (d->map->stations || late <= 0)
        return 0;
    linea_set_remove_all(&left, &d->done);
    return ticket_points(d->map, &left) * late * (d->view->seats - 2);
}

/* What holding some tickets is worth: those held, and those of the offer by `kept`. */
static int value_kept(const struct decision *d, const struct linea_prices prices[2],
                      unsigned kept)
{
    struct linea_set tickets = d->me->tickets;
    struct plan rich, quick;
    for (int k = 0; k < d->me->offered; k++)
        if (kept >> k & 1)
            linea_set_add(&tickets, d->me->offer[k]);
    int value = plan_some(d, &rich, &prices[0], &tickets);
    int quick_value = plan_some(d, &quick, &prices[1], &tickets);
    const struct plan *plan = quick_value > value ? &quick : &rich;
    int turns = linea_effort_turns(d->map, &plan->routes, d->me->cards);
    int planned = ticket_points(d->map, &plan->tickets);
    int trotter = d->map->points[LINEA_GLOBETROTTER] ? KEPT_TROTTER : 0;
    value = quick_value > value ? quick_value : value;
    return value + turns * KEPT_TURNS / 16 -
           route_points(d, &plan->routes) * KEPT_POINTS / 16 -
           linea_set_count(&plan->routes) * KEPT_ROUTE +
           linea_set_count(&tickets) * trotter - planned * KEPT_DONE -
           (ticket_points(d->map, &tickets) - planned) * KEPT_LOST -
           lost_to_others(d, plan) * TAKEN / 16;
}

/* Add the ticket that is worth most to those kept, again and again while enough are not
   kept or it pays: all choices are too many when the offer is large. */
linea_move linea_planner_keep(struct decision *d)
{
    struct linea_prices prices[2];
    unsigned kept = 0;
    int least = linea_bits(linea_move_kept(d->sense->moves[0])), value = INT32_MIN;
    price_routes(d, &prices[0], WAY_POINTS);
    price_routes(d, &prices[1], WAY_QUICK);
    for (int n = 0; n < d->me->offered; n++) {
        unsigned best = 0;
        int best_value = INT32_MIN;
        for (int k = 0; k < d->me->offered; k++) {
            if (kept >> k & 1)
                continue;
            int other = value_kept(d, prices, kept | 1u << k);
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

/* Ways from the locations that were asked for: many tickets begin at the same one. */
struct known_ways {
    const struct linea_map *map;
    const struct linea_prices *prices;
    uint64_t known;
    struct linea_ways from[LINEA_LOCATIONS];
};

static struct linea_ways *ways_from(struct known_ways *w, int location)
{
    if (!(w->known >> location & 1))
        linea_ways_begin(&w->from[location], w->map, w->prices, PLAN_CLOSED, location);
    w->known |= (uint64_t)1 << location;
    return &w->from[location];
}

/* What one more ticket would add to the plan, which is worth `now` by itself. */
static int value_ticket(const struct decision *d, struct known_ways *w, int now, int t)
{
    const struct linea_ticket *ticket = &d->map->ticket[t];
    int lost = -POINT * ticket->points;
    struct linea_ways *ways = ways_from(w, ticket->a);
    struct plan plan = {.districts = d->memory->plan.districts};
    if (linea_ways_find(ways, ticket->b) >= PLAN_CLOSED)
        return lost;
    plan.routes = linea_ways_routes(ways, ticket->b);
    linea_set_add(&plan.tickets, t);
    split_borrowed(d, &plan);
    linea_set_add_all(&plan.routes, &d->memory->plan.routes);
    int value = value_plan(d, &plan) - now + lost +
                (d->map->points[LINEA_GLOBETROTTER] ? DRAW_TROTTER : 0);
    return value > lost ? value : lost;
}

/* What the best of the tickets drawn from a deck will be worth, on average over all
   that may be in it. */
static int expect_best(const struct decision *d, struct known_ways *ways, int now,
                       int deck)
{
    int value[LINEA_TICKETS], n = 0, drawn = d->map->draw;
    for (int i = 0; i < d->map->deck[deck].size; i++) {
        int t = d->map->deck[deck].first + i, at = n;
        if (linea_set_has(&d->me->tickets, t))
            continue;
        int v = value_ticket(d, ways, now, t);
        for (n++; at > 0 && value[at - 1] < v; at--)
            value[at] = value[at - 1];
        value[at] = v;
    }
    /* From the best on: the chance that this one is drawn and none better was. */
    int64_t missed = 1 << 16, sum = 0;
    for (int i = 0; i < n && i + drawn <= n; i++) {
        int64_t best = missed * drawn / (n - i);
        sum += best * value[i];
        missed -= best;
    }
    return n >= drawn ? (int)(sum / (1 << 16)) : INT16_MIN;
}

bool linea_planner_wants(struct decision *d, linea_move draw)
{
    struct linea_prices prices;
    struct known_ways ways;
    struct plan bare = d->memory->plan;
    int value = 0, tickets = 0;
    if (d->me->vehicles * 16 < d->map->vehicles * DRAW_VEHICLES ||
        d->memory->refused == d->me->vehicles)
        return false;
    d->slow = DRAW_SLOW;
    bare.tickets = (struct linea_set){{0}};
    int now = value_plan(d, &bare);
    price_routes(d, &prices, WAY_POINTS);
    for (struct linea_set left = bare.routes; !linea_set_empty(&left);)
        prices.route[linea_set_pop(&left)] = 0;
    ways.map = d->map;
    ways.prices = &prices;
    ways.known = 0;
    for (int k = 0; k < d->map->decks; k++) {
        int share = linea_move_mix(draw, k);
        if (share) {
            value += expect_best(d, &ways, now, k) * share;
            tickets += share;
        }
    }
    d->slow = TURN;
    if (tickets && value / tickets > d->turn_worth + d->manner->wants)
        return true;
    d->memory->refused = d->me->vehicles;
    return false;
}
