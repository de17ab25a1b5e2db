/*
 * server/account/sign_in.c - by name and password.
 *
 * POST /api/session {"name":…,"password":…}
 *
 * A wrong password and a name that nobody has are answered alike, after the same work.
 * Tries are counted by address and by name, known or not: many names from one address
 * end as soon as one name from many.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "linea/utf8.h"

static const struct allowance by_address = {"sign-in address", 120000, 30},
                              by_name = {"sign-in name", 360000, 10},
                              /* Half of what a name has: one address alone must not
                                 keep somebody from signing in at another one. */
    by_both = {"sign-in both", 720000, 5};

/* One more try for a name from an address. */
static bool may_try_name(struct linea_db *db, struct call *call, const char *looks)
{
    char both[sizeof call->address + ACCOUNT_NAME] = {0};
    size_t length = strlen(looks);
    memcpy(both, call->address, sizeof call->address);
    snprintf(both + sizeof call->address, ACCOUNT_NAME, "%s", looks);
    return linea_allowance_take(db, call, &by_both, both,
                                sizeof call->address + length) &&
           linea_allowance_take(db, call, &by_name, looks, length);
}

bool linea_sign_in_allowed(struct linea_db *db, struct call *call, const char *looks)
{
    return linea_allowance_take(db, call, &by_address, call->address,
                                sizeof call->address) &&
           (!looks || may_try_name(db, call, looks));
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct signing_in *s = (struct signing_in *)job;
    s->player = 0;
    s->call.password.hash[0] = '\0';
    if (!linea_sign_in_allowed(db, &s->call, s->looks))
        return true;
    sql_ask(db, "SELECT player, name, password, flags FROM account WHERE looks = $1",
            linea_value_text(s->looks));
    if (!linea_db_next(db))
        return true;
    s->player = linea_db_id(db, 0);
    snprintf(s->name, sizeof s->name, "%s", linea_db_text(db, 1));
    snprintf(s->call.password.hash, sizeof s->call.password.hash, "%s",
             linea_db_text(db, 2));
    s->closed = linea_db_int(db, 3) & ACCOUNT_CLOSED;
    return true;
}

static bool begin_session(struct linea_db *db, struct linea_sql_job *job)
{
    struct signing_in *s = (struct signing_in *)job;
    if (s->call.exchange->identity.account) /* its session ends */
        linea_identity_changed(db, s->call.exchange->identity.player, s->call.now);
    return linea_session_make(db, &s->call, s->session, s->player);
}

void linea_signed_in(struct linea_sql_job *job)
{
    struct signing_in *s = (struct signing_in *)job;
    char cookie[COOKIE_HEADER];
    if (linea_call_failed(&s->call))
        return;
    if (s->call.exchange->identity.account) /* the browser's session was another's */
        linea_identity_forget(s->call.accounts, s->call.exchange->identity.player);
    linea_cookie_write(cookie, s->session, s->call.secure);
    struct linea_list object = linea_list_open(linea_call_out(&s->call), "{", "}");
    linea_key_player(&object, s->player, s->name);
    linea_call_answer_list(&s->call, &object, cookie);
}

static void compared(struct password_job *job)
{
    struct signing_in *s = (struct signing_in *)linea_call_with(job);
    bool fine = job->fine && s->player;
    if (fine && !s->closed) {
        linea_call_ask(&s->call, begin_session, linea_signed_in);
        return;
    }
    if (fine)
        linea_call_refuse(&s->call, 403, "closed", "the host has closed this account");
    else
        linea_call_refuse(&s->call, 403, "wrong",
                          "the name or the password is not right");
    linea_call_give_up(&s->call);
}

static void looked(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (!linea_call_failed(call))
        linea_call_compare(call, compared);
}

void linea_account_sign_in(struct connection *c, struct exchange *e)
{
    struct signing_in *s = linea_call_begin(c, e, sizeof *s);
    if (!s)
        return;
    struct call *call = &s->call;
    linea_call_text(call, s->name, sizeof s->name, "name");
    linea_call_text(call, call->password.password, sizeof call->password.password,
                    "password");
    linea_name_looks(s->looks, sizeof s->looks, s->name);
    linea_call_ask(call, look, looked);
}
