/*
 * linea/view.h - a game as one seat may see it.
 *
 * A view is built up from nothing: what its seat may not know is not in it, in any
 * byte. Bots, players and spectators get views, never games. Two games that differ only
 * in what a seat cannot see give it views of equal bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_VIEW_H
#define LINEA_VIEW_H

#include "linea/game.h"

/* Who looks, beside seats 0 to 4. */
enum {
    LINEA_SPECTATOR = 254, /* sees what lies open on the table */
    LINEA_ALL = 253,       /* sees everything, as all do when the game is over */
};

/* One player as seen by another; contents that are hidden are zero. */
struct linea_view_seat {
    struct linea_set routes;
    struct linea_set open;
    struct linea_set tickets; /* kept, if seen */
    uint64_t stations;
    int16_t points;
    uint8_t vehicles;
    uint8_t cards_seen;   /* 1 when `cards` is the hand, else only `hand` is known */
    uint8_t tickets_seen; /* 1 when `tickets` is known, else only `held` is */
    uint8_t hand;         /* cards in hand */
    uint8_t held;         /* tickets held */
    uint8_t offered;      /* tickets on offer */
    uint8_t offer_seen;   /* 1 when `offer` is known */
    uint8_t offer[LINEA_OFFER];             /* the tickets on offer, if seen */
    uint8_t offer_deck[LINEA_OFFER];        /* the deck of each ticket on offer */
    uint8_t cards[LINEA_KINDS];             /* the hand, if seen */
    uint8_t seen[LINEA_KINDS];              /* cards that all have seen go into it */
    uint8_t taken[LINEA_PASSENGER_COLOURS]; /* passengers */
};

/* A game as seen. Fields named as in struct linea_game mean the same. */
struct linea_view {
    const struct linea_map *map;
    uint8_t viewer; /* seat, LINEA_SPECTATOR or LINEA_ALL */
    uint8_t seats, first, turn, phase, last_turns, passes, route;
    uint8_t pile_count;
    uint8_t deck_count[LINEA_DECKS];
    uint8_t order_seen; /* 1 when `pile` and all of `deck` are known */
    uint8_t display[LINEA_DISPLAY];
    uint8_t discards[LINEA_KINDS];
    struct linea_tunnel tunnel;
    uint8_t passengers[LINEA_PASSENGERS];
    struct linea_view_seat seat[LINEA_SEATS];

    uint8_t pile[LINEA_CARDS];       /* top first, if seen */
    uint8_t deck[LINEA_TICKETS];     /* by deck from its `first`, top first: the ticket
                                        there, or LINEA_NOTHING if not known */
    uint8_t returned[LINEA_TICKETS]; /* as in the game, for what the viewer put back */
};

/* What `viewer` may know and no more, every byte set. */
void linea_game_view(const struct linea_game *g, struct linea_view *out, int viewer);

/*
 * Take out of an event what `viewer` may not know. Views and this function are the only
 * places that decide what is hidden; whatever is written or shown comes from them. A
 * card that another drew blind and tickets that another drew become LINEA_NOTHING. Of
 * tickets kept even the number is hidden: the view shows it once it may.
 */
void linea_event_hide(struct linea_event *event, int viewer);

/*
 * Deal what the view does not show at random: a game that the viewer may be in, given
 * everything it has seen. The view of the same seat of that game is this view. The
 * shuffles to come are drawn from rng too.
 */
void linea_view_guess(const struct linea_view *view, struct linea_game *out,
                      struct linea_rng *rng);

/* How likely it seems that a seat holds a ticket, against others of the same deck. */
struct linea_odds {
    uint8_t ticket[LINEA_SEATS][LINEA_TICKETS];
};

/* The same, with tickets in other hands that follow the odds, each at least 1. */
void linea_view_guess_by(const struct linea_view *view, struct linea_game *out,
                         struct linea_rng *rng, const struct linea_odds *odds);

#endif
