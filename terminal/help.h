/*
 * terminal/help.h - the commands that every prompt understands, and what they print.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef HELP_H
#define HELP_H

#include "turn.h"

struct command {
    const char *word; /* in English; tr() has it in the language spoken */
    const char *also; /* a second word, the same in every language, or "" */
    void (*run)(const struct turn *turn, const char *rest); /* NULL to leave the game */
    const char *about;
};

/* The command that a line is, or NULL; *rest receives what follows its word. */
const struct command *command_in(const char *line, const char **rest);

/* The rules of a map in brief, and what decides between equals (rules.c). */
void rules_show(const struct linea_map *map);
const char *ties_text(const struct linea_map *map);

/* The routes, all or those that touch a location whose name contains `part`; and the
   shortest ways of the own tickets (routes.c). */
void routes_show(const struct turn *turn, const char *part);
void ways_show(const struct turn *turn, const char *rest);

/* The board, drawn with characters; larger around a location whose name contains
   `part` (board.c). */
void board_show(const struct turn *turn, const char *part);

/* Passengers that wait at a location, by colour unless that is NULL; how many in all.
   Whose a route is, or LINEA_NOBODY; whether the name of a location contains a part
   (routes.c). */
int passengers_waiting(const struct linea_view *view,
                       uint8_t by_colour[LINEA_PASSENGER_COLOURS], int location);
int route_owner(const struct linea_view *view, int route);
bool location_matches(const struct linea_map *map, int location, const char *part);

/* The columns of a route in a list, its name taking so many; what is special about it;
   and the numbers of the own tickets whose shortest way it lies on (routes.c). */
const char *route_line(const struct turn *turn, int route, int width);
int tickets_served(const struct turn *turn, int route);

#endif
