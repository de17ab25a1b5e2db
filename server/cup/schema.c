/*
 * server/cup/schema.c - the tables of tournaments.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cups.h"

/*
 * cup.tag        by chance, with each event: two logs that end with the same tag are
 *                the same. cup_event has it too
 * cup.changes    counts what those who look at it may want to know
 * cup.due        when something happens by itself
 * cup_event.line    as it is stored, .public as all may read it, NULL for the same
 * cup_player.bot    the bot of ours that plays, NULL for others
 * cup_player.place  a hash of the address, until it is over
 * cup_game.players  by seat, their numbers in the cup
 * cup_seat       whose seats are kept or played now
 */
#define TABLES                                                                         \
    "CREATE TABLE cup ("                                                               \
    "  id BIGINT PRIMARY KEY,"                                                         \
    "  host BIGINT NOT NULL,"                                                          \
    "  made BIGINT NOT NULL,"                                                          \
    "  stage BIGINT NOT NULL,"                                                         \
    "  event BIGINT NOT NULL,"                                                         \
    "  tag BIGINT NOT NULL,"                                                           \
    "  changes BIGINT NOT NULL,"                                                       \
    "  due BIGINT NOT NULL,"                                                           \
    "  players BIGINT NOT NULL,"                                                       \
    "  round BIGINT NOT NULL,"                                                         \
    "  rounds BIGINT NOT NULL,"                                                        \
    "  size BIGINT NOT NULL,"                                                          \
    "  starts BIGINT NOT NULL,"                                                        \
    "  rated BIGINT NOT NULL,"                                                         \
    "  name TEXT NOT NULL,"                                                            \
    "  format TEXT NOT NULL,"                                                          \
    "  map TEXT NOT NULL,"                                                             \
    "  rules TEXT NOT NULL);"                                                          \
    "CREATE INDEX cup_due ON cup (due) WHERE stage < 3;"                               \
    "CREATE INDEX cup_stage ON cup (stage, made);"                                     \
    "CREATE INDEX cup_host ON cup (host, stage);"                                      \
    "CREATE TABLE cup_event ("                                                         \
    "  cup BIGINT NOT NULL,"                                                           \
    "  number BIGINT NOT NULL,"                                                        \
    "  tag BIGINT NOT NULL,"                                                           \
    "  line TEXT NOT NULL,"                                                            \
    "  public TEXT,"                                                                   \
    "  PRIMARY KEY (cup, number));"                                                    \
    "CREATE TABLE cup_player ("                                                        \
    "  cup BIGINT NOT NULL,"                                                           \
    "  player BIGINT NOT NULL,"                                                        \
    "  bot TEXT,"                                                                      \
    "  place BYTEA,"                                                                   \
    "  PRIMARY KEY (cup, player));"                                                    \
    "CREATE INDEX cup_player_of ON cup_player (player, cup);"                          \
    "CREATE TABLE cup_game ("                                                          \
    "  cup BIGINT NOT NULL,"                                                           \
    "  place BIGINT NOT NULL,"                                                         \
    "  part BIGINT NOT NULL,"                                                          \
    "  round BIGINT NOT NULL,"                                                         \
    "  game BIGINT NOT NULL UNIQUE,"                                                   \
    "  players TEXT NOT NULL,"                                                         \
    "  status BIGINT NOT NULL,"                                                        \
    "  due BIGINT NOT NULL,"                                                           \
    "  totals TEXT,"                                                                   \
    "  places TEXT,"                                                                   \
    "  absent BIGINT NOT NULL,"                                                        \
    "  PRIMARY KEY (cup, place, part));"                                               \
    "CREATE INDEX cup_game_status ON cup_game (status, due) WHERE status < 3;"         \
    "CREATE INDEX cup_game_round ON cup_game (cup, round);"                            \
    "CREATE TABLE cup_seat ("                                                          \
    "  game BIGINT NOT NULL,"                                                          \
    "  seat BIGINT NOT NULL,"                                                          \
    "  player BIGINT NOT NULL,"                                                        \
    "  PRIMARY KEY (game, seat));"                                                     \
    "CREATE INDEX cup_seat_player ON cup_seat (player);"

/* The result of a game with a delay counts at once, though spectators see its end
   later. Its players' rows know of it first (store.h). */
static const char *const sqlite[] = {
    TABLES
    "CREATE TRIGGER cup_game_over AFTER UPDATE OF status ON player"
    " WHEN NEW.status = 2 AND OLD.status <> 2 AND EXISTS"
    "  (SELECT 1 FROM cup_game WHERE game = NEW.game) BEGIN"
    "  INSERT INTO finished (game, at)"
    "   SELECT id, changed FROM game WHERE id = NEW.game ON CONFLICT DO NOTHING; END;"};

static const char *const postgres[] = {
    TABLES
    "CREATE FUNCTION cup_game_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
    "  IF EXISTS (SELECT 1 FROM cup_game WHERE game = NEW.game) THEN"
    "   INSERT INTO finished (game, at)"
    "    SELECT id, changed FROM game WHERE id = NEW.game ON CONFLICT DO NOTHING;"
    "  END IF; RETURN NULL; END $$;"
    "CREATE TRIGGER cup_game_over AFTER INSERT OR UPDATE OF status ON player"
    " FOR EACH ROW WHEN (NEW.status = 2) EXECUTE FUNCTION cup_game_over();"};

enum linea_sql_result linea_cup_tables(struct linea_sql *sql)
{
    return linea_sql_migrate(sql, "cup", linea_sql_is_postgres(sql) ? postgres : sqlite,
                             1);
}
