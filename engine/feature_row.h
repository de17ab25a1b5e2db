/*
 * engine/feature_row.h - features being written, by features.c and by mechanics;
 * private.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef FEATURE_ROW_H
#define FEATURE_ROW_H

#include <string.h>

#include "linea/features.h"
#include "linea/spread.h"

/* Blocks being written: where the next feature goes. */
struct row {
    const struct linea_features *features;
    const struct linea_view *view;
    uint8_t *at;
};

static inline void put(struct row *row, int value)
{
    *row->at++ = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline void put_bytes(struct row *row, const uint8_t *values, int n)
{
    memcpy(row->at, values, (size_t)n);
    row->at += n;
}

/* One byte for each of the lowest n bits. Several are written at a time, a few beyond
   the end: what comes next is written over them. */
static inline void put_bits(struct row *row, uint64_t bits, int n)
{
    for (int i = 0; i < n; i += LINEA_SPREAD)
        linea_spread(row->at + i, bits >> i);
    row->at += n;
}

static inline void put_set(struct row *row, const struct linea_set *set, int n)
{
    put_bits(row, set->word[0], n < 64 ? n : 64);
    if (n > 64)
        put_bits(row, set->word[1], n - 64);
}

/* The kinds of card of the map, how many there are of each. */
static inline void put_kinds(struct row *row, const uint8_t count[LINEA_KINDS])
{
    memcpy(row->at, count, LINEA_COLOURS);
    row->at += row->view->map->colours;
    put(row, count[LINEA_WILD]);
}

/* Cards that lie open, counted by kind. */
static inline void put_open(struct row *row, const uint8_t *cards, int n)
{
    uint8_t count[LINEA_KINDS] = {0};
    for (int i = 0; i < n; i++)
        count[cards[i]]++;
    put_kinds(row, count);
}

static inline const struct linea_view_seat *seat_after(const struct row *row, int n)
{
    int s = row->view->viewer + n;
    return &row->view->seat[s >= row->view->seats ? s - row->view->seats : s];
}

/* Name the features that come next; `scale` is about the most that one of them can be.
 */
void linea_features_add(struct linea_features *f, const char *name, int count,
                        int scale);

#endif
