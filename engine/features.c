/*
 * engine/features.c - a view as a row of numbers.
 *
 * Seats are counted from the one that looks, clockwise, so that the same situation
 * looks the same to everybody. Called for every step of every game of a batch: some
 * hundred numbers in about 100 ns.
 *
 * SPDX-License-Identifier: MIT
 */
#include "feature_row.h"

#include <assert.h>

#include "rules/mechanic.h"

enum {
    ONE = 1,
    SPARE = LINEA_SPREAD, /* bytes beyond a row that may be written to */
};

static void put_phase(struct row *row)
{
    put_bits(row, (uint64_t)1 << row->view->phase, LINEA_PHASES);
}

static void put_end(struct row *row)
{
    bool near = row->view->last_turns != LINEA_LAST_TURNS_NO;
    put(row, near);
    put(row, near ? row->view->last_turns : 0);
}

static void put_offer(struct row *row)
{
    struct linea_set offer = {{0, 0}};
    const struct linea_view_seat *own = seat_after(row, 0);
    for (int i = 0; i < own->offered; i++)
        linea_set_add(&offer, own->offer[i]);
    put_set(row, &offer, row->view->map->tickets);
}

/* What all may know of each seat. */
static void put_seats(struct row *row)
{
    for (int n = 0; n < row->view->seats; n++) {
        const struct linea_view_seat *s = seat_after(row, n);
        put(row, s->vehicles);
        put(row, s->points);
        put(row, s->hand);
        put(row, s->held);
        put(row, row->view->map->stations - linea_bits(s->stations));
        put_kinds(row, s->seen);
    }
}

static void put_routes(struct row *row)
{
    const struct linea_map *map = row->view->map;
    struct linea_set question = {{0, 0}};
    if (row->view->phase == LINEA_TUNNEL)
        linea_set_add(&question, row->view->tunnel.route);
    if (row->view->route != LINEA_NOTHING)
        linea_set_add(&question, row->view->route);
    put_set(row, &seat_after(row, 0)->open, map->routes);
    put_set(row, &question, map->routes);
    for (int n = 0; n < row->view->seats; n++)
        put_set(row, &seat_after(row, n)->routes, map->routes);
}

/* Write all features into a row that has some room to spare. */
static void write_row(const struct linea_features *f,
                      uint8_t out[LINEA_FEATURES + SPARE],
                      const struct linea_view *view)
{
    struct row row = {f, view, out};
    const struct linea_map *map = f->map;
    const struct linea_view_seat *own = seat_after(&row, 0);
    assert(view->map == map && view->seats == f->seats && view->viewer < view->seats);
    put_phase(&row);
    put_end(&row);
    put(&row, view->pile_count);
    put_bytes(&row, view->deck_count, map->decks);
    put_open(&row, view->display, LINEA_DISPLAY);
    put_kinds(&row, view->discards);
    put_kinds(&row, own->cards);
    put_set(&row, &own->tickets, map->tickets);
    put_offer(&row);
    put_seats(&row);
    put_routes(&row);
    for (unsigned left = map->mechanics; left; left &= left - 1)
        if (linea_mechanics[linea_lowest(left)]->put_features)
            linea_mechanics[linea_lowest(left)]->put_features(&row);
    assert(row.at == out + f->count);
}

void linea_features_bytes(const struct linea_features *f, uint8_t *out,
                          const struct linea_view *view)
{
    uint8_t row[LINEA_FEATURES + SPARE];
    write_row(f, row, view);
    memcpy(out, row, (size_t)f->count);
}

void linea_features_floats(const struct linea_features *f, float *out,
                           const struct linea_view *view)
{
    uint8_t row[LINEA_FEATURES + SPARE];
    write_row(f, row, view);
    for (int i = 0; i < f->count; i++)
        out[i] = (float)row[i] * f->factor[i];
}

void linea_features_add(struct linea_features *f, const char *name, int count,
                        int scale)
{
    assert(f->blocks < LINEA_BLOCKS && f->count + count <= LINEA_FEATURES);
    f->block[f->blocks++] = (struct linea_feature_block){name, f->count, count, scale};
    for (int i = 0; i < count; i++)
        f->factor[f->count++] = 1.0f / (float)scale;
}

/* The same blocks in the same order as write_row() writes them. */
bool linea_features_init(struct linea_features *f, const struct linea_map *map,
                         int seats)
{
    if (seats < map->min_seats || seats > map->max_seats)
        return false;
    memset(f, 0, sizeof *f);
    f->map = map;
    f->seats = seats;
    int kinds = map->colours + 1;
    int most =
        map->count[0] > map->count[LINEA_WILD] ? map->count[0] : map->count[LINEA_WILD];
    linea_features_add(f, "phase", LINEA_PHASES, ONE);
    linea_features_add(f, "end", 2, LINEA_SEATS);
    linea_features_add(f, "pile", 1, map->cards);
    linea_features_add(f, "decks", map->decks, map->tickets);
    linea_features_add(f, "display", kinds, LINEA_DISPLAY);
    linea_features_add(f, "discards", kinds, most);
    linea_features_add(f, "hand", kinds, most);
    linea_features_add(f, "tickets", map->tickets, ONE);
    linea_features_add(f, "offer", map->tickets, ONE);
    linea_features_add(f, "seats", f->seats * (5 + kinds), map->vehicles);
    linea_features_add(f, "open", map->routes, ONE);
    linea_features_add(f, "in-question", map->routes, ONE);
    linea_features_add(f, "routes", f->seats * map->routes, ONE);
    for (unsigned left = map->mechanics; left; left &= left - 1)
        if (linea_mechanics[linea_lowest(left)]->add_features)
            linea_mechanics[linea_lowest(left)]->add_features(f);
    return true;
}
