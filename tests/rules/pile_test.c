/*
 * tests/rules/pile_test.c - the draw pile running out.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "common/maps.h"
#include "scene.h"
#include "test.h"

TEST(PILE_RESHUFFLE_when_the_last_card_is_drawn_blind)
{
    struct linea_game g = game_on("test/square", 2);
    give_stock(&g, "red", "blue:2 green", 1);
    play(&g, "draw pile");
    CHECK_EQ(g.pile_count, 3);
    CHECK_EQ(discards(&g), 0);
    CHECK_EQ(g.phase, LINEA_SECOND_CARD);
}

TEST(PILE_RESHUFFLE_when_the_last_card_fills_the_display)
{
    struct linea_game g = game_on("test/square", 2);
    give_stock(&g, "red", "blue:2 green", 1);
    play(&g, "draw blue");
    CHECK_EQ(g.pile_count, 3);
    CHECK_EQ(discards(&g), 0);
}

TEST(PILE_RESHUFFLE_not_before_the_last_card_has_left)
{
    struct linea_game g = game_on("test/square", 2);
    give_stock(&g, "red red", "blue:2", 1);
    play(&g, "draw pile");
    CHECK_EQ(g.pile_count, 1);
    CHECK_EQ(discards(&g), 2);
    CHECK_EQ(play(&g, "draw pile").card[0], kind(&g, "red"));
    CHECK_EQ(g.pile_count, 2);
}

TEST(PILE_RESHUFFLE_at_once_when_a_claim_meets_an_empty_pile)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "red:2 wild");
    give_stock(&g, "", "", 1);
    play(&g, "claim a/b red:2,wild:1");
    CHECK_EQ(g.pile_count, 3);
    CHECK_EQ(discards(&g), 0);
    CHECK(legal(&g, "draw pile"));
}

TEST(PILE_RESHUFFLE_at_once_when_a_station_meets_an_empty_pile)
{
    struct linea_game g = game_on("test/station", 2);
    give_hand(&g, 0, "red");
    give_stock(&g, "", "", 1);
    play(&g, "station a red:1");
    CHECK_EQ(g.pile_count, 1);
    CHECK_EQ(discards(&g), 0);
}

TEST(PILE_RESHUFFLE_comes_before_the_flush_is_checked)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red blue green wild wild");
    give_stock(&g, "wild", "red", 1);
    CHECK(play(&g, "draw red").cards > 1);
}

TEST(PILE_RESHUFFLE_the_new_pile_is_what_was_discarded)
{
    struct linea_game g = game_on("europe", 2);
    give_stock(&g, "red", "blue:7 white:5 wild:2", 1);
    play(&g, "draw pile");
    int count[LINEA_KINDS] = {0};
    for (int i = 0; i < g.pile_count; i++)
        count[g.pile[i]]++;
    CHECK_EQ(g.pile_count, 14);
    CHECK_EQ(count[kind(&g, "blue")], 7);
    CHECK_EQ(count[kind(&g, "white")], 5);
    CHECK_EQ(count[LINEA_WILD], 2);
}

TEST(PILE_RESHUFFLE_the_new_pile_is_shuffled_each_time_anew)
{
    struct linea_game g = game_on("europe", 2);
    give_stock(&g, "red", "blue:7 white:7 black:7", 1);
    struct linea_game other_seed = g, later = g;
    linea_seed_derive(&other_seed.seed, 2, 0);
    later.shuffles++;
    play(&g, "draw pile");
    play(&other_seed, "draw pile");
    play(&later, "draw pile");
    CHECK(memcmp(g.pile, other_seed.pile, 21) != 0);
    CHECK(memcmp(g.pile, later.pile, 21) != 0);
}

TEST(PILE_NONE_no_card_can_be_drawn_not_even_a_face_up_one)
{
    struct linea_game g = game_on("test/square", 2);
    give_stock(&g, "", "", 1);
    CHECK_EQ(moves(&g, "draw "), 0);
    CHECK(!legal(&g, "draw pile"));
    CHECK(!legal(&g, "draw red"));
}

TEST(PILE_NONE_holds_on_every_map)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_game g = game_on(maps_id(m), 2);
        give_stock(&g, "", "", 1);
        CHECK_EQ(moves(&g, "draw "), 0);
    }
}

TEST(PILE_NONE_a_blind_first_card_that_was_the_last_ends_the_turn)
{
    struct linea_game g = game_on("test/square", 2);
    give_stock(&g, "red", "", 1);
    play(&g, "draw pile");
    CHECK_EQ(hand(&g, 0), 1);
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(g.phase, LINEA_TURN);
}

TEST(PILE_NONE_a_face_up_first_card_replaced_by_the_last_ends_the_turn)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "blue:5");
    give_stock(&g, "red", "", 1);
    play(&g, "draw blue");
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(g.display[0], kind(&g, "red")); /* Still five. */
    CHECK_EQ(moves(&g, "draw "), 0);
}

TEST(PILE_NONE_the_last_card_may_be_the_second)
{
    struct linea_game g = game_on("test/square", 2);
    give_stock(&g, "red blue", "", 1);
    play(&g, "draw pile");
    CHECK_EQ(g.turn, 0);
    play(&g, "draw pile");
    CHECK_EQ(hand(&g, 0), 2);
    CHECK_EQ(g.pile_count, 0);
}

TEST(PILE_NONE_a_claim_brings_cards_back_for_the_next_player)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "green");
    give_stock(&g, "", "", 1);
    play(&g, "claim b/d/1 green:1");
    CHECK(legal(&g, "draw red"));
    play(&g, "draw pile");
    CHECK_EQ(g.turn, 0); /* That was the only card. */
}
