/*
 * bots/planner.c - plans a network for its tickets and works towards it.
 *
 * It claims a route of its plan as soon as that costs no card it needs elsewhere, and
 * one off the plan when that brings much with cards to spare; else it draws the card
 * that saves most turns. With the plan done it takes more tickets while they can be
 * expected to pay, then the routes that bring most for their turns.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "decision.h"

enum {
    DEAR = 80,         /* most tickets from the deck with the longest ways */
    SPARE_CARD = 1,    /* POINTs off what a claim off the plan brings, for each card */
    SPARE_WILD = 6,    /* … and for each wild */
    FEW_CARDS = 5,     /* in hand: nothing is claimed yet unless somebody is near */
    SPARE_TIME = 51,   /* TURNs to spare when a lacking card is taken before a claim */
    SPARE_RIVAL = 16,  /* … less for each player beyond two: cards go fast */
    SHORT = 2,         /* spaces of a short route: claimed for its points alone … */
    WAIT_SHORT = 64,   /* … when no more TURNs are left than so many … */
    WAIT_LONG = 96,    /* … and one that is not short */
    FURTHER = 3,       /* … and so many routes are looked forward to … */
    ADDED_LEAST = 4,   /* … each of which takes so many TURNs at least */
    HASTE = 3,         /* turns left when a claim may cost cards that others need */
    TUNNEL_SPARE = 1,  /* cards beyond its length that a tunnel is tried with */
    LONGEST = 48,      /* POINTs that lengthening its network is worth */
    HOARD_TURNS = 8,   /* turns left when who hoards cards stops doing so … */
    HOARD_CARDS = 30,  /* … or cards in hand */
    STATION_TURNS = 1, /* turns to spare when a station is built: as late as can be */
};

/* Whether there are cards enough for a tunnel. */
static bool dares(const struct decision *d, linea_move m)
{
    const struct linea_route *route = &d->map->route[linea_move_place(m)];
    if (!linea_sense_dares(d->sense, m))
        return false;
    if (!route->tunnel || linea_move_kind(d->sense->moves[0]) != LINEA_DRAW ||
        d->turns <= HASTE)
        return true;
    int colour = linea_move_colour(m), have = d->me->cards[LINEA_WILD];
    if (colour != LINEA_WILD)
        have += d->me->cards[colour];
    return have - route->length >= TUNNEL_SPARE;
}

/* The hand after a claim. */
static void pay(const struct decision *d, linea_move m, uint8_t cards[LINEA_KINDS])
{
    int wilds = linea_move_low(m), colour = linea_move_colour(m);
    int plain = d->map->route[linea_move_place(m)].length - wilds;
    memcpy(cards, d->me->cards, LINEA_KINDS);
    cards[LINEA_WILD] = (uint8_t)(cards[LINEA_WILD] - wilds);
    if (colour != LINEA_WILD)
        cards[colour] = (uint8_t)(cards[colour] - plain);
}

/* The plan's routes and the open lines beside them, which join the same. */
static struct linea_set plan_lines(const struct decision *d)
{
    struct linea_set out = d->memory->plan.routes, beside = {{0}};
    for (struct linea_set left = out; !linea_set_empty(&left);)
        linea_set_add_all(&beside, &d->map->route[linea_set_pop(&left)].parallels);
    while (!linea_set_empty(&beside)) {
        int r = linea_set_pop(&beside);
        if (linea_set_has(&d->me->open, r))
            linea_set_add(&out, r);
    }
    return out;
}

/* Claims being compared. */
struct claims {
    struct linea_set lines; /* that the plan wants */
    int now;                /* TURNs that the plan takes */
    int reserved;           /* vehicles that the plan takes */
    bool last; /* perhaps no other turn: what is not claimed now never will be */
    linea_move best, best_off;
    int best_value, best_gain;
};

/* A claim of the plan: the fewer turns the rest takes then, the better. */
static void weigh_planned(const struct decision *d, struct claims *c, linea_move m)
{
    int r = linea_move_place(m);
    struct linea_set rest = d->memory->plan.routes;
    uint8_t cards[LINEA_KINDS];
    pay(d, m, cards);
    linea_set_remove(&rest, r);
    linea_set_remove_all(&rest, &d->map->route[r].parallels);
    int longer = TURN + linea_effort_turns(d->map, &rest, cards) - c->now;
    if (longer > 0 && d->turns > HASTE)
        return;
    int value = linea_planner_urgency(d, r) - 8 * longer;
    if (c->best == SENSE_NONE || value > c->best_value) {
        c->best = m;
        c->best_value = value;
    }
}

/* A claim off the plan: its points, less what it costs the plan. */
static void weigh_other(const struct decision *d, struct claims *c, linea_move m)
{
    const struct linea_route *route = &d->map->route[linea_move_place(m)];
    int gain = route->points * POINT, wilds = linea_move_low(m);
    uint8_t cards[LINEA_KINDS];
    if (c->last) {
        if (!dares(d, m))
            return;
        gain += linea_decision_extra(d, route);
    } else {
        gain -= wilds * SPARE_WILD + (route->length - wilds) * SPARE_CARD;
        if (gain <= c->best_gain || route->length + c->reserved > d->me->vehicles ||
            !dares(d, m))
            return;
        pay(d, m, cards);
        int after = TURN + linea_effort_turns(d->map, &d->memory->plan.routes, cards);
        int late = after - (c->now > d->turns * TURN ? c->now : d->turns * TURN);
        gain -= (after - c->now) * d->turn_worth / TURN;
        gain -= late > 0 ? late * LATE / TURN : 0;
    }
    if (gain > c->best_gain) {
        c->best_off = m;
        c->best_gain = gain;
    }
}

/* Whether a card that the plan lacks lies face up: next turn it may be gone. */
static bool sees_lacking(const struct decision *d)
{
    struct effort e;
    linea_effort_find(&e, d->map, &d->memory->plan.routes, d->me->cards);
    for (int i = 0; e.lacking && i < LINEA_DISPLAY; i++)
        if (d->view->display[i] < d->map->colours && e.left[d->view->display[i]] < 0)
            return true;
    return false;
}

/* Whether there is time to draw on, and reason to. */
static bool hoards(const struct decision *d, const struct claims *c)
{
    return d->turns > HOARD_TURNS && d->time > c->now && d->me->hand < HOARD_CARDS;
}

/* Whether a claim of the plan had better wait. Cards first is mostly the better order:
   the more of them, the better a claim is paid, and the longer a route for points may
   be. But passengers go with the first who comes. */
static bool can_wait(const struct decision *d, const struct claims *c)
{
    const struct linea_route *route = &d->map->route[linea_move_place(c->best)];
    if (c->last || linea_move_kind(d->sense->moves[0]) != LINEA_DRAW ||
        linea_ends_in(route, d->waiting))
        return false;
    if (d->manner->patience < 0)
        return false;
    if (d->manner->patience > 0 && hoards(d, c))
        return true;
    if (d->memory->for_points)
        return d->time > (route->length <= SHORT ? WAIT_SHORT : WAIT_LONG);
    int rivals = d->view->seats - 2;
    if (d->time - c->now > SPARE_TIME - SPARE_RIVAL * rivals && sees_lacking(d))
        return true;
    return d->me->hand < FEW_CARDS && d->time > c->now &&
           !linea_planner_near(d, route->a) && !linea_planner_near(d, route->b);
}

/* The best claim, or SENSE_NONE. */
static linea_move choose_claim(const struct decision *d)
{
    bool last_turn = d->view->last_turns != LINEA_LAST_TURNS_NO && d->turns <= 1;
    struct claims c = {.lines = plan_lines(d),
                       .last = last_turn || (d->memory->for_points && d->ending),
                       .best = SENSE_NONE,
                       .best_off = SENSE_NONE,
                       .best_gain = d->manner->off_plan};
    const struct linea_set *plan = &d->memory->plan.routes;
    c.now = linea_effort_turns(d->map, plan, d->me->cards);
    c.reserved = linea_plan_spaces(d->map, plan);
    if (c.last) {
        c.best_gain = -1;
        if (linea_set_count(plan) > 1) /* Too late for a plan of several routes. */
            c.lines = (struct linea_set){{0}};
    }
    struct sense_span claims = linea_sense_span(d->sense, LINEA_CLAIM);
    for (const linea_move *m = claims.first; m < claims.end; m++)
        if (linea_set_has(&c.lines, linea_move_place(*m)) && dares(d, *m))
            weigh_planned(d, &c, *m);
    if (c.best != SENSE_NONE)
        return can_wait(d, &c) ? SENSE_NONE : c.best;
    for (const linea_move *m = claims.first; m < claims.end; m++)
        if (!linea_set_has(&c.lines, linea_move_place(*m)))
            weigh_other(d, &c, *m);
    return c.best_off;
}

/* A station for a route that the plan borrows, as late as can be: until then there may
   be another way. */
static linea_move choose_station(const struct decision *d)
{
    const struct sense *s = d->sense;
    const struct linea_set *borrowed = &d->memory->plan.borrowed;
    int wanted = linea_set_count(borrowed), best_value = INT32_MIN;
    linea_move best = SENSE_NONE;
    uint64_t ends = linea_plan_ends(d->map, borrowed);
    if (!wanted || d->turns > wanted + STATION_TURNS)
        return SENSE_NONE;
    for (int i = s->n - 1; i >= 0 && linea_move_kind(s->moves[i]) == LINEA_STATION;
         i--) {
        linea_move m = s->moves[i];
        int value = -4 * linea_move_low(m);
        if (!(ends >> linea_move_place(m) & 1))
            continue;
        if (linea_move_colour(m) != LINEA_WILD)
            value += d->me->cards[linea_move_colour(m)];
        if (value > best_value) {
            best_value = value;
            best = m;
        }
    }
    return best;
}

/* What a card from the pile is worth: by those that this seat does not see, in the pile
   or in hands. */
static int value_blind(const struct decision *d, const int value[LINEA_KINDS])
{
    int sum = 0, cards = 0;
    for (int k = 0; k < LINEA_KINDS; k++) {
        int unseen = d->map->count[k] - d->view->discards[k];
        for (int s = 0; s < d->view->seats; s++)
            unseen -=
                &d->view->seat[s] == d->me ? d->me->cards[k] : d->view->seat[s].seen[k];
        for (int i = 0; i < LINEA_DISPLAY; i++)
            unseen -= d->view->display[i] == k;
        sum += unseen * value[k];
        cards += unseen;
    }
    return cards > 0 ? sum / cards : 0;
}

/* What a route brings by itself, in POINTs. */
static int points_alone(const struct decision *d, const struct linea_route *route)
{
    int points = route->points * POINT + linea_decision_extra(d, route);
    if (d->map->points[LINEA_LONGEST] && linea_ends_in(route, d->touched) == 1)
        points += LONGEST;
    return points;
}

/* The route that would bring most for the turns that it adds to others, or
   LINEA_NOTHING. */
static int best_addition(const struct decision *d, const struct linea_set *routes)
{
    int turns = linea_effort_turns(d->map, routes, d->me->cards);
    int spaces = linea_plan_spaces(d->map, routes);
    int best = LINEA_NOTHING, best_value = INT32_MIN;
    struct linea_set open = d->me->open;
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        linea_set_remove(&open, r);
        linea_set_remove_all(&open, &d->map->route[r].parallels);
    }
    while (!linea_set_empty(&open)) {
        int r = linea_set_pop(&open);
        const struct linea_route *route = &d->map->route[r];
        struct linea_set more = *routes;
        if (spaces + route->length > d->me->vehicles)
            continue;
        linea_set_add(&more, r);
        int then = linea_effort_turns(d->map, &more, d->me->cards);
        int added = then - turns > ADDED_LEAST ? then - turns : ADDED_LEAST;
        int value = points_alone(d, route) * 64 / added;
        if (then <= d->time && value > best_value) {
            best_value = value;
            best = r;
        }
    }
    return best;
}

/* Add what will come after a route for points alone: cards are drawn for all of it. */
static void look_further(const struct decision *d, struct linea_set *routes)
{
    for (int n = 1; n < FURTHER && !linea_set_empty(routes); n++) {
        int r = best_addition(d, routes);
        if (r == LINEA_NOTHING)
            return;
        linea_set_add(routes, r);
    }
}

/* The draw that is worth most. A face-up wild takes the whole turn. */
static linea_move choose_draw(const struct decision *d)
{
    const struct sense *s = d->sense;
    linea_move best = SENSE_NONE;
    int value[LINEA_KINDS], best_value = INT32_MIN;
    struct linea_set routes = d->memory->plan.routes;
    if (d->memory->for_points && !d->memory->quick)
        look_further(d, &routes);
    linea_effort_cards(d, value, &routes);
    int blind = value_blind(d, value);
    for (int i = 0; i < s->n && linea_move_kind(s->moves[i]) == LINEA_DRAW; i++) {
        int kind = linea_move_low(s->moves[i]);
        int v = kind == LINEA_BLIND  ? blind
                : kind == LINEA_WILD ? value[kind] - blind
                                     : value[kind];
        if (v > best_value) {
            best_value = v;
            best = s->moves[i];
        }
    }
    return best;
}

/* The route that brings most for its turns, as the plan for this turn. */
static void plan_points(const struct decision *d)
{
    int best_value = INT32_MIN;
    for (struct linea_set left = d->me->open; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        const struct linea_route *route = &d->map->route[r];
        int turns = linea_effort_alone(d, route);
        if (route->length > d->me->vehicles || turns > d->time)
            continue;
        int value = points_alone(d, route) * 64 / turns;
        if (value > best_value) {
            best_value = value;
            d->memory->plan.routes = (struct linea_set){{0}};
            linea_set_add(&d->memory->plan.routes, r);
        }
    }
    d->memory->for_points = true;
}

static linea_move choose_turn(const struct sense *s)
{
    struct decision d;
    linea_move m;
    linea_decision_begin(&d, s);
    if (d.manner->no_ticket) {
        d.memory->plan = (struct plan){0};
        d.memory->planned = false;
    } else {
        linea_planner_refresh(&d);
    }
    if (linea_set_empty(&d.memory->plan.routes)) {
        m = linea_sense_tickets(s, DEAR);
        if (m != SENSE_NONE && linea_planner_wants(&d, m))
            return m;
        plan_points(&d);
    }
    m = choose_station(&d);
    if (m == SENSE_NONE)
        m = choose_claim(&d);
    if (m == SENSE_NONE)
        m = choose_draw(&d);
    return m != SENSE_NONE ? m : s->moves[0];
}

static linea_move choose_keep(const struct sense *s)
{
    struct decision d;
    linea_decision_begin(&d, s);
    return linea_planner_keep(&d);
}

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    (void)seed;
    *(struct planner *)memory = (struct planner){.quick = self == &linea_bot_playout};
}

static const struct sense_manner manner = {DEAR, choose_keep, choose_turn};

const struct linea_bot linea_bot_planner = {
    .name = "planner",
    .about = "plans the network that brings most for its turns",
    .memory = sizeof(struct planner),
    .data = &manner,
    .begin = begin,
    .choose = linea_sense_choose,
};

const struct linea_bot linea_bot_playout = {
    .name = "playout",
    .about = "the planner without second thoughts",
    .memory = sizeof(struct planner),
    .data = &manner,
    .begin = begin,
    .choose = linea_sense_choose,
};
