/*
 * server/rating/leaders.c - who is ahead: GET /api/ratings?pool=europe.
 *
 * By mu - 3 sigma, so that nobody is first by luck; those who have played lately, are
 * no longer provisional, and show it. Our bots stand beside them with their fixed
 * ratings.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <string.h>

#include "account/call.h"
#include "common/options.h"
#include "rating.h"

enum { LEADERS = 50, ROOM = 16384 };

struct leaders {
    struct call call;
    char pool[RATE_POOL];
    char text[ROOM];
};

void linea_rating_write(struct linea_list *object, double mu, double sigma)
{
    const struct linea_rating rating = {.mu = mu, .sigma = sigma};
    linea_key_int(object, "rating", linea_rating_shown(&rating));
    linea_key_int(object, "give_or_take", lround(2 * LINEA_RATING_UNIT * sigma));
    linea_key_bool(object, "provisional", linea_rating_provisional(&rating));
}

static void write_people(struct leaders *l, struct linea_list *object,
                         struct linea_db *db)
{
    struct linea_list list = linea_key_open(object, "players", "[", "]");
    sql_ask(db,
            "SELECT a.player, a.name, a.flags, r.games, r.mu, r.sigma FROM rating r"
            " JOIN account a ON a.player = r.number WHERE r.pool = $1 AND r.at > $2"
            " AND r.sigma <= $3 AND a.flags / $4 % 2 = 0 AND a.flags / $5 % 2 = 0"
            " ORDER BY r.low DESC, r.player LIMIT $6",
            linea_value_text(l->pool),
            linea_value_int(l->call.now - RATING_ACTIVE_DAYS * (int64_t)86400000),
            linea_value_real(LINEA_RATING_PROVISIONAL),
            linea_value_int(ACCOUNT_PRIVATE), linea_value_int(ACCOUNT_CLOSED),
            linea_value_int(LEADERS));
    while (linea_db_next(db)) {
        struct linea_list one = linea_list_object(&list);
        linea_key_player(&one, linea_db_id(db, 0), linea_db_text(db, 1));
        linea_key_bool(&one, "bot", linea_db_int(db, 2) & ACCOUNT_BOT);
        linea_key_int(&one, "games", linea_db_int(db, 3));
        linea_rating_write(&one, linea_db_real(db, 4), linea_db_real(db, 5));
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

static void write_bots(const struct leaders *l, struct linea_list *object)
{
    struct rate_table table;
    struct linea_list list = linea_key_open(object, "bots", "[", "]");
    rate_table_begin(&table, "serve");
    bool fine = rate_fix(&table, NULL) == EXIT_OK;
    for (long i = 0; fine && i < table.entries; i++) {
        const struct rate_entry *e = &table.entry[i];
        if (strcmp(table.pool[e->pool], l->pool) != 0)
            continue;
        struct linea_list bot = linea_list_object(&list);
        linea_key_text(&bot, "name", e->player);
        linea_rating_write(&bot, e->rating.mu, e->rating.sigma);
        linea_list_close(&bot);
    }
    rate_table_free(&table);
    linea_list_close(&list);
}

static bool run(struct linea_db *db, struct linea_sql_job *job)
{
    struct leaders *l = (struct leaders *)job;
    struct linea_out out;
    linea_out_init(&out, l->text, sizeof l->text);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_text(&object, "pool", l->pool);
    write_people(l, &object, db);
    write_bots(l, &object);
    linea_list_close(&object);
    return linea_call_wrote(&l->call, l->text, &out);
}

void linea_rating_leaders(struct connection *c, struct exchange *e)
{
    struct leaders *l = linea_call_begin(c, e, sizeof *l);
    if (!l)
        return;
    int n = linea_request_argument(&e->request, l->pool, sizeof l->pool, "pool");
    if (n == 0)
        memcpy(l->pool, "all", sizeof "all");
    else if (n < 0)
        linea_call_refuse(&l->call, 400, "syntax", "pool: the id of a map, or all");
    linea_call_ask(&l->call, run, linea_call_written);
}
