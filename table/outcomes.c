/*
 * table/outcomes.c - what came of everybody's tickets and longest paths, with the
 * routes that prove it, for the end of a game and for replays.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/list.h"
#include "linea/table.h"
#include "linea/way.h"

/* A completed ticket comes with the way that joins its ends. It is found in `usable`:
   the view of a seat without routes, to which just what the seat has or borrows is
   open. */
static void write_ticket(struct linea_list *list, const struct linea_view *usable,
                         int seat, int ticket, bool done)
{
    const struct linea_ticket *t = &usable->map->ticket[ticket];
    struct linea_way way = {0};
    if (done)
        linea_way_find(usable, &way, seat, t->a, t->b);
    struct linea_list object = linea_list_object(list);
    linea_key_ticket(&object, "ticket", usable->map, ticket);
    linea_key_bool(&object, "done", done);
    linea_key_routes(&object, "way", usable->map, way.routes);
    linea_list_close(&object);
}

static void write_seat(struct linea_list *list, const struct linea_view *view,
                       const struct linea_score *score, int seat)
{
    struct linea_view usable = *view;
    struct linea_view_seat *own = &usable.seat[seat];
    own->open = own->routes;
    linea_set_add_all(&own->open, &score->borrowed);
    own->routes = (struct linea_set){{0}};
    struct linea_list object = linea_list_object(list);
    struct linea_list tickets = linea_key_open(&object, "tickets", "[", "]");
    for (struct linea_set left = own->tickets; !linea_set_empty(&left);) {
        int ticket = linea_set_pop(&left);
        write_ticket(&tickets, &usable, seat, ticket,
                     linea_set_has(&score->done, ticket));
    }
    linea_list_close(&tickets);
    linea_key_routes(&object, "longest", view->map, score->longest_path);
    linea_key_int(&object, "spaces", score->longest);
    linea_list_close(&object);
}

void linea_outcomes_write(const struct linea_game *g, struct linea_out *out)
{
    struct linea_view view;
    struct linea_result result;
    linea_game_view(g, &view, LINEA_ALL);
    linea_game_score(g, &result);
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int s = 0; s < g->seats; s++)
        write_seat(&list, &view, &result.seat[s], s);
    linea_list_close(&list);
}
