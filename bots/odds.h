/*
 * bots/odds.h - which tickets others seem to hold.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ODDS_H
#define ODDS_H

#include "linea/view.h"

/* Judge every ticket by how far each other seat's routes go towards it. */
void linea_odds_find(struct linea_odds *out, const struct linea_view *view);

#endif
