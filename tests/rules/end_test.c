/*
 * tests/rules/end_test.c - the last turns and who wins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

/* Play to the end and count the turns of each seat. */
static int turns_until_over(struct linea_game *g, int turns[LINEA_SEATS])
{
    int all = 0;
    while (g->phase != LINEA_OVER) {
        turns[g->turn]++;
        play_turn(g);
        CHECK(all++ < 20);
    }
    return all;
}

static const struct {
    const char *name;
    int seats;
} maps[] = {{"new-york", 4}, {"london", 4}, {"germany", 5}, {"europe", 5}};

TEST(END_TRIGGER_everybody_has_one_more_turn_with_any_number_of_players)
{
    for (int m = 0; m < 4; m++)
        for (int seats = 2; seats <= maps[m].seats; seats++) {
            struct linea_game g = game_on(maps[m].name, seats);
            int turns[LINEA_SEATS] = {0};
            give_vehicles(&g, 0, 2);
            CHECK_EQ(turns_until_over(&g, turns), 1 + seats);
            for (int s = 0; s < seats; s++)
                CHECK_EQ(turns[s], s == 0 ? 2 : 1);
        }
}

TEST(END_TRIGGER_in_the_middle_of_a_round_it_is_the_same)
{
    for (int seats = 2; seats <= 5; seats++) {
        struct linea_game g = game_on("europe", seats);
        int turns[LINEA_SEATS] = {0};
        give_vehicles(&g, 1, 1);
        CHECK_EQ(turns_until_over(&g, turns), 2 + seats);
        CHECK_EQ(turns[0], 2);
        CHECK_EQ(turns[1], 2);
        for (int s = 2; s < seats; s++)
            CHECK_EQ(turns[s], 1);
    }
}

TEST(END_TRIGGER_the_claim_that_leaves_two_brings_it)
{
    struct linea_game g = game_on("test/square", 3);
    give_routes(&g, 0, "a/d b/c");
    give_hand(&g, 0, "red:2");
    CHECK_EQ(g.last_turns, LINEA_LAST_TURNS_NO);
    play(&g, "claim c/d red:2");
    CHECK_EQ(g.seat[0].vehicles, 2);
    CHECK_EQ(g.last_turns, 3);
}

TEST(END_TRIGGER_three_left_do_not_bring_it)
{
    struct linea_game g = game_on("test/square", 3);
    give_routes(&g, 0, "a/d b/c");
    give_hand(&g, 0, "green");
    play(&g, "claim b/d/1 green:1");
    CHECK_EQ(g.seat[0].vehicles, 3);
    CHECK_EQ(g.last_turns, LINEA_LAST_TURNS_NO);
}

TEST(END_TRIGGER_only_at_the_end_of_ones_own_turn)
{
    struct linea_game g = game_on("europe", 3);
    give_vehicles(&g, 1, 2);
    play(&g, "draw pile");
    CHECK_EQ(g.last_turns, LINEA_LAST_TURNS_NO);
    play(&g, "draw pile");
    CHECK_EQ(g.last_turns, LINEA_LAST_TURNS_NO);
    play_turn(&g);
    CHECK_EQ(g.last_turns, 3);
}

TEST(END_TRIGGER_a_second_player_does_not_bring_more_turns)
{
    struct linea_game g = game_on("europe", 3);
    int turns[LINEA_SEATS] = {0};
    give_vehicles(&g, 0, 2);
    give_vehicles(&g, 1, 0);
    CHECK_EQ(turns_until_over(&g, turns), 1 + 3);
}

TEST(END_TRIGGER_the_last_vehicles_can_be_used_in_the_last_turn)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/d a/b b/d/1");
    give_hand(&g, 0, "red:2");
    play(&g, "draw pile");
    play(&g, "draw pile");
    play_turn(&g);
    CHECK_EQ(g.last_turns, 1);
    play(&g, "claim b/c red:2");
    CHECK_EQ(g.seat[0].vehicles, 0);
    CHECK_EQ(g.phase, LINEA_OVER);
}

TEST(END_TRIGGER_a_turn_ends_only_when_its_passengers_are_taken)
{
    struct linea_game g = game_on("germany", 2);
    give_vehicles(&g, 0, 3);
    give_hand(&g, 0, "white");
    play(&g, "claim bremen/bremerhaven white:1");
    CHECK_EQ(g.last_turns, LINEA_LAST_TURNS_NO);
    play(&g, "take none");
    CHECK_EQ(g.last_turns, 2);
}

TEST(END_TRIGGER_after_the_end_nothing_can_be_played)
{
    struct linea_game g = game_on("test/square", 2);
    g.last_turns = 1;
    play_turn(&g);
    CHECK_EQ(g.phase, LINEA_OVER);
    CHECK_EQ(g.turn, LINEA_NOBODY);
    CHECK_EQ(g.last_turns, 0);
    CHECK_EQ(moves(&g, ""), 0);
    CHECK(!legal(&g, "draw pile"));
}

TEST(END_WIN_most_points_win)
{
    struct linea_game g = game_on("test/square", 3);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "a/d");
    give_routes(&g, 2, "b/c");
    CHECK_EQ(winners(&g), 1u << 1);
    give_tickets(&g, 1, "a/c");
    CHECK_EQ(score(&g).seat[1].total, 7 - 5);
    CHECK_EQ(winners(&g), 1u << 0);
}

TEST(END_WIN_the_best_total_wins_even_below_zero)
{
    struct linea_game g = game_on("test/square", 2);
    give_tickets(&g, 0, "a/c");
    give_tickets(&g, 1, "a/d");
    CHECK_EQ(score(&g).seat[1].total, -4);
    CHECK_EQ(winners(&g), 1u << 1);
}

TEST(END_WIN_what_stays_tied_is_shared)
{
    struct linea_game g = game_on("test/square", 4);
    give_routes(&g, 0, "b/c");
    give_routes(&g, 2, "c/d");
    CHECK_EQ(winners(&g), 1u << 0 | 1u << 2);
}
