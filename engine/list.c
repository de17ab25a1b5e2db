/*
 * engine/list.c - JSON lists and objects, element by element.
 *
 * SPDX-License-Identifier: MIT
 */
#include "linea/list.h"

#include "linea/text.h"

struct linea_list linea_list_open(struct linea_out *out, const char *open,
                                  const char *close)
{
    linea_out_text(out, open);
    return (struct linea_list){out, "", close};
}

void linea_list_next(struct linea_list *list)
{
    linea_out_text(list->out, list->before);
    list->before = ",";
}

struct linea_list linea_list_object(struct linea_list *list)
{
    linea_list_next(list);
    return linea_list_open(list->out, "{", "}");
}

void linea_list_close(const struct linea_list *list)
{
    linea_out_text(list->out, list->close);
}

void linea_list_text(struct linea_list *list, const char *text)
{
    linea_list_next(list);
    linea_out_string(list->out, text);
}

/* Begin a pair of an object. */
void linea_list_key(struct linea_list *list, const char *key)
{
    linea_list_text(list, key);
    linea_out_text(list->out, ":");
}

struct linea_list linea_key_open(struct linea_list *object, const char *key,
                                 const char *open, const char *close)
{
    linea_list_key(object, key);
    return linea_list_open(object->out, open, close);
}

void linea_list_int(struct linea_list *list, int number)
{
    linea_list_next(list);
    linea_out_int(list->out, number);
}

void linea_key_int(struct linea_list *list, const char *key, int64_t number)
{
    linea_list_key(list, key);
    linea_out_int(list->out, number);
}

void linea_key_int_or_null(struct linea_list *list, const char *key, int number,
                           int null)
{
    linea_list_key(list, key);
    if (number == null)
        linea_out_text(list->out, "null");
    else
        linea_out_int(list->out, number);
}

void linea_key_text(struct linea_list *list, const char *key, const char *text)
{
    linea_list_key(list, key);
    linea_out_string(list->out, text);
}

void linea_key_bool(struct linea_list *list, const char *key, bool yes)
{
    linea_list_key(list, key);
    linea_out_text(list->out, yes ? "true" : "false");
}

void linea_key_ticket(struct linea_list *list, const char *key,
                      const struct linea_map *map, int ticket)
{
    linea_list_key(list, key);
    linea_out_text(list->out, "\"");
    linea_ticket_write(map, list->out, ticket);
    linea_out_text(list->out, "\"");
}

void linea_key_route(struct linea_list *list, const char *key,
                     const struct linea_map *map, int route)
{
    linea_list_key(list, key);
    linea_out_text(list->out, "\"");
    linea_route_write(map, list->out, route);
    linea_out_text(list->out, "\"");
}

void linea_key_routes(struct linea_list *list, const char *key,
                      const struct linea_map *map, struct linea_set routes)
{
    struct linea_list array = linea_key_open(list, key, "[", "]");
    while (!linea_set_empty(&routes)) {
        linea_list_next(&array);
        linea_out_text(list->out, "\"");
        linea_route_write(map, list->out, linea_set_pop(&routes));
        linea_out_text(list->out, "\"");
    }
    linea_list_close(&array);
}

static void write_move(struct linea_out *out, const struct linea_game *g, linea_move m)
{
    linea_out_text(out, "\"");
    linea_move_write(g, out, m);
    linea_out_text(out, "\"");
}

void linea_key_move(struct linea_list *list, const char *key,
                    const struct linea_game *g, linea_move m)
{
    linea_list_key(list, key);
    write_move(list->out, g, m);
}

void linea_key_moves(struct linea_list *list, const char *key,
                     const struct linea_game *g, const linea_move *moves, int n)
{
    struct linea_list array = linea_key_open(list, key, "[", "]");
    for (int i = 0; i < n; i++) {
        linea_list_next(&array);
        write_move(list->out, g, moves[i]);
    }
    linea_list_close(&array);
}

void linea_key_bytes(struct linea_list *list, const char *key, const uint8_t *bytes,
                     size_t size)
{
    linea_list_key(list, key);
    linea_out_bytes(list->out, bytes, size);
}

void linea_key_id(struct linea_list *list, const char *key, uint64_t id)
{
    linea_list_key(list, key);
    linea_out_id(list->out, id);
}

void linea_key_hashes(struct linea_list *list, const char *key, int seats,
                      const bool *has, const uint8_t (*bytes)[32])
{
    struct linea_list array = linea_key_open(list, key, "[", "]");
    for (int s = 0; s < seats; s++) {
        linea_list_next(&array);
        if (has[s])
            linea_out_bytes(list->out, bytes[s], 32);
        else
            linea_out_text(list->out, "null");
    }
    linea_list_close(&array);
}

void linea_list_ticket(struct linea_list *list, const struct linea_map *map, int ticket)
{
    linea_list_next(list);
    linea_out_text(list->out, "\"");
    linea_ticket_write(map, list->out, ticket);
    linea_out_text(list->out, "\"");
}

void linea_list_cards(struct linea_out *out, const struct linea_map *map,
                      const uint8_t *cards, int n)
{
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int i = 0; i < n; i++)
        linea_list_text(&list, linea_map_kind_name(map, cards[i]));
    linea_list_close(&list);
}

void linea_list_tickets(struct linea_out *out, const struct linea_map *map,
                        const uint8_t *tickets, int n)
{
    struct linea_list list = linea_list_open(out, "[", "]");
    for (int i = 0; i < n; i++)
        linea_list_ticket(&list, map, tickets[i]);
    linea_list_close(&list);
}
