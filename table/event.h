/*
 * table/event.h - what can happen at a table; private to it.
 *
 * A request and a stored line both end as a struct table_event; linea_table_apply() is
 * the only function that changes a table.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TABLE_EVENT_H
#define TABLE_EVENT_H

#include "linea/list.h"
#include "linea/table.h"

enum table_event_kind {
    TABLE_MADE,
    TABLE_SAT,
    TABLE_LEFT,
    TABLE_BEGAN,
    TABLE_MOVED,
    TABLE_SAID,
    TABLE_RESIGNED,
    TABLE_TIMED_OUT,
    TABLE_AGAIN,
    TABLE_NEXT,
    TABLE_EVENT_KINDS
};

struct table_event {
    enum table_event_kind kind;
    int64_t at;
    int seat; /* the seat concerned, or LINEA_NOBODY */
    uint64_t player;
    bool has_nonce;
    uint8_t nonce[LINEA_TABLE_SECRET];
    char name[LINEA_SEAT_NAME];
    char text[LINEA_TABLE_CHAT + 1];
    uint64_t next; /* the game that follows */
    linea_move move;
    struct linea_event outcome;      /* of a move, once it is made */
    const struct linea_table *table; /* as made, for TABLE_MADE */
};

/* The name of an event in the log and the protocol ("sat"). */
const char *linea_table_event_name(enum table_event_kind kind);

/* "bot" or "idle". */
const char *linea_table_takeover_name(const struct linea_table *t);

/* Apply an event, and emit it unless io is NULL. */
void linea_table_apply(struct linea_table *t, struct table_event *e,
                       const struct linea_table_io *io);

/* Emit an event that has been applied; `before` is the game before it. */
void linea_table_emit(const struct linea_table *t, const struct linea_table_io *io,
                      const struct table_event *e, const struct linea_game *before);

/* Read the settings of a table from an object of io->json, requested or stored. */
bool linea_table_read(struct linea_table *t, struct linea_error *error,
                      const struct linea_table_io *io, int object);

/* Write them as keys of an object. */
void linea_table_write(const struct linea_table *t, struct linea_list *object);

/* Write tickets and scores as a seat may know them, or LINEA_NOBODY for spectators; the
   game has begun. */
void linea_table_advise(const struct linea_table *t, struct linea_list *object,
                        int seat);

/* The route that a request names, or LINEA_NOTHING. */
int linea_table_read_route(const struct linea_map *map, const struct linea_json *json,
                           int value);

/* Write why a seat cannot claim a route; where one more station would complete a ticket
   of it. The game has begun. */
void linea_table_why(const struct linea_table *t, struct linea_list *object, int seat,
                     int route);
void linea_table_sites(const struct linea_table *t, struct linea_list *object,
                       int seat);

/* What the shuffles are made of. */
void linea_table_fair(const struct linea_table *t, struct linea_fair *out);

/* Times are numbers of milliseconds; people and games are strings of 16 hex digits. */
bool linea_table_read_time(const struct linea_json *json, int64_t *out, int value);
void linea_table_write_id(struct linea_out *out, uint64_t id);
bool linea_table_read_id(const struct linea_json *json, uint64_t *out, int value);

#endif
