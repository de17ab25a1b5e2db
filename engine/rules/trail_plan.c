/*
 * trail_plan.c - the order in which trail.c decides the edges of a block. The fewer
 * locations are met and not finished at a time, the fewer states there are to search.
 *
 * SPDX-License-Identifier: MIT
 */
#include "trail.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { SMALL = 12 }; /* edges of a block that is searched as it comes */

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* Of some locations that with the fewest neighbours not met, the last if `late`. */
static int fewest_new(int *fewest, uint64_t from, const struct linea_block *b,
                      uint64_t met, int late)
{
    int best = -1;

    for (; from; from &= from - 1) {
        int new = linea_bits(b->near[linea_lowest(from)] & ~met);
        if (best < 0 || new < *fewest + late) {
            *fewest = new;
            best = linea_lowest(from);
        }
    }
    return best;
}

/*
 * The order of locations that begins about v: each time one that adds few to those that
 * are met and not finished. Returns about what it will cost, or more than `limit` once
 * it is above.
 *
 * LINEA_TRAIL_WIDTH is enough. Let f be met and not finished, each by an edge of its
 * own. One is added only if each of the f has 2 edges left: 3f <= LINEA_EDGES, so there
 * are 21 at most. More than one, g, are added only if each of the f leads to g + 1 that
 * are not met and each of those to g others: (g + 1)(f + g / 2) + f - 1 <= LINEA_EDGES,
 * which is less.
 */
static unsigned order_from(uint8_t order[], int v, const struct linea_block *b,
                           int late, unsigned limit)
{
    uint64_t met = bit(v), left = b->locations;
    unsigned cost = 0;

    for (int n = 0; left && cost <= limit; n++) {
        int new = 0, other = 0;
        if (met & left)
            v = fewest_new(&new, met & left, b, met, late);
        if (!(met & left) || new > 2) {
            int u = fewest_new(&other, left & ~met, b, met, late);
            if (!(met & left) || (u >= 0 && other < new - 1))
                v = u;
        }
        assert(v >= 0);
        order[n] = (uint8_t)v;
        left &= ~bit(v);
        met |= b->near[v] | bit(v);
        int width = linea_bits(met & left);
        cost += 1u << (width < 12 ? 2 * width : 24);
    }
    return cost;
}

/* Small blocks take the first order; it pays to look for a good one in others. */
static void choose_order(uint8_t order[], const struct linea_block *b)
{
    uint8_t other[LINEA_LOCATIONS];
    unsigned cost = order_from(order, linea_lowest(b->locations), b, 0, ~0u);

    if (b->edges < SMALL)
        return;
    for (int late = 0; late < 2; late++)
        for (uint64_t left = b->locations; left; left &= left - 1) {
            unsigned c = order_from(other, linea_lowest(left), b, late, cost - 1);
            if (c < cost) {
                cost = c;
                memcpy(order, other, sizeof other);
            }
        }
}

/* Fill in what depends on the steps before: slots, taken when met, free when finished.
 */
static void assign_slots(struct linea_block *b)
{
    uint8_t slot[LINEA_LOCATIONS];
    uint64_t met = 0;
    uint64_t free = bit(LINEA_TRAIL_WIDTH) - 1;
    int width = 0;

    for (int i = 0; i < b->edges; i++) {
        struct linea_step *p = &b->step[i];
        for (int k = 0; k < 2; k++) {
            int v = p->v[k];
            if (!(met & bit(v))) {
                assert(free);
                slot[v] = (uint8_t)linea_lowest(free);
                free &= free - 1;
                met |= bit(v);
            }
            p->slot[k] = slot[v];
            if (slot[v] >= width)
                width = slot[v] + 1;
        }
        for (int k = 0; k < 2; k++)
            if (!p->after[k])
                free |= bit(p->slot[k]);
    }
    b->words = (width + 7) / 8;
}

/* Fill in what depends on the steps that follow: the lengths left, the shortest. */
static void look_ahead(struct linea_block *b)
{
    uint8_t shortest[LINEA_LOCATIONS] = {0};
    int left = 0;

    b->step[b->edges] = (struct linea_step){.left = 0};
    for (int i = b->edges - 1; i >= 0; i--) {
        struct linea_step *p = &b->step[i];
        left += p->length;
        p->left = (int16_t)left;
        for (int k = 0; k < 2; k++) {
            uint8_t *s = &shortest[p->v[k]];
            p->after[k] = *s;
            if (!*s || p->length < *s)
                *s = p->length;
            p->before[k] = *s;
        }
    }
    b->forced = 0;
    for (uint64_t odd = b->odd; odd; odd &= odd - 1)
        b->forced += shortest[linea_lowest(odd)];
}

void linea_block_plan(struct linea_block *b)
{
    uint64_t at[LINEA_LOCATIONS] = {0};
    uint8_t order[LINEA_LOCATIONS] = {0};
    uint64_t used = 0;
    int n = 0;

    b->odd = 0;
    memset(b->near, 0, sizeof b->near);
    for (int e = 0; e < b->edges; e++) {
        int u = b->edge[e].a, v = b->edge[e].b;
        b->near[u] |= bit(v);
        b->near[v] |= bit(u);
        at[u] |= bit(e);
        at[v] |= bit(e);
        b->odd ^= bit(u) ^ bit(v);
    }
    choose_order(order, b);
    for (int i = 0; n < b->edges; i++) {
        uint64_t edges = at[order[i]] & ~used;
        used |= edges;
        for (bool first = true; edges; edges &= edges - 1, first = false) {
            const struct linea_edge *e = &b->edge[linea_lowest(edges)];
            b->step[n++] = (struct linea_step){
                .v = {e->a, e->b},
                .length = e->length,
                .number = e->number,
                .pivot = first,
            };
        }
    }
    look_ahead(b);
    assign_slots(b);
}
