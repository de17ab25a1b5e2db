/*
 * server/store_backend.h - what a database must do to be a store.
 *
 * store.c has the queue, the writing thread and the order of events, store_reader.c the
 * reading thread; a backend writes one transaction at a time and reads. `commit` and
 * `tidy` are called by the writing thread, those that read by the reading thread,
 * perhaps at the same time; `close` when both have ended.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_BACKEND_H
#define SERVER_STORE_BACKEND_H

#include "store.h"
#include "store_note.h"

/* How far a log goes, and what it is chained by there: zeros before the first event. */
struct store_end {
    int last;
    uint8_t tail[LINEA_STORE_TAIL];
};

/* What a player of an event may have a notice of, bits LINEA_NOTICE_…: there is one, of
   what they wish for; of who begins a game it is about their turn, if they wish that.
 */
int linea_store_notice(const struct linea_store_event *event, uint64_t player);

/* Go on to the next event: the tail is a hash of the one before and the text. */
void linea_store_chain(struct store_end *end, const char *text, size_t length);

/* One thing to write: an event, with or without a row, or a setting. Its row and its
 * text lie behind it in memory. */
struct store_entry {
    struct store_entry *next;
    struct linea_store_event event; /* if there is no key; the text is cut */
    struct store_cut cut;           /* the notes that belong to it */
    struct store_end base, end;     /* of its log, before it and after it */
    const char *key, *value;        /* a setting, or NULL */
    bool first;                     /* it is written only if there is none */
    bool forget;                    /* the game of the event is to be removed … */
    int64_t changed_before;         /* … unless its row was changed then or later */
    struct linea_store_erasure *erasure; /* or what is to be erased, or NULL */

    /* Of store.c. */
    struct store_game *game;
    uint32_t epoch;                 /* of the game when this was queued */
    bool together;                  /* with the next one in the same transaction */
    bool written;                   /* (of the backend) it need not be written again */
    bool done;                      /* a caller waits for a setting */
    enum linea_store_result result; /* LINEA_STORE_OK, unless the backend refuses it */
};

/* A log to be read: first the notes of its events, then the events. */
struct store_log {
    uint64_t game;
    int after; /* give the events with a larger number; some before them may come too */
    bool (*note)(struct store_log *log, const struct store_note *note);
    bool (*event)(struct store_log *log, const struct linea_store_event *event);

    /* To be set by the backend. */
    struct store_end end;   /* how far the log goes, as the database has it; */
    struct store_end begin; /* before the first event that is given, if … */
    bool chained;           /* … that is known */
};

typedef bool store_setting_found(void *context, const char *key, const char *value);

struct store_backend {
    /* Write all of the list or nothing; but leave out what linea_store_refuse() was
     * called for, because the log of its game does not end where store.c knew it to:
     * another node has appended to it. */
    enum linea_store_result (*commit)(void *self, struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT]);
    /* Work that is due from time to time, after completions are out; and again and
       again while it is LINEA_STORE_AWAY. */
    enum linea_store_result (*tidy)(void *self, char failure[LINEA_STORE_TEXT]);
    enum linea_store_result (*last)(void *self, uint64_t game, struct store_end *end);
    /* Until a function of the log returns false. */
    enum linea_store_result (*load)(void *self, struct store_log *log);
    enum linea_store_result (*list)(void *self, const struct linea_store_query *query,
                                    linea_store_row_found *found, void *context);
    enum linea_store_result (*due)(void *self, const struct linea_store_query *query,
                                   linea_store_due_found *found, void *context);
    enum linea_store_result (*heads)(void *self, struct linea_store_head *heads,
                                     int count);
    /* How many games there are of query->host, at most query->limit. */
    enum linea_store_result (*count)(void *self, const struct linea_store_query *query,
                                     int *count);
    enum linea_store_result (*get)(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1]);

    /* All settings; for a copy, so a store for tests has none. */
    enum linea_store_result (*settings)(void *self, store_setting_found *found,
                                        void *context);

    /* Of a database that nodes share, all four; otherwise NULL. They may be called at
     * any time, and wait for nothing. Who has news calls the store's wake function. */
    int (*nodes)(void *self, struct linea_store_node out[LINEA_STORE_NODES]);
    int (*take_news)(void *self, struct linea_store_news *out, int most);
    void (*check)(void *self, struct linea_store_health *out);
    void (*retire)(void *self);

    void (*close)(void *self);
};

/* Refuse an entry as LINEA_STORE_BEHIND, with all that was appended together with it,
 * and whatever comes after any of that in the same games. */
void linea_store_refuse(struct store_entry *first, struct store_entry *entry);

/* A store that takes over `self`, and closes it if there is no memory: then NULL. */
struct linea_store *linea_store_start(const struct store_backend *backend, void *self,
                                      const struct linea_store_options *options);

#endif
