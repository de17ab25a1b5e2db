/*
 * server/cup/list.c - tournaments: coming, running, over, and one's own.
 *
 * GET /api/cups?stage=coming&offset=20 → {"cups":[…],"more":true}
 * GET /api/cups/mine → {"cups":[…],"tables":[{"cup":ID,"game":ID,"seat":1,…}]}
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "cups.h"

enum { MINE = CUPS_OF_HOST + CUPS_OF_PLAYER, TABLES = 64 };

struct list {
    struct call call;
    int64_t offset;
    enum linea_cup_stage stage;
    uint64_t player;
    char text[CALL_ANSWER];
};

#define COLUMNS                                                                        \
    "c.id, c.name, c.format, c.map, c.size, c.players, c.stage, c.round, c.rounds,"    \
    " c.rated, c.starts, c.made, c.host, a.name"
#define FROM " FROM cup c LEFT JOIN account a ON a.player = c.host "

static void write_cup(struct list *l, struct linea_list *list, struct linea_db *db)
{
    static const char *const stages[] = {
        [LINEA_CUP_UNMADE] = "coming",
        [LINEA_CUP_GATHERING] = "coming",
        [LINEA_CUP_RUNNING] = "running",
        [LINEA_CUP_OVER] = "over",
    };
    int64_t stage = linea_db_int(db, 6);
    struct linea_list object = linea_list_object(list);
    linea_key_columns(
        &object, db,
        SQL_COLUMNS("#cup", "$name", "$format", "$map", "size", "players"));
    linea_key_text(&object, "stage",
                   stages[stage > 0 && stage <= LINEA_CUP_OVER ? stage : 0]);
    linea_key_int(&object, "round", linea_db_int(db, 7));
    linea_key_int(&object, "rounds", linea_db_int(db, 8));
    linea_key_bool(&object, "rated", linea_db_int(db, 9) != 0);
    linea_key_int(&object, "starts", linea_db_int(db, 10));
    linea_key_int(&object, "made", linea_db_int(db, 11));
    linea_key_text(&object, "host", linea_db_text(db, 13));
    if (l->player && linea_db_id(db, 12) == l->player)
        linea_key_bool(&object, "yours", true);
    linea_list_close(&object);
}

static bool find(struct linea_db *db, struct linea_sql_job *job)
{
    struct list *l = (struct list *)job;
    struct linea_out out;
    int count = 0;
    linea_out_init(&out, l->text, sizeof l->text);
    struct linea_list object = linea_list_open(&out, "{", "}");
    struct linea_list list = linea_key_open(&object, "cups", "[", "]");
    sql_ask(db,
            "SELECT " COLUMNS FROM "WHERE c.stage = $1 ORDER BY c.made DESC, c.id"
            " LIMIT $2 OFFSET $3",
            linea_value_int(l->stage), linea_value_int(CUP_PAGE + 1),
            linea_value_int(l->offset));
    while (linea_db_next(db))
        if (count++ < CUP_PAGE)
            write_cup(l, &list, db);
    linea_list_close(&list);
    if (count > CUP_PAGE)
        linea_key_bool(&object, "more", true);
    linea_list_close(&object);
    return linea_call_wrote(&l->call, l->text, &out);
}

void linea_cup_list(struct connection *c, struct exchange *e)
{
    char stage[16] = "";
    struct list *l = linea_call_begin(c, e, sizeof *l);
    if (!l)
        return;
    linea_request_argument(&e->request, stage, sizeof stage, "stage");
    l->player = e->identity.player;
    l->stage = strcmp(stage, "coming") == 0    ? LINEA_CUP_GATHERING
               : strcmp(stage, "running") == 0 ? LINEA_CUP_RUNNING
               : strcmp(stage, "over") == 0    ? LINEA_CUP_OVER
                                               : LINEA_CUP_UNMADE;
    if (l->stage == LINEA_CUP_UNMADE)
        linea_call_refuse(&l->call, 400, "syntax", "stage: coming, running or over");
    linea_call_number(&l->call, &l->offset, "offset", REQUEST_MOST_OFFSET);
    linea_call_ask(&l->call, find, linea_call_written);
}

/* Tables that wait for one, and those where one plays. */
static void write_tables(struct list *l, struct linea_list *object, struct linea_db *db)
{
    struct linea_list list = linea_key_open(object, "tables", "[", "]");
    sql_ask(db,
            "SELECT g.cup, g.place, g.round, s.game, s.seat, g.due, p.status"
            " FROM cup_seat s JOIN cup_game g ON g.game = s.game"
            " JOIN player p ON p.game = s.game AND p.seat = s.seat"
            " WHERE s.player = $1 AND g.status = $2 ORDER BY g.due LIMIT $3",
            linea_value_id(l->player), linea_value_int(CUP_GAME_MADE),
            linea_value_int(TABLES));
    while (linea_db_next(db)) {
        struct linea_list table = linea_list_object(&list);
        linea_key_columns(&table, db,
                          SQL_COLUMNS("#cup", "table", "round", "#game", "seat"));
        if (linea_db_int(db, 6) == 0)
            linea_key_int(&table, "come_by", linea_db_int(db, 5));
        linea_list_close(&table);
    }
    linea_list_close(&list);
}

static bool find_mine(struct linea_db *db, struct linea_sql_job *job)
{
    struct list *l = (struct list *)job;
    struct linea_out out;
    linea_out_init(&out, l->text, sizeof l->text);
    struct linea_list object = linea_list_open(&out, "{", "}");
    struct linea_list list = linea_key_open(&object, "cups", "[", "]");
    sql_ask(db,
            "SELECT " COLUMNS FROM "WHERE c.stage < $2 AND c.id IN (SELECT id FROM cup"
            " WHERE host = $1 UNION SELECT cup FROM cup_player WHERE player = $1)"
            " ORDER BY c.made DESC, c.id LIMIT $3",
            linea_value_id(l->player), linea_value_int(LINEA_CUP_OVER),
            linea_value_int(MINE));
    while (linea_db_next(db))
        write_cup(l, &list, db);
    linea_list_close(&list);
    write_tables(l, &object, db);
    linea_list_close(&object);
    return linea_call_wrote(&l->call, l->text, &out);
}

void linea_cup_mine(struct connection *c, struct exchange *e)
{
    struct list *l = linea_call_begin(c, e, sizeof *l);
    if (!l)
        return;
    l->player = e->identity.player;
    linea_call_ask(&l->call, find_mine, linea_call_written);
}
