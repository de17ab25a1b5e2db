/*
 * server/turns.c - a queue in which those who ask take turns. See turns.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "turns.h"

#include <stddef.h>

static void append(struct turns *turns, struct turn *turn)
{
    turn->next = NULL;
    *(turns->first ? &turns->last->next : &turns->first) = turn;
    turns->last = turn;
    turns->shares++;
}

static struct turn *first_of(const struct turns *turns, uint64_t share)
{
    struct turn *first = turns->first;
    while (first && first->share != share)
        first = first->next;
    return first;
}

int linea_turns_waiting(const struct turns *turns, uint64_t share)
{
    const struct turn *first = first_of(turns, share);
    return first ? first->count : 0;
}

void linea_turns_push(struct turns *turns, struct turn *turn, uint64_t share)
{
    struct turn *first = first_of(turns, share);
    *turn = (struct turn){.share = share, .last = turn, .count = 1};
    if (!first) {
        append(turns, turn);
        return;
    }
    first->last->behind = turn;
    first->last = turn;
    first->count++;
}

struct turn *linea_turns_pop(struct turns *turns)
{
    struct turn *turn = turns->first;
    if (!turn)
        return NULL;
    turns->first = turn->next;
    turns->shares--;
    turn->count--;
    struct turn *rest = turn->behind;
    if (rest) { /* their share goes to the end */
        rest->last = turn->last;
        rest->count = turn->count;
        append(turns, rest);
    }
    return turn;
}
