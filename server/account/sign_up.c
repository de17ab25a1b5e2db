/*
 * server/account/sign_up.c - a guest becomes an account, with all their games; or
 * somebody new does.
 *
 * POST /api/account {"name":…,"password":…,"invitation":…}
 * POST /api/account {"name":…,"passkey":…,"invitation":…}
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "options.h"
#include "token.h"

struct sign_up {
    struct call call;
    char name[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    bool invited;
    uint8_t invitation[SECRET_HASH];
    struct passkey_key key;
    uint64_t player;
    char session[SECRET_TEXT];
    char codes[CODES][SECRET_TEXT];
};

/* Whether the invitation is good; `use` takes it. */
static bool check_invitation(struct linea_db *db, struct sign_up *s, bool use)
{
    struct linea_value id = linea_value_bytes(s->invitation, sizeof s->invitation);
    struct linea_value now = linea_value_int(s->call.now);
    bool good;
    if (use) {
        good = sql_run(db,
                       "UPDATE invitation SET uses = uses - 1"
                       " WHERE id = $1 AND uses > 0 AND expires > $2",
                       id, now) == 1;
    } else {
        sql_ask(db,
                "SELECT 1 FROM invitation WHERE id = $1 AND uses > 0 AND expires > $2",
                id, now);
        good = linea_db_next(db);
    }
    return good || !linea_db_fine(db) ||
           linea_call_refuse(&s->call, 403, "invitation",
                             "the invitation is not good, or not any more");
}

bool linea_sign_up_may(struct linea_db *db, struct call *call, const char *looks)
{
    const struct allowance tries = {"name", 60000, 60}; /* of names, by one address */
    if (!linea_allowance_take(db, call, &tries, call->address, sizeof call->address))
        return false;
    sql_ask(db, "SELECT 1 FROM account WHERE looks = $1", linea_value_text(looks));
    return !linea_db_next(db) ||
           linea_call_refuse(call, 409, "name-taken",
                             "somebody has this name, or one that looks like it");
}

/* Before the work of a password: what can be refused is. */
static bool check(struct linea_db *db, struct linea_sql_job *job)
{
    struct sign_up *s = (struct sign_up *)job;
    if (!s->invited || check_invitation(db, s, false))
        linea_sign_up_may(db, &s->call, s->looks);
    return true;
}

/* Whether the passkey can be that of the account; the challenge says of which player.
 */
static bool check_passkey(struct linea_db *db, struct sign_up *s)
{
    const struct identity *known = &s->call.exchange->identity;
    uint64_t player;
    if (!linea_challenge_take(db, &s->call, &player, PASSKEY_SIGN_UP))
        return false;
    if ((known->player && known->player != player) ||
        !linea_passkey_take(&s->key, s->call.passkey))
        return linea_call_refuse(
            &s->call, 403, "wrong",
            "the device has not made the passkey that was asked for");
    s->player = player;
    return true;
}

/* One more account of an address. Nothing else of this is left if it may not be. */
static bool may_make(struct linea_db *db, struct sign_up *s)
{
    const long most = s->call.accounts->options.serve->max_sign_ups;
    const struct allowance made = {"account", 86400000 / most, (int)most};
    return linea_allowance_take(db, &s->call, &made, s->call.address,
                                sizeof s->call.address);
}

static bool make(struct linea_db *db, struct linea_sql_job *job)
{
    struct sign_up *s = (struct sign_up *)job;
    const struct passkey_reply *passkey = s->call.passkey;
    if (passkey && !check_passkey(db, s))
        return true;
    struct linea_value player = linea_value_id(s->player);
    if (!may_make(db, s) || (s->invited && !check_invitation(db, s, true)))
        return false;
    sql_run(db,
            "INSERT INTO account (player, name, looks, password, flags, created)"
            " VALUES ($1, $2, $3, $4, 0, $5)",
            player, linea_value_text(s->name), linea_value_text(s->looks),
            linea_value_text(passkey ? NULL : s->call.password.hash),
            linea_value_int(s->call.now));
    if (passkey &&
        !linea_passkey_keep(db, &s->call, &s->key, s->player, s->call.device))
        return false;
    linea_codes_make(db, s->codes, s->player);
    linea_identity_changed(db, s->player, s->call.now); /* a guest's token is not */
    return linea_session_make(db, &s->call, s->session, s->player);
}

static void made(struct linea_sql_job *job)
{
    struct sign_up *s = (struct sign_up *)job;
    char cookie[COOKIE_HEADER];
    if (linea_call_failed(&s->call))
        return;
    linea_identity_forget(s->call.accounts, s->player);
    linea_cookie_write(cookie, s->session, s->call.secure);
    struct linea_list object = linea_list_open(linea_call_out(&s->call), "{", "}");
    linea_key_player(&object, s->player, s->name);
    linea_codes_write(&object, s->codes);
    linea_call_answer_list(&s->call, &object, cookie);
}

static void checked(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (linea_call_failed(call))
        return;
    if (call->passkey)
        linea_call_ask(call, make, made);
    else
        linea_call_hash(call, make, made);
}

/* Whether this server takes new accounts from whom comes so. */
static bool is_open(struct sign_up *s, const char *invitation)
{
    const char *how = s->call.accounts->options.serve->registration;
    if (strcmp(how, "closed") == 0)
        return linea_call_refuse(&s->call, 403, "closed",
                                 "this server takes no new accounts");
    if (!*invitation && strcmp(how, "open") == 0)
        return true;
    s->invited = true;
    return linea_secret_hash(s->invitation, SECRET_INVITATION, invitation) ||
           linea_call_refuse(&s->call, 403, "invitation",
                             "this takes an invitation, which the host gives");
}

static bool read(struct sign_up *s)
{
    char invitation[SECRET_TEXT];
    struct call *call = &s->call;
    char *password = call->password.password;
    if (!linea_call_text(call, s->name, sizeof s->name, "name") ||
        !linea_call_text(call, password, sizeof call->password.password, "password") ||
        !linea_call_text(call, invitation, sizeof invitation, "invitation") ||
        !is_open(s, invitation) || !linea_account_name(call, s->looks, s->name))
        return false;
    bool passkey =
        linea_json_get(&call->exchange->connection->net->json, 0, "passkey") >= 0;
    const char *weak = passkey ? NULL : linea_password_weakness(password, s->name);
    if (weak)
        return linea_call_refuse(call, 400, "weak", weak);
    const struct identity *known = &call->exchange->identity;
    if (known->account)
        return linea_call_refuse(call, 409, "signed-in", "you have an account already");
    s->player = known->player ? known->player : linea_token_new_player();
    return !passkey || linea_call_passkey(call, true);
}

void linea_account_sign_up(struct connection *c, struct exchange *e)
{
    struct sign_up *s = linea_call_begin(c, e, sizeof *s);
    if (!s)
        return;
    read(s);
    linea_call_ask(&s->call, check, checked);
}
