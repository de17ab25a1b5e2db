/*
 * tests/purity/signature.c - see signature.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "signature.h"

#include <string.h>

#include "bot.h"
#include "linea/fair.h"
#include "linea/text.h"

enum { GAMES = 5 };

static struct linea_map map;
static struct linea_json memory;
static linea_move moves[LINEA_MOVES];
static char line[LINEA_LINE];

/* FNV-1a, 64 bits, of what was written into `line`. */
static uint64_t mix_line(uint64_t hash)
{
    for (const char *at = line; *at; at++)
        hash = (hash ^ (uint8_t)*at) * 0x100000001b3u;
    return hash;
}

/* The record of one game of random bots, and what each of them saw and guessed. */
static uint64_t play(uint64_t hash, int seats, uint64_t number)
{
    static uint64_t bot[LINEA_BOT_MEMORY / 8];
    struct linea_seed seed;
    struct linea_game g, guess;
    struct linea_event event;
    struct linea_view view;
    struct linea_result result;
    struct linea_out out;
    struct linea_rng rng = {number};
    struct linea_budget budget = {.simulations = 1};
    struct linea_fair fair = {.given = {true}};
    linea_seed_derive(&seed, 1, number);
    memcpy(fair.secret, seed.byte, sizeof fair.secret);
    linea_fair_commit(fair.nonce[0], fair.secret);
    linea_fair_seed(&seed, &fair, seats);
    linea_game_begin(&g, &event, &map, seats, LINEA_NOBODY, &seed);
    linea_bot_random.begin(&linea_bot_random, bot, number);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        struct linea_game before = g;
        linea_game_view(&g, &view, g.turn);
        linea_game_apply(
            &g, &event,
            linea_bot_choose(&linea_bot_random, bot, &view, moves, n, &budget));
        linea_out_init(&out, line, sizeof line);
        linea_record_move(&before, &out, &event);
        linea_view_write(&view, &out);
        hash = mix_line(hash);
        linea_view_guess(&view, &guess, &rng);
        linea_game_view(&guess, &view, LINEA_ALL);
        linea_out_init(&out, line, sizeof line);
        linea_view_write(&view, &out);
        hash = mix_line(hash);
    }
    linea_game_score(&g, &result);
    linea_out_init(&out, line, sizeof line);
    linea_record_end(&g, &out, &result);
    return mix_line(hash);
}

static void ignore(void *context, int where, const char *key, const char *what)
{
    (void)context, (void)where, (void)key, (void)what;
}

uint64_t signature(const char *text, size_t length)
{
    const struct linea_map_report report = {.mistake = ignore, .context = NULL};
    uint64_t hash = 0xcbf29ce484222325u;
    if (!linea_map_read(&map, &memory, text, length, &report))
        return 0;
    for (int seats = map.min_seats; seats <= map.max_seats; seats++)
        for (uint64_t game = 0; game < GAMES; game++)
            hash = play(hash, seats, game);
    return hash;
}
