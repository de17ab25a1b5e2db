/*
 * linea/ratings.h - how strong players are, from finished games.
 *
 * The model is that of Weng and Lin, "A Bayesian Approximation Method for Online
 * Ranking", JMLR 12 (2011), algorithm 4 (Plackett-Luce), for 2 to 5 seats with ties. A
 * rating is a fold over games in one order. It uses nothing but +, -, * and / on
 * doubles, so it has the same bits on every machine whose doubles are those of IEEE
 * 754, if the compiler does not fuse a product and a sum (-ffp-contract=off).
 * docs/ratings.md says what counts as a finished game, and why.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_RATINGS_H
#define LINEA_RATINGS_H

#include <stdbool.h>

enum {
    LINEA_RATING_SEATS = 5,
    LINEA_RATING_ZERO = 1500,    /* what a mu of 25 is shown as … */
    LINEA_RATING_UNIT = 60,      /* … and a mu of 1 more adds */
    LINEA_RATING_PROVISIONAL = 4 /* while sigma is above this */
};

/* What is known of a player's strength: it is mu, give or take sigma. */
struct linea_rating {
    double mu, sigma;
};

/* That of somebody of whom nothing is known. */
struct linea_rating linea_rating_new(void);

/* Below this a player hardly is: what leaderboards go by. */
double linea_rating_floor(const struct linea_rating *rating);

/* The number that people see. */
int linea_rating_shown(const struct linea_rating *rating);

bool linea_rating_provisional(const struct linea_rating *rating);

/* Rate one game: the seats with the lowest rank have won, equal ranks are ties. 2 to
   LINEA_RATING_SEATS seats. */
void linea_rating_game(struct linea_rating rating[], const int rank[], int seats);

/* The places of a game, from 1, by its points and winners (bits of seats): a tie-break
   decides between those who have most, and between nobody else. */
void linea_rating_places(int place[], const int total[], unsigned winners, int seats);

/* What a game came to, seat by seat. */
struct linea_finished {
    int seats;
    int moves;                     /* of all seats together */
    int place[LINEA_RATING_SEATS]; /* from 1; seats that tie share one */
    int left[LINEA_RATING_SEATS];  /* the move from which others played for a seat whose
                                      player did not come back; 0 for who stayed */
};

/*
 * The ranks by which a finished game is rated: who left comes after who stayed, and
 * the later of them before the earlier. Returns the seats, as bits, whose rating
 * changes: all of them; or, when somebody left in the first third of the game, only who
 * left first, because it was another game for the others from then on.
 */
unsigned linea_rating_ranks(int rank[LINEA_RATING_SEATS],
                            const struct linea_finished *game);

/* A side of a game as the model sees it: a seat, or a team with the sums of its
   players; and by how much the game moves it. */
struct linea_rating_side {
    double mu, variance;
    int rank;
};
struct linea_rating_change {
    double mu;     /* added to the side's */
    double shrink; /* part of its variance that is gone */
};
void linea_rating_changes(struct linea_rating_change out[],
                          const struct linea_rating_side side[], int sides);

/* The steps of linea_rating_game(): a rating is less sure before each game; then a
   player has a share of what moves the side. */
void linea_rating_drift(struct linea_rating *rating);
void linea_rating_apply(struct linea_rating *rating,
                        const struct linea_rating_change *change, double share);

/* e to the power of x, within 1e-15 of it for |x| <= 700 (beyond it stays at that
   edge); the root of x > 0. The same bits everywhere, unlike those of a C library. */
double linea_rating_exp(double x);
double linea_rating_root(double x);

#endif
