/*
 * server/notice/visit.c - who has been here: a player who is connected, or was after
 * something happened, is sent nothing about it.
 *
 * Each node looks every two seconds who is connected to it, and who has been since the
 * last look, and notes it with what those are to be sent. A bot that only asks by HTTP
 * is here while it asks.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum {
    SOME = 200,      /* players of one question */
    NUMBER = 22,     /* letters of one, with its comma */
    FOUND = 256,     /* rows of one look; the rest are found by the next */
    AHEAD_MS = 5000, /* what is due by the next look, on whichever node */
};

struct seen {
    uint64_t game, player;
    int64_t at;
    int kind, sent;
    bool soon; /* the time for that has come */
};

struct look {
    struct linea_sql_job job;
    struct notices *notices;
    void (*then)(struct notices *notices);
    struct seen *seen;
    int seens;
    int64_t now;
    int count;
    struct notice_visitor who[]; /* in order of their numbers */
};

void linea_notices_came(struct notices *n, uint64_t player)
{
    int64_t now = milliseconds_now();
    if (!player)
        return;
    for (int i = n->visitors; i-- > 0 && i >= n->visitors - 8;)
        if (n->visitor[i].player == player) {
            n->visitor[i].until = now;
            return;
        }
    if (n->visitors == VISITORS) /* the next look is not far */
        memmove(n->visitor, n->visitor + 1, (VISITORS - 1) * sizeof *n->visitor);
    else
        n->visitors++;
    n->visitor[n->visitors - 1] = (struct notice_visitor){player, now};
}

static int compare(const void *left, const void *right)
{
    const struct notice_visitor *a = left, *b = right;
    return a->player < b->player   ? -1
           : a->player > b->player ? 1
           : a->until > b->until   ? -1
                                   : a->until < b->until;
}

static bool is_player(const struct connection *c)
{
    return c->kind != CONNECTION_HTTP && c->player;
}

/* Those who are connected or were, each once with the latest time. NULL without memory.
 */
static struct look *gather(struct notices *n)
{
    const struct net *net = n->accounts->options.net;
    int64_t now = milliseconds_now();
    int room = n->visitors;
    for (const struct connection *c = net->first; c; c = c->next)
        room += is_player(c);
    struct look *look = calloc(1, sizeof *look + (size_t)room * sizeof *look->who);
    if (!look)
        return NULL;
    look->now = now;
    struct notice_visitor *who = look->who;
    for (int i = 0; i < n->visitors; i++)
        who[look->count++] = n->visitor[i];
    for (const struct connection *c = net->first; c; c = c->next)
        if (is_player(c))
            who[look->count++] = (struct notice_visitor){c->player, now};
    n->visitors = 0;
    int count = look->count, kept = 0;
    qsort(who, (size_t)count, sizeof *who, compare);
    for (int i = 0; i < count; i++)
        if (kept == 0 || who[kept - 1].player != who[i].player)
            who[kept++] = who[i];
    look->count = kept;
    return look;
}

static int64_t until_of(const struct look *look, uint64_t player)
{
    const struct notice_visitor *who = look->who;
    for (int low = 0, high = look->count; low < high;) {
        int middle = low + (high - low) / 2;
        if (who[middle].player == player)
            return who[middle].until;
        if (who[middle].player < player)
            low = middle + 1;
        else
            high = middle;
    }
    return 0;
}

/* What some of them are to be sent by the next look, or were sent. */
static void find_some(struct linea_db *db, struct look *look, int from, int to)
{
    static const char question[] =
        "SELECT game, player, at, kind, sent, soon FROM notice WHERE (sent = 1"
        " OR (sent = 0 AND due <= $1) OR (soon > 0 AND soon <= $2)) AND player IN (";
    char text[sizeof question + SOME * NUMBER + 8];
    size_t length = sizeof question - 1;
    memcpy(text, question, sizeof question);
    for (int i = from; i < to; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%" PRId64,
                                   i > from ? "," : "", (int64_t)look->who[i].player);
    snprintf(text + length, sizeof text - length, ")");
    linea_db_ask(
        db, text,
        SQL_VALUES(linea_value_int(look->now + AHEAD_MS), linea_value_int(look->now)));
    while (look->seens < FOUND && linea_db_next(db)) {
        int64_t soon = linea_db_int(db, 5);
        look->seen[look->seens++] = (struct seen){.game = linea_db_id(db, 0),
                                                  .player = linea_db_id(db, 1),
                                                  .at = linea_db_int(db, 2),
                                                  .kind = (int)linea_db_int(db, 3),
                                                  .sent = (int)linea_db_int(db, 4),
                                                  .soon = soon && soon <= look->now};
    }
}

static bool find(struct linea_db *db, struct linea_sql_job *job)
{
    struct look *look = (struct look *)job;
    look->seens = 0;
    for (int from = 0; from < look->count; from += SOME)
        find_some(db, look, from,
                  from + SOME < look->count ? from + SOME : look->count);
    return true;
}

/* One that was here after it happened has seen it; one that was not may be sent
 * another.
 */
static void note_one(struct linea_db *db, const struct look *look, const struct seen *s)
{
    const struct linea_value game = linea_value_id(s->game),
                             player = linea_value_id(s->player),
                             at = linea_value_int(s->at);
    bool after = s->at <= until_of(look, s->player);
    if (s->soon && after)
        sql_run(db, "UPDATE notice SET soon = 0 WHERE game = $1 AND player = $2", game,
                player);
    if (s->sent == 2 || (s->sent == 0 && !after))
        return;
    if (!after)
        sql_run(db,
                "UPDATE notice SET sent = 0 WHERE game = $1 AND player = $2"
                " AND at = $3",
                game, player, at);
    else if (s->kind == LINEA_NOTICE_TURN)
        sql_run(db,
                "UPDATE notice SET sent = 2 WHERE game = $1 AND player = $2"
                " AND at = $3",
                game, player, at);
    else
        sql_run(db, "DELETE FROM notice WHERE game = $1 AND player = $2 AND at = $3",
                game, player, at);
}

static int by_game(const void *left, const void *right)
{
    const struct seen *a = left, *b = right;
    return (int64_t)a->game < (int64_t)b->game   ? -1
           : (int64_t)a->game > (int64_t)b->game ? 1
                                                 : 0;
}

static bool note(struct linea_db *db, struct linea_sql_job *job)
{
    const struct look *look = (struct look *)job;
    for (int i = 0; i < look->seens; i++)
        note_one(db, look, &look->seen[i]);
    return true;
}

static void finish(struct look *look, bool fine)
{
    struct notices *n = look->notices;
    void (*then)(struct notices *) = look->then;
    free(look->seen);
    free(look);
    if (fine)
        then(n);
    else
        linea_notices_rest(n);
}

static void noted(struct linea_sql_job *job)
{
    finish((struct look *)job, job->result == LINEA_SQL_OK);
}

static void found(struct linea_sql_job *job)
{
    struct look *look = (struct look *)job;
    if (job->result != LINEA_SQL_OK || look->seens == 0) {
        finish(look, job->result == LINEA_SQL_OK);
        return;
    }
    /* As the store does, in the order of games: two who write wait for each other. */
    qsort(look->seen, (size_t)look->seens, sizeof *look->seen, by_game);
    *job = (struct linea_sql_job){.run = note, .done = noted};
    linea_sql_ask(look->notices->accounts->sql, job);
}

void linea_notices_look_around(struct notices *n, void (*then)(struct notices *))
{
    struct look *look = gather(n);
    if (look)
        look->seen = malloc(FOUND * sizeof *look->seen);
    if (!look || !look->seen) {
        free(look);
        linea_notices_rest(n);
        return;
    }
    look->notices = n;
    look->then = then;
    if (look->count == 0) {
        finish(look, true);
        return;
    }
    look->job = (struct linea_sql_job){.run = find, .done = found, .reads = true};
    linea_sql_ask(n->accounts->sql, &look->job);
}
