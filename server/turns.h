/*
 * server/turns.h - a queue in which those who ask take turns: what a thousand things of
 * one of them wait for, others do not.
 *
 * A link is the first member of what waits.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

#include <stdint.h>

struct turn {
    uint64_t share;      /* whose it is */
    struct turn *next;   /* the first one of the next share … */
    struct turn *behind; /* … and the next one of this share */
    /* Of the first one of a share: the last one, and how many there are. */
    struct turn *last;
    int count;
};

struct turns {
    struct turn *first, *last;
    int shares; /* so many have something waiting */
};

/* The time for this grows with the number of shares, not with what waits. */
void linea_turns_push(struct turns *turns, struct turn *turn, uint64_t share);

/* How many of a share wait. */
int linea_turns_waiting(const struct turns *turns, uint64_t share);

/* What is next, NULL if nothing waits; its `count` is how many of its share still wait.
 */
struct turn *linea_turns_pop(struct turns *turns);

#endif
