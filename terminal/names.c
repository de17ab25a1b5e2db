/*
 * terminal/names.c - what things are called on the screen.
 *
 * SPDX-License-Identifier: MIT
 */
#include "names.h"

#include <string.h>

#include "common/tr.h"

static const struct {
    const char *name, *word;
} colour_words[] = {
    {"red", N_("red")},     {"orange", N_("orange")}, {"yellow", N_("yellow")},
    {"green", N_("green")}, {"blue", N_("blue")},     {"purple", N_("purple")},
    {"pink", N_("pink")},   {"black", N_("black")},   {"white", N_("white")},
    {"gray", N_("gray")},
};

/* A map's pieces, and the cards that stand for any colour. */
static const struct {
    const char *name, *heading, *wild;
} vehicle_words[] = {
    {"train", N_("Trains"), N_("locomotive")},
    {"taxi", N_("Taxis"), N_("taxi")},
    {"bus", N_("Buses"), N_("bus")},
};

const char *location_name(const struct linea_map *map, int location)
{
    return linea_map_name(map, &map->location[location].name, tr_language());
}

static const char *colour_word(const char *name)
{
    for (size_t i = 0; i < sizeof colour_words / sizeof colour_words[0]; i++)
        if (strcmp(colour_words[i].name, name) == 0)
            return tr(colour_words[i].word);
    return name;
}

static size_t vehicle_of(const struct linea_map *map)
{
    const char *name = linea_map_text(map, map->vehicle);
    size_t n = sizeof vehicle_words / sizeof vehicle_words[0], i = 0;
    while (i + 1 < n && strcmp(vehicle_words[i].name, name) != 0)
        i++;
    return i;
}

const char *kind_word(const struct linea_map *map, int kind)
{
    if (kind == LINEA_WILD)
        return tr(vehicle_words[vehicle_of(map)].wild);
    return colour_word(linea_map_kind_name(map, kind));
}

const char *vehicles_word(const struct linea_map *map)
{
    return tr(vehicle_words[vehicle_of(map)].heading);
}

const char *deck_word(const struct linea_map *map, int deck)
{
    if (map->decks == 1)
        return "";
    const char *name = linea_map_name(map, &map->deck[deck].name, tr_language());
    return name[0] ? name : linea_map_text(map, map->deck[deck].id);
}

static const char *pair_name(const struct linea_map *map, int a, int b)
{
    return fmt("%s – %s", location_name(map, a), location_name(map, b));
}

const char *route_name(const struct linea_map *map, int route)
{
    return pair_name(map, map->route[route].a, map->route[route].b);
}

const char *ticket_name(const struct linea_map *map, int ticket)
{
    const struct linea_ticket *t = &map->ticket[ticket];
    return fmt("%s (%d)", pair_name(map, t->a, t->b), t->points);
}

const char *kind_name(const struct linea_map *map, int kind)
{
    return chip(linea_map_kind_name(map, kind), kind_word(map, kind));
}

const char *passenger_name(const struct linea_map *map, int colour)
{
    const char *name = linea_map_passenger_name(map, colour);
    return chip(name, colour_word(name));
}

/* "red ×2", or nothing for none of them. */
static const char *count_name(const char *what, int n)
{
    return n ? fmt("%s" HARD_SPACE "×%d", what, n) : "";
}

const char *cards_name(const struct linea_map *map, int colour, int wilds, int n)
{
    const char *of_colour =
        n > wilds ? count_name(kind_name(map, colour), n - wilds) : "";
    return join(of_colour, ", ", count_name(kind_name(map, LINEA_WILD), wilds));
}

const char *counts_name(const struct linea_map *map, const uint8_t cards[LINEA_KINDS])
{
    const char *list = "";
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (cards[kind])
            list = join(list, "  ", count_name(kind_name(map, kind), cards[kind]));
    return list;
}

const char *taken_names(const struct linea_map *map,
                        const uint8_t taken[LINEA_PASSENGER_COLOURS])
{
    const char *list = "";
    for (int colour = 0; colour < map->passenger_colours; colour++)
        list = join(list, "  ", count_name(passenger_name(map, colour), taken[colour]));
    return list;
}

const char *mix_name(const struct linea_map *map, linea_move m)
{
    int asked = 0, total = 0;
    const char *list = "";
    for (int d = 0; d < map->decks; d++) {
        asked += map->deck[d].drawn || map->deck[d].mixed;
        total += linea_move_mix(m, d);
        list = join(list, ", ", count_name(deck_word(map, d), linea_move_mix(m, d)));
    }
    return asked <= 1 ? fmt("%d", total) : list;
}
