/*
 * terminal/ways.h - how far a ticket is from being completed.
 *
 * A terminal shows no drawing of the board; these ways make up for it. They follow from
 * what lies open on the table.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WAYS_H
#define WAYS_H

#include "linea/view.h"

/* A way over own routes, which cost nothing, and routes still open. */
struct way {
    int spaces;              /* still to be claimed; -1 when no way is left */
    struct linea_set routes; /* those to be claimed */
};

/* The way with the fewest spaces between two locations, for a seat of the view. */
void way_find(struct way *out, const struct linea_view *view, int seat, int from,
              int to);

#endif
