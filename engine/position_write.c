/*
 * engine/position_write.c - a view, or a whole position, as one JSON object.
 *
 * What the view does not show is written as a number in place of the contents.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/list.h"
#include "linea/text.h"
#include "rules/mechanic.h"
#include "words.h"

const char *linea_phase_name(enum linea_phase phase)
{
    static const char *const names[LINEA_PHASES] = {
        [LINEA_OPENING_MIX] = "opening-mix",
        [LINEA_OPENING_KEEP] = "opening-keep",
        [LINEA_TURN] = "turn",
        [LINEA_SECOND_CARD] = "second-card",
        [LINEA_KEEP_TICKETS] = "keep",
        [LINEA_TUNNEL] = "tunnel",
        [LINEA_PASSENGERS_TAKE] = "passengers",
        [LINEA_OVER] = "over",
    };
    return names[phase];
}

static void write_kinds(struct linea_out *out, const struct linea_map *map,
                        const uint8_t cards[LINEA_KINDS])
{
    struct linea_list list = linea_list_open(out, "{", "}");
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        if (cards[kind])
            linea_key_int(&list, linea_map_kind_name(map, kind), cards[kind]);
    linea_list_close(&list);
}

static void write_hands(struct linea_list *object, const struct linea_view *view)
{
    struct linea_list list = linea_key_open(object, "hands", "[", "]");
    for (int s = 0; s < view->seats; s++) {
        linea_list_next(&list);
        if (view->seat[s].cards_seen)
            write_kinds(list.out, view->map, view->seat[s].cards);
        else
            linea_out_int(list.out, view->seat[s].hand);
    }
    linea_list_close(&list);
}

static void write_vehicles(struct linea_list *object, const struct linea_view *view)
{
    struct linea_list list = linea_key_open(object, "vehicles", "[", "]");
    for (int s = 0; s < view->seats; s++)
        linea_list_int(&list, view->seat[s].vehicles);
    linea_list_close(&list);
    list = linea_key_open(object, "points", "[", "]");
    for (int s = 0; s < view->seats; s++)
        linea_list_int(&list, view->seat[s].points);
    linea_list_close(&list);
}

static void write_routes(struct linea_list *object, const struct linea_view *view)
{
    struct linea_list list = linea_key_open(object, "routes", "{", "}");
    for (int r = 0; r < view->map->routes; r++)
        for (int s = 0; s < view->seats; s++) {
            if (!linea_set_has(&view->seat[s].routes, r))
                continue;
            linea_list_next(&list);
            linea_out_text(list.out, "\"");
            linea_route_write(view->map, list.out, r);
            linea_out_text(list.out, "\":");
            linea_out_int(list.out, s);
        }
    linea_list_close(&list);
}

static void write_tickets(struct linea_list *object, const struct linea_view *view)
{
    struct linea_list list = linea_key_open(object, "tickets", "[", "]");
    for (int s = 0; s < view->seats; s++) {
        linea_list_next(&list);
        if (!view->seat[s].tickets_seen) {
            linea_out_int(list.out, view->seat[s].held);
            continue;
        }
        struct linea_list held = linea_list_open(list.out, "[", "]");
        for (struct linea_set left = view->seat[s].tickets; !linea_set_empty(&left);)
            linea_list_ticket(&held, view->map, linea_set_pop(&left));
        linea_list_close(&held);
    }
    linea_list_close(&list);
}

static void write_piles(struct linea_list *object, const struct linea_view *view)
{
    linea_list_key(object, "pile");
    if (view->order_seen)
        linea_list_cards(object->out, view->map, view->pile, view->pile_count);
    else
        linea_out_int(object->out, view->pile_count);
    linea_list_key(object, "discards");
    write_kinds(object->out, view->map, view->discards);
    linea_list_key(object, "display");
    linea_list_cards(object->out, view->map, view->display, LINEA_DISPLAY);
    struct linea_list decks = linea_key_open(object, "decks", "{", "}");
    for (int d = 0; d < view->map->decks; d++) {
        linea_list_key(&decks, linea_map_text(view->map, view->map->deck[d].id));
        if (view->order_seen)
            linea_list_tickets(decks.out, view->map,
                               view->deck + view->map->deck[d].first,
                               view->deck_count[d]);
        else
            linea_out_int(decks.out, view->deck_count[d]);
    }
    linea_list_close(&decks);
}

/* Tickets put back, by who knows where: with their place, or shuffled since. */
static bool write_returned(struct linea_list *object, const struct linea_view *view,
                           const char *key, int somewhere)
{
    bool any = false;
    struct linea_list list;
    for (int t = 0; t < view->map->tickets; t++) {
        int who = view->returned[t];
        if (who == LINEA_NOBODY || (who & LINEA_SOMEWHERE) != somewhere)
            continue;
        if (!any) {
            list = linea_key_open(object, key, "{", "}");
            any = true;
        }
        linea_list_ticket(&list, view->map, t);
        linea_out_text(list.out, ":");
        linea_out_int(list.out, who & ~LINEA_SOMEWHERE);
    }
    if (any)
        linea_list_close(&list);
    return any;
}

/* What players remember beyond what lies on the table; absent when that is nothing. */
static void write_seen(struct linea_list *object, const struct linea_view *view)
{
    bool cards = false, tickets = false;
    for (int s = 0; s < view->seats; s++)
        cards |= linea_hand_size(view->seat[s].seen) > 0;
    for (int t = 0; t < view->map->tickets; t++)
        tickets |= view->returned[t] != LINEA_NOBODY;
    if (!cards && !tickets)
        return;
    struct linea_list seen = linea_key_open(object, "seen", "{", "}");
    if (cards) {
        struct linea_list list = linea_key_open(&seen, "cards", "[", "]");
        for (int s = 0; s < view->seats; s++) {
            linea_list_next(&list);
            write_kinds(list.out, view->map, view->seat[s].seen);
        }
        linea_list_close(&list);
    }
    write_returned(&seen, view, "returned", 0);
    write_returned(&seen, view, "shuffled", LINEA_SOMEWHERE);
    linea_list_close(&seen);
}

static void write_offer(struct linea_out *out, const struct linea_view *view, int s)
{
    const struct linea_view_seat *seat = &view->seat[s];
    if (seat->offer_seen)
        linea_list_tickets(out, view->map, seat->offer, seat->offered);
    else
        linea_out_int(out, seat->offered);
}

static void write_opening(struct linea_out *out, const struct linea_view *view)
{
    linea_out_text(out, "{\"offers\":");
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int s = 0; s < view->seats; s++) {
        linea_list_next(&list);
        if (view->seat[s].offered)
            write_offer(out, view, s);
        else
            linea_out_text(out, "null");
    }
    linea_list_close(&list);
    linea_out_text(out, "}");
}

static void write_keep(struct linea_out *out, const struct linea_view *view)
{
    int offered = view->seat[view->turn].offered;
    linea_out_text(out, "{\"offer\":");
    write_offer(out, view, view->turn);
    linea_out_text(out, ",\"at_least\":");
    linea_out_int(out, linea_keep_least(view->map, LINEA_KEEP_TICKETS, offered));
    linea_out_text(out, "}");
}

static void write_pending(struct linea_list *object, const struct linea_view *view)
{
    const struct mechanic *mechanic =
        linea_mechanic_of_phase((enum linea_phase)view->phase);
    linea_list_key(object, "pending");
    switch ((enum linea_phase)view->phase) {
    case LINEA_OPENING_MIX:
    case LINEA_OPENING_KEEP:
        write_opening(object->out, view);
        break;
    case LINEA_KEEP_TICKETS:
        write_keep(object->out, view);
        break;
    default:
        if (mechanic)
            mechanic->write_pending(object->out, view);
        else
            linea_out_text(object->out, "null");
    }
}

void linea_view_write(const struct linea_view *view, struct linea_out *out)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_list_key(&object, "map");
    linea_out_string(out, linea_map_text(view->map, view->map->id));
    linea_key_int(&object, "seats", view->seats);
    linea_key_int(&object, "first", view->first);
    linea_key_int_or_null(&object, "turn", view->turn, LINEA_NOBODY);
    linea_list_key(&object, "phase");
    linea_out_string(out, linea_phase_name((enum linea_phase)view->phase));
    linea_key_int_or_null(&object, "last_turns", view->last_turns, LINEA_LAST_TURNS_NO);
    linea_key_int(&object, "passes", view->passes);
    write_hands(&object, view);
    write_vehicles(&object, view);
    write_routes(&object, view);
    write_tickets(&object, view);
    write_piles(&object, view);
    for (int m = 0; m < LINEA_MECHANICS; m++)
        if (linea_mechanics[m]->write && view->map->mechanics >> m & 1)
            linea_mechanics[m]->write(&object, view);
    write_seen(&object, view);
    write_pending(&object, view);
    linea_list_close(&object);
}
