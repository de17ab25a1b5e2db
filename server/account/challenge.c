/*
 * server/account/challenge.c - what passkeys sign: random bytes, each good for one
 * answer, one purpose and five minutes.
 *
 * POST /api/passkey {"for":"sign-in"}
 * POST /api/passkey {"for":"sign-up","name":…,"invitation":…}
 * POST /api/account/passkeys/challenge {"for":"proof"}
 * POST /api/account/passkeys/challenge {"for":"add","password":…} or {…,"passkey":…}
 *
 * The answer is what a browser takes for navigator.credentials.create() or .get(), with
 * bytes in base64url.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "token.h"

static const struct allowance by_address = {"challenge", 60000, 60};

bool linea_challenge_take(struct linea_db *db, struct call *call, uint64_t *player,
                          enum passkey_purpose purpose)
{
    const struct passkey_reply *reply = call->passkey;
    sql_ask(db,
            "DELETE FROM challenge WHERE id = $1 RETURNING purpose, player, expires",
            linea_value_bytes(reply->challenge, sizeof reply->challenge));
    if (linea_db_next(db) && linea_db_int(db, 0) == (int64_t)purpose &&
        linea_db_int(db, 2) > call->now) {
        *player = linea_db_id(db, 1);
        return true;
    }
    return linea_call_refuse(call, 403, "expired",
                             "it was used already, or has taken more than five "
                             "minutes: try again");
}

/* Keys of a player that a device is to use, or is not to make once more. */
struct ids {
    int count;
    size_t length[PASSKEYS];
    uint8_t id[PASSKEYS][PASSKEY_ID];
};

struct asking {
    struct call call;
    enum passkey_purpose purpose;
    uint64_t player;
    char name[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    char host[PASSKEY_HOST], challenge[SECRET_TEXT];
    struct ids ids;
};

static void read_ids(struct linea_db *db, struct asking *a)
{
    a->ids.count = 0;
    sql_ask(db, "SELECT credential FROM passkey WHERE player = $1 AND host = $2",
            linea_value_id(a->player), linea_value_text(a->host));
    while (linea_db_next(db) && a->ids.count < PASSKEYS) {
        size_t length;
        const void *bytes = linea_db_bytes(db, &length, 0);
        if (length > PASSKEY_ID)
            continue;
        memcpy(a->ids.id[a->ids.count], bytes, length);
        a->ids.length[a->ids.count++] = length;
    }
}

static void make_challenge(struct linea_db *db, struct asking *a)
{
    uint8_t id[SECRET_HASH];
    const int64_t now = a->call.now;
    if (!linea_allowance_take(db, &a->call, &by_address, a->call.address,
                              sizeof a->call.address))
        return;
    linea_secret_make(a->challenge, id, SECRET_CHALLENGE);
    sql_run(db, "DELETE FROM challenge WHERE expires < $1", linea_value_int(now));
    sql_run(db, "INSERT INTO challenge VALUES ($1, $2, $3, $4)",
            linea_value_bytes(id, sizeof id), linea_value_int(a->purpose),
            linea_value_id(a->player), linea_value_int(now + PASSKEY_MS));
}

static bool make(struct linea_db *db, struct linea_sql_job *job)
{
    struct asking *a = (struct asking *)job;
    if (a->purpose == PASSKEY_SIGN_UP && !linea_sign_up_may(db, &a->call, a->looks))
        return true;
    if (a->purpose == PASSKEY_ADD && linea_passkey_count(db, a->player) >= PASSKEYS)
        return linea_call_refuse(&a->call, 429, "too-many",
                                 "you have as many passkeys as there may be: end one");
    if (a->purpose == PASSKEY_PROOF || a->purpose == PASSKEY_ADD)
        read_ids(db, a);
    make_challenge(db, a);
    return true;
}

static void write_base64(struct linea_list *object, const char *key, const void *bytes,
                         size_t length)
{
    char text[sodium_base64_ENCODED_LEN(PASSKEY_ID,
                                        sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
    sodium_bin2base64(text, sizeof text, bytes, length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    linea_key_text(object, key, text);
}

static struct linea_list open_key(struct linea_list *list)
{
    struct linea_list key = linea_list_object(list);
    linea_key_text(&key, "type", "public-key");
    return key;
}

static void write_ids(struct linea_list *object, const char *key, const struct ids *ids)
{
    struct linea_list list = linea_key_open(object, key, "[", "]");
    for (int i = 0; i < ids->count; i++) {
        struct linea_list one = open_key(&list);
        write_base64(&one, "id", ids->id[i], ids->length[i]);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

/* For navigator.credentials.create(). */
static void write_new(struct linea_list *object, const struct asking *a)
{
    struct linea_list host = linea_key_open(object, "rp", "{", "}");
    linea_key_text(&host, "name", "Linea");
    linea_key_text(&host, "id", a->host);
    linea_list_close(&host);
    struct linea_list user = linea_key_open(object, "user", "{", "}");
    write_base64(&user, "id", &a->player, sizeof a->player);
    linea_key_text(&user, "name", a->name);
    linea_key_text(&user, "displayName", a->name);
    linea_list_close(&user);
    struct linea_list list = linea_key_open(object, "pubKeyCredParams", "[", "]");
    for (int i = 0; i < PASSKEY_ALGORITHMS; i++) {
        struct linea_list one = open_key(&list);
        linea_key_int(&one, "alg", linea_passkey_algorithms[i]);
        linea_list_close(&one);
    }
    linea_list_close(&list);
    linea_key_text(object, "attestation", "none");
    struct linea_list how = linea_key_open(object, "authenticatorSelection", "{", "}");
    linea_key_text(&how, "residentKey", "required");
    linea_key_bool(&how, "requireResidentKey", true);
    linea_key_text(&how, "userVerification", "required");
    linea_list_close(&how);
    write_ids(object, "excludeCredentials", &a->ids);
}

/* For navigator.credentials.get(). */
static void write_old(struct linea_list *object, const struct asking *a)
{
    linea_key_text(object, "rpId", a->host);
    linea_key_text(object, "userVerification", "required");
    write_ids(object, "allowCredentials", &a->ids);
}

static void made(struct linea_sql_job *job)
{
    struct asking *a = (struct asking *)job;
    if (linea_call_failed(&a->call))
        return;
    struct linea_list object = linea_list_open(linea_call_out(&a->call), "{", "}");
    linea_key_text(&object, "challenge", a->challenge);
    linea_key_int(&object, "timeout", PASSKEY_MS);
    if (a->purpose == PASSKEY_ADD || a->purpose == PASSKEY_SIGN_UP)
        write_new(&object, a);
    else
        write_old(&object, a);
    linea_call_answer_list(&a->call, &object, "");
}

static void go_on(struct call *call)
{
    linea_call_ask(call, make, made);
}

static bool asks_for(const struct call *call, const char *what)
{
    const struct linea_json *json = &call->exchange->connection->net->json;
    return linea_json_is(json, linea_json_get(json, 0, "for"), what);
}

/* Whose the new key will be: a guest's, whose games stay theirs, or somebody new's. */
static void read_newcomer(struct asking *a)
{
    const struct identity *known = &a->call.exchange->identity;
    a->purpose = PASSKEY_SIGN_UP;
    a->player = known->player ? known->player : linea_token_new_player();
    if (known->account)
        linea_call_refuse(&a->call, 409, "signed-in", "you have an account already");
    else if (linea_call_text(&a->call, a->name, sizeof a->name, "name"))
        linea_account_name(&a->call, a->looks, a->name);
}

void linea_passkey_challenge(struct connection *c, struct exchange *e)
{
    struct asking *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    a->purpose = PASSKEY_SIGN_IN;
    if (asks_for(&a->call, "sign-up"))
        read_newcomer(a);
    else if (!asks_for(&a->call, "sign-in"))
        linea_call_refuse(&a->call, 400, "syntax", "for: sign-in or sign-up");
    linea_passkey_host(&a->call, a->host);
    go_on(&a->call);
}

void linea_passkey_own_challenge(struct connection *c, struct exchange *e)
{
    struct asking *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    struct call *call = &a->call;
    a->player = e->identity.player;
    snprintf(a->name, sizeof a->name, "%s", e->identity.name);
    a->purpose = asks_for(call, "add") ? PASSKEY_ADD : PASSKEY_PROOF;
    if (a->purpose == PASSKEY_PROOF && !asks_for(call, "proof"))
        linea_call_refuse(call, 400, "syntax", "for: proof or add");
    linea_passkey_host(call, a->host);
    if (a->purpose == PASSKEY_ADD)
        linea_call_prove(call, go_on);
    else
        go_on(call);
}
