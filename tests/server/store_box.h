/*
 * tests/server/store_box.h - a file for a store in a folder of its own, and events
 * whose text says what they are, so that a log can be checked without remembering it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef STORE_BOX_H
#define STORE_BOX_H

#include "store.h"

/* The path of the file; its folder is made if it is gone. */
const char *box_path(void);

/* Open the file; NULL after a message if that fails. */
struct linea_store *box_open(const struct linea_store_options *options);

/* The stores that a test is to be run with: those that need nothing else; or only the
 * one in PostgreSQL, where tests/cluster/postgres.py says that there is one. */
enum box_kind { BOX_MEMORY, BOX_SQLITE, BOX_POSTGRES, BOX_KINDS };

bool box_has(enum box_kind kind);

#define EACH(kind)                                                                     \
    for (enum box_kind kind = 0; kind < BOX_KINDS; kind++)                             \
        if (box_has(kind))

/* An empty store of a kind. */
struct linea_store *box_open_kind(enum box_kind kind,
                                  const struct linea_store_options *options);

/* The same store again, after linea_store_close(); a store in memory has no again. */
struct linea_store *box_open_again(enum box_kind kind,
                                   const struct linea_store_options *options);

/* The first of several nodes, and another one with the same games, of a kind that has
 * nodes. The first is closed last. */
bool box_has_nodes(enum box_kind kind);
struct linea_store *box_open_first(enum box_kind kind,
                                   const struct linea_store_options *options);
struct linea_store *box_open_beside(struct linea_store *store, enum box_kind kind,
                                    const struct linea_store_options *options);

/* The URL of that PostgreSQL, NULL where there is none; and of a schema in it that
 * box_close() removes. */
const char *box_postgres(void);
const char *box_url(void);

/* Make room for a store of a kind: a folder, or a schema. */
void box_make(enum box_kind kind);

/* Wait until the database has ended all that killed stores have asked of it. */
void box_wait(void);

/* Close it, if it is not NULL, and remove what it has left. */
void box_close(struct linea_store *store, enum box_kind kind);

/* Remove the file, all beside it, and the folder. */
void box_remove(void);

/* The ticket that box_append() gives to an event. */
uint64_t box_ticket(uint64_t game, int number);

/* Append an event of about 80 bytes; with a row of this status if it is the first, or
 * if the status is LINEA_STORE_OVER. */
enum linea_store_result box_append(struct linea_store *store, uint64_t game, int number,
                                   enum linea_store_status status);

/* Append an event of the same number to two games, with a row each: both or none. */
enum linea_store_result box_append_pair(struct linea_store *store, uint64_t game,
                                        uint64_t other, int number);

/* What a reader has seen. */
struct box_scan {
    int most; /* stop after so many events; 0: never */
    int games, events;
    uint64_t game; /* the latest, */
    int number;    /* and how far its log has come */
    bool wrong;    /* a number out of order, or a text of another event */
};

bool box_scan(void *context, const struct linea_store_event *event);

/* How many events the log of a game has; -1 if they are wrong. */
int box_check_log(struct linea_store *store, uint64_t game);

double box_seconds(void);
void box_pause(void); /* a tenth of a millisecond */

#endif
