/*
 * server/notice/deliver.c - deliveries on their way: each is taken for two minutes,
 * sent by a thread, and gone once the other side has it. If the server dies in between,
 * it is taken again after that; so it may come twice, with the same number.
 *
 * Of each player one is under way at a time, and one to their webhooks. Those are
 * strangers' and may take long, or never end: they have half of the threads at most,
 * and one that has failed comes after all others.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "linea/hex.h"
#include "linea/list.h"
#include "log.h"

enum {
    LEASE_MS = 120000,
    FIRST_MS = 30000, /* until the second try; each next one waits four times as long */
    TRIES = 7,
    AUTHORIZED_SECONDS = 12 * 3600,
    KEPT_SECONDS = 86400, /* by a push service, for a browser that is off */
    BODY = 1024,
};

/* What takes nothing for so long is removed: milliseconds. */
static const int64_t BROKEN_MS = 14 * (int64_t)86400000;

struct sending {
    struct linea_sql_job sql;
    struct job job;
    struct notices *notices;
    struct notice_word word;
    uint64_t to; /* whom, from the beginning: lane_of() */
    bool hook;
    enum way way;
    uint8_t channel[NOTICE_ID];
    char address[TARGET_URL], language[NOTICE_LANGUAGE];
    uint8_t secret[128];
    size_t secret_length;
    int64_t now, tries, failed;
    bool taken;
    int status; /* of the answer; 0: there was none */
    char why[SEND_WHY];
};

/* What is due. */
struct due {
    struct linea_sql_job job;
    struct notices *notices;
    int64_t now;
    uint64_t id[2 * SENDINGS], to[2 * SENDINGS];
    bool hook[2 * SENDINGS];
    int count;
};

/* Taking. */

static void read_word(struct sending *s, struct linea_db *db)
{
    struct notice_word *w = &s->word;
    w->player = linea_db_id(db, 0);
    w->kind = (int)linea_db_int(db, 2);
    w->game = linea_db_id(db, 3);
    w->number = linea_db_int(db, 4);
    w->at = linea_db_int(db, 5);
    w->deadline = linea_db_int(db, 6);
    snprintf(w->map, sizeof w->map, "%s", linea_db_text(db, 7));
    w->won = linea_db_int(db, 8);
    s->tries = linea_db_int(db, 9);
    s->way = WAY_MAIL;
    if (linea_db_is_null(db, 1))
        return;
    size_t length;
    const void *id = linea_db_bytes(db, &length, 1);
    memcpy(s->channel, id, length == NOTICE_ID ? NOTICE_ID : 0);
    s->way = WAY_PUSH;
}

/* Where it goes; false if that is gone. */
static bool read_address(struct sending *s, struct linea_db *db)
{
    if (s->way == WAY_MAIL)
        sql_ask(db,
                "SELECT address, 0, confirmed FROM mailbox WHERE player = $1"
                " AND confirmed > 0",
                linea_value_id(s->word.player));
    else
        sql_ask(db, "SELECT address, kind, failed, secret FROM channel WHERE id = $1",
                linea_value_bytes(s->channel, NOTICE_ID));
    if (!linea_db_next(db))
        return false;
    snprintf(s->address, sizeof s->address, "%s", linea_db_text(db, 0));
    if (s->way == WAY_MAIL)
        return true;
    s->way = linea_db_int(db, 1) == CHANNEL_PUSH ? WAY_PUSH : WAY_HOOK;
    s->failed = linea_db_int(db, 2);
    const void *secret = linea_db_bytes(db, &s->secret_length, 3);
    if (s->secret_length > sizeof s->secret)
        return false;
    memcpy(s->secret, secret, s->secret_length);
    return true;
}

static bool take(struct linea_db *db, struct linea_sql_job *job)
{
    struct sending *s = (struct sending *)job;
    const struct linea_value id = linea_value_id(s->word.id);
    struct notice_choice choice;
    s->taken = false;
    sql_ask(db,
            "UPDATE delivery SET next = $2, tries = tries + 1 WHERE id = $1"
            " AND next <= $3 RETURNING player, channel, kind, game, number, at,"
            " deadline, map, won, tries",
            id, linea_value_int(s->now + LEASE_MS), linea_value_int(s->now));
    if (!linea_db_next(db))
        return true;
    read_word(s, db);
    if (!read_address(s, db)) {
        sql_run(db, "DELETE FROM delivery WHERE id = $1", id);
        return true;
    }
    linea_notice_choice(db, &choice, s->word.player, 0);
    memcpy(s->language, choice.language, sizeof s->language);
    sql_ask(db, "SELECT count(*) FROM notice WHERE player = $1 AND kind = 2",
            linea_value_id(s->word.player));
    s->word.count = linea_db_next(db) ? linea_db_int(db, 0) : 0;
    s->taken = true;
    return true;
}

/* Sending: by a thread. */

static size_t write_push(char out[PUSH_TEXT], const struct sending *s)
{
    const struct notice_word *w = &s->word;
    char id[17], game[17], text[NOTICE_WORDS];
    struct linea_out writer;
    linea_hub_id_write(id, w->id);
    linea_hub_id_write(game, w->game);
    linea_out_init(&writer, out, PUSH_TEXT);
    struct linea_list list = linea_list_open(&writer, "{", "}");
    linea_key_text(&list, "id", id);
    linea_notice_title(text, s->language, w);
    linea_key_text(&list, "title", text);
    linea_notice_text(text, s->language, w);
    linea_key_text(&list, "text", text);
    if (w->kind != LINEA_NOTICE_TEST)
        linea_key_text(&list, w->kind == LINEA_NOTICE_CUP ? "cup" : "game", game);
    linea_key_int(&list, "count", w->count);
    linea_list_close(&list);
    return writer.full ? 0 : (size_t)(writer.at - out);
}

/* The same for each message about a game, and nobody else's: a newer one takes the
   place of an older one that is not fetched yet. */
static void write_topic(char out[32], const struct sending *s)
{
    uint8_t hash[16];
    crypto_generichash_state state;
    crypto_generichash_init(&state, s->notices->key.private, PUSH_PRIVATE, sizeof hash);
    crypto_generichash_update(&state, (const uint8_t *)&s->word.game,
                              sizeof s->word.game);
    crypto_generichash_update(&state, (const uint8_t *)&s->word.player,
                              sizeof s->word.player);
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2base64(out, 32, hash, sizeof hash,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static void send_push(struct sending *s)
{
    char text[PUSH_TEXT], authorization[PUSH_AUTHORIZATION], topic[32], kept[16];
    uint8_t body[PUSH_BODY], salt[PUSH_SALT];
    struct push_target to;
    struct push_pair once;
    struct target target;
    size_t length = write_push(text, s);
    memcpy(&to, s->secret, sizeof to);
    randombytes_buf(salt, sizeof salt);
    bool fine = length && s->secret_length == sizeof to &&
                linea_target_read(&target, s->address) &&
                linea_target_is_push(&target, s->notices->options->push_services) &&
                linea_push_make(&once) &&
                linea_push_authorize(authorization, &s->notices->key, target.origin,
                                     s->now / 1000 + AUTHORIZED_SECONDS,
                                     s->notices->options->site);
    size_t size = fine ? linea_push_encrypt(body, sizeof body, &to, &once, salt, text,
                                            length, PUSH_TEXT)
                       : 0;
    sodium_memzero(&once, sizeof once);
    if (!size) {
        s->status = 410; /* it is none that can be sent to */
        return;
    }
    write_topic(topic, s);
    snprintf(kept, sizeof kept, "%d", KEPT_SECONDS);
    const struct send_header headers[] = {
        {"Authorization", authorization},
        {"Content-Encoding", "aes128gcm"},
        {"Content-Type", "application/octet-stream"},
        {"TTL", kept},
        {"Topic", topic},
        {"Urgency", s->word.kind == LINEA_NOTICE_SOON ? "high" : "normal"},
        {NULL, NULL}};
    const struct send_post post = {s->address, headers, body, size};
    s->status = linea_send_post(s->notices->options, s->why, &post);
}

static size_t write_hook(char out[BODY], const struct sending *s)
{
    const struct notice_word *w = &s->word;
    char id[17], player[17], game[17];
    struct linea_out writer;
    linea_hub_id_write(id, w->id);
    linea_hub_id_write(player, w->player);
    linea_hub_id_write(game, w->game);
    linea_out_init(&writer, out, BODY);
    struct linea_list list = linea_list_open(&writer, "{", "}");
    linea_key_text(&list, "id", id);
    linea_key_text(&list, "kind", linea_notice_name(w->kind));
    linea_key_text(&list, "player", player);
    if (w->kind != LINEA_NOTICE_TEST)
        linea_key_text(&list, "about", game);
    if (w->map[0])
        linea_key_text(&list, "map", w->map);
    linea_key_int(&list, "at", w->at);
    if (w->deadline)
        linea_key_int(&list, "deadline", w->deadline);
    if (w->kind == LINEA_NOTICE_OVER)
        linea_key_bool(&list, "won", w->won);
    linea_list_close(&list);
    return writer.full ? 0 : (size_t)(writer.at - out);
}

/* HMAC-SHA256 of "TIME.BODY": who listens knows that it is from here and new. */
static void write_signature(char out[96], const struct sending *s, const char *body,
                            size_t length)
{
    uint8_t code[crypto_auth_hmacsha256_BYTES];
    char hex[2 * sizeof code + 1], time[24];
    crypto_auth_hmacsha256_state state;
    snprintf(time, sizeof time, "%lld.", (long long)(s->now / 1000));
    crypto_auth_hmacsha256_init(&state, s->secret, s->secret_length);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)time, strlen(time));
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)body, length);
    crypto_auth_hmacsha256_final(&state, code);
    linea_hex_write(hex, code, sizeof code);
    snprintf(out, 96, "t=%lld,v1=%s", (long long)(s->now / 1000), hex);
}

static void send_hook(struct sending *s)
{
    char body[BODY], signature[96], id[17];
    struct target target;
    size_t length = write_hook(body, s);
    if (!length || !linea_target_read(&target, s->address)) {
        s->status = 410;
        return;
    }
    write_signature(signature, s, body, length);
    linea_hub_id_write(id, s->word.id);
    const struct send_header headers[] = {{"Content-Type", "application/json"},
                                          {"Linea-Delivery", id},
                                          {"Linea-Signature", signature},
                                          {NULL, NULL}};
    const struct send_post post = {s->address, headers, body, length};
    s->status = linea_send_post(s->notices->options, s->why, &post);
}

static void send_mail(struct sending *s)
{
    char mail[SEND_MAIL];
    size_t length =
        linea_mail_notice(mail, s->notices, s->address, s->language, &s->word);
    if (length && s->notices->mails &&
        linea_send_mail(s->notices->options, s->why, s->address, mail, length))
        s->status = 200;
}

static void send_one(struct job *job, void *context)
{
    struct sending *s = (struct sending *)((char *)job - offsetof(struct sending, job));
    (void)context;
    s->now = milliseconds_now();
    if (s->way == WAY_PUSH)
        send_push(s);
    else if (s->way == WAY_HOOK)
        send_hook(s);
    else
        send_mail(s);
}

/* What came of it. */

static void forget_channel(struct linea_db *db, const struct sending *s)
{
    sql_run(db, "DELETE FROM channel WHERE id = $1",
            linea_value_bytes(s->channel, NOTICE_ID));
    sql_run(db, "DELETE FROM delivery WHERE channel = $1",
            linea_value_bytes(s->channel, NOTICE_ID));
    linea_notice_wish(db, s->word.player, s->notices->options->notice_delay * 1000);
}

/* What is not there any more is not asked again: a browser at 404 and 410, a webhook at
   410. */
static bool is_gone(const struct sending *s)
{
    return s->way != WAY_MAIL &&
           (s->status == 410 || (s->status == 404 && s->way == WAY_PUSH) ||
            (s->failed && s->status / 100 != 2 && s->now - s->failed > BROKEN_MS));
}

/* An answer by which another try is of no use. */
static bool is_final(const struct sending *s)
{
    return s->tries >= TRIES || (s->status >= 300 && s->status < 500 &&
                                 s->status != 408 && s->status != 429);
}

static bool note(struct linea_db *db, struct linea_sql_job *job)
{
    const struct sending *s = (const struct sending *)job;
    const struct linea_value id = linea_value_id(s->word.id);
    bool sent = s->status / 100 == 2;
    if (is_gone(s))
        forget_channel(db, s);
    else if (s->way != WAY_MAIL && sent != !s->failed)
        sql_run(db, "UPDATE channel SET failed = $2 WHERE id = $1",
                linea_value_bytes(s->channel, NOTICE_ID),
                linea_value_int(sent ? 0 : s->now));
    if (sent || is_final(s)) {
        sql_run(db, "DELETE FROM delivery WHERE id = $1", id);
        return true;
    }
    int64_t wait = FIRST_MS;
    for (int64_t i = 1; i < s->tries; i++)
        wait *= 4;
    sql_run(db, "UPDATE delivery SET next = $2 WHERE id = $1", id,
            linea_value_int(s->now + wait));
    return true;
}

/* A player, or their webhooks. */
static uint64_t lane_of(uint64_t player, bool hook)
{
    return hook ? ~player : player;
}

static int find_sending(const struct notices *n, uint64_t to)
{
    int i = 0;
    while (i < n->sendings && n->sending_to[i] != to)
        i++;
    return i;
}

static void finish(struct sending *s)
{
    struct notices *n = s->notices;
    n->sending_to[find_sending(n, s->to)] = n->sending_to[--n->sendings];
    n->hooks -= s->hook;
    sodium_memzero(s, sizeof *s);
    free(s);
}

static void noted(struct linea_sql_job *job)
{
    struct sending *s = (struct sending *)job;
    struct notices *n = s->notices;
    finish(s);
    linea_notices_deliver(n); /* there may be another one for them */
}

/* No address stands in the log: some are secrets, and why a stranger's server fails is
   theirs. The host's mail server is the host's. */
static void write_log(const struct sending *s)
{
    static const char *const names[] = {"push", "mail", "webhook"};
    char id[17];
    linea_hub_id_write(id, s->word.id);
    linea_log(s->status / 100 == 2 ? LOG_DEBUG : LOG_INFO, "notice",
              "id=%s way=%s status=%d try=%lld reason=\"%s\"", id, names[s->way],
              s->status, (long long)s->tries, s->way == WAY_MAIL ? s->why : "");
}

static void sent(struct job *job)
{
    struct sending *s = (struct sending *)((char *)job - offsetof(struct sending, job));
    struct notices *n = s->notices;
    bool fine = s->status / 100 == 2;
    n->counters.sent += fine;
    n->counters.failed += !fine;
    write_log(s);
    if (n->stopped) { /* it is taken again later */
        finish(s);
        return;
    }
    s->sql = (struct linea_sql_job){.run = note, .done = noted};
    linea_sql_ask(n->accounts->sql, &s->sql);
}

static void taken(struct linea_sql_job *job)
{
    struct sending *s = (struct sending *)job;
    s->job = (struct job){.run = send_one, .done = sent, .share = s->word.player};
    if (job->result != LINEA_SQL_OK || !s->taken || s->notices->stopped ||
        !linea_jobs_ask(s->notices->jobs, &s->job))
        finish(s);
}

static void begin(struct notices *n, const struct due *due, int i)
{
    struct sending *s = calloc(1, sizeof *s);
    if (!s)
        return;
    s->notices = n;
    s->to = n->sending_to[n->sendings++] = due->to[i];
    s->hook = due->hook[i];
    n->hooks += s->hook;
    s->now = due->now;
    s->word.id = due->id[i];
    s->sql = (struct linea_sql_job){.run = take, .done = taken};
    linea_sql_ask(n->accounts->sql, &s->sql);
}

static bool find(struct linea_db *db, struct linea_sql_job *job)
{
    struct due *due = (struct due *)job;
    due->count = 0;
    /* Those to whom something is under way may be among the first. */
    sql_ask(db,
            "SELECT id, player, rank FROM (SELECT d.id, d.player, d.next,"
            " CASE WHEN c.kind = $3 THEN CASE WHEN c.failed > 0 THEN 2 ELSE 1 END"
            " ELSE 0 END AS rank, ROW_NUMBER() OVER (PARTITION BY d.player,"
            " CASE WHEN c.kind = $3 THEN 1 ELSE 0 END ORDER BY d.next, d.id) AS turn"
            " FROM delivery d LEFT JOIN channel c ON c.id = d.channel"
            " WHERE d.next <= $1) AS due WHERE turn = 1 ORDER BY rank, next LIMIT $2",
            linea_value_int(due->now), linea_value_int(2 * SENDINGS),
            linea_value_int(CHANNEL_HOOK));
    while (due->count < 2 * SENDINGS && linea_db_next(db)) {
        due->hook[due->count] = linea_db_int(db, 2) > 0;
        due->to[due->count] = lane_of(linea_db_id(db, 1), due->hook[due->count]);
        due->id[due->count++] = linea_db_id(db, 0);
    }
    return true;
}

static bool has_room(const struct notices *n, bool hook)
{
    return n->sendings < SENDINGS && !(hook && n->hooks >= HOOKS);
}

static void found(struct linea_sql_job *job)
{
    struct due *due = (struct due *)job;
    struct notices *n = due->notices;
    n->finding = false;
    for (int i = 0; job->result == LINEA_SQL_OK && !n->stopped && i < due->count; i++)
        if (has_room(n, due->hook[i]) && find_sending(n, due->to[i]) == n->sendings)
            begin(n, due, i);
    free(due);
}

void linea_notices_deliver(struct notices *n)
{
    if (n->finding || n->stopped || n->sendings >= SENDINGS ||
        !linea_hub_is_first(n->accounts->options.hub))
        return;
    struct due *due = calloc(1, sizeof *due);
    if (!due)
        return;
    n->finding = true;
    due->notices = n;
    due->now = milliseconds_now();
    due->job = (struct linea_sql_job){.run = find, .done = found, .reads = true};
    linea_sql_ask(n->accounts->sql, &due->job);
}
