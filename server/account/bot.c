/*
 * server/account/bot.c - an account says that a program plays: POST /api/account/bot.
 *
 * There is no way back, and it is for accounts that have played no rated game: people
 * who met the account are not to learn later what they played against.
 *
 * SPDX-License-Identifier: MIT
 */
#include "call.h"

static bool mark(struct linea_db *db, struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    sql_ask(db, "SELECT 1 FROM result WHERE player = $1 AND rated = 1 LIMIT 1",
            linea_value_id(call->exchange->identity.player));
    if (linea_db_next(db))
        return linea_call_refuse(call, 409, "rated",
                                 "you have played rated games as a person: make a new "
                                 "account for the program");
    sql_run(db,
            "UPDATE account SET flags = flags + $2 WHERE player = $1"
            " AND flags / $2 % 2 = 0",
            linea_value_id(call->exchange->identity.player),
            linea_value_int(ACCOUNT_BOT));
    linea_identity_changed(db, call->exchange->identity.player, call->now);
    return true;
}

static void go_on(struct call *call)
{
    linea_call_ask(call, mark, linea_call_changed);
}

void linea_account_become_bot(struct connection *c, struct exchange *e)
{
    struct call *call = linea_call_begin(c, e, sizeof *call);
    if (call)
        linea_call_prove(call, go_on);
}
