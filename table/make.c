/*
 * table/make.c - what a table is like, as asked for and as stored.
 *
 *   {"map":"europe","seats":["human","bot:normal"],"first":0,"clock":60,"listed":true,
 *    "takeover":"bot","level":"normal","delay":0}
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "event.h"

enum {
    CLOCK_MOST = 14 * 24 * 3600, /* seconds for a move: two weeks, for correspondence */
    DELAY_MOST = 3600,
    INCREMENT_LEAST = 5, /* nobody is ever without time for a move */
    INCREMENT_MOST = 3600,
    PATIENCE_LEAST = 30,
    PATIENCE = 600,
};

static const char usual_level[] = "normal"; /* of the bot that moves for people */

/* One seat: "human", or "bot:" and a level. */
static bool read_seat(struct linea_table_seat *seat, const struct linea_table_io *io,
                      int value, struct linea_error *error)
{
    char text[32];
    memset(seat, 0, sizeof *seat);
    if (linea_json_string(io->json, text, sizeof text, value) < 0)
        return linea_explain(error, LINEA_SYNTAX,
                             "seats: each is \"human\" or \"bot:LEVEL\"");
    if (strcmp(text, "human") == 0) {
        seat->invited = true;
        return true;
    }
    if (strlen(text) < 4 || memcmp(text, "bot:", 4) != 0 ||
        strlen(text + 4) >= sizeof seat->bot || !linea_bot_find(text + 4))
        return linea_explain(error, LINEA_UNKNOWN, "seats: no such bot");
    seat->holder = LINEA_TABLE_BOT;
    memcpy(seat->bot, text + 4, strlen(text + 4) + 1);
    memcpy(seat->name, text, strlen(text) + 1);
    return true;
}

static bool read_seats(struct linea_table *t, const struct linea_table_io *io,
                       int value, struct linea_error *error)
{
    const struct linea_json *json = io->json;
    if (linea_json_type(json, value) != LINEA_JSON_ARRAY)
        return linea_explain(error, LINEA_SYNTAX, "seats: a list is missing");
    t->seats = linea_json_size(json, value);
    if (t->seats < t->map->min_seats || t->seats > t->map->max_seats)
        return linea_explain(error, LINEA_ILLEGAL,
                             "seats: the map is not for that many");
    for (int s = 0, v = linea_json_first(json, value); s < t->seats;
         s++, v = linea_json_next(json, value, v))
        if (!read_seat(&t->seat[s], io, v, error))
            return false;
    return true;
}

/* A number that may be left out. */
static bool read_number(const struct linea_json *json, int object, const char *key,
                        int most, int *out)
{
    int value = linea_json_get(json, object, key);
    int type = linea_json_type(json, value);
    return value < 0 || type == LINEA_JSON_NULL ||
           linea_json_int(json, out, value, 0, most);
}

const char *linea_table_takeover_name(const struct linea_table *t)
{
    return t->takeover == LINEA_TABLE_TAKEOVER_IDLE ? "idle" : "bot";
}

static bool read_takeover(struct linea_table *t, const struct linea_json *json,
                          int object)
{
    int value = linea_json_get(json, object, "takeover");
    t->takeover = linea_json_is(json, value, "idle") ? LINEA_TABLE_TAKEOVER_IDLE
                                                     : LINEA_TABLE_TAKEOVER_BOT;
    return value < 0 || linea_json_is(json, value, "idle") ||
           linea_json_is(json, value, "bot");
}

/* The bot that moves for people; logs from before it could be chosen have none. */
static bool read_level(struct linea_table *t, const struct linea_table_io *io,
                       int object)
{
    int value = linea_json_get(io->json, object, "level");
    memcpy(t->level, usual_level, sizeof usual_level);
    if (value >= 0) {
        memset(t->level, 0, sizeof t->level);
        if (linea_json_string(io->json, t->level, sizeof t->level, value) < 0 ||
            !linea_bot_find(t->level))
            return false;
    }
    for (int s = 0; s < t->seats; s++)
        if (t->seat[s].invited)
            memcpy(t->seat[s].bot, t->level, sizeof t->level);
    return true;
}

/* Who may chat: all, or those who play. */
static bool read_talk(struct linea_table *t, const struct linea_json *json, int object)
{
    int value = linea_json_get(json, object, "talk");
    t->silent = linea_json_is(json, value, "players");
    return value < 0 || t->silent || linea_json_is(json, value, "all");
}

/* The time that players have, in seconds: for each move, or for all of them. */
static bool read_clocks(struct linea_table *t, const struct linea_json *json,
                        int object, struct linea_error *error)
{
    int clock = 0, bank = 0, increment = INCREMENT_LEAST, patience = PATIENCE;
    if (!read_number(json, object, "clock", CLOCK_MOST, &clock))
        return linea_explain(error, LINEA_ILLEGAL,
                             "clock: seconds for a move, at most two weeks");
    if (!read_number(json, object, "bank", CLOCK_MOST, &bank) || (bank && clock))
        return linea_explain(error, LINEA_ILLEGAL,
                             "bank: seconds for all moves, at most two weeks, at a "
                             "table without \"clock\"");
    if (!read_number(json, object, "increment", INCREMENT_MOST, &increment) ||
        (bank && increment < INCREMENT_LEAST))
        return linea_explain(error, LINEA_ILLEGAL,
                             "increment: seconds added after a move, 5 to 3600");
    if (!read_number(json, object, "patience", CLOCK_MOST, &patience) ||
        patience < PATIENCE_LEAST)
        return linea_explain(error, LINEA_ILLEGAL,
                             "patience: seconds, from 30 to two weeks");
    t->move_time = (int64_t)clock * 1000;
    t->bank = (int64_t)bank * 1000;
    t->increment = bank ? (int64_t)increment * 1000 : 0;
    t->patience = (int64_t)patience * 1000;
    return true;
}

/* Whether a map is the one that a hash is of; older logs have none. */
static bool is_same_map(const struct linea_map *map, const struct linea_json *json,
                        int value)
{
    uint8_t hash[LINEA_MAP_HASH];
    return value < 0 || (linea_json_bytes(json, hash, sizeof hash, value) &&
                         memcmp(hash, map->hash, sizeof hash) == 0);
}

bool linea_table_read(struct linea_table *t, struct linea_error *error,
                      const struct linea_table_io *io, int object)
{
    const struct linea_json *json = io->json;
    char id[64];
    memset(t, 0, sizeof *t);
    t->first = LINEA_NOBODY;
    if (linea_json_type(json, object) != LINEA_JSON_OBJECT)
        return linea_explain(error, LINEA_SYNTAX, "an object is missing");
    if (linea_json_string(json, id, sizeof id, linea_json_get(json, object, "map")) < 0)
        return linea_explain(error, LINEA_SYNTAX, "map: a name is missing");
    t->map = io->find_map(io->context, id);
    if (!t->map)
        return linea_explain(error, LINEA_UNKNOWN, "map: no such map");
    if (!is_same_map(t->map, json, linea_json_get(json, object, "map_hash"))) {
        t->map = NULL;
        return linea_explain(error, LINEA_UNKNOWN, "map_hash: the map is another");
    }
    if (!read_seats(t, io, linea_json_get(json, object, "seats"), error))
        return false;
    if (!read_number(json, object, "first", t->seats - 1, &t->first))
        return linea_explain(error, LINEA_ILLEGAL, "first: no such seat");
    if (!read_clocks(t, json, object, error))
        return false;
    if (!read_number(json, object, "delay", DELAY_MOST, &t->delay))
        return linea_explain(error, LINEA_ILLEGAL, "delay: seconds, at most an hour");
    int listed = linea_json_get(json, object, "listed");
    if (listed >= 0 && !linea_json_bool(json, &t->listed, listed))
        return linea_explain(error, LINEA_SYNTAX, "listed: true or false");
    int rated = linea_json_get(json, object, "rated");
    if (rated >= 0 && !linea_json_bool(json, &t->rated, rated))
        return linea_explain(error, LINEA_SYNTAX, "rated: true or false");
    if (!read_takeover(t, json, object))
        return linea_explain(error, LINEA_UNKNOWN, "takeover: \"bot\" or \"idle\"");
    if (!read_level(t, io, object))
        return linea_explain(error, LINEA_UNKNOWN, "level: no such bot");
    if (!read_talk(t, json, object))
        return linea_explain(error, LINEA_UNKNOWN, "talk: \"all\" or \"players\"");
    int hints = linea_json_get(json, object, "hints");
    if (hints >= 0 && !linea_json_bool(json, &t->hints, hints))
        return linea_explain(error, LINEA_SYNTAX, "hints: true or false");
    if (t->hints && t->rated)
        return linea_explain(error, LINEA_ILLEGAL, "hints: a rated game has none");
    return true;
}

bool linea_table_read_wanted(struct linea_table *t, struct linea_error *error,
                             const struct linea_table_io *io, int object)
{
    if (!linea_table_read(t, error, io, object))
        return false;
    bool people = io->bots_only;
    for (int s = 0; s < t->seats; s++)
        people |= t->seat[s].invited;
    return people ||
           linea_explain(error, LINEA_ILLEGAL, "seats: at least one must be \"human\"");
}

void linea_table_write(const struct linea_table *t, struct linea_list *object)
{
    linea_key_text(object, "map", linea_map_text(t->map, t->map->id));
    linea_key_bytes(object, "map_hash", t->map->hash, sizeof t->map->hash);
    struct linea_list list = linea_key_open(object, "seats", "[", "]");
    for (int s = 0; s < t->seats; s++)
        linea_list_text(&list, t->seat[s].invited ? "human" : t->seat[s].name);
    linea_list_close(&list);
    linea_key_int_or_null(object, "first", t->first, LINEA_NOBODY);
    linea_key_int(object, "clock", (int)(t->move_time / 1000));
    linea_key_int(object, "delay", t->delay);
    linea_key_bool(object, "listed", t->listed);
    if (t->rated)
        linea_key_bool(object, "rated", true);
    linea_key_text(object, "takeover", linea_table_takeover_name(t));
    linea_key_text(object, "level", t->level);
    if (t->bank) {
        linea_key_int(object, "bank", t->bank / 1000);
        linea_key_int(object, "increment", t->increment / 1000);
    }
    linea_key_int(object, "patience", t->patience / 1000);
    linea_key_text(object, "talk", t->silent ? "players" : "all");
    if (t->hints)
        linea_key_bool(object, "hints", true);
}

/* Those who played may sit where they sat before anybody else does. */
static void keep_seats(struct linea_table *t, const struct linea_table *last)
{
    for (int s = 0; s < t->seats && s < last->seats; s++) {
        if (!t->seat[s].invited || last->seat[s].holder != LINEA_TABLE_HUMAN)
            continue;
        t->seat[s].kept_for = last->seat[s].player;
        memcpy(t->seat[s].kept_name, last->seat[s].name, sizeof t->seat[s].kept_name);
    }
}

/* A table of a tournament: nobody but its players may sit there. */
static void belong(struct linea_table *t, const struct linea_table_cup *cup)
{
    t->cup = cup->cup;
    t->cup_table = cup->table;
    for (int s = 0; s < t->seats; s++) {
        if (!t->seat[s].invited)
            continue;
        t->seat[s].kept_for = cup->player[s];
        memcpy(t->seat[s].kept_name, cup->name[s], sizeof t->seat[s].kept_name);
    }
}

bool linea_table_kept(const struct linea_table *t, int seat, uint64_t player,
                      int64_t now)
{
    const struct linea_table_seat *s = &t->seat[seat];
    return s->holder == LINEA_TABLE_OPEN && s->kept_for && s->kept_for != player &&
           (t->cup || now < t->made + LINEA_TABLE_KEPT);
}

bool linea_table_make(struct linea_table *t, struct linea_error *error,
                      const struct linea_table_io *io, const char *request,
                      size_t length, uint64_t host,
                      const uint8_t secret[LINEA_TABLE_SECRET], int64_t now)
{
    struct linea_table made;
    const char *wrong = length <= LINEA_TABLE_REQUEST
                            ? linea_json_read(io->json, request, length)
                            : "too long";
    if (wrong)
        return linea_explain(error, LINEA_SYNTAX, "%s", wrong);
    if (!linea_table_read_wanted(&made, error, io, 0))
        return false;
    if (io->last)
        keep_seats(&made, io->last);
    if (io->cup)
        belong(&made, io->cup);
    made.host = host;
    made.seeded = io->seeded;
    if (io->day)
        memcpy(made.day, io->day, sizeof made.day);
    if (io->from && (io->from->map != made.map || io->from->seats != made.seats))
        return linea_explain(error, LINEA_ILLEGAL,
                             "seats: the position has others, or another map");
    if (io->from && io->from->phase == LINEA_OVER)
        return linea_explain(error, LINEA_ILLEGAL, "the game of the position is over");
    if (io->from) {
        made.placed = true;
        made.game = *io->from;
    }
    memcpy(made.secret, secret, LINEA_TABLE_SECRET);
    struct table_event e = {.kind = TABLE_MADE,
                            .at = now,
                            .seat = LINEA_NOBODY,
                            .player = host,
                            .table = &made};
    memset(t, 0, sizeof *t);
    linea_table_apply(t, &e, io);
    return true;
}
