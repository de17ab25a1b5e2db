/*
 * linea/refusal.h - why a route cannot be claimed, and where a station would help.
 *
 * A player who points at a route wants to know what is in the way of it. The answer for
 * a seat follows from what lies open and from its own hand and tickets: it reveals
 * nothing that the seat may not know.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_REFUSAL_H
#define LINEA_REFUSAL_H

#include "linea/game.h"

/* What is in the way of a claim. What lasts comes first: of several the first is said.
 */
enum linea_obstacle {
    LINEA_CLAIM_FREE,     /* nothing */
    LINEA_CLAIM_OWN,      /* the seat has it already */
    LINEA_CLAIM_TAKEN,    /* another seat has it */
    LINEA_CLAIM_PARALLEL, /* the seat has one parallel to it (DOUBLE-OWN) */
    LINEA_CLAIM_SINGLE,   /* so few play that one parallel to it was enough (DOUBLE-FEW)
                           */
    LINEA_CLAIM_VEHICLES, /* too few vehicles are left */
    LINEA_CLAIM_WILDS,    /* too few wilds for a ferry */
    LINEA_CLAIM_CARDS,    /* too few cards of the colour that comes nearest */
    LINEA_CLAIM_TURN,     /* another seat is to move */
    LINEA_CLAIM_PHASE,    /* the seat is in the midst of something else */
    LINEA_OBSTACLES
};

struct linea_refusal {
    enum linea_obstacle obstacle;
    uint8_t owner;   /* who has it, or the parallel one; else LINEA_NOBODY */
    uint8_t missing; /* vehicles, wilds or cards; else 0 */
    uint8_t colour;  /* of the cards that are missing; else LINEA_NOTHING */
};

/* What keeps a seat from claiming a route now. */
struct linea_refusal linea_claim_refusal(const struct linea_game *g, int seat,
                                         int route);

/* Its word, as in {"is":"cards"}. */
const char *linea_obstacle_name(enum linea_obstacle obstacle);

/* The tickets of a seat that one more station at a location would complete; none where
   it cannot build one. */
struct linea_set linea_station_completes(const struct linea_game *g, int seat,
                                         int location);

#endif
