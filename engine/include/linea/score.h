/*
 * linea/score.h - what a game is worth to each seat, and who wins.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_SCORE_H
#define LINEA_SCORE_H

#include "linea/game.h"

/* The points of one seat. */
struct linea_score {
    int16_t from[LINEA_SOURCES];
    int16_t total;
    uint8_t tickets_done;
    uint8_t longest;    /* spaces of its longest path; 0 where that is no rule */
    uint8_t passengers; /* taken, of all colours */
    uint8_t stations_built;
    struct linea_set done;         /* tickets completed */
    struct linea_set borrowed;     /* routes of others that its stations use */
    struct linea_set longest_path; /* its routes on the longest path */
};

struct linea_result {
    struct linea_score seat[LINEA_SEATS];
    uint8_t winners; /* bit s: seat s wins; several share a victory */
};

/* Whether a map has that source of points at all. */
bool linea_map_has_source(const struct linea_map *map, enum linea_source source);

/* The score of every seat as if the game ended now. */
void linea_game_score(const struct linea_game *g, struct linea_result *out);

/* The tickets that a seat completes, with the best use of its stations, and the routes
   of others that these use. */
void linea_game_tickets(const struct linea_game *g, struct linea_set *done,
                        struct linea_set *borrowed, int seat);

/*
 * The spaces of the longest path over a set of routes: it may pass a location several
 * times but no route twice. *path receives its routes; it may be NULL. The routes are
 * those of one seat: LINEA_VEHICLES at most.
 */
int linea_longest_path(const struct linea_map *map, struct linea_set *path,
                       const struct linea_set *routes);

#endif
