/*
 * tests/practice_test.c - games for a net that learns: what it is shown is what a bot
 * would be shown, planners sit where they should, and outcomes are the scores.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/practice.h"
#include "linea/score.h"
#include "random_games.h"
#include "test.h"

#include "common/maps.h"

enum { ROWS = 6, MOST_FEATURES = ROWS * NET_FEATURES, STEPS = 400 };

static struct linea_space space;
static struct net_layout layout;
static struct linea_practice_game game[ROWS];
static uint8_t features[MOST_FEATURES], mask[ROWS * LINEA_ACTIONS], seat[ROWS],
    done[ROWS];
static int32_t advised[ROWS], action[ROWS];
static float share[ROWS * LINEA_SEATS], margin[ROWS * LINEA_SEATS];
static uint8_t players[ROWS], learner[ROWS];
static int32_t deal[ROWS];
static struct linea_rng rng;

/* Rows 0 and 1 learn in all seats, the others in one; two and two have one deal. */
static struct linea_practice practice_on(const struct linea_map *map)
{
    linea_space_init(&space, map, map->min_seats);
    linea_net_layout(&layout, map);
    for (int i = 0; i < ROWS; i++) {
        players[i] = (uint8_t)(i < 4 ? map->min_seats : map->max_seats);
        learner[i] = (uint8_t)(i < 2 ? LINEA_NOBODY : i % 2);
        deal[i] = i / 2;
    }
    rng.state = 5;
    return (struct linea_practice){.space = &space,
                                   .layout = &layout,
                                   .games = ROWS,
                                   .series = 9,
                                   .game = game,
                                   .players = players,
                                   .learner = learner,
                                   .deal = deal,
                                   .features = features,
                                   .mask = mask,
                                   .seat = seat,
                                   .advised = advised,
                                   .done = done,
                                   .share = share,
                                   .margin = margin};
}

/* A legal action of each row. */
static void choose(void)
{
    for (int i = 0; i < ROWS; i++) {
        const uint8_t *legal = mask + (size_t)i * (size_t)space.actions;
        int n = linea_rng_below(&rng, space.actions);
        while (!legal[n])
            n = (n + 1) % space.actions;
        action[i] = n;
    }
}

TEST(a_bot_is_shown_the_very_bytes_that_practice_shows)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_practice p = practice_on(maps_get(maps_id(m)));
        linea_practice_reset(&p, 0, ROWS);
        for (int step = 0; step < STEPS; step++) {
            for (int i = 0; i < ROWS; i++) {
                uint8_t row[NET_FEATURES];
                struct linea_view view;
                linea_game_view(&game[i].game, &view, game[i].game.turn);
                CHECK_EQ(seat[i], view.viewer);
                linea_net_features(&layout, row, &game[i].memory[view.viewer], &view,
                                   space.move[advised[i]]);
                CHECK(memcmp(row, features + (size_t)i * (size_t)layout.count,
                             (size_t)layout.count) == 0);
                CHECK(linea_game_legal(&game[i].game, space.move[advised[i]]));
            }
            choose();
            CHECK_EQ(linea_practice_step(&p, action, 0, ROWS), 0);
        }
    }
}

TEST(a_learner_sees_only_choices_and_only_its_own)
{
    struct linea_practice p = practice_on(maps_get("london"));
    linea_practice_reset(&p, 0, ROWS);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < ROWS; i++) {
            int n = 0;
            for (int a = 0; a < space.actions; a++)
                n += mask[i * space.actions + a];
            CHECK(n > 1);
            if (learner[i] != LINEA_NOBODY)
                CHECK_EQ(seat[i], (learner[i] + game[i].number - 1) % players[i]);
        }
        choose();
        linea_practice_step(&p, action, 0, ROWS);
    }
}

/* Planners in all seats, one of them by its adviser: the learner's deal from each seat
   is one and the same game. */
TEST(who_follows_its_adviser_plays_as_the_planner_does)
{
    struct linea_practice p = practice_on(maps_get("new-york"));
    int seats = p.space->map->max_seats;
    linea_practice_reset(&p, 0, ROWS);
    float won[2] = {-1, -1};
    for (int step = 0; step < STEPS && (won[0] < 0 || won[1] < 0); step++) {
        memcpy(action, advised, sizeof action);
        linea_practice_step(&p, action, 0, ROWS);
        for (int i = 0; i < 2; i++)
            if (done[2 + i] && won[i] < 0)
                won[i] = share[(2 + i) * seats + learner[2 + i]];
    }
    CHECK(won[0] >= 0);
    CHECK(won[0] + won[1] == 1);
}

TEST(outcomes_add_up_to_one_victory)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_practice p = practice_on(maps_get(maps_id(m)));
        int seats = p.space->map->max_seats, ended = 0;
        linea_practice_reset(&p, 0, ROWS);
        for (int step = 0; step < STEPS; step++) {
            memcpy(action, advised, sizeof action);
            linea_practice_step(&p, action, 0, ROWS);
            for (int i = 0; i < ROWS; i++) {
                float sum = 0, ahead = -1;
                if (!done[i])
                    continue;
                for (int s = 0; s < seats; s++) {
                    sum += share[i * seats + s];
                    CHECK(s < players[i] || share[i * seats + s] == 0);
                    CHECK(margin[i * seats + s] >= -1 && margin[i * seats + s] <= 1);
                    if (share[i * seats + s] == 1)
                        ahead = margin[i * seats + s];
                }
                CHECK(sum > 0.999f && sum < 1.001f);
                CHECK(ahead == -1 || ahead >= 0);
                ended++;
            }
        }
        CHECK(ended > ROWS);
    }
}

TEST(ranges_of_rows_make_the_same_games_as_all_at_once)
{
    static struct linea_game first[ROWS];
    struct linea_practice p = practice_on(maps_get("new-york"));
    for (int way = 0; way < 2; way++) {
        int half = way ? ROWS / 2 : ROWS;
        for (int from = 0; from < ROWS; from += half)
            linea_practice_reset(&p, from, from + half);
        for (int step = 0; step < 50; step++) {
            memcpy(action, advised, sizeof action);
            for (int from = ROWS - half; from >= 0; from -= half)
                CHECK_EQ(linea_practice_step(&p, action, from, from + half), 0);
        }
        for (int i = 0; i < ROWS; i++) {
            if (!way)
                first[i] = game[i].game;
            CHECK(memcmp(&first[i], &game[i].game, sizeof first[i]) == 0);
        }
    }
}

TEST(an_action_that_is_not_legal_is_refused)
{
    static struct linea_game before;
    struct linea_practice p = practice_on(maps_get("europe"));
    linea_practice_reset(&p, 0, ROWS);
    choose();
    before = game[0].game;
    while (mask[action[0]])
        action[0] = (action[0] + 1) % space.actions;
    action[1] = -1;
    action[2] = space.actions;
    CHECK_EQ(linea_practice_step(&p, action, 0, ROWS), 3);
    CHECK(memcmp(&before, &game[0].game, sizeof before) == 0);
}
