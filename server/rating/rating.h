/*
 * server/rating/rating.h - results of finished games, ratings that follow from them,
 * and who is ahead.
 *
 * When a game is over, the transaction of its last event also puts it into the table
 * `finished` (a trigger). One by one the rater takes them: it reads the record, keeps
 * what each player has come to, and if the table was rated, gives the game the next
 * number and folds it into the ratings, in one transaction. So each game counts once,
 * whatever dies, and the ratings are a fold over one order: docs/ratings.md.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RATING_RATING_H
#define RATING_RATING_H

#include <stdbool.h>
#include <stdint.h>

#include "common/rate.h"
#include "linea/list.h"
#include "sql.h"

enum {
    RATING_SET_A_DAY = 10, /* rated games of the same players, in a day */
    RATING_ACTIVE_DAYS =
        45,             /* who has played no rated game for longer is on no board */
    RATING_PLAYER = 32, /* room for what names a player: a number, or a bot */
};

/* The tables, behind those of the store. */
enum linea_sql_result linea_rating_tables(struct linea_sql *sql);

/* A finished game, as it is to be kept. */
struct rated_game {
    uint64_t game;
    int64_t at;
    bool rated;                   /* its players wanted that */
    uint64_t player[LINEA_SEATS]; /* 0 for a bot */
    struct rate_game result; /* its names are numbers, and bots; no seats: unreadable */
};

/* Keep it, and fold it into the ratings if that is due; false if that was done before,
   by another node. Who has left it waits, at first for `leaver_wait` milliseconds.
   `*why` is the reason why it is not rated, "" if it is. */
bool linea_rating_keep(struct linea_db *db, const char **why, int64_t now,
                       int64_t leaver_wait, const struct rated_game *game);

/* Fold all games that have been rated again, and compare. On failure returns false and
   writes to `error` what differs. */
bool linea_rating_check(struct linea_sql *sql, char error[LINEA_SQL_TEXT], long *games,
                        long *ratings);

/* The rating in two columns, mu and sigma, as people see it: ,"rating":1734 and more.
 */
struct linea_out;
void linea_rating_write(struct linea_list *object, double mu, double sigma);

/* What reviews of a player's games have come to, the latest first. */
void linea_rating_write_reviews(struct linea_list *object, struct linea_db *db,
                                uint64_t player);

struct accounts;
struct rater;

/* NULL without memory. */
struct rater *linea_rater_open(struct accounts *accounts);
void linea_rater_close(struct rater *rater);

/* Go on if there is something to be rated: from time to time. */
void linea_rater_tick(struct rater *rater);

#endif
