/*
 * server/notice/schema.c - the tables of notices, but for `wish` and `notice`, which
 * the store writes (store_file.c).
 *
 * SPDX-License-Identifier: MIT
 */
#include "inside.h"

/*
 * choice       what kinds of notices a player wants by each way, after how long, in
 *              which language; `wish` follows from it
 * channel      a browser (kind 1) or a webhook (kind 2) that is to be sent them.
 *              .secret: the keys of a browser, or what a webhook is signed with.
 *              .failed: since when it takes nothing, 0 while it does
 * mailbox      an address of e-mail; nothing but one mail is sent until it is confirmed
 * feed         the hash of a key to one's feeds
 * delivery     what is to be sent. .next: when to try (again), to one channel, or by
 *              mail if it has none
 */
static const char first[] =
    "CREATE TABLE choice ("
    "  player BIGINT PRIMARY KEY,"
    "  push BIGINT NOT NULL,"
    "  mail BIGINT NOT NULL,"
    "  hook BIGINT NOT NULL,"
    "  delay BIGINT NOT NULL,"
    "  language TEXT NOT NULL);"
    "CREATE TABLE channel ("
    "  id BYTEA PRIMARY KEY,"
    "  player BIGINT NOT NULL,"
    "  kind BIGINT NOT NULL,"
    "  address TEXT NOT NULL,"
    "  secret BYTEA NOT NULL,"
    "  device TEXT NOT NULL,"
    "  created BIGINT NOT NULL,"
    "  failed BIGINT NOT NULL);"
    "CREATE INDEX channel_player ON channel (player, kind, created);"
    "CREATE TABLE mailbox ("
    "  player BIGINT PRIMARY KEY,"
    "  address TEXT NOT NULL,"
    "  confirmed BIGINT NOT NULL,"
    "  created BIGINT NOT NULL);"
    "CREATE TABLE feed ("
    "  player BIGINT PRIMARY KEY,"
    "  id BYTEA NOT NULL UNIQUE,"
    "  created BIGINT NOT NULL);"
    "CREATE TABLE delivery ("
    "  id BIGINT PRIMARY KEY,"
    "  player BIGINT NOT NULL,"
    "  channel BYTEA,"
    "  kind BIGINT NOT NULL,"
    "  game BIGINT NOT NULL,"
    "  number BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  deadline BIGINT NOT NULL,"
    "  map TEXT NOT NULL,"
    "  won BIGINT NOT NULL,"
    "  tries BIGINT NOT NULL,"
    "  next BIGINT NOT NULL);"
    "CREATE INDEX delivery_next ON delivery (next);"
    "CREATE INDEX delivery_player ON delivery (player);";

static const char *const scripts[] = {first};

const char *const linea_notice_owned[] = {
    "DELETE FROM notice WHERE player = $1",   "DELETE FROM wish WHERE player = $1",
    "DELETE FROM choice WHERE player = $1",   "DELETE FROM channel WHERE player = $1",
    "DELETE FROM mailbox WHERE player = $1",  "DELETE FROM feed WHERE player = $1",
    "DELETE FROM delivery WHERE player = $1", NULL};

enum linea_sql_result linea_notice_tables(struct linea_sql *sql)
{
    return linea_sql_migrate(sql, "notice", scripts,
                             (int)(sizeof scripts / sizeof *scripts));
}

/* How many ways there are, by kind of channel, and what of. */
static int64_t count(struct linea_db *db, struct linea_value player, int kind)
{
    sql_ask(db, "SELECT count(*) FROM channel WHERE player = $1 AND kind = $2", player,
            linea_value_int(kind));
    return linea_db_next(db) ? linea_db_int(db, 0) : 0;
}

static bool is_there(struct linea_db *db, const char *question,
                     struct linea_value player)
{
    linea_db_ask(db, question, SQL_VALUES(player));
    return linea_db_next(db);
}

void linea_notice_choice(struct linea_db *db, struct notice_choice *out,
                         uint64_t player, int64_t delay)
{
    *out = (struct notice_choice){.mask = {NOTICE_USUAL, NOTICE_USUAL, NOTICE_ALL},
                                  .delay = delay,
                                  .language = "en"};
    sql_ask(db,
            "SELECT push, mail, hook, delay, language FROM choice WHERE player = $1",
            linea_value_id(player));
    if (!linea_db_next(db))
        return;
    for (int i = 0; i < WAYS; i++)
        out->mask[i] = (int)linea_db_int(db, i);
    out->delay = linea_db_int(db, 3);
    snprintf(out->language, sizeof out->language, "%s", linea_db_text(db, 4));
}

/* Rows about games are written for whom they serve. That time is nearly up is seen by
   the row about the turn. */
void linea_notice_wish(struct linea_db *db, uint64_t player, int64_t delay)
{
    const struct linea_value id = linea_value_id(player);
    struct notice_choice choice;
    int kinds = 0;
    linea_notice_choice(db, &choice, player, delay);
    if (count(db, id, CHANNEL_PUSH))
        kinds |= choice.mask[WAY_PUSH];
    if (count(db, id, CHANNEL_HOOK))
        kinds |= choice.mask[WAY_HOOK];
    if (is_there(db, "SELECT 1 FROM mailbox WHERE player = $1 AND confirmed > 0", id))
        kinds |= choice.mask[WAY_MAIL];
    if (kinds & LINEA_NOTICE_SOON ||
        is_there(db, "SELECT 1 FROM feed WHERE player = $1", id))
        kinds |= LINEA_NOTICE_TURN;
    if (!kinds) {
        sql_run(db, "DELETE FROM wish WHERE player = $1", id);
        sql_run(db, "DELETE FROM notice WHERE player = $1", id);
        return;
    }
    sql_run(db,
            "INSERT INTO wish (player, kinds, delay, language) VALUES ($1, $2, $3, $4)"
            " ON CONFLICT (player) DO UPDATE SET kinds = $2, delay = $3, language = $4",
            id, linea_value_int(kinds), linea_value_int(choice.delay),
            linea_value_text(choice.language));
}

void linea_notice_put(struct linea_db *db, uint64_t player, int kind, uint64_t about,
                      int64_t now, int64_t most)
{
    sql_run(db,
            "INSERT INTO notice (game, player, kind, number, at, due, deadline, soon,"
            " sent) SELECT CAST($2 AS BIGINT), player, CAST($3 AS BIGINT), 0,"
            " CAST($4 AS BIGINT), CAST($4 AS BIGINT) + CASE WHEN delay <"
            " CAST($5 AS BIGINT) THEN delay ELSE CAST($5 AS BIGINT) END, 0, 0, 0"
            " FROM wish WHERE player = $1 AND kinds & CAST($3 AS BIGINT) <> 0"
            " ON CONFLICT (game, player) DO UPDATE SET kind = excluded.kind,"
            " at = excluded.at, due = excluded.due,"
            " sent = CASE WHEN notice.sent = 1 THEN 1 ELSE 0 END",
            linea_value_id(player), linea_value_id(about), linea_value_int(kind),
            linea_value_int(now), linea_value_int(most));
}
