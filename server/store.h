/*
 * server/store.h - what must outlive the server: a log of events for each game, a small
 * row about it to find it by, and a few settings.
 *
 * Events are lines of text, without a newline or a 0, that nobody here reads. A log
 * only grows: its events are numbered 1, 2, 3 without a gap, and the order of calls is
 * the order on disk. Writing is asynchronous: a call puts an event into a queue, a
 * thread of the store writes all that is waiting in one transaction, and what became of
 * each event is fetched as a completion. An event whose completion is LINEA_STORE_OK
 * survives a crash and a power failure.
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

enum {
    LINEA_STORE_EVENT = 1 << 20, /* most bytes of an event */
    LINEA_STORE_SUMMARY = 2048,  /* most bytes of a summary */
    LINEA_STORE_PLAYERS = 8,     /* most players of a game */
    LINEA_STORE_SETTING = 1024,  /* most bytes of a setting */
    LINEA_STORE_TEXT = 256,      /* room for an error message */
    LINEA_STORE_TIMES = 10,      /* bounds that times of transactions are counted by */
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
    size_t summary_length;
    char summary[LINEA_STORE_SUMMARY]; /* the caller's, not NUL-terminated */
};

struct linea_store_event {
    uint64_t game;
    int number; /* from 1; 0 to write only the row of a game that has events */
    size_t length;
    const char *text;                  /* when read, NUL-terminated */
    const struct linea_store_row *row; /* to write with it, or NULL (when read) */
    uint64_t ticket;                   /* the caller's, to know its completion by */
};

struct linea_store_completion {
    uint64_t ticket;
    enum linea_store_result result;
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

/* Those bounds, in seconds; what took longer than the last is counted behind it. */
extern const double linea_store_times[LINEA_STORE_TIMES];

struct linea_store_options {
    /* Called by the store's threads when there are completions or answers to fetch; it
     * must not call the store. May be NULL. */
    void (*wake)(void *context);
    void *context;
    int most_pages; /* how large the file may grow, in pages of 4 KiB; 0: no limit */
};

struct linea_store;

/* Called for each event, row or game found, by the reading thread, one after the other;
 * false ends the search. It must not call the store. */
typedef bool linea_store_event_found(void *context, const struct linea_store_event *);
typedef bool linea_store_row_found(void *context, const struct linea_store_row *);
typedef bool linea_store_game_found(void *context, uint64_t game);

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
};

/* What is to be read: the log of a game, or rows. The memory is the caller's, and is
 * not to be touched from linea_store_ask() until `done` is called. */
struct linea_store_reading {
    linea_store_event_found *event; /* for each event of this game … */
    uint64_t game;
    int after;   /* … with a larger number */
    bool resume; /* … and then it goes on from there, as after linea_store_reset() */
    linea_store_row_found *row; /* or for each row … */
    struct linea_store_query query;
    void *context;  /* of these functions */
    uint64_t share; /* those who ask take turns, by this number */
    /* Called by linea_store_answer(); it may call the store, and free the memory. */
    void (*done)(struct linea_store_reading *reading);

    /* Of the store; to be read when it is done. */
    enum linea_store_result result;
    int64_t microseconds; /* of a processor that it took */
    int last;             /* the number of the last event found, or `after` */
    bool cut;             /* the caller wanted no more */
    enum linea_store_result (*how)(void *reader, struct linea_store_reading *reading);
    struct linea_store_reading *next;
    bool waited_for, answered;
};

/* Open the file, created when it is missing or empty. On failure returns NULL and
 * writes a message to `error`: it cannot be read or written, belongs to another store,
 * or is something else. */
struct linea_store *linea_store_open_sqlite(char error[LINEA_STORE_TEXT],
                                            const char *path,
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

/* Queue the removal of a game and all its events, of which nothing is queued. It has a
 * completion with this ticket, too; until then nothing may be appended to it. */
enum linea_store_result linea_store_forget(struct linea_store *store, uint64_t game,
                                           uint64_t ticket);

/* Fetch at most `most` completions, oldest first; returns how many there were. */
int linea_store_completed(struct linea_store *store, struct linea_store_completion *out,
                          int most);

/* No more of this game is to be appended for now: forget how far its log goes, when
 * nothing of it is queued. */
void linea_store_leave(struct linea_store *store, uint64_t game);

/* Read; it cannot fail before it is done. */
void linea_store_ask(struct linea_store *store, struct linea_store_reading *reading);

/* Call `done` of what has been read, in order. Returns how many there were. */
int linea_store_answer(struct linea_store *store);

/* Wait until everything queued has its completion, and all that was asked for has been
 * read. */
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

/* All games that are not over, by number. */
enum linea_store_result linea_store_unfinished(struct linea_store *store,
                                               linea_store_game_found *found,
                                               void *context);

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
