/*
 * tests/oracle_main.c - random games played by the engine and by the oracle side by
 * side: `oracle --map europe --players 5 --from 0 --games 1000`.
 *
 * After the deal and after every move the position, the legal moves and what came of
 * the move must be the same byte for byte, and the score at the end and now and then
 * before. The first difference is printed with all that is needed to see it again.
 * Games are numbered, so a run can be shared out or gone on with; scripts/oracle does
 * both.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "common/clock.h"
#include "common/options.h"
#include "oracle.h"
#include "random_games.h"

enum { SCORE_EVERY = 300 }; /* steps, also counted from the number of the game */

static struct random_game r;
static struct oracle o;

/* What is different now, or NULL. */
static const char *compare(bool score)
{
    const char *different = oracle_compare_game(&o, &r.g);
    if (!different)
        different = oracle_compare_event(&o, &r.event);
    if (!different)
        different = oracle_compare_moves(&o, r.moves, r.n);
    if (!different && score)
        different = oracle_compare_score(&o, &r.g);
    return different;
}

static void print_position(const char *whose, const struct linea_game *g)
{
    static char text[LINEA_LINE];
    view_text(g, text, LINEA_ALL);
    printf("%s: %s\n", whose, text);
}

static void report(const struct setup *setup, long game, const char *different)
{
    static struct linea_game expected;
    oracle_game(&o, &expected);
    printf("%s with %d players, game %ld, step %d, move %08x: %s is not the same\n",
           linea_map_text(setup->map, setup->map->id), setup->seats, game, r.step,
           (unsigned)r.event.move, different);
    print_position("oracle", &expected);
    print_position("engine", &r.g);
}

/* Play one game; steps played, or -1 after a report. */
static long play(const struct setup *setup, long game)
{
    random_begin(&r, *setup, (uint64_t)game);
    oracle_begin(&o, setup->map, setup->seats, LINEA_NOBODY, &r.g.seed);
    const char *different = compare(false);
    while (!different && r.n > 0) {
        linea_move m = random_choose(&r);
        random_play(&r, m);
        oracle_apply(&o, m);
        different = compare(r.n == 0 || (r.step + game) % SCORE_EVERY == 0);
    }
    if (different)
        report(setup, game, different);
    return different ? -1 : r.step;
}

/* All games of one map and number of players; whether all were the same. */
static bool play_all(const struct setup *setup, long from, long games)
{
    long steps = 0;
    double start = seconds_worked();
    for (long game = from; game < from + games; game++) {
        long played = play(setup, game);
        if (played < 0)
            return false;
        steps += played;
    }
    printf("%s %d: games %ld to %ld the same, %ld steps, %.1f s\n",
           linea_map_text(setup->map, setup->map->id), setup->seats, from,
           from + games - 1, steps, seconds_worked() - start);
    fflush(stdout);
    return true;
}

int main(int argc, char **argv)
{
    const char *map = NULL;
    long players = 0, from = 0, games = 1000;
    bool list = false;
    const struct option_spec options[] = {
        {"--map", "ID", "only this map", .text = &map},
        {"--players", "N", "only so many players", .number = &players, .low = 2,
         .high = LINEA_SEATS},
        {"--from", "N", "number of the first game (default 0)", .number = &from,
         .high = 1000000000},
        {"--games", "N", "games of each map and players (default 1000)",
         .number = &games, .low = 1, .high = 1000000000},
        {"--list", NULL, "print maps and players, and play nothing", .flag = &list},
        {0},
    };
    int code = options_parse(argc, argv, NULL, options, "oracle [OPTIONS]");
    if (code != PARSE_OK)
        return code;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        const char *id = linea_map_text(setup.map, setup.map->id);
        if ((map && strcmp(map, id) != 0) || (players && players != setup.seats))
            continue;
        if (list)
            printf("%s %d\n", id, setup.seats);
        else if (!play_all(&setup, from, games))
            return EXIT_NEGATIVE;
    }
    return EXIT_OK;
}
