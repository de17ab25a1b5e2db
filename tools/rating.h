/*
 * tools/rating.h - how strong players are, from the results of blocks.
 *
 * A block is one deal played in every seating; its result is what one side won of it,
 * 0 to 1, and 0.5 for equals. Games of a block hang together, blocks do not: every
 * interval here takes blocks, never games, as its samples.
 *
 * The model is Luce's: a seat wins with a chance proportional to 10^(Elo/400) of
 * any player in it. With two seats that is the usual Elo curve; with more, one scale
 * holds for all numbers of seats. docs/arena.md has the formulas.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RATING_H
#define RATING_H

#include <stdbool.h>

enum {
    RATING_PLAYERS = 16,
    RATING_SAMPLES = 1000, /* of the bootstrap */
};

struct rating_interval {
    double value, low, high; /* an estimate and its 95% confidence interval */
};

/* Results of a against b at tables of so many seats, block by block. */
struct rating_result {
    int a, b;
    int seats;
    int group; /* block i was the same deal in all results of one group */
    long blocks;
    const double *block; /* borrowed */
};

/* The result to expect of a side that is `elo` better at a table of `seats`. */
double rating_expected(double elo, int seats);

/* The inverse, for 0 < result < 1. */
double rating_elo(double result, int seats);

/* The mean of n > 0 results. */
void rating_mean(struct rating_interval *out, const double *block, long n);

/* The mean of n > 0 differences of points; limits are infinite for n = 1. */
void rating_mean_points(struct rating_interval *out, const double *block, long n);

/* The mean of results as Elo; limits may be infinite. */
void rating_mean_elo(struct rating_interval *out, const double *block, long n,
                     int seats);

/*
 * The most likely Elo of each player; that of player `anchor` is 0, or the mean of all
 * when anchor is -1. Every player has met every other, directly or not. False when
 * there is no memory.
 */
bool rating_fit(struct rating_interval out[], int players,
                const struct rating_result results[], int n, int anchor);

/*
 * Sequential test of "the side is elo0 better" against "it is elo1 better", with the
 * normal approximation of the generalised likelihood ratio.
 */
struct rating_sprt {
    double result0, result1; /* what the hypotheses expect of a block */
    long blocks;
    double sum, squares;
    double llr; /* logarithm of the likelihood ratio */
};

enum rating_verdict { RATING_UNDECIDED, RATING_H0, RATING_H1 };

/* Where the ratio decides, for errors of 5% either way: the logarithm of 19. */
#define RATING_SPRT_BOUND 2.9444389791664403

void rating_sprt_begin(struct rating_sprt *sprt, double result0, double result1);

/* Take in the result of one more block. */
enum rating_verdict rating_sprt_add(struct rating_sprt *sprt, double result);

#endif
