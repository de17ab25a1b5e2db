/*
 * server/account/codes.c - recovery codes: eight of them, each good once, for who has
 * forgotten a password or lost a device. They are shown when they are made, and never
 * again.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "call.h"

void linea_codes_make(struct linea_db *db, char codes[CODES][SECRET_TEXT],
                      uint64_t player)
{
    uint8_t id[SECRET_HASH];
    sql_run(db, "DELETE FROM code WHERE player = $1", linea_value_id(player));
    for (int i = 0; i < CODES; i++) {
        linea_secret_make(codes[i], id, SECRET_CODE);
        sql_run(db, "INSERT INTO code VALUES ($1, $2)",
                linea_value_bytes(id, sizeof id), linea_value_id(player));
    }
}

void linea_codes_write(struct linea_list *object, char codes[CODES][SECRET_TEXT])
{
    struct linea_list list = linea_key_open(object, "codes", "[", "]");
    for (int i = 0; i < CODES; i++)
        linea_list_text(&list, codes[i]);
    linea_list_close(&list);
}

struct renewal {
    struct call call;
    char codes[CODES][SECRET_TEXT];
};

static bool renew(struct linea_db *db, struct linea_sql_job *job)
{
    struct renewal *r = (struct renewal *)job;
    linea_codes_make(db, r->codes, r->call.exchange->identity.player);
    return true;
}

static void renewed(struct linea_sql_job *job)
{
    struct renewal *r = (struct renewal *)job;
    if (linea_call_failed(&r->call))
        return;
    struct linea_list object = linea_list_open(linea_call_out(&r->call), "{", "}");
    linea_codes_write(&object, r->codes);
    linea_call_answer_list(&r->call, &object, "");
}

static void go_on(struct call *call)
{
    linea_call_ask(call, renew, renewed);
}

void linea_account_new_codes(struct connection *c, struct exchange *e)
{
    struct renewal *r = linea_call_begin(c, e, sizeof *r);
    if (r)
        linea_call_prove(&r->call, go_on);
}
