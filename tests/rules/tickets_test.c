/*
 * tests/rules/tickets_test.c - tickets during the game: drawing, keeping, what they are
 * worth and who sees them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(TICKET_VALUE_gives_its_points_when_joined_and_costs_them_when_not)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/b b/c");
    give_tickets(&g, 0, "a/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 5);
    give_tickets(&g, 0, "a/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 5 - 4);
    CHECK_EQ(score(&g).seat[0].tickets_done, 1);
}

TEST(TICKET_VALUE_the_routes_of_others_do_not_help)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "b/c");
    give_tickets(&g, 0, "a/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -5);
    CHECK_EQ(points(&g, 1, LINEA_FROM_TICKETS), 0);
}

TEST(TICKET_VALUE_two_networks_that_do_not_meet_join_nothing)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/b c/d");
    give_tickets(&g, 0, "a/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -4);
}

TEST(TICKET_VALUE_counts_once_however_many_ways_join_it)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "b/c c/d b/d/1");
    give_tickets(&g, 0, "b/d");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 1);
}

TEST(TICKET_SECRET_others_see_how_many_but_not_which)
{
    struct linea_game g = game_on("test/square", 2), h = g;
    give_tickets(&g, 1, "a/b c/d");
    give_tickets(&h, 1, "a/c b/d");
    CHECK(same_view(&g, &h, 0));
    CHECK(same_view(&g, &h, LINEA_SPECTATOR));
    CHECK(!same_view(&g, &h, 1));
    struct linea_view view;
    linea_game_view(&g, &view, 0);
    CHECK_EQ(view.seat[1].held, 2);
}

TEST(TICKET_SECRET_so_are_the_tickets_on_offer_and_what_is_kept_of_them)
{
    struct linea_game g = game_on("test/square", 2), h = g;
    give_deck(&g, "regular", "a/b a/c a/d b/c", 0);
    give_deck(&h, "regular", "a/d b/c a/b a/c", 0);
    play(&g, "tickets");
    play(&h, "tickets");
    CHECK(same_view(&g, &h, 1));
    play(&g, "keep a/b");
    play(&h, "keep b/c");
    CHECK(same_view(&g, &h, 1));
    CHECK(same_view(&g, &h, LINEA_SPECTATOR));
}

TEST(TICKET_SECRET_until_the_end)
{
    struct linea_game g = game_on("test/square", 2), h = g;
    give_tickets(&g, 1, "a/b");
    give_tickets(&h, 1, "c/d");
    g.last_turns = h.last_turns = 1;
    play_turn(&g);
    play_turn(&h);
    CHECK_EQ(g.phase, LINEA_OVER);
    CHECK(!same_view(&g, &h, 0));
}

TEST(TICKET_SECRET_any_number_may_be_held)
{
    struct linea_game g = game_on("germany", 2);
    give_deck(&g, "short", "", 0);
    CHECK_EQ(linea_set_count(&g.seat[0].tickets), 55);
    play(&g, "tickets long:4");
    CHECK_EQ(moves(&g, ""), 15);
}

TEST(TICKET_FOREVER_a_ticket_kept_cannot_be_discarded)
{
    struct linea_game g = game_on("test/square", 2);
    give_tickets(&g, 0, "a/b");
    CHECK_EQ(moves(&g, "keep"), 0);
    play(&g, "tickets");
    CHECK_EQ(g.seat[0].offered, 2);
    play(&g, "keep a/c");
    CHECK(holds(&g, 0, "a/b"));
    CHECK(holds(&g, 0, "a/c"));
    CHECK_EQ(deck_place(&g, "regular", "a/b"), -1);
}

TEST(TICKET_FEW_those_left_are_drawn)
{
    struct linea_game g = game_on("europe", 2);
    give_deck(&g, "regular", "berlin/roma kyiv/sochi", 1);
    CHECK_EQ(play(&g, "tickets").tickets, 2);
    CHECK_EQ(moves(&g, ""), 3);
    play(&g, "keep kyiv/sochi");
    CHECK_EQ(deck_count(&g, "regular"), 1);
}

TEST(TICKET_FEW_a_single_one_must_be_kept)
{
    struct linea_game g = game_on("europe", 2);
    give_deck(&g, "regular", "berlin/roma", 1);
    CHECK_EQ(play(&g, "tickets").tickets, 1);
    CHECK_EQ(moves(&g, ""), 1);
    play(&g, "keep berlin/roma");
    CHECK(holds(&g, 0, "berlin/roma"));
}

TEST(TICKET_FEW_with_none_left_the_action_is_not_possible)
{
    static const char *const maps[] = {"new-york", "london", "europe"};
    for (int m = 0; m < 3; m++) {
        struct linea_game g = game_on(maps[m], 2);
        give_deck(&g, "regular", "", 1);
        CHECK(!legal(&g, "tickets"));
    }
}

TEST(TICKET_BOTTOM_a_ticket_not_kept_goes_to_the_bottom)
{
    struct linea_game g = game_on("test/square", 2);
    give_deck(&g, "regular", "a/b a/c a/d", 1);
    play(&g, "tickets");
    play(&g, "keep a/c");
    CHECK_EQ(deck_count(&g, "regular"), 2);
    CHECK_EQ(deck_place(&g, "regular", "a/d"), 0);
    CHECK_EQ(deck_place(&g, "regular", "a/b"), 1);
}

TEST(TICKET_BOTTOM_several_in_the_order_they_were_offered_in_europe_too)
{
    struct linea_game g = game_on("europe", 2);
    give_deck(&g, "regular", "berlin/roma kyiv/sochi paris/wien angora/athina", 1);
    play(&g, "tickets");
    play(&g, "keep kyiv/sochi");
    CHECK_EQ(deck_place(&g, "regular", "angora/athina"), 0);
    CHECK_EQ(deck_place(&g, "regular", "berlin/roma"), 1);
    CHECK_EQ(deck_place(&g, "regular", "paris/wien"), 2);
}

TEST(TICKET_BOTTOM_each_to_its_own_deck)
{
    struct linea_game g = game_on("germany", 2);
    give_deck(&g, "short", "berlin/leipzig emden/hamburg", 1);
    give_deck(&g, "long", "kiel/schweiz berlin/mainz leipzig/ulm", 1);
    play(&g, "tickets short:2,long:2");
    play(&g, "keep emden/hamburg");
    CHECK_EQ(deck_place(&g, "short", "berlin/leipzig"), 0);
    CHECK_EQ(deck_place(&g, "long", "leipzig/ulm"), 0);
    CHECK_EQ(deck_place(&g, "long", "kiel/schweiz"), 1);
    CHECK_EQ(deck_place(&g, "long", "berlin/mainz"), 2);
}

TEST(NY_TICKETS_the_action_draws_two_and_keeps_at_least_one)
{
    struct linea_game g = game_on("new-york", 2);
    CHECK_EQ(play(&g, "tickets").tickets, 2);
    CHECK_EQ(moves(&g, "keep "), 3);
    CHECK_EQ(moves(&g, ""), 3);
}

TEST(LO_TICKETS_the_action_draws_two_and_keeps_at_least_one)
{
    struct linea_game g = game_on("london", 2);
    CHECK_EQ(play(&g, "tickets").tickets, 2);
    CHECK_EQ(moves(&g, "keep "), 3);
}

TEST(EU_TICKETS_the_action_draws_three_regular_ones_and_keeps_at_least_one)
{
    struct linea_game g = game_on("europe", 2);
    struct linea_event event = play(&g, "tickets");
    CHECK_EQ(event.tickets, 3);
    for (int i = 0; i < 3; i++)
        CHECK_EQ(g.map->ticket[event.ticket[i]].deck, 1);
    CHECK_EQ(moves(&g, "keep "), 7);
}

TEST(DE_TICKETS_the_action_draws_four_in_any_mix_and_keeps_at_least_one)
{
    struct linea_game g = game_on("germany", 2);
    CHECK_EQ(moves(&g, "tickets "), 5);
    struct linea_event event = play(&g, "tickets short:3,long:1");
    CHECK_EQ(event.tickets, 4);
    for (int i = 0; i < 4; i++)
        CHECK_EQ(g.map->ticket[event.ticket[i]].deck, i < 3 ? 0 : 1);
    CHECK_EQ(moves(&g, "keep "), 15);
}

TEST(DE_TICKETS_a_mix_asks_no_deck_for_more_than_it_has)
{
    struct linea_game g = game_on("germany", 2);
    give_deck(&g, "short", "berlin/leipzig emden/hamburg berlin/erfurt", 1);
    give_deck(&g, "long", "kiel/schweiz berlin/mainz", 1);
    CHECK_EQ(moves(&g, "tickets "), 2);
    CHECK(legal(&g, "tickets short:3,long:1"));
    CHECK(legal(&g, "tickets short:2,long:2"));
}

TEST(DE_TICKETS_with_one_deck_empty_the_other_gives_four)
{
    struct linea_game g = game_on("germany", 2);
    give_deck(&g, "short", "", 1);
    CHECK_EQ(moves(&g, "tickets "), 1);
    CHECK(legal(&g, "tickets long:4"));
}

TEST(DE_TICKETS_with_fewer_than_four_left_all_are_drawn)
{
    struct linea_game g = game_on("germany", 2);
    give_deck(&g, "short", "berlin/leipzig", 1);
    give_deck(&g, "long", "kiel/schweiz berlin/mainz", 1);
    CHECK_EQ(moves(&g, "tickets "), 1);
    CHECK_EQ(play(&g, "tickets short:1,long:2").tickets, 3);
    CHECK_EQ(moves(&g, "keep "), 7);
}

TEST(DE_TICKETS_the_very_last_one_must_be_kept)
{
    struct linea_game g = game_on("germany", 2);
    give_deck(&g, "short", "", 1);
    give_deck(&g, "long", "kiel/schweiz", 1);
    play(&g, "tickets long:1");
    CHECK_EQ(moves(&g, ""), 1);
    play(&g, "keep kiel/schweiz");
    CHECK_EQ(moves(&g, "tickets "), 0);
}
