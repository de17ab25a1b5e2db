/*
 * engine/check.h - what the parts of linea_game_check() share; private.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CHECK_H
#define CHECK_H

#include "linea/error.h"
#include "linea/game.h"

/* What a check needs: the game, and where to say what is wrong. */
struct check {
    const struct linea_game *g;
    const struct linea_map *map;
    struct linea_error *why;
};

#define WRONG(c, ...) linea_explain((c)->why, LINEA_BAD_POSITION, __VA_ARGS__)

/* A kind that the map has cards of. */
static inline bool linea_kind_known(const struct linea_map *map, int kind)
{
    return kind == LINEA_WILD || kind < map->colours;
}

#endif
