/*
 * batch/expect.c - what a net expects of positions, in the caller's memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/expect.h"

#include <assert.h>
#include <string.h>

#include "linea/score.h"

enum { THOUSAND = 1000 };

/* There is nothing to expect any more. */
static void write_outcome(struct linea_expectation *out, const struct linea_game *g)
{
    struct linea_result result;
    linea_game_score(g, &result);
    int best = INT16_MIN;
    for (int s = 0; s < g->seats; s++) {
        if (result.winners >> s & 1)
            out->share[s] = 1.0f / (float)linea_bits(result.winners);
        if (s > 0 && result.seat[s].total > best)
            best = result.seat[s].total;
    }
    out->margin = (float)(result.seat[0].total - best);
}

void linea_observe_expectation(struct linea_expectation *out,
                               const struct linea_learned *learned,
                               const struct linea_game *g)
{
    struct linea_prospect prospect;
    struct linea_view view;
    linea_move moves[LINEA_MOVES];
    int n = linea_game_moves(g, moves), sum = 0;
    memset(out, 0, sizeof *out);
    if (n == 0) {
        write_outcome(out, g);
        return;
    }
    linea_game_view(g, &view, g->turn);
    out->liked =
        moves[linea_learned_glance(learned, &prospect, &out->thought, &view, moves, n)];
    for (int s = 0; s < g->seats; s++)
        sum += prospect.share[s];
    for (int s = 0; s < g->seats; s++)
        out->share[s] = (float)prospect.share[s] / (float)sum;
    out->margin = (float)prospect.lead / THOUSAND;
}

void linea_batch_expect(const struct linea_batch *b,
                        const struct linea_expectations *out,
                        const struct linea_learned *learned)
{
    size_t seats = (size_t)b->space->seats;
    size_t width = (size_t)learned->net.layer[LINEA_NET_VALUE].inputs;
    assert(memcmp(learned->net.map_hash, b->space->map->hash,
                  sizeof learned->net.map_hash) == 0);
    for (int i = 0; i < b->games; i++) {
        struct linea_expectation one;
        linea_observe_expectation(&one, learned, &b->game[i]);
        if (out->share)
            memcpy(out->share + (size_t)i * seats, one.share,
                   seats * sizeof *out->share);
        if (out->margin)
            out->margin[i] = one.margin;
        if (out->liked)
            out->liked[i] = linea_space_action(b->space, one.liked);
        if (out->thought)
            memcpy(out->thought + (size_t)i * width, one.thought.h, width);
    }
}
