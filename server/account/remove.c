/*
 * server/account/remove.c - the end of an account: POST /api/account/delete.
 *
 * First all ways to sign in are gone, and the number stands in the table `gone`, in one
 * transaction; then name and chat are erased from all games. Other nodes learn of it
 * within a second (order.h), and may have written a name meanwhile; so some minutes
 * later it is done once more. If a server dies in between, another goes on. Games
 * stay sound: the log has hashes of what was erased (store_note.h).
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "call.h"
#include "cup/cups.h"
#include "log.h"
#include "notice/notice.h"
#include "order/order.h"

struct removal {
    struct call call;
    uint64_t player;
};

/* Whatever is kept of a player under their number. The account comes first: who writes
   something else of it locks its row (call.c). */
static const char *const owned[] = {
    "DELETE FROM account WHERE player = $1",
    "DELETE FROM session WHERE player = $1",
    "DELETE FROM token WHERE player = $1",
    "DELETE FROM code WHERE player = $1",
    "DELETE FROM passkey WHERE player = $1",
    "DELETE FROM challenge WHERE player = $1",
    "DELETE FROM tie WHERE player = $1 OR other = $1",
    "DELETE FROM invite WHERE player = $1 OR host = $1",
    "DELETE FROM seek WHERE player = $1",
    "DELETE FROM review WHERE player = $1",
    "DELETE FROM report WHERE player = $1",
    "UPDATE report SET reporter = 0, words = '' WHERE reporter = $1 AND decided > 0",
    "DELETE FROM report WHERE reporter = $1",
    "DELETE FROM measure WHERE player = $1",
    "DELETE FROM place WHERE player = $1",
    "DELETE FROM leaver WHERE player = $1",
};

static bool end_account(struct linea_db *db, struct linea_sql_job *job)
{
    struct removal *r = (struct removal *)job;
    const struct linea_value player = linea_value_id(r->player);
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        sql_run(db, owned[i], player);
    linea_cup_erase(db, r->call.accounts->cups, r->player, r->call.now);
    for (int i = 0; linea_notice_owned[i]; i++)
        sql_run(db, linea_notice_owned[i], player);
    sql_run(db, "INSERT INTO gone VALUES ($1, $2, 0)", player,
            linea_value_int(r->call.now));
    linea_order_measure(db, r->player, MEASURE_GONE, 1, "", r->call.now);
    return true;
}

/* Erasing, which outlives the call. */
struct erasure {
    struct linea_sql_job job;
    struct accounts *accounts;
    struct removal *removal; /* to be answered, or NULL */
    uint64_t player;
    int64_t began;
};

/* After this nobody writes a name that was in their memory: milliseconds. */
enum { SETTLED_MS = 2 * ACCOUNT_REMEMBER_MS };

static bool note_erased(struct linea_db *db, struct linea_sql_job *job)
{
    struct erasure *e = (struct erasure *)job;
    sql_run(db,
            "UPDATE gone SET erased = CASE WHEN at < $2 THEN 2 ELSE 1 END"
            " WHERE player = $1",
            linea_value_id(e->player), linea_value_int(e->began - SETTLED_MS));
    return true;
}

static void noted(struct linea_sql_job *job)
{
    struct erasure *e = (struct erasure *)job;
    struct removal *r = e->removal;
    char cookie[COOKIE_HEADER];
    free(e);
    if (!r)
        return;
    linea_cookie_write(cookie, "", r->call.secure);
    linea_call_done(&r->call, cookie);
}

static void erased(void *context, bool fine)
{
    struct erasure *e = context;
    if (!fine)
        linea_log(LOG_ERROR, "accounts", "reason=\"names are not erased yet\"");
    if (fine) {
        e->job = (struct linea_sql_job){.run = note_erased, .done = noted};
        linea_sql_ask(e->accounts->sql, &e->job);
        return;
    }
    if (e->removal) {
        linea_call_refuse(&e->removal->call, 503, "failed",
                          "the account is gone; your name and what you have said are "
                          "erased as soon as that can be done");
        linea_call_give_up(&e->removal->call);
    }
    free(e);
}

static void erase(struct accounts *accounts, struct removal *removal, uint64_t player)
{
    struct erasure *e = accounts->closing ? NULL : calloc(1, sizeof *e);
    if (!e) {
        if (removal)
            linea_call_done(&removal->call, ""); /* it is done later */
        return;
    }
    *e = (struct erasure){.accounts = accounts,
                          .removal = removal,
                          .player = player,
                          .began = milliseconds_now()};
    linea_hub_erase(accounts->options.hub, player, erased, e);
}

static void ended(struct linea_sql_job *job)
{
    struct removal *r = (struct removal *)job;
    if (linea_call_failed(&r->call))
        return;
    linea_identity_forget(r->call.accounts, r->player);
    erase(r->call.accounts, r, r->player);
}

static void proven(struct call *call)
{
    linea_call_ask(call, end_account, ended);
}

void linea_account_remove(struct connection *c, struct exchange *e)
{
    struct removal *r = linea_call_begin(c, e, sizeof *r);
    if (!r)
        return;
    r->player = e->identity.player;
    linea_call_prove(&r->call, proven);
}

/* What is left to be erased, or is to be once more: one node looks for it. */

enum { SOME = 16, LOOK_MS = 2000 };

struct rest {
    struct linea_sql_job job;
    struct accounts *accounts;
    int64_t now;
    int count;
    uint64_t player[SOME];
};

static bool find_rest(struct linea_db *db, struct linea_sql_job *job)
{
    struct rest *rest = (struct rest *)job;
    rest->count = 0;
    sql_ask(db,
            "SELECT player FROM gone WHERE erased < 2 AND (erased = 0 OR at < $1)"
            " ORDER BY at LIMIT $2",
            linea_value_int(rest->now - SETTLED_MS), linea_value_int(SOME));
    while (rest->count < SOME && linea_db_next(db))
        rest->player[rest->count++] = linea_db_id(db, 0);
    return true;
}

static void found_rest(struct linea_sql_job *job)
{
    struct rest *rest = (struct rest *)job;
    for (int i = 0; job->result == LINEA_SQL_OK && i < rest->count; i++)
        erase(rest->accounts, NULL, rest->player[i]);
    free(rest);
}

void linea_account_erase_rest(struct accounts *accounts)
{
    int64_t now = milliseconds_now();
    if (now < accounts->erase_next || accounts->closing ||
        !linea_hub_is_first(accounts->options.hub))
        return;
    struct rest *rest = calloc(1, sizeof *rest);
    if (!rest)
        return;
    accounts->erase_next = now + LOOK_MS;
    rest->job =
        (struct linea_sql_job){.run = find_rest, .done = found_rest, .reads = true};
    rest->accounts = accounts;
    rest->now = now;
    linea_sql_ask(accounts->sql, &rest->job);
}
