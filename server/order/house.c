/*
 * server/order/house.c - what moderators and admins look at, and decide:
 *
 *   GET /api/house/reports?offset=N  that wait, the oldest first, each with the lines
 *                                    around the one that was reported
 *   GET /api/house/accounts?q=an     by how their names begin
 *   GET /api/house/player?id=…       what is known of a player, and what was done
 *   GET /api/house/log?offset=N      what the house has done
 *   POST /api/house/decide           {"report":ID or "player":ID,"do":"mute",
 *                                     "minutes":60,"why":"insult","note":"…"}
 *
 * Only a session of somebody with a role may: no API token. The role is looked up again
 * in the transaction.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "linea/list.h"
#include "linea/utf8.h"
#include "order.h"

enum {
    ROOM = 32000,
    REPORTS = 10, /* of a page */
    AROUND = 6,   /* lines before the reported one, and after it, … */
    LATEST = 400, /* … of so many events */
    LINES = 50,   /* of the log */
    FOUND = 20,
    OF_ONE = 20, /* reports and decisions of a player */
    MOST_MINUTES = 60 * 24 * 3650,
};

struct house {
    struct call call;
    struct deed deed;
    int64_t offset;
    char query[ACCOUNT_NAME], looks[ACCOUNT_NAME];
    uint64_t player;
    struct linea_json *json; /* scratch of the job */
    char text[ROOM];
};

struct reported {
    uint64_t id, player, reporter, game;
    int event;
    int64_t at;
    char name[ACCOUNT_NAME], reason[ORDER_WHY], words[ORDER_WORDS], line[ORDER_WORDS];
};

/* Begin the answer, with the caller's role; false, and the call is refused, if they
   have none just now. */
static bool begin_answer(struct linea_db *db, struct house *h, struct linea_out *out,
                         struct linea_list *object)
{
    sql_ask(db, "SELECT flags FROM account WHERE player = $1",
            linea_value_id(h->call.exchange->identity.player));
    unsigned flags = linea_db_next(db) ? (unsigned)linea_db_int(db, 0) : 0;
    enum role role = flags & ACCOUNT_CLOSED ? ROLE_NONE : linea_role_of(flags);
    if (role == ROLE_NONE)
        return linea_call_refuse(&h->call, 403, "forbidden",
                                 "this is for those who keep order");
    linea_out_init(out, h->text, sizeof h->text);
    *object = linea_list_open(out, "{", "}");
    linea_key_text(object, "role", linea_role_name(role));
    return true;
}

static int read_reports(struct linea_db *db, const struct house *h,
                        struct reported found[REPORTS])
{
    int count = 0;
    sql_ask(db,
            "SELECT id, player, reporter, game, event, at, name, reason, words, line"
            " FROM report WHERE decided = 0 ORDER BY at, id LIMIT $1 OFFSET $2",
            linea_value_int(REPORTS), linea_value_int(h->offset));
    while (count < REPORTS && linea_db_next(db)) {
        struct reported *r = &found[count++];
        *r = (struct reported){.id = linea_db_id(db, 0),
                               .player = linea_db_id(db, 1),
                               .reporter = linea_db_id(db, 2),
                               .game = linea_db_id(db, 3),
                               .event = (int)linea_db_int(db, 4),
                               .at = linea_db_int(db, 5)};
        snprintf(r->name, sizeof r->name, "%s", linea_db_text(db, 6));
        snprintf(r->reason, sizeof r->reason, "%s", linea_db_text(db, 7));
        snprintf(r->words, sizeof r->words, "%s", linea_db_text(db, 8));
        snprintf(r->line, sizeof r->line, "%s", linea_db_text(db, 9));
    }
    return count;
}

/* What was said just before and after; `before` or after. */
static void write_around(struct linea_db *db, struct house *h, struct linea_list *list,
                         const struct reported *r, bool before)
{
    char name[ACCOUNT_NAME], words[ORDER_WORDS];
    struct line {
        int event;
        uint64_t player;
        char name[ACCOUNT_NAME], words[ORDER_WORDS];
    } line[AROUND];
    int count = 0;
    sql_ask(db,
            before ? "SELECT number, player, text FROM note WHERE game = $1"
                     " AND number < $2 AND number >= $3 ORDER BY number DESC"
                   : "SELECT number, player, text FROM note WHERE game = $1"
                     " AND number > $2 AND number <= $3 ORDER BY number",
            linea_value_id(r->game), linea_value_int(r->event),
            linea_value_int(before ? r->event - LATEST : r->event + LATEST));
    while (count < AROUND && linea_db_next(db)) {
        if (!linea_order_read_note(h->json, name, words, linea_db_text(db, 2)))
            continue;
        line[count].event = (int)linea_db_int(db, 0);
        line[count].player = linea_db_id(db, 1);
        memcpy(line[count].name, name, sizeof name);
        memcpy(line[count].words, words, sizeof words);
        count++;
    }
    for (int i = 0; i < count; i++) {
        const struct line *one = &line[before ? count - 1 - i : i];
        struct linea_list object = linea_list_object(list);
        linea_key_int(&object, "event", one->event);
        linea_key_id(&object, "player", one->player);
        linea_key_text(&object, "name", one->name);
        linea_key_text(&object, "text", one->words);
        linea_list_close(&object);
    }
}

static void write_reporter(struct linea_db *db, struct linea_list *object,
                           uint64_t reporter)
{
    linea_key_id(object, "reporter", reporter);
    sql_ask(db, "SELECT name FROM account WHERE player = $1", linea_value_id(reporter));
    if (linea_db_next(db))
        linea_key_text(object, "reporter_name", linea_db_text(db, 0));
}

static void write_report(struct linea_db *db, struct house *h, struct linea_list *list,
                         const struct reported *r)
{
    struct linea_list object = linea_list_object(list);
    linea_key_id(&object, "id", r->id);
    linea_key_int(&object, "at", r->at);
    linea_key_id(&object, "player", r->player);
    linea_key_text(&object, "name", r->name);
    linea_key_text(&object, "reason", r->reason);
    linea_key_text(&object, "words", r->words);
    write_reporter(db, &object, r->reporter);
    sql_ask(db,
            "SELECT (SELECT count(*) FROM report WHERE player = $1 AND decided = 0),"
            " (SELECT count(*) FROM audit WHERE player = $1),"
            " (SELECT count(*) FROM account WHERE player = $1)",
            linea_value_id(r->player));
    if (linea_db_next(db)) {
        linea_key_int(&object, "open", linea_db_int(db, 0));
        linea_key_int(&object, "before", linea_db_int(db, 1));
        linea_key_bool(&object, "account", linea_db_int(db, 2) > 0);
    }
    if (r->game)
        linea_key_id(&object, "game", r->game);
    if (r->event) {
        linea_key_int(&object, "event", r->event);
        linea_key_text(&object, "line", r->line);
        struct linea_list lines = linea_key_open(&object, "earlier", "[", "]");
        write_around(db, h, &lines, r, true);
        linea_list_close(&lines);
        lines = linea_key_open(&object, "later", "[", "]");
        write_around(db, h, &lines, r, false);
        linea_list_close(&lines);
    }
    linea_list_close(&object);
}

static bool list_reports(struct linea_db *db, struct linea_sql_job *job)
{
    struct house *h = (struct house *)job;
    struct linea_out out;
    struct linea_list object;
    if (!begin_answer(db, h, &out, &object))
        return false;
    struct reported *found = calloc(REPORTS, sizeof *found);
    h->json = malloc(sizeof *h->json);
    if (!found || !h->json) {
        free(found);
        free(h->json);
        return linea_call_refuse(&h->call, 503, "failed", "no memory");
    }
    int count = read_reports(db, h, found);
    linea_db_ask(db, "SELECT count(*) FROM report WHERE decided = 0", NULL, 0);
    linea_key_int(&object, "open", linea_db_next(db) ? linea_db_int(db, 0) : 0);
    struct linea_list list = linea_key_open(&object, "reports", "[", "]");
    int written = 0;
    for (; written < count; written++) {
        /* There is always room for one: what does not fit is on the next page. */
        struct linea_out before = out;
        struct linea_list so_far = list;
        write_report(db, h, &list, &found[written]);
        if (!out.full && (size_t)(out.end - out.at) > 64)
            continue;
        out = before;
        list = so_far;
        break;
    }
    linea_list_close(&list);
    linea_key_int(&object, "next", h->offset + written);
    linea_list_close(&object);
    free(found);
    free(h->json);
    return linea_call_wrote(&h->call, h->text, &out);
}

/* The rows of a question, each with these columns: number, name, flags, created. */
static void write_accounts(struct linea_db *db, struct linea_list *list)
{
    while (linea_db_next(db)) {
        struct linea_list one = linea_list_object(list);
        unsigned flags = (unsigned)linea_db_int(db, 2);
        linea_key_id(&one, "player", linea_db_id(db, 0));
        linea_key_text(&one, "name", linea_db_text(db, 1));
        linea_key_text(&one, "role", linea_role_name(linea_role_of(flags)));
        linea_key_bool(&one, "closed", flags & ACCOUNT_CLOSED);
        linea_key_bool(&one, "bot", flags & ACCOUNT_BOT);
        linea_key_int(&one, "created", linea_db_int(db, 3));
        linea_list_close(&one);
    }
}

static bool search(struct linea_db *db, struct linea_sql_job *job)
{
    struct house *h = (struct house *)job;
    struct linea_out out;
    struct linea_list object;
    if (!begin_answer(db, h, &out, &object))
        return false;
    struct linea_list list = linea_key_open(&object, "accounts", "[", "]");
    sql_ask(db,
            "SELECT player, name, flags, created FROM account"
            " WHERE substr(looks, 1, $2) = $1 OR player = $3"
            " ORDER BY looks LIMIT $4",
            linea_value_text(h->looks),
            linea_value_int(linea_utf8_count(h->looks, strlen(h->looks))),
            linea_value_id(h->player), linea_value_int(FOUND));
    write_accounts(db, &list);
    linea_list_close(&list);
    linea_list_close(&object);
    return linea_call_wrote(&h->call, h->text, &out);
}

static void write_measures(struct linea_db *db, struct house *h,
                           struct linea_list *object)
{
    static const char *const names[MEASURES] = {[MEASURE_MUTE] = "muted",
                                                [MEASURE_BAN] = "banned",
                                                [MEASURE_WARN] = "warned",
                                                [MEASURE_WAIT] = "waits"};
    sql_ask(db, "SELECT kind, until, why, at FROM measure WHERE player = $1",
            linea_value_id(h->player));
    while (linea_db_next(db)) {
        int64_t kind = linea_db_int(db, 0), until = linea_db_int(db, 1);
        if (kind <= MEASURE_LOOK || kind >= MEASURES || (until && until <= h->call.now))
            continue;
        struct linea_list one = linea_key_open(object, names[kind], "{", "}");
        linea_key_int(&one, "until", until);
        linea_key_text(&one, "why", linea_db_text(db, 2));
        linea_key_int(&one, "at", linea_db_int(db, 3));
        linea_list_close(&one);
    }
    linea_key_int(object, "left", linea_leavers_score(db, h->player, h->call.now));
}

static void write_past_reports(struct linea_db *db, const struct house *h,
                               struct linea_list *object)
{
    sql_ask(db,
            "SELECT at, reason, line, decision FROM report WHERE player = $1"
            " ORDER BY at DESC LIMIT $2",
            linea_value_id(h->player), linea_value_int(OF_ONE));
    linea_key_rows(object, db, "reports",
                   SQL_COLUMNS("at", "$reason", "$line", "$decision"));
}

#define LOG_ROWS                                                                       \
    "SELECT l.at, l.what, l.note, COALESCE(w.name, l.who), l.player, a.name"           \
    " FROM audit l"                                                                    \
    " LEFT JOIN account w ON w.player = l.actor AND l.actor <> 0"                      \
    " LEFT JOIN account a ON a.player = l.player"

static void write_log(struct linea_db *db, struct linea_list *object)
{
    linea_key_rows(object, db, "log",
                   SQL_COLUMNS("at", "$what", "$note", "$who", "#player", "$name"));
}

static bool show_player(struct linea_db *db, struct linea_sql_job *job)
{
    struct house *h = (struct house *)job;
    struct linea_out out;
    struct linea_list object;
    if (!begin_answer(db, h, &out, &object))
        return false;
    linea_key_id(&object, "player", h->player);
    struct linea_list list = linea_key_open(&object, "accounts", "[", "]");
    sql_ask(db, "SELECT player, name, flags, created FROM account WHERE player = $1",
            linea_value_id(h->player));
    write_accounts(db, &list);
    linea_list_close(&list);
    write_measures(db, h, &object);
    write_past_reports(db, h, &object);
    sql_ask(db, LOG_ROWS " WHERE l.player = $1 ORDER BY l.at DESC LIMIT $2",
            linea_value_id(h->player), linea_value_int(OF_ONE));
    write_log(db, &object);
    linea_list_close(&object);
    return linea_call_wrote(&h->call, h->text, &out);
}

static bool show_log(struct linea_db *db, struct linea_sql_job *job)
{
    struct house *h = (struct house *)job;
    struct linea_out out;
    struct linea_list object;
    if (!begin_answer(db, h, &out, &object))
        return false;
    sql_ask(db, LOG_ROWS " ORDER BY l.at DESC LIMIT $1 OFFSET $2",
            linea_value_int(LINES), linea_value_int(h->offset));
    write_log(db, &object);
    linea_list_close(&object);
    return linea_call_wrote(&h->call, h->text, &out);
}

/* An argument as it was written; false if it is too long, or no text. */
static bool read_argument(struct house *h, char *out, size_t size, const char *key)
{
    char text[3 * ACCOUNT_NAME];
    int n = linea_request_argument(&h->call.exchange->request, text, sizeof text, key);
    *out = '\0';
    if (n == 0)
        return true;
    if (n < 0 || !linea_request_decode(text) || strlen(text) >= size ||
        !linea_text_clean(text, strlen(text)))
        return linea_call_refuse(&h->call, 400, "syntax", key);
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static bool read_arguments(struct house *h)
{
    char id[24];
    if (!read_argument(h, h->query, sizeof h->query, "q") ||
        !read_argument(h, id, sizeof id, "id") ||
        !linea_call_number(&h->call, &h->offset, "offset", REQUEST_MOST_OFFSET))
        return false;
    if (*id && !linea_hub_id_read(&h->player, id, strlen(id)))
        return linea_call_refuse(&h->call, 400, "syntax", "id: 16 hex digits");
    linea_name_looks(h->looks, sizeof h->looks, h->query);
    if (*h->query && !*h->looks)
        memcpy(h->looks, " ", sizeof " "); /* signs alone: nobody's name begins so */
    if (!h->player)
        linea_hub_id_read(&h->player, h->query, strlen(h->query));
    return true;
}

static void begin_look(struct connection *c, struct exchange *e, linea_sql_run_job *run)
{
    struct house *h = linea_call_begin(c, e, sizeof *h);
    if (!h)
        return;
    read_arguments(h);
    linea_call_ask(&h->call, run, linea_call_written);
}

void linea_house_reports(struct connection *c, struct exchange *e)
{
    begin_look(c, e, list_reports);
}

void linea_house_search(struct connection *c, struct exchange *e)
{
    begin_look(c, e, search);
}

void linea_house_player(struct connection *c, struct exchange *e)
{
    begin_look(c, e, show_player);
}

void linea_house_log(struct connection *c, struct exchange *e)
{
    begin_look(c, e, show_log);
}

static bool decide(struct linea_db *db, struct linea_sql_job *job)
{
    struct house *h = (struct house *)job;
    struct deed deed = h->deed; /* it may be the second time */
    if (linea_deed_do(db, &deed))
        return true;
    return linea_call_refuse(&h->call, deed.status, deed.code, deed.message);
}

static void decided(struct linea_sql_job *job)
{
    struct house *h = (struct house *)job;
    struct accounts *accounts = h->call.accounts;
    if (linea_call_failed(&h->call))
        return;
    linea_call_done(&h->call, "");
    linea_order_look(accounts->order);
}

static bool read_ids(struct house *h)
{
    char report[24], player[24];
    return linea_call_text(&h->call, report, sizeof report, "report") &&
           linea_call_text(&h->call, player, sizeof player, "player") &&
           (((!*report || linea_hub_id_read(&h->deed.report, report, strlen(report))) &&
             (!*player ||
              linea_hub_id_read(&h->deed.player, player, strlen(player)))) ||
            linea_call_refuse(&h->call, 400, "syntax",
                              "report, player: numbers of 16 hex digits"));
}

static bool read_deed(struct house *h, const struct linea_json *json)
{
    struct deed *d = &h->deed;
    int minutes = 0, value = linea_json_get(json, 0, "minutes");
    if (!read_ids(h) || !linea_call_text(&h->call, h->query, sizeof h->query, "do") ||
        !linea_call_text(&h->call, d->why, sizeof d->why, "why") ||
        !linea_call_text(&h->call, d->note, sizeof d->note, "note") ||
        !linea_call_text(&h->call, d->role, sizeof d->role, "role"))
        return false;
    if (*d->why && !linea_order_is_reason(d->why))
        return linea_call_refuse(&h->call, 400, "syntax",
                                 "why: insult, spam, cheating, name, leaving or other");
    if (!linea_text_clean(d->note, strlen(d->note)))
        return linea_call_refuse(&h->call, 400, "syntax",
                                 "note: text without control characters");
    if (value >= 0 && !linea_json_int(json, &minutes, value, 0, MOST_MINUTES))
        return linea_call_refuse(&h->call, 400, "syntax",
                                 "minutes: a number, 0 for ever");
    d->minutes = minutes;
    d->what = h->query;
    return true;
}

void linea_house_decide(struct connection *c, struct exchange *e)
{
    struct house *h = linea_call_begin(c, e, sizeof *h);
    if (!h)
        return;
    h->deed.actor = e->identity.player;
    h->deed.now = h->call.now;
    read_deed(h, &c->net->json);
    linea_call_ask(&h->call, decide, decided);
}
