/*
 * server/rating/keep.c - what a finished game leaves behind: results, ratings.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"
#include "cup/cups.h"
#include "hub.h"
#include "order/order.h"
#include "rating.h"

static const int64_t DAY = 86400000;

/* The players of a game in an order of their own: the same set is the same text. */
static void write_players(char out[LINEA_SEATS * RATING_PLAYER],
                          const struct rate_game *result)
{
    const char *name[LINEA_SEATS];
    int count = result->result.seats;
    size_t length = 0;
    for (int s = 0; s < count; s++) {
        int at = s;
        for (; at > 0 && strcmp(name[at - 1], result->name[s]) > 0; at--)
            name[at] = name[at - 1];
        name[at] = result->name[s];
    }
    *out = '\0';
    for (int s = 0; s < count; s++)
        length += (size_t)snprintf(out + length, RATING_PLAYER, "%s%.24s", s ? " " : "",
                                   name[s]);
}

/* Whether a person has, or had, an account. */
static bool is_account(struct linea_db *db, uint64_t player)
{
    sql_ask(db,
            "SELECT 1 FROM account WHERE player = $1"
            " UNION ALL SELECT 1 FROM gone WHERE player = $1",
            linea_value_id(player));
    return linea_db_next(db);
}

static const char *why_not(struct linea_db *db, const struct rated_game *g,
                           const char *players)
{
    int people = 0;
    if (!g->rated)
        return "not-wanted";
    for (int s = 0; s < g->result.result.seats; s++) {
        if (!g->player[s])
            continue;
        people++;
        if (!is_account(db, g->player[s]))
            return "guest";
        for (int other = 0; other < s; other++)
            if (g->player[other] == g->player[s])
                return "twice";
    }
    if (people == 0)
        return "bots";
    sql_ask(db,
            "SELECT count(*) FROM finished WHERE players = $1 AND at > $2 AND at <= $3"
            " AND seq > 0",
            linea_value_text(players), linea_value_int(g->at - DAY),
            linea_value_int(g->at + DAY));
    if (linea_db_next(db) && linea_db_int(db, 0) >= RATING_SET_A_DAY)
        return "too-often";
    return "";
}

/* A table with just the ratings that the game changes. */
static bool load(struct linea_db *db, struct rate_table *table,
                 const struct rate_game *result)
{
    rate_table_begin(table, "serve");
    if (rate_fix(table, NULL) != EXIT_OK)
        return false;
    for (int s = 0; s < result->result.seats; s++)
        for (int board = 0; board < 2; board++) {
            const char *pool = board ? result->map : "all";
            int number = rate_pool(table, pool);
            sql_ask(db,
                    "SELECT mu, sigma, games FROM rating WHERE player = $1"
                    " AND pool = $2",
                    linea_value_text(result->name[s]), linea_value_text(pool));
            if (!linea_db_next(db) || rate_find(table, result->name[s], number))
                continue;
            struct rate_entry *entry = rate_add(table, result->name[s], number);
            if (!entry)
                return false;
            entry->rating = (struct linea_rating){.mu = linea_db_real(db, 0),
                                                  .sigma = linea_db_real(db, 1)};
            entry->games = (int)linea_db_int(db, 2);
        }
    return linea_db_fine(db);
}

static void save(struct linea_db *db, const struct rate_table *table,
                 const struct rated_game *g, int seat, const char *pool, int64_t seq)
{
    const char *player = g->result.name[seat];
    int number = 0;
    while (strcmp(table->pool[number], pool) != 0)
        number++;
    const struct rate_entry *e = rate_find(table, player, number);
    if (!e || e->fixed)
        return;
    sql_run(db,
            "INSERT INTO rating VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
            " ON CONFLICT (player, pool) DO UPDATE SET mu = $4, sigma = $5, low = $6,"
            " games = $7, at = $8",
            linea_value_text(player), linea_value_text(pool),
            linea_value_id(g->player[seat]), linea_value_real(e->rating.mu),
            linea_value_real(e->rating.sigma),
            linea_value_real(linea_rating_floor(&e->rating)), linea_value_int(e->games),
            linea_value_int(g->at));
    sql_run(db, "INSERT INTO rating_history VALUES ($1, $2, $3, $4, $5, $6, $7)",
            linea_value_text(player), linea_value_text(pool), linea_value_int(seq),
            linea_value_id(g->game), linea_value_real(e->rating.mu),
            linea_value_real(e->rating.sigma), linea_value_int(g->at));
}

static bool fold(struct linea_db *db, const struct rated_game *g, int64_t seq)
{
    struct rate_table table;
    bool fine =
        load(db, &table, &g->result) && rate_take(&table, &g->result) == EXIT_OK;
    for (int s = 0; fine && s < g->result.result.seats; s++) {
        save(db, &table, g, s, "all", seq);
        save(db, &table, g, s, g->result.map, seq);
    }
    rate_table_free(&table);
    return fine;
}

static void keep_results(struct linea_db *db, const struct rated_game *g, bool rated)
{
    const struct linea_finished *result = &g->result.result;
    for (int s = 0; s < result->seats; s++)
        if (g->player[s])
            sql_run(
                db,
                "INSERT INTO result VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                linea_value_id(g->game), linea_value_int(s),
                linea_value_id(g->player[s]), linea_value_text(g->result.map),
                linea_value_int(result->seats), linea_value_int(result->place[s]),
                linea_value_int(g->result.total[s]),
                linea_value_int(result->left[s] > 0), linea_value_int(rated),
                linea_value_int(g->at));
}

/* The next number, which is also the lock: one game is rated at a time, by whatever
   node. */
static int64_t next_number(struct linea_db *db)
{
    linea_db_ask(db, "UPDATE rater SET seq = seq + 1 WHERE id = 1 RETURNING seq", NULL,
                 0);
    return linea_db_next(db) ? linea_db_int(db, 0) : 0;
}

bool linea_rating_keep(struct linea_db *db, const char **why, int64_t now,
                       int64_t leaver_wait, const struct rated_game *g)
{
    char players[LINEA_SEATS * RATING_PLAYER], line[4 * RATE_LINE] = "";
    struct linea_out out;
    int64_t seq = next_number(db);
    sql_ask(db, "SELECT 1 FROM finished WHERE game = $1 AND seq IS NULL",
            linea_value_id(g->game));
    if (!linea_db_next(db))
        return false;
    write_players(players, &g->result);
    *why = g->result.result.seats ? why_not(db, g, players) : "unreadable";
    bool rated = **why == '\0';
    if (g->result.result.seats) {
        linea_out_init(&out, line, sizeof line);
        rate_write_game(&g->result, &out);
        keep_results(db, g, rated);
        linea_leavers_note(db, g->game, g->rated, g->result.result.seats, g->player,
                           g->result.result.left, now, leaver_wait);
    }
    if (rated && !fold(db, g, seq))
        return false;
    sql_run(db,
            "UPDATE finished SET seq = $2, players = $3, line = $4, why = $5"
            " WHERE game = $1",
            linea_value_id(g->game), linea_value_int(rated ? seq : 0),
            linea_value_text(players), linea_value_text(line), linea_value_text(*why));
    linea_cup_keep(db, g);
    return true;
}
