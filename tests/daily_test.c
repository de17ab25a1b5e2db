/*
 * tests/daily_test.c - the deal of a day: the same for everybody, another one each day,
 * and what bots make of it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "daily.h"

#include <stdio.h>
#include <string.h>

#include "linea/table.h"
#include "scene.h"
#include "table_box.h"
#include "test.h"

#include "common/maps.h"

static struct linea_player players[LINEA_SEATS];

static struct linea_daily day_on(const char *map, const char *date)
{
    struct linea_daily d;
    struct linea_error error;
    CHECK(linea_daily_read(&d, &error, map_named(map), date, strlen(date)));
    return d;
}

TEST(a_day_has_one_deal_on_each_board)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_daily a = day_on(maps_id(m), "2026-11-18");
        struct linea_daily b = day_on(maps_id(m), "2026-11-18");
        CHECK_EQ(memcmp(&a, &b, sizeof a), 0);
        CHECK(a.bot[DAILY_PERSON] == NULL);
        for (int s = 1; s < a.seats; s++)
            CHECK(a.bot[s] && !a.bot[s]->searches);
    }
}

/* What everybody must find, on any machine: the deal of a date never changes. */
TEST(a_date_has_the_deal_that_it_had)
{
    char seed[LINEA_SEED_TEXT + 1];
    struct linea_daily d = day_on("new-york", "2026-11-18");
    linea_seed_write(seed, &d.seed);
    CHECK_TEXT(seed,
               "32851a6d1f62753d3c5389dde37f53f7c22bc28820627e8770bf3c133580e888");
    CHECK_EQ(d.seats, 3);
    CHECK_TEXT(d.bot[1]->name, "hard");
    CHECK_TEXT(d.bot[2]->name, "normal");
}

TEST(days_and_boards_differ_and_every_number_of_players_comes)
{
    for (int m = 0; maps_id(m); m++) {
        const struct linea_map *map = map_named(maps_id(m));
        struct linea_seed seen[28];
        unsigned seats = 0;
        for (int i = 0; i < 28; i++) {
            char date[24]; /* of any int, as far as the compiler can see */
            snprintf(date, sizeof date, "2027-02-%02d", i + 1);
            struct linea_daily d = day_on(maps_id(m), date);
            seen[i] = d.seed;
            seats |= 1u << d.seats;
            for (int k = 0; k < i; k++)
                CHECK(memcmp(&seen[k], &seen[i], sizeof seen[k]) != 0);
        }
        CHECK_EQ(seats, (2u << map->max_seats) - (1u << map->min_seats));
    }
    struct linea_daily a = day_on("london", "2026-11-18");
    struct linea_daily b = day_on("new-york", "2026-11-18");
    CHECK(memcmp(&a.seed, &b.seed, sizeof a.seed) != 0);
}

TEST(only_days_of_the_calendar_have_a_deal)
{
    static const char *const wrong[] = {
        "",           "2026-11-31", "2026-02-29", "1900-01-01", "2026-13-01",
        "2026-00-01", "2026-01-00", "26-01-01",   "2026/01/01", "2026-1-01",
        "2026-01-1x", "2100-02-29", "-026-01-01", "2026-11-180"};
    static const char *const fine[] = {"2024-02-29", "2000-02-29", "9999-12-31"};
    struct linea_daily d;
    struct linea_error error;
    const struct linea_map *map = map_named("new-york");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK(!linea_daily_read(&d, &error, map, wrong[i], strlen(wrong[i])));
        CHECK(strstr(error.message, "2026-11-18") != NULL);
    }
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++)
        CHECK(linea_daily_read(&d, &error, map, fine[i], strlen(fine[i])));
}

TEST(a_game_of_the_field_is_the_same_each_time)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_daily d = day_on(maps_id(m), "2026-12-24");
        for (int i = 0; i < DAILY_FIELD; i += 6) {
            struct linea_daily_result a, b;
            linea_daily_play(&d, &a, players, NULL, i);
            linea_daily_play(&d, &b, players, NULL, i);
            CHECK(a.bot == linea_daily_field(i) && a.bot == b.bot);
            CHECK_EQ(a.points, b.points);
            CHECK_EQ(a.lead, b.lead);
            CHECK_EQ(a.won, a.lead >= 0 && b.won);
        }
    }
}

/* The table of the deal, on a server or a page, deals the same game. */
TEST(a_table_of_the_day_deals_the_game_that_the_field_has_played)
{
    for (int m = 0; maps_id(m); m++) {
        struct linea_daily d = day_on(maps_id(m), "2026-11-19");
        struct linea_table_io seeded = io;
        struct linea_error error;
        struct linea_table t;
        struct linea_game g;
        struct linea_out out;
        char request[LINEA_TABLE_REQUEST];
        seeded.seeded = true;
        linea_out_init(&out, request, sizeof request);
        linea_daily_settings(&d, &out);
        CHECK(linea_table_make(&t, &error, &seeded, request, strlen(request), ANN,
                               d.seed.byte, 0));
        ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"seat\":0,\"name\":\"Ann\"}");
        CHECK(t.begun);
        linea_game_begin(&g, NULL, d.map, d.seats, LINEA_NOBODY, &d.seed);
        CHECK_EQ(t.seats, d.seats);
        CHECK_EQ(memcmp(&t.game, &g, sizeof g), 0);
        for (int s = 1; s < d.seats; s++)
            CHECK_TEXT(t.seat[s].bot, d.bot[s]->name);
    }
}
