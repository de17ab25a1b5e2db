/*
 * bench/longest.c - how long the longest path takes, by family of networks.
 *
 * Prints the median and the worst of many networks of each family, each the best of
 * several runs. `longest climb [seconds]` looks for worse ones by changing edges.
 *
 * SPDX-License-Identifier: MIT
 */
#define _POSIX_C_SOURCE 199309L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "linea/score.h"

#include "../tests/graphs.h"

enum { NETWORKS = 200, RUNS = 7 };

/* The routes of the Europe board: two locations and a length. */
static const uint8_t europe[][3] = {
    {0, 7, 1}, {0, 16, 3}, {0, 17, 2}, {0, 22, 2}, {1, 11, 2}, {1, 15, 3}, {1, 37, 3},
    {2, 6, 4}, {2, 34, 4}, {2, 37, 2}, {2, 39, 3}, {3, 23, 2}, {3, 24, 4}, {3, 28, 2},
    {4, 12, 4}, {4, 16, 2}, {4, 17, 3}, {4, 17, 3}, {4, 42, 4}, {4, 42, 4}, {4, 43, 3},
    {5, 13, 2}, {5, 28, 4}, {5, 29, 3}, {6, 27, 3}, {6, 32, 2}, {7, 13, 2}, {7, 17, 2},
    {7, 29, 2}, {7, 29, 2}, {8, 9, 4}, {8, 11, 3}, {8, 20, 4}, {8, 35, 4}, {8, 39, 2},
    {9, 20, 6}, {9, 34, 3}, {9, 43, 1}, {9, 43, 1}, {9, 45, 2}, {10, 21, 2},
    {10, 23, 3}, {11, 35, 4}, {11, 37, 2}, {11, 39, 3}, {12, 31, 3}, {12, 42, 2},
    {13, 22, 2}, {13, 22, 2}, {13, 29, 1}, {14, 22, 4}, {14, 22, 4}, {15, 35, 4},
    {15, 38, 3}, {16, 17, 2}, {16, 19, 3}, {16, 19, 3}, {17, 26, 2}, {17, 29, 3},
    {17, 29, 3}, {18, 20, 4}, {18, 25, 4}, {18, 33, 2}, {19, 40, 3}, {19, 40, 3},
    {20, 36, 3}, {20, 42, 4}, {20, 44, 2}, {21, 23, 3}, {23, 28, 3}, {23, 28, 3},
    {24, 28, 4}, {24, 29, 4}, {24, 32, 4}, {24, 46, 2}, {25, 30, 4}, {25, 36, 2},
    {26, 41, 2}, {26, 43, 3}, {26, 46, 2}, {27, 32, 4}, {27, 37, 6}, {28, 29, 4},
    {28, 29, 4}, {29, 46, 3}, {30, 31, 4}, {30, 40, 8}, {30, 44, 4}, {31, 44, 4},
    {32, 41, 2}, {33, 35, 4}, {33, 38, 2}, {34, 39, 2}, {34, 45, 3}, {35, 38, 2},
    {36, 44, 3}, {41, 45, 2}, {41, 46, 2}, {42, 43, 4}, {42, 44, 3}, {43, 45, 2},
};

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
    int routes = (int)(sizeof europe / sizeof europe[0]), trains = 45;
    uint64_t touched = 0;

    graph_clear(g, 47);
    for (int tries = 0; trains > 2 && tries < 1000; tries++) {
        const uint8_t *r = europe[linea_rng_below(rng, routes)];
        uint64_t ends = (uint64_t)1 << r[0] | (uint64_t)1 << r[1];
        bool near = !touched || ends & touched || !linea_rng_below(rng, 20);
        if (near && r[2] <= trains && !graph_has(g, r[0], r[1])) {
            graph_add(g, r[0], r[1], r[2]);
            touched |= ends;
            trains -= r[2];
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
    case 0: claim_europe(g, rng); break;
    case 1: graph_complete(g, 10); break;
    case 2: graph_bipartite(g, 5, 9); break;
    case 3: graph_bipartite(g, 3, 15); break;
    case 4: graph_grid(g, 5, 5); break;
    case 5: graph_grid(g, 3, 9); break;
    case 6: graph_flower(g, 5); break;
    case 7: graph_flower(g, 7); break;
    case 8: graph_petersen(g, 15, 1 + i % 7); break;
    case 9: graph_cubic(g, 30, rng); break;
    case 10: graph_k4_chain(g, 6); break;
    case 11: graph_triangles(g, 11, true, rng); break;
    case 12: graph_triangles(g, 15, false, rng); break;
    case 13: graph_tree(g, 45, 1 + i % 45, 1, rng); break;
    case 14: graph_random(g, 12 + i % 6, 45, 1, rng); break;
    case 15: graph_random(g, 18 + i % 6, 45, 1, rng); break;
    case 16: graph_random(g, 24 + i % 8, 45, 1, rng); break;
    case 17: graph_random(g, 32 + i % 15, 45, 1, rng); break;
    case 18: graph_random(g, 8 + i % 8, 18, 1, rng); weigh(g, 45, rng); break;
    case 19: graph_random(g, 10 + i % 10, 25, 1, rng); weigh(g, 45, rng); break;
    case 20: graph_random(g, 12 + i % 16, 35, 1, rng); weigh(g, 45, rng); break;
    case 21: graph_random(g, 14 + i % 26, 60, 1, rng); break;
    case 22: graph_cubic(g, 40, rng); break;
    default: break;
    }
}

static const char *const names[] = {
    "Europe, 45 trains",    "K10",
    "K5,9",                 "K3,15",
    "grid 5x5",             "grid 3x9",
    "flower snark J5",      "flower snark J7",
    "Petersen (15, k)",     "cubic, 30 locations",
    "chain of K4",          "triangles and bridges",
    "cactus of triangles",  "trees",
    "random 12-17 / 45",    "random 18-23 / 45",
    "random 24-31 / 45",    "random 32-46 / 45",
    "weighted 8-15 / 18",   "weighted 10-19 / 25",
    "weighted 12-27 / 35",  "random 14-39 / 60",
    "cubic, 40 locations",
};

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
    if (argc > 1 && !strcmp(argv[1], "climb"))
        climb(argc > 2 ? atof(argv[2]) : 60);
    else
        table();
    return 0;
}
