/*
 * linea/choices.h - all legal moves of a position, without writing each of them down.
 *
 * Legal moves come in groups that differ in one thing: the route that a set of cards is
 * played for, the card that is drawn. A group is one move and a set of numbers, each of
 * which makes another move: so many steps further (linea_move_step()). That says the
 * same as the list of linea_game_moves(), in a tenth of the time: how many moves there
 * are, which is the k-th, whether one is among them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_CHOICES_H
#define LINEA_CHOICES_H

#include "linea/map.h"
#include "linea/move.h"

enum {
    /* No position has more: claims by colour and wilds, mixes by what the first two
       decks give, stations by payment, and the draws. */
    LINEA_GROUPS = 192,
};

/* The moves that differ from `what` in one field of their kind: a route or location, a
   card drawn, what a deck gives, tickets kept, wilds paid, a passenger. */
struct linea_group {
    struct linea_set set; /* n: what + n * linea_move_step() is one of them */
    linea_move what;
    int end; /* moves in this group and all before it */
};

/* Moves ascend within a group, and all lie below `what` of the next. No group is empty.
 */
struct linea_choices {
    int groups;
    int count; /* moves in all */
    struct linea_group group[LINEA_GROUPS];
};

/* The move of a group that is n steps from `what`. */
static inline linea_move linea_group_move(const struct linea_group *group, int n)
{
    return group->what + linea_move_step(group->what) * (linea_move)n;
}

/* How many steps a move is from `what`, or -1 if the group does not have it. */
static inline int linea_group_find(const struct linea_group *group, linea_move m)
{
    linea_move n = (m - group->what) / linea_move_step(group->what);
    bool there = n < LINEA_ROUTES && linea_set_has(&group->set, (int)n) &&
                 linea_group_move(group, (int)n) == m;
    return there ? (int)n : -1;
}

/* Move k, counted from 0, in ascending order. */
linea_move linea_choices_pick(const struct linea_choices *choices, int k);

/* Whether a move, any number from anywhere, is among them. */
bool linea_choices_have(const struct linea_choices *choices, linea_move m);

#endif
