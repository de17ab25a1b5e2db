/*
 * tests/rules/opening_test.c - the opening tickets of each map.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

/* Keep the tickets of the offer whose bits are set. */
static void keep(struct linea_game *g, unsigned kept)
{
    linea_move m = linea_move_make(LINEA_KEEP, 0, 0, 0) | kept;
    CHECK(linea_game_legal(g, m));
    linea_game_apply(g, NULL, m);
}

/* Two are dealt; the one that is not kept goes under the deck. */
static void check_two_dealt(const char *map, int tickets)
{
    struct linea_game g = deal_on(map, 3, 3);
    int given_up = g.seat[0].offer[1], second = g.seat[1].offer[0];
    for (int s = 0; s < 3; s++)
        CHECK_EQ(g.seat[s].offered, 2);
    CHECK_EQ(moves(&g, "keep "), 3);
    CHECK_EQ(moves(&g, ""), 3);
    keep(&g, 1);
    keep(&g, 2);
    keep(&g, 3);
    CHECK_EQ(g.phase, LINEA_TURN);
    CHECK_EQ(g.deck[0].count, tickets - 4);
    CHECK_EQ(linea_deck_ticket(&g, 0, tickets - 6), given_up);
    CHECK_EQ(linea_deck_ticket(&g, 0, tickets - 5), second);
}

TEST(NY_TICKETS_two_are_dealt_and_one_may_go_to_the_bottom)
{
    check_two_dealt("new-york", 18);
}

TEST(LO_TICKETS_two_are_dealt_and_one_may_go_to_the_bottom)
{
    check_two_dealt("london", 20);
}

TEST(DE_TICKETS_START_any_mix_of_four_is_announced_before_drawing)
{
    struct linea_game g = deal_on("germany", 2, 1);
    CHECK_EQ(g.seat[0].offered, 0);
    CHECK_EQ(moves(&g, ""), 5);
    CHECK(legal(&g, "tickets short:4"));
    CHECK(legal(&g, "tickets short:3,long:1"));
    CHECK(legal(&g, "tickets short:2,long:2"));
    CHECK(legal(&g, "tickets short:1,long:3"));
    CHECK(legal(&g, "tickets long:4"));
    play(&g, "tickets short:1,long:3");
    CHECK_EQ(g.seat[0].offered, 4);
    CHECK_EQ(g.map->ticket[g.seat[0].offer[0]].deck, 0);
    CHECK_EQ(g.map->ticket[g.seat[0].offer[1]].deck, 1);
}

TEST(DE_TICKETS_START_all_draw_before_any_keeps)
{
    struct linea_game g = deal_on("germany", 3, 1);
    for (int s = 0; s < 3; s++) {
        CHECK_EQ(g.turn, s);
        CHECK_EQ(moves(&g, "keep"), 0);
        play(&g, "tickets short:2,long:2");
    }
    CHECK_EQ(g.turn, 0);
    CHECK_EQ(g.phase, LINEA_OPENING_KEEP);
    CHECK_EQ(deck_count(&g, "short"), 55 - 6);
}

TEST(DE_TICKETS_START_at_least_two_are_kept)
{
    struct linea_game g = deal_on("germany", 2, 1);
    play(&g, "tickets long:4");
    play(&g, "tickets short:4");
    CHECK_EQ(moves(&g, "keep "), 6 + 4 + 1);
    for (unsigned one = 1; one < 16; one *= 2)
        CHECK(!linea_game_legal(&g, linea_move_make(LINEA_KEEP, 0, 0, 0) | one));
}

TEST(DE_TICKETS_START_a_mix_asks_no_deck_for_more_than_it_has)
{
    struct linea_game g = deal_on("test/mix", 2, 1); /* 6 short and 4 long */
    CHECK_EQ(moves(&g, ""), 4);
    play(&g, "tickets long:3");
    CHECK_EQ(moves(&g, ""), 2);
    CHECK(legal(&g, "tickets short:3"));
    CHECK(legal(&g, "tickets short:2,long:1"));
}

static bool in_deck(const struct linea_game *g, int deck, int ticket)
{
    for (int i = 0; i < g->deck[deck].count; i++)
        if (linea_deck_ticket(g, deck, i) == ticket)
            return true;
    return false;
}

TEST(DE_TICKETS_START_those_not_kept_go_back)
{
    struct linea_game g = deal_on("germany", 2, 1);
    play(&g, "tickets short:2,long:2");
    play(&g, "tickets short:2,long:2");
    int short_one = g.seat[0].offer[0], long_one = g.seat[1].offer[3];
    keep(&g, 12);
    keep(&g, 7);
    CHECK_EQ(deck_count(&g, "short"), 55 - 2);
    CHECK_EQ(deck_count(&g, "long"), 34 - 3);
    CHECK(in_deck(&g, 0, short_one));
    CHECK(in_deck(&g, 1, long_one));
}

TEST(DE_TICKETS_START_then_both_decks_are_shuffled_again)
{
    struct linea_game g = deal_on("germany", 2, 1);
    play(&g, "tickets short:2,long:2");
    play(&g, "tickets short:2,long:2");
    struct linea_game before = g;
    int moved[2] = {0, 0};
    keep(&g, 15);
    keep(&g, 15);
    for (int d = 0; d < 2; d++)
        for (int i = 0; i < before.deck[d].count; i++)
            moved[d] += linea_deck_ticket(&g, d, i) != linea_deck_ticket(&before, d, i);
    CHECK(moved[0] > 40);
    CHECK(moved[1] > 20);
}

TEST(EU_TICKETS_START_one_long_and_three_regular_of_which_two_are_kept)
{
    struct linea_game g = deal_on("europe", 5, 1);
    for (int s = 0; s < 5; s++) {
        CHECK_EQ(g.seat[s].offered, 4);
        for (int i = 0; i < 4; i++)
            CHECK_EQ(g.map->ticket[g.seat[s].offer[i]].deck, i == 0 ? 0 : 1);
    }
    CHECK_EQ(moves(&g, "keep "), 6 + 4 + 1);
    CHECK(!linea_game_legal(&g, linea_move_make(LINEA_KEEP, 0, 0, 0) | 1));
}

TEST(EU_TICKETS_START_the_long_one_need_not_be_among_those_kept)
{
    struct linea_game g = deal_on("europe", 2, 1);
    int long_one = g.seat[0].offer[0];
    keep(&g, 6);
    CHECK_EQ(linea_set_count(&g.seat[0].tickets), 2);
    CHECK(!linea_set_has(&g.seat[0].tickets, long_one));
}

TEST(EU_TICKETS_START_what_is_not_kept_and_the_other_long_ones_leave_the_game)
{
    struct linea_game g = deal_on("europe", 2, 1);
    keep(&g, 3);
    keep(&g, 12);
    CHECK_EQ(deck_count(&g, "long"), 0);
    CHECK_EQ(deck_count(&g, "regular"), 40 - 2 * 3);
}

TEST(EU_TICKETS_START_returned_tickets_never_come_back)
{
    struct linea_game g = deal_on("europe", 2, 1);
    struct linea_set gone = {{0}};
    for (int i = 2; i < 4; i++) {
        linea_set_add(&gone, g.seat[0].offer[i]);
        linea_set_add(&gone, g.seat[1].offer[i]);
    }
    keep(&g, 3);
    keep(&g, 3);
    for (int drawn = 0; legal(&g, "tickets"); drawn++) {
        CHECK(drawn < 12);
        struct linea_event event = play(&g, "tickets");
        for (int i = 0; i < event.tickets; i++)
            CHECK(!linea_set_has(&gone, event.ticket[i]));
        keep(&g, (1u << event.tickets) - 1);
    }
}

TEST(EU_TICKETS_START_the_opening_goes_in_seat_order_from_the_first)
{
    struct linea_game g = deal_on("europe", 3, 1);
    for (int s = 0; s < 3; s++) {
        CHECK_EQ(g.turn, s);
        CHECK_EQ(g.phase, LINEA_OPENING_KEEP);
        keep(&g, 15);
    }
    CHECK_EQ(g.turn, 0);
    CHECK_EQ(g.phase, LINEA_TURN);
}
