/*
 * tests/review_test.c - the review of a game: parts that add up, luck without a mean,
 * and mistakes that are found.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "player.h"
#include "random_games.h"
#include "review.h"
#include "scene.h"
#include "test.h"

#include "common/maps.h"
#include "common/nets.h"

enum { ROOM = REVIEW_STEPS };

static struct review r;
static struct review_step steps[ROOM];

/* Play a game between bots from `g` on into the review; false if it does not fit. */
static bool watch(struct linea_game *g, const char *const bots[], uint64_t seed)
{
    static struct linea_player player[LINEA_SEATS];
    linea_review_begin(&r, steps, ROOM, g, seed);
    for (int s = 0; s < g->seats; s++)
        linea_player_begin(&player[s], linea_bot_find(bots[s]), NULL, seed * 5 + 1);
    for (long line = 3; g->phase != LINEA_OVER; line++) {
        linea_move m = linea_player_move(&player[g->turn], g);
        linea_game_apply(g, NULL, m);
        if (!linea_review_add(&r, m, g, line))
            return false;
    }
    return true;
}

static void play_rounds(int first, int others)
{
    for (int i = 0; i < r.steps; i++)
        for (int k = 0; k < (i ? others : first); k++)
            linea_review_play(&r, i);
}

TEST(the_parts_of_an_account_add_up_to_the_result)
{
    static const char *const bots[] = {"greedy", "path", "planner", "hungry",
                                       "onestep"};
    for (int m = 0; maps_id(m); m++)
        for (int seats = 2; seats <= maps_get(maps_id(m))->max_seats; seats++) {
            struct linea_game g = deal_on(maps_id(m), seats, (uint64_t)seats);
            CHECK(watch(&g, bots, 3));
            play_rounds(4, 1);
            int results = 0;
            for (int s = 0; s < seats; s++) {
                struct review_account a;
                int sum = 0;
                linea_review_account(&r, &a, s);
                for (int p = 0; p < REVIEW_PARTS; p++)
                    sum += a.part[p];
                CHECK_EQ(sum, a.result);
                CHECK_EQ(a.result > 0, r.result.winners >> s & 1);
                CHECK_EQ(a.error[REVIEW_START], 0);
                results += a.result;
            }
            CHECK(abs(results - MILLION) < seats);
        }
}

TEST(few_rounds_that_agree_are_no_certainty)
{
    static const char *const bots[] = {"greedy", "planner"};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct linea_game g = deal_on("new-york", 2, seed);
        struct review_account a;
        CHECK(watch(&g, bots, 3));
        play_rounds(2, 1);
        linea_review_account(&r, &a, 0);
        CHECK(a.error[REVIEW_DEAL] >= MILLION / 2);
        CHECK(a.error[REVIEW_OWN] >= MILLION);
        CHECK_EQ(a.error[REVIEW_OTHERS], 0);
        CHECK_EQ(linea_review_share(&r, r.steps, 0).error, 0);
    }
}

TEST(what_a_planner_does_is_no_deviation_from_the_planner)
{
    static const char *const bots[] = {"planner", "planner", "planner"};
    for (int m = 0; maps_id(m); m++) {
        struct linea_game g = deal_on(maps_id(m), 3, 9);
        struct review_account a;
        CHECK(watch(&g, bots, 4));
        play_rounds(8, 1);
        linea_review_account(&r, &a, 1);
        CHECK_EQ(a.part[REVIEW_OWN], 0);
        CHECK_EQ(a.part[REVIEW_OTHERS], 0);
        CHECK_EQ(a.error[REVIEW_OWN], 0);
    }
}

/* Luck of seat 0 over games of a kind: the mean in standard errors. The shuffle decides
   who begins: to be named first is no luck. */
static double mean_luck(const char *map, const char *const bots[], int games)
{
    double sum = 0, squares = 0;
    for (int i = 0; i < games; i++) {
        struct review_account a;
        struct linea_game g;
        struct linea_seed seed;
        linea_seed_derive(&seed, 5, (uint64_t)i);
        linea_game_begin(&g, NULL, map_named(map), 2, LINEA_NOBODY, &seed);
        CHECK(watch(&g, bots, (uint64_t)i));
        play_rounds(4, 1);
        linea_review_account(&r, &a, 0);
        double luck = (a.part[REVIEW_DEAL] + a.part[REVIEW_CHANCE]) / (double)MILLION;
        sum += luck;
        squares += luck * luck;
    }
    double mean = sum / games, spread = squares / games - mean * mean;
    print_message("%s, %s against %s: luck %.3f +- %.3f in %d games\n", map, bots[0],
                  bots[1], mean, sqrt(spread / games), games);
    return fabs(mean) / sqrt(spread / games);
}

TEST(luck_averages_to_nothing_between_equals_and_others)
{
    static const char *const equal[] = {"planner", "planner"}, *const unequal[] = {
                                                                   "planner", "greedy"};
    CHECK(mean_luck("new-york", equal, test_size(80, 4000)) < 4);
    CHECK(mean_luck("new-york", unequal, test_size(40, 4000)) < 4);
    CHECK(mean_luck("london", unequal, test_size(12, 2000)) < 4);
    if (test_size(0, 1)) {
        CHECK(mean_luck("germany", unequal, 400) < 4);
        CHECK(mean_luck("europe", unequal, 400) < 4);
    }
}

/* The route that brings most and needs nothing but cards of a colour. */
static int dearest_route(const struct linea_map *map)
{
    int best = -1;
    for (int one = 0; one < map->routes; one++)
        if (!map->route[one].tunnel && map->route[one].wilds == 0 &&
            (best < 0 || map->route[one].points > map->route[best].points))
            best = one;
    CHECK(best >= 0);
    return best;
}

/* Two turns to go; seat 1 is ahead by a short route, and seat 0 wins with the claim
   that it can pay. */
static struct linea_game before_the_end(const char *map)
{
    struct linea_game g = game_on(map, 2);
    int best = dearest_route(g.map), other = -1;
    for (int one = 0; one < g.map->routes; one++)
        if (one != best && g.map->route[one].points < g.map->route[best].points / 2 &&
            g.map->route[one].points > 0)
            other = one;
    CHECK(other >= 0);
    give_routes(&g, 1, route_name(g.map, other));
    char cards[64];
    int colour = g.map->route[best].colour;
    snprintf(cards, sizeof cards, "%s:%d",
             linea_map_kind_name(g.map, colour < g.map->colours ? colour : 0),
             g.map->route[best].length);
    give_hand(&g, 0, cards);
    g.last_turns = 2;
    return g;
}

/* Draw cards in place of the claim that wins, on a board. */
static void blunder(const char *map)
{
    struct linea_game g = before_the_end(map);
    linea_review_begin(&r, steps, ROOM, &g, 1);
    for (int i = 0; i < 4; i++) {
        linea_move m = play(&g, "draw pile").move;
        CHECK(linea_review_add(&r, m, &g, 10 + i));
    }
    CHECK_EQ(g.phase, LINEA_OVER);
}

TEST(a_planted_blunder_is_found_on_every_board)
{
    for (int m = 0; maps_id(m); m++) {
        blunder(maps_id(m));
        const struct linea_learned *learned =
            nets_get(map_named(maps_id(m)), &linea_bot_expert, NULL, 0);
        for (int net = 0; net < 2; net++) {
            int worst[REVIEW_WORST];
            r.judging = LINEA_NOBODY;
            CHECK_EQ(linea_review_judge(&r, net ? learned : NULL, 0, 800, 1), 0);
            const struct review_judged *j = &steps[0].judged;
            CHECK_EQ(j->verdict, VERDICT_MISTAKE);
            CHECK_EQ(linea_move_kind(j->best), LINEA_CLAIM);
            CHECK(j->loss > 4 * j->error && j->loss > MILLION / 2);
            CHECK_EQ(j->given, j->loss);
            while (linea_review_judge(&r, net ? learned : NULL, 0, 200, 1) >= 0)
                ;
            CHECK_EQ(linea_review_worst(&r, worst, 0), 1);
            CHECK_EQ(worst[0], 0);
            CHECK_EQ(linea_review_worst(&r, worst, 1), 0);
        }
    }
}

TEST(the_better_move_is_no_mistake)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_game g = before_the_end(maps_id(m));
        static linea_move all[LINEA_MOVES];
        int n = linea_game_moves(&g, all), best = -1, route = dearest_route(g.map);
        linea_review_begin(&r, steps, ROOM, &g, 1);
        for (int i = 0; i < n; i++)
            if (linea_move_kind(all[i]) == LINEA_CLAIM &&
                linea_move_place(all[i]) == route)
                best = i;
        CHECK(best >= 0);
        linea_game_apply(&g, NULL, all[best]);
        CHECK(linea_review_add(&r, all[best], &g, 10));
        CHECK_EQ(linea_review_judge(&r, NULL, 0, 800, 1), 0);
        CHECK(steps[0].judged.verdict == VERDICT_BEST ||
              steps[0].judged.verdict == VERDICT_FINE);
        CHECK(steps[0].judged.given <= 0 ||
              steps[0].judged.given < 2 * steps[0].judged.error);
    }
}

TEST(a_game_that_is_too_long_is_not_taken)
{
    struct linea_game g = deal_on("new-york", 2, 1);
    linea_review_begin(&r, steps, 2, &g, 1);
    for (int i = 0; i < 3; i++) {
        static linea_move all[LINEA_MOVES];
        linea_game_moves(&g, all);
        linea_game_apply(&g, NULL, all[0]);
        CHECK_EQ(linea_review_add(&r, all[0], &g, i), i < 2);
    }
}

TEST(what_was_put_back_is_not_dealt_again)
{
    struct linea_game g = deal_on("new-york", 2, 1);
    static linea_move all[LINEA_MOVES];
    linea_review_begin(&r, steps, ROOM, &g, 1);
    for (int i = 0; i < 2; i++) {
        linea_game_moves(&g, all); /* The first keeps one ticket. */
        linea_game_apply(&g, NULL, all[0]);
        CHECK(linea_review_add(&r, all[0], &g, i));
    }
    int count = g.deck[0].count, moved = 0;
    CHECK_EQ(r.unknown[0], count - 2);
    struct table table = {.game = g};
    for (int k = 0; k < 8; k++) {
        linea_playout_deal(&r.playout, &table, r.unknown);
        const struct linea_game *dealt = &r.playout.begun.game;
        for (int i = 0; i < count; i++) {
            bool same = linea_deck_ticket(&g, 0, i) == linea_deck_ticket(dealt, 0, i);
            CHECK(same || i < count - 2);
            moved += !same;
        }
        CHECK(linea_game_check(dealt, NULL));
    }
    CHECK(moved > 0);
}
