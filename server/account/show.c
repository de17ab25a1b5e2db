/*
 * server/account/show.c - what a player's own account is: GET /api/account.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "call.h"
#include "options.h"
#include "order/order.h"

enum { ROOM = 24576 };

struct show {
    struct call call;
    char text[ROOM]; /* written by the thread of the database */
};

/* What the account is opened by: an id, what it is known by, when it was made and used
   last, and of a token what it allows. */
static const struct keys {
    const char *list, *name, *question;
} sessions = {"sessions", "device",
              "SELECT id, device, created, used, NULL FROM session WHERE player = $1"
              " ORDER BY used DESC, created DESC"},
  tokens = {"tokens", "name",
            "SELECT id, name, created, used, scopes FROM token WHERE player = $1"
            " ORDER BY created"},
  passkeys = {"passkeys", "name",
              "SELECT id, name, created, used, NULL FROM passkey WHERE player = $1"
              " ORDER BY created"};

static void write_keys(struct show *s, struct linea_list *object, struct linea_db *db,
                       const struct keys *keys, struct linea_value player)
{
    const struct claim *claim = &s->call.exchange->claim;
    struct linea_list list = linea_key_open(object, keys->list, "[", "]");
    linea_db_ask(db, keys->question, SQL_VALUES(player));
    while (linea_db_next(db)) {
        size_t length;
        const void *id = linea_db_bytes(db, &length, 0);
        struct linea_list one = linea_list_object(&list);
        linea_list_key(&one, "id");
        linea_call_write_id(list.out, db, 0);
        linea_key_text(&one, keys->name, linea_db_text(db, 1));
        linea_key_int(&one, "created", linea_db_int(db, 2));
        linea_key_int(&one, "used", linea_db_int(db, 3));
        if (!linea_db_is_null(db, 4))
            linea_scopes_write(&one, (unsigned)linea_db_int(db, 4));
        if (keys == &sessions)
            linea_key_bool(&one, "current",
                           claim->kind == CLAIM_SESSION && length == sizeof claim->id &&
                               memcmp(id, claim->id, length) == 0);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

static void write_account(struct show *s, struct linea_out *out, struct linea_db *db)
{
    const struct identity *identity = &s->call.exchange->identity;
    const struct linea_value player = linea_value_id(identity->player);
    if (identity->account)
        sql_ask(db,
                "SELECT name, created, flags, password, proxy,"
                " (SELECT count(*) FROM code WHERE player = $1) FROM account"
                " WHERE player = $1",
                player);
    if (!identity->account || !linea_db_next(db)) {
        linea_out_text(out, "null");
        return;
    }
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_player(&object, identity->player, linea_db_text(db, 0));
    linea_key_int(&object, "created", linea_db_int(db, 1));
    linea_key_bool(&object, "bot", linea_db_int(db, 2) & ACCOUNT_BOT);
    const enum role role = linea_role_of((unsigned)linea_db_int(db, 2));
    if (role != ROLE_NONE)
        linea_key_text(&object, "role", linea_role_name(role));
    linea_key_bool(&object, "password", !linea_db_is_null(db, 3));
    linea_key_bool(&object, "proxy", !linea_db_is_null(db, 4));
    linea_key_int(&object, "codes", linea_db_int(db, 5));
    if (identity->scopes & SCOPE_OWN) {
        write_keys(s, &object, db, &sessions, player);
        write_keys(s, &object, db, &tokens, player);
        write_keys(s, &object, db, &passkeys, player);
    }
    linea_list_close(&object);
}

static bool run(struct linea_db *db, struct linea_sql_job *job)
{
    struct show *s = (struct show *)job;
    struct linea_out out;
    linea_out_init(&out, s->text, sizeof s->text);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_list_key(&object, "account");
    write_account(s, &out, db);
    linea_key_text(&object, "registration",
                   s->call.accounts->options.serve->registration);
    linea_list_close(&object);
    return linea_call_wrote(&s->call, s->text, &out);
}

void linea_account_show(struct connection *c, struct exchange *e)
{
    struct show *s = linea_call_begin(c, e, sizeof *s);
    if (s)
        linea_call_ask(&s->call, run, linea_call_written);
}
