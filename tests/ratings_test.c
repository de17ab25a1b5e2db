/*
 * tests/ratings_test.c - ratings against published figures, and to the last bit against
 * themselves.
 *
 * The figures: openskill.py, tests/models/data/plackettluce.json as of commit 061f71f
 * (teams, with tau); openskill.js, src/models/__tests__/plackett-luce.test.ts and
 * plackett-luce-series.test.ts (everybody for themselves, without tau; the series goes
 * back to the program rank 1.02). Both projects are under the MIT licence.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/ratings.h"

#include <math.h>
#include <string.h>

#include "linea/rng.h"
#include "test.h"

static void check_near(double a, double b, double within)
{
    if (fabs(a - b) > within)
        fail_msg("%.17g is not %.17g", a, b);
}

/* A game of teams of equals: their sizes and ranks; one player of each afterwards. */
static void rate_teams(struct linea_rating out[], const struct linea_rating *player,
                       const int size[], const int rank[], int teams)
{
    struct linea_rating_side side[LINEA_RATING_SEATS];
    struct linea_rating_change change[LINEA_RATING_SEATS];
    struct linea_rating before = *player;
    linea_rating_drift(&before);
    double variance = before.sigma * before.sigma;
    for (int t = 0; t < teams; t++)
        side[t] = (struct linea_rating_side){size[t] * before.mu, size[t] * variance,
                                             rank[t]};
    linea_rating_changes(change, side, teams);
    for (int t = 0; t < teams; t++) {
        out[t] = before;
        linea_rating_apply(&out[t], &change[t], 1.0 / size[t]);
    }
}

TEST(ratings_are_those_published_by_openskill_for_teams)
{
    static const struct linea_rating player = {31.321989232514305, 11.379964801443018};
    static const int size[] = {1, 2, 3};
    static const struct {
        int teams, rank[3];
        struct linea_rating after[3];
    } published[] = {
        {2,
         {1, 2},
         {{36.48967347401391, 11.237778601372977},
          {26.154304991014694, 11.17822477763209}}},
        {2,
         {2, 1},
         {{30.19454401757094, 11.237778601372977},
          {32.44943444745767, 11.17822477763209}}},
        {3,
         {2, 1, 3},
         {{35.008962716922355, 11.322612945836939},
          {34.774820565754936, 11.291328826858104},
          {24.182184414865624, 11.192736898569162}}},
        {3,
         {1, 2, 1},
         {{33.21874815457553, 11.354896725884002},
          {30.27713112192334, 11.291328826858104},
          {30.470088421044046, 11.249240904583088}}},
    };
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        struct linea_rating after[LINEA_RATING_SEATS];
        rate_teams(after, &player, size, published[i].rank, published[i].teams);
        for (int t = 0; t < published[i].teams; t++) {
            check_near(after[t].mu, published[i].after[t].mu, 1e-12);
            check_near(after[t].sigma, published[i].after[t].sigma, 1e-12);
        }
    }
}

/* A game as linea_rating_game() rates it, but nobody becomes less sure before it. */
static void rate_without_tau(struct linea_rating *const player[], const int rank[],
                             int seats)
{
    struct linea_rating_side side[LINEA_RATING_SEATS] = {{0, 0, 0}};
    struct linea_rating_change change[LINEA_RATING_SEATS];
    for (int s = 0; s < seats; s++)
        side[s] = (struct linea_rating_side){
            player[s]->mu, player[s]->sigma * player[s]->sigma, rank[s]};
    linea_rating_changes(change, side, seats);
    for (int s = 0; s < seats; s++)
        linea_rating_apply(player[s], &change[s], 1);
}

TEST(ratings_are_those_published_by_openskill_for_two_to_five_seats)
{
    static const struct linea_rating published[][5] = {
        {{27.63523138347365, 8.065506316323548},
         {22.36476861652635, 8.065506316323548}},
        {{27.868876552746237, 8.204837030780652},
         {25.717219138186557, 8.057829747583874},
         {21.413904309067206, 8.057829747583874}},
        {{27.795084971874736, 8.263160757613477},
         {26.552824984374855, 8.179213704945203},
         {24.68943500312503, 8.083731307186588},
         {20.96265504062538, 8.083731307186588}},
        {{27.666666666666668, 8.290556877154474},
         {26.833333333333332, 8.240145629781066},
         {25.72222222222222, 8.179996679645559},
         {24.055555555555557, 8.111796013701358},
         {20.72222222222222, 8.111796013701358}},
    };
    static const int rank[] = {1, 2, 3, 4, 5};
    for (int seats = 2; seats <= 5; seats++) {
        struct linea_rating rating[5];
        struct linea_rating *player[5];
        for (int s = 0; s < seats; s++) {
            rating[s] = linea_rating_new();
            player[s] = &rating[s];
        }
        rate_without_tau(player, rank, seats);
        for (int s = 0; s < seats; s++) {
            check_near(rating[s].mu, published[seats - 2][s].mu, 1e-12);
            check_near(rating[s].sigma, published[seats - 2][s].sigma, 1e-12);
        }
    }
}

TEST(a_series_of_games_with_ties_comes_to_the_published_ratings)
{
    static const struct {
        int seats, player[5], rank[5];
    } games[] = {
        {5, {0, 1, 2, 3, 4}, {1, 2, 2, 4, 4}},
        {3, {4, 2, 1}, {1, 2, 2}},
        {4, {3, 1, 2, 0}, {1, 1, 3, 3}},
    };
    static const struct linea_rating published[5] = {{26.353761103, 8.11102706},
                                                     {24.618479789, 7.90533551},
                                                     {23.065819512, 7.822005595},
                                                     {24.476332403, 8.106111471},
                                                     {26.385499685, 8.054090809}};
    struct linea_rating rating[5];
    for (int p = 0; p < 5; p++)
        rating[p] = linea_rating_new();
    for (int g = 0; g < 3; g++) {
        struct linea_rating *player[5];
        for (int s = 0; s < games[g].seats; s++)
            player[s] = &rating[games[g].player[s]];
        rate_without_tau(player, games[g].rank, games[g].seats);
    }
    for (int p = 0; p < 5; p++) {
        check_near(rating[p].mu, published[p].mu, 1e-8);
        check_near(rating[p].sigma, published[p].sigma, 1e-8);
    }
}

TEST(exponential_and_root_are_right_to_the_last_bits)
{
    for (double x = -700; x <= 700; x += 0.1371)
        check_near(linea_rating_exp(x) / exp(x), 1, 4e-16);
    for (double x = 1e-6; x < 1e6; x *= 1.0037)
        check_near(linea_rating_root(x) / sqrt(x), 1, 4e-16);
    CHECK(linea_rating_exp(0) == 1);
    CHECK(linea_rating_exp(1e300) == linea_rating_exp(700));
    CHECK(linea_rating_exp(-1e300) == linea_rating_exp(-700));
}

/* Many games of players who are as strong as their number says. */
enum { PLAYERS = 40 };
static void play_many(struct linea_rating rating[PLAYERS], int games)
{
    struct linea_rng rng = {1};
    for (int p = 0; p < PLAYERS; p++)
        rating[p] = linea_rating_new();
    for (int g = 0; g < games; g++) {
        struct linea_rating seat[LINEA_RATING_SEATS];
        int seats = 2 + g % 4, rank[LINEA_RATING_SEATS], who[LINEA_RATING_SEATS];
        int first = linea_rng_below(&rng, PLAYERS);
        for (int s = 0; s < seats; s++) {
            who[s] = (first + s * 7) % PLAYERS;
            seat[s] = rating[who[s]];
            rank[s] = -(who[s] / 2 + linea_rng_below(&rng, 30));
        }
        linea_rating_game(seat, rank, seats);
        for (int s = 0; s < seats; s++)
            rating[who[s]] = seat[s];
    }
}

/* FNV-1a of the bits of all ratings, the same on a machine of any byte order. */
static uint64_t signature_of(const struct linea_rating rating[PLAYERS])
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int p = 0; p < PLAYERS; p++) {
        uint64_t bits[2];
        memcpy(&bits[0], &rating[p].mu, sizeof bits[0]);
        memcpy(&bits[1], &rating[p].sigma, sizeof bits[1]);
        for (int i = 0; i < 128; i += 8)
            hash = (hash ^ (bits[i / 64] >> i % 64 & 0xff)) * 0x100000001b3u;
    }
    return hash;
}

TEST(ratings_have_the_same_bits_on_every_machine)
{
    struct linea_rating rating[PLAYERS];
    play_many(rating, 20000);
    CHECK_EQ(signature_of(rating), 0x709d07ec317d5048u);
}

TEST(ratings_order_players_by_their_strength)
{
    struct linea_rating rating[PLAYERS];
    play_many(rating, 20000);
    for (int p = 8; p < PLAYERS; p++) {
        CHECK(rating[p].mu > rating[p - 8].mu);
        CHECK(!linea_rating_provisional(&rating[p]));
    }
}

TEST(a_rating_stays_finite_whatever_is_played)
{
    struct linea_rating rating[2] = {{25, 25.0 / 3}, {25, 25.0 / 3}};
    static const int rank[2] = {1, 2};
    for (int g = 0; g < 100000; g++)
        linea_rating_game(rating, rank, 2);
    CHECK(rating[0].mu > 25 && rating[0].mu < 200 && rating[0].sigma > 0.1);
    CHECK(rating[1].mu < 25 && rating[1].mu > -150 && rating[1].sigma < 9);
    struct linea_rating far[2] = {{5000, 1}, {-5000, 1}};
    static const int upset[2] = {2, 1};
    linea_rating_game(far, upset, 2);
    CHECK(isfinite(far[0].mu) && isfinite(far[1].mu));
    CHECK(far[0].mu < 5000 && far[1].mu > -5000);
}

TEST(a_tie_of_equals_changes_no_rating_and_makes_it_surer)
{
    struct linea_rating rating[2] = {{30, 5}, {30, 5}};
    static const int rank[2] = {1, 1};
    linea_rating_game(rating, rank, 2);
    check_near(rating[0].mu, 30, 1e-12);
    CHECK(rating[0].sigma < 5);
}

TEST(a_rating_is_shown_from_1500_and_provisional_above_4)
{
    struct linea_rating rating = linea_rating_new();
    CHECK_EQ(linea_rating_shown(&rating), 1500);
    CHECK(linea_rating_provisional(&rating));
    check_near(linea_rating_floor(&rating), 0, 1e-12);
    rating = (struct linea_rating){26, 4};
    CHECK_EQ(linea_rating_shown(&rating), 1560);
    CHECK(!linea_rating_provisional(&rating));
    rating.mu = -10;
    CHECK_EQ(linea_rating_shown(&rating), -600);
}

TEST(who_stays_is_ranked_by_place)
{
    const struct linea_finished game = {4, 100, {2, 1, 4, 2}, {0}};
    int rank[LINEA_RATING_SEATS];
    CHECK_EQ(linea_rating_ranks(rank, &game), 0xf);
    CHECK_EQ(rank[0], 2);
    CHECK_EQ(rank[1], 1);
    CHECK_EQ(rank[2], 4);
    CHECK_EQ(rank[3], 2);
}

TEST(who_leaves_is_last_and_who_leaves_later_is_before)
{
    const struct linea_finished game = {4, 100, {1, 2, 3, 4}, {50, 0, 70, 0}};
    int rank[LINEA_RATING_SEATS];
    CHECK_EQ(linea_rating_ranks(rank, &game), 0xf);
    CHECK_EQ(rank[0], 4);
    CHECK_EQ(rank[1], 1);
    CHECK_EQ(rank[2], 3);
    CHECK_EQ(rank[3], 2);
}

TEST(who_leaves_in_the_first_third_loses_and_nobody_gains)
{
    struct linea_finished game = {3, 99, {1, 2, 3}, {33, 34, 0}};
    int rank[LINEA_RATING_SEATS];
    CHECK_EQ(linea_rating_ranks(rank, &game), 1);
    CHECK_EQ(rank[0], 3);
    game.left[0] = 34;
    game.left[1] = 35;
    CHECK_EQ(linea_rating_ranks(rank, &game), 7);
    game.left[0] = 20;
    game.left[1] = 5;
    CHECK_EQ(linea_rating_ranks(rank, &game), 2);
}
