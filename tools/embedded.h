/*
 * tools/embedded.h - the maps that the program carries, made by cmake/embed.cmake.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef EMBEDDED_H
#define EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *id;
    const unsigned char *text;
    size_t length;
};

/* Ended by an id that is NULL. */
extern const struct embedded embedded_maps[];

#endif
