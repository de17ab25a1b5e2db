/*
 * terminal/places.c - from the map file's coordinates to cells of a screen.
 *
 * Places that are close together would lie upon each other's names, so they push each
 * other apart, and are drawn back to where they belong. The same map and size give the
 * same places.
 *
 * SPDX-License-Identifier: MIT
 */
#include "places.h"

#include <math.h>
#include <stdlib.h>

#include "common/maps.h"
#include "linea/json.h"

enum {
    ROUNDS = 200, /* of laying out by the routes */
    STEPS = 300,  /* of pushing */
    EDGE_X = 2,   /* columns that stay free beside all places … */
    EDGE_Y = 1,   /* … and rows above and below */
};

static const double RADIAN = 57.295779513;
static const double CELL = 2;    /* how many times as high as wide a character is */
static const double APART_X = 8; /* columns that places keep apart in a row … */
static const double APART_Y = 2; /* … and rows in a column */
static const double BACK = 0.04; /* of the way home in each step */

struct spot {
    double x, y;
};

static bool read_pair(const struct linea_json *json, int value, double out[2])
{
    if (linea_json_type(json, value) != LINEA_JSON_ARRAY ||
        linea_json_size(json, value) != 2)
        return false;
    return linea_json_number(json, &out[0], value + 1) &&
           linea_json_number(json, &out[1], value + 2);
}

/* How far all locations are from each other along the routes; each place on the way
   takes as much room as a space. */
static void measure(double far[][LINEA_LOCATIONS], const struct linea_map *map)
{
    int n = map->locations;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            far[i][j] = i == j ? 0 : INFINITY;
    for (int r = 0; r < map->routes; r++) {
        const struct linea_route *route = &map->route[r];
        far[route->a][route->b] = far[route->b][route->a] = route->length + 1;
    }
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                far[i][j] = fmin(far[i][j], far[i][k] + far[k][j]);
}

/* The two locations that are farthest from each other, less what they are apart along
   the axis that `spot` has already. */
static void find_ends(int end[2], double far[][LINEA_LOCATIONS],
                      const struct spot spot[], int n)
{
    double most = -1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double apart = far[i][j] - fabs(spot[i].x - spot[j].x);
            if (apart > most) {
                most = apart;
                end[0] = i;
                end[1] = j;
            }
        }
}

/* Move a place to where it is as far from all others as their distances say. */
static void settle_one(struct spot spot[], double far[][LINEA_LOCATIONS], int n, int i)
{
    double x = 0, y = 0, weights = 0;
    for (int j = 0; j < n; j++) {
        if (i == j)
            continue;
        double dx = spot[i].x - spot[j].x, dy = spot[i].y - spot[j].y;
        double apart = sqrt(dx * dx + dy * dy), wanted = far[i][j];
        double stretch = wanted / (apart > 0 ? apart : 1);
        double weight = 1 / (wanted * wanted);
        x += weight * (spot[j].x + dx * stretch);
        y += weight * (spot[j].y + dy * stretch);
        weights += weight;
    }
    spot[i] = (struct spot){x / weights, y / weights};
}

/*
 * Places for a map that does not say where they lie: as far apart as their distance
 * along the routes, as nearly as a plane allows (stress majorization). It begins with
 * the two farthest locations at the ends of one axis, and of the other those two that
 * are farthest from each other and equally far from the first: from there it finds
 * hardly any line that crosses another. web/src/board/layout/auto.ts does the same.
 */
static void lay_by_routes(struct spot spot[], const struct linea_map *map)
{
    double far[LINEA_LOCATIONS][LINEA_LOCATIONS];
    int n = map->locations, end[2] = {0, 0};
    measure(far, map);
    for (int i = 0; i < n; i++)
        spot[i] = (struct spot){0, 0};
    find_ends(end, far, spot, n);
    for (int i = 0; i < n; i++)
        spot[i].x = (far[end[0]][i] - far[end[1]][i]) / 2;
    find_ends(end, far, spot, n);
    for (int i = 0; i < n; i++)
        spot[i].y = (far[end[0]][i] - far[end[1]][i]) / 2;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < n; i++)
            settle_one(spot, far, n, i);
}

/* From latitudes (x) and longitudes (y): latitudes grow upwards; degrees of longitude
   are narrower far from the equator. */
static void flatten(struct spot spot[], int n)
{
    double middle = 0;
    for (int i = 0; i < n; i++)
        middle += spot[i].x / n;
    for (int i = 0; i < n; i++)
        spot[i] = (struct spot){spot[i].y * cos(middle / RADIAN), -spot[i].x};
}

/* Whether all locations have a pair of this name in the file. */
static bool read_spots(struct spot spot[], const struct linea_map *map,
                       const struct linea_json *json, const char *key)
{
    int all = linea_json_get(json, 0, "locations");
    for (int l = 0, value = linea_json_first(json, all); l < map->locations;
         l++, value = linea_json_next(json, all, value)) {
        double pair[2];
        if (!read_pair(json, linea_json_get(json, value, key), pair))
            return false;
        spot[l] = (struct spot){pair[0], pair[1]};
    }
    return true;
}

/* Where the places lie, in any unit, downwards. */
static void read_map(struct spot spot[], const struct linea_map *map)
{
    size_t length;
    const char *text = maps_text(linea_map_text(map, map->id), &length);
    struct linea_json *json = malloc(sizeof *json);
    bool read = text && json && !linea_json_read(json, text, length);
    if (!read || !read_spots(spot, map, json, "at")) {
        if (read && read_spots(spot, map, json, "geo"))
            flatten(spot, map->locations);
        else
            lay_by_routes(spot, map);
    }
    free(json);
}

/* The corners of a box around all. */
static void find_box(const struct spot spot[], int n, struct spot *low,
                     struct spot *high)
{
    *low = *high = spot[0];
    for (int i = 1; i < n; i++) {
        low->x = fmin(low->x, spot[i].x);
        low->y = fmin(low->y, spot[i].y);
        high->x = fmax(high->x, spot[i].x);
        high->y = fmax(high->y, spot[i].y);
    }
}

static double span(double low, double high)
{
    return high > low ? high - low : 1;
}

int places_height(const struct linea_map *map, int columns)
{
    struct spot spot[LINEA_LOCATIONS] = {{0, 0}}, low, high;
    read_map(spot, map);
    find_box(spot, map->locations, &low, &high);
    double rows = columns / CELL * span(low.y, high.y) / span(low.x, high.x);
    return (int)fmin(rows, INT16_MAX); /* a file may say anything */
}

/* Stretch all to the size of the screen. */
static void fit(struct spot spot[], int n, int columns, int rows)
{
    struct spot low, high;
    find_box(spot, n, &low, &high);
    double x = (columns - 1 - 2 * EDGE_X) / span(low.x, high.x);
    double y = (rows - 1 - 2 * EDGE_Y) / span(low.y, high.y);
    for (int i = 0; i < n; i++) {
        spot[i].x = EDGE_X + (spot[i].x - low.x) * x;
        spot[i].y = EDGE_Y + (spot[i].y - low.y) * y;
    }
}

/* Two places that are too close part, each by half of what is missing. */
static void push(struct spot *a, struct spot *b, double strength)
{
    double x = (b->x - a->x) / APART_X, y = (b->y - a->y) / APART_Y;
    double far = sqrt(x * x + y * y);
    if (far >= 1)
        return;
    if (far < 0.01)
        y = far = 0.01;
    double part = (1 - far) / far / 2 * strength;
    a->x -= x * part * APART_X;
    a->y -= y * part * APART_Y;
    b->x += x * part * APART_X;
    b->y += y * part * APART_Y;
}

static double within(double x, int size, int edge)
{
    return fmin(fmax(x, edge), size - 1 - edge);
}

static void spread(struct spot spot[], int n, int columns, int rows)
{
    struct spot home[LINEA_LOCATIONS];
    for (int i = 0; i < n; i++)
        home[i] = spot[i];
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                push(&spot[i], &spot[j], 0.6);
        for (int i = 0; i < n; i++) {
            spot[i].x =
                within(spot[i].x + (home[i].x - spot[i].x) * BACK, columns, EDGE_X);
            spot[i].y =
                within(spot[i].y + (home[i].y - spot[i].y) * BACK, rows, EDGE_Y);
        }
    }
}

/* Whether a cell is free of the places before this one, with a cell between. */
static bool is_free(const struct places *p, int l, int column, int row)
{
    for (int i = 0; i < l; i++)
        if (p->row[i] == row && abs(p->column[i] - column) < 2)
            return false;
    return true;
}

/* The free cell nearest to a spot. */
static bool settle(struct places *p, int l, struct spot at, int columns, int rows)
{
    double best = INFINITY;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            double x = column - at.x, y = (row - at.y) * CELL;
            double far = x * x + y * y;
            if (far < best && is_free(p, l, column, row)) {
                best = far;
                p->column[l] = column;
                p->row[l] = row;
            }
        }
    return best < INFINITY;
}

bool places_find(struct places *out, const struct linea_map *map, int columns, int rows)
{
    struct spot spot[LINEA_LOCATIONS] = {{0, 0}};
    read_map(spot, map);
    fit(spot, map->locations, columns, rows);
    spread(spot, map->locations, columns, rows);
    for (int l = 0; l < map->locations; l++)
        if (!settle(out, l, spot[l], columns, rows))
            return false;
    return true;
}
