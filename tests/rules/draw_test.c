/*
 * tests/rules/draw_test.c - drawing cards.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(DRAW_TWO_two_face_up_cards_are_a_turn)
{
    struct linea_game g = game_on("test/square", 2);
    play(&g, "draw red");
    CHECK_EQ(g.turn, 0);
    play(&g, "draw blue");
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(cards(&g, 0, "red"), 1);
    CHECK_EQ(cards(&g, 0, "blue"), 1);
    CHECK_EQ(hand(&g, 0), 2);
}

TEST(DRAW_TWO_each_card_may_be_drawn_blind)
{
    struct linea_game g = game_on("test/square", 2);
    give_pile_top(&g, "green red");
    CHECK_EQ(play(&g, "draw pile").card[0], kind(&g, "green"));
    CHECK_EQ(play(&g, "draw pile").card[0], kind(&g, "red"));
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(hand(&g, 0), 2);
}

TEST(DRAW_TWO_one_face_up_and_one_blind_in_either_order)
{
    struct linea_game g = game_on("test/square", 2);
    play(&g, "draw red");
    play(&g, "draw pile");
    play(&g, "draw pile");
    play(&g, "draw blue");
    CHECK_EQ(hand(&g, 0), 2);
    CHECK_EQ(hand(&g, 1), 2);
    CHECK_EQ(g.turn, 0);
}

TEST(DRAW_TWO_a_gap_is_filled_before_the_next_choice)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red:5");
    give_pile_top(&g, "blue");
    CHECK(!legal(&g, "draw blue"));
    play(&g, "draw red");
    CHECK(legal(&g, "draw blue"));
}

TEST(DRAW_TWO_only_what_lies_there_can_be_taken)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red:4 blue");
    CHECK_EQ(moves(&g, "draw "), 3);
    CHECK(!legal(&g, "draw green"));
    CHECK(!legal(&g, "draw wild"));
}

TEST(DRAW_WILD_FIRST_a_face_up_wild_is_the_only_card_of_the_turn)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "wild red:4");
    play(&g, "draw wild");
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(hand(&g, 0), 1);
    CHECK_EQ(g.phase, LINEA_TURN);
}

TEST(DRAW_WILD_SECOND_a_face_up_wild_cannot_be_the_second_card)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "wild red:4");
    play(&g, "draw red");
    CHECK(!legal(&g, "draw wild"));
    CHECK(legal(&g, "draw red"));
    CHECK(legal(&g, "draw pile"));
}

TEST(DRAW_WILD_SECOND_not_after_a_blind_card_either)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "wild red:4");
    play(&g, "draw pile");
    CHECK(!legal(&g, "draw wild"));
}

TEST(DRAW_WILD_SECOND_also_when_it_has_just_been_turned_up)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red:5");
    give_pile_top(&g, "wild");
    play(&g, "draw red");
    CHECK_EQ(wilds_up(&g), 1);
    CHECK(!legal(&g, "draw wild"));
}

TEST(DRAW_WILD_BLIND_a_wild_drawn_blind_is_one_ordinary_card)
{
    struct linea_game g = game_on("test/square", 2);
    give_pile_top(&g, "wild wild");
    play(&g, "draw pile");
    CHECK_EQ(g.turn, 0);
    CHECK(legal(&g, "draw red"));
    play(&g, "draw pile");
    CHECK_EQ(cards(&g, 0, "wild"), 2);
    CHECK_EQ(g.turn, 1);
}

TEST(HAND_FREE_there_is_no_limit_on_a_hand)
{
    struct linea_game g = game_on("europe", 2);
    give_stock(&g, "red blue", "", 0);
    CHECK_EQ(hand(&g, 0), 110 - 5 - 2);
    play(&g, "draw pile");
    play(&g, "draw pile");
    CHECK_EQ(hand(&g, 0), 110 - 5);
}
