/*
 * longest.c - rule EU-LONGEST: the longest trail over a seat's routes.
 *
 * A trail crosses a bridge of the network (a line without which it falls apart) at most
 * once. So the network is taken apart at its bridges into blocks, from the leaves
 * inwards: what a block can give to a trail that comes in over its bridge becomes a
 * tail of the location on the other side. Most blocks are single locations, and a tree
 * is done in one walk; only blocks with loops are searched, in trail.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "mechanic.h"

#include <assert.h>
#include <string.h>

#include "trail.h"

/* Added to a tail that the trail must use: longer than any trail. */
enum { MUST = 1024 };

struct walk {
    int edges, clock, depth;
    struct linea_edge edge[LINEA_EDGES];
    uint64_t at[LINEA_LOCATIONS]; /* bit e: edge e touches the location */
    uint8_t order[LINEA_LOCATIONS], low[LINEA_LOCATIONS], stack[LINEA_LOCATIONS];
    struct linea_trail best;
    struct linea_trail tail[LINEA_LOCATIONS][2]; /* the best two ways down, by branch */
};

static struct linea_trail join(struct linea_trail a, struct linea_trail b)
{
    return (struct linea_trail){a.length + b.length, a.edges | b.edges};
}

static void keep_longer(struct linea_trail *best, struct linea_trail other)
{
    if (other.length > best->length)
        *best = other;
}

static void add_tail(struct linea_trail tail[2], struct linea_trail new)
{
    if (new.length > tail[0].length) {
        tail[1] = tail[0];
        tail[0] = new;
    } else {
        keep_longer(&tail[1], new);
    }
}

static void collect(struct linea_block *block, const struct walk *w, uint64_t locations)
{
    uint64_t inside = 0, twice = 0;

    for (uint64_t left = locations; left; left &= left - 1) {
        int v = linea_lowest(left);
        twice |= inside & w->at[v];
        inside |= w->at[v];
        memcpy(block->tail[v], w->tail[v], sizeof block->tail[v]);
    }
    block->locations = locations;
    block->edges = 0;
    for (; twice; twice &= twice - 1)
        block->edge[block->edges++] = w->edge[linea_lowest(twice)];
}

/* The longest trail of a block with loops, and the longest that begins at `root`. */
static struct linea_trail search(struct walk *w, uint64_t locations, int root,
                                 bool rooted)
{
    struct linea_block block;
    struct linea_trail down = {0, 0};

    collect(&block, w, locations);
    linea_block_plan(&block);
    linea_block_search(&block, &w->best);
    if (rooted) {
        block.tail[root][1] = block.tail[root][0];
        block.tail[root][0] = (struct linea_trail){MUST, 0};
        down = join(block.tail[root][0], block.tail[root][1]);
        linea_block_search(&block, &down);
        down.length -= MUST;
    }
    return down;
}

/* The block that ends with `root` on the stack is complete: solve it. */
static struct linea_trail finish_block(struct walk *w, int root, bool rooted)
{
    uint64_t locations = 0;

    for (int v = -1; v != root;) {
        v = w->stack[--w->depth];
        assert(v < LINEA_LOCATIONS);
        locations |= (uint64_t)1 << v;
        keep_longer(&w->best, join(w->tail[v][0], w->tail[v][1]));
    }
    if (locations & (locations - 1))
        return search(w, locations, root, rooted);
    return w->tail[root][0];
}

/* Walk on to location v over edge `via`, or from nowhere if via < 0. */
static void visit(struct walk *w, int v, int via)
{
    uint64_t left = w->at[v];

    w->order[v] = w->low[v] = (uint8_t)++w->clock;
    w->stack[w->depth++] = (uint8_t)v;
    if (via >= 0)
        left &= ~((uint64_t)1 << via);
    for (; left; left &= left - 1) {
        int e = linea_lowest(left);
        int u = w->edge[e].a ^ w->edge[e].b ^ v;
        if (!w->order[u])
            visit(w, u, e);
        if (w->low[u] < w->low[v])
            w->low[v] = w->low[u];
    }
    if (w->low[v] < w->order[v])
        return;

    struct linea_trail down = finish_block(w, v, via >= 0);
    if (via >= 0) {
        struct linea_trail bridge = {w->edge[via].length, (uint64_t)1 << via};
        int parent = w->edge[via].a ^ w->edge[via].b ^ v;
        add_tail(w->tail[parent], join(bridge, down));
    }
}

/* A line into a dead end leads nowhere else: it is a tail, or a network of its own. */
static void add_route(struct walk *w, const struct linea_route *route,
                      uint64_t dead_ends)
{
    int e = w->edges++;
    bool a_ends = dead_ends >> route->a & 1, b_ends = dead_ends >> route->b & 1;
    struct linea_trail line = {route->length, (uint64_t)1 << e};

    assert(e < LINEA_EDGES);
    w->edge[e] = (struct linea_edge){route->a, route->b, route->length, (uint8_t)e};
    if (a_ends && b_ends)
        keep_longer(&w->best, line);
    else if (a_ends || b_ends)
        add_tail(w->tail[a_ends ? route->b : route->a], line);
    if (!a_ends && !b_ends) {
        w->at[route->a] |= line.edges;
        w->at[route->b] |= line.edges;
    }
}

static void write_path(struct linea_set *path, const struct linea_set *routes,
                       uint64_t edges)
{
    struct linea_set left = *routes;

    *path = (struct linea_set){{0, 0}};
    for (; edges; edges >>= 1) {
        int r = linea_set_pop(&left);
        if (edges & 1)
            linea_set_add(path, r);
    }
}

int linea_longest_path(const struct linea_map *map, struct linea_set *path,
                       const struct linea_set *routes)
{
    struct walk w;
    struct linea_set left = *routes;
    uint64_t touched = 0;

    memset(&w, 0, offsetof(struct walk, tail)); /* tails when they are touched */
    while (!linea_set_empty(&left)) {
        const struct linea_route *route = &map->route[linea_set_pop(&left)];
        uint64_t ends = (uint64_t)1 << route->a | (uint64_t)1 << route->b;
        for (uint64_t new = ends & ~touched; new; new &= new - 1)
            memset(w.tail[linea_lowest(new)], 0, sizeof w.tail[0]);
        touched |= ends;
        add_route(&w, route, map->dead_ends);
    }
    for (touched &= ~map->dead_ends; touched; touched &= touched - 1)
        if (!w.order[linea_lowest(touched)])
            visit(&w, linea_lowest(touched), -1);
    if (path)
        write_path(path, routes, w.best.edges);
    return w.best.length;
}

static void score(struct scoring *x)
{
    const struct linea_map *map = x->g->map;
    int longest[LINEA_SEATS];
    for (int s = 0; s < x->g->seats; s++) {
        struct linea_score *score = &x->out->seat[s];
        longest[s] =
            linea_longest_path(map, &score->longest_path, &x->g->seat[s].routes);
        score->longest = (uint8_t)longest[s];
    }
    linea_award_most(x, longest, LINEA_FROM_LONGEST, map->points[LINEA_LONGEST]);
}

/* Only who has the longest path of all wins a tie by it. */
static int tie_value(const struct linea_result *result, int seat)
{
    for (int other = 0; other < LINEA_SEATS; other++)
        if (result->seat[other].longest > result->seat[seat].longest)
            return 0;
    return 1;
}

const struct mechanic linea_mechanic_longest = {
    .name = "longest",
    .title = N_("longest path"),
    .label = N_("Longest path"),
    .points_only = true,
    .source = LINEA_FROM_LONGEST,
    .score = score,
    .tie = LINEA_TIE_LONGEST,
    .tie_value = tie_value,
};
