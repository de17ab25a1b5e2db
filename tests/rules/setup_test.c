/*
 * tests/rules/setup_test.c - what lies on the table when a game begins.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "scene.h"
#include "test.h"

/* The table at the top of the rules. */
static const struct {
    const char *map;
    int seats, vehicles, cards, hand;
    enum linea_first first;
} maps[] = {
    {"new-york", 4, 15, 44, 2, LINEA_YOUNGEST},
    {"london", 4, 17, 44, 2, LINEA_YOUNGEST},
    {"germany", 5, 45, 110, 4, LINEA_OLDEST},
    {"europe", 5, 45, 110, 4, LINEA_MOST_TRAVELLED},
};

TEST(SETUP_HAND_everybody_gets_the_vehicles_and_cards_of_the_map)
{
    for (int m = 0; m < 4; m++)
        for (int seats = 2; seats <= maps[m].seats; seats++) {
            struct linea_game g = deal_on(maps[m].map, seats, 7);
            for (int s = 0; s < seats; s++) {
                CHECK_EQ(g.seat[s].vehicles, maps[m].vehicles);
                CHECK_EQ(hand(&g, s), maps[m].hand);
            }
            CHECK_EQ(g.pile_count + discards(&g) + seats * maps[m].hand + 5,
                     maps[m].cards);
        }
}

TEST(SETUP_HAND_a_map_is_for_its_number_of_players_only)
{
    struct linea_game g;
    struct linea_seed seed = {{0}};
    for (int m = 0; m < 4; m++) {
        const struct linea_map *map = map_named(maps[m].map);
        CHECK(!linea_game_begin(&g, NULL, map, 1, 0, &seed));
        CHECK(!linea_game_begin(&g, NULL, map, maps[m].seats + 1, 0, &seed));
    }
}

TEST(SETUP_HAND_the_deck_is_shuffled)
{
    struct linea_game g = deal_on("europe", 2, 1), h = deal_on("europe", 2, 2);
    CHECK(memcmp(g.pile, h.pile, 50) != 0);
    CHECK(memcmp(&g.seat[0].cards, &h.seat[0].cards, sizeof g.seat[0].cards) != 0);
}

TEST(SETUP_DISPLAY_five_cards_lie_face_up_and_a_flush_applies_at_once)
{
    int flushed = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct linea_game g = deal_on("new-york", 2, seed);
        CHECK(wilds_up(&g) < 3);
        CHECK_EQ(discards(&g) % 5, 0);
        CHECK_EQ(g.pile_count, 44 - 2 * 2 - 5 - discards(&g));
        flushed += discards(&g) > 0;
    }
    CHECK(flushed > 0);
}

TEST(SETUP_TICKETS_choices_are_simultaneous_on_every_map)
{
    for (int m = 0; m < 4; m++) {
        struct linea_game g = deal_on(maps[m].map, 3, 5);
        while (g.phase == LINEA_OPENING_MIX)
            play(&g, "tickets short:2,long:2");
        struct linea_game h = g;
        linea_move list[LINEA_MOVES];
        int n = linea_game_moves(&g, list);
        linea_game_apply(&g, NULL, list[0]);
        linea_game_apply(&h, NULL, list[n - 1]);
        CHECK(same_view(&g, &h, 1));
        CHECK(same_view(&g, &h, 2));
        CHECK(same_view(&g, &h, LINEA_SPECTATOR));
        CHECK(!same_view(&g, &h, 0));
    }
}

TEST(SETUP_TICKETS_how_many_others_kept_shows_when_all_have_chosen)
{
    struct linea_game g = deal_on("europe", 2, 5);
    struct linea_view view;
    linea_move list[LINEA_MOVES];
    int n = linea_game_moves(&g, list);
    linea_game_apply(&g, NULL, list[n - 1]);
    linea_game_view(&g, &view, 1);
    CHECK_EQ(view.seat[0].held, 0);
    play_opening(&g);
    linea_game_view(&g, &view, 1);
    CHECK_EQ(view.seat[0].held, 4);
}

TEST(SETUP_FIRST_each_map_names_who_begins)
{
    for (int m = 0; m < 4; m++)
        CHECK_EQ(map_named(maps[m].map)->first, maps[m].first);
}

TEST(SETUP_FIRST_the_host_picks_the_first_seat_and_play_goes_clockwise)
{
    struct linea_game g;
    struct linea_seed seed = {{0}};
    CHECK(linea_game_begin(&g, NULL, map_named("europe"), 3, 2, &seed));
    CHECK_EQ(g.turn, 2);
    play_opening(&g);
    for (int i = 0; i < 6; i++) {
        CHECK_EQ(g.turn, (2 + i) % 3);
        play_turn(&g);
    }
}

TEST(SETUP_FIRST_the_shuffle_decides_when_nobody_does)
{
    unsigned began = 0;
    for (uint64_t i = 0; i < 40; i++) {
        struct linea_game g;
        struct linea_seed seed;
        linea_seed_derive(&seed, 1, i);
        CHECK(linea_game_begin(&g, NULL, map_named("london"), 4, LINEA_NOBODY, &seed));
        CHECK_EQ(g.turn, g.first);
        began |= 1u << g.first;
    }
    CHECK_EQ(began, 0xf);
}

TEST(SETUP_FIRST_a_seat_that_is_not_there_cannot_begin)
{
    struct linea_game g;
    struct linea_seed seed = {{0}};
    CHECK(!linea_game_begin(&g, NULL, map_named("london"), 3, 3, &seed));
    CHECK(!linea_game_begin(&g, NULL, map_named("london"), 3, -1, &seed));
}
