/*
 * tests/rules/turn_test.c - one action a turn, and passing when there is none.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(TURN_ONE_a_turn_offers_all_four_actions)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red");
    CHECK(moves(&g, "draw ") > 0);
    CHECK(moves(&g, "station ") > 0);
    CHECK(legal(&g, "tickets"));
    give_hand(&g, 0, "black");
    CHECK(legal(&g, "claim amsterdam/bruxelles black:1"));
}

TEST(TURN_ONE_a_claim_is_the_whole_turn)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "green:2");
    play(&g, "claim b/d/1 green:1");
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(g.phase, LINEA_TURN);
}

TEST(TURN_ONE_a_draw_once_begun_cannot_become_another_action)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "green:2");
    play(&g, "draw red");
    CHECK_EQ(moves(&g, ""), moves(&g, "draw "));
    CHECK(!legal(&g, "claim b/d/1 green:1"));
    CHECK(!legal(&g, "tickets"));
}

TEST(TURN_ONE_drawing_tickets_is_the_whole_turn)
{
    struct linea_game g = game_on("test/square", 2);
    play(&g, "tickets");
    CHECK_EQ(moves(&g, ""), moves(&g, "keep "));
    play(&g, "keep a/b");
    CHECK_EQ(g.turn, 1);
}

TEST(TURN_ONE_a_station_is_the_whole_turn)
{
    struct linea_game g = game_on("test/station", 2);
    give_hand(&g, 0, "red:2");
    play(&g, "station a red:1");
    CHECK_EQ(g.turn, 1);
}

/* Seat 0 has claimed all that can be claimed and seat 1 holds all cards and tickets. */
static struct linea_game stuck(void)
{
    struct linea_game g = game_on("test/pass", 2);
    give_routes(&g, 0, "a/b/1 b/c a/c");
    give_stock(&g, "", "", 1);
    give_deck(&g, "regular", "", 1);
    return g;
}

TEST(TURN_PASS_a_player_who_can_do_nothing_passes)
{
    struct linea_game g = stuck();
    CHECK_EQ(moves(&g, ""), 1);
    play(&g, "pass");
    CHECK_EQ(g.turn, 1);
    CHECK_EQ(g.phase, LINEA_TURN);
}

TEST(TURN_PASS_when_all_have_passed_in_a_row_the_game_ends_and_is_scored)
{
    struct linea_game g = stuck();
    play(&g, "pass");
    play(&g, "pass");
    CHECK_EQ(g.phase, LINEA_OVER);
    CHECK_EQ(moves(&g, ""), 0);
    CHECK_EQ(points(&g, 0, LINEA_FROM_ROUTES), 1 + 2 + 4);
    CHECK_EQ(points(&g, 1, LINEA_FROM_TICKETS), -(1 + 3 + 2));
    CHECK_EQ(winners(&g), 1);
}

TEST(TURN_PASS_an_action_in_between_begins_the_count_anew)
{
    struct linea_game g = game_on("test/pass", 3);
    give_routes(&g, 0, "a/b/1 b/c a/c");
    give_stock(&g, "", "", 2);
    give_deck(&g, "regular", "", 2);
    play(&g, "pass");
    play(&g, "pass");
    play(&g, "claim a/b/2 blue:1"); /* Its card is the new pile. */
    play(&g, "draw pile");
    play(&g, "pass");
    play(&g, "pass");
    CHECK_EQ(g.phase, LINEA_TURN);
    play(&g, "pass");
    CHECK_EQ(g.phase, LINEA_OVER);
}

TEST(TURN_PASS_is_not_legal_while_a_card_can_be_drawn)
{
    struct linea_game g = stuck();
    give_hand(&g, 1, "");
    CHECK(!legal(&g, "pass"));
}

TEST(TURN_PASS_is_not_legal_while_a_route_can_be_claimed)
{
    struct linea_game g = game_on("test/pass", 2);
    give_hand(&g, 0, "red");
    give_stock(&g, "", "", 1);
    give_deck(&g, "regular", "", 1);
    CHECK_EQ(moves(&g, ""), 1);
    CHECK(legal(&g, "claim a/b/1 red:1"));
    CHECK(!legal(&g, "pass"));
}

TEST(TURN_PASS_is_not_legal_while_there_is_a_ticket)
{
    struct linea_game g = game_on("test/pass", 2);
    give_stock(&g, "", "", 1);
    CHECK_EQ(moves(&g, ""), 1);
    CHECK(legal(&g, "tickets"));
    CHECK(!legal(&g, "pass"));
}

TEST(TURN_PASS_is_not_legal_while_a_station_can_be_built)
{
    struct linea_game g = game_on("test/station", 2);
    give_hand(&g, 0, "red");
    give_routes(&g, 1, "a/b");
    give_stock(&g, "", "", 1);
    give_deck(&g, "regular", "", 1);
    CHECK_EQ(moves(&g, ""), moves(&g, "station "));
    CHECK(!legal(&g, "pass"));
}

TEST(TURN_PASS_takes_one_of_the_last_turns)
{
    struct linea_game g = game_on("test/pass", 3);
    give_routes(&g, 0, "a/b/1 b/c a/c");
    give_stock(&g, "", "", 2);
    give_deck(&g, "regular", "", 2);
    g.last_turns = 2;
    play(&g, "pass");
    CHECK_EQ(g.last_turns, 1);
    play(&g, "pass");
    CHECK_EQ(g.phase, LINEA_OVER);
}

TEST(TURN_PASS_no_game_hangs_on_a_stuck_player)
{
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct linea_game g = deal_on("test/pass", 2 + (int)(seed % 2), seed);
        struct linea_rng rng = {seed};
        linea_move list[LINEA_MOVES];
        int n, played = 0;
        while ((n = linea_game_moves(&g, list)) > 0) {
            linea_game_apply(&g, NULL, list[linea_rng_below(&rng, n)]);
            CHECK(played++ < 1000);
        }
        CHECK_EQ(g.phase, LINEA_OVER);
    }
}
