/*
 * server/account/passkeys.c - the passkeys of an account, and signing in by one.
 *
 * POST /api/account/passkeys {"name":…,"passkey":…}
 * POST /api/account/passkeys/end {"id":…,"password":…} or {…,"passkey":…}
 * POST /api/session/passkey {"passkey":…}
 *
 * Nobody says a name to sign in: the device knows which key is for this host.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "call.h"
#include "linea/utf8.h"

int64_t linea_passkey_count(struct linea_db *db, uint64_t player)
{
    sql_ask(db, "SELECT count(*) FROM passkey WHERE player = $1",
            linea_value_id(player));
    return linea_db_next(db) ? linea_db_int(db, 0) : 0;
}

/* Keys are found by a hash: their own names are long. */
static void hash_id(uint8_t out[SECRET_HASH], const struct passkey_reply *reply)
{
    crypto_hash_sha256(out, reply->id, reply->id_length);
}

static bool find_key(struct linea_db *db, struct passkey_key *out, uint64_t *player,
                     const struct passkey_reply *reply, struct linea_value id)
{
    size_t length;
    sql_ask(db,
            "SELECT player, algorithm, counter, key FROM passkey"
            " WHERE id = $1 AND host = $2",
            id, linea_value_text(reply->host));
    if (!linea_db_next(db))
        return false;
    *player = linea_db_id(db, 0);
    out->algorithm = (int)linea_db_int(db, 1);
    out->counter = (uint32_t)linea_db_int(db, 2);
    const void *bytes = linea_db_bytes(db, &length, 3);
    out->length = length < sizeof out->bytes ? length : sizeof out->bytes;
    memcpy(out->bytes, bytes, out->length);
    return true;
}

/* A device that counts never says the same twice: a lower number is of a copy. */
static bool note_use(struct linea_db *db, struct call *call, struct linea_value id,
                     uint32_t counter)
{
    return sql_run(db,
                   "UPDATE passkey SET counter = $2, used = $3 WHERE id = $1"
                   " AND (counter < $2 OR (counter = 0 AND $2 = 0))",
                   id, linea_value_int(counter), linea_value_int(call->now)) == 1 ||
           !linea_db_fine(db) ||
           linea_call_refuse(call, 403, "copied",
                             "this passkey seems to be a copy: its counter went back");
}

bool linea_passkey_use(struct linea_db *db, struct call *call, uint64_t *player,
                       enum passkey_purpose purpose)
{
    const struct passkey_reply *reply = call->passkey;
    struct passkey_key key;
    uint8_t bytes[SECRET_HASH];
    uint64_t of = 0;
    uint32_t counter;
    hash_id(bytes, reply);
    const struct linea_value id = linea_value_bytes(bytes, sizeof bytes);
    if (!linea_challenge_take(db, call, &of, purpose))
        return false;
    if (!find_key(db, &key, player, reply, id) || (of && of != *player) ||
        (reply->player && reply->player != *player))
        return linea_call_refuse(call, 403, "unknown-passkey",
                                 "no account here has this passkey");
    if (!linea_passkey_verify(&counter, reply, &key))
        return linea_call_refuse(call, 403, "wrong",
                                 "the passkey has not signed what it was to");
    return note_use(db, call, id, counter);
}

bool linea_passkey_keep(struct linea_db *db, struct call *call,
                        const struct passkey_key *key, uint64_t player,
                        const char *name)
{
    const struct passkey_reply *reply = call->passkey;
    uint8_t id[SECRET_HASH];
    hash_id(id, reply);
    return sql_run(db,
                   "INSERT INTO passkey VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0)"
                   " ON CONFLICT DO NOTHING",
                   linea_value_bytes(id, sizeof id), linea_value_id(player),
                   linea_value_text(name), linea_value_text(reply->host),
                   linea_value_bytes(reply->id, reply->id_length),
                   linea_value_int(key->algorithm),
                   linea_value_bytes(key->bytes, key->length),
                   linea_value_int(key->counter), linea_value_int(call->now)) == 1 ||
           !linea_db_fine(db) ||
           linea_call_refuse(call, 409, "known-passkey",
                             "this passkey belongs to an account already");
}

/* One more. */

struct change {
    struct call call;
    char name[PASSKEY_NAME];
    char id[24]; /* of one to be ended */
};

static bool add(struct linea_db *db, struct linea_sql_job *job)
{
    struct change *a = (struct change *)job;
    struct passkey_key key;
    uint64_t of, player = a->call.exchange->identity.player;
    if (!linea_challenge_take(db, &a->call, &of, PASSKEY_ADD))
        return true;
    if (of != player || !linea_passkey_take(&key, a->call.passkey))
        linea_call_refuse(&a->call, 403, "wrong",
                          "the device has not made the passkey that was asked for");
    else if (linea_passkey_count(db, player) >= PASSKEYS)
        linea_call_refuse(&a->call, 429, "too-many",
                          "you have as many passkeys as there may be: end one");
    else
        linea_passkey_keep(db, &a->call, &key, player, a->name);
    return true;
}

void linea_passkey_add(struct connection *c, struct exchange *e)
{
    struct change *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    struct call *call = &a->call;
    bool fine = linea_call_text(call, a->name, sizeof a->name, "name") &&
                linea_call_passkey(call, true);
    if (fine && !*a->name)
        snprintf(a->name, sizeof a->name, "%s", call->device);
    else if (fine && !linea_name_clean(a->name, strlen(a->name)))
        linea_call_refuse(call, 400, "syntax", "name: what you know the passkey by");
    linea_call_ask(call, add, linea_call_ended);
}

/* One less. */

/* Whether somebody could sign in no more without the last passkey. */
static bool needs_one(struct linea_db *db, uint64_t player)
{
    if (linea_passkey_count(db, player) > 1)
        return false;
    sql_ask(db,
            "SELECT 1 FROM account WHERE player = $1 AND password IS NULL"
            " AND proxy IS NULL",
            linea_value_id(player));
    return linea_db_next(db);
}

static bool end(struct linea_db *db, struct linea_sql_job *job)
{
    struct change *a = (struct change *)job;
    uint64_t player = a->call.exchange->identity.player;
    uint8_t id[SECRET_HASH];
    if (!linea_call_find(db, id, "SELECT id FROM passkey WHERE player = $1", player,
                         a->id))
        return linea_call_refuse(&a->call, 404, "missing", "there is no such passkey");
    if (needs_one(db, player))
        return linea_call_refuse(&a->call, 409, "last-passkey",
                                 "it is the only way into the account: set a password "
                                 "first");
    sql_run(db, "DELETE FROM passkey WHERE id = $1", linea_value_bytes(id, sizeof id));
    return true;
}

static void proven(struct call *call)
{
    linea_call_ask(call, end, linea_call_ended);
}

void linea_passkey_end(struct connection *c, struct exchange *e)
{
    struct change *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    linea_call_text(&a->call, a->id, sizeof a->id, "id");
    linea_call_prove(&a->call, proven);
}

/* Signing in. */

static bool sign_in(struct linea_db *db, struct linea_sql_job *job)
{
    struct signing_in *s = (struct signing_in *)job;
    if (!linea_sign_in_allowed(db, &s->call, NULL) ||
        !linea_passkey_use(db, &s->call, &s->player, PASSKEY_SIGN_IN))
        return true;
    sql_ask(db, "SELECT name, flags FROM account WHERE player = $1",
            linea_value_id(s->player));
    if (!linea_db_next(db))
        return linea_call_refuse(&s->call, 403, "unknown-passkey",
                                 "no account here has this passkey");
    snprintf(s->name, sizeof s->name, "%s", linea_db_text(db, 0));
    if (linea_db_int(db, 1) & ACCOUNT_CLOSED)
        linea_call_refuse(&s->call, 403, "closed", "the host has closed this account");
    else
        linea_session_make(db, &s->call, s->session, s->player);
    return true;
}

void linea_passkey_sign_in(struct connection *c, struct exchange *e)
{
    struct signing_in *s = linea_call_begin(c, e, sizeof *s);
    if (!s)
        return;
    linea_call_passkey(&s->call, false);
    linea_call_ask(&s->call, sign_in, linea_signed_in);
}
