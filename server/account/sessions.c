/*
 * server/account/sessions.c - the devices that somebody is signed in on.
 *
 * A session is 32 random bytes in a cookie that no script can read; its hash is kept
 * here. Signing in always makes a new one: what a browser brings is never taken over.
 *
 * SPDX-License-Identifier: MIT
 */
#include "call.h"

/* The one that the browser has shown, if it is one. */
static struct linea_value shown(const struct call *call)
{
    const struct claim *claim = &call->exchange->claim;
    if (claim->kind != CLAIM_SESSION)
        return (struct linea_value){.kind = VALUE_NULL};
    return linea_value_bytes(claim->id, sizeof claim->id);
}

bool linea_session_make(struct linea_db *db, struct call *call,
                        char secret[SECRET_TEXT], uint64_t player)
{
    uint8_t id[SECRET_HASH];
    /* or another site could sign people in as somebody whom it knows */
    if (call->exchange->foreign)
        return linea_call_refuse(call, 403, "foreign",
                                 "only the page of this server signs people in");
    linea_secret_make(secret, id, SECRET_SESSION);
    sql_run(db, "DELETE FROM session WHERE id = $1", shown(call));
    sql_run(db, "INSERT INTO session VALUES ($1, $2, $3, $3, $4)",
            linea_value_bytes(id, sizeof id), linea_value_id(player),
            linea_value_int(call->now), linea_value_text(call->device));
    sql_run(db,
            "DELETE FROM session WHERE player = $1 AND id IN (SELECT id FROM session"
            " WHERE player = $1 ORDER BY used DESC, created DESC LIMIT 1000 OFFSET $2)",
            linea_value_id(player), linea_value_int(SESSIONS));
    return linea_db_fine(db);
}

void linea_session_end_others(struct linea_db *db, struct call *call, uint64_t player)
{
    struct linea_value own = shown(call);
    if (own.kind == VALUE_NULL)
        sql_run(db, "DELETE FROM session WHERE player = $1", linea_value_id(player));
    else
        sql_run(db, "DELETE FROM session WHERE player = $1 AND id <> $2",
                linea_value_id(player), own);
}

static bool end_own(struct linea_db *db, struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    sql_run(db, "DELETE FROM session WHERE id = $1", shown(call));
    linea_identity_changed(db, call->exchange->identity.player, call->now);
    return true;
}

static void ended_own(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    char cookie[COOKIE_HEADER];
    if (linea_call_failed(call))
        return;
    linea_identity_forget(call->accounts, call->exchange->identity.player);
    linea_cookie_write(cookie, "", call->secure);
    linea_call_done(call, cookie);
}

void linea_account_sign_out(struct connection *c, struct exchange *e)
{
    struct call *call = linea_call_begin(c, e, sizeof *call);
    if (call)
        linea_call_ask(call, end_own, ended_own);
}

/* One of several, by the beginning of its id; or all others. */
struct end {
    struct call call;
    char session[24];
    bool others;
};

static bool end_some(struct linea_db *db, struct linea_sql_job *job)
{
    struct end *end = (struct end *)job;
    uint64_t player = end->call.exchange->identity.player;
    linea_identity_changed(db, player, end->call.now);
    if (end->others) {
        linea_session_end_others(db, &end->call, player);
        return true;
    }
    uint8_t id[SECRET_HASH];
    if (!linea_call_find(db, id, "SELECT id FROM session WHERE player = $1", player,
                         end->session))
        return linea_call_refuse(&end->call, 404, "missing",
                                 "there is no such session");
    sql_run(db, "DELETE FROM session WHERE id = $1", linea_value_bytes(id, sizeof id));
    return true;
}

void linea_account_end_session(struct connection *c, struct exchange *e)
{
    struct end *end = linea_call_begin(c, e, sizeof *end);
    if (!end)
        return;
    const struct linea_json *json = &c->net->json;
    linea_json_bool(json, &end->others, linea_json_get(json, 0, "others"));
    linea_call_text(&end->call, end->session, sizeof end->session, "session");
    linea_call_ask(&end->call, end_some, linea_call_changed);
}
