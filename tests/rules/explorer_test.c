/*
 * tests/rules/explorer_test.c - the bonus for the network that joins most locations.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

/* Ten points, or none, for two seats. */
static void check_bonus(const char *first, const char *second, int to_first,
                        int to_second)
{
    struct linea_game g = game_on("test/explorer", 2);
    give_routes(&g, 0, first);
    give_routes(&g, 1, second);
    CHECK_EQ(points(&g, 0, LINEA_FROM_EXPLORER), to_first);
    CHECK_EQ(points(&g, 1, LINEA_FROM_EXPLORER), to_second);
}

TEST(EXPLORER_MOST_counts_the_locations_joined_and_not_the_spaces)
{
    check_bonus("a/b", "b/c c/d", 0, 10);
}

TEST(EXPLORER_MOST_counts_one_network_of_each_player)
{
    check_bonus("a/b d/e", "b/c c/d", 0, 10);
}

TEST(EXPLORER_MOST_all_who_tie_get_it)
{
    check_bonus("a/b", "c/d", 10, 10);
}

TEST(EXPLORER_MOST_nobody_gets_it_without_a_route)
{
    check_bonus("", "", 0, 0);
}

TEST(EXPLORER_MOST_a_dead_end_counts_and_joins_nothing)
{
    check_bonus("c/x e/x", "b/c c/d", 0, 10);
    check_bonus("d/e e/x", "b/c c/d", 10, 10);
}
