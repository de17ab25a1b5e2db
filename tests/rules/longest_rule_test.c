/*
 * tests/rules/longest_rule_test.c - Europe: the longest path. The small map has two
 * loops of 4 that meet in c (a/b, b/c, a/c and c/d, d/e, c/e) and a spur c/f of 1.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(EU_LONGEST_ten_points_for_the_longest_path)
{
    struct linea_game g = game_on("europe", 3);
    give_routes(&g, 0, "berlin/wien budapest/wien/1");
    give_routes(&g, 1, "lisboa/madrid cadiz/madrid");
    CHECK_EQ(score(&g).seat[0].longest, 4);
    CHECK_EQ(score(&g).seat[1].longest, 6);
    CHECK_EQ(points(&g, 0, LINEA_FROM_LONGEST), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_LONGEST), 10);
    CHECK_EQ(points(&g, 2, LINEA_FROM_LONGEST), 0);
}

TEST(EU_LONGEST_counts_vehicles_not_routes)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "petrograd/stockholm");
    give_routes(&g, 1, "amsterdam/bruxelles bruxelles/paris/1 dieppe/paris");
    CHECK_EQ(points(&g, 0, LINEA_FROM_LONGEST), 10);
    CHECK_EQ(points(&g, 1, LINEA_FROM_LONGEST), 0);
}

TEST(EU_LONGEST_may_close_loops_and_pass_a_location_several_times)
{
    struct linea_game g = game_on("test/longest", 2);
    give_routes(&g, 0, "a/b b/c a/c");
    CHECK_EQ(score(&g).seat[0].longest, 4);
    give_routes(&g, 0, "c/d d/e c/e");
    CHECK_EQ(score(&g).seat[0].longest, 8);
    give_routes(&g, 0, "c/f/1");
    CHECK_EQ(score(&g).seat[0].longest, 9);
}

TEST(EU_LONGEST_uses_no_vehicle_twice)
{
    struct linea_game g = game_on("test/longest", 2);
    give_routes(&g, 0, "a/c c/e c/f/1");
    CHECK_EQ(score(&g).seat[0].longest, 2 + 2);
}

TEST(EU_LONGEST_is_one_continuous_path)
{
    struct linea_game g = game_on("test/longest", 2);
    give_routes(&g, 0, "a/b d/e");
    CHECK_EQ(score(&g).seat[0].longest, 1);
}

TEST(EU_LONGEST_the_routes_of_others_and_stations_do_not_count)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "berlin/wien munchen/zurich");
    give_routes(&g, 1, "munchen/wien");
    give_stations(&g, 0, "wien munchen");
    CHECK_EQ(score(&g).seat[0].longest, 3);
}

TEST(EU_LONGEST_all_who_tie_get_ten)
{
    struct linea_game g = game_on("europe", 3);
    give_routes(&g, 0, "berlin/wien");
    give_routes(&g, 1, "munchen/wien");
    give_routes(&g, 2, "budapest/wien/1");
    CHECK_EQ(points(&g, 0, LINEA_FROM_LONGEST), 10);
    CHECK_EQ(points(&g, 1, LINEA_FROM_LONGEST), 10);
    CHECK_EQ(points(&g, 2, LINEA_FROM_LONGEST), 0);
}

TEST(EU_LONGEST_nobody_gets_it_when_nobody_has_a_route)
{
    struct linea_game g = game_on("europe", 2);
    CHECK_EQ(points(&g, 0, LINEA_FROM_LONGEST), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_LONGEST), 0);
}
