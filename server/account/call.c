/*
 * server/account/call.c - a request about accounts, in steps.
 *
 * SPDX-License-Identifier: MIT
 */
#include "call.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linea/hex.h"
#include "log.h"

/* A browser and a system, as a player would know a device by them: nothing else of what
   a browser says of itself is kept. */
static void read_device(char out[DEVICE], const struct exchange *e)
{
    static const char *const browsers[][2] = {
        {"Edg/", "Edge"},      {"OPR/", "Opera"},     {"Firefox/", "Firefox"},
        {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"},  {"Chromium/", "Chromium"},
        {"Chrome/", "Chrome"}, {"Safari/", "Safari"}, {"Python", "Python"},
        {"curl/", "curl"}};
    static const char *const systems[][2] = {
        {"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"},
        {"Windows", "Windows"}, {"Mac OS X", "Mac"},  {"CrOS", "ChromeOS"},
        {"Linux", "Linux"}};
    const char *browser = "", *system = "";
    for (size_t i = sizeof browsers / sizeof *browsers; i-- > 0;)
        if (strstr(e->agent, browsers[i][0]))
            browser = browsers[i][1];
    for (size_t i = sizeof systems / sizeof *systems; i-- > 0;)
        if (strstr(e->agent, systems[i][0]))
            system = systems[i][1];
    struct linea_out text;
    linea_out_init(&text, out, DEVICE);
    linea_out_text(&text, browser);
    linea_out_text(&text, *browser && *system ? ", " : "");
    linea_out_text(&text, system);
}

void *linea_call_begin(struct connection *c, struct exchange *e, size_t size)
{
    struct linea_json *json = &c->net->json;
    if (e->body && (linea_json_read(json, e->body, e->received) ||
                    linea_json_type(json, 0) != LINEA_JSON_OBJECT)) {
        linea_http_error(c, 400, "the body is not an object of JSON");
        return NULL;
    }
    struct call *call = calloc(1, size);
    if (!call) {
        linea_http_error(c, 503, "no memory");
        return NULL;
    }
    call->size = size;
    call->accounts = c->net->accounts;
    call->exchange = linea_exchange_ask(e);
    call->now = milliseconds_now();
    call->secure = e->secure;
    call->reads = e->route->method == HTTP_GET;
    read_device(call->device, e);
    memcpy(call->address, c->address->key, sizeof call->address);
    return call;
}

bool linea_call_text(struct call *call, char *out, size_t size, const char *key)
{
    const struct linea_json *json = &call->exchange->connection->net->json;
    int value = linea_json_get(json, 0, key);
    *out = '\0';
    if (value < 0)
        return true;
    if (linea_json_string(json, out, size, value) >= 0)
        return true;
    *out = '\0';
    return linea_call_refuse(call, 400, "syntax", key);
}

bool linea_call_number(struct call *call, int64_t *out, const char *key, int64_t most)
{
    return linea_request_number(&call->exchange->request, out, key, most) ||
           linea_call_refuse(call, 400, "syntax", key);
}

bool linea_call_passkey(struct call *call, bool made)
{
    call->passkey = calloc(1, sizeof *call->passkey);
    if (!call->passkey)
        return linea_call_refuse(call, 503, "failed", "no memory: try later");
    return linea_passkey_read(call, call->passkey, made);
}

struct call *linea_call_of(struct linea_sql_job *job)
{
    return (struct call *)job;
}

struct call *linea_call_with(struct password_job *job)
{
    return (struct call *)((char *)job - offsetof(struct call, password));
}

/* Whether it goes no further, and has been answered. */
static bool was_refused(struct call *call)
{
    if (!call->code)
        return false;
    linea_call_give_up(call);
    return true;
}

/* When the server ends, what is under way goes no further either. */
static bool ends(struct call *call)
{
    if (call->accounts->closing)
        linea_call_refuse(call, 503, "failed", "the server stops: try later");
    return was_refused(call);
}

/* What this node knows of somebody may be a minute old: whose account was deleted
   meanwhile writes nothing any more. Their row is locked until the job is done. */
static bool is_there(struct linea_db *db, struct call *call)
{
    const struct exchange *e = call->exchange;
    if (call->reads || !e->identity.account ||
        !(e->route->scope || e->route->needs_player))
        return true;
    return sql_run(db, "UPDATE account SET flags = flags WHERE player = $1",
                   linea_value_id(e->identity.player)) != 0 ||
           linea_call_refuse(call, 401, "gone", "this account was deleted");
}

/* It may be the second time. */
static bool run_step(struct linea_db *db, struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    call->code = NULL;
    return is_there(db, call) && call->step(db, job);
}

void linea_call_ask(struct call *call, linea_sql_run_job *run, linea_sql_job_done *then)
{
    if (ends(call))
        return;
    call->job = (struct linea_sql_job){.run = run_step,
                                       .done = then,
                                       .reads = call->reads,
                                       .share = call->exchange->who.origin};
    call->step = run;
    linea_sql_ask(call->accounts->sql, &call->job);
}

static void note_failure(struct call *call)
{
    char why[LINEA_SQL_TEXT];
    call->accounts->failures++;
    linea_sql_failure(call->accounts->sql, why);
    linea_log(LOG_ERROR, "accounts", "result=%d reason=\"%s\"", call->job.result, why);
}

bool linea_call_failed(struct call *call)
{
    const enum linea_sql_result result = call->job.result;
    if (result == LINEA_SQL_TAKEN) {
        linea_call_refuse(call, 409, "name-taken",
                          "somebody has this name, or one that looks like it");
    } else if (result != LINEA_SQL_OK && !(result == LINEA_SQL_REFUSED && call->code)) {
        note_failure(call);
        linea_call_refuse(call, 503, "failed",
                          "it could not be stored: nothing has happened, try later");
    }
    return was_refused(call);
}

static void ask_password(struct call *call, void (*then)(struct password_job *job))
{
    if (ends(call))
        return;
    call->password.done = then;
    call->password.share = call->exchange->who.origin;
    if (linea_password_ask(call->accounts->passwords, &call->password))
        return;
    linea_call_refuse(call, 503, "busy", "many people sign in just now: try again");
    linea_call_give_up(call);
}

void linea_call_compare(struct call *call, void (*then)(struct password_job *job))
{
    call->password.make = false;
    ask_password(call, then);
}

static void hashed(struct password_job *job)
{
    struct call *call = linea_call_with(job);
    if (!job->fine)
        linea_call_refuse(call, 503, "failed", "no memory: try later");
    linea_call_ask(call, call->step, call->job.done);
}

void linea_call_hash(struct call *call, linea_sql_run_job *run,
                     linea_sql_job_done *then)
{
    call->password.make = true;
    call->step = run;
    call->job.done = then;
    ask_password(call, hashed);
}

bool linea_call_refuse(struct call *call, int status, const char *code,
                       const char *message)
{
    call->status = status;
    call->code = code;
    call->message = message;
    return false;
}

static void forget(struct call *call)
{
    free(call->passkey);
    sodium_memzero(call, call->size);
    free(call);
}

static void answer(struct call *call, int status, const char *extra, const char *text,
                   size_t length)
{
    struct connection *c = linea_exchange_asker(call->exchange);
    if (c)
        linea_http_copy(c, status, "application/json", extra, text, length);
    forget(call);
}

void linea_call_answer(struct call *call, const char *extra, const char *text,
                       size_t length)
{
    answer(call, 200, extra, text, length);
}

void linea_call_answer_with(struct call *call, char *text, size_t length,
                            const char *type, const char *extra)
{
    struct connection *c = linea_exchange_asker(call->exchange);
    if (c) {
        c->exchange->owned = text;
        linea_http_reply(c, 200, type, extra, text, length);
    } else
        free(text);
    forget(call);
}

void linea_call_done(struct call *call, const char *extra)
{
    static const char ok[] = "{\"ok\":true}";
    answer(call, 200, extra, ok, sizeof ok - 1);
}

void linea_call_ended(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (!linea_call_failed(call))
        linea_call_done(call, "");
}

void linea_call_changed(struct linea_sql_job *job)
{
    const struct call *call = linea_call_of(job);
    linea_identity_forget(call->accounts, call->exchange->identity.player);
    linea_call_ended(job);
}

void linea_call_give_up(struct call *call)
{
    struct connection *c = linea_exchange_asker(call->exchange);
    if (c)
        linea_exchange_refuse(c, call->status, call->code, call->message,
                              call->status == 429 ? "Retry-After: 600\r\n" : "");
    forget(call);
}

struct linea_out *linea_call_out(struct call *call)
{
    linea_out_init(&call->out, call->accounts->answer, CALL_ANSWER);
    return &call->out;
}

void linea_call_answer_list(struct call *call, struct linea_list *list,
                            const char *extra)
{
    char *text = call->accounts->answer;
    linea_list_close(list);
    size_t length = (size_t)(call->out.at - text);
    answer(call, call->out.full ? 503 : 200, extra, text, length);
    sodium_memzero(text, length);
}

/* What stands for a secret where it is listed: 64 bits of its hash. */
static void show_id(char out[17], struct linea_db *db, int column)
{
    size_t length;
    const uint8_t *bytes = linea_db_bytes(db, &length, column);
    *out = '\0';
    if (length == SECRET_HASH)
        linea_hex_write(out, bytes, 8);
}

void linea_call_write_id(struct linea_out *out, struct linea_db *db, int column)
{
    char text[17];
    show_id(text, db, column);
    linea_out_string(out, text);
}

bool linea_call_wrote(struct call *call, const char *text, const struct linea_out *out)
{
    call->text = text;
    call->length = (size_t)(out->at - text);
    return !out->full ||
           linea_call_refuse(call, 503, "failed", "there is too much of it");
}

void linea_call_written(struct linea_sql_job *job)
{
    struct call *call = linea_call_of(job);
    if (!linea_call_failed(call))
        linea_call_answer(call, "", call->text, call->length);
}

void linea_key_player(struct linea_list *object, uint64_t player, const char *name)
{
    linea_key_id(object, "player", player);
    linea_key_text(object, "name", name);
}

static void write_column(struct linea_list *object, struct linea_db *db, int i,
                         const char *column)
{
    const char *name = column + strspn(column, "#.$?{");
    char real[32];
    if (*column == '#')
        linea_key_id(object, name, linea_db_id(db, i));
    else if (*column == '$')
        linea_key_text(object, name, linea_db_text(db, i));
    else if (*column == '?')
        linea_key_bool(object, name, linea_db_int(db, i));
    else if (*column != '.' && *column != '{')
        linea_key_int(object, name, linea_db_int(db, i));
    else {
        snprintf(real, sizeof real, "%.17g", linea_db_real(db, i));
        linea_list_key(object, name);
        linea_out_text(object->out, *column == '.' ? real : linea_db_text(db, i));
    }
}

void linea_key_columns(struct linea_list *object, struct linea_db *db,
                       const char *const *columns)
{
    for (int i = 0; columns[i]; i++)
        write_column(object, db, i, columns[i]);
}

void linea_key_rows(struct linea_list *object, struct linea_db *db, const char *key,
                    const char *const *columns)
{
    struct linea_list list = linea_key_open(object, key, "[", "]");
    while (linea_db_next(db)) {
        struct linea_list one = linea_list_object(&list);
        linea_key_columns(&one, db, columns);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

bool linea_call_find(struct linea_db *db, uint8_t id[SECRET_HASH], const char *question,
                     uint64_t player, const char *text)
{
    linea_db_ask(db, question, SQL_VALUES(linea_value_id(player)));
    while (linea_db_next(db)) {
        char shown[17];
        size_t length;
        show_id(shown, db, 0);
        if (!*shown || strcmp(shown, text) != 0)
            continue;
        memcpy(id, linea_db_bytes(db, &length, 0), SECRET_HASH);
        return true;
    }
    return false;
}
