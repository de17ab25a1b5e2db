/*
 * terminal/overview.h - the table as one player sees it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef OVERVIEW_H
#define OVERVIEW_H

#include "turn.h"

/* Everything: the players, the cards face up, the own hand and tickets. */
void overview_show(const struct turn *turn);

/* The cards alone: those face up, the pile and the own hand. */
void overview_show_cards(const struct turn *turn);

/* What a ticket still needs: "done", "open, to go: 7", "out of reach". */
const char *ticket_state(const struct turn *turn, int ticket,
                         const struct linea_way *way);

#endif
