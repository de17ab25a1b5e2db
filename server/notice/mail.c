/*
 * server/notice/mail.c - an address of e-mail, which is confirmed before anything else
 * is sent to it: POST /api/notices/mail, /api/notices/confirm, /u/KEY/stop.
 *
 * A mail has links with keys, which prove by themselves what they are for: the server
 * has hashed it with a secret. In the links they stand behind a '#', which no browser
 * sends; but for the one by which mail programs end notices with one click (RFC 8058).
 *
 * All that a stranger can have a hand in is an address, in which there is room for
 * nothing else (target.h); the rest of a mail are words of our own, in base64.
 *
 * SPDX-License-Identifier: MIT
 */
#include <ctype.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "common/tr.h"
#include "inside.h"
#include "token.h"

enum {
    CODE = 16,
    BYTES = 1 + 8 + 8 + CODE, /* of a key: what for, whose, until when */
    CONFIRM_MS = 2 * 86400000,
    LINE = 76,
    BODY = 3072,
    VARIANT = sodium_base64_VARIANT_URLSAFE_NO_PADDING,
};

static const struct allowance of_account = {"mail-account", 14400000, 6},
                              of_address = {"mail-address", 28800000, 3};

/* Keys. */

static void put(uint8_t out[8], uint64_t number)
{
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t)(number >> (56 - 8 * i));
}

static uint64_t get(const uint8_t bytes[8])
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | bytes[i];
    return number;
}

static void code_of(uint8_t out[CODE], const struct accounts *accounts,
                    const uint8_t bytes[BYTES], const char *address)
{
    static const char purpose[] = "mail";
    crypto_generichash_state state;
    crypto_generichash_init(&state, accounts->options.key, TOKEN_KEY, CODE);
    crypto_generichash_update(&state, (const uint8_t *)purpose, sizeof purpose);
    crypto_generichash_update(&state, bytes, BYTES - CODE);
    crypto_generichash_update(&state, (const uint8_t *)address, strlen(address));
    crypto_generichash_final(&state, out, CODE);
}

static void write_key(char out[NOTICE_KEY], const struct accounts *accounts,
                      enum mail_key what, uint64_t player, const char *address,
                      int64_t expires)
{
    uint8_t bytes[BYTES];
    bytes[0] = (uint8_t)what;
    put(bytes + 1, player);
    put(bytes + 9, (uint64_t)expires);
    code_of(bytes + BYTES - CODE, accounts, bytes, address);
    sodium_bin2base64(out, NOTICE_KEY, bytes, BYTES, VARIANT);
}

/* Read a key as far as that goes without the address. */
static bool read_key(uint8_t bytes[BYTES], const char *text, int64_t now)
{
    size_t length;
    return sodium_base642bin(bytes, BYTES, text, strlen(text), NULL, &length, NULL,
                             VARIANT) == 0 &&
           length == BYTES && bytes[0] <= MAIL_STOP && (int64_t)get(bytes + 9) > now;
}

/* Mails. */

static void write_base64(struct linea_out *out, const char *text, size_t length)
{
    char coded[BODY * 2];
    sodium_bin2base64(coded, sizeof coded, (const uint8_t *)text, length,
                      sodium_base64_VARIANT_ORIGINAL);
    for (const char *at = coded; *at;) {
        size_t some = strnlen(at, LINE);
        linea_out_chars(out, at, some);
        linea_out_text(out, "\r\n");
        at += some;
    }
}

struct mail {
    const char *to, *subject, *text, *stop; /* a key, or NULL */
    uint64_t id;
};

static void write_headers(struct linea_out *out, const struct notices *n,
                          const struct mail *mail)
{
    char id[17], date[32], subject[2 * NOTICE_WORDS];
    const char *host = strchr(n->options->mail_from, '@');
    linea_hub_id_write(id, mail->id);
    linea_notice_date(date, "%a, %d %b %Y %H:%M:%S +0000", milliseconds_now());
    sodium_bin2base64(subject, sizeof subject, (const uint8_t *)mail->subject,
                      strlen(mail->subject), sodium_base64_VARIANT_ORIGINAL);
    const char *const parts[] = {"From: Linea <",
                                 n->options->mail_from,
                                 ">\r\nTo: ",
                                 mail->to,
                                 "\r\nDate: ",
                                 date,
                                 "\r\nMessage-ID: <",
                                 id,
                                 host ? host : "@linea",
                                 ">\r\nSubject: =?UTF-8?B?",
                                 subject,
                                 ("?=\r\nMIME-Version: 1.0\r\n"
                                  "Content-Type: text/plain; charset=utf-8\r\n"
                                  "Content-Transfer-Encoding: base64\r\n"
                                  "Auto-Submitted: auto-generated\r\n")};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        linea_out_text(out, parts[i]);
    if (mail->stop) {
        linea_out_text(out, "List-Unsubscribe: <");
        linea_out_text(out, n->options->site);
        linea_out_text(out, "/u/");
        linea_out_text(out, mail->stop);
        linea_out_text(out, "/stop>\r\nList-Unsubscribe-Post: "
                            "List-Unsubscribe=One-Click\r\n");
    }
    linea_out_text(out, "\r\n");
}

static size_t write_mail(char out[SEND_MAIL], const struct notices *n,
                         const struct mail *mail)
{
    struct linea_out writer;
    linea_out_init(&writer, out, SEND_MAIL);
    write_headers(&writer, n, mail);
    write_base64(&writer, mail->text, strlen(mail->text));
    return writer.full ? 0 : (size_t)(writer.at - out);
}

size_t linea_mail_notice(char out[SEND_MAIL], const struct notices *n,
                         const char *address, const char *language,
                         const struct notice_word *w)
{
    char title[NOTICE_WORDS], text[NOTICE_WORDS], body[BODY], stop[NOTICE_KEY],
        path[24] = "/account", id[17];
    linea_notice_title(title, language, w);
    linea_notice_text(text, language, w);
    linea_hub_id_write(id, w->game);
    if (w->kind != LINEA_NOTICE_TEST)
        snprintf(path, sizeof path, "%s/%s",
                 w->kind == LINEA_NOTICE_CUP ? "/cups" : "/g", id);
    write_key(stop, n->accounts, MAIL_STOP, w->player, address, INT64_MAX);
    snprintf(body, sizeof body, "%s\n%s\n\n%s%s\n\n-- \n%s\n%s/account#stop=%s\n",
             title, text, n->options->site, path,
             tr_in(language, "No more of these mails:"), n->options->site, stop);
    const struct mail mail = {address, title, body, stop, w->id};
    return write_mail(out, n, &mail);
}

/* Confirming. */

struct box {
    struct call call;
    char address[TARGET_MAIL];
    char language[NOTICE_LANGUAGE];
    uint8_t key[BYTES];
    uint8_t number[8]; /* of the mail */
    struct job job;
    bool sent;
    char why[SEND_WHY];
};

static size_t write_confirm(char out[SEND_MAIL], const struct notices *n,
                            const struct box *b, uint64_t player)
{
    char body[BODY], key[NOTICE_KEY];
    const char *language = b->language;
    write_key(key, n->accounts, MAIL_CONFIRM, player, b->address,
              b->call.now + CONFIRM_MS);
    snprintf(
        body, sizeof body, "%s\n\n%s/account#confirm=%s\n\n%s\n",
        tr_in(language, "Somebody wants to be sent notices about their games here. "
                        "If that is you, open this and confirm it within two days:"),
        n->options->site, key,
        tr_in(language, "If it is not you, there is nothing to do: no more comes."));
    const struct mail mail = {b->address, tr_in(language, "Confirm your address"), body,
                              NULL, get(b->number)};
    return write_mail(out, n, &mail);
}

static void send_one(struct job *job, void *context)
{
    struct box *b = (struct box *)((char *)job - offsetof(struct box, job));
    const struct notices *n = b->call.accounts->notices;
    char mail[SEND_MAIL];
    (void)context;
    size_t length = write_confirm(mail, n, b, b->call.exchange->identity.player);
    b->sent = length && linea_send_mail(n->options, b->why, b->address, mail, length);
}

static void sent(struct job *job)
{
    struct box *b = (struct box *)((char *)job - offsetof(struct box, job));
    if (b->sent) {
        linea_call_done(&b->call, "");
        return;
    }
    linea_call_refuse(&b->call, 502, "mail",
                      "the mail could not be sent: look at the address, or try later");
    linea_call_give_up(&b->call);
}

/* Nothing of it counts until it is confirmed; what was there before does not count any
   more. */
static bool keep(struct linea_db *db, struct linea_sql_job *job)
{
    struct box *b = (struct box *)job;
    uint64_t id = b->call.exchange->identity.player;
    const struct linea_value player = linea_value_id(id);
    struct notice_choice choice;
    char lower[TARGET_MAIL] = ""; /* mail hosts take no notice of case */
    for (size_t i = 0; b->address[i]; i++)
        lower[i] = (char)tolower((unsigned char)b->address[i]);
    if (*b->address &&
        (!linea_allowance_take(db, &b->call, &of_account, &id, sizeof id) ||
         !linea_allowance_take(db, &b->call, &of_address, lower, strlen(lower))))
        return true;
    linea_notice_choice(db, &choice, id, 0);
    memcpy(b->language, choice.language, sizeof b->language);
    sql_run(db, "DELETE FROM mailbox WHERE player = $1", player);
    sql_run(db, "DELETE FROM delivery WHERE player = $1 AND channel IS NULL", player);
    if (*b->address)
        sql_run(db, "INSERT INTO mailbox VALUES ($1, $2, 0, $3)", player,
                linea_value_text(b->address), linea_value_int(b->call.now));
    linea_notice_wish(db, id,
                      b->call.accounts->options.serve->notice_delay * (int64_t)1000);
    return true;
}

static void kept(struct linea_sql_job *job)
{
    struct box *b = (struct box *)job;
    struct notices *n = b->call.accounts->notices;
    if (linea_call_failed(&b->call))
        return;
    if (!*b->address) {
        linea_call_done(&b->call, "");
        return;
    }
    randombytes_buf(b->number, sizeof b->number);
    b->job = (struct job){
        .run = send_one, .done = sent, .share = b->call.exchange->identity.player};
    if (n->stopped || !linea_jobs_ask(n->jobs, &b->job)) {
        linea_call_refuse(&b->call, 503, "busy", "much is sent just now: try again");
        linea_call_give_up(&b->call);
    }
}

static void proven(struct call *call)
{
    linea_call_ask(call, keep, kept);
}

void linea_notices_mail(struct connection *c, struct exchange *e)
{
    struct box *b = linea_call_begin(c, e, sizeof *b);
    if (!b)
        return;
    linea_call_text(&b->call, b->address, sizeof b->address, "address");
    if (*b->address && !c->net->accounts->notices->mails)
        linea_call_refuse(&b->call, 409, "no-mail", "this server sends no mail");
    else if (*b->address && !linea_target_is_mail(b->address))
        linea_call_refuse(&b->call, 400, "address",
                          "address: one of e-mail, name@host");
    if (*b->address)
        linea_call_prove(&b->call, proven);
    else
        proven(&b->call);
}

/* What a key says is done without a session: it was sent to the address. */
static bool use_key(struct linea_db *db, struct linea_sql_job *job)
{
    struct box *b = (struct box *)job;
    uint8_t code[CODE];
    uint64_t id = get(b->key + 1);
    const struct linea_value player = linea_value_id(id);
    sql_ask(db, "SELECT address FROM mailbox WHERE player = $1", player);
    bool there = linea_db_next(db);
    code_of(code, b->call.accounts, b->key, there ? linea_db_text(db, 0) : "");
    if (!there || sodium_memcmp(code, b->key + BYTES - CODE, CODE) != 0)
        return linea_call_refuse(&b->call, 404, "missing",
                                 "this link is too old, or was for another address");
    if (b->key[0] == MAIL_CONFIRM)
        sql_run(db, "UPDATE mailbox SET confirmed = $2 WHERE player = $1", player,
                linea_value_int(b->call.now));
    else
        sql_run(db, "DELETE FROM mailbox WHERE player = $1", player);
    linea_notice_wish(db, id,
                      b->call.accounts->options.serve->notice_delay * (int64_t)1000);
    return true;
}

static void used(struct linea_sql_job *job)
{
    struct box *b = (struct box *)job;
    if (linea_call_failed(&b->call))
        return;
    if (b->key[0] == MAIL_CONFIRM)
        linea_notices_fill(b->call.accounts->notices, get(b->key + 1));
    linea_call_done(&b->call, "");
}

static void use(struct box *b, const char *key)
{
    if (!read_key(b->key, key, b->call.now))
        linea_call_refuse(&b->call, 404, "missing",
                          "this link is too old, or was for another address");
    linea_call_ask(&b->call, use_key, used);
}

void linea_notices_confirm(struct connection *c, struct exchange *e)
{
    char key[NOTICE_KEY + 1] = "";
    struct box *b = linea_call_begin(c, e, sizeof *b);
    if (!b)
        return;
    linea_call_text(&b->call, key, sizeof key, "key");
    use(b, key);
}

/* By the click in a mail program: what it sends says nothing new. */
void linea_notices_stop_click(struct connection *c, struct exchange *e)
{
    e->received = 0;
    free(e->body);
    e->body = NULL;
    struct box *b = linea_call_begin(c, e, sizeof *b);
    if (b)
        use(b, e->key);
}

/* A program that opens the address in place of that: the page asks first. */
void linea_notices_stop_page(struct connection *c, struct exchange *e)
{
    char extra[128];
    snprintf(extra, sizeof extra, "Location: /account#stop=%s\r\n", e->key);
    linea_http_reply(c, 303, "text/plain; charset=utf-8", extra, "", 0);
}
