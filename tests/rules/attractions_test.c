/*
 * tests/rules/attractions_test.c - New York: attractions, and points shown early.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(NY_ATTRACTION_one_point_for_each_that_a_route_touches)
{
    struct linea_game g = game_on("new-york", 2);
    give_routes(&g, 0, "lincoln-center/midtown-west");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 0);
    give_routes(&g, 0, "midtown-west/times-square");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 1);
    give_routes(&g, 0, "brooklyn/wall-street/1");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 3);
}

TEST(NY_ATTRACTION_counts_once_however_many_routes_touch_it)
{
    struct linea_game g = game_on("new-york", 2);
    give_routes(&g, 0, "midtown-west/times-square lincoln-center/times-square/1");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 1);
}

TEST(NY_ATTRACTION_each_player_may_score_the_same_one)
{
    struct linea_game g = game_on("new-york", 3);
    give_routes(&g, 0, "lincoln-center/times-square/1");
    give_routes(&g, 1, "lincoln-center/times-square/2");
    CHECK_EQ(points(&g, 0, LINEA_FROM_ATTRACTIONS), 1);
    CHECK_EQ(points(&g, 1, LINEA_FROM_ATTRACTIONS), 1);
    CHECK_EQ(points(&g, 2, LINEA_FROM_ATTRACTIONS), 0);
}

TEST(NY_ATTRACTION_nine_of_the_locations_have_one)
{
    CHECK_EQ(linea_bits(map_named("new-york")->attractions), 9);
}

TEST(NY_SCORE_LATE_route_points_may_be_seen_during_play)
{
    struct linea_game g = game_on("new-york", 2);
    struct linea_view view;
    give_hand(&g, 0, "pink:4");
    play(&g, "claim chelsea/soho pink:4");
    linea_game_view(&g, &view, 1);
    CHECK_EQ(view.seat[0].points, 7);
}
