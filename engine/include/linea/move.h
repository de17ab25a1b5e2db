/*
 * linea/move.h - a move: one decision of one seat in 32 bits.
 *
 *   bits 28-31  what it is, enum linea_move_kind
 *   draw        20-23 kind of card, or LINEA_BLIND for the pile
 *   claim       24-27 colour  20-23 wilds  0-6 route
 *   station     24-27 colour  20-23 wilds  0-5 location
 *   pay         24-27 colour  20-23 wilds
 *   take        24-27 colour at the route's a, 20-23 at its b, or LINEA_NO_PASSENGER
 *   tickets     12-15, 8-11, 4-7, 0-3 how many from decks 0, 1, 2, 3
 *   keep        0-7 bit i: keeps ticket i of those on offer
 *   decline, pass  nothing
 *
 * Cards are given by their colour and how many of them are wild; the number of cards
 * follows from the route, station or tunnel. A set of wilds alone has the colour
 * LINEA_WILD, and no other spelling: a decision has exactly one number.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_MOVE_H
#define LINEA_MOVE_H

#include <stdint.h>

typedef uint32_t linea_move;

enum linea_move_kind {
    LINEA_DRAW,
    LINEA_CLAIM,
    LINEA_TICKETS_DRAW,
    LINEA_STATION,
    LINEA_PASS,
    LINEA_KEEP,
    LINEA_PAY,
    LINEA_DECLINE,
    LINEA_TAKE,
    LINEA_MOVE_KINDS
};

enum {
    LINEA_BLIND = 15,        /* "kind" of a card drawn from the pile */
    LINEA_NO_PASSENGER = 15, /* "colour" when none is taken */
    /* No position has more: 128 routes and 64 stations, each paid in 65 ways, the draws
       and the mixes of tickets. */
    LINEA_MOVES = (128 + 64) * 65 + 192,
};

static inline enum linea_move_kind linea_move_kind(linea_move m)
{
    return (enum linea_move_kind)(m >> 28);
}

/* Route of a claim, location of a station. */
static inline int linea_move_place(linea_move m)
{
    return (int)(m & 0x7f);
}

/* Colour of the cards of a claim, station or payment; passenger taken at a. */
static inline int linea_move_colour(linea_move m)
{
    return (int)(m >> 24 & 15);
}

/* Wilds of a claim, station or payment; passenger taken at b; card of a draw. */
static inline int linea_move_low(linea_move m)
{
    return (int)(m >> 20 & 15);
}

/* Tickets asked of a deck. */
static inline int linea_move_mix(linea_move m, int deck)
{
    return (int)(m >> (12 - 4 * deck) & 15);
}

/* Tickets of the offer that are kept. */
static inline unsigned linea_move_kept(linea_move m)
{
    return m & 0xff;
}

/* What n tickets of a deck add to a mix. */
static inline linea_move linea_move_tickets(int deck, int n)
{
    return (linea_move)n << (12 - 4 * deck);
}

/* What is added to a move by one more in the field in which moves of its kind differ:
   the low field, or the place. Of mixes it is a ticket of deck 0 instead of deck 1, or
   of deck 2 instead of deck 3 where those give any. */
static inline linea_move linea_move_step(linea_move m)
{
    enum {
        PLACE = 1,
        LOW = 1 << 20,
        DECK_0_FOR_1 = (1 << 12) - (1 << 8),
        DECK_2_FOR_3 = (1 << 4) - 1,
    };
    static const linea_move step[16] = {
        [LINEA_DRAW] = LOW,      [LINEA_CLAIM] = PLACE,
        [LINEA_STATION] = PLACE, [LINEA_TICKETS_DRAW] = DECK_0_FOR_1,
        [LINEA_PASS] = PLACE,    [LINEA_KEEP] = PLACE,
        [LINEA_PAY] = LOW,       [LINEA_DECLINE] = PLACE,
        [LINEA_TAKE] = LOW,
    };
    const linea_move later = linea_move_tickets(2, 15) | linea_move_tickets(3, 15);
    linea_move one = step[m >> 28];
    return one == DECK_0_FOR_1 && m & later ? DECK_2_FOR_3 : one;
}

static inline linea_move linea_move_make(enum linea_move_kind kind, int place,
                                         int colour, int low)
{
    return (linea_move)kind << 28 | (linea_move)colour << 24 | (linea_move)low << 20 |
           (linea_move)place;
}

#endif
