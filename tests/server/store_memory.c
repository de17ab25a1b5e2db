/*
 * tests/server/store_memory.c - a store without a disk. See store_memory.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_memory.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "id_map.h"
#include "store_backend.h"

struct text {
    size_t length;
    char bytes[];
};

struct game {
    struct id_link link; /* by the id of the game */
    struct linea_store_row row;
    struct text **events;
    int count, room;
    int after; /* the number of its last event after the transaction, so far */
};

struct setting {
    struct setting *next;
    char *value; /* behind the key, in the same memory */
    char key[];
};

struct memory {
    struct memory *next;             /* of all that are open */
    const struct linea_store *store; /* in front of it … */
    int others;                      /* … as are so many other nodes */
    pthread_mutex_t lock;            /* for all that follows */
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

static struct game *find(const struct memory *memory, uint64_t id)
{
    return (struct game *)linea_id_map_find(&memory->games, id);
}

/* Make room for one more pointer. */
static bool reserve(void *array, int count, int *room)
{
    if (count < *room)
        return true;
    void **old;
    memcpy(&old, array, sizeof old);
    int more = *room ? 2 * *room : 16;
    void **larger = realloc(old, (size_t)more * sizeof *larger);
    if (!larger)
        return false;
    memcpy(array, &larger, sizeof larger);
    *room = more;
    return true;
}

static struct game *find_or_add(struct memory *memory, uint64_t id)
{
    struct game *game = find(memory, id);
    if (game || !reserve(&memory->all, memory->count, &memory->room))
        return game;
    game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    game->link.key = id;
    if (!linea_id_map_add(&memory->games, &game->link)) {
        free(game);
        return NULL;
    }
    memory->all[memory->count++] = game;
    return game;
}

static bool add_event(struct memory *memory, const struct linea_store_event *event)
{
    struct game *game = find_or_add(memory, event->game);
    if (event->number == 0)
        return game != NULL;
    if (!game || !reserve(&game->events, game->count, &game->room))
        return false;
    struct text *text = malloc(sizeof *text + event->length + 1);
    if (!text)
        return false;
    text->length = event->length;
    memcpy(text->bytes, event->text, event->length);
    text->bytes[event->length] = '\0';
    game->events[game->count++] = text;
    memory->bytes += event->length;
    return true;
}

/* Undo add_event() for this one and all later ones. */
static void cut_events(struct memory *memory, const struct linea_store_event *event)
{
    struct game *game = find(memory, event->game);
    while (event->number > 0 && game && game->count >= event->number) {
        struct text *text = game->events[--game->count];
        memory->bytes -= text->length;
        free(text);
    }
}

static const struct setting *find_setting(const struct memory *memory, const char *key)
{
    const struct setting *setting = memory->settings;
    while (setting && strcmp(setting->key, key) != 0)
        setting = setting->next;
    return setting;
}

static bool add_setting(struct memory *memory, const struct store_entry *entry)
{
    const char *key = entry->key, *value = entry->value;
    if (entry->first && find_setting(memory, key))
        return true;
    size_t key_size = strlen(key) + 1, value_size = strlen(value) + 1;
    struct setting *setting = malloc(sizeof *setting + key_size + value_size);
    if (!setting)
        return false;
    setting->value = setting->key + key_size;
    memcpy(setting->key, key, key_size);
    memcpy(setting->value, value, value_size);
    setting->next = memory->settings; /* hides an older one */
    memory->settings = setting;
    return true;
}

static void write_row(struct memory *memory, const struct store_entry *entry)
{
    const struct linea_store_event *event = &entry->event;
    struct game *game = find(memory, event->game);
    if (entry->forget) { /* a game without events is in no list */
        const struct linea_store_event first = {.game = event->game, .number = 1};
        cut_events(memory, &first);
        return;
    }
    if (!event->row)
        return;
    int64_t created = event->number == 1 ? event->row->created : game->row.created;
    game->row = *event->row;
    game->row.game = event->game;
    game->row.created = created;
}

/* Add all texts; which can fail, rows cannot. */
static enum linea_store_result add_all(struct memory *memory,
                                       const struct store_entry *first)
{
    for (const struct store_entry *entry = first; entry; entry = entry->next) {
        if (entry->result != LINEA_STORE_OK)
            continue;
        if (entry->key ? !add_setting(memory, entry)
                       : !add_event(memory, &entry->event))
            return LINEA_STORE_MEMORY;
        if (memory->bytes > memory->limit)
            return LINEA_STORE_FULL;
    }
    return LINEA_STORE_OK;
}

/* Refuse what does not follow the last event of its game. */
static enum linea_store_result compare_all(struct memory *memory,
                                           struct store_entry *first)
{
    for (struct store_entry *entry = first; entry; entry = entry->next) {
        struct game *game = entry->key ? NULL : find_or_add(memory, entry->event.game);
        if (!entry->key && !game)
            return LINEA_STORE_MEMORY;
        if (game)
            game->after = game->count;
    }
    for (struct store_entry *entry = first; entry; entry = entry->next) {
        struct game *game = entry->key ? NULL : find(memory, entry->event.game);
        if (game && entry->event.number && entry->result == LINEA_STORE_OK &&
            entry->event.number != ++game->after)
            linea_store_refuse(first, entry);
    }
    return LINEA_STORE_OK;
}

/* Write what was appended before the end, each append by itself: a process may be
   killed between any two of them, however many would have shared a transaction. */
static enum linea_store_result write_until_stop(struct memory *memory,
                                                const struct store_entry *first)
{
    for (const struct store_entry *entry = first; entry; entry = entry->next) {
        if (memory->stop_after == 0)
            return LINEA_STORE_FULL;
        if (entry->key ? !add_setting(memory, entry)
                       : !add_event(memory, &entry->event))
            return LINEA_STORE_MEMORY;
        if (!entry->key)
            write_row(memory, entry);
        memory->stop_after -= !entry->together;
    }
    return LINEA_STORE_OK;
}

static enum linea_store_result commit(void *self, struct store_entry *first,
                                      char failure[LINEA_STORE_TEXT])
{
    struct memory *memory = self;
    pthread_mutex_lock(&memory->lock);
    if (memory->stops) {
        enum linea_store_result stopped = write_until_stop(memory, first);
        pthread_mutex_unlock(&memory->lock);
        return stopped;
    }
    struct setting *settings = memory->settings;
    enum linea_store_result result = compare_all(memory, first);
    if (result == LINEA_STORE_OK)
        result = add_all(memory, first);
    if (result == LINEA_STORE_OK && memory->failures > 0) {
        memory->failures--;
        result = memory->failure;
    }
    for (const struct store_entry *entry = first; entry; entry = entry->next) {
        if (entry->key || entry->result != LINEA_STORE_OK)
            continue;
        if (result != LINEA_STORE_OK)
            cut_events(memory, &entry->event);
        else
            write_row(memory, entry);
    }
    while (result != LINEA_STORE_OK && memory->settings != settings) {
        struct setting *undone = memory->settings;
        memory->settings = undone->next;
        free(undone);
    }
    pthread_mutex_unlock(&memory->lock);
    snprintf(failure, LINEA_STORE_TEXT, "memory: %s", linea_store_result_name(result));
    return result;
}

static enum linea_store_result tidy(void *self, char failure[LINEA_STORE_TEXT])
{
    (void)self;
    (void)failure;
    return LINEA_STORE_OK;
}

static enum linea_store_result last(void *self, uint64_t id, int *number)
{
    struct memory *memory = self;
    pthread_mutex_lock(&memory->lock);
    const struct game *game = find(memory, id);
    *number = game ? game->count : 0;
    pthread_mutex_unlock(&memory->lock);
    return LINEA_STORE_OK;
}

/* Give the events of a game after a number; false if `found` wants no more. */
static bool give_events(const struct game *game, int after,
                        linea_store_event_found *found, void *context)
{
    for (int i = after; i < game->count; i++) {
        struct linea_store_event event = {.game = game->link.key,
                                          .number = i + 1,
                                          .length = game->events[i]->length,
                                          .text = game->events[i]->bytes};
        if (!found(context, &event))
            return false;
    }
    return true;
}

static enum linea_store_result load(void *self, uint64_t id, int after,
                                    linea_store_event_found *found, void *context)
{
    struct memory *memory = self;
    pthread_mutex_lock(&memory->lock);
    while (memory->held)
        pthread_cond_wait(&memory->let_go, &memory->lock);
    const struct game *game = find(memory, id);
    bool fails = memory->failing_reads > 0;
    memory->failing_reads -= fails;
    if (game && !fails)
        give_events(game, after, found, context);
    pthread_mutex_unlock(&memory->lock);
    return fails ? LINEA_STORE_FAULT : LINEA_STORE_OK;
}

static enum linea_store_result unfinished(void *self, linea_store_game_found *found,
                                          void *context)
{
    struct memory *memory = self;
    pthread_mutex_lock(&memory->lock);
    for (int i = 0; i < memory->count; i++) {
        const struct game *game = memory->all[i];
        if (game->count && game->row.status != LINEA_STORE_OVER &&
            !found(context, game->row.game))
            break;
    }
    pthread_mutex_unlock(&memory->lock);
    return LINEA_STORE_OK;
}

/* Whether a game stands behind the one that a query names, by compare(). */
static bool is_behind(const struct game *game, const struct linea_store_query *query)
{
    return !query->before || game->row.created < query->before_created ||
           (game->row.created == query->before_created &&
            game->link.key < query->before);
}

static bool matches(const struct game *game, const struct linea_store_query *query)
{
    if (game->count == 0 || (query->public_only && !game->row.is_public))
        return false;
    if (query->game)
        return game->row.game == query->game;
    if (!query->player)
        return game->row.status == query->status &&
               (!query->changed_before || (game->row.changed < query->changed_before &&
                                           game->row.created < query->changed_before));
    enum linea_store_status played =
        game->row.played > game->row.status ? game->row.played : game->row.status;
    if ((query->running_only && played != LINEA_STORE_RUNNING) ||
        !is_behind(game, query))
        return false;
    for (int i = 0; i < game->row.player_count; i++) {
        if (game->row.players[i] == query->player)
            return true;
    }
    return false;
}

/* Newest first, and a fixed order among those of the same age. */
static int compare(const void *left, const void *right)
{
    const struct game *a = *(const struct game *const *)left;
    const struct game *b = *(const struct game *const *)right;
    if (a->row.created != b->row.created)
        return a->row.created < b->row.created ? 1 : -1;
    if (a->link.key != b->link.key)
        return a->link.key < b->link.key ? 1 : -1;
    return 0;
}

static enum linea_store_result list(void *self, const struct linea_store_query *query,
                                    linea_store_row_found *found, void *context)
{
    struct memory *memory = self;
    enum linea_store_result result = LINEA_STORE_MEMORY;
    pthread_mutex_lock(&memory->lock);
    struct game **rows = malloc((size_t)(memory->count + 1) * sizeof(struct game *));
    if (rows) {
        int count = 0;
        for (int i = 0; i < memory->count; i++) {
            if (matches(memory->all[i], query))
                rows[count++] = memory->all[i];
        }
        qsort(rows, (size_t)count, sizeof(struct game *), compare);
        int limit = query->game ? 1 : query->limit;
        for (int i = query->offset; i < count && i - query->offset < limit; i++) {
            if (!found(context, &rows[i]->row))
                break;
        }
        free(rows);
        result = LINEA_STORE_OK;
    }
    pthread_mutex_unlock(&memory->lock);
    return result;
}

static enum linea_store_result get(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1])
{
    struct memory *memory = self;
    pthread_mutex_lock(&memory->lock);
    const struct setting *setting = find_setting(memory, key);
    if (setting)
        memcpy(value, setting->value, strlen(setting->value) + 1);
    pthread_mutex_unlock(&memory->lock);
    return LINEA_STORE_OK;
}

static void release(struct id_link *link)
{
    struct game *game = (struct game *)link;
    for (int i = 0; i < game->count; i++)
        free(game->events[i]);
    free(game->events);
    free(game);
}

/* All that are open, to find the one behind a store. Tests have one thread. */
static struct memory *open_ones;

static struct memory *behind(const struct linea_store *store)
{
    struct memory *memory = open_ones;
    while (memory && memory->store != store)
        memory = memory->next;
    assert(memory);
    return memory;
}

static void finish(void *self)
{
    struct memory *memory = self, **at = &open_ones;
    if (memory->others > 0) {
        memory->others--;
        return;
    }
    while (*at != memory)
        at = &(*at)->next;
    *at = memory->next;
    linea_id_map_finish(&memory->games, release);
    for (struct setting *setting = memory->settings, *next; setting; setting = next) {
        next = setting->next;
        free(setting);
    }
    free(memory->all);
    pthread_cond_destroy(&memory->let_go);
    pthread_mutex_destroy(&memory->lock);
    free(memory);
}

static const struct store_backend backend = {.commit = commit,
                                             .tidy = tidy,
                                             .last = last,
                                             .load = load,
                                             .unfinished = unfinished,
                                             .list = list,
                                             .get = get,
                                             .close = finish};

struct linea_store *linea_store_open_memory(const struct linea_store_options *options)
{
    struct memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    pthread_mutex_init(&memory->lock, NULL);
    pthread_cond_init(&memory->let_go, NULL);
    memory->limit = SIZE_MAX;
    memory->next = open_ones;
    open_ones = memory;
    struct linea_store *store = linea_store_start(&backend, memory, options);
    if (store)
        memory->store = store;
    return store;
}

struct linea_store *linea_store_open_beside(const struct linea_store *store,
                                            const struct linea_store_options *options)
{
    struct memory *memory = behind(store);
    memory->others++;
    return linea_store_start(&backend, memory, options);
}

void linea_store_memory_fail(struct linea_store *store, int commits,
                             enum linea_store_result result)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->failures = commits;
    memory->failure = result;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_fail_reads(struct linea_store *store, int reads)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->failing_reads = reads;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_limit(struct linea_store *store, size_t bytes)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->limit = bytes;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_stop(struct linea_store *store, int appends)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->stops = true;
    memory->stop_after = appends;
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_append(struct linea_store *store, uint64_t game,
                               const char *text)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    const struct linea_store_event event = {.game = game,
                                            .number =
                                                find_or_add(memory, game)->count + 1,
                                            .length = strlen(text),
                                            .text = text};
    add_event(memory, &event);
    pthread_mutex_unlock(&memory->lock);
}

void linea_store_memory_hold(struct linea_store *store, bool hold)
{
    struct memory *memory = behind(store);
    pthread_mutex_lock(&memory->lock);
    memory->held = hold;
    pthread_cond_broadcast(&memory->let_go);
    pthread_mutex_unlock(&memory->lock);
}
