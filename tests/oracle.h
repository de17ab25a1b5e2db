/*
 * tests/oracle.h - the whole game a second time, the plain way.
 *
 * A game that is counted out piece by piece, in a state of its own: who owns each
 * route, who holds each ticket, piles as lists. It is dealt, decided, carried out and
 * scored without a line of the engine; of the map only the facts are read, none of the
 * tables that the engine makes of them. Slow, and meant to be: every rule stands where
 * one looks for it. What the engine says must be what this says, byte for byte.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "linea/score.h"

/* Cards, tickets or the like on top of each other; the last is the top. */
struct oracle_pile {
    int n;
    uint8_t item[LINEA_CARDS];
};

struct oracle {
    const struct linea_map *map;
    int seats, first, turn, phase, last_turns, passes;
    int question; /* the route whose passengers are to be taken, or LINEA_NOTHING */

    struct oracle_pile
        beside[LINEA_ROUTES]; /* the other routes between its locations */

    int owner[LINEA_ROUTES];      /* a seat, or LINEA_NOBODY */
    int station[LINEA_LOCATIONS]; /* the same */
    int holder[LINEA_TICKETS];    /* the same */
    int knower[LINEA_TICKETS];    /* as linea_game.returned */
    int hand[LINEA_SEATS][LINEA_KINDS], seen[LINEA_SEATS][LINEA_KINDS];
    int taken[LINEA_SEATS][LINEA_PASSENGER_COLOURS];
    int waiting[LINEA_LOCATIONS][LINEA_PASSENGER_COLOURS];
    struct oracle_pile offer[LINEA_SEATS]; /* in the order drawn */
    struct oracle_pile deck[LINEA_DECKS];

    struct oracle_pile pile;
    int discards[LINEA_KINDS];
    int display[LINEA_DISPLAY];
    struct {
        int route, colour, wilds;
        struct oracle_pile revealed;
    } tunnel;

    struct linea_seed seed;
    int shuffles;
    struct linea_event event; /* what came of the last move, or of the deal */
};

/* Deal a game; the stream of who begins decides about that when nobody is named. */
void oracle_begin(struct oracle *o, const struct linea_map *map, int seats, int first,
                  const struct linea_seed *seed);

/* Every legal move in ascending order; how many. */
int oracle_moves(const struct oracle *o, linea_move out[LINEA_MOVES]);

/* Play a legal move. */
void oracle_apply(struct oracle *o, linea_move m);

/* The result but for its sets, of which several may be right; and whether those of a
   score are: what is borrowed makes what is done, and the path is as long as it says.
 */
void oracle_score(const struct oracle *o, struct linea_result *out);
bool oracle_sets_fit(const struct oracle *o, int seat, const struct linea_score *score);

/* What others read of it, worked out again each time. */
int oracle_vehicles(const struct oracle *o, int seat);
int oracle_stations(const struct oracle *o, int seat);
int oracle_extra(const struct oracle *o); /* cards that the tunnel still asks for */

/* Whether a route may still be claimed by a seat, as far as claims go. */
bool oracle_open(const struct oracle *o, int seat, int route);

/* Put the numbers of n items in random order, as docs/randomness.md says; and one
   number below n. */
void oracle_shuffle(uint8_t *items, int n, const struct linea_seed *seed,
                    uint32_t stream);
int oracle_pick(const struct linea_seed *seed, uint32_t stream, int n);

/* oracle_compare.c: NULL if the engine has the same game, the same moves, the same
   event or the same result; otherwise what is different. */
const char *oracle_compare_game(const struct oracle *o, const struct linea_game *g);
const char *oracle_compare_moves(const struct oracle *o, const linea_move *moves,
                                 int n);
const char *oracle_compare_event(const struct oracle *o,
                                 const struct linea_event *event);
const char *oracle_compare_score(const struct oracle *o, const struct linea_game *g);

/* The game that the engine should have; its rings begin at 0. */
void oracle_game(const struct oracle *o, struct linea_game *out);

#endif
