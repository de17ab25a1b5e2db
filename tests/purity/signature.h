/*
 * tests/purity/signature.h - one number for how the engine behaves on a map, computed
 * by the same code natively and in WebAssembly.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SIGNATURE_H
#define SIGNATURE_H

#include <stddef.h>
#include <stdint.h>

/* Play fixed games on the map of that text; 0 if it is none. */
uint64_t signature(const char *text, size_t length);

#endif
