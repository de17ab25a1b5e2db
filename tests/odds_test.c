/*
 * tests/odds_test.c - what the search thinks of tickets in other hands: routes show it,
 * and so does what others do.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "evidence.h"
#include "odds.h"
#include "random_games.h"
#include "test.h"

#include "common/maps.h"

static struct linea_game g;

/* Let planners play on until the first has laid all but `left` vehicles. */
static void play_until(struct setup setup, int number, int left)
{
    static uint64_t memory[LINEA_SEATS][LINEA_BOT_MEMORY / 8];
    static linea_move moves[LINEA_MOVES];
    static const struct linea_budget none = {0};
    struct linea_seed seed;
    linea_seed_derive(&seed, 17, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, memory[s], 0);
    for (int n; g.seat[0].vehicles > left && (n = linea_game_moves(&g, moves)) > 0;) {
        struct linea_view view;
        linea_game_view(&g, &view, g.turn);
        linea_game_apply(&g, NULL,
                         linea_bot_choose(&linea_bot_planner, memory[g.turn], &view,
                                          moves, n, &none));
    }
}

TEST(tickets_that_others_hold_seem_likelier_than_those_they_do_not)
{
    for (int m = 0; maps_id(m); m++) {
        struct setup setup = {maps_get(maps_id(m)), 3};
        double sum[2] = {0};
        int count[2] = {0};
        for (int number = 0; number < 20; number++) {
            struct linea_view view;
            struct linea_odds odds;
            play_until(setup, number, setup.map->vehicles / 4);
            linea_game_view(&g, &view, 1);
            linea_odds_find(&odds, &view);
            for (int t = 0; t < setup.map->tickets; t++) {
                bool held = linea_set_has(&g.seat[0].tickets, t);
                sum[held] += odds.ticket[0][t];
                count[held]++;
            }
        }
        CHECK(sum[1] / count[1] > 4 * sum[0] / count[0]);
    }
}

TEST(every_ticket_that_somebody_may_hold_is_possible)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        struct linea_view view;
        struct linea_odds odds;
        memset(&odds, 0, sizeof odds);
        play_until(setup, i, setup.map->vehicles / 2);
        linea_game_view(&g, &view, LINEA_SPECTATOR);
        linea_odds_find(&odds, &view);
        for (int s = 0; s < setup.seats; s++)
            for (int t = 0; t < setup.map->tickets; t++)
                CHECK(view.seat[s].tickets_seen || odds.ticket[s][t] > 0);
    }
}

/* How much of the odds of all tickets in its deck a ticket has. */
static double share(const struct linea_view *view, const struct linea_odds *odds,
                    int seat, int ticket)
{
    const struct linea_map *map = view->map;
    double sum = 0;
    for (int t = 0; t < map->tickets; t++)
        if (map->ticket[t].deck == map->ticket[ticket].deck &&
            !linea_set_has(&view->seat[view->viewer].tickets, t))
            sum += odds->ticket[seat][t];
    return odds->ticket[seat][ticket] / sum;
}

/* The shares of the tickets that others hold, by routes alone and by what they do. */
struct shares {
    double routes, deeds;
};

static void add_shares(struct shares *out, const struct linea_view *view,
                       const struct linea_odds *routes, const struct linea_odds *deeds)
{
    for (int s = 0; s < view->seats; s++)
        for (struct linea_set left = g.seat[s].tickets;
             s != view->viewer && !linea_set_empty(&left);) {
            int t = linea_set_pop(&left);
            out->routes += share(view, routes, s, t);
            out->deeds += share(view, deeds, s, t);
        }
}

static bool time_is_up(void *context)
{
    (void)context;
    return true;
}

/* A game of planners, the last of which collects evidence. */
static void collect(struct shares *out, struct setup setup, int number,
                    const struct linea_budget *budget)
{
    static uint64_t memory[LINEA_SEATS][LINEA_BOT_MEMORY / 8];
    static linea_move moves[LINEA_MOVES], room[LINEA_MOVES];
    static struct evidence evidence;
    struct linea_seed seed;
    struct linea_rng rng = {(uint64_t)number};
    linea_seed_derive(&seed, 18, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, 0, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, memory[s], 0);
    linea_evidence_begin(&evidence);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        struct linea_view view;
        linea_game_view(&g, &view, g.turn);
        linea_move m = linea_bot_choose(&linea_bot_planner, memory[g.turn], &view,
                                        moves, n, budget);
        if (g.turn == setup.seats - 1) {
            struct linea_odds routes, deeds;
            linea_odds_find(&routes, &view);
            deeds = routes;
            linea_evidence_learn(&evidence, &rng, room, &view, budget);
            linea_evidence_weigh(&evidence, &deeds, &view);
            if (g.phase == LINEA_TURN)
                add_shares(out, &view, &routes, &deeds);
            linea_evidence_decide(&evidence, &view, &deeds, m);
        }
        linea_game_apply(&g, NULL, m);
    }
}

TEST(what_others_do_reveals_more_of_their_tickets_than_their_routes_alone)
{
    static const struct linea_budget free = {0};
    for (int m = 0; maps_id(m); m++)
        for (int seats = 2; seats <= test_size(2, 3); seats++) {
            struct shares shares = {0};
            for (int number = 0; number < test_size(1, 2); number++)
                collect(&shares, (struct setup){maps_get(maps_id(m)), seats}, number,
                        &free);
            CHECK(shares.deeds > 1.2 * shares.routes);
        }
}

TEST(without_time_nothing_is_learned_from_what_others_do)
{
    static const struct linea_budget none = {.time_up = time_is_up};
    struct shares shares = {0};
    collect(&shares, (struct setup){maps_get("london"), 2}, 0, &none);
    CHECK(shares.deeds > 0.99 * shares.routes && shares.deeds < 1.01 * shares.routes);
}
