/*
 * server/store.c - what a store can be asked: the queue in front of a backend.
 * store_writer.c writes what is queued, store_reader.c reads.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "store_writer.h"

enum { KEY = 64 /* most bytes of the name of a setting */ };

bool linea_store_is_url(const char *where)
{
    static const char *const schemes[] = {"postgresql://", "postgres://"};
    for (int i = 0; i < 2; i++)
        if (strncmp(where, schemes[i], strlen(schemes[i])) == 0)
            return true;
    return false;
}

struct linea_store *linea_store_open(char error[LINEA_STORE_TEXT], const char *where,
                                     const struct linea_store_options *options)
{
    return linea_store_is_url(where) ? linea_store_open_postgres(error, where, options)
                                     : linea_store_open_sqlite(error, where, options);
}

struct linea_store *linea_store_start(const struct store_backend *backend, void *self,
                                      const struct linea_store_options *options)
{
    struct linea_store *store = sodium_init() < 0 ? NULL : calloc(1, sizeof *store);
    if (!store || !(store->json = malloc(sizeof *store->json))) {
        backend->close(self);
        free(store);
        return NULL;
    }
    store->last_erased = &store->erased;
    store->backend = backend;
    store->self = self;
    if (options)
        store->options = *options;
    pthread_mutex_init(&store->lock, NULL);
    pthread_cond_init(&store->work, NULL);
    pthread_cond_init(&store->done, NULL);
    if (linea_reader_start(&store->reader, backend, self, &store->options)) {
        if (pthread_create(&store->writer, NULL, linea_writer_run, store) == 0)
            return store;
        linea_reader_stop(&store->reader);
    }
    backend->close(self);
    free(store->json);
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

    for (struct store_entry *entry; (entry = linea_list_pop(&store->completed));)
        linea_writer_free_entry(entry);
    linea_id_map_finish(&store->games, release_game);
    store->backend->close(store->self);
    pthread_cond_destroy(&store->done);
    pthread_cond_destroy(&store->work);
    pthread_mutex_destroy(&store->lock);
    free(store->json);
    free(store);
}

/* Queue an entry; called with the lock. */
static void enqueue(struct linea_store *store, struct store_entry *entry)
{
    linea_list_push(&store->queue, entry);
    store->counters.queued++;
    pthread_cond_signal(&store->work);
}

int linea_store_notice(const struct linea_store_event *event, uint64_t player)
{
    const struct linea_store_notices *n = &event->notices;
    if (!player)
        return 0;
    if (n->over)
        return LINEA_NOTICE_OVER;
    return (n->began ? LINEA_NOTICE_BEGAN : 0) |
           (player == n->turn ? LINEA_NOTICE_TURN : 0);
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
           !memchr(row->summary, '\0', row->summary_length) &&
           row->status <= LINEA_STORE_OVER;
}

/* A copy of the event with all that it points to, cut for the log; NULL without memory.
 */
static struct store_entry *copy_event(const struct linea_store *store,
                                      const struct linea_store_event *event)
{
    struct store_cut cut;
    if (!linea_note_cut(store->json, &cut, event->number, event->text, event->length))
        return NULL;
    size_t row_size = event->row ? sizeof *event->row : 0;
    size_t text_size = cut.memory ? 0 : event->length;
    struct store_entry *entry = malloc(sizeof *entry + row_size + text_size);
    if (!entry) {
        free(cut.memory);
        return NULL;
    }
    *entry = (struct store_entry){.event = *event, .cut = cut};
    char *rest = (char *)(entry + 1);
    if (event->row)
        entry->event.row = memcpy(rest, event->row, row_size);
    if (text_size)
        memcpy(rest + row_size, event->text, text_size);
    entry->event.text = cut.memory ? cut.text : rest + row_size;
    entry->event.length = cut.length;
    return entry;
}

static struct store_game *known_game(const struct linea_store *store, uint64_t id)
{
    return (struct store_game *)linea_id_map_find(&store->games, id);
}

/* Know a game whose log goes as far as this. */
static enum linea_store_result meet_game(struct linea_store *store,
                                         struct store_game **out, uint64_t id,
                                         const struct store_end *end)
{
    struct store_game *game = malloc(sizeof *game);
    if (!game)
        return LINEA_STORE_MEMORY;
    *game = (struct store_game){.link.key = id, .end = *end};
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
    struct store_end end = {0};
    enum linea_store_result result = LINEA_STORE_OK;
    *out = known_game(store, id);
    if (*out)
        return LINEA_STORE_OK;
    if (number != 1) {
        pthread_mutex_unlock(&store->lock);
        result = linea_reader_last(&store->reader, &end, id);
        pthread_mutex_lock(&store->lock);
    }
    return result == LINEA_STORE_OK ? meet_game(store, out, id, &end) : result;
}

/* Copy an event to the end of a list and find its game, which stays known from now on.
 * Called with the lock. */
static enum linea_store_result prepare(struct linea_store *store,
                                       struct store_list *list,
                                       const struct linea_store_event *event)
{
    if (!is_sound(event))
        return LINEA_STORE_MISUSE;
    struct store_entry *entry = copy_event(store, event);
    if (!entry)
        return LINEA_STORE_MEMORY;
    enum linea_store_result result =
        find_game(store, &entry->game, event->game, event->number);
    if (result != LINEA_STORE_OK) {
        linea_writer_free_entry(entry);
        return result;
    }
    entry->game->queued++;
    entry->game->left = false;
    linea_list_push(list, entry);
    return LINEA_STORE_OK;
}

/* Whether each event of a list is the next of its game; called with the lock. */
static enum linea_store_result check(const struct store_entry *first)
{
    for (const struct store_entry *entry = first; entry; entry = entry->next) {
        int number = entry->game->end.last + 1;
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
    entry->base = game->end;
    if (entry->event.number > 0)
        linea_store_chain(&game->end, entry->event.text, entry->event.length);
    entry->end = game->end;
    enqueue(store, entry);
}

enum linea_store_result linea_store_append(struct linea_store *store,
                                           const struct linea_store_event *events,
                                           int count)
{
    struct store_list copies = {0};
    pthread_mutex_lock(&store->lock);
    enum linea_store_result result =
        store->counters.broken ? LINEA_STORE_IO : LINEA_STORE_OK;
    for (int i = 0; i < count && result == LINEA_STORE_OK; i++)
        result = prepare(store, &copies, &events[i]);
    if (result == LINEA_STORE_OK)
        result = check(copies.first);
    for (struct store_entry *entry; (entry = linea_list_pop(&copies));) {
        if (result == LINEA_STORE_OK) {
            enqueue_event(store, entry);
        } else {
            linea_writer_leave_game(store, entry->game);
            linea_writer_free_entry(entry);
        }
    }
    pthread_mutex_unlock(&store->lock);
    return result;
}

enum linea_store_result linea_store_forget(struct linea_store *store, uint64_t id,
                                           int64_t changed_before, uint64_t ticket)
{
    const struct linea_store_event event = {.game = id, .number = 0, .ticket = ticket};
    const struct store_end none = {0};
    struct store_entry *entry = copy_event(store, &event);
    if (!entry)
        return LINEA_STORE_MEMORY;
    pthread_mutex_lock(&store->lock);
    enum linea_store_result result =
        store->counters.broken ? LINEA_STORE_IO : LINEA_STORE_OK;
    entry->game = known_game(store, id);
    if (result == LINEA_STORE_OK && !entry->game)
        result = meet_game(store, &entry->game, id, &none);
    if (result == LINEA_STORE_OK && (entry->game->queued || entry->game->stuck))
        result = LINEA_STORE_MISUSE;
    if (result == LINEA_STORE_OK) {
        entry->forget = true;
        entry->changed_before = changed_before;
        entry->epoch = entry->game->epoch;
        entry->game->queued++;
        entry->game->going = true;
        entry->game->left = true; /* it is not known any more then */
        enqueue(store, entry);
    } else {
        linea_writer_free_entry(entry);
    }
    pthread_mutex_unlock(&store->lock);
    return result;
}

int linea_store_completed(struct linea_store *store, struct linea_store_completion *out,
                          int most)
{
    struct store_list taken = {0};
    int count = 0;
    pthread_mutex_lock(&store->lock);
    for (; count < most && store->completed.first; count++)
        linea_list_push(&taken, linea_list_pop(&store->completed));
    pthread_mutex_unlock(&store->lock);

    for (int i = 0; i < count; i++) {
        struct store_entry *entry = linea_list_pop(&taken);
        out[i] = (struct linea_store_completion){.ticket = entry->event.ticket,
                                                 .result = entry->result};
        linea_writer_free_entry(entry);
    }
    return count;
}

void linea_store_leave(struct linea_store *store, uint64_t id)
{
    pthread_mutex_lock(&store->lock);
    struct store_game *game = known_game(store, id);
    if (game) {
        game->left = true;
        linea_writer_drop_if_left(store, game);
    }
    pthread_mutex_unlock(&store->lock);
}

void linea_store_drop_readings(struct linea_store *store)
{
    linea_reader_drop(&store->reader);
}

void linea_store_flush(struct linea_store *store)
{
    linea_reader_flush(&store->reader);
    pthread_mutex_lock(&store->lock);
    store->flushing = true;
    while (store->counters.queued)
        pthread_cond_wait(&store->done, &store->lock);
    store->flushing = false;
    pthread_mutex_unlock(&store->lock);
}

/* Reading. */

/* Note how far a log is known to be durable, to see whether it is still the same one.
 */
static void note_known(struct linea_store *store, struct linea_store_reading *reading)
{
    pthread_mutex_lock(&store->lock);
    const struct store_game *game = known_game(store, reading->game);
    reading->knows = game && game->end.last && (game->stuck || !game->queued);
    if (reading->knows) {
        reading->known_last = game->end.last;
        memcpy(reading->known_tail, game->end.tail, sizeof reading->known_tail);
    }
    pthread_mutex_unlock(&store->lock);
}

/* Of what is in memory as it is in the store, all that differs was written elsewhere.
 */
static void compare_heads(struct linea_store *store,
                          struct linea_store_reading *reading)
{
    pthread_mutex_lock(&store->lock);
    for (int i = 0; i < reading->head_count; i++) {
        struct linea_store_head *head = &reading->heads[i];
        const struct store_game *game = known_game(store, head->game);
        head->rewritten = game && !game->stuck && !game->queued && head->last &&
                          game->end.last == head->last &&
                          memcmp(game->end.tail, head->tail, sizeof head->tail) != 0;
    }
    pthread_mutex_unlock(&store->lock);
}

void linea_store_ask(struct linea_store *store, struct linea_store_reading *reading)
{
    reading->knows = reading->rewritten = false;
    if (reading->event && reading->resume)
        note_known(store, reading);
    linea_reader_ask(&store->reader, reading);
}

/* A game goes on from where its log was found to end: from a stuck one nothing is
 * written meanwhile. Called with the lock. */
static enum linea_store_result resume(struct linea_store *store, uint64_t id,
                                      const struct store_end *end)
{
    struct store_game *game = known_game(store, id);
    if (!game)
        return meet_game(store, &game, id, end);
    if (game->stuck || !game->queued)
        game->end = *end;
    game->stuck = false;
    game->left = false;
    return LINEA_STORE_OK;
}

void linea_store_erase_player(struct linea_store *store,
                              struct linea_store_erasure *erasure)
{
    struct store_entry *entry = calloc(1, sizeof *entry);
    pthread_mutex_lock(&store->lock);
    if (entry) {
        entry->erasure = erasure;
        enqueue(store, entry);
    } else {
        linea_writer_settle_erasure(store, erasure, LINEA_STORE_MEMORY);
    }
    pthread_mutex_unlock(&store->lock);
}

/* The erasure that was done first; NULL if there is none. */
static struct linea_store_erasure *take_erased(struct linea_store *store)
{
    pthread_mutex_lock(&store->lock);
    struct linea_store_erasure *erasure = store->erased;
    if (erasure && !(store->erased = erasure->next))
        store->last_erased = &store->erased;
    pthread_mutex_unlock(&store->lock);
    return erasure;
}

int linea_store_answer(struct linea_store *store)
{
    struct linea_store_reading *reading;
    struct linea_store_erasure *erasure;
    int count = 0;
    for (; (erasure = take_erased(store)) != NULL; count++)
        erasure->done(erasure);
    for (; (reading = linea_reader_take(&store->reader)) != NULL; count++) {
        if (reading->event && reading->resume && !reading->cut && reading->last &&
            reading->result == LINEA_STORE_OK) {
            struct store_end end = {.last = reading->last};
            memcpy(end.tail, reading->tail, sizeof end.tail);
            pthread_mutex_lock(&store->lock);
            reading->result = store->counters.broken
                                  ? LINEA_STORE_IO
                                  : resume(store, reading->game, &end);
            pthread_mutex_unlock(&store->lock);
        }
        if (reading->heads && reading->result == LINEA_STORE_OK)
            compare_heads(store, reading);
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

    struct store_end end;
    enum linea_store_result result = linea_reader_last(&store->reader, &end, game);
    if (result != LINEA_STORE_OK)
        return result;
    *last = end.last;
    pthread_mutex_lock(&store->lock);
    struct store_game *known = known_game(store, game);
    if (known && known->stuck) {
        known->stuck = false;
        known->end = end;
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

enum linea_store_result linea_store_list(struct linea_store *store,
                                         const struct linea_store_query *query,
                                         linea_store_row_found *found, void *context)
{
    struct linea_store_reading reading = {
        .query = *query, .row = found, .context = context};
    return linea_reader_read(&store->reader, &reading);
}

/* Nodes. */

bool linea_store_is_shared(const struct linea_store *store)
{
    return store->backend->nodes != NULL;
}

int linea_store_nodes(struct linea_store *store,
                      struct linea_store_node out[LINEA_STORE_NODES])
{
    if (store->backend->nodes)
        return store->backend->nodes(store->self, out);
    out[0] = (struct linea_store_node){
        .id = 1, .workers = store->options.workers, .self = true};
    return 1;
}

void linea_store_retire(struct linea_store *store)
{
    if (store->backend->retire)
        store->backend->retire(store->self);
}

int linea_store_take_news(struct linea_store *store, struct linea_store_news *out,
                          int most)
{
    return store->backend->take_news ? store->backend->take_news(store->self, out, most)
                                     : 0;
}

void linea_store_check(struct linea_store *store, struct linea_store_health *out)
{
    memset(out, 0, sizeof *out);
    if (store->backend->check)
        store->backend->check(store->self, out);
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
        [LINEA_STORE_AWAY] = "database away",
        [LINEA_STORE_CHANGED] = "log changed by hand",
        [LINEA_STORE_UNKNOWN] = "not known yet"};
    return names[result];
}
