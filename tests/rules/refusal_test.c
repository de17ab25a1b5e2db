/*
 * tests/rules/refusal_test.c - why a route cannot be claimed, and what a station is
 * for.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/refusal.h"
#include "random_games.h"
#include "scene.h"
#include "test.h"

static int route_named(const struct linea_map *map, const char *name)
{
    for (int r = 0; r < map->routes; r++)
        if (strcmp(route_name(map, r), name) == 0)
            return r;
    fail_msg("there is no route %s", name);
    return 0;
}

static struct linea_refusal why(const struct linea_game *g, int seat, const char *route)
{
    return linea_claim_refusal(g, seat, route_named(g->map, route));
}

TEST(CLAIM_FREE_what_is_ones_own_is_said_to_be_so)
{
    struct linea_game g = game_on("test/square", 3);
    give_routes(&g, 0, "a/b");
    give_routes(&g, 1, "c/d");
    CHECK_EQ(why(&g, 0, "a/b").obstacle, LINEA_CLAIM_OWN);
    CHECK_EQ(why(&g, 0, "c/d").obstacle, LINEA_CLAIM_TAKEN);
    CHECK_EQ(why(&g, 0, "c/d").owner, 1);
}

TEST(DOUBLE_OWN_one_of_ones_own_parallels_is_in_the_way)
{
    struct linea_game g = game_on("new-york", 3);
    give_routes(&g, 0, "lincoln-center/times-square/1");
    struct linea_refusal r = why(&g, 0, "lincoln-center/times-square/2");
    CHECK_EQ(r.obstacle, LINEA_CLAIM_PARALLEL);
    CHECK_EQ(r.owner, 0);
}

TEST(DOUBLE_FEW_another_has_the_only_one_that_may_be_used)
{
    struct linea_game g = game_on("europe", 3);
    give_routes(&g, 1, "edinburgh/london/1");
    struct linea_refusal r = why(&g, 0, "edinburgh/london/2");
    CHECK_EQ(r.obstacle, LINEA_CLAIM_SINGLE);
    CHECK_EQ(r.owner, 1);
}

TEST(CLAIM_VEHICLES_how_many_are_missing)
{
    struct linea_game g = game_on("test/square", 2);
    give_routes(&g, 0, "a/d b/c c/d");
    give_hand(&g, 0, "red:3");
    struct linea_refusal r = why(&g, 0, "a/b");
    CHECK_EQ(r.obstacle, LINEA_CLAIM_VEHICLES);
    CHECK_EQ(r.missing, 1);
}

TEST(CLAIM_SET_how_many_cards_of_which_colour_are_missing)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "blue:3 wild");
    struct linea_refusal r = why(&g, 0, "a/b");
    CHECK_EQ(r.obstacle, LINEA_CLAIM_CARDS);
    CHECK_EQ(r.missing, 2);
    CHECK_EQ(r.colour, kind(&g, "red"));
}

TEST(CLAIM_SET_of_a_gray_route_the_colour_that_comes_nearest)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "blue");
    struct linea_refusal r = why(&g, 0, "b/c");
    CHECK_EQ(r.missing, 1);
    CHECK_EQ(r.colour, kind(&g, "blue"));
}

TEST(EU_FERRY_how_many_wilds_are_missing)
{
    struct linea_game g = game_on("europe", 2);
    give_hand(&g, 0, "red:6 wild");
    struct linea_refusal r = why(&g, 0, "palermo/smyrna");
    CHECK_EQ(r.obstacle, LINEA_CLAIM_WILDS);
    CHECK_EQ(r.missing, 1);
}

TEST(TURN_ONE_who_could_pay_has_to_wait)
{
    struct linea_game g = game_on("test/square", 2);
    give_hand(&g, 0, "blue:2");
    give_hand(&g, 1, "red:3");
    CHECK_EQ(why(&g, 1, "a/b").obstacle, LINEA_CLAIM_TURN);
    CHECK_EQ(why(&g, 0, "b/c").obstacle, LINEA_CLAIM_FREE);
    play(&g, "draw pile");
    CHECK_EQ(why(&g, 0, "b/c").obstacle, LINEA_CLAIM_PHASE);
}

/* The routes that the seat to move may claim. */
static struct linea_set claimable(const struct random_game *r)
{
    struct linea_set routes = {{0}};
    for (int i = 0; i < r->n; i++)
        if (linea_move_kind(r->moves[i]) == LINEA_CLAIM)
            linea_set_add(&routes, linea_move_place(r->moves[i]));
    return routes;
}

static void check_answers(const struct random_game *r)
{
    struct linea_set routes = claimable(r);
    for (int seat = 0; seat < r->g.seats; seat++)
        for (int i = 0; i < r->g.map->routes; i++) {
            struct linea_refusal refusal = linea_claim_refusal(&r->g, seat, i);
            CHECK_EQ(refusal.obstacle == LINEA_CLAIM_FREE,
                     seat == r->g.turn && linea_set_has(&routes, i));
        }
}

TEST(CLAIM_FREE_nothing_is_in_the_way_of_exactly_the_claims_that_are_legal)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, 7);
        for (; r.n; random_play(&r, random_choose(&r)))
            check_answers(&r);
    }
}

/* The location of Europe with that id. */
static int located(const struct linea_map *map, const char *id)
{
    for (int l = 0; l < map->locations; l++)
        if (strcmp(linea_map_text(map, map->location[l].id), id) == 0)
            return l;
    fail_msg("there is no location %s", id);
    return 0;
}

/* Every answer for a seat is the same in a game that differs only in what it cannot
 * see. */
static void check_secrecy(const struct linea_game *g, int seat, struct linea_rng *rng)
{
    struct linea_view view;
    struct linea_game guess;
    linea_game_view(g, &view, seat);
    linea_view_guess(&view, &guess, rng);
    for (int i = 0; i < g->map->routes; i++) {
        struct linea_refusal a = linea_claim_refusal(g, seat, i);
        struct linea_refusal b = linea_claim_refusal(&guess, seat, i);
        CHECK(a.obstacle == b.obstacle && a.owner == b.owner &&
              a.missing == b.missing && a.colour == b.colour);
    }
    for (int l = 0; g->map->stations && l < g->map->locations; l++) {
        struct linea_set a = linea_station_completes(g, seat, l);
        struct linea_set b = linea_station_completes(&guess, seat, l);
        CHECK(linea_set_within(&a, &b) && linea_set_within(&b, &a));
    }
}

TEST(CLAIM_FREE_answers_reveal_nothing_that_is_hidden_from_the_seat)
{
    static struct random_game r;
    struct linea_rng rng = {3};
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, 8);
        for (; r.n; random_play(&r, random_choose(&r)))
            if (r.step % 16 == 0)
                check_secrecy(&r.g, r.step / 16 % r.g.seats, &rng);
    }
}

TEST(EU_STATION_USE_a_place_where_a_station_completes_a_ticket)
{
    struct linea_game g = game_on("europe", 2);
    int wien = located(g.map, "wien"), munchen = located(g.map, "munchen");
    give_tickets(&g, 0, "berlin/roma");
    give_routes(&g, 0, "berlin/wien munchen/venezia roma/venezia");
    give_routes(&g, 1, "munchen/wien");
    for (int l = 0; l < g.map->locations; l++) {
        struct linea_set done = linea_station_completes(&g, 0, l);
        CHECK_EQ(linea_set_count(&done), l == wien || l == munchen);
    }
    give_stations(&g, 1, "wien");
    struct linea_set done = linea_station_completes(&g, 0, wien);
    CHECK(linea_set_empty(&done));
}
