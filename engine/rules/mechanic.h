/*
 * mechanic.h - what a mechanic is to the engine: a table of functions. Private.
 *
 * Each file of this folder that is named in linea/mechanics.h defines one such table
 * with all that the engine knows of a mechanic. A field that is left out means that the
 * mechanic has nothing to do there. docs/rules.md has the rules, CONTRIBUTING.md says
 * how to add one.
 *
 * The tables serve reading, checking, counting points and text. What happens at every
 * step of every game (legal moves, applying a move) calls the files directly, behind a
 * test that the map has the mechanic: see play.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_MECHANIC_H
#define LINEA_MECHANIC_H

#include "../feature_row.h"
#include "../graph.h"
#include "../map_internal.h"
#include "../position.h"
#include "linea/list.h"
#include "linea/score.h"
#include "linea/text.h"
#include "linea/view.h"

/* Marks a text for people, which the terminal and the page translate. */
#define N_(text) text

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

/* Points being counted. */
struct scoring {
    const struct linea_game *g;
    struct linea_result *out;                    /* tickets have been counted already */
    struct linea_networks networks[LINEA_SEATS]; /* of each seat's own routes */
};

/* A key that locations or routes of a map file have by a mechanic. */
struct mechanic_key {
    const char *name;
    /* Read its value for the location or route that is being read. */
    void (*read)(struct map_reader *r, int value);
};

struct mechanic {
    const char *name; /* as map files spell it */

    /* Words for people: its name in a list ("longest path"; NULL where it goes without
       saying), its rule as linea_mechanic_rule() has it, the name of its points. */
    const char *title, *rule, *label;

    /* Reading a map: its numbers (`points` alone if `points_only`, none by default),
       the key by which locations or routes have it, then, when all is read, what is
       wrong with it, and at last the tables that follow from it. */
    bool points_only;
    void (*read)(struct map_reader *r, int value);
    struct mechanic_key of_location, of_route;
    void (*check_map)(struct map_reader *r);
    void (*fill)(struct linea_map *map);

    /* What else it adds to the identity of a map beside its points: all that is read.
     */
    void (*hash)(struct linea_sha256 *hash, const struct linea_map *map);

    /* Whether what a game holds of it is possible, also on maps without it. */
    bool (*check)(const struct check *c);

    /* Set the points of all seats from this source. */
    enum linea_source source;
    void (*score)(struct scoring *x);

    /* How well a seat does where it breaks ties. */
    enum linea_tie tie;
    int (*tie_value)(const struct linea_result *result, int seat);

    /* Its part of a position: written on maps that have it, and the keys to read. */
    void (*write)(struct linea_list *object, const struct linea_view *view);
    struct position_key keys[2];

    /* A decision of its own that a seat may have to make: what is pending then. */
    enum linea_phase phase;
    void (*write_pending)(struct linea_out *out, const struct linea_view *view);
    bool (*read_pending)(struct position_reader *r, int value);

    /* Its features of a view, named once and then written in the same order. */
    void (*add_features)(struct linea_features *f);
    void (*put_features)(struct row *row);
};

/* Every mechanic, by its number. */
extern const struct mechanic *const linea_mechanics[LINEA_MECHANICS];

/* The mechanic that has a phase of the game, or NULL. */
const struct mechanic *linea_mechanic_of_phase(enum linea_phase phase);

/* All who have most of something, and any of it, get the points. */
void linea_award_most(struct scoring *x, const int value[LINEA_SEATS],
                      enum linea_source source, int points);

/* Those of the tickets whose two locations one network touches (TICKET-VALUE). */
struct linea_set linea_tickets_done(const struct linea_map *map,
                                    const struct linea_networks *networks,
                                    const struct linea_set *tickets);

/*
 * Let each station of a seat use one route of another seat, or none (EU-STATION-USE).
 * Of all choices the one is taken that completes most points of tickets; among equals
 * most tickets, then fewest routes, then the one that has the lowest route that is not
 * in both. `own` are the seat's networks, `others` the routes of all other seats.
 * Writes the tickets completed and the routes borrowed.
 */
void linea_stations_use(const struct linea_map *map, struct linea_set *done,
                        struct linea_set *borrowed, const struct linea_networks *own,
                        const struct linea_set *others, uint64_t stations,
                        const struct linea_set *tickets);

#endif
