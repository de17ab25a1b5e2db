/*
 * train/shared.c - practice for the trainer: a library that allocates, has threads, and
 * is opened from Python by ctypes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "linea/json.h"
#include "linea/practice.h"

enum {
    ROWS_AT_ONCE = 16,  /* that a thread takes */
    STACK = 8 << 20,    /* moves and games lie there; some systems give less */
    MAP_TEXT = 1 << 20, /* bytes of a map file, at most */
};

/* A map with its numbers, shared by all halls on it. */
struct board {
    struct linea_map map;
    struct linea_json memory;
    struct linea_space space;
    struct net_layout layout;
    char why[256];
};

/* Games and the threads that play them. */
struct hall {
    struct linea_practice practice;
    int32_t *action;
    int threads;
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t go, ready;
    unsigned round;
    int busy;
    bool resetting, closing;
    atomic_int next, refused;
};

struct board *train_board(const char *text, size_t length);
const char *train_board_mistake(const struct board *b);
void train_board_sizes(const struct board *b, int32_t out[8]);
void train_board_moves(const struct board *b, uint32_t *out);
void train_board_hash(const struct board *b, uint8_t *out);
int train_board_block(const struct board *b, int i, char *name, int32_t out[3]);
struct hall *train_hall(const struct board *b, int games, int threads,
                        const uint8_t *players, const uint8_t *learner,
                        const int32_t *deal, void *arrays[8]);
void train_hall_reset(struct hall *h, uint64_t series);
void train_hall_step(struct hall *h);
int train_hall_wait(struct hall *h);
void train_hall_close(struct hall *h);

/* Keep the first mistake. */
static void note(void *context, int line, const char *where, const char *what)
{
    struct board *b = context;
    if (!*b->why)
        snprintf(b->why, sizeof b->why, "%d: %s: %s", line, where, what);
}

struct board *train_board(const char *text, size_t length)
{
    struct board *b = calloc(1, sizeof *b);
    struct linea_map_report report = {.mistake = note, .context = b};
    if (!b || length > MAP_TEXT)
        return b;
    if (linea_map_read(&b->map, &b->memory, text, length, &report)) {
        linea_space_init(&b->space, &b->map, b->map.min_seats);
        linea_net_layout(&b->layout, &b->map);
    }
    return b;
}

const char *train_board_mistake(const struct board *b)
{
    return b->why;
}

void train_board_sizes(const struct board *b, int32_t out[8])
{
    const int32_t sizes[8] = {
        b->layout.count,      b->space.actions,
        b->map.max_seats,     b->layout.blocks,
        b->map.vehicles,      b->map.min_seats,
        NET_FEATURES_VERSION, (int32_t)sizeof(struct linea_practice_game)};
    for (int i = 0; i < 8; i++)
        out[i] = sizes[i];
}

void train_board_moves(const struct board *b, uint32_t *out)
{
    for (int i = 0; i < b->space.actions; i++)
        out[i] = b->space.move[i];
}

void train_board_hash(const struct board *b, uint8_t *out)
{
    for (int i = 0; i < LINEA_MAP_HASH; i++)
        out[i] = b->map.hash[i];
}

/* Block i: its name (64 bytes), and where it begins, its size, its most. */
int train_board_block(const struct board *b, int i, char *name, int32_t out[3])
{
    const struct net_block *block = &b->layout.block[i];
    out[0] = block->from;
    out[1] = block->count;
    out[2] = block->most;
    return snprintf(name, 64, "%s", block->name);
}

static void work(struct hall *h)
{
    struct linea_practice *p = &h->practice;
    for (int at; (at = atomic_fetch_add(&h->next, ROWS_AT_ONCE)) < p->games;) {
        int to = at + ROWS_AT_ONCE < p->games ? at + ROWS_AT_ONCE : p->games;
        if (h->resetting)
            linea_practice_reset(p, at, to);
        else
            atomic_fetch_add(&h->refused, linea_practice_step(p, h->action, at, to));
    }
}

static void *play(void *context)
{
    struct hall *h = context;
    unsigned seen = 0;
    pthread_mutex_lock(&h->lock);
    for (;;) {
        while (h->round == seen && !h->closing)
            pthread_cond_wait(&h->go, &h->lock);
        if (h->closing)
            break;
        seen = h->round;
        pthread_mutex_unlock(&h->lock);
        work(h);
        pthread_mutex_lock(&h->lock);
        if (--h->busy == 0)
            pthread_cond_broadcast(&h->ready);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* Let all threads work, once. */
static void start(struct hall *h, bool resetting)
{
    pthread_mutex_lock(&h->lock);
    h->resetting = resetting;
    atomic_store(&h->next, 0);
    atomic_store(&h->refused, 0);
    h->busy = h->threads;
    h->round++;
    pthread_cond_broadcast(&h->go);
    pthread_mutex_unlock(&h->lock);
}

/* Start the threads; fewer if the system gives no more. */
static void open_threads(struct hall *h, int threads)
{
    pthread_attr_t attributes;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->go, NULL);
    pthread_cond_init(&h->ready, NULL);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while (h->threads < threads &&
           pthread_create(&h->thread[h->threads], &attributes, play, h) == 0)
        h->threads++;
    pthread_attr_destroy(&attributes);
}

/* The arrays of the caller: features, mask, seat, advised, done, share, margin, and the
   actions that it will choose. NULL when there is no memory or no thread. */
struct hall *train_hall(const struct board *b, int games, int threads,
                        const uint8_t *players, const uint8_t *learner,
                        const int32_t *deal, void *arrays[8])
{
    struct hall *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->practice = (struct linea_practice){
        .space = &b->space,
        .layout = &b->layout,
        .games = games,
        .game = calloc((size_t)games, sizeof *h->practice.game),
        .players = players,
        .learner = learner,
        .deal = deal,
        .features = arrays[0],
        .mask = arrays[1],
        .seat = arrays[2],
        .advised = arrays[3],
        .done = arrays[4],
        .share = arrays[5],
        .margin = arrays[6],
    };
    h->action = arrays[7];
    h->thread = calloc((size_t)threads, sizeof *h->thread);
    if (h->practice.game && h->thread)
        open_threads(h, threads);
    if (h->threads)
        return h;
    free(h->practice.game);
    free(h->thread);
    free(h);
    return NULL;
}

void train_hall_reset(struct hall *h, uint64_t series)
{
    h->practice.series = series;
    start(h, true);
    train_hall_wait(h);
}

void train_hall_step(struct hall *h)
{
    start(h, false);
}

int train_hall_wait(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->busy)
        pthread_cond_wait(&h->ready, &h->lock);
    pthread_mutex_unlock(&h->lock);
    return atomic_load(&h->refused);
}

void train_hall_close(struct hall *h)
{
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    pthread_cond_broadcast(&h->go);
    pthread_mutex_unlock(&h->lock);
    for (int i = 0; i < h->threads; i++)
        pthread_join(h->thread[i], NULL);
    free(h->practice.game);
    free(h->thread);
    free(h);
}
