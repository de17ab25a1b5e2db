/*
 * tests/rules/stations_rule_test.c - Europe: stations. The small map is a ring: a/b 1,
 * b/c 2, c/d 1, a/d 2.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(EU_STATION_BUILD_the_first_costs_one_card_of_any_colour)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red blue wild");
    CHECK_EQ(moves(&g, "station wien "), 3);
    CHECK(legal(&g, "station wien red:1"));
    CHECK(legal(&g, "station wien wild:1"));
    play(&g, "station wien blue:1");
    CHECK_EQ(linea_bits(g.seat[0].stations), 1);
    CHECK_EQ(hand(&g, 0), 2);
    CHECK_EQ(g.discards[kind(&g, "blue")], 1);
    CHECK_EQ(g.turn, 1);
}

TEST(EU_STATION_BUILD_the_second_costs_a_set_of_two)
{
    struct linea_game g = game_on("europe", 2);
    give_stations(&g, 0, "paris");
    give_hand(&g, 0, "red:2 blue wild");
    CHECK_EQ(moves(&g, "station wien "), 3);
    CHECK(legal(&g, "station wien red:2"));
    CHECK(legal(&g, "station wien red:1,wild:1"));
    CHECK(legal(&g, "station wien blue:1,wild:1"));
    CHECK(!legal(&g, "station wien red:1"));
    play(&g, "station wien red:2");
    CHECK_EQ(discards(&g), 2);
}

TEST(EU_STATION_BUILD_the_third_costs_a_set_of_three_and_there_is_no_fourth)
{
    struct linea_game g = game_on("europe", 2);
    give_stations(&g, 0, "paris roma");
    give_hand(&g, 0, "red:2 blue:3 wild");
    CHECK_EQ(moves(&g, "station wien "), 3);
    CHECK(legal(&g, "station wien blue:2,wild:1"));
    CHECK(legal(&g, "station wien red:2,wild:1"));
    play(&g, "station wien blue:3");
    CHECK_EQ(discards(&g), 3);
    play_turn(&g);
    CHECK_EQ(moves(&g, "station "), 0);
}

TEST(EU_STATION_BUILD_wilds_alone_are_a_set)
{
    struct linea_game g = game_on("europe", 2);
    give_stations(&g, 0, "paris roma");
    give_hand(&g, 0, "wild:3");
    CHECK_EQ(moves(&g, "station wien "), 1);
    CHECK(legal(&g, "station wien wild:3"));
}

TEST(EU_STATION_BUILD_a_location_has_one_at_most_whoever_built_it)
{
    struct linea_game g = game_on("europe", 3);
    give_stations(&g, 0, "paris");
    give_stations(&g, 1, "roma");
    give_hand(&g, 0, "red:2");
    CHECK(!legal(&g, "station paris red:2"));
    CHECK(!legal(&g, "station roma red:2"));
    CHECK_EQ(moves(&g, "station "), 47 - 2);
}

TEST(EU_STATION_BUILD_needs_no_route_there_and_no_vehicle)
{
    struct linea_game g = game_on("test/station", 2);
    give_hand(&g, 0, "red");
    play(&g, "station c red:1");
    CHECK_EQ(g.seat[0].vehicles, 6);
}

TEST(EU_STATION_USE_one_route_of_another_player_that_touches_it)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c");
    give_tickets(&g, 0, "a/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -3);
    give_stations(&g, 0, "b");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 3);
}

TEST(EU_STATION_USE_from_either_end_of_that_route)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c");
    give_tickets(&g, 0, "a/c");
    give_stations(&g, 0, "c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 3);
}

TEST(EU_STATION_USE_a_station_elsewhere_does_not_help)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c");
    give_tickets(&g, 0, "a/c");
    give_stations(&g, 0, "a d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -3);
}

TEST(EU_STATION_USE_not_a_route_that_nobody_claimed)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 0, "a/b");
    give_tickets(&g, 0, "a/c");
    give_stations(&g, 0, "b c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -3);
}

TEST(EU_STATION_USE_helps_its_owner_only)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c");
    give_tickets(&g, 1, "a/c");
    give_stations(&g, 0, "b");
    CHECK_EQ(points(&g, 1, LINEA_FROM_TICKETS), -3);
}

TEST(EU_STATION_USE_one_route_and_the_same_for_all_tickets)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 1, "b/c c/d");
    give_stations(&g, 0, "c");
    give_tickets(&g, 0, "b/c c/d");
    struct linea_result result = score(&g);
    CHECK_EQ(result.seat[0].tickets_done, 1);
    CHECK_EQ(result.seat[0].from[LINEA_FROM_TICKETS], 2 - 1);
    CHECK_EQ(linea_set_count(&result.seat[0].borrowed), 1);
    give_tickets(&g, 0, "b/d"); /* That would need both of them. */
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 2 - 1 - 3);
}

TEST(EU_STATION_USE_the_choice_worth_most)
{
    struct linea_game g = game_on("test/station", 3);
    give_routes(&g, 1, "a/b c/d");
    give_routes(&g, 2, "b/c");
    struct linea_game h = g;
    give_stations(&g, 0, "b");
    give_tickets(&g, 0, "a/b b/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 2 - 1);
    give_stations(&h, 0, "c");
    give_tickets(&h, 0, "b/c c/d");
    CHECK_EQ(points(&h, 0, LINEA_FROM_TICKETS), 2 - 1);
}

TEST(EU_STATION_USE_the_choice_may_lose_a_dear_ticket_for_two_others)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c c/d");
    give_stations(&g, 0, "c");
    give_tickets(&g, 0, "c/d a/c b/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 3 + 2 - 1);
}

TEST(EU_STATION_USE_among_equals_the_one_completing_more_tickets)
{
    struct linea_game g = game_on("test/everything", 2), h = g;
    give_routes(&g, 0, "a/x b/c c/d e/f");
    give_routes(&g, 1, "a/b/1 b/e/1");
    give_stations(&g, 0, "b");
    give_tickets(&g, 0, "b/x a/c d/f"); /* 2 and 3 over a/b, or 5 over b/e. */
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 0);
    CHECK_EQ(score(&g).seat[0].tickets_done, 2);
    give_routes(&h, 0, "b/c a/f a/x d/e");
    give_routes(&h, 1, "c/f e/f");
    give_stations(&h, 0, "f");
    give_tickets(&h, 0, "b/x a/c d/f"); /* 2 and 3 over c/f, or 5 over e/f. */
    CHECK_EQ(points(&h, 0, LINEA_FROM_TICKETS), 0);
    CHECK_EQ(score(&h).seat[0].tickets_done, 2);
}

TEST(EU_STATION_USE_two_stations_borrow_two_routes)
{
    struct linea_game g = game_on("test/station", 2);
    give_routes(&g, 1, "b/c c/d");
    give_stations(&g, 0, "b c");
    give_tickets(&g, 0, "b/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 3);
    CHECK_EQ(linea_set_count(&score(&g).seat[0].borrowed), 2);
}

TEST(EU_STATION_USE_a_borrowed_route_gives_no_points_and_no_length)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "berlin/wien");
    give_routes(&g, 1, "budapest/wien/1 munchen/wien");
    give_stations(&g, 0, "wien");
    give_tickets(&g, 0, "budapest/zurich");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ROUTES), 4);
    CHECK_EQ(score(&g).seat[0].longest, 3);
}

TEST(EU_STATION_LEFT_four_points_for_each_not_built)
{
    struct linea_game g = game_on("europe", 2);
    CHECK_EQ(points(&g, 0, LINEA_FROM_STATIONS), 12);
    give_stations(&g, 0, "wien");
    CHECK_EQ(points(&g, 0, LINEA_FROM_STATIONS), 8);
    give_stations(&g, 0, "roma paris");
    CHECK_EQ(points(&g, 0, LINEA_FROM_STATIONS), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_STATIONS), 12);
}
