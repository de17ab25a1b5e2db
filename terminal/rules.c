/*
 * terminal/rules.c - how a map is played, in brief, from the numbers of the map.
 *
 * SPDX-License-Identifier: MIT
 */
#include "help.h"

#include <string.h>

#include "tr.h"

static void paragraph(const char *text)
{
    say_wrapped("", 2, text);
}

static void show_common(const struct linea_map *map)
{
    char text[LINE_SIZE];
    struct linea_out out;
    paragraph(tr("You claim routes between places, each with a set of cards of its "
                 "colour, and so join the places of your secret tickets. The most "
                 "points win. A turn is one of these:"));
    linea_out_init(&out, text, sizeof text);
    put(&out,
        tr("Draw two cards, face up or blind from the pile. A wild card (here: %s) "
           "stands for any colour; taken face up, it is the only card of its turn. "
           "Three of them face up are swept away with the rest."),
        kind_word(map, LINEA_WILD));
    say_wrapped("  ·", 4, text);
    say_wrapped("  ·", 4,
                tr("Claim a free route: as many cards of one colour as it has spaces. "
                   "Gray routes take any one colour. You need a piece for each space, "
                   "and never hold two parallel routes."));
    linea_out_init(&out, text, sizeof text);
    put(&out, tr("Draw tickets: %1$d, of which you keep at least %2$d."), map->draw,
        map->draw_keep);
    say_wrapped("  ·", 4, text);
}

static void show_lengths(const struct linea_map *map)
{
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put(&out, "%s", tr("Points of a route by its length:"));
    for (int length = 1; length <= LINEA_LENGTH; length++)
        if (map->route_points[length])
            put(&out, "  %d: +%d", length, map->route_points[length]);
    paragraph(text);
}

static void show_stations(const struct linea_map *map)
{
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put(&out,
        tr("Instead, you may build a station where there is none: at the end it lets "
           "you "
           "use one route of another player there. Each one not built gives +%d. Cards "
           "for the first, second and so on:"),
        map->points[LINEA_STATIONS_BUILT]);
    for (int i = 0; i < map->stations; i++)
        put(&out, " %d", map->station_cost[i]);
    paragraph(text);
}

static void show_with_number(const char *format, int number)
{
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put(&out, format, number);
    paragraph(text);
}

static void show_ferries(const struct linea_map *map)
{
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put(&out,
        tr("A ferry has a number: at least that many of the cards must be wild (here: "
           "%s)."),
        kind_word(map, LINEA_WILD));
    paragraph(text);
}

static void show_passengers(const struct linea_map *map)
{
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put(&out,
        tr("After a claim you may take a passenger at each of its two ends. For each "
           "colour, the most give +%1$d and the second most +%2$d."),
        map->passenger_points[0], map->passenger_points[1]);
    paragraph(text);
}

/* The rule of a mechanic in one sentence, with its points in place of {n}; the rules of
   some need more and are written out below. */
static void show_rule(const char *rule, int points)
{
    char text[LINE_SIZE];
    struct linea_out out;
    if (!rule)
        return;
    linea_out_init(&out, text, sizeof text);
    for (const char *at = tr(rule); *at; at++) {
        if (strncmp(at, "{n}", 3) != 0) {
            linea_out_chars(&out, at, 1);
            continue;
        }
        linea_out_int(&out, points);
        at += 2;
    }
    paragraph(text);
}

static void show_mechanics(const struct linea_map *map)
{
    if (linea_map_uses(map, LINEA_FERRIES))
        show_ferries(map);
    if (linea_map_uses(map, LINEA_TUNNELS))
        show_with_number(
            tr("For a tunnel %d cards are turned up after you pay: each one of your "
               "colour, or wild, costs you one card more. If you cannot or "
               "will "
               "not pay, your cards come back and the turn is over."),
            map->reveal);
    if (linea_map_uses(map, LINEA_STATIONS_BUILT))
        show_stations(map);
    if (linea_map_uses(map, LINEA_PASSENGERS_TAKEN))
        show_passengers(map);
    if (linea_map_uses(map, LINEA_DISTRICTS_JOINED))
        paragraph(tr("Places of the same number are a district. Join them all and it "
                     "gives its points at the end."));
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_map_uses(map, (enum linea_mechanic)m))
            show_rule(linea_mechanic_rule((enum linea_mechanic)m), map->points[m]);
}

void rules_show(const struct linea_map *map)
{
    say_rule();
    show_common(map);
    show_lengths(map);
    show_mechanics(map);
    show_with_number(
        tr("When the pieces of a player are down to %d or fewer at the end of a turn, "
           "everybody has one more turn. Then completed tickets give their "
           "points, and the others cost theirs."),
        map->end_vehicles);
    say_rule();
}
