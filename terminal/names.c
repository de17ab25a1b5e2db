/*
 * terminal/names.c - what things are called on the screen.
 *
 * SPDX-License-Identifier: MIT
 */
#include "names.h"

#include <string.h>

#include "tr.h"

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

static void put_pair(struct linea_out *out, const struct linea_map *map, int a, int b)
{
    put(out, "%s – %s", location_name(map, a), location_name(map, b));
}

void put_route(struct linea_out *out, const struct linea_map *map, int route)
{
    put_pair(out, map, map->route[route].a, map->route[route].b);
}

void put_ticket(struct linea_out *out, const struct linea_map *map, int ticket)
{
    const struct linea_ticket *t = &map->ticket[ticket];
    put_pair(out, map, t->a, t->b);
    put(out, " (%d)", t->points);
}

void put_kind(struct linea_out *out, const struct linea_map *map, int kind)
{
    put_chip(out, linea_map_kind_name(map, kind), kind_word(map, kind));
}

void put_passenger(struct linea_out *out, const struct linea_map *map, int colour)
{
    const char *name = linea_map_passenger_name(map, colour);
    put_chip(out, name, colour_word(name));
}

static void put_count(struct linea_out *out, const struct linea_map *map, int kind,
                      int n)
{
    put_kind(out, map, kind);
    put(out, HARD_SPACE "×%d", n);
}

void put_cards(struct linea_out *out, const struct linea_map *map, int colour,
               int wilds, int n)
{
    if (n > wilds)
        put_count(out, map, colour, n - wilds);
    if (n > wilds && wilds)
        put(out, ", ");
    if (wilds)
        put_count(out, map, LINEA_WILD, wilds);
}

void put_counts(struct linea_out *out, const struct linea_map *map,
                const uint8_t cards[LINEA_KINDS])
{
    const char *before = "";
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        if (!cards[kind])
            continue;
        put(out, "%s", before);
        put_count(out, map, kind, cards[kind]);
        before = "  ";
    }
}

void put_taken(struct linea_out *out, const struct linea_map *map,
               const uint8_t taken[LINEA_PASSENGER_COLOURS])
{
    const char *before = "";
    for (int colour = 0; colour < map->passenger_colours; colour++) {
        if (!taken[colour])
            continue;
        put(out, "%s", before);
        put_passenger(out, map, colour);
        put(out, HARD_SPACE "×%d", taken[colour]);
        before = "  ";
    }
}

void put_mix(struct linea_out *out, const struct linea_map *map, linea_move m)
{
    int asked = 0, total = 0;
    for (int d = 0; d < map->decks; d++) {
        asked += map->deck[d].drawn || map->deck[d].mixed;
        total += linea_move_mix(m, d);
    }
    if (asked <= 1) {
        put(out, "%d", total);
        return;
    }
    const char *before = "";
    for (int d = 0; d < map->decks; d++) {
        if (!linea_move_mix(m, d))
            continue;
        put(out, "%s%s" HARD_SPACE "×%d", before, deck_word(map, d),
            linea_move_mix(m, d));
        before = ", ";
    }
}
