/*
 * linea/list.h - JSON lists and objects being written.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_LIST_H
#define LINEA_LIST_H

#include "linea/json.h"
#include "linea/map.h"
#include "linea/move.h"

struct linea_game;

/* A list being written: what stands before its next element. */
struct linea_list {
    struct linea_out *out;
    const char *before, *close;
};

struct linea_list linea_list_open(struct linea_out *out, const char *open,
                                  const char *close);
struct linea_list linea_key_open(struct linea_list *object, const char *key,
                                 const char *open, const char *close);
void linea_list_next(struct linea_list *list);

/* Begin an object, as the next element. */
struct linea_list linea_list_object(struct linea_list *list);
void linea_list_close(const struct linea_list *list);
void linea_list_text(struct linea_list *list, const char *text);
void linea_list_key(struct linea_list *list, const char *key);
void linea_list_int(struct linea_list *list, int number);
void linea_key_int(struct linea_list *list, const char *key, int64_t number);
void linea_key_int_or_null(struct linea_list *list, const char *key, int number,
                           int null);
void linea_key_text(struct linea_list *list, const char *key, const char *text);
void linea_key_bool(struct linea_list *list, const char *key, bool yes);
void linea_key_ticket(struct linea_list *list, const char *key,
                      const struct linea_map *map, int ticket);
void linea_key_route(struct linea_list *list, const char *key,
                     const struct linea_map *map, int route);
void linea_key_routes(struct linea_list *list, const char *key,
                      const struct linea_map *map, struct linea_set routes);

/* Moves of a game as it stands, as text. */
void linea_key_move(struct linea_list *list, const char *key,
                    const struct linea_game *g, linea_move m);
void linea_key_moves(struct linea_list *list, const char *key,
                     const struct linea_game *g, const linea_move *moves, int n);

void linea_key_bytes(struct linea_list *list, const char *key, const uint8_t *bytes,
                     size_t size);
void linea_key_id(struct linea_list *list, const char *key, uint64_t id);

/* A list of 32 bytes, or null, for each seat. */
void linea_key_hashes(struct linea_list *list, const char *key, int seats,
                      const bool *has, const uint8_t (*bytes)[32]);

void linea_list_ticket(struct linea_list *list, const struct linea_map *map,
                       int ticket);
void linea_list_cards(struct linea_out *out, const struct linea_map *map,
                      const uint8_t *cards, int n);
void linea_list_tickets(struct linea_out *out, const struct linea_map *map,
                        const uint8_t *tickets, int n);

#endif
