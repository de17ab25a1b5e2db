/*
 * tests/oracle.h - which moves are legal, decided the plain way.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "linea/game.h"

/* Every legal move in ascending order; how many. */
int oracle_moves(const struct linea_game *g, linea_move out[LINEA_MOVES]);

#endif
