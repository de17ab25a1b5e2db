/*
 * tests/rules/districts_test.c - London: districts.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(LO_DISTRICT_scores_its_number_when_all_its_locations_are_joined)
{
    struct linea_game g = game_on("london", 2);
    give_routes(&g, 0, "british-museum/covent-garden/1");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 1);
    CHECK_EQ(points(&g, 1, LINEA_FROM_DISTRICTS), 0);
}

TEST(LO_DISTRICT_a_part_of_its_locations_scores_nothing)
{
    struct linea_game g = game_on("london", 2);
    give_routes(&g, 0, "globe-theatre/waterloo");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 0);
    give_routes(&g, 0, "elephant-and-castle/waterloo");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 3);
}

TEST(LO_DISTRICT_through_any_other_locations_of_ones_own_network)
{
    struct linea_game g = game_on("london", 2);
    give_routes(&g, 0, "kings-cross/regents-park baker-street/regents-park");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 0);
    give_routes(&g, 0, "baker-street/piccadilly-circus hyde-park/piccadilly-circus/1");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 5);
}

TEST(LO_DISTRICT_touched_but_not_joined_scores_nothing)
{
    struct linea_game g = game_on("test/district", 2);
    give_routes(&g, 0, "a/b c/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 0);
    give_routes(&g, 0, "b/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 5 + 2);
}

TEST(LO_DISTRICT_the_routes_of_others_do_not_help)
{
    struct linea_game g = game_on("test/district", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 0);
    CHECK_EQ(points(&g, 1, LINEA_FROM_DISTRICTS), 0);
}

TEST(LO_DISTRICT_a_location_without_a_number_belongs_to_none)
{
    struct linea_game g = game_on("test/district", 2);
    give_routes(&g, 0, "a/e d/e");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 0);
    give_routes(&g, 0, "c/d"); /* a and c are joined through e. */
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 5);
}

TEST(LO_DISTRICT_may_be_scored_by_several_players)
{
    struct linea_game g = game_on("london", 3);
    give_routes(&g, 0, "british-museum/covent-garden/1");
    give_routes(&g, 1, "british-museum/covent-garden/2");
    CHECK_EQ(points(&g, 0, LINEA_FROM_DISTRICTS), 1);
    CHECK_EQ(points(&g, 1, LINEA_FROM_DISTRICTS), 1);
}

TEST(LO_DISTRICT_the_five_of_london_have_their_locations)
{
    const struct linea_map *map = map_named("london");
    static const int sizes[] = {2, 4, 3, 4, 4};
    CHECK_EQ(map->districts, 5);
    for (int d = 0; d < 5; d++) {
        CHECK_EQ(linea_bits(map->district_at[d]), sizes[d]);
        CHECK_EQ(map->district_points[d], d + 1);
    }
}
