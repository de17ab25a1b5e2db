/*
 * server/account/tokens.c - API tokens: for programs that do some things for a player,
 * and nothing else.
 *
 * POST /api/account/tokens {"name":…,"scopes":["read","play"]}
 * POST /api/account/tokens/end {"token":ID}
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "call.h"
#include "linea/utf8.h"

static const char *const scopes[] = {"read", "play", "bot", "tournament"};

enum { SCOPES = sizeof scopes / sizeof *scopes };

struct make_token {
    struct call call;
    char name[ACCOUNT_NAME];
    unsigned scopes;
    char secret[SECRET_TEXT];
    char id[24]; /* of one to be ended */
};

void linea_scopes_write(struct linea_list *object, unsigned set)
{
    struct linea_list list = linea_key_open(object, "scopes", "[", "]");
    for (int i = 0; i < SCOPES; i++)
        if (set >> i & 1)
            linea_list_text(&list, scopes[i]);
    linea_list_close(&list);
}

static bool read_scopes(struct make_token *m, const struct linea_json *json)
{
    int list = linea_json_get(json, 0, "scopes");
    for (int v = linea_json_first(json, list); v >= 0;
         v = linea_json_next(json, list, v)) {
        unsigned found = 0;
        for (int i = 0; i < SCOPES; i++)
            found |= linea_json_is(json, v, scopes[i]) ? 1u << i : 0;
        if (!found)
            return linea_call_refuse(&m->call, 400, "syntax",
                                     "scopes: read, play, bot or tournament");
        m->scopes |= found;
    }
    bool bot = m->call.exchange->identity.flags & ACCOUNT_BOT;
    if (m->scopes & SCOPE_BOT && !bot)
        return linea_call_refuse(
            &m->call, 403, "no-bot",
            "only an account that is marked as a bot has the scope "
            "bot");
    return m->scopes || linea_call_refuse(&m->call, 400, "syntax",
                                          "scopes: at least one, or it is of no use");
}

static bool make(struct linea_db *db, struct linea_sql_job *job)
{
    struct make_token *m = (struct make_token *)job;
    uint8_t id[SECRET_HASH];
    struct linea_value player = linea_value_id(m->call.exchange->identity.player);
    sql_ask(db, "SELECT count(*) FROM token WHERE player = $1", player);
    if (linea_db_next(db) && linea_db_int(db, 0) >= TOKENS)
        return linea_call_refuse(&m->call, 429, "too-many",
                                 "you have as many tokens as there may be: end one");
    linea_secret_make(m->secret, id, SECRET_TOKEN);
    sql_run(db, "INSERT INTO token VALUES ($1, $2, $3, $4, $5, 0)",
            linea_value_bytes(id, sizeof id), player, linea_value_text(m->name),
            linea_value_int(m->scopes), linea_value_int(m->call.now));
    return true;
}

static void made(struct linea_sql_job *job)
{
    struct make_token *m = (struct make_token *)job;
    if (linea_call_failed(&m->call))
        return;
    struct linea_list object = linea_list_open(linea_call_out(&m->call), "{", "}");
    linea_key_text(&object, "token", m->secret);
    linea_scopes_write(&object, m->scopes);
    linea_call_answer_list(&m->call, &object, "");
}

void linea_account_make_token(struct connection *c, struct exchange *e)
{
    struct make_token *m = linea_call_begin(c, e, sizeof *m);
    if (!m)
        return;
    bool fine = linea_call_text(&m->call, m->name, sizeof m->name, "name") &&
                read_scopes(m, &c->net->json);
    if (fine && !linea_name_clean(m->name, strlen(m->name)))
        linea_call_refuse(&m->call, 400, "syntax",
                          "name: what it is for, so that you know it again");
    linea_call_ask(&m->call, make, made);
}

static bool end(struct linea_db *db, struct linea_sql_job *job)
{
    struct make_token *m = (struct make_token *)job;
    uint8_t id[SECRET_HASH];
    if (!linea_call_find(db, id, "SELECT id FROM token WHERE player = $1",
                         m->call.exchange->identity.player, m->id))
        return linea_call_refuse(&m->call, 404, "missing", "there is no such token");
    sql_run(db, "DELETE FROM token WHERE id = $1", linea_value_bytes(id, sizeof id));
    linea_identity_changed(db, m->call.exchange->identity.player, m->call.now);
    return true;
}

void linea_account_end_token(struct connection *c, struct exchange *e)
{
    struct make_token *m = linea_call_begin(c, e, sizeof *m);
    if (!m)
        return;
    linea_call_text(&m->call, m->id, sizeof m->id, "token");
    linea_call_ask(&m->call, end, linea_call_changed);
}
