/*
 * terminal/table.h - the table as one player sees it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TABLE_H
#define TABLE_H

#include "desk.h"

/* Everything: the players, the cards face up, the own hand and tickets. */
void table_show(const struct desk *desk);

/* The cards alone: those face up, the pile and the own hand. */
void table_show_cards(const struct desk *desk);

/* What a ticket still needs: "done", "7 to go", "no way left". */
void put_state(struct linea_out *out, const struct desk *desk, int ticket,
               const struct linea_way *way);

#endif
