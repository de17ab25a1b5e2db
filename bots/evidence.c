/*
 * bots/evidence.c - guesses of tickets, tested by what others do. See evidence.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "evidence.h"

#include <string.h>

enum {
    GUESSES = 256, /* at most, for turns of one other seat; of several, fewer … */
    SHARE = 4,     /* … and one for so many playouts of the budget */
    UNKNOWN = 256, /* the weight of a ticket that nothing was learned about */
    HIT = 256, /* how likely it is that a planner does what it is thought to do … */
    MISS = 30, /* … or else: its cards are guessed too */
    DULL = 2,  /* guesses that said nothing are added: few do not say much */
    FADE = 12, /* the share of what was learned that is forgotten each time */
};

void linea_evidence_begin(struct evidence *e)
{
    e->begun = false;
    for (int s = 0; s < LINEA_SEATS; s++)
        for (int t = 0; t < LINEA_TICKETS; t++)
            e->weight[s][t] = UNKNOWN;
}

/* What a seat has done; a claim hides which cards it drew before. */
static struct deed find_deed(const struct linea_view_seat *was,
                             const struct linea_view_seat *is)
{
    struct deed d = {.station = is->stations != was->stations, .routes = is->routes};
    linea_set_remove_all(&d.routes, &was->routes);
    if (linea_set_empty(&d.routes) && !d.station) {
        int blind = is->hand - was->hand;
        for (int k = 0; k < LINEA_KINDS; k++)
            if (is->seen[k] > was->seen[k]) {
                d.kinds |= 1u << k;
                blind -= is->seen[k] - was->seen[k];
            }
        if (blind > 0)
            d.kinds |= 1u << LINEA_BLIND;
        d.tickets = !d.kinds && is->held > was->held;
    }
    d.known = !linea_set_empty(&d.routes) || d.station || d.kinds || d.tickets;
    return d;
}

/* Whether a move is what was done, or began it. */
static bool fits(const struct deed *d, linea_move m)
{
    switch (linea_move_kind(m)) {
    case LINEA_CLAIM:
        return linea_set_has(&d->routes, linea_move_place(m));
    case LINEA_DRAW:
        return d->kinds >> linea_move_low(m) & 1;
    case LINEA_STATION:
        return d->station;
    case LINEA_TICKETS_DRAW:
        return d->tickets;
    default:
        return false;
    }
}

static void count(struct foretold *f, int likely)
{
    f->guesses++;
    f->sum += likely;
}

/* Compare what the planner of a seat does in a guess with what was done. */
static void compare(struct evidence *e, int seat, linea_move m)
{
    int likely = fits(&e->deed[seat], m) ? HIT : MISS;
    count(&e->all[seat], likely);
    for (struct linea_set left = e->guess.seat[seat].tickets; !linea_set_empty(&left);)
        count(&e->with[seat][linea_set_pop(&left)], likely);
}

/* Play a guess on until it is the viewer's turn again. */
static void play_on(struct evidence *e, linea_move moves[LINEA_MOVES])
{
    static const struct linea_budget none = {0};
    struct linea_game *g = &e->guess;
    unsigned compared = 0;
    for (int s = 0; s < g->seats; s++)
        linea_bot_playout.begin(&linea_bot_playout, &e->planner[s], 0);
    linea_game_apply(g, NULL, e->made);
    for (int n; g->turn != e->view.viewer && (n = linea_game_moves(g, moves)) > 0;) {
        struct linea_view view;
        int seat = g->turn;
        linea_game_view(g, &view, seat);
        linea_move m = linea_bot_playout.choose(&linea_bot_playout, &e->planner[seat],
                                                &view, moves, n, &none);
        if (g->phase == LINEA_TURN && e->deed[seat].known && !(compared >> seat & 1)) {
            compared |= 1u << seat;
            compare(e, seat, m);
        }
        linea_game_apply(g, NULL, m);
    }
}

/* See what the others have done; how many did something. */
static int find_deeds(struct evidence *e, const struct linea_view *view)
{
    int busy = 0;
    for (int s = 0; s < view->seats; s++) {
        e->deed[s] = find_deed(&e->view.seat[s], &view->seat[s]);
        busy += s != view->viewer && e->deed[s].known;
    }
    return busy;
}

/* The weight of a ticket: as much more or less as guesses with it foretold better. */
static uint16_t learn(int weight, const struct foretold *with,
                      const struct foretold *all)
{
    int64_t mean = all->sum / all->guesses;
    int64_t w = weight * (with->sum + DULL * mean) / ((with->guesses + DULL) * mean);
    w += (UNKNOWN - w) / FADE;
    return (uint16_t)(w < 1 ? 1 : w > UINT16_MAX ? UINT16_MAX : w);
}

void linea_evidence_learn(struct evidence *e, struct linea_rng *rng,
                          linea_move moves[LINEA_MOVES], const struct linea_view *view,
                          const struct linea_budget *budget)
{
    int busy = e->begun ? find_deeds(e, view) : 0;
    if (!busy)
        return;
    int guesses = GUESSES / busy, playouts = budget->simulations;
    if (playouts > 0 && playouts < guesses * SHARE)
        guesses = playouts / SHARE;
    memset(e->all, 0, sizeof e->all);
    memset(e->with, 0, sizeof e->with);
    for (int i = 0; i < guesses; i++) {
        if (budget->time_up && budget->time_up(budget->context))
            break;
        linea_view_guess_by(&e->view, &e->guess, rng, &e->odds);
        play_on(e, moves);
    }
    for (int s = 0; s < view->seats; s++)
        for (int t = 0; e->all[s].guesses && t < view->map->tickets; t++)
            e->weight[s][t] = learn(e->weight[s][t], &e->with[s][t], &e->all[s]);
}

void linea_evidence_weigh(const struct evidence *e, struct linea_odds *odds,
                          const struct linea_view *view)
{
    for (int s = 0; s < view->seats; s++) {
        int most = 1;
        if (view->seat[s].tickets_seen)
            continue;
        for (int t = 0; t < view->map->tickets; t++) {
            int w = odds->ticket[s][t] * e->weight[s][t];
            most = w > most ? w : most;
        }
        for (int t = 0; t < view->map->tickets; t++) {
            int64_t w = (int64_t)odds->ticket[s][t] * e->weight[s][t] * UINT8_MAX;
            odds->ticket[s][t] = (uint8_t)(w < most ? 1 : w / most);
        }
    }
}

void linea_evidence_decide(struct evidence *e, const struct linea_view *view,
                           const struct linea_odds *odds, linea_move made)
{
    e->begun = true;
    e->view = *view;
    e->odds = *odds;
    e->made = made;
}
