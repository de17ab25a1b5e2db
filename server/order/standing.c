/*
 * server/order/standing.c - what the house has against the caller, and until when:
 *
 * GET /api/standing          {"muted":{"until":…,"why":"insult"},"warned":{…},…}
 * POST /api/standing/seen    the warning was read
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "linea/list.h"
#include "options.h"
#include "order.h"

enum { ROOM = 2048 };

struct standing {
    struct call call;
    bool warned;
    int64_t at;
    char why[ORDER_WHY];
    int score;
};

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct standing *s = (struct standing *)job;
    const uint64_t player = s->call.exchange->identity.player;
    s->warned = false;
    sql_ask(db,
            "SELECT at, why FROM measure WHERE player = $1 AND kind = $2"
            " AND until = 0",
            linea_value_id(player), linea_value_int(MEASURE_WARN));
    if (linea_db_next(db)) {
        s->warned = true;
        s->at = linea_db_int(db, 0);
        snprintf(s->why, sizeof s->why, "%s", linea_db_text(db, 1));
    }
    s->score = linea_leavers_score(db, player, s->call.now);
    return true;
}

static void write_measure(const struct standing *s, struct linea_list *object,
                          const char *key, enum measure kind)
{
    const struct exchange *e = s->call.exchange;
    const char *why;
    int64_t until;
    if (!linea_order_holds(s->call.accounts->order, &until, &why, kind, e->who.player,
                           e->who.known ? 0 : e->who.place))
        return;
    struct linea_list one = linea_key_open(object, key, "{", "}");
    linea_key_int(&one, "until", until);
    linea_key_text(&one, "why", why);
    linea_list_close(&one);
}

static void answer(struct standing *s)
{
    const struct serve_options *o = s->call.accounts->options.serve;
    const enum role role = linea_role_of(s->call.exchange->identity.flags);
    const int64_t first = o->leaver_wait * 60000;
    struct linea_list object = linea_list_open(linea_call_out(&s->call), "{", "}");
    linea_key_text(&object, "role", linea_role_name(role));
    write_measure(s, &object, "muted", MEASURE_MUTE);
    write_measure(s, &object, "banned", MEASURE_BAN);
    write_measure(s, &object, "waits", MEASURE_WAIT);
    if (s->warned) {
        struct linea_list one = linea_key_open(&object, "warned", "{", "}");
        linea_key_int(&one, "at", s->at);
        linea_key_text(&one, "why", s->why);
        linea_list_close(&one);
    }
    linea_key_int(&object, "left", s->score);
    /* How long one more game that is left makes them wait, in milliseconds. */
    linea_key_int(&object, "next", linea_leavers_wait(s->score + 1, first));
    linea_key_int(&object, "first", first);
    linea_key_text(&object, "appeal", o->appeal);
    linea_call_answer_list(&s->call, &object, "");
}

static void looked(struct linea_sql_job *job)
{
    struct standing *s = (struct standing *)job;
    if (!linea_call_failed(&s->call))
        answer(s);
}

void linea_standing_show(struct connection *c, struct exchange *e)
{
    struct standing *s = linea_call_begin(c, e, sizeof *s);
    if (!s)
        return;
    if (e->who.player) {
        linea_call_ask(&s->call, look, looked);
        return;
    }
    linea_accounts_place(c->net->accounts, &e->who, c->address->key);
    answer(s);
}

static bool see(struct linea_db *db, struct linea_sql_job *job)
{
    const struct standing *s = (struct standing *)job;
    sql_run(db, "DELETE FROM measure WHERE player = $1 AND kind = $2",
            linea_value_id(s->call.exchange->identity.player),
            linea_value_int(MEASURE_WARN));
    return true;
}

void linea_standing_seen(struct connection *c, struct exchange *e)
{
    struct standing *s = linea_call_begin(c, e, sizeof *s);
    if (s)
        linea_call_ask(&s->call, see, linea_call_ended);
}
