/*
 * table/event.h - what can happen at a table; private to it.
 *
 * A request and a stored line both end as a struct table_event; linea_table_happen() is
 * the only function that changes a table.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TABLE_EVENT_H
#define TABLE_EVENT_H

#include "linea/list.h"
#include "linea/table.h"

enum table_what {
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
    TABLE_WHATS
};

struct table_event {
    enum table_what what;
    int64_t at;
    int seat; /* whom it is about, or LINEA_NOBODY */
    uint64_t player;
    bool has_nonce;
    uint8_t nonce[TABLE_SECRET];
    char name[LINEA_SEAT_NAME];
    char text[TABLE_CHAT + 1];
    uint64_t next; /* the game that follows */
    linea_move move;
    struct linea_event outcome;      /* of a move, once it is made */
    const struct linea_table *table; /* as made, for TABLE_MADE */
};

/* The name of an event in the log and the protocol ("sat"). */
const char *linea_table_what(enum table_what what);

/* Carry an event out and tell it, if `desk` says how. */
void linea_table_happen(struct linea_table *t, const struct table_desk *desk,
                        struct table_event *e);

/* Tell an event that has been carried out; `before` is the game before it. */
void linea_table_tell(const struct linea_table *t, const struct table_desk *desk,
                      const struct table_event *e, const struct linea_game *before);

/* Read what a table is to be like from an object of desk->json, made or stored. */
bool linea_table_read(struct linea_table *t, const struct table_desk *desk, int object,
                      struct linea_error *error);

/* … and write it. */
void linea_table_write(const struct linea_table *t, struct linea_list *object);

/* How things stand for a seat, or LINEA_NOBODY for who watches; the game has begun. */
void linea_table_advise(const struct linea_table *t, struct linea_list *object,
                        int seat);

/* What the shuffles are made of. */
void linea_table_fair(const struct linea_table *t, struct linea_fair *out);

/* Say what is wrong; always false. */
bool linea_table_wrong(struct linea_error *error, enum linea_error_code code,
                       const char *message);

/* Numbers of 64 bits: times as JSON numbers, people and games as strings of 16 hex
 * digits. */
void linea_table_write_time(struct linea_out *out, int64_t time);
bool linea_table_read_time(const struct linea_json *json, int value, int64_t *out);
void linea_table_write_player(struct linea_out *out, uint64_t player);
bool linea_table_read_player(const struct linea_json *json, int value, uint64_t *out);

/* 32 bytes as 64 hex digits. */
void linea_table_write_bytes(struct linea_out *out, const uint8_t bytes[TABLE_SECRET]);
bool linea_table_read_bytes(const struct linea_json *json, int value,
                            uint8_t out[TABLE_SECRET]);

/* A text that people see: 1 to size - 1 bytes, no control characters. */
bool linea_table_read_text(const struct linea_json *json, int value, char *out,
                           size_t size);

#endif
