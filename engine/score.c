/*
 * engine/score.c - points by source, and who wins.
 *
 * Called once at the end of a game, and whenever a player or a bot asks what the score
 * would be now.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/score.h"

#include <string.h>

#include "graph.h"
#include "rules/rules.h"

static const struct {
    const char *name;
    int mechanic; /* enum linea_mechanic, or -1 when every map has it */
} sources[LINEA_SOURCES] = {
    [LINEA_FROM_ROUTES] = {"routes", -1},
    [LINEA_FROM_TICKETS] = {"tickets", -1},
    [LINEA_FROM_STATIONS] = {"stations", LINEA_STATIONS_BUILT},
    [LINEA_FROM_LONGEST] = {"longest", LINEA_LONGEST},
    [LINEA_FROM_ATTRACTIONS] = {"attractions", LINEA_ATTRACTIONS},
    [LINEA_FROM_DISTRICTS] = {"districts", LINEA_DISTRICTS_JOINED},
    [LINEA_FROM_GLOBETROTTER] = {"globetrotter", LINEA_GLOBETROTTER},
    [LINEA_FROM_PASSENGERS] = {"passengers", LINEA_PASSENGERS_TAKEN},
};

const char *linea_source_name(enum linea_source source)
{
    return sources[source].name;
}

bool linea_map_has_source(const struct linea_map *map, enum linea_source source)
{
    int mechanic = sources[source].mechanic;
    return mechanic < 0 || linea_map_uses(map, (enum linea_mechanic)mechanic);
}

/* The tickets that a seat completes: EU-STATION-USE where it has stations. */
static inline void find_done(const struct linea_game *g, int s,
                             const struct linea_networks *networks,
                             struct linea_set *done, struct linea_set *borrowed)
{
    const struct linea_seat *seat = &g->seat[s];
    if (seat->stations) {
        struct linea_set others = {{0}};
        for (int other = 0; other < g->seats; other++)
            for (int w = 0; w < 2 && other != s; w++)
                others.word[w] |= g->seat[other].routes.word[w];
        linea_stations_use(g->map, done, borrowed, networks, &others, seat->stations,
                           &seat->tickets);
    } else {
        *done = linea_tickets_done(g->map, networks, &seat->tickets);
        *borrowed = (struct linea_set){{0}};
    }
}

void linea_game_tickets(const struct linea_game *g, int seat, struct linea_set *done,
                        struct linea_set *borrowed)
{
    struct linea_networks networks;
    linea_networks_find(&networks, g->map, &g->seat[seat].routes);
    find_done(g, seat, &networks, done, borrowed);
}

/* TICKET-VALUE. */
static void score_tickets(const struct linea_game *g, int s, struct linea_score *score,
                          const struct linea_networks *networks)
{
    const struct linea_seat *seat = &g->seat[s];
    find_done(g, s, networks, &score->done, &score->borrowed);
    int points = 0;
    for (struct linea_set left = seat->tickets; !linea_set_empty(&left);) {
        int t = linea_set_pop(&left);
        int value = g->map->ticket[t].points;
        points += linea_set_has(&score->done, t) ? value : -value;
    }
    score->from[LINEA_FROM_TICKETS] = (int16_t)points;
    score->tickets_done = (uint8_t)linea_set_count(&score->done);
}

/* Locations that at least one route of a set touches. */
static uint64_t touched(const struct linea_networks *networks)
{
    uint64_t all = 0;
    for (int i = 0; i < networks->count; i++)
        all |= networks->at[i];
    return all;
}

/* LO-DISTRICT: each district whose locations are all joined gives its points. */
static int score_districts(const struct linea_map *map,
                           const struct linea_networks *networks)
{
    int points = 0;
    for (int d = 0; d < map->districts; d++)
        if (linea_networks_join(networks, map->district_at[d]))
            points += map->district_points[d];
    return points;
}

/* What a seat has by itself, without comparing it to others. */
static void score_alone(const struct linea_game *g, int s, struct linea_score *score)
{
    const struct linea_map *map = g->map;
    const struct linea_seat *seat = &g->seat[s];
    struct linea_networks networks;
    linea_networks_find(&networks, map, &seat->routes);
    score_tickets(g, s, score, &networks);
    score->from[LINEA_FROM_ROUTES] = seat->points;
    score->stations_built = (uint8_t)linea_bits(seat->stations);
    score->from[LINEA_FROM_STATIONS] =
        (int16_t)((map->stations - score->stations_built) * map->station_points);
    score->from[LINEA_FROM_ATTRACTIONS] =
        (int16_t)(linea_bits(touched(&networks) & map->attractions) *
                  map->attraction_points);
    score->from[LINEA_FROM_DISTRICTS] = (int16_t)score_districts(map, &networks);
    for (int colour = 0; colour < map->passenger_colours; colour++)
        score->passengers = (uint8_t)(score->passengers + seat->taken[colour]);
    if (linea_map_uses(map, LINEA_LONGEST))
        score->longest =
            (uint8_t)linea_longest_path(map, &score->longest_path, &seat->routes);
}

/* EU-LONGEST and DE-GLOBETROTTER: all who tie for most get the points; none for none.
 */
static void award_most(struct linea_result *out, int seats, const int value[],
                       enum linea_source source, int points)
{
    int most = 1;
    for (int s = 0; s < seats; s++)
        most = value[s] > most ? value[s] : most;
    for (int s = 0; s < seats; s++)
        if (value[s] == most)
            out->seat[s].from[source] = (int16_t)points;
}

static void score_bonuses(const struct linea_game *g, struct linea_result *out)
{
    int longest[LINEA_SEATS], done[LINEA_SEATS];
    for (int s = 0; s < g->seats; s++) {
        longest[s] = out->seat[s].longest;
        done[s] = out->seat[s].tickets_done;
    }
    award_most(out, g->seats, longest, LINEA_FROM_LONGEST, g->map->longest_points);
    if (linea_map_uses(g->map, LINEA_GLOBETROTTER))
        award_most(out, g->seats, done, LINEA_FROM_GLOBETROTTER,
                   g->map->globetrotter_points);
}

/* DE-PASSENGER-SCORE for one colour. */
static void score_passengers(const struct linea_game *g, struct linea_result *out,
                             int colour)
{
    int most = 0, second = 0, holders = 0;
    for (int s = 0; s < g->seats; s++) {
        int n = g->seat[s].taken[colour];
        most = n > most ? n : most;
    }
    for (int s = 0; s < g->seats; s++) {
        int n = g->seat[s].taken[colour];
        holders += n == most;
        if (n < most && n > second)
            second = n;
    }
    if (most == 0)
        return;
    for (int s = 0; s < g->seats; s++) {
        int n = g->seat[s].taken[colour];
        int points = 0;
        if (n == most)
            points = g->map->passenger_points[0];
        else if (n > 0 && n == second && holders == 1)
            points = g->map->passenger_points[1];
        int16_t *from = &out->seat[s].from[LINEA_FROM_PASSENGERS];
        *from = (int16_t)(*from + points);
    }
}

/* What a tie-break compares; the higher the better. */
static int tie_value(const struct linea_result *result, int s, enum linea_tie tie)
{
    const struct linea_score *score = &result->seat[s];
    switch (tie) {
    case LINEA_TIE_TICKETS:
        return score->tickets_done;
    case LINEA_TIE_PASSENGERS:
        return score->passengers;
    case LINEA_TIE_STATIONS:
        return -score->stations_built;
    case LINEA_TIE_LONGEST:
        for (int other = 0; other < LINEA_SEATS; other++)
            if (result->seat[other].longest > score->longest)
                return 0;
        return 1;
    case LINEA_TIE_KINDS:
        break;
    }
    return 0;
}

/* END-WIN: of the seats in the set, those with the highest value. */
static unsigned best_of(const int value[LINEA_SEATS], unsigned seats)
{
    unsigned best = 0;
    int most = INT16_MIN;
    for (int s = 0; s < LINEA_SEATS; s++) {
        if (!(seats >> s & 1) || value[s] < most)
            continue;
        best = value[s] > most ? 1u << s : best | 1u << s;
        most = value[s];
    }
    return best;
}

static unsigned find_winners(const struct linea_game *g, const struct linea_result *out)
{
    int value[LINEA_SEATS] = {0};
    for (int s = 0; s < g->seats; s++)
        value[s] = out->seat[s].total;
    unsigned winners = best_of(value, (1u << g->seats) - 1);
    for (int i = 0; i < g->map->ties; i++) {
        for (int s = 0; s < g->seats; s++)
            value[s] = tie_value(out, s, (enum linea_tie)g->map->tie[i]);
        winners = best_of(value, winners);
    }
    return winners;
}

void linea_game_score(const struct linea_game *g, struct linea_result *out)
{
    memset(out, 0, sizeof *out);
    for (int s = 0; s < g->seats; s++)
        score_alone(g, s, &out->seat[s]);
    score_bonuses(g, out);
    for (int colour = 0; colour < g->map->passenger_colours; colour++)
        score_passengers(g, out, colour);
    for (int s = 0; s < g->seats; s++)
        for (int source = 0; source < LINEA_SOURCES; source++)
            out->seat[s].total =
                (int16_t)(out->seat[s].total + out->seat[s].from[source]);
    out->winners = (uint8_t)find_winners(g, out);
}
