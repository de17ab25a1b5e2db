/*
 * tests/evaluate_test.c - the evaluation of moves: its candidates, its figures and
 * their errors, going on after a stop, and playouts that a pilot cuts short.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "evaluate.h"
#include "random_games.h"
#include "scene.h"
#include "test.h"

#include "common/maps.h"

static struct evaluation e, other;
static struct linea_view view;
static linea_move list[LINEA_MOVES];

/* Begin to evaluate for the seat to move. */
static void begin(struct evaluation *out, const struct linea_game *g, uint64_t seed)
{
    int n = linea_game_moves(g, list);
    linea_game_view(g, &view, g->turn);
    linea_evaluate_begin(out, &view, list, n, NULL, seed);
}

static void go(struct evaluation *out, int playouts)
{
    struct linea_budget budget = {.simulations = playouts};
    CHECK_EQ(linea_evaluate_go(out, &budget), playouts);
}

/* A game between planners, some moves after the deal. */
static struct linea_game game_after(const char *map, int seats, int played)
{
    static struct planner memory[LINEA_SEATS];
    static const struct linea_budget none = {0};
    struct linea_game g = deal_on(map, seats, 5);
    for (int s = 0; s < seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, &memory[s], 0);
    for (int i = 0; i < played; i++) {
        int n = linea_game_moves(&g, list);
        CHECK(n > 0);
        linea_game_view(&g, &view, g.turn);
        linea_game_apply(&g, NULL,
                         linea_bot_planner.choose(&linea_bot_planner, &memory[g.turn],
                                                  &view, list, n, &none));
    }
    return g;
}

TEST(an_estimate_is_the_mean_and_the_standard_error_of_the_mean)
{
    struct tally t = {0};
    /* Three victories in four games: deviations of a half from n - 1 = 3. */
    for (int i = 0; i < 4; i++)
        linea_tally_add(&t, i ? VICTORY : 0);
    struct estimate x = linea_estimate(&t, 4, MEASURE_SHARE);
    CHECK_EQ(x.mean, 750000);
    CHECK_EQ(x.error / 1000, 250);
    t = (struct tally){0};
    for (int i = 0; i < 100; i++)
        linea_tally_add(&t, (i % 2 ? -3 : -5) * LEAD_POINT);
    x = linea_estimate(&t, 100, MEASURE_LEAD);
    CHECK_EQ(x.mean, -4000);
    CHECK(abs(x.error - 100) <= 1);
    CHECK_EQ(linea_estimate(&t, 0, MEASURE_LEAD).rounds, 0);
}

TEST(payments_that_differ_only_in_waste_are_one_candidate)
{
    for (int i = 0; maps_id(i); i++)
        for (int played = 2; played < 40; played += 5) {
            struct linea_game g = game_after(maps_id(i), 2, played);
            begin(&e, &g, 1);
            CHECK(e.candidates >= 1);
            for (int a = 0; a < e.candidates; a++)
                CHECK_EQ(linea_evaluate_find(&e, e.candidate[a].move), a);
        }
    struct linea_game g = game_on("new-york", 2);
    give_hand(&g, 0, "red:3,wild:3");
    begin(&e, &g, 1);
    int found = 0;
    for (int k = 0; k < linea_game_moves(&g, list); k++) {
        linea_move m = list[k], waste = m + (1 << 20);
        if (linea_move_kind(m) != LINEA_CLAIM || linea_move_colour(m) == LINEA_WILD ||
            !linea_game_legal(&g, waste))
            continue;
        CHECK_EQ(linea_evaluate_add(&e, m), linea_evaluate_add(&e, waste));
        found++;
    }
    CHECK(found > 0);
}

TEST(an_evaluation_that_was_stopped_goes_on_as_if_it_was_not)
{
    struct linea_game g = game_after("london", 3, 30);
    begin(&e, &g, 3);
    go(&e, 301);
    begin(&other, &g, 3);
    for (int i = 0; i < 43; i++)
        go(&other, 7);
    CHECK_EQ(e.rounds, other.rounds);
    CHECK(e.rounds > 10);
    CHECK(memcmp(e.candidate, other.candidate,
                 sizeof e.candidate[0] * (size_t)e.candidates) == 0);
    CHECK(memcmp(e.pair, other.pair, sizeof e.pair) == 0);
}

TEST(a_difference_is_that_of_the_values_and_sharper_than_they_are)
{
    for (int i = 0; maps_id(i); i++) {
        struct linea_game g = game_after(maps_id(i), 2, 24);
        begin(&e, &g, 3);
        CHECK(e.candidates > 2);
        linea_evaluate_keep(&e, 0);
        linea_evaluate_keep(&e, 1);
        go(&e, 2000);
        struct estimate a = linea_evaluate_value(&e, 0, MEASURE_LEAD),
                        b = linea_evaluate_value(&e, 1, MEASURE_LEAD),
                        more = linea_evaluate_more(&e, 0, 1, MEASURE_LEAD),
                        less = linea_evaluate_more(&e, 1, 0, MEASURE_LEAD);
        CHECK(more.rounds >= e.rounds - 1);
        CHECK(abs(a.mean - b.mean - more.mean) <= 12);
        CHECK_EQ(less.mean, -more.mean);
        CHECK(more.error > 0);
        CHECK((int64_t)more.error * more.error <
              (int64_t)a.error * a.error + (int64_t)b.error * b.error);
    }
}

TEST(shares_of_all_seats_are_one_victory)
{
    struct linea_game g = game_after("germany", 4, 40);
    begin(&e, &g, 3);
    go(&e, 200);
    int sum = 0;
    for (int s = 0; s < 4; s++)
        sum += linea_evaluate_seat(&e, 0, s, MEASURE_SHARE).mean;
    CHECK(abs(sum - MILLION) <= 4);
    CHECK_EQ(linea_evaluate_seat(&e, 0, g.turn, MEASURE_LEAD).mean,
             linea_evaluate_value(&e, 0, MEASURE_LEAD).mean);
}

TEST(what_is_worse_beyond_doubt_is_dropped_unless_it_is_kept)
{
    /* The last move of a game: drawing a card brings nothing. */
    struct linea_game g = game_on("new-york", 2);
    give_hand(&g, 0, "red:4,blue:4,wild:3");
    g.last_turns = 1;
    begin(&e, &g, 1);
    int n = linea_game_moves(&g, list), draw = linea_evaluate_add(&e, list[0]);
    CHECK(n > 1);
    CHECK_EQ(linea_move_kind(list[0]), LINEA_DRAW);
    int best = linea_evaluate_best(&e);
    go(&e, 40 * e.candidates);
    best = linea_evaluate_best(&e);
    CHECK_EQ(linea_move_kind(e.candidate[best].move), LINEA_CLAIM);
    CHECK(!(e.active >> draw & 1));
    CHECK(linea_evaluate_more(&e, best, draw, MEASURE_LEAD).mean >= 1000);
    int rounds = e.candidate[draw].rounds;
    go(&e, 100);
    CHECK_EQ(e.candidate[draw].rounds, rounds);
    begin(&e, &g, 1);
    linea_evaluate_keep(&e, draw);
    go(&e, 60 * e.candidates);
    CHECK_EQ(e.candidate[draw].rounds, e.rounds);
}

TEST(another_move_than_the_planners_is_best_if_it_is_better_by_half_its_error)
{
    struct linea_game g = game_after("new-york", 2, 20);
    begin(&e, &g, 1);
    CHECK(e.candidates > 1);
    linea_evaluate_again(&e, 3);
    /* In a hundred rounds, with an error of about a hundred. */
    struct tally *planned_more = &e.pair[0].more[MEASURE_WORTH];
    e.pair[0].rounds = 100;
    for (int i = 0; i < 100; i++)
        linea_tally_add(planned_more, i % 2 ? 1000 : -1000);
    const int ahead[] = {-65, 0, 40, 65, 200}, best[] = {0, 0, 0, 1, 1};
    for (int i = 0; i < 5; i++) {
        planned_more->sum = -100 * ahead[i];
        CHECK_EQ(linea_evaluate_best(&e), best[i]);
    }
}

static bool up(void *context)
{
    return --*(int *)context < 0;
}

TEST(an_evaluation_stops_when_its_time_is_up)
{
    struct linea_game g = game_after("europe", 3, 30);
    int times = 5;
    struct linea_budget budget = {.time_up = up, .context = &times};
    begin(&e, &g, 1);
    CHECK_EQ(linea_evaluate_go(&e, &budget), 5);
    struct linea_budget one = {0};
    begin(&e, &g, 1);
    CHECK_EQ(linea_evaluate_go(&e, &one), e.candidates);
    CHECK_EQ(e.rounds, 1);
}

/* A pilot that ends each playout after some decisions, with what planners that begin
   there would make of it: an honest value. */
struct short_pilot {
    int asked, cut;
    int bias; /* added to seat 0's lead: a value that is not honest */
    struct playout rest;
};

static bool value(void *context, struct outcome *out, const struct linea_game *g,
                  int decisions)
{
    struct short_pilot *pilot = context;
    pilot->asked++;
    if (decisions < 6)
        return false;
    pilot->cut++;
    linea_playout_begin(&pilot->rest, g->turn, 1);
    for (int s = 0; s < g->seats; s++)
        linea_bot_playout.begin(&linea_bot_playout, &pilot->rest.now.planner[s], 0);
    pilot->rest.now.game = *g;
    linea_playout_run(&pilot->rest, out);
    out->lead[0] += pilot->bias * LEAD_POINT;
    return true;
}

/* How far a value that cuts playouts short is from playing to the end, in errors. */
static int away(struct short_pilot *cutter, const struct linea_game *g)
{
    struct pilot pilot = {.context = cutter, .value = value};
    begin(&e, g, 7);
    go(&e, 300 * e.candidates);
    begin(&other, g, 8);
    other.playout.pilot = &pilot;
    go(&other, 300 * other.candidates);
    struct estimate whole = linea_evaluate_seat(&e, 0, 0, MEASURE_LEAD),
                    cut = linea_evaluate_seat(&other, 0, 0, MEASURE_LEAD);
    int64_t square =
        (int64_t)whole.error * whole.error + (int64_t)cut.error * cut.error;
    int64_t far = (int64_t)(cut.mean - whole.mean) * (cut.mean - whole.mean);
    return (int)(far / (square ? square : 1));
}

TEST(a_value_that_cuts_playouts_short_is_compared_with_playing_to_the_end)
{
    static struct short_pilot cutter;
    struct linea_game g = game_after("new-york", 2, 20);
    cutter = (struct short_pilot){.bias = 0};
    CHECK(away(&cutter, &g) < 9);
    CHECK(cutter.cut > 1000 && cutter.asked > cutter.cut);
    cutter = (struct short_pilot){.bias = 6};
    CHECK(away(&cutter, &g) > 9);
}
