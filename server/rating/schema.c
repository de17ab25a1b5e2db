/*
 * server/rating/schema.c - the tables of ratings.
 *
 * SPDX-License-Identifier: MIT
 */
#include "rating.h"

/*
 * rater             one row: the number of the last game that was rated
 * finished.seq      that number, 0 for a game that is not rated, NULL until it was
 *                   looked at
 * finished.line     as docs/ratings.md has it
 * finished.players  who played, sorted
 * result            what each person has come to in each game
 * rating.number     of the player; 0 for a bot
 * rating.low        mu - 3 sigma, by which leaderboards go
 */
#define TABLES                                                                         \
    "CREATE TABLE rater (id BIGINT PRIMARY KEY, seq BIGINT NOT NULL);"                 \
    "INSERT INTO rater VALUES (1, 0);"                                                 \
    "CREATE TABLE finished ("                                                          \
    "  game BIGINT PRIMARY KEY,"                                                       \
    "  at BIGINT NOT NULL,"                                                            \
    "  seq BIGINT,"                                                                    \
    "  players TEXT,"                                                                  \
    "  line TEXT,"                                                                     \
    "  why TEXT);"                                                                     \
    "CREATE INDEX finished_new ON finished (at, game) WHERE seq IS NULL;"              \
    "CREATE UNIQUE INDEX finished_seq ON finished (seq) WHERE seq > 0;"                \
    "CREATE INDEX finished_players ON finished (players, at);"                         \
    "CREATE TABLE result ("                                                            \
    "  game BIGINT NOT NULL,"                                                          \
    "  seat BIGINT NOT NULL,"                                                          \
    "  player BIGINT NOT NULL,"                                                        \
    "  map TEXT NOT NULL,"                                                             \
    "  seats BIGINT NOT NULL,"                                                         \
    "  place BIGINT NOT NULL,"                                                         \
    "  points BIGINT NOT NULL,"                                                        \
    "  gone BIGINT NOT NULL,"                                                          \
    "  rated BIGINT NOT NULL,"                                                         \
    "  at BIGINT NOT NULL,"                                                            \
    "  PRIMARY KEY (game, seat));"                                                     \
    "CREATE INDEX result_player ON result (player, at, game);"                         \
    "CREATE TABLE rating ("                                                            \
    "  player TEXT NOT NULL,"                                                          \
    "  pool TEXT NOT NULL,"                                                            \
    "  number BIGINT NOT NULL,"                                                        \
    "  mu DOUBLE PRECISION NOT NULL,"                                                  \
    "  sigma DOUBLE PRECISION NOT NULL,"                                               \
    "  low DOUBLE PRECISION NOT NULL,"                                                 \
    "  games BIGINT NOT NULL,"                                                         \
    "  at BIGINT NOT NULL,"                                                            \
    "  PRIMARY KEY (player, pool));"                                                   \
    "CREATE INDEX rating_low ON rating (pool, low);"                                   \
    "CREATE INDEX rating_number ON rating (number);"                                   \
    "CREATE TABLE rating_history ("                                                    \
    "  player TEXT NOT NULL,"                                                          \
    "  pool TEXT NOT NULL,"                                                            \
    "  seq BIGINT NOT NULL,"                                                           \
    "  game BIGINT NOT NULL,"                                                          \
    "  mu DOUBLE PRECISION NOT NULL,"                                                  \
    "  sigma DOUBLE PRECISION NOT NULL,"                                               \
    "  at BIGINT NOT NULL,"                                                            \
    "  PRIMARY KEY (player, pool, seq));"

/* A game is over with the row that the store writes in the transaction of its last
   event; 2 is LINEA_STORE_OVER. */
static const char *const sqlite[] = {
    TABLES
    "CREATE TRIGGER game_over AFTER UPDATE OF status ON game"
    " WHEN NEW.status = 2 AND OLD.status <> 2 BEGIN"
    "  INSERT INTO finished (game, at) VALUES (NEW.id, NEW.changed)"
    "   ON CONFLICT DO NOTHING; END;"
    "CREATE TRIGGER game_made_over AFTER INSERT ON game WHEN NEW.status = 2 BEGIN"
    "  INSERT INTO finished (game, at) VALUES (NEW.id, NEW.changed)"
    "   ON CONFLICT DO NOTHING; END;"};

static const char *const postgres[] = {
    TABLES "CREATE FUNCTION game_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
           "  INSERT INTO finished (game, at) VALUES (NEW.id, NEW.changed)"
           "   ON CONFLICT DO NOTHING; RETURN NULL; END $$;"
           "CREATE TRIGGER game_over AFTER INSERT OR UPDATE OF status ON game"
           " FOR EACH ROW WHEN (NEW.status = 2) EXECUTE FUNCTION game_over();"};

/* What a player's browser has made of a game: luck and own play in percent of a
   victory. */
static const char *const reviews[] = {"CREATE TABLE review ("
                                      "  player BIGINT NOT NULL,"
                                      "  game BIGINT NOT NULL,"
                                      "  at BIGINT NOT NULL,"
                                      "  luck BIGINT NOT NULL,"
                                      "  own BIGINT NOT NULL,"
                                      "  mistakes BIGINT NOT NULL,"
                                      "  decisions BIGINT NOT NULL,"
                                      "  PRIMARY KEY (player, game));"};

enum linea_sql_result linea_rating_tables(struct linea_sql *sql)
{
    enum linea_sql_result result = linea_sql_migrate(
        sql, "rating", linea_sql_is_postgres(sql) ? postgres : sqlite, 1);
    return result == LINEA_SQL_OK ? linea_sql_migrate(sql, "review", reviews, 1)
                                  : result;
}
