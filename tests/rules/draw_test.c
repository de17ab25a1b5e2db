/*
 * tests/rules/draw_test.c - drawing cards, the display and its flushes.
 *
 * SPDX-License-Identifier: MIT
 */
#include "table.h"
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

TEST(DISPLAY_FLUSH_three_wilds_send_all_five_away)
{
    struct linea_game g = game_on("new-york", 2);
    give_display(&g, "red blue green wild wild");
    give_pile_top(&g, "wild black:5");
    CHECK_EQ(play(&g, "draw red").cards, 1 + 5);
    CHECK_EQ(wilds_up(&g), 0);
    CHECK_EQ(discards(&g), 5);
    CHECK_EQ(g.discards[LINEA_WILD], 3);
    CHECK_EQ(g.phase, LINEA_SECOND_CARD);
}

TEST(DISPLAY_FLUSH_two_wilds_stay)
{
    struct linea_game g = game_on("new-york", 2);
    give_display(&g, "red blue green pink wild");
    give_pile_top(&g, "wild");
    CHECK_EQ(play(&g, "draw red").cards, 1);
    CHECK_EQ(wilds_up(&g), 2);
    CHECK_EQ(discards(&g), 0);
}

TEST(DISPLAY_FLUSH_again_if_needed)
{
    struct linea_game g = game_on("new-york", 2);
    give_display(&g, "red blue green wild wild");
    give_pile_top(&g, "wild wild:3 red blue black:5");
    CHECK_EQ(play(&g, "draw red").cards, 1 + 5 + 5);
    CHECK_EQ(wilds_up(&g), 0);
    CHECK_EQ(discards(&g), 10);
}

TEST(DISPLAY_FLUSH_also_after_the_second_card)
{
    struct linea_game g = game_on("new-york", 2);
    give_display(&g, "red blue green wild wild");
    give_pile_top(&g, "pink wild black:5");
    play(&g, "draw red");
    CHECK_EQ(play(&g, "draw blue").cards, 1 + 5);
    CHECK_EQ(wilds_up(&g), 0);
    CHECK_EQ(g.turn, 1);
}

TEST(DISPLAY_FLUSH_is_checked_only_when_cards_were_turned_up)
{
    struct linea_game g = game_on("new-york", 2);
    give_display(&g, "red blue wild wild wild");
    give_pile_top(&g, "pink pink black:5");
    play(&g, "draw pile");
    CHECK_EQ(wilds_up(&g), 3);
    CHECK_EQ(play(&g, "draw red").cards, 1 + 5);
    CHECK_EQ(wilds_up(&g), 0);
}

TEST(DISPLAY_FLUSH_cannot_help_without_pile_and_discards)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red blue green wild wild");
    give_stock(&g, "wild", "", 1);
    CHECK_EQ(play(&g, "draw red").cards, 1);
    CHECK_EQ(wilds_up(&g), 3);
    CHECK_EQ(g.pile_count, 0);
}

TEST(DISPLAY_FLUSH_goes_on_into_reshuffled_discards)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red blue green wild wild");
    give_stock(&g, "wild red", "", 1);
    struct linea_event event = play(&g, "draw red");
    CHECK(event.cards >= 1 + 5);
    CHECK(wilds_up(&g) < 3 || event.cards == 1 + 10 * 5);
    CHECK(g.pile_count > 0);
}

/* On this map two red and two blue cards are the only ones that are not wild. */
static struct linea_game among_wilds(const char *held)
{
    struct linea_game g = game_on("test/wilds", 2);
    give_hand(&g, 1, "");
    give_display(&g, "red wild:4");
    give_hand(&g, 1, held);
    give_pile_top(&g, "wild");
    return g;
}

TEST(DISPLAY_FLUSH_cannot_help_with_fewer_than_three_others_outside_hands)
{
    struct linea_game g = among_wilds("blue");
    CHECK_EQ(play(&g, "draw red").cards, 1);
    CHECK_EQ(wilds_up(&g), 5);
    CHECK_EQ(discards(&g), 0);
}

TEST(DISPLAY_FLUSH_may_help_with_three_others_outside_hands)
{
    struct linea_game g = among_wilds("");
    CHECK(play(&g, "draw red").cards > 1);
}

TEST(DISPLAY_FLUSH_the_card_just_taken_is_in_a_hand)
{
    struct linea_game g = among_wilds("");
    give_display(&g, "wild:5");
    give_hand(&g, 1, "blue");
    CHECK(play(&g, "draw wild").cards > 1); /* red:2 and blue are outside. */
    g = among_wilds("blue");
    CHECK_EQ(play(&g, "draw red").cards, 1); /* red and blue are outside. */
}

TEST(DISPLAY_FLUSH_stops_after_ten_in_a_row)
{
    int tens = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct linea_game g = among_wilds("");
        linea_seed_derive(&g.seed, seed, 0);
        give_pile_top(&g, "wild:5 red wild:4 blue wild:4 blue");
        struct linea_event event = play(&g, "draw red");
        CHECK(event.cards <= 1 + 10 * 5);
        CHECK(event.cards == 1 + 10 * 5 || wilds_up(&g) < 3);
        tens += event.cards == 1 + 10 * 5 && wilds_up(&g) >= 3;
        CHECK_EQ(g.turn, 0);
        CHECK(legal(&g, "draw pile"));
    }
    CHECK(tens > 0);
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
