/*
 * tests/oracle.h - which moves are legal, decided the plain way.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "linea/score.h"

/* Every legal move in ascending order; how many. */
int oracle_moves(const struct linea_game *g, linea_move out[LINEA_MOVES]);

/* What a seat has by itself, without what compares seats: points from routes, tickets,
   stations, attractions and districts, the tickets done and the longest path. */
void oracle_score(const struct linea_game *g, int seat, struct linea_score *out);

#endif
