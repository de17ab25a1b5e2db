/*
 * terminal/names.h - what things are called on the screen, in the player's language.
 *
 * Amounts are written "red ×2" and "+4": no language needs a plural for them.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef NAMES_H
#define NAMES_H

#include "ink.h"
#include "linea/view.h"

enum { PLAYER_NAME = 32 };

/* The players by seat; a human who plays alone against bots is called "You". */
struct players {
    char name[LINEA_SEATS][PLAYER_NAME];
    int humans; /* they have the first seats */
};

const char *location_name(const struct linea_map *map, int location);

/* The word for a kind of card or a route's colour: "red", "locomotive", "gray". */
const char *kind_word(const struct linea_map *map, int kind);

/* The heading for the pieces of this map: "Trains". */
const char *vehicles_word(const struct linea_map *map);

/* The name of a deck, or "" where a map has only one. */
const char *deck_word(const struct linea_map *map, int deck);

/* "Paris – Zürich"; "Paris – Wien (8)". These texts and those below come from fmt(). */
const char *route_name(const struct linea_map *map, int route);
const char *ticket_name(const struct linea_map *map, int ticket);

/* The same words as kind_word(), in their colours. */
const char *kind_name(const struct linea_map *map, int kind);
const char *passenger_name(const struct linea_map *map, int colour);

/* "red ×2, locomotive ×1": n cards, so many of them wild. */
const char *cards_name(const struct linea_map *map, int colour, int wilds, int n);

/* Cards or passengers counted by colour, those there are none of left out. */
const char *counts_name(const struct linea_map *map, const uint8_t cards[LINEA_KINDS]);
const char *taken_names(const struct linea_map *map,
                        const uint8_t taken[LINEA_PASSENGER_COLOURS]);

/* "short ×1, long ×3", or a mere number where there is one deck to draw from. */
const char *mix_name(const struct linea_map *map, linea_move m);

#endif
