/*
 * linea/way.h - how far a ticket is from being completed.
 *
 * Ways follow from what lies open on the table, so they reveal nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_WAY_H
#define LINEA_WAY_H

#include "linea/view.h"

/* A way over own routes, which cost nothing, and routes still open. */
struct linea_way {
    int spaces;              /* still to be claimed; -1 when no way is left */
    struct linea_set routes; /* those to be claimed */
};

/* The way with the fewest spaces between two locations, for a seat of the view. */
void linea_way_find(const struct linea_view *view, struct linea_way *out, int seat,
                    int from, int to);

#endif
