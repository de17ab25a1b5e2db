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
    int seat; /* or LINEA_NOBODY for all */
    int playouts, rounds;
    uint64_t seed;
    bool course, summary, json;
};

/* What a summary needs of a game: each seat's account, its mistakes and their loss. */
struct review_figures {
    int seats;
    bool judged[LINEA_SEATS];
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
    struct review_account account[LINEA_SEATS];
    int decisions[LINEA_SEATS], mistakes[LINEA_SEATS], loss[LINEA_SEATS];
    int points[LINEA_SEATS]; /* that mistakes lost, in thousandths */
};

enum { REVIEW_PLAYERS = 64 }; /* names that a summary tells apart */

/* Sums of one player. */
struct review_player {
    char name[LINEA_SEAT_NAME];
    long games;
    double result, luck, luck_squares, own, own_squares, decisions, mistakes, loss,
        points;
};

struct review_sums {
    long games;
    int players; /* at most REVIEW_PLAYERS; others are left out */
    struct review_player player[REVIEW_PLAYERS];
};

void review_figures(struct review_figures *out, const struct review *r,
                    const struct linea_replay *replay, int seat);
void review_add(struct review_sums *sums, const struct review_figures *game);

void review_json(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 long number, long line);
void review_text(struct linea_out *out, const struct review *r,
                 const struct linea_replay *replay, const struct review_wish *wish,
                 long number);

/* Print each player's games, luck and mistakes. */
void review_summary(const struct review_sums *sums, bool json);

#endif
