/*
 * tests/odds_test.c - what the search thinks of tickets in other hands: routes tell.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "bot.h"
#include "odds.h"
#include "random_games.h"
#include "test.h"

#include "common.h"

static struct linea_game g;

/* Let planners play on until the first has laid all but `left` vehicles. */
static void play_until(struct setup setup, int number, int left)
{
    static uint64_t memory[LINEA_SEATS][LINEA_BOT_MEMORY / 8];
    static linea_move moves[LINEA_MOVES];
    static const struct linea_budget none = {0};
    struct linea_seed seed;
    linea_seed_derive(&seed, 17, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_bot_planner.begin(memory[s], 0);
    for (int n; g.seat[0].vehicles > left && (n = linea_game_moves(&g, moves)) > 0;) {
        struct linea_view view;
        linea_game_view(&g, &view, g.turn);
        linea_game_apply(
            &g, NULL, linea_bot_planner.choose(memory[g.turn], &view, moves, n, &none));
    }
}

TEST(tickets_that_others_hold_seem_likelier_than_those_they_do_not)
{
    static const char *const maps[] = {"new-york", "london", "germany", "europe"};
    for (int m = 0; m < 4; m++) {
        struct setup setup = {maps_get(maps[m]), 3};
        double sum[2] = {0};
        int count[2] = {0};
        for (int number = 0; number < 20; number++) {
            struct linea_view view;
            struct linea_odds odds;
            play_until(setup, number, setup.map->vehicles / 4);
            linea_game_view(&g, &view, 1);
            linea_odds_find(&odds, &view);
            for (int t = 0; t < setup.map->tickets; t++) {
                bool held = linea_set_has(&g.seat[0].tickets, t);
                sum[held] += odds.ticket[0][t];
                count[held]++;
            }
        }
        CHECK(sum[1] / count[1] > 4 * sum[0] / count[0]);
    }
}

TEST(every_ticket_that_somebody_may_hold_is_possible)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        struct linea_view view;
        struct linea_odds odds;
        memset(&odds, 0, sizeof odds);
        play_until(setup, i, setup.map->vehicles / 2);
        linea_game_view(&g, &view, LINEA_SPECTATOR);
        linea_odds_find(&odds, &view);
        for (int s = 0; s < setup.seats; s++)
            for (int t = 0; t < setup.map->tickets; t++)
                CHECK(view.seat[s].tickets_seen || odds.ticket[s][t] > 0);
    }
}
