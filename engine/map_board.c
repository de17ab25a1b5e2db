/*
 * map_board.c - reads the locations, routes and tickets of a map file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

/* How far from 0 a place in a drawing may be. */
enum { AT = 1000000 };

static int get(const struct map_reader *r, int object, const char *key)
{
    return linea_json_get(r->json, object, key);
}

/* Two numbers for drawings, each at most so far from 0; the engine does not keep them.
   Whether they are there. */
static bool check_point(struct map_reader *r, int value, const int most[2])
{
    int pair[2];
    double number;
    linea_map_pair(r, pair, value);
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0 && !(linea_json_number(r->json, &number, pair[i]) &&
                              number >= -most[i] && number <= most[i]))
            linea_map_wrong(r, pair[i], "%v is not a number from %d to %d", -most[i],
                            most[i]);
    return pair[0] >= 0;
}

static void read_location(struct map_reader *r, int value)
{
    struct map_key keys[6 + LINEA_MECHANICS] = {
        {"id", false}, {"name", false}, {"printed", true}, {"geo", true}, {"at", true}};
    linea_map_mechanic_keys(keys + 5, false);
    struct linea_map *map = r->map;
    struct linea_location *location = &map->location[map->locations];
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_LOCATIONS;
        return;
    }
    int id = get(r, value, "id");
    for (int i = 0; i < map->locations; i++) {
        if (!linea_map_same(r, id, r->location_at[i]))
            continue;
        linea_map_wrong(r, id, "there is a location %v already");
        r->lost |= LOST_LOCATIONS;
    }
    r->location_at[map->locations] = id;
    location->id = linea_map_id(r, id);
    linea_map_read_name(r, &location->name, get(r, value, "name"));
    linea_map_is_name(r, get(r, value, "printed"));
    r->geo += check_point(r, get(r, value, "geo"), (const int[]){90, 180});
    r->at += check_point(r, get(r, value, "at"), (const int[]){AT, AT});
    linea_map_read_keys(r, value, false);
    if (location->id == 0)
        r->lost |= LOST_LOCATIONS;
    map->locations++;
}

/* A location that a string names, or -1. */
static int read_end(struct map_reader *r, int value)
{
    for (int i = 0; i < r->map->locations; i++)
        if (linea_map_same(r, value, r->location_at[i]))
            return i;
    if (value >= 0 && !(r->lost & LOST_LOCATIONS))
        linea_map_wrong(r, value, "there is no location %v");
    return -1;
}

static const char *id_of(const struct map_reader *r, int location)
{
    return linea_map_text(r->map, r->map->location[location].id);
}

/* The two ends of a route or ticket, the one whose id sorts first first. */
static bool read_ends(struct map_reader *r, int value, uint8_t *a, uint8_t *b)
{
    int pair[2];
    linea_map_pair(r, pair, value);
    int x = read_end(r, pair[0]), y = read_end(r, pair[1]);
    if (x < 0 || y < 0)
        return false;
    if (x == y) {
        linea_map_wrong(r, value, "both ends are %s", id_of(r, x));
        return false;
    }
    /* Two ids differ, at the latest where one ends; wrong ones may both be empty. */
    const char *p = id_of(r, x), *q = id_of(r, y);
    while (*p == *q && *p)
        p++, q++;
    *a = (uint8_t)(*p < *q ? x : y);
    *b = (uint8_t)(*p < *q ? y : x);
    return true;
}

static uint8_t read_colour(struct map_reader *r, int value)
{
    if (value < 0 || linea_json_is(r->json, value, "gray"))
        return LINEA_GRAY;
    int palette = linea_map_palette(r->json, value);
    for (int kind = 0; kind < r->map->colours; kind++)
        if (r->map->palette[kind] == palette)
            return (uint8_t)kind;
    if (palette < 0)
        linea_map_wrong(r, value, "%v is neither a colour nor gray");
    else if (!(r->lost & LOST_CARDS))
        linea_map_wrong(r, value, "there are no %v cards");
    return LINEA_GRAY;
}

/* Hold a route against those before it that join the same two locations. */
static void check_parallels(struct map_reader *r, const struct linea_route *route,
                            int value)
{
    int rows = 0, other = 0;
    for (int i = 0; i < r->map->routes; i++) {
        const struct linea_route *before = &r->map->route[i];
        if (before->a != route->a || before->b != route->b)
            continue;
        if (++rows == LINEA_PARALLELS)
            linea_map_wrong(r, value, "there are %d routes between %s and %s already",
                            rows, id_of(r, route->a), id_of(r, route->b));
        if (before->length != 0 && before->length != route->length && other == 0)
            other = before->length;
    }
    if (other != 0 && route->length != 0)
        linea_map_wrong(
            r, get(r, value, "length"),
            "parallel routes have the same length: this one is %d long, another %d",
            route->length, other);
}

static void read_route(struct map_reader *r, int value)
{
    struct map_key keys[4 + LINEA_MECHANICS] = {
        {"between", false}, {"length", false}, {"colour", false}};
    linea_map_mechanic_keys(keys + 3, true);
    struct linea_route *route = &r->map->route[r->map->routes];
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_ENDS | LOST_LENGTHS;
        return;
    }
    bool joined = read_ends(r, get(r, value, "between"), &route->a, &route->b);
    int length =
        linea_map_need(r, get(r, value, "length"), 1, LINEA_LENGTH, LOST_LENGTHS);
    route->length = (uint8_t)length;
    route->points = r->map->route_points[length];
    route->colour = read_colour(r, get(r, value, "colour"));
    linea_map_read_keys(r, value, true);
    if (joined)
        check_parallels(r, route, value);
    else
        r->lost |= LOST_ENDS;
    r->route_at[r->map->routes++] = value;
}

static void read_ticket(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {
        {"between", false}, {"points", false}, {"deck", false}, {0}};
    struct linea_map *map = r->map;
    struct linea_ticket ticket = {0};
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_TICKETS;
        return;
    }
    bool joined = read_ends(r, get(r, value, "between"), &ticket.a, &ticket.b);
    ticket.points = (uint8_t)linea_map_int(r, get(r, value, "points"), 1, LINEA_POINTS);
    int deck = linea_map_deck(r, get(r, value, "deck"));
    if (!joined || deck < 0)
        r->lost |= LOST_TICKETS;
    ticket.deck = (uint8_t)(deck < 0 ? 0 : deck);
    for (int i = 0; joined && i < map->tickets; i++)
        if (r->ticket[i].a == ticket.a && r->ticket[i].b == ticket.b)
            linea_map_wrong(r, value, "there is a ticket between %s and %s already",
                            id_of(r, ticket.a), id_of(r, ticket.b));
    r->ticket_at[map->tickets] = value;
    r->ticket[map->tickets++] = ticket;
}

static void read_all(struct map_reader *r, int list, int low, int high,
                     void (*read)(struct map_reader *, int), unsigned lost)
{
    if (!linea_map_list(r, list, LINEA_JSON_ARRAY, low, high))
        r->lost |= lost;
    if (linea_json_type(r->json, list) != LINEA_JSON_ARRAY)
        return;
    /* Of a list that is too long, as much is read as the map has room for. */
    for (int i = linea_json_first(r->json, list); i >= 0 && high > 0; high--) {
        read(r, i);
        i = linea_json_next(r->json, list, i);
    }
}

void linea_map_read_board(struct map_reader *r, int map)
{
    read_all(r, get(r, map, "locations"), 2, LINEA_LOCATIONS, read_location,
             LOST_LOCATIONS | LOST_PASSENGERS);
    read_all(r, get(r, map, "routes"), 1, LINEA_ROUTES, read_route,
             LOST_ENDS | LOST_LENGTHS);
    read_all(r, get(r, map, "tickets"), 1, LINEA_TICKETS, read_ticket, LOST_TICKETS);
}
