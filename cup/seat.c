/*
 * cup/seat.c - who sits together, by cost: the fewer have met before and the closer
 * their points are, the better. Up to EXACT players every way is tried; for more,
 * pairs of players are exchanged until no exchange helps.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "event.h"

enum {
    EXACT = 12,                  /* players: at most 15,400 ways, in tables of three */
    SMALL = 3 * LINEA_CUP_POINT, /* once more at a smaller table is like a win apart */
    MOST_DIFFERENCE = 46080,     /* of points: those of 64 victories */
    MOST_MET = 16,               /* more counts the same */
    SHAKES = 24,
    SHAKEN = 256, /* players up to which it is tried again if some meet again */
    PASSES = 100  /* through all pairs; a handful is what it takes */
};

/* One more meeting outweighs all differences of points there can be. */
static const int64_t meeting = (int64_t)1 << 44;

/* How often two have met; in an arena only whether they come from the same table. */
static int met_before(const struct linea_cup *cup, int a, int b)
{
    if (cup->format != LINEA_CUP_ARENA)
        return linea_cup_met(cup, a, b);
    int last = cup->player[a].last;
    return last != LINEA_CUP_NONE && last == cup->player[b].last;
}

static int64_t pair_cost(const struct linea_cup *cup, int a, int b)
{
    int64_t difference = cup->player[a].points - cup->player[b].points;
    int met = met_before(cup, a, b);
    if (difference < 0)
        difference = -difference;
    if (difference > MOST_DIFFERENCE)
        difference = MOST_DIFFERENCE;
    if (met > MOST_MET)
        met = MOST_MET;
    return difference * difference + (met ? (2 * met - 1) * meeting : 0);
}

/* What it costs that a player is at a smaller table. */
static int64_t small_cost(const struct linea_cup *cup, int player, bool small)
{
    return small ? (int64_t)(2 * cup->player[player].small + 1) * SMALL * SMALL : 0;
}

static int64_t table_cost(const struct linea_cup *cup, const int players[], int size,
                          bool small)
{
    int64_t cost = 0;
    for (int i = 0; i < size; i++) {
        cost += small_cost(cup, players[i], small);
        for (int j = 0; j < i; j++)
            cost += pair_cost(cup, players[i], players[j]);
    }
    return cost;
}

static int64_t cost_of_all(const struct linea_cup *cup, const int players[],
                           const int size[], int tables)
{
    int64_t cost = 0;
    for (int t = 0; t < tables; players += size[t++])
        cost += table_cost(cup, players, size[t], size[t] < size[0]);
    return cost;
}

/* All ways to seat a few players. */
struct ways {
    const struct linea_cup *cup;
    int players[EXACT], n, largest;
    int left[LINEA_CUP_SEATS + 1]; /* tables of each size that are still empty */
    unsigned taken;                /* bits of players[] */
    int groups, group[EXACT][LINEA_CUP_SEATS], size[EXACT];
    int64_t cost, best;
    int best_players[EXACT]; /* the groups of the best way, the largest tables first */
};

static void keep_way(struct ways *w)
{
    int n = 0;
    w->best = w->cost;
    for (int size = w->largest; size > 0; size--)
        for (int g = 0; g < w->groups; g++)
            for (int i = 0; w->size[g] == size && i < size; i++)
                w->best_players[n++] = w->group[g][i];
}

static void fill_table(struct ways *w);

/* Let the table have one more of the players from `from` on, or close it. */
static void add_player(struct ways *w, int has, int from)
{
    int *group = w->group[w->groups], size = w->size[w->groups];
    if (has == size) {
        int64_t cost = table_cost(w->cup, group, size, size < w->largest);
        w->cost += cost;
        w->groups++;
        if (w->best < 0 || w->cost < w->best)
            fill_table(w);
        w->groups--;
        w->cost -= cost;
        return;
    }
    for (int i = from; i < w->n; i++) {
        if (w->taken >> i & 1)
            continue;
        w->taken |= 1u << i;
        group[has] = w->players[i];
        add_player(w, has + 1, i + 1);
        w->taken &= ~(1u << i);
    }
}

/* The first who has no table yet gets one of each size that is left. */
static void fill_table(struct ways *w)
{
    int first = 0;
    while (first < w->n && w->taken >> first & 1)
        first++;
    if (first == w->n) {
        keep_way(w);
        return;
    }
    w->taken |= 1u << first;
    for (int size = w->largest; size > 0; size--) {
        if (!w->left[size])
            continue;
        w->left[size]--;
        w->size[w->groups] = size;
        w->group[w->groups][0] = w->players[first];
        add_player(w, 1, first + 1);
        w->left[size]++;
    }
    w->taken &= ~(1u << first);
}

static void try_all(const struct linea_cup *cup, int players[], int n, const int size[],
                    int tables)
{
    struct ways w = {.cup = cup, .n = n, .largest = size[0], .best = -1};
    memcpy(w.players, players, (size_t)n * sizeof *players);
    for (int t = 0; t < tables; t++)
        w.left[size[t]]++;
    fill_table(&w);
    memcpy(players, w.best_players, (size_t)n * sizeof *players);
}

/* A seating that is searched: where each table begins, and which table a place is at.
 */
struct seating {
    const struct linea_cup *cup;
    int *players, n;
    int begin[LINEA_CUP_TABLES + 1], of[LINEA_CUP_PLAYERS];
    int largest;
};

/* What a player costs at a table in place of the one at `place`. */
static int64_t cost_at(const struct seating *s, int player, int place)
{
    int table = s->of[place], begin = s->begin[table], end = s->begin[table + 1];
    int64_t cost = small_cost(s->cup, player, end - begin < s->largest);
    for (int i = begin; i < end; i++)
        if (i != place)
            cost += pair_cost(s->cup, player, s->players[i]);
    return cost;
}

static void swap(int players[], int a, int b)
{
    int player = players[a];
    players[a] = players[b];
    players[b] = player;
}

static void exchange_all(struct seating *s)
{
    bool better = true;
    for (int pass = 0; better && pass < PASSES; pass++) {
        better = false;
        for (int a = 0; a < s->n; a++)
            for (int b = s->begin[s->of[a] + 1]; b < s->n; b++) {
                int first = s->players[a], second = s->players[b];
                int64_t now = cost_at(s, first, a) + cost_at(s, second, b);
                if (cost_at(s, second, a) + cost_at(s, first, b) >= now)
                    continue;
                swap(s->players, a, b);
                better = true;
            }
    }
}

/* Exchanges alone may end where some meet again who need not. Then some players change
   places at random, and it goes on from there. */
static void shake(struct seating *s, const int size[], int tables, uint64_t random)
{
    int best[SHAKEN];
    struct linea_rng rng = {random};
    size_t bytes = (size_t)s->n * sizeof *best;
    int64_t least = cost_of_all(s->cup, s->players, size, tables);
    for (int i = 0; i < SHAKES && least >= meeting; i++) {
        memcpy(best, s->players, bytes);
        for (int swaps = 0; swaps <= s->n / 4; swaps++)
            swap(s->players, linea_rng_below(&rng, s->n), linea_rng_below(&rng, s->n));
        exchange_all(s);
        int64_t cost = cost_of_all(s->cup, s->players, size, tables);
        if (cost < least)
            least = cost;
        else
            memcpy(s->players, best, bytes);
    }
}

void linea_cup_group_search(const struct linea_cup *cup, int players[],
                            const int size[], int tables, uint64_t random)
{
    struct seating s = {.cup = cup, .players = players, .largest = size[0]};
    for (int t = 0; t < tables; t++) {
        s.begin[t] = s.n;
        for (int i = 0; i < size[t]; i++)
            s.of[s.n++] = t;
    }
    s.begin[tables] = s.n;
    exchange_all(&s);
    if (s.n <= SHAKEN)
        shake(&s, size, tables, random);
}

void linea_cup_group(const struct linea_cup *cup, int players[], const int size[],
                     int tables, uint64_t random)
{
    int n = 0;
    for (int t = 0; t < tables; t++)
        n += size[t];
    if (n <= EXACT)
        try_all(cup, players, n, size, tables);
    else
        linea_cup_group_search(cup, players, size, tables, random);
}

/* Every order of the players of a table. */
struct orders {
    const struct linea_cup *cup;
    int player[LINEA_CUP_SEATS], seats, used;
    int chosen[LINEA_CUP_SEATS], best[LINEA_CUP_SEATS];
    int least; /* -1 before the first */
};

static void sit_down(struct orders *o, int seat, int cost)
{
    if (o->least >= 0 && cost >= o->least)
        return;
    if (seat == o->seats) {
        o->least = cost;
        memcpy(o->best, o->chosen, sizeof o->best);
        return;
    }
    for (int i = 0; i < o->seats; i++) {
        if (o->used >> i & 1)
            continue;
        int had = o->cup->player[o->player[i]].seat[seat];
        o->used |= 1 << i;
        o->chosen[seat] = o->player[i];
        sit_down(o, seat + 1, cost + had * had);
        o->used &= ~(1 << i);
    }
}

void linea_cup_take_seats(const struct linea_cup *cup, int players[], int seats)
{
    struct orders o = {.cup = cup, .seats = seats, .least = -1};
    linea_cup_sort(cup, players, seats, linea_cup_by_lot);
    memcpy(o.player, players, (size_t)seats * sizeof *players);
    sit_down(&o, 0, 0);
    memcpy(players, o.best, (size_t)seats * sizeof *players);
}
