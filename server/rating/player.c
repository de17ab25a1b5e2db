/*
 * server/rating/player.c - what others may see of a player, and the player themself:
 *
 * GET /api/player?name=Ann     or ?id=16 hex digits: profile, ratings, statistics
 *
 * GET /api/player/games?id=…&map=…&rated=1&won=1&opponent=…&offset=N: games that are
 * over
 *
 * POST /api/account/privacy {"private":true}: others see neither
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "account/call.h"
#include "linea/utf8.h"
#include "rating.h"

enum {
    ROOM = 30000,
    POINTS = 60,
    OPPONENTS = 20,
    LATEST = 1000, /* games that are looked through for opponents */
    PAGE = 20
};

struct player {
    struct call call;
    char name[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    uint64_t player;
    char map[RATE_POOL];
    uint64_t opponent;            /* 0: no matter who */
    int64_t rated_only, won_only; /* 0 or 1 */
    int64_t offset;
    char text[ROOM];
};

/* Whom the request names; else it was refused. */
static bool read_who(struct player *p, const struct request *r)
{
    char text[3 * ACCOUNT_NAME];
    int n = linea_request_argument(r, text, sizeof text, "id");
    if (n == 16 && linea_hub_id_read(&p->player, text, 16))
        return true;
    n = linea_request_argument(r, text, sizeof text, "name");
    if (n > 0 && linea_request_decode(text) && strlen(text) < ACCOUNT_NAME) {
        linea_name_looks(p->looks, sizeof p->looks, text);
        return true;
    }
    return linea_call_refuse(&p->call, 400, "syntax", "id or name: of a player");
}

/* Begin the answer with the account; false, and the call is refused, if there is none.
   `*seen`: the caller may see what it has played. */
static bool open_player(struct player *p, struct linea_db *db, struct linea_out *out,
                        struct linea_list *object, bool *seen)
{
    linea_out_init(out, p->text, sizeof p->text);
    sql_ask(db,
            "SELECT player, name, flags, created FROM account"
            " WHERE player = $1 OR looks = $2",
            linea_value_id(p->player), linea_value_text(p->looks));
    if (!linea_db_next(db))
        return linea_call_refuse(&p->call, 404, "missing", "there is no such player");
    p->player = linea_db_id(db, 0);
    unsigned flags = (unsigned)linea_db_int(db, 2);
    bool self = p->player == p->call.exchange->identity.player;
    *seen = self || !(flags & (ACCOUNT_PRIVATE | ACCOUNT_CLOSED));
    *object = linea_list_open(out, "{", "}");
    linea_key_player(object, p->player, linea_db_text(db, 1));
    linea_key_bool(object, "bot", flags & ACCOUNT_BOT);
    linea_key_bool(object, "private", flags & ACCOUNT_PRIVATE);
    linea_key_bool(object, "self", self);
    linea_key_int(object, "created", linea_db_int(db, 3));
    return true;
}

static void write_ratings(struct player *p, struct linea_list *object,
                          struct linea_db *db)
{
    struct linea_list list = linea_key_open(object, "ratings", "[", "]");
    sql_ask(db,
            "SELECT pool, games, mu, sigma FROM rating WHERE number = $1 ORDER BY pool",
            linea_value_id(p->player));
    while (linea_db_next(db)) {
        struct linea_list one = linea_list_object(&list);
        linea_key_text(&one, "pool", linea_db_text(db, 0));
        linea_key_int(&one, "games", linea_db_int(db, 1));
        linea_rating_write(&one, linea_db_real(db, 2), linea_db_real(db, 3));
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

/* The last points of the curve over all boards, the latest first. */
static void write_curve(struct player *p, struct linea_list *object,
                        struct linea_db *db)
{
    char id[17];
    struct linea_list list = linea_key_open(object, "curve", "[", "]");
    linea_hub_id_write(id, p->player);
    sql_ask(db,
            "SELECT at, mu, sigma FROM rating_history WHERE player = $1"
            " AND pool = 'all' ORDER BY seq DESC LIMIT $2",
            linea_value_text(id), linea_value_int(POINTS));
    while (linea_db_next(db)) {
        const struct linea_rating rating = {.mu = linea_db_real(db, 1),
                                            .sigma = linea_db_real(db, 2)};
        linea_list_next(&list);
        linea_out_text(list.out, "[");
        linea_out_int(list.out, linea_db_int(db, 0));
        linea_out_text(list.out, ",");
        linea_out_int(list.out, linea_rating_shown(&rating));
        linea_out_text(list.out, "]");
    }
    linea_list_close(&list);
}

static void write_boards(struct player *p, struct linea_list *object,
                         struct linea_db *db)
{
    sql_ask(
        db,
        "SELECT map, count(*), sum(CASE WHEN place = 1 AND gone = 0 THEN 1 ELSE 0 END),"
        " max(points), sum(points), sum(rated) FROM result WHERE player = $1"
        " GROUP BY map ORDER BY count(*) DESC, map",
        linea_value_id(p->player));
    linea_key_rows(object, db, "boards",
                   SQL_COLUMNS("$map", "played", "won", "best", "points", "rated"));
}

/* Accounts that do not hide, by the latest games played together; who was ahead counts,
   in games of more than two as well. */
static void write_opponents(struct player *p, struct linea_list *object,
                            struct linea_db *db)
{
    sql_ask(db,
            "SELECT a.player, a.name, count(*),"
            " sum(CASE WHEN r.place < o.place THEN 1 ELSE 0 END),"
            " sum(CASE WHEN r.place > o.place THEN 1 ELSE 0 END)"
            " FROM (SELECT * FROM result WHERE player = $1 ORDER BY at DESC, game DESC"
            " LIMIT $4) r JOIN result o ON o.game = r.game AND o.player <> r.player"
            " JOIN account a ON a.player = o.player"
            " WHERE a.flags / $2 % 2 = 0 GROUP BY a.player, a.name"
            " ORDER BY count(*) DESC, a.name LIMIT $3",
            linea_value_id(p->player), linea_value_int(ACCOUNT_PRIVATE),
            linea_value_int(OPPONENTS), linea_value_int(LATEST));
    linea_key_rows(object, db, "opponents",
                   SQL_COLUMNS("#player", "$name", "played", "ahead", "behind"));
}

/* What the caller thinks of them. */
static void write_regard(struct player *p, struct linea_list *object,
                         struct linea_db *db)
{
    const char *is = "nobody";
    const struct identity *caller = &p->call.exchange->identity;
    if (!caller->account || caller->player == p->player)
        return;
    sql_ask(db, "SELECT kind FROM tie WHERE player = $1 AND other = $2",
            linea_value_id(caller->player), linea_value_id(p->player));
    if (linea_db_next(db))
        is = linea_db_int(db, 0) == 1 ? "followed" : "blocked";
    linea_key_text(object, "is", is);
}

static bool show(struct linea_db *db, struct linea_sql_job *job)
{
    struct player *p = (struct player *)job;
    struct linea_out out;
    struct linea_list object;
    bool seen;
    if (!open_player(p, db, &out, &object, &seen))
        return false;
    write_regard(p, &object, db);
    if (p->player == p->call.exchange->identity.player)
        linea_rating_write_reviews(&object, db, p->player);
    if (seen) {
        write_ratings(p, &object, db);
        write_curve(p, &object, db);
        write_boards(p, &object, db);
        write_opponents(p, &object, db);
    }
    linea_list_close(&object);
    return linea_call_wrote(&p->call, p->text, &out);
}

/* Games that are over, a page of them, if the caller may see any; how many. */
static int write_games(struct player *p, struct linea_list *object, struct linea_db *db,
                       bool seen)
{
    int count = 0;
    struct linea_list list = linea_key_open(object, "games", "[", "]");
    if (seen)
        sql_ask(db,
                "SELECT r.game, r.seat, r.place, r.points, r.gone, r.rated, r.at,"
                " g.summary FROM result r JOIN game g ON g.id = r.game"
                " WHERE r.player = $1 AND ($2 = '' OR r.map = $2) AND r.rated >= $3"
                " AND ((r.place = 1 AND r.gone = 0) OR CAST($6 AS BIGINT) = 0)"
                " AND (CAST($7 AS BIGINT) = 0 OR EXISTS (SELECT 1 FROM result o"
                " WHERE o.game = r.game AND o.player = CAST($7 AS BIGINT)))"
                " ORDER BY r.at DESC, r.game DESC LIMIT $4 OFFSET $5",
                linea_value_id(p->player), linea_value_text(p->map),
                linea_value_int(p->rated_only), linea_value_int(PAGE),
                linea_value_int(p->offset), linea_value_int(p->won_only),
                linea_value_id(p->opponent));
    for (; seen && linea_db_next(db); count++) {
        struct linea_list game = linea_list_object(&list);
        linea_key_columns(&game, db, SQL_COLUMNS("#game", "seat", "place", "points"));
        if (linea_db_int(db, 4))
            linea_key_bool(&game, "gone", true);
        if (linea_db_int(db, 5))
            linea_key_bool(&game, "rated", true);
        linea_key_int(&game, "at", linea_db_int(db, 6));
        linea_list_key(&game, "table");
        linea_out_text(list.out, linea_db_text(db, 7));
        linea_list_close(&game);
    }
    linea_list_close(&list);
    return count;
}

static bool list(struct linea_db *db, struct linea_sql_job *job)
{
    struct player *p = (struct player *)job;
    struct linea_out out;
    struct linea_list object;
    bool seen;
    if (!open_player(p, db, &out, &object, &seen))
        return false;
    linea_key_bool(&object, "more", write_games(p, &object, db, seen) == PAGE);
    linea_list_close(&object);
    return linea_call_wrote(&p->call, p->text, &out);
}

void linea_player_show(struct connection *c, struct exchange *e)
{
    struct player *p = linea_call_begin(c, e, sizeof *p);
    if (!p)
        return;
    read_who(p, &e->request);
    linea_call_ask(&p->call, show, linea_call_written);
}

static bool read_filter(struct player *p, const struct request *r)
{
    char text[24];
    int n = linea_request_argument(r, text, sizeof text, "opponent");
    if (n < 0 || (n > 0 && !linea_hub_id_read(&p->opponent, text, (size_t)n)))
        return linea_call_refuse(&p->call, 400, "syntax",
                                 "opponent: a player's number");
    if (linea_request_argument(r, p->map, sizeof p->map, "map") < 0)
        return linea_call_refuse(&p->call, 400, "syntax", "map: its id");
    return linea_call_number(&p->call, &p->rated_only, "rated", 1) &&
           linea_call_number(&p->call, &p->won_only, "won", 1) &&
           linea_call_number(&p->call, &p->offset, "offset", REQUEST_MOST_OFFSET);
}

void linea_player_games(struct connection *c, struct exchange *e)
{
    struct player *p = linea_call_begin(c, e, sizeof *p);
    if (!p)
        return;
    if (read_who(p, &e->request))
        read_filter(p, &e->request);
    linea_call_ask(&p->call, list, linea_call_written);
}

/* Privacy. */

struct privacy {
    struct call call;
    bool wanted;
};

static bool set_privacy(struct linea_db *db, struct linea_sql_job *job)
{
    const struct privacy *p = (struct privacy *)job;
    sql_run(db,
            "UPDATE account SET flags = flags - flags / $2 % 2 * $2 + $3"
            " WHERE player = $1",
            linea_value_id(p->call.exchange->identity.player),
            linea_value_int(ACCOUNT_PRIVATE),
            linea_value_int(p->wanted ? ACCOUNT_PRIVATE : 0));
    return true;
}

void linea_player_privacy(struct connection *c, struct exchange *e)
{
    struct privacy *p = linea_call_begin(c, e, sizeof *p);
    if (!p)
        return;
    const struct linea_json *json = &c->net->json;
    if (!linea_json_bool(json, &p->wanted, linea_json_get(json, 0, "private")))
        linea_call_refuse(&p->call, 400, "syntax", "private: true or false");
    linea_call_ask(&p->call, set_privacy, linea_call_changed);
}
