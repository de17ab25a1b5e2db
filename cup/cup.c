/*
 * cup/cup.c - what events do to a cup, and what happens by itself: rounds are paired
 * when the one before is over, who waits in an arena is paired every few seconds.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"

const char *linea_cup_event_name(enum cup_event_kind kind)
{
    static const char *const name[CUP_EVENT_KINDS] = {
        [CUP_MADE] = "made",     [CUP_JOINED] = "joined",   [CUP_LEFT] = "left",
        [CUP_BEGAN] = "began",   [CUP_PAIRED] = "paired",   [CUP_RESULT] = "result",
        [CUP_PAUSED] = "paused", [CUP_RESUMED] = "resumed", [CUP_ENDING] = "ending",
        [CUP_ENDED] = "ended",
    };
    return name[kind];
}

/* The number of a pair, whichever comes first. */
static int pair_of(int a, int b)
{
    return a > b ? a * (a - 1) / 2 + b : b * (b - 1) / 2 + a;
}

int linea_cup_met(const struct linea_cup *cup, int a, int b)
{
    return cup->met[pair_of(a, b)];
}

static void join(struct linea_cup *cup, const struct cup_event *e)
{
    if (e->who != LINEA_CUP_NONE) { /* is back */
        cup->player[e->who].out = false;
        cup->player[e->who].waits = e->at;
        return;
    }
    struct linea_cup_player *player = &cup->player[cup->players];
    memset(player, 0, sizeof *player);
    player->player = e->player;
    memcpy(player->name, e->name, sizeof player->name);
    player->house = e->house;
    player->has_nonce = e->has_nonce;
    memcpy(player->nonce, e->nonce, sizeof player->nonce);
    player->table = player->last = LINEA_CUP_NONE;
    player->waits = e->at;
    if (cup->stage == LINEA_CUP_RUNNING)
        linea_cup_draw_for(cup, cup->players);
    cup->players++;
}

/* Before it begins a place is free again; afterwards the player stays in the
   standings. */
static void leave(struct linea_cup *cup, const struct cup_event *e)
{
    if (cup->stage == LINEA_CUP_RUNNING) {
        cup->player[e->who].out = true;
        return;
    }
    cup->players--;
    memmove(&cup->player[e->who], &cup->player[e->who + 1],
            (size_t)(cup->players - e->who) * sizeof cup->player[0]);
}

static void begin(struct linea_cup *cup, const struct cup_event *e)
{
    cup->stage = LINEA_CUP_RUNNING;
    cup->began = cup->round_ended = e->at;
    if (cup->format == LINEA_CUP_SWISS && !cup->rounds)
        cup->rounds = linea_cup_rounds_for(cup);
    linea_cup_draw(cup);
    for (int p = 0; p < cup->players; p++)
        cup->player[p].waits = e->at;
}

static int64_t not_before(const struct linea_cup *cup, int64_t now)
{
    return now > cup->at ? now : cup->at;
}

/* Players who begin a table: who meets whom, who had which seat. */
static void sit_down(struct linea_cup *cup, int index, bool small)
{
    struct linea_cup_table *table = &cup->table[index];
    for (int s = 0; s < table->seats; s++) {
        struct linea_cup_player *player = &cup->player[table->player[s]];
        player->table = index;
        player->last = (int)table->number;
        player->seat[s]++;
        player->small += small;
        player->slot = (int)table->number;
        for (int other = 0; other < s; other++) {
            uint8_t *met = &cup->met[pair_of(table->player[s], table->player[other])];
            *met = (uint8_t)(*met + (*met < UINT8_MAX));
        }
    }
}

/* A bye counts as a table, and goes on in a knock-out. */
static void pass_by(struct linea_cup *cup, int number)
{
    struct linea_cup_player *player = &cup->player[number];
    player->byes++;
    player->points += linea_cup_bye_points(cup);
    player->slot = (int)cup->tables + 1;
    if (cup->format != LINEA_CUP_KNOCKOUT)
        return;
    player->reached = cup->round;
    player->rank = 1;
}

static int free_table(const struct linea_cup *cup)
{
    int index = 0;
    while (cup->table[index].number)
        index++;
    return index;
}

static void pair(struct linea_cup *cup, const struct cup_event *e)
{
    const struct cup_pairing *pairing = e->pairing;
    cup->round++;
    cup->paired = e->at;
    cup->final =
        cup->format == LINEA_CUP_KNOCKOUT && pairing->tables == 1 && !pairing->byes;
    for (int t = 0; t < pairing->tables; t++) {
        int index = free_table(cup);
        struct linea_cup_table *table = &cup->table[index];
        memset(table, 0, sizeof *table);
        table->number = ++cup->tables;
        table->round = cup->round;
        table->seats = pairing->seats[t];
        memcpy(table->player, pairing->player[t],
               (size_t)table->seats * sizeof table->player[0]);
        cup->open++;
        sit_down(cup, index, pairing->seats[t] < pairing->seats[0]);
    }
    for (int i = 0; i < pairing->byes; i++)
        pass_by(cup, pairing->bye[i]);
}

static void take_result(struct linea_cup *cup, const struct cup_event *e)
{
    int index = 0;
    while (cup->table[index].number != e->table)
        index++;
    struct linea_cup_table *table = &cup->table[index];
    linea_cup_score_game(table, &e->result);
    if (table->games < linea_cup_games(cup, table))
        return;
    linea_cup_score_table(cup, table);
    if (cup->field)
        linea_cup_hold(cup, table, &e->result);
    for (int s = 0; s < table->seats; s++) {
        cup->player[table->player[s]].table = LINEA_CUP_NONE;
        cup->player[table->player[s]].waits = e->at;
    }
    table->number = 0;
    if (--cup->open > 0)
        return;
    cup->round_ended = e->at;
    if (cup->field)
        linea_cup_score_field(cup);
}

void linea_cup_apply(struct linea_cup *cup, const struct cup_event *e,
                     const struct linea_cup_io *io)
{
    cup->event++;
    cup->at = e->at;
    switch (e->kind) {
    case CUP_MADE:
        cup->stage = LINEA_CUP_GATHERING;
        cup->host = e->player;
        break;
    case CUP_JOINED:
        join(cup, e);
        break;
    case CUP_LEFT:
        leave(cup, e);
        break;
    case CUP_BEGAN:
        begin(cup, e);
        break;
    case CUP_PAIRED:
        pair(cup, e);
        break;
    case CUP_RESULT:
        take_result(cup, e);
        break;
    case CUP_PAUSED:
    case CUP_RESUMED:
        cup->paused = e->kind == CUP_PAUSED;
        cup->pauses += cup->paused;
        break;
    case CUP_ENDING:
        cup->ending = true;
        break;
    case CUP_ENDED:
        cup->stage = LINEA_CUP_OVER;
        break;
    case CUP_EVENT_KINDS:
        break;
    }
    if (io)
        linea_cup_emit(cup, io, e);
}

const struct linea_cup_table *linea_cup_table(const struct linea_cup *cup,
                                              uint32_t table)
{
    for (int t = 0; table && t < LINEA_CUP_TABLES; t++)
        if (cup->table[t].number == table)
            return &cup->table[t];
    return NULL;
}

int linea_cup_games(const struct linea_cup *cup, const struct linea_cup_table *table)
{
    return cup->duplicate ? table->seats : 1;
}

int linea_cup_sits(const struct linea_cup_table *table, int game, int seat)
{
    return table->player[(seat + game) % table->seats];
}

static bool check_result(const struct linea_cup_table *table, struct linea_error *error,
                         const struct linea_cup_result *result)
{
    enum { MOST = 30000 };
    for (int s = 0; s < table->seats; s++) {
        if (result->total[s] < -MOST || result->total[s] > MOST)
            return linea_explain(error, LINEA_ILLEGAL, "total: too large");
        if (result->place[s] < 1 || result->place[s] > table->seats)
            return linea_explain(error, LINEA_ILLEGAL, "place: from 1 on");
    }
    return result->absent >> table->seats == 0 ||
           linea_explain(error, LINEA_ILLEGAL, "absent: no such seat");
}

bool linea_cup_report(struct linea_cup *cup, struct linea_error *error,
                      const struct linea_cup_io *io, uint32_t table,
                      const struct linea_cup_result *result, int64_t now)
{
    struct cup_event e = {.kind = CUP_RESULT,
                          .at = not_before(cup, now),
                          .who = LINEA_CUP_NONE,
                          .table = table,
                          .result = *result};
    const struct linea_cup_table *at = linea_cup_table(cup, table);
    if (!at)
        return linea_explain(error, LINEA_UNKNOWN, "no such table is being played");
    if (!check_result(at, error, result))
        return false;
    for (int s = at->seats; s < LINEA_CUP_SEATS; s++)
        e.result.total[s] = e.result.place[s] = 0;
    linea_cup_apply(cup, &e, io);
    return true;
}

static int alive(const struct linea_cup *cup)
{
    int count = 0;
    for (int p = 0; p < cup->players; p++)
        count += !cup->player[p].out && !cup->player[p].eliminated;
    return count;
}

bool linea_cup_has_ended(const struct linea_cup *cup, int64_t now)
{
    if (cup->open)
        return false;
    if (cup->ending)
        return true;
    switch (cup->format) {
    case LINEA_CUP_SWISS:
        return cup->round >= cup->rounds || alive(cup) < cup->least;
    case LINEA_CUP_KNOCKOUT:
        return cup->final || alive(cup) < cup->least;
    default:
        return now >= cup->began + cup->duration || cup->event >= LINEA_CUP_EVENTS;
    }
}

/* When the next round may begin; not of an arena. */
static int64_t next_round(const struct linea_cup *cup)
{
    int64_t rested = cup->round_ended + cup->rest,
            due = cup->began + cup->round * cup->every;
    if (!cup->round)
        return cup->began;
    return rested > due ? rested : due;
}

bool linea_cup_may_begin_round(const struct linea_cup *cup, int64_t now)
{
    if (cup->stage != LINEA_CUP_RUNNING || cup->paused || cup->ending)
        return false;
    if (cup->format != LINEA_CUP_ARENA)
        return !cup->open && now >= next_round(cup);
    return now < cup->began + cup->duration && cup->event < LINEA_CUP_EVENTS &&
           (!cup->round || now >= cup->paired + LINEA_CUP_EVERY);
}

int64_t linea_cup_due(const struct linea_cup *cup, int64_t after)
{
    if (cup->stage != LINEA_CUP_RUNNING)
        return INT64_MAX;
    if (cup->ending)
        return cup->open ? INT64_MAX : cup->at;
    if (cup->format != LINEA_CUP_ARENA)
        return cup->open || cup->paused ? INT64_MAX : next_round(cup);
    int64_t end = cup->began + cup->duration;
    if (after >= end)
        return cup->open ? INT64_MAX : end;
    if (cup->paused || after < cup->began)
        return cup->paused ? end : cup->began;
    int64_t next = after + LINEA_CUP_EVERY - (after - cup->began) % LINEA_CUP_EVERY;
    return next < end ? next : end;
}

static void happen(struct linea_cup *cup, const struct linea_cup_io *io,
                   enum cup_event_kind kind, int64_t now)
{
    struct cup_event e = {.kind = kind, .at = now, .who = LINEA_CUP_NONE};
    linea_cup_apply(cup, &e, io);
}

void linea_cup_tick(struct linea_cup *cup, const struct linea_cup_io *io, int64_t now)
{
    struct cup_pairing pairing;
    now = not_before(cup, now);
    struct cup_event e = {
        .kind = CUP_PAIRED, .at = now, .who = LINEA_CUP_NONE, .pairing = &pairing};
    if (cup->stage != LINEA_CUP_RUNNING)
        return;
    bool ends = linea_cup_has_ended(cup, now);
    if (!ends && !linea_cup_may_begin_round(cup, now))
        return;
    if (!ends && linea_cup_pair(cup, &pairing, now))
        linea_cup_apply(cup, &e, io);
    else if (ends || cup->format != LINEA_CUP_ARENA)
        happen(cup, io, CUP_ENDED, now);
}
