/*
 * batch/batch.c - many games stepped at once, in the caller's memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/batch.h"

#include <assert.h>
#include <string.h>

#include "linea/score.h"

/* The view that an observation is made of. */
static void view_to_move(struct linea_view *out, const struct linea_game *g)
{
    linea_game_view(g, out, g->turn < g->seats ? g->turn : 0);
}

void linea_observe_bytes(const struct linea_space *x, uint8_t *out,
                         const struct linea_game *g)
{
    struct linea_view view;
    view_to_move(&view, g);
    linea_features_bytes(&x->layout, out, &view);
}

void linea_observe_floats(const struct linea_space *x, float *out,
                          const struct linea_game *g)
{
    struct linea_view view;
    view_to_move(&view, g);
    linea_features_floats(&x->layout, out, &view);
}

int linea_observe_mask(const struct linea_space *x, uint8_t *out,
                       const struct linea_game *g)
{
    struct linea_choices choices;
    linea_game_choices(g, &choices);
    linea_mask_write(x, out, &choices);
    return choices.count;
}

static void begin(struct linea_batch *b, int i)
{
    struct linea_seed seed;
    linea_seed_derive(&seed, b->series, b->begun++);
    bool fits = linea_game_begin(&b->game[i], NULL, b->space->map, b->space->seats,
                                 LINEA_NOBODY, &seed);
    assert(fits);
    (void)fits;
}

/* The legal moves of a game: those that are kept, or else found again. */
static const struct linea_choices *legal_moves(const struct linea_batch *b, int i,
                                               struct linea_choices *found)
{
    if (b->choices)
        return &b->choices[i];
    linea_game_choices(&b->game[i], found);
    return found;
}

/* What the seat to move sees and may do. */
static void write_game(const struct linea_batch *b, int i)
{
    const struct linea_space *x = b->space;
    const struct linea_game *g = &b->game[i];
    b->seat[i] = g->turn;
    if (b->bytes)
        linea_observe_bytes(x, b->bytes + (size_t)i * (size_t)x->features, g);
    if (b->floats)
        linea_observe_floats(x, b->floats + (size_t)i * (size_t)x->features, g);
    if (b->choices)
        linea_game_choices(g, &b->choices[i]);
    if (b->mask) {
        struct linea_choices found;
        linea_mask_write(x, b->mask + (size_t)i * (size_t)x->actions,
                         legal_moves(b, i, &found));
    }
}

/* Nothing has been won yet. */
static void clear_outcome(const struct linea_batch *b, int i)
{
    size_t seats = (size_t)b->space->seats, row = (size_t)i * seats;
    memset(b->reward + row, 0, seats * sizeof b->reward[0]);
    memset(b->points + row, 0, seats * sizeof b->points[0]);
    b->done[i] = 0;
}

/* The game is over: share out the victory, one in all. */
static void write_outcome(const struct linea_batch *b, int i)
{
    struct linea_result result;
    size_t row = (size_t)i * (size_t)b->space->seats;
    linea_game_score(&b->game[i], &result);
    float share = 1.0f / (float)linea_bits(result.winners);
    for (int s = 0; s < b->space->seats; s++) {
        b->reward[row + (size_t)s] = result.winners >> s & 1 ? share : 0;
        b->points[row + (size_t)s] = result.seat[s].total;
    }
    b->done[i] = 1;
}

void linea_batch_reset(struct linea_batch *b, uint64_t series)
{
    b->series = series;
    b->begun = 0;
    for (int i = 0; i < b->games; i++) {
        begin(b, i);
        clear_outcome(b, i);
        write_game(b, i);
    }
}

/* Whether an action is a move of the map at all, and legal now. */
static bool allowed(const struct linea_batch *b, int i, int32_t action)
{
    struct linea_choices found;
    return action >= 0 && action < b->space->actions &&
           linea_choices_have(legal_moves(b, i, &found), b->space->move[action]);
}

int linea_batch_step(struct linea_batch *b, const int32_t *action)
{
    int refused = 0;
    for (int i = 0; i < b->games; i++) {
        clear_outcome(b, i);
        if (!allowed(b, i, action[i])) {
            refused++;
            continue;
        }
        linea_game_apply(&b->game[i], NULL, b->space->move[action[i]]);
        if (b->game[i].phase == LINEA_OVER) {
            write_outcome(b, i);
            begin(b, i);
        }
        write_game(b, i);
    }
    return refused;
}

void linea_batch_random(const struct linea_batch *b, int32_t *action,
                        struct linea_rng *rng)
{
    for (int i = 0; i < b->games; i++) {
        struct linea_choices found;
        const struct linea_choices *c = legal_moves(b, i, &found);
        linea_move m = linea_choices_pick(c, linea_rng_below(rng, c->count));
        action[i] = linea_space_action(b->space, m);
    }
}
