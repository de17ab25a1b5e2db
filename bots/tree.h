/*
 * bots/tree.h - what a search has learned about the decisions before one seat.
 *
 * A node stands for the seat's own moves since the root, whatever others did and chance
 * brought in between: for all the information sets that these moves lead to. It knows
 * how much better its move did than the planner's in the same place, with the same
 * hidden cards and the same luck. A node's move may be illegal in the current guess;
 * the caller passes the legal moves.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TREE_H
#define TREE_H

#include "linea/move.h"

#include <stdbool.h>

enum {
    TREE_NODES = 4096,
    TREE_ROOT = 0,  /* the first of the roots */
    TREE_NONE = -1, /* no node, or no room for one */
};

struct tree_node {
    linea_move move;      /* that leads here */
    int32_t next, child;  /* the next of its siblings and the first of its children */
    int32_t visits;       /* decisions made here */
    int32_t rounds;       /* comparisons with the planner's move */
    int64_t sum, squares; /* … and what came of them */
};

struct tree {
    int count;
    struct tree_node node[TREE_NODES];
};

/* The moves that are legal in some place, in ascending order. */
struct tree_legal {
    const linea_move *moves;
    int n;
};

/* Forget everything; only some roots are left, from TREE_ROOT on. */
void linea_tree_begin(struct tree *t, int roots);

/* The node that a move leads to, which linea_tree_grow adds if need be. */
int linea_tree_find(const struct tree *t, int parent, linea_move m);
int linea_tree_grow(struct tree *t, int parent, linea_move m);

/* The square root of a number below 2 to the 42nd, rounded down. */
int64_t linea_tree_root(int64_t square);

/* Learn how much better than the planner's a move did in one comparison. */
void linea_tree_learn(struct tree *t, int node, int more);

/* How good a move may yet turn out to be: what has been tried little has much hope. */
int64_t linea_tree_hope(const struct tree *t, int node);

/* By how much a move is better than the planner's, less `doubt` standard errors; not
   more than 0 if it is not. */
int64_t linea_tree_lead(const struct tree *t, int node, int doubt);

/* The legal child that leads by most, if one does. */
int linea_tree_best(const struct tree *t, int parent, struct tree_legal legal,
                    int doubt);

/* The legal child with most hope, the planner's move left out; *known receives how many
   there are. */
int linea_tree_hopeful(const struct tree *t, int *known, int parent,
                       struct tree_legal legal, linea_move planned);

#endif
