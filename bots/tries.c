/*
 * bots/tries.c - which moves a search tries.
 *
 * All draws and all choices of tickets to keep; a route once, paid in the cheapest way,
 * and only those of the plan or that bring most; other payments only for the route that
 * is claimed anyway; stations only where the plan borrows a route.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tries.h"

#include "sense.h"

enum {
    CLAIMS = 12,  /* at most */
    MIXES = 6,    /* of tickets, where there are several decks */
    NEEDED = 200, /* how promising it is: a route of the plan */
    STATION = 150,
    DRAW = 100,
    PAYMENT = 60, /* another way to pay for what is planned */
    TICKETS = 50,
};

/* The moves found, with how promising each is. */
struct finder {
    linea_move *out;
    int promise[TRIES];
    int count;
    linea_move planned;
};

/* Add a move in its place; when all are taken, the least promising is lost. */
static void add(struct finder *f, linea_move m, int promise)
{
    if (m == f->planned)
        return;
    if (f->count == TRIES && f->promise[--f->count] >= promise) {
        f->count++;
        return;
    }
    int i = f->count++;
    for (; i > 0 && f->promise[i - 1] < promise; i--) {
        f->out[i] = f->out[i - 1];
        f->promise[i] = f->promise[i - 1];
    }
    f->out[i] = m;
    f->promise[i] = promise;
}

/* How cheap a payment is: few wilds, and cards of which there are many. */
static int payment_value(const struct sense *s, linea_move m)
{
    int colour = linea_move_colour(m);
    return s->me->cards[colour] - (colour == LINEA_WILD ? 0 : 8 * linea_move_low(m)) -
           (colour == LINEA_WILD ? 64 : 0);
}

/* The cheapest payment of each route; those of the planned claim's route are tries of
   their own, if they take no more wilds. A claim that is sure to be declined is none:
   it would be a way to wait, and seats that wait for each other never end a game. */
static void find_payments(struct finder *f, const struct sense *s,
                          linea_move best[LINEA_ROUTES], struct linea_set *routes)
{
    bool claims = linea_move_kind(f->planned) == LINEA_CLAIM;
    struct sense_span all = linea_sense_span(s, LINEA_CLAIM);
    for (const linea_move *at = all.first; at < all.end; at++) {
        linea_move m = *at;
        int r = linea_move_place(m);
        if (linea_sense_hopeless(s, m))
            continue;
        if (claims && r == linea_move_place(f->planned)) {
            if (linea_move_low(m) <= linea_move_low(f->planned))
                add(f, m, PAYMENT);
        } else if (!linea_set_has(routes, r) ||
                   payment_value(s, m) > payment_value(s, best[r])) {
            linea_set_add(routes, r);
            best[r] = m;
        }
    }
}

/* Claims: of the routes of the plan, and those that bring most. */
static void find_claims(struct finder *f, const struct sense *s,
                        const struct plan *plan)
{
    linea_move best[LINEA_ROUTES];
    struct linea_set routes = {{0}};
    find_payments(f, s, best, &routes);
    if (linea_set_empty(&routes))
        return;
    struct finder claims = {.planned = f->planned};
    linea_move list[TRIES];
    claims.out = list;
    while (!linea_set_empty(&routes)) {
        int r = linea_set_pop(&routes);
        int needed = linea_set_has(&plan->routes, r) ? NEEDED : 0;
        add(&claims, best[r], needed + linea_sense_points(s, r) * 4);
    }
    for (int i = 0; i < claims.count && i < CLAIMS; i++)
        add(f, list[i], claims.promise[i]);
}

/* Draws of tickets: all mixes if they are few, else some of each kind. */
static void find_mixes(struct finder *f, const struct sense *s)
{
    struct sense_span draws = linea_sense_span(s, LINEA_TICKETS_DRAW);
    int all = (int)(draws.end - draws.first), some = all < MIXES ? all : MIXES;
    for (int i = 0; i < some; i++)
        add(f, draws.first[some > 1 ? i * (all - 1) / (some - 1) : 0], TICKETS);
}

/* Stations by which the plan could use somebody's route, paid in the cheapest way. */
static void find_stations(struct finder *f, const struct sense *s,
                          const struct plan *plan)
{
    uint64_t ends = linea_plan_ends(s->map, &plan->borrowed);
    struct sense_span all = linea_sense_span(s, LINEA_STATION);
    for (const linea_move *at = all.first; ends && at < all.end; at++) {
        uint64_t place = (uint64_t)1 << linea_move_place(*at);
        if (!(ends & place))
            continue;
        linea_move best = *at;
        for (const linea_move *other = at + 1; other < all.end; other++)
            if (linea_move_place(*other) == linea_move_place(best) &&
                payment_value(s, *other) > payment_value(s, best))
                best = *other;
        ends &= ~place;
        add(f, best, STATION);
    }
}

int linea_tries_find(linea_move out[TRIES], const struct linea_view *view,
                     const linea_move *moves, int n, linea_move planned,
                     const struct plan *plan)
{
    struct sense s;
    struct finder f = {.out = out, .planned = planned};
    linea_sense_begin(&s, view, moves, n);
    for (int i = 0; i < n; i++) {
        enum linea_move_kind kind = linea_move_kind(moves[i]);
        if (kind == LINEA_DRAW || kind > LINEA_STATION)
            add(&f, moves[i], DRAW);
    }
    find_claims(&f, &s, plan);
    find_mixes(&f, &s);
    find_stations(&f, &s, plan);
    return f.count;
}
