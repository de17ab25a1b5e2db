/*
 * linea/choices.h - all legal moves of a position, without writing each of them down.
 *
 * Legal moves come in groups that differ in one thing: the route that a set of cards is
 * played for, the card that is drawn. A group is one move and a set of numbers, each of
 * which makes another move when it is added, times a stride. That says the same as the
 * list of linea_game_moves(), in a tenth of the time: how many moves there are, which
 * is the k-th, whether one is among them.
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

/* Moves ascend within a group, and from each group to the next. No group is empty. */
struct linea_choices {
    int groups;
    int count; /* moves in all */
    struct linea_group group[LINEA_GROUPS];
};

/* The n with which a group has a move, or -1 if it has not. */
static inline int linea_group_find(const struct linea_group *group, linea_move m)
{
    linea_move step = linea_move_step(group->what), apart = m - group->what;
    linea_move n = step == 1       ? apart
                   : step == 0xf   ? apart / 0xf
                   : step == 0xf00 ? apart / 0xf00
                                   : apart >> 20;
    bool there =
        n < LINEA_ROUTES && apart == n * step && linea_set_has(&group->set, (int)n);
    return there ? (int)n : -1;
}

/* Move k, counted from 0, in ascending order. */
linea_move linea_choices_pick(const struct linea_choices *choices, int k);

/* Whether a move, any number from anywhere, is among them. */
bool linea_choices_have(const struct linea_choices *choices, linea_move m);

#endif
