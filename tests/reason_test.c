/*
 * tests/reason_test.c - why a move is good: tickets served, cards lacked, what tickets
 * take together.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "evaluate.h"
#include "linea/list.h"
#include "linea/text.h"
#include "reason.h"
#include "scene.h"
#include "test.h"

static struct linea_view view;
static linea_move list[LINEA_MOVES];

/* The reason of a move by the plan that the planner makes of the game. */
static struct reason reason_of(const struct linea_game *g, const char *text)
{
    static const struct linea_budget none = {0};
    struct linea_error error;
    struct planner planner;
    struct reason out;
    linea_move m;
    int n = linea_game_moves(g, list);
    linea_game_view(g, &view, g->turn);
    linea_bot_planner.begin(&linea_bot_planner, &planner, 0);
    linea_bot_planner.choose(&linea_bot_planner, &planner, &view, list, n, &none);
    CHECK(linea_move_read(g, &m, &error, text, strlen(text)));
    linea_reason_find(&out, &view, &planner.plan, m);
    return out;
}

/* Seat 0 holds one ticket and no card that it needs. */
static struct linea_game with_ticket(void)
{
    struct linea_game g = game_on("new-york", 2);
    give_tickets(&g, 0, "central-park/chelsea");
    return g;
}

TEST(a_claim_on_the_way_of_a_ticket_serves_it)
{
    struct linea_game g = with_ticket();
    give_hand(&g, 0, "wild:8");
    int n = linea_game_moves(&g, list), serving = 0, other = 0;
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT];
        struct linea_out out;
        if (linea_move_kind(list[i]) != LINEA_CLAIM)
            continue;
        linea_out_init(&out, text, sizeof text);
        linea_move_write(&g, &out, list[i]);
        struct reason r = reason_of(&g, text);
        n = linea_game_moves(&g, list);
        serving += r.ticket != LINEA_NOTHING;
        other += r.ticket == LINEA_NOTHING;
        CHECK(r.kind == LINEA_NOTHING && r.spaces < 0 && !r.done);
    }
    CHECK(serving > 0);
    CHECK(other > serving);
}

TEST(a_card_is_drawn_for_a_route_that_lacks_it)
{
    struct linea_game g = with_ticket();
    int found = 0, serving = 0;
    for (int i = 0; i < LINEA_DISPLAY; i++) {
        char text[32] = "draw ";
        strcat(text, linea_map_kind_name(g.map, g.display[i]));
        struct reason r = reason_of(&g, text);
        CHECK((r.kind == LINEA_NOTHING) == (r.route == LINEA_NOTHING));
        if (r.kind == LINEA_NOTHING)
            continue;
        const struct linea_route *route = &g.map->route[r.route];
        CHECK_EQ(r.kind, g.display[i]);
        CHECK(r.kind == LINEA_WILD || route->colour == r.kind ||
              route->colour == LINEA_GRAY);
        serving += r.ticket != LINEA_NOTHING;
        found++;
    }
    CHECK(serving > 0);
    struct reason blind = reason_of(&g, "draw pile");
    CHECK_EQ(blind.kind, LINEA_NOTHING);
    CHECK((blind.route != LINEA_NOTHING) == (found == 0));
}

/* What speaks against a move, by the plan of the planner. */
static struct fault fault_of(const struct linea_game *g, const char *text)
{
    static const struct linea_budget none = {0};
    struct linea_error error;
    struct planner planner;
    struct fault out;
    linea_move m;
    int n = linea_game_moves(g, list);
    linea_game_view(g, &view, g->turn);
    linea_bot_planner.begin(&linea_bot_planner, &planner, 0);
    linea_bot_planner.choose(&linea_bot_planner, &planner, &view, list, n, &none);
    CHECK(linea_move_read(g, &m, &error, text, strlen(text)));
    linea_reason_fault(&out, &view, &planner.plan, m, linea_move_cards(g, m));
    return out;
}

TEST(a_claim_off_the_way_is_a_fault_and_robs_the_plan_of_its_cards)
{
    struct linea_game g = with_ticket();
    give_hand(&g, 0, "wild:8");
    int n = linea_game_moves(&g, list), off = 0, robs = 0;
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT];
        struct linea_out out;
        if (linea_move_kind(list[i]) != LINEA_CLAIM)
            continue;
        linea_out_init(&out, text, sizeof text);
        linea_move_write(&g, &out, list[i]);
        bool serves = reason_of(&g, text).ticket != LINEA_NOTHING;
        struct fault f = fault_of(&g, text);
        n = linea_game_moves(&g, list);
        CHECK_EQ(f.off, !serves);
        off += f.off;
        /* Eight wilds pay for a route of two twice, so no short claim is missed. */
        robs += f.kind != LINEA_NOTHING;
        CHECK((f.kind == LINEA_NOTHING) == (f.route == LINEA_NOTHING));
        CHECK(f.kind == LINEA_NOTHING || f.kind == LINEA_WILD);
    }
    CHECK(off > 0 && robs < off);
    struct fault draw = fault_of(&g, "draw pile");
    CHECK(!draw.off && draw.kind == LINEA_NOTHING);
}

TEST(cards_that_the_plan_needs_are_missed)
{
    struct linea_game g = with_ticket();
    give_hand(&g, 0, "red:3,orange:2,green:2");
    int n = linea_game_moves(&g, list), missed = 0;
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT];
        struct linea_out out;
        if (linea_move_kind(list[i]) != LINEA_CLAIM)
            continue;
        linea_out_init(&out, text, sizeof text);
        linea_move_write(&g, &out, list[i]);
        struct fault f = fault_of(&g, text);
        n = linea_game_moves(&g, list);
        if (f.kind == LINEA_NOTHING)
            continue;
        const struct linea_route *robbed = &g.map->route[f.route];
        int left = g.seat[0].cards[f.kind] - linea_move_cards(&g, list[i]);
        CHECK_EQ(f.kind, linea_move_colour(list[i]));
        CHECK_EQ(robbed->colour, f.kind);
        CHECK(robbed->length > left);
        CHECK(f.route != linea_move_place(list[i]));
        missed++;
    }
    CHECK(missed > 0);
}

TEST(a_card_is_drawn_for_what_is_near_where_the_plan_lacks_it_not)
{
    struct linea_game g = game_on("new-york", 2);
    for (int i = 0; i < LINEA_DISPLAY; i++) {
        char text[32] = "draw ";
        if (g.display[i] >= g.map->colours)
            continue;
        strcat(text, linea_map_kind_name(g.map, g.display[i]));
        struct reason r = reason_of(&g, text);
        CHECK_EQ(r.kind, g.display[i]);
        CHECK(g.map->route[r.route].length > 0);
    }
}

TEST(tickets_on_offer_are_counted_with_those_that_are_held)
{
    struct linea_game g = deal_on("new-york", 2, 3);
    CHECK_EQ(g.phase, LINEA_OPENING_KEEP);
    int n = linea_game_moves(&g, list), last = -1;
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT];
        struct linea_out out;
        linea_out_init(&out, text, sizeof text);
        linea_move_write(&g, &out, list[i]);
        struct reason r = reason_of(&g, text);
        n = linea_game_moves(&g, list);
        CHECK(r.spaces > 0);
        CHECK_EQ(r.failed, 0);
        last = r.spaces;
    }
    /* The last choice keeps all, which takes no less than keeping some. */
    CHECK(last > 0);
}

TEST(a_reason_is_written_as_keys_of_an_object)
{
    struct linea_game g = deal_on("new-york", 2, 3);
    struct reason r = {LINEA_NOTHING, LINEA_NOTHING, LINEA_NOTHING, -1, 0, false};
    char text[256];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = linea_list_open(&out, "", "");
    linea_reason_write(&r, &object, g.map);
    CHECK_EQ(out.at - text, 0);
    r.done = true;
    r.spaces = 3;
    linea_reason_write(&r, &object, g.map);
    CHECK(strcmp(text, "\"spaces\":3,\"failed\":0,\"done\":true") == 0);
}

TEST(with_all_hands_open_nothing_but_the_piles_is_dealt_again)
{
    static struct evaluation e;
    struct linea_game g = deal_on("europe", 3, 4);
    for (int i = 0; i < 9; i++) {
        linea_game_moves(&g, list);
        linea_game_apply(&g, NULL, list[0]);
    }
    int n = linea_game_moves(&g, list);
    struct linea_budget budget = {.simulations = 40};
    linea_evaluate_begin_open(&e, &g, list, n, 3);
    CHECK_EQ(linea_evaluate_go(&e, &budget), 40);
    const struct linea_game *dealt = &e.playout.begun.game;
    for (int s = 0; s < 3; s++) {
        CHECK(memcmp(dealt->seat[s].cards, g.seat[s].cards, sizeof g.seat[s].cards) ==
              0);
        CHECK(memcmp(&dealt->seat[s].tickets, &g.seat[s].tickets,
                     sizeof g.seat[s].tickets) == 0);
    }
    CHECK(memcmp(dealt->pile, g.pile, g.pile_count) != 0);
    CHECK(linea_game_check(dealt, NULL));
}
