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
    TABLE_LATE,       /* a person's time has run out: a program makes the move */
    TABLE_BACK,       /* a person who was away is back */
    TABLE_PAUSE,      /* a player wants a pause */
    TABLE_RESUME,     /* a player ends it, or wants it no longer */
    TABLE_REPLACED,   /* the host has given a seat to a bot, in the game … */
    TABLE_FILLED,     /* … and before it */
    TABLE_CHANGED,    /* the host has changed the settings, before the game */
    TABLE_SENT_AWAY,  /* the host has made a seat open again, before the game */
    TABLE_TRAVELS,    /* a link was made by which a seat goes to another device … */
    TABLE_TRAVELLED,  /* … and used */
    TABLE_SEALED,     /* all seats are taken, and nonces to be revealed */
    TABLE_REVEALED,   /* a player has revealed a nonce */
    TABLE_UNREVEALED, /* a player has not, in time */
    TABLE_COLOURED,   /* a player has chosen the colour of their pieces */
    TABLE_HINTED,     /* a player has had a hint */
    TABLE_EVENT_KINDS
};

struct table_event {
    enum table_event_kind kind;
    int64_t at;
    int seat; /* the seat concerned, or LINEA_NOBODY */
    uint64_t player;
    bool has_nonce;
    uint8_t nonce[LINEA_TABLE_SECRET];
    bool has_seal;
    uint8_t seal[LINEA_TABLE_SECRET];
    char name[LINEA_SEAT_NAME];
    char text[LINEA_TABLE_CHAT + 1];
    char phrase[LINEA_TABLE_PHRASE]; /* the preset that the text is, or "" */
    uint64_t next;                   /* the game that follows */
    char by[LINEA_BY]; /* who moved in place of the seat's player, or "" … */
    char bot[16];      /* the bot that fills a seat */
    char colour[LINEA_TABLE_COLOUR]; /* chosen for the pieces of a seat, or "" */
    uint8_t link[LINEA_SHA256];      /* a hash of the code of a link */
    linea_move move;
    struct linea_event outcome;      /* of a move, once it is made */
    const struct linea_table *table; /* for TABLE_MADE and TABLE_CHANGED */
};

/* The name of an event in the log and the protocol ("sat"). */
const char *linea_table_event_name(enum table_event_kind kind);

/* "bot" or "idle". */
const char *linea_table_takeover_name(const struct linea_table *t);

/* Write who moves for a person who is late, away or gone: "bot:normal" or "idle". */
void linea_table_stand_in(const struct linea_table *t, char by[LINEA_BY], int seat);

/* Whether a seat is a person's who has neither gone nor is away. */
bool linea_table_present(const struct linea_table *t, int seat);

/* clock.c: what events do to clocks, pauses and those who are late. */
void linea_table_start_clocks(struct linea_table *t, int64_t now);
void linea_table_clock_moved(struct linea_table *t, const struct table_event *e);
void linea_table_be_late(struct linea_table *t, const struct table_event *e);
void linea_table_be_back(struct linea_table *t, const struct table_event *e);
void linea_table_want_pause(struct linea_table *t, const struct table_event *e);
void linea_table_end_pause(struct linea_table *t, const struct table_event *e);

/* Whether the host may replace the player of a seat now. */
bool linea_table_replaceable(const struct linea_table *t, int seat, int64_t now);

/* host.c: whether the people at a table keep their seats with other settings. */
bool linea_table_fits(const struct linea_table *t, const struct linea_table *settings);
void linea_table_change(struct linea_table *t, const struct table_event *e);

/* Apply an event, and emit it unless io is NULL. */
void linea_table_apply(struct linea_table *t, struct table_event *e,
                       const struct linea_table_io *io);

/* Emit an event that has been applied; `before` is the game before it. */
void linea_table_emit(const struct linea_table *t, const struct linea_table_io *io,
                      const struct table_event *e, const struct linea_game *before);

/* Read the settings of a table from an object of io->json, requested or stored. */
bool linea_table_read(struct linea_table *t, struct linea_error *error,
                      const struct linea_table_io *io, int object);

/* The same of a request: somebody must have a seat, unless `io` lets bots play alone.
   A log is read whatever was allowed then. */
bool linea_table_read_wanted(struct linea_table *t, struct linea_error *error,
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

/* seal.c: whether nonces that were sealed are still to be revealed, and by when. */
bool linea_table_waits_for(const struct linea_table *t, int seat);
bool linea_table_waits(const struct linea_table *t);
int64_t linea_table_reveal_by(const struct linea_table *t);

/* Publish what was sealed; give up those who did not reveal in time. */
void linea_table_seal(struct linea_table *t);
void linea_table_unseal(struct linea_table *t, const struct linea_table_io *io,
                        int64_t now);

/* Whether a nonce is the one that the player of a seat has sealed. */
bool linea_table_is_sealed(const struct linea_table *t, int seat,
                           const uint8_t nonce[LINEA_TABLE_SECRET]);

/* colour.c: whether no other player has chosen a colour; the colour in an object of
   `json`, "" if there is none. Returns false if it is not one. */
bool linea_table_is_free_colour(const struct linea_table *t, int seat,
                                const char *colour);
bool linea_table_read_colour(const struct linea_json *json,
                             char out[LINEA_TABLE_COLOUR], int value);

/* hint.c: a player has had a hint. */
void linea_table_note_hint(struct linea_table *t, int seat);

/* What the shuffles are made of. */
void linea_table_fair(const struct linea_table *t, struct linea_fair *out);

/* Times are numbers of milliseconds. */
bool linea_table_read_time(const struct linea_json *json, int64_t *out, int value);

#endif
