/*
 * server/order/report.c - somebody reports somebody: POST /api/reports
 *
 *   {"game":ID,"event":17,"reason":"insult","words":"…"}   who has said that line
 *   {"game":ID,"seat":2,"reason":"cheating"}               who sits there
 *   {"player":ID,"reason":"name"}                          an account
 *
 * A line counts only if who reports it can see it: the hub is asked for it as that
 * player. What is kept of one player, and of all, is bounded; nobody is reported for
 * the same twice by the same.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linea/game.h"
#include "linea/utf8.h"
#include "order.h"
#include "token.h"

enum {
    OPEN_OF_ONE = 20,  /* reports of a player that wait to be looked at … */
    OPEN_OF_ALL = 5000 /* … and of all */
};

static const struct allowance by_account = {"report", 1800000, 10}, /* of an account */
    by_address = {"report address", 900000, 20}, /* of all at an address … */
    by_guests = {"report guests", 3600000, 5};   /* … and of guests there */

struct report {
    struct call call;
    uint64_t game, player, id;
    int event, seat; /* 0 and -1 for none */
    char reason[ORDER_WHY], words[ORDER_WORDS];
    char name[ACCOUNT_NAME], line[ORDER_WORDS];
};

static bool is_allowed(struct linea_db *db, struct report *r)
{
    const struct identity *who = &r->call.exchange->identity;
    return linea_allowance_take(db, &r->call, &by_address, r->call.address,
                                sizeof r->call.address) &&
           (who->account
                ? linea_allowance_take(db, &r->call, &by_account, &who->player,
                                       sizeof who->player)
                : linea_allowance_take(db, &r->call, &by_guests, r->call.address,
                                       sizeof r->call.address));
}

/* The name of somebody at a table, and perhaps what they have said there. */
static bool read_notes(struct linea_db *db, struct report *r)
{
    struct linea_json *json = malloc(sizeof *json);
    bool found = false;
    if (!json)
        return false;
    while (!found && linea_db_next(db)) {
        found = linea_order_read_note(json, r->name, r->event ? r->line : NULL,
                                      linea_db_text(db, 0));
        if (found && r->event)
            r->player = linea_db_id(db, 1);
    }
    free(json);
    return found;
}

static bool find_by_line(struct linea_db *db, struct report *r)
{
    sql_ask(db, "SELECT text, player FROM note WHERE game = $1 AND number = $2",
            linea_value_id(r->game), linea_value_int(r->event));
    return read_notes(db, r) ||
           linea_call_refuse(&r->call, 404, "missing",
                             "nobody has said that, or not any more");
}

static bool find_by_seat(struct linea_db *db, struct report *r)
{
    sql_ask(db, "SELECT player FROM player WHERE game = $1 AND seat = $2",
            linea_value_id(r->game), linea_value_int(r->seat));
    r->player = linea_db_next(db) ? linea_db_id(db, 0) : 0;
    if (!r->player)
        return linea_call_refuse(&r->call, 404, "missing", "no person sits there");
    sql_ask(db,
            "SELECT text, player FROM note WHERE game = $1 AND player = $2"
            " ORDER BY number DESC LIMIT 8",
            linea_value_id(r->game), linea_value_id(r->player));
    read_notes(db, r);
    return true;
}

static bool find(struct linea_db *db, struct report *r)
{
    if (r->event)
        return find_by_line(db, r);
    if (r->game)
        return find_by_seat(db, r);
    sql_ask(db, "SELECT name FROM account WHERE player = $1",
            linea_value_id(r->player));
    if (!linea_db_next(db))
        return linea_call_refuse(&r->call, 404, "missing", "there is no such player");
    snprintf(r->name, sizeof r->name, "%s", linea_db_text(db, 0));
    return true;
}

static int64_t count(struct linea_db *db, const struct report *r, bool of_all)
{
    if (of_all)
        linea_db_ask(db, "SELECT count(*) FROM report WHERE decided = 0", NULL, 0);
    else
        sql_ask(db, "SELECT count(*) FROM report WHERE decided = 0 AND player = $1",
                linea_value_id(r->player));
    return linea_db_next(db) ? linea_db_int(db, 0) : 0;
}

/* The house has enough to look at of them: one more is thanked for, and says nothing
   new. */
static bool is_one_too_many(struct linea_db *db, struct report *r, bool *fine)
{
    *fine = true;
    if (count(db, r, false) >= OPEN_OF_ONE)
        return true;
    if (count(db, r, true) < OPEN_OF_ALL)
        return false;
    *fine = linea_call_refuse(&r->call, 503, "busy",
                              "the host has more reports than anybody can look at: "
                              "try another day");
    return true;
}

static bool keep(struct linea_db *db, struct linea_sql_job *job)
{
    struct report *r = (struct report *)job;
    const struct identity *who = &r->call.exchange->identity;
    bool fine;
    if (!is_allowed(db, r))
        return true;        /* what was counted stays so */
    linea_order_change(db); /* one after the other, or two could both be the last */
    if (!find(db, r))
        return true;
    if (r->player == who->player) {
        linea_call_refuse(&r->call, 400, "syntax", "that is you");
        return true;
    }
    if (is_one_too_many(db, r, &fine))
        return true;
    int64_t made = sql_run(
        db,
        "INSERT INTO report VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0, '')"
        " ON CONFLICT DO NOTHING",
        linea_value_id(r->id), linea_value_int(r->call.now),
        linea_value_id(who->player), linea_value_id(r->player),
        linea_value_text(r->name), linea_value_id(r->game), linea_value_int(r->event),
        linea_value_text(r->reason), linea_value_text(r->words),
        linea_value_text(r->line));
    if (made == 0)
        linea_call_refuse(&r->call, 409, "done", "you have reported this already");
    return true;
}

static void ask(struct report *r)
{
    const struct accounts_options *o = &r->call.accounts->options;
    if (o->allow && !o->allow(o->context, r->call.exchange->who.origin, HUB_COST_KEPT,
                              sizeof r->words + sizeof r->line))
        linea_call_refuse(&r->call, 429, "too-many",
                          "too much was kept for this address");
    linea_call_ask(&r->call, keep, linea_call_ended);
}

/* What has happened from that event on, as who reports it may know. */
static void seen(void *context, enum hub_status status, const char *text, size_t length)
{
    struct report *r = context;
    char start[80];
    int n = snprintf(start, sizeof start,
                     "{\"id\":1,\"ok\":true,\"history\":[{\"event\":%d,", r->event);
    bool there =
        status == HUB_OK && length > (size_t)n && strncmp(text, start, (size_t)n) == 0;
    if (there) {
        ask(r);
        return;
    }
    if (status == HUB_OK || status == HUB_MISSING)
        linea_call_refuse(&r->call, 404, "missing", "nobody has said that");
    else
        linea_call_refuse(&r->call, 503, "failed",
                          "the game cannot be read: try later");
    linea_call_give_up(&r->call);
}

static void look(struct report *r)
{
    char request[64];
    int n = snprintf(request, sizeof request,
                     "{\"id\":1,\"do\":\"history\",\"from\":%d}", r->event);
    linea_hub_request(r->call.accounts->options.hub, r->game, &r->call.exchange->who,
                      request, (size_t)n, seen, r);
}

static bool read_id(struct report *r, uint64_t *out, const char *key)
{
    char text[24];
    return linea_call_text(&r->call, text, sizeof text, key) &&
           (!*text || (linea_hub_id_read(out, text, strlen(text)) && *out) ||
            linea_call_refuse(&r->call, 400, "syntax",
                              "game, player: numbers of 16 hex digits"));
}

static bool read_body(struct report *r, const struct linea_json *json)
{
    int event = linea_json_get(json, 0, "event"),
        seat = linea_json_get(json, 0, "seat");
    r->seat = -1;
    if (!read_id(r, &r->game, "game") || !read_id(r, &r->player, "player") ||
        !linea_call_text(&r->call, r->reason, sizeof r->reason, "reason") ||
        !linea_call_text(&r->call, r->words, sizeof r->words, "words"))
        return false;
    if (!linea_order_is_reason(r->reason))
        return linea_call_refuse(
            &r->call, 400, "syntax",
            "reason: insult, spam, cheating, name, leaving or other");
    if (!linea_text_clean(r->words, strlen(r->words)))
        return linea_call_refuse(&r->call, 400, "syntax",
                                 "words: text without control characters");
    if ((event >= 0 && !linea_json_int(json, &r->event, event, 1, INT32_MAX)) ||
        (seat >= 0 && !linea_json_int(json, &r->seat, seat, 0, LINEA_SEATS - 1)))
        return linea_call_refuse(&r->call, 400, "syntax", "event, seat: a number");
    bool at_table = r->game && !r->player && (r->event > 0) != (r->seat >= 0);
    bool alone = r->player && !r->game && !r->event && r->seat < 0;
    return at_table || alone ||
           linea_call_refuse(&r->call, 400, "syntax",
                             "who is it? game and event, game and seat, or player");
}

void linea_report_make(struct connection *c, struct exchange *e)
{
    struct report *r = linea_call_begin(c, e, sizeof *r);
    if (!r)
        return;
    r->id = linea_token_new_player();
    if (!read_body(r, &c->net->json))
        linea_call_give_up(&r->call);
    else if (r->event)
        look(r);
    else
        ask(r);
}
