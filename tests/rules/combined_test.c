/*
 * tests/rules/combined_test.c - mechanics that no single board combines. On the map
 * "everything", e/f is a ferry and a tunnel, x and y are dead ends with passengers, and
 * there are stations, districts, attractions, the longest path and the globetrotter.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(EU_FERRY_that_is_a_tunnel_needs_its_wilds_in_the_set)
{
    struct linea_game g = game_on("test/everything", 2);
    give_hand(&g, 0, "red:3 wild:2");
    CHECK_EQ(moves(&g, "claim e/f "), 2);
    CHECK(!legal(&g, "claim e/f red:3"));
    CHECK(legal(&g, "claim e/f red:2,wild:1"));
    CHECK(legal(&g, "claim e/f red:1,wild:2"));
}

TEST(EU_FERRY_that_is_a_tunnel_needs_no_wilds_in_what_is_paid_more)
{
    struct linea_game g = game_on("test/everything", 2);
    give_hand(&g, 0, "red:3 wild");
    give_pile_top(&g, "red blue green");
    play(&g, "claim e/f red:2,wild:1");
    play(&g, "pay red:1");
    CHECK(owns(&g, 0, "e/f"));
}

TEST(DE_PASSENGER_TAKE_after_a_tunnel_is_paid)
{
    struct linea_game g = game_on("test/everything", 2);
    give_hand(&g, 0, "red:3");
    give_passengers(&g, "b", "black");
    give_pile_top(&g, "red blue green");
    play(&g, "claim b/e/2 red:2");
    CHECK_EQ(moves(&g, "take "), 0);
    play(&g, "pay red:1");
    CHECK_EQ(g.phase, LINEA_PASSENGERS_TAKE);
    play(&g, "take b:black");
    CHECK_EQ(g.turn, 1);
}

TEST(DE_PASSENGER_TAKE_after_a_tunnel_that_costs_nothing_more)
{
    struct linea_game g = game_on("test/everything", 2);
    give_hand(&g, 0, "red:2");
    give_pile_top(&g, "yellow blue green");
    play(&g, "claim b/e/2 red:2");
    CHECK_EQ(g.phase, LINEA_PASSENGERS_TAKE);
}

TEST(DE_PASSENGER_TAKE_not_after_a_tunnel_is_declined)
{
    struct linea_game g = game_on("test/everything", 2);
    give_hand(&g, 0, "red:2");
    give_pile_top(&g, "red blue green");
    play(&g, "claim b/e/2 red:2");
    play(&g, "decline");
    CHECK_EQ(g.phase, LINEA_TURN);
    CHECK_EQ(g.turn, 1);
}

TEST(DE_PASSENGER_TAKE_at_a_dead_end)
{
    struct linea_game g = game_on("test/everything", 2);
    give_passengers(&g, "x", "red");
    give_hand(&g, 0, "green");
    play(&g, "claim a/x green:1");
    play(&g, "take x:red");
    CHECK_EQ(waiting(&g, "x", "red"), 0);
}

TEST(DE_COUNTRY_a_borrowed_line_into_it_is_a_dead_end_too)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "a/x");
    give_routes(&g, 1, "d/x");
    give_stations(&g, 0, "x");
    give_tickets(&g, 0, "a/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -5);
}

TEST(DE_COUNTRY_a_borrowed_line_into_it_meets_a_ticket_to_it)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "a/b/1");
    give_routes(&g, 1, "a/x");
    give_stations(&g, 0, "x");
    give_tickets(&g, 0, "b/x");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 2);
}

TEST(EU_LONGEST_does_not_pass_through_a_dead_end)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "a/x d/x");
    CHECK_EQ(score(&g).seat[0].longest, 2);
    give_routes(&g, 0, "a/b/1");
    CHECK_EQ(score(&g).seat[0].longest, 2);
    give_routes(&g, 0, "b/c");
    CHECK_EQ(score(&g).seat[0].longest, 1 + 1 + 2);
}

TEST(LO_DISTRICT_is_not_joined_by_borrowed_routes)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 1, "a/b/1");
    give_stations(&g, 0, "a");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_DISTRICTS), 1);
}

TEST(LO_DISTRICT_is_not_joined_through_a_dead_end)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "c/f a/x d/x a/b/1 b/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 1);
}

TEST(NY_ATTRACTION_is_not_touched_by_a_station_or_a_borrowed_route)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "b/c");
    give_routes(&g, 1, "a/b/1");
    give_stations(&g, 0, "a");
    give_tickets(&g, 0, "a/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 3);
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 0);
}

TEST(NY_ATTRACTION_may_be_at_a_dead_end)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "c/y");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 1);
}

TEST(DE_GLOBETROTTER_counts_tickets_completed_by_stations)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 1, "a/b/1 b/c");
    give_routes(&g, 0, "c/f");
    give_stations(&g, 0, "b");
    give_tickets(&g, 0, "b/f");
    CHECK_EQ(points(&g, 0, LINEA_FROM_GLOBETROTTER), 15);
}

TEST(END_WIN_the_total_is_the_sum_of_all_sources)
{
    struct linea_game g = game_on("test/everything", 2);
    give_routes(&g, 0, "a/b/1 b/c c/y"); /* 1 + 2 + 1 */
    give_tickets(&g, 0, "a/c");          /* 3, and most tickets 15 */
    give_stations(&g, 0, "e");           /* 2 left: 8 */
    give_taken(&g, 0, "white");          /* 6 */
    /* Attractions a and y: 2; district 1: 1; the longest path: 10. */
    CHECK_EQ(score(&g).seat[0].total, 4 + 3 + 15 + 8 + 6 + 2 + 1 + 10);
    CHECK_EQ(score(&g).seat[1].total, 12);
}

TEST(TURN_ONE_every_mechanic_at_once_plays_to_an_end)
{
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct linea_game g = deal_on("test/everything", 2 + (int)(seed % 4), seed);
        struct linea_rng rng = {seed};
        linea_move list[LINEA_MOVES];
        int n, played = 0;
        while ((n = linea_game_moves(&g, list)) > 0) {
            linea_game_apply(&g, NULL, list[linea_rng_below(&rng, n)]);
            CHECK(linea_game_check(&g, NULL));
            CHECK(played++ < 5000);
        }
        CHECK_EQ(g.phase, LINEA_OVER);
    }
}
