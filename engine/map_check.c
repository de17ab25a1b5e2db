/*
 * map_check.c - what is wrong with a map as a whole, though each part of it is right:
 * boards that fall apart, tickets nobody can complete, decks that are too small.
 *
 * A check is left out when something it needs could not be read.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

/* More spaces than any path has. */
enum { FAR = LINEA_ROUTES * LINEA_LENGTH + 1 };

static const char *id_of(const struct map_reader *r, int location)
{
    return linea_map_text(r->map, r->map->location[location].id);
}

static void check_deck_of_cards(struct map_reader *r)
{
    const struct linea_map *map = r->map;
    if (linea_map_lost(r, LOST_CARDS | LOST_PLAYERS | LOST_HAND))
        return;
    int needed = map->max_seats * map->hand + LINEA_DISPLAY + 1;
    if (map->cards < needed)
        linea_map_wrong(r, linea_json_get(r->json, 0, "cards"),
                        "%d cards are too few: hands, display and one more are %d",
                        map->cards, needed);
}

int linea_map_largest_set(const struct linea_map *map, int colour)
{
    int largest = 0;
    for (int kind = 0; kind < map->colours; kind++)
        if ((kind == colour || colour == LINEA_GRAY) && map->count[kind] > largest)
            largest = map->count[kind];
    return largest + map->count[LINEA_WILD];
}

static void check_cost(struct map_reader *r, int i)
{
    const struct linea_route *route = &r->map->route[i];
    int value = r->route_at[i];
    int set = linea_map_largest_set(r->map, route->colour);
    if (route->length > set)
        linea_map_wrong(r, linea_json_get(r->json, value, "length"),
                        "nobody can pay %d cards: the deck has no set of more than %d",
                        route->length, set);
}

static void check_costs(struct map_reader *r)
{
    const struct linea_map *map = r->map;
    for (int i = 0; i < map->routes; i++) {
        if (!linea_map_lost(r, LOST_CARDS))
            check_cost(r, i);
        if (!linea_map_lost(r, LOST_VEHICLES) && map->route[i].length > map->vehicles)
            linea_map_wrong(r, linea_json_get(r->json, r->route_at[i], "length"),
                            "nobody can claim %d spaces with %d vehicles",
                            map->route[i].length, map->vehicles);
    }
}

/* The routes use exactly the lengths that have points. */
static void check_lengths(struct map_reader *r)
{
    unsigned used = 0;
    if (linea_map_lost(r, LOST_POINTS))
        return;
    for (int i = 0; i < r->map->routes; i++) {
        int length = r->map->route[i].length;
        char key[2] = {(char)('0' + length), 0};
        if (length == 0 || used >> length & 1)
            continue;
        used |= 1u << length;
        if (linea_json_get(r->json, r->points_at, key) < 0)
            linea_map_wrong(r, linea_json_get(r->json, r->route_at[i], "length"),
                            "route-points has no length %d", length);
    }
    for (int length = 1; length <= LINEA_LENGTH; length++) {
        char key[2] = {(char)('0' + length), 0};
        int value = linea_json_get(r->json, r->points_at, key);
        if (value >= 0 && !(used >> length & 1) && !linea_map_lost(r, LOST_LENGTHS))
            linea_map_wrong(r, value, "no route has length %d", length);
    }
}

/* Walk on from x to y if that is a shorter way from the start. */
static bool step(const struct linea_map *map, int start, int x, int y, int length,
                 int spaces[LINEA_LOCATIONS])
{
    /* Nothing passes through a dead end. */
    if ((map->dead_ends >> x & 1 && x != start) || spaces[x] + length >= spaces[y])
        return false;
    spaces[y] = spaces[x] + length;
    return true;
}

/* The fewest spaces from a location to every other, FAR where there is no way. */
static void measure(const struct linea_map *map, int start, int spaces[LINEA_LOCATIONS])
{
    bool shorter = true;
    for (int i = 0; i < LINEA_LOCATIONS; i++)
        spaces[i] = FAR;
    spaces[start] = 0;
    while (shorter) {
        shorter = false;
        for (int i = 0; i < map->routes; i++) {
            const struct linea_route *route = &map->route[i];
            shorter |= step(map, start, route->a, route->b, route->length, spaces);
            shorter |= step(map, start, route->b, route->a, route->length, spaces);
        }
    }
}

/* The locations that have a route. */
static uint64_t touched(const struct linea_map *map)
{
    uint64_t places = 0;
    for (int i = 0; i < map->routes; i++)
        places |= (uint64_t)1 << map->route[i].a | (uint64_t)1 << map->route[i].b;
    return places;
}

static void check_board(struct map_reader *r)
{
    const struct linea_map *map = r->map;
    int spaces[LINEA_LOCATIONS];
    if (linea_map_lost(r, LOST_LOCATIONS | LOST_ENDS))
        return;
    uint64_t places = touched(map);
    for (int i = 0; i < map->locations; i++)
        if (!(places >> i & 1))
            linea_map_wrong(r, r->location_at[i], "%v has no route");
    /* From a dead end one sees only its neighbours: begin elsewhere if possible. */
    uint64_t begin = places & ~map->dead_ends ? places & ~map->dead_ends : places;
    int start = linea_lowest(begin);
    measure(map, start, spaces);
    for (int i = 0; i < map->locations; i++) {
        if (!(places >> i & 1) || spaces[i] < FAR)
            continue;
        linea_map_wrong(r, r->location_at[i], "%v cannot be reached from %s",
                        id_of(r, start));
        return;
    }
}

static void check_tickets(struct map_reader *r)
{
    const struct linea_map *map = r->map;
    int spaces[LINEA_LOCATIONS];
    if (linea_map_lost(r, LOST_LOCATIONS | LOST_ENDS))
        return;
    for (int i = 0; i < map->tickets; i++) {
        const struct linea_ticket *ticket = &r->ticket[i];
        const char *a = id_of(r, ticket->a), *b = id_of(r, ticket->b);
        measure(map, ticket->a, spaces);
        int apart = spaces[ticket->b];
        if (apart == FAR)
            linea_map_wrong(r, r->ticket_at[i], "no routes join %s and %s", a, b);
        else if (apart > map->vehicles &&
                 !linea_map_lost(r, LOST_LENGTHS | LOST_VEHICLES))
            linea_map_wrong(
                r, r->ticket_at[i],
                "%s and %s are %d spaces apart, and a player has %d vehicles", a, b,
                apart, map->vehicles);
    }
}

static void count_tickets(const struct map_reader *r, int size[LINEA_DECKS])
{
    for (int i = 0; i < LINEA_DECKS; i++)
        size[i] = 0;
    for (int i = 0; i < r->map->tickets; i++)
        size[r->ticket[i].deck]++;
}

static void check_opening(struct map_reader *r, const int size[LINEA_DECKS])
{
    const struct linea_map *map = r->map;
    int mixed = 0, wanted = map->opening_mix * map->max_seats;
    for (int i = 0; i < map->decks; i++) {
        int dealt = map->deck[i].dealt * map->max_seats;
        mixed += map->deck[i].mixed ? size[i] : 0;
        if (dealt <= size[i])
            continue;
        linea_map_wrong(r, r->dealt_at[i],
                        "the most players are dealt %d tickets, and the deck has %d",
                        dealt, size[i]);
    }
    if (wanted > mixed)
        linea_map_wrong(r, r->opening_at,
                        "the most players draw %d tickets, and the decks have %d",
                        wanted, mixed);
}

static void check_decks(struct map_reader *r)
{
    int size[LINEA_DECKS];
    if (linea_map_lost(r, LOST_DECKS | LOST_TICKETS))
        return;
    count_tickets(r, size);
    for (int i = 0; i < r->map->decks; i++) {
        const struct linea_deck *deck = &r->map->deck[i];
        if (size[i] == 0)
            linea_map_wrong(r, r->deck_at[i], "the deck %v has no ticket");
        if (!(deck->dealt || deck->mixed || deck->drawn) &&
            !linea_map_lost(r, LOST_OPENING))
            linea_map_wrong(r, r->deck_at[i], "nothing is drawn from the deck %v");
    }
    if (!linea_map_lost(r, LOST_OPENING | LOST_PLAYERS))
        check_opening(r, size);
}

/* A drawing needs `geo` or `at` of all locations, or it goes by the routes alone. Said
   of a map without mistakes only: those come first. */
static void check_drawn(struct map_reader *r)
{
    int all = r->map->locations, most = r->geo > r->at ? r->geo : r->at;
    if (r->mistakes == 0 && most < all)
        linea_map_warn(
            r, linea_json_get(r->json, 0, "locations"),
            "%d of %d have no geo (or at), so boards are drawn from the routes alone",
            all - most, all);
}

void linea_map_check(struct map_reader *r)
{
    check_deck_of_cards(r);
    check_lengths(r);
    check_decks(r);
    linea_map_check_mechanics(r);
    check_board(r);
    check_costs(r);
    check_tickets(r);
    check_drawn(r);
}
