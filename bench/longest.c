/*
 * bench/longest.c - how long the longest path takes, by family of networks, and the
 * best use of stations.
 *
 * Prints the median and the worst of many networks of each family, each the best of
 * several runs; at last the same for the stations of finished random games. `longest
 * climb [seconds]` looks for worse ones by changing edges.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "common/maps.h"
#include "graphs.h"
#include "linea/score.h"
#include "rules/mechanic.h"

enum { NETWORKS = 200, RUNS = 7 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Microseconds for one network: the best of several runs, short ones repeated. */
static double measure(const struct linea_map *g, const struct linea_set *routes)
{
    double best = 1e30;
    int repeat = 1;

    for (int run = 0; run < RUNS; run++) {
        double begin = now();
        for (int i = 0; i < repeat; i++)
            linea_longest_path(g, NULL, routes);
        double took = (now() - begin) / repeat;
        if (took < best)
            best = took;
        repeat = took < 20 ? 20 : 1;
    }
    return best;
}

/* Claims on the board of Europe for 45 trains, most of them next to earlier ones. */
static void claim_europe(struct linea_map *g, struct linea_rng *rng)
{
    const struct linea_map *europe = maps_get("europe");
    int trains = europe->vehicles;
    uint64_t touched = 0;

    graph_clear(g, europe->locations);
    for (int tries = 0; trains > 2 && tries < 1000; tries++) {
        const struct linea_route *r =
            &europe->route[linea_rng_below(rng, europe->routes)];
        uint64_t ends = (uint64_t)1 << r->a | (uint64_t)1 << r->b;
        bool near = !touched || ends & touched || !linea_rng_below(rng, 20);
        if (near && r->length <= trains && !graph_has(g, r->a, r->b)) {
            graph_add(g, r->a, r->b, r->length);
            touched |= ends;
            trains -= r->length;
        }
    }
}

static void weigh(struct linea_map *g, int vehicles, struct linea_rng *rng)
{
    for (int left = vehicles - graph_length(g); left > 0; left--) {
        struct linea_route *r = &g->route[linea_rng_below(rng, g->routes)];
        if (r->length < LINEA_LENGTH)
            r->length++;
    }
}

static void make(struct linea_map *g, int family, struct linea_rng *rng)
{
    int i = linea_rng_below(rng, 1000);

    switch (family) {
    case 0:
        claim_europe(g, rng);
        break;
    case 1:
        graph_complete(g, 10);
        break;
    case 2:
        graph_bipartite(g, 5, 9);
        break;
    case 3:
        graph_bipartite(g, 3, 15);
        break;
    case 4:
        graph_grid(g, 5, 5);
        break;
    case 5:
        graph_grid(g, 3, 9);
        break;
    case 6:
        graph_flower(g, 5);
        break;
    case 7:
        graph_flower(g, 7);
        break;
    case 8:
        graph_petersen(g, 15, 1 + i % 7);
        break;
    case 9:
        graph_cubic(g, 30, rng);
        break;
    case 10:
        graph_k4_chain(g, 6);
        break;
    case 11:
        graph_triangles(g, 11, true, rng);
        break;
    case 12:
        graph_triangles(g, 15, false, rng);
        break;
    case 13:
        graph_tree(g, 45, 1 + i % 45, 1, rng);
        break;
    case 14:
        graph_random(g, 12 + i % 6, 45, 1, rng);
        break;
    case 15:
        graph_random(g, 18 + i % 6, 45, 1, rng);
        break;
    case 16:
        graph_random(g, 24 + i % 8, 45, 1, rng);
        break;
    case 17:
        graph_random(g, 32 + i % 15, 45, 1, rng);
        break;
    case 18:
        graph_random(g, 8 + i % 8, 18, 1, rng);
        weigh(g, 45, rng);
        break;
    case 19:
        graph_random(g, 10 + i % 10, 25, 1, rng);
        weigh(g, 45, rng);
        break;
    case 20:
        graph_random(g, 12 + i % 16, 35, 1, rng);
        weigh(g, 45, rng);
        break;
    case 21:
        graph_random(g, 14 + i % 26, 60, 1, rng);
        break;
    case 22:
        graph_cubic(g, 40, rng);
        break;
    default:
        break;
    }
}

static const char *const names[] = {
    "Europe, 45 trains",
    "K10",
    "K5,9",
    "K3,15",
    "grid 5x5",
    "grid 3x9",
    "flower snark J5",
    "flower snark J7",
    "Petersen (15, k)",
    "cubic, 30 locations",
    "chain of K4",
    "triangles and bridges",
    "cactus of triangles",
    "trees",
    "random 12-17 / 45",
    "random 18-23 / 45",
    "random 24-31 / 45",
    "random 32-46 / 45",
    "weighted 8-15 / 18",
    "weighted 10-19 / 25",
    "weighted 12-27 / 35",
    "random 14-39 / 60",
    "cubic, 40 locations",
};

/* Microseconds for the stations of one seat, tickets included. */
static double measure_stations(const struct linea_game *g, int seat)
{
    const struct linea_seat *s = &g->seat[seat];
    struct linea_networks own;
    struct linea_set others = {{0}}, done, borrowed;
    double best = 1e30;
    linea_networks_find(&own, g->map, &s->routes);
    for (int i = 0; i < g->seats; i++)
        if (i != seat)
            linea_set_add_all(&others, &g->seat[i].routes);
    for (int run = 0; run < RUNS; run++) {
        double begin = now();
        for (int i = 0; i < 20; i++)
            linea_stations_use(g->map, &done, &borrowed, &own, &others, s->stations,
                               &s->tickets);
        double took = (now() - begin) / 20;
        best = took < best ? took : best;
    }
    return best;
}

/* A random game on the board of Europe. */
static void play_europe(struct linea_game *g, struct linea_rng *rng, uint64_t number)
{
    struct linea_seed seed;
    struct linea_choices c;
    linea_seed_derive(&seed, 1, number);
    linea_game_begin(g, NULL, maps_get("europe"), 5, LINEA_NOBODY, &seed);
    while (linea_game_choices(g, &c), c.count > 0)
        linea_game_apply(g, NULL,
                         linea_choices_pick(&c, linea_rng_below(rng, c.count)));
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void table(void)
{
    static double took[NETWORKS];
    struct linea_rng rng = {1};
    struct linea_map g;

    printf("%-24s %10s %10s  us\n", "family", "median", "worst");
    for (int f = 0; f < (int)(sizeof names / sizeof names[0]); f++) {
        for (int i = 0; i < NETWORKS; i++) {
            make(&g, f, &rng);
            struct linea_set all = graph_all(&g);
            took[i] = measure(&g, &all);
        }
        qsort(took, NETWORKS, sizeof took[0], ascending);
        printf("%-24s %10.2f %10.2f\n", names[f], took[NETWORKS / 2],
               took[NETWORKS - 1]);
        fflush(stdout);
    }
}

static void stations(void)
{
    static double took[NETWORKS];
    struct linea_rng rng = {1};
    struct linea_game g;
    int n = 0;
    for (uint64_t game = 0; n < NETWORKS; game++) {
        play_europe(&g, &rng, game);
        for (int s = 0; s < g.seats && n < NETWORKS; s++)
            if (g.seat[s].stations)
                took[n++] = measure_stations(&g, s);
    }
    qsort(took, NETWORKS, sizeof took[0], ascending);
    printf("%-24s %10.2f %10.2f\n", "stations, 5 players", took[NETWORKS / 2],
           took[NETWORKS - 1]);
}

/* Move ends of edges about, keep what takes longer. */
static void climb(double seconds)
{
    struct linea_rng rng = {(uint64_t)time(NULL)};
    double until = now() + seconds * 1e6, worst = 0;
    struct linea_map g, best;

    while (now() < until) {
        make(&best, 1 + linea_rng_below(&rng, 20), &rng);
        struct linea_set all = graph_all(&best);
        double most = measure(&best, &all);
        for (int idle = 0; idle < 150 && now() < until; idle++) {
            g = best;
            for (int n = 1 + linea_rng_below(&rng, 3); n > 0; n--) {
                struct linea_route *r = &g.route[linea_rng_below(&rng, g.routes)];
                int v = linea_rng_below(&rng, g.locations);
                if (v != r->a && v != r->b && !graph_has(&g, r->a, v))
                    r->b = (uint8_t)v;
            }
            double took = measure(&g, &all);
            if (took > most) {
                most = took;
                best = g;
                idle = 0;
            }
        }
        if (most <= worst)
            continue;
        worst = most;
        printf("%.1f us:", worst);
        for (int r = 0; r < best.routes; r++)
            printf(" %d-%d", best.route[r].a, best.route[r].b);
        printf(" (%d spaces)\n", graph_length(&best));
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "climb")) {
        climb(argc > 2 ? atof(argv[2]) : 60);
        return 0;
    }
    table();
    stations();
    return 0;
}
