/*
 * server/store_writer.c - the thread that writes what is queued.
 *
 * Group commit: while one transaction is being written, events gather; all of them are
 * the next one. So the busier the server, the more events share the wait for the disk.
 *
 * There is never a gap in a log. When a transaction fails, each of its games is stuck
 * and enters a new epoch: whatever of it is still queued belongs to an old one and
 * fails too, even if it is reached after the caller has reset the game and gone on.
 *
 * A database that is not on this machine may be lost while it commits. Then its games
 * are held until it is known what became of them, however long that takes; all others
 * fail at once, so that people get an answer.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_writer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The most entries of one transaction, so that its completions do not take too long. */
enum { BATCH = 4096 };

void linea_list_push(struct store_list *list, struct store_entry *entry)
{
    entry->next = NULL;
    if (list->first)
        list->last->next = entry;
    else
        list->first = entry;
    list->last = entry;
}

struct store_entry *linea_list_pop(struct store_list *list)
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

void linea_writer_drop_if_left(struct linea_store *store, struct store_game *game)
{
    if (!game->left || game->queued)
        return;
    linea_id_map_remove(&store->games, &game->link);
    free(game);
}

/* An entry refers to a game no more. */
void linea_writer_leave_game(struct linea_store *store, struct store_game *game)
{
    game->queued--;
    linea_writer_drop_if_left(store, game);
}

void linea_writer_free_entry(struct store_entry *entry)
{
    free(entry->cut.memory);
    free(entry);
}

/* What was to be erased can be fetched. */
void linea_writer_settle_erasure(struct linea_store *store,
                                 struct linea_store_erasure *erasure,
                                 enum linea_store_result result)
{
    erasure->result = result;
    erasure->next = NULL;
    *store->last_erased = erasure;
    store->last_erased = &erasure->next;
}

/* Complete an entry with its result. */
static void settle(struct linea_store *store, struct store_entry *entry,
                   enum linea_store_result result)
{
    entry->result = result;
    store->counters.queued--;
    if (entry->erasure) {
        linea_writer_settle_erasure(store, entry->erasure, result);
        linea_writer_free_entry(entry);
        return;
    }
    if (entry->key) {
        entry->done = true;
        return;
    }
    struct store_game *game = entry->game;
    if (result == LINEA_STORE_OK) {
        store->counters.events += entry->event.number > 0;
    } else if (entry->epoch == game->epoch) {
        game->stuck = true;
        game->end = entry->base;
        game->epoch++;
    }
    linea_writer_leave_game(store, game);
    linea_list_push(&store->completed, entry);
}

/* Move what can be written from the queue to a batch, and settle what cannot. */
static void gather(struct linea_store *store, struct store_list *batch)
{
    bool together = false;
    for (int i = 0; (i < BATCH || together) && store->queue.first; i++) {
        struct store_entry *entry = linea_list_pop(&store->queue);
        together = entry->together;
        enum linea_store_result result = obstacle(store, entry);
        if (result == LINEA_STORE_OK)
            linea_list_push(batch, entry);
        else
            settle(store, entry, result);
    }
}

/* The games of a batch whose outcome is not known. */
static void hold(const struct store_list *batch, bool held)
{
    for (const struct store_entry *e = batch->first; e; e = e->next)
        if (e->game)
            e->game->held = held;
}

/* Fail what is queued, all but that of games that are held: their entries complete in
 * order. Called with the lock. */
static void fail_queued(struct linea_store *store, enum linea_store_result result)
{
    struct store_list queued = store->queue, kept = {0};
    store->queue = (struct store_list){0};
    while (queued.first) {
        bool held = false, together = true;
        for (const struct store_entry *e = queued.first; e && together; e = e->next) {
            held |= e->game && e->game->held;
            together = e->together;
        }
        for (together = true; together;) {
            struct store_entry *e = linea_list_pop(&queued);
            together = e->together;
            if (held)
                linea_list_push(&kept, e);
            else
                settle(store, e, result);
        }
    }
    store->queue = kept;
}

/* Called with the lock, which is free meanwhile. */
static void report(struct linea_store *store)
{
    bool any = (store->completed.first || store->erased) && store->options.wake;
    pthread_cond_broadcast(&store->done);
    pthread_mutex_unlock(&store->lock);
    if (any)
        store->options.wake(store->options.context);
    pthread_mutex_lock(&store->lock);
}

/* Called with the lock, which is free while the database works. */
static enum linea_store_result commit(struct linea_store *store,
                                      const struct store_list *batch)
{
    char failure[LINEA_STORE_TEXT] = "";
    pthread_mutex_unlock(&store->lock);
    double begin = now_seconds();
    enum linea_store_result result =
        store->backend->commit(store->self, batch->first, failure);
    double end = now_seconds();
    pthread_mutex_lock(&store->lock);

    count_time(&store->counters, end - begin);
    store->away = result == LINEA_STORE_AWAY;
    store->counters.commits += result == LINEA_STORE_OK;
    store->counters.failed_commits +=
        result != LINEA_STORE_OK && result != LINEA_STORE_UNKNOWN;
    if (failure[0] || result != LINEA_STORE_OK)
        memcpy(store->counters.failure, failure, sizeof failure);
    return result;
}

/* Ask again until it is known what became of a batch. Who ends the server does not wait
 * for ever; then there is nobody left to answer. */
static enum linea_store_result find_out(struct linea_store *store,
                                        const struct store_list *batch)
{
    enum { AGAIN_MS = 100, LONGEST = 100 };
    enum linea_store_result result = LINEA_STORE_UNKNOWN;
    hold(batch, true);
    for (int ending = 0; result == LINEA_STORE_UNKNOWN && ending < LONGEST;) {
        fail_queued(store, LINEA_STORE_AWAY);
        report(store);
        pthread_mutex_unlock(&store->lock);
        nanosleep(&(struct timespec){.tv_nsec = AGAIN_MS * 1000000}, NULL);
        pthread_mutex_lock(&store->lock);
        result = commit(store, batch);
        ending += store->closing || store->flushing;
    }
    hold(batch, false);
    return result == LINEA_STORE_UNKNOWN ? LINEA_STORE_AWAY : result;
}

/* Write a batch; called with the lock. */
static void write_batch(struct linea_store *store, struct store_list *batch)
{
    enum linea_store_result result = commit(store, batch);
    if (result == LINEA_STORE_UNKNOWN)
        result = find_out(store, batch);
    if (result == LINEA_STORE_IO)
        store->counters.broken = true;
    for (struct store_entry *entry; (entry = linea_list_pop(batch));)
        settle(store, entry,
               result == LINEA_STORE_OK || entry->written ? entry->result : result);
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
    report(store);
    pthread_mutex_unlock(&store->lock);
    enum linea_store_result result = store->backend->tidy(store->self, failure);
    pthread_mutex_lock(&store->lock);

    if (result != LINEA_STORE_OK)
        memcpy(store->counters.failure, failure, sizeof failure);
    if (result == LINEA_STORE_IO)
        store->counters.broken = true;
    store->away = result == LINEA_STORE_AWAY;
}

/* A database that is away is looked for meanwhile: as long as it is, a proxy sends
 * nobody here who would have something to write. Called with the lock. */
static void wait_for_work(struct linea_store *store)
{
    enum { LOOK_MS = 500 };
    struct timespec until;
    if (!store->away) {
        pthread_cond_wait(&store->work, &store->lock);
        return;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_MS * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&store->work, &store->lock, &until);
    if (!store->queue.first && !store->closing)
        report_and_tidy(store);
}

void *linea_writer_run(void *context)
{
    struct linea_store *store = context;
    pthread_mutex_lock(&store->lock);
    for (;;) {
        while (!store->queue.first && !store->closing)
            wait_for_work(store);
        if (!store->queue.first)
            break;
        struct store_list batch = {0};
        gather(store, &batch);
        if (batch.first)
            write_batch(store, &batch);
        report_and_tidy(store);
    }
    pthread_mutex_unlock(&store->lock);
    return NULL;
}
