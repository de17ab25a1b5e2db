/*
 * tools/match.h - one game between bots, from the deal to the score.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef MATCH_H
#define MATCH_H

#include "linea/json.h"
#include "linea/score.h"
#include "player.h"
#include "program.h"

enum { MATCH_COMMAND = 1024 }; /* longest command of a program, and its NUL */

struct match {
    const struct linea_map *map;
    struct linea_player_name player[LINEA_SEATS]; /* its playouts before the budget's */
    char names[LINEA_SEATS][64]; /* of the seats, as the record has them */
    int seats;
    int first; /* seat that begins, or LINEA_NOBODY */
    struct linea_budget budget;
    bool check;  /* the invariants after every move */
    bool legal;  /* that the move of a bot is legal */
    bool timed;  /* how long each decision takes */
    int ms;      /* time of a bot to decide, through the budget; 0 for no limit */
    bool worked; /* … counted while its thread has a processor */

    /* Seats that are programs; their bot plays on for them when they fail. */
    char command[LINEA_SEATS][MATCH_COMMAND]; /* empty for a bot */
    struct program *program[LINEA_SEATS];     /* NULL for a bot: see match_open() */
};

/* What came of one game. */
struct match_result {
    struct linea_result score;
    int moves;
    int decisions[LINEA_SEATS];
    double seconds[LINEA_SEATS];  /* spent on them, when timed … */
    double longest[LINEA_SEATS];  /* … and on the longest */
    double over[LINEA_SEATS];     /* a bot's longest time after its deadline … */
    double own_over[LINEA_SEATS]; /* … and the most of that it can have worked */
    struct linea_error error;     /* when a check failed */
};

/* Text that grows. */
struct text {
    char *at;
    size_t size, room;
};
void text_line(struct text *text, const struct linea_out *line, const char *start);

/* The command of "cmd:./mybot"; NULL for the name of a bot. */
const char *match_program(const char *name);

/* Read the name of a bot; its argument stays until the program ends. False after a
   message by `command`. */
bool match_bot(struct linea_player_name *out, const char *command, const char *name);

/* Give a seat to the bot or program with that name. False after a message by
   `command`. */
bool match_seat(struct match *match, const char *command, int seat, const char *name);

/* "random,cmd:./mybot" into bots and programs. False after a message by `command`. */
bool match_seats(struct match *match, const char *command, const char *list);

/* The match as one worker plays it, with programs of its own that have `ms` for each
   move; faults are by seat, and shared. And the end of it. */
void match_open(struct match *mine, struct program_faults faults[LINEA_SEATS],
                const struct match *match, int ms);
void match_close(struct match *mine);

/* Play; the record is added to *record unless that is NULL. False if a check failed. */
bool match_play(const struct match *match, struct match_result *out,
                struct text *record, const struct linea_seed *seed);

/* Print what a check has found, and in which game. */
void match_say_failure(const struct match *match, const struct match_result *result,
                       const struct linea_seed *seed);

#endif
