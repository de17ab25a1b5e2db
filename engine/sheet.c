/*
 * engine/sheet.c - from a score sheet to a game that is over, and what follows from it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/sheet.h"

#include <string.h>

#include "linea/list.h"
#include "linea/refusal.h"
#include "linea/score.h"
#include "linea/text.h"
#include "play.h"
#include "position.h"

/* Nobody knows who holds a card at the end, and it makes no difference: all of them lie
   in the display and the pile. */
static void lay_cards(struct linea_game *g)
{
    int n = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        for (int i = 0; i < g->map->count[kind]; i++)
            if (n < LINEA_DISPLAY)
                g->display[n++] = (uint8_t)kind;
            else
                g->pile[g->pile_count++] = (uint8_t)kind;
    while (n < LINEA_DISPLAY)
        g->display[n++] = LINEA_NOTHING;
}

/* Tickets that nobody has shown lie in their decks. */
static void lay_tickets(struct linea_game *g)
{
    struct linea_set held = {{0}};
    for (int s = 0; s < g->seats; s++)
        linea_set_add_all(&held, &g->seat[s].tickets);
    for (int t = 0; t < g->map->tickets; t++) {
        int d = g->map->ticket[t].deck;
        if (!linea_set_has(&held, t))
            g->ticket[g->map->deck[d].first + g->deck[d].count++] = (uint8_t)t;
    }
}

/* Passengers whom nobody has taken wait somewhere. */
static void place_passengers(struct linea_game *g)
{
    const struct linea_map *map = g->map;
    int left[LINEA_PASSENGER_COLOURS], l = 0, n = 0;
    for (int colour = 0; colour < map->passenger_colours; colour++) {
        left[colour] = map->passenger_count[colour];
        for (int s = 0; s < g->seats; s++)
            left[colour] -= g->seat[s].taken[colour];
        while (left[colour]-- > 0) {
            for (; n == map->location[l].passengers; n = 0)
                l++;
            g->passengers[map->location[l].first_passenger + n++] = (uint8_t)colour;
        }
    }
}

/* Points and vehicles follow from the routes; false where there were too few. */
static bool count_vehicles(struct linea_game *g, struct linea_error *error, int s)
{
    struct linea_seat *seat = &g->seat[s];
    int spaces = 0;
    for (struct linea_set left = seat->routes; !linea_set_empty(&left);) {
        const struct linea_route *route = &g->map->route[linea_set_pop(&left)];
        spaces += route->length;
        seat->points = (int16_t)(seat->points + route->points);
    }
    if (spaces > g->map->vehicles)
        return linea_explain(error, LINEA_BAD_POSITION,
                             "the routes of seat %d have %d spaces, but it has %d "
                             "vehicles",
                             s, spaces, g->map->vehicles);
    seat->vehicles = (uint8_t)(g->map->vehicles - spaces);
    return true;
}

bool linea_sheet_read(struct linea_game *g, struct linea_error *error,
                      const struct linea_map *map, const struct linea_json *json,
                      int object)
{
    struct linea_game game;
    struct linea_seed none = {{0}};
    struct position_reader reader = {
        .g = &game, .map = map, .json = json, .error = error, .sheet = true};
    if (!linea_position_open(&reader, &none, object))
        return false;
    game.phase = LINEA_OVER;
    game.turn = LINEA_NOBODY;
    game.last_turns = 0;
    for (int s = 0; s < game.seats; s++)
        if (!count_vehicles(&game, error, s))
            return false;
    for (int s = 0; s < game.seats; s++)
        game.seat[s].open = linea_open_to(&game, s);
    lay_cards(&game);
    lay_tickets(&game);
    place_passengers(&game);
    if (!linea_game_check(&game, error))
        return false;
    *g = game;
    return true;
}

/* Why a route that nobody has cannot become a seat's, whatever cards it has. */
static bool is_closed(enum linea_obstacle obstacle)
{
    return obstacle == LINEA_CLAIM_PARALLEL || obstacle == LINEA_CLAIM_SINGLE ||
           obstacle == LINEA_CLAIM_VEHICLES;
}

static void write_closed(const struct linea_game *g, struct linea_list *list, int seat)
{
    struct linea_list closed = linea_list_object(list);
    for (int r = 0; r < g->map->routes; r++) {
        enum linea_obstacle obstacle = linea_claim_refusal(g, seat, r).obstacle;
        if (!is_closed(obstacle))
            continue;
        linea_list_next(&closed);
        linea_out_text(closed.out, "\"");
        linea_route_write(g->map, closed.out, r);
        linea_out_text(closed.out, "\":\"");
        linea_out_text(closed.out, linea_obstacle_name(obstacle));
        linea_out_text(closed.out, "\"");
    }
    linea_list_close(&closed);
}

void linea_sheet_write(const struct linea_game *g, struct linea_out *out)
{
    struct linea_result result;
    linea_game_score(g, &result);
    linea_out_text(out, "\"vehicles\":");
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int s = 0; s < g->seats; s++)
        linea_list_int(&list, g->seat[s].vehicles);
    linea_list_close(&list);
    linea_out_text(out, ",\"stations_left\":");
    list = linea_list_open(out, "[", "]");
    for (int s = 0; s < g->seats; s++)
        linea_list_int(&list, g->map->stations - linea_bits(g->seat[s].stations));
    linea_list_close(&list);
    linea_out_text(out, ",\"closed\":");
    list = linea_list_open(out, "[", "]");
    for (int s = 0; s < g->seats; s++)
        write_closed(g, &list, s);
    linea_list_close(&list);
    linea_out_text(out, ",");
    linea_scores_write(g, out, &result);
}
