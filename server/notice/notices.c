/*
 * server/notice/notices.c - what belongs to notices is opened and closed together; what
 * there is under which path; what runs by itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "linea/hex.h"

enum { FILL = NOTICE_GAMES };

static const char setting[] = "push-key";

const struct route linea_notice_routes[] = {
    {"/api/notices", HTTP_GET, .scope = SCOPE_OWN, .run = linea_notices_show},
    {"/api/notices", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_choose},
    {"/api/notices/push", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_push},
    {"/api/notices/hook", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_hook},
    {"/api/notices/end", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_end},
    {"/api/notices/feed", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_feed},
    {"/api/notices/mail", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_mail},
    {"/api/notices/test", HTTP_POST, .scope = SCOPE_OWN, .run = linea_notices_test},
    {"/api/notices/confirm", HTTP_POST, .run = linea_notices_confirm},
    {"/u/+/turns.atom", HTTP_GET, .run = linea_notices_atom},
    {"/u/+/turns.ics", HTTP_GET, .run = linea_notices_calendar},
    {"/u/+/stop", HTTP_POST, .run = linea_notices_stop_click},
    {"/u/+/stop", HTTP_GET, .run = linea_notices_stop_page},
    {0},
};

/* The key of the cluster: the first node makes it, and it stays, since browsers take
   messages of that one alone. */
static bool read_pair(struct push_pair *out, struct linea_store *store)
{
    char text[LINEA_STORE_SETTING + 1];
    uint8_t private[PUSH_PRIVATE];
    if (linea_store_get(store, text, setting) != LINEA_STORE_OK)
        return false;
    if (!*text) {
        if (!linea_push_make(out))
            return false;
        linea_hex_write(text, out->private, PUSH_PRIVATE);
        if (linea_store_make_setting(store, text, setting) != LINEA_STORE_OK)
            return false;
    }
    bool fine = linea_hex_read(private, PUSH_PRIVATE, text, strlen(text)) &&
                linea_push_pair(out, private);
    sodium_memzero(text, sizeof text);
    sodium_memzero(private, sizeof private);
    return fine;
}

struct notices *linea_notices_open(struct accounts *accounts)
{
    struct notices *n = calloc(1, sizeof *n);
    const struct serve_options *o = accounts->options.serve;
    const struct jobs_options jobs = {.threads = SENDERS,
                                      .most = 2 * SENDINGS,
                                      .most_of_one = SENDINGS,
                                      .wake = accounts->options.wake,
                                      .wake_context = accounts->options.context};
    if (!n)
        return NULL;
    n->accounts = accounts;
    n->options = o;
    n->mails = *o->site && *o->mail_from && (*o->smtp || *o->sendmail);
    if (linea_send_open() && read_pair(&n->key, accounts->options.net->store) &&
        (n->jobs = linea_jobs_open(&jobs)))
        return n;
    linea_notices_close(n);
    return NULL;
}

void linea_notices_stop(struct notices *n)
{
    n->stopped = true;
    if (n->jobs)
        linea_jobs_close(n->jobs);
    n->jobs = NULL;
}

void linea_notices_close(struct notices *n)
{
    linea_notices_stop(n);
    linea_send_close();
    sodium_memzero(n, sizeof *n);
    free(n);
}

int linea_notices_answer(struct notices *n)
{
    return n->jobs ? linea_jobs_answer(n->jobs) : 0;
}

void linea_notices_tick(struct notices *n)
{
    if (n->stopped)
        return;
    linea_notices_deliver(n);
    if (n->busy || milliseconds_now() < n->next)
        return;
    n->busy = true;
    linea_notices_look_around(n, linea_notices_post);
}

/* Who wants notices from now on has games already in which it is their turn. */
struct fill {
    struct linea_sql_job job;
    struct notices *notices;
    uint64_t player;
    int64_t now;
    uint64_t game[FILL];
    struct hub_glance glance[FILL];
    int count, at;
};

static bool find_games(struct linea_db *db, struct linea_sql_job *job)
{
    struct fill *f = (struct fill *)job;
    f->count = 0;
    sql_ask(db,
            "SELECT p.game FROM player p JOIN wish w ON w.player = p.player"
            " WHERE p.player = $1 AND p.status = 1 AND w.kinds & 2 <> 0"
            " AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.game = p.game"
            " AND n.player = p.player) ORDER BY p.created DESC LIMIT $2",
            linea_value_id(f->player), linea_value_int(FILL));
    while (f->count < FILL && linea_db_next(db))
        f->game[f->count++] = linea_db_id(db, 0);
    return true;
}

/* They are here, and see it; so nothing is sent about these turns but that they end. */
static bool write_games(struct linea_db *db, struct linea_sql_job *job)
{
    const struct fill *f = (const struct fill *)job;
    for (int i = 0; i < f->at; i++)
        if (f->glance[i].turn)
            sql_run(db,
                    "INSERT INTO notice SELECT $1, player, 2, $3, $4, $4, $5, $6, 2"
                    " FROM wish WHERE player = $2 ON CONFLICT DO NOTHING",
                    linea_value_id(f->game[i]), linea_value_id(f->player),
                    linea_value_int(f->glance[i].number), linea_value_int(f->now),
                    linea_value_int(f->glance[i].deadline),
                    linea_value_int(f->glance[i].soon));
    return true;
}

static void filled(struct linea_sql_job *job)
{
    free(job);
}

static void look_next(struct fill *f);

static void glanced(void *context, const struct hub_glance *glance)
{
    struct fill *f = context;
    f->glance[f->at++] = *glance;
    look_next(f);
}

static void look_next(struct fill *f)
{
    const struct accounts *accounts = f->notices->accounts;
    if (f->notices->stopped) {
        free(f);
    } else if (f->at < f->count) {
        linea_hub_glance(accounts->options.hub, f->game[f->at], f->player, glanced, f);
    } else {
        f->job = (struct linea_sql_job){.run = write_games, .done = filled};
        linea_sql_ask(accounts->sql, &f->job);
    }
}

static void found(struct linea_sql_job *job)
{
    struct fill *f = (struct fill *)job;
    if (job->result == LINEA_SQL_OK && f->count > 0)
        look_next(f);
    else
        free(f);
}

void linea_notices_fill(struct notices *n, uint64_t player)
{
    struct fill *f = n->stopped ? NULL : calloc(1, sizeof *f);
    if (!f)
        return;
    f->notices = n;
    f->player = player;
    f->now = milliseconds_now();
    f->job = (struct linea_sql_job){.run = find_games, .done = found, .reads = true};
    linea_sql_ask(n->accounts->sql, &f->job);
}
