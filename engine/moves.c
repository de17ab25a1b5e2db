/*
 * engine/moves.c - which moves are legal.
 *
 * What is legal is found at every step of every game, so it is made from sets: what the
 * seat may still claim, of those what its vehicles reach, of those what its hand pays;
 * a set is one group of moves, whatever it holds. There are hardly any branches: what
 * happens in a random game cannot be guessed, and a wrong guess of the processor takes
 * longer than a set that turns out to be empty. tests/oracle.c decides the same the
 * plain way, rule by rule, and both must agree.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>

#include "groups.h"
#include "linea/game.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Of some routes those that are in two other sets. */
static inline struct linea_set
common(struct linea_set routes, const struct linea_set *a, const struct linea_set *b)
{
    return (struct linea_set){{routes.word[0] & a->word[0] & b->word[0],
                               routes.word[1] & a->word[1] & b->word[1]}};
}

/* The colours of which a hand has cards: the high bit of byte c for colour c. No byte
   carries into the next, since no hand has more than LINEA_CARDS of a colour. */
static inline uint64_t colours_held(const uint8_t cards[LINEA_KINDS])
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    const uint8_t *c = cards; /* Written out, compilers make one load of it. */
    uint64_t hand = (uint64_t)c[0] | (uint64_t)c[1] << 8 | (uint64_t)c[2] << 16 |
                    (uint64_t)c[3] << 24 | (uint64_t)c[4] << 32 | (uint64_t)c[5] << 40 |
                    (uint64_t)c[6] << 48 | (uint64_t)c[7] << 56;
    return (hand + low) & ~low;
}

/* CLAIM-SET, CLAIM-FREE, CLAIM-VEHICLES, EU-FERRY, in ascending order: by colour, then
   by wilds among the cards. With k wilds n cards of a colour pay for routes of k + 1 to
   k + n spaces. */
static inline struct writer add_claims(struct writer w, const struct linea_map *map,
                                       const struct linea_seat *s, uint64_t held,
                                       int most)
{
    const struct linea_set *every = &map->by_length[LINEA_LENGTH];
    struct linea_set from =
        common(s->open, &map->by_length[least(s->vehicles, LINEA_LENGTH)], every);
    for (uint64_t left = held; left; left &= left - 1) {
        int colour = linea_lowest(left) / 8, cards = s->cards[colour];
        for (int wilds = 0; wilds <= most && wilds < map->longest; wilds++)
            w = add_group(w, linea_move_make(LINEA_CLAIM, 0, colour, wilds),
                          common(from, &map->paid_with[colour][wilds],
                                 &map->by_length[least(wilds + cards, LINEA_LENGTH)]));
    }
    for (int wilds = 1; wilds <= most; wilds++)
        w = add_group(w, linea_move_make(LINEA_CLAIM, 0, LINEA_WILD, wilds),
                      common(from, &map->as_long[wilds], every));
    return w;
}

/* DRAW-TWO, DRAW-WILD-SECOND, PILE-NONE: the kinds face up, and the pile. */
static inline struct writer add_draws(struct writer w, const struct linea_game *g)
{
    unsigned kinds = 1u << LINEA_BLIND;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        kinds |= 1u << g->display[i];
    if (g->phase == LINEA_SECOND_CARD)
        kinds &= ~(1u << LINEA_WILD);
    return add_bits(w, linea_move_make(LINEA_DRAW, 0, 0, 0), g->pile_count ? kinds : 0);
}

static linea_move tickets_drawn(int deck, int n)
{
    return linea_move_make(LINEA_TICKETS_DRAW, 0, 0, 0) | linea_move_tickets(deck, n);
}

/* DE-TICKETS, TICKET-FEW: a mix adds up to what the action draws, or to all that is
   left, and asks no deck for more than it has. Of two decks the first gives any number
   in a range. Of more, what the first two give leaves a range of what the third gives;
   the fourth gives the rest. */
static struct writer add_mixes(struct writer w, const struct linea_game *g)
{
    int have[LINEA_DECKS] = {0}, left = 0;
    bool opening = g->phase == LINEA_OPENING_MIX;
    for (int d = 0; d < g->map->decks; d++) {
        const struct linea_deck *deck = &g->map->deck[d];
        have[d] = (opening ? deck->mixed : deck->drawn) ? g->deck[d].count : 0;
        left += have[d];
    }
    int total = least(opening ? g->map->opening_mix : g->map->draw, left);
    int after = have[2] + have[3];
    if (total == 0)
        return w;
    if (after == 0)
        return add_bits(w, tickets_drawn(1, total), splits(total, have[0], have[1]));
    for (int a = total - least(total, have[1] + after); a <= least(total, have[0]); a++)
        for (int b = total - a - least(total - a, after);
             b <= least(total - a, have[1]); b++) {
            int rest = total - a - b;
            w = add_bits(
                w, tickets_drawn(0, a) | tickets_drawn(1, b) | tickets_drawn(3, rest),
                splits(rest, have[2], have[3]));
        }
    return w;
}

/* Where tickets come from one deck there is but one way to draw them. */
static inline struct writer add_tickets(struct writer w, const struct linea_game *g)
{
    int deck = g->map->draw_deck, n = least(g->map->draw, g->deck[deck].count);
    if (g->map->draw_decks > 1)
        return add_mixes(w, g);
    return add_bits(w, tickets_drawn(deck, n), n > 0);
}

/* TURN-ONE: the actions of a turn; TURN-PASS only if there is none. */
static inline struct writer add_turn(struct writer w, const struct linea_game *g)
{
    const struct linea_seat *s = &g->seat[g->turn];
    uint64_t held = colours_held(s->cards);
    int most = least(s->cards[LINEA_WILD], g->map->longest);
    w = add_draws(w, g);
    w = most ? add_claims(w, g->map, s, held, most)
             : add_claims(w, g->map, s, held, 0); /* as nearly always: quicker alone */
    w = add_tickets(w, g);
    w = g->map->stations ? linea_stations_add(w, g, held) : w;
    return w.count ? w : add_one(w, linea_move_make(LINEA_PASS, 0, 0, 0));
}

int linea_keep_least(const struct linea_map *map, enum linea_phase phase, int offered)
{
    return least(phase == LINEA_OPENING_KEEP ? map->opening_keep : map->draw_keep,
                 offered);
}

/* Every choice of enough of the tickets on offer, each choice being a number of which
   the bits are the tickets. */
static struct writer add_keeps(struct writer w, const struct linea_game *g)
{
    /* Bit i: the number i has at least so many bits. */
    static const uint64_t at_least[] = {
        0xffffffffffffffff, 0xfffffffffffffffe, 0xfffffffefffefee8, 0xfffefee8fee8e880,
        0xfee8e880e8808000, 0xe880800080000000, 0x8000000000000000, 0,
    };
    int offered = g->seat[g->turn].offered;
    int keep = linea_keep_least(g->map, (enum linea_phase)g->phase, offered);
    uint64_t all = offered < 6 ? ((uint64_t)1 << (1 << offered)) - 1 : ~(uint64_t)0;
    for (int high = 0; high < 1 << offered; high += 64) {
        int missing = keep - linea_bits((uint64_t)high);
        missing = missing > 0 ? least(missing, 7) : 0;
        w = add_bits(w, linea_move_make(LINEA_KEEP, 0, 0, 0) | (linea_move)high,
                     all & at_least[missing] & (high ? ~(uint64_t)0 : ~(uint64_t)1));
    }
    return w;
}

void linea_game_choices(const struct linea_game *g, struct linea_choices *out)
{
    struct writer w = {out->group, 0};
    switch ((enum linea_phase)g->phase) {
    case LINEA_TURN:
        w = add_turn(w, g);
        break;
    case LINEA_SECOND_CARD:
        w = add_draws(w, g);
        break;
    case LINEA_OPENING_MIX:
        w = add_mixes(w, g);
        break;
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        w = add_keeps(w, g);
        break;
    case LINEA_TUNNEL:
        w = linea_tunnel_add(w, g);
        break;
    case LINEA_PASSENGERS_TAKE:
        w = linea_passengers_add(w, g);
        break;
    case LINEA_OVER:
    case LINEA_PHASES:
        break;
    }
    out->groups = (int)(w.group - out->group);
    out->count = w.count;
    assert(out->groups < LINEA_GROUPS);
}

linea_move linea_choices_pick(const struct linea_choices *c, int k)
{
    assert(k >= 0 && k < c->count);
    const struct linea_group *group = c->group;
    int before = 0;
    for (; group->end <= k; group++)
        before = group->end;
    return linea_group_move(group, linea_set_nth(&group->set, k - before));
}

bool linea_choices_have(const struct linea_choices *c, linea_move m)
{
    int i = c->groups - 1;
    while (i >= 0 && c->group[i].what > m)
        i--;
    return i >= 0 && linea_group_find(&c->group[i], m) >= 0;
}

int linea_game_moves(const struct linea_game *g, linea_move out[LINEA_MOVES])
{
    struct linea_choices c;
    linea_move *end = out;
    linea_game_choices(g, &c);
    for (int i = 0; i < c.groups; i++) {
        linea_move what = c.group[i].what, step = linea_move_step(what);
        for (struct linea_set left = c.group[i].set; !linea_set_empty(&left);)
            *end++ = what + step * (linea_move)linea_set_pop(&left);
    }
    return (int)(end - out);
}

bool linea_game_legal(const struct linea_game *g, linea_move m)
{
    struct linea_choices c;
    linea_game_choices(g, &c);
    return linea_choices_have(&c, m);
}

int linea_move_cards(const struct linea_game *g, linea_move m)
{
    switch (linea_move_kind(m)) {
    case LINEA_CLAIM:
        return g->map->route[linea_move_place(m)].length;
    case LINEA_STATION:
        return g->map->station_cost[linea_bits(g->seat[g->turn].stations)];
    case LINEA_PAY:
        return g->tunnel.extra;
    default:
        return 0;
    }
}
