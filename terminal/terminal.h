/*
 * terminal/terminal.h - the command `linea play`, and what other commands say in the
 * words of the terminal.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERMINAL_H
#define TERMINAL_H

#include "evaluate.h"

int tool_play(int argc, char **argv);

/* Speak a language ("it") from now on; false if there is none of that name. */
bool terminal_speak(const char *language);

/* Print what the candidates of an evaluation are worth, the best first, and why. The
   game is any that the view may be of. */
void terminal_worth(const struct evaluation *e, const struct linea_game *g);

#endif
