/*
 * tests/net_features_test.c - what a net is shown: numbers of a few bits, in blocks
 * that mean what they say, with nothing in them that a seat may not know.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "net_features.h"
#include "random_games.h"
#include "scene.h"
#include "test.h"

#include "common/maps.h"

static struct net_layout layout;
static struct net_memory memory[LINEA_SEATS];
static uint8_t row[NET_FEATURES];

/* The features of a block in the row. */
static const uint8_t *block(const char *name)
{
    for (int i = 0; i < layout.blocks; i++)
        if (strcmp(layout.block[i].name, name) == 0)
            return row + layout.block[i].from;
    fail_msg("no block %s", name);
    return NULL;
}

/* Write the row of the seat to move. */
static void look(const struct linea_game *g, linea_move advised)
{
    struct linea_view view;
    linea_game_view(g, &view, g->turn);
    linea_net_features(&layout, row, &memory[g->turn], &view, advised);
}

/* The same after asking the adviser, if there is a choice. */
static linea_move ask(const struct random_game *r)
{
    struct linea_view view;
    linea_game_view(&r->g, &view, r->g.turn);
    return r->n > 1 ? linea_net_advise(&memory[r->g.turn], &view, r->moves, r->n)
                    : r->moves[0];
}

static void begin(struct random_game *r, struct setup setup, uint64_t number)
{
    linea_net_layout(&layout, setup.map);
    for (int s = 0; s < setup.seats; s++)
        linea_net_begin(&memory[s]);
    random_begin(r, setup, number);
}

TEST(a_row_is_as_long_for_any_number_of_players)
{
    for (int m = 0; maps_id(m); m++) {
        int end = 0;
        linea_net_layout(&layout, maps_get(maps_id(m)));
        for (int i = 0; i < layout.blocks; i++) {
            CHECK_EQ(layout.block[i].from, end);
            CHECK(layout.block[i].most >= 1);
            end += layout.block[i].count;
        }
        CHECK_EQ(end, layout.count);
        CHECK(end <= NET_FEATURES);
    }
}

TEST(every_feature_is_written_and_small)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (begin(&r, setup, 3); r.n > 0; random_play(&r, random_choose(&r))) {
            linea_move advised = ask(&r);
            memset(row, 0xee, sizeof row);
            look(&r.g, advised);
            for (int k = 0; k < layout.count; k++)
                CHECK(row[k] <= 8);
            CHECK_EQ(row[layout.count], 0xee);
        }
}

TEST(what_a_seat_may_not_know_is_in_no_feature_of_a_net)
{
    static struct random_game r;
    static uint8_t seen[NET_FEATURES];
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (begin(&r, setup, 11); r.n > 0; random_play(&r, random_choose(&r))) {
            struct linea_view view;
            struct linea_game guess;
            linea_move advised = ask(&r);
            look(&r.g, advised);
            memcpy(seen, row, sizeof seen);
            linea_game_view(&r.g, &view, r.g.turn);
            linea_view_guess(&view, &guess, &r.rng);
            look(&guess, advised);
            CHECK(memcmp(seen, row, (size_t)layout.count) == 0);
        }
}

TEST(seats_are_counted_from_the_one_that_looks)
{
    struct linea_game g = game_on("new-york", 3);
    const struct linea_map *map = g.map;
    linea_net_layout(&layout, map);
    for (int s = 0; s < 3; s++)
        linea_net_begin(&memory[s]);
    give_vehicles(&g, 1, 5);
    give_hand(&g, 2, "red:4");
    look(&g, 0);
    int steps = 16, cards = 12;
    CHECK_EQ(block("players")[2], 1);
    CHECK_EQ(block("players")[1], 0);
    CHECK_EQ(block("vehicles")[steps + 4], 1);
    CHECK_EQ(block("vehicles")[steps + 5], 0);
    CHECK_EQ(block("cards")[2 * cards + 1], 1);
    CHECK_EQ(block("cards")[2 * cards + 2], 0);
    CHECK_EQ(block("vehicles")[3 * steps], 0); /* nobody sits there */
    g.turn = 2;
    look(&g, 0);
    CHECK_EQ(block("vehicles")[2 * steps + 4], 1);
    CHECK_EQ(block("vehicles")[2 * steps + 5], 0);
    int red = linea_map_kind(map, "red", 3);
    CHECK_EQ(block("hand")[12 * red + 3], 1);
    CHECK_EQ(block("hand")[12 * red + 4], 0);
}

TEST(own_tickets_are_done_lost_or_lacking)
{
    struct linea_game g = game_on("new-york", 2);
    const struct linea_map *map = g.map;
    linea_net_layout(&layout, map);
    linea_net_begin(&memory[0]);
    linea_set_add(&g.seat[0].tickets, 0);
    linea_set_add(&g.seat[0].tickets, 1);
    look(&g, 0);
    CHECK_EQ(block("tickets")[0], 1);
    CHECK_EQ(block("done")[0], 0);
    CHECK_EQ(block("lost")[0], 0);
    CHECK_EQ(block("lacking")[0], 1);
    CHECK_EQ(block("ticket-ends")[map->ticket[0].a], 1);
    /* All routes are its own: everything is done. */
    for (int i = 0; i < map->routes; i++)
        linea_set_add(&g.seat[0].routes, i);
    look(&g, 0);
    CHECK_EQ(block("done")[0], 1);
    CHECK_EQ(block("lacking")[0], 0);
    CHECK_EQ(block("ticket-ends")[map->ticket[0].a], 0);
    /* None is, and none is open: everything is lost. */
    g.seat[0].routes = g.seat[0].open = (struct linea_set){{0}};
    look(&g, 0);
    CHECK_EQ(block("done")[0], 0);
    CHECK_EQ(block("lost")[0], 1);
}

TEST(the_advice_is_shown_by_its_parts)
{
    struct linea_game g = game_on("europe", 2);
    linea_net_layout(&layout, g.map);
    linea_net_begin(&memory[0]);
    look(&g, linea_move_make(LINEA_CLAIM, 17, 3, 1));
    CHECK_EQ(block("advice")[LINEA_CLAIM], 1);
    CHECK_EQ(block("advice-route")[17], 1);
    CHECK_EQ(block("advice-colour")[3], 1);
    CHECK_EQ(block("advice-wilds")[1], 1);
    CHECK_EQ(block("advice")[LINEA_DRAW], 0);
    look(&g, linea_move_make(LINEA_DRAW, 0, 0, LINEA_BLIND));
    CHECK_EQ(block("advice")[LINEA_DRAW], 1);
    CHECK_EQ(block("advice-draw")[LINEA_BLIND], 1);
    CHECK_EQ(block("advice-route")[17], 0);
}
