/*
 * server/cup/ask.c - what players and the host of a tournament ask for.
 *
 * POST /api/cups/ID/request {"do":"join"} → {"ok":true,"event":12}
 *
 * Names are those of accounts, whatever the request says. Moderators may do what the
 * host may.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "bot.h"
#include "cups.h"
#include "order/order.h"
#include "token.h"

/* Bytes that a request may leave, at most; who joins may leave as many games to bots as
   one may miss. */
enum { KEPT = 512, KEPT_OF_JOINING = LINEA_CUP_ABSENCES * HUB_GAME_BYTES };

struct ask {
    struct call call;
    uint64_t cup, player;
    struct identity who;
    uint8_t place[SECRET_HASH];
    char body[LINEA_CUP_REQUEST + 1];
    size_t length;
    char code[32], why[160];
    uint32_t event;
};

/* What a cup says no with. */
static bool refuse_as(struct ask *a, struct linea_json *json, const char *answer,
                      size_t length)
{
    int status = 409;
    if (linea_json_read(json, answer, length) ||
        linea_json_string(json, a->code, sizeof a->code,
                          linea_json_get(json, 0, "error")) < 0 ||
        linea_json_string(json, a->why, sizeof a->why,
                          linea_json_get(json, 0, "message")) < 0)
        return linea_call_refuse(&a->call, 503, "failed", "it cannot be done");
    if (strcmp(a->code, "syntax") == 0 || strcmp(a->code, "unknown") == 0)
        status = 400;
    else if (strcmp(a->code, "not-host") == 0 || strcmp(a->code, "forbidden") == 0)
        status = 403;
    return linea_call_refuse(&a->call, status, a->code, a->why);
}

/* Let the cup decide. */
static bool decide(struct cup_work *work, struct ask *a, uint64_t player,
                   const char *request, size_t length)
{
    char answer[512];
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    return linea_cup_request(work->cup, &out, &work->io, player, request, length,
                             work->now) ||
           (a && refuse_as(a, work->io.json, answer, (size_t)(out.at - answer)));
}

static int64_t count(struct linea_db *db)
{
    return linea_db_next(db) ? linea_db_int(db, 0) : 0;
}

/* Who may join: docs/cup.md#on-a-server. */
static bool may_join(struct cup_work *work, struct ask *a)
{
    const struct cup_rules *rules = &work->row.rules;
    bool bot = a->who.flags & ACCOUNT_BOT;
    if (!a->who.account && !rules->guests)
        return linea_call_refuse(&a->call, 403, "accounts-only",
                                 "this tournament is for accounts: sign in");
    if (bot ? rules->who == CUP_PEOPLE : rules->who == CUP_BOTS)
        return linea_call_refuse(&a->call, 403, "forbidden",
                                 bot ? "this tournament is for people"
                                     : "this tournament is for bot accounts");
    if (a->who.account ? linea_bot_is_name(a->who.name)
                       : linea_table_kept_name(a->who.name))
        return linea_call_refuse(
            &a->call, 409, "name-taken",
            "bots or the house are called so: choose another name");
    sql_ask(work->db,
            "SELECT count(*) FROM cup_player WHERE cup = $1 AND player <> $2"
            " AND place = $3",
            linea_value_id(a->cup), linea_value_id(a->player),
            linea_value_bytes(a->place, sizeof a->place));
    int64_t neighbours = count(work->db);
    if (rules->rated && neighbours)
        return linea_call_refuse(
            &a->call, 403, "same-address",
            "it is rated, and somebody at your address plays: that "
            "may be one person with two accounts");
    if (neighbours >= CUPS_OF_PLACE)
        return linea_call_refuse(&a->call, 429, "too-many",
                                 "too many players of this tournament are at your "
                                 "address");
    sql_ask(work->db,
            "SELECT count(*) FROM cup_player p JOIN cup c ON c.id = p.cup"
            " WHERE p.player = $1 AND p.cup <> $2 AND c.stage < $3",
            linea_value_id(a->player), linea_value_id(a->cup),
            linea_value_int(LINEA_CUP_OVER));
    return count(work->db) < CUPS_OF_PLAYER ||
           linea_call_refuse(&a->call, 429, "too-many",
                             "you play in as many tournaments as you may");
}

static bool join(struct cup_work *work, struct ask *a)
{
    char request[512], nonce[2 * LINEA_CUP_SECRET + 1] = "";
    struct linea_out out;
    int value = linea_json_get(work->io.json, 0, "nonce");
    if (value >= 0 && linea_json_string(work->io.json, nonce, sizeof nonce, value) < 0)
        return linea_call_refuse(&a->call, 400, "syntax", "nonce: 64 hex digits");
    if (!may_join(work, a))
        return false;
    linea_out_init(&out, request, sizeof request);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_text(&object, "do", "join");
    linea_key_text(&object, "name", a->who.name);
    if (value >= 0)
        linea_key_text(&object, "nonce", nonce);
    linea_list_close(&object);
    if (!decide(work, a, a->player, request, (size_t)(out.at - request)))
        return false;
    sql_run(work->db,
            "INSERT INTO cup_player VALUES ($1, $2, NULL, $3)"
            " ON CONFLICT (cup, player) DO UPDATE SET place = $3",
            linea_value_id(a->cup), linea_value_id(a->player),
            linea_value_bytes(a->place, sizeof a->place));
    return true;
}

static bool add_bot(struct cup_work *work, int *number)
{
    char request[128];
    const char *bot = work->row.rules.fill;
    uint64_t player = linea_token_new_player();
    int players = work->cup->players;
    while (work->cup->players == players && (*number)++ < 2 * CUP_FILLERS) {
        int n = snprintf(request, sizeof request,
                         "{\"do\":\"join\",\"name\":\"bot:%s %d\",\"house\":true}", bot,
                         *number);
        decide(work, NULL, player, request, (size_t)n);
    }
    if (work->cup->players == players)
        return false;
    sql_run(work->db, "INSERT INTO cup_player VALUES ($1, $2, $3, NULL)",
            linea_value_id(work->row.id), linea_value_id(player),
            linea_value_text(bot));
    return true;
}

bool linea_cup_begin(struct cup_work *work)
{
    static const char begin[] = "{\"do\":\"begin\"}";
    const struct cup_rules *rules = &work->row.rules;
    const struct linea_cup *cup = work->cup;
    int number = 0, added = 0;
    while (*rules->fill && cup->players && added < CUP_FILLERS &&
           cup->players < LINEA_CUP_PLAYERS &&
           (cup->players < rules->fill_to || cup->players % cup->size) &&
           add_bot(work, &number))
        added++;
    return decide(work, NULL, cup->host, begin, sizeof begin - 1);
}

/* Who has gone before it begins leaves nothing behind. */
static void forget_gone(struct cup_work *work)
{
    uint64_t gone[LINEA_CUP_PLAYERS];
    int found = 0;
    if (work->cup->stage != LINEA_CUP_GATHERING)
        return;
    sql_ask(work->db, "SELECT player FROM cup_player WHERE cup = $1",
            linea_value_id(work->row.id));
    while (linea_db_next(work->db) && found < LINEA_CUP_PLAYERS) {
        uint64_t player = linea_db_id(work->db, 0);
        bool there = false;
        for (int p = 0; p < work->cup->players; p++)
            there |= work->cup->player[p].player == player;
        if (!there)
            gone[found++] = player;
    }
    for (int i = 0; i < found; i++)
        sql_run(work->db, "DELETE FROM cup_player WHERE cup = $1 AND player = $2",
                linea_value_id(work->row.id), linea_value_id(gone[i]));
}

/* Call it off, before it begins; moderators remove what is over as well. */
static bool call_off(struct cup_work *work, struct ask *a, bool house)
{
    if (a->player != work->row.host && !house)
        return linea_call_refuse(&a->call, 403, "not-host",
                                 "only the host of the cup may do this");
    if (work->row.stage == LINEA_CUP_RUNNING ||
        (work->row.stage == LINEA_CUP_OVER && !house))
        return linea_call_refuse(&a->call, 409, "begun",
                                 "it has begun: it can be ended");
    if (house && a->player != work->row.host)
        linea_order_audit(work->db, a->player, "cup", work->row.host,
                          "a tournament was removed", work->now);
    linea_cup_delete(work->db, work->row.id);
    return true;
}

static bool carry_out(struct cup_work *work, struct ask *a)
{
    static const char *const of_host[] = {"remove", "pause", "resume", "end"};
    const struct linea_json *json = work->io.json;
    bool house = a->who.flags & (ACCOUNT_ADMIN | ACCOUNT_MODERATOR);
    uint64_t player = a->player;
    int verb = linea_json_get(json, 0, "do");
    if (linea_json_is(json, verb, "delete"))
        return call_off(work, a, house);
    if (linea_json_is(json, verb, "look")) /* there is a GET for it */
        return linea_call_refuse(&a->call, 400, "unknown",
                                 "do: there is no such request");
    if (linea_json_is(json, verb, "join"))
        return join(work, a) && linea_cup_go_on(work);
    bool begins = linea_json_is(json, verb, "begin");
    for (size_t i = 0; i < sizeof of_host / sizeof *of_host; i++)
        if (house && linea_json_is(json, verb, of_host[i]))
            player = work->row.host;
    if (begins && (player == work->row.host || house) &&
        work->cup->stage == LINEA_CUP_GATHERING) {
        if (!linea_cup_begin(work))
            return linea_call_refuse(&a->call, 409, "alone",
                                     "there are not enough players");
    } else if (!decide(work, a, player, a->body, a->length)) {
        return false;
    }
    forget_gone(work);
    return linea_cup_go_on(work);
}

static bool run(struct linea_db *db, struct linea_sql_job *job)
{
    struct ask *a = (struct ask *)job;
    struct cup_work work;
    if (!linea_cup_lock(db, a->cup) ||
        !linea_cup_work(&work, db, a->call.accounts->cups->writes, a->cup, a->call.now))
        return linea_call_refuse(&a->call, 404, "missing",
                                 "there is no such tournament");
    if (linea_json_read(work.io.json, a->body, a->length))
        return linea_call_refuse(&a->call, 400, "syntax", "the body is not JSON");
    bool fine = carry_out(&work, a);
    a->event = work.cup->event;
    return fine;
}

static void done(struct linea_sql_job *job)
{
    struct ask *a = (struct ask *)job;
    if (linea_call_failed(&a->call))
        return;
    struct linea_list object = linea_list_open(linea_call_out(&a->call), "{", "}");
    linea_key_bool(&object, "ok", true);
    linea_key_int(&object, "event", a->event);
    linea_call_answer_list(&a->call, &object, "");
}

void linea_cup_ask(struct connection *c, struct exchange *e)
{
    const struct accounts_options *o = &c->net->accounts->options;
    struct ask *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    a->cup = e->game;
    a->who = e->identity;
    a->player = e->identity.player;
    crypto_generichash(a->place, sizeof a->place, a->call.address,
                       sizeof a->call.address, o->key, TOKEN_KEY);
    bool fine = e->received <= LINEA_CUP_REQUEST ||
                linea_call_refuse(&a->call, 400, "syntax", "the request is too long");
    const struct linea_json *json = &c->net->json;
    bool joins = linea_json_is(json, linea_json_get(json, 0, "do"), "join");
    if (fine && o->allow &&
        !o->allow(o->context, e->who.origin, HUB_COST_KEPT,
                  joins ? KEPT_OF_JOINING : KEPT))
        fine = linea_call_refuse(&a->call, 429, "too-many",
                                 "too much was kept for this address");
    a->length = fine ? e->received : 0;
    memcpy(a->body, e->body, a->length);
    linea_call_ask(&a->call, run, done);
}
