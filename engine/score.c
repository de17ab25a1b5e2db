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

#include "play.h"
#include "rules/mechanic.h"

struct linea_set linea_tickets_done(const struct linea_map *map,
                                    const struct linea_networks *networks,
                                    const struct linea_set *tickets)
{
    struct linea_set done = {{0, 0}}, left = *tickets;

    while (!linea_set_empty(&left)) {
        int t = linea_set_pop(&left);
        const struct linea_ticket *ticket = &map->ticket[t];
        uint64_t ends = (uint64_t)1 << ticket->a | (uint64_t)1 << ticket->b, joined = 0;
        for (int i = 0; i < networks->count; i++)
            joined |= !(ends & ~networks->at[i]);
        done.word[t >> 6] |= joined << (t & 63);
    }
    return done;
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

void linea_game_tickets(const struct linea_game *g, struct linea_set *done,
                        struct linea_set *borrowed, int seat)
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

/* What a tie-break compares; the higher the better. */
static int tie_value(const struct linea_result *result, int s, enum linea_tie tie)
{
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_mechanics[m]->tie_value && linea_mechanics[m]->tie == tie)
            return linea_mechanics[m]->tie_value(result, s);
    return result->seat[s].tickets_done;
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
    struct scoring x;
    x.g = g;
    x.out = out;
    memset(out, 0, sizeof *out);
    for (int s = 0; s < g->seats; s++) {
        linea_networks_find(&x.networks[s], g->map, &g->seat[s].routes);
        score_tickets(g, s, &out->seat[s], &x.networks[s]);
        out->seat[s].from[LINEA_FROM_ROUTES] = g->seat[s].points;
    }
    for (unsigned left = g->map->mechanics; left; left &= left - 1) {
        const struct mechanic *mechanic = linea_mechanics[linea_lowest(left)];
        if (mechanic->score)
            mechanic->score(&x);
    }
    for (int s = 0; s < g->seats; s++)
        for (int source = 0; source < LINEA_SOURCES; source++)
            out->seat[s].total =
                (int16_t)(out->seat[s].total + out->seat[s].from[source]);
    out->winners = (uint8_t)find_winners(g, out);
}
