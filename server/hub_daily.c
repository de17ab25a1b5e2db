/*
 * server/hub_daily.c - the deal of the day, played here: one game of it for each player
 * and board, and the results of all.
 *
 * A result is that of a game of this server, so nobody can report one that they have
 * not played. There is no list of results to keep: a game's number follows from its
 * player, its board and its day, so there is one at most, on whatever node; and its row
 * names the day's board as one player more, so the store finds all of them as it finds
 * the games of a player.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hub_internal.h"
#include "linea/hex.h"
#include "linea/sha256.h"

enum {
    RESULTS = 200, /* at most, of those who began last */
    NAME = 64,
    BEST = 100, /* results that are listed, the best */
};

static uint64_t hash_day(const struct linea_daily *day, const char *purpose,
                         uint64_t player)
{
    struct linea_sha256 hash;
    uint8_t bytes[LINEA_SHA256];
    linea_sha256_begin_for(&hash, purpose);
    linea_sha256_add(&hash, day->map->hash, sizeof day->map->hash);
    linea_sha256_add(&hash, day->date, sizeof day->date);
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(player >> 8 * i);
    linea_sha256_add(&hash, bytes, 8);
    linea_sha256_end(&hash, bytes);
    uint64_t number = linea_u64_read(bytes);
    return number ? number : 1;
}

/* The number of a player's game. */
static uint64_t game_of(const struct linea_daily *day, uint64_t player)
{
    return hash_day(day, "linea daily game 1", player);
}

static uint64_t board_of(const struct linea_daily *day)
{
    return hash_day(day, "linea daily board 1", 0);
}

/* The deal of a table, which has one. */
static struct linea_daily deal_of(const struct linea_table *t)
{
    struct linea_daily day;
    struct linea_error error;
    linea_daily_read(&day, &error, t->map, t->day, strlen(t->day));
    return day;
}

uint64_t linea_hub_daily_board(const struct linea_table *t)
{
    const struct linea_daily day = deal_of(t);
    return board_of(&day);
}

uint64_t linea_hub_daily_seed(const struct linea_table *t)
{
    const struct linea_daily day = deal_of(t);
    return linea_daily_bot_seed(&day, t->game.turn);
}

/* The day of a map by name; on failure writes a message to `error`. */
static bool find_day(struct hub *hub, struct linea_daily *day,
                     struct linea_error *error, const char *map, const char *date)
{
    char today[DAILY_DATE];
    struct tm tm;
    time_t now = (time_t)(hub->options.now() / 1000);
    const struct linea_map *found = hub->options.find_map(NULL, map);
    if (!found)
        return linea_explain(error, LINEA_UNKNOWN, "map: no such map");
    gmtime_r(&now, &tm);
    strftime(today, sizeof today, "%Y-%m-%d", &tm);
    if (!*date)
        date = today;
    return linea_daily_read(day, error, found, date, strlen(date));
}

/* Somebody who wants to play: is there a game of theirs already? */
struct wish {
    struct hub_rows rows;
    struct hub_reply to;
    struct hub_guest who;
    struct linea_daily day;
    bool found;
};

static bool note_found(void *context, const struct linea_store_row *row)
{
    struct wish *wish = context;
    wish->found = row != NULL;
    return true;
}

static struct hub_line *name_game(struct hub *hub, uint64_t game)
{
    struct linea_out out;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_hub_begin_object(&out, game);
    linea_list_close(&object);
    return linea_hub_line(hub->answer, (size_t)(out.at - hub->answer));
}

/* The table, with its player: nobody may sit down there before, or change it. */
static bool seat(struct hub *hub, struct hub_game *game, const struct wish *wish,
                 struct linea_error *error)
{
    static const char sit[] = "{\"id\":0,\"do\":\"sit\",\"seat\":0}";
    char settings[LINEA_TABLE_REQUEST];
    struct linea_table_io io = linea_hub_io(hub, game);
    struct linea_out out;
    const int64_t now = hub->options.now();
    linea_out_init(&out, settings, sizeof settings);
    linea_daily_settings(&wish->day, &out);
    game->visited = true;
    io.seeded = true;
    io.day = wish->day.date;
    io.name = wish->who.name;
    if (!linea_table_make(&game->table, error, &io, settings,
                          (size_t)(out.at - settings), wish->who.player,
                          wish->day.seed.byte, now))
        return false;
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    return linea_table_request(&game->table, &out, &io, wish->who.player, sit,
                               sizeof sit - 1, now) ||
           linea_explain(error, LINEA_ILLEGAL, "that name cannot be used here");
}

static void begin(struct hub *hub, const struct wish *wish, uint64_t id)
{
    struct linea_error error;
    struct hub_waiting *w = linea_hub_waiting(&wish->to);
    struct hub_game *game = w ? linea_hub_add(hub, id) : NULL;
    if (!game) {
        free(w);
        linea_hub_refuse_game(hub, &wish->to, HUB_FAILED);
        return;
    }
    if (!seat(hub, game, wish, &error)) {
        free(w);
        linea_hub_give_up(hub, game);
        linea_hub_forget(hub, game);
        linea_hub_refuse(hub, &wish->to, HUB_BAD, linea_error_name(error.code),
                         error.message);
        return;
    }
    game->origin = wish->who.origin;
    w->line = name_game(hub, id);
    linea_hub_answer_later(hub, game, w);
    linea_hub_commit(hub, game);
}

static void wish_read(struct linea_store_reading *reading)
{
    struct wish *wish = reading->context;
    struct hub *hub = wish->rows.hub;
    const uint64_t id = game_of(&wish->day, wish->who.player);
    linea_hub_rows_read(&wish->rows);
    bool fine = reading->result == LINEA_STORE_OK && !hub->closing;
    bool is_new = fine && !wish->found && !linea_hub_in_memory(hub, id);
    struct hub_line *line = fine && !is_new ? name_game(hub, id) : NULL;
    if (is_new)
        begin(hub, wish, id);
    else if (line)
        linea_hub_reply(hub, &wish->to, HUB_OK, line->text, line->length);
    else
        linea_hub_refuse_game(hub, &wish->to, HUB_FAILED);
    linea_hub_line_drop(line);
    free(wish);
}

void linea_hub_daily(struct hub *hub, const struct hub_guest *who, const char *map,
                     hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct linea_error error;
    struct wish *wish = calloc(1, sizeof *wish);
    if (!wish) {
        linea_hub_refuse_game(hub, &to, HUB_FAILED);
        return;
    }
    wish->to = to;
    wish->who = *who;
    if (!find_day(hub, &wish->day, &error, map, "")) {
        linea_hub_refuse(hub, &to, HUB_BAD, linea_error_name(error.code),
                         error.message);
        free(wish);
        return;
    }
    wish->rows.reading = (struct linea_store_reading){
        .row = note_found,
        .query = {.game = game_of(&wish->day, who->player)},
        .context = wish,
        .done = wish_read};
    linea_hub_ask_rows(hub, &wish->rows, who->origin);
}

/* Results. */

struct result {
    uint64_t game;
    int points, lead;
    char name[NAME];
};

struct results {
    struct hub_rows rows;
    struct hub_reply to;
    struct linea_daily day;
    uint64_t own; /* the number that the caller's game has */
    int count;
    bool begun; /* the caller's game is under way */
    struct result result[RESULTS];
};

/* What a summary says of a game that is over and was played by its player alone; false
   if it is none. */
static bool read_result(struct result *out, struct results *r,
                        const struct linea_store_row *row)
{
    struct linea_json *json = r->rows.hub->reading_json;
    int points, best = INT_MIN;
    if (linea_json_read(json, row->summary, row->summary_length))
        return false;
    int list = linea_json_get(json, 0, "points");
    int players = linea_json_get(json, 0, "players");
    int player = list >= 0 && players >= 0 ? linea_json_first(json, players) : -1;
    if (player < 0 || linea_json_get(json, player, "takeover") >= 0 ||
        linea_json_get(json, player, "stood_in") >= 0 ||
        linea_json_string(json, out->name, sizeof out->name,
                          linea_json_get(json, player, "name")) <= 0)
        return false;
    for (int s = 0, value = linea_json_first(json, list); s < r->day.seats;
         s++, value = linea_json_next(json, list, value)) {
        if (!linea_json_int(json, &points, value, INT16_MIN, INT16_MAX))
            return false;
        if (s == DAILY_PERSON)
            out->points = points;
        else if (points > best)
            best = points;
    }
    out->game = row->game;
    out->lead = out->points - best;
    return true;
}

/* On the reading thread. */
static bool note_result(void *context, const struct linea_store_row *row)
{
    struct results *r = context;
    r->begun |= row->game == r->own && row->status != LINEA_STORE_OVER;
    if (r->count < RESULTS && row->status == LINEA_STORE_OVER &&
        read_result(&r->result[r->count], r, row))
        r->count++;
    return true;
}

/* The better first; of equal leads the one with more points. */
static int by_lead(const void *a, const void *b)
{
    const struct result *x = a, *y = b;
    if (x->lead != y->lead)
        return x->lead < y->lead ? 1 : -1;
    return (x->points < y->points) - (x->points > y->points);
}

static void write_result(struct linea_list *list, const struct results *r,
                         const struct result *one)
{
    struct linea_list object = linea_list_object(list);
    linea_key_text(&object, "name", one->name);
    linea_key_int(&object, "points", one->points);
    linea_key_int(&object, "lead", one->lead);
    if (one->game == r->own)
        linea_key_bool(&object, "you", true);
    linea_list_close(&object);
}

static void results_read(struct linea_store_reading *reading)
{
    struct results *r = reading->context;
    struct hub *hub = r->rows.hub;
    struct linea_out out;
    linea_hub_rows_read(&r->rows);
    qsort(r->result, (size_t)r->count, sizeof *r->result, by_lead);
    linea_out_init(&out, hub->answer, LINEA_TABLE_LINE);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_text(&object, "date", r->day.date);
    linea_key_text(&object, "map", linea_map_text(r->day.map, r->day.map->id));
    linea_key_int(&object, "played", r->count);
    if (r->begun)
        linea_key_id(&object, "game", r->own);
    struct linea_list list = linea_key_open(&object, "results", "[", "]");
    for (int i = 0; i < r->count; i++)
        if (i < BEST || r->result[i].game == r->own)
            write_result(&list, r, &r->result[i]);
    linea_list_close(&list);
    linea_list_close(&object);
    if (reading->result == LINEA_STORE_OK)
        linea_hub_reply(hub, &r->to, HUB_OK, hub->answer,
                        (size_t)(out.at - hub->answer));
    else
        linea_hub_refuse_game(hub, &r->to, HUB_FAILED);
    free(r);
}

void linea_hub_results(struct hub *hub, const struct hub_guest *who, const char *map,
                       const char *date, hub_answer *answer, void *context)
{
    struct hub_reply to = {.plain = true, .answer = answer, .context = context};
    struct linea_error error;
    struct results *r = calloc(1, sizeof *r);
    if (!r) {
        linea_hub_refuse_game(hub, &to, HUB_FAILED);
        return;
    }
    r->to = to;
    if (!find_day(hub, &r->day, &error, map, date)) {
        linea_hub_refuse(hub, &to, HUB_BAD, linea_error_name(error.code),
                         error.message);
        free(r);
        return;
    }
    r->own = who->player ? game_of(&r->day, who->player) : 0;
    r->rows.reading = (struct linea_store_reading){
        .row = note_result,
        .query = {.player = board_of(&r->day), .limit = RESULTS},
        .context = r,
        .done = results_read};
    linea_hub_ask_rows(hub, &r->rows, who->origin);
}
