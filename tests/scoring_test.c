/*
 * tests/scoring_test.c - the engine's points are the oracle's, at the end of random
 * games and on the way, on every map. LINEA_GAMES says how many games of each.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "linea/score.h"
#include "oracle.h"
#include "random_games.h"
#include "test.h"

enum { GAMES = 4, EVERY = 40 };

static void compare(const struct linea_game *g)
{
    static const enum linea_source alone[] = {
        LINEA_FROM_ROUTES, LINEA_FROM_TICKETS, LINEA_FROM_STATIONS,
        LINEA_FROM_ATTRACTIONS, LINEA_FROM_DISTRICTS};
    struct linea_result result;
    linea_game_score(g, &result);
    for (int s = 0; s < g->seats; s++) {
        struct linea_score expected;
        oracle_score(g, s, &expected);
        for (size_t i = 0; i < sizeof alone / sizeof alone[0]; i++)
            CHECK_EQ(result.seat[s].from[alone[i]], expected.from[alone[i]]);
        CHECK_EQ(result.seat[s].tickets_done, expected.tickets_done);
        CHECK_EQ(result.seat[s].stations_built, expected.stations_built);
        CHECK_EQ(result.seat[s].longest, expected.longest);
    }
}

TEST(points_are_the_oracles_at_the_end_and_on_the_way)
{
    static struct random_game r;
    struct setup setup;
    const char *asked = getenv("LINEA_GAMES");
    uint64_t games = asked ? strtoull(asked, NULL, 10) : GAMES;
    for (int i = 0; setup_at(&setup, i); i++)
        for (uint64_t game = 0; game < games; game++) {
            for (random_begin(&r, setup, game); r.n > 0;) {
                random_play(&r, random_choose(&r));
                if (r.step % EVERY == 0)
                    compare(&r.g);
            }
            compare(&r.g);
        }
}
