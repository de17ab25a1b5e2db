/*
 * tests/tree_test.c - the tree of a search: what it believes, what it hopes, and that
 * it goes on when it is full.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "tree.h"

enum { A = 10, B = 20, C = 30 };

static struct tree tree;
static const linea_move all[] = {A, B, C};
static const struct tree_legal legal = {all, 3};

/* Compare a move `rounds` times, with a swing around the mean. */
static void compare(int node, int rounds, int mean, int swing)
{
    for (int i = 0; i < rounds; i++)
        linea_tree_learn(&tree, node, mean + (i % 2 ? swing : -swing));
}

TEST(tree_believes_only_what_is_better_beyond_doubt)
{
    linea_tree_begin(&tree, 1);
    int a = linea_tree_grow(&tree, TREE_ROOT, A),
        b = linea_tree_grow(&tree, TREE_ROOT, B);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 1), TREE_NONE);
    compare(a, 100, 60, 1000);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 1), TREE_NONE);
    compare(a, 900, 60, 1000);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 1), a);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 2), TREE_NONE);
    compare(b, 1000, 200, 1000);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 2), b);
    compare(b, 3000, -200, 1000);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 1), a);
}

TEST(tree_passes_over_moves_that_are_not_legal_here)
{
    int known;
    linea_tree_begin(&tree, 1);
    int a = linea_tree_grow(&tree, TREE_ROOT, A),
        b = linea_tree_grow(&tree, TREE_ROOT, B);
    int c = linea_tree_grow(&tree, TREE_ROOT, C);
    compare(a, 1000, 300, 500);
    compare(b, 1000, 200, 500);
    compare(c, 1000, -100, 500);
    struct tree_legal rest = {all + 1, 2};
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, legal, 1), a);
    CHECK_EQ(linea_tree_best(&tree, TREE_ROOT, rest, 1), b);
    CHECK_EQ(linea_tree_hopeful(&tree, &known, TREE_ROOT, rest, B), c);
    CHECK_EQ(known, 1);
}

TEST(tree_hopes_most_of_what_is_good_or_tried_little)
{
    int known;
    linea_tree_begin(&tree, 1);
    int a = linea_tree_grow(&tree, TREE_ROOT, A),
        b = linea_tree_grow(&tree, TREE_ROOT, B);
    compare(a, 1000, 300, 500);
    CHECK_EQ(linea_tree_hopeful(&tree, &known, TREE_ROOT, legal, C), b);
    CHECK_EQ(known, 2);
    compare(b, 1000, 100, 500);
    CHECK_EQ(linea_tree_hopeful(&tree, &known, TREE_ROOT, legal, C), a);
}

TEST(tree_that_is_full_keeps_what_it_has)
{
    linea_tree_begin(&tree, 1);
    for (int i = 1; i < TREE_NODES; i++)
        CHECK_EQ(linea_tree_grow(&tree, i / 8, (linea_move)i), i);
    CHECK_EQ(linea_tree_grow(&tree, TREE_ROOT, TREE_NODES), TREE_NONE);
    CHECK_EQ(linea_tree_grow(&tree, 5, 41), 41);
    CHECK_EQ(linea_tree_find(&tree, 5, 41), 41);
    CHECK_EQ(linea_tree_find(&tree, 5, 4), TREE_NONE);
    linea_tree_begin(&tree, 1);
    CHECK_EQ(linea_tree_find(&tree, TREE_ROOT, 1), TREE_NONE);
}
