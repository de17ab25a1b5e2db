/*
 * terminal/places.h - where the locations of a map lie on a screen.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PLACES_H
#define PLACES_H

#include "linea/map.h"

/* By location, in characters from the left and from the top. */
struct places {
    int column[LINEA_LOCATIONS], row[LINEA_LOCATIONS];
};

/* How high a map is when it is so many columns wide and nothing is out of shape. */
int places_height(const struct linea_map *map, int columns);

/* Put every location into a cell of its own, near where the map file says, but with
   room for its name. False if there is no room for all, or they lie nowhere. */
bool places_find(struct places *out, const struct linea_map *map, int columns,
                 int rows);

#endif
