/*
 * server/rating/rater.c - takes the games that are over, one after the other.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "account/call.h"
#include "common/options.h"
#include "log.h"
#include "options.h"
#include "rating.h"

enum {
    LOOK_MS = 1000,   /* between two looks for a game */
    AGAIN_MS = 60000, /* after one that could not be read */
    SUMMARY = 4096,
};

struct rater {
    struct linea_sql_job job;
    struct accounts *accounts;
    bool busy, found;
    int64_t next; /* when to look again */
    struct rated_game game;
    char summary[SUMMARY];
    const char *why;
};

static bool find(struct linea_db *db, struct linea_sql_job *job)
{
    struct rater *r = (struct rater *)job;
    memset(&r->game, 0, sizeof r->game);
    linea_db_ask(db,
                 "SELECT f.game, f.at, g.summary FROM finished f LEFT JOIN game g"
                 " ON g.id = f.game WHERE f.seq IS NULL ORDER BY f.at, f.game LIMIT 1",
                 NULL, 0);
    r->found = linea_db_next(db);
    if (!r->found)
        return true;
    r->game.game = linea_db_id(db, 0);
    r->game.at = linea_db_int(db, 1);
    snprintf(r->summary, sizeof r->summary, "%s", linea_db_text(db, 2));
    sql_ask(db, "SELECT seat, player FROM player WHERE game = $1",
            linea_value_id(r->game.game));
    while (linea_db_next(db)) {
        int64_t seat = linea_db_int(db, 0);
        if (seat >= 0 && seat < LINEA_SEATS)
            r->game.player[seat] = linea_db_id(db, 1);
    }
    return true;
}

static bool keep(struct linea_db *db, struct linea_sql_job *job)
{
    struct rater *r = (struct rater *)job;
    const long minutes = r->accounts->options.serve->leaver_wait;
    return linea_rating_keep(db, &r->why, milliseconds_now(), minutes * 60000,
                             &r->game);
}

static void rest(struct rater *r, int64_t milliseconds)
{
    r->busy = false;
    r->next = milliseconds_now() + milliseconds;
}

static void kept(struct linea_sql_job *job)
{
    struct rater *r = (struct rater *)job;
    char id[17], reason[LINEA_SQL_TEXT];
    linea_hub_id_write(id, r->game.game);
    if (job->result == LINEA_SQL_OK)
        linea_log(LOG_DEBUG, "rated", "game=%s why=\"%s\"", id, r->why);
    else if (job->result != LINEA_SQL_REFUSED) {
        linea_sql_failure(r->accounts->sql, reason);
        linea_log(LOG_ERROR, "rated", "game=%s reason=\"%s\"", id, reason);
    }
    rest(r, job->result == LINEA_SQL_OK ? 0 : LOOK_MS);
    if (!r->accounts->closing)
        linea_rater_tick(r);
}

static void go_on(struct rater *r)
{
    r->job = (struct linea_sql_job){.run = keep, .done = kept};
    linea_sql_ask(r->accounts->sql, &r->job);
}

/* Numbers in place of names: those can change, and be erased. */
static void name_players(struct rated_game *g)
{
    for (int s = 0; s < g->result.result.seats; s++)
        if (g->player[s])
            linea_hub_id_write(g->result.name[s], g->player[s]);
}

static bool read_record(struct rater *r, const char *text, size_t length)
{
    struct rate_source source;
    int code = EXIT_OK;
    FILE *file = length ? fmemopen((void *)text, length, "r") : NULL;
    if (!file || rate_source_use(&source, file, "serve", "record") != EXIT_OK)
        return false;
    bool fine = rate_source_next(&source, &r->game.result, &code);
    rate_source_close(&source);
    return fine;
}

static void record_read(void *context, enum hub_status status, const char *text,
                        size_t length)
{
    struct rater *r = context;
    if (r->accounts->closing || status == HUB_FAILED || status == HUB_TOO_MANY) {
        rest(r, AGAIN_MS);
        return;
    }
    memset(&r->game.result, 0, sizeof r->game.result);
    if (status == HUB_OK && read_record(r, text, length))
        name_players(&r->game);
    else
        memset(&r->game.result, 0, sizeof r->game.result); /* it has no result */
    go_on(r);
}

static bool is_rated(struct rater *r)
{
    bool rated = false;
    struct linea_json *json = malloc(sizeof *json);
    if (json && !linea_json_read(json, r->summary, strlen(r->summary)))
        linea_json_bool(json, &rated, linea_json_get(json, 0, "rated"));
    free(json);
    return rated;
}

static void found(struct linea_sql_job *job)
{
    struct rater *r = (struct rater *)job;
    const struct hub_guest who = {.house = true};
    if (job->result != LINEA_SQL_OK || !r->found || r->accounts->closing) {
        rest(r, LOOK_MS);
        return;
    }
    r->game.rated = is_rated(r);
    linea_hub_record(r->accounts->options.hub, r->game.game, &who, record_read, r);
}

void linea_rater_tick(struct rater *r)
{
    if (r->busy || r->accounts->closing || milliseconds_now() < r->next)
        return;
    r->busy = true;
    r->job = (struct linea_sql_job){.run = find, .done = found, .reads = true};
    linea_sql_ask(r->accounts->sql, &r->job);
}

struct rater *linea_rater_open(struct accounts *accounts)
{
    struct rater *r = calloc(1, sizeof *r);
    if (r)
        r->accounts = accounts;
    return r;
}

/* When the hub and the database have ended: nothing comes back any more. */
void linea_rater_close(struct rater *r)
{
    free(r);
}
