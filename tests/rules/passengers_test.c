/*
 * tests/rules/passengers_test.c - Germany: passengers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "scene.h"
#include "test.h"

TEST(DE_PASSENGER_SETUP_sixty_ten_of_each_of_six_colours)
{
    struct linea_game g = deal_on("germany", 2, 1);
    int count[LINEA_PASSENGER_COLOURS] = {0};
    for (int i = 0; i < 60; i++)
        count[g.passengers[i]]++;
    for (int colour = 0; colour < 6; colour++)
        CHECK_EQ(count[colour], 10);
    CHECK_EQ(g.map->passengers, 60);
}

TEST(DE_PASSENGER_SETUP_as_many_on_each_location_as_the_board_says)
{
    struct linea_game g = deal_on("germany", 2, 1);
    int many = 0;
    for (int l = 0; l < g.map->locations; l++) {
        const struct linea_location *place = &g.map->location[l];
        for (int i = 0; i < place->passengers; i++)
            CHECK(g.passengers[place->first_passenger + i] < 6);
        many += place->passengers > 1;
    }
    CHECK_EQ(many, 7);
    int berlin = linea_map_location(g.map, "berlin", 6);
    CHECK_EQ(g.map->location[berlin].passengers, 5);
}

TEST(DE_PASSENGER_SETUP_at_random)
{
    struct linea_game g = deal_on("germany", 2, 1), h = deal_on("germany", 2, 2);
    CHECK(memcmp(g.passengers, h.passengers, 60) != 0);
}

/* Seat 0 has just claimed between five passengers and three. */
static struct linea_game arrived(void)
{
    struct linea_game g = game_on("germany", 2);
    give_passengers(&g, "berlin", "red:2 blue:3");
    give_passengers(&g, "leipzig", "green:2 white");
    give_hand(&g, 0, "orange:4");
    play(&g, "claim berlin/leipzig orange:4");
    return g;
}

TEST(DE_PASSENGER_TAKE_one_from_each_of_the_two_locations)
{
    struct linea_game g = arrived();
    play(&g, "take berlin:red,leipzig:green");
    CHECK_EQ(waiting(&g, "berlin", "red"), 1);
    CHECK_EQ(waiting(&g, "leipzig", "green"), 1);
    CHECK_EQ(score(&g).seat[0].passengers, 2);
    CHECK_EQ(g.turn, 1);
}

TEST(DE_PASSENGER_TAKE_the_player_chooses_among_those_there)
{
    struct linea_game g = arrived();
    CHECK_EQ(moves(&g, ""), 3 * 3);
    CHECK_EQ(moves(&g, "take berlin:red"), 3);
    CHECK_EQ(moves(&g, "take berlin:blue"), 3);
    CHECK(legal(&g, "take berlin:blue,leipzig:white"));
    CHECK(!legal(&g, "take berlin:white"));
    CHECK_EQ(moves(&g, "take leipzig:"), 2);
}

TEST(DE_PASSENGER_TAKE_may_be_left_in_part_or_altogether)
{
    struct linea_game g = arrived(), h = g;
    play(&g, "take leipzig:white");
    CHECK_EQ(waiting(&g, "berlin", "blue"), 3);
    CHECK_EQ(score(&g).seat[0].passengers, 1);
    play(&h, "take none");
    CHECK_EQ(score(&h).seat[0].passengers, 0);
    CHECK_EQ(h.turn, 1);
}

TEST(DE_PASSENGER_TAKE_none_there_none_taken)
{
    struct linea_game g = game_on("germany", 2);
    empty_location(&g, 1, "bremen");
    give_hand(&g, 0, "white");
    play(&g, "claim bremen/bremerhaven white:1");
    CHECK_EQ(moves(&g, "take bremen:"), 0);
    CHECK_EQ(moves(&g, "take bremerhaven:"), 1);
    CHECK_EQ(moves(&g, ""), 2);
}

TEST(DE_PASSENGER_TAKE_with_none_at_either_end_nothing_is_asked)
{
    struct linea_game g = game_on("germany", 2);
    empty_location(&g, 1, "bremen");
    empty_location(&g, 1, "bremerhaven");
    give_hand(&g, 0, "white");
    play(&g, "claim bremen/bremerhaven white:1");
    CHECK_EQ(g.phase, LINEA_TURN);
    CHECK_EQ(g.turn, 1);
}

TEST(DE_PASSENGER_TAKE_what_was_taken_is_public)
{
    struct linea_game g = arrived();
    struct linea_view view;
    play(&g, "take berlin:blue");
    linea_game_view(&g, &view, LINEA_SPECTATOR);
    CHECK(memcmp(view.seat[0].taken, g.seat[0].taken, sizeof g.seat[0].taken) == 0);
    CHECK_EQ(score(&g).seat[0].passengers, 1);
}

TEST(DE_PASSENGER_TAKE_from_countries_too)
{
    struct linea_game g = game_on("germany", 2);
    give_passengers(&g, "frankreich", "white");
    give_hand(&g, 0, "green");
    play(&g, "claim frankreich/saarbrucken green:1");
    play(&g, "take frankreich:white");
    CHECK_EQ(waiting(&g, "frankreich", "white"), 0);
}

/* The points of four players with so many passengers of one colour. */
static struct linea_game taken(const char *a, const char *b, const char *c,
                               const char *d)
{
    struct linea_game g = game_on("germany", 4);
    give_taken(&g, 0, a);
    give_taken(&g, 1, b);
    give_taken(&g, 2, c);
    give_taken(&g, 3, d);
    return g;
}

static void check_points(const struct linea_game *g, int a, int b, int c, int d)
{
    CHECK_EQ(points(g, 0, LINEA_FROM_PASSENGERS), a);
    CHECK_EQ(points(g, 1, LINEA_FROM_PASSENGERS), b);
    CHECK_EQ(points(g, 2, LINEA_FROM_PASSENGERS), c);
    CHECK_EQ(points(g, 3, LINEA_FROM_PASSENGERS), d);
}

TEST(DE_PASSENGER_SCORE_twenty_for_the_most_and_ten_for_the_second)
{
    struct linea_game g = taken("red:3", "red:1", "red:2", "");
    check_points(&g, 20, 0, 10, 0);
}

TEST(DE_PASSENGER_SCORE_tied_for_most_each_gets_twenty_and_nobody_ten)
{
    struct linea_game g = taken("red:3", "red:3", "red:2", "");
    check_points(&g, 20, 20, 0, 0);
}

TEST(DE_PASSENGER_SCORE_tied_for_second_each_gets_ten)
{
    struct linea_game g = taken("red:3", "red:2", "red:2", "red:1");
    check_points(&g, 20, 10, 10, 0);
}

TEST(DE_PASSENGER_SCORE_none_of_a_colour_scores_nothing)
{
    struct linea_game g = taken("red:1", "", "", "");
    check_points(&g, 20, 0, 0, 0);
    g = taken("", "", "", "");
    check_points(&g, 0, 0, 0, 0);
}

TEST(DE_PASSENGER_SCORE_each_colour_for_itself)
{
    struct linea_game g = taken("red:2 blue", "red blue:2", "white:4", "white:4");
    check_points(&g, 30, 30, 20, 20);
}
