/*
 * tools/cup.h - what the parts of `linea cup` share.
 *
 * A tournament has a clock of its own: a game lasts a second for each of its moves. So
 * results come in an order that does not depend on the machine or on the number of
 * threads.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TOOLS_CUP_H
#define TOOLS_CUP_H

#include <stdio.h>

#include "linea/cup.h"
#include "match.h"

/* A player of the tournament. */
struct cup_bot {
    struct linea_player_name player;
    char command[MATCH_COMMAND]; /* of a program; empty for a bot */
    char name[LINEA_CUP_NAME];   /* "planner#2" */
    struct program_faults faults;
};

/* A tournament that is being played, or was. */
struct cup_run {
    const char *command;
    struct linea_cup cup;
    struct linea_cup_io io;
    struct linea_json json;
    char line[LINEA_CUP_LINE];
    const struct linea_map *map;
    struct cup_bot *bot; /* by number of the player */
    int bots;
    long simulations, limit, jobs;
    bool check;
    FILE *log, *record, *games; /* where these are written, or NULL */
    bool failed;
};

/* Play it to its end. False after a message. */
bool cup_play(struct cup_run *run);

/* In how many games programs failed, and how; on standard error. */
void cup_print_faults(const struct cup_run *run);

void cup_print_text(const struct cup_run *run);
void cup_print_json(struct cup_run *run);
void cup_print_csv(const struct cup_run *run, FILE *out);

/* The line of a finished game for `linea rate`, with the players of its seats. */
void cup_print_game(const struct cup_run *run, FILE *out, const int players[],
                    const struct linea_cup_result *result, int seats, int moves);

#endif
