/*
 * tests/table_box.h - a table to test: its people, its clock, and what it has emitted.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_TABLE_BOX_H
#define TESTS_TABLE_BOX_H

#include "linea/table.h"

enum {
    ANN = 11,
    BEN = 22,
    EVE = 33,
    AUDIENCES = LINEA_SEATS + 1, /* the last is the public */
    LOG = 1 << 20,
};

extern struct linea_json json;
extern char answer[LINEA_TABLE_LINE];

/* What was emitted: the log, and the last line for each audience. */
extern char stored[LOG];
extern size_t stored_length;
extern char received[AUDIENCES][LINEA_TABLE_LINE];

extern int64_t now;
extern struct linea_map wordiest; /* a map that a test may compile */
extern const struct linea_table_io io;
extern const uint8_t secret[LINEA_TABLE_SECRET];

/* Make a table by Ann. */
bool make(struct linea_table *t, struct linea_error *error, const char *request);
struct linea_table made(const char *request);

/* Ask; the answer. */
const char *ask(struct linea_table *t, uint64_t player, const char *request);
bool has(const char *text, const char *part);

/* A game of Ann and Ben that has begun. */
struct linea_table begun(const char *map);

/* The table that the log makes. */
void restore(struct linea_table *t);

/* Request a move for the seat to move; a good one. */
void request_move(struct linea_table *t, linea_move m);
linea_move think(const struct linea_game *g);

#endif
