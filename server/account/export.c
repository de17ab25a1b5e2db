/*
 * server/account/export.c - all that the server knows of a player, as JSON Lines:
 * GET /api/account/export.
 *
 * The account, its sessions, tokens and passkeys (not their secrets, which nobody here
 * knows), all games, what the player has said, and the records of the games that are
 * over. It is put together before it is sent, so one is made at a time, an account may
 * ask for a few a day, and it is not longer than what may wait to be sent: records for
 * which there is no room are counted in the last line, and can be had each by itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call.h"

enum { LINE = 16384 /* longest line but for those of records */ };

static const char others[] = "somebody else's data are put together: try again";
static const struct allowance exports = {"export", 14400000, 6}; /* of an account */

struct text {
    char *bytes;
    size_t length, room;
    size_t most; /* there is room for no more lines behind so many bytes */
    bool failed, full;
};

struct export
{
    struct call call;
    struct text text;
    uint64_t *games; /* that are over */
    int count, room, next;
    uint64_t player;
    bool turn; /* it is the one that is made now */
};

static void add(struct text *text, const char *bytes, size_t length)
{
    if (text->length + length > text->room) {
        size_t room = (text->length + length) * 2;
        char *more = realloc(text->bytes, room);
        text->failed |= !more;
        if (!more)
            return;
        text->bytes = more;
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

static void add_text(struct text *text, const char *words)
{
    add(text, words, strlen(words));
}

/* Whether there is room for another line. */
static bool has_room(struct text *text)
{
    text->full |= text->length > text->most;
    return !text->full && !text->failed;
}

/* A line for each row of a question about the player, with linea_key_columns(). */
struct kind {
    const char *name, *question;
    const char *columns[8];
};

/* Ways to be sent notices are without their secrets, which are nobody's to carry about;
   logs of tournaments anybody can have; of whom the player has reported, others may not
   know more than was seen; kinds of measures are those of order/order.h. */
static const struct kind kinds[] = {
    {"account",
     "SELECT player, name, created, flags FROM account WHERE player = $1",
     {"#player", "$name", "created", "flags"}},
    {"session",
     "SELECT device, created, used FROM session WHERE player = $1 ORDER BY created",
     {"$name", "created", "used"}},
    {"token",
     "SELECT name, created, used FROM token WHERE player = $1 ORDER BY created",
     {"$name", "created", "used"}},
    {"passkey",
     "SELECT name, created, used FROM passkey WHERE player = $1 ORDER BY created",
     {"$name", "created", "used"}},
    {"cup",
     "SELECT c.id, c.name, c.made FROM cup c WHERE c.host = $1 OR EXISTS"
     " (SELECT 1 FROM cup_player p WHERE p.cup = c.id AND p.player = $1)"
     " ORDER BY c.made",
     {"#cup", "$name", "made"}},
    {"rating",
     "SELECT pool, mu, sigma, games FROM rating WHERE number = $1 ORDER BY pool",
     {"$pool", ".mu", ".sigma", "games"}},
    {"friend",
     "SELECT other, CASE WHEN kind = 1 THEN 'followed' ELSE 'blocked' END, at FROM tie"
     " WHERE player = $1 ORDER BY at",
     {"#player", "$is", "at"}},
    {"review",
     "SELECT game, at, luck, own, mistakes, decisions FROM review WHERE player = $1"
     " ORDER BY at",
     {"#game", "at", "luck", "own", "mistakes", "decisions"}},
    {"notices",
     "SELECT 'mail', address, confirmed, created FROM mailbox WHERE player = $1"
     " UNION ALL SELECT CASE WHEN kind = 1 THEN 'push' ELSE 'hook' END,"
     " CASE WHEN kind = 1 THEN device ELSE address END, 1, created FROM channel"
     " WHERE player = $1 UNION ALL SELECT 'feed', '', 1, created FROM feed"
     " WHERE player = $1 ORDER BY 4",
     {"$way", "$to", "?confirmed", "created"}},
    {"notice-choice",
     "SELECT push, mail, hook, delay, language FROM choice WHERE player = $1",
     {"push", "mail", "hook", "delay", "$language"}},
    {"game",
     "SELECT g.id, p.seat, g.created, g.summary FROM player p JOIN game g"
     " ON g.id = p.game WHERE p.player = $1 ORDER BY g.created, g.id",
     {"#game", "seat", "created", "{table"}},
    {"words", /* that stand beside the logs: ["random bytes","name","words"] */
     "SELECT game, number, text FROM note WHERE player = $1"
     " ORDER BY game, number, place",
     {"#game", "event", "{note"}},
    {"report",
     "SELECT at, name, reason, words FROM report WHERE reporter = $1 ORDER BY at",
     {"at", "$of", "$reason", "$words"}},
    {"measure",
     "SELECT kind, at, until, why FROM measure WHERE player = $1 AND kind > 0"
     " ORDER BY kind",
     {"measure", "at", "until", "$why"}},
};

static void write_rows(struct export *x, struct linea_db *db, const struct kind *kind)
{
    char room[LINE];
    linea_db_ask(db, kind->question, SQL_VALUES(linea_value_id(x->player)));
    while (linea_db_next(db) && has_room(&x->text)) {
        struct linea_out out;
        linea_out_init(&out, room, sizeof room);
        struct linea_list line = linea_list_open(&out, "{", "}\n");
        linea_key_text(&line, "kind", kind->name);
        linea_key_columns(&line, db, kind->columns);
        linea_list_close(&line);
        x->text.failed |= out.full;
        add_text(&x->text, room);
    }
}

static void note_game(struct export *x, uint64_t game)
{
    if (x->count == x->room) {
        int room = x->room ? 2 * x->room : 64;
        uint64_t *more = realloc(x->games, (size_t)room * sizeof *more);
        x->text.failed |= !more;
        if (!more)
            return;
        x->games = more;
        x->room = room;
    }
    x->games[x->count++] = game;
}

static bool count(struct linea_db *db, struct linea_sql_job *job)
{
    struct export *x = (struct export *)job;
    linea_allowance_take(db, &x->call, &exports, &x->player, sizeof x->player);
    return true;
}

static bool read(struct linea_db *db, struct linea_sql_job *job)
{
    struct export *x = (struct export *)job;
    x->text.length = 0;
    x->text.full = false;
    x->count = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        write_rows(x, db, &kinds[i]);
    sql_ask(db,
            "SELECT g.id FROM player p JOIN game g ON g.id = p.game"
            " WHERE p.player = $1 AND g.status = 2 ORDER BY g.created, g.id",
            linea_value_id(x->player));
    while (linea_db_next(db))
        note_game(x, linea_db_id(db, 0));
    return !x->text.failed ||
           linea_call_refuse(&x->call, 503, "failed", "no memory: try later");
}

static void finish(struct export *x)
{
    static const char as_file[] =
        "Content-Disposition: attachment; filename=\"linea-account.jsonl\"\r\n";
    x->call.accounts->exporting = false;
    if (x->call.code || x->text.failed) {
        free(x->text.bytes);
        free(x->games);
        if (!x->call.code)
            linea_call_refuse(&x->call, 503, "failed", "no memory: try later");
        linea_call_give_up(&x->call);
        return;
    }
    free(x->games);
    x->games = NULL;
    linea_call_answer_with(&x->call, x->text.bytes, x->text.length,
                           "application/x-ndjson", as_file);
}

static void next_record(struct export *x);

/* Each line of a record is an object: it becomes part of one that says of which game.
 */
static void record_read(void *context, enum hub_status status, const char *text,
                        size_t length)
{
    struct export *x = context;
    char start[64], id[17];
    linea_hub_id_write(id, x->games[x->next - 1]);
    snprintf(start, sizeof start, "{\"kind\":\"record\",\"game\":\"%s\",\"line\":", id);
    for (size_t at = 0; status == HUB_OK && at < length && !x->text.failed;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t line = end ? (size_t)(end - text) - at : length - at;
        add_text(&x->text, start);
        add(&x->text, text + at, line);
        add_text(&x->text, "}\n");
        at += line + 1;
    }
    next_record(x);
}

static void write_left_out(struct export *x)
{
    char line[64];
    snprintf(line, sizeof line, "{\"kind\":\"left-out\",\"records\":%d}\n",
             x->count - x->next);
    add_text(&x->text, line);
}

static void next_record(struct export *x)
{
    bool gone = !x->call.exchange->connection || x->call.accounts->closing;
    if (gone || x->next == x->count || !has_room(&x->text)) {
        if (x->text.full)
            write_left_out(x);
        finish(x);
        return;
    }
    const struct hub_guest *who = &x->call.exchange->who;
    linea_hub_record(x->call.accounts->options.hub, x->games[x->next++], who,
                     record_read, x);
}

/* Whether a step was carried out; if not, all of it has ended. */
static bool goes_on(struct export *x)
{
    if (x->call.job.result == LINEA_SQL_OK && !x->call.code)
        return true;
    if (x->turn)
        x->call.accounts->exporting = false;
    free(x->text.bytes);
    free(x->games);
    x->text = (struct text){0};
    linea_call_failed(&x->call);
    return false;
}

static void began(struct linea_sql_job *job)
{
    struct export *x = (struct export *)job;
    if (goes_on(x))
        next_record(x);
}

/* Its turn begins only when it may be made: otherwise refusals alone would keep
   others from theirs. */
static void counted(struct linea_sql_job *job)
{
    struct export *x = (struct export *)job;
    if (!goes_on(x))
        return;
    if (x->call.accounts->exporting)
        linea_call_refuse(&x->call, 503, "failed", others);
    else
        x->call.accounts->exporting = x->turn = true;
    x->call.reads = true;
    linea_call_ask(&x->call, read, began);
}

void linea_account_export(struct connection *c, struct exchange *e)
{
    if (c->net->accounts->exporting) {
        linea_http_error(c, 503, others);
        return;
    }
    struct export *x = linea_call_begin(c, e, sizeof *x);
    if (!x)
        return;
    x->call.reads = false; /* it is counted first */
    x->player = e->identity.player;
    x->text.most = (size_t)c->net->options->max_waiting * QUOTA_ADDRESS_FACTOR / 2;
    linea_call_ask(&x->call, count, counted);
}
