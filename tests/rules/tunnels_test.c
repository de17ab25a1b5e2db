/*
 * tests/rules/tunnels_test.c - Europe: tunnels. On the small map a/b is red, 2 long,
 * and b/c gray, 3 long; its deck has five red, five blue and four wild cards.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

/* Seat 0 with that hand before a pile that turns up those cards. */
static struct linea_game before_tunnel(const char *cards_held, const char *turned_up)
{
    struct linea_game g = game_on("test/tunnel", 2);
    give_display(&g, "blue:4 red");
    give_hand(&g, 0, cards_held);
    give_pile_top(&g, turned_up);
    return g;
}

TEST(EU_TUNNEL_1_each_card_of_the_colour_costs_one_more)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "blue:3");
    give_pile_top(&g, "blue red white");
    struct linea_event event = play(&g, "claim munchen/venezia blue:2");
    CHECK_EQ(event.cards, 3);
    CHECK_EQ(g.phase, LINEA_TUNNEL);
    CHECK_EQ(g.tunnel.extra, 1);
    play(&g, "pay blue:1");
    CHECK(owns(&g, 0, "munchen/venezia"));
    CHECK_EQ(hand(&g, 0), 0);
    CHECK_EQ(g.turn, 1);
}

TEST(EU_TUNNEL_1_without_a_match_it_is_claimed_at_once)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "blue:3");
    give_pile_top(&g, "red white green");
    CHECK_EQ(play(&g, "claim munchen/venezia blue:2").cards, 3);
    CHECK(owns(&g, 0, "munchen/venezia"));
    CHECK_EQ(g.seat[0].points, 2);
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(hand(&g, 0), 1);
}

TEST(EU_TUNNEL_1_wilds_among_the_three_count)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "blue:5");
    give_pile_top(&g, "wild blue wild");
    play(&g, "claim munchen/venezia blue:2");
    CHECK_EQ(g.tunnel.extra, 3);
    play(&g, "pay blue:3");
    CHECK(owns(&g, 0, "munchen/venezia"));
    CHECK_EQ(g.seat[0].vehicles, 45 - 2); /* Cards are paid, not vehicles. */
    CHECK_EQ(g.seat[0].points, 2);
}

TEST(EU_TUNNEL_1_more_is_paid_in_the_colour_or_in_wilds_as_the_player_likes)
{
    struct linea_game g = before_tunnel("red:4 wild:2", "wild wild blue");
    play(&g, "claim a/b red:2");
    CHECK_EQ(g.tunnel.extra, 2);
    CHECK_EQ(moves(&g, ""), 4);
    CHECK(legal(&g, "pay red:2"));
    CHECK(legal(&g, "pay red:1,wild:1"));
    CHECK(legal(&g, "pay wild:2"));
    CHECK(legal(&g, "decline"));
}

TEST(EU_TUNNEL_1_no_other_colour_pays)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "blue:2 red:4");
    give_pile_top(&g, "blue green white");
    play(&g, "claim munchen/venezia blue:2");
    CHECK_EQ(moves(&g, "pay "), 0);
}

TEST(EU_TUNNEL_1_on_gray_the_colour_of_the_set_counts)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "green:3 wild");
    give_pile_top(&g, "green blue green");
    play(&g, "claim paris/zurich green:2,wild:1");
    CHECK_EQ(g.tunnel.extra, 2);
    CHECK_EQ(moves(&g, "pay "), 0); /* One green is left. */
    play(&g, "decline");
    CHECK_EQ(cards(&g, 0, "green"), 3);
    CHECK_EQ(cards(&g, 0, "wild"), 1);
}

TEST(EU_TUNNEL_1_a_set_with_wilds_still_has_its_colour)
{
    struct linea_game g = before_tunnel("red:1 wild:3", "red blue red");
    play(&g, "claim a/b red:1,wild:1");
    CHECK_EQ(g.tunnel.extra, 2);
    CHECK_EQ(moves(&g, "pay "), 1);
    CHECK(legal(&g, "pay wild:2"));
}

TEST(EU_TUNNEL_1_a_player_without_the_set_cannot_try)
{
    struct linea_game g = before_tunnel("red:1", "blue");
    CHECK_EQ(moves(&g, "claim a/b "), 0);
}

TEST(EU_TUNNEL_2_declining_returns_the_cards_and_ends_the_turn)
{
    struct linea_game g = before_tunnel("red:3 wild", "red wild wild");
    play(&g, "claim a/b red:1,wild:1");
    CHECK_EQ(hand(&g, 0), 2);
    play(&g, "decline");
    CHECK_EQ(cards(&g, 0, "red"), 3);
    CHECK_EQ(cards(&g, 0, "wild"), 1);
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(g.phase, LINEA_TURN);
    CHECK(!owns(&g, 0, "a/b"));
    CHECK_EQ(g.seat[0].points, 0);
    CHECK_EQ(g.seat[0].vehicles, 6);
}

TEST(EU_TUNNEL_2_is_asked_also_when_one_cannot_pay)
{
    struct linea_game g = before_tunnel("red:2", "red wild wild");
    play(&g, "claim a/b red:2");
    CHECK_EQ(g.phase, LINEA_TUNNEL);
    CHECK_EQ(g.turn, 0);
    CHECK_EQ(moves(&g, ""), 1);
    CHECK(legal(&g, "decline"));
}

TEST(EU_TUNNEL_2_paying_in_part_is_not_possible)
{
    struct linea_game g = before_tunnel("red:3", "red wild wild");
    play(&g, "claim a/b red:2");
    CHECK_EQ(moves(&g, "pay "), 0);
    CHECK(!legal(&g, "pay red:1"));
}

TEST(EU_TUNNEL_2_the_tunnel_stays_open_to_all)
{
    struct linea_game g = before_tunnel("red:2", "wild wild wild");
    give_hand(&g, 1, "red:2");
    play(&g, "claim a/b red:2");
    play(&g, "decline");
    CHECK(legal(&g, "claim a/b red:2"));
}

TEST(EU_TUNNEL_3_of_an_all_wild_set_only_wilds_count)
{
    struct linea_game g = before_tunnel("wild:2", "red red blue");
    play(&g, "claim a/b wild:2");
    CHECK(owns(&g, 0, "a/b"));
    CHECK_EQ(g.turn, 1);
}

TEST(EU_TUNNEL_3_and_only_wilds_pay)
{
    struct linea_game g = before_tunnel("wild:3 red:2", "red wild red");
    play(&g, "claim a/b wild:2");
    CHECK_EQ(g.tunnel.extra, 1);
    CHECK_EQ(moves(&g, ""), 2);
    CHECK(legal(&g, "pay wild:1"));
    CHECK(!legal(&g, "pay red:1"));
    play(&g, "pay wild:1");
    CHECK(owns(&g, 0, "a/b"));
}

TEST(EU_TUNNEL_4_the_cards_turned_up_are_discarded_at_the_end_of_the_turn)
{
    struct linea_game g = before_tunnel("red:3", "wild blue wild");
    play(&g, "claim a/b red:2");
    CHECK_EQ(discards(&g), 0);
    play(&g, "decline");
    CHECK_EQ(discards(&g), 3);
    CHECK_EQ(g.discards[LINEA_WILD], 2);
}

TEST(EU_TUNNEL_4_with_the_set_and_the_payment_when_it_is_claimed)
{
    struct linea_game g = before_tunnel("red:3", "wild blue");
    give_stock(&g, "wild blue", "", 1);
    play(&g, "claim a/b red:2");
    play(&g, "pay red:1");
    CHECK_EQ(g.pile_count, 2 + 1 + 2); /* Shuffled at once: the pile was empty. */
    CHECK_EQ(discards(&g), 0);
}

TEST(EU_TUNNEL_2_an_unpaid_set_is_seen_by_all_to_go_back)
{
    struct linea_game g = before_tunnel("red:3", "wild blue wild");
    struct linea_view view;
    play(&g, "claim a/b red:2");
    play(&g, "decline");
    linea_game_view(&g, &view, 1);
    CHECK_EQ(view.seat[0].hand, 3);
    CHECK_EQ(view.seat[0].seen[kind(&g, "red")], 2);
}

TEST(EU_TUNNEL_4_a_reshuffle_for_the_reveal_has_neither_the_three_nor_the_set)
{
    struct linea_game g = before_tunnel("red:2", "");
    give_stock(&g, "wild", "blue:1 wild:1", 1);
    struct linea_event event = play(&g, "claim a/b red:2");
    CHECK_EQ(event.cards, 3);
    CHECK_EQ(g.tunnel.extra, 2);
    CHECK_EQ(g.pile_count, 0);
    CHECK_EQ(discards(&g), 0);
    play(&g, "decline");
    CHECK_EQ(g.pile_count, 3);
    CHECK_EQ(hand(&g, 0), 2);
}

TEST(EU_TUNNEL_5_with_no_card_at_all_there_is_no_risk)
{
    struct linea_game g = before_tunnel("red:2", "");
    give_stock(&g, "", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").cards, 0);
    CHECK(owns(&g, 0, "a/b"));
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(g.pile_count, 2); /* The set itself is the new pile. */
}

TEST(EU_TUNNEL_5_with_one_or_two_cards_those_are_turned_up)
{
    struct linea_game g = before_tunnel("red:2", "");
    give_stock(&g, "wild", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").cards, 1);
    CHECK_EQ(g.tunnel.extra, 1);
    g = before_tunnel("red:2", "");
    give_stock(&g, "red wild", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").cards, 2);
    CHECK_EQ(g.tunnel.extra, 2);
}

TEST(EU_TUNNEL_5_one_in_the_pile_and_one_discarded_make_two)
{
    struct linea_game g = before_tunnel("red:2", "");
    give_stock(&g, "blue", "wild", 1);
    struct linea_event event = play(&g, "claim a/b red:2");
    CHECK_EQ(event.cards, 2);
    CHECK_EQ(event.card[0], kind(&g, "blue"));
    CHECK_EQ(event.card[1], LINEA_WILD);
    CHECK_EQ(g.tunnel.extra, 1);
}

TEST(EU_TUNNEL_5_with_exactly_three_all_are_turned_up)
{
    struct linea_game g = before_tunnel("red:2", "");
    give_stock(&g, "red wild wild", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").cards, 3);
    CHECK_EQ(g.tunnel.extra, 3);
    CHECK_EQ(g.pile_count, 0);
}

TEST(EU_TUNNEL_5_cards_turned_up_that_cost_nothing_are_discarded_too)
{
    struct linea_game g = before_tunnel("red:2", "");
    give_stock(&g, "blue", "", 1);
    CHECK_EQ(play(&g, "claim a/b red:2").cards, 1);
    CHECK(owns(&g, 0, "a/b"));
    CHECK_EQ(g.pile_count, 3); /* That card and the set, shuffled. */
}
