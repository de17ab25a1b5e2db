/*
 * bots/review.h - a finished game looked at again: how much of its result was luck, how
 * much the seats' own doing, and which moves were mistakes.
 *
 * The account. V is a seat's expected share of the victory when all hands are known,
 * what nobody has seen of the piles is dealt again, and planners play on from here. A
 * move changes V from what the planner's move would have brought: that is the
 * decision's part; then chance says what it brings: that is luck. The first V less an
 * equal share is the luck of the deal, and the last V is the result, so the parts add
 * up. For luck to have a mean of zero V must be an expectation at each step; so the
 * planners that play on remember the game as if they had been asked at each of its
 * decisions, and V before a move is that of the planner's own move. Where that was
 * played, the decision's part is exactly nothing; elsewhere both moves are played out
 * with the same chance. Only these differences and the first V are estimated; the luck
 * of the whole game is what is left over. Every number of playouts is fixed beforehand,
 * not chosen by what they show.
 *
 * The decisions. A seat's move is judged from what it could see then: evaluate.h, with
 * tickets of others guessed as the search guesses them. Some of the playouts choose the
 * best rival of the move (a net may sort the candidates first), the others say by how
 * much it is better: so a rival that was chosen because chance favoured it is not
 * believed.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef REVIEW_H
#define REVIEW_H

#include "evaluate.h"
#include "evidence.h"
#include "linea/list.h"
#include "linea/score.h"
#include "linea/text.h"
#include "reason.h"

enum {
    REVIEW_STEPS = 3000, /* moves of a game that can be looked at, at most */
    REVIEW_WORST = 3,    /* turns that are shown first */
};

enum review_verdict {
    VERDICT_NONE, /* the playouts do not show which */
    VERDICT_BEST,
    VERDICT_FINE,
    VERDICT_MISTAKE,
};

/* A move judged. Shares are in millionths. */
struct review_judged {
    bool done;
    uint8_t verdict; /* enum review_verdict */
    linea_move best;
    int loss, error;      /* by how much `best` is better than the move */
    int lead, lead_error; /* … in thousandths of a point */
    int rounds;
    /* What the move gave away, 0 if the playouts that chose the rival held the move to
       be better. Without bias, so it may be less than 0; sums of many say something. */
    int given, given_lead;
};

/* A move of the game. */
struct review_step {
    struct table table; /* before it; the planner of its seat has been asked */
    uint8_t unknown[LINEA_DECKS];
    bool choice;   /* there were several legal moves */
    bool stood_in; /* somebody else moved for the seat: it is not judged by that */
    linea_move move, planned;
    long line;  /* of the record */
    int rounds; /* of playouts of the planner's move, and of both where they differ */
    struct tally share[LINEA_SEATS], more[LINEA_SEATS];
    struct review_judged judged;
};

/* About 500 KiB, and the steps beside it. */
struct review {
    const struct linea_map *map;
    int seats, steps, room;
    struct review_step *step; /* room for so many, the caller's */
    uint64_t seed;
    struct table now;
    uint8_t unknown[LINEA_DECKS];
    bool over;
    struct linea_result result;
    struct playout playout;
    linea_move moves[LINEA_MOVES];

    /* For decisions, which are judged in order, one seat after the other. */
    int judging; /* the seat, or LINEA_NOBODY */
    int judged;  /* steps up to here */
    struct evidence evidence;
    struct linea_odds odds;
    struct linea_view view;
    struct evaluation evaluation;
};

/* Where a seat's result came from, in millionths of a victory. Their sum is the
   result. */
enum review_part {
    REVIEW_START, /* an equal share */
    REVIEW_DEAL,
    REVIEW_CHANCE,
    REVIEW_OWN,
    REVIEW_OTHERS,
    REVIEW_PARTS
};
struct review_account {
    int part[REVIEW_PARTS], error[REVIEW_PARTS];
    int result;
};

/* Begin with a game that has just been dealt, or a position. */
void linea_review_begin(struct review *r, struct review_step *steps, int room,
                        const struct linea_game *g, uint64_t seed);

/* Add a move that was played, and the game after it. False when there is no room. */
bool linea_review_add(struct review *r, linea_move move, const struct linea_game *after,
                      long line);

/* Where the games of records are read into. */
void linea_review_open(struct review *r, struct review_step *steps, int room,
                       uint64_t seed);

/* Check the next line of a record and add its move; a header begins another game. False
   as linea_replay_line(), or if the game is too long. */
bool linea_review_line(struct review *r, struct linea_replay *replay,
                       struct linea_json *memory, struct linea_error *error,
                       const char *text, size_t length, long line);

/* Play a round at a step: one playout, two where the move is not the planner's. */
void linea_review_play(struct review *r, int step);

/* Judge the decisions of a seat in order: the next one from the last on, by so many
   playouts. A net sorts the candidates; NULL for none. Returns its step, or -1 when all
   have been judged; another seat begins at the first step. */
int linea_review_judge(struct review *r, const struct linea_learned *learned, int seat,
                       int playouts, uint64_t seed);

/* What the playouts so far say. */
struct estimate linea_review_share(const struct review *r, int step, int seat);
struct estimate linea_review_decision(const struct review *r, int step, int seat);
void linea_review_account(const struct review *r, struct review_account *out, int seat);

/* The worst mistakes of a seat, worst first; how many. */
int linea_review_worst(const struct review *r, int out[REVIEW_WORST], int seat);

/* Why a move was better than the one played, as far as the game shows. */
struct review_reason {
    struct reason why;
    struct fault fault; /* of the move played, where the better one has none of it */
    int taker;          /* who claimed that route later, or LINEA_NOBODY … */
    int at;             /* … and with which step, or -1 */
};
void linea_review_reason(const struct review *r, struct review_reason *out, int step);

const char *linea_review_verdict_name(enum review_verdict verdict); /* NULL for none */

/* A review as keys of an object: of some seats, as bits; the course of the shares too
   if wanted. */
void linea_review_write(const struct review *r, struct linea_list *object,
                        unsigned seats, bool course);

#endif
