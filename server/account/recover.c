/*
 * server/account/recover.c - a new password, by the old one or by a recovery code.
 *
 * POST /api/account/password {"password":…,"new":…}
 * POST /api/account/recover {"name":…,"code":…,"new":…}
 *
 * Either ends all other sessions. A recovery ends API tokens, passkeys and ways of
 * notices too: somebody who needs one may have lost more than a password. An unknown
 * name and a wrong code are answered alike, after the same work.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "linea/utf8.h"
#include "notice/notice.h"

struct recovery {
    struct call call;
    char name[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    char new[PASSWORD_MOST + 1];
    bool has_code;
    uint8_t code[SECRET_HASH];
    uint64_t player;
    char session[SECRET_TEXT];
};

static void read_new(struct recovery *r, const char *name)
{
    const char *weak;
    if (linea_call_text(&r->call, r->new, sizeof r->new, "new") &&
        (weak = linea_password_weakness(r->new, name)))
        linea_call_refuse(&r->call, 400, "weak", weak);
}

/* Hash the new password, and go on. */
static void hash_new(struct call *call, linea_sql_run_job *run,
                     linea_sql_job_done *then)
{
    const struct recovery *r = (struct recovery *)call;
    memcpy(call->password.password, r->new, sizeof call->password.password);
    linea_call_hash(call, run, then);
}

static void set_password(struct linea_db *db, struct recovery *r, uint64_t player)
{
    sql_run(db, "UPDATE account SET password = $2 WHERE player = $1",
            linea_value_id(player), linea_value_text(r->call.password.hash));
}

/* By the old one. */

static bool change(struct linea_db *db, struct linea_sql_job *job)
{
    struct recovery *r = (struct recovery *)job;
    uint64_t player = r->call.exchange->identity.player;
    set_password(db, r, player);
    linea_session_end_others(db, &r->call, player);
    linea_identity_changed(db, player, r->call.now);
    return true;
}

static void proven(struct call *call)
{
    hash_new(call, change, linea_call_changed);
}

void linea_account_change_password(struct connection *c, struct exchange *e)
{
    struct recovery *r = linea_call_begin(c, e, sizeof *r);
    if (!r)
        return;
    read_new(r, e->identity.name);
    linea_call_prove(&r->call, proven);
}

/* By a code. */

static bool count_try(struct linea_db *db, struct linea_sql_job *job)
{
    struct recovery *r = (struct recovery *)job;
    linea_sign_in_allowed(db, &r->call, r->looks);
    return true;
}

static bool recover(struct linea_db *db, struct linea_sql_job *job)
{
    struct recovery *r = (struct recovery *)job;
    r->player = 0;
    sql_ask(db,
            "SELECT player, name FROM account WHERE looks = $1 AND flags / 2 % 2 = 0",
            linea_value_text(r->looks));
    if (linea_db_next(db)) {
        r->player = linea_db_id(db, 0);
        snprintf(r->name, sizeof r->name, "%s", linea_db_text(db, 1));
    }
    struct linea_value player = linea_value_id(r->player);
    if (!r->has_code ||
        sql_run(db, "DELETE FROM code WHERE id = $1 AND player = $2",
                linea_value_bytes(r->code, sizeof r->code), player) != 1)
        return linea_call_refuse(&r->call, 403, "wrong",
                                 "the name or the code is not right");
    set_password(db, r, r->player);
    sql_run(db, "DELETE FROM session WHERE player = $1", player);
    sql_run(db, "DELETE FROM token WHERE player = $1", player);
    sql_run(db, "DELETE FROM passkey WHERE player = $1", player);
    for (int i = 0; linea_notice_owned[i]; i++)
        sql_run(db, linea_notice_owned[i], player);
    linea_identity_changed(db, r->player, r->call.now);
    return linea_session_make(db, &r->call, r->session, r->player);
}

static void recovered(struct linea_sql_job *job)
{
    struct recovery *r = (struct recovery *)job;
    char cookie[COOKIE_HEADER];
    if (linea_call_failed(&r->call))
        return;
    linea_identity_forget(r->call.accounts, r->player);
    linea_cookie_write(cookie, r->session, r->call.secure);
    struct linea_list object = linea_list_open(linea_call_out(&r->call), "{", "}");
    linea_key_text(&object, "name", r->name);
    linea_call_answer_list(&r->call, &object, cookie);
}

static void counted(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (!linea_call_failed(call))
        hash_new(call, recover, recovered);
}

void linea_account_recover(struct connection *c, struct exchange *e)
{
    char code[SECRET_TEXT];
    struct recovery *r = linea_call_begin(c, e, sizeof *r);
    if (!r)
        return;
    linea_call_text(&r->call, r->name, sizeof r->name, "name");
    linea_call_text(&r->call, code, sizeof code, "code");
    read_new(r, r->name);
    linea_name_looks(r->looks, sizeof r->looks, r->name);
    r->has_code = linea_secret_hash(r->code, SECRET_CODE, code);
    linea_call_ask(&r->call, count_try, counted);
}
