/*
 * tests/server/store_memory_inside.h - the store in memory from the inside: its games,
 * and the nodes in front of it.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_STORE_MEMORY_INSIDE_H
#define TESTS_STORE_MEMORY_INSIDE_H

#include <pthread.h>

#include "id_map.h"
#include "store_backend.h"
#include "store_memory.h"

struct text {
    size_t length;
    struct store_end end; /* of the log then */
    char bytes[];
};

struct game {
    struct id_link link; /* by the id of the game */
    struct linea_store_row row;
    int64_t due;
    struct text **events;
    int count, room;
    struct store_notes notes;
    struct store_end after; /* after the transaction, so far */
};

/* One of the stores in front of it: a node. */
struct node {
    struct memory *memory;
    struct node *next; /* of the same memory, the first one first */
    const struct linea_store *store;
    struct linea_store_options options;
    uint64_t id;
    bool retired; /* it drives nothing any more */
    bool gone;    /* the others get no hints of it, nor it of them */
    bool loses;   /* hints do not reach it */
    int64_t clock_ahead;
    struct news *first, *last;
    uint64_t sent, received, lost;
};

struct news {
    struct news *next;
    struct linea_store_news news;
};

struct setting {
    struct setting *next;
    char *value; /* behind the key, in the same memory */
    char key[];
};

struct memory {
    struct memory *next;  /* of all that are open */
    struct node *nodes;   /* in front of it */
    pthread_mutex_t lock; /* for all that follows */
    uint64_t ids;
    struct id_map games;
    struct game **all; /* in order of their first event */
    int count, room;
    struct setting *settings;
    size_t bytes, limit;             /* of all events */
    int failures;                    /* how many commits are to fail, */
    enum linea_store_result failure; /* and how */
    int failing_reads;
    bool held; /* logs are not read */
    pthread_cond_t let_go;
    bool stops;     /* as if killed: nothing more is written … */
    int stop_after; /* … after so many appends */
};

/* store_memory.c */
struct node *box_node_of(const struct linea_store *store);
struct game *box_find(const struct memory *memory, uint64_t id);
struct game *box_find_or_add(struct memory *memory, uint64_t id);
bool box_add_event(struct memory *memory, const struct linea_store_event *event,
                   const struct store_cut *cut);

/* Undo that for this one and all later ones. */
void box_cut_events(struct memory *memory, const struct linea_store_event *event);

/* store_memory_nodes.c: let the other nodes know of what was stored; drop what did
   not reach one; and what a backend has for nodes. */
void box_send_news(struct node *from, const struct store_entry *first);
void box_add_news(struct node *node, const struct linea_store_news *what);
void box_clear_news(struct node *node);
int box_nodes(void *self, struct linea_store_node out[LINEA_STORE_NODES]);
int box_take_news(void *self, struct linea_store_news *out, int most);
void box_check(void *self, struct linea_store_health *out);
void box_retire(void *self);

#endif
