/*
 * linea/features.h - what a seat sees, as a row of numbers for programs that learn.
 *
 * A byte each: counts as they are, yes and no as 1 and 0 (docs/batch.md lists them).
 * They are computed from a view and from nothing else, so that a bot sees in play
 * exactly what it was trained on, and nothing that its seat may not know.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_FEATURES_H
#define LINEA_FEATURES_H

#include "linea/view.h"

enum {
    LINEA_FEATURES = 2816, /* most that a map can have */
    LINEA_BLOCKS = 24,
};

/* Features that belong together: values[from] to values[from + count - 1]. */
struct linea_feature_block {
    const char *name;
    int from, count;
    int scale; /* a float feature is the byte divided by this */
};

/* What the numbers mean on one map with so many seats. Computed once, then const. */
struct linea_features {
    const struct linea_map *map; /* borrowed; outlives this */
    int seats;
    int count, blocks;
    struct linea_feature_block block[LINEA_BLOCKS];
    uint16_t place[LINEA_PASSENGERS]; /* among those who wait, where each is counted */
    float factor[LINEA_FEATURES]; /* of each feature: one by the scale of its block */
};

/* False, and *out of no use, if the map is not for that many seats. */
bool linea_features_init(struct linea_features *out, const struct linea_map *map,
                         int seats);

/* The features of the seat whose view this is, f->count of them. */
void linea_features_bytes(const struct linea_features *f, uint8_t *out,
                          const struct linea_view *view);
void linea_features_floats(const struct linea_features *f, float *out,
                           const struct linea_view *view);

#endif
