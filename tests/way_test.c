/*
 * tests/way_test.c - how far a ticket is from being completed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/way.h"

#include <string.h>

#include "scene.h"
#include "test.h"

static int location(const struct linea_game *g, const char *id)
{
    return linea_map_location(g->map, id, strlen(id));
}

static struct linea_way way_of(const struct linea_game *g, int seat, const char *from,
                               const char *to)
{
    struct linea_view view;
    struct linea_way way;
    linea_game_view(g, &view, seat);
    linea_way_find(&view, &way, seat, location(g, from), location(g, to));
    return way;
}

/* The routes of a way, as text until the next call. */
static const char *names(const struct linea_game *g, const struct linea_way *way)
{
    static char text[1024];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    for (struct linea_set left = way->routes; !linea_set_empty(&left);) {
        if (text[0])
            linea_out_text(&out, " ");
        linea_route_write(g->map, &out, linea_set_pop(&left));
    }
    return text;
}

TEST(a_way_has_the_fewest_spaces_and_then_the_fewest_routes)
{
    struct linea_game g = game_on("europe", 2);
    struct linea_way way = way_of(&g, 0, "lisboa", "pamplona");
    CHECK_EQ(way.spaces, 6);
    CHECK_TEXT(names(&g, &way), "lisboa/madrid madrid/pamplona/1");
}

TEST(own_routes_cost_nothing_and_are_not_to_be_claimed)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "lisboa/madrid");
    struct linea_way way = way_of(&g, 0, "lisboa", "pamplona");
    CHECK_EQ(way.spaces, 3);
    CHECK_TEXT(names(&g, &way), "madrid/pamplona/1");
    give_routes(&g, 0, "madrid/pamplona/2");
    way = way_of(&g, 0, "lisboa", "pamplona");
    CHECK_EQ(way.spaces, 0);
    CHECK(linea_set_empty(&way.routes));
}

TEST(a_way_leads_around_the_routes_of_others)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 1, "madrid/pamplona/1");
    struct linea_way way = way_of(&g, 0, "madrid", "pamplona");
    CHECK_TEXT(names(&g, &way), "barcelona/madrid barcelona/pamplona");
    way = way_of(&g, 1, "madrid", "pamplona");
    CHECK_EQ(way.spaces, 0);
}

TEST(no_way_is_left_to_a_place_that_others_have_closed)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 1, "lisboa/madrid cadiz/lisboa");
    struct linea_way way = way_of(&g, 0, "lisboa", "paris");
    CHECK_EQ(way.spaces, -1);
    CHECK(linea_set_empty(&way.routes));
}

TEST(a_way_ends_in_a_dead_end_and_does_not_lead_through_one)
{
    struct linea_game g = game_on("test/dead-end", 2);
    struct linea_way way = way_of(&g, 0, "a", "c");
    CHECK_EQ(way.spaces, 4);
    CHECK_TEXT(names(&g, &way), "a/b b/c");
    way = way_of(&g, 0, "x", "y");
    CHECK_EQ(way.spaces, 2);
    CHECK_TEXT(names(&g, &way), "a/x a/y");
}
