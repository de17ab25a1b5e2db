/*
 * batch/space.c - all moves that may ever be legal on a map, numbered.
 *
 * They are laid out in the same groups as the legal moves of a position (choices.h), so
 * that the mask of a position is found group by group, not move by move.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "space.h"

static void add_group(struct linea_space *x, linea_move what, struct linea_set set)
{
    if (linea_set_empty(&set))
        return;
    assert(x->groups < LINEA_ACTION_GROUPS);
    if (!x->group_of[what >> 20])
        x->group_of[what >> 20] = (uint16_t)(x->groups + 1);
    linea_move step = linea_move_step(what);
    for (struct linea_set left = set; !linea_set_empty(&left);)
        x->move[x->actions++] = what + step * (linea_move)linea_set_pop(&left);
    x->group[x->groups++] = (struct linea_group){set, what, x->actions};
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
    if (seats < map->min_seats || seats > map->max_seats)
        return false;
    memset(x, 0, sizeof *x);
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
    linea_space_features(x);
    return true;
}

int linea_space_action(const struct linea_space *x, linea_move m)
{
    /* Groups begin with their own colour and wilds, or with wilds of 0. */
    int first = x->group_of[m >> 20];
    if (!first)
        first = x->group_of[m >> 20 & 0xff0];
    for (int i = first - 1; i >= 0 && i < x->groups; i++) {
        const struct linea_group *group = &x->group[i];
        int n = linea_group_find(group, m);
        if (n >= 0)
            return group->end - linea_set_count(&group->set) +
                   linea_set_rank(&group->set, n);
        if (linea_move_kind(group->what) != linea_move_kind(m))
            break;
    }
    return -1;
}

/* The actions of a group of legal moves, eight at a time where none is left out. Mixes
   of tickets are few, and grouped in another way where they come from one deck. */
static void mark(const struct linea_space *x, const struct linea_group *legal,
                 uint8_t *out)
{
    linea_move what = legal->what, step = linea_move_step(what);
    struct linea_set left = legal->set;
    if (linea_move_kind(what) == LINEA_TICKETS_DRAW) {
        while (!linea_set_empty(&left))
            out[linea_space_action(x, what + step * (linea_move)linea_set_pop(&left))] =
                1;
        return;
    }
    const struct linea_group *group = &x->group[x->group_of[what >> 20] - 1];
    while (group->what != what)
        group++;
    int size = linea_set_count(&group->set);
    out += group->end - size;
    int dense = group->set.word[0] == below(size) ? size & ~7 : 0;
    for (int i = 0; i < dense; i += 8) {
        uint64_t spread = linea_spread(left.word[0] >> i);
        memcpy(out + i, &spread, sizeof spread);
    }
    left.word[0] &= ~below(dense);
    while (!linea_set_empty(&left))
        out[linea_set_rank(&group->set, linea_set_pop(&left))] = 1;
}

int linea_observe_mask(const struct linea_space *x, const struct linea_game *g,
                       uint8_t *out)
{
    struct linea_choices choices;
    linea_game_choices(g, &choices);
    memset(out, 0, (size_t)x->actions);
    for (int i = 0; i < choices.groups; i++)
        mark(x, &choices.group[i], out);
    return choices.count;
}
