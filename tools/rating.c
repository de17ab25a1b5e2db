/*
 * tools/rating.c - Elo, confidence and the sequential test.
 *
 * Results at their limits (all blocks won) would have no spread and no finite Elo. So
 * every pair is taken to have won and lost one block more than it played, which counts
 * less and less as blocks add up.
 *
 * SPDX-License-Identifier: MIT
 */
#include "rating.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "linea/rng.h"

enum {
    STEPS = 100,    /* of a search for a root, at most */
    SPRT_FIRST = 8, /* blocks before the normal approximation is believed */
};

/* Elo of one unit of the logistic function: 400 / ln 10. */
static const double SCALE = 173.71779276130073;

/* The two-sided 95% point of the normal distribution. */
static const double Z95 = 1.959963984540054;

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

/*
 * Expected result and its slope at a strength difference in logistic units: the side
 * sits alone in half of the games, and leaves one seat to the other in the rest.
 */
static double expected(double x, int seats, double *slope)
{
    double others = log((double)(seats - 1));
    double alone = logistic(x - others), many = logistic(x + others);
    *slope = (alone * (1 - alone) + many * (1 - many)) / 2;
    return (alone + many) / 2;
}

double rating_expected(double elo, int seats)
{
    double slope;
    return expected(elo / SCALE, seats, &slope);
}

double rating_elo(double result, int seats)
{
    double low = -60, high = 60, slope;
    for (int i = 0; i < STEPS; i++) {
        double middle = (low + high) / 2;
        if (expected(middle, seats, &slope) < result)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2 * SCALE;
}

/* Variance of n results with the two that nobody played, from their sums. */
static double spread(double sum, double squares, long n)
{
    double count = (double)n + 2, middle = (sum + 1) / count;
    return (squares + 1 - count * middle * middle) / (count - 1);
}

void rating_mean(struct rating_interval *out, const double *block, long n)
{
    double sum = 0, squares = 0;
    for (long i = 0; i < n; i++) {
        sum += block[i];
        squares += block[i] * block[i];
    }
    double count = (double)n + 2, middle = (sum + 1) / count;
    double half = Z95 * sqrt(spread(sum, squares, n) / count);
    out->value = sum / (double)n;
    out->low = fmax(0, middle - half);
    out->high = fmin(1, middle + half);
}

/* Student's interval, from the first terms of its series in 1 / (n - 1). */
void rating_mean_points(struct rating_interval *out, const double *block, long n)
{
    double sum = 0, squares = 0, freedom = (double)(n - 1);
    for (long i = 0; i < n; i++)
        sum += block[i];
    double mean = sum / (double)n, half = INFINITY;
    for (long i = 0; i < n; i++)
        squares += (block[i] - mean) * (block[i] - mean);
    if (n > 1)
        half = Z95 * (1 + (Z95 * Z95 + 1) / (4 * freedom)) *
               sqrt(squares / freedom / (double)n);
    *out = (struct rating_interval){mean, mean - half, mean + half};
}

void rating_mean_elo(struct rating_interval *out, const double *block, long n,
                     int seats)
{
    struct rating_interval mean;
    rating_mean(&mean, block, n);
    out->value = rating_elo((mean.value * (double)n + 1) / ((double)n + 2), seats);
    out->low = mean.low > 0 ? rating_elo(mean.low, seats) : -INFINITY;
    out->high = mean.high < 1 ? rating_elo(mean.high, seats) : INFINITY;
}

/* Solve a * x = b for a symmetric positive matrix; x replaces b. */
static void solve(int n, double a[][RATING_PLAYERS], double *b)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double factor = a[i][k] / a[k][k];
            for (int j = k; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
}

/* What a fit starts from: the mean of each result, and how many blocks it counts. */
struct sample {
    double *mean, *weight;
    double *part; /* that it has in the blocks nobody played */
};

/* One step of Newton's method with the last player held; the largest change. */
static double step(double x[], int players, const struct rating_result r[], int n,
                   const struct sample *sample)
{
    double a[RATING_PLAYERS][RATING_PLAYERS] = {{0}}, b[RATING_PLAYERS] = {0};
    for (int k = 0; k < n; k++) {
        double slope, weight = sample->weight[k];
        double miss =
            sample->mean[k] - expected(x[r[k].a] - x[r[k].b], r[k].seats, &slope);
        b[r[k].a] += weight * miss;
        b[r[k].b] -= weight * miss;
        a[r[k].a][r[k].a] += weight * slope;
        a[r[k].b][r[k].b] += weight * slope;
        a[r[k].a][r[k].b] -= weight * slope;
        a[r[k].b][r[k].a] -= weight * slope;
    }
    solve(players - 1, a, b);
    double change = 0;
    for (int i = 0; i < players - 1; i++) {
        /* A step is at most one unit: far from the top the slope misleads. */
        double by = fmax(-1, fmin(1, b[i]));
        x[i] += by;
        change = fmax(change, fabs(by));
    }
    return change;
}

static void fit(double elo[], int players, const struct rating_result r[], int n,
                const struct sample *sample, int anchor)
{
    double x[RATING_PLAYERS] = {0}, zero = 0;
    for (int i = 0; i < STEPS && step(x, players, r, n, sample) > 1e-10; i++)
        continue;
    for (int i = 0; i < players; i++)
        zero += anchor < 0 ? x[i] / players : i == anchor ? x[i] : 0;
    for (int i = 0; i < players; i++)
        elo[i] = (x[i] - zero) * SCALE;
}

/* A number from a Poisson distribution. */
static int poisson(struct linea_rng *rng, double mean)
{
    double u = (double)(linea_rng_next(rng) >> 11) / 9007199254740992.0;
    double chance = exp(-mean);
    int k = 0;
    while (u >= chance && k < 20) {
        u -= chance;
        chance *= mean / ++k;
    }
    return k;
}

/* The part that a result has in the blocks its pair is taken to have played. */
static double part(const struct rating_result r[], int n, int k)
{
    int same = 0;
    for (int i = 0; i < n; i++)
        same += r[i].a == r[k].a && r[i].b == r[k].b;
    return 1.0 / same;
}

static void set_sample(const struct sample *sample, int k, double sum, long blocks,
                       double won, double lost)
{
    sample->weight[k] = (double)blocks + won + lost;
    sample->mean[k] = (sum + won) / sample->weight[k];
}

/* The results as they are. */
static void take_all(const struct sample *sample, const struct rating_result r[], int n)
{
    for (int k = 0; k < n; k++) {
        double sum = 0;
        for (long i = 0; i < r[k].blocks; i++)
            sum += r[k].block[i];
        sample->part[k] = part(r, n, k);
        set_sample(sample, k, sum, r[k].blocks, sample->part[k], sample->part[k]);
    }
}

/*
 * Blocks drawn again. Results of one group draw the same blocks, as they had the same
 * deals. The blocks that nobody played are drawn too, but a quarter of each is always
 * there: a sample without any could have no finite Elo.
 */
static void resample(const struct sample *sample, const struct rating_result r[], int n,
                     int round)
{
    for (int k = 0; k < n; k++) {
        struct linea_rng rng = {(uint64_t)round << 32 | (uint64_t)r[k].group << 1};
        struct linea_rng own = {(uint64_t)round << 32 | (uint64_t)k << 1 | 1};
        double sum = 0, always = sample->part[k] / 4, drawn = 3 * always;
        for (long i = 0; i < r[k].blocks; i++)
            sum += r[k].block[linea_rng_below(&rng, (int)r[k].blocks)];
        double won = always + poisson(&own, drawn);
        double lost = always + poisson(&own, drawn);
        set_sample(sample, k, sum, r[k].blocks, won, lost);
    }
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The middle 95% of bootstrap samples, elo[round * players + player]. */
static void middle(struct rating_interval out[], int players, const double *elo)
{
    double one[RATING_SAMPLES];
    for (int i = 0; i < players; i++) {
        for (int round = 0; round < RATING_SAMPLES; round++)
            one[round] = elo[round * players + i];
        qsort(one, RATING_SAMPLES, sizeof one[0], by_value);
        out[i].low = fmin(out[i].value, one[RATING_SAMPLES / 40]);
        out[i].high = fmax(out[i].value, one[RATING_SAMPLES - 1 - RATING_SAMPLES / 40]);
    }
}

bool rating_fit(struct rating_interval out[], int players,
                const struct rating_result results[], int n, int anchor)
{
    double *memory =
        malloc(sizeof *memory * (size_t)(RATING_SAMPLES * players + 3 * n));
    if (!memory)
        return false;
    struct sample sample = {memory, memory + n, memory + 2 * n};
    double *elo = memory + 3 * n, value[RATING_PLAYERS];
    take_all(&sample, results, n);
    fit(value, players, results, n, &sample, anchor);
    for (int i = 0; i < players; i++)
        out[i].value = value[i];
    for (int round = 0; round < RATING_SAMPLES; round++) {
        resample(&sample, results, n, round);
        fit(elo + round * players, players, results, n, &sample, anchor);
    }
    middle(out, players, elo);
    free(memory);
    return true;
}

void rating_sprt_begin(struct rating_sprt *sprt, double result0, double result1)
{
    memset(sprt, 0, sizeof *sprt);
    sprt->result0 = result0;
    sprt->result1 = result1;
}

enum rating_verdict rating_sprt_add(struct rating_sprt *sprt, double result)
{
    sprt->blocks++;
    sprt->sum += result;
    sprt->squares += result * result;
    double n = (double)sprt->blocks, mean = sprt->sum / n;
    double middle_result = (sprt->result0 + sprt->result1) / 2;
    sprt->llr = n * (sprt->result1 - sprt->result0) * (mean - middle_result) /
                spread(sprt->sum, sprt->squares, sprt->blocks);
    if (sprt->blocks < SPRT_FIRST || fabs(sprt->llr) < RATING_SPRT_BOUND)
        return RATING_UNDECIDED;
    return sprt->llr > 0 ? RATING_H1 : RATING_H0;
}
