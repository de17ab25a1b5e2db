/*
 * ratings/ratings.c - what a finished game makes of the ratings of its players.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/ratings.h"

#include <assert.h>

/* The usual scale of such ratings. beta is how much a player's strength varies from
   game to game, tau how much it may change between two. */
static const double mu = 25.0, sigma = 25.0 / 3, beta = 25.0 / 6, tau = 25.0 / 300;
static const double least_variance = 0.0001; /* part of a variance that stays */
static const double sure = 3;                /* sigmas that leaderboards take off */

struct linea_rating linea_rating_new(void)
{
    return (struct linea_rating){mu, sigma};
}

double linea_rating_floor(const struct linea_rating *rating)
{
    return rating->mu - sure * rating->sigma;
}

int linea_rating_shown(const struct linea_rating *rating)
{
    double shown = LINEA_RATING_ZERO + LINEA_RATING_UNIT * (rating->mu - mu);
    return (int)(shown + (shown < 0 ? -0.5 : 0.5));
}

bool linea_rating_provisional(const struct linea_rating *rating)
{
    return rating->sigma > LINEA_RATING_PROVISIONAL;
}

/* What each side is worth, as weights of a lottery: the strongest has 1, so that
   nothing overflows. */
static double weigh(double weight[], const struct linea_rating_side side[], int sides)
{
    double spread = 0, best = side[0].mu;
    for (int i = 0; i < sides; i++) {
        spread += side[i].variance + beta * beta;
        best = side[i].mu > best ? side[i].mu : best;
    }
    spread = linea_rating_root(spread);
    for (int i = 0; i < sides; i++)
        weight[i] = linea_rating_exp((side[i].mu - best) / spread);
    return spread;
}

/* Those that were not beaten by side q yet, together; and how many share its rank. */
static double still_in(int *equal, const double weight[],
                       const struct linea_rating_side side[], int sides, int q)
{
    double sum = 0;
    *equal = 0;
    for (int s = 0; s < sides; s++) {
        if (side[s].rank >= side[q].rank)
            sum += weight[s];
        *equal += side[s].rank == side[q].rank;
    }
    return sum;
}

/* Places are drawn one after the other from the first to the last. At each draw up to
   its own place a side had a chance; it is moved by how much its draws surprise. */
void linea_rating_changes(struct linea_rating_change out[],
                          const struct linea_rating_side side[], int sides)
{
    double weight[LINEA_RATING_SEATS];
    assert(sides >= 2 && sides <= LINEA_RATING_SEATS);
    double spread = weigh(weight, side, sides);
    for (int i = 0; i < sides; i++) {
        double omega = 0, delta = 0;
        for (int q = 0; q < sides; q++) {
            int equal;
            double chance = weight[i] / still_in(&equal, weight, side, sides, q);
            if (side[q].rank > side[i].rank)
                continue;
            delta += chance * (1 - chance) / equal;
            omega += ((q == i) - chance) / equal;
        }
        double gamma = linea_rating_root(side[i].variance) / spread;
        out[i].mu = omega * side[i].variance / spread;
        out[i].shrink = delta * side[i].variance / (spread * spread) * gamma;
    }
}

void linea_rating_drift(struct linea_rating *rating)
{
    rating->sigma = linea_rating_root(rating->sigma * rating->sigma + tau * tau);
}

void linea_rating_apply(struct linea_rating *rating,
                        const struct linea_rating_change *change, double share)
{
    double left = 1 - share * change->shrink;
    rating->mu += share * change->mu;
    rating->sigma *= linea_rating_root(left > least_variance ? left : least_variance);
}

/* Nobody is known less than a newcomer: results that hardly surprise, thousands of
   them, would let sigma grow without end. */
void linea_rating_game(struct linea_rating rating[], const int rank[], int seats)
{
    struct linea_rating_side side[LINEA_RATING_SEATS] = {0};
    struct linea_rating_change change[LINEA_RATING_SEATS];
    assert(seats >= 2 && seats <= LINEA_RATING_SEATS);
    for (int s = 0; s < seats; s++) {
        linea_rating_drift(&rating[s]);
        side[s] = (struct linea_rating_side){
            rating[s].mu, rating[s].sigma * rating[s].sigma, rank[s]};
    }
    linea_rating_changes(change, side, seats);
    for (int s = 0; s < seats; s++) {
        linea_rating_apply(&rating[s], &change[s], 1);
        rating[s].sigma = rating[s].sigma > sigma ? sigma : rating[s].sigma;
    }
}

void linea_rating_places(int place[], const int total[], unsigned winners, int seats)
{
    for (int s = 0; s < seats; s++) {
        bool won = winners >> s & 1;
        place[s] = 1;
        for (int other = 0; other < seats; other++) {
            bool other_won = winners >> other & 1;
            place[s] += !won && (other_won || total[other] > total[s]);
        }
    }
}

/* Whether seat a did better than b, when it counts who left. */
static bool before(const struct linea_finished *game, int a, int b)
{
    int left_a = game->left[a], left_b = game->left[b];
    if (left_a && left_b)
        return left_a > left_b;
    if (left_a || left_b)
        return !left_a;
    return game->place[a] < game->place[b];
}

/* The seats that left before all others, if that was in the first third. */
static unsigned left_early(const struct linea_finished *game)
{
    enum { PART = 3 };
    int first = game->moves / PART;
    unsigned early = 0;
    for (int s = 0; s < game->seats; s++) {
        if (!game->left[s] || game->left[s] > first)
            continue;
        early = game->left[s] < first ? 1u << s : early | 1u << s;
        first = game->left[s];
    }
    return early;
}

unsigned linea_rating_ranks(int rank[LINEA_RATING_SEATS],
                            const struct linea_finished *game)
{
    for (int s = 0; s < game->seats; s++) {
        rank[s] = 1;
        for (int other = 0; other < game->seats; other++)
            rank[s] += before(game, other, s);
    }
    unsigned early = left_early(game);
    return early ? early : (1u << game->seats) - 1;
}
