/*
 * tests/oracle_play.c - the deal, and what comes of a move, rule by rule.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "oracle.h"

static void put_on_top(struct oracle_pile *pile, int item)
{
    pile->item[pile->n++] = (uint8_t)item;
}

static void put_under(struct oracle_pile *pile, int item)
{
    for (int i = pile->n++; i > 0; i--)
        pile->item[i] = pile->item[i - 1];
    pile->item[0] = (uint8_t)item;
}

static int take_top(struct oracle_pile *pile)
{
    if (pile->n == 0)
        abort();
    return pile->item[--pile->n];
}

int oracle_vehicles(const struct oracle *o, int seat)
{
    int left = o->map->vehicles;
    for (int r = 0; r < o->map->routes; r++)
        if (o->owner[r] == seat)
            left -= o->map->route[r].length;
    return left;
}

int oracle_stations(const struct oracle *o, int seat)
{
    int built = 0;
    for (int l = 0; l < o->map->locations; l++)
        built += o->station[l] == seat;
    return built;
}

/* A shuffle during the game: each has the next stream. */
static void shuffle_later(struct oracle *o, struct oracle_pile *pile)
{
    uint32_t stream = LINEA_STREAM_LATER + (uint32_t)o->shuffles++;
    oracle_shuffle(pile->item, pile->n, &o->seed, stream);
}

/* PILE-RESHUFFLE: the moment there is no pile and a discard. */
static void refill(struct oracle *o)
{
    if (o->pile.n > 0)
        return;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        for (; o->discards[kind] > 0; o->discards[kind]--)
            put_on_top(&o->pile, kind);
    if (o->pile.n > 0)
        shuffle_later(o, &o->pile);
}

static int draw_card(struct oracle *o)
{
    int kind = take_top(&o->pile);
    o->event.card[o->event.cards++] = (uint8_t)kind;
    refill(o);
    return kind;
}

/* Cards that are not wild in the display, the pile and the discards. */
static int others_about(const struct oracle *o)
{
    int n = 0;
    for (int i = 0; i < o->pile.n; i++)
        n += o->pile.item[i] != LINEA_WILD;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        n += o->display[i] != LINEA_WILD;
    for (int kind = 0; kind < LINEA_WILD; kind++)
        n += o->discards[kind];
    return n;
}

static void turn_up(struct oracle *o, int place)
{
    o->display[place] = draw_card(o);
    o->event.up++;
}

/* DISPLAY-FLUSH: three wilds face up send all five away, ten times in a row at most,
   and only while there are cards to turn up and three others to be among them. */
static void flush_display(struct oracle *o)
{
    for (int flush = 0; flush < 10; flush++) {
        int wilds = 0;
        for (int i = 0; i < LINEA_DISPLAY; i++)
            wilds += o->display[i] == LINEA_WILD;
        if (wilds < 3 || o->pile.n == 0 || others_about(o) < 3)
            return;
        for (int i = 0; i < LINEA_DISPLAY; i++)
            o->discards[o->display[i]]++;
        for (int i = 0; i < LINEA_DISPLAY; i++)
            turn_up(o, i);
    }
}

/* SETUP-HAND, SETUP-DISPLAY. */
static void deal_cards(struct oracle *o)
{
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        for (int i = 0; i < o->map->count[kind]; i++)
            put_on_top(&o->pile, kind);
    oracle_shuffle(o->pile.item, o->pile.n, &o->seed, LINEA_STREAM_CARDS);
    for (int s = 0; s < o->seats; s++)
        for (int i = 0; i < o->map->hand; i++)
            o->hand[s][draw_card(o)]++;
    for (int i = 0; i < LINEA_DISPLAY; i++)
        turn_up(o, i);
    flush_display(o);
}

/* DE-PASSENGER-SETUP. */
static void deal_passengers(struct oracle *o)
{
    struct oracle_pile bag = {0};
    for (int colour = 0; colour < o->map->passenger_colours; colour++)
        for (int i = 0; i < o->map->passenger_count[colour]; i++)
            put_on_top(&bag, colour);
    oracle_shuffle(bag.item, bag.n, &o->seed, LINEA_STREAM_PASSENGERS);
    for (int l = 0; l < o->map->locations; l++)
        for (int i = 0; i < o->map->location[l].passengers; i++)
            o->waiting[l][take_top(&bag)]++;
}

/* The top ticket of a deck is offered to a seat; nobody else knows where it is. */
static void offer_ticket(struct oracle *o, int seat, int deck)
{
    int ticket = take_top(&o->deck[deck]);
    o->event.ticket[o->event.tickets++] = (uint8_t)ticket;
    o->knower[ticket] = LINEA_NOBODY;
    put_on_top(&o->offer[seat], ticket);
}

/* Decks that nobody draws from during the game. */
static void put_decks_away(struct oracle *o)
{
    for (int d = 0; d < o->map->decks; d++)
        if (!o->map->deck[d].drawn)
            o->deck[d].n = 0;
}

/* SETUP-TICKETS. */
static void deal_tickets(struct oracle *o)
{
    for (int t = 0; t < o->map->tickets; t++) {
        o->holder[t] = o->knower[t] = LINEA_NOBODY;
        put_on_top(&o->deck[o->map->ticket[t].deck], t);
    }
    for (int d = 0; d < o->map->decks; d++)
        oracle_shuffle(o->deck[d].item, o->deck[d].n, &o->seed,
                       LINEA_STREAM_TICKETS + (uint32_t)d);
    o->phase = o->map->opening_mix ? LINEA_OPENING_MIX : LINEA_OPENING_KEEP;
    if (o->phase == LINEA_OPENING_MIX)
        return;
    for (int s = 0; s < o->seats; s++)
        for (int d = 0; d < o->map->decks; d++)
            for (int i = 0; i < o->map->deck[d].dealt; i++)
                offer_ticket(o, s, d);
    put_decks_away(o);
}

static void find_parallels(struct oracle *o)
{
    const struct linea_route *route = o->map->route;
    for (int r = 0; r < o->map->routes; r++)
        for (int other = 0; other < o->map->routes; other++)
            if (other != r && route[other].a == route[r].a &&
                route[other].b == route[r].b)
                put_on_top(&o->beside[r], other);
}

void oracle_begin(struct oracle *o, const struct linea_map *map, int seats, int first,
                  const struct linea_seed *seed)
{
    memset(o, 0, sizeof *o);
    o->map = map;
    o->seats = seats;
    o->seed = *seed;
    o->first =
        first == LINEA_NOBODY ? oracle_pick(seed, LINEA_STREAM_FIRST, seats) : first;
    o->turn = o->first;
    o->last_turns = LINEA_LAST_TURNS_NO;
    o->question = LINEA_NOTHING;
    for (int r = 0; r < LINEA_ROUTES; r++)
        o->owner[r] = LINEA_NOBODY;
    for (int l = 0; l < LINEA_LOCATIONS; l++)
        o->station[l] = LINEA_NOBODY;
    find_parallels(o);
    deal_cards(o);
    deal_passengers(o);
    deal_tickets(o);
}

/* END-TRIGGER, TURN-PASS. */
static void end_turn(struct oracle *o)
{
    if (o->last_turns != LINEA_LAST_TURNS_NO)
        o->last_turns--;
    else if (oracle_vehicles(o, o->turn) <= o->map->end_vehicles)
        o->last_turns = o->seats;
    if (o->last_turns == 0 || o->passes == o->seats) {
        o->phase = LINEA_OVER;
        o->turn = LINEA_NOBODY;
        o->last_turns = 0;
        return;
    }
    o->phase = LINEA_TURN;
    o->turn = (o->turn + 1) % o->seats;
}

/* DRAW-TWO, DRAW-WILD-FIRST, DRAW-WILD-BLIND, PILE-NONE. */
static void draw(struct oracle *o, int kind)
{
    if (kind == LINEA_BLIND) {
        o->hand[o->turn][draw_card(o)]++;
    } else {
        int place = 0;
        while (o->display[place] != kind)
            place++;
        o->hand[o->turn][kind]++;
        o->seen[o->turn][kind]++;
        turn_up(o, place);
    }
    bool was_second = o->phase == LINEA_SECOND_CARD;
    if (was_second || kind == LINEA_WILD || o->pile.n == 0)
        end_turn(o);
    else
        o->phase = LINEA_SECOND_CARD;
}

/* n cards of a kind leave a hand; those that all have seen go in are the first. */
static void leave_hand(struct oracle *o, int kind, int n)
{
    o->hand[o->turn][kind] -= n;
    o->seen[o->turn][kind] -= n;
    if (o->seen[o->turn][kind] < 0)
        o->seen[o->turn][kind] = 0;
}

static void play_set(struct oracle *o, int colour, int wilds, int n)
{
    leave_hand(o, LINEA_WILD, wilds);
    if (wilds < n)
        leave_hand(o, colour, n - wilds);
}

static void discard_set(struct oracle *o, int colour, int wilds, int n)
{
    o->discards[LINEA_WILD] += wilds;
    if (wilds < n)
        o->discards[colour] += n - wilds;
}

static bool somebody_waits(const struct oracle *o, int location)
{
    for (int colour = 0; colour < o->map->passenger_colours; colour++)
        if (o->waiting[location][colour] > 0)
            return true;
    return false;
}

/* A route is paid; DE-PASSENGER-TAKE where somebody waits at an end of it. */
static void take_route(struct oracle *o, int route)
{
    const struct linea_route *r = &o->map->route[route];
    o->owner[route] = o->turn;
    if (somebody_waits(o, r->a) || somebody_waits(o, r->b)) {
        o->phase = LINEA_PASSENGERS_TAKE;
        o->question = route;
    } else {
        end_turn(o);
    }
}

/* EU-TUNNEL-1, EU-TUNNEL-3: one more card for each turned up that is of the colour or
   wild. */
int oracle_extra(const struct oracle *o)
{
    int extra = 0;
    for (int i = 0; i < o->tunnel.revealed.n; i++)
        extra += o->tunnel.revealed.item[i] == o->tunnel.colour ||
                 o->tunnel.revealed.item[i] == LINEA_WILD;
    return extra;
}

/* What was turned up is discarded, and the tunnel forgotten. */
static void leave_tunnel(struct oracle *o)
{
    for (int i = 0; i < o->tunnel.revealed.n; i++)
        o->discards[o->tunnel.revealed.item[i]]++;
    memset(&o->tunnel, 0, sizeof o->tunnel);
    refill(o);
}

static void claim_tunnel(struct oracle *o)
{
    int route = o->tunnel.route;
    discard_set(o, o->tunnel.colour, o->tunnel.wilds, o->map->route[route].length);
    leave_tunnel(o);
    take_route(o, route);
}

/* EU-TUNNEL-1, EU-TUNNEL-5: the set lies apart while cards are turned up. */
static void enter_tunnel(struct oracle *o, int route, int colour, int wilds)
{
    o->tunnel.route = route;
    o->tunnel.colour = colour;
    o->tunnel.wilds = wilds;
    for (int i = 0; i < o->map->reveal && o->pile.n > 0; i++)
        put_on_top(&o->tunnel.revealed, draw_card(o));
    if (oracle_extra(o) > 0)
        o->phase = LINEA_TUNNEL;
    else
        claim_tunnel(o);
}

/* CLAIM-SET. */
static void claim(struct oracle *o, linea_move m)
{
    int route = linea_move_place(m), n = o->map->route[route].length;
    int colour = linea_move_colour(m), wilds = linea_move_low(m);
    play_set(o, colour, wilds, n);
    if (o->map->route[route].tunnel) {
        enter_tunnel(o, route, colour, wilds);
        return;
    }
    discard_set(o, colour, wilds, n);
    refill(o);
    take_route(o, route);
}

static void pay_tunnel(struct oracle *o, linea_move m)
{
    int colour = linea_move_colour(m), wilds = linea_move_low(m), n = oracle_extra(o);
    play_set(o, colour, wilds, n);
    discard_set(o, colour, wilds, n);
    claim_tunnel(o);
}

/* EU-TUNNEL-2: the set goes back into the hand, and all see it. */
static void decline_tunnel(struct oracle *o)
{
    int wilds = o->tunnel.wilds;
    int others = o->map->route[o->tunnel.route].length - wilds;
    o->hand[o->turn][LINEA_WILD] += wilds;
    o->seen[o->turn][LINEA_WILD] += wilds;
    if (others > 0) {
        o->hand[o->turn][o->tunnel.colour] += others;
        o->seen[o->turn][o->tunnel.colour] += others;
    }
    leave_tunnel(o);
    end_turn(o);
}

/* EU-STATION-BUILD. */
static void build_station(struct oracle *o, linea_move m)
{
    int cost = o->map->station_cost[oracle_stations(o, o->turn)];
    play_set(o, linea_move_colour(m), linea_move_low(m), cost);
    discard_set(o, linea_move_colour(m), linea_move_low(m), cost);
    refill(o);
    o->station[linea_move_place(m)] = o->turn;
    end_turn(o);
}

/* Somebody who put a ticket back, and then saw the deck shuffled, knows that it is
   there until somebody else draws from that deck. */
static void forget_tickets(struct oracle *o, int deck)
{
    for (int t = 0; t < o->map->tickets; t++) {
        bool somewhere = o->knower[t] != LINEA_NOBODY && o->knower[t] & LINEA_SOMEWHERE;
        if (o->map->ticket[t].deck == deck && somewhere &&
            (o->knower[t] & ~LINEA_SOMEWHERE) != o->turn)
            o->knower[t] = LINEA_NOBODY;
    }
}

/* DE-TICKETS; DE-TICKETS-START: all have drawn before the first one keeps. */
static void draw_tickets(struct oracle *o, linea_move m)
{
    for (int d = 0; d < o->map->decks; d++) {
        int n = linea_move_mix(m, d);
        for (int i = 0; i < n; i++)
            offer_ticket(o, o->turn, d);
        if (n > 0)
            forget_tickets(o, d);
    }
    if (o->phase == LINEA_TURN) {
        o->phase = LINEA_KEEP_TICKETS;
        return;
    }
    o->turn = (o->turn + 1) % o->seats;
    if (o->turn == o->first)
        o->phase = LINEA_OPENING_KEEP;
}

static int by_number(const void *a, const void *b)
{
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* The opening is over: decks that took tickets back may be shuffled. */
static void end_opening(struct oracle *o)
{
    put_decks_away(o);
    for (int d = 0; d < o->map->decks; d++) {
        struct oracle_pile *deck = &o->deck[d];
        if (o->map->opening_returned != LINEA_SHUFFLED_IN)
            continue;
        qsort(deck->item, (size_t)deck->n, 1, by_number);
        shuffle_later(o, deck);
        for (int i = 0; i < deck->n; i++)
            if (o->knower[deck->item[i]] != LINEA_NOBODY)
                o->knower[deck->item[i]] |= LINEA_SOMEWHERE;
    }
    o->phase = LINEA_TURN;
}

/* TICKET-BOTTOM, NY-TICKETS, DE-TICKETS-START, EU-TICKETS-START. */
static void keep_tickets(struct oracle *o, linea_move m)
{
    struct oracle_pile *offer = &o->offer[o->turn];
    bool opening = o->phase == LINEA_OPENING_KEEP;
    for (int i = 0; i < offer->n; i++) {
        int ticket = offer->item[i];
        if (linea_move_kept(m) >> i & 1) {
            o->holder[ticket] = o->turn;
            continue;
        }
        o->knower[ticket] = o->turn;
        if (!opening || o->map->opening_returned != LINEA_OUT_OF_GAME)
            put_under(&o->deck[o->map->ticket[ticket].deck], ticket);
    }
    offer->n = 0;
    if (!opening) {
        end_turn(o);
        return;
    }
    o->turn = (o->turn + 1) % o->seats;
    if (o->turn == o->first)
        end_opening(o);
}

/* DE-PASSENGER-TAKE. */
static void take_passengers(struct oracle *o, linea_move m)
{
    const struct linea_route *route = &o->map->route[o->question];
    int location[2] = {route->a, route->b};
    int colour[2] = {linea_move_colour(m), linea_move_low(m)};
    for (int end = 0; end < 2; end++)
        if (colour[end] != LINEA_NO_PASSENGER) {
            o->waiting[location[end]][colour[end]]--;
            o->taken[o->turn][colour[end]]++;
        }
    o->question = LINEA_NOTHING;
    end_turn(o);
}

static void carry_out(struct oracle *o, linea_move m)
{
    o->passes = linea_move_kind(m) == LINEA_PASS ? o->passes + 1 : 0;
    switch (linea_move_kind(m)) {
    case LINEA_DRAW:
        draw(o, linea_move_low(m));
        break;
    case LINEA_CLAIM:
        claim(o, m);
        break;
    case LINEA_TICKETS_DRAW:
        draw_tickets(o, m);
        break;
    case LINEA_STATION:
        build_station(o, m);
        break;
    case LINEA_PASS:
        end_turn(o);
        break;
    case LINEA_KEEP:
        keep_tickets(o, m);
        break;
    case LINEA_PAY:
        pay_tunnel(o, m);
        break;
    case LINEA_DECLINE:
        decline_tunnel(o);
        break;
    case LINEA_TAKE:
        take_passengers(o, m);
        break;
    case LINEA_MOVE_KINDS:
        abort();
    }
}

void oracle_apply(struct oracle *o, linea_move m)
{
    o->event.move = m;
    o->event.seat = (uint8_t)o->turn;
    o->event.cards = o->event.up = o->event.tickets = 0;
    carry_out(o, m);
    flush_display(o);
}
