/*
 * terminal/routes.c - routes, places and ways as lists.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/tr.h"
#include "help.h"
#include "input.h"
#include "linea/refusal.h"
#include "overview.h"

/* Tickets that a line names beside a route. */
enum { SERVED_SHOWN = 3 };

/* Whether a route, or one parallel to it, lies on the way of own ticket i. */
static bool serves(const struct turn *turn, int route, int i)
{
    const struct linea_set *way = &turn->way[i].routes;
    const struct linea_view *view = &turn->view;
    if (linea_set_has(&turn->done, turn->ticket[i]) ||
        !linea_set_has(&view->seat[view->viewer].open, route))
        return false;
    return linea_set_has(way, route) ||
           linea_set_meets(way, &view->map->route[route].parallels);
}

int tickets_served(const struct turn *turn, int route)
{
    int n = 0;
    for (int i = 0; i < turn->tickets; i++)
        n += serves(turn, route, i);
    return n;
}

/* "  ◆1,4": the own tickets that a route serves. */
static const char *served_marks(const struct turn *turn, int route)
{
    const char *list = "";
    for (int i = 0, n = 0; i < turn->tickets && n <= SERVED_SHOWN; i++)
        if (serves(turn, route, i))
            list = ++n > SERVED_SHOWN ? fmt("%s…", list)
                                      : join(list, ",", fmt("%d", i + 1));
    return list[0] ? fmt("  %s", inked(INK_STRONG, fmt("◆%s", list))) : "";
}

int passengers_waiting(const struct linea_view *view,
                       uint8_t by_colour[LINEA_PASSENGER_COLOURS], int location)
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

/* "  distr. 2", or "  distr. 2/5" where the ends of a route are in two. */
static const char *district_marks(const struct linea_map *map, int a, int b)
{
    int at_a = map->location[a].district, at_b = map->location[b].district;
    const char *id = "";
    if (at_a != LINEA_NOTHING)
        id = linea_map_text(map, map->district_id[at_a]);
    if (at_b != LINEA_NOTHING && at_b != at_a)
        id = join(id, "/", linea_map_text(map, map->district_id[at_b]));
    return id[0] ? fmt("  %s", fmt(tr("distr. %s"), id)) : "";
}

/* What is special about a route; at most two of these are in use on one map. */
static void put_marks(struct linea_out *out, const struct turn *turn,
                      const struct linea_route *route)
{
    const struct linea_map *map = turn->view.map;
    if (route->tunnel)
        put(out, "  %s", tr("tunnel"));
    if (route->wilds)
        put(out, "  %s", fmt(tr("ferry %d"), route->wilds));
    put(out, "%s", district_marks(map, route->a, route->b));
    int sights = (int)(map->attractions >> route->a & 1) +
                 (int)(map->attractions >> route->b & 1);
    if (sights)
        put(out, "  %s", sights == 2 ? "★★" : "★");
    if (linea_map_uses(map, LINEA_PASSENGERS_TAKEN))
        put(out, "  %s",
            fmt(tr("pass. %1$d+%2$d"), passengers_waiting(&turn->view, NULL, route->a),
                passengers_waiting(&turn->view, NULL, route->b)));
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
        if (kind == LINEA_WILD || (kind != LINEA_GRAY && kind >= map->colours))
            continue;
        int width = text_width(kind_name(map, kind));
        widest = width > widest ? width : widest;
    }
    return widest;
}

const char *route_line(const struct turn *turn, int route, int width)
{
    const struct linea_map *map = turn->view.map;
    const struct linea_route *r = &map->route[route];
    char text[LINE_SIZE];
    struct linea_out out = text_in(text);
    const char *spaces = "";
    for (int i = 0; i < r->length; i++)
        spaces = join(spaces, "", "■");
    spaces = coloured(linea_map_kind_name(map, r->colour), spaces);
    put(&out, "%s %d %s", column(route_name(map, route), width), r->length,
        column(spaces, longest_route(map) + 1));
    put(&out, "%s+%-2d", column(kind_name(map, r->colour), colour_width(map) + 1),
        r->points);
    put_marks(&out, turn, r);
    put(&out, "%s", served_marks(turn, route));
    return fmt("%s", text);
}

int route_owner(const struct linea_view *view, int route)
{
    for (int s = 0; s < view->seats; s++)
        if (linea_set_has(&view->seat[s].routes, route))
            return s;
    return LINEA_NOBODY;
}

/* What is in the way of claiming a route: whose it is, and where there is room what is
   missing. */
static const char *refusal_mark(const struct turn *turn, int route, bool missing)
{
    const struct linea_map *map = turn->view.map;
    struct linea_refusal r =
        linea_claim_refusal(&turn->guess, turn->view.viewer, route);
    switch (r.obstacle) {
    case LINEA_CLAIM_OWN:
    case LINEA_CLAIM_TAKEN:
        return fmt("  %s", inked(INK_STRONG, turn->players->name[r.owner]));
    case LINEA_CLAIM_PARALLEL:
    case LINEA_CLAIM_SINGLE:
        return fmt("  %s", tr("closed"));
    case LINEA_CLAIM_VEHICLES:
        return missing ? fmt("  %s −%d", vehicles_word(map), r.missing) : "";
    case LINEA_CLAIM_WILDS:
    case LINEA_CLAIM_CARDS:
        return missing ? fmt("  %s −%d", kind_name(map, r.colour), r.missing) : "";
    case LINEA_CLAIM_FREE:
    case LINEA_CLAIM_TURN:
    case LINEA_CLAIM_PHASE:
    case LINEA_OBSTACLES:
        break;
    }
    return "";
}

bool location_matches(const struct linea_map *map, int l, const char *part)
{
    return text_contains(location_name(map, l), part) ||
           text_contains(linea_map_text(map, map->location[l].id), part);
}

/* Passengers, station and sights of a place. */
static void show_place(const struct turn *turn, int l)
{
    const struct linea_map *map = turn->view.map;
    uint8_t by_colour[LINEA_PASSENGER_COLOURS];
    char text[LINE_SIZE];
    struct linea_out out = text_in(text);
    put(&out, "%s%s", inked(INK_HEAD, location_name(map, l)),
        district_marks(map, l, l));
    if (map->attractions >> l & 1)
        put(&out, "  ★ %s", tr("attraction"));
    if (map->dead_ends >> l & 1)
        put(&out, "  %s", tr("dead end"));
    for (int s = 0; s < turn->view.seats; s++)
        if (turn->view.seat[s].stations >> l & 1)
            put(&out, "  %s", fmt(tr("station: %s"), turn->players->name[s]));
    if (passengers_waiting(&turn->view, by_colour, l))
        put(&out, "  %s %s", tr("passengers:"), taken_names(map, by_colour));
    say("%s", text);
}

static int name_width(const struct linea_map *map)
{
    int widest = 0;
    for (int r = 0; r < map->routes; r++) {
        int width = text_width(route_name(map, r));
        widest = width > widest ? width : widest;
    }
    return widest;
}

void routes_show(const struct turn *turn, const char *part)
{
    const struct linea_map *map = turn->view.map;
    int shown = 0, width = name_width(map);
    say_rule();
    for (int l = 0; l < map->locations && part[0]; l++)
        if (location_matches(map, l, part))
            show_place(turn, l);
    for (int r = 0; r < map->routes; r++) {
        if (part[0] && !location_matches(map, map->route[r].a, part) &&
            !location_matches(map, map->route[r].b, part))
            continue;
        say("  %s%s", route_line(turn, r, width), refusal_mark(turn, r, part[0]));
        shown++;
    }
    if (!shown)
        say("%s", tr("No place has that name."));
    else if (part[0])
        say("%s", tr("−2: so many are missing to claim it."));
    say_rule();
}

/* The routes still to be claimed for a ticket, in the order of the list. */
void ways_show(const struct turn *turn, const char *rest)
{
    (void)rest;
    const struct linea_map *map = turn->view.map;
    int width = name_width(map);
    say_rule();
    if (!turn->tickets)
        say("%s", tr("You hold no tickets."));
    for (int i = 0; i < turn->tickets; i++) {
        struct linea_set left = turn->way[i].routes;
        say("◆%d %s: %s", i + 1, ticket_name(map, turn->ticket[i]),
            ticket_state(turn, turn->ticket[i], &turn->way[i]));
        while (!linea_set_empty(&left) && !linea_set_has(&turn->done, turn->ticket[i]))
            say("  %s", route_line(turn, linea_set_pop(&left), width));
    }
    say_rule();
}
