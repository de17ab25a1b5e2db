/*
 * terminal/routes.c - routes, places and ways as lists.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "help.h"
#include "input.h"
#include "table.h"
#include "tr.h"

/* Tickets that a line names beside a route. */
enum { SERVED_SHOWN = 3 };

/* Whether a route, or one parallel to it, lies on the way of own ticket i. */
static bool serves(const struct desk *desk, int route, int i)
{
    const struct linea_set *way = &desk->way[i].routes;
    const struct linea_view *view = &desk->view;
    if (linea_set_has(&desk->done, desk->ticket[i]) ||
        !linea_set_has(&view->seat[view->viewer].open, route))
        return false;
    return linea_set_has(way, route) ||
           linea_set_meets(way, &view->map->route[route].parallels);
}

int tickets_served(const struct desk *desk, int route)
{
    int n = 0;
    for (int i = 0; i < desk->tickets; i++)
        n += serves(desk, route, i);
    return n;
}

static void put_served(struct linea_out *out, const struct desk *desk, int route)
{
    char text[LINE_SIZE];
    struct linea_out marks;
    const char *before = "◆";
    linea_out_init(&marks, text, sizeof text);
    for (int i = 0, n = 0; i < desk->tickets; i++) {
        if (!serves(desk, route, i))
            continue;
        if (++n > SERVED_SHOWN) {
            put(&marks, "…");
            break;
        }
        put(&marks, "%s%d", before, i + 1);
        before = ",";
    }
    if (text[0]) {
        put(out, "  ");
        put_ink(out, INK_STRONG, text);
    }
}

int passengers_waiting(const struct linea_view *view, int location,
                       uint8_t by_colour[LINEA_PASSENGER_COLOURS])
{
    const struct linea_location *place = &view->map->location[location];
    int n = 0;
    for (int c = 0; by_colour && c < LINEA_PASSENGER_COLOURS; c++)
        by_colour[c] = 0;
    for (int i = 0; i < place->passengers; i++) {
        int colour = view->passengers[place->first_passenger + i];
        if (colour == LINEA_NOTHING)
            continue;
        if (by_colour)
            by_colour[colour]++;
        n++;
    }
    return n;
}

/* "district 2", or "district 2/5" where the ends of a route are in two. */
static void put_districts(struct linea_out *out, const struct linea_map *map, int a,
                          int b)
{
    int at_a = map->location[a].district, at_b = map->location[b].district;
    char id[2 * LINE_SIZE] = "";
    struct linea_out words;
    linea_out_init(&words, id, sizeof id);
    if (at_a != LINEA_NOTHING)
        put(&words, "%s", linea_map_text(map, map->district_id[at_a]));
    if (at_b != LINEA_NOTHING && at_b != at_a)
        put(&words, "%s%s", id[0] ? "/" : "",
            linea_map_text(map, map->district_id[at_b]));
    if (!id[0])
        return;
    put(out, "  ");
    put(out, tr("distr. %s"), id);
}

/* What is special about a route; at most two of these are in use on one map. */
static void put_marks(struct linea_out *out, const struct desk *desk,
                      const struct linea_route *route)
{
    const struct linea_map *map = desk->view.map;
    if (route->tunnel)
        put(out, "  %s", tr("tunnel"));
    if (route->wilds) {
        put(out, "  ");
        put(out, tr("ferry %d"), route->wilds);
    }
    put_districts(out, map, route->a, route->b);
    int sights = (int)(map->attractions >> route->a & 1) +
                 (int)(map->attractions >> route->b & 1);
    if (sights)
        put(out, "  %s", sights == 2 ? "★★" : "★");
    if (linea_map_uses(map, LINEA_PASSENGERS_TAKEN)) {
        put(out, "  ");
        put(out, tr("pass. %1$d+%2$d"), passengers_waiting(&desk->view, route->a, NULL),
            passengers_waiting(&desk->view, route->b, NULL));
    }
}

/* Spaces of the longest route; columns of the longest name of a route's colour. */
static int longest_route(const struct linea_map *map)
{
    int longest = 0;
    for (int length = 1; length <= LINEA_LENGTH; length++)
        longest = map->route_points[length] ? length : longest;
    return longest;
}

static int colour_width(const struct linea_map *map)
{
    int widest = 0;
    for (int kind = 0; kind <= LINEA_GRAY; kind++) {
        char text[LINE_SIZE];
        struct linea_out out;
        if (kind == LINEA_WILD || (kind != LINEA_GRAY && kind >= map->colours))
            continue;
        linea_out_init(&out, text, sizeof text);
        put_kind(&out, map, kind);
        widest = text_width(text) > widest ? text_width(text) : widest;
    }
    return widest;
}

void put_route_line(struct linea_out *out, const struct desk *desk, int route,
                    int width)
{
    const struct linea_map *map = desk->view.map;
    const struct linea_route *r = &map->route[route];
    char text[LINE_SIZE], spaces[LINE_SIZE], colour[LINE_SIZE];
    struct linea_out part;
    linea_out_init(&part, text, sizeof text);
    put_route(&part, map, route);
    put_column(out, text, width);
    linea_out_init(&part, text, sizeof text);
    for (int i = 0; i < r->length; i++)
        put(&part, "■");
    linea_out_init(&part, spaces, sizeof spaces);
    put_coloured(&part, linea_map_kind_name(map, r->colour), text);
    put(out, " %d ", r->length);
    put_column(out, spaces, longest_route(map) + 1);
    linea_out_init(&part, colour, sizeof colour);
    put_kind(&part, map, r->colour);
    put_column(out, colour, colour_width(map) + 1);
    put(out, "+%-2d", r->points);
    put_marks(out, desk, r);
    put_served(out, desk, route);
}

int route_owner(const struct linea_view *view, int route)
{
    for (int s = 0; s < view->seats; s++)
        if (linea_set_has(&view->seat[s].routes, route))
            return s;
    return LINEA_NOBODY;
}

/* Whose a route is, or whether it may still be claimed. */
static void put_owner(struct linea_out *out, const struct desk *desk, int route)
{
    int owner = route_owner(&desk->view, route);
    if (owner != LINEA_NOBODY) {
        put(out, "  ");
        put_ink(out, INK_STRONG, desk->players->name[owner]);
    } else if (!linea_set_has(&desk_seat(desk)->open, route)) {
        put(out, "  %s", tr("closed"));
    }
}

bool location_matches(const struct linea_map *map, int l, const char *part)
{
    return text_contains(location_name(map, l), part) ||
           text_contains(linea_map_text(map, map->location[l].id), part);
}

/* Passengers, station and sights of a place. */
static void show_place(const struct desk *desk, int l)
{
    const struct linea_map *map = desk->view.map;
    uint8_t by_colour[LINEA_PASSENGER_COLOURS];
    char text[LINE_SIZE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    put_ink(&out, INK_HEAD, location_name(map, l));
    put_districts(&out, map, l, l);
    if (map->attractions >> l & 1)
        put(&out, "  ★ %s", tr("attraction"));
    if (map->dead_ends >> l & 1)
        put(&out, "  %s", tr("dead end"));
    for (int s = 0; s < desk->view.seats; s++)
        if (desk->view.seat[s].stations >> l & 1) {
            put(&out, "  ");
            put(&out, tr("station: %s"), desk->players->name[s]);
        }
    if (passengers_waiting(&desk->view, l, by_colour)) {
        put(&out, "  %s ", tr("passengers:"));
        put_taken(&out, map, by_colour);
    }
    say("%s", text);
}

static int name_width(const struct linea_map *map)
{
    int widest = 0;
    for (int r = 0; r < map->routes; r++) {
        char text[LINE_SIZE];
        struct linea_out out;
        linea_out_init(&out, text, sizeof text);
        put_route(&out, map, r);
        widest = text_width(text) > widest ? text_width(text) : widest;
    }
    return widest;
}

void routes_show(const struct desk *desk, const char *part)
{
    const struct linea_map *map = desk->view.map;
    int shown = 0, width = name_width(map);
    say_rule();
    for (int l = 0; l < map->locations && part[0]; l++)
        if (location_matches(map, l, part))
            show_place(desk, l);
    for (int r = 0; r < map->routes; r++) {
        char text[LINE_SIZE];
        struct linea_out out;
        if (part[0] && !location_matches(map, map->route[r].a, part) &&
            !location_matches(map, map->route[r].b, part))
            continue;
        linea_out_init(&out, text, sizeof text);
        put_route_line(&out, desk, r, width);
        put_owner(&out, desk, r);
        say("  %s", text);
        shown++;
    }
    if (!shown)
        say("%s", tr("No place has that name."));
    say_rule();
}

/* The routes still to be claimed for a ticket, in the order of the list. */
void ways_show(const struct desk *desk)
{
    const struct linea_map *map = desk->view.map;
    int width = name_width(map);
    say_rule();
    if (!desk->tickets)
        say("%s", tr("You hold no tickets."));
    for (int i = 0; i < desk->tickets; i++) {
        char text[LINE_SIZE];
        struct linea_out out;
        struct linea_set left = desk->way[i].routes;
        linea_out_init(&out, text, sizeof text);
        put(&out, "◆%d ", i + 1);
        put_ticket(&out, map, desk->ticket[i]);
        put(&out, ": ");
        put_state(&out, desk, desk->ticket[i], &desk->way[i]);
        say("%s", text);
        while (!linea_set_empty(&left) &&
               !linea_set_has(&desk->done, desk->ticket[i])) {
            linea_out_init(&out, text, sizeof text);
            put_route_line(&out, desk, linea_set_pop(&left), width);
            say("  %s", text);
        }
    }
    say_rule();
}
