/*
 * server/notice/notice.h - a word to players who are away: it is their turn, a game has
 * begun or is over, time is nearly up.
 *
 * What is to be sent stands in the table `notice`, written in the transaction of the
 * event (store.h), for those who wish for it, one row a game. When it is due, one node
 * looks whether it still holds and whether the player has come meanwhile; if not, it
 * becomes a row of `delivery` for each way to reach them, in one transaction. Those are
 * sent until the other side has taken them, or a day has gone: at least once, with a
 * number by which doubles are known.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NOTICE_NOTICE_H
#define NOTICE_NOTICE_H

#include <stdbool.h>
#include <stdint.h>

#include "sql.h"

struct accounts;
struct notices;
struct route;

/* The tables, beside those of the store. */
enum linea_sql_result linea_notice_tables(struct linea_sql *sql);

/* NULL without memory, or if the key cannot be made. */
struct notices *linea_notices_open(struct accounts *accounts);

/* What is under way goes no further: before the database is closed; and after it. */
void linea_notices_stop(struct notices *notices);
void linea_notices_close(struct notices *notices);

/* From time to time; and after wake(): how many were answered. */
void linea_notices_tick(struct notices *notices);
int linea_notices_answer(struct notices *notices);

/* A player is here, or was until now. */
void linea_notices_came(struct notices *notices, uint64_t player);

/*
 * Inside of a job: let a player know of something, if they wish to know of that kind,
 * unless they come within their delay, or within `most` milliseconds if that is less.
 * `about` is the number of a game, or of another thing that has notices: there is one
 * at a time about it. For what is no event of a game; those are written by the store.
 */
void linea_notice_put(struct linea_db *db, uint64_t player, int kind, uint64_t about,
                      int64_t now, int64_t most);

/* What there is under /api/notices and /u. */
extern const struct route linea_notice_routes[];

/* For account/remove.c and account/recover.c: a player is sent nothing any more. */
extern const char *const linea_notice_owned[]; /* statements with the player as $1 */

#endif
