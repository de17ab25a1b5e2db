/*
 * server/account/schema.c - the tables of accounts.
 *
 * Each script makes the next version: what has been released is never changed here.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "linea/utf8.h"

/*
 * account.looks   how the name looks (linea/utf8.h): no two may look alike
 * account.password  of libsodium; NULL for who signs in otherwise
 * account.proxy   the name by which a proxy knows the player
 * gone            players whose account was deleted: their guest tokens stay worthless.
 *                 `erased`: their name and chat are erased too, which is done next
 * allowance.full_at  when a bucket would be full again, as in quota.h
 */
static const char first[] = "CREATE TABLE account ("
                            "  player BIGINT PRIMARY KEY,"
                            "  name TEXT NOT NULL,"
                            "  looks TEXT NOT NULL UNIQUE,"
                            "  password TEXT,"
                            "  proxy TEXT UNIQUE,"
                            "  flags BIGINT NOT NULL,"
                            "  created BIGINT NOT NULL);"
                            "CREATE TABLE session ("
                            "  id BYTEA PRIMARY KEY,"
                            "  player BIGINT NOT NULL,"
                            "  created BIGINT NOT NULL,"
                            "  used BIGINT NOT NULL,"
                            "  device TEXT NOT NULL);"
                            "CREATE INDEX session_player ON session (player, used);"
                            "CREATE TABLE token ("
                            "  id BYTEA PRIMARY KEY,"
                            "  player BIGINT NOT NULL,"
                            "  name TEXT NOT NULL,"
                            "  scopes BIGINT NOT NULL,"
                            "  created BIGINT NOT NULL,"
                            "  used BIGINT NOT NULL);"
                            "CREATE INDEX token_player ON token (player, created);"
                            "CREATE TABLE code ("
                            "  id BYTEA PRIMARY KEY,"
                            "  player BIGINT NOT NULL);"
                            "CREATE INDEX code_player ON code (player);"
                            "CREATE TABLE invitation ("
                            "  id BYTEA PRIMARY KEY,"
                            "  uses BIGINT NOT NULL,"
                            "  expires BIGINT NOT NULL,"
                            "  note TEXT NOT NULL);"
                            "CREATE TABLE allowance ("
                            "  id BYTEA PRIMARY KEY,"
                            "  full_at BIGINT NOT NULL);"
                            "CREATE INDEX allowance_full ON allowance (full_at);"
                            "CREATE TABLE gone ("
                            "  player BIGINT PRIMARY KEY,"
                            "  at BIGINT NOT NULL,"
                            "  erased BIGINT NOT NULL);";

/*
 * tie          what a player thinks of another: kind 1 follows, 2 blocks
 * invite       a player is asked to a game by somebody
 * seek         who wants to play now; `party` once others were found, then `game`
 * pairing      one row: who finds players for a game locks it
 * audit        what the house has done; names nobody, since names can be erased
 */
static const char second[] =
    "CREATE TABLE tie ("
    "  player BIGINT NOT NULL,"
    "  other BIGINT NOT NULL,"
    "  kind BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  PRIMARY KEY (player, other));"
    "CREATE INDEX tie_other ON tie (other, kind);"
    "CREATE TABLE invite ("
    "  player BIGINT NOT NULL,"
    "  game BIGINT NOT NULL,"
    "  host BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  PRIMARY KEY (player, game));"
    "CREATE TABLE seek ("
    "  player BIGINT PRIMARY KEY,"
    "  map TEXT NOT NULL,"
    "  seats BIGINT NOT NULL,"
    "  clock BIGINT NOT NULL,"
    "  rated BIGINT NOT NULL,"
    "  rating DOUBLE PRECISION NOT NULL,"
    "  place BYTEA NOT NULL,"
    "  since BIGINT NOT NULL,"
    "  seen BIGINT NOT NULL,"
    "  party BIGINT,"
    "  seat BIGINT,"
    "  game BIGINT);"
    "CREATE INDEX seek_wish ON seek (map, seats, clock, rated, since);"
    "CREATE INDEX seek_party ON seek (party);"
    "CREATE TABLE pairing (id BIGINT PRIMARY KEY, times BIGINT NOT NULL);"
    "INSERT INTO pairing VALUES (1, 0);"
    "CREATE TABLE audit ("
    "  at BIGINT NOT NULL,"
    "  who TEXT NOT NULL,"
    "  what TEXT NOT NULL,"
    "  player BIGINT NOT NULL,"
    "  note TEXT NOT NULL);"
    "CREATE INDEX audit_at ON audit (at);";

/*
 * gone.erased  0 not yet, 1 once, 2 for good: remove.c
 */
static const char third[] = "CREATE INDEX gone_left ON gone (at) WHERE erased < 2;";

static const char *const scripts[] = {first, second, third};

/*
 * passkey.id          SHA-256 of passkey.credential, the name that the device gives it
 * passkey.host        that it is for
 * passkey.algorithm   of COSE
 * passkey.counter     as the device has said it last
 * challenge.id        SHA-256 of what a passkey is to sign
 * challenge.player    for whom, 0 while nobody is known
 */
static const char passkeys[] = "CREATE TABLE passkey ("
                               "  id BYTEA PRIMARY KEY,"
                               "  player BIGINT NOT NULL,"
                               "  name TEXT NOT NULL,"
                               "  host TEXT NOT NULL,"
                               "  credential BYTEA NOT NULL,"
                               "  algorithm BIGINT NOT NULL,"
                               "  key BYTEA NOT NULL,"
                               "  counter BIGINT NOT NULL,"
                               "  created BIGINT NOT NULL,"
                               "  used BIGINT NOT NULL);"
                               "CREATE INDEX passkey_player ON passkey (player);"
                               "CREATE TABLE challenge ("
                               "  id BYTEA PRIMARY KEY,"
                               "  purpose BIGINT NOT NULL,"
                               "  player BIGINT NOT NULL,"
                               "  expires BIGINT NOT NULL);"
                               "CREATE INDEX challenge_expires"
                               " ON challenge (expires);";

static const char *const passkey_scripts[] = {passkeys};

/* Names are compared in another way than before: their looks are written again. */
enum { LOOKS = 1 /* the way */, PAGE = 64 };

struct named {
    uint64_t player;
    char name[ACCOUNT_NAME], looks[ACCOUNT_NAME];
};

static int read_names(struct linea_db *db, struct named page[PAGE], int64_t after)
{
    int count = 0;
    sql_ask(db,
            "SELECT player, name, looks FROM account WHERE player > $1"
            " ORDER BY player LIMIT $2",
            linea_value_int(after), linea_value_int(PAGE));
    while (count < PAGE && linea_db_next(db)) {
        struct named *one = &page[count++];
        one->player = linea_db_id(db, 0);
        snprintf(one->name, sizeof one->name, "%s", linea_db_text(db, 1));
        snprintf(one->looks, sizeof one->looks, "%s", linea_db_text(db, 2));
    }
    return count;
}

/* Of two that look alike only now the second keeps what it had. */
static bool look_again(struct linea_db *db, struct linea_sql_job *job)
{
    struct named page[PAGE];
    int64_t after = INT64_MIN;
    int count;
    (void)job;
    sql_ask(db, "SELECT 1 FROM part WHERE name = 'looks' AND version >= $1",
            linea_value_int(LOOKS));
    if (linea_db_next(db))
        return true;
    while ((count = read_names(db, page, after)) > 0) {
        for (int i = 0; i < count; i++) {
            char looks[ACCOUNT_NAME];
            linea_name_looks(looks, sizeof looks, page[i].name);
            if (*looks && strcmp(looks, page[i].looks) != 0)
                sql_run(db,
                        "UPDATE account SET looks = $2 WHERE player = $1 AND NOT EXISTS"
                        " (SELECT 1 FROM account b WHERE b.looks = $2)",
                        linea_value_id(page[i].player), linea_value_text(looks));
        }
        after = (int64_t)page[count - 1].player;
    }
    sql_run(db,
            "INSERT INTO part VALUES ('looks', $1) ON CONFLICT (name)"
            " DO UPDATE SET version = excluded.version",
            linea_value_int(LOOKS));
    return true;
}

static enum linea_sql_result make_tables(struct linea_sql *sql)
{
    enum linea_sql_result result = linea_sql_migrate(
        sql, "account", scripts, (int)(sizeof scripts / sizeof *scripts));
    return result == LINEA_SQL_OK ? linea_sql_migrate(sql, "passkey", passkey_scripts,
                                                      (int)(sizeof passkey_scripts /
                                                            sizeof *passkey_scripts))
                                  : result;
}

enum linea_sql_result linea_account_tables(struct linea_sql *sql)
{
    struct linea_sql_job job = {.run = look_again};
    enum linea_sql_result result = make_tables(sql);
    return result == LINEA_SQL_OK ? linea_sql_run(sql, &job) : result;
}
