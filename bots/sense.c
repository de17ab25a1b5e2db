/*
 * bots/sense.c - reading a view: routes, ways, needs, and moves chosen by them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "sense.h"

#include <string.h>

enum {
    PASSENGER = 3, /* points that a passenger is guessed to bring */
};

/* How many turns this seat has yet, judged by whose vehicles run out first: about
   three turns for five of them. */
static int turns_left(const struct linea_view *view)
{
    if (view->last_turns != LINEA_LAST_TURNS_NO)
        return (view->last_turns + view->seats - 1) / view->seats;
    int fewest = LINEA_VEHICLES;
    for (int s = 0; s < view->seats; s++)
        if (view->seat[s].vehicles < fewest)
            fewest = view->seat[s].vehicles;
    int spare = fewest - view->map->end_vehicles;
    return 2 + (spare > 0 ? spare * 3 / 5 : 0);
}

void linea_sense_no_memory(const struct linea_bot *self, void *memory, uint64_t seed)
{
    (void)self;
    (void)memory;
    (void)seed;
}

void linea_sense_begin(struct sense *s, const struct linea_view *view,
                       const linea_move *moves, int n)
{
    *s = (struct sense){
        view, view->map, &view->seat[view->viewer], moves, n, turns_left(view), NULL};
}

linea_move linea_sense_choose(const struct linea_bot *self, void *memory,
                              const struct linea_view *view, const linea_move *moves,
                              int n, const struct linea_budget *budget)
{
    const struct sense_manner *manner = self->data;
    struct sense s;
    (void)budget;
    linea_sense_begin(&s, view, moves, n);
    s.memory = memory;
    linea_move m = linea_sense_reflex(&s);
    if (m != SENSE_NONE)
        return m;
    switch ((enum linea_phase)view->phase) {
    case LINEA_OPENING_MIX:
        return linea_sense_tickets(&s, manner->dear);
    case LINEA_OPENING_KEEP:
    case LINEA_KEEP_TICKETS:
        return manner->keep(&s);
    default:
        return manner->turn(&s);
    }
}

/* The first move that is not below a number. */
static const linea_move *lower_bound(const struct sense *s, linea_move number)
{
    int low = 0, high = s->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (s->moves[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    return s->moves + low;
}

struct sense_span linea_sense_span(const struct sense *s, enum linea_move_kind kind)
{
    return (struct sense_span){lower_bound(s, linea_move_make(kind, 0, 0, 0)),
                               lower_bound(s, linea_move_make(kind + 1, 0, 0, 0))};
}

bool linea_sense_can_build(const struct sense *s, int route)
{
    return linea_set_has(&s->me->open, route) &&
           s->map->route[route].length <= s->me->vehicles;
}

/* What the two ends of a route bring, for an end that this seat does not have yet. */
static int end_points(const struct sense *s, int location)
{
    int points = 0;
    const struct linea_location *l = &s->map->location[location];
    if (l->passengers && s->view->passengers[l->first_passenger] != LINEA_NOTHING)
        points += PASSENGER;
    if (!(s->map->attractions >> location & 1))
        return points;
    for (int i = s->map->first_line[location]; i < s->map->first_line[location + 1];
         i++)
        if (linea_set_has(&s->me->routes, s->map->line[i].route))
            return points;
    return points + s->map->points[LINEA_ATTRACTIONS];
}

int linea_sense_points(const struct sense *s, int route)
{
    const struct linea_route *r = &s->map->route[route];
    return r->points + end_points(s, r->a) + end_points(s, r->b);
}

int linea_sense_colour(const struct sense *s, int route)
{
    if (s->map->route[route].colour != LINEA_GRAY)
        return s->map->route[route].colour;
    int best = 0;
    for (int kind = 1; kind < s->map->colours; kind++)
        if (s->me->cards[kind] > s->me->cards[best])
            best = kind;
    return best;
}

int linea_sense_lack(const struct sense *s, int route)
{
    const struct linea_route *r = &s->map->route[route];
    int wilds = s->me->cards[LINEA_WILD];
    int plain = r->length - r->wilds;
    int have = s->me->cards[linea_sense_colour(s, route)];
    int lack = r->wilds > wilds ? r->wilds - wilds : 0;
    int spare = wilds > r->wilds ? wilds - r->wilds : 0;
    if (plain > have + spare)
        lack += plain - have - spare;
    return lack;
}

uint64_t linea_sense_reach(const struct sense *s, int from)
{
    uint64_t reached = (uint64_t)1 << from, open = reached;
    while (open) {
        int at = linea_lowest(open);
        open &= open - 1;
        if (at != from && s->map->dead_ends >> at & 1)
            continue;
        for (int i = s->map->first_line[at]; i < s->map->first_line[at + 1]; i++) {
            uint64_t to = (uint64_t)1 << s->map->line[i].to;
            if (!(reached & to) &&
                linea_set_has(&s->me->routes, s->map->line[i].route)) {
                reached |= to;
                open |= to;
            }
        }
    }
    return reached;
}

bool linea_sense_joined(const struct sense *s, int ticket)
{
    const struct linea_ticket *t = &s->map->ticket[ticket];
    return linea_sense_reach(s, t->a) >> t->b & 1;
}

void linea_sense_needs(const struct sense *s, int need[LINEA_KINDS],
                       const struct linea_set *routes)
{
    memset(need, 0, LINEA_KINDS * sizeof *need);
    struct linea_set gray = {{0}};
    for (struct linea_set left = *routes; !linea_set_empty(&left);) {
        int r = linea_set_pop(&left);
        const struct linea_route *route = &s->map->route[r];
        need[LINEA_WILD] += route->wilds;
        if (route->colour == LINEA_GRAY)
            linea_set_add(&gray, r);
        else
            need[route->colour] += route->length - route->wilds;
    }
    /* A gray route goes to the colour of which most is left over. */
    while (!linea_set_empty(&gray)) {
        const struct linea_route *route = &s->map->route[linea_set_pop(&gray)];
        int best = 0;
        for (int kind = 1; kind < s->map->colours; kind++)
            if (s->me->cards[kind] - need[kind] > s->me->cards[best] - need[best])
                best = kind;
        need[best] += route->length - route->wilds;
    }
}

/* How well cards can be spared: wilds last, then what the needs ask for. */
static int payment_value(const struct sense *s, const int need[LINEA_KINDS],
                         linea_move m)
{
    int colour = linea_move_colour(m), value = -64 * linea_move_low(m);
    return colour == LINEA_WILD ? value : value + s->me->cards[colour] - need[colour];
}

/* Cards of a kind that this seat does not see: in the pile or in other hands. */
static int hidden(const struct sense *s, int kind)
{
    int n = s->map->count[kind] - s->me->cards[kind] - s->view->discards[kind];
    for (int i = 0; i < LINEA_DISPLAY; i++)
        n -= s->view->display[i] == kind;
    return n;
}

/* Cards that a tunnel is expected to cost beyond its set, by those that this seat has
   not seen: none when that is less than one, else rounded up. */
static int expected_extra(const struct sense *s, int colour)
{
    int unseen = 0, matching = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        unseen += hidden(s, kind);
        if (kind == colour || kind == LINEA_WILD)
            matching += hidden(s, kind);
    }
    matching *= s->map->reveal;
    return unseen <= 0 || matching < unseen ? 0 : (matching + unseen - 1) / unseen;
}

/* Cards in the pile and among the discards that certainly cost a tunnel nothing. */
static int harmless(const struct sense *s, int colour)
{
    int pile = s->view->pile_count, discards = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (kind == colour || kind == LINEA_WILD)
            pile -= hidden(s, kind);
        else
            discards += s->view->discards[kind];
    return discards + (pile > 0 ? pile : 0);
}

/* Cards that this seat has left for what a tunnel costs beyond its set. */
static int spare_cards(const struct sense *s, linea_move m)
{
    int colour = linea_move_colour(m);
    int spare = s->me->cards[LINEA_WILD] - s->map->route[linea_move_place(m)].length;
    return spare + (colour == LINEA_WILD ? 0 : s->me->cards[colour]);
}

bool linea_sense_hopeless(const struct sense *s, linea_move m)
{
    int colour = linea_move_colour(m), turned = s->view->pile_count, free = 0;
    if (!s->map->route[linea_move_place(m)].tunnel)
        return false;
    for (int kind = 0; kind < LINEA_KINDS; kind++) {
        turned += s->view->discards[kind];
        if (kind != colour && kind != LINEA_WILD)
            free += s->view->discards[kind] + hidden(s, kind);
    }
    turned = turned < s->map->reveal ? turned : s->map->reveal;
    return spare_cards(s, m) < turned - free;
}

bool linea_sense_dares(const struct sense *s, linea_move m)
{
    bool can_draw = linea_move_kind(s->moves[0]) == LINEA_DRAW;
    if (!s->map->route[linea_move_place(m)].tunnel || !can_draw || s->turns <= 1)
        return true;
    int colour = linea_move_colour(m), spare = spare_cards(s, m);
    /* When hands hold nearly all cards, the same few, perhaps all wild, would be turned
       up turn after turn. */
    if (harmless(s, colour) < 2 * LINEA_REVEAL)
        return spare >= s->map->reveal;
    return spare >= expected_extra(s, colour);
}

linea_move linea_sense_claim(const struct sense *s, const struct sense_worths *worths,
                             const int need[LINEA_KINDS])
{
    linea_move best = SENSE_NONE;
    int best_worth = 0, best_payment = 0;
    struct sense_span claims = linea_sense_span(s, LINEA_CLAIM);
    for (const linea_move *at = claims.first; at < claims.end; at++) {
        linea_move m = *at;
        if (!linea_sense_dares(s, m))
            continue;
        int worth = worths->route[linea_move_place(m)];
        int payment = payment_value(s, need, m);
        if (worth > best_worth ||
            (worth == best_worth && best != SENSE_NONE && payment > best_payment)) {
            best = m;
            best_worth = worth;
            best_payment = payment;
        }
    }
    return best;
}

/* What one more card of a kind is worth. */
static int card_value(const struct sense *s, const int need[LINEA_KINDS], int kind)
{
    int lacking = 0;
    if (kind != LINEA_WILD)
        return need[kind] > s->me->cards[kind] ? 12 : 2 + (s->me->cards[kind] > 0);
    if (need[LINEA_WILD] > s->me->cards[LINEA_WILD])
        return 30;
    for (int k = 0; k < s->map->colours; k++)
        if (need[k] > s->me->cards[k])
            lacking += need[k] - s->me->cards[k];
    return lacking ? 16 : 8;
}

static int blind_value(const struct sense *s, const int need[LINEA_KINDS])
{
    int value = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (s->map->count[kind])
            value += s->map->count[kind] * card_value(s, need, kind);
    return value / s->map->cards;
}

linea_move linea_sense_draw(const struct sense *s, const int need[LINEA_KINDS])
{
    linea_move best = SENSE_NONE;
    int best_value = 0, blind = blind_value(s, need);
    for (int i = 0; i < s->n && linea_move_kind(s->moves[i]) == LINEA_DRAW; i++) {
        int kind = linea_move_low(s->moves[i]);
        int value = kind == LINEA_BLIND ? blind : card_value(s, need, kind);
        /* A face-up wild takes the whole turn, another card leaves half of it. */
        if (kind != LINEA_WILD)
            value += blind;
        if (best == SENSE_NONE || value > best_value) {
            best = s->moves[i];
            best_value = value;
        }
    }
    return best;
}
