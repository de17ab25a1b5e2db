/*
 * table/request.h - a request being answered, for the files that carry requests out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TABLE_REQUEST_H
#define TABLE_REQUEST_H

#include "event.h"

struct request {
    struct linea_table *t;
    const struct linea_table *shown; /* what the caller may look at: t, or delayed */
    const struct linea_table_io *io;
    uint64_t player;
    int64_t now;
    int seat;  /* of the player, or LINEA_NOBODY */
    int route; /* asked about */
    const char *code;
    struct linea_error error;
};

/* Refuse; always false. */
bool linea_request_refuse(struct request *r, const char *code, const char *message);

/* The value of a key of the request, or -1. */
int linea_request_get(const struct request *r, const char *key);

/* Let an event happen; always true. */
bool linea_request_happen(struct request *r, struct table_event *e,
                          enum table_event_kind kind);

/* Refuse if more than so many events have happened already. */
bool linea_request_has_room(struct request *r, uint32_t events);

/* Whether the table is of no tournament; refuses the request if it is. */
bool linea_request_is_free(struct request *r);

/* clock.c */
/* Whether the game goes on and the seat plays in it; refuses the request if not. */
bool linea_request_is_running(struct request *r);
bool linea_request_back(struct request *r);
bool linea_request_pause(struct request *r);
bool linea_request_resume(struct request *r);

/* host.c: what only the host may ask for. */
bool linea_request_fill(struct request *r);
bool linea_request_change(struct request *r);
bool linea_request_begin(struct request *r);
bool linea_request_send_away(struct request *r);
bool linea_request_replace(struct request *r);

/* colour.c */
bool linea_request_colour(struct request *r);

/* hint.c */
bool linea_request_hint(struct request *r);

/* travel.c */
bool linea_request_travel(struct request *r);
bool linea_request_arrive(struct request *r);

#endif
