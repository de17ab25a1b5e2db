/*
 * tools/bench_net.c - the nets that are built in: how long a decision takes, and what
 * they decide, as one number that is the same for every kernel, compiler and machine.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "bench.h"
#include "common/clock.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "learned.h"
#include "net_kernel.h"
#include "player.h"

enum { GAMES = 5, LOOK_AHEAD = 2 }; /* of each map and number of players; playouts */

static uint64_t mix(uint64_t hash, linea_move m)
{
    for (int i = 0; i < 4; i++)
        hash = (hash ^ (m >> 8 * i & 0xff)) * 0x100000001b3u;
    return hash;
}

/* One game of nets; the seats that are not even look ahead. */
static uint64_t play(uint64_t hash, const struct linea_map *map, int seats,
                     uint64_t number, const struct linea_learned *learned)
{
    static struct linea_player player[LINEA_SEATS];
    const struct linea_budget budget = {.simulations = LOOK_AHEAD, .learned = learned};
    struct linea_seed seed;
    struct linea_game g;
    linea_seed_derive(&seed, 3, number);
    linea_game_begin(&g, NULL, map, seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < seats; s++)
        linea_player_begin(&player[s], s % 2 ? &linea_bot_deep : &linea_bot_net,
                           &budget, number);
    while (g.phase != LINEA_OVER) {
        linea_move m = linea_player_move(&player[g.turn], &g);
        hash = mix(hash, m);
        linea_game_apply(&g, NULL, m);
    }
    return hash;
}

static uint64_t sign(const struct linea_net_kernel *kernel)
{
    static struct linea_learned learned;
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; maps_id(i); i++) {
        const struct linea_map *map = maps_get(maps_id(i));
        const struct linea_learned *built_in =
            nets_get(map, &linea_bot_expert, NULL, 0);
        if (!built_in)
            continue;
        learned = *built_in;
        learned.net.kernel = kernel;
        for (int seats = map->min_seats; seats <= map->max_seats; seats++)
            for (uint64_t game = 0; game < GAMES; game++)
                hash = play(hash, map, seats, game, &learned);
    }
    return hash;
}

int bench_net_signature(void)
{
    const struct linea_net_kernel *kernel;
    uint64_t plain = sign(&linea_net_plain);
    for (int i = 0; (kernel = linea_net_kernel_at(i)); i++)
        if (nets_can_run(kernel) && sign(kernel) != plain)
            return complain("bench",
                            "the kernel \"%s\" decides otherwise than the "
                            "plain one",
                            kernel->name),
                   EXIT_NEGATIVE;
    printf("%016" PRIx64 "\n", plain);
    return EXIT_OK;
}

/* Microseconds of a decision of the bare net, all included: view, list of moves,
   advice, features, net. Of games between nets; the quickest of some runs. */
static double measure(const struct linea_map *map, const struct linea_learned *learned,
                      double seconds)
{
    static struct linea_player player[LINEA_SEATS];
    const struct linea_budget budget = {.learned = learned};
    const int seats = map->min_seats;
    double best = INFINITY, begun = seconds_worked();
    for (uint64_t game = 0; game == 0 || seconds_worked() - begun < seconds; game++) {
        struct linea_seed seed;
        struct linea_game g;
        struct linea_choices choices;
        long decisions = 0;
        double start = seconds_worked();
        linea_seed_derive(&seed, 4, game % GAMES);
        linea_game_begin(&g, NULL, map, seats, LINEA_NOBODY, &seed);
        for (int s = 0; s < seats; s++)
            linea_player_begin(&player[s], &linea_bot_net, &budget, game);
        for (; g.phase != LINEA_OVER;) {
            linea_game_choices(&g, &choices);
            decisions += choices.count > 1; /* what is forced is not thought about */
            linea_game_apply(&g, NULL, linea_player_move(&player[g.turn], &g));
        }
        double took = (seconds_worked() - start) * 1e6 / (double)decisions;
        best = took < best ? took : best;
    }
    return best;
}

int bench_nets(double seconds, bool json)
{
    const struct linea_net_kernel *kernel;
    static struct linea_learned learned;
    if (!json)
        printf("%-10s %-8s %12s\n", "map", "kernel", "us/decision");
    for (int i = 0; maps_id(i); i++) {
        const struct linea_map *map = maps_get(maps_id(i));
        const struct linea_learned *built_in = nets_get(map, &linea_bot_hard, NULL, 0);
        for (int k = 0; built_in && (kernel = linea_net_kernel_at(k)); k++) {
            if (!nets_can_run(kernel))
                continue;
            learned = *built_in;
            learned.net.kernel = kernel;
            printf(json ? "{\"what\":\"net\",\"map\":\"%s\",\"kernel\":\"%s\","
                          "\"us_per_decision\":%.2f}\n"
                        : "%-10s %-8s %12.2f\n",
                   maps_id(i), kernel->name, measure(map, &learned, seconds));
            fflush(stdout);
        }
    }
    return EXIT_OK;
}
