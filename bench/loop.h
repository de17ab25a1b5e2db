/*
 * bench/loop.h - random legal play, and decisions of nets, by the number of games: the
 * same code natively and in WebAssembly.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LOOP_H
#define LOOP_H

#include <stddef.h>
#include <stdint.h>

#include "learned.h"

/* Read the map of a text. False if it is none. */
int loop_open(const char *text, size_t length);

/* Play so many games of a series; the steps that they took, 0 without a map. */
long loop_play(int seats, uint32_t series, int games);

/* The map that was read. */
const struct linea_map *loop_map(void);

/* Read a net for it, to be run by the kernel of that name; the bytes must stay. False
   if there is no such kernel, or the net does not fit. */
int loop_open_net(const uint8_t *bytes, size_t length, const char *kernel_name);

/* Play so many games of a series with the net in every seat; how many decisions it took
   that were not forced. */
long loop_net(int seats, uint32_t series, int games);

#endif
