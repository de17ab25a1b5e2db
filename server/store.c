/*
 * server/store.c - the queue in front of a backend, and the thread that empties it.
 *
 * Group commit: while one transaction is being written, events gather; all of them are
 * the next one. So the busier the server, the more events share the wait for the disk.
 *
 * There is never a gap in a log. When a transaction fails, each of its games is stuck
 * and enters a new epoch: whatever of it is still queued belongs to an old one and
 * fails too, even if it is reached after the caller has reset the game and gone on.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "id_map.h"
#include "store_backend.h"
#include "store_reader.h"

/* The most entries of one transaction, so that its completions do not take too long. */
enum { BATCH = 4096, KEY = 64 };

/* A game that is known: until its caller has left it and nothing of it is queued. */
struct store_game {
    struct id_link link; /* by the id of the game */
    int last;            /* number of its latest event, durable or queued */
    uint32_t epoch;
    uint32_t queued; /* entries that refer to it */
    bool stuck;
    bool going; /* it is being removed */
    bool left;
};

struct list {
    struct store_entry *first, *last;
};

struct linea_store {
    const struct store_backend *backend;
    void *self;
    struct linea_store_options options;
    pthread_t writer;
    struct store_reader reader;

    pthread_mutex_t lock; /* for all that follows */
    pthread_cond_t work;  /* there is something to write, or the end has come */
    pthread_cond_t done;  /* a transaction has ended */
    struct list queue;
    struct list completed;
    struct id_map games;
    struct linea_store_counters counters;
    bool closing;
};

static void push(struct list *list, struct store_entry *entry)
{
    entry->next = NULL;
    if (list->first)
        list->last->next = entry;
    else
        list->first = entry;
    list->last = entry;
}

static struct store_entry *pop(struct list *list)
{
    struct store_entry *entry = list->first;
    if (entry)
        list->first = entry->next;
    return entry;
}

const double linea_store_times[LINEA_STORE_TIMES] = {0.001, 0.0025, 0.005, 0.01, 0.025,
                                                     0.05,  0.1,    0.25,  0.5,  1};

static void count_time(struct linea_store_counters *counters, double seconds)
{
    int i = 0;
    while (i < LINEA_STORE_TIMES && seconds > linea_store_times[i])
        i++;
    counters->commit_times[i]++;
    counters->commit_seconds += seconds;
}

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What forbids writing an entry now, after all that was queued before it. */
static enum linea_store_result obstacle(const struct linea_store *store,
                                        const struct store_entry *entry)
{
    if (store->counters.broken)
        return LINEA_STORE_IO;
    if (entry->game && entry->epoch != entry->game->epoch)
        return LINEA_STORE_STUCK;
    return LINEA_STORE_OK;
}

static void drop_if_left(struct linea_store *store, struct store_game *game)
{
    if (!game->left || game->queued)
        return;
    linea_id_map_remove(&store->games, &game->link);
    free(game);
}

/* An entry refers to a game no more. */
static void leave_game(struct linea_store *store, struct store_game *game)
{
    game->queued--;
    drop_if_left(store, game);
}

/* Complete an entry with its result. */
static void settle(struct linea_store *store, struct store_entry *entry,
                   enum linea_store_result result)
{
    entry->result = result;
    store->counters.queued--;
    if (entry->key) {
        entry->done = true;
        return;
    }
    struct store_game *game = entry->game;
    if (result == LINEA_STORE_OK) {
        store->counters.events += entry->event.number > 0;
    } else if (entry->epoch == game->epoch) {
        game->stuck = true;
        game->epoch++;
    }
    leave_game(store, game);
    push(&store->completed, entry);
}

/* Move what can be written from the queue to a batch, and settle what cannot. */
static void gather(struct linea_store *store, struct list *batch)
{
    bool together = false;
    for (int i = 0; (i < BATCH || together) && store->queue.first; i++) {
        struct store_entry *entry = pop(&store->queue);
        together = entry->together;
        enum linea_store_result result = obstacle(store, entry);
        if (result == LINEA_STORE_OK)
            push(batch, entry);
        else
            settle(store, entry, result);
    }
}

/* Write a batch; called with the lock, which is free while the disk works. */
static void write_batch(struct linea_store *store, struct list *batch)
{
    char failure[LINEA_STORE_TEXT] = "";
    pthread_mutex_unlock(&store->lock);
    double begin = now_seconds();
    enum linea_store_result result =
        store->backend->commit(store->self, batch->first, failure);
    double end = now_seconds();
    pthread_mutex_lock(&store->lock);

    count_time(&store->counters, end - begin);
    if (result == LINEA_STORE_OK) {
        store->counters.commits++;
    } else {
        store->counters.failed_commits++;
        memcpy(store->counters.failure, failure, sizeof failure);
    }
    if (result == LINEA_STORE_IO)
        store->counters.broken = true;
    for (struct store_entry *entry; (entry = pop(batch));)
        settle(store, entry, result == LINEA_STORE_OK ? entry->result : result);
}

/* The first entry of what was appended behind this one. */
static struct store_entry *next_append(struct store_entry *entry)
{
    while (entry->together)
        entry = entry->next;
    return entry->next;
}

/* Whether two appends, each given by its first entry, write to the same game. */
static bool share_a_game(const struct store_entry *a, const struct store_entry *b)
{
    for (const struct store_entry *x = a;; x = x->next) {
        for (const struct store_entry *y = b;; y = y->next) {
            if (x->game && x->game == y->game)
                return true;
            if (!y->together)
                break;
        }
        if (!x->together)
            return false;
    }
}

void linea_store_refuse(struct store_entry *first, struct store_entry *entry)
{
    struct store_entry *append = first;
    for (struct store_entry *e = first; e != entry; e = e->next)
        if (!e->together)
            append = e->next;
    if (append->result != LINEA_STORE_OK)
        return;
    for (struct store_entry *e = append;; e = e->next) {
        e->result = LINEA_STORE_BEHIND;
        if (!e->together)
            break;
    }
    for (struct store_entry *e = next_append(append); e; e = next_append(e))
        if (share_a_game(append, e))
            linea_store_refuse(first, e);
}

/* Report completions, then do what may take long; called with the lock. */
static void report_and_tidy(struct linea_store *store)
{
    char failure[LINEA_STORE_TEXT] = "";
    bool report = store->completed.first && store->options.wake;
    pthread_cond_broadcast(&store->done);
    pthread_mutex_unlock(&store->lock);
    if (report)
        store->options.wake(store->options.context);
    enum linea_store_result result = store->backend->tidy(store->self, failure);
    pthread_mutex_lock(&store->lock);

    if (result != LINEA_STORE_OK)
        memcpy(store->counters.failure, failure, sizeof failure);
    if (result == LINEA_STORE_IO)
        store->counters.broken = true;
}

static void *write_all(void *context)
{
    struct linea_store *store = context;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->queue.first && !store->closing)
            pthread_cond_wait(&store->work, &store->lock);
        if (!store->queue.first)
            break;
        struct list batch = {0};
        gather(store, &batch);
        if (batch.first)
            write_batch(store, &batch);
        report_and_tidy(store);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}

struct linea_store *linea_store_start(const struct store_backend *backend, void *self,
                                      const struct linea_store_options *options)
{
    struct linea_store *store = calloc(1, sizeof *store);
    if (!store) {
        backend->close(self);
        return NULL;
    }
    store->backend = backend;
    store->self = self;
    if (options)
        store->options = *options;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    pthread_cond_init(&store->done, NULL);
    if (linea_reader_start(&store->reader, backend, self, &store->options)) {
        if (pthread_create(&store->writer, NULL, write_all, store) == 0)
            return store;
        linea_reader_stop(&store->reader);
    }
    backend->close(self);
    free(store);
    return NULL;
}

static void release_game(struct id_link *link)
{
    free(link);
}

void linea_store_close(struct linea_store *store)
{
    pthread_mutex_lock(&store->lock);
    store->closing = true;
    pthread_cond_signal(&store->work);
    pthread_mutex_unlock(&store->lock);
    pthread_join(store->writer, NULL);
    linea_reader_stop(&store->reader);

    for (struct store_entry *entry; (entry = pop(&store->completed));)
        free(entry);
    linea_id_map_finish(&store->games, release_game);
    store->backend->close(store->self);
    pthread_cond_destroy(&store->done);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->lock);
    free(store);
}

/* Queue an entry; called with the lock. */
static void enqueue(struct linea_store *store, struct store_entry *entry)
{
    push(&store->queue, entry);
    store->counters.queued++;
    pthread_cond_signal(&store->work);
}

static bool is_sound(const struct linea_store_event *event)
{
    const struct linea_store_row *row = event->row;
    if (event->number < 0 || event->length > LINEA_STORE_EVENT ||
        (event->length && (memchr(event->text, '\n', event->length) ||
                           memchr(event->text, '\0', event->length))))
        return false;
    if (!row)
        return event->number > 1;
    return row->player_count >= 0 && row->player_count <= LINEA_STORE_PLAYERS &&
           row->summary_length <= LINEA_STORE_SUMMARY &&
           row->status <= LINEA_STORE_OVER;
}

/* A copy of the event with all that it points to, in one piece; NULL without memory. */
static struct store_entry *copy_event(const struct linea_store_event *event)
{
    size_t row_size = event->row ? sizeof *event->row : 0;
    struct store_entry *entry = malloc(sizeof *entry + row_size + event->length);
    if (!entry)
        return NULL;
    *entry = (struct store_entry){.event = *event};
    char *rest = (char *)(entry + 1);
    if (event->row)
        entry->event.row = memcpy(rest, event->row, row_size);
    if (event->length)
        memcpy(rest + row_size, event->text, event->length);
    entry->event.text = rest + row_size;
    return entry;
}

static struct store_game *known_game(const struct linea_store *store, uint64_t id)
{
    return (struct store_game *)linea_id_map_find(&store->games, id);
}

/* Know a game whose log goes as far as this. */
static enum linea_store_result meet_game(struct linea_store *store,
                                         struct store_game **out, uint64_t id, int last)
{
    struct store_game *game = malloc(sizeof *game);
    if (!game)
        return LINEA_STORE_MEMORY;
    *game = (struct store_game){.link.key = id, .last = last};
    if (!linea_id_map_add(&store->games, &game->link)) {
        free(game);
        return LINEA_STORE_MEMORY;
    }
    *out = game;
    return LINEA_STORE_OK;
}

/* The game of an event. A game that is not known begins with its first event: if there
 * is one of that number already, the backend refuses it. Of any other the backend is
 * asked. Called with the lock, which is free meanwhile: nothing of a game that is not
 * known is queued, so what the backend answers stays true. */
static enum linea_store_result
find_game(struct linea_store *store, struct store_game **out, uint64_t id, int number)
{
    int last = 0;
    enum linea_store_result result = LINEA_STORE_OK;
    *out = known_game(store, id);
    if (*out)
        return LINEA_STORE_OK;
    if (number != 1) {
        pthread_mutex_unlock(&store->lock);
        result = linea_reader_last(&store->reader, &last, id);
        pthread_mutex_lock(&store->lock);
    }
    return result == LINEA_STORE_OK ? meet_game(store, out, id, last) : result;
}

/* Copy an event to the end of a list and find its game, which stays known from now on.
 * Called with the lock. */
static enum linea_store_result prepare(struct linea_store *store, struct list *list,
                                       const struct linea_store_event *event)
{
    if (!is_sound(event))
        return LINEA_STORE_MISUSE;
    struct store_entry *entry = copy_event(event);
    if (!entry)
        return LINEA_STORE_MEMORY;
    enum linea_store_result result =
        find_game(store, &entry->game, event->game, event->number);
    if (result != LINEA_STORE_OK) {
        free(entry);
        return result;
    }
    entry->game->queued++;
    entry->game->left = false;
    push(list, entry);
    return LINEA_STORE_OK;
}

/* Whether each event of a list is the next of its game; called with the lock. */
static enum linea_store_result check(const struct store_entry *first)
{
    for (const struct store_entry *entry = first; entry; entry = entry->next) {
        int number = entry->game->last + 1;
        for (const struct store_entry *before = first; before != entry;
             before = before->next)
            number += before->game == entry->game && before->event.number > 0;
        if (entry->game->stuck)
            return LINEA_STORE_STUCK;
        if (entry->game->going)
            return LINEA_STORE_MISUSE;
        if (entry->event.number ? entry->event.number != number : number == 1)
            return LINEA_STORE_MISUSE;
    }
    return LINEA_STORE_OK;
}

/* Queue an event that is the next of its game; called with the lock. */
static void enqueue_event(struct linea_store *store, struct store_entry *entry)
{
    struct store_game *game = entry->game;
    entry->epoch = game->epoch;
    entry->together = entry->next != NULL; /* those that were appended with it */
    game->last += entry->event.number > 0;
    enqueue(store, entry);
}

enum linea_store_result linea_store_append(struct linea_store *store,
                                           const struct linea_store_event *events,
                                           int count)
{
    struct list copies = {0};
    pthread_mutex_lock(&store->lock);
    enum linea_store_result result =
        store->counters.broken ? LINEA_STORE_IO : LINEA_STORE_OK;
    for (int i = 0; i < count && result == LINEA_STORE_OK; i++)
        result = prepare(store, &copies, &events[i]);
    if (result == LINEA_STORE_OK)
        result = check(copies.first);
    for (struct store_entry *entry; (entry = pop(&copies));) {
        if (result == LINEA_STORE_OK) {
            enqueue_event(store, entry);
        } else {
            leave_game(store, entry->game);
            free(entry);
        }
    }
    pthread_mutex_unlock(&store->lock);
    return result;
}

enum linea_store_result linea_store_forget(struct linea_store *store, uint64_t id,
                                           uint64_t ticket)
{
    const struct linea_store_event event = {.game = id, .number = 0, .ticket = ticket};
    struct store_entry *entry = copy_event(&event);
    if (!entry)
        return LINEA_STORE_MEMORY;
    pthread_mutex_lock(&store->lock);
    enum linea_store_result result =
        store->counters.broken ? LINEA_STORE_IO : LINEA_STORE_OK;
    entry->game = known_game(store, id);
    if (result == LINEA_STORE_OK && !entry->game)
        result = meet_game(store, &entry->game, id, 0);
    if (result == LINEA_STORE_OK && (entry->game->queued || entry->game->stuck))
        result = LINEA_STORE_MISUSE;
    if (result == LINEA_STORE_OK) {
        entry->forget = true;
        entry->epoch = entry->game->epoch;
        entry->game->queued++;
        entry->game->going = true;
        entry->game->left = true; /* it is not known any more then */
        enqueue(store, entry);
    } else {
        free(entry);
    }
    pthread_mutex_unlock(&store->lock);
    return result;
}

int linea_store_completed(struct linea_store *store, struct linea_store_completion *out,
                          int most)
{
    struct list taken = {0};
    int count = 0;
    pthread_mutex_lock(&store->lock);
    for (; count < most && store->completed.first; count++)
        push(&taken, pop(&store->completed));
    pthread_mutex_unlock(&store->lock);

    for (int i = 0; i < count; i++) {
        struct store_entry *entry = pop(&taken);
        out[i] = (struct linea_store_completion){.ticket = entry->event.ticket,
                                                 .result = entry->result};
        free(entry);
    }
    return count;
}

void linea_store_leave(struct linea_store *store, uint64_t id)
{
    pthread_mutex_lock(&store->lock);
    struct store_game *game = known_game(store, id);
    if (game) {
        game->left = true;
        drop_if_left(store, game);
    }
    pthread_mutex_unlock(&store->lock);
}

void linea_store_flush(struct linea_store *store)
{
    linea_reader_flush(&store->reader);
    pthread_mutex_lock(&store->lock);
    while (store->counters.queued)
        pthread_cond_wait(&store->done, &store->lock);
    pthread_mutex_unlock(&store->lock);
}

/* Reading. */

void linea_store_ask(struct linea_store *store, struct linea_store_reading *reading)
{
    linea_reader_ask(&store->reader, reading);
}

/* A game goes on from where its log was found to end: from a stuck one nothing is
 * written meanwhile. Called with the lock. */
static enum linea_store_result resume(struct linea_store *store, uint64_t id, int last)
{
    struct store_game *game = known_game(store, id);
    if (!game)
        return meet_game(store, &game, id, last);
    if (game->stuck || !game->queued)
        game->last = last;
    game->stuck = false;
    game->left = false;
    return LINEA_STORE_OK;
}

int linea_store_answer(struct linea_store *store)
{
    struct linea_store_reading *reading;
    int count = 0;
    for (; (reading = linea_reader_take(&store->reader)) != NULL; count++) {
        if (reading->event && reading->resume && !reading->cut && reading->last &&
            reading->result == LINEA_STORE_OK) {
            pthread_mutex_lock(&store->lock);
            reading->result = store->counters.broken
                                  ? LINEA_STORE_IO
                                  : resume(store, reading->game, reading->last);
            pthread_mutex_unlock(&store->lock);
        }
        reading->done(reading);
    }
    return count;
}

enum linea_store_result linea_store_reset(struct linea_store *store, int *last,
                                          uint64_t game)
{
    pthread_mutex_lock(&store->lock);
    bool broken = store->counters.broken;
    pthread_mutex_unlock(&store->lock);
    if (broken)
        return LINEA_STORE_IO;

    enum linea_store_result result = linea_reader_last(&store->reader, last, game);
    if (result != LINEA_STORE_OK)
        return result;
    pthread_mutex_lock(&store->lock);
    struct store_game *known = known_game(store, game);
    if (known && known->stuck) {
        known->stuck = false;
        known->last = *last;
    }
    pthread_mutex_unlock(&store->lock);
    return LINEA_STORE_OK;
}

enum linea_store_result linea_store_load(struct linea_store *store, uint64_t game,
                                         linea_store_event_found *found, void *context)
{
    struct linea_store_reading reading = {
        .game = game, .event = found, .context = context};
    return linea_reader_read(&store->reader, &reading);
}

enum linea_store_result linea_store_unfinished(struct linea_store *store,
                                               linea_store_game_found *found,
                                               void *context)
{
    return linea_reader_unfinished(&store->reader, found, context);
}

enum linea_store_result linea_store_list(struct linea_store *store,
                                         const struct linea_store_query *query,
                                         linea_store_row_found *found, void *context)
{
    struct linea_store_reading reading = {
        .query = *query, .row = found, .context = context};
    return linea_reader_read(&store->reader, &reading);
}

/* Write a setting and wait for it. */
static enum linea_store_result write_setting(struct linea_store *store,
                                             struct store_entry *entry)
{
    if (strlen(entry->key) > KEY || strlen(entry->value) > LINEA_STORE_SETTING)
        return LINEA_STORE_MISUSE;
    pthread_mutex_lock(&store->lock);
    enqueue(store, entry);
    while (!entry->done)
        pthread_cond_wait(&store->done, &store->lock);
    pthread_mutex_unlock(&store->lock);
    return entry->result;
}

enum linea_store_result linea_store_set(struct linea_store *store, const char *key,
                                        const char *value)
{
    struct store_entry entry = {.key = key, .value = value};
    return write_setting(store, &entry);
}

enum linea_store_result linea_store_make_setting(struct linea_store *store,
                                                 char value[LINEA_STORE_SETTING + 1],
                                                 const char *key)
{
    struct store_entry entry = {.key = key, .value = value, .first = true};
    enum linea_store_result result = write_setting(store, &entry);
    return result == LINEA_STORE_OK ? linea_store_get(store, value, key) : result;
}

enum linea_store_result linea_store_get(struct linea_store *store,
                                        char value[LINEA_STORE_SETTING + 1],
                                        const char *key)
{
    value[0] = '\0';
    return linea_reader_get(&store->reader, value, key);
}

void linea_store_count(struct linea_store *store, struct linea_store_counters *out)
{
    pthread_mutex_lock(&store->lock);
    *out = store->counters;
    pthread_mutex_unlock(&store->lock);
    out->reads = linea_reader_count(&store->reader);
}

const char *linea_store_result_name(enum linea_store_result result)
{
    static const char *const names[LINEA_STORE_RESULTS] = {
        [LINEA_STORE_OK] = "fine",
        [LINEA_STORE_MISUSE] = "misuse",
        [LINEA_STORE_STUCK] = "game stuck",
        [LINEA_STORE_FULL] = "disk full",
        [LINEA_STORE_IO] = "disk error",
        [LINEA_STORE_MEMORY] = "out of memory",
        [LINEA_STORE_FAULT] = "database error",
        [LINEA_STORE_BEHIND] = "behind another node",
        [LINEA_STORE_AWAY] = "database away"};
    return names[result];
}
