/*
 * linea/sheet.h - the score of a game of which only what lies open is known: for
 * players of a printed board, who have no record of it.
 *
 * A sheet says who claimed which routes, and at the end what else gives points:
 * tickets, stations, passengers. What it does not say (hands, piles, who still waits
 * where) gives no points, so a sheet is made into a whole game by putting it anywhere.
 * From there on the rules are those of every game: engine/check.c refuses what cannot
 * be, linea_game_score() counts.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_SHEET_H
#define LINEA_SHEET_H

#include "linea/error.h"
#include "linea/game.h"
#include "linea/json.h"

/*
 * The game that a score sheet describes (docs/formats.md): an object among the values
 * of *json. It is over. `map` must be the one that the sheet names. False, and *g
 * untouched, if the pieces cannot lie so.
 */
bool linea_sheet_read(struct linea_game *g, struct linea_error *error,
                      const struct linea_map *map, const struct linea_json *json,
                      int object);

/* The keys of what follows from a sheet: vehicles and stations left, for each seat the
   routes that nobody has and it cannot claim, with the obstacle of each, the scores and
   who wins. */
void linea_sheet_write(const struct linea_game *g, struct linea_out *out);

#endif
