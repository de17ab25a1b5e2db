/*
 * tests/longest_test.c - the longest path, against what is known and what can be tried.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/score.h"

#include "graphs.h"
#include "test.h"

enum { SMALL = 12 }; /* edges that the oracle can try */

/* How far each location leads on when some edges are used; -1 until tried. */
struct tried {
    int16_t best[1 << SMALL][LINEA_LOCATIONS / 4];
};

/* Every trail from v on over edges not yet used, the plain way. */
static int try_all(struct tried *t, const struct linea_map *g, int v, unsigned used)
{
    int best = 0;

    if (t->best[used][v] >= 0)
        return t->best[used][v];
    for (int r = 0; r < g->routes; r++) {
        const struct linea_route *e = &g->route[r];
        if (used >> r & 1 || (e->a != v && e->b != v))
            continue;
        int u = e->a ^ e->b ^ v, length = e->length;
        if (!(g->dead_ends >> u & 1))
            length += try_all(t, g, u, used | 1u << r);
        if (length > best)
            best = length;
    }
    t->best[used][v] = (int16_t)best;
    return best;
}

static int oracle(const struct linea_map *g)
{
    static struct tried t;
    int best = 0;

    memset(t.best, -1, sizeof t.best[0] << g->routes);
    for (int r = 0; r < g->routes; r++)
        for (int k = 0; k < 2; k++) {
            const struct linea_route *e = &g->route[r];
            int v = k ? e->a : e->b, length = e->length;
            if (!(g->dead_ends >> v & 1))
                length += try_all(&t, g, v, 1u << r);
            if (length > best)
                best = length;
        }
    return best;
}

/* Split each dead end into one location a line; then the routes must be a trail. */
static bool is_trail(const struct linea_map *g, const struct linea_set *path)
{
    uint64_t odd = 0, reached = 0, touched = 0;
    int odd_dead = 0, components = 0;
    struct linea_set left = *path;

    for (int r = 0; r < g->routes; r++) {
        const struct linea_route *e = &g->route[r];
        uint64_t ends = (uint64_t)1 << e->a | (uint64_t)1 << e->b;
        if (!linea_set_has(path, r))
            continue;
        odd ^= ((uint64_t)1 << e->a ^ (uint64_t)1 << e->b) & ~g->dead_ends;
        odd_dead += linea_bits(ends & g->dead_ends);
        touched |= ends & ~g->dead_ends;
    }
    if (!touched)
        return linea_set_count(&left) <= 1;
    for (; touched & ~reached; components++) {
        reached |= (touched & ~reached) & -(touched & ~reached);
        for (int round = 0; round < g->routes; round++)
            for (int r = 0; r < g->routes; r++) {
                const struct linea_route *e = &g->route[r];
                uint64_t ends = (uint64_t)1 << e->a | (uint64_t)1 << e->b;
                if (linea_set_has(path, r) && ends & reached)
                    reached |= ends & ~g->dead_ends;
            }
    }
    return components == 1 && linea_bits(odd) + odd_dead <= 2;
}

static int path_length(const struct linea_map *g, struct linea_set path)
{
    int sum = 0;
    while (!linea_set_empty(&path))
        sum += g->route[linea_set_pop(&path)].length;
    return sum;
}

/* The longest path of the whole network, whose routes are checked on the way. */
static int longest(const struct linea_map *g)
{
    struct linea_set path, all = graph_all(g);
    int length = linea_longest_path(g, &path, &all);

    CHECK_EQ(path_length(g, path), length);
    CHECK(is_trail(g, &path));
    CHECK_EQ(linea_longest_path(g, NULL, &all), length);
    return length;
}

/*
 * The second opinion for up to 22 edges: the heaviest subset that hangs together and
 * has at most two odd locations, found by going through all subsets.
 */
static int by_subsets(const struct linea_map *g)
{
    int best = 0;

    for (uint32_t s = 1; s < (uint32_t)1 << g->routes; s++) {
        uint64_t odd = 0, reached, before = 0;
        uint32_t left = s;
        int length = 0;
        for (uint32_t t = s; t; t &= t - 1) {
            const struct linea_route *e = &g->route[linea_lowest(t)];
            odd ^= (uint64_t)1 << e->a ^ (uint64_t)1 << e->b;
            length += e->length;
        }
        if (length <= best || linea_bits(odd) > 2)
            continue;
        for (reached = (uint64_t)1 << g->route[linea_lowest(s)].a; reached != before;) {
            before = reached;
            for (uint32_t t = left; t; t &= t - 1) {
                const struct linea_route *e = &g->route[linea_lowest(t)];
                uint64_t ends = (uint64_t)1 << e->a | (uint64_t)1 << e->b;
                if (ends & reached) {
                    reached |= ends;
                    left &= ~(t & -t);
                }
            }
        }
        if (!left)
            best = length;
    }
    return best;
}

static void random_multigraph(struct linea_map *g, struct linea_rng *rng)
{
    int locations = 2 + linea_rng_below(rng, 8), edges = linea_rng_below(rng, 13);
    int longest_edge = 1 + linea_rng_below(rng, 8);

    graph_clear(g, locations);
    if (linea_rng_below(rng, 2))
        g->dead_ends = linea_rng_next(rng) & linea_rng_next(rng) & 0xff;
    while (g->routes < edges) {
        int a = linea_rng_below(rng, locations), b = linea_rng_below(rng, locations);
        if (a != b)
            graph_add(g, a, b, 1 + linea_rng_below(rng, longest_edge));
    }
}

TEST(EU_LONGEST_is_what_trying_every_trail_finds)
{
    struct linea_rng rng = {1};
    struct linea_map g;

    for (int i = 0; i < 30000; i++) {
        random_multigraph(&g, &rng);
        CHECK_EQ(longest(&g), oracle(&g));
    }
}

TEST(EU_LONGEST_is_what_trying_every_subset_finds)
{
    struct linea_rng rng = {2};
    struct linea_map g;

    for (int i = 0; i < 30; i++) {
        int locations = 7 + linea_rng_below(&rng, 7);
        int edges = locations - 1 + linea_rng_below(&rng, 18 - locations);
        graph_random(&g, locations, edges, 1 + i % 4, &rng);
        CHECK_EQ(longest(&g), by_subsets(&g));
    }
}

TEST(EU_LONGEST_is_nothing_without_routes)
{
    struct linea_map g;
    graph_clear(&g, 4);
    CHECK_EQ(longest(&g), 0);
}

TEST(EU_LONGEST_may_pass_a_location_several_times)
{
    struct linea_map g;
    graph_clear(&g, 5); /* Two triangles that share a corner. */
    graph_add(&g, 0, 1, 2);
    graph_add(&g, 1, 2, 2);
    graph_add(&g, 2, 0, 2);
    graph_add(&g, 0, 3, 3);
    graph_add(&g, 3, 4, 3);
    graph_add(&g, 4, 0, 3);
    CHECK_EQ(longest(&g), 15);
}

TEST(EU_LONGEST_uses_no_vehicle_twice)
{
    struct linea_map g;
    graph_clear(&g, 4); /* A star: in and out again, the third arm is left. */
    graph_add(&g, 0, 1, 4);
    graph_add(&g, 0, 2, 2);
    graph_add(&g, 0, 3, 3);
    CHECK_EQ(longest(&g), 7);
}

TEST(EU_LONGEST_may_close_a_loop_and_go_on)
{
    struct linea_map g;
    graph_clear(&g, 5); /* A square with a tail. */
    for (int i = 0; i < 4; i++)
        graph_add(&g, i, (i + 1) % 4, 1);
    graph_add(&g, 2, 4, 6);
    CHECK_EQ(longest(&g), 10);
}

TEST(EU_LONGEST_may_end_in_the_middle_of_a_chain)
{
    struct linea_map g;
    graph_clear(&g, 4); /* Three ways from 0 to 1, one of them over 2 and 3. */
    graph_add(&g, 0, 1, 5);
    graph_add(&g, 0, 1, 5);
    graph_add(&g, 0, 2, 4);
    graph_add(&g, 2, 3, 1);
    graph_add(&g, 3, 1, 4);
    graph_add(&g, 0, 1, 2);
    graph_add(&g, 0, 1, 2);
    CHECK_EQ(longest(&g), oracle(&g));
    CHECK_EQ(longest(&g), 23);
}

TEST(EU_LONGEST_takes_the_better_of_two_networks)
{
    struct linea_map g;
    graph_clear(&g, 5);
    graph_add(&g, 0, 1, 3);
    graph_add(&g, 2, 3, 2);
    graph_add(&g, 3, 4, 2);
    CHECK_EQ(longest(&g), 4);
}

TEST(DE_COUNTRY_a_path_does_not_pass_through_a_dead_end)
{
    struct linea_map g;
    graph_clear(&g, 3);
    graph_add(&g, 0, 1, 3);
    graph_add(&g, 1, 2, 4);
    CHECK_EQ(longest(&g), 7);
    g.dead_ends = 1 << 1;
    CHECK_EQ(longest(&g), 4);
}

TEST(EU_LONGEST_of_a_complete_network_drops_edges_between_all_but_two)
{
    struct linea_map g;
    graph_complete(&g, 10);
    CHECK_EQ(longest(&g), 41);
    graph_complete(&g, 9);
    CHECK_EQ(longest(&g), 36);
    graph_complete(&g, 8);
    CHECK_EQ(longest(&g), 25);
    graph_complete(&g, 11);
    CHECK_EQ(longest(&g), 55);
}

TEST(EU_LONGEST_of_complete_bipartite_networks_is_known)
{
    struct linea_map g;
    graph_bipartite(&g, 5, 9);
    CHECK_EQ(longest(&g), 38);
    graph_bipartite(&g, 3, 15);
    CHECK_EQ(longest(&g), 32);
    graph_bipartite(&g, 4, 11);
    CHECK_EQ(longest(&g), 42);
    graph_bipartite(&g, 2, 22);
    CHECK_EQ(longest(&g), 44);
}

TEST(EU_LONGEST_of_snarks_is_known)
{
    struct linea_map g;
    graph_petersen(&g, 5, 2); /* 11: every other location ends one dropped edge. */
    CHECK_EQ(longest(&g), by_subsets(&g));
    CHECK_EQ(longest(&g), 11);
    graph_flower(&g, 5);
    CHECK_EQ(longest(&g), 21);
    graph_flower(&g, 7);
    CHECK_EQ(longest(&g), 29);
}

TEST(EU_LONGEST_of_chains_and_trees_is_known)
{
    struct linea_rng rng = {3};
    struct linea_map g;

    graph_tree(&g, 45, 1, 1, &rng);
    CHECK_EQ(longest(&g), 45);
    graph_k4_chain(&g, 6);
    CHECK_EQ(longest(&g), 35);
    for (int i = 0; i < 100; i++) {
        graph_triangles(&g, 15, false, &rng);
        CHECK_EQ(longest(&g), 45);
    }
}

TEST(EU_LONGEST_of_a_windmill_is_all_of_it)
{
    struct linea_map g;
    graph_clear(&g, 41); /* Twenty triangles that share a corner: wide if met there. */
    for (int v = 1; v < 41; v += 2) {
        graph_add(&g, 0, v, 1);
        graph_add(&g, v, v + 1, 1);
        graph_add(&g, v + 1, 0, 1);
    }
    CHECK_EQ(longest(&g), 60);
}

TEST(EU_LONGEST_does_not_depend_on_how_locations_are_numbered)
{
    struct linea_rng rng = {4};
    struct linea_map g, h;

    for (int i = 0; i < 200; i++) {
        int locations = 12 + linea_rng_below(&rng, 30);
        graph_random(&g, locations, 45, 1 + i % 2, &rng);
        graph_clear(&h, locations);
        for (int r = 44; r >= 0; r--)
            graph_add(&h, 63 - g.route[r].a, 63 - g.route[r].b, g.route[r].length);
        CHECK_EQ(longest(&g), longest(&h));
    }
}
