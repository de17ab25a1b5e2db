/*
 * engine/space.c - all moves that may ever be legal on a map, numbered.
 *
 * They are laid out in the same groups as the legal moves of a position (choices.h), so
 * that the mask of a position is found group by group, not move by move.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/space.h"

#include <assert.h>
#include <string.h>

#include "linea/spread.h"

/* Mixes that differ only in how much of their rest deck 2 gives have one number. */
static int mix_number(linea_move m)
{
    int rest = linea_move_mix(m, 2) + linea_move_mix(m, 3);
    return (linea_move_mix(m, 0) * 16 + linea_move_mix(m, 1)) * 32 + rest;
}

static void add_group(struct linea_space *x, linea_move what, struct linea_set set)
{
    if (linea_set_empty(&set))
        return;
    assert(x->groups < LINEA_ACTION_GROUPS);
    assert(x->actions + linea_set_count(&set) <= LINEA_ACTIONS);
    if (linea_move_kind(what) == LINEA_TICKETS_DRAW)
        x->mix_of[mix_number(what)] = (uint16_t)(x->groups + 1);
    if (!x->group_of[what >> 20])
        x->group_of[what >> 20] = (uint16_t)(x->groups + 1);
    struct linea_group *group = &x->group[x->groups++];
    *group = (struct linea_group){.set = set, .what = what};
    for (struct linea_set left = set; !linea_set_empty(&left);)
        x->move[x->actions++] = linea_group_move(group, linea_set_pop(&left));
    group->end = x->actions;
}

static void add_bits(struct linea_space *x, linea_move what, uint64_t bits)
{
    add_group(x, what, (struct linea_set){{bits, 0}});
}

/* Numbers below n, as bits. */
static uint64_t below(int n)
{
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

static void add_draws(struct linea_space *x)
{
    add_bits(x, linea_move_make(LINEA_DRAW, 0, 0, 0),
             below(x->map->colours) | 1u << LINEA_WILD | 1u << LINEA_BLIND);
}

static void add_claims(struct linea_space *x)
{
    for (int colour = 0; colour < x->map->colours; colour++)
        for (int wilds = 0; wilds < LINEA_LENGTH; wilds++)
            add_group(x, linea_move_make(LINEA_CLAIM, 0, colour, wilds),
                      x->map->paid_with[colour][wilds]);
    for (int wilds = 1; wilds <= LINEA_LENGTH; wilds++)
        add_group(x, linea_move_make(LINEA_CLAIM, 0, LINEA_WILD, wilds),
                  x->map->as_long[wilds]);
}

/* Tickets that may be asked of a deck at a time. */
static int most_of(const struct linea_map *map, int deck, int total)
{
    const struct linea_deck *d = &map->deck[deck];
    if (deck >= map->decks || !(d->mixed || d->drawn))
        return 0;
    return d->size < total ? d->size : total;
}

/* Every mix of up to so many tickets as the action or the opening draws, in groups that
   differ in what decks 2 and 3 give. */
static void add_mixes(struct linea_space *x)
{
    const struct linea_map *map = x->map;
    int total = map->draw > map->opening_mix ? map->draw : map->opening_mix;
    int most[LINEA_DECKS];
    for (int d = 0; d < LINEA_DECKS; d++)
        most[d] = most_of(map, d, total);
    for (int a = 0; a <= most[0]; a++)
        for (int b = 0; b <= most[1] && a + b <= total; b++)
            for (int rest = a + b == 0; a + b + rest <= total; rest++) {
                uint64_t third = 0;
                for (int n = 0; n <= rest; n++)
                    if (n <= most[2] && rest - n <= most[3])
                        third |= (uint64_t)1 << n;
                add_bits(x,
                         linea_move_make(LINEA_TICKETS_DRAW, 0, 0, 0) |
                             (linea_move)(a << 12 | b << 8 | rest),
                         third);
            }
}

static void add_stations(struct linea_space *x)
{
    const struct linea_map *map = x->map;
    int dearest = 0;
    for (int i = 0; i < map->stations; i++)
        if (map->station_cost[i] > dearest)
            dearest = map->station_cost[i];
    for (int colour = 0; colour < map->colours; colour++)
        for (int wilds = 0; wilds < dearest; wilds++)
            add_bits(x, linea_move_make(LINEA_STATION, 0, colour, wilds),
                     below(map->locations));
    for (int wilds = 1; wilds <= dearest; wilds++)
        add_bits(x, linea_move_make(LINEA_STATION, 0, LINEA_WILD, wilds),
                 below(map->locations));
}

static void add_keeps(struct linea_space *x)
{
    int offered = x->map->opening_mix;
    for (int d = 0; d < x->map->decks && !x->map->opening_mix; d++)
        offered += x->map->deck[d].dealt;
    if (x->map->draw > offered)
        offered = x->map->draw;
    for (int high = 0; high < 1 << offered; high += 64)
        add_bits(x, linea_move_make(LINEA_KEEP, 0, 0, 0) | (linea_move)high,
                 below(offered < 6 ? 1 << offered : 64) &
                     (high ? ~(uint64_t)0 : ~(uint64_t)1));
}

static void add_tunnels(struct linea_space *x)
{
    int reveal = x->map->reveal;
    for (int colour = 0; reveal && colour < x->map->colours; colour++)
        add_bits(x, linea_move_make(LINEA_PAY, 0, colour, 0), below(reveal));
    for (int wilds = 1; wilds <= reveal; wilds++)
        add_bits(x, linea_move_make(LINEA_PAY, 0, LINEA_WILD, wilds), 1);
    if (reveal)
        add_bits(x, linea_move_make(LINEA_DECLINE, 0, 0, 0), 1);
}

static void add_takes(struct linea_space *x)
{
    uint64_t colours = below(x->map->passenger_colours) | 1u << LINEA_NO_PASSENGER;
    for (uint64_t a = x->map->passengers ? colours : 0; a; a &= a - 1)
        add_bits(x, linea_move_make(LINEA_TAKE, 0, linea_lowest(a), 0), colours);
}

bool linea_space_init(struct linea_space *x, const struct linea_map *map, int seats)
{
    memset(x, 0, sizeof *x);
    if (!linea_features_init(&x->layout, map, seats))
        return false;
    x->map = map;
    x->seats = seats;
    add_draws(x);
    add_claims(x);
    add_mixes(x);
    add_stations(x);
    add_bits(x, linea_move_make(LINEA_PASS, 0, 0, 0), 1);
    add_keeps(x);
    add_tunnels(x);
    add_takes(x);
    x->features = x->layout.count;
    return true;
}

/* The group in which a move is, if it is one of this map at all; NULL where there can
   be none. Most begin with their own colour and wilds, some with wilds of 0. */
static const struct linea_group *group_of(const struct linea_space *x, linea_move m)
{
    int i = x->group_of[m >> 20];
    if (!i)
        i = x->group_of[m >> 20 & 0xff0];
    if (linea_move_kind(m) == LINEA_KEEP)
        i += (int)(linea_move_kept(m) >> 6);
    else if (linea_move_kind(m) == LINEA_TICKETS_DRAW)
        i = x->mix_of[mix_number(m)];
    return i > 0 && i <= x->groups ? &x->group[i - 1] : NULL;
}

int linea_space_action(const struct linea_space *x, linea_move m)
{
    const struct linea_group *group = group_of(x, m);
    int n = group ? linea_group_find(group, m) : -1;
    if (n < 0)
        return -1;
    return group->end - linea_set_count(&group->set) + linea_set_rank(&group->set, n);
}

/* Mark some of a group of which every number up to `size` is an action, many at a time:
   the last ones once more rather than one by one. */
static void mark_dense(uint8_t *out, uint64_t legal, int size)
{
    for (int i = 0; i + LINEA_SPREAD < size; i += LINEA_SPREAD)
        linea_spread(out + i, legal >> i);
    linea_spread(out + size - LINEA_SPREAD, legal >> (size - LINEA_SPREAD));
}

/* Mark the actions of a group of legal moves. Mixes of tickets are few, and grouped in
   another way. */
static void mark(const struct linea_space *x, uint8_t *out,
                 const struct linea_group *legal)
{
    struct linea_set left = legal->set;
    if (linea_move_kind(legal->what) == LINEA_TICKETS_DRAW) {
        while (!linea_set_empty(&left))
            out[linea_space_action(x, linea_group_move(legal, linea_set_pop(&left)))] =
                1;
        return;
    }
    const struct linea_group *group = group_of(x, legal->what);
    int size = linea_set_count(&group->set);
    out += group->end - size;
    if (size >= LINEA_SPREAD && size <= 64 && group->set.word[0] == below(size)) {
        mark_dense(out, left.word[0], size);
        return;
    }
    for (int w = 0; w < 2; w++) {
        uint64_t all = group->set.word[w];
        for (uint64_t bits = left.word[w]; bits; bits &= bits - 1)
            out[linea_bits(all & ((bits & -bits) - 1))] = 1;
        out += linea_bits(all);
    }
}

void linea_mask_write(const struct linea_space *x, uint8_t *out,
                      const struct linea_choices *choices)
{
    memset(out, 0, (size_t)x->actions);
    for (int i = 0; i < choices->groups; i++)
        mark(x, out, &choices->group[i]);
}
