/*
 * server/account/prove.c - what a thief of an open session must not do asks for the
 * password once more, or for a passkey.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "call.h"

static const struct allowance proofs = {"proof", 360000, 10}; /* of an account */

static bool look_for_password(struct linea_db *db, struct call *call,
                              struct linea_value player)
{
    sql_ask(db,
            "SELECT password, (SELECT count(*) FROM passkey WHERE player = $1)"
            " FROM account WHERE player = $1",
            player);
    if (!linea_db_next(db))
        return !linea_db_fine(db) ||
               linea_call_refuse(call, 403, "wrong", "there is no such account");
    if (!linea_db_is_null(db, 0))
        snprintf(call->password.hash, sizeof call->password.hash, "%s",
                 linea_db_text(db, 0));
    else if (linea_db_int(db, 1) > 0)
        return linea_call_refuse(call, 403, "wrong", "show a passkey of yours");
    else
        call->proven = true; /* a proxy signs them in */
    return true;
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    uint64_t found, player = call->exchange->identity.player;
    call->password.hash[0] = '\0';
    call->proven = false;
    if (!linea_allowance_take(db, call, &proofs, &player, sizeof player))
        return true;
    if (!call->passkey)
        look_for_password(db, call, linea_value_id(player));
    else if (linea_passkey_use(db, call, &found, PASSKEY_PROOF))
        call->proven =
            found == player ||
            linea_call_refuse(call, 403, "wrong", "the passkey is of another account");
    return true;
}

static void compared(struct password_job *job)
{
    struct call *call = linea_call_with(job);
    if (job->fine) {
        call->then(call);
        return;
    }
    linea_call_refuse(call, 403, "wrong", "that is not your password");
    linea_call_give_up(call);
}

static void looked(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (linea_call_failed(call))
        return;
    if (call->proven)
        call->then(call);
    else
        linea_call_compare(call, compared);
}

void linea_call_prove(struct call *call, void (*then)(struct call *call))
{
    const struct linea_json *json = &call->exchange->connection->net->json;
    linea_call_text(call, call->password.password, sizeof call->password.password,
                    "password");
    call->then = then;
    if (linea_json_get(json, 0, "passkey") >= 0)
        linea_call_passkey(call, false);
    linea_call_ask(call, look, looked);
}
