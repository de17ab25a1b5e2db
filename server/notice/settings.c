/*
 * server/notice/settings.c - what notices a player wants, and by which ways: GET
 * /api/notices, POST /api/notices, /test, /end.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <string.h>

#include "inside.h"
#include "linea/hex.h"
#include "linea/list.h"

enum { ROOM = 24576, KIND = 16 };

static const struct allowance changes = {"notices", 60000, 60},
                              tests = {"notice-test", 360000, 10}; /* of an account */

static const char *const ways[WAYS] = {"push", "mail", "hook"};

struct show {
    struct call call;
    char text[ROOM];
};

struct change {
    struct call call;
    struct notice_choice choice;
    bool has_mask[WAYS], has_delay, has_language;
    int way;
    int made;
    char channel[2 * NOTICE_ID + 1];
};

static int64_t usual_delay(const struct call *call)
{
    return call->accounts->options.serve->notice_delay * (int64_t)1000;
}

bool linea_notices_allowed(struct linea_db *db, struct call *call)
{
    uint64_t player = call->exchange->identity.player;
    return linea_allowance_take(db, call, &changes, &player, sizeof player);
}

/* Looking. */

static void write_kinds(struct linea_list *list, const char *key, int mask)
{
    linea_list_key(list, key);
    struct linea_list kinds = linea_list_open(list->out, "[", "]");
    for (int bit = 0; bit < NOTICE_KINDS; bit++)
        if (mask >> bit & 1)
            linea_list_text(&kinds, linea_notice_name(1 << bit));
    linea_list_close(&kinds);
}

static void write_channels(struct linea_list *list, struct linea_db *db,
                           struct linea_value player, const char *key, int kind)
{
    linea_list_key(list, key);
    struct linea_list all = linea_list_open(list->out, "[", "]");
    sql_ask(db,
            "SELECT id, address, device, created, failed FROM channel"
            " WHERE player = $1 AND kind = $2 ORDER BY created",
            player, linea_value_int(kind));
    while (linea_db_next(db)) {
        char id[2 * NOTICE_ID + 1];
        size_t length;
        const void *bytes = linea_db_bytes(db, &length, 0);
        linea_hex_write(id, bytes, length == NOTICE_ID ? NOTICE_ID : 0);
        struct linea_list one = linea_list_object(&all);
        linea_key_text(&one, "id", id);
        /* Of a browser the address is a secret. */
        if (kind == CHANNEL_HOOK)
            linea_key_text(&one, "url", linea_db_text(db, 1));
        else
            linea_key_text(&one, "device", linea_db_text(db, 2));
        linea_key_int(&one, "created", linea_db_int(db, 3));
        linea_key_bool(&one, "failing", linea_db_int(db, 4) > 0);
        linea_list_close(&one);
    }
    linea_list_close(&all);
}

static void write_mailbox(struct linea_list *list, struct linea_db *db,
                          struct linea_value player)
{
    sql_ask(db, "SELECT address, confirmed FROM mailbox WHERE player = $1", player);
    if (!linea_db_next(db))
        return;
    linea_key_text(list, "address", linea_db_text(db, 0));
    linea_key_bool(list, "confirmed", linea_db_int(db, 1) > 0);
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct show *s = (struct show *)job;
    const struct notices *n = s->call.accounts->notices;
    uint64_t id = s->call.exchange->identity.player;
    const struct linea_value player = linea_value_id(id);
    char key[2 * PUSH_PUBLIC];
    struct notice_choice choice;
    struct linea_out out;
    linea_out_init(&out, s->text, sizeof s->text);
    struct linea_list list = linea_list_open(&out, "{", "}");
    linea_notice_choice(db, &choice, id, usual_delay(&s->call));
    sodium_bin2base64(key, sizeof key, n->key.public, PUSH_PUBLIC,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    linea_key_text(&list, "key", key);
    linea_key_bool(&list, "mails", n->mails);
    for (int i = 0; i < WAYS; i++)
        write_kinds(&list, ways[i], choice.mask[i]);
    linea_key_int(&list, "delay", choice.delay / 1000);
    linea_key_text(&list, "language", choice.language);
    write_channels(&list, db, player, "devices", CHANNEL_PUSH);
    write_channels(&list, db, player, "hooks", CHANNEL_HOOK);
    write_mailbox(&list, db, player);
    sql_ask(db, "SELECT created FROM feed WHERE player = $1", player);
    if (linea_db_next(db))
        linea_key_int(&list, "feed", linea_db_int(db, 0));
    linea_list_close(&list);
    return linea_call_wrote(&s->call, s->text, &out);
}

void linea_notices_show(struct connection *c, struct exchange *e)
{
    struct show *s = linea_call_begin(c, e, sizeof *s);
    if (s)
        linea_call_ask(&s->call, look, linea_call_written);
}

/* Choosing. */

/* A list of kinds. False, and the call is refused, if it is none. */
static bool read_kinds(struct change *x, const struct linea_json *json, int way)
{
    int list = linea_json_get(json, 0, ways[way]);
    if (list < 0)
        return true;
    x->has_mask[way] = true;
    x->choice.mask[way] = 0;
    if (linea_json_type(json, list) != LINEA_JSON_ARRAY)
        return linea_call_refuse(&x->call, 400, "syntax", "a list of kinds is none");
    for (int v = linea_json_first(json, list); v >= 0;
         v = linea_json_next(json, list, v)) {
        int kind = linea_notice_kind(json, v);
        if (!kind)
            return linea_call_refuse(&x->call, 400, "syntax",
                                     "kinds: began, turn, over, soon or tournament");
        x->choice.mask[way] |= kind;
    }
    return true;
}

static bool read_change(struct change *x, const struct linea_json *json)
{
    int seconds, delay = linea_json_get(json, 0, "delay");
    for (int way = 0; way < WAYS; way++)
        if (!read_kinds(x, json, way))
            return false;
    x->has_delay = delay >= 0;
    if (x->has_delay && !linea_json_int(json, &seconds, delay, 0, NOTICE_MOST_DELAY))
        return linea_call_refuse(&x->call, 400, "syntax",
                                 "delay: seconds, up to a day");
    x->choice.delay = x->has_delay ? seconds * (int64_t)1000 : 0;
    if (!linea_call_text(&x->call, x->choice.language, sizeof x->choice.language,
                         "language"))
        return false;
    x->has_language = *x->choice.language;
    return strspn(x->choice.language, "abcdefghijklmnopqrstuvwxyz") ==
               strlen(x->choice.language) ||
           linea_call_refuse(&x->call, 400, "syntax", "language: en, it or ro");
}

static bool choose(struct linea_db *db, struct linea_sql_job *job)
{
    struct change *x = (struct change *)job;
    uint64_t player = x->call.exchange->identity.player;
    struct notice_choice choice;
    if (!linea_notices_allowed(db, &x->call))
        return true;
    linea_notice_choice(db, &choice, player, usual_delay(&x->call));
    for (int way = 0; way < WAYS; way++)
        if (x->has_mask[way])
            choice.mask[way] = x->choice.mask[way];
    if (x->has_delay)
        choice.delay = x->choice.delay;
    if (x->has_language)
        memcpy(choice.language, x->choice.language, sizeof choice.language);
    sql_run(db,
            "INSERT INTO choice VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (player)"
            " DO UPDATE SET push = $2, mail = $3, hook = $4, delay = $5, language = $6",
            linea_value_id(player), linea_value_int(choice.mask[WAY_PUSH]),
            linea_value_int(choice.mask[WAY_MAIL]),
            linea_value_int(choice.mask[WAY_HOOK]), linea_value_int(choice.delay),
            linea_value_text(choice.language));
    linea_notice_wish(db, player, usual_delay(&x->call));
    return true;
}

static void chosen(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (linea_call_failed(call))
        return;
    linea_notices_fill(call->accounts->notices, call->exchange->identity.player);
    linea_call_done(call, "");
}

void linea_notices_choose(struct connection *c, struct exchange *e)
{
    struct change *x = linea_call_begin(c, e, sizeof *x);
    if (!x)
        return;
    read_change(x, &c->net->json);
    linea_call_ask(&x->call, choose, chosen);
}

/* A way that ends. */

static bool end(struct linea_db *db, struct linea_sql_job *job)
{
    struct change *x = (struct change *)job;
    uint64_t player = x->call.exchange->identity.player;
    uint8_t id[NOTICE_ID];
    if (!linea_hex_read(id, sizeof id, x->channel, strlen(x->channel)) ||
        sql_run(db, "DELETE FROM channel WHERE player = $1 AND id = $2",
                linea_value_id(player), linea_value_bytes(id, sizeof id)) != 1)
        return linea_call_refuse(&x->call, 404, "missing", "there is no such one");
    sql_run(db, "DELETE FROM delivery WHERE channel = $1",
            linea_value_bytes(id, sizeof id));
    linea_notice_wish(db, player, usual_delay(&x->call));
    return true;
}

void linea_notices_end(struct connection *c, struct exchange *e)
{
    struct change *x = linea_call_begin(c, e, sizeof *x);
    if (!x)
        return;
    linea_call_text(&x->call, x->channel, sizeof x->channel, "channel");
    linea_call_ask(&x->call, end, linea_call_ended);
}

/* One to try it with. */

static bool try(struct linea_db *db, struct linea_sql_job *job)
{
    struct change *x = (struct change *)job;
    const struct notice_word word = {.player = x->call.exchange->identity.player,
                                     .kind = LINEA_NOTICE_TEST,
                                     .at = x->call.now};
    if (!linea_allowance_take(db, &x->call, &tests, &word.player, sizeof word.player))
        return true;
    x->made = linea_notice_address(db, &word, x->call.now, 1 << x->way);
    return x->made > 0 || !linea_db_fine(db) ||
           linea_call_refuse(&x->call, 409, "nowhere",
                             "there is no such way to you yet");
}

static void tried(struct linea_sql_job *job)
{
    struct change *x = (struct change *)job;
    if (linea_call_failed(&x->call))
        return;
    struct linea_list object = linea_list_open(linea_call_out(&x->call), "{", "}");
    linea_key_int(&object, "sent", x->made);
    linea_call_answer_list(&x->call, &object, "");
}

void linea_notices_test(struct connection *c, struct exchange *e)
{
    char way[KIND];
    struct change *x = linea_call_begin(c, e, sizeof *x);
    if (!x)
        return;
    bool fine = linea_call_text(&x->call, way, sizeof way, "way");
    while (fine && x->way < WAYS && strcmp(ways[x->way], way) != 0)
        x->way++;
    if (fine && x->way == WAYS)
        linea_call_refuse(&x->call, 400, "syntax", "way: push, mail or hook");
    linea_call_ask(&x->call, try, tried);
}
