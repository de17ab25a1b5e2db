/*
 * server/admin.c - `linea admin`: what the host of a server does to its accounts, also
 * while it runs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "account/call.h"
#include "account/secret.h"
#include "common/clock.h"
#include "common/options.h"
#include "linea/utf8.h"
#include "order/order.h"
#include "rating/rating.h"
#include "serve.h"
#include "sql.h"
#include "store_file.h"

static const char usage[] =
    "admin COMMAND [OPTIONS]\n\n"
    "Look after the accounts of a server, and keep order there, whether it runs or "
    "not.\n"
    "NAME is that of an account, or the number of a player, 16 hex digits.\n\n"
    "  invite    print an invitation, for a server with --registration invite\n"
    "  accounts  list the accounts, newest first\n"
    "  reports   what players have reported and nobody has decided, oldest first\n"
    "  show NAME                what holds for a player\n"
    "  dismiss REPORT           nothing follows from it\n"
    "  warn NAME                they are shown a warning, with --why\n"
    "  mute NAME, unmute NAME   says nothing at any table; may talk again\n"
    "  ban NAME, unban NAME     plays nothing; may play again\n"
    "  forgive NAME             games that they have left are forgotten\n"
    "  close NAME, open NAME    nobody signs in; somebody does again\n"
    "  role NAME ROLE           admin, moderator or none\n"
    "  sign-out NAME            end all sessions and API tokens\n"
    "  log       what was done of this, newest first\n\n"
    "A running server follows within seconds.\n";

struct admin {
    const char *data, *note;
    const char *name, *role; /* of an account; what it is to be */
    const char *why;         /* one of the reasons, which they are shown */
    long uses, days, limit;
    long minutes; /* for how long, 0 for ever */
};

/* linea admin invite */

struct invite {
    struct linea_sql_job job;
    const struct admin *admin;
    char code[SECRET_TEXT];
};

static bool make_invitation(struct linea_db *db, struct linea_sql_job *job)
{
    struct invite *i = (struct invite *)job;
    uint8_t id[SECRET_HASH];
    linea_secret_make(i->code, id, SECRET_INVITATION);
    sql_run(db, "INSERT INTO invitation VALUES ($1, $2, $3, $4)",
            linea_value_bytes(id, sizeof id), linea_value_int(i->admin->uses),
            linea_value_int(milliseconds_now() + i->admin->days * 86400000),
            linea_value_text(i->admin->note));
    return true;
}

static enum linea_sql_result invite(const struct admin *admin, struct linea_sql *sql)
{
    struct invite i = {.job = {.run = make_invitation}, .admin = admin};
    enum linea_sql_result result = linea_sql_run(sql, &i.job);
    if (result == LINEA_SQL_OK)
        printf("%s\n", i.code);
    return result;
}

/* linea admin accounts */

struct listing {
    struct linea_sql_job job;
    const struct admin *admin;
};

static bool list(struct linea_db *db, struct linea_sql_job *job)
{
    const struct listing *l = (struct listing *)job;
    sql_ask(db,
            "SELECT player, name, flags, created FROM account"
            " ORDER BY created DESC, player LIMIT $1",
            linea_value_int(l->admin->limit));
    while (linea_db_next(db)) {
        char id[17], day[16];
        int64_t flags = linea_db_int(db, 2);
        time_t created = (time_t)(linea_db_int(db, 3) / 1000);
        struct tm parts;
        linea_hub_id_write(id, linea_db_id(db, 0));
        strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&created, &parts));
        printf("%s  %s%s%s%s  %s\n", id, day, flags & ACCOUNT_BOT ? " bot" : "",
               flags & ACCOUNT_CLOSED ? " closed" : "",
               flags & ACCOUNT_ADMIN       ? " admin"
               : flags & ACCOUNT_MODERATOR ? " moderator"
                                           : "",
               linea_db_text(db, 1));
    }
    return true;
}

static enum linea_sql_result accounts(const struct admin *admin, struct linea_sql *sql)
{
    struct listing l = {.job = {.run = list, .reads = true}, .admin = admin};
    return linea_sql_run(sql, &l.job);
}

/* What is done to one player: the same as from the page of the house. */

struct doing {
    struct linea_sql_job job;
    const struct admin *admin;
    struct deed deed;
    bool report, found;
};

/* By the name of an account, or else by the number of a player. */
static bool find_player(struct linea_db *db, uint64_t *player, const char *name)
{
    char looks[ACCOUNT_NAME];
    linea_name_looks(looks, sizeof looks, name);
    sql_ask(db, "SELECT player FROM account WHERE looks = $1", linea_value_text(looks));
    if (linea_db_next(db)) {
        *player = linea_db_id(db, 0);
        return true;
    }
    return linea_hub_id_read(player, name, strlen(name)) && *player;
}

static bool run_deed(struct linea_db *db, struct linea_sql_job *job)
{
    struct doing *d = (struct doing *)job;
    const char *name = d->admin->name;
    if (d->report)
        d->found = linea_hub_id_read(&d->deed.report, name, strlen(name));
    else
        d->found = find_player(db, &d->deed.player, name);
    return d->found && linea_deed_do(db, &d->deed);
}

static enum linea_sql_result deed(const struct admin *admin, struct linea_sql *sql,
                                  const char *what)
{
    struct doing d = {
        .job = {.run = run_deed},
        .admin = admin,
        .report = strcmp(what, "dismiss") == 0,
        .deed = {.what = what, .minutes = admin->minutes, .now = milliseconds_now()}};
    snprintf(d.deed.why, sizeof d.deed.why, "%s", admin->why);
    snprintf(d.deed.note, sizeof d.deed.note, "%s", admin->note);
    snprintf(d.deed.role, sizeof d.deed.role, "%s", admin->role);
    enum linea_sql_result result = linea_sql_run(sql, &d.job);
    if (result != LINEA_SQL_REFUSED)
        return result;
    if (d.found)
        complain("admin", "%s", d.deed.message);
    else if (d.report)
        complain("admin",
                 "a report has 16 hex digits: `linea admin reports` lists them");
    else
        complain("admin", "nobody is called \"%s\"", admin->name);
    return LINEA_SQL_TAKEN;
}

/* linea admin reports */

static void print_time(char out[24], int64_t milliseconds_since)
{
    time_t at = (time_t)(milliseconds_since / 1000);
    struct tm parts;
    strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &parts));
}

static bool list_reports(struct linea_db *db, struct linea_sql_job *job)
{
    const struct listing *l = (struct listing *)job;
    sql_ask(db,
            "SELECT id, at, player, name, reason, game, event, line, words FROM report"
            " WHERE decided = 0 ORDER BY at, id LIMIT $1",
            linea_value_int(l->admin->limit));
    while (linea_db_next(db)) {
        char id[17], player[17], game[17], when[24];
        linea_hub_id_write(id, linea_db_id(db, 0));
        linea_hub_id_write(player, linea_db_id(db, 2));
        linea_hub_id_write(game, linea_db_id(db, 5));
        print_time(when, linea_db_int(db, 1));
        printf("%s  %s  %s  %s %s", id, when, linea_db_text(db, 4), player,
               linea_db_text(db, 3));
        if (linea_db_id(db, 5))
            printf("  game %s", game);
        if (linea_db_int(db, 6))
            printf(" event %lld: %s", (long long)linea_db_int(db, 6),
                   linea_db_text(db, 7));
        printf("%s%s\n", *linea_db_text(db, 8) ? "  -- " : "", linea_db_text(db, 8));
    }
    return true;
}

static enum linea_sql_result reports(const struct admin *admin, struct linea_sql *sql)
{
    struct listing l = {.job = {.run = list_reports, .reads = true}, .admin = admin};
    return linea_sql_run(sql, &l.job);
}

/* linea admin show */

struct showing {
    struct linea_sql_job job;
    const struct admin *admin;
    uint64_t player;
};

static void print_measures(struct linea_db *db, uint64_t player)
{
    static const char *const names[MEASURES] = {[MEASURE_MUTE] = "muted",
                                                [MEASURE_BAN] = "banned",
                                                [MEASURE_WARN] = "warned",
                                                [MEASURE_WAIT] = "waits"};
    sql_ask(db,
            "SELECT kind, until, why FROM measure WHERE player = $1 AND"
            " (until = 0 OR until > $2) ORDER BY kind",
            linea_value_id(player), linea_value_int(milliseconds_now()));
    while (linea_db_next(db)) {
        int64_t kind = linea_db_int(db, 0);
        char when[24] = "for ever";
        if (linea_db_int(db, 1))
            print_time(when, linea_db_int(db, 1));
        if (kind == MEASURE_WARN)
            printf("warned, and has not seen it yet  %s\n", linea_db_text(db, 2));
        else if (kind > MEASURE_LOOK && kind < MEASURES)
            printf("%s %s%s  %s\n", names[kind], linea_db_int(db, 1) ? "until " : "",
                   when, linea_db_text(db, 2));
    }
}

static bool show(struct linea_db *db, struct linea_sql_job *job)
{
    struct showing *s = (struct showing *)job;
    char id[17], day[24];
    if (!find_player(db, &s->player, s->admin->name))
        return false;
    linea_hub_id_write(id, s->player);
    sql_ask(db, "SELECT name, created, flags FROM account WHERE player = $1",
            linea_value_id(s->player));
    if (linea_db_next(db)) {
        unsigned flags = (unsigned)linea_db_int(db, 2);
        print_time(day, linea_db_int(db, 1));
        printf("%s  %s  account since %.10s%s%s  role %s\n", id, linea_db_text(db, 0),
               day, flags & ACCOUNT_CLOSED ? "  closed" : "",
               flags & ACCOUNT_BOT ? "  bot" : "",
               linea_role_name(linea_role_of(flags)));
    } else
        printf("%s  has no account\n", id);
    print_measures(db, s->player);
    printf("games left, less what was forgiven: %d\n",
           linea_leavers_score(db, s->player, milliseconds_now()));
    sql_ask(db, "SELECT count(*) FROM report WHERE player = $1 AND decided = 0",
            linea_value_id(s->player));
    printf("reports that wait: %lld\n",
           linea_db_next(db) ? (long long)linea_db_int(db, 0) : 0LL);
    return true;
}

static enum linea_sql_result print_player(const struct admin *admin,
                                          struct linea_sql *sql)
{
    struct showing s = {.job = {.run = show, .reads = true}, .admin = admin};
    enum linea_sql_result result = linea_sql_run(sql, &s.job);
    if (result != LINEA_SQL_REFUSED)
        return result;
    complain("admin", "nobody is called \"%s\"", admin->name);
    return LINEA_SQL_TAKEN;
}

/* linea admin log */

static bool list_log(struct linea_db *db, struct linea_sql_job *job)
{
    const struct listing *l = (struct listing *)job;
    sql_ask(db,
            "SELECT l.at, l.who, l.what, l.player, a.name, l.note FROM audit l"
            " LEFT JOIN account a ON a.player = l.player ORDER BY l.at DESC LIMIT $1",
            linea_value_int(l->admin->limit));
    while (linea_db_next(db)) {
        char id[17], when[24];
        linea_hub_id_write(id, linea_db_id(db, 3));
        print_time(when, linea_db_int(db, 0));
        printf("%s  %s  %s  %s %s  %s\n", when, linea_db_text(db, 1),
               linea_db_text(db, 2), id, linea_db_text(db, 4), linea_db_text(db, 5));
    }
    return true;
}

static enum linea_sql_result print_log(const struct admin *admin, struct linea_sql *sql)
{
    struct listing l = {.job = {.run = list_log, .reads = true}, .admin = admin};
    return linea_sql_run(sql, &l.job);
}

static const struct {
    const char *name;
    int operands; /* with the command itself */
    enum linea_sql_result (*run)(const struct admin *admin, struct linea_sql *sql);
} commands[] = {
    {"invite", 1, invite},     {"accounts", 1, accounts}, {"reports", 1, reports},
    {"show", 2, print_player}, {"log", 1, print_log},     {"dismiss", 2, NULL},
    {"warn", 2, NULL},         {"mute", 2, NULL},         {"unmute", 2, NULL},
    {"ban", 2, NULL},          {"unban", 2, NULL},        {"forgive", 2, NULL},
    {"close", 2, NULL},        {"open", 2, NULL},         {"sign-out", 2, NULL},
    {"role", 3, NULL},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

/* "30m", "12h", "7d": false if it is none of these. */
static bool read_duration(long *minutes, const char *text)
{
    static const struct {
        char unit;
        long minutes;
    } units[] = {{'m', 1}, {'h', 60}, {'d', 24 * 60}};
    enum { MOST_DAYS = 3650 };
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    long number = strtol(text, &end, 10);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end[0] == units[i].unit && !end[1] && number > 0 &&
            number <= MOST_DAYS * 24 * 60 / units[i].minutes) {
            *minutes = number * units[i].minutes;
            return true;
        }
    return false;
}

/* What is wrong with the options; PARSE_OK if nothing is. */
static int check(struct admin *admin, const char *duration)
{
    if (*duration && !read_duration(&admin->minutes, duration))
        return complain("admin",
                        "--for takes 30m, 12h or 7d, at most 3650d, not "
                        "\"%s\"",
                        duration);
    if (*admin->why && !linea_order_is_reason(admin->why))
        return complain("admin",
                        "--why is insult, spam, cheating, name, leaving or other, not "
                        "\"%s\"",
                        admin->why);
    if (strlen(admin->note) >= ORDER_WORDS ||
        !linea_text_clean(admin->note, strlen(admin->note)))
        return complain("admin", "--note takes at most %d bytes of text",
                        ORDER_WORDS - 1);
    return PARSE_OK;
}

/* The database that a server may be using; NULL after a message. */
static struct linea_sql *open_database(const char *command, const char *where)
{
    char error[LINEA_SQL_TEXT];
    bool elsewhere = linea_store_file_is_elsewhere(where);
    struct linea_sql *sql = elsewhere ? NULL : linea_sql_open(error, where, NULL);
    if (elsewhere)
        complain(command, "%s is in use by a server under another name: give that one",
                 where);
    else if (!sql)
        complain(command, "%s", error);
    return sql;
}

static int run(int command, const struct admin *admin)
{
    char error[LINEA_SQL_TEXT];
    struct linea_sql *sql = open_database("admin", admin->data);
    if (!sql)
        return EXIT_NEGATIVE;
    enum linea_sql_result result = linea_account_tables(sql);
    if (result == LINEA_SQL_OK)
        result = linea_order_tables(sql);
    if (result == LINEA_SQL_OK)
        result = commands[command].run ? commands[command].run(admin, sql)
                                       : deed(admin, sql, commands[command].name);
    if (result == LINEA_SQL_REFUSED)
        complain("admin", "%s was written by a newer version of Linea", admin->data);
    else if (result > LINEA_SQL_TAKEN) { /* else it was said already */
        linea_sql_failure(sql, error);
        complain("admin", "%s", error);
    }
    linea_sql_close(sql);
    return result == LINEA_SQL_OK ? EXIT_OK : EXIT_NEGATIVE;
}

int tool_admin(int argc, char **argv)
{
    const char *data = getenv("LINEA_DATA"), *duration = "";
    struct admin admin = {.data = data && *data ? data : "linea.db",
                          .note = "",
                          .why = "",
                          .uses = 1,
                          .days = 30,
                          .limit = 100};
    const struct option_spec options[] = {
        {"--data", "FILE", "the server's database, or postgresql://… (linea.db)",
         .text = &admin.data},
        {"--uses", "N", "how many may use an invitation (1)", .number = &admin.uses,
         .low = 1, .high = 1000000},
        {"--days", "N", "how long it is good (30)", .number = &admin.days, .low = 1,
         .high = 36500},
        {"--note", "TEXT", "whom an invitation is for, or why something is done",
         .text = &admin.note},
        {"--why", "REASON",
         "insult, spam, cheating, name, leaving or other: they are shown it",
         .text = &admin.why},
        {"--for", "TIME", "for how long: 30m, 12h, 7d (for ever)", .text = &duration},
        {"--limit", "N", "accounts, reports, or lines of the log, to list (100)",
         .number = &admin.limit, .low = 1, .high = 1000000000},
        {0},
    };
    int operands;
    int code = options_parse(argc, argv, &operands, options, usage);
    if (code == PARSE_OK)
        code = check(&admin, duration);
    if (code != PARSE_OK)
        return code;
    if (sodium_init() < 0)
        return complain("admin", "libsodium does not start");
    admin.name = operands > 1 ? argv[2] : "";
    admin.role = operands > 2 ? argv[3] : "";
    for (int i = 0; operands > 0 && i < COMMANDS; i++)
        if (strcmp(argv[1], commands[i].name) == 0 && operands == commands[i].operands)
            return run(i, &admin);
    return complain("admin", "which command? `linea admin --help` lists them");
}

int serve_check_ratings(const char *command, const char *where)
{
    char error[LINEA_SQL_TEXT];
    long games = 0, ratings = 0;
    struct linea_sql *sql = open_database(command, where);
    if (!sql)
        return EXIT_NEGATIVE;
    bool same = linea_rating_check(sql, error, &games, &ratings);
    linea_sql_close(sql);
    if (same)
        printf("%ld rated games, %ld ratings: equal to the last bit\n", games, ratings);
    else
        complain(command, "%s: %s", where, error);
    return same ? EXIT_OK : EXIT_NEGATIVE;
}
