/*
 * tests/cutter_test.c - playouts that a net cuts short: what they say against what
 * playouts to the end say, and that no figure comes from them.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"
#include "common/nets.h"
#include "evaluate.h"
#include "player.h"
#include "scene.h"
#include "test.h"

enum { RIVALS = 2 }; /* candidates of a decision that are compared with the first */

static struct evaluation e;
static struct linea_game position;
static struct linea_view view;
static linea_move list[LINEA_MOVES];
static int listed;

/* A decision of a game between planners, each as likely, as its seat sees it. */
static void find_decision(const char *map, int seats, uint64_t number)
{
    static struct linea_player player[LINEA_SEATS];
    struct linea_rng rng = {number};
    struct linea_game g = deal_on(map, seats, 100 + number);
    int found = 0;
    for (int s = 0; s < seats; s++)
        linea_player_begin(&player[s], &linea_bot_planner, NULL, 0);
    while (g.phase != LINEA_OVER) {
        if (linea_game_moves(&g, list) > 1 && linea_rng_below(&rng, ++found) == 0)
            position = g;
        linea_game_apply(&g, NULL, linea_player_move(&player[g.turn], &g));
    }
    linea_game_view(&position, &view, position.turn);
    listed = linea_game_moves(&position, list);
}

static const struct linea_learned *net_of(const char *map)
{
    const struct linea_learned *learned =
        nets_get(map_named(map), &linea_bot_expert, NULL, 0);
    CHECK(learned);
    return learned;
}

/* Numbers whose mean has an error. */
struct sample {
    int n;
    double sum, squares;
};

static void add(struct sample *s, double x)
{
    s->n++;
    s->sum += x;
    s->squares += x * x;
}

static double mean(const struct sample *s)
{
    return s->sum / s->n;
}

static double error(const struct sample *s)
{
    double spread = s->squares / s->n - mean(s) * mean(s);
    return sqrt((spread > 0 ? spread : 0) / (s->n > 1 ? s->n - 1 : 1));
}

/* By how much some candidates are better than the first, by so many rounds; the same
   seed deals the same guesses, with a net or without. */
static void measure(double out[RIVALS], const struct linea_learned *learned, int rounds,
                    uint64_t seed)
{
    static const struct linea_budget one = {0};
    linea_evaluate_begin(&e, &view, list, listed, NULL, seed);
    if (learned)
        linea_cutter_begin(&e.cutter, &e.playout, learned);
    for (int i = 0; i < e.candidates; i++) {
        if (i > RIVALS)
            e.active &= ~((uint64_t)1 << i);
        linea_evaluate_keep(&e, i);
    }
    for (int i = 0; i < rounds; i++)
        linea_evaluate_go(&e, &one);
    for (int i = 0; i < RIVALS; i++)
        out[i] = i + 1 < e.candidates
                     ? linea_evaluate_more(&e, i + 1, 0, MEASURE_SHARE).mean * 1e-6
                     : NAN;
}

/* The net's differences between moves against those of playouts to the end, in the same
   guesses: how far off they are on average, and how much one of 1 is worth by playouts
   to the end. */
struct fit {
    struct sample bias;
    double slope, slope_error;
};

static struct fit find_bias(const char *map, int seats,
                            const struct linea_learned *learned, int decisions,
                            int rounds)
{
    struct fit fit = {0};
    double xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < decisions; i++) {
        double cut[RIVALS], whole[RIVALS];
        find_decision(map, seats, (uint64_t)i);
        measure(cut, learned, rounds, (uint64_t)i);
        measure(whole, NULL, rounds, (uint64_t)i);
        for (int k = 0; k < RIVALS; k++) {
            if (isnan(cut[k]))
                continue;
            add(&fit.bias, cut[k] - whole[k]);
            xx += cut[k] * cut[k];
            xy += cut[k] * whole[k];
            yy += whole[k] * whole[k];
        }
    }
    fit.slope = xy / xx;
    fit.slope_error = sqrt((yy - xy * xy / xx) / xx / (fit.bias.n - 1));
    print_message("%s, %d players: differences by the net are off by %+.4f +- %.4f, "
                  "slope %.2f +- %.2f, in %d\n",
                  map, seats, mean(&fit.bias), error(&fit.bias), fit.slope,
                  fit.slope_error, fit.bias.n);
    return fit;
}

/* What a net says of moves, against what playouts to the end say. It is not the same: a
   net expects good players to go on, and takes losses for smaller. */
enum {
    BIAS = 30,        /* thousandths of a victory that it may be off on average … */
    SLOPE_LEAST = 40, /* … and hundredths that a difference of 1 may be worth */
    SLOPE_MOST = 180,
};

static bool agrees(const struct fit *fit)
{
    return fabs(mean(&fit->bias)) < BIAS * 1e-3 + 3 * error(&fit->bias) &&
           fit->slope + 3 * fit->slope_error > SLOPE_LEAST * 1e-2 &&
           fit->slope - 3 * fit->slope_error < SLOPE_MOST * 1e-2;
}

TEST(differences_by_a_net_are_near_those_of_playouts_to_the_end)
{
    for (int m = 0; maps_id(m); m++) {
        const struct linea_learned *learned = net_of(maps_id(m));
        int most = map_named(maps_id(m))->max_seats;
        for (int seats = 2; seats <= most; seats += most - 2) {
            struct fit fit = find_bias(maps_id(m), seats, learned, test_size(15, 150),
                                       test_size(40, 60));
            CHECK(agrees(&fit));
        }
    }
}

/* What sorting by a net loses: the best candidate by many playouts against the best of
   those that are left, by other playouts. */
static struct sample find_loss(const char *map, const struct linea_learned *learned,
                               int left, int decisions, int playouts)
{
    struct sample loss = {0};
    struct linea_budget many = {.simulations = playouts};
    for (int i = 0; i < decisions; i++) {
        find_decision(map, 2, (uint64_t)i);
        linea_evaluate_begin(&e, &view, list, listed, NULL, 7);
        int best = linea_evaluate_choose(&e, NULL, playouts);
        linea_evaluate_begin(&e, &view, list, listed, NULL, 8);
        linea_evaluate_sort(&e, learned, 60, left);
        if (e.active >> best & 1) {
            add(&loss, 0);
            continue;
        }
        linea_evaluate_narrow(&e, playouts, 1);
        int other = 0;
        while (!(e.active >> other & 1))
            other++;
        linea_evaluate_again(&e, (uint64_t)1 << best | (uint64_t)1 << other);
        linea_evaluate_go(&e, &many);
        add(&loss, linea_evaluate_more(&e, best, other, MEASURE_SHARE).mean * 1e-6);
    }
    print_message("%s: sorting loses %+.4f +- %.4f in %d\n", map, mean(&loss),
                  error(&loss), loss.n);
    return loss;
}

TEST(the_best_moves_are_among_those_that_sorting_leaves)
{
    for (int m = 0; maps_id(m); m++) {
        struct sample loss = find_loss(maps_id(m), net_of(maps_id(m)), SORTED,
                                       test_size(10, 100), test_size(300, 3000));
        CHECK(mean(&loss) < 0.01 + 3 * error(&loss));
    }
}

/* A net that takes what is good for bad: its value head turned around. */
static const struct linea_learned *turned_around(const char *map)
{
    static int8_t weights[(LINEA_SEATS + 1) * LINEA_NET_THOUGHT];
    static struct linea_learned learned;
    learned = *net_of(map);
    struct linea_net_layer *value = &learned.net.layer[LINEA_NET_VALUE];
    for (int i = 0; i < value->inputs * value->outputs; i++)
        weights[i] =
            (int8_t)(value->weights[i] == INT8_MIN ? INT8_MAX : -value->weights[i]);
    value->weights = weights;
    return &learned;
}

TEST(a_net_that_is_wrong_is_noticed)
{
    struct fit fit = find_bias("new-york", 2, turned_around("new-york"), 15, 15);
    CHECK(!agrees(&fit));
}

TEST(no_figure_comes_from_playouts_that_were_cut_short)
{
    int before = 0;
    for (uint64_t number = 0; before <= 2 * SORTED; number++) {
        find_decision("europe", 3, number);
        linea_evaluate_begin(&e, &view, list, listed, NULL, 1);
        before = e.candidates;
    }
    int done = linea_evaluate_sort(&e, net_of("europe"), 100, SORTED);
    CHECK(done > 0 && done <= 100 + before);
    CHECK(!e.playout.pilot);
    CHECK_EQ(e.rounds, 0);
    CHECK(linea_bits(e.active) <= SORTED + 1 && (e.active & 1));
    for (int i = 0; i < e.candidates; i++)
        CHECK_EQ(e.candidate[i].rounds, 0);
    CHECK_EQ(linea_evaluate_more(&e, 0, 1, MEASURE_WORTH).rounds, 0);
}

TEST(where_all_hands_are_known_a_net_sorts_nothing)
{
    uint64_t number = 0;
    do {
        find_decision("london", 2, number++);
        linea_evaluate_begin_open(&e, &position, list, listed, 1);
    } while (e.candidates < 8);
    uint64_t active = e.active;
    CHECK_EQ(linea_evaluate_sort(&e, net_of("london"), 100, 2), 0);
    CHECK(e.active == active);
    e.open = false; /* seen from a seat it would */
    CHECK(linea_evaluate_sort(&e, net_of("london"), 100, 2) > 0);
}

TEST(narrowing_leaves_the_best_and_what_is_kept)
{
    for (int budget = 20; budget <= 2000; budget *= 10) {
        uint64_t number = 0;
        do {
            find_decision("germany", 3, number++);
            linea_evaluate_begin(&e, &view, list, listed, NULL, 1);
        } while (e.candidates < 8);
        int last = e.candidates - 1;
        linea_evaluate_keep(&e, last);
        int done = linea_evaluate_narrow(&e, budget, 2);
        CHECK(done <= budget + e.candidates);
        CHECK(e.active >> last & 1);
        CHECK(budget < 200 || linea_bits(e.active) <= 3);
    }
}
