/*
 * bots/playout.h - games played out from guesses, and what they come to.
 *
 * A guess is dealt once and may be played on many times: each playout of it has the
 * same hidden cards and the same chance, so that the difference between two of them
 * says more than two averages. Every seat is played by the planner without second
 * thoughts, and the game goes to its end, unless a pilot does either in another way.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PLAYOUT_H
#define PLAYOUT_H

#include "bot.h"
#include "decision.h"

enum {
    VICTORY = 30720, /* a whole victory: can be shared by up to five */
    LEAD_POINT = 16, /* of a point of a lead */
};

/* What the end of a game comes to, for each seat. */
struct outcome {
    int share[LINEA_SEATS]; /* of the victory, in parts of VICTORY */
    int lead[LINEA_SEATS];  /* points more than the best other, in LEAD_POINTs */
};

/* A game with planners in all seats. */
struct table {
    struct linea_game game;
    struct planner planner[LINEA_SEATS];
};

/*
 * Another way to play games out. Either function may be NULL: for the planner, and for
 * playing to the end.
 */
struct pilot {
    void *context;

    /* One of n > 1 legal moves for the seat whose view this is. */
    linea_move (*choose)(void *context, const struct linea_view *view,
                         const linea_move *moves, int n);

    /* What a game under way will come to, to end the playout there; false plays on.
       Asked before each decision that is one. `decisions` counts those made in this
       playout. */
    bool (*value)(void *context, struct outcome *out, const struct linea_game *g,
                  int decisions);
};

struct playout {
    struct linea_rng rng;
    int seat;                  /* whose decision it is */
    const struct pilot *pilot; /* NULL for none */

    /* Change what the planner (or the pilot) has chosen for that seat; NULL for never.
       The legal moves are moves[0..n). */
    linea_move (*decide)(void *context, linea_move planned, int n);
    void *context;

    struct table begun;     /* the guess, and planners as they begin in it */
    unsigned planned;       /* bit s: begun.planner[s] has thought in this guess */
    struct table now;       /* the game being played out */
    struct linea_view view; /* of the seat that decides now … */
    int n;                  /* … how many legal moves it has … */
    linea_move moves[LINEA_MOVES]; /* … and which */
};

/* Prepare to play out: memory is uninitialized. */
void linea_playout_begin(struct playout *p, int seat, uint64_t seed);

/* Deal what a view does not show, by the odds; planners begin without a memory. */
void linea_playout_guess(struct playout *p, const struct linea_view *view,
                         const struct linea_odds *odds);

/* Shuffle what nobody has seen of a game that is known otherwise: the order of the
   draw pile, and of the first tickets of each deck as `unknown` counts them. Planners
   go on with what they remember. */
void linea_playout_deal(struct playout *p, const struct table *table,
                        const uint8_t unknown[LINEA_DECKS]);

/* Set p->now to the guess again, after a move of the seat to move in it. */
void linea_playout_try(struct playout *p, linea_move move);

/* Play p->now out. */
void linea_playout_run(struct playout *p, struct outcome *out);

/* What a finished game comes to. */
void linea_playout_outcome(const struct linea_game *g, struct outcome *out);

#endif
