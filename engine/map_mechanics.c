/*
 * map_mechanics.c - reads what a map adds to the common rules, and its ties, with the
 * functions that each mechanic has for it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

#include "rules/mechanic.h"

static int get(const struct map_reader *r, int object, const char *key)
{
    return linea_json_get(r->json, object, key);
}

/* The numbers of mechanic m. */
static void read_numbers(struct map_reader *r, int m, int value)
{
    static const struct map_key nothing[] = {{0}}, points[] = {{"points", false}, {0}};
    const struct mechanic *mechanic = linea_mechanics[m];
    if (mechanic->read)
        mechanic->read(r, value);
    else if (linea_map_object(r, value, mechanic->points_only ? points : nothing) &&
             mechanic->points_only)
        r->map->points[m] =
            (uint8_t)linea_map_int(r, get(r, value, "points"), 0, LINEA_POINTS);
}

/* The mechanic that a string names, or LINEA_MECHANICS. */
static int mechanic_named(const struct map_reader *r, int value)
{
    int m = 0;
    while (m < LINEA_MECHANICS &&
           !linea_json_is(r->json, value, linea_mechanics[m]->name))
        m++;
    return m;
}

static void read_mechanics(struct map_reader *r, int value)
{
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 0, LINEA_JSON_VALUES)) {
        r->lost |= LOST_MECHANICS;
        return;
    }
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        int m = mechanic_named(r, key);
        if (m == LINEA_MECHANICS) {
            linea_map_wrong(r, key, "there is no mechanic %v");
            continue;
        }
        r->map->mechanics = (uint16_t)(r->map->mechanics | 1 << m);
        r->mechanic_at[m] = key + 1;
        read_numbers(r, m, key + 1);
    }
}

/* One tie-break, after those that the map has already. */
static void read_tie(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    bool tickets = linea_json_is(r->json, value, "tickets");
    int m = mechanic_named(r, value);
    if (!tickets && (m == LINEA_MECHANICS || !linea_mechanics[m]->tie_value)) {
        linea_map_wrong(r, value, "%v is not tickets, passengers, stations or longest");
        return;
    }
    enum linea_tie tie = tickets ? LINEA_TIE_TICKETS : linea_mechanics[m]->tie;
    for (int i = 0; i < map->ties; i++)
        if (map->tie[i] == tie)
            linea_map_wrong(r, value, "%v is there already");
    if (!tickets && !linea_map_lost(r, LOST_MECHANICS) &&
        !linea_map_uses(map, (enum linea_mechanic)m))
        linea_map_wrong(r, value, "the mechanic %v is not listed");
    map->tie[map->ties++] = (uint8_t)tie;
}

void linea_map_read_mechanics(struct map_reader *r, int map)
{
    int ties = get(r, map, "ties");
    for (int m = 0; m < LINEA_MECHANICS; m++)
        r->mechanic_at[m] = -1;
    int value = get(r, map, "mechanics");
    if (value < 0)
        r->lost |= LOST_MECHANICS;
    else
        read_mechanics(r, value);
    if (!linea_map_list(r, ties, LINEA_JSON_ARRAY, 0, LINEA_TIES))
        return;
    for (int i = linea_json_first(r->json, ties); i >= 0;
         i = linea_json_next(r->json, ties, i))
        read_tie(r, i);
}

static const struct mechanic_key *key_of(const struct mechanic *m, bool of_route)
{
    return of_route ? &m->of_route : &m->of_location;
}

int linea_map_mechanic_keys(struct map_key *keys, bool of_route)
{
    int n = 0;
    for (int m = 0; m < LINEA_MECHANICS; m++) {
        const struct mechanic_key *key = key_of(linea_mechanics[m], of_route);
        if (key->name)
            keys[n++] = (struct map_key){key->name, true};
    }
    return n;
}

void linea_map_read_keys(struct map_reader *r, int object, bool of_route)
{
    for (int m = 0; m < LINEA_MECHANICS; m++) {
        const struct mechanic_key *key = key_of(linea_mechanics[m], of_route);
        int value = key->name ? get(r, object, key->name) : -1;
        if (value < 0)
            continue;
        r->used |= 1u << m;
        if (!(r->map->mechanics >> m & 1) && !linea_map_lost(r, LOST_MECHANICS))
            linea_map_wrong(r, value, "the mechanic %s is not listed",
                            linea_mechanics[m]->name);
        key->read(r, value);
    }
}

void linea_map_check_mechanics(struct map_reader *r)
{
    for (int m = 0; m < LINEA_MECHANICS; m++) {
        const struct mechanic *mechanic = linea_mechanics[m];
        bool on_board = mechanic->of_location.name || mechanic->of_route.name;
        if (!(r->map->mechanics >> m & 1))
            continue;
        if (!on_board || r->used >> m & 1) {
            if (mechanic->check_map)
                mechanic->check_map(r);
        } else if (!linea_map_lost(r, LOST_LOCATIONS | LOST_ENDS)) {
            linea_map_wrong(r, r->mechanic_at[m], "no location and no route uses it");
        }
    }
}
