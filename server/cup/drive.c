/*
 * server/cup/drive.c - lets tournaments go on: counts what was played, pairs, makes the
 * tables, begins without those who do not come.
 *
 * Again and again it asks the database what is to be done, and does that. Each thing is
 * found until it is done, and done once: an event is appended by the number of the last
 * one, a game has its number before it is made. So it may end at any moment, and two
 * nodes may do the same; which one is to is what hub_drive.c says.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cups.h"
#include "log.h"
#include "notice/notice.h"
#include "store.h"

enum {
    LOOK_MS = 500,   /* between two looks, while there is nothing to do */
    AGAIN_MS = 5000, /* after something that could not be done */
    CALL_SHARE = 4,  /* of the time to come, until who is away gets a notice */
    CUPS = 32,       /* at once */
    GAMES = 32,
    RESULTS = 64,
    SETTINGS = 512,
};

/* A game to be made, or to begin without those who have not come. */
struct task {
    struct cup_driver *driver;
    uint64_t game;
    struct linea_table_cup cup;
    uint8_t seed[32];
    char settings[SETTINGS];
    bool there; /* it is made */
    bool bad;   /* it cannot be */
};

struct cup_driver {
    struct linea_sql_job job;
    struct cups *cups;
    bool busy, failed;
    int64_t next;
    uint64_t cup[CUPS];
    int count, at;
    struct task make[GAMES], late[GAMES];
    int makes, lates, waits;
};

static bool is_closing(const struct cup_driver *d)
{
    return d->cups->accounts->closing;
}

/* Whether this node is to do what is due. At the end, when the hub is gone, nobody is.
 */
static bool drives(const struct cup_driver *d, uint64_t cup)
{
    return !is_closing(d) && linea_hub_drives(d->cups->accounts->options.hub, cup);
}

static void ask(struct cup_driver *d,
                bool (*run)(struct linea_db *, struct linea_sql_job *),
                void (*done)(struct linea_sql_job *), bool reads)
{
    d->job = (struct linea_sql_job){.run = run, .done = done, .reads = reads};
    linea_sql_ask(d->cups->accounts->sql, &d->job);
}

static void rest(struct cup_driver *d, int64_t milliseconds)
{
    d->busy = false;
    d->next = milliseconds_now() + milliseconds;
}

/* What is to be done. */

/* A game that is over can be counted if those of its table before it are over, too: the
   others are not even looked at, or many of them would keep all else waiting. */
#define COUNTS                                                                         \
    "NOT EXISTS (SELECT 1 FROM cup_game e WHERE e.cup = g.cup AND e.place = g.place"   \
    " AND e.part < g.part AND e.status < $3)"

static void find_cups(struct linea_db *db, struct cup_driver *d)
{
    d->count = 0;
    sql_ask(db,
            "SELECT id FROM cup WHERE due <= $1 AND stage < $2"
            " UNION SELECT cup FROM cup_game g WHERE g.status = $3 AND " COUNTS
            " LIMIT $4",
            linea_value_int(milliseconds_now()), linea_value_int(LINEA_CUP_OVER),
            linea_value_int(CUP_GAME_OVER), linea_value_int(CUPS));
    while (d->count < CUPS && linea_db_next(db))
        d->cup[d->count++] = linea_db_id(db, 0);
}

/* The deal, and who sits where. False if the table is not there, as of a cup that
   cannot be read. */
static bool prepare(struct linea_db *db, struct cup_driver *d, struct task *task,
                    int part)
{
    char bots[LINEA_SEATS][CUP_BOT] = {{0}};
    struct cup_work work;
    struct linea_out out;
    struct linea_seed seed;
    if (!linea_cup_work(&work, db, d->cups->reads, task->cup.cup, 0))
        return false;
    const struct linea_cup_table *table =
        linea_cup_table(work.cup, (uint32_t)task->cup.table);
    if (!table)
        return false;
    linea_cup_deal(work.cup, &seed, table);
    memcpy(task->seed, seed.byte, sizeof task->seed);
    for (int s = 0; s < table->seats; s++) {
        const struct linea_cup_player *player =
            &work.cup->player[linea_cup_sits(table, part, s)];
        sql_ask(db, "SELECT bot FROM cup_player WHERE cup = $1 AND player = $2",
                linea_value_id(task->cup.cup), linea_value_id(player->player));
        bool is_bot = linea_db_next(db) && !linea_db_is_null(db, 0);
        if (is_bot)
            snprintf(bots[s], CUP_BOT, "%s", linea_db_text(db, 0));
        task->cup.player[s] = is_bot ? 0 : player->player;
        snprintf(task->cup.name[s], LINEA_SEAT_NAME, "%s", player->name);
    }
    linea_out_init(&out, task->settings, sizeof task->settings);
    linea_cup_table_settings(&work.row.rules, &out, (const char(*)[CUP_BOT])bots,
                             work.cup, table->seats);
    return !out.full;
}

static void find_games(struct linea_db *db, struct cup_driver *d)
{
    int part[GAMES], found = 0;
    sql_ask(db,
            "SELECT g.game, g.cup, g.place, g.part, t.id FROM cup_game g"
            " LEFT JOIN game t ON t.id = g.game WHERE g.status = $1"
            " ORDER BY g.cup, g.place, g.part LIMIT $2",
            linea_value_int(CUP_GAME_PAIRED), linea_value_int(GAMES));
    while (found < GAMES && linea_db_next(db)) {
        d->make[found] = (struct task){.driver = d,
                                       .game = linea_db_id(db, 0),
                                       .cup.cup = linea_db_id(db, 1),
                                       .cup.table = (int)linea_db_int(db, 2),
                                       .there = !linea_db_is_null(db, 4)};
        part[found++] = (int)linea_db_int(db, 3);
    }
    d->makes = 0;
    for (int i = 0; i < found; i++)
        if (d->make[i].there || prepare(db, d, &d->make[i], part[i]))
            d->make[d->makes++] = d->make[i];
}

/* Of a table that spectators see later, the rows of its players say that it has begun.
 */
static void find_late(struct linea_db *db, struct cup_driver *d)
{
    d->lates = 0;
    sql_ask(db,
            "SELECT g.game, g.cup FROM cup_game g JOIN player p ON p.game = g.game"
            " AND p.seat = 0 WHERE g.status = $1 AND g.due <= $2 AND p.status = 0"
            " ORDER BY g.due LIMIT $3",
            linea_value_int(CUP_GAME_MADE), linea_value_int(milliseconds_now()),
            linea_value_int(GAMES));
    while (d->lates < GAMES && linea_db_next(db))
        d->late[d->lates++] = (struct task){
            .driver = d, .game = linea_db_id(db, 0), .cup.cup = linea_db_id(db, 1)};
}

static bool find(struct linea_db *db, struct linea_sql_job *job)
{
    struct cup_driver *d = (struct cup_driver *)job;
    find_cups(db, d);
    find_games(db, d);
    find_late(db, d);
    return true;
}

/* Let a cup go on. */

static bool read_numbers(struct linea_json *json, int out[LINEA_CUP_SEATS],
                         const char *text)
{
    int count = 0;
    if (!*text || linea_json_read(json, text, strlen(text)))
        return false;
    for (int value = linea_json_first(json, 0); value >= 0 && count < LINEA_CUP_SEATS;
         value = linea_json_next(json, 0, value))
        if (!linea_json_int(json, &out[count++], value, INT16_MIN, INT16_MAX))
            return false;
    return count > 0;
}

/* A game whose record cannot be read: nobody has won it. */
static void call_it_even(struct linea_cup_result *result)
{
    for (int s = 0; s < LINEA_CUP_SEATS; s++) {
        result->total[s] = 0;
        result->place[s] = 1;
    }
}

struct known {
    uint32_t table;
    int part;
    struct linea_cup_result result;
};

/* Results that have come in, those of a table in the order of its games. */
static int find_results(struct cup_work *work, struct known known[RESULTS])
{
    int count = 0;
    sql_ask(work->db,
            "SELECT place, part, totals, places, absent FROM cup_game g"
            " WHERE g.cup = $1 AND g.status = $3 AND " COUNTS
            " ORDER BY place, part LIMIT $2",
            linea_value_id(work->row.id), linea_value_int(RESULTS),
            linea_value_int(CUP_GAME_OVER));
    while (count < RESULTS && linea_db_next(work->db)) {
        struct known *one = &known[count++];
        memset(one, 0, sizeof *one);
        one->table = (uint32_t)linea_db_int(work->db, 0);
        one->part = (int)linea_db_int(work->db, 1);
        if (!read_numbers(work->io.json, one->result.total,
                          linea_db_text(work->db, 2)) ||
            !read_numbers(work->io.json, one->result.place, linea_db_text(work->db, 3)))
            call_it_even(&one->result);
        one->result.absent = (unsigned)linea_db_int(work->db, 4);
    }
    return count;
}

static void count_results(struct cup_work *work)
{
    struct known known[RESULTS];
    struct linea_error error;
    int count = find_results(work, known);
    for (int i = 0; i < count; i++) {
        const struct linea_cup_table *table =
            linea_cup_table(work->cup, known[i].table);
        if (table && known[i].part > table->games)
            continue; /* an earlier game of the table is played */
        if (table && known[i].part == table->games &&
            !linea_cup_report(work->cup, &error, &work->io, known[i].table,
                              &known[i].result, work->now)) {
            call_it_even(&known[i].result);
            linea_cup_report(work->cup, &error, &work->io, known[i].table,
                             &known[i].result, work->now);
        }
        sql_run(work->db,
                "DELETE FROM cup_seat WHERE game = (SELECT game FROM cup_game"
                " WHERE cup = $1 AND place = $2 AND part = $3)",
                linea_value_id(work->row.id), linea_value_int(known[i].table),
                linea_value_int(known[i].part));
        sql_run(work->db,
                "UPDATE cup_game SET status = $4 WHERE cup = $1 AND place = $2"
                " AND part = $3",
                linea_value_id(work->row.id), linea_value_int(known[i].table),
                linea_value_int(known[i].part), linea_value_int(CUP_GAME_COUNTED));
    }
}

/* It begins at its time; where too few have come, when its host wants that. One that
   never began is removed in the end. False if it is gone. */
static bool begin_if_due(struct cup_work *work)
{
    struct cup_rules *rules = &work->row.rules;
    if (work->cup->stage != LINEA_CUP_GATHERING)
        return true;
    if (rules->starts && rules->starts <= work->now) {
        if (!linea_cup_begin(work))
            rules->starts = 0;
        return true;
    }
    if (work->now < work->row.made + CUP_DAYS * (int64_t)86400000)
        return true;
    linea_cup_delete(work->db, work->row.id);
    return false;
}

static bool advance(struct linea_db *db, struct linea_sql_job *job)
{
    struct cup_driver *d = (struct cup_driver *)job;
    struct cup_work work;
    if (!linea_cup_lock(db, d->cup[d->at]))
        return true; /* it was called off */
    if (!linea_cup_work(&work, db, d->cups->writes, d->cup[d->at], milliseconds_now()))
        return false;
    count_results(&work);
    return !begin_if_due(&work) || linea_cup_go_on(&work);
}

static void say_failed(struct cup_driver *d, const char *what, uint64_t id)
{
    char text[17], why[LINEA_SQL_TEXT];
    linea_hub_id_write(text, id);
    linea_sql_failure(d->cups->accounts->sql, why);
    linea_log(LOG_ERROR, "cup", "%s=%s reason=\"%s\"", what, text, why);
    d->failed = true;
}

static void make_games(struct cup_driver *d);

static void advance_next(struct cup_driver *d);

static void advanced(struct linea_sql_job *job)
{
    struct cup_driver *d = (struct cup_driver *)job;
    if (job->result != LINEA_SQL_OK)
        say_failed(d, "cup", d->cup[d->at]);
    d->at++;
    advance_next(d);
}

static void advance_next(struct cup_driver *d)
{
    while (d->at < d->count && !drives(d, d->cup[d->at]))
        d->at++;
    if (d->at < d->count)
        ask(d, advance, advanced, false);
    else
        make_games(d);
}

/* The tables. */

/* Those who are to come to a table are sent a word, if they are away: while there is
   still time. */
static void call_players(struct linea_db *db, const struct task *task)
{
    const int64_t now = milliseconds_now();
    uint64_t player[LINEA_SEATS];
    int64_t most = 0;
    int count = 0;
    sql_ask(db,
            "SELECT s.player, g.due FROM cup_seat s JOIN cup_game g ON g.game = s.game"
            " WHERE s.game = $1 ORDER BY s.player",
            linea_value_id(task->game));
    while (count < LINEA_SEATS && linea_db_next(db)) {
        player[count++] = linea_db_id(db, 0);
        most = (linea_db_int(db, 1) - now) / CALL_SHARE;
    }
    for (int i = 0; i < count; i++)
        linea_notice_put(db, player[i], LINEA_NOTICE_CUP, task->cup.cup, now, most);
}

static bool note_made(struct linea_db *db, struct linea_sql_job *job)
{
    const struct cup_driver *d = (const struct cup_driver *)job;
    uint64_t last = 0;
    for (int i = 0; i < d->makes; i++) {
        const struct task *task = &d->make[i];
        if (!task->there && !task->bad)
            continue;
        if (task->cup.cup != last)
            linea_cup_lock(db, task->cup.cup);
        last = task->cup.cup;
        /* The time to come runs from now on. */
        int64_t noted = sql_run(
            db,
            "UPDATE cup_game SET status = $2, due = due + $3 WHERE game = $1"
            " AND status = $4",
            linea_value_id(task->game),
            linea_value_int(task->bad ? CUP_GAME_OVER : CUP_GAME_MADE),
            linea_value_int(milliseconds_now()), linea_value_int(CUP_GAME_PAIRED));
        if (noted == 1 && !task->bad)
            call_players(db, task);
    }
    return true;
}

static void begin_late(struct cup_driver *d);

static void noted(struct linea_sql_job *job)
{
    struct cup_driver *d = (struct cup_driver *)job;
    if (job->result != LINEA_SQL_OK)
        say_failed(d, "game", d->make[0].game);
    begin_late(d);
}

/* One more of those that the hub was asked for is answered. */
static void game_made(void *context, enum hub_status status, const char *text,
                      size_t length)
{
    struct task *task = context;
    struct cup_driver *d = task->driver;
    task->there = status == HUB_OK || status == HUB_CONFLICT;
    task->bad = status == HUB_BAD; /* its board is not there any more */
    if (!task->there) {
        char id[17];
        linea_hub_id_write(id, task->game);
        linea_log(LOG_ERROR, "cup", "game=%s status=%d reason=%.*s", id, (int)status,
                  (int)length, text);
        d->failed = true;
    }
    if (--d->waits == 0)
        ask(d, note_made, noted, false);
}

/* Only those of cups that this node drives, and that are not there. */
static void make_games(struct cup_driver *d)
{
    int count = 0;
    for (int i = 0; i < d->makes; i++)
        if (drives(d, d->make[i].cup.cup))
            d->make[count++] = d->make[i];
    d->makes = count;
    d->waits = 1;
    for (int i = 0; i < count; i++) {
        struct task *task = &d->make[i];
        if (task->there)
            continue;
        d->waits++;
        linea_hub_make_for_cup(d->cups->accounts->options.hub, task->game, &task->cup,
                               task->settings, task->seed, game_made, task);
    }
    if (--d->waits > 0)
        return;
    if (count)
        ask(d, note_made, noted, false);
    else
        begin_late(d);
}

static void finish(struct cup_driver *d)
{
    bool more = d->count == CUPS || d->makes == GAMES || d->lates == GAMES;
    rest(d, d->failed ? AGAIN_MS : more ? 0 : LOOK_MS);
    d->failed = false;
}

/* It has begun; or somebody was quicker, which is as good. */
static void late_begun(void *context, enum hub_status status, const char *text,
                       size_t length)
{
    struct cup_driver *d = context;
    (void)text, (void)length;
    d->failed |= status == HUB_FAILED;
    if (--d->waits == 0)
        finish(d);
}

static void begin_late(struct cup_driver *d)
{
    d->waits = 1;
    for (int i = 0; i < d->lates; i++) {
        if (!drives(d, d->late[i].cup.cup))
            continue;
        d->waits++;
        linea_hub_begin_without(d->cups->accounts->options.hub, d->late[i].game,
                                d->late[i].cup.cup, late_begun, d);
    }
    if (--d->waits == 0)
        finish(d);
}

static void found(struct linea_sql_job *job)
{
    struct cup_driver *d = (struct cup_driver *)job;
    d->at = 0;
    if (job->result != LINEA_SQL_OK || is_closing(d)) {
        rest(d, LOOK_MS);
        return;
    }
    advance_next(d);
}

void linea_cups_tick(struct cups *cups)
{
    struct cup_driver *d = cups->driver;
    if (d->busy || is_closing(d) || milliseconds_now() < d->next)
        return;
    d->busy = true;
    ask(d, find, found, true);
}

struct cups *linea_cups_open(struct accounts *accounts)
{
    struct cups *cups = calloc(1, sizeof *cups);
    if (!cups)
        return NULL;
    cups->accounts = accounts;
    cups->reads = linea_cup_book_open();
    cups->writes = linea_cup_book_open();
    cups->driver = calloc(1, sizeof *cups->driver);
    if (cups->reads && cups->writes && cups->driver) {
        cups->driver->cups = cups;
        return cups;
    }
    linea_cups_close(cups);
    return NULL;
}

/* When the hub and the database have ended: nothing comes back any more. */
void linea_cups_close(struct cups *cups)
{
    linea_cup_book_close(cups->reads);
    linea_cup_book_close(cups->writes);
    free(cups->driver);
    free(cups);
}
