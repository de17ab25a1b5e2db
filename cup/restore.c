/*
 * cup/restore.c - a cup from its log, event by event.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"
#include "linea/utf8.h"

/* A stored event being read. */
struct stored {
    struct linea_cup *cup;
    const struct linea_json *json;
    struct linea_error *error;
    bool verify;
    struct cup_pairing pairing;
};

static int get(const struct stored *s, const char *key)
{
    return linea_json_get(s->json, 0, key);
}

/* Settings are read into the cup itself, which is empty. */
static bool read_made(struct stored *s, struct cup_event *e)
{
    if (!linea_cup_read(s->cup, s->error, s->json, 0) ||
        !linea_json_id(s->json, &e->player, get(s, "host")) ||
        !linea_json_bytes(s->json, s->cup->secret, sizeof s->cup->secret,
                          get(s, "secret"))) {
        memset(s->cup, 0, sizeof *s->cup);
        return false;
    }
    return true;
}

static bool read_joined(struct stored *s, struct cup_event *e)
{
    int number, nonce = get(s, "nonce"), house = get(s, "house");
    int length = linea_json_string(s->json, e->name, sizeof e->name, get(s, "name"));
    e->has_nonce = nonce >= 0;
    if (!linea_json_id(s->json, &e->player, get(s, "player")) || length <= 0 ||
        !linea_text_clean(e->name, (size_t)length) ||
        !linea_json_int(s->json, &number, get(s, "number"), 0, LINEA_CUP_PLAYERS - 1) ||
        (house >= 0 && !linea_json_bool(s->json, &e->house, house)) ||
        (nonce >= 0 && !linea_json_bytes(s->json, e->nonce, sizeof e->nonce, nonce)))
        return false;
    if (number < s->cup->players) {
        e->who = number;
        return s->cup->player[number].out && s->cup->player[number].player == e->player;
    }
    return number == s->cup->players;
}

static bool read_left(struct stored *s, struct cup_event *e)
{
    return linea_json_int(s->json, &e->who, get(s, "number"), 0, s->cup->players - 1) &&
           !s->cup->player[e->who].out;
}

static bool read_began(struct stored *s, struct cup_event *e)
{
    (void)e;
    return s->cup->players >= s->cup->least;
}

/* A list of players; how many, or -1. */
static int read_players(const struct stored *s, int out[], int most, int list)
{
    int count = 0;
    if (linea_json_type(s->json, list) != LINEA_JSON_ARRAY)
        return -1;
    for (int value = linea_json_first(s->json, list); value >= 0;
         value = linea_json_next(s->json, list, value), count++)
        if (count == most ||
            !linea_json_int(s->json, &out[count], value, 0, LINEA_CUP_PLAYERS - 1))
            return -1;
    return count;
}

static bool read_tables(struct stored *s)
{
    struct cup_pairing *pairing = &s->pairing;
    int tables = get(s, "tables");
    pairing->tables = 0;
    if (linea_json_type(s->json, tables) != LINEA_JSON_ARRAY)
        return false;
    for (int value = linea_json_first(s->json, tables); value >= 0;
         value = linea_json_next(s->json, tables, value)) {
        int t = pairing->tables;
        if (t == LINEA_CUP_TABLES)
            return false;
        pairing->seats[t] = read_players(s, pairing->player[t], LINEA_CUP_SEATS, value);
        if (pairing->seats[t] < 0)
            return false;
        pairing->tables++;
    }
    pairing->byes = read_players(s, pairing->bye, LINEA_CUP_PLAYERS, get(s, "byes"));
    return pairing->byes >= 0;
}

static bool is_same(const struct cup_pairing *a, const struct cup_pairing *b)
{
    if (a->tables != b->tables || a->byes != b->byes ||
        memcmp(a->bye, b->bye, (size_t)a->byes * sizeof a->bye[0]) != 0)
        return false;
    for (int t = 0; t < a->tables; t++)
        if (a->seats[t] != b->seats[t] ||
            memcmp(a->player[t], b->player[t],
                   (size_t)a->seats[t] * sizeof a->player[t][0]) != 0)
            return false;
    return true;
}

static bool read_paired(struct stored *s, struct cup_event *e)
{
    struct cup_pairing due;
    if (!linea_cup_may_begin_round(s->cup, e->at) ||
        linea_cup_has_ended(s->cup, e->at) || !read_tables(s) ||
        !linea_cup_may_pair(s->cup, &s->pairing))
        return false;
    e->pairing = &s->pairing;
    if (s->verify &&
        (!linea_cup_pair(s->cup, &due, e->at) || !is_same(&due, &s->pairing)))
        return linea_explain(s->error, LINEA_UNFAIR,
                             "by the seed others would meet in round %d",
                             s->cup->round + 1);
    return true;
}

/* So many whole numbers. */
static bool read_numbers(const struct stored *s, int out[], int count, int low,
                         int high, const char *key)
{
    int list = get(s, key), i = 0;
    if (linea_json_type(s->json, list) != LINEA_JSON_ARRAY ||
        linea_json_size(s->json, list) != count)
        return false;
    for (int value = linea_json_first(s->json, list); value >= 0;
         value = linea_json_next(s->json, list, value), i++)
        if (!linea_json_int(s->json, &out[i], value, low, high))
            return false;
    return true;
}

static bool read_result(struct stored *s, struct cup_event *e)
{
    enum { MOST = 30000 };
    int number, absent = get(s, "absent"), who[LINEA_CUP_SEATS];
    if (!linea_json_int(s->json, &number, get(s, "table"), 1, INT32_MAX))
        return false;
    const struct linea_cup_table *table = linea_cup_table(s->cup, (uint32_t)number);
    e->table = (uint32_t)number;
    if (!table ||
        !read_numbers(s, e->result.total, table->seats, -MOST, MOST, "totals") ||
        !read_numbers(s, e->result.place, table->seats, 1, table->seats, "places"))
        return false;
    int count = absent < 0 ? 0 : read_players(s, who, LINEA_CUP_SEATS, absent);
    for (int i = 0; i < count; i++) {
        if (who[i] >= table->seats)
            return false;
        e->result.absent |= 1u << who[i];
    }
    return count >= 0;
}

static bool read_paused(struct stored *s, struct cup_event *e)
{
    (void)e;
    return !s->cup->paused;
}

static bool read_resumed(struct stored *s, struct cup_event *e)
{
    (void)e;
    return s->cup->paused;
}

static bool read_ending(struct stored *s, struct cup_event *e)
{
    (void)e;
    return !s->cup->ending;
}

static bool read_ended(struct stored *s, struct cup_event *e)
{
    (void)e;
    return !s->cup->open;
}

enum { UNMADE = 1, GATHERING = 2, RUNNING = 4, OVER = 8 };

/* When each kind of event may happen, and how to read what it has. */
static const struct {
    unsigned stages;
    bool (*read)(struct stored *s, struct cup_event *e);
} kinds[CUP_EVENT_KINDS] = {
    [CUP_MADE] = {UNMADE, read_made},
    [CUP_JOINED] = {GATHERING | RUNNING, read_joined},
    [CUP_LEFT] = {GATHERING | RUNNING, read_left},
    [CUP_BEGAN] = {GATHERING, read_began},
    [CUP_PAIRED] = {RUNNING, read_paired},
    [CUP_RESULT] = {RUNNING, read_result},
    [CUP_PAUSED] = {RUNNING, read_paused},
    [CUP_RESUMED] = {RUNNING, read_resumed},
    [CUP_ENDING] = {RUNNING, read_ending},
    [CUP_ENDED] = {RUNNING, read_ended},
};

static bool read_time(const struct stored *s, int64_t *out)
{
    double time;
    if (!linea_json_number(s->json, &time, get(s, "at")) || !(time >= 0 && time < 1e15))
        return false;
    *out = (int64_t)time;
    return *out >= s->cup->at;
}

bool linea_cup_restore(struct linea_cup *cup, struct linea_error *error,
                       const struct linea_cup_io *io, bool verify, const char *line,
                       size_t length)
{
    struct stored s = {.cup = cup, .json = io->json, .error = error, .verify = verify};
    struct cup_event e = {.who = LINEA_CUP_NONE};
    int number = 0, kind = 0;
    const char *wrong = linea_json_read(io->json, line, length);
    if (wrong)
        return linea_explain(error, LINEA_SYNTAX, "%s", wrong);
    if (!linea_json_int(io->json, &number, get(&s, "event"), 1, INT32_MAX) ||
        (uint32_t)number != cup->event + 1)
        return linea_explain(error, LINEA_SYNTAX,
                             "event: not the number after the last");
    while (kind < CUP_EVENT_KINDS &&
           !linea_json_is(io->json, get(&s, "what"),
                          linea_cup_event_name((enum cup_event_kind)kind)))
        kind++;
    if (kind == CUP_EVENT_KINDS)
        return linea_explain(error, LINEA_UNKNOWN, "what: no such event");
    e.kind = (enum cup_event_kind)kind;
    linea_explain(error, LINEA_ILLEGAL, "the event does not follow on those before");
    if (!(kinds[kind].stages & 1u << cup->stage) || !read_time(&s, &e.at) ||
        (kinds[kind].read && !kinds[kind].read(&s, &e)))
        return false;
    linea_cup_apply(cup, &e, NULL);
    return true;
}
