/*
 * tests/stations_test.c - networks, tickets and what stations borrow.
 *
 * SPDX-License-Identifier: MIT
 */
#include "rules/mechanic.h"

#include "graphs.h"
#include "test.h"

/* A board of own and others' routes, some stations and tickets. */
struct board {
    struct linea_map map;
    struct linea_set own, others, tickets, done, borrowed;
    uint64_t stations;
};

static void own(struct board *b, int a, int c)
{
    linea_set_add(&b->own, b->map.routes);
    graph_add(&b->map, a, c, 1);
}

static int other(struct board *b, int a, int c)
{
    linea_set_add(&b->others, b->map.routes);
    graph_add(&b->map, a, c, 1);
    return b->map.routes - 1;
}

static int ticket(struct board *b, int a, int c, int points)
{
    struct linea_ticket *t = &b->map.ticket[b->map.tickets];
    *t = (struct linea_ticket){(uint8_t)a, (uint8_t)c, (uint8_t)points, 0};
    linea_set_add(&b->tickets, b->map.tickets);
    return b->map.tickets++;
}

static void station(struct board *b, int l)
{
    b->stations |= (uint64_t)1 << l;
}

static void use(struct board *b)
{
    struct linea_networks own;
    linea_networks_find(&own, &b->map, &b->own);
    linea_stations_use(&b->map, &b->done, &b->borrowed, &own, &b->others, b->stations,
                       &b->tickets);
}

static bool same(const struct linea_set *a, const struct linea_set *b)
{
    return a->word[0] == b->word[0] && a->word[1] == b->word[1];
}

/* Whether a walk over the routes leads from one location to the other. */
static bool reaches(const struct linea_map *map, const struct linea_set *routes,
                    int from, int to)
{
    uint64_t reached = (uint64_t)1 << from;
    uint64_t leaving = reached; /* the start may be left even if it is a dead end */

    for (int round = 0; round < LINEA_LOCATIONS; round++) {
        for (int r = 0; r < map->routes; r++) {
            uint64_t ends = linea_route_ends(&map->route[r]);
            if (linea_set_has(routes, r) && ends & leaving)
                reached |= ends;
        }
        leaving |= reached & ~map->dead_ends;
    }
    return reached >> to & 1;
}

/* A choice and its worth: points, tickets, and minus the routes it borrows. */
struct worth {
    int by[3];
    struct linea_set borrowed;
};

static struct worth weigh(const struct board *b, struct linea_set borrowed)
{
    struct worth w = {{0, 0, -linea_set_count(&borrowed)}, borrowed};
    struct linea_set all = {
        {borrowed.word[0] | b->own.word[0], borrowed.word[1] | b->own.word[1]}};

    for (int t = 0; t < b->map.tickets; t++) {
        const struct linea_ticket *k = &b->map.ticket[t];
        if (reaches(&b->map, &all, k->a, k->b)) {
            w.by[0] += k->points;
            w.by[1]++;
        }
    }
    return w;
}

static bool better(const struct worth *a, const struct worth *b)
{
    for (int i = 0; i < 3; i++)
        if (a->by[i] != b->by[i])
            return a->by[i] > b->by[i];
    for (int r = 0; r < LINEA_ROUTES; r++)
        if (linea_set_has(&a->borrowed, r) != linea_set_has(&b->borrowed, r))
            return linea_set_has(&a->borrowed, r);
    return false;
}

/* Every choice of every station in turn, the plain way. */
static void try_all(const struct board *b, struct worth *best,
                    struct linea_set borrowed, uint64_t stations)
{
    if (!stations) {
        struct worth w = weigh(b, borrowed);
        if (better(&w, best))
            *best = w;
        return;
    }
    int s = linea_lowest(stations);
    stations &= stations - 1;
    try_all(b, best, borrowed, stations);
    for (int r = 0; r < b->map.routes; r++) {
        struct linea_set more = borrowed;
        if (!linea_set_has(&b->others, r) ||
            (b->map.route[r].a != s && b->map.route[r].b != s))
            continue;
        linea_set_add(&more, r);
        try_all(b, best, more, stations);
    }
}

static void random_board(struct board *b, struct linea_rng *rng)
{
    int locations = 4 + linea_rng_below(rng, 7);
    int routes = linea_rng_below(rng, 15), tickets = linea_rng_below(rng, 7);

    memset(b, 0, sizeof *b);
    graph_clear(&b->map, locations);
    if (linea_rng_below(rng, 2))
        b->map.dead_ends = linea_rng_next(rng) & linea_rng_next(rng) & 0x3ff;
    while (b->map.routes < routes) {
        int a = linea_rng_below(rng, locations), c = linea_rng_below(rng, locations);
        if (a == c)
            continue;
        if (linea_rng_below(rng, 2))
            own(b, a, c);
        else
            other(b, a, c);
    }
    while (b->map.tickets < tickets) {
        int a = linea_rng_below(rng, locations), c = linea_rng_below(rng, locations);
        if (a != c)
            ticket(b, a, c, 1 + linea_rng_below(rng, 4));
    }
    for (int i = linea_rng_below(rng, 5); i > 0; i--)
        station(b, linea_rng_below(rng, locations));
}

TEST(TICKET_VALUE_networks_join_what_a_walk_reaches)
{
    struct linea_rng rng = {1};
    struct linea_networks n;
    struct board b;

    for (int i = 0; i < 5000; i++) {
        random_board(&b, &rng);
        linea_networks_find(&n, &b.map, &b.own);
        for (int a = 0; a < b.map.locations; a++)
            for (int c = 0; c < a; c++)
                CHECK_EQ(linea_networks_join(&n, (uint64_t)1 << a | (uint64_t)1 << c),
                         reaches(&b.map, &b.own, a, c));
    }
}

TEST(DE_COUNTRY_lines_into_a_country_are_not_joined_there)
{
    struct board b = {.stations = 0};
    struct linea_networks n;

    own(&b, 0, 2);
    own(&b, 2, 1);
    b.map.dead_ends = 1 << 2;
    linea_networks_find(&n, &b.map, &b.own);
    CHECK_EQ(n.count, 2);
    CHECK(!linea_networks_join(&n, 1 << 0 | 1 << 1));
    CHECK(linea_networks_join(&n, 1 << 0 | 1 << 2));
    CHECK(linea_networks_join(&n, 1 << 1 | 1 << 2));
}

TEST(DE_COUNTRY_a_line_between_two_countries_is_a_network_of_its_own)
{
    struct board b = {.stations = 0};
    struct linea_networks n;

    own(&b, 0, 1);
    own(&b, 1, 2);
    b.map.dead_ends = 1 << 1 | 1 << 2;
    linea_networks_find(&n, &b.map, &b.own);
    CHECK_EQ(n.count, 2);
    CHECK(linea_networks_join(&n, 1 << 1 | 1 << 2));
    CHECK(!linea_networks_join(&n, 1 << 0 | 1 << 2));
}

TEST(EU_STATION_USE_is_the_best_of_all_choices)
{
    struct linea_rng rng = {2};
    int borrowing = 0;

    for (int i = 0; i < 20000; i++) {
        struct board b;
        struct linea_set none = {{0, 0}};
        struct worth best = {{-1, 0, 0}, none};
        random_board(&b, &rng);
        use(&b);
        try_all(&b, &best, none, b.stations);
        CHECK(same(&b.borrowed, &best.borrowed));
        CHECK_EQ(linea_set_count(&b.done), best.by[1]);
        borrowing += !linea_set_empty(&best.borrowed);
    }
    CHECK(borrowing > 2000);
}

TEST(EU_STATION_USE_borrows_one_route_only)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    other(&b, 1, 2);
    other(&b, 1, 3);
    ticket(&b, 0, 2, 5);
    int second = ticket(&b, 0, 3, 6);
    use(&b);
    CHECK_EQ(linea_set_count(&b.borrowed), 1);
    CHECK_EQ(linea_set_count(&b.done), 1);
    CHECK(linea_set_has(&b.done, second));
}

TEST(EU_STATION_USE_works_from_either_end_of_a_route)
{
    for (int at = 1; at <= 2; at++) {
        struct board b = {.stations = 0};
        station(&b, at);
        own(&b, 0, 1);
        own(&b, 2, 3);
        int r = other(&b, 1, 2);
        ticket(&b, 0, 3, 5);
        use(&b);
        CHECK(linea_set_has(&b.borrowed, r));
        CHECK_EQ(linea_set_count(&b.done), 1);
    }
}

TEST(EU_STATION_USE_the_route_must_touch_the_station)
{
    struct board b = {.stations = 0};
    station(&b, 0);
    own(&b, 0, 1);
    other(&b, 1, 2);
    ticket(&b, 0, 2, 5);
    use(&b);
    CHECK(linea_set_empty(&b.borrowed));
    CHECK(linea_set_empty(&b.done));
}

TEST(EU_STATION_USE_the_same_route_serves_all_tickets)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    own(&b, 2, 3);
    other(&b, 1, 2);
    ticket(&b, 0, 2, 5);
    ticket(&b, 0, 3, 5);
    ticket(&b, 1, 3, 5);
    use(&b);
    CHECK_EQ(linea_set_count(&b.borrowed), 1);
    CHECK_EQ(linea_set_count(&b.done), 3);
}

TEST(EU_STATION_USE_prefers_more_points_to_more_tickets)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    own(&b, 2, 3);
    other(&b, 1, 2);
    int dear = other(&b, 1, 4);
    ticket(&b, 0, 2, 5);
    ticket(&b, 0, 3, 5);
    ticket(&b, 0, 4, 11);
    use(&b);
    CHECK(linea_set_has(&b.borrowed, dear));
    CHECK_EQ(linea_set_count(&b.done), 1);
}

TEST(EU_STATION_USE_completes_more_tickets_among_equals)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    own(&b, 2, 3);
    other(&b, 1, 4);
    int more = other(&b, 1, 2);
    ticket(&b, 0, 4, 10);
    ticket(&b, 0, 2, 5);
    ticket(&b, 0, 3, 5);
    use(&b);
    CHECK(linea_set_has(&b.borrowed, more));
    CHECK_EQ(linea_set_count(&b.done), 2);
}

TEST(EU_STATION_USE_two_stations_chain_through_a_foreign_location)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    station(&b, 2);
    own(&b, 0, 1);
    other(&b, 1, 2);
    other(&b, 2, 3);
    ticket(&b, 0, 3, 5);
    use(&b);
    CHECK_EQ(linea_set_count(&b.borrowed), 2);
    CHECK_EQ(linea_set_count(&b.done), 1);
}

TEST(EU_STATION_USE_borrows_nothing_that_completes_nothing)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    other(&b, 1, 2);
    ticket(&b, 0, 1, 5);
    ticket(&b, 0, 3, 5);
    use(&b);
    CHECK(linea_set_empty(&b.borrowed));
    CHECK_EQ(linea_set_count(&b.done), 1);
}

TEST(EU_STATION_USE_takes_the_lowest_of_parallel_routes)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    int low = other(&b, 1, 2);
    other(&b, 1, 2);
    ticket(&b, 0, 2, 5);
    use(&b);
    CHECK_EQ(linea_set_count(&b.borrowed), 1);
    CHECK(linea_set_has(&b.borrowed, low));
}

TEST(DE_COUNTRY_a_borrowed_line_joins_nothing_in_a_dead_end)
{
    struct board b = {.stations = 0};
    station(&b, 1);
    own(&b, 0, 1);
    own(&b, 2, 3);
    other(&b, 1, 2);
    b.map.dead_ends = 1 << 2;
    ticket(&b, 0, 3, 9);
    int into = ticket(&b, 0, 2, 5);
    use(&b);
    CHECK_EQ(linea_set_count(&b.done), 1);
    CHECK(linea_set_has(&b.done, into));
}
