/*
 * terminal/terminal.h - the command `linea play`.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TERMINAL_H
#define TERMINAL_H

int tool_play(int argc, char **argv);

#endif
