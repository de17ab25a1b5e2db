/*
 * tests/cup_box.c - a cup with its log, and players who play it by chance.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cup_box.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

static void keep(void *context, int audience, const char *line, size_t length)
{
    struct cup_box *box = context;
    box->events[audience]++;
    size_t size = length < LINEA_CUP_REQUEST ? length : LINEA_CUP_REQUEST - 1;
    memcpy(box->last[audience], line, size);
    box->last[audience][size] = 0;
    if (audience != LINEA_CUP_STORE)
        return;
    CHECK(box->length + length + 1 < CUP_BOX_LOG);
    memcpy(box->log + box->length, line, length);
    box->length += length;
    box->log[box->length++] = '\n';
}

struct cup_box *cup_box(void)
{
    static struct cup_box *box;
    if (!box)
        box = calloc(1, sizeof *box);
    CHECK(box != NULL);
    char *log = box->log ? box->log : malloc(CUP_BOX_LOG);
    CHECK(log != NULL);
    memset(&box->cup, 0, sizeof box->cup);
    memset(box->events, 0, sizeof box->events);
    box->log = log;
    box->length = 0;
    box->now = 1000;
    box->io = (struct linea_cup_io){keep, box, &box->json, box->line};
    return box;
}

uint64_t cup_person(int player)
{
    return (uint64_t)player + 100;
}

static bool ask(struct cup_box *box, uint64_t person, const char *request)
{
    struct linea_out out;
    linea_out_init(&out, box->answer, sizeof box->answer);
    return linea_cup_request(&box->cup, &out, &box->io, person, request,
                             strlen(request), box->now);
}

bool cup_ask(struct cup_box *box, int player, const char *request)
{
    return ask(box, cup_person(player), request);
}

bool cup_ask_host(struct cup_box *box, const char *request)
{
    return ask(box, CUP_HOST, request);
}

bool cup_join(struct cup_box *box, int player)
{
    static const char letters[] = "ABCDEFGHKMNPRSTW"; /* none looks like another */
    char request[128];
    snprintf(request, sizeof request, "{\"do\":\"join\",\"name\":\"player %c%c%c\"}",
             letters[player / 256 % 16], letters[player / 16 % 16],
             letters[player % 16]);
    return cup_ask(box, player, request);
}

void cup_make(struct cup_box *box, const char *settings, int players)
{
    char request[512];
    uint8_t secret[LINEA_CUP_SECRET] = {7, (uint8_t)players};
    snprintf(request, sizeof request, "{\"name\":\"A cup\",\"map\":\"europe\",%s}",
             settings);
    CHECK(linea_cup_make(&box->cup, &box->error, &box->io, request, strlen(request),
                         CUP_HOST, secret, box->now));
    for (int p = 0; p < players; p++)
        CHECK(cup_join(box, p));
}

void cup_go_on(struct cup_box *box)
{
    int64_t due = linea_cup_due(&box->cup, box->now);
    if (due > box->now && due != INT64_MAX)
        box->now = due;
    linea_cup_tick(&box->cup, &box->io, box->now);
}

bool cup_report(struct cup_box *box, uint32_t table, const int totals[],
                unsigned absent)
{
    struct linea_cup_result result = {.absent = absent};
    const struct linea_cup_table *at = linea_cup_table(&box->cup, table);
    CHECK(at != NULL);
    for (int s = 0; s < at->seats; s++) {
        result.total[s] = totals[s];
        result.place[s] = 1;
        for (int other = 0; other < at->seats; other++)
            result.place[s] += totals[other] > totals[s];
    }
    return linea_cup_report(&box->cup, &box->error, &box->io, table, &result, box->now);
}

static bool chance(struct cup_box *box, int percent)
{
    return linea_rng_below(&box->rng, 100) < percent;
}

/* A game by chance: who has a higher number is better. */
static void play_game(struct cup_box *box, const struct linea_cup_table *table,
                      const struct cup_chances *chances)
{
    int totals[LINEA_CUP_SEATS];
    unsigned absent = 0;
    for (int s = 0; s < table->seats; s++) {
        int player = linea_cup_sits(table, table->games, s);
        totals[s] = chance(box, chances->ties)
                        ? 50
                        : player + linea_rng_below(&box->rng, 100) - 10;
        if (box->cup.player[player].out || chance(box, chances->absent))
            absent |= 1u << s;
    }
    CHECK(cup_report(box, table->number, totals, absent));
}

static void come_and_go(struct cup_box *box, int *players,
                        const struct cup_chances *chances)
{
    if (chance(box, chances->leaves))
        cup_ask(box, linea_rng_below(&box->rng, *players), "{\"do\":\"leave\"}");
    if (chance(box, chances->joins) && *players < LINEA_CUP_PLAYERS)
        *players += cup_join(box, *players);
    if (chance(box, chances->pauses)) {
        cup_ask_host(box, "{\"do\":\"pause\"}");
        uint32_t event = box->cup.event;
        cup_go_on(box);
        CHECK(box->cup.stage == LINEA_CUP_OVER || event == box->cup.event ||
              box->cup.format == LINEA_CUP_ARENA);
        cup_ask_host(box, "{\"do\":\"resume\"}");
    }
}

/* Nobody sits at two tables, and everybody's table is there. */
static void check_tables(const struct linea_cup *cup)
{
    int open = 0, seated = 0, at_table = 0;
    for (int t = 0; t < LINEA_CUP_TABLES; t++) {
        const struct linea_cup_table *table = &cup->table[t];
        if (!table->number)
            continue;
        open++;
        CHECK(table->seats >= cup->least && table->seats <= cup->size);
        for (int s = 0; s < table->seats; s++) {
            CHECK_EQ(cup->player[table->player[s]].table, t);
            seated++;
        }
    }
    for (int p = 0; p < cup->players; p++)
        at_table += cup->player[p].table != LINEA_CUP_NONE;
    CHECK_EQ(open, cup->open);
    CHECK_EQ(seated, at_table);
}

/* One table's next game, any of those that are being played. */
static void play_some(struct cup_box *box, const struct cup_chances *chances)
{
    int which = linea_rng_below(&box->rng, box->cup.open);
    for (int t = 0; t < LINEA_CUP_TABLES; t++)
        if (box->cup.table[t].number && which-- == 0) {
            box->now += 1000;
            play_game(box, &box->cup.table[t], chances);
            return;
        }
}

int cup_play(struct cup_box *box, const struct cup_chances *chances)
{
    int players = box->cup.players;
    CHECK(box->cup.stage != LINEA_CUP_GATHERING ||
          cup_ask_host(box, "{\"do\":\"begin\"}"));
    for (long step = 0; box->cup.stage != LINEA_CUP_OVER; step++) {
        CHECK(step < 1000000); /* it ends */
        come_and_go(box, &players, chances);
        if (box->cup.open)
            play_some(box, chances);
        if (!box->cup.open || box->cup.format == LINEA_CUP_ARENA)
            cup_go_on(box);
        check_tables(&box->cup);
    }
    cup_check_log(box);
    return box->cup.round;
}

void cup_check_log(struct cup_box *box)
{
    memset(&box->again, 0, sizeof box->again);
    for (size_t at = 0; at < box->length;) {
        const char *line = box->log + at;
        size_t length = (size_t)((char *)memchr(line, '\n', box->length - at) - line);
        if (!linea_cup_restore(&box->again, &box->error, &box->io, true, line, length))
            fail_msg("%.*s: %s", (int)length, line, box->error.message);
        at += length + 1;
    }
    CHECK(memcmp(&box->again, &box->cup, sizeof box->cup) == 0);
}
