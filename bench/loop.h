/*
 * bench/loop.h - random legal play by the number of games: the same code natively and
 * in WebAssembly.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LOOP_H
#define LOOP_H

#include <stddef.h>
#include <stdint.h>

/* Read the map of a text. False if it is none. */
int loop_open(const char *text, size_t length);

/* Play so many games of a series; the steps that they took, 0 without a map. */
long loop_play(int seats, uint32_t series, int games);

#endif
