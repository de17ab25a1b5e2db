/*
 * tests/random_test.c - random games keep every invariant and come to an end.
 *
 * `make nightly` plays a million of them; these are the thousand of every test run.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "random_games.h"
#include "test.h"

enum {
    GAMES = 40,         /* of each setup */
    LONGEST = 20000,    /* moves; no game comes near */
    CARDS_OF_MOVE = 55, /* one for the gap, then ten flushes of five, and some room */
};

static void check_event(const struct linea_event *event, bool deal)
{
    CHECK(event->cards <= sizeof event->card);
    CHECK(event->tickets <= sizeof event->ticket);
    if (!deal) {
        CHECK(event->cards <= CARDS_OF_MOVE);
        CHECK(event->tickets <= LINEA_OFFER);
    }
}

static void check_game(const struct linea_game *g)
{
    struct linea_error error;
    if (!linea_game_check(g, &error))
        fail_msg("%s, %d seats: %s", linea_map_text(g->map, g->map->id), g->seats,
                 error.message);
}

static int totals_add_up(const struct linea_game *g, const struct linea_result *result)
{
    int winners = 0;
    for (int s = 0; s < g->seats; s++) {
        int sum = 0;
        for (int source = 0; source < LINEA_SOURCES; source++)
            sum += result->seat[s].from[source];
        CHECK_EQ(sum, result->seat[s].total);
        CHECK_EQ(result->seat[s].from[LINEA_FROM_ROUTES], g->seat[s].points);
        CHECK_EQ(linea_set_count(&result->seat[s].done), result->seat[s].tickets_done);
        winners += result->winners >> s & 1;
    }
    return winners;
}

TEST(every_mechanic_is_on_a_map_that_the_random_games_play)
{
    struct setup setup;
    unsigned used = 0;
    for (int i = 0; setup_at(&setup, i); i++)
        used |= setup.map->mechanics;
    CHECK_EQ((int)used, (1 << LINEA_MECHANICS) - 1);
}

TEST(random_games_keep_every_invariant_and_end)
{
    static struct random_game r;
    struct setup setup;
    int games = 0;
    for (int i = 0; setup_at(&setup, i); i++)
        for (uint64_t game = 0; game < GAMES; game++, games++) {
            random_begin(&r, setup, game);
            check_event(&r.event, true);
            check_game(&r.g);
            while (r.n > 0 && r.step < LONGEST) {
                random_play(&r, random_choose(&r));
                check_event(&r.event, false);
                check_game(&r.g);
            }
            CHECK_EQ(r.g.phase, LINEA_OVER);
            struct linea_result result;
            linea_game_score(&r.g, &result);
            CHECK(totals_add_up(&r.g, &result) >= 1);
        }
    CHECK(games >= 1000);
}

/* Given what came of it, a game that began with another seed goes the same way. */
TEST(a_game_given_what_came_of_its_moves_is_the_same_game)
{
    static struct random_game r;
    static const struct linea_seed other = {{42}};
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        struct linea_game copy;
        random_begin(&r, setup, (uint64_t)i);
        CHECK(linea_game_begin_recorded(&copy, &r.event, setup.map, setup.seats,
                                        r.g.first, &other));
        while (r.n > 0) {
            random_play(&r, random_choose(&r));
            CHECK(linea_game_apply_recorded(&copy, NULL, &r.event));
            CHECK(linea_game_check(&copy, NULL));
        }
        for (int s = 0; s < setup.seats; s++)
            assert_memory_equal(&copy.seat[s], &r.g.seat[s], sizeof copy.seat[s]);
    }
}

TEST(a_game_does_not_begin_for_seats_that_the_map_does_not_have)
{
    static const struct linea_seed seed = {{1}};
    struct linea_game g, before;
    memset(&g, 7, sizeof g);
    before = g;
    const struct linea_map *map = test_map("new-york");
    CHECK(!linea_game_begin(&g, NULL, map, 1, 0, &seed));
    CHECK(!linea_game_begin(&g, NULL, map, 5, 0, &seed));
    CHECK(!linea_game_begin(&g, NULL, map, 2, 2, &seed));
    CHECK(!linea_game_begin(&g, NULL, map, 2, -1, &seed));
    assert_memory_equal(&g, &before, sizeof g);
    CHECK(linea_game_begin(&g, NULL, map, 2, 1, &seed));
    CHECK_EQ(g.first, 1);
}

TEST(the_tickets_of_a_seat_are_those_that_its_score_counts)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        struct linea_result result;
        random_begin(&r, setup, (uint64_t)i);
        while (r.n > 0)
            random_play(&r, random_choose(&r));
        linea_game_score(&r.g, &result);
        for (int s = 0; s < setup.seats; s++) {
            struct linea_set done, borrowed;
            linea_game_tickets(&r.g, &done, &borrowed, s);
            assert_memory_equal(&done, &result.seat[s].done, sizeof done);
            assert_memory_equal(&borrowed, &result.seat[s].borrowed, sizeof borrowed);
        }
    }
}
