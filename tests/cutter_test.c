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

enum { RIVALS = 3 }; /* candidates of a decision that are compared with the first */

/* Mistakes that are planted into what a net says, to see that they are noticed. */
enum plant {
    NO_PLANT,
    TURNED,  /* what is good is bad */
    FAVOURS, /* all moves but the planner's are better than they are */
    PLANTS
};

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

/* What the net says, with a mistake. */
static bool planted_value(void *context, struct outcome *out,
                          const struct linea_game *g, int decisions)
{
    const struct pilot *net = &e.cutter.pilot;
    int *share = &out->share[view.viewer], candidate = e.next - 1;
    if (!net->value(net->context, out, g, decisions))
        return false;
    switch (*(enum plant *)context) {
    case TURNED:
        *share = 2 * VICTORY / g->seats - *share;
        break;
    case FAVOURS:
        *share += candidate > 0 ? VICTORY / 8 : 0;
        break;
    default:
        break;
    }
    return true;
}

/* What the first candidate is worth, and by how much some others are better: the first,
   the last and one between: they are moves of different kinds. */
struct reading {
    double value, more[RIVALS];
};

static int rival(int k)
{
    return 1 + k * (e.candidates - 2) / (RIVALS - 1);
}

/* A reading by so many rounds, to the end or (with a net) cut short; the same seed
   deals the same guesses. */
static void measure(struct reading *out, const struct linea_learned *learned,
                    enum plant plant, int rounds, uint64_t seed)
{
    static const struct linea_budget one = {0};
    const struct pilot pilot = {.context = &plant, .value = planted_value};
    linea_evaluate_begin(&e, &view, list, listed, NULL, seed);
    if (learned) {
        linea_cutter_begin(&e.cutter, &e.playout, learned);
        e.playout.pilot = &pilot;
    }
    uint64_t compared = 1;
    for (int k = 0; k < RIVALS && e.candidates > RIVALS; k++)
        compared |= (uint64_t)1 << rival(k);
    linea_evaluate_again(&e, compared);
    for (int i = 0; i < rounds; i++)
        linea_evaluate_go(&e, &one);
    out->value = linea_evaluate_value(&e, 0, MEASURE_SHARE).mean * 1e-6;
    for (int k = 0; k < RIVALS; k++)
        out->more[k] =
            e.candidates > RIVALS
                ? linea_evaluate_more(&e, rival(k), 0, MEASURE_SHARE).mean * 1e-6
                : NAN;
}

/* What a net says against what playouts to the end say, in the same guesses: how far
   off values and differences between moves are on average, and how much a difference
   of 1 is worth by playouts to the end. */
struct fit {
    struct sample level, bias;
    double xx, xy, yy, slope, slope_error;
};

static void add_reading(struct fit *fit, const struct reading *cut,
                        const struct reading *whole)
{
    add(&fit->level, cut->value - whole->value);
    for (int k = 0; k < RIVALS && !isnan(cut->more[k]); k++) {
        double x = cut->more[k], y = whole->more[k];
        add(&fit->bias, x - y);
        fit->xx += x * x;
        fit->xy += x * y;
        fit->yy += y * y;
    }
}

static void find_fits(struct fit fit[PLANTS], const char *map, int seats, int decisions,
                      int rounds)
{
    const struct linea_learned *learned = net_of(map);
    memset(fit, 0, PLANTS * sizeof *fit);
    for (int i = 0; i < decisions; i++) {
        struct reading cut, whole;
        find_decision(map, seats, (uint64_t)i);
        measure(&whole, NULL, NO_PLANT, rounds, (uint64_t)i);
        for (int plant = 0; plant < PLANTS; plant++) {
            measure(&cut, learned, (enum plant)plant, rounds, (uint64_t)i);
            add_reading(&fit[plant], &cut, &whole);
        }
    }
    for (int plant = 0; plant < PLANTS; plant++) {
        struct fit *f = &fit[plant];
        f->slope = f->xy / f->xx;
        f->slope_error =
            sqrt((f->yy - f->xy * f->xy / f->xx) / f->xx / (f->bias.n - 1));
        print_message("%s, %d players, plant %d: values by the net are off by %+.4f +- "
                      "%.4f, differences by %+.4f +- %.4f, slope %.2f +- %.2f, in %d\n",
                      map, seats, plant, mean(&f->level), error(&f->level),
                      mean(&f->bias), error(&f->bias), f->slope, f->slope_error,
                      f->bias.n);
    }
}

/* It is not the same. A net expects good players to go on: it takes losses for smaller,
   and who has played like a planner is behind in its eyes. That is the same for all
   moves, so they are sorted by it none the less. */
enum {
    LEVEL = 250, /* thousandths of a victory that a value may be off on average … */
    BIAS = 30,   /* … and a difference … */
    SLOPE_LEAST = 40, /* … and hundredths that a difference of 1 may be worth */
    SLOPE_MOST = 180,
};

static bool agrees(const struct fit *fit)
{
    return fabs(mean(&fit->level)) < LEVEL * 1e-3 + 2 * error(&fit->level) &&
           fabs(mean(&fit->bias)) < BIAS * 1e-3 + 3 * error(&fit->bias) &&
           fit->slope + 3 * fit->slope_error > SLOPE_LEAST * 1e-2 &&
           fit->slope - 3 * fit->slope_error < SLOPE_MOST * 1e-2;
}

TEST(a_net_agrees_with_playouts_to_the_end_and_mistakes_in_it_are_noticed)
{
    for (int m = 0; maps_id(m); m++) {
        int most = map_named(maps_id(m))->max_seats;
        for (int seats = 2; seats <= most; seats += most - 2) {
            struct fit fit[PLANTS];
            find_fits(fit, maps_id(m), seats, test_size(24, 150), test_size(40, 60));
            for (int plant = 0; plant < PLANTS; plant++)
                CHECK_EQ(agrees(&fit[plant]), plant == NO_PLANT);
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
