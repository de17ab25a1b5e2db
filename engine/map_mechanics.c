/*
 * map_mechanics.c - reads what a map adds to the common rules, and its ties.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

/* Most cards that one station may cost. */
enum { STATION_CARDS = 8 };

static int get(const struct map_reader *r, int object, const char *key)
{
    return linea_json_get(r->json, object, key);
}

static const struct map_key nothing[] = {{0}};
static const struct map_key points_only[] = {{"points", false}, {0}};

/* A mechanic without numbers. */
static void read_empty(struct map_reader *r, int value)
{
    linea_map_object(r, value, nothing);
}

static uint8_t read_points(struct map_reader *r, int value)
{
    if (!linea_map_object(r, value, points_only))
        return 0;
    return (uint8_t)linea_map_int(r, get(r, value, "points"), 0, LINEA_POINTS);
}

static void read_attractions(struct map_reader *r, int value)
{
    r->map->attraction_points = read_points(r, value);
}

static void read_longest(struct map_reader *r, int value)
{
    r->map->longest_points = read_points(r, value);
}

static void read_globetrotter(struct map_reader *r, int value)
{
    r->map->globetrotter_points = read_points(r, value);
}

static void read_tunnels(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"reveal", false}, {0}};
    if (linea_map_object(r, value, keys))
        r->map->reveal =
            (uint8_t)linea_map_int(r, get(r, value, "reveal"), 1, LINEA_REVEAL);
}

static void read_stations(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"costs", false}, {"points", false}, {0}};
    struct linea_map *map = r->map;
    int costs = get(r, value, "costs"), before = 1;
    if (!linea_map_object(r, value, keys))
        return;
    map->station_points =
        (uint8_t)linea_map_int(r, get(r, value, "points"), 0, LINEA_POINTS);
    if (!linea_map_list(r, costs, LINEA_JSON_ARRAY, 1, LINEA_STATIONS))
        return;
    for (int i = linea_map_first(r, costs); i >= 0; i = linea_map_next(r, costs, i)) {
        int cost = linea_map_int(r, i, 1, STATION_CARDS);
        map->station_cost[map->stations++] = (uint8_t)cost;
        if (cost > 0 && cost < before)
            linea_map_wrong(r, i, "%a is less than the station before costs, %b",
                            (struct map_words){.a = cost, .b = before});
        before = cost > 0 ? cost : before;
    }
}

static void read_passenger_colours(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    int total = 0, mistakes = r->mistakes;
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 1, LINEA_PASSENGER_COLOURS)) {
        r->lost |= LOST_PASSENGERS;
        return;
    }
    for (int key = linea_map_first(r, value); key >= 0;
         key = linea_map_next(r, value, key)) {
        int palette = linea_map_palette(r->json, key);
        int count = linea_map_int(r, key + 1, 1, LINEA_PASSENGERS);
        if (palette < 0)
            linea_map_plain(r, key, "%v is not a colour of passengers");
        else
            map->passenger_palette[map->passenger_colours] = (uint8_t)palette;
        map->passenger_count[map->passenger_colours++] = (uint8_t)count;
        total += count;
    }
    if (total > LINEA_PASSENGERS)
        linea_map_wrong(r, value, "%a passengers are more than %b",
                        (struct map_words){.a = total, .b = LINEA_PASSENGERS});
    if (mistakes != r->mistakes)
        r->lost |= LOST_PASSENGERS;
    else
        map->passengers = (uint8_t)total;
}

static void read_passengers(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"colours", false}, {"points", false}, {0}};
    int points[LINEA_PLACES];
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_PASSENGERS;
        return;
    }
    read_passenger_colours(r, get(r, value, "colours"));
    linea_map_pair(r, points, get(r, value, "points"));
    for (int i = 0; i < LINEA_PLACES; i++)
        r->map->passenger_points[i] =
            (uint8_t)linea_map_int(r, points[i], 0, LINEA_POINTS);
}

/* An id, or a number such as 5. */
static bool is_district(const char *text, int length)
{
    int digits = 0;
    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return (digits > 0 && digits == length) || linea_map_is_id(text, length);
}

static void read_districts(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    char id[33];
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 1, LINEA_DISTRICTS)) {
        r->lost |= LOST_DISTRICTS;
        return;
    }
    for (int key = linea_map_first(r, value); key >= 0;
         key = linea_map_next(r, value, key)) {
        int points = linea_map_int(r, key + 1, 0, LINEA_POINTS);
        if (!is_district(id, linea_json_string(r->json, id, sizeof id, key))) {
            r->lost |= LOST_DISTRICTS;
            linea_map_plain(r, key, "%v is neither an id nor a number");
            continue;
        }
        r->district_at[map->districts] = key + 1;
        map->district_id[map->districts] = linea_map_keep(r, key, id);
        map->district_points[map->districts++] = (uint8_t)points;
    }
}

static void read_mechanics(struct map_reader *r, int value)
{
    static void (*const readers[LINEA_MECHANICS])(struct map_reader *, int) = {
        [LINEA_FERRIES] = read_empty,
        [LINEA_TUNNELS] = read_tunnels,
        [LINEA_STATIONS_BUILT] = read_stations,
        [LINEA_PASSENGERS_TAKEN] = read_passengers,
        [LINEA_DISTRICTS_JOINED] = read_districts,
        [LINEA_ATTRACTIONS] = read_attractions,
        [LINEA_LONGEST] = read_longest,
        [LINEA_GLOBETROTTER] = read_globetrotter,
        [LINEA_DEAD_ENDS] = read_empty,
    };
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 0, LINEA_JSON_VALUES)) {
        r->lost |= LOST_MECHANICS;
        return;
    }
    for (int key = linea_map_first(r, value); key >= 0;
         key = linea_map_next(r, value, key)) {
        int m = 0;
        while (
            m < LINEA_MECHANICS &&
            !linea_json_is(r->json, key, linea_mechanic_name((enum linea_mechanic)m)))
            m++;
        if (m == LINEA_MECHANICS) {
            linea_map_plain(r, key, "there is no mechanic %v");
            continue;
        }
        r->map->mechanics = (uint16_t)(r->map->mechanics | 1 << m);
        r->mechanic_at[m] = key + 1;
        readers[m](r, key + 1);
    }
}

/* One tie-break, after those that the map has already. */
static void read_tie(struct map_reader *r, int value)
{
    static const char *const names[] = {"tickets", "passengers", "stations", "longest"};
    static const int needs[] = {-1, LINEA_PASSENGERS_TAKEN, LINEA_STATIONS_BUILT,
                                LINEA_LONGEST};
    struct linea_map *map = r->map;
    int tie = linea_map_choice(r, value, names, LINEA_TIE_KINDS,
                               "%v is not tickets, passengers, stations or longest");
    if (tie < 0)
        return;
    for (int i = 0; i < map->ties; i++)
        if (map->tie[i] == tie)
            linea_map_plain(r, value, "%v is there already");
    if (needs[tie] >= 0 && !(r->lost & LOST_MECHANICS) &&
        !linea_map_uses(map, (enum linea_mechanic)needs[tie]))
        linea_map_plain(r, value, "the mechanic %v is not listed");
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
    for (int i = linea_map_first(r, ties); i >= 0; i = linea_map_next(r, ties, i))
        read_tie(r, i);
}
