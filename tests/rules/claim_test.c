/*
 * tests/rules/claim_test.c - claiming a route.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "scene.h"
#include "test.h"

TEST(CLAIM_SET_the_player_chooses_how_many_wilds_stand_in)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red:3 wild:3");
    CHECK_EQ(moves(&g, "claim a/b "), 4);
    CHECK(legal(&g, "claim a/b red:3"));
    CHECK(legal(&g, "claim a/b red:2,wild:1"));
    CHECK(legal(&g, "claim a/b red:1,wild:2"));
    CHECK(legal(&g, "claim a/b wild:3"));
    play(&g, "claim a/b red:1,wild:2");
    CHECK_EQ(cards(&g, 0, "red"), 2);
    CHECK_EQ(cards(&g, 0, "wild"), 1);
}

TEST(CLAIM_SET_as_many_cards_as_spaces_no_fewer_and_no_more)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red:2");
    CHECK_EQ(moves(&g, "claim a/b "), 0);
    give_hand(&g, 0, "red:4");
    CHECK(!legal(&g, "claim a/b red:4"));
    CHECK(!legal(&g, "claim a/b red:2"));
    CHECK(legal(&g, "claim a/b red:3"));
}

TEST(CLAIM_SET_a_coloured_route_takes_its_colour_only)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "blue:3 wild:2");
    CHECK_EQ(moves(&g, "claim a/b "), 0);
    CHECK(!legal(&g, "claim a/b blue:3"));
}

TEST(CLAIM_SET_a_gray_route_takes_any_one_colour)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red:2 blue:2 wild");
    CHECK_EQ(moves(&g, "claim b/c "), 4);
    CHECK(legal(&g, "claim b/c red:2"));
    CHECK(legal(&g, "claim b/c red:1,wild:1"));
    CHECK(legal(&g, "claim b/c blue:2"));
    CHECK(legal(&g, "claim b/c blue:1,wild:1"));
}

TEST(CLAIM_SET_two_colours_are_no_set)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red blue green");
    CHECK_EQ(moves(&g, "claim b/c "), 0);
    CHECK_EQ(moves(&g, "claim c/d "), 0);
}

TEST(CLAIM_SET_all_wilds_is_a_set_for_any_route)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "wild:4");
    CHECK_EQ(moves(&g, "claim "), 6);
    play(&g, "claim a/d wild:4");
    CHECK(owns(&g, 0, "a/d"));
}

TEST(CLAIM_FREE_it_need_not_touch_ones_own_routes)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/b");
    give_hand(&g, 0, "red:2");
    CHECK(legal(&g, "claim c/d red:2"));
}

TEST(CLAIM_FREE_a_claimed_route_is_claimed_for_good)
{
    struct linea_game g = game_on("test/square", 3);
    give_routes(&g, 1, "c/d");
    give_hand(&g, 0, "red:2");
    CHECK(!legal(&g, "claim c/d red:2"));
    give_routes(&g, 0, "b/c");
    CHECK(!legal(&g, "claim b/c red:2"));
}

TEST(CLAIM_VEHICLES_one_stands_on_each_space)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red:3");
    play(&g, "claim a/b red:3");
    CHECK_EQ(g.seat[0].vehicles, 10 - 3);
    CHECK(owns(&g, 0, "a/b"));
}

TEST(CLAIM_VEHICLES_with_too_few_a_route_cannot_be_claimed)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/d b/c c/d");
    give_hand(&g, 0, "red:3 green");
    CHECK_EQ(g.seat[0].vehicles, 2);
    CHECK(!legal(&g, "claim a/b red:3"));
    CHECK(legal(&g, "claim b/d/1 green:1"));
}

TEST(CLAIM_VEHICLES_the_last_ones_can_be_used)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/d a/b b/d/1");
    give_hand(&g, 0, "red:2");
    CHECK_EQ(g.seat[0].vehicles, 2);
    play(&g, "claim b/c red:2");
    CHECK_EQ(g.seat[0].vehicles, 0);
}

TEST(CLAIM_DISCARD_the_cards_played_are_discarded)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red:3 wild:2");
    play(&g, "claim a/b red:2,wild:1");
    CHECK_EQ(discards(&g), 3);
    CHECK_EQ(g.discards[kind(&g, "red")], 2);
    CHECK_EQ(g.discards[LINEA_WILD], 1);
    CHECK_EQ(hand(&g, 0), 2);
}

static const struct {
    const char *name;
    int seats, single_up_to;
} maps[] = {{"new-york", 4, 2}, {"london", 4, 2}, {"germany", 5, 3}, {"europe", 5, 3}};

/* How any route can be claimed: with wilds alone. */
static const char *wild_claim(const struct linea_map *map, int r)
{
    static char text[LINEA_MOVE_TEXT + 16];
    snprintf(text, sizeof text, "claim %s wild:%d", route_name(map, r),
             map->route[r].length);
    return text;
}

/* Eight wilds pay for the longest route there is. */
static struct linea_game wild_hand(const char *map, int seats)
{
    struct linea_game g = game_on(map, seats);
    give_hand(&g, 0, "wild:8");
    return g;
}

TEST(CLAIM_POINTS_every_route_of_every_map_pays_by_its_length)
{
    static const int paid[] = {0, 1, 2, 4, 7, 10, 15, 18, 21};
    for (int m = 0; m < 4; m++) {
        struct linea_game bare = wild_hand(maps[m].name, 2);
        for (int r = 0; r < bare.map->routes; r++) {
            struct linea_game g = bare;
            play(&g, wild_claim(g.map, r));
            CHECK_EQ(g.seat[0].points, paid[g.map->route[r].length]);
            CHECK_EQ(points(&g, 0, LINEA_FROM_ROUTES), g.seat[0].points);
        }
    }
}

/* Claim r as seat 0, then ask of every other route of the board who may claim it. */
static void check_parallels(const struct linea_game *bare, int r, bool single)
{
    const struct linea_route *claimed = &bare->map->route[r];
    struct linea_game g = *bare;
    play(&g, wild_claim(g.map, r));
    for (int other = 0; other < g.map->routes; other++) {
        const struct linea_route *route = &g.map->route[other];
        bool parallel = route->a == claimed->a && route->b == claimed->b;
        bool own = linea_set_has(&g.seat[0].open, other);
        bool others = linea_set_has(&g.seat[1].open, other);
        CHECK_EQ(own, !parallel);
        CHECK_EQ(others, other != r && !(parallel && single));
    }
}

TEST(DOUBLE_FEW_on_every_map_with_every_number_of_players)
{
    for (int m = 0; m < 4; m++)
        for (int seats = 2; seats <= maps[m].seats; seats++) {
            struct linea_game bare = wild_hand(maps[m].name, seats);
            for (int r = 0; r < bare.map->routes; r++)
                check_parallels(&bare, r, seats <= maps[m].single_up_to);
        }
}

TEST(DOUBLE_FEW_with_few_players_the_other_half_is_closed_to_all)
{
    struct linea_game g = game_on("new-york", 2);
    give_hand(&g, 0, "green:2");
    give_hand(&g, 1, "blue:2");
    play(&g, "claim lincoln-center/times-square/1 green:2");
    CHECK(!legal(&g, "claim lincoln-center/times-square/2 blue:2"));
}

TEST(DOUBLE_FEW_with_more_players_the_other_half_stays_open)
{
    struct linea_game g = game_on("new-york", 3);
    give_hand(&g, 0, "green:2");
    give_hand(&g, 1, "blue:2");
    play(&g, "claim lincoln-center/times-square/1 green:2");
    CHECK(legal(&g, "claim lincoln-center/times-square/2 blue:2"));
}

TEST(DOUBLE_FEW_three_players_count_as_few_in_europe)
{
    struct linea_game g = game_on("europe", 3);
    give_routes(&g, 1, "edinburgh/london/1");
    give_hand(&g, 0, "orange:4");
    CHECK(!legal(&g, "claim edinburgh/london/2 orange:4"));
    g = game_on("europe", 4);
    give_routes(&g, 1, "edinburgh/london/1");
    give_hand(&g, 0, "orange:4");
    CHECK(legal(&g, "claim edinburgh/london/2 orange:4"));
}

TEST(DOUBLE_OWN_nobody_holds_both_halves)
{
    struct linea_game g = game_on("new-york", 4);
    give_hand(&g, 0, "green:2 blue:2");
    play(&g, "claim lincoln-center/times-square/1 green:2");
    for (int s = 1; s < 4; s++)
        play_turn(&g);
    CHECK_EQ(g.turn, 0);
    CHECK(!legal(&g, "claim lincoln-center/times-square/2 blue:2"));
    CHECK_EQ(moves(&g, "claim lincoln-center/times-square"), 0);
}

TEST(DOUBLE_NOT_routes_to_different_places_are_not_doubles)
{
    struct linea_game g = game_on("europe", 2);
    give_routes(&g, 0, "paris/zurich");
    give_hand(&g, 0, "purple:2 red:4");
    CHECK(legal(&g, "claim marseille/zurich purple:2"));
    CHECK(legal(&g, "claim marseille/paris red:4"));
}

TEST(DE_TRIPLE_with_few_players_only_one_of_three_is_used)
{
    for (int seats = 2; seats <= 3; seats++) {
        struct linea_game g = game_on("germany", seats);
        give_hand(&g, 0, "red");
        give_hand(&g, 1, "red");
        play(&g, "claim dortmund/dusseldorf/2 red:1");
        play(&g, "take none");
        CHECK_EQ(moves(&g, "claim dortmund/dusseldorf/"), 0);
    }
}

TEST(DE_TRIPLE_with_more_players_each_of_three_takes_one)
{
    struct linea_game g = game_on("germany", 4);
    for (int s = 0; s < 4; s++)
        give_hand(&g, s, "red blue");
    for (int s = 0; s < 3; s++) {
        CHECK_EQ(moves(&g, "claim dortmund/dusseldorf/"), 2 * (3 - s));
        play(&g, s == 0   ? "claim dortmund/dusseldorf/3 red:1"
                 : s == 1 ? "claim dortmund/dusseldorf/1 red:1"
                          : "claim dortmund/dusseldorf/2 blue:1");
        play(&g, "take none");
    }
    CHECK_EQ(moves(&g, "claim dortmund/dusseldorf/"), 0);
}

TEST(DE_TRIPLE_nobody_takes_two_of_three)
{
    struct linea_game g = game_on("germany", 5);
    give_routes(&g, 0, "dusseldorf/koln/1");
    give_hand(&g, 0, "red:2");
    give_hand(&g, 1, "red:2");
    CHECK_EQ(moves(&g, "claim dusseldorf/koln/"), 0);
    play_turn(&g);
    CHECK_EQ(moves(&g, "claim dusseldorf/koln/"), 2);
}
