/*
 * tests/sheet_test.c - a score sheet says of a game what lies open at its end, and that
 * is enough for all of its points, on every map and for every number of players.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/sheet.h"

#include <stdio.h>
#include <string.h>

#include "common/maps.h"
#include "linea/list.h"
#include "linea/refusal.h"
#include "linea/score.h"
#include "random_games.h"
#include "scene.h"
#include "test.h"

static struct linea_json json;
static char text[LINEA_LINE], again[LINEA_LINE];

static bool sheet_from(struct linea_game *g, struct linea_error *error,
                       const struct linea_map *map, const char *sheet)
{
    CHECK(!linea_json_read(&json, sheet, strlen(sheet)));
    return linea_sheet_read(g, error, map, &json, 0);
}

static void write_seat_tickets(struct linea_list *list, const struct linea_game *g,
                               int s)
{
    linea_list_next(list);
    struct linea_list held = linea_list_open(list->out, "[", "]");
    for (struct linea_set left = g->seat[s].tickets; !linea_set_empty(&left);)
        linea_list_ticket(&held, g->map, linea_set_pop(&left));
    linea_list_close(&held);
}

static void write_seat_taken(struct linea_list *list, const struct linea_game *g, int s)
{
    struct linea_list taken = linea_list_object(list);
    for (int c = 0; c < g->map->passenger_colours; c++)
        linea_key_int(&taken, linea_map_passenger_name(g->map, c), g->seat[s].taken[c]);
    linea_list_close(&taken);
}

static void write_routes(struct linea_list *object, const struct linea_game *g)
{
    struct linea_list routes = linea_key_open(object, "routes", "{", "}");
    for (int s = 0; s < g->seats; s++)
        for (struct linea_set left = g->seat[s].routes; !linea_set_empty(&left);) {
            linea_list_next(&routes);
            linea_out_text(routes.out, "\"");
            linea_route_write(g->map, routes.out, linea_set_pop(&left));
            linea_out_text(routes.out, "\":");
            linea_out_int(routes.out, s);
        }
    linea_list_close(&routes);
}

static void write_stations(struct linea_list *object, const struct linea_game *g)
{
    struct linea_list stations = linea_key_open(object, "stations", "{", "}");
    for (int s = 0; s < g->seats; s++)
        for (uint64_t left = g->seat[s].stations; left; left &= left - 1) {
            int l = linea_lowest(left);
            linea_key_int(&stations, linea_map_text(g->map, g->map->location[l].id), s);
        }
    linea_list_close(&stations);
}

/* What somebody with a printed board would note of a game. */
static const char *sheet_of(const struct linea_game *g)
{
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = linea_list_open(&out, "{", "}"), list;
    linea_key_text(&object, "map", linea_map_text(g->map, g->map->id));
    linea_key_int(&object, "seats", g->seats);
    write_routes(&object, g);
    list = linea_key_open(&object, "tickets", "[", "]");
    for (int s = 0; s < g->seats; s++)
        write_seat_tickets(&list, g, s);
    linea_list_close(&list);
    if (g->map->stations)
        write_stations(&object, g);
    if (g->map->passenger_colours) {
        list = linea_key_open(&object, "taken", "[", "]");
        for (int s = 0; s < g->seats; s++)
            write_seat_taken(&list, g, s);
        linea_list_close(&list);
    }
    linea_list_close(&object);
    return text;
}

static void check_sheet(const struct linea_game *g)
{
    struct linea_game read;
    struct linea_error error = {0};
    struct linea_result expected, result;
    if (!sheet_from(&read, &error, g->map, sheet_of(g)))
        fail_msg("%s: %s", error.message, text);
    linea_game_score(g, &expected);
    linea_game_score(&read, &result);
    assert_memory_equal(&expected, &result, sizeof result);
    for (int s = 0; s < g->seats; s++)
        CHECK_EQ(read.seat[s].vehicles, g->seat[s].vehicles);
}

TEST(a_sheet_counts_what_the_game_counts_at_every_moment)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        int moves = 0;
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0; moves++) {
            if (moves % 16 == 0)
                check_sheet(&r.g);
            random_play(&r, random_choose(&r));
        }
        check_sheet(&r.g);
    }
}

/* The sheet of a game with one more route for a seat; whether it can be. */
static bool can_add(const struct linea_game *g, int seat, int route)
{
    struct linea_game with = *g, read;
    linea_set_add(&with.seat[seat].routes, route);
    return sheet_from(&read, NULL, g->map, sheet_of(&with));
}

TEST(what_a_sheet_calls_closed_is_what_it_refuses)
{
    static const char *const maps[] = {"new-york", "london", "germany", "europe"};
    static struct random_game r;
    for (int m = 0; m < 4; m++)
        for (int seats = 2; seats <= 4; seats += 2) {
            struct linea_game read;
            random_begin(&r, (struct setup){map_named(maps[m]), seats}, 5);
            for (int i = 0; r.n > 0; i++)
                random_play(&r, random_choose(&r));
            CHECK(sheet_from(&read, NULL, r.g.map, sheet_of(&r.g)));
            for (int s = 0; s < seats; s++)
                for (int route = 0; route < r.g.map->routes; route++) {
                    enum linea_obstacle is =
                        linea_claim_refusal(&read, s, route).obstacle;
                    bool closed =
                        is >= LINEA_CLAIM_PARALLEL && is <= LINEA_CLAIM_VEHICLES;
                    if (is != LINEA_CLAIM_OWN && is != LINEA_CLAIM_TAKEN)
                        CHECK_EQ(can_add(&r.g, s, route), !closed);
                }
        }
}

TEST(an_empty_sheet_has_every_vehicle_and_no_points)
{
    struct linea_game g;
    struct linea_out out;
    CHECK(
        sheet_from(&g, NULL, map_named("europe"), "{\"map\":\"europe\",\"seats\":2}"));
    linea_out_init(&out, again, sizeof again);
    linea_sheet_write(&g, &out);
    CHECK(strstr(again,
                 "\"vehicles\":[45,45],\"stations_left\":[3,3],\"closed\":[{},{}],"
                 "\"scores\":[{\"routes\":0,"));
    CHECK(strstr(again, "\"winners\":[0,1]"));
}

TEST(who_has_one_of_two_parallel_routes_closes_the_other_where_few_play)
{
    struct linea_game g;
    struct linea_out out;
    CHECK(sheet_from(&g, NULL, map_named("test/square"),
                     "{\"map\":\"square\",\"seats\":2,\"routes\":{\"b/d/1\":1}}"));
    linea_out_init(&out, again, sizeof again);
    linea_sheet_write(&g, &out);
    CHECK(
        strstr(again, "\"closed\":[{\"b/d/2\":\"single\"},{\"b/d/2\":\"parallel\"}]"));
}

static void refused(const char *map, const char *sheet, const char *message)
{
    struct linea_error error = {0};
    struct linea_game g, before;
    memset(&g, 7, sizeof g);
    before = g;
    if (sheet_from(&g, &error, map_named(map), sheet))
        fail_msg("not refused: %s", sheet);
    if (!strstr(error.message, message))
        fail_msg("\"%s\" in place of \"%s\"", error.message, message);
    CHECK_EQ(error.code, LINEA_BAD_POSITION);
    assert_memory_equal(&g, &before, sizeof g);
}

TEST(what_cannot_lie_so_is_refused)
{
    refused("europe", "[]", "a score sheet is an object");
    refused("europe", "{\"map\":\"london\",\"seats\":2}", "names another map");
    refused("europe", "{\"map\":\"europe\",\"seats\":6}", "\"seats\" is not a number");
    refused("europe", "{\"map\":\"europe\",\"seats\":2,\"hands\":[{},{}]}",
            "a score sheet has no key \"hands\"");
    refused("europe", "{\"map\":\"europe\",\"seats\":2,\"routes\":{\"a/b\":0}}",
            "a route that the map does not have: \"a/b\"");
    refused("europe",
            "{\"map\":\"europe\",\"seats\":2,\"routes\":{\"paris/zurich\":2}}",
            "has an owner that is no seat");
    refused("europe",
            "{\"map\":\"europe\",\"seats\":2,"
            "\"tickets\":[[\"athina/edinburgh\"],[\"athina/edinburgh\"]]}",
            "the ticket athina/edinburgh is there twice");
    refused("europe",
            "{\"map\":\"europe\",\"seats\":2,\"stations\":"
            "{\"wien\":0,\"paris\":0,\"berlin\":0,\"roma\":0}}",
            "seat 0 has built 4 stations, but has only 3");
    refused("germany", "{\"map\":\"germany\",\"seats\":2,\"taken\":[{\"red\":60},{}]}",
            "red passengers, but the map has");
    refused("london", "{\"map\":\"london\",\"seats\":2,\"taken\":[{\"red\":1},{}]}",
            "\"taken\" has a");
    refused("test/square",
            "{\"map\":\"square\",\"seats\":2,\"routes\":{\"b/d/1\":1,\"b/d/2\":0}}",
            "parallel routes are claimed that cannot be");
}

/* Of a sheet with all of a map's routes for one seat. */
TEST(more_spaces_than_vehicles_are_refused)
{
    const struct linea_map *map = map_named("new-york");
    struct linea_game g = game_on("new-york", 2);
    for (int r = 0; r < map->routes; r++)
        linea_set_add(&g.seat[0].routes, r);
    refused("new-york", sheet_of(&g), "spaces, but it has 15 vehicles");
}
