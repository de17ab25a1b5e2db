/*
 * linea/table.h - one game with the people around it: the authority that decides who
 * may do what, and what each of them is told.
 *
 * Pure like the engine: memory, time and randomness are handed in. A table changes only
 * by events, numbered from 1. Each is written once for the store, with every secret,
 * and once for each audience, with what that audience may know. Fed with its stored
 * events an empty table becomes the same again, so a server that keeps them loses
 * nothing.
 *
 * The protocol that clients speak is described in docs/protocol.md.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef LINEA_TABLE_H
#define LINEA_TABLE_H

#include "linea/text.h"

enum {
    TABLE_REQUEST = 4096,         /* longest request */
    TABLE_LINE = LINEA_LONG_LINE, /* room for any event, answer or state */
    TABLE_CHAT = 500,             /* longest message of a chat, in bytes */
    TABLE_EVENTS = 5000, /* then nobody sits down or speaks any more: a log is read in
                            whole, and only moves end by themselves */
    TABLE_STRANGERS = TABLE_EVENTS / 2, /* then who has no seat speaks no more, so that
                                           others still can */
    TABLE_SECRET = LINEA_FAIR_BYTES,    /* of the server's secret, and of a nonce */
};

/* Audiences, beside seats 0 to 4. */
enum {
    TABLE_PUBLIC = LINEA_SPECTATOR, /* whoever watches */
    TABLE_STORE = LINEA_ALL,        /* the log: every secret, for no one's eyes */
    TABLE_RECORD = 252,             /* the record of a game that is over */
};

/* Who plays a seat. */
enum table_holder {
    TABLE_OPEN,  /* nobody yet */
    TABLE_HUMAN, /* a person, by number */
    TABLE_BOT,   /* a bot, by name */
};

/* What becomes of a seat whose player has resigned or run out of time. */
enum table_takeover {
    TABLE_TAKEOVER_BOT,  /* a bot goes on */
    TABLE_TAKEOVER_IDLE, /* it does the least that the rules allow */
};

struct table_seat {
    enum table_holder holder;
    bool invited;   /* to be taken by a person; else it is a bot's from the start */
    bool abandoned; /* its player has resigned or run out of time */
    bool again;     /* its player wants another game */
    bool has_nonce;
    uint64_t player; /* number of the person, 0 for none */
    char name[LINEA_SEAT_NAME];
    char bot[16]; /* the level that plays it, or would take over */
    uint8_t nonce[TABLE_SECRET];
};

/* Read any field; only the functions below write. */
struct linea_table {
    const struct linea_map *map; /* NULL until it is made */
    int seats;
    int first;          /* seat that begins, or LINEA_NOBODY for chance to decide */
    int64_t move_time;  /* milliseconds for a move, 0 for no clock */
    int64_t move_began; /* when the move in hand began */
    int64_t made;       /* when the table was made */
    uint64_t host;      /* the person who made it */
    bool listed;        /* in the lobby */
    int delay;          /* seconds that who watches is behind */
    enum table_takeover takeover;
    uint8_t secret[TABLE_SECRET]; /* known to nobody before the game is over */
    struct table_seat seat[LINEA_SEATS];

    uint32_t event; /* number of the last event … */
    int64_t at;     /* … and when it happened */
    uint32_t state; /* … of the last that changed the game */
    bool begun, over;
    struct linea_seed seed;
    struct linea_game game;     /* when begun */
    struct linea_result result; /* when over */
    uint64_t next;              /* the game that follows, 0 for none */
};

/* How a table is told and tells. `json` and `line` are room to work in. */
struct table_desk {
    void (*tell)(void *context, int audience, const char *line, size_t length);
    void *context;
    const struct linea_map *(*find_map)(void *context, const char *id);
    bool (*is_bot)(void *context, const char *name);
    struct linea_json *json;
    char *line;       /* TABLE_LINE bytes */
    const char *name; /* of who asks, when a request has none; may be NULL */
    const struct linea_table *behind; /* what who watches is shown instead, or NULL */
    bool record; /* tell TABLE_RECORD the lines of a record, and nobody anything else */
    bool bots_only; /* a table may be made without a seat for people */
};

/*
 * Make a table as a request asks: {"map":"europe","seats":["human","bot:normal"],…}.
 * Its first event is told. False, with the table untouched, if something is wrong with
 * it.
 */
bool linea_table_make(struct linea_table *t, const struct table_desk *desk,
                      const char *request, size_t length, uint64_t host,
                      const uint8_t secret[TABLE_SECRET], int64_t now,
                      struct linea_error *error);

/*
 * Do what a person asks, and write exactly one answer. Events that come of it are told
 * before. Nobody is player 0: who watches without a name may only look. False if the
 * answer is an error.
 */
bool linea_table_request(struct linea_table *t, const struct table_desk *desk,
                         uint64_t player, const char *request, size_t length,
                         int64_t now, struct linea_out *answer);

/* The seat of a person, or LINEA_NOBODY. */
int linea_table_seat_of(const struct linea_table *t, uint64_t player);

/* The seat whose move a program is to make now, or LINEA_NOBODY: a bot's, or one that
   its player has left. `*name` is the bot, or NULL for the least that the rules allow.
 */
int linea_table_program(const struct linea_table *t, const char **name);

/* Make that move, thought of when `state` was the state. False if it is too late. */
bool linea_table_program_move(struct linea_table *t, const struct table_desk *desk,
                              uint32_t state, linea_move m, int64_t now);

/* The least that the rules allow. */
linea_move linea_table_least(const struct linea_game *g);

/* Whether all who played want another game, and none has been made yet; tell them which
   it is. */
bool linea_table_wants_next(const struct linea_table *t);
void linea_table_next(struct linea_table *t, const struct table_desk *desk,
                      uint64_t game, int64_t now);

/* What a table like this one is made with, for linea_table_make(). */
void linea_table_settings(const struct linea_table *t, struct linea_out *out);

/* When the move in hand runs out of time, or INT64_MAX; what happens then. */
int64_t linea_table_deadline(const struct linea_table *t);
void linea_table_tick(struct linea_table *t, const struct table_desk *desk,
                      int64_t now);

/* Everything that an audience may know now, as one JSON object. */
void linea_table_show(const struct linea_table *t, struct linea_out *out, int audience);

/* A line for lists of tables. */
void linea_table_summary(const struct linea_table *t, struct linea_out *out);

/* Take a stored event in; nothing is told, unless a desk is given: then as if it
   happened now. False if it does not follow on those before. */
bool linea_table_restore(struct linea_table *t, const struct table_desk *desk,
                         bool tell, const char *line, size_t length,
                         struct linea_error *error);

#endif
