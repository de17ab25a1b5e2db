/*
 * linea/game.h - a game as a value: begin it, ask it, change it.
 *
 * A game owns no memory: copy it with =, drop it without a free. Nothing here
 * allocates, blocks, prints, reads a clock or uses a global. The same map, seed and
 * moves give the same game on every machine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_GAME_H
#define LINEA_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "linea/choices.h"
#include "linea/error.h"
#include "linea/map.h"
#include "linea/move.h"
#include "linea/rng.h"

/* What the game waits for from the seat to move. */
enum linea_phase {
    LINEA_OPENING_MIX,     /* from which decks to draw the opening tickets */
    LINEA_OPENING_KEEP,    /* which opening tickets to keep */
    LINEA_TURN,            /* the action of the turn */
    LINEA_SECOND_CARD,     /* the second card of a draw */
    LINEA_KEEP_TICKETS,    /* which of the tickets just drawn to keep */
    LINEA_TUNNEL,          /* pay for the tunnel or decline */
    LINEA_PASSENGERS_TAKE, /* which passengers to take along the route just claimed */
    LINEA_OVER,
    LINEA_PHASES
};

/* What one player has. */
struct linea_seat {
    struct linea_set routes;    /* claimed */
    struct linea_set open;      /* not yet closed to this seat by any claim */
    struct linea_set tickets;   /* kept (hidden from others) */
    uint64_t stations;          /* bit l: has a station at location l */
    int16_t points;             /* from routes */
    uint8_t vehicles;           /* left */
    uint8_t offered;            /* tickets on offer to this seat */
    uint8_t offer[LINEA_OFFER]; /* those tickets, in order (hidden) */
    uint8_t cards[LINEA_KINDS]; /* hand, by kind (hidden) */
    uint8_t seen[LINEA_KINDS];  /* cards that all have seen go into it */
    uint8_t taken[LINEA_PASSENGER_COLOURS]; /* passengers, by colour */
};

/* A tunnel that waits for its price. */
struct linea_tunnel {
    uint8_t route, colour, wilds; /* the claim; its set is in no hand and no pile */
    uint8_t extra;                /* cards still to be paid */
    uint8_t revealed;             /* how many cards were turned up */
    uint8_t card[LINEA_REVEAL];   /* those cards */
};

/* A ring of tickets in linea_game.ticket, from the map's deck[d].first on. */
struct linea_ticket_pile {
    uint8_t top;   /* offset of the next ticket */
    uint8_t count; /* tickets in it */
};

/* A game in progress. Read any field; only the functions below write. */
struct linea_game {
    const struct linea_map *map; /* borrowed; outlives the game */

    /* Seen by all. */
    uint8_t seats; /* players in this game */
    uint8_t first; /* seat that began */
    uint8_t turn;  /* seat to move; LINEA_NOBODY when over */
    uint8_t phase; /* enum linea_phase */
    uint8_t
        last_turns; /* turns still to play, this one included, or LINEA_LAST_TURNS_NO */
    uint8_t passes; /* passes in a row */
    uint8_t route;  /* just claimed, in LINEA_PASSENGERS_TAKE; else LINEA_NOTHING */
    uint8_t pile_count;             /* cards in the draw pile */
    uint8_t display[LINEA_DISPLAY]; /* kinds face up */
    uint8_t discards[LINEA_KINDS];
    struct linea_tunnel tunnel; /* all zero outside LINEA_TUNNEL */
    struct linea_ticket_pile deck[LINEA_DECKS];
    uint8_t passengers[LINEA_PASSENGERS]; /* by location, each sorted by colour, the
                                             gaps (LINEA_NOTHING) last */

    struct linea_seat seat[LINEA_SEATS];

    /* Hidden. */
    uint8_t pile[LINEA_CARDS];       /* the top is pile[pile_count - 1] */
    uint8_t ticket[LINEA_TICKETS];   /* the rings of the decks */
    uint8_t returned[LINEA_TICKETS]; /* who knows where each ticket is, see below */
    uint16_t shuffles;               /* made since the game began */
    struct linea_seed seed;
};

/*
 * A ticket that its player put back is known to that player until someone else may
 * have drawn it. linea_game.returned has the seat, LINEA_NOBODY when none knows, and
 * this bit when the deck was shuffled since: in the deck, but where?
 */
enum { LINEA_SOMEWHERE = 0x40 };

/*
 * What came of a move, chance included. `card` lists in order the cards that left the
 * draw pile: first one drawn blind or those turned up for a tunnel, of the deal the
 * hands seat by seat; then those turned up for the display: one for the gap, five for
 * each flush. `ticket` lists the tickets drawn; of the deal: the offers seat by seat.
 */
struct linea_event {
    linea_move move;
    uint8_t seat;
    uint8_t cards;
    uint8_t up; /* of the cards, how many are for the display: the last ones */
    uint8_t tickets;
    uint8_t card[LINEA_SEATS * LINEA_HAND + LINEA_DISPLAY * (LINEA_FLUSHES + 1)];
    uint8_t ticket[LINEA_SEATS * LINEA_OFFER];
    uint8_t passenger[LINEA_PASSENGERS]; /* of the deal: as linea_game.passengers */
};

/*
 * Begin a game. `first` is the seat that begins, or LINEA_NOBODY to let the shuffle
 * decide. What is dealt is written to *deal, which may be NULL. False, and *g
 * untouched, if the map is not for that many seats or has no such seat.
 */
bool linea_game_begin(struct linea_game *g, struct linea_event *deal,
                      const struct linea_map *map, int seats, int first,
                      const struct linea_seed *seed);

/* Find every legal move, as groups: none only when over. */
void linea_game_choices(const struct linea_game *g, struct linea_choices *out);

/* Write every legal move in ascending order; return how many: 0 only when over. */
int linea_game_moves(const struct linea_game *g, linea_move out[LINEA_MOVES]);

/* Whether m, any number from anywhere, may be played now. */
bool linea_game_legal(const struct linea_game *g, linea_move m);

/*
 * Play a legal move and everything that follows from it without a choice. What came
 * of it is written to *event, which may be NULL.
 */
void linea_game_apply(struct linea_game *g, struct linea_event *event, linea_move m);

/*
 * The same with the outcomes of chance of *recorded, as a record has them, instead of
 * those that the game's own piles hold. Cards and tickets are moved up in piles whose
 * order nobody can know. *known, which may be NULL for none, names the piles that must
 * stay as they are; those that the move shuffles are taken out of it. Returns false,
 * with *g and *known untouched, if chance cannot have turned out so.
 */
enum { LINEA_KNOWN_CARDS = 1, LINEA_KNOWN_DECKS = 2 };
bool linea_game_begin_recorded(struct linea_game *g, const struct linea_event *recorded,
                               const struct linea_map *map, int seats, int first,
                               const struct linea_seed *seed);
bool linea_game_apply_recorded(struct linea_game *g, unsigned *known,
                               const struct linea_event *recorded);

/* Whether every invariant holds; *why, which may be NULL, says which does not. */
bool linea_game_check(const struct linea_game *g, struct linea_error *why);

/* How many of the tickets on offer must be kept at least in a phase. */
int linea_keep_least(const struct linea_map *map, enum linea_phase phase, int offered);

/* Cards in a hand. */
int linea_hand_size(const uint8_t cards[LINEA_KINDS]);

/* Ticket i from the top of a deck. */
int linea_deck_ticket(const struct linea_game *g, int deck, int i);

/* Cards that a claim, a station or a payment needs when the seat to move makes it. */
int linea_move_cards(const struct linea_game *g, linea_move m);

#endif
