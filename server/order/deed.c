/*
 * server/order/deed.c - what the house does to somebody: the same from its page and
 * from the command line.
 *
 * All of it is one transaction, with the line of the audit log; and whether somebody
 * may is looked up in it, so a role that has just been taken away is worth nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "linea/utf8.h"
#include "order.h"

static const char *const reasons[] = {"insult",  "spam",  "cheating", "name",
                                      "leaving", "other", NULL};

const char *linea_order_reason(int number)
{
    return reasons[number];
}

bool linea_order_is_reason(const char *text)
{
    for (int i = 0; reasons[i]; i++)
        if (strcmp(reasons[i], text) == 0)
            return true;
    return false;
}

enum role linea_role_of(unsigned flags)
{
    return flags & ACCOUNT_ADMIN       ? ROLE_ADMIN
           : flags & ACCOUNT_MODERATOR ? ROLE_MODERATOR
                                       : ROLE_NONE;
}

const char *linea_role_name(enum role role)
{
    return role == ROLE_ADMIN ? "admin" : role == ROLE_MODERATOR ? "moderator" : "none";
}

static bool refuse(struct deed *d, int status, const char *code, const char *message)
{
    d->status = status;
    d->code = code;
    d->message = message;
    return false;
}

/* Whom it is about, as they stand in the database. */
struct subject {
    bool account;
    unsigned flags;
};

static int64_t until_of(const struct deed *d)
{
    return d->minutes ? d->now + d->minutes * 60000 : 0;
}

static bool set_flags(struct linea_db *db, struct deed *d, const struct subject *s,
                      unsigned clear, unsigned set)
{
    if (!s->account)
        return refuse(d, 404, "missing", "that is for accounts, and this is none");
    sql_run(db, "UPDATE account SET flags = $2 WHERE player = $1",
            linea_value_id(d->player), linea_value_int((s->flags & ~clear) | set));
    linea_order_measure(db, d->player, MEASURE_LOOK, 1, "", d->now);
    return true;
}

static void end_sessions(struct linea_db *db, struct deed *d)
{
    sql_run(db, "DELETE FROM session WHERE player = $1", linea_value_id(d->player));
    sql_run(db, "DELETE FROM token WHERE player = $1", linea_value_id(d->player));
    linea_order_measure(db, d->player, MEASURE_LOOK, 1, "", d->now);
}

static bool do_nothing(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)db;
    (void)s;
    return d->report ||
           refuse(d, 400, "syntax", "report: what is dismissed is a report");
}

static bool warn(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)s;
    linea_order_measure(db, d->player, MEASURE_WARN, 0, d->why, d->now);
    return true;
}

static bool mute(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)s;
    linea_order_measure(db, d->player, MEASURE_MUTE, until_of(d), d->why, d->now);
    return true;
}

static bool ban(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)s;
    linea_order_measure(db, d->player, MEASURE_BAN, until_of(d), d->why, d->now);
    sql_run(db, "DELETE FROM seek WHERE player = $1 AND party IS NULL",
            linea_value_id(d->player));
    return true;
}

/* Where they were seen is forgotten with it. */
static bool undo(struct linea_db *db, struct deed *d, enum measure kind)
{
    linea_order_measure(db, d->player, kind, 1, "", d->now);
    sql_run(db,
            "UPDATE place SET until = 1, change = $3 WHERE player = $1"
            " AND kind = $2",
            linea_value_id(d->player), linea_value_int(kind),
            linea_value_int(linea_order_change(db)));
    return true;
}

static bool unmute(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)s;
    return undo(db, d, MEASURE_MUTE);
}

static bool unban(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)s;
    return undo(db, d, MEASURE_BAN);
}

/* What they have left before is forgotten. */
static bool forgive(struct linea_db *db, struct deed *d, const struct subject *s)
{
    (void)s;
    sql_run(db, "DELETE FROM leaver WHERE player = $1", linea_value_id(d->player));
    return undo(db, d, MEASURE_WAIT);
}

static bool close_account(struct linea_db *db, struct deed *d, const struct subject *s)
{
    if (!set_flags(db, d, s, 0, ACCOUNT_CLOSED))
        return false;
    end_sessions(db, d);
    return true;
}

static bool open_account(struct linea_db *db, struct deed *d, const struct subject *s)
{
    return set_flags(db, d, s, ACCOUNT_CLOSED, 0);
}

static bool sign_out(struct linea_db *db, struct deed *d, const struct subject *s)
{
    if (!s->account)
        return refuse(d, 404, "missing", "that is for accounts, and this is none");
    end_sessions(db, d);
    return true;
}

static bool give_role(struct linea_db *db, struct deed *d, const struct subject *s)
{
    unsigned set = strcmp(d->role, "admin") == 0       ? ACCOUNT_ADMIN
                   : strcmp(d->role, "moderator") == 0 ? ACCOUNT_MODERATOR
                                                       : 0;
    if (!set && strcmp(d->role, "none") != 0)
        return refuse(d, 400, "syntax", "role: admin, moderator or none");
    return set_flags(db, d, s, ACCOUNT_ADMIN | ACCOUNT_MODERATOR, set);
}

static const struct verb {
    const char *name;
    enum role least;
    bool (*act)(struct linea_db *db, struct deed *d, const struct subject *s);
} verbs[] = {
    {"dismiss", ROLE_MODERATOR, do_nothing},
    {"warn", ROLE_MODERATOR, warn},
    {"mute", ROLE_MODERATOR, mute},
    {"unmute", ROLE_MODERATOR, unmute},
    {"ban", ROLE_MODERATOR, ban},
    {"unban", ROLE_MODERATOR, unban},
    {"forgive", ROLE_MODERATOR, forgive},
    {"close", ROLE_MODERATOR, close_account},
    {"open", ROLE_MODERATOR, open_account},
    {"sign-out", ROLE_MODERATOR, sign_out},
    {"role", ROLE_ADMIN, give_role},
};

static const struct verb *find_verb(const char *what)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, what) == 0)
            return &verbs[i];
    return NULL;
}

static void look_up(struct linea_db *db, struct subject *s, uint64_t player)
{
    sql_ask(db, "SELECT flags FROM account WHERE player = $1", linea_value_id(player));
    s->account = linea_db_next(db);
    s->flags = s->account ? (unsigned)linea_db_int(db, 0) : 0;
}

/* Whom a report is about. */
static bool find_report(struct linea_db *db, struct deed *d)
{
    sql_ask(db, "SELECT player FROM report WHERE id = $1 AND decided = 0",
            linea_value_id(d->report));
    if (!linea_db_next(db))
        return refuse(d, 404, "missing", "there is no such report, or not any more");
    d->player = linea_db_id(db, 0);
    return true;
}

/* Whether who acts may, as of now. */
static bool may(struct linea_db *db, struct deed *d, const struct verb *verb,
                const struct subject *subject)
{
    struct subject actor;
    if (!d->actor)
        return true;
    look_up(db, &actor, d->actor);
    enum role role =
        actor.flags & ACCOUNT_CLOSED ? ROLE_NONE : linea_role_of(actor.flags);
    if (role < verb->least || role == ROLE_NONE)
        return refuse(d, 403, "forbidden", "that is for others of the house");
    if (verb->act != do_nothing && role <= linea_role_of(subject->flags))
        return refuse(d, 403, "forbidden",
                      "nobody acts on somebody of the same or a higher role");
    return true;
}

/* A measure answers all that was reported of somebody; who dismisses means one. */
static void settle(struct linea_db *db, const struct deed *d, const struct verb *verb)
{
    if (verb->act == do_nothing)
        sql_run(db,
                "UPDATE report SET decided = $2, decision = 'dismiss' WHERE id = $1",
                linea_value_id(d->report), linea_value_int(d->now));
    else if (verb->act == warn || verb->act == mute || verb->act == ban ||
             verb->act == close_account)
        sql_run(db,
                "UPDATE report SET decided = $2, decision = $3 WHERE player = $1"
                " AND decided = 0",
                linea_value_id(d->player), linea_value_int(d->now),
                linea_value_text(d->what));
}

void linea_order_audit(struct linea_db *db, uint64_t actor, const char *what,
                       uint64_t player, const char *note, int64_t now)
{
    char who[24] = "command line";
    if (actor)
        linea_hub_id_write(who, actor);
    sql_run(db,
            "INSERT INTO audit (at, who, what, player, note, actor)"
            " VALUES ($1, $2, $3, $4, $5, $6)",
            linea_value_int(now), linea_value_text(who), linea_value_text(what),
            linea_value_id(player), linea_value_text(note), linea_value_id(actor));
}

static void write_audit(struct linea_db *db, const struct deed *d,
                        const struct verb *verb)
{
    char what[64];
    const bool lasts = verb->act == mute || verb->act == ban;
    if (verb->act == give_role)
        snprintf(what, sizeof what, "%s",
                 strcmp(d->role, "none") ? d->role : "role none");
    else if (lasts && d->minutes)
        snprintf(what, sizeof what, "%s %lldm%s%s", d->what, (long long)d->minutes,
                 *d->why ? " " : "", d->why);
    else
        snprintf(what, sizeof what, "%s%s%s", d->what, *d->why ? " " : "", d->why);
    linea_order_audit(db, d->actor, what, d->player, d->note, d->now);
}

bool linea_deed_do(struct linea_db *db, struct deed *d)
{
    struct subject subject;
    const struct verb *verb = find_verb(d->what);
    d->code = NULL;
    if (!verb)
        return refuse(d, 400, "syntax", "do: there is no such decision");
    linea_order_change(db); /* one after the other */
    if (d->report && !find_report(db, d))
        return false;
    if (!d->player)
        return refuse(d, 400, "syntax", "player, or report: a number");
    look_up(db, &subject, d->player);
    if (!may(db, d, verb, &subject) || !verb->act(db, d, &subject))
        return false;
    settle(db, d, verb);
    write_audit(db, d, verb);
    return true;
}

bool linea_order_read_note(struct linea_json *json, char name[ACCOUNT_NAME],
                           char words[ORDER_WORDS], const char *note)
{
    if (linea_json_read(json, note, strlen(note)))
        return false;
    int at = linea_json_first(json, 0);
    at = at >= 0 ? linea_json_next(json, 0, at) : -1;
    if (at < 0 || linea_json_string(json, name, ACCOUNT_NAME, at) < 0)
        return false;
    at = linea_json_next(json, 0, at);
    return !words || (at >= 0 && linea_json_string(json, words, ORDER_WORDS, at) >= 0);
}
