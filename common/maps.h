/*
 * common/maps.h - the maps at hand: those embedded in the program, and files.
 *
 * A map that was loaded stays until the program ends, so its pointer may be kept.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_MAPS_H
#define COMMON_MAPS_H

#include <stddef.h>

#include "linea/map.h"

/* The embedded or loaded map with that id, or NULL. */
const struct linea_map *maps_get(const char *id);

/* The same, for those who ask by a callback. */
const struct linea_map *maps_find(void *context, const char *id);

/* Load all embedded maps: before there are threads, since maps_get() does that when a
   map is asked for first. */
void maps_prepare(void);

/* The map for --map: an id, or the path of a file. On failure prints a message and
   returns NULL. */
const struct linea_map *maps_open(const char *id_or_file);

/* The JSON text of a map, or NULL if there is none with that id. */
const char *maps_text(const char *id, size_t *length);

/* The id of the i-th embedded map; NULL past the last. */
const char *maps_id(int i);

#endif
