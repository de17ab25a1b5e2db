/*
 * table/advise.c - how the game stands for one seat or a spectator: own tickets with
 * the shortest way still open, and the scores so far, as far as they may know them.
 *
 * Ways are found on the view of the caller, and scores are of a game without the
 * tickets of others: an answer cannot reveal what is hidden.
 *
 * SPDX-License-Identifier: MIT
 */
#include "event.h"
#include "linea/way.h"

/* One seat or a spectator, and what they see. */
struct advice {
    const struct linea_map *map;
    int seat; /* or LINEA_NOBODY */
    struct linea_view view;
    struct linea_result result; /* as far as they may know it */
};

/* One ticket: done, to be done with the vehicles that are left, or blocked. */
static void write_ticket(const struct advice *a, struct linea_list *list, int ticket)
{
    const struct linea_ticket *t = &a->map->ticket[ticket];
    struct linea_way way;
    linea_way_find(&a->view, &way, a->seat, t->a, t->b);
    bool done = way.spaces == 0 || linea_set_has(&a->result.seat[a->seat].done, ticket);
    bool open = way.spaces > 0 && way.spaces <= a->view.seat[a->seat].vehicles;
    struct linea_list object = linea_list_object(list);
    linea_key_ticket(&object, "ticket", a->map, ticket);
    linea_key_text(&object, "is", done ? "done" : open ? "open" : "blocked");
    if (done)
        way = (struct linea_way){0};
    linea_key_routes(&object, "way", a->map, way.routes);
    linea_key_int(&object, "spaces", way.spaces < 0 ? 0 : way.spaces);
    linea_list_close(&object);
}

/* Tickets held, then those on offer. */
static void write_tickets(const struct advice *a, struct linea_list *object)
{
    struct linea_list list = linea_key_open(object, "tickets", "[", "]");
    if (a->seat != LINEA_NOBODY) {
        const struct linea_view_seat *seat = &a->view.seat[a->seat];
        for (struct linea_set left = seat->tickets; !linea_set_empty(&left);)
            write_ticket(a, &list, linea_set_pop(&left));
        for (int i = 0; i < seat->offered; i++)
            write_ticket(a, &list, seat->offer[i]);
    }
    linea_list_close(&list);
}

/* Whether they may know what a seat has from a source: who has most tickets shows only
   at the end. */
static bool is_known(const struct advice *a, int seat, enum linea_source source)
{
    bool over = a->view.phase == LINEA_OVER;
    if (source == LINEA_FROM_TICKETS)
        return over || seat == a->seat;
    return over || source != LINEA_FROM_GLOBETROTTER;
}

static void write_score(const struct advice *a, struct linea_list *list, int seat)
{
    const struct linea_score *score = &a->result.seat[seat];
    int total = 0;
    struct linea_list object = linea_list_object(list);
    for (int i = 0; i < LINEA_SOURCES; i++) {
        enum linea_source source = (enum linea_source)i;
        if (!linea_map_has_source(a->map, source) || !is_known(a, seat, source))
            continue;
        linea_key_int(&object, linea_source_name(source), score->from[source]);
        total += score->from[source];
    }
    linea_key_int(&object, "total", total);
    if (is_known(a, seat, LINEA_FROM_TICKETS))
        linea_key_int(&object, "tickets_done", score->tickets_done);
    linea_list_close(&object);
}

void linea_table_advise(const struct linea_table *t, struct linea_list *object,
                        int seat)
{
    struct advice a = {.map = t->map, .seat = seat};
    struct linea_game known = t->game;
    for (int s = 0; s < t->seats && !t->over; s++)
        if (s != seat)
            known.seat[s].tickets = (struct linea_set){{0}};
    linea_game_view(&t->game, &a.view,
                    seat == LINEA_NOBODY ? LINEA_TABLE_PUBLIC : seat);
    linea_game_score(&known, &a.result);
    write_tickets(&a, object);
    struct linea_list scores = linea_key_open(object, "scores", "[", "]");
    for (int s = 0; s < t->seats; s++)
        write_score(&a, &scores, s);
    linea_list_close(&scores);
}
