/*
 * terminal/ending.h - the end of a game: points by source, winners, tickets.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ENDING_H
#define ENDING_H

#include "linea/score.h"
#include "names.h"

/* Everything is open now: `view` is that of a game that is over. */
void ending_show(const struct players *players, const struct linea_view *view,
                 const struct linea_result *result);

#endif
