/*
 * tests/rules/dead_ends_test.c - Germany: lines to neighbouring countries.
 *
 * SPDX-License-Identifier: MIT
 */
#include "scene.h"
#include "test.h"

TEST(DE_COUNTRY_joins_nothing_to_other_lines_into_that_country)
{
    struct linea_game g = game_on("germany", 2);
    give_tickets(&g, 0, "konstanz/munchen");
    give_routes(&g, 0, "konstanz/schweiz lindau/schweiz lindau/munchen");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -6);
    give_routes(&g, 0, "konstanz/lindau");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 6);
}

TEST(DE_COUNTRY_a_ticket_to_it_is_met_by_any_one_line)
{
    static const char *const lines[] = {
        "emden/niederlande emden/munster dortmund/munster/1 dortmund/dusseldorf/1",
        "munster/niederlande dortmund/munster/2 dortmund/dusseldorf/3",
        "dusseldorf/niederlande",
    };
    for (int i = 0; i < 3; i++) {
        struct linea_game g = game_on("germany", 2);
        give_tickets(&g, 0, "frankfurt/niederlande");
        give_routes(&g, 0, "dusseldorf/koln/1 frankfurt/koln/1");
        CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -8);
        give_routes(&g, 0, lines[i]);
        CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 8);
    }
}

TEST(DE_COUNTRY_a_line_into_it_that_hangs_elsewhere_does_not_meet_the_ticket)
{
    struct linea_game g = game_on("germany", 2);
    give_tickets(&g, 0, "frankfurt/niederlande");
    give_routes(&g, 0, "frankfurt/koln/1 emden/niederlande");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -8);
}

TEST(DE_COUNTRY_two_countries_are_joined_by_a_network_between_them)
{
    struct linea_game g = game_on("germany", 2);
    give_tickets(&g, 0, "danemark/niederlande");
    give_routes(&g, 0, "danemark/kiel bremerhaven/kiel bremerhaven/emden");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -10);
    give_routes(&g, 0, "emden/niederlande");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 10);
}

TEST(DE_COUNTRY_the_way_to_one_country_does_not_lead_through_another)
{
    struct linea_game g = game_on("test/dead-end", 2);
    give_tickets(&g, 0, "x/y");
    give_routes(&g, 0, "c/x b/y");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), -2);
    give_routes(&g, 0, "b/c");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 2);
}

TEST(DE_COUNTRY_both_lines_into_one_country_serve_their_own_networks)
{
    struct linea_game g = game_on("test/dead-end", 2);
    give_tickets(&g, 0, "a/c b/x");
    give_routes(&g, 0, "a/x c/x a/b");
    CHECK_EQ(points(&g, 0, LINEA_FROM_TICKETS), 3 - 4);
}

TEST(DE_COUNTRY_germany_has_five_of_them)
{
    CHECK_EQ(linea_bits(map_named("germany")->dead_ends), 5);
}
