/*
 * trail.c - the longest trail in a block: the heaviest set of edges that hangs together
 * and has at most two locations of odd degree.
 *
 * Edges are kept or dropped one after the other. What matters of the past is small: for
 * each location that still has edges to come, which others it hangs together with (its
 * label) and whether its degree is odd. Branches are cut by a table of states met
 * before, which may forget, so that its size decides the time alone, and by a bound:
 * every odd location but the two ends forces a drop. A sharper bound that looks ahead
 * from every state was tried: it helps only networks built to be hard, 1.2 ms at worst
 * without it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "trail.h"

#include <stdbool.h>
#include <string.h>

enum {
    WORDS = LINEA_TRAIL_WIDTH / 8, /* a label is a byte */
    HEADS = 2048,                  /* places of the table of states met, */
    ENTRIES = 1024,                /* and how many are noted at most */
};

#define EVERY_BYTE ((uint64_t)0x0101010101010101)

/* A set of edges half chosen. */
struct state {
    uint64_t label[WORDS]; /* by slot: 1 + the lowest slot it hangs with; 0 for none */
    uint64_t odd;          /* locations odd if all that is left is kept */
    uint64_t kept;
    int length;
    int loop;    /* the best two tails at one location that is finished and kept, */
    int loop_at; /* and that location */
    int forced;  /* twice what the odd locations force to drop, had the trail no ends */
    int ends;    /* odd locations that are finished */
};

/* A state met, with the best that it was met with. */
struct entry {
    uint64_t label[WORDS];
    uint64_t odd;
    int16_t length, loop;
    uint8_t step, ends;
};

struct search {
    const struct linea_block *block;
    struct linea_trail *best;
    int entries;
    uint16_t head[HEADS]; /* 1 + an entry, by hash; only this needs to be cleared */
    struct entry entry[ENTRIES];
};

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* What the ends may still add: tails, and the drops that they need not make. */
static void find_gains(struct linea_block *b)
{
    uint8_t shortest[LINEA_LOCATIONS];
    uint64_t open = 0;

    for (int i = b->edges - 1; i >= 0; i--) {
        struct linea_step *p = &b->step[i];
        int first = 0, second = 0, loop = 0;
        for (int k = 0; k < 2; k++) {
            shortest[p->v[k]] = p->before[k];
            open |= bit(p->v[k]);
        }
        for (uint64_t left = open; left; left &= left - 1) {
            int v = linea_lowest(left);
            int tail = 2 * b->tail[v][0].length;
            int gain = shortest[v] + tail;
            if (gain > first) {
                second = first;
                first = gain;
            } else if (gain > second) {
                second = gain;
            }
            if (tail + 2 * b->tail[v][1].length > loop)
                loop = tail + 2 * b->tail[v][1].length;
        }
        p->gain[0] = (int16_t)(first + second > loop ? first + second : loop);
        p->gain[1] = (int16_t)first;
        p->gain[2] = 0;
    }
}

/* Twice the most that a state can still come to. */
static int bound(const struct state *s, const struct linea_step *p)
{
    int gain = p->gain[s->ends];

    if (!s->ends && 2 * s->loop > gain)
        gain = 2 * s->loop;
    return 2 * (s->length + p->left) - s->forced + gain;
}

/* The high bit of each byte of the word that is `label`. */
static uint64_t equal(uint64_t word, unsigned label)
{
    const uint64_t low = EVERY_BYTE * 0x7f;
    uint64_t x = word ^ EVERY_BYTE * label;

    return ~(((x & low) + low) | x | low);
}

static unsigned label_of(const struct state *s, int slot)
{
    return (unsigned)(s->label[slot >> 3] >> (slot & 7) * 8) & 0xff;
}

static void set_label(struct state *s, int slot, unsigned label)
{
    uint64_t *w = &s->label[slot >> 3];
    int shift = (slot & 7) * 8;

    *w = (*w & ~((uint64_t)0xff << shift)) | (uint64_t)label << shift;
}

static void relabel(struct state *s, int words, unsigned from, unsigned to)
{
    for (int w = 0; w < words; w++)
        s->label[w] ^= (equal(s->label[w], from) >> 7) * (from ^ to);
}

static void hang_together(struct state *s, int words, const uint8_t slot[2])
{
    unsigned a = label_of(s, slot[0]), b = label_of(s, slot[1]);

    if (!a)
        set_label(s, slot[0], a = slot[0] + 1u);
    if (!b)
        set_label(s, slot[1], b = slot[1] + 1u);
    if (a < b)
        relabel(s, words, b, a);
    else if (b < a)
        relabel(s, words, a, b);
}

/* Nothing to come touches what is kept: if that is one piece it is a trail. */
static void complete(struct search *x, const struct state *s)
{
    struct linea_trail t = {s->length, s->kept};

    for (int w = 0; w < x->block->words; w++)
        if (s->label[w])
            return;
    if (!s->ends && s->loop) {
        const struct linea_trail *tail = x->block->tail[s->loop_at];
        t.length += s->loop;
        t.edges |= tail[0].edges | tail[1].edges;
    }
    if (t.length > x->best->length)
        *x->best = t;
}

/* No edge of location v is left. False if the state leads to nothing more. */
static bool finish(struct search *x, struct state *s, int v, int slot)
{
    const struct linea_trail *tail = x->block->tail[v];
    unsigned label = label_of(s, slot);

    if (!label)
        return true;
    set_label(s, slot, 0);
    if (s->odd & bit(v)) {
        if (++s->ends > 2)
            return false;
        s->odd &= ~bit(v);
        s->length += tail[0].length;
        s->kept |= tail[0].edges;
    } else if (tail[0].length + tail[1].length > s->loop) {
        s->loop = tail[0].length + tail[1].length;
        s->loop_at = v;
    }
    for (int w = 0; w < x->block->words; w++) {
        uint64_t others = equal(s->label[w], label);
        if (others) {
            if (label == (unsigned)slot + 1)
                relabel(s, x->block->words, label,
                        (unsigned)(w * 8 + linea_lowest(others) / 8 + 1));
            return true;
        }
    }
    complete(x, s);
    return false;
}

/* Keep or drop the edge of a step. False if the state leads to nothing more. */
static bool decide(struct search *x, struct state *s, const struct linea_step *p,
                   bool keep)
{
    for (int k = 0; k < 2; k++) {
        if (s->odd & bit(p->v[k]))
            s->forced -= p->before[k];
        if (!keep)
            s->odd ^= bit(p->v[k]);
        if (s->odd & bit(p->v[k]))
            s->forced += p->after[k];
    }
    if (keep) {
        s->length += p->length;
        s->kept |= bit(p->number);
        hang_together(s, x->block->words, p->slot);
    }
    for (int k = 0; k < 2; k++)
        if (!p->after[k] && !finish(x, s, p->v[k], p->slot[k]))
            return false;
    return true;
}

static unsigned hash(const struct state *s, int words, int step)
{
    uint64_t h = s->odd * 0x9e3779b97f4a7c15u + (uint64_t)(step * 4 + s->ends);

    for (int w = 0; w < words; w++)
        h = (h ^ h >> 29 ^ s->label[w]) * 0xbf58476d1ce4e5b9u;
    return (unsigned)(h >> 40) % HEADS;
}

/* Whether a state as good as this was met here before; if not, this one is noted. */
static bool met(struct search *x, const struct state *s, int step)
{
    int words = x->block->words;
    uint16_t *head = &x->head[hash(s, words, step)];

    if (*head) {
        const struct entry *e = &x->entry[*head - 1];
        if (e->step == step && e->ends == s->ends && e->odd == s->odd &&
            !memcmp(e->label, s->label, (size_t)words * 8) && e->length >= s->length &&
            (s->ends || e->length + e->loop >= s->length + s->loop))
            return true;
    } else if (x->entries < ENTRIES) {
        *head = (uint16_t)++x->entries;
    } else {
        return false;
    }
    struct entry *e = &x->entry[*head - 1];
    memcpy(e->label, s->label, (size_t)words * 8);
    e->odd = s->odd;
    e->length = (int16_t)s->length;
    e->loop = (int16_t)s->loop;
    e->step = (uint8_t)step;
    e->ends = (uint8_t)s->ends;
    return false;
}

/* Try both decisions of a step and all that follow, the more promising one first. */
static void descend(struct search *x, const struct state *s, int step)
{
    const struct linea_step *p = &x->block->step[step];

    if (step == x->block->edges || bound(s, p) < 2 * x->best->length + 2)
        return;
    if (p->pivot && met(x, s, step))
        return;

    struct state with = *s, without = *s;
    bool keep = decide(x, &with, p, true), drop = decide(x, &without, p, false);
    if (keep && drop && bound(&without, p + 1) > bound(&with, p + 1)) {
        descend(x, &without, step + 1);
        drop = false;
    }
    if (keep)
        descend(x, &with, step + 1);
    if (drop)
        descend(x, &without, step + 1);
}

void linea_block_search(struct linea_block *b, struct linea_trail *best)
{
    struct search x;
    struct state s = {.odd = b->odd, .forced = b->forced};

    find_gains(b);
    if (bound(&s, b->step) < 2 * best->length + 2)
        return;
    x.block = b;
    x.best = best;
    x.entries = 0;
    memset(x.head, 0, sizeof x.head);
    descend(&x, &s, 0);
}
