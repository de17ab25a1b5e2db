/*
 * bots/tries.h - which moves a search tries: few of the many that are legal.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TRIES_H
#define TRIES_H

#include "linea/view.h"
#include "plan.h"

enum { TRIES = 48 };

/* The moves worth trying beside the one that the planner makes by its plan, the most
   promising first; returns how many. */
int linea_tries_find(linea_move out[TRIES], const struct linea_view *view,
                     const linea_move *moves, int n, linea_move planned,
                     const struct plan *plan);

#endif
