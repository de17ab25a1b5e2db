/*
 * terminal/board.c - the board drawn with characters: `map`.
 *
 * A free route is as many dashes as it has spaces, with their number in the middle; a
 * claimed one is a line with the letter of its owner. Names go where they hide least.
 *
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <stdlib.h>

#include "canvas.h"
#include "common/tr.h"
#include "help.h"
#include "input.h"
#include "places.h"

enum {
    ZOOM = 2,           /* how much larger a part of the board is */
    COLUMNS_LEAST = 40, /* of a whole board … */
    COLUMNS_MOST = CANVAS_COLUMNS / ZOOM,
    ROWS_MOST = CANVAS_ROWS / ZOOM,
    ROWS_BELOW = 8, /* of the screen: who is who, a rule, a question with choices … */
    ROWS_EXPLAIN = 4, /* … and, below a whole board, what is drawn how */
    WINDOW_LEAST = 8, /* rows of a part of the board, on any screen */
    LABEL = 192,      /* bytes of a name with its signs */
    HIDDEN = 3,       /* what it costs to hide a cell of a line … */
    SHORTER = 25,     /* … and to cut a name */
    NEAR = 16,        /* columns within which names may be in each other's way */
};

static const double ROWS_EACH = 0.7; /* for a location, on maps that are not high */
static const double DASH = 0.72;     /* of a space that is drawn */
static const double BESIDE_X = 2.4; /* dots between parallel routes that go upwards … */
static const double BESIDE_Y = 4.2; /* … or from left to right: they have a cell each */
static const double THICK = 0.35;   /* of that, how thick a claimed route is */

static const char *const seat_colours[LINEA_SEATS] = {"blue", "red", "green", "yellow",
                                                      "purple"};

/* A board being drawn. */
struct drawing {
    const struct turn *turn;
    const struct linea_map *map;
    struct places places;
    int column, row, columns, rows; /* the window that will be seen */
    uint64_t wanted;                /* ends of own tickets that are not done */
    struct canvas canvas;
};

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* A way between two places in dots, `beside` the straight one. */
struct line {
    double x, y, wide, high; /* where it begins, and how far it goes */
};

static struct line line_of(const struct drawing *d, int route, double beside)
{
    const struct linea_route *r = &d->map->route[route];
    double x = (d->places.column[r->a] + 0.5) * DOTS_WIDE;
    double y = (d->places.row[r->a] + 0.5) * DOTS_HIGH;
    double wide = (d->places.column[r->b] - d->places.column[r->a]) * DOTS_WIDE;
    double high = (d->places.row[r->b] - d->places.row[r->a]) * DOTS_HIGH;
    double length = sqrt(wide * wide + high * high);
    return (struct line){x - high / length * beside * BESIDE_X,
                         y + wide / length * beside * BESIDE_Y, wide, high};
}

/* How far a route lies beside the straight way: parallels share the room. */
static double beside(const struct linea_map *map, int route)
{
    const struct linea_route *r = &map->route[route];
    int others = linea_set_count(&r->parallels);
    return others ? r->row - 1 - others / 2.0 : 0;
}

/* Dots along a line: dashes of a free route, all of a claimed one. */
static void draw_line(struct drawing *d, struct line line, int dashes,
                      const char *colour)
{
    int steps = (int)(fmax(fabs(line.wide), fabs(line.high)) * 2) + 1;
    for (int i = 0; i <= steps; i++) {
        double t = (double)i / steps, part = t * dashes;
        if (dashes && part - floor(part) > DASH)
            continue;
        canvas_dot(&d->canvas, (int)(line.x + line.wide * t),
                   (int)(line.y + line.high * t), colour);
    }
}

static void draw_route(struct drawing *d, int route)
{
    const struct linea_route *r = &d->map->route[route];
    int owner = route_owner(&d->turn->view, route);
    double aside = beside(d->map, route);
    if (owner == LINEA_NOBODY) {
        draw_line(d, line_of(d, route, aside), r->length,
                  linea_map_kind_name(d->map, r->colour));
    } else {
        draw_line(d, line_of(d, route, aside), 0, seat_colours[owner]);
        draw_line(d, line_of(d, route, aside + THICK), 0, seat_colours[owner]);
    }
}

/* Whether a route is to be seen: one that nobody has nor can have is not. */
static bool is_shown(const struct drawing *d, int route)
{
    const struct linea_view *view = &d->turn->view;
    for (int s = 0; s < view->seats; s++)
        if (linea_set_has(&view->seat[s].routes, route) ||
            linea_set_has(&view->seat[s].open, route))
            return true;
    return false;
}

/* The number of spaces or the owner's letter, near the middle of the line where there
   is room. */
static void mark_route(struct drawing *d, int route)
{
    static const double tries[] = {0.5, 0.4, 0.6, 0.3, 0.7};
    const struct linea_route *r = &d->map->route[route];
    struct line line = line_of(d, route, beside(d->map, route));
    int owner = route_owner(&d->turn->view, route);
    bool free = owner == LINEA_NOBODY;
    char sign[2] = {(char)(free ? '0' + r->length : 'A' + owner), 0};
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
        int column = (int)(line.x + line.wide * tries[i]) / DOTS_WIDE;
        int row = (int)(line.y + line.high * tries[i]) / DOTS_HIGH;
        if (!canvas_is_free(&d->canvas, column, row))
            continue;
        canvas_put(&d->canvas, column, row, sign, INK_STRONG,
                   free ? linea_map_kind_name(d->map, r->colour) : seat_colours[owner]);
        return;
    }
}

/* The name of a location with what is special there. */
static void write_label(char label[LABEL], const struct drawing *d, int l)
{
    const struct linea_location *location = &d->map->location[l];
    const struct linea_view *view = &d->turn->view;
    struct linea_out out;
    linea_out_init(&out, label, LABEL);
    put(&out, "%s", location_name(d->map, l));
    if (d->map->attractions >> l & 1)
        put(&out, "★");
    if (location->district != LINEA_NOTHING)
        put(&out, "·%s",
            linea_map_text(d->map, d->map->district_id[location->district]));
    int waiting = passengers_waiting(view, NULL, l);
    if (waiting)
        put(&out, "·%d", waiting);
    for (int s = 0; s < view->seats; s++)
        if (view->seat[s].stations >> l & 1)
            put(&out, "⌂%c", 'A' + s);
}

/* What it would cost to put a text there; -1 where it cannot be. */
static int cost_of(const struct drawing *d, int column, int row, int width)
{
    int cost = 0;
    if (column < d->column || column + width > d->column + d->columns || row < d->row ||
        row >= d->row + d->rows)
        return -1;
    for (int c = column; c < column + width; c++) {
        if (!canvas_is_free(&d->canvas, c, row))
            return -1;
        cost += d->canvas.cell[row][c].dots ? HIDDEN : 0;
    }
    return cost;
}

/* Whether the cells beside a text are free of other texts; its own place may be one. */
static bool has_room(const struct drawing *d, int l, int column, int row, int width)
{
    int ends[] = {column - 1, column + width};
    for (int i = 0; i < 2; i++) {
        bool own = row == d->places.row[l] && ends[i] == d->places.column[l];
        if (!own && ends[i] >= 0 && ends[i] < d->canvas.columns &&
            !canvas_is_free(&d->canvas, ends[i], row))
            return false;
    }
    return true;
}

/* Where a name of so many columns goes best: at the right of its place, at the left,
   below, above, and less and less gladly elsewhere. What that costs; -1 if it cannot
   be. */
static int try_label(const struct drawing *d, int l, int width, int *column, int *row)
{
    int at = d->places.column[l], line = d->places.row[l], best = -1;
    const int spots[][2] = {{at + 1, line},
                            {at - width, line},
                            {at - width / 2, line + 1},
                            {at - width / 2, line - 1},
                            {at + 1, line + 1},
                            {at + 1, line - 1},
                            {at - width, line + 1},
                            {at - width, line - 1}};
    for (int i = 0; i < (int)(sizeof spots / sizeof spots[0]); i++) {
        int cost = cost_of(d, spots[i][0], spots[i][1], width);
        if (cost < 0 || !has_room(d, l, spots[i][0], spots[i][1], width))
            continue;
        cost += i;
        if (best < 0 || cost < best) {
            best = cost;
            *column = spots[i][0];
            *row = spots[i][1];
        }
    }
    return best;
}

/* Cut a text after so many characters. */
static void cut(char *text, int characters)
{
    char *p = text;
    while (*p && (characters > 0 || ((unsigned char)*p & 0xc0) == 0x80)) {
        p++;
        if (((unsigned char)*p & 0xc0) != 0x80)
            characters--;
    }
    *p = 0;
}

static void label_place(struct drawing *d, int l)
{
    static const int lengths[] = {LABEL, 9, 7, 5, 3};
    char label[LABEL];
    int best = -1, best_width = 0, best_column = 0, best_row = 0;
    write_label(label, d, l);
    for (int i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++) {
        int whole = text_width(label), column, row;
        int width = whole < lengths[i] ? whole : lengths[i];
        int cost = try_label(d, l, width, &column, &row);
        if (cost < 0 || (best >= 0 && width == best_width))
            continue;
        cost += width < whole ? SHORTER * i : 0;
        if (best < 0 || cost < best) {
            best = cost;
            best_width = width;
            best_column = column;
            best_row = row;
        }
    }
    if (best < 0)
        return;
    cut(label, best_width);
    canvas_put(&d->canvas, best_column, best_row, label,
               d->wanted >> l & 1 ? INK_HEAD : INKS, NULL);
}

/* How crowded it is around a place: names go first where there is least room. */
static int neighbours(const struct drawing *d, int l)
{
    int n = 0;
    for (int i = 0; i < d->map->locations; i++)
        n += i != l && abs(d->places.row[i] - d->places.row[l]) <= 1 &&
             abs(d->places.column[i] - d->places.column[l]) < NEAR;
    return n;
}

static void label_places(struct drawing *d)
{
    for (int crowd = d->map->locations; crowd >= 0; crowd--)
        for (int l = 0; l < d->map->locations; l++)
            if (neighbours(d, l) == crowd)
                label_place(d, l);
}

/* The ends of own tickets that are not done, on offer ones too. */
static uint64_t wanted_ends(const struct turn *turn)
{
    const struct linea_view_seat *me = turn_seat(turn);
    const struct linea_map *map = turn->view.map;
    uint64_t ends = 0;
    for (int i = 0; i < turn->tickets + me->offered; i++) {
        int t = i < turn->tickets ? turn->ticket[i] : me->offer[i - turn->tickets];
        if (!linea_set_has(&turn->done, t))
            ends |= (uint64_t)1 << map->ticket[t].a | (uint64_t)1 << map->ticket[t].b;
    }
    return ends;
}

static void draw(struct drawing *d)
{
    for (int claimed = 0; claimed < 2; claimed++)
        for (int r = 0; r < d->map->routes; r++)
            if (is_shown(d, r) &&
                (route_owner(&d->turn->view, r) != LINEA_NOBODY) == claimed)
                draw_route(d, r);
    for (int l = 0; l < d->map->locations; l++)
        canvas_put(&d->canvas, d->places.column[l], d->places.row[l],
                   d->wanted >> l & 1 ? "◆" : "●",
                   d->wanted >> l & 1 ? INK_HEAD : INK_STRONG, NULL);
    label_places(d);
    for (int r = 0; r < d->map->routes; r++)
        if (is_shown(d, r))
            mark_route(d, r);
}

static void say_legend(const struct turn *turn)
{
    const char *list = "";
    for (int s = 0; s < turn->view.seats; s++)
        list = join(list, "  ",
                    fmt("%s" HARD_SPACE "%s",
                        coloured(seat_colours[s], fmt("%c", 'A' + s)),
                        turn->players->name[s]));
    say_items("", 0, list);
}

static void say_explanation(void)
{
    say_wrapped("", 0,
                tr("Dashes are the spaces of a free route, and the number says how "
                   "many; a line with a letter is claimed; ◆ are the ends of your "
                   "tickets. Part of a name after map draws the board larger there; "
                   "routes lists colours and points."));
}

/* The location whose name contains a part, or LINEA_NOTHING. */
static int find_place(const struct linea_map *map, const char *part)
{
    for (int l = 0; l < map->locations; l++)
        if (location_matches(map, l, part))
            return l;
    return LINEA_NOTHING;
}

/* As wide as the screen, as high as the shape of the map and the screen allow. */
static void choose_size(struct drawing *d)
{
    int screen = ink_columns(), least = (int)(d->map->locations * ROWS_EACH) + 4;
    int room = ink_rows() - ROWS_BELOW - ROWS_EXPLAIN;
    d->columns = screen ? clamp(screen - 2, COLUMNS_LEAST, COLUMNS_MOST) : PAGE_WIDTH;
    int rows = places_height(d->map, d->columns);
    rows = clamp(rows, least, room > least ? room : least);
    d->rows = rows < ROWS_MOST ? rows : ROWS_MOST;
}

/* The part of a larger board that has a place in its middle, no higher than the screen.
 */
static void choose_window(struct drawing *d, int centre)
{
    int room = ink_rows() ? ink_rows() - ROWS_BELOW : d->rows;
    d->rows = clamp(room, WINDOW_LEAST, d->rows);
    d->column = clamp(d->places.column[centre] - d->columns / 2, 0,
                      d->canvas.columns - d->columns);
    d->row = clamp(d->places.row[centre] - d->rows / 2, 0, d->canvas.rows - d->rows);
}

void board_show(const struct turn *turn, const char *part)
{
    static struct drawing d; /* large, and needed once at a time */
    d.turn = turn;
    d.map = turn->view.map;
    d.wanted = wanted_ends(turn);
    int centre = part[0] ? find_place(d.map, part) : LINEA_NOTHING;
    if (part[0] && centre == LINEA_NOTHING) {
        say("%s", tr("No place has that name."));
        return;
    }
    int zoom = part[0] ? ZOOM : 1;
    choose_size(&d);
    canvas_begin(&d.canvas, d.columns * zoom, d.rows * zoom);
    d.column = d.row = 0;
    if (!places_find(&d.places, d.map, d.canvas.columns, d.canvas.rows)) {
        routes_show(turn, part);
        return;
    }
    if (part[0])
        choose_window(&d, centre);
    draw(&d);
    say_rule();
    canvas_print(&d.canvas, d.column, d.row, d.columns, d.rows);
    say_legend(turn);
    if (!part[0])
        say_explanation();
    say_rule();
}
