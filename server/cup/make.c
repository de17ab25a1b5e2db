/*
 * server/cup/make.c - a new tournament.
 *
 * POST /api/cups {"name":"Friday","format":"swiss","map":"europe","size":4,…}
 *      → {"cup":"ID"}
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "cups.h"
#include "linea/utf8.h"
#include "token.h"

/* Of an account, and of an address: so many at once, then one in so many milliseconds.
 */
static const struct allowance of_account = {"cup", 4 * 3600 * 1000, 6};
static const struct allowance of_address = {"cups-at", 3600 * 1000, 24};

enum { KEPT = 4096 /* bytes that a tournament leaves before anybody joins, at most */ };

struct make {
    struct call call;
    uint64_t id, host;
    char body[LINEA_CUP_REQUEST + 1];
    size_t length;
    char why[200];
};

static bool refuse(struct make *m, const struct linea_error *error)
{
    snprintf(m->why, sizeof m->why, "%s", error->message);
    return linea_call_refuse(&m->call, 400, linea_error_name(error->code), m->why);
}

static bool may_make(struct linea_db *db, struct make *m)
{
    sql_ask(db, "SELECT count(*) FROM cup WHERE host = $1 AND stage < $2",
            linea_value_id(m->host), linea_value_int(LINEA_CUP_OVER));
    if (linea_db_next(db) && linea_db_int(db, 0) >= CUPS_OF_HOST)
        return linea_call_refuse(
            &m->call, 429, "too-many",
            "you have made as many tournaments as you may that are "
            "not over");
    return linea_allowance_take(db, &m->call, &of_account, &m->host, sizeof m->host) &&
           linea_allowance_take(db, &m->call, &of_address, m->call.address,
                                sizeof m->call.address);
}

static void write_row(struct linea_db *db, const struct cup_work *work)
{
    char rules[512];
    struct linea_out out;
    const struct linea_cup *cup = work->cup;
    linea_out_init(&out, rules, sizeof rules);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_cup_rules_write(&work->row.rules, &object);
    linea_list_close(&object);
    sql_run(db,
            "INSERT INTO cup VALUES ($1, $2, $3, 1, 0, 0, 0, 0, 0, 0, 0, $4, 0, $5, $6,"
            " $7, $8, $9)",
            linea_value_id(work->row.id), linea_value_id(cup->host),
            linea_value_int(work->now), linea_value_int(cup->size),
            linea_value_int(work->row.rules.rated), linea_value_text(cup->name),
            linea_value_text(linea_cup_format_name(cup->format)),
            linea_value_text(cup->map), linea_value_text(rules));
}

static bool run(struct linea_db *db, struct linea_sql_job *job)
{
    struct make *m = (struct make *)job;
    struct cup_work work;
    struct linea_error error;
    uint8_t secret[LINEA_CUP_SECRET];
    randombytes_buf(secret, sizeof secret);
    if (!may_make(db, m))
        return true; /* the tries count */
    if (!linea_cup_work_new(&work, db, m->call.accounts->cups->writes, m->id,
                            m->call.now))
        return linea_call_refuse(&m->call, 503, "failed", "no memory");
    if (!linea_cup_make(work.cup, &error, &work.io, m->body, m->length, m->host, secret,
                        m->call.now))
        return refuse(m, &error);
    sodium_memzero(secret, sizeof secret);
    if (linea_accounts_refuse(m->call.accounts, work.cup->name))
        return linea_call_refuse(&m->call, 403, "words",
                                 "name: the host of this server does not allow a word "
                                 "in it");
    if (!linea_name_clean(work.cup->name, strlen(work.cup->name)))
        return linea_call_refuse(&m->call, 400, "syntax",
                                 "name: it needs a letter, a digit or a picture, and "
                                 "one script in each word");
    if (linea_json_read(work.io.json, m->body, m->length) ||
        !linea_cup_rules_read(&work.row.rules, &error, work.io.json, work.cup,
                              m->call.now))
        return refuse(m, &error);
    write_row(db, &work);
    return linea_cup_go_on(&work);
}

static void made(struct linea_sql_job *job)
{
    struct make *m = (struct make *)job;
    if (linea_call_failed(&m->call))
        return;
    struct linea_list object = linea_list_open(linea_call_out(&m->call), "{", "}");
    linea_key_id(&object, "cup", m->id);
    linea_call_answer_list(&m->call, &object, "");
}

/* What tables at which only bots of ours sit may leave, at most: at all others somebody
   is charged who sits down there. An arena has none. What is wrong in the request is
   found later. */
static size_t kept_of_bots(const struct linea_json *json)
{
    enum { ROUNDS = 11 /* of 1024 players at tables of two */, LEAST = 2 };
    char fill[CUP_BOT];
    int size = LINEA_CUP_SEATS, fill_to = 0, rounds = 0, games;
    bool duplicate = false, field = false;
    int format = linea_json_get(json, 0, "format");
    if (linea_json_is(json, format, "arena") ||
        linea_json_string(json, fill, sizeof fill, linea_json_get(json, 0, "fill")) <=
            0)
        return 0;
    linea_json_int(json, &size, linea_json_get(json, 0, "size"), 2, LINEA_CUP_SEATS);
    linea_json_int(json, &fill_to, linea_json_get(json, 0, "fill_to"), 0, CUP_FILLERS);
    linea_json_int(json, &rounds, linea_json_get(json, 0, "rounds"), 1, CUP_ROUNDS);
    linea_json_bool(json, &duplicate, linea_json_get(json, 0, "duplicate"));
    linea_json_bool(json, &field, linea_json_get(json, 0, "field"));
    int bots = fill_to + size < CUP_FILLERS ? fill_to + size : CUP_FILLERS;
    if (linea_json_is(json, format, "knock-out")) /* each table puts somebody out */
        games = bots * (duplicate ? size : 1);
    else
        games = bots * (rounds ? rounds : ROUNDS) / (duplicate ? 1 : LEAST);
    /* What spectators see later counts twice. */
    return (size_t)games * HUB_GAME_BYTES * (duplicate || field ? 2 : 1);
}

void linea_cup_make_one(struct connection *c, struct exchange *e)
{
    const struct accounts_options *o = &c->net->accounts->options;
    const char *why, *code;
    struct make *m = linea_call_begin(c, e, sizeof *m);
    if (!m)
        return;
    m->id = linea_token_new_player();
    m->host = e->identity.player;
    bool fine = e->received <= LINEA_CUP_REQUEST ||
                linea_call_refuse(&m->call, 400, "syntax", "the request is too long");
    if (fine && !e->identity.account)
        fine = linea_call_refuse(&m->call, 403, "accounts-only",
                                 "only accounts make tournaments: sign in");
    if (fine && (why = linea_accounts_stop(c->net->accounts, &code, HUB_STOP_TALK,
                                           &e->who))) /* its name is for all to read */
        fine = linea_call_refuse(&m->call, 403, code, why);
    if (fine && o->allow &&
        !o->allow(o->context, e->who.origin, HUB_COST_KEPT,
                  KEPT + kept_of_bots(&c->net->json)))
        fine = linea_call_refuse(&m->call, 429, "too-many",
                                 "too much was kept for this address");
    m->length = fine ? e->received : 0;
    memcpy(m->body, e->body, m->length);
    linea_call_ask(&m->call, run, made);
}
