/*
 * terminal/choose.h - a player at the screen makes up their mind.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include "input.h"

/* How a choice ended. */
enum choice { CHOSEN, WENT_BACK, LEFT };

/* Ask for the move that the game waits for, and put it into turn->chosen. False when
   the player leaves. */
bool choose(struct turn *turn);

/* The parts of it: claims and stations, with the cards to pay (claim.c); tickets to
   draw and to keep (tickets.c). */
enum choice choose_claim(struct turn *turn);
enum choice choose_station(struct turn *turn);
enum choice choose_mix(struct turn *turn, bool back);
enum choice choose_keep(struct turn *turn);

/* Pick one of the legal moves of a kind and place by the cards that it costs. */
enum choice choose_cards(struct turn *turn, enum linea_move_kind kind, int place,
                         const char *title);

/* Show a menu of moves, and put the one picked into turn->chosen. */
enum choice choose_from(struct turn *turn, struct menu *menu);

/* What a menu's answer means when it is no choice of its own. */
enum choice choice_of(int picked);

#endif
