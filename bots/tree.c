/*
 * bots/tree.c - the tree of a search: nodes in an array, children in lists.
 *
 * Whole numbers throughout, so that a search goes the same way on every machine.
 *
 * SPDX-License-Identifier: MIT
 */
#include "tree.h"

#include <stddef.h>

enum {
    SPREAD = 1024,  /* the standard deviation of a comparison, before any was made */
    PRIOR = 4,      /* … and how many comparisons that guess is worth */
    HOPE = 2,       /* standard errors that a move may be better than it seems */
    CAUTION = 3000, /* sum that a move must be ahead by: few comparisons say little */
    FEW = 4,        /* comparisons that say nothing yet */
};

void linea_tree_begin(struct tree *t, int roots)
{
    for (int i = 0; i < roots; i++)
        t->node[i] = (struct tree_node){.next = TREE_NONE, .child = TREE_NONE};
    t->count = roots;
}

int linea_tree_find(const struct tree *t, int parent, linea_move m)
{
    int i = t->node[parent].child;
    while (i != TREE_NONE && t->node[i].move != m)
        i = t->node[i].next;
    return i;
}

int linea_tree_grow(struct tree *t, int parent, linea_move m)
{
    int i = linea_tree_find(t, parent, m);
    if (i != TREE_NONE || t->count == TREE_NODES)
        return i;
    i = t->count++;
    t->node[i] = (struct tree_node){
        .move = m, .next = t->node[parent].child, .child = TREE_NONE};
    t->node[parent].child = i;
    return i;
}

void linea_tree_learn(struct tree *t, int node, int more)
{
    struct tree_node *x = &t->node[node];
    x->rounds++;
    x->sum += more;
    x->squares += (int64_t)more * more;
}

/* The mean, as if the guess PRIOR had said that there is no difference. */
static int64_t mean(const struct tree_node *x)
{
    return x->sum / (x->rounds + PRIOR);
}

/* The square of the mean's standard error. */
static int64_t error_squared(const struct tree_node *x)
{
    int64_t n = x->rounds + PRIOR, m = mean(x);
    int64_t variance = (x->squares + (int64_t)PRIOR * SPREAD * SPREAD) / n - m * m;
    return variance / n;
}

int64_t linea_tree_root(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 20; bit; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    return root;
}

int64_t linea_tree_hope(const struct tree *t, int node)
{
    const struct tree_node *x = &t->node[node];
    return mean(x) + HOPE * linea_tree_root(error_squared(x));
}

static bool among(struct tree_legal legal, linea_move m)
{
    int low = 0, high = legal.n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (legal.moves[middle] < m)
            low = middle + 1;
        else
            high = middle;
    }
    return low < legal.n && legal.moves[low] == m;
}

int64_t linea_tree_lead(const struct tree *t, int node, int doubt)
{
    const struct tree_node *x = &t->node[node];
    if (x->rounds < FEW || x->sum <= 0)
        return 0;
    return mean(x) - CAUTION / (x->rounds + PRIOR) -
           doubt * linea_tree_root(error_squared(x));
}

int linea_tree_best(const struct tree *t, int parent, struct tree_legal legal,
                    int doubt)
{
    int best = TREE_NONE;
    int64_t best_lead = 0;
    for (int i = t->node[parent].child; i != TREE_NONE; i = t->node[i].next) {
        int64_t lead = linea_tree_lead(t, i, doubt);
        if (lead > best_lead && among(legal, t->node[i].move)) {
            best = i;
            best_lead = lead;
        }
    }
    return best;
}

int linea_tree_hopeful(const struct tree *t, int *known, int parent,
                       struct tree_legal legal, linea_move planned)
{
    int best = TREE_NONE;
    int64_t best_hope = INT64_MIN;
    *known = 0;
    for (int i = t->node[parent].child; i != TREE_NONE; i = t->node[i].next) {
        if (t->node[i].move == planned || !among(legal, t->node[i].move))
            continue;
        ++*known;
        int64_t hope = linea_tree_hope(t, i);
        if (hope > best_hope) {
            best_hope = hope;
            best = i;
        }
    }
    return best;
}
