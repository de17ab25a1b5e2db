/*
 * tests/arena_test.c - ratings of known results, their intervals, and the sequential
 * test.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "linea/rng.h"
#include "rating.h"
#include "test.h"

enum { BLOCKS = 1000 };

static bool near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

/* n blocks of which a share is won and the rest lost, evenly mixed. */
static void fill(double *block, long n, double share)
{
    double owed = 0;
    for (long i = 0; i < n; i++) {
        owed += share;
        block[i] = owed >= 0.5;
        owed -= block[i];
    }
}

/* A duel of so many blocks. */
static void duel(struct rating_interval elo[2], long n, double share, int seats)
{
    static double block[BLOCKS];
    struct rating_result result = {0, 1, seats, 0, n, block};
    fill(block, n, share);
    CHECK(rating_fit(elo, 2, &result, 1, 1));
}

TEST(ELO_of_equals_is_zero)
{
    struct rating_interval elo[2];
    for (int seats = 2; seats <= 5; seats++) {
        duel(elo, BLOCKS, 0.5, seats);
        CHECK(near(elo[0].value, 0, 0.01));
        CHECK(elo[0].low < 0 && elo[0].high > 0);
        CHECK(near(rating_expected(0, seats), 0.5, 1e-12));
    }
}

TEST(ELO_of_three_quarters_is_191)
{
    struct rating_interval elo[2];
    duel(elo, BLOCKS, 0.75, 2);
    CHECK(near(elo[0].value, 190.85, 1));
    CHECK(elo[1].value == 0);
    CHECK(near(rating_elo(0.75, 2), 190.85, 0.01));
    CHECK(near(rating_expected(190.85, 2), 0.75, 1e-4));
}

TEST(ELO_curve_and_its_inverse_agree_for_every_number_of_seats)
{
    for (int seats = 2; seats <= 5; seats++)
        for (int elo = -800; elo <= 800; elo += 50)
            CHECK(near(rating_elo(rating_expected(elo, seats), seats), elo, 1e-6));
}

TEST(ELO_of_many_seats_is_of_one_seat_against_one)
{
    /* Three times as strong: 3 of 3 + 4 alone, 12 of 12 + 1 with one seat left. */
    double elo = 400 * log10(3);
    CHECK(near(rating_expected(elo, 5), (3.0 / 7 + 12.0 / 13) / 2, 1e-12));
}

TEST(ELO_of_a_table_of_results_is_found_again)
{
    static const double strength[] = {300, 120, 0, -40};
    static double block[12][BLOCKS];
    struct rating_result results[12];
    struct rating_interval elo[4];
    int n = 0;
    for (int seats = 2; seats <= 3; seats++)
        for (int a = 0; a < 4; a++)
            for (int b = a + 1; b < 4; b++, n++) {
                double share = rating_expected(strength[a] - strength[b], seats);
                fill(block[n], BLOCKS, share);
                results[n] =
                    (struct rating_result){a, b, seats, seats, BLOCKS, block[n]};
            }
    CHECK(rating_fit(elo, 4, results, n, 2));
    for (int i = 0; i < 4; i++)
        CHECK(near(elo[i].value, strength[i], 3));
    CHECK(elo[2].value == 0 && elo[2].low == 0 && elo[2].high == 0);
    CHECK(rating_fit(elo, 4, results, n, -1));
    CHECK(near(elo[0].value, 300 - 95, 3));
}

TEST(ELO_interval_shrinks_with_blocks)
{
    struct rating_interval few[2], many[2];
    duel(few, 100, 0.6, 2);
    duel(many, BLOCKS, 0.6, 2);
    double ratio = (few[0].high - few[0].low) / (many[0].high - many[0].low);
    CHECK(near(ratio, sqrt(10), 0.6));
    /* By theory: 2 * 1.96 * 173.7 / sqrt(n p q). */
    CHECK(near(many[0].high - many[0].low, 43.95, 5));
}

TEST(ELO_of_a_clean_sweep_is_finite_and_its_interval_is_not_a_point)
{
    struct rating_interval elo[2];
    duel(elo, 100, 1, 2);
    CHECK(elo[0].value > 500 && elo[0].value < 1500);
    CHECK(elo[0].low < elo[0].value - 50 && elo[0].low > 300);
    CHECK(elo[0].high > elo[0].value + 50 && elo[0].high < 3000);
}

TEST(SCORE_interval_covers_19_of_20)
{
    struct linea_rng rng = {1};
    int covered = 0;
    for (int run = 0; run < 2000; run++) {
        double block[50];
        struct rating_interval mean;
        for (int i = 0; i < 50; i++)
            block[i] = linea_rng_below(&rng, 10) < 7;
        rating_mean(&mean, block, 50);
        CHECK(mean.low <= mean.value && mean.value <= mean.high);
        covered += mean.low <= 0.7 && 0.7 <= mean.high;
    }
    CHECK(covered > 1860 && covered < 1960);
}

TEST(SCORE_interval_of_a_clean_sweep_holds_it)
{
    double block[100];
    struct rating_interval mean;
    for (long n = 1; n <= 100; n++) {
        fill(block, n, 1);
        rating_mean(&mean, block, n);
        CHECK(mean.value == 1 && mean.high == 1 && mean.low < 1);
    }
}

TEST(LEAD_interval_covers_19_of_20_of_few_blocks_too)
{
    struct linea_rng rng = {1};
    for (int n = 6; n <= 60; n += 54) {
        int covered = 0;
        for (int run = 0; run < 2000; run++) {
            double block[60];
            struct rating_interval mean;
            /* A sum of dice is nearly normal; its mean is 14 - 10. */
            for (int i = 0; i < n; i++) {
                block[i] = -10;
                for (int die = 0; die < 4; die++)
                    block[i] += 1 + linea_rng_below(&rng, 6);
            }
            rating_mean_points(&mean, block, n);
            covered += mean.low <= 4 && 4 <= mean.high;
        }
        CHECK(covered > 1860 && covered < 1930);
    }
}

TEST(LEAD_of_one_block_is_not_known)
{
    double block[] = {7};
    struct rating_interval mean;
    rating_mean_points(&mean, block, 1);
    CHECK(mean.value == 7 && mean.low == -INFINITY && mean.high == INFINITY);
}

/* Blocks until the test decides, for a true strength in Elo. */
static enum rating_verdict decide(struct linea_rng *rng, double elo, double elo0,
                                  double elo1, long *blocks)
{
    struct rating_sprt sprt;
    enum rating_verdict verdict = RATING_UNDECIDED;
    int chance = (int)(rating_expected(elo, 2) * 65536);
    rating_sprt_begin(&sprt, rating_expected(elo0, 2), rating_expected(elo1, 2));
    for (int i = 0; i < 1000000 && verdict == RATING_UNDECIDED; i++)
        verdict = rating_sprt_add(&sprt, linea_rng_below(rng, 65536) < chance);
    *blocks += sprt.blocks;
    return verdict;
}

TEST(SPRT_errs_at_most_once_in_twenty)
{
    enum { RUNS = 1000 };
    struct linea_rng rng = {2};
    int wrong0 = 0, wrong1 = 0;
    long blocks = 0;
    for (int run = 0; run < RUNS; run++) {
        wrong0 += decide(&rng, 0, 0, 40, &blocks) != RATING_H0;
        wrong1 += decide(&rng, 40, 0, 40, &blocks) != RATING_H1;
    }
    CHECK(wrong0 > 0 && wrong0 < RUNS * 7 / 100);
    CHECK(wrong1 > 0 && wrong1 < RUNS * 7 / 100);
    CHECK(blocks / (2 * RUNS) > 100 && blocks / (2 * RUNS) < 1000);
}

TEST(SPRT_knows_sooner_when_the_difference_is_large)
{
    struct linea_rng rng = {3};
    long small = 0, large = 0;
    for (int run = 0; run < 100; run++) {
        CHECK_EQ(decide(&rng, 400, 0, 10, &large), RATING_H1);
        CHECK_EQ(decide(&rng, -400, 0, 10, &large), RATING_H0);
        decide(&rng, 10, 0, 10, &small);
    }
    CHECK(large * 10 < small);
}
