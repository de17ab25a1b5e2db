/*
 * server/cup/look.c - one tournament, as anybody may see it.
 *
 * GET /api/cups/ID?seen=7        → {"cup":ID,"seen":9,…,"state":{…},"games":[…]}
 * GET /api/cups/ID/games?round=2 → {"games":[…]}
 * GET /api/cups/ID/log           the log as JSON Lines, for `linea cup --verify`
 * GET /api/cups/ID/results       the standings; with format=csv as a table
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cups.h"

enum { LATEST = 600 /* games of those that are listed without a round */ };

struct look {
    struct call call;
    uint64_t cup, player;
    int64_t seen, round;
    bool csv;
    char *text; /* owned */
    size_t length;
};

/* Answer with the text of the book: a copy, since it is written again for the next. */
static bool keep_text(struct look *l, const struct linea_out *out)
{
    const char *start = linea_cup_book_text(l->call.accounts->cups->reads);
    l->length = (size_t)(out->at - start);
    free(l->text);
    l->text = out->full ? NULL : malloc(l->length + 1);
    if (!l->text)
        return linea_call_refuse(&l->call, 503, "failed", "there is too much");
    memcpy(l->text, start, l->length);
    return true;
}

static void write_raw(struct linea_list *object, const char *key, const char *json)
{
    linea_list_key(object, key);
    linea_out_text(object->out, json);
}

/* The row of a question with GAME_COLUMNS. */
#define GAME_COLUMNS                                                                   \
    "SELECT g.place, g.round, g.part, g.game, g.players, g.status, g.due, g.totals,"   \
    " g.places, g.absent, t.status FROM cup_game g LEFT JOIN game t ON t.id = g.game"
static void write_game(struct linea_list *list, struct linea_db *db)
{
    bool over = linea_db_int(db, 5) >= CUP_GAME_OVER,
         begun = !linea_db_is_null(db, 10) && linea_db_int(db, 10) > 0;
    int64_t absent = linea_db_int(db, 9);
    struct linea_list game = linea_list_object(list);
    linea_key_int(&game, "table", linea_db_int(db, 0));
    linea_key_int(&game, "round", linea_db_int(db, 1));
    linea_key_int(&game, "part", linea_db_int(db, 2));
    if (linea_db_int(db, 5) > CUP_GAME_PAIRED)
        linea_key_id(&game, "game", linea_db_id(db, 3));
    write_raw(&game, "players", linea_db_text(db, 4));
    linea_key_text(&game, "stage", over ? "over" : begun ? "running" : "gathering");
    if (!over && !begun && linea_db_int(db, 6))
        linea_key_int(&game, "come_by", linea_db_int(db, 6));
    if (over && !linea_db_is_null(db, 7)) {
        write_raw(&game, "totals", linea_db_text(db, 7));
        write_raw(&game, "places", linea_db_text(db, 8));
    }
    struct linea_list seats = linea_key_open(&game, "absent", "[", "]");
    for (int s = 0; s < LINEA_SEATS; s++)
        if (absent >> s & 1)
            linea_list_int(&seats, s);
    linea_list_close(&seats);
    linea_list_close(&game);
}

static void write_games(struct linea_list *object, struct linea_db *db)
{
    struct linea_list list = linea_key_open(object, "games", "[", "]");
    while (linea_db_next(db))
        write_game(&list, db);
    linea_list_close(&list);
}

/* Who plays, by number: what the standings do not say. */
static void write_players(struct cup_work *work, struct linea_list *object)
{
    struct linea_list list = linea_key_open(object, "players", "[", "]");
    for (int p = 0; p < work->cup->players; p++) {
        struct linea_list one = linea_list_object(&list);
        linea_key_player(&one, work->cup->player[p].player, work->cup->player[p].name);
        linea_list_close(&one);
    }
    linea_list_close(&list);
}

static void write_you(struct cup_work *work, struct linea_list *object,
                      const struct look *l)
{
    for (int p = 0; l->player && p < work->cup->players; p++)
        if (work->cup->player[p].player == l->player) {
            const struct linea_cup_player *player = &work->cup->player[p];
            struct linea_list you = linea_key_open(object, "you", "{", "}");
            linea_key_int(&you, "number", p);
            linea_key_bool(&you, "out", player->out);
            linea_key_bool(&you, "plays", player->table != LINEA_CUP_NONE);
            linea_list_close(&you);
        }
    if (l->player && l->player == work->row.host)
        linea_key_bool(object, "yours", true);
}

static void write_host(struct cup_work *work, struct linea_list *object)
{
    sql_ask(work->db, "SELECT name FROM account WHERE player = $1",
            linea_value_id(work->row.host));
    linea_key_text(object, "host",
                   linea_db_next(work->db) ? linea_db_text(work->db, 0) : "");
}

static bool look(struct linea_db *db, struct linea_sql_job *job)
{
    struct look *l = (struct look *)job;
    struct cup_book *book = l->call.accounts->cups->reads;
    struct cup_work work;
    struct linea_out out;
    linea_out_init(&out, linea_cup_book_text(book), CUP_TEXT);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_id(&object, "cup", l->cup);
    sql_ask(db, "SELECT changes FROM cup WHERE id = $1", linea_value_id(l->cup));
    bool there = linea_db_next(db);
    int64_t changes = there ? linea_db_int(db, 0) : 0;
    linea_key_int(&object, "seen", changes);
    if (there && changes != l->seen) {
        if (!linea_cup_work(&work, db, book, l->cup, l->call.now))
            return linea_call_refuse(&l->call, 503, "failed", "it cannot be read");
        write_host(&work, &object);
        linea_key_int(&object, "made", work.row.made);
        struct linea_list rules = linea_key_open(&object, "rules", "{", "}");
        linea_cup_rules_write(&work.row.rules, &rules);
        linea_list_close(&rules);
        write_you(&work, &object, l);
        write_players(&work, &object);
        linea_list_key(&object, "state");
        linea_cup_show(work.cup, &out);
        sql_ask(db,
                GAME_COLUMNS " WHERE g.cup = $1 AND (g.status < $2 OR g.round = $3)"
                             " ORDER BY g.place DESC, g.part LIMIT $4",
                linea_value_id(l->cup), linea_value_int(CUP_GAME_COUNTED),
                linea_value_int(work.cup->round), linea_value_int(LATEST));
        write_games(&object, db);
    }
    linea_list_close(&object);
    if (!there)
        return linea_call_refuse(&l->call, 404, "missing",
                                 "there is no such tournament");
    return keep_text(l, &out);
}

static bool games(struct linea_db *db, struct linea_sql_job *job)
{
    struct look *l = (struct look *)job;
    struct linea_out out;
    linea_out_init(&out, linea_cup_book_text(l->call.accounts->cups->reads), CUP_TEXT);
    struct linea_list object = linea_list_open(&out, "{", "}");
    sql_ask(db,
            GAME_COLUMNS " WHERE g.cup = $1 AND g.round = $2"
                         " ORDER BY g.place, g.part",
            linea_value_id(l->cup), linea_value_int(l->round));
    write_games(&object, db);
    linea_list_close(&object);
    return keep_text(l, &out);
}

static void answered(struct linea_sql_job *job)
{
    struct look *l = (struct look *)job;
    char *text = l->text;
    if (linea_call_failed(&l->call))
        free(text);
    else
        linea_call_answer_with(&l->call, text, l->length, "application/json", "");
}

static struct look *begin(struct connection *c, struct exchange *e)
{
    struct look *l = linea_call_begin(c, e, sizeof *l);
    if (!l)
        return NULL;
    l->cup = e->game;
    l->player = e->identity.player;
    l->seen = -1;
    l->round = 1;
    return l;
}

void linea_cup_look(struct connection *c, struct exchange *e)
{
    struct look *l = begin(c, e);
    if (!l)
        return;
    linea_call_number(&l->call, &l->seen, "seen", INT64_MAX);
    linea_call_ask(&l->call, look, answered);
}

void linea_cup_games_of(struct connection *c, struct exchange *e)
{
    struct look *l = begin(c, e);
    if (!l)
        return;
    linea_call_number(&l->call, &l->round, "round", INT32_MAX);
    linea_call_ask(&l->call, games, answered);
}

/* One line more; false if that is more than may wait to be sent. */
static bool add_line(struct look *l, size_t *room, const char *line)
{
    size_t length = strlen(line),
           most = (size_t)l->call.accounts->options.serve->max_waiting *
                  QUOTA_ADDRESS_FACTOR / 2;
    if (l->length + length + 1 > most)
        return linea_call_refuse(&l->call, 503, "failed",
                                 "the log is longer than what this server sends");
    if (l->length + length + 1 > *room) {
        *room = 2 * (l->length + length + 1);
        char *more = realloc(l->text, *room);
        if (!more)
            return linea_call_refuse(&l->call, 503, "failed", "no memory");
        l->text = more;
    }
    memcpy(l->text + l->length, line, length);
    l->length += length;
    l->text[l->length++] = '\n';
    return true;
}

static bool read_log(struct linea_db *db, struct linea_sql_job *job)
{
    struct look *l = (struct look *)job;
    size_t room = 0;
    free(l->text);
    l->text = NULL;
    l->length = 0;
    sql_ask(db,
            "SELECT coalesce(public, line) FROM cup_event WHERE cup = $1"
            " ORDER BY number",
            linea_value_id(l->cup));
    while (linea_db_next(db))
        if (!add_line(l, &room, linea_db_text(db, 0)))
            return true;
    return l->length ||
           linea_call_refuse(&l->call, 404, "missing", "there is no such tournament");
}

static void answer_file(struct look *l, const char *type, const char *ending)
{
    char extra[96], id[17];
    char *text = l->text;
    if (linea_call_failed(&l->call)) {
        free(text);
        return;
    }
    linea_hub_id_write(id, l->cup);
    snprintf(extra, sizeof extra,
             "Content-Disposition: attachment; filename=\"linea-cup-%s.%s\"\r\n", id,
             ending);
    linea_call_answer_with(&l->call, text, l->length, type, extra);
}

static void log_read(struct linea_sql_job *job)
{
    answer_file((struct look *)job, "application/x-ndjson", "jsonl");
}

void linea_cup_log(struct connection *c, struct exchange *e)
{
    struct look *l = begin(c, e);
    if (l)
        linea_call_ask(&l->call, read_log, log_read);
}

/* A value of a table: in quotes, which are doubled in it. What a program for tables
   would take for a formula begins with an apostrophe. */
static void write_cell(struct linea_out *out, const char *text)
{
    linea_out_text(out, strchr("=+-@\t", *text) && *text ? "\"'" : "\"");
    for (; *text; text++) {
        char one[3] = {*text, *text == '"' ? '"' : '\0', '\0'};
        linea_out_text(out, one);
    }
    linea_out_text(out, "\"");
}

static void write_table(const struct linea_cup *cup, struct linea_out *out)
{
    struct linea_cup_standing standing[LINEA_CUP_PLAYERS];
    int players = linea_cup_standings(cup, standing);
    char numbers[160];
    linea_out_text(out,
                   "place,name,points,wins,opponents,share,tables,byes,absences\r\n");
    for (int i = 0; i < players; i++) {
        const struct linea_cup_player *p = &cup->player[standing[i].player];
        linea_out_int(out, standing[i].place);
        linea_out_text(out, ",");
        write_cell(out, p->name);
        snprintf(numbers, sizeof numbers, ",%.4g,%.4g,%.4g,%.6f,%d,%d,%d\r\n",
                 (double)p->points / LINEA_CUP_POINT, (double)p->wins / LINEA_CUP_POINT,
                 (double)standing[i].opponents / LINEA_CUP_POINT,
                 (double)p->share / LINEA_CUP_WHOLE, p->tables, p->byes, p->absences);
        linea_out_text(out, numbers);
    }
}

static bool results(struct linea_db *db, struct linea_sql_job *job)
{
    struct look *l = (struct look *)job;
    struct cup_book *book = l->call.accounts->cups->reads;
    struct cup_work work;
    struct linea_out out;
    if (!linea_cup_work(&work, db, book, l->cup, l->call.now))
        return linea_call_refuse(&l->call, 404, "missing",
                                 "there is no such tournament");
    linea_out_init(&out, linea_cup_book_text(book), CUP_TEXT);
    if (l->csv)
        write_table(work.cup, &out);
    else
        linea_cup_show(work.cup, &out);
    return keep_text(l, &out);
}

static void results_read(struct linea_sql_job *job)
{
    struct look *l = (struct look *)job;
    answer_file(l, l->csv ? "text/csv; charset=utf-8" : "application/json",
                l->csv ? "csv" : "json");
}

void linea_cup_results(struct connection *c, struct exchange *e)
{
    char format[8] = "";
    struct look *l = begin(c, e);
    if (!l)
        return;
    int n = linea_request_argument(&e->request, format, sizeof format, "format");
    l->csv = strcmp(format, "csv") == 0;
    if (n < 0 || (n > 0 && !l->csv && strcmp(format, "json") != 0))
        linea_call_refuse(&l->call, 400, "syntax", "format: json or csv");
    linea_call_ask(&l->call, results, results_read);
}
