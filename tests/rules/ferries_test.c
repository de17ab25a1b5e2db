/*
 * tests/rules/ferries_test.c - Europe: ferries.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(EU_FERRY_at_least_as_many_wilds_as_it_has_symbols)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red:3 wild:3");
    CHECK_EQ(moves(&g, "claim essen/kobenhavn/1 "), 3);
    CHECK(!legal(&g, "claim essen/kobenhavn/1 red:3"));
    CHECK(legal(&g, "claim essen/kobenhavn/1 red:2,wild:1"));
    CHECK(legal(&g, "claim essen/kobenhavn/1 red:1,wild:2"));
    CHECK(legal(&g, "claim essen/kobenhavn/1 wild:3"));
}

TEST(EU_FERRY_the_wilds_are_among_the_cards_of_its_length)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red:2 wild:1");
    play(&g, "claim essen/kobenhavn/1 red:2,wild:1");
    CHECK(owns(&g, 0, "essen/kobenhavn/1"));
    CHECK_EQ(hand(&g, 0), 0);
    CHECK_EQ(discards(&g), 3);
}

TEST(EU_FERRY_with_too_few_wilds_it_cannot_be_claimed)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red:6 wild:1");
    CHECK_EQ(moves(&g, "claim palermo/smyrna "), 0);
    give_hand(&g, 0, "red:6 wild:2");
    CHECK_EQ(moves(&g, "claim palermo/smyrna "), 1);
    CHECK(legal(&g, "claim palermo/smyrna red:4,wild:2"));
}

TEST(EU_FERRY_takes_any_one_colour)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red blue wild");
    CHECK(legal(&g, "claim athina/smyrna red:1,wild:1"));
    CHECK(legal(&g, "claim athina/smyrna blue:1,wild:1"));
    CHECK_EQ(moves(&g, "claim athina/smyrna "), 2);
}

TEST(EU_FERRY_may_demand_nothing_but_wilds)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red:2 wild:2");
    CHECK_EQ(moves(&g, "claim amsterdam/london "), 1);
    CHECK(legal(&g, "claim amsterdam/london wild:2"));
    give_hand(&g, 0, "red:2 wild:1");
    CHECK_EQ(moves(&g, "claim amsterdam/london "), 0);
}
