/*
 * batch/practice.c - games for a net that learns, in the caller's memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/practice.h"

#include <assert.h>
#include <string.h>

#include "linea/score.h"

/* Who plays which seat in the game that begins. */
static unsigned planners_of(const struct linea_practice *p, int row, uint64_t number)
{
    unsigned all = (1u << p->players[row]) - 1;
    if (p->learner[row] == LINEA_NOBODY)
        return 0;
    return all & ~(1u << ((p->learner[row] + number) % p->players[row]));
}

static void begin(const struct linea_practice *p, int row)
{
    struct linea_practice_game *at = &p->game[row];
    struct linea_seed seed;
    uint64_t number = at->number++;
    linea_seed_derive(&seed, p->series,
                      number * (uint64_t)p->games + (uint64_t)p->deal[row]);
    bool fits = linea_game_begin(&at->game, NULL, p->space->map, p->players[row],
                                 LINEA_NOBODY, &seed);
    assert(fits);
    (void)fits;
    at->planners = (uint8_t)planners_of(p, row, number);
    for (int s = 0; s < p->players[row]; s++)
        linea_net_begin(&at->memory[s]);
}

/* How far a seat is ahead of the best other. */
static float margin_of(const struct linea_result *result, const struct linea_game *g,
                       int seat)
{
    int best = INT16_MIN;
    for (int s = 0; s < g->seats; s++)
        if (s != seat && result->seat[s].total > best)
            best = result->seat[s].total;
    float margin =
        (float)(result->seat[seat].total - best) / (float)(2 * g->map->vehicles);
    return margin > 1 ? 1 : margin < -1 ? -1 : margin;
}

static void write_outcome(const struct linea_practice *p, int row)
{
    const struct linea_game *g = &p->game[row].game;
    struct linea_result result;
    int seats = p->space->map->max_seats;
    float *share = p->share + row * seats, *margin = p->margin + row * seats;
    linea_game_score(g, &result);
    memset(share, 0, (size_t)seats * sizeof *share);
    memset(margin, 0, (size_t)seats * sizeof *margin);
    for (int s = 0; s < g->seats; s++) {
        if (result.winners >> s & 1)
            share[s] = 1.0f / (float)linea_bits(result.winners);
        margin[s] = margin_of(&result, g, s);
    }
    p->done[row]++;
}

/* What the seat to move is shown. */
static void show(const struct linea_practice *p, const struct linea_view *view, int row,
                 linea_move advised)
{
    const struct linea_practice_game *at = &p->game[row];
    struct linea_choices choices;
    uint8_t features[NET_FEATURES];
    p->seat[row] = at->game.turn;
    p->advised[row] = linea_space_action(p->space, advised);
    linea_net_features(p->layout, features, &at->memory[view->viewer], view, advised);
    memcpy(p->features + (size_t)row * (size_t)p->layout->count, features,
           (size_t)p->layout->count);
    linea_game_choices(&at->game, &choices);
    linea_mask_write(p->space, p->mask + (size_t)row * (size_t)p->space->actions,
                     &choices);
}

/* Go on until a learner has a choice, and show it. */
static void advance(const struct linea_practice *p, int row)
{
    struct linea_practice_game *at = &p->game[row];
    linea_move moves[LINEA_MOVES];
    for (;;) {
        if (at->game.phase == LINEA_OVER) {
            write_outcome(p, row);
            begin(p, row);
        }
        int n = linea_game_moves(&at->game, moves), seat = at->game.turn;
        linea_move m = moves[0];
        if (n > 1) {
            struct linea_view view;
            linea_game_view(&at->game, &view, seat);
            m = linea_net_advise(&at->memory[seat], &view, moves, n);
            if (!(at->planners >> seat & 1)) {
                show(p, &view, row, m);
                return;
            }
        }
        linea_game_apply(&at->game, NULL, m);
    }
}

void linea_practice_reset(struct linea_practice *p, int from, int to)
{
    for (int row = from; row < to; row++) {
        p->game[row].number = 0;
        p->done[row] = 0;
        begin(p, row);
        advance(p, row);
    }
}

int linea_practice_step(struct linea_practice *p, const int32_t *action, int from,
                        int to)
{
    int refused = 0;
    for (int row = from; row < to; row++) {
        bool known = action[row] >= 0 && action[row] < p->space->actions;
        const uint8_t *mask = p->mask + (size_t)row * (size_t)p->space->actions;
        p->done[row] = 0;
        if (!known || !mask[action[row]]) {
            refused++;
            continue;
        }
        linea_game_apply(&p->game[row].game, NULL, p->space->move[action[row]]);
        advance(p, row);
    }
    return refused;
}
