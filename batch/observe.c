/*
 * batch/observe.c - what a seat sees, as a row of numbers.
 *
 * A byte each: counts as they are, yes and no as 1 and 0. Seats are counted from the
 * one that looks, clockwise, so that the same situation looks the same to everybody.
 * Only what view.c shows that seat is read; tests compare the rows of games that differ
 * in what the seat cannot know.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <string.h>

#include "linea/view.h"
#include "space.h"

enum {
    ONE = 1,
    SPARE = LINEA_SPREAD, /* bytes beyond a row that may be written to */
};

/* Blocks being written: where the next feature goes. */
struct row {
    const struct linea_space *space;
    const struct linea_game *g;
    int seat; /* that looks */
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
    row->at += row->space->map->colours;
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

static const struct linea_seat *seat_after(const struct row *row, int n)
{
    int s = row->seat + n;
    return &row->g->seat[s >= row->g->seats ? s - row->g->seats : s];
}

/* Opening choices are simultaneous: nothing of them shows before all have chosen. */
static bool choosing(const struct linea_game *g)
{
    return g->phase == LINEA_OPENING_MIX || g->phase == LINEA_OPENING_KEEP;
}

static void put_phase(struct row *row)
{
    put_bits(row, (uint64_t)1 << row->g->phase, LINEA_PHASES);
}

static void put_end(struct row *row)
{
    bool near = row->g->last_turns != LINEA_LAST_TURNS_NO;
    put(row, near);
    put(row, near ? row->g->last_turns : 0);
}

static void put_decks(struct row *row)
{
    const struct linea_game *g = row->g;
    for (int d = 0; d < g->map->decks; d++) {
        int count = g->deck[d].count;
        for (int i = 0; choosing(g) && i < count; i++)
            if (g->returned[linea_deck_ticket(g, d, i)] != LINEA_NOBODY)
                count = i;
        put(row, count);
    }
}

static void put_offer(struct row *row)
{
    struct linea_set offer = {{0, 0}};
    const struct linea_seat *own = seat_after(row, 0);
    for (int i = 0; i < own->offered; i++)
        linea_set_add(&offer, own->offer[i]);
    put_set(row, &offer, row->g->map->tickets);
}

/* What all may know of each seat. */
static void put_seats(struct row *row)
{
    for (int n = 0; n < row->g->seats; n++) {
        const struct linea_seat *s = seat_after(row, n);
        put(row, s->vehicles);
        put(row, s->points);
        put(row, linea_hand_size(s->cards));
        put(row, n == 0 || !choosing(row->g) ? linea_set_count(&s->tickets) : 0);
        put(row, row->g->map->stations - linea_bits(s->stations));
        put_kinds(row, s->seen);
    }
}

static void put_routes(struct row *row)
{
    const struct linea_map *map = row->g->map;
    struct linea_set question = {{0, 0}};
    if (row->g->phase == LINEA_TUNNEL)
        linea_set_add(&question, row->g->tunnel.route);
    if (row->g->route != LINEA_NOTHING)
        linea_set_add(&question, row->g->route);
    put_set(row, &seat_after(row, 0)->open, map->routes);
    put_set(row, &question, map->routes);
    for (int n = 0; n < row->g->seats; n++)
        put_set(row, &seat_after(row, n)->routes, map->routes);
}

static void put_stations(struct row *row)
{
    for (int n = 0; n < row->g->seats; n++)
        put_bits(row, seat_after(row, n)->stations, row->g->map->locations);
}

/* Where somebody is gone, nobody is counted, instead of asking first. */
static void put_passengers(struct row *row)
{
    const struct linea_map *map = row->g->map;
    int waiting = map->locations * map->passenger_colours;
    for (int n = 0; n < row->g->seats; n++)
        put_bytes(row, seat_after(row, n)->taken, map->passenger_colours);
    memset(row->at, 0, (size_t)waiting);
    for (int i = 0; i < map->passengers; i++) {
        int colour = row->g->passengers[i];
        uint8_t *count =
            row->at + row->space->place[i] + colour % LINEA_PASSENGER_COLOURS;
        *count = (uint8_t)(*count + (colour != LINEA_NOTHING));
    }
    row->at += waiting;
}

/* Write all features into a row that has some room to spare. */
static void write_row(const struct linea_space *x, const struct linea_game *g,
                      uint8_t out[LINEA_FEATURES + SPARE])
{
    struct row row = {x, g, g->turn < g->seats ? g->turn : 0, out};
    const struct linea_map *map = x->map;
    const struct linea_seat *own = seat_after(&row, 0);
    assert(g->map == map && g->seats == x->seats);
    put_phase(&row);
    put_end(&row);
    put(&row, g->pile_count);
    put_decks(&row);
    put_open(&row, g->display, LINEA_DISPLAY);
    put_kinds(&row, g->discards);
    put_kinds(&row, own->cards);
    put_set(&row, &own->tickets, map->tickets);
    put_offer(&row);
    put_seats(&row);
    put_routes(&row);
    if (map->reveal) {
        put_open(&row, g->tunnel.card, g->tunnel.revealed);
        put(&row, g->tunnel.extra);
    }
    if (map->stations)
        put_stations(&row);
    if (map->passengers)
        put_passengers(&row);
    assert(row.at == out + x->features);
}

void linea_observe_bytes(const struct linea_space *x, const struct linea_game *g,
                         uint8_t *out)
{
    uint8_t row[LINEA_FEATURES + SPARE];
    write_row(x, g, row);
    memcpy(out, row, (size_t)x->features);
}

void linea_observe_floats(const struct linea_space *x, const struct linea_game *g,
                          float *out)
{
    uint8_t row[LINEA_FEATURES + SPARE];
    write_row(x, g, row);
    for (int i = 0; i < x->features; i++)
        out[i] = (float)row[i] * x->factor[i];
}

/* Name the features that come next; `scale` is about the most that one of them can be.
 */
static void add_block(struct linea_space *x, const char *name, int count, int scale)
{
    assert(x->blocks < LINEA_BLOCKS && x->features + count <= LINEA_FEATURES);
    x->block[x->blocks++] = (struct linea_block_of){name, x->features, count, scale};
    for (int i = 0; i < count; i++)
        x->factor[x->features++] = 1.0f / (float)scale;
}

/* The same blocks in the same order as linea_observe_bytes() writes them. */
void linea_space_features(struct linea_space *x)
{
    const struct linea_map *map = x->map;
    for (int l = 0; l < map->locations; l++)
        for (int i = 0; i < map->location[l].passengers; i++)
            x->place[map->location[l].first_passenger + i] =
                (uint16_t)(l * map->passenger_colours);
    int kinds = map->colours + 1;
    int most =
        map->count[0] > map->count[LINEA_WILD] ? map->count[0] : map->count[LINEA_WILD];
    add_block(x, "phase", LINEA_PHASES, ONE);
    add_block(x, "end", 2, LINEA_SEATS);
    add_block(x, "pile", 1, map->cards);
    add_block(x, "decks", map->decks, map->tickets);
    add_block(x, "display", kinds, LINEA_DISPLAY);
    add_block(x, "discards", kinds, most);
    add_block(x, "hand", kinds, most);
    add_block(x, "tickets", map->tickets, ONE);
    add_block(x, "offer", map->tickets, ONE);
    add_block(x, "seats", x->seats * (5 + kinds), map->vehicles);
    add_block(x, "open", map->routes, ONE);
    add_block(x, "in-question", map->routes, ONE);
    add_block(x, "routes", x->seats * map->routes, ONE);
    if (map->reveal)
        add_block(x, "tunnel", kinds + 1, LINEA_REVEAL);
    if (map->stations)
        add_block(x, "stations", x->seats * map->locations, ONE);
    if (map->passengers) {
        add_block(x, "taken", x->seats * map->passenger_colours,
                  LINEA_PASSENGER_COLOURS);
        add_block(x, "waiting", map->locations * map->passenger_colours,
                  LINEA_PASSENGER_COLOURS);
    }
}
