/*
 * server/hub_internal.h - the hub from the inside: games, what waits for the disk, and
 * bots that think.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_HUB_INTERNAL_H
#define SERVER_HUB_INTERNAL_H

#include <limits.h>

#include "hub.h"
#include "linea/table.h"
#include "store.h"

enum {
    HUB_AUDIENCES = LINEA_SEATS + 1, /* seats, then the public */
    HUB_BUCKETS = 16384,             /* of the table of games; a power of two */
    HUB_PAGE = 50,                   /* games of one page of a list */
    HUB_FOLLOWERS = 1024,            /* buckets of the table of followers */
    HUB_ALL_SEEN = INT_MAX,          /* events that need not be told */
};

/* An answer that waits until what it says is durable. */
struct hub_waiting {
    struct hub_waiting *next;
    struct hub_client *client; /* to whom, or NULL: */
    hub_answer *answer;        /* by this function */
    void *context;
    enum hub_status status;
    struct hub_line *line;
};

/* An event on its way to the disk, with what to tell then. */
struct hub_pending {
    struct hub_pending *next; /* of the same game, later */
    struct hub_game *game;
    uint32_t number;
    bool sent;   /* to the store, whose completion has not come yet */
    bool listed; /* it changes what lists say about the game */
    int64_t due; /* when who watches may know of it */
    struct hub_line *stored;
    struct hub_line *line[HUB_AUDIENCES];
    struct hub_line *news;      /* for followers among all who play, or NULL … */
    struct hub_line *turn_line; /* … and for the one whose turn it is: */
    uint64_t turn;
    struct hub_waiting *waiting; /* answers to give after it */
};

struct hub_client {
    struct hub_client *next, *previous;
    struct hub_game *game; /* NULL when the game is gone */
    struct hub_guest who;
    int audience;  /* a seat, or LINEA_TABLE_PUBLIC */
    uint32_t told; /* number of the last event it was told from the log */
    void *connection;
};

/* An event that who watches will be told of later. */
struct hub_delayed {
    struct hub_delayed *next;
    int64_t due;
    struct hub_line *stored;
};

struct hub_game {
    struct hub_game *next; /* in its bucket */
    uint64_t id;
    struct linea_table table;
    struct hub_client *clients;
    struct hub_pending *first, *last; /* not yet durable */
    enum linea_store_status status;   /* as lists say */
    bool thinking;                    /* a bot has been asked about table.state */
    bool dead;                        /* not even its first event was stored */
    int stale;          /* completions to come of events that were given up */
    int64_t retry;      /* when programs may move again, after the store has failed */
    int64_t idle_since; /* when it was last of use to anybody */

    /* For a game that is shown with a delay; else NULL. */
    struct linea_table *behind; /* as who watches knows it */
    struct hub_delayed *first_delayed, *last_delayed;
};

struct hub_thinkers; /* hub_think.c */

struct hub {
    struct hub_options options;
    struct linea_store *store;
    struct hub_game *bucket[HUB_BUCKETS];
    struct hub_follower *followers[HUB_FOLLOWERS];
    uint64_t *unread; /* unfinished games of the store, from before the start … */
    int unread_count; /* … that are still to be read */
    struct hub_thinkers *thinkers;
    struct hub_counters counters;
    struct linea_json *json;
    char *line;
    struct hub_game *telling;  /* whose events are being told */
    struct hub_pending *fresh; /* the last event told */
};

/* A line with a copy of the text, or NULL without memory. */
struct hub_line *linea_hub_line(struct hub *hub, const char *text, size_t length);

/* The game, from memory or from the store; NULL if there is none. */
struct hub_game *linea_hub_find(struct hub *hub, uint64_t id);
struct hub_game *linea_hub_add(struct hub *hub, uint64_t id);
void linea_hub_forget(struct hub *hub, struct hub_game *game);

/* How the tables of the hub tell: into pending events of hub->telling. */
struct linea_table_io linea_hub_io(struct hub *hub);

/* After a change of seats: each client hears what its player's seat may know. */
void linea_hub_reseat(struct hub_game *game);

/* Send what has been told to the store, and let programs go on. */
void linea_hub_commit(struct hub *hub, struct hub_game *game);

/* Read a game's durable events into a table, and tell those after the event `seen`:
   to tell one takes fifteen times as long as to read it. */
bool linea_hub_replay(struct hub *hub, uint64_t id, struct linea_table *t,
                      const struct linea_table_io *io, uint32_t seen);

/* Answer once the game is durable as it is now; the line is taken. */
void linea_hub_answer_later(struct hub *hub, struct hub_game *game,
                            struct hub_waiting *waiting);

/* What followers are to be told of an event that changed the game; tell it. */
void linea_hub_news(struct hub *hub, const struct hub_game *game, struct hub_pending *p,
                    bool began);
void linea_hub_tell_news(struct hub *hub, const struct hub_pending *p);

/* Threads for bots. */
struct hub_thinkers *linea_think_open(const struct hub_options *options);
void linea_think_close(struct hub_thinkers *thinkers);

/* Ask a bot for a move of the seat to move. */
bool linea_think_ask(struct hub_thinkers *thinkers, uint64_t game, uint32_t state,
                     const struct linea_game *g, const char *bot);

/* Fetch a move that was thought of; false if there is none. */
bool linea_think_fetch(struct hub_thinkers *thinkers, uint64_t *game, uint32_t *state,
                       linea_move *m);

#endif
