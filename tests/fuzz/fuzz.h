/*
 * tests/fuzz/fuzz.h - what the fuzz targets share.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "random_games.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Unlike assert() this also holds in a release build; says what is not so. */
void require(bool condition, const char *what);

/* A game that something outside has led to: it keeps the invariants, survives being
   written and read, can be guessed by everybody, scored, and played on. */
void require_sound(const struct linea_game *g);

#endif
