/*
 * bots/playout.c - games played out from guesses. See playout.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "playout.h"

#include "linea/score.h"

void linea_playout_outcome(const struct linea_game *g, struct outcome *out)
{
    struct linea_result result;
    linea_game_score(g, &result);
    int winners = linea_bits(result.winners);
    for (int s = 0; s < g->seats; s++) {
        int best = INT16_MIN;
        for (int other = 0; other < g->seats; other++)
            if (other != s && result.seat[other].total > best)
                best = result.seat[other].total;
        out->share[s] = result.winners >> s & 1 ? VICTORY / winners : 0;
        out->lead[s] = (result.seat[s].total - best) * LEAD_POINT;
    }
}

void linea_playout_begin(struct playout *p, int seat, uint64_t seed)
{
    p->rng.state = seed;
    p->seat = seat;
    p->pilot = NULL;
    p->decide = NULL;
    p->context = NULL;
}

void linea_playout_guess(struct playout *p, const struct linea_view *view,
                         const struct linea_odds *odds)
{
    linea_view_guess_by(view, &p->begun.game, &p->rng, odds);
    for (int seat = 0; seat < view->seats; seat++)
        linea_bot_playout.begin(&linea_bot_playout, &p->begun.planner[seat],
                                linea_rng_next(&p->rng));
    p->planned = 1u << p->seat;
}

/* Shuffle the first n bytes of a ring. */
static void shuffle(struct playout *p, uint8_t *ring, int top, int size, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = linea_rng_below(&p->rng, i + 1);
        uint8_t *a = &ring[(top + i) % size], *b = &ring[(top + j) % size], kept = *a;
        *a = *b;
        *b = kept;
    }
}

void linea_playout_deal(struct playout *p, const struct table *table,
                        const uint8_t unknown[LINEA_DECKS])
{
    struct linea_game *g = &p->begun.game;
    p->begun = *table;
    p->planned = ~0u;
    shuffle(p, g->pile, 0, LINEA_CARDS, g->pile_count);
    for (int d = 0; d < g->map->decks; d++)
        shuffle(p, &g->ticket[g->map->deck[d].first], g->deck[d].top,
                g->map->deck[d].size, unknown[d]);
    for (int i = 0; i < (int)sizeof g->seed.byte; i++)
        g->seed.byte[i] = (uint8_t)linea_rng_next(&p->rng);
}

void linea_playout_try(struct playout *p, linea_move move)
{
    p->now = p->begun;
    linea_game_apply(&p->now.game, NULL, move);
}

/* The move of the seat to move. What others plan at first in a guess is kept for the
   next playouts of it. */
static linea_move ask(struct playout *p, int n)
{
    static const struct linea_budget none = {0};
    int seat = p->now.game.turn;
    linea_game_view(&p->now.game, &p->view, seat);
    if (p->pilot && p->pilot->choose)
        return p->pilot->choose(p->pilot->context, &p->view, p->moves, n);
    linea_move m = linea_bot_playout.choose(&linea_bot_playout, &p->now.planner[seat],
                                            &p->view, p->moves, n, &none);
    if (!(p->planned >> seat & 1)) {
        p->begun.planner[seat] = p->now.planner[seat];
        p->planned |= 1u << seat;
    }
    return m;
}

void linea_playout_run(struct playout *p, struct outcome *out)
{
    struct linea_game *g = &p->now.game;
    const struct pilot *pilot = p->pilot;
    int decisions = 0;
    for (int n; (n = p->n = linea_game_moves(g, p->moves)) > 0;) {
        linea_move m = p->moves[0];
        if (n > 1) {
            if (pilot && pilot->value &&
                pilot->value(pilot->context, out, g, decisions))
                return;
            bool own = g->turn == p->seat;
            m = ask(p, n);
            if (own && p->decide)
                m = p->decide(p->context, m, n);
            decisions++;
        }
        linea_game_apply(g, NULL, m);
    }
    linea_playout_outcome(g, out);
}
