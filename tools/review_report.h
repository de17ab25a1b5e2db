/*
 * tools/review_report.h - what `linea review` prints: of a game, and of a player over
 * many games.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef REVIEW_REPORT_H
#define REVIEW_REPORT_H

#include "linea/text.h"
#include "review.h"

/* What was asked for. */
struct review_wish {
    int seat;           /* or LINEA_NOBODY for all */
    const char *player; /* or NULL for all */
    int playouts, rounds;
    uint64_t seed;
    bool course, summary, json;
};

/* Where a game is, and which of its seats are judged, as bits. */
struct review_place {
    const char *path;
    long number, line;
    unsigned seats;
};

/* What a summary needs of a game: each seat's account, its mistakes and their loss,
   and what all its decisions gave away. */
struct review_figures {
    int seats;
    bool judged[LINEA_SEATS];
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
    struct review_account account[LINEA_SEATS];
    int decisions[LINEA_SEATS], mistakes[LINEA_SEATS], loss[LINEA_SEATS];
    int points[LINEA_SEATS]; /* that mistakes lost, in thousandths */
    int given[LINEA_SEATS], given_points[LINEA_SEATS];
};

enum { REVIEW_PLAYERS = 64 }; /* names that a summary tells apart */

/* A number of each game, added up. */
struct review_sum {
    double sum, squares;
};

/* Sums of one player. */
struct review_player {
    char name[LINEA_SEAT_NAME];
    long games;
    double result, decisions, loss, points;
    struct review_sum luck, own, others, mistakes, given, given_points;
    struct review_sum play; /* own and others together */
};

struct review_sums {
    long games;
    int players;   /* at most REVIEW_PLAYERS … */
    long left_out; /* … and seats of others, which are not counted */
    struct review_player player[REVIEW_PLAYERS];
};

void review_figures(struct review_figures *out, const struct review *r,
                    const struct linea_replay *replay, unsigned seats);
void review_add(struct review_sums *sums, const struct review_figures *game);

void review_json(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 const struct review_place *place);
void review_text(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 const struct review_place *place);

/* Print each player's games, luck, play and mistakes. */
void review_summary(const struct review_sums *sums, bool json);

#endif
