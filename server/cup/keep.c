/*
 * server/cup/keep.c - what other parts of the server have for tournaments: games that
 * are over, and accounts that are deleted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "cups.h"
#include "rating/rating.h"
#include "token.h"

static void write_numbers(char out[64], const int number[], int count)
{
    struct linea_out text;
    linea_out_init(&text, out, 64);
    struct linea_list list = linea_list_open(&text, "[", "]");
    for (int i = 0; i < count; i++)
        linea_list_int(&list, number[i]);
    linea_list_close(&list);
}

/* Seats of people that bots have at the end: nobody came. */
static int64_t absent_from(struct linea_db *db, const struct rated_game *g)
{
    int64_t absent = 0;
    sql_ask(db, "SELECT seat, player FROM cup_seat WHERE game = $1",
            linea_value_id(g->game));
    while (linea_db_next(db)) {
        int64_t seat = linea_db_int(db, 0);
        if (seat >= 0 && seat < LINEA_SEATS && g->player[seat] != linea_db_id(db, 1))
            absent |= (int64_t)1 << seat;
    }
    return absent;
}

void linea_cup_keep(struct linea_db *db, const struct rated_game *g)
{
    char totals[64], places[64];
    const struct linea_finished *result = &g->result.result;
    sql_ask(db, "SELECT cup FROM cup_game WHERE game = $1 AND status < $2",
            linea_value_id(g->game), linea_value_int(CUP_GAME_OVER));
    if (!linea_db_next(db))
        return;
    uint64_t cup = linea_db_id(db, 0);
    write_numbers(totals, g->result.total, result->seats);
    write_numbers(places, result->place, result->seats);
    sql_run(db,
            "UPDATE cup_game SET status = $2, totals = $3, places = $4, absent = $5"
            " WHERE game = $1",
            linea_value_id(g->game), linea_value_int(CUP_GAME_OVER),
            linea_value_text(result->seats ? totals : NULL),
            linea_value_text(result->seats ? places : NULL),
            linea_value_int(absent_from(db, g)));
    linea_cup_lock(db, cup); /* those who look see it */
}

/* What somebody is called who has gone. */
static void name_gone(char out[32], uint64_t player)
{
    snprintf(out, 32, "gone-%04x", (unsigned)(player & 0xffff));
}

/* The line of a joining with another name in it. */
static bool rename_in(char out[1024], const char *line, const char *name)
{
    static const char before[] = "\"name\":", after[] = ",\"number\":";
    const char *from = strstr(line, before), *to = NULL;
    for (const char *p = from; p && (p = strstr(p, after)); p++)
        to = p; /* the last one: a name may look like it */
    if (!from || !to)
        return false;
    int head = (int)(from - line) + (int)sizeof before - 1;
    int n = snprintf(out, 1024, "%.*s\"%s\"%s", head, line, name, to);
    return n > 0 && n < 1024;
}

/* In the next joining of a player after an event; *number is its number. */
static bool forget_next(struct linea_db *db, int64_t *number, uint64_t cup,
                        uint64_t player)
{
    char line[1024], id[17], part[40], name[32];
    linea_hub_id_write(id, player);
    snprintf(part, sizeof part, "%%\"player\":\"%s\"%%", id);
    name_gone(name, player);
    sql_ask(db,
            "SELECT number, line FROM cup_event WHERE cup = $1 AND number > $2"
            " AND line LIKE $3 ORDER BY number LIMIT 1",
            linea_value_id(cup), linea_value_int(*number), linea_value_text(part));
    if (!linea_db_next(db))
        return false;
    *number = linea_db_int(db, 0);
    if (rename_in(line, linea_db_text(db, 1), name))
        sql_run(db, "UPDATE cup_event SET line = $3 WHERE cup = $1 AND number = $2",
                linea_value_id(cup), linea_value_int(*number), linea_value_text(line));
    return true;
}

static void forget_name(struct linea_db *db, uint64_t cup, uint64_t player)
{
    int64_t number = 0, last = 0;
    while (forget_next(db, &number, cup, player))
        ; /* they may have come and gone any number of times */
    /* who has read the log before reads it again */
    sql_ask(db, "SELECT event FROM cup WHERE id = $1", linea_value_id(cup));
    last = linea_db_next(db) ? linea_db_int(db, 0) : 0;
    struct linea_value tag = linea_value_int((int64_t)(linea_token_new_player() >> 1));
    sql_run(db, "UPDATE cup_event SET tag = $3 WHERE cup = $1 AND number = $2",
            linea_value_id(cup), linea_value_int(last), tag);
    sql_run(db, "UPDATE cup SET tag = $2 WHERE id = $1", linea_value_id(cup), tag);
}

static void leave(struct linea_db *db, struct cups *cups, uint64_t cup, uint64_t player,
                  int64_t now)
{
    static const char leaves[] = "{\"do\":\"leave\"}";
    struct cup_work work;
    struct linea_out out;
    char answer[512];
    linea_out_init(&out, answer, sizeof answer);
    if (linea_cup_lock(db, cup) && linea_cup_work(&work, db, cups->writes, cup, now) &&
        linea_cup_request(work.cup, &out, &work.io, player, leaves, sizeof leaves - 1,
                          now))
        linea_cup_go_on(&work);
}

/* The tournaments of a question, after the last one; how many. */
enum { SOME = 64 };
static int find_cups(struct linea_db *db, uint64_t cup[SOME], const char *question,
                     uint64_t player, uint64_t after)
{
    int count = 0;
    linea_db_ask(db, question,
                 SQL_VALUES(linea_value_id(player), linea_value_id(after)));
    while (count < SOME && linea_db_next(db))
        cup[count++] = linea_db_id(db, 0);
    return count;
}

void linea_cup_erase(struct linea_db *db, struct cups *cups, uint64_t player,
                     int64_t now)
{
    uint64_t cup[SOME];
    int count = find_cups(db, cup,
                          "SELECT id FROM cup WHERE host = $1 AND stage = 1 AND id > $2"
                          " ORDER BY id LIMIT 64",
                          player, (uint64_t)INT64_MIN);
    for (int i = 0; i < count; i++)
        linea_cup_delete(db, cup[i]);
    uint64_t after = (uint64_t)INT64_MIN;
    while ((count = find_cups(db, cup,
                              "SELECT cup FROM cup_player WHERE player = $1"
                              " AND cup > $2 ORDER BY cup LIMIT 64",
                              player, after)) > 0) {
        for (int i = 0; i < count; i++) {
            leave(db, cups, cup[i], player, now);
            forget_name(db, cup[i], player);
        }
        after = cup[count - 1];
    }
    sql_run(db, "UPDATE cup_player SET place = NULL WHERE player = $1",
            linea_value_id(player));
}
