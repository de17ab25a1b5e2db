/*
 * server/store.h - what must outlive the server: a log of events for each game, a small
 * row about it to find it by, and a few settings.
 *
 * Events are lines of text, without a newline or a 0. A log only grows: its events are
 * numbered 1, 2, 3 without a gap, and the order of calls is the order on disk. It is
 * chained: a line that was changed by hand is noticed when it is read. Names and
 * chat stand beside it, so that they can be erased (store_note.h); nobody sees that.
 * Writing is asynchronous: a call puts an event into a queue, a thread of the store
 * writes all that is waiting in one transaction, and what became of each event is
 * fetched as a completion. An event whose completion is LINEA_STORE_OK survives a crash
 * and a power failure.
 *
 * Reading is done by another thread of the store: what is asked for is answered later,
 * as what is written is completed. Reading waits for no writing, and finds what is
 * durable, fetched or not.
 *
 * All functions are called by one thread, except for what the store itself calls: the
 * wake function and, while it reads, the functions for what is found. Texts are copied.
 * A file belongs to one store at a time; other programs may read it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "turns.h"

enum {
    LINEA_STORE_EVENT = 1 << 20, /* most bytes of an event */
    LINEA_STORE_SUMMARY = 2048,  /* most bytes of a summary */
    LINEA_STORE_PLAYERS = 8,     /* most players of a game */
    LINEA_STORE_SETTING = 1024,  /* most bytes of a setting */
    LINEA_STORE_TEXT = 256,      /* room for an error message */
    LINEA_STORE_TIMES = 10,      /* bounds that times of transactions are counted by */
    LINEA_STORE_NODES = 64,      /* most nodes that share a database */
    LINEA_STORE_NODE = 64,       /* room for the name of one */
    LINEA_STORE_TAIL = 16,       /* bytes that a log is chained by */
};

enum linea_store_result {
    LINEA_STORE_OK,
    LINEA_STORE_MISUSE, /* not the next event of its game, or something too long */
    LINEA_STORE_STUCK,  /* an event of the game failed before: linea_store_reset() */
    LINEA_STORE_FULL,   /* no room on the disk; may pass */
    LINEA_STORE_IO,     /* what is on the disk is uncertain: open the store again */
    LINEA_STORE_MEMORY, /* no room in memory; may pass */
    LINEA_STORE_FAULT,  /* the database refuses for another reason */
    LINEA_STORE_BEHIND, /* another node has appended to the game: read on, then reset */
    LINEA_STORE_AWAY,   /* the database cannot be reached; may pass */
    LINEA_STORE_CHANGED, /* the log of the game is not what was written */
    LINEA_STORE_UNKNOWN, /* (between the store and its backend: nobody sees it) */
    LINEA_STORE_RESULTS
};

enum linea_store_status { LINEA_STORE_OPEN, LINEA_STORE_RUNNING, LINEA_STORE_OVER };

/* What is known about a game without reading its log. */
struct linea_store_row {
    uint64_t game;                         /* (only read) */
    int64_t created;                       /* the caller's time; the first one stays */
    int64_t changed;                       /* the caller's time */
    uint64_t players[LINEA_STORE_PLAYERS]; /* by seat; 0 is nobody */
    int player_count;
    enum linea_store_status status;
    enum linea_store_status played; /* for its players, if it is later than status */
    bool is_public;
    uint64_t host; /* whose game it is that is not over, 0 for nobody's (not read) */
    size_t summary_length;
    char summary[LINEA_STORE_SUMMARY]; /* a text of the caller's, without a 0 */
};

/* What a player may want a notice of: each is a bit of what they have wished for. */
enum {
    LINEA_NOTICE_BEGAN = 1,
    LINEA_NOTICE_TURN = 2,
    LINEA_NOTICE_OVER = 4,
    LINEA_NOTICE_SOON = 8,  /* the time of their turn is nearly up */
    LINEA_NOTICE_CUP = 16,  /* a tournament goes on */
    LINEA_NOTICE_TEST = 32, /* they have asked for one */
};

/* What an event is to those who want notices of it: it stands in the table `notice`
 * once the event does. */
struct linea_store_notices {
    bool moved;           /* nobody else's turn lasts any longer */
    bool began, over;     /* for all players of the event */
    uint64_t turn;        /* whose turn it is after it, or 0 */
    int64_t at, deadline; /* the caller's time; until when they must move, or 0 */
    int64_t soon;         /* when that is near, or 0 */
};

struct linea_store_event {
    uint64_t game;
    int number; /* from 1; 0 to write only the row of a game that has events */
    size_t length;
    const char *text;                  /* when read, NUL-terminated */
    const struct linea_store_row *row; /* to write with it, or NULL (when read) */
    uint64_t ticket;                   /* the caller's, to know its completion by */
    /* When somebody must look at the game after it, though nobody asks: the caller's
     * time, 0 for never (not read). Until there is a row with it, an earlier time may
     * stay; never a later one. */
    int64_t due;
    uint64_t players[LINEA_STORE_PLAYERS]; /* whom other nodes let know of it, or 0 */
    struct linea_store_notices notices;    /* (not read) */
};

struct linea_store_completion {
    uint64_t ticket;
    enum linea_store_result result;
};

/* Names and texts of a player that are to be erased. The memory is the caller's, and is
 * not to be touched from linea_store_erase_player() until `done` is called. */
struct linea_store_erasure {
    uint64_t player;
    void *context;
    /* Called by linea_store_answer(); it may call the store, and free the memory. */
    void (*done)(struct linea_store_erasure *erasure);
    enum linea_store_result result;
    struct linea_store_erasure *next; /* (of the store) */
};

struct linea_store_counters {
    uint64_t commits;                             /* transactions that went well */
    uint64_t failed_commits;                      /* and that did not */
    uint64_t events;                              /* written */
    uint64_t queued;                              /* waiting or being written now */
    uint64_t reads;                               /* logs, lists and others */
    double commit_seconds;                        /* that all of them took together */
    uint64_t commit_times[LINEA_STORE_TIMES + 1]; /* how many took up to so long */
    char failure[LINEA_STORE_TEXT]; /* the latest message; empty if none */
    bool broken; /* what is on the disk is uncertain: nothing is written any more */
};

/* One of the nodes that share a database. */
struct linea_store_node {
    uint64_t id;                 /* another one after each start */
    int workers;                 /* its threads for bots */
    bool self;                   /* it is the one of this store */
    char name[LINEA_STORE_NODE]; /* for people */
};

/* What another node has appended; if hints were lost, all of this is 0, and may concern
 * any game. */
struct linea_store_news {
    uint64_t game;
    int first, last;                       /* these events */
    int64_t due;                           /* as of the last of them */
    bool listed;                           /* with a row: lists have changed */
    uint64_t players[LINEA_STORE_PLAYERS]; /* of these events, up to a 0 */
};

/* How a node stands with the database that it shares. */
struct linea_store_health {
    bool away;             /* it cannot be reached just now */
    int64_t clock_ahead;   /* of its clock, in milliseconds */
    uint64_t clock_faults; /* how often it was more than half a second off */
    uint64_t hints_sent, hints_received;
    uint64_t hints_lost; /* how often some may have been */
};

/* Those bounds, in seconds; what took longer than the last is counted behind it. */
extern const double linea_store_times[LINEA_STORE_TIMES];

struct linea_store_options {
    /* Called by the store's threads when there are completions or answers to fetch; it
     * must not call the store. May be NULL. */
    void (*wake)(void *context);
    void *context;
    /* Called while a store is opened, with what somebody should know: that it waits for
     * its database, or what the settings of that do not promise. May be NULL. */
    void (*warn)(void *context, const char *text);
    int most_pages;   /* how large the file may grow, in pages of 4 KiB; 0: no limit */
    const char *node; /* a name of this node, for people; NULL for none */
    int workers;      /* its threads for bots, as the others are to know */
};

struct linea_store;

/* Called for each event, row or game found, by the reading thread, one after the other;
 * false ends the search. It must not call the store. */
typedef bool linea_store_event_found(void *context, const struct linea_store_event *);
typedef bool linea_store_row_found(void *context, const struct linea_store_row *);
typedef bool linea_store_due_found(void *context, uint64_t game, int64_t due);

/* How far the log of a game goes. */
struct linea_store_head {
    uint64_t game;
    int last; /* 0 if there is none */
    uint8_t tail[LINEA_STORE_TAIL];
    bool rewritten; /* as in struct linea_store_reading */
};

/* Which games to list, newest (by creation) first. */
struct linea_store_query {
    uint64_t game;                  /* this game alone; or 0: */
    uint64_t player;                /* games of this player, in any status, */
    bool running_only;              /* perhaps only those that are running; or 0: */
    enum linea_store_status status; /* games of this status, */
    bool public_only;               /* perhaps only those that are public */
    int64_t changed_before;         /* or, oldest first, untouched since; 0 for any */
    int limit, offset;
    int64_t before_created; /* if `before` is not 0: only what comes after … */
    uint64_t before;        /* … this game, created then */

    /* Those that are due, the earliest first: linea_store_reading.due. */
    int64_t due_before; /* before this … */
    int64_t after_due;  /* … and, if `after` is not 0, behind … */
    uint64_t after;     /* … this game, which is due then */

    uint64_t host; /* games of this person that are not over: linea_store_reading.count
                    */
};

/* What is to be read: the log of a game, rows, or one of the others. The memory is the
 * caller's, and is not to be touched from linea_store_ask() until `done` is called. */
struct linea_store_reading {
    struct turn turn;               /* of the store */
    linea_store_event_found *event; /* for each event of this game … */
    uint64_t game;
    int after;   /* … with a larger number */
    bool resume; /* … and then it goes on from there, as after linea_store_reset() */
    linea_store_row_found *row;     /* or for each row … */
    linea_store_due_found *due;     /* … or game that is due … */
    bool count;                     /* … or how many there are, into `last`, … */
    struct linea_store_query query; /* … by this, and up to its limit */
    struct linea_store_head *heads; /* or how far the logs of these go … */
    int head_count;                 /* … which are so many */
    void *context;                  /* of these functions */
    uint64_t share;                 /* those who ask take turns, by this number */
    /* Called by linea_store_answer(); it may call the store, and free the memory. */
    void (*done)(struct linea_store_reading *reading);

    /* Of the store; to be read when it is done. */
    enum linea_store_result result;
    int64_t microseconds; /* of a processor that it took */
    int last;             /* the number of the last event found, or `after` … */
    uint8_t tail[LINEA_STORE_TAIL]; /* … and what the log is chained by then */
    bool cut;                       /* the caller wanted no more */
    /* The log is not the one that this store knew, continued: a copy of the database
       that lagged behind has taken its place. What came before `after` is another now,
       too. */
    bool rewritten;
    bool knows; /* how far this store knew the log to go, if it resumes: */
    int known_last;
    uint8_t known_tail[LINEA_STORE_TAIL];
    enum linea_store_result (*how)(void *reader, struct linea_store_reading *reading);
    struct linea_store_reading *next;
    bool waited_for, answered;
};

/* Open a store by the path of its file, or by the URL of a PostgreSQL: one of the two
 * below. */
struct linea_store *linea_store_open(char error[LINEA_STORE_TEXT], const char *where,
                                     const struct linea_store_options *options);
bool linea_store_is_url(const char *where);

/* Open the file, created when it is missing or empty. On failure returns NULL and
 * writes a message to `error`: it cannot be read or written, belongs to another store,
 * or is something else. */
struct linea_store *linea_store_open_sqlite(char error[LINEA_STORE_TEXT],
                                            const char *path,
                                            const struct linea_store_options *options);

/* The same in a PostgreSQL (15 or newer) that other nodes may use at the same time, by
 * its URL. While it cannot be reached, this waits for it. A message never has the
 * password of the URL in it. */
struct linea_store *
linea_store_open_postgres(char error[LINEA_STORE_TEXT], const char *url,
                          const struct linea_store_options *options);

/* Write what waits, and end. Completions not fetched are lost: linea_store_flush(). */
void linea_store_close(struct linea_store *store);

/* Queue some events as one transaction: all of them become durable, or none. Those of a
 * game are in order; the first of a game must have a row. Only LINEA_STORE_OK is
 * followed by completions, one for each event; otherwise nothing has changed.
 *
 * A game is known from its first event, or from a reading that resumes it, until
 * linea_store_leave(); what is not known must be looked up first, which waits for the
 * reading thread.
 *
 * An event that fails leaves its game stuck: those after it fail as well. */
enum linea_store_result linea_store_append(struct linea_store *store,
                                           const struct linea_store_event *events,
                                           int count);

/* Queue the removal of a game and all its events, of which nothing is queued, unless
 * its row was changed at this time or later: then it is LINEA_STORE_BEHIND. It has a
 * completion with this ticket, too; until then nothing may be appended to it. */
enum linea_store_result linea_store_forget(struct linea_store *store, uint64_t game,
                                           int64_t changed_before, uint64_t ticket);

/* Fetch at most `most` completions, oldest first; returns how many there were. */
int linea_store_completed(struct linea_store *store, struct linea_store_completion *out,
                          int most);

/* No more of this game is to be appended for now: forget how far its log goes, when
 * nothing of it is queued. */
void linea_store_leave(struct linea_store *store, uint64_t game);

/* Read; it cannot fail before it is done. */
void linea_store_ask(struct linea_store *store, struct linea_store_reading *reading);

/* Erase a player's names and chat from all games, and their names from the summaries of
 * these: other words stand there when they are read (store_note.h). Moves and the
 * player's number stay, and the chains of the logs are whole. It is durable when it is
 * done; it cannot fail before. What is in the caller's memory is the caller's to read
 * again. */
void linea_store_erase_player(struct linea_store *store,
                              struct linea_store_erasure *erasure);

/* Call `done` of what has been read or erased, in order. Returns how many there were.
 */
int linea_store_answer(struct linea_store *store);

/* Nodes that share a database. Alone, a store has one node and no news. */

/* Whether other processes may append to the same games. */
bool linea_store_is_shared(const struct linea_store *store);

/* The nodes that are there and may drive games, by id, perhaps without this one;
 * returns how many. A node is gone when it has not said so for 1.6 seconds. */
int linea_store_nodes(struct linea_store *store,
                      struct linea_store_node out[LINEA_STORE_NODES]);

/* This node drives nothing any more: the others know at once. */
void linea_store_retire(struct linea_store *store);

/* Fetch at most `most` news, oldest first; returns how many there were. They are hints:
 * sent after a transaction, often merged, sometimes lost. */
int linea_store_take_news(struct linea_store *store, struct linea_store_news *out,
                          int most);

void linea_store_check(struct linea_store *store, struct linea_store_health *out);

/* What was asked for and is not being read yet is done as LINEA_STORE_AWAY: at the end
 * nobody waits for hundreds of logs. */
void linea_store_drop_readings(struct linea_store *store);

/* Wait until everything queued has its completion, and all that was asked for has been
 * read; but no longer than ten seconds for a database that cannot be reached. */
void linea_store_flush(struct linea_store *store);

/* For the start, and for programs that have nothing else to do, the same waits until it
 * is done. */

/* How many events of the game are durable. A stuck game goes on from there: the next
 * event is `*last` + 1. */
enum linea_store_result linea_store_reset(struct linea_store *store, int *last,
                                          uint64_t game);

/* The events of a game in order. */
enum linea_store_result linea_store_load(struct linea_store *store, uint64_t game,
                                         linea_store_event_found *found, void *context);

enum linea_store_result linea_store_list(struct linea_store *store,
                                         const struct linea_store_query *query,
                                         linea_store_row_found *found, void *context);

/* Write a setting. */
enum linea_store_result linea_store_set(struct linea_store *store, const char *key,
                                        const char *value);

/* Write a setting unless there is one, and read what is there then: the first one
 * stays, also if several nodes begin at the same time. */
enum linea_store_result linea_store_make_setting(struct linea_store *store,
                                                 char value[LINEA_STORE_SETTING + 1],
                                                 const char *key);

/* Read a setting, NUL-terminated; empty if there is none. */
enum linea_store_result linea_store_get(struct linea_store *store,
                                        char value[LINEA_STORE_SETTING + 1],
                                        const char *key);

void linea_store_count(struct linea_store *store, struct linea_store_counters *out);

/* A result as a word or two for a log ("disk full"). */
const char *linea_store_result_name(enum linea_store_result result);

#endif
