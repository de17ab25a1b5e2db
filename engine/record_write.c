/*
 * engine/record_write.c - the lines of a record: header, deal, moves, end.
 *
 * A record holds every outcome of chance, so that a replay needs no random generator.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/list.h"
#include "linea/text.h"
#include "words.h"

static void write_fair(struct linea_out *out, const struct linea_fair *fair, int seats)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    bool sealed = false;
    for (int s = 0; s < seats; s++)
        sealed |= fair->sealed[s];
    linea_key_bytes(&object, "commitment", fair->commitment, LINEA_FAIR_BYTES);
    linea_key_bytes(&object, "secret", fair->secret, LINEA_FAIR_BYTES);
    if (sealed)
        linea_key_hashes(&object, "seals", seats, fair->sealed, fair->seal);
    linea_key_hashes(&object, "nonces", seats, fair->given, fair->nonce);
    if (fair->first_named)
        linea_key_int(&object, "first", fair->first);
    linea_list_close(&object);
}

void linea_record_header(struct linea_out *out, const struct linea_map *map,
                         const char *const names[], int seats, int first,
                         const struct linea_seed *seed, const struct linea_fair *fair,
                         const struct linea_view *position)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int(&object, "linea", 1);
    linea_key_text(&object, "map", linea_map_text(map, map->id));
    linea_key_bytes(&object, "map_hash", map->hash, sizeof map->hash);
    struct linea_list list = linea_key_open(&object, "seats", "[", "]");
    for (int s = 0; s < seats; s++)
        linea_list_text(&list, names[s]);
    linea_list_close(&list);
    linea_key_int(&object, "first", first);
    linea_key_bytes(&object, "seed", seed->byte, sizeof seed->byte);
    if (fair) {
        linea_list_key(&object, "fair");
        write_fair(out, fair, seats);
    }
    if (position) {
        linea_list_key(&object, "position");
        linea_view_write(position, out);
    }
    linea_list_close(&object);
}

static void write_dealt_passengers(const struct linea_game *g, struct linea_out *out,
                                   const struct linea_event *deal)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    for (int l = 0; l < g->map->locations; l++) {
        const struct linea_location *location = &g->map->location[l];
        if (!location->passengers)
            continue;
        struct linea_list list =
            linea_key_open(&object, linea_map_text(g->map, location->id), "[", "]");
        for (int i = 0; i < location->passengers; i++)
            linea_list_text(
                &list, linea_map_passenger_name(
                           g->map, deal->passenger[location->first_passenger + i]));
        linea_list_close(&list);
    }
    linea_list_close(&object);
}

void linea_record_deal(const struct linea_game *g, struct linea_out *out,
                       const struct linea_event *deal)
{
    int dealt = g->seats * g->map->hand;
    linea_out_text(out, "{\"deal\":");
    struct linea_list object = linea_list_open(out, "{", "}");
    struct linea_list list = linea_key_open(&object, "hands", "[", "]");
    for (int s = 0; s < g->seats; s++) {
        linea_list_next(&list);
        linea_list_cards(out, g->map, deal->card + s * g->map->hand, g->map->hand);
    }
    linea_list_close(&list);
    linea_list_key(&object, "up");
    linea_list_cards(out, g->map, deal->card + dealt, deal->cards - dealt);
    if (deal->tickets) {
        int each = linea_dealt_each(g->map);
        list = linea_key_open(&object, "offers", "[", "]");
        for (int s = 0; s < g->seats; s++) {
            linea_list_next(&list);
            linea_list_tickets(out, g->map, deal->ticket + s * each, each);
        }
        linea_list_close(&list);
    }
    if (linea_map_uses(g->map, LINEA_PASSENGERS_TAKEN)) {
        linea_list_key(&object, "passengers");
        write_dealt_passengers(g, out, deal);
    }
    linea_list_close(&object);
    linea_out_text(out, "}");
}

/* What chance did in a move, under the key that its kind of move has; nothing of what
   linea_event_hide() took out. */
static void write_outcome(const struct linea_game *before, struct linea_list *object,
                          const struct linea_event *event)
{
    linea_move m = event->move;
    const struct linea_map *map = before->map;
    int first_up = event->cards - event->up;
    if (linea_move_kind(m) == LINEA_DRAW && linea_move_low(m) == LINEA_BLIND) {
        if (event->card[0] != LINEA_NOTHING) {
            linea_key_text(object, "drew", linea_map_kind_name(map, event->card[0]));
        }
    } else if (linea_move_kind(m) == LINEA_CLAIM &&
               map->route[linea_move_place(m)].tunnel) {
        linea_list_key(object, "reveal");
        linea_list_cards(object->out, map, event->card, first_up);
    } else if (linea_move_kind(m) == LINEA_TICKETS_DRAW &&
               event->ticket[0] != LINEA_NOTHING) {
        linea_list_key(object, "drew");
        linea_list_tickets(object->out, map, event->ticket, event->tickets);
    }
    if (event->up) {
        linea_list_key(object, "up");
        linea_list_cards(object->out, map, event->card + first_up, event->up);
    }
}

void linea_record_move(const struct linea_game *before, struct linea_out *out,
                       const struct linea_event *event)
{
    linea_record_move_by(before, out, event, NULL);
}

void linea_record_move_by(const struct linea_game *before, struct linea_out *out,
                          const struct linea_event *event, const char *by)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_int(&object, "seat", event->seat);
    linea_key_move(&object, "move", before, event->move);
    write_outcome(before, &object, event);
    if (by && by[0])
        linea_key_text(&object, "by", by);
    linea_list_close(&object);
}

static void write_score(const struct linea_map *map, struct linea_out *out,
                        const struct linea_score *score)
{
    struct linea_list object = linea_list_open(out, "{", "}");
    for (int source = 0; source < LINEA_SOURCES; source++)
        if (linea_map_has_source(map, (enum linea_source)source))
            linea_key_int(&object, linea_source_name((enum linea_source)source),
                          score->from[source]);
    linea_key_int(&object, "total", score->total);
    linea_key_int(&object, "tickets_done", score->tickets_done);
    linea_list_close(&object);
}

void linea_scores_write(const struct linea_game *g, struct linea_out *out,
                        const struct linea_result *result)
{
    linea_out_text(out, "\"scores\":");
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int s = 0; s < g->seats; s++) {
        linea_list_next(&list);
        write_score(g->map, out, &result->seat[s]);
    }
    linea_list_close(&list);
    linea_out_text(out, ",\"winners\":");
    list = linea_list_open(out, "[", "]");
    for (int s = 0; s < g->seats; s++)
        if (result->winners >> s & 1)
            linea_list_int(&list, s);
    linea_list_close(&list);
}

void linea_record_end(const struct linea_game *g, struct linea_out *out,
                      const struct linea_result *result)
{
    linea_out_text(out, "{\"end\":{");
    linea_scores_write(g, out, result);
    linea_out_text(out, "}}");
}
