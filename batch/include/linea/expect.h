/*
 * linea/expect.h - what a net expects of positions, for programs that learn.
 *
 * The seat to move looks at its view and at nothing else, as if it saw the game for the
 * first time, so that the same position always has the same value. `linea evaluate`
 * says the same of a position.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_EXPECT_H
#define LINEA_EXPECT_H

#include "learned.h"
#include "linea/batch.h"

/* What came of a game that is over is what there is to expect of it. */
struct linea_expectation {
    float share[LINEA_SEATS]; /* by seat, of the victory; they add up to 1 */
    float margin;             /* points by which the seat to move will lead the best
                                 other, or lag behind it; seat 0 when the game is over */
    linea_move liked;         /* what the net would play; 0 when the game is over */
    struct linea_net_thought thought; /* all that its heads look at; zeros then */
};

void linea_observe_expectation(struct linea_expectation *out,
                               const struct linea_learned *learned,
                               const struct linea_game *g);

/* The same of all games of a batch; any of the arrays may be NULL. */
struct linea_expectations {
    float *share;     /* [games][seats] by seat */
    float *margin;    /* [games] */
    int32_t *liked;   /* [games] actions */
    uint8_t *thought; /* [games][width of the net's last layer] */
};

void linea_batch_expect(const struct linea_batch *batch,
                        const struct linea_expectations *out,
                        const struct linea_learned *learned);

#endif
