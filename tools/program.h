/*
 * tools/program.h - a bot that is a program of its own, in any language: it reads a
 * line of JSON for each decision and writes one (docs/bots.md).
 *
 * A program that dies, is too slow, answers what is no move or plays an illegal one is
 * ended and has lost its seats for the rest of that game; it is started again, once, in
 * the next. Each worker has its own, so nothing here is shared but the faults.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdatomic.h>
#include <stddef.h>

#include "linea/view.h"

/* How programs fail. */
enum program_fault {
    PROGRAM_DIED,    /* it ended or closed its output, or could not be started */
    PROGRAM_SLOW,    /* no answer in time */
    PROGRAM_GARBAGE, /* not one line {"move":"…"} */
    PROGRAM_ILLEGAL, /* a move that is not legal */
    PROGRAM_FAULTS
};

/* Games lost by each kind of failure, added up over all workers. All zero at first. */
struct program_faults {
    atomic_long count[PROGRAM_FAULTS];
};

/* The name of a fault in summaries: "died", "slow", "garbage", "illegal". */
const char *program_fault_name(enum program_fault fault);

struct program;

/* A program, to be started when it is first asked; it has `ms` for each move. Command
   and faults are borrowed. Exits if there is no memory. */
struct program *program_create(struct program_faults *faults, const char *command,
                               int ms);

/* End it: its input is closed, and what has not gone soon after is killed. NULL is
   nothing. */
void program_destroy(struct program *p);

/* A new game begins: it may play again. */
void program_begin(struct program *p);

/* How it has failed in this game; PROGRAM_FAULTS if it has not. */
enum program_fault program_failure(const struct program *p);

/* Ask for a move for the seat to move; the program gets its view and the legal moves.
   False when it has failed in this game: somebody else must choose. */
bool program_choose(struct program *p, linea_move *out, const struct linea_game *g);

#endif
