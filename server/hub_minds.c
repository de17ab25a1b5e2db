/*
 * server/hub_minds.c - a small list of memories, the least recently used of which makes
 * room. See hub_minds.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_minds.h"

#include <stdlib.h>

struct mind {
    struct mind_owner owner; /* .bot is NULL while nobody's */
    void *memory;            /* NULL until it is needed */
    uint64_t used;           /* when it was last taken, by minds->clock */
    bool taken;
};

struct minds {
    uint64_t clock;
    int count;
    struct mind mind[];
};

struct minds *linea_minds_open(int most, int busy)
{
    int count = most > busy ? most : busy;
    struct minds *minds =
        calloc(1, sizeof *minds + (size_t)count * sizeof(struct mind));
    if (!minds)
        return NULL;
    minds->count = count;
    /* So many are there whatever happens: taking one cannot fail. */
    for (int i = 0; i < busy; i++)
        if (!(minds->mind[i].memory = malloc(LINEA_BOT_MEMORY))) {
            linea_minds_close(minds);
            return NULL;
        }
    return minds;
}

void linea_minds_close(struct minds *minds)
{
    for (int i = 0; minds && i < minds->count; i++)
        free(minds->mind[i].memory);
    free(minds);
}

static bool same(const struct mind_owner *a, const struct mind_owner *b)
{
    return a->game == b->game && a->seat == b->seat && a->bot == b->bot;
}

/* The one that can best be done without; one that was never used, if there is memory
   for it. */
static struct mind *find_oldest(struct minds *minds)
{
    struct mind *oldest = NULL;
    for (int i = 0; i < minds->count; i++) {
        struct mind *m = &minds->mind[i];
        if (m->taken)
            continue;
        if (!m->memory && (m->memory = malloc(LINEA_BOT_MEMORY)))
            return m;
        if (m->memory && (!oldest || m->used < oldest->used))
            oldest = m;
        if (oldest && !oldest->used)
            return oldest;
    }
    return oldest;
}

void *linea_minds_take(struct minds *minds, struct mind_owner owner, uint64_t seed)
{
    struct mind *m = NULL;
    for (int i = 0; i < minds->count && !m; i++)
        if (!minds->mind[i].taken && same(&minds->mind[i].owner, &owner))
            m = &minds->mind[i];
    if (!m) {
        m = find_oldest(minds);
        m->owner = owner;
        owner.bot->begin(owner.bot, m->memory, seed);
    }
    m->taken = true;
    m->used = ++minds->clock;
    return m->memory;
}

void linea_minds_give(struct minds *minds, const void *memory)
{
    for (int i = 0; i < minds->count; i++)
        if (minds->mind[i].memory == memory)
            minds->mind[i].taken = false;
}
