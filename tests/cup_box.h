/*
 * tests/cup_box.h - a cup with its log, and players who play it by chance.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CUP_BOX_H
#define CUP_BOX_H

#include "linea/cup.h"

enum { CUP_HOST = 1, CUP_BOX_LOG = 1 << 23 };

/* Who does what while a cup is played, in percent of chances to. */
struct cup_chances {
    int leaves, joins, absent, ties, pauses;
};

struct cup_box {
    struct linea_cup cup, again; /* the cup, and a copy made from its log */
    struct linea_cup_io io;
    struct linea_json json;
    char line[LINEA_CUP_LINE], answer[LINEA_CUP_LINE];
    char *log; /* of the store, line by line */
    size_t length;
    int events[LINEA_CUP_AUDIENCES];
    char last[LINEA_CUP_AUDIENCES][LINEA_CUP_REQUEST]; /* begin of the last lines */
    int64_t now;
    struct linea_error error;
    struct linea_rng rng;
};

/* One for all tests of a program; it is large. */
struct cup_box *cup_box(void);

/* Make a cup and let so many join; `settings` are its keys beside name and map. */
void cup_make(struct cup_box *box, const char *settings, int players);

/* A request of a player (number from 0), or of the host; whether it succeeded. */
bool cup_ask(struct cup_box *box, int player, const char *request);
bool cup_ask_host(struct cup_box *box, const char *request);
bool cup_join(struct cup_box *box, int player);
uint64_t cup_person(int player);

/* Let time pass until something happens by itself. */
void cup_go_on(struct cup_box *box);

/* Report the next game of a table: totals by seat; places follow from them. */
bool cup_report(struct cup_box *box, uint32_t table, const int totals[],
                unsigned absent);

/* Play everything that is to be played, by chance. Checks invariants on the way, and
   that the log makes the same cup. Returns how many rounds there were. */
int cup_play(struct cup_box *box, const struct cup_chances *chances);

/* That the log, verified, makes the same cup again. */
void cup_check_log(struct cup_box *box);

#endif
