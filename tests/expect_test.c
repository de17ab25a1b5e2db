/*
 * tests/expect_test.c - what a net expects of the games of a batch.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"
#include "linea/expect.h"
#include "linea/score.h"
#include "random_games.h"
#include "random_net.h"
#include "test.h"

enum { GAMES = 6, SEATS = 3, WIDTH = 64 };

static struct linea_space space;

/* A batch of a map and a net for it with random weights. */
static struct {
    struct linea_batch batch;
    struct linea_game game[GAMES];
    uint8_t seat[GAMES], done[GAMES];
    float reward[GAMES * SEATS];
    int16_t points[GAMES * SEATS];
    int32_t action[GAMES];
    uint8_t *bytes;
    struct linea_learned learned;
} box;

static void open_box(const char *map)
{
    struct net_header header;
    struct linea_error error;
    CHECK(linea_space_init(&space, maps_get(map), SEATS));
    net_header_for(&header, space.map);
    size_t length = net_length(&header);
    box.bytes = malloc(length);
    assert_non_null(box.bytes);
    net_write(box.bytes, &header, 4);
    CHECK(linea_learned_read(&box.learned, &error, space.map, box.bytes, length));
    box.batch = (struct linea_batch){.space = &space,
                                     .games = GAMES,
                                     .game = box.game,
                                     .seat = box.seat,
                                     .reward = box.reward,
                                     .points = box.points,
                                     .done = box.done};
    linea_batch_reset(&box.batch, 3);
}

TEST(a_batch_says_what_its_net_expects_and_would_play)
{
    static const char *const maps[] = {"new-york", "europe"};
    for (int m = 0; m < 2; m++) {
        open_box(maps[m]);
        for (int step = 0; step < 40; step++) {
            float share[GAMES * SEATS], margin[GAMES];
            int32_t liked[GAMES];
            uint8_t thought[GAMES * WIDTH];
            const struct linea_expectations all = {share, margin, liked, thought};
            linea_batch_expect(&box.batch, &all, &box.learned);
            for (int i = 0; i < GAMES; i++) {
                struct linea_expectation one;
                linea_observe_expectation(&one, &box.learned, &box.game[i]);
                CHECK(memcmp(share + i * SEATS, one.share, SEATS * sizeof *share) == 0);
                CHECK(memcmp(thought + i * WIDTH, one.thought.h, WIDTH) == 0);
                float sum =
                    share[i * SEATS] + share[i * SEATS + 1] + share[i * SEATS + 2];
                CHECK(sum > 0.9999f && sum < 1.0001f);
                CHECK(margin[i] >= -2.0f * space.map->vehicles &&
                      margin[i] <= 2.0f * space.map->vehicles);
                CHECK_EQ(space.move[liked[i]], one.liked);
            }
            CHECK_EQ(linea_batch_step(&box.batch, liked), 0);
        }
        free(box.bytes);
    }
}

TEST(what_a_seat_may_not_know_changes_nothing_that_it_expects)
{
    struct linea_rng rng = {2};
    open_box("london");
    for (int step = 0; step < 60; step++) {
        for (int i = 0; i < GAMES; i++) {
            struct linea_view view;
            struct linea_game other;
            struct linea_expectation one, two;
            linea_game_view(&box.game[i], &view, box.game[i].turn);
            linea_view_guess(&view, &other, &rng);
            linea_observe_expectation(&one, &box.learned, &box.game[i]);
            linea_observe_expectation(&two, &box.learned, &other);
            CHECK(memcmp(&one, &two, sizeof one) == 0);
        }
        linea_batch_random(&box.batch, box.action, &rng);
        linea_batch_step(&box.batch, box.action);
    }
    free(box.bytes);
}

TEST(of_a_game_that_is_over_its_outcome_is_expected)
{
    static struct random_game r;
    struct linea_expectation e;
    struct linea_result result;
    open_box("germany");
    random_begin(&r, (struct setup){space.map, SEATS}, 1);
    while (r.n > 0)
        random_play(&r, random_choose(&r));
    linea_observe_expectation(&e, &box.learned, &r.g);
    linea_game_score(&r.g, &result);
    int best = result.seat[1].total > result.seat[2].total ? result.seat[1].total
                                                           : result.seat[2].total;
    CHECK_EQ((int)e.margin, result.seat[0].total - best);
    for (int s = 0; s < SEATS; s++)
        CHECK_EQ(e.share[s] > 0, result.winners >> s & 1);
    CHECK_EQ(e.liked, 0);
    free(box.bytes);
}

TEST(arrays_that_are_not_wanted_are_left_out)
{
    float margin[GAMES];
    const struct linea_expectations only = {.margin = margin};
    struct linea_expectation one;
    open_box("new-york");
    linea_batch_expect(&box.batch, &only, &box.learned);
    linea_observe_expectation(&one, &box.learned, &box.game[GAMES - 1]);
    CHECK(margin[GAMES - 1] == one.margin);
    free(box.bytes);
}
