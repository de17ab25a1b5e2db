/*
 * tests/graphs.h - networks to try graph code on: families known to be hard, and random
 * ones. A network is a map with routes and nothing else; all its routes are meant.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef GRAPHS_H
#define GRAPHS_H

#include <string.h>

#include "linea/map.h"
#include "linea/rng.h"

static inline void graph_clear(struct linea_map *g, int locations)
{
    memset(g, 0, sizeof *g);
    g->locations = (uint8_t)locations;
}

static inline void graph_add(struct linea_map *g, int a, int b, int length)
{
    struct linea_route *r = &g->route[g->routes++];
    r->a = (uint8_t)a;
    r->b = (uint8_t)b;
    r->length = (uint8_t)length;
}

static inline struct linea_set graph_all(const struct linea_map *g)
{
    struct linea_set all = {{0, 0}};
    for (int r = 0; r < g->routes; r++)
        linea_set_add(&all, r);
    return all;
}

static inline int graph_length(const struct linea_map *g)
{
    int sum = 0;
    for (int r = 0; r < g->routes; r++)
        sum += g->route[r].length;
    return sum;
}

static inline int graph_degree(const struct linea_map *g, int v)
{
    int n = 0;
    for (int r = 0; r < g->routes; r++)
        n += (g->route[r].a == v) + (g->route[r].b == v);
    return n;
}

static inline bool graph_has(const struct linea_map *g, int a, int b)
{
    for (int r = 0; r < g->routes; r++)
        if ((g->route[r].a == a && g->route[r].b == b) ||
            (g->route[r].a == b && g->route[r].b == a))
            return true;
    return false;
}

static inline void graph_complete(struct linea_map *g, int n)
{
    graph_clear(g, n);
    for (int a = 0; a < n; a++)
        for (int b = a + 1; b < n; b++)
            graph_add(g, a, b, 1);
}

static inline void graph_bipartite(struct linea_map *g, int m, int n)
{
    graph_clear(g, m + n);
    for (int a = 0; a < m; a++)
        for (int b = 0; b < n; b++)
            graph_add(g, a, m + b, 1);
}

static inline void graph_grid(struct linea_map *g, int rows, int columns)
{
    graph_clear(g, rows * columns);
    for (int v = 0; v < rows * columns; v++) {
        if (v % columns + 1 < columns)
            graph_add(g, v, v + 1, 1);
        if (v + columns < rows * columns)
            graph_add(g, v, v + columns, 1);
    }
}

/* Two rings of n joined by spokes, the inner ring in leaps: (5, 2) is Petersen's. */
static inline void graph_petersen(struct linea_map *g, int n, int leap)
{
    graph_clear(g, 2 * n);
    for (int i = 0; i < n; i++) {
        graph_add(g, i, (i + 1) % n, 1);
        graph_add(g, i, n + i, 1);
        graph_add(g, n + i, n + (i + leap) % n, 1);
    }
}

/* The flower snark of n (odd) stars: cubic, and without a Hamiltonian ring. */
static inline void graph_flower(struct linea_map *g, int n)
{
    graph_clear(g, 4 * n);
    for (int i = 0; i < n; i++) {
        int j = (i + 1) % n;
        for (int k = 1; k < 4; k++)
            graph_add(g, i, k * n + i, 1);
        graph_add(g, n + i, n + j, 1);
        graph_add(g, 2 * n + i, (j ? 2 : 3) * n + j, 1);
        graph_add(g, 3 * n + i, (j ? 3 : 2) * n + j, 1);
    }
}

/* n times K4, one edge of each opened into the bridges to the next. */
static inline void graph_k4_chain(struct linea_map *g, int n)
{
    graph_clear(g, 4 * n);
    for (int i = 0; i < n; i++) {
        for (int a = 0; a < 4; a++)
            for (int b = a + 1; b < 4; b++)
                graph_add(g, 4 * i + a, 4 * i + b, 1);
        if (i)
            graph_add(g, 4 * i - 1, 4 * i, 1);
    }
}

/* A tree of n triangles, joined by shared corners or by bridges. */
static inline void graph_triangles(struct linea_map *g, int n, bool bridges,
                                   struct linea_rng *rng)
{
    graph_clear(g, 1);
    for (int i = 0; i < n; i++) {
        int at = linea_rng_below(rng, g->locations);
        int new = g->locations;
        if (bridges && i) {
            graph_add(g, at, new, 1);
            at = new ++;
        }
        graph_add(g, at, new, 1);
        graph_add(g, new, new + 1, 1);
        graph_add(g, new + 1, at, 1);
        g->locations = (uint8_t)(new + 2);
    }
}

/* A tree of so many edges: `reach` 1 gives a path, as many as edges a random tree. */
static inline void graph_tree(struct linea_map *g, int edges, int reach, int longest,
                              struct linea_rng *rng)
{
    graph_clear(g, edges + 1);
    for (int v = 1; v <= edges; v++) {
        int back = 1 + linea_rng_below(rng, reach < v ? reach : v);
        graph_add(g, v, v - back, 1 + linea_rng_below(rng, longest));
    }
}

/* A random connected network without parallels. */
static inline void graph_random(struct linea_map *g, int locations, int edges,
                                int longest, struct linea_rng *rng)
{
    graph_tree(g, locations - 1, locations, longest, rng);
    while (g->routes < edges) {
        int a = linea_rng_below(rng, locations), b = linea_rng_below(rng, locations);
        if (a != b && !graph_has(g, a, b))
            graph_add(g, a, b, 1 + linea_rng_below(rng, longest));
    }
}

/* A random cubic network of n (even) locations; parallels if they cannot be avoided. */
static inline void graph_cubic(struct linea_map *g, int n, struct linea_rng *rng)
{
    uint8_t end[3 * LINEA_LOCATIONS];
    bool again = true;

    while (again) {
        again = false;
        graph_clear(g, n);
        for (int i = 0; i < 3 * n; i++) {
            int j = linea_rng_below(rng, i + 1);
            end[i] = end[j];
            end[j] = (uint8_t)(i / 3);
        }
        for (int i = 0; i < 3 * n && !again; i += 2) {
            again = end[i] == end[i + 1] || graph_has(g, end[i], end[i + 1]);
            graph_add(g, end[i], end[i + 1], 1);
        }
    }
}

#endif
