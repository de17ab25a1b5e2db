/*
 * table/why.c - what a player asks who points at the board: why a route cannot be
 * claimed, and where a station would complete a ticket.
 *
 * SPDX-License-Identifier: MIT
 */
#include "event.h"
#include "linea/refusal.h"

int linea_table_read_route(const struct linea_map *map, const struct linea_json *json,
                           int value)
{
    char name[LINEA_MOVE_TEXT];
    for (int route = 0; route < map->routes; route++) {
        struct linea_out out;
        linea_out_init(&out, name, sizeof name);
        linea_route_write(map, &out, route);
        if (linea_json_is(json, value, name))
            return route;
    }
    return LINEA_NOTHING;
}

void linea_table_why(const struct linea_table *t, struct linea_list *object, int seat,
                     int route)
{
    struct linea_refusal refusal = linea_claim_refusal(&t->game, seat, route);
    struct linea_list why = linea_key_open(object, "why", "{", "}");
    linea_key_text(&why, "is", linea_obstacle_name(refusal.obstacle));
    if (refusal.owner != LINEA_NOBODY)
        linea_key_int(&why, "seat", refusal.owner);
    if (refusal.missing)
        linea_key_int(&why, "missing", refusal.missing);
    if (refusal.colour != LINEA_NOTHING)
        linea_key_text(&why, "colour", linea_map_kind_name(t->map, refusal.colour));
    linea_list_close(&why);
}

void linea_table_sites(const struct linea_table *t, struct linea_list *object, int seat)
{
    struct linea_list sites = linea_key_open(object, "sites", "[", "]");
    for (int l = 0; t->map->stations && l < t->map->locations; l++) {
        struct linea_set done = linea_station_completes(&t->game, seat, l);
        if (linea_set_empty(&done))
            continue;
        struct linea_list site = linea_list_object(&sites);
        linea_key_text(&site, "location",
                       linea_map_text(t->map, t->map->location[l].id));
        struct linea_list tickets = linea_key_open(&site, "completes", "[", "]");
        while (!linea_set_empty(&done))
            linea_list_ticket(&tickets, t->map, linea_set_pop(&done));
        linea_list_close(&tickets);
        linea_list_close(&site);
    }
    linea_list_close(&sites);
}
