/*
 * trail.c - the longest trail in a block: the heaviest set of edges that hangs together
 * and has at most two locations of odd degree.
 *
 * Edges are kept or dropped one after the other. What matters of the past is small: for
 * each location that still has edges to come, which others it hangs together with (its
 * label) and whether its degree is odd. Branches are cut by a bound, since every odd
 * location but the two ends forces a drop, and by a table of states met before. The
 * table may forget, so its size decides the time alone, never the result.
 *
 * SPDX-License-Identifier: MIT
 */
#include "trail.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum {
    WORDS = LINEA_TRAIL_WIDTH / 8, /* a label is a byte */
    HEADS = 2048,
    ENTRIES = 2048,
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

struct entry {
    uint64_t label[WORDS];
    uint64_t odd;
    int16_t length, loop;
    uint8_t step, ends;
};

struct search {
    const struct linea_block *block;
    struct linea_trail *best;
    int nodes, entries;
    uint16_t head[HEADS];
    struct entry entry[ENTRIES];
};

static uint64_t bit(int i)
{
    return (uint64_t)1 << i;
}

/* The order of locations that begins at v: each time the one with fewest new neighbours
 * of those met, so that few are met and not finished. Returns its cost. */
static unsigned order_from(uint8_t order[], int v, const uint64_t near[],
                           uint64_t locations)
{
    uint64_t met = bit(v), left = locations;
    unsigned cost = 0;

    for (int n = 0; left; n++) {
        int fewest = LINEA_LOCATIONS + 1;
        for (uint64_t from = met & left; from; from &= from - 1) {
            int u = linea_lowest(from);
            int new = linea_bits(near[u] & ~met);
            if (new <= fewest) {
                fewest = new;
                v = u;
            }
        }
        order[n] = (uint8_t)v;
        left &= ~bit(v);
        met |= near[v];
        int width = linea_bits(met & left);
        cost += 1u << (width < 24 ? width : 24);
    }
    return cost;
}

static void choose_order(uint8_t order[], const uint64_t near[],
                         const struct linea_block *b)
{
    uint8_t other[LINEA_LOCATIONS];
    unsigned cost = ~0u;

    for (uint64_t left = b->locations; left; left &= left - 1) {
        unsigned c = order_from(other, linea_lowest(left), near, b->locations);
        if (c < cost) {
            cost = c;
            memcpy(order, other, sizeof other);
        }
        if (b->edges < 12)
            break;
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
            if (p->last[k])
                free |= bit(p->slot[k]);
    }
    b->words = (width + 7) / 8;
}

/*
 * Odd locations are charged what they force to drop, in halves, such that the charges
 * at both ends of an edge are never above twice its length: each its shortest edge.
 * Where many locations lead to the same few hubs alone, as in K3,15, it is better to
 * charge hubs nothing and the others twice as much. Hubs are the locations with so
 * many neighbours or more, for the number that gains most.
 */
static uint64_t choose_hubs(const uint64_t near[], const struct linea_block *b)
{
    uint64_t best_hubs = 0;
    int best = 0;

    for (int degree = 3; degree < LINEA_LOCATIONS; degree++) {
        uint64_t hubs = 0;
        int gain = 0;
        for (uint64_t left = b->locations; left; left &= left - 1)
            if (linea_bits(near[linea_lowest(left)]) >= degree)
                hubs |= left & -left;
        if (!hubs)
            break;
        for (uint64_t left = b->odd; left; left &= left - 1)
            if (hubs & left & -left)
                gain--;
            else if (!(near[linea_lowest(left)] & ~hubs))
                gain++;
        if (gain > best) {
            best = gain;
            best_hubs = hubs;
        }
    }
    return best_hubs;
}

/* Fill in what depends on the steps that follow: lengths left and charges. */
static void look_ahead(struct linea_block *b)
{
    uint8_t charge[LINEA_LOCATIONS] = {0};
    uint64_t mixed = 0, open = 0;
    int left = 0;

    b->step[b->edges] = (struct linea_step){.left = 0};
    for (int i = b->edges - 1; i >= 0; i--) {
        struct linea_step *p = &b->step[i];
        left += p->length;
        p->left = (int16_t)left;
        for (int k = 0; k < 2; k++) {
            int v = p->v[k];
            uint8_t *s = &b->shortest[v];
            p->last[k] = !(open & bit(v));
            open |= bit(v);
            if (p->last[k] || p->length < *s)
                *s = p->length;
            if (!(b->hubs & bit(p->v[!k])))
                mixed |= bit(v);
            p->after[k] = charge[v];
            charge[v] = (uint8_t)(b->hubs & bit(v) ? 0 : mixed & bit(v) ? *s : 2 * *s);
            p->before[k] = charge[v];
        }
        p->open = open;
    }
    b->forced = 0;
    for (uint64_t odd = b->odd; odd; odd &= odd - 1)
        b->forced += charge[linea_lowest(odd)];
}

void linea_block_plan(struct linea_block *b)
{
    uint64_t *near = b->near;
    uint64_t at[LINEA_LOCATIONS] = {0};
    uint8_t order[LINEA_LOCATIONS];
    uint64_t used = 0;
    int n = 0;

    b->odd = 0;
    memset(b->near, 0, sizeof b->near);
    for (int e = 0; e < b->edges; e++) {
        int u = b->edge[e].a, v = b->edge[e].b;
        near[u] |= bit(v);
        near[v] |= bit(u);
        at[u] |= bit(e);
        at[v] |= bit(e);
        b->odd ^= bit(u) ^ bit(v);
    }
    choose_order(order, near, b);
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
    b->hubs = b->edges < 12 ? 0 : choose_hubs(near, b);
    look_ahead(b);
    assign_slots(b);
}

/* What the ends may still add: tails, and the drops that they need not make. */
static void find_gains(struct linea_block *b)
{
    uint8_t charge[LINEA_LOCATIONS];
    uint64_t open = 0;

    for (int i = b->edges - 1; i >= 0; i--) {
        struct linea_step *p = &b->step[i];
        int first = 0, second = 0, loop = 0;
        for (int k = 0; k < 2; k++) {
            charge[p->v[k]] = p->before[k];
            open |= bit(p->v[k]);
        }
        for (uint64_t left = open; left; left &= left - 1) {
            int v = linea_lowest(left);
            int tail = 2 * b->tail[v][0].length;
            int gain = charge[v] + tail;
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

/* The two best of some gains. */
struct gains {
    int first, second;
};

static void offer(struct gains *g, int gain)
{
    if (gain > g->first) {
        g->second = g->first;
        g->first = gain;
    } else if (gain > g->second) {
        g->second = gain;
    }
}

/* The odd locations that hang together with the lowest of them. */
static uint64_t cluster(const uint64_t near[], uint64_t odd)
{
    uint64_t found = odd & -odd, from = found;

    while (from) {
        uint64_t new = near[linea_lowest(from)] & odd & ~found;
        from &= from - 1;
        from |= new;
        found |= new;
    }
    return found;
}

/*
 * The same with more care. Odd locations can share the cost of an edge in pairs only:
 * of an odd number of them that hang together, one is alone to pay.
 */
static int careful_bound(const struct state *s, const struct linea_step *p,
                         const struct linea_block *b)
{
    uint64_t charged = s->odd & ~b->hubs;
    struct gains gain = {0, 0};
    int forced = 0, loop = s->loop;

    for (uint64_t left = charged; left;) {
        uint64_t part = cluster(b->near, left);
        int alone = linea_bits(part) & 1 ? LINEA_LENGTH : 0;
        left &= ~part;
        for (uint64_t q = part; q && alone; q &= q - 1)
            if (b->shortest[linea_lowest(q)] < alone)
                alone = b->shortest[linea_lowest(q)];
        forced += alone;
        for (; part; part &= part - 1) {
            int v = linea_lowest(part);
            forced += b->shortest[v];
            offer(&gain, b->shortest[v] + alone + 2 * b->tail[v][0].length);
        }
    }
    for (uint64_t left = p->open & b->tails; left; left &= left - 1) {
        int v = linea_lowest(left);
        if (!(charged & bit(v)))
            offer(&gain, 2 * b->tail[v][0].length);
        if (b->tail[v][0].length + b->tail[v][1].length > loop)
            loop = b->tail[v][0].length + b->tail[v][1].length;
    }
    int most = s->ends == 2 ? 0 : gain.first + (s->ends ? 0 : gain.second);
    if (!s->ends && 2 * loop > most)
        most = 2 * loop;
    return 2 * (s->length + p->left) - forced + most;
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
        if (p->last[k] && !finish(x, s, p->v[k], p->slot[k]))
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

#ifdef COUNT
long linea_nodes;
#endif
static void descend(struct search *x, const struct state *s, int step)
{
    const struct linea_step *p = &x->block->step[step];

    if (step == x->block->edges || bound(s, p) < 2 * x->best->length + 2)
        return;
    if (p->pivot &&
        (careful_bound(s, p, x->block) < 2 * x->best->length + 2 || met(x, s, step)))
        return;
#ifdef COUNT
    linea_nodes++;
#endif

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

    b->tails = 0;
    for (uint64_t left = b->locations; left; left &= left - 1)
        if (b->tail[linea_lowest(left)][0].length)
            b->tails |= left & -left;
    find_gains(b);
    if (bound(&s, b->step) < 2 * best->length + 2)
        return;
    x.block = b;
    x.best = best;
    x.entries = 0;
    memset(x.head, 0, sizeof x.head);
    descend(&x, &s, 0);
}
