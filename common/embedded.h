/*
 * common/embedded.h - the files that the program carries, made by cmake/embed.cmake.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_EMBEDDED_H
#define COMMON_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *id;
    const unsigned char *bytes;
    size_t length;
};

/* The last entry has no id. */
extern const struct embedded embedded_maps[];
extern const struct embedded embedded_rules[];    /* po/rules.json alone */
extern const struct embedded embedded_ratings[];  /* ratings/bots.json alone */
extern const struct embedded embedded_catalogs[]; /* of each language, as .mo files */
extern const struct embedded embedded_nets[];     /* by map, where there is one */

#endif
