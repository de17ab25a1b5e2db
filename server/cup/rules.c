/*
 * server/cup/rules.c - what a tournament of a server is like, beside what cup/ knows:
 * clocks, who may join, bots of ours.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "bot.h"
#include "common/maps.h"
#include "cups.h"

enum {
    DAY = 86400,
    CLOCK = 60,
    CLOCK_LEAST = 5,
    CLOCK_MOST = 14 * DAY,
    INCREMENT = 10,
    INCREMENT_LEAST = 5,
    INCREMENT_MOST = 3600,
    BANK_LEAST = 60,
    COME = 300,
    COME_LEAST = 5,
    COME_MOST = 3 * DAY,
    STARTS_DAYS = CUP_DAYS,
};

static const char *const whos[CUP_WHOS] = {"people", "bots", "all"};

static bool read_bool(const struct linea_json *json, bool *out, const char *key)
{
    int value = linea_json_get(json, 0, key);
    *out = false;
    return value < 0 || linea_json_bool(json, out, value);
}

/* As it is where the key is missing. */
static bool read_number(const struct linea_json *json, int *out, const char *key,
                        int low, int high)
{
    int value = linea_json_get(json, 0, key);
    return value < 0 || linea_json_int(json, out, value, low, high);
}

/* "" for none. */
static bool read_bot(const struct linea_json *json, char out[CUP_BOT], const char *key,
                     const char *otherwise)
{
    int value = linea_json_get(json, 0, key);
    snprintf(out, CUP_BOT, "%s", otherwise);
    if (value < 0 || linea_json_type(json, value) == LINEA_JSON_NULL)
        return true;
    return linea_json_string(json, out, CUP_BOT, value) >= 0 &&
           (!*out || linea_bot_find(out));
}

static bool read_who(struct cup_rules *r, const struct linea_json *json,
                     struct linea_error *error)
{
    int value = linea_json_get(json, 0, "who"), who = 0;
    while (value >= 0 && who < CUP_WHOS && !linea_json_is(json, value, whos[who]))
        who++;
    r->who = (enum cup_who)who;
    if (who == CUP_WHOS)
        return linea_explain(error, LINEA_SYNTAX,
                             "who: \"people\", \"bots\" or \"all\"");
    if (!read_bool(json, &r->rated, "rated"))
        return linea_explain(error, LINEA_SYNTAX, "rated: true or false");
    if (!read_bool(json, &r->guests, "guests"))
        return linea_explain(error, LINEA_SYNTAX, "guests: true or false");
    return !(r->rated && r->guests) ||
           linea_explain(error, LINEA_ILLEGAL,
                         "guests: only accounts play rated games");
}

/* Nothing may wait for ever: there is a clock. */
static bool read_clocks(struct cup_rules *r, const struct linea_json *json,
                        struct linea_error *error)
{
    if (!read_number(json, &r->bank, "bank", BANK_LEAST, CLOCK_MOST))
        return linea_explain(error, LINEA_ILLEGAL,
                             "bank: seconds for all moves, from 60 to two weeks");
    r->clock = r->bank ? 0 : CLOCK;
    if (!read_number(json, &r->clock, "clock", CLOCK_LEAST, CLOCK_MOST) ||
        (r->clock && r->bank))
        return linea_explain(error, LINEA_ILLEGAL,
                             "clock: seconds for a move, from 5 to two weeks, without "
                             "\"bank\"");
    r->increment = INCREMENT;
    if (!read_number(json, &r->increment, "increment", INCREMENT_LEAST, INCREMENT_MOST))
        return linea_explain(error, LINEA_ILLEGAL,
                             "increment: seconds added after a move, 5 to 3600");
    r->come = COME;
    if (!read_number(json, &r->come, "come", COME_LEAST, COME_MOST))
        return linea_explain(error, LINEA_ILLEGAL,
                             "come: seconds in which players are to come to their "
                             "table, from 5 to three days");
    return true;
}

/* In seconds since 1970, as a log has it in milliseconds. */
static bool read_starts(struct cup_rules *r, const struct linea_json *json, int64_t now)
{
    int value = linea_json_get(json, 0, "starts"), seconds = 0;
    if (value < 0 || linea_json_type(json, value) == LINEA_JSON_NULL)
        return true;
    int64_t day = (int64_t)DAY * 1000;
    if (!linea_json_int(json, &seconds, value, 0, INT32_MAX))
        return false;
    r->starts = (int64_t)seconds * 1000;
    return !seconds || !now || (r->starts > now && r->starts < now + STARTS_DAYS * day);
}

static bool read_bots(struct cup_rules *r, const struct linea_json *json,
                      struct linea_error *error)
{
    if (!read_bot(json, r->fill, "fill", ""))
        return linea_explain(error, LINEA_UNKNOWN, "fill: there is no such bot");
    if (!read_bot(json, r->level, "level", "normal") || !*r->level)
        return linea_explain(error, LINEA_UNKNOWN, "level: there is no such bot");
    if (!read_number(json, &r->fill_to, "fill_to", 0, CUP_FILLERS))
        return linea_explain(error, LINEA_ILLEGAL,
                             "fill_to: bots of ours join until there are so many, at "
                             "most %d",
                             CUP_FILLERS);
    return true;
}

/* What a server bounds, and boards do. */
static bool check(const struct linea_cup *cup, struct linea_error *error)
{
    const struct linea_map *map = maps_get(cup->map);
    if (!map)
        return linea_explain(error, LINEA_UNKNOWN, "map: there is no such board");
    if (cup->size > map->max_seats || cup->least < map->min_seats)
        return linea_explain(error, LINEA_ILLEGAL,
                             "size: the board is for %d to %d players", map->min_seats,
                             map->max_seats);
    if (cup->rounds > CUP_ROUNDS)
        return linea_explain(error, LINEA_ILLEGAL, "rounds: at most %d", CUP_ROUNDS);
    if (cup->duration > CUP_MINUTES * (int64_t)60000)
        return linea_explain(error, LINEA_ILLEGAL, "minutes: at most %d", CUP_MINUTES);
    return true;
}

bool linea_cup_rules_read(struct cup_rules *out, struct linea_error *error,
                          const struct linea_json *json, const struct linea_cup *cup,
                          int64_t now)
{
    memset(out, 0, sizeof *out);
    if (!read_starts(out, json, now))
        return linea_explain(error, LINEA_ILLEGAL,
                             "starts: seconds since 1970, within the next %d days",
                             STARTS_DAYS);
    return read_who(out, json, error) && read_clocks(out, json, error) &&
           read_bots(out, json, error) && (!cup || check(cup, error));
}

void linea_cup_rules_write(const struct cup_rules *r, struct linea_list *object)
{
    if (r->bank) {
        linea_key_int(object, "bank", r->bank);
        linea_key_int(object, "increment", r->increment);
    } else {
        linea_key_int(object, "clock", r->clock);
    }
    linea_key_int(object, "come", r->come);
    linea_key_bool(object, "rated", r->rated);
    linea_key_bool(object, "guests", r->guests);
    linea_key_text(object, "who", whos[r->who]);
    linea_key_text(object, "fill", r->fill);
    linea_key_int(object, "fill_to", r->fill_to);
    linea_key_text(object, "level", r->level);
    linea_key_int(object, "starts", r->starts / 1000);
}

void linea_cup_table_settings(const struct cup_rules *r, struct linea_out *out,
                              const char bots[][CUP_BOT], const struct linea_cup *cup,
                              int seats)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_text(&object, "map", cup->map);
    struct linea_list list = linea_key_open(&object, "seats", "[", "]");
    for (int s = 0; s < seats; s++) {
        char seat[CUP_BOT + 4] = "human";
        if (bots[s][0])
            snprintf(seat, sizeof seat, "bot:%s", bots[s]);
        linea_list_text(&list, seat);
    }
    linea_list_close(&list);
    linea_key_int(&object, "first", 0);
    if (r->bank) {
        linea_key_int(&object, "bank", r->bank);
        linea_key_int(&object, "increment", r->increment);
    } else {
        linea_key_int(&object, "clock", r->clock);
    }
    linea_key_int(&object, "delay",
                  cup->duplicate || cup->field ? CUP_SHARED_DELAY : 0);
    linea_key_text(&object, "level", r->level);
    linea_key_text(&object, "talk", "players");
    linea_key_bool(&object, "rated", r->rated);
    linea_list_close(&object);
}
