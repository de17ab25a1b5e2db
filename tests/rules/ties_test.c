/*
 * tests/rules/ties_test.c - equal totals: what each map compares next, and shared
 * victories. Every test first makes sure that the totals are equal.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

static unsigned winners_of_equals(const struct linea_game *g)
{
    struct linea_result result = score(g);
    CHECK_EQ(result.seat[0].total, result.seat[1].total);
    return result.winners;
}

TEST(NY_TIE_most_tickets_completed)
{
    struct linea_game g = game_on("new-york", 2);
    give_routes(&g, 0, "chinatown/lower-east-side chinatown/wall-street/1");
    give_tickets(&g, 0, "lower-east-side/wall-street");
    give_routes(&g, 1, "central-park/united-nations");
    CHECK_EQ(winners_of_equals(&g), 1);
}

TEST(NY_TIE_then_shared)
{
    struct linea_game g = game_on("new-york", 2);
    give_routes(&g, 0, "brooklyn/chinatown/1");
    give_routes(&g, 1, "central-park/united-nations");
    CHECK_EQ(winners_of_equals(&g), 3);
}

TEST(LO_TIE_most_tickets_completed)
{
    struct linea_game g = game_on("london", 2);
    give_routes(&g, 0, "british-museum/regents-park");
    give_routes(&g, 1, "british-museum/piccadilly-circus");
    give_tickets(&g, 1, "british-museum/piccadilly-circus");
    CHECK_EQ(winners_of_equals(&g), 2);
}

TEST(LO_TIE_then_shared)
{
    struct linea_game g = game_on("london", 2);
    give_routes(&g, 0, "british-museum/regents-park");
    give_routes(&g, 1, "kings-cross/regents-park");
    CHECK_EQ(winners_of_equals(&g), 3);
}

TEST(DE_TIE_most_tickets_completed)
{
    struct linea_game g = game_on("germany", 2);
    give_routes(&g, 0, "berlin/leipzig"); /* 7, the ticket 4, most tickets 15 */
    give_tickets(&g, 0, "berlin/leipzig");
    give_routes(&g, 1, "bremen/hamburg hamburg/schwerin"); /* 4 + 2 */
    give_taken(&g, 1, "red:2");                            /* 20 */
    CHECK_EQ(winners_of_equals(&g), 1);
}

TEST(DE_TIE_then_most_passengers)
{
    struct linea_game g = game_on("germany", 2);
    give_taken(&g, 0, "red");
    give_taken(&g, 1, "blue:2");
    CHECK_EQ(winners_of_equals(&g), 2);
}

TEST(DE_TIE_then_shared)
{
    struct linea_game g = game_on("germany", 2);
    give_taken(&g, 0, "red");
    give_taken(&g, 1, "blue");
    CHECK_EQ(winners_of_equals(&g), 3);
}

TEST(EU_TIE_most_tickets_completed)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "essen/frankfurt essen/kobenhavn/1"); /* 6, and 5 in a row */
    give_tickets(&g, 0, "frankfurt/kobenhavn");              /* 5 */
    give_routes(&g, 1, "cadiz/madrid cadiz/lisboa");         /* 6, and 5 in a row */
    give_routes(&g, 1, "kyiv/smolensk amsterdam/bruxelles"); /* 4 + 1 */
    CHECK_EQ(winners_of_equals(&g), 1);
}

TEST(EU_TIE_then_fewest_stations_built)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "berlin/danzig kyiv/smolensk"); /* 7 + 4 */
    give_stations(&g, 0, "roma");                      /* 8 left */
    give_routes(&g, 1, "marseille/paris");             /* 7, and 12 left */
    CHECK_EQ(winners_of_equals(&g), 2);
}

TEST(EU_TIE_then_the_holder_of_the_longest_path)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "cadiz/madrid cadiz/lisboa");                  /* 6 and 10 */
    give_routes(&g, 1, "berlin/danzig marseille/paris roma/venezia"); /* 7 + 7 + 2 */
    CHECK_EQ(winners_of_equals(&g), 1);
}

TEST(EU_TIE_stations_come_before_the_longest_path)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "cadiz/madrid cadiz/lisboa"); /* 6, 10, and 8 left */
    give_stations(&g, 0, "roma");
    give_routes(&g, 1,
                "berlin/danzig kyiv/smolensk amsterdam/bruxelles"); /* 7 + 4 + 1 */
    CHECK_EQ(winners_of_equals(&g), 2);
}

TEST(EU_TIE_then_shared)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "berlin/danzig");
    give_routes(&g, 1, "marseille/paris");
    CHECK_EQ(winners_of_equals(&g), 3);
}

TEST(END_WIN_ties_are_told_apart_among_the_best_only)
{
    struct linea_game g = game_on("london", 3);
    give_routes(&g, 0, "british-museum/regents-park");
    give_routes(&g, 1, "kings-cross/regents-park");
    give_routes(&g, 2,
                "piccadilly-circus/trafalgar-square/1 trafalgar-square/waterloo");
    give_tickets(&g, 2, "piccadilly-circus/waterloo elephant-and-castle/regents-park");
    CHECK_EQ(score(&g).seat[2].tickets_done, 1);
    CHECK_EQ(winners_of_equals(&g), 3);
}
