/*
 * server/order/schema.c - the tables of order in the house.
 *
 * SPDX-License-Identifier: MIT
 */
#include "order.h"

/*
 * report         what somebody says of somebody: about a line of a game (`event`), a
 *                seat, or a player; `decided` is 0 until the house has looked at it
 * measure        what holds for a player, one row a kind (enum measure); `until` 0 for
 *                ever; `change` in the order in which rows were written; `done` 0 until
 *                a ban has taken the player from tables that have not begun
 * place          a measure for guests at an address: a keyed hash, nobody can read it
 * measured       one row: the number of the last change; who changes something locks it
 * leaver         how many games somebody has left, less what was forgiven
 * quick          games that play now has found, while they are played
 * audit.actor    who of the house, 0 for the command line
 *
 * A flag of accounts was a mute before.
 */
static const char first[] =
    "CREATE TABLE report ("
    "  id BIGINT PRIMARY KEY,"
    "  at BIGINT NOT NULL,"
    "  reporter BIGINT NOT NULL,"
    "  player BIGINT NOT NULL,"
    "  name TEXT NOT NULL,"
    "  game BIGINT NOT NULL,"
    "  event BIGINT NOT NULL,"
    "  reason TEXT NOT NULL,"
    "  words TEXT NOT NULL,"
    "  line TEXT NOT NULL,"
    "  decided BIGINT NOT NULL,"
    "  decision TEXT NOT NULL);"
    "CREATE UNIQUE INDEX report_once ON report (reporter, player, game, event)"
    " WHERE decided = 0;"
    "CREATE INDEX report_open ON report (at) WHERE decided = 0;"
    "CREATE INDEX report_player ON report (player, at);"
    "CREATE TABLE measure ("
    "  player BIGINT NOT NULL,"
    "  kind BIGINT NOT NULL,"
    "  until BIGINT NOT NULL,"
    "  why TEXT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  change BIGINT NOT NULL,"
    "  done BIGINT NOT NULL,"
    "  PRIMARY KEY (player, kind));"
    "CREATE INDEX measure_change ON measure (change);"
    "CREATE INDEX measure_new ON measure (player) WHERE done = 0;"
    "CREATE TABLE place ("
    "  id BYTEA NOT NULL,"
    "  kind BIGINT NOT NULL,"
    "  player BIGINT NOT NULL,"
    "  until BIGINT NOT NULL,"
    "  why TEXT NOT NULL,"
    "  change BIGINT NOT NULL,"
    "  PRIMARY KEY (id, kind));"
    "CREATE INDEX place_change ON place (change);"
    "CREATE INDEX place_player ON place (player);"
    "CREATE TABLE measured (id BIGINT PRIMARY KEY, change BIGINT NOT NULL);"
    "INSERT INTO measured VALUES (1, 1);"
    "CREATE TABLE leaver ("
    "  player BIGINT PRIMARY KEY,"
    "  score BIGINT NOT NULL,"
    "  at BIGINT NOT NULL);"
    "CREATE TABLE quick (game BIGINT PRIMARY KEY, at BIGINT NOT NULL);"
    "ALTER TABLE audit ADD COLUMN actor BIGINT NOT NULL DEFAULT 0;"
    "CREATE INDEX audit_player ON audit (player, at);"
    "INSERT INTO measure SELECT player, 1, 0, '', created, 1, 1 FROM account"
    " WHERE flags / 4 % 2 = 1;"
    "UPDATE account SET flags = flags - 4 WHERE flags / 4 % 2 = 1;";

static const char *const scripts[] = {first};

enum linea_sql_result linea_order_tables(struct linea_sql *sql)
{
    return linea_sql_migrate(sql, "order", scripts,
                             (int)(sizeof scripts / sizeof *scripts));
}

int64_t linea_order_change(struct linea_db *db)
{
    linea_db_ask(db,
                 "UPDATE measured SET change = change + 1 WHERE id = 1"
                 " RETURNING change",
                 NULL, 0);
    return linea_db_next(db) ? linea_db_int(db, 0) : 0;
}

void linea_order_measure(struct linea_db *db, uint64_t player, enum measure kind,
                         int64_t until, const char *why, int64_t now)
{
    const bool holds = until == 0 || until > now;
    int64_t change = linea_order_change(db);
    sql_run(db,
            "INSERT INTO measure VALUES ($1, $2, $3, $4, $5, $6, $7)"
            " ON CONFLICT (player, kind) DO UPDATE SET until = $3, why = $4, at = $5,"
            " change = $6, done = $7",
            linea_value_id(player), linea_value_int(kind), linea_value_int(until),
            linea_value_text(why), linea_value_int(now), linea_value_int(change),
            linea_value_int(kind == MEASURE_BAN && holds ? 0 : 1));
}
