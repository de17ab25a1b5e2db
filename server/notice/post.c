/*
 * server/notice/post.c - what is due to be sent: one node looks whether it still holds,
 * and makes deliveries of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "log.h"

enum {
    LOOK_MS = 1000, /* between two looks at the table */
    GRACE_MS = 5000,
    AGAIN_MS = 5 * 60000,  /* for a game that cannot be read */
    GIVE_UP_MS = 86400000, /* after so long it is no news any more */
    SOME = 16,
    WAITING = 64, /* deliveries of a player that wait; what is more is dropped */
};

struct post {
    struct linea_sql_job job;
    struct notices *notices;
    int64_t now, grace; /* for other nodes to say who is connected there */
    struct notice_word word[SOME];
    struct hub_glance glance[SOME];
    int count, at, made;
};

void linea_notices_rest(struct notices *n)
{
    n->busy = false;
    n->next = milliseconds_now() + LOOK_MS;
}

static void read_word(struct post *p, struct linea_db *db)
{
    struct notice_word *w = &p->word[p->count++];
    *w = (struct notice_word){.game = linea_db_id(db, 0),
                              .player = linea_db_id(db, 1),
                              .kind = (int)linea_db_int(db, 2),
                              .number = linea_db_int(db, 3),
                              .at = linea_db_int(db, 4)};
}

static bool find(struct linea_db *db, struct linea_sql_job *job)
{
    struct post *p = (struct post *)job;
    const struct linea_value due = linea_value_int(p->now - p->grace),
                             some = linea_value_int(SOME);
    p->count = 0;
    sql_ask(db,
            "SELECT game, player, kind, number, at FROM notice WHERE sent = 0"
            " AND kind > 0 AND due <= $1 ORDER BY due LIMIT $2",
            due, some);
    while (p->count < SOME && linea_db_next(db))
        read_word(p, db);
    if (p->count > 0) /* with a notice of a turn there is none that it ends soon */
        return true;
    sql_ask(db,
            "SELECT game, player, 8, number, at FROM notice WHERE kind = 2"
            " AND soon > 0 AND soon <= $1 ORDER BY soon LIMIT $2",
            due, some);
    while (p->count < SOME && linea_db_next(db))
        read_word(p, db);
    return true;
}

/* Whether a tournament has a table for them that is not played yet. */
static void find_seat(struct linea_db *db, struct hub_glance *g,
                      const struct notice_word *w)
{
    sql_ask(db,
            "SELECT c.map FROM cup_seat s JOIN cup_game g ON g.game = s.game"
            " JOIN cup c ON c.id = g.cup WHERE s.player = $1 AND g.cup = $2",
            linea_value_id(w->player), linea_value_id(w->game));
    g->seated = linea_db_next(db);
    if (g->seated)
        snprintf(g->map, sizeof g->map, "%s", linea_db_text(db, 0));
}

/* Whether it is still so. */
static bool holds(const struct notice_word *w, const struct hub_glance *g, int64_t now)
{
    switch (w->kind) {
    case LINEA_NOTICE_BEGAN:
        return g->seated && g->begun && !g->over;
    case LINEA_NOTICE_TURN:
        return g->turn;
    case LINEA_NOTICE_OVER:
        return g->seated && g->over;
    case LINEA_NOTICE_SOON:
        return g->turn && g->soon && g->soon <= now && g->deadline > now;
    default: /* of a tournament: there is a table for them */
        return g->seated;
    }
}

static void write_delivery(struct linea_db *db, const struct notice_word *w,
                           struct linea_value channel, int64_t now)
{
    uint64_t id;
    randombytes_buf(&id, sizeof id);
    sql_run(db,
            "INSERT INTO delivery VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0,"
            " $11)",
            linea_value_id(id), linea_value_id(w->player), channel,
            linea_value_int(w->kind), linea_value_id(w->game),
            linea_value_int(w->number), linea_value_int(w->at),
            linea_value_int(w->deadline), linea_value_text(w->map),
            linea_value_int(w->won), linea_value_int(now));
}

/* The ways in which a kind is wanted, as bits. */
static int ways_of(const struct notice_choice *choice, int kind)
{
    int ways = 0;
    for (int i = 0; i < WAYS; i++)
        ways |= choice->mask[i] & kind ? 1 << i : 0;
    return ways;
}

int linea_notice_address(struct linea_db *db, const struct notice_word *w, int64_t now,
                         int ways)
{
    const struct linea_value player = linea_value_id(w->player);
    uint8_t id[2 * NOTICE_CHANNELS][NOTICE_ID];
    int count = 0, made = 0;
    sql_ask(db, "SELECT count(*) FROM delivery WHERE player = $1", player);
    if (linea_db_next(db) && linea_db_int(db, 0) >= WAITING)
        return 0;
    sql_ask(db, "SELECT id, kind FROM channel WHERE player = $1 ORDER BY created",
            player);
    while (count < 2 * NOTICE_CHANNELS && linea_db_next(db)) {
        size_t length;
        const void *bytes = linea_db_bytes(db, &length, 0);
        int way = linea_db_int(db, 1) == CHANNEL_PUSH ? WAY_PUSH : WAY_HOOK;
        if (length == NOTICE_ID && ways >> way & 1)
            memcpy(id[count++], bytes, NOTICE_ID);
    }
    for (; made < count; made++)
        write_delivery(db, w, linea_value_bytes(id[made], NOTICE_ID), now);
    sql_ask(db, "SELECT 1 FROM mailbox WHERE player = $1 AND confirmed > 0", player);
    if (ways >> WAY_MAIL & 1 && linea_db_next(db)) {
        write_delivery(db, w, linea_value_text(NULL), now);
        made++;
    }
    return made;
}

/* Who begins a game may want to know of the turn by one way, of the beginning by
   another. */
static int address(struct linea_db *db, const struct notice_word *w,
                   const struct hub_glance *g, int64_t now)
{
    struct notice_choice choice;
    struct notice_word began = *w;
    linea_notice_choice(db, &choice, w->player, 0);
    int ways = ways_of(&choice, w->kind), made = linea_notice_address(db, w, now, ways);
    if (w->kind != LINEA_NOTICE_TURN || !g->fresh)
        return made;
    began.kind = LINEA_NOTICE_BEGAN;
    ways = ways_of(&choice, began.kind) & ~ways;
    return made + linea_notice_address(db, &began, now, ways);
}

/* Nothing is to be sent about it, now or at all. */
static void put_off(struct linea_db *db, const struct post *p,
                    const struct notice_word *w, const struct hub_glance *g)
{
    const struct linea_value game = linea_value_id(w->game),
                             player = linea_value_id(w->player),
                             number = linea_value_int(w->number);
    if (!g->there && p->now - w->at < GIVE_UP_MS)
        sql_run(db,
                "UPDATE notice SET due = $4, soon = CASE WHEN soon > 0 THEN $4 ELSE 0"
                " END WHERE game = $1 AND player = $2 AND number = $3",
                game, player, number, linea_value_int(p->now + AGAIN_MS));
    else if (w->kind == LINEA_NOTICE_SOON && g->turn)
        sql_run(db,
                "UPDATE notice SET soon = $4 WHERE game = $1 AND player = $2"
                " AND number = $3",
                game, player, number,
                linea_value_int(g->soon > p->now ? g->soon
                                : g->deadline    ? 0
                                                 : p->now + AGAIN_MS));
    else
        sql_run(db,
                "DELETE FROM notice WHERE game = $1 AND player = $2 AND number = $3",
                game, player, number);
}

/* From here on it counts as sent, for another node that does the same, too. */
static bool claim(struct linea_db *db, const struct post *p,
                  const struct notice_word *w)
{
    const struct linea_value game = linea_value_id(w->game),
                             player = linea_value_id(w->player),
                             number = linea_value_int(w->number),
                             now = linea_value_int(p->now);
    if (w->kind == LINEA_NOTICE_SOON)
        return sql_run(db,
                       "UPDATE notice SET soon = 0, sent = 1 WHERE game = $1"
                       " AND player = $2 AND number = $3 AND soon > 0",
                       game, player, number) == 1;
    return sql_run(db,
                   "UPDATE notice SET sent = 1,"
                   " soon = CASE WHEN soon <= $4 THEN 0 ELSE soon END WHERE game = $1"
                   " AND player = $2 AND number = $3 AND sent = 0",
                   game, player, number, now) == 1;
}

static bool decide(struct linea_db *db, struct linea_sql_job *job)
{
    struct post *p = (struct post *)job;
    p->made = 0;
    for (int i = 0; i < p->count; i++) {
        struct notice_word *w = &p->word[i];
        struct hub_glance *g = &p->glance[i];
        if (w->kind == LINEA_NOTICE_CUP)
            find_seat(db, g, w);
        if (!holds(w, g, p->now)) {
            put_off(db, p, w, g);
            continue;
        }
        w->deadline = g->deadline;
        w->won = g->won;
        memcpy(w->map, g->map, sizeof w->map);
        if (claim(db, p, w))
            p->made += address(db, w, g, p->now);
    }
    return true;
}

static void decided(struct linea_sql_job *job)
{
    struct post *p = (struct post *)job;
    struct notices *n = p->notices;
    char why[LINEA_SQL_TEXT];
    if (job->result != LINEA_SQL_OK) {
        linea_sql_failure(n->accounts->sql, why);
        linea_log(LOG_ERROR, "notices", "reason=\"%s\"", why);
    }
    bool more = job->result == LINEA_SQL_OK && p->count == SOME;
    free(p);
    linea_notices_rest(n);
    if (more)
        n->next = 0;
}

static void look_next(struct post *p);

static void glanced(void *context, const struct hub_glance *glance)
{
    struct post *p = context;
    p->glance[p->at++] = *glance;
    look_next(p);
}

static void look_next(struct post *p)
{
    struct notices *n = p->notices;
    if (n->stopped) {
        free(p);
        linea_notices_rest(n);
        return;
    }
    if (p->at < p->count && p->word[p->at].kind >= LINEA_NOTICE_CUP) {
        p->glance[p->at++] = (struct hub_glance){.there = true};
        look_next(p);
        return;
    }
    if (p->at < p->count) {
        const struct notice_word *w = &p->word[p->at];
        linea_hub_glance(n->accounts->options.hub, w->game, w->player, glanced, p);
        return;
    }
    p->job = (struct linea_sql_job){.run = decide, .done = decided};
    linea_sql_ask(n->accounts->sql, &p->job);
}

static int by_game(const void *left, const void *right)
{
    const struct notice_word *a = left, *b = right;
    return (int64_t)a->game < (int64_t)b->game   ? -1
           : (int64_t)a->game > (int64_t)b->game ? 1
                                                 : 0;
}

static void found(struct linea_sql_job *job)
{
    struct post *p = (struct post *)job;
    if (job->result == LINEA_SQL_OK && p->count > 0) {
        /* As the store does, in the order of games: visit.c. */
        qsort(p->word, (size_t)p->count, sizeof *p->word, by_game);
        look_next(p);
        return;
    }
    linea_notices_rest(p->notices);
    free(p);
}

void linea_notices_post(struct notices *n)
{
    const struct hub *hub = n->accounts->options.hub; /* gone when this has stopped */
    struct post *p =
        !n->stopped && linea_hub_is_first(hub) ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        linea_notices_rest(n);
        return;
    }
    p->notices = n;
    p->now = milliseconds_now();
    p->grace = linea_hub_is_shared(hub) ? GRACE_MS : 0;
    p->job = (struct linea_sql_job){.run = find, .done = found, .reads = true};
    linea_sql_ask(n->accounts->sql, &p->job);
}
