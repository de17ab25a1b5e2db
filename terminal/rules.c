/*
 * terminal/rules.c - how a map is played: the words of po/rules.json, which the page
 * reads too (web/src/screens/help/rules.ts), with what the map does not have left out
 * and its numbers filled in.
 *
 * A line is shown if all words of its "if" hold ("!" before one: if it does not): the
 * map's mechanics, and those of holds(). {points} is what the mechanic of the section
 * gives.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "common/embedded.h"
#include "common/tr.h"
#include "help.h"
#include "linea/json.h"

/* A section being shown. */
struct section {
    const struct linea_json *json;
    const struct linea_map *map;
    int mechanic; /* that it is about; LINEA_MECHANICS for none */
};

static bool same(const char *word, int length, const char *name)
{
    return length >= 0 && strlen(name) == (size_t)length &&
           memcmp(word, name, (size_t)length) == 0;
}

static int mechanic_called(const char *word, int length)
{
    int m = 0;
    while (m < LINEA_MECHANICS &&
           !same(word, length, linea_mechanic_name((enum linea_mechanic)m)))
        m++;
    return m;
}

static bool has_parallels(const struct linea_map *map)
{
    for (int r = 0; r < map->routes; r++)
        if (map->route[r].row)
            return true;
    return false;
}

/* Whether one word of a condition holds. */
static bool holds(const struct linea_map *map, const char *word, int length)
{
    const struct {
        const char *name;
        bool holds;
    } conditions[] = {
        {"mix", map->opening_mix > 0},
        {"several", map->draw_decks > 1},
        {"ties", map->ties > 0},
        {"single", map->single_up_to > 0},
        {"parallels", has_parallels(map)},
        {"bottom", map->opening_returned == LINEA_TO_BOTTOM},
        {"shuffled", map->opening_returned == LINEA_SHUFFLED_IN},
        {"out-of-game", map->opening_returned == LINEA_OUT_OF_GAME},
        {"youngest", map->first == LINEA_YOUNGEST},
        {"oldest", map->first == LINEA_OLDEST},
        {"most-travelled", map->first == LINEA_MOST_TRAVELLED},
    };
    int m = mechanic_called(word, length);
    if (m < LINEA_MECHANICS)
        return linea_map_uses(map, (enum linea_mechanic)m);
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (same(word, length, conditions[i].name))
            return conditions[i].holds;
    return false;
}

/* Whether the "if" of an object holds; an object without one is always shown. */
static bool is_shown(const struct section *s, int object)
{
    char words[LINE_SIZE];
    if (linea_json_string(s->json, words, sizeof words,
                          linea_json_get(s->json, object, "if")) < 0)
        return true;
    for (const char *at = words; *at; at += *at == ' ') {
        bool negated = *at == '!';
        int length = (int)strcspn(at += negated, " ");
        if (holds(s->map, at, length) == negated)
            return false;
        at += length;
    }
    return true;
}

/* The decks that a mix or the action draws from, or the tickets dealt of each. */
static const char *decks_text(const struct linea_map *map, bool mixed, bool drawn)
{
    const char *list = "";
    for (int d = 0; d < map->decks; d++) {
        const struct linea_deck *deck = &map->deck[d];
        if ((mixed && deck->mixed) || (drawn && deck->drawn))
            list = join(list, ", ", deck_word(map, d));
        else if (!mixed && !drawn && deck->dealt)
            list =
                join(list, ", ",
                     map->decks == 1 ? fmt("%d", deck->dealt)
                                     : fmt("%d × %s", deck->dealt, deck_word(map, d)));
    }
    return list;
}

const char *ties_text(const struct linea_map *map)
{
    static const char *const words[] = {
        [LINEA_TIE_TICKETS] = N_("who completed more tickets"),
        [LINEA_TIE_PASSENGERS] = N_("who has more passengers"),
        [LINEA_TIE_STATIONS] = N_("who built fewer stations"),
        [LINEA_TIE_LONGEST] = N_("who has the longest path"),
    };
    const char *list = "";
    for (int i = 0; i < map->ties; i++)
        list = join(list, "; ", tr(words[map->tie[i]]));
    return list;
}

static const char *costs_text(const struct linea_map *map)
{
    const char *list = "";
    for (int i = 0; i < map->stations; i++)
        list = join(list, ", ", fmt("%d", map->station_cost[i]));
    return list;
}

/* The points of the least or of the most valuable district. */
static int district_points(const struct linea_map *map, bool most)
{
    int found = map->district_points[0];
    for (int i = 1; i < map->districts; i++)
        if ((map->district_points[i] > found) == most)
            found = map->district_points[i];
    return found;
}

/* What stands for a {name} of a text. */
static const char *value_of(const struct section *s, const char *name, int length)
{
    const struct linea_map *map = s->map;
    bool cities = strcmp(linea_map_text(map, map->vehicle), "train") == 0;
    bool districts = s->mechanic == LINEA_DISTRICTS_JOINED;
    int points = s->mechanic < LINEA_MECHANICS ? map->points[s->mechanic] : 0;
    const struct {
        const char *name, *text;
        int number; /* without a text */
    } values[] = {
        {"place", cities ? tr("city") : tr("place"), 0},
        {"places", cities ? tr("cities") : tr("places"), 0},
        {"wild", kind_word(map, LINEA_WILD), 0},
        {"vehicles", NULL, map->vehicles},
        {"hand", NULL, map->hand},
        {"end", NULL, map->end_vehicles},
        {"single", NULL, map->single_up_to},
        {"colours", NULL, map->colours},
        {"ties", ties_text(map), 0},
        {"opening", map->opening_mix ? NULL : decks_text(map, false, false),
         map->opening_mix},
        {"keep", NULL, map->opening_keep},
        {"decks", decks_text(map, true, false), 0},
        {"draw", NULL, map->draw},
        {"least", NULL, map->draw_keep},
        {"drawn", decks_text(map, false, true), 0},
        {"reveal", NULL, map->reveal},
        {"costs", costs_text(map), 0},
        {"passengers", NULL, map->passenger_colours},
        {"most", NULL,
         districts ? district_points(map, true) : map->passenger_points[0]},
        {"second", NULL, map->passenger_points[1]},
        {"fewest", NULL, district_points(map, false)},
        {"points", NULL, points},
        {"n", NULL, points}, /* in a sentence of engine/rules/ */
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (same(name, length, values[i].name))
            return values[i].text ? values[i].text : fmt("%d", values[i].number);
    return "";
}

/* A text in the language spoken, its {parts} filled in. */
static void show_filled(const struct section *s, const char *text, const char *label)
{
    char filled[LINE_SIZE];
    struct linea_out out = text_in(filled);
    for (const char *at = tr(text); *at;) {
        size_t plain = strcspn(at, "{");
        linea_out_chars(&out, at, plain);
        at += plain;
        if (!*at)
            break;
        int length = (int)strcspn(++at, "}");
        linea_out_text(&out, value_of(s, at, length));
        at += length + 1;
    }
    say_wrapped(label, *label ? 4 : 2, filled);
}

static void show_text(const struct section *s, int value, const char *label)
{
    char text[LINE_SIZE];
    if (linea_json_string(s->json, text, sizeof text, value) > 0)
        show_filled(s, text, label);
}

static void show_points(const struct linea_map *map)
{
    char text[LINE_SIZE];
    struct linea_out out = text_in(text);
    put(&out, "%s", tr("Points of a route by its length:"));
    for (int length = 1; length <= LINEA_LENGTH; length++)
        if (map->route_points[length])
            put(&out, "  %d: +%d", length, map->route_points[length]);
    say_wrapped("", 2, text);
}

/* The mechanic that a section of the file is about, or LINEA_MECHANICS. */
static int mechanic_of(const struct linea_json *json, int object)
{
    char words[LINE_SIZE];
    int length = linea_json_string(json, words, sizeof words,
                                   linea_json_get(json, object, "if"));
    return mechanic_called(words, length);
}

static void show_section(struct section *s, int object)
{
    char title[LINE_SIZE];
    s->mechanic = mechanic_of(s->json, object);
    if (linea_json_string(s->json, title, sizeof title,
                          linea_json_get(s->json, object, "title")) > 0)
        say_text("%s", inked(INK_STRONG, tr(title)));
    int body = linea_json_get(s->json, object, "body");
    for (int line = linea_json_first(s->json, body); line >= 0;
         line = linea_json_next(s->json, body, line)) {
        if (!is_shown(s, line))
            continue;
        if (linea_json_get(s->json, line, "table") >= 0)
            show_points(s->map);
        show_text(s, linea_json_get(s->json, line, "text"), "");
        show_text(s, linea_json_get(s->json, line, "item"), "  ·");
    }
}

/* A mechanic that the file has no section for is explained by its own sentence. */
static void show_others(struct section *s)
{
    unsigned shown = 0;
    for (int i = linea_json_first(s->json, 0); i >= 0;
         i = linea_json_next(s->json, 0, i))
        shown |= 1u << mechanic_of(s->json, i);
    for (int m = 0; m < LINEA_MECHANICS; m++) {
        const char *rule = linea_mechanic_rule((enum linea_mechanic)m);
        s->mechanic = m;
        if (rule && linea_map_uses(s->map, (enum linea_mechanic)m) && !(shown >> m & 1))
            show_filled(s, rule, "");
    }
}

void rules_show(const struct linea_map *map)
{
    struct linea_json *json = malloc(sizeof *json);
    struct section s = {.json = json, .map = map};
    if (json && !linea_json_read(json, (const char *)embedded_rules[0].bytes,
                                 embedded_rules[0].length)) {
        say_rule();
        for (int i = linea_json_first(json, 0); i >= 0; i = linea_json_next(json, 0, i))
            if (is_shown(&s, i))
                show_section(&s, i);
        show_others(&s);
        say_rule();
    }
    free(json);
}
