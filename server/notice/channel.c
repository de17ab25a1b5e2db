/*
 * server/notice/channel.c - browsers and webhooks that are to be sent notices: POST
 * /api/notices/push, POST /api/notices/hook.
 *
 * Both are addresses that a stranger gives: what may stand there is decided here and
 * again when something is sent (target.h, send.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <string.h>

#include "inside.h"
#include "linea/hex.h"

enum { KEY_TEXT = 128, VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING };

struct add {
    struct call call;
    int kind;
    char address[TARGET_URL];
    uint8_t secret[PUSH_PUBLIC + PUSH_AUTH];
    size_t length; /* of it */
    uint8_t id[NOTICE_ID];
};

/* The one unused for longest makes room for another. */
static bool write(struct linea_db *db, struct linea_sql_job *job)
{
    struct add *a = (struct add *)job;
    uint64_t id = a->call.exchange->identity.player;
    const struct linea_value player = linea_value_id(id),
                             kind = linea_value_int(a->kind),
                             address = linea_value_text(a->address);
    if (!linea_notices_allowed(db, &a->call))
        return true;
    randombytes_buf(a->id, sizeof a->id);
    /* A browser belongs to the account that signed in last. */
    if (a->kind == CHANNEL_PUSH)
        sql_run(db, "DELETE FROM channel WHERE kind = $1 AND address = $2", kind,
                address);
    sql_run(db,
            "DELETE FROM channel WHERE id IN (SELECT id FROM channel WHERE player = $1"
            " AND kind = $2 ORDER BY created DESC LIMIT 100 OFFSET $3)",
            player, kind, linea_value_int(NOTICE_CHANNELS - 1));
    sql_run(db, "INSERT INTO channel VALUES ($1, $2, $3, $4, $5, $6, $7, 0)",
            linea_value_bytes(a->id, sizeof a->id), player, kind, address,
            linea_value_bytes(a->secret, a->length), linea_value_text(a->call.device),
            linea_value_int(a->call.now));
    linea_notice_wish(db, id,
                      a->call.accounts->options.serve->notice_delay * (int64_t)1000);
    return true;
}

static void written(struct linea_sql_job *job)
{
    struct add *a = (struct add *)job;
    char text[2 * sizeof a->secret + 1];
    if (linea_call_failed(&a->call))
        return;
    linea_notices_fill(a->call.accounts->notices, a->call.exchange->identity.player);
    linea_hex_write(text, a->id, sizeof a->id);
    struct linea_list object = linea_list_open(linea_call_out(&a->call), "{", "}");
    linea_key_text(&object, "id", text);
    if (a->kind == CHANNEL_HOOK) {
        linea_hex_write(text, a->secret, a->length);
        linea_key_text(&object, "secret", text);
        sodium_memzero(text, sizeof text);
    }
    linea_call_answer_list(&a->call, &object, "");
}

/* A key as browsers write them. */
static bool read_key(struct add *a, uint8_t *out, size_t size, const char *name)
{
    char text[KEY_TEXT];
    size_t length;
    return linea_call_text(&a->call, text, sizeof text, name) &&
           sodium_base642bin(out, size, text, strlen(text), "=", &length, NULL,
                             VARIANT) == 0 &&
           length == size;
}

void linea_notices_push(struct connection *c, struct exchange *e)
{
    struct target target;
    struct add *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    a->kind = CHANNEL_PUSH;
    a->length = PUSH_PUBLIC + PUSH_AUTH;
    bool fine = linea_call_text(&a->call, a->address, sizeof a->address, "endpoint");
    if (fine && (!linea_target_read(&target, a->address) ||
                 !linea_target_is_push(&target, c->net->options->push_services)))
        fine = linea_call_refuse(&a->call, 400, "endpoint",
                                 "endpoint: no push service that this server knows");
    if (fine && (!read_key(a, a->secret, PUSH_PUBLIC, "p256dh") ||
                 !read_key(a, a->secret + PUSH_PUBLIC, PUSH_AUTH, "auth") ||
                 !linea_push_is_key(a->secret)))
        linea_call_refuse(&a->call, 400, "keys",
                          "p256dh and auth: the keys of a subscription");
    linea_call_ask(&a->call, write, written);
}

void linea_notices_hook(struct connection *c, struct exchange *e)
{
    struct target target;
    struct add *a = linea_call_begin(c, e, sizeof *a);
    if (!a)
        return;
    a->kind = CHANNEL_HOOK;
    a->length = NOTICE_SECRET;
    randombytes_buf(a->secret, a->length);
    bool fine = linea_call_text(&a->call, a->address, sizeof a->address, "url");
    if (fine && !linea_target_read(&target, a->address))
        linea_call_refuse(&a->call, 400, "url",
                          "url: https://HOST/…, without a name and a password");
    linea_call_ask(&a->call, write, written);
}
