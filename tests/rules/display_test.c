/*
 * tests/rules/display_test.c - three wilds face up: when the display is swept, and when
 * that is left alone.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "random_games.h"
#include "scene.h"
#include "test.h"

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

TEST(DISPLAY_FLUSH_is_looked_for_again_by_the_next_move_after_ten_in_a_row)
{
    int tens = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct linea_game g = among_wilds("");
        linea_seed_derive(&g.seed, seed, 0);
        give_pile_top(&g, "wild:5 red wild:4 blue wild:4 blue");
        if (play(&g, "draw red").up < 1 + 10 * 5 || wilds_up(&g) < 3)
            continue;
        tens++;
        struct linea_event event = play(&g, "draw pile");
        /* A third card that is not wild may be the one drawn. */
        CHECK(event.card[0] != LINEA_WILD || event.up >= 5);
        CHECK(event.card[0] == LINEA_WILD || event.up == 0);
    }
    CHECK(tens > 0);
}

/* Three wilds lie face up, as in a position that is set up: nobody has moved since. */
static struct linea_game three_wilds_on(const char *map)
{
    struct linea_game g = game_on(map, 2);
    give_display(&g, "red blue wild:3");
    return g;
}

/* The move swept the display once: five cards were turned up, the last of the event. */
static void check_swept(const struct linea_game *g, const struct linea_event *event)
{
    CHECK_EQ(event->up, 5);
    CHECK(wilds_up(g) < 3);
    for (int i = 0; i < LINEA_DISPLAY; i++)
        CHECK_EQ(event->card[event->cards - 5 + i], g->display[i]);
}

TEST(DISPLAY_FLUSH_leaves_a_position_that_is_set_up_until_the_next_move)
{
    struct linea_game g = three_wilds_on("test/square");
    struct linea_game read;
    struct linea_error error;
    static char text[LINEA_LINE];
    view_text(&g, text, LINEA_ALL);
    if (!position_from(&read, &error, g.map, text, strlen(text)))
        fail_msg("%s", error.message);
    CHECK_EQ(wilds_up(&read), 3);
    give_pile_top(&read, "green blue:5");
    struct linea_event event = play(&read, "draw pile");
    check_swept(&read, &event);
}

TEST(DISPLAY_FLUSH_after_a_card_drawn_blind)
{
    struct linea_game g = three_wilds_on("new-york");
    give_pile_top(&g, "pink black:5");
    struct linea_event event = play(&g, "draw pile");
    check_swept(&g, &event);
    CHECK_EQ(event.cards, 1 + 5);
    CHECK_EQ(event.card[0], kind(&g, "pink"));
    CHECK_EQ(cards(&g, 0, "pink"), 1);
    CHECK_EQ(g.phase, LINEA_SECOND_CARD);
    CHECK(!legal(&g, "draw red")); /* It was swept away. */
}

TEST(DISPLAY_FLUSH_as_soon_as_a_claim_brings_cards_back)
{
    struct linea_game g = game_on("new-york", 2);
    give_hand(&g, 1, "pink:3");
    give_display(&g, "wild wild blue orange black");
    give_stock(&g, "wild", "", 0);
    CHECK_EQ(play(&g, "draw black").up, 1);
    CHECK_EQ(wilds_up(&g), 3);
    CHECK_EQ(g.turn, 1);
    struct linea_event event = play(&g, "claim central-park/united-nations pink:3");
    CHECK(event.up >= 5);
    CHECK_EQ(event.up % 5, 0);
    CHECK_EQ(event.up, event.cards);
    for (int i = 0; i < 3; i++) /* What was paid is drawn first. */
        CHECK_EQ(event.card[i], kind(&g, "pink"));
    CHECK(g.pile_count > 0);
    CHECK(wilds_up(&g) < 3 || event.up == 10 * 5);
}

TEST(DISPLAY_FLUSH_after_a_station)
{
    struct linea_game g = game_on("test/station", 2);
    give_hand(&g, 0, "red");
    give_display(&g, "red blue wild:3");
    give_stock(&g, "", "", 1);
    struct linea_event event = play(&g, "station a red:1");
    CHECK(event.up >= 5);
    CHECK_EQ(event.card[0], kind(&g, "red"));
}

TEST(DISPLAY_FLUSH_after_a_claim_of_a_tunnel_whose_set_lies_apart)
{
    struct linea_game g = three_wilds_on("europe");
    give_hand(&g, 0, "blue:3");
    give_pile_top(&g, "blue red white green:5");
    struct linea_event event = play(&g, "claim munchen/venezia blue:2");
    check_swept(&g, &event);
    CHECK_EQ(event.cards, 3 + 5);
    CHECK_EQ(g.phase, LINEA_TUNNEL);
    CHECK_EQ(discards(&g), 5);
}

TEST(DISPLAY_FLUSH_does_not_count_the_cards_of_a_tunnel_among_those_outside_hands)
{
    struct linea_game g = game_on("test/tunnel", 2);
    give_display(&g, "blue wild:4");
    give_hand(&g, 0, "red:3");
    give_stock(&g, "blue blue red blue", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").up, 0); /* Two blue cards are outside. */
    CHECK_EQ(g.phase, LINEA_TUNNEL);
    CHECK_EQ(wilds_up(&g), 4);
    CHECK(play(&g, "pay red:1").up >= 5);
}

TEST(DISPLAY_FLUSH_after_a_tunnel_that_is_paid)
{
    struct linea_game g = game_on("test/tunnel", 2);
    give_display(&g, "red blue wild:3");
    give_hand(&g, 0, "red:3");
    give_stock(&g, "blue red blue", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").up, 0);
    CHECK_EQ(g.pile_count, 0);
    struct linea_event event = play(&g, "pay red:1");
    CHECK(event.up >= 5);
    CHECK_EQ(event.up, event.cards);
    CHECK(owns(&g, 0, "a/b"));
}

TEST(DISPLAY_FLUSH_after_a_tunnel_that_is_declined)
{
    struct linea_game g = game_on("test/tunnel", 2);
    give_display(&g, "red blue wild:3");
    give_hand(&g, 0, "red:3");
    give_stock(&g, "blue red blue", "", 1);
    play(&g, "claim a/b red:2");
    struct linea_event event = play(&g, "decline");
    CHECK(event.up >= 5);
    CHECK_EQ(hand(&g, 0), 3);
}

TEST(DISPLAY_FLUSH_after_tickets_are_drawn_and_after_they_are_kept)
{
    struct linea_game g = three_wilds_on("new-york");
    give_pile_top(&g, "black:5");
    struct linea_event event = play(&g, "tickets");
    check_swept(&g, &event);
    CHECK_EQ(event.tickets, 2);
    give_display(&g, "red blue wild:3");
    give_pile_top(&g, "green:5");
    linea_game_apply(&g, &event, linea_move_make(LINEA_KEEP, 1, 0, 0));
    check_swept(&g, &event);
}

TEST(DISPLAY_FLUSH_after_passengers_are_taken)
{
    struct linea_game g = game_on("test/passenger", 2);
    give_hand(&g, 0, "red");
    play(&g, "claim a/b red:1");
    CHECK_EQ(g.phase, LINEA_PASSENGERS_TAKE);
    give_display(&g, "red blue wild:3");
    give_pile_top(&g, "blue:2 red blue:2");
    struct linea_event event = play(&g, "take none");
    check_swept(&g, &event);
}

TEST(DISPLAY_FLUSH_after_a_choice_of_the_opening)
{
    struct linea_game g = deal_on("europe", 2, 1);
    give_display(&g, "red blue wild:3");
    give_pile_top(&g, "green:5");
    struct linea_event event;
    linea_game_apply(&g, &event, linea_move_make(LINEA_KEEP, 15, 0, 0));
    check_swept(&g, &event);
    CHECK_EQ(g.phase, LINEA_OPENING_KEEP);
}

TEST(DISPLAY_FLUSH_after_a_mix_of_the_opening)
{
    struct linea_game g = deal_on("germany", 2, 1);
    give_display(&g, "red blue wild:3");
    give_pile_top(&g, "green:5");
    struct linea_event event = play(&g, "tickets short:4");
    check_swept(&g, &event);
}

TEST(DISPLAY_FLUSH_after_the_last_move_of_the_game)
{
    struct linea_game g = three_wilds_on("test/square");
    give_hand(&g, 0, "green:2");
    give_pile_top(&g, "red blue red blue red");
    g.last_turns = 1;
    struct linea_event event = play(&g, "claim b/c green:2");
    CHECK_EQ(g.phase, LINEA_OVER);
    check_swept(&g, &event);
}

TEST(DISPLAY_FLUSH_a_pass_brings_no_cards_that_could_be_swept_in)
{
    struct linea_game g = game_on("test/square", 2);
    give_display(&g, "red blue wild:3");
    give_stock(&g, "", "", 1);
    give_deck(&g, "regular", "", 1);
    CHECK_EQ(play(&g, "pass").up, 0);
    CHECK_EQ(wilds_up(&g), 3);
}
