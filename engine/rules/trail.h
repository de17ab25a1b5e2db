/*
 * trail.h - the longest trail in one block of a network: what longest.c asks trail.c
 * and trail_plan.c.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_TRAIL_H
#define LINEA_TRAIL_H

#include <stdint.h>

#include "linea/map.h"

enum {
    LINEA_EDGES = LINEA_VEHICLES, /* lines of a network: each has a vehicle or more */
    LINEA_TRAIL_WIDTH = 24,       /* why that is enough: order_from() in trail_plan.c */
};

struct linea_edge {
    uint8_t a, b; /* locations */
    uint8_t length;
    uint8_t number; /* its bit in a struct linea_trail */
};

/* A trail or a part of one: its spaces and, as bits, its edges. */
struct linea_trail {
    int length;
    uint64_t edges;
};

/* One edge in the order of the search, with all that is known in advance. */
struct linea_step {
    uint8_t v[2];      /* its locations */
    uint8_t slot[2];   /* where the search keeps their labels */
    uint8_t before[2]; /* shortest edge left at each, this one included; */
    uint8_t after[2];  /* without it; 0 when this is the last */
    uint8_t length;
    uint8_t number;
    uint8_t pivot;   /* the first edge of the next location to finish */
    int16_t left;    /* length of this edge and all that follow */
    int16_t gain[3]; /* twice what the ends may add, by ends already used */
};

/*
 * Locations that stay joined when any one of their edges is taken away, with these
 * edges, and at each location the best two ways on out of the block: the tails.
 */
struct linea_block {
    int edges;
    int words; /* for the labels of the slots that the search needs */
    uint64_t locations;
    uint64_t odd; /* locations of odd degree, */
    int forced;   /* and the sum of the shortest edges there */
    struct linea_edge edge[LINEA_EDGES];
    struct linea_trail tail[LINEA_LOCATIONS][2];
    uint64_t near[LINEA_LOCATIONS]; /* neighbours */
    struct linea_step step[LINEA_EDGES + 1];
};

/* Find the order of the search, once the edges and locations are there. */
void linea_block_plan(struct linea_block *block);

/*
 * If there is a trail longer than *best, tails at both its ends included, put the
 * longest there.
 */
void linea_block_search(struct linea_block *block, struct linea_trail *best);

#endif
