/*
 * engine/features.c - a view as a row of numbers.
 *
 * Seats are counted from the one that looks, clockwise, so that the same situation
 * looks the same to everybody. Called for every step of every game of a batch: some
 * hundred numbers in about 100 ns.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/features.h"

#include <assert.h>
#include <string.h>

#include "linea/spread.h"

enum {
    ONE = 1,
    SPARE = LINEA_SPREAD, /* bytes beyond a row that may be written to */
};

/* Blocks being written: where the next feature goes. */
struct row {
    const struct linea_features *features;
    const struct linea_view *view;
    uint8_t *at;
};

static void put(struct row *row, int value)
{
    *row->at++ = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static void put_bytes(struct row *row, const uint8_t *values, int n)
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

static void put_set(struct row *row, const struct linea_set *set, int n)
{
    put_bits(row, set->word[0], n < 64 ? n : 64);
    if (n > 64)
        put_bits(row, set->word[1], n - 64);
}

/* The kinds of card of the map, how many there are of each. */
static void put_kinds(struct row *row, const uint8_t count[LINEA_KINDS])
{
    memcpy(row->at, count, LINEA_COLOURS);
    row->at += row->view->map->colours;
    put(row, count[LINEA_WILD]);
}

/* Cards that lie open, counted by kind. */
static void put_open(struct row *row, const uint8_t *cards, int n)
{
    uint8_t count[LINEA_KINDS] = {0};
    for (int i = 0; i < n; i++)
        count[cards[i]]++;
    put_kinds(row, count);
}

static const struct linea_view_seat *seat_after(const struct row *row, int n)
{
    int s = row->view->viewer + n;
    return &row->view->seat[s >= row->view->seats ? s - row->view->seats : s];
}

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

static void put_stations(struct row *row)
{
    for (int n = 0; n < row->view->seats; n++)
        put_bits(row, seat_after(row, n)->stations, row->view->map->locations);
}

/* Where somebody is gone, nobody is counted, instead of asking first. */
static void put_passengers(struct row *row)
{
    const struct linea_map *map = row->view->map;
    int waiting = map->locations * map->passenger_colours;
    for (int n = 0; n < row->view->seats; n++)
        put_bytes(row, seat_after(row, n)->taken, map->passenger_colours);
    memset(row->at, 0, (size_t)waiting);
    for (int i = 0; i < map->passengers; i++) {
        int colour = row->view->passengers[i];
        uint8_t *count =
            row->at + row->features->place[i] + colour % LINEA_PASSENGER_COLOURS;
        *count = (uint8_t)(*count + (colour != LINEA_NOTHING));
    }
    row->at += waiting;
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
    if (map->reveal) {
        put_open(&row, view->tunnel.card, view->tunnel.revealed);
        put(&row, view->tunnel.extra);
    }
    if (map->stations)
        put_stations(&row);
    if (map->passengers)
        put_passengers(&row);
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

/* Name the features that come next; `scale` is about the most that one of them can be.
 */
static void add_block(struct linea_features *f, const char *name, int count, int scale)
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
    for (int l = 0; l < map->locations; l++)
        for (int i = 0; i < map->location[l].passengers; i++)
            f->place[map->location[l].first_passenger + i] =
                (uint16_t)(l * map->passenger_colours);
    int kinds = map->colours + 1;
    int most =
        map->count[0] > map->count[LINEA_WILD] ? map->count[0] : map->count[LINEA_WILD];
    add_block(f, "phase", LINEA_PHASES, ONE);
    add_block(f, "end", 2, LINEA_SEATS);
    add_block(f, "pile", 1, map->cards);
    add_block(f, "decks", map->decks, map->tickets);
    add_block(f, "display", kinds, LINEA_DISPLAY);
    add_block(f, "discards", kinds, most);
    add_block(f, "hand", kinds, most);
    add_block(f, "tickets", map->tickets, ONE);
    add_block(f, "offer", map->tickets, ONE);
    add_block(f, "seats", f->seats * (5 + kinds), map->vehicles);
    add_block(f, "open", map->routes, ONE);
    add_block(f, "in-question", map->routes, ONE);
    add_block(f, "routes", f->seats * map->routes, ONE);
    if (map->reveal)
        add_block(f, "tunnel", kinds + 1, LINEA_REVEAL);
    if (map->stations)
        add_block(f, "stations", f->seats * map->locations, ONE);
    if (map->passengers) {
        add_block(f, "taken", f->seats * map->passenger_colours,
                  LINEA_PASSENGER_COLOURS);
        add_block(f, "waiting", map->locations * map->passenger_colours,
                  LINEA_PASSENGER_COLOURS);
    }
    return true;
}
