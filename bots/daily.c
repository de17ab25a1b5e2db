/*
 * bots/daily.c - the deal of a day. See daily.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "daily.h"

#include <string.h>

#include "linea/hex.h"
#include "linea/list.h"
#include "linea/sha256.h"

enum {
    FIRST_YEAR = 2000,
    SEATS_BYTE = 0, /* of the day's hash: how many play … */
    BOTS_BYTE = 1,  /* … and from here on who */
    FIELD_SEED = LINEA_SEATS,
    EXPERT_PLAYOUTS = 40, /* a number, not a time: the same on every machine */
};

/* Who may sit across: none that thinks by the clock. */
static const struct linea_bot *const others[] = {&linea_bot_easy, &linea_bot_normal,
                                                 &linea_bot_normal, &linea_bot_hard};
enum { OTHERS = sizeof others / sizeof others[0] };

/* The field: so many games of each, those that take longest last. */
static const struct {
    const struct linea_bot *bot;
    int games;
} field[] = {{&linea_bot_hard, 1},
             {&linea_bot_normal, 10},
             {&linea_bot_easy, 8},
             {&linea_bot_expert, DAILY_FIELD - 19}};

static void hash_day(const struct linea_daily *d, uint8_t out[LINEA_SHA256],
                     const char *purpose, int number)
{
    struct linea_sha256 hash;
    uint8_t byte = (uint8_t)number;
    linea_sha256_begin_for(&hash, purpose);
    linea_sha256_add(&hash, d->map->hash, sizeof d->map->hash);
    linea_sha256_add(&hash, d->date, sizeof d->date);
    linea_sha256_add(&hash, &byte, 1);
    linea_sha256_end(&hash, out);
}

static int read_number(const char *digits, int n)
{
    int number = 0;
    for (int i = 0; i < n; i++) {
        if (digits[i] < '0' || digits[i] > '9')
            return -1;
        number = number * 10 + digits[i] - '0';
    }
    return number;
}

static bool is_date(const char *text, size_t length)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (length != DAILY_DATE - 1 || text[4] != '-' || text[7] != '-')
        return false;
    int year = read_number(text, 4), month = read_number(text + 5, 2);
    int day = read_number(text + 8, 2);
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 &&
           day <= days[month - 1] + (leap && month == 2);
}

bool linea_daily_read(struct linea_daily *d, struct linea_error *error,
                      const struct linea_map *map, const char *date, size_t length)
{
    uint8_t day[LINEA_SHA256];
    if (!is_date(date, length))
        return linea_explain(error, LINEA_SYNTAX,
                             "a date is written as 2026-11-18, from the year %d on",
                             FIRST_YEAR);
    *d = (struct linea_daily){.map = map};
    memcpy(d->date, date, length);
    hash_day(d, day, "linea daily 1", 0);
    d->seats = map->min_seats + day[SEATS_BYTE] % (map->max_seats - map->min_seats + 1);
    for (int s = 0; s < d->seats; s++)
        if (s != DAILY_PERSON)
            d->bot[s] = others[day[BOTS_BYTE + s] % OTHERS];
    hash_day(d, d->seed.byte, "linea daily seed 1", 0);
    return true;
}

/* A seed for a bot: of a seat, or of a game of the field. */
static uint64_t bot_seed(const struct linea_daily *d, int number)
{
    uint8_t bytes[LINEA_SHA256];
    hash_day(d, bytes, "linea daily bot 1", number);
    return linea_u64_read(bytes);
}

uint64_t linea_daily_bot_seed(const struct linea_daily *d, int seat)
{
    return bot_seed(d, seat);
}

void linea_daily_settings(const struct linea_daily *d, struct linea_out *out)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_text(&object, "map", linea_map_text(d->map, d->map->id));
    struct linea_list seats = linea_key_open(&object, "seats", "[", "]");
    for (int s = 0; s < d->seats; s++) {
        linea_list_next(&seats);
        linea_out_text(out, d->bot[s] ? "\"bot:" : "\"human");
        linea_out_text(out, d->bot[s] ? d->bot[s]->name : "");
        linea_out_text(out, "\"");
    }
    linea_list_close(&seats);
    linea_list_close(&object);
}

const struct linea_bot *linea_daily_field(int i)
{
    int kind = 0;
    for (; i >= field[kind].games; kind++)
        i -= field[kind].games;
    return field[kind].bot;
}

void linea_daily_result(struct linea_daily_result *out, const struct linea_game *g)
{
    struct linea_result result;
    linea_game_score(g, &result);
    int best = INT16_MIN;
    for (int s = 0; s < g->seats; s++)
        if (s != DAILY_PERSON && result.seat[s].total > best)
            best = result.seat[s].total;
    out->points = result.seat[DAILY_PERSON].total;
    out->lead = out->points - best;
    out->won = result.winners >> DAILY_PERSON & 1;
}

void linea_daily_play(const struct linea_daily *d, struct linea_daily_result *out,
                      struct linea_player player[LINEA_SEATS],
                      const struct linea_learned *learned, int i)
{
    struct linea_budget budget = {.learned = learned};
    struct linea_game g;
    *out = (struct linea_daily_result){.bot = linea_daily_field(i)};
    for (int s = 0; s < d->seats; s++)
        linea_player_begin(&player[s], d->bot[s] ? d->bot[s] : out->bot, &budget,
                           bot_seed(d, d->bot[s] ? s : FIELD_SEED + i));
    if (out->bot->searches)
        player[DAILY_PERSON].budget.simulations = EXPERT_PLAYOUTS;
    linea_game_begin(&g, NULL, d->map, d->seats, LINEA_NOBODY, &d->seed);
    while (g.phase != LINEA_OVER)
        linea_game_apply(&g, NULL, linea_player_move(&player[g.turn], &g));
    linea_daily_result(out, &g);
}

void linea_daily_result_write(const struct linea_daily_result *r, struct linea_out *out)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    if (r->bot)
        linea_key_text(&object, "bot", r->bot->name);
    linea_key_int(&object, "points", r->points);
    linea_key_int(&object, "lead", r->lead);
    linea_key_bool(&object, "won", r->won);
    linea_list_close(&object);
}

_Static_assert(BOTS_BYTE + LINEA_SEATS <= LINEA_SHA256, "a byte for each bot");
