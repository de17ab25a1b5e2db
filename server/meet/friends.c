/*
 * server/meet/friends.c - whom one follows, blocks and asks to one's games.
 *
 *   GET /api/friends: whom one follows, what they play, invitations to play
 *   POST /api/friends: {"player":ID,"is":"followed"}, "blocked" or "nobody"
 *   POST /api/friends/invite: {"player":ID,"game":ID}
 *
 * Following needs nobody's leave and shows nothing that is not shown to all: the games
 * that stand in the lobby. Who is blocked cannot ask one to games, and is not paired
 * with one.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "account/call.h"

enum {
    FOLLOWS = 1,
    BLOCKS = 2,
    MOST_TIES = 500,
    MOST_ASKS = 20,
    KEPT_ASKS = 100,    /* of a player; older ones go */
    PERSON = 192,       /* bytes of an answer for a person … */
    TABLE = 4096 + 256, /* … and for a game */
    ROOM = MOST_TIES * PERSON + 2 * MOST_ASKS * TABLE
};

struct friends {
    struct call call;
    uint64_t other, game;
    int kind;   /* 0 for none */
    char *text; /* there only from the reading to the answer: many may ask at once */
    size_t length;
};

static uint64_t me(const struct friends *f)
{
    return f->call.exchange->identity.player;
}

static void write_ties(struct friends *f, struct linea_list *object,
                       struct linea_db *db, const char *key, int kind)
{
    struct linea_list list = linea_key_open(object, key, "[", "]");
    sql_ask(db,
            "SELECT a.player, a.name, (SELECT count(*) FROM tie b WHERE b.player ="
            " a.player AND b.other = $1 AND b.kind = 1) FROM tie t"
            " JOIN account a ON a.player = t.other WHERE t.player = $1 AND t.kind = $2"
            " ORDER BY a.name",
            linea_value_id(me(f)), linea_value_int(kind));
    while (linea_db_next(db)) {
        struct linea_list one = linea_list_object(&list);
        linea_key_player(&one, linea_db_id(db, 0), linea_db_text(db, 1));
        if (linea_db_int(db, 2))
            linea_key_bool(&one, "mutual", true);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

/* Games of a question that was asked, each with a player. */
static void write_games(struct linea_list *object, struct linea_db *db, const char *key)
{
    linea_key_rows(object, db, key, SQL_COLUMNS("#player", "$name", "#game", "{table"));
}

/* Public games as the lobby has them. A game that spectators see later is over for its
   players before it is so for others: its row has no host any more. The order must not
   say by which of the two questions it was found. */
static void write_playing(struct friends *f, struct linea_list *object,
                          struct linea_db *db)
{
    sql_ask(db,
            /* By the running games of each, and by the tables in the lobby: games that
               are over are many, and are not looked at. */
            "SELECT a.player, a.name, g.id, g.summary, g.created FROM tie t"
            " JOIN account a ON a.player = t.other JOIN player p ON p.player = t.other"
            " AND p.player <> 0 AND p.status = 1 JOIN game g ON g.id = p.game"
            " WHERE t.player = $1 AND t.kind = 1 AND g.status < 2 AND g.is_public = 1"
            " AND a.flags / $2 % 2 = 0 UNION ALL"
            " SELECT a.player, a.name, g.id, g.summary, g.created FROM game g"
            " JOIN player p ON p.game = g.id AND (p.status = 2 AND g.host = 0"
            " OR p.status = 0 AND g.status = 0) JOIN tie t"
            " ON t.player = $1 AND t.other = p.player AND t.kind = 1"
            " JOIN account a ON a.player = t.other"
            " WHERE g.status < 2 AND (g.status = 0 OR g.host = 0) AND g.is_public = 1"
            " AND a.flags / $2 % 2 = 0 ORDER BY 5 DESC, 3, 1 LIMIT $3",
            linea_value_id(me(f)), linea_value_int(ACCOUNT_PRIVATE),
            linea_value_int(MOST_ASKS));
    write_games(object, db, "playing");
}

static bool show(struct linea_db *db, struct linea_sql_job *job)
{
    struct friends *f = (struct friends *)job;
    struct linea_out out;
    if (!f->text && !(f->text = malloc(ROOM)))
        return linea_call_refuse(&f->call, 503, "failed", "no memory: try later");
    linea_out_init(&out, f->text, ROOM);
    struct linea_list object = linea_list_open(&out, "{", "}");
    write_ties(f, &object, db, "followed", FOLLOWS);
    write_ties(f, &object, db, "blocked", BLOCKS);
    write_playing(f, &object, db);
    sql_ask(db,
            "SELECT a.player, a.name, g.id, g.summary FROM invite i"
            " JOIN account a ON a.player = i.host JOIN game g ON g.id = i.game"
            " WHERE i.player = $1 AND g.status = 0 ORDER BY i.at DESC LIMIT $2",
            linea_value_id(me(f)), linea_value_int(MOST_ASKS));
    write_games(&object, db, "asked");
    linea_list_close(&object);
    f->length = (size_t)(out.at - f->text);
    return !out.full || linea_call_refuse(&f->call, 503, "failed", "there is too much");
}

static void shown(struct linea_sql_job *job)
{
    struct friends *f = (struct friends *)job;
    char *text = f->text, *shorter = text ? realloc(text, f->length + 1) : NULL;
    text = shorter ? shorter : text;
    if (linea_call_failed(&f->call))
        free(text);
    else
        linea_call_answer_with(&f->call, text, f->length, "application/json", "");
}

void linea_friends_show(struct connection *c, struct exchange *e)
{
    struct friends *f = linea_call_begin(c, e, sizeof *f);
    if (f)
        linea_call_ask(&f->call, show, shown);
}

static bool is_there(struct linea_db *db, struct friends *f)
{
    sql_ask(db, "SELECT 1 FROM account WHERE player = $1", linea_value_id(f->other));
    return linea_db_next(db) ||
           linea_call_refuse(&f->call, 404, "missing", "there is no such player");
}

static bool change(struct linea_db *db, struct linea_sql_job *job)
{
    struct friends *f = (struct friends *)job;
    const struct linea_value player = linea_value_id(me(f)),
                             other = linea_value_id(f->other);
    if (!f->kind) {
        sql_run(db, "DELETE FROM tie WHERE player = $1 AND other = $2", player, other);
        return true;
    }
    if (!is_there(db, f))
        return false;
    sql_ask(db, "SELECT count(*) FROM tie WHERE player = $1 AND other <> $2", player,
            other);
    if (linea_db_next(db) && linea_db_int(db, 0) >= MOST_TIES)
        return linea_call_refuse(&f->call, 429, "too-many",
                                 "you follow and block as many as one may");
    sql_run(db,
            "INSERT INTO tie VALUES ($1, $2, $3, $4) ON CONFLICT (player, other)"
            " DO UPDATE SET kind = $3, at = $4",
            player, other, linea_value_int(f->kind), linea_value_int(f->call.now));
    if (f->kind == BLOCKS)
        sql_run(db, "DELETE FROM invite WHERE player = $1 AND host = $2", player,
                other);
    return true;
}

static bool read_player(struct friends *f)
{
    char text[24];
    return (linea_call_text(&f->call, text, sizeof text, "player") &&
            linea_hub_id_read(&f->other, text, strlen(text)) && f->other &&
            f->other != me(f)) ||
           linea_call_refuse(&f->call, 400, "syntax", "player: somebody else's number");
}

static bool read_kind(struct friends *f)
{
    static const char *const kinds[] = {"nobody", "followed", "blocked"};
    char text[16];
    if (linea_call_text(&f->call, text, sizeof text, "is"))
        for (int i = 0; i < 3; i++)
            if (strcmp(text, kinds[i]) == 0) {
                f->kind = i;
                return true;
            }
    return linea_call_refuse(&f->call, 400, "syntax",
                             "is: followed, blocked or nobody");
}

void linea_friends_change(struct connection *c, struct exchange *e)
{
    struct friends *f = linea_call_begin(c, e, sizeof *f);
    if (!f)
        return;
    if (read_player(f))
        read_kind(f);
    linea_call_ask(&f->call, change, linea_call_ended);
}

/* Ask somebody who follows one, or has played with one, and has not blocked one: a
   stranger is asked nothing. The answer is the same if one is blocked. */
static bool invite(struct linea_db *db, struct linea_sql_job *job)
{
    static const struct allowance asks = {"invite", 60000, MOST_ASKS};
    struct friends *f = (struct friends *)job;
    uint64_t player = me(f);
    const struct linea_value own = linea_value_id(player),
                             other = linea_value_id(f->other);
    if (!linea_allowance_take(db, &f->call, &asks, &player, sizeof player))
        return true;
    if (!is_there(db, f))
        return false;
    sql_ask(db, "SELECT 1 FROM player WHERE game = $1 AND player = $2",
            linea_value_id(f->game), own);
    if (!linea_db_next(db))
        return linea_call_refuse(&f->call, 403, "forbidden",
                                 "you have no seat in that game");
    sql_ask(db,
            "SELECT 1 FROM tie WHERE player = $1 AND other = $2 AND kind = 1"
            " UNION ALL SELECT 1 FROM result a JOIN result b ON b.game = a.game"
            " WHERE a.player = $1 AND b.player = $2 LIMIT 1",
            other, own);
    if (!linea_db_next(db))
        return linea_call_refuse(&f->call, 403, "forbidden",
                                 "ask those who follow you, or have played with you; "
                                 "send others the link");
    sql_run(db,
            "INSERT INTO invite SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT 1 FROM"
            " tie WHERE player = $1 AND other = $3 AND kind = 2)"
            " ON CONFLICT DO NOTHING",
            other, linea_value_id(f->game), own, linea_value_int(f->call.now));
    sql_run(db,
            "DELETE FROM invite WHERE player = $1 AND at < (SELECT at FROM invite"
            " WHERE player = $1 ORDER BY at DESC LIMIT 1 OFFSET $2)",
            other, linea_value_int(KEPT_ASKS - 1));
    return true;
}

void linea_friends_invite(struct connection *c, struct exchange *e)
{
    char text[24];
    struct friends *f = linea_call_begin(c, e, sizeof *f);
    if (!f)
        return;
    if (!linea_call_text(&f->call, text, sizeof text, "game") ||
        !linea_hub_id_read(&f->game, text, strlen(text)))
        linea_call_refuse(&f->call, 400, "syntax", "game: its number");
    read_player(f);
    linea_call_ask(&f->call, invite, linea_call_ended);
}
