/*
 * bots/evaluate.h - what each of one's moves is worth: its share of the victory and its
 * lead in points, each with a standard error.
 *
 *     linea_evaluate_begin(&e, &view, moves, n, NULL, seed);
 *     linea_evaluate_go(&e, &budget);
 *     best = e.candidate[linea_evaluate_best(&e)].move;
 *
 * Candidates are the planner's move and few of the many others (tries.h); payments that
 * differ only in how many wilds they waste are one. A round deals one guess of what the
 * seat does not see and plays every candidate out in it, with the same chance
 * (playout.h): two candidates are compared guess by guess, so that a difference is
 * sharper than the two values. A candidate that is worse than the leader beyond doubt
 * gets no more playouts, unless it is to be kept. Any budget will do, and an evaluation
 * that was stopped is continued by another call. Where all hands lie open, what nobody
 * can know of the piles is dealt in place of a guess.
 *
 * Where a board has a net, it may sort the candidates first, by playouts that it cuts
 * short (cutter.h): more of the budget is left for those that may be the best. All
 * figures come from playouts to the end, so an opinion of the net does not get into
 * them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EVALUATE_H
#define EVALUATE_H

#include "cutter.h"
#include "tries.h"

enum {
    CANDIDATES = TRIES + 8,
    CANDIDATE_PAIRS = CANDIDATES * (CANDIDATES - 1) / 2,
    MILLION = 1000000,
    SORTED = 8, /* candidates that a net leaves, usually */
};

struct linea_list;
struct linea_out;

/* What is measured, for the seat whose decision it is. */
enum measure {
    MEASURE_SHARE, /* of the victory; in millionths when it is read */
    MEASURE_LEAD,  /* points ahead of the best other; in thousandths */
    MEASURE_WORTH, /* half of each, which says more in fewer games; in millionths */
    MEASURES
};

/* Numbers that were added up, in the units of playout.h. */
struct tally {
    int64_t sum, squares;
};

struct candidate {
    linea_move move;
    int rounds;                 /* in which it was played out */
    struct tally own[MEASURES]; /* of the seat that decides */
    struct tally share[LINEA_SEATS], lead[LINEA_SEATS];
};

/* How much better one candidate did than another in the rounds that had both. */
struct candidate_pair {
    int rounds;
    struct tally more[MEASURES];
};

/* A mean and its standard error. */
struct estimate {
    int mean, error;
    int rounds; /* 0 when nothing is known */
};

/* About 150 KiB. Read any field. */
struct evaluation {
    struct linea_view view;
    bool open;                    /* all hands are known: … */
    struct table known;           /* … the game … */
    uint8_t unknown[LINEA_DECKS]; /* … but for so many tickets from the top of each deck
                                   */
    struct linea_odds odds;
    struct planner own;    /* the planner's plan, with which all candidates go on */
    int candidates;        /* the first is the planner's move */
    uint64_t active, kept; /* bit i: is played out; always is */
    int rounds;
    int next; /* candidate of the round under way; 0 between rounds */
    struct candidate candidate[CANDIDATES];
    struct candidate_pair pair[CANDIDATE_PAIRS];
    struct outcome outcome[CANDIDATES]; /* of the round under way */
    linea_move tries[TRIES];
    struct playout playout;
    struct cutter cutter;
};

/* Prepare to evaluate n >= 1 legal moves for the seat to move, whose view this is.
   Tickets in other hands are guessed by the odds, which may be NULL: by their routes.
   Then the caller may set playout.pilot, which cuts playouts short or plays them in
   another way. */
void linea_evaluate_begin(struct evaluation *e, const struct linea_view *view,
                          const linea_move *moves, int n, const struct linea_odds *odds,
                          uint64_t seed);

/* The same for who sees all hands, but not the order of the piles. */
void linea_evaluate_begin_open(struct evaluation *e, const struct linea_game *g,
                               const linea_move *moves, int n, uint64_t seed);

/* The candidate that stands for a legal move, or -1. */
int linea_evaluate_find(const struct evaluation *e, linea_move move);

/* The same; if there is none, add one. Before the first round only. -1 if there is no
   room. */
int linea_evaluate_add(struct evaluation *e, linea_move move);

/* Play a candidate out in every round, however bad it is. */
void linea_evaluate_keep(struct evaluation *e, int candidate);

/* Leave candidates behind, half of them again and again, until so many (at least one)
   are there beside what is kept or the playouts are used up; after each half as many
   playouts go to those that are there. Returns how many that were. */
int linea_evaluate_narrow(struct evaluation *e, int playouts, int left);

/* The same by playouts that a net cuts short, four of which count as one, and which are
   in no figure; the planner's move stays. Before the first round. Does nothing where
   all hands are known, of which a net has no idea, nor where the candidates are not
   more than twice as many: whole playouts tell these apart as soon. */
int linea_evaluate_sort(struct evaluation *e, const struct linea_learned *learned,
                        int playouts, int left);

/* The candidate that is best by so many playouts, before the first round: sorted by a
   net if there is one (else NULL), narrowed down, and the last one against the
   planner's. It loses less than playing all of them out alike: `linea bench --agree`.
   The figures of those that were left behind are rough. */
int linea_evaluate_choose(struct evaluation *e, const struct linea_learned *learned,
                          int playouts);

/* Begin to count again with these candidates alone (bit i): which of many is best is
   known by numbers that chance has made too good, and what is counted from now on is
   not. */
void linea_evaluate_again(struct evaluation *e, uint64_t candidates);

/* Play candidates out until the budget is used up; without a number of simulations and
   a time one round. Returns how many playouts that were. */
int linea_evaluate_go(struct evaluation *e, const struct linea_budget *budget);

/* The best candidate: the planner's move, unless another one is better by more than
   half of its error. */
int linea_evaluate_best(const struct evaluation *e);

/* What a candidate is worth, and by how much it is better than another. */
struct estimate linea_evaluate_value(const struct evaluation *e, int candidate,
                                     enum measure measure);
struct estimate linea_evaluate_more(const struct evaluation *e, int candidate, int than,
                                    enum measure measure);

/* What each seat gets if a candidate is played: MEASURE_SHARE or MEASURE_LEAD. */
struct estimate linea_evaluate_seat(const struct evaluation *e, int candidate, int seat,
                                    enum measure measure);

/* The candidates, the best first: those that were dropped are worse than those that
   were not. */
void linea_evaluate_order(const struct evaluation *e, int out[CANDIDATES]);

/* All of it as one JSON object, the best candidate first (docs/formats.md). The game is
   any that the view may be of: it says how moves are spelled. */
void linea_evaluate_write(const struct evaluation *e, struct linea_out *out,
                          const struct linea_game *g);

/* Its candidates alone, as "moves" of an object. */
void linea_evaluate_write_moves(const struct evaluation *e, struct linea_list *object,
                                const struct linea_game *g);

/* A mean and its error, of numbers added up in n rounds. */
struct estimate linea_estimate(const struct tally *t, int n, enum measure measure);

/* Add a number. */
void linea_tally_add(struct tally *t, int number);

#endif
