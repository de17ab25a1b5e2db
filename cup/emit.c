/*
 * cup/emit.c - the lines that a cup emits, and what it shows. The secret stands in the
 * log, and is public when all is over.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "event.h"

static void write_commitment(const struct linea_cup *cup, struct linea_list *object)
{
    uint8_t commitment[LINEA_CUP_SECRET];
    linea_cup_commit(commitment, cup->secret);
    linea_key_bytes(object, "commitment", commitment, sizeof commitment);
}

static void write_made(const struct linea_cup *cup, struct linea_list *object,
                       const struct cup_event *e, int audience)
{
    linea_key_id(object, "host", e->player);
    linea_cup_write(cup, object);
    if (audience == LINEA_CUP_STORE)
        linea_key_bytes(object, "secret", cup->secret, sizeof cup->secret);
    else
        write_commitment(cup, object);
}

static void write_joined(const struct linea_cup *cup, struct linea_list *object,
                         const struct cup_event *e, int audience)
{
    (void)audience;
    linea_key_id(object, "player", e->player);
    linea_key_text(object, "name", e->name);
    linea_key_int(object, "number",
                  e->who == LINEA_CUP_NONE ? cup->players - 1 : e->who);
    if (e->house)
        linea_key_bool(object, "house", true);
    if (e->has_nonce)
        linea_key_bytes(object, "nonce", e->nonce, sizeof e->nonce);
}

static void write_left(const struct linea_cup *cup, struct linea_list *object,
                       const struct cup_event *e, int audience)
{
    (void)cup, (void)audience;
    linea_key_int(object, "number", e->who);
}

static void write_began(const struct linea_cup *cup, struct linea_list *object,
                        const struct cup_event *e, int audience)
{
    (void)e, (void)audience;
    linea_key_int(object, "players", cup->players);
    linea_key_int(object, "rounds", cup->rounds);
}

static void write_paired(const struct linea_cup *cup, struct linea_list *object,
                         const struct cup_event *e, int audience)
{
    (void)audience;
    const struct cup_pairing *pairing = e->pairing;
    linea_key_int(object, "round", cup->round);
    linea_key_int(object, "first", (int)cup->tables - pairing->tables + 1);
    struct linea_list tables = linea_key_open(object, "tables", "[", "]");
    for (int t = 0; t < pairing->tables; t++) {
        linea_list_next(&tables);
        struct linea_list table = linea_list_open(tables.out, "[", "]");
        for (int s = 0; s < pairing->seats[t]; s++)
            linea_list_int(&table, pairing->player[t][s]);
        linea_list_close(&table);
    }
    linea_list_close(&tables);
    struct linea_list byes = linea_key_open(object, "byes", "[", "]");
    for (int i = 0; i < pairing->byes; i++)
        linea_list_int(&byes, pairing->bye[i]);
    linea_list_close(&byes);
}

/* How many seats a result is for: those with a place. */
static int seats_of(const struct linea_cup_result *result)
{
    int seats = 0;
    while (seats < LINEA_CUP_SEATS && result->place[seats])
        seats++;
    return seats;
}

static void write_result(const struct linea_cup *cup, struct linea_list *object,
                         const struct cup_event *e, int audience)
{
    (void)cup, (void)audience;
    int seats = seats_of(&e->result);
    linea_key_int(object, "table", e->table);
    struct linea_list totals = linea_key_open(object, "totals", "[", "]");
    for (int s = 0; s < seats; s++)
        linea_list_int(&totals, e->result.total[s]);
    linea_list_close(&totals);
    struct linea_list places = linea_key_open(object, "places", "[", "]");
    for (int s = 0; s < seats; s++)
        linea_list_int(&places, e->result.place[s]);
    linea_list_close(&places);
    if (!e->result.absent)
        return;
    struct linea_list absent = linea_key_open(object, "absent", "[", "]");
    for (int s = 0; s < seats; s++)
        if (e->result.absent >> s & 1)
            linea_list_int(&absent, s);
    linea_list_close(&absent);
}

static void write_ended(const struct linea_cup *cup, struct linea_list *object,
                        const struct cup_event *e, int audience)
{
    (void)e;
    if (audience != LINEA_CUP_STORE)
        linea_key_bytes(object, "secret", cup->secret, sizeof cup->secret);
}

static void (*const writers[CUP_EVENT_KINDS])(const struct linea_cup *cup,
                                              struct linea_list *object,
                                              const struct cup_event *e,
                                              int audience) = {
    [CUP_MADE] = write_made,   [CUP_JOINED] = write_joined, [CUP_LEFT] = write_left,
    [CUP_BEGAN] = write_began, [CUP_PAIRED] = write_paired, [CUP_RESULT] = write_result,
    [CUP_ENDED] = write_ended,
};

void linea_cup_emit(const struct linea_cup *cup, const struct linea_cup_io *io,
                    const struct cup_event *e)
{
    for (int audience = 0; audience < LINEA_CUP_AUDIENCES; audience++) {
        struct linea_out out;
        linea_out_init(&out, io->line, LINEA_CUP_LINE);
        struct linea_list object = linea_list_open(&out, "{", "}");
        linea_key_int(&object, "event", cup->event);
        linea_key_int(&object, "at", e->at);
        linea_key_text(&object, "what", linea_cup_event_name(e->kind));
        if (writers[e->kind])
            writers[e->kind](cup, &object, e, audience);
        linea_list_close(&object);
        assert(!out.full);
        io->emit(io->context, audience, io->line, (size_t)(out.at - io->line));
    }
}

static const char *stage_name(const struct linea_cup *cup)
{
    switch (cup->stage) {
    case LINEA_CUP_GATHERING:
        return "gathering";
    case LINEA_CUP_RUNNING:
        return cup->paused ? "paused" : "running";
    default:
        return "over";
    }
}

static void show_table(const struct linea_cup *cup, struct linea_list *list,
                       const struct linea_cup_table *table)
{
    struct linea_list object = linea_list_object(list);
    linea_key_int(&object, "table", table->number);
    linea_key_int(&object, "round", table->round);
    linea_key_int(&object, "games", linea_cup_games(cup, table));
    linea_key_int(&object, "played", table->games);
    struct linea_list players = linea_key_open(&object, "players", "[", "]");
    for (int s = 0; s < table->seats; s++)
        linea_list_int(&players, table->player[s]);
    linea_list_close(&players);
    linea_list_close(&object);
}

/* Points and wins in 240ths of one, which keeps halves and thirds whole. */
static void show_standing(const struct linea_cup *cup, struct linea_list *list,
                          const struct linea_cup_standing *standing)
{
    const struct linea_cup_player *player = &cup->player[standing->player];
    struct linea_list object = linea_list_object(list);
    linea_key_int(&object, "place", standing->place);
    linea_key_int(&object, "number", standing->player);
    linea_key_text(&object, "name", player->name);
    linea_key_int(&object, "points", player->points);
    linea_key_int(&object, "wins", player->wins);
    linea_key_int(&object, "opponents", standing->opponents);
    linea_key_int(&object, "share", player->share);
    linea_key_int(&object, "tables", player->tables);
    linea_key_int(&object, "byes", player->byes);
    linea_key_int(&object, "absences", player->absences);
    if (cup->format == LINEA_CUP_KNOCKOUT) {
        linea_key_int(&object, "reached", player->reached);
        linea_key_int(&object, "rank", player->rank);
    }
    if (player->out)
        linea_key_bool(&object, "out", true);
    linea_list_close(&object);
}

void linea_cup_show(const struct linea_cup *cup, struct linea_out *out)
{
    struct linea_cup_standing standing[LINEA_CUP_PLAYERS];
    int players = linea_cup_standings(cup, standing);
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_cup_write(cup, &object);
    write_commitment(cup, &object);
    linea_key_text(&object, "stage", stage_name(cup));
    linea_key_int(&object, "event", cup->event);
    linea_key_int(&object, "round", cup->round);
    linea_key_int(&object, "point", LINEA_CUP_POINT);
    struct linea_list tables = linea_key_open(&object, "tables", "[", "]");
    for (int t = 0; t < LINEA_CUP_TABLES; t++)
        if (cup->table[t].number)
            show_table(cup, &tables, &cup->table[t]);
    linea_list_close(&tables);
    struct linea_list list = linea_key_open(&object, "standings", "[", "]");
    for (int i = 0; i < players; i++)
        show_standing(cup, &list, &standing[i]);
    linea_list_close(&list);
    if (cup->stage == LINEA_CUP_OVER)
        linea_key_bytes(&object, "secret", cup->secret, sizeof cup->secret);
    linea_list_close(&object);
}
