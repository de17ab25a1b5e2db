/*
 * tests/rules/globetrotter_test.c - Germany: the bonus for most tickets completed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(DE_GLOBETROTTER_fifteen_for_most_tickets_completed)
{
    struct linea_game g = game_on("test/globetrotter", 3);
    give_routes(&g, 0, "a/b b/c");
    give_tickets(&g, 0, "a/b b/c");
    give_routes(&g, 1, "c/d");
    give_tickets(&g, 1, "c/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_GLOBETROTTER), 15);
    CHECK_EQ(points(&g, 1, LINEA_FROM_GLOBETROTTER), 0);
    CHECK_EQ(points(&g, 2, LINEA_FROM_GLOBETROTTER), 0);
}

TEST(DE_GLOBETROTTER_tickets_count_not_their_points)
{
    struct linea_game g = game_on("germany", 2);
    give_routes(&g, 0, "berlin/hamburg/1 emden/munster");
    give_tickets(&g, 0, "berlin/hamburg");
    give_routes(&g, 1, "mannheim/stuttgart/1 mainz/mannheim/1");
    give_tickets(&g, 1, "mannheim/stuttgart mainz/stuttgart");
    CHECK_EQ(points(&g, 0, LINEA_FROM_GLOBETROTTER), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_GLOBETROTTER), 15);
}

TEST(DE_GLOBETROTTER_tickets_held_but_not_completed_do_not_count)
{
    struct linea_game g = game_on("test/globetrotter", 2);
    give_routes(&g, 0, "a/b");
    give_tickets(&g, 0, "a/b");
    give_tickets(&g, 1, "a/c b/c c/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_GLOBETROTTER), 15);
    CHECK_EQ(points(&g, 1, LINEA_FROM_GLOBETROTTER), 0);
}

TEST(DE_GLOBETROTTER_all_who_tie_get_fifteen)
{
    struct linea_game g = game_on("test/globetrotter", 3);
    give_routes(&g, 0, "a/b");
    give_tickets(&g, 0, "a/b");
    give_routes(&g, 2, "c/d");
    give_tickets(&g, 2, "c/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_GLOBETROTTER), 15);
    CHECK_EQ(points(&g, 1, LINEA_FROM_GLOBETROTTER), 0);
    CHECK_EQ(points(&g, 2, LINEA_FROM_GLOBETROTTER), 15);
}

TEST(DE_GLOBETROTTER_nobody_gets_it_when_nobody_completed_one)
{
    struct linea_game g = game_on("germany", 2);
    give_tickets(&g, 0, "berlin/hamburg");
    CHECK_EQ(points(&g, 0, LINEA_FROM_GLOBETROTTER), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_GLOBETROTTER), 0);
}
