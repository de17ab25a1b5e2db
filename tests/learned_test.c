/*
 * tests/learned_test.c - nets that fit their map, the bots that play with them, and
 * what they say of a position.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"
#include "common/nets.h"
#include "learned.h"
#include "net_kernel.h"
#include "player.h"
#include "random_games.h"
#include "random_net.h"

/* A net with random weights that fits a map. */
struct fitted {
    struct net_header header;
    size_t length;
    uint8_t *bytes;
    struct linea_learned learned;
};

static void fit(struct fitted *f, const struct linea_map *map, uint64_t number)
{
    struct linea_error error;
    net_header_for(&f->header, map);
    f->length = net_length(&f->header);
    f->bytes = malloc(f->length);
    assert_non_null(f->bytes);
    net_write(f->bytes, &f->header, number);
    CHECK(linea_learned_read(&f->learned, &error, map, f->bytes, f->length));
    f->learned.net.kernel = nets_kernel();
}

/* A whole game between players of a bot with that budget; whose moves are legal. */
static void play(uint32_t *moves_made, struct setup setup, const struct linea_bot *bot,
                 const struct linea_budget *budget, uint64_t number)
{
    static struct linea_player player[LINEA_SEATS];
    struct linea_game g;
    struct linea_seed seed;
    uint32_t hash = 0;
    linea_seed_derive(&seed, 5, number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, 0, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_player_begin(&player[s], bot, budget, number);
    for (int step = 0; g.phase != LINEA_OVER && step < 3000; step++) {
        linea_move m = linea_player_move(&player[g.turn], &g);
        CHECK(linea_game_legal(&g, m));
        hash = hash * 31 + m;
        linea_game_apply(&g, NULL, m);
    }
    *moves_made = hash;
}

TEST(the_net_bot_plays_legal_moves_on_every_map_with_any_number_of_players)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i += test_size(5, 1)) {
        static struct fitted f;
        uint32_t once, twice;
        fit(&f, setup.map, (uint64_t)i);
        struct linea_budget budget = {.learned = &f.learned};
        play(&once, setup, &linea_bot_net, &budget, 1);
        f.learned.net.kernel = &linea_net_plain;
        play(&twice, setup, &linea_bot_net, &budget, 1);
        CHECK_EQ(once, twice);
        free(f.bytes);
    }
}

TEST(looking_ahead_is_legal_and_the_same_again_with_every_kernel)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i += test_size(17, 5)) {
        static struct fitted f;
        uint32_t once, twice;
        fit(&f, setup.map, (uint64_t)i);
        struct linea_budget budget = {.simulations = 5, .learned = &f.learned};
        play(&once, setup, &linea_bot_deep, &budget, 1);
        f.learned.net.kernel = &linea_net_plain;
        play(&twice, setup, &linea_bot_deep, &budget, 1);
        CHECK_EQ(once, twice);
        free(f.bytes);
    }
}

TEST(without_a_net_the_planner_plays)
{
    struct setup setup = {maps_get("london"), 3};
    uint32_t net, deep, planner;
    play(&net, setup, &linea_bot_net, NULL, 2);
    play(&deep, setup, &linea_bot_deep, NULL, 2);
    play(&planner, setup, &linea_bot_planner, NULL, 2);
    CHECK_EQ(net, planner);
    CHECK_EQ(deep, planner);
}

TEST(levels_play_with_a_net_that_comes_or_goes_in_the_midst_of_a_game)
{
    static const struct linea_bot *const levels[] = {
        &linea_bot_easy, &linea_bot_normal, &linea_bot_hard, &linea_bot_expert};
    static struct random_game r;
    static struct linea_player player;
    static struct fitted f;
    struct setup setup = {maps_get("europe"), 3};
    fit(&f, setup.map, 1);
    for (int i = 0; i < 4; i++) {
        random_begin(&r, setup, 1);
        linea_player_begin(&player, levels[i], NULL, 1);
        for (; r.g.phase != LINEA_OVER && r.step < 200;) {
            bool learned = r.step / 20 % 2;
            player.budget = (struct linea_budget){
                .simulations = 4, .learned = learned ? &f.learned : NULL};
            linea_move m = linea_player_move(&player, &r.g);
            CHECK(linea_game_legal(&r.g, m));
            random_play(&r, r.g.turn ? random_choose(&r) : m);
        }
        CHECK(r.step > 60);
    }
    free(f.bytes);
}

/* The clock that has run out already, or runs out after some looks at it. */
static bool looked(void *context)
{
    int *looks = context;
    return (*looks)-- <= 0;
}

TEST(looking_ahead_stops_when_time_is_up)
{
    static struct random_game r;
    static struct linea_player player;
    static struct fitted f;
    struct setup setup = {maps_get("new-york"), 2};
    fit(&f, setup.map, 1);
    random_begin(&r, setup, 1);
    while (r.step < 12 || r.n < 5)
        random_play(&r, random_choose(&r));
    for (int looks = 0; looks < 9; looks++) {
        int left = looks;
        struct linea_budget budget = {
            .time_up = looked, .context = &left, .learned = &f.learned};
        linea_player_begin(&player, &linea_bot_deep, &budget, 1);
        CHECK(linea_game_legal(&r.g, linea_player_move(&player, &r.g)));
        CHECK(left < 0);
    }
    free(f.bytes);
}

static bool refused(const struct fitted *f, const struct linea_map *map,
                    const char *message)
{
    static struct linea_learned learned;
    struct linea_error error;
    bool read = linea_learned_read(&learned, &error, map, f->bytes, f->length);
    if (!read)
        CHECK_TEXT(error.message, message);
    return !read;
}

TEST(a_net_of_another_map_or_version_or_size_is_refused)
{
    static struct fitted f;
    const struct linea_map *london = maps_get("london");
    fit(&f, london, 1);
    CHECK(refused(&f, maps_get("europe"),
                  "the net was trained on another map than this \"europe\""));
    struct net_header other = f.header;
    other.features_version = NET_FEATURES_VERSION + 1;
    net_write(f.bytes, &other, 1);
    char message[LINEA_MESSAGE];
    snprintf(message, sizeof message,
             "the net was trained on features of another version than %d",
             NET_FEATURES_VERSION);
    CHECK(refused(&f, london, message));
    other = f.header;
    other.seats--;
    f.length = net_length(&other);
    net_write(f.bytes, &other, 1);
    CHECK(refused(
        &f, london,
        "the net is absurd: it has other features, actions or seats than its map"));
    free(f.bytes);
}

TEST(powers_of_e_are_close_and_fall_from_1_to_0)
{
    int32_t last = 65536;
    CHECK_EQ(linea_net_exp(0), 65536);
    for (int64_t x = 0; x > -900000; x -= 37) {
        int32_t power = linea_net_exp(x);
        CHECK(fabs(power - 65536 * exp((double)x / 65536)) < 20);
        CHECK(power <= last && power >= 0);
        last = power;
    }
    CHECK_EQ(linea_net_exp(INT32_MIN), 0);
}

TEST(shares_of_the_victory_add_up_and_leads_stay_within_twice_the_vehicles)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        static struct random_game r;
        static struct fitted f;
        fit(&f, setup.map, (uint64_t)i);
        random_begin(&r, setup, 1);
        while (r.step < 40 && r.g.phase != LINEA_OVER)
            random_play(&r, random_choose(&r));
        if (r.g.phase != LINEA_OVER && r.n > 1) {
            struct linea_view view;
            struct net_memory memory;
            struct linea_net_thought thought;
            struct linea_prospect prospect;
            linea_game_view(&r.g, &view, r.g.turn);
            linea_net_begin(&memory);
            struct linea_look look = {&view, &memory,
                                      linea_net_advise(&memory, &view, r.moves, r.n)};
            linea_learned_think(&f.learned, &thought, &look);
            linea_learned_expect(&f.learned, &prospect, &thought, &view);
            int sum = 0;
            for (int s = 0; s < setup.seats; s++)
                sum += prospect.share[s];
            CHECK(sum > 999990 && sum <= 1000000);
            CHECK(abs(prospect.lead) <= setup.map->vehicles * 2000);
        }
        free(f.bytes);
    }
}

TEST(a_file_that_is_no_net_is_said_once_and_played_without)
{
    const struct linea_map *map = maps_get("london");
    CHECK(!nets_get(map, &linea_bot_planner, "no/such/file", 12));
    CHECK(!nets_get(map, &linea_bot_net, "no/such/file", 12));
    CHECK(!nets_get(map, &linea_bot_net, "no/such/file", 12));
}
