/*
 * server/rating/review.c - what reviews of one's games have come to:
 *
 * POST /api/account/reviews {"game":ID,"luck":N,"own":N,"mistakes":N,"decisions":N}
 *
 * A review is worked out in the browser of the player (docs/review.md). What it says is
 * the player's own word, so it is kept for them alone: nobody else is shown it, and
 * nothing follows from it. Only of games that the player has played to the end, one
 * each, so there are never more than those.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "account/call.h"
#include "rating.h"

enum { PERCENT = 1000, MOST = 1000, POINTS = 60 };

struct review {
    struct call call;
    uint64_t game;
    int luck, own; /* percent of a victory */
    int mistakes, decisions;
};

static bool keep(struct linea_db *db, struct linea_sql_job *job)
{
    struct review *r = (struct review *)job;
    const struct linea_value game = linea_value_id(r->game),
                             player = linea_value_id(r->call.exchange->identity.player);
    sql_ask(db, "SELECT 1 FROM result WHERE game = $1 AND player = $2", game, player);
    if (!linea_db_next(db))
        return linea_call_refuse(&r->call, 404, "missing",
                                 "you have played no such game to its end");
    sql_run(db,
            "INSERT INTO review VALUES ($1, $2, $3, $4, $5, $6, $7)"
            " ON CONFLICT (player, game) DO UPDATE SET at = $3, luck = $4, own = $5,"
            " mistakes = $6, decisions = $7",
            player, game, linea_value_int(r->call.now), linea_value_int(r->luck),
            linea_value_int(r->own), linea_value_int(r->mistakes),
            linea_value_int(r->decisions));
    return true;
}

static bool read(struct review *r, const struct linea_json *json)
{
    char text[24];
    return (linea_call_text(&r->call, text, sizeof text, "game") &&
            linea_hub_id_read(&r->game, text, strlen(text)) &&
            linea_json_int(json, &r->luck, linea_json_get(json, 0, "luck"), -PERCENT,
                           PERCENT) &&
            linea_json_int(json, &r->own, linea_json_get(json, 0, "own"), -PERCENT,
                           PERCENT) &&
            linea_json_int(json, &r->mistakes, linea_json_get(json, 0, "mistakes"), 0,
                           MOST) &&
            linea_json_int(json, &r->decisions, linea_json_get(json, 0, "decisions"), 0,
                           MOST)) ||
           linea_call_refuse(&r->call, 400, "syntax",
                             "game: its number; luck, own, mistakes, decisions: "
                             "whole numbers");
}

void linea_review_keep(struct connection *c, struct exchange *e)
{
    struct review *r = linea_call_begin(c, e, sizeof *r);
    if (!r)
        return;
    read(r, &c->net->json);
    linea_call_ask(&r->call, keep, linea_call_ended);
}

void linea_rating_write_reviews(struct linea_list *object, struct linea_db *db,
                                uint64_t player)
{
    sql_ask(db,
            "SELECT v.game, r.at, v.luck, v.own, v.mistakes, v.decisions FROM review v"
            " JOIN result r ON r.game = v.game AND r.player = v.player"
            " WHERE v.player = $1 ORDER BY r.at DESC, v.game DESC LIMIT $2",
            linea_value_id(player), linea_value_int(POINTS));
    linea_key_rows(object, db, "reviews",
                   SQL_COLUMNS("#game", "at", "luck", "own", "mistakes", "decisions"));
}
