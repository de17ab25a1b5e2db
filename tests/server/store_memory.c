/*
 * tests/server/store_memory.c - a store without a disk. See store_memory.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_memory_inside.h"

static struct memory *memory_of(void *self)
{
    return ((struct node *)self)->memory;
}

struct game *box_find(const struct memory *memory, uint64_t id)
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

struct game *box_find_or_add(struct memory *memory, uint64_t id)
{
    struct game *game = box_find(memory, id);
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

static struct store_end end_of(const struct game *game)
{
    return game && game->count ? game->events[game->count - 1]->end
                               : (struct store_end){0};
}

static bool add_notes(struct game *game, const struct store_cut *cut)
{
    for (int i = 0; cut && i < cut->notes; i++)
        if (!linea_notes_add(&game->notes, &cut->note[i]))
            return false;
    return true;
}

bool box_add_event(struct memory *memory, const struct linea_store_event *event,
                   const struct store_cut *cut)
{
    struct game *game = box_find_or_add(memory, event->game);
    if (event->number == 0)
        return game != NULL;
    if (!game || !reserve(&game->events, game->count, &game->room) ||
        !add_notes(game, cut))
        return false;
    struct text *text = malloc(sizeof *text + event->length + 1);
    if (!text)
        return false;
    text->length = event->length;
    memcpy(text->bytes, event->text, event->length);
    text->bytes[event->length] = '\0';
    text->end = end_of(game);
    linea_store_chain(&text->end, text->bytes, text->length);
    game->events[game->count++] = text;
    memory->bytes += event->length;
    return true;
}

/* Undo box_add_event() for this one and all later ones. */
void box_cut_events(struct memory *memory, const struct linea_store_event *event)
{
    struct game *game = box_find(memory, event->game);
    while (event->number > 0 && game && game->count >= event->number) {
        struct text *text = game->events[--game->count];
        memory->bytes -= text->length;
        free(text);
    }
    struct store_notes *notes = game ? &game->notes : NULL;
    while (event->number > 0 && notes && notes->count &&
           notes->note[notes->count - 1].number >= event->number)
        free((char *)notes->note[--notes->count].text);
}

/* Erase the notes of a player, and the names in them from summaries. */
static void erase(struct memory *memory, uint64_t player)
{
    static struct linea_json json;
    char summary[LINEA_STORE_SUMMARY];
    for (int i = 0; i < memory->count; i++) {
        struct game *game = memory->all[i];
        struct store_notes *notes = &game->notes;
        struct linea_store_row *row = &game->row;
        int kept = 0;
        row->summary_length =
            linea_note_erase(&json, summary, row->summary, row->summary_length,
                             game->link.key, player, notes, 0);
        memcpy(row->summary, summary, row->summary_length);
        for (int n = 0; n < notes->count; n++) {
            if (notes->note[n].player == player)
                free((char *)notes->note[n].text);
            else
                notes->note[kept++] = notes->note[n];
        }
        notes->count = kept;
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
    struct game *game = box_find(memory, event->game);
    if (entry->erasure) {
        erase(memory, entry->erasure->player);
        return;
    }
    if (entry->forget) { /* a game without events is in no list */
        const struct linea_store_event first = {.game = event->game, .number = 1};
        box_cut_events(memory, &first);
        game->row.host = 0;
        game->due = 0;
        return;
    }
    game->due = event->due;
    if (!event->row)
        return;
    int64_t created = event->number == 1 ? event->row->created : game->row.created;
    game->row = *event->row;
    game->row.game = event->game;
    game->row.created = created;
}

static bool add_entry(struct memory *memory, const struct store_entry *entry)
{
    if (entry->erasure)
        return true;
    return entry->key ? add_setting(memory, entry)
                      : box_add_event(memory, &entry->event, &entry->cut);
}

/* Add all texts; which can fail, rows cannot. */
static enum linea_store_result add_all(struct memory *memory,
                                       const struct store_entry *first)
{
    for (const struct store_entry *entry = first; entry; entry = entry->next) {
        if (entry->result != LINEA_STORE_OK)
            continue;
        if (!add_entry(memory, entry))
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
        if (entry->key || entry->erasure)
            continue;
        struct game *game = box_find_or_add(memory, entry->event.game);
        if (!game)
            return LINEA_STORE_MEMORY;
        game->after = end_of(game);
    }
    for (struct store_entry *entry = first; entry; entry = entry->next) {
        struct game *game =
            entry->key || entry->erasure ? NULL : box_find(memory, entry->event.game);
        if (!game || entry->result != LINEA_STORE_OK)
            continue;
        if (entry->forget && game->row.changed >= entry->changed_before)
            linea_store_refuse(first, entry);
        if (!entry->event.number)
            continue;
        if (memcmp(&entry->base, &game->after, sizeof game->after) != 0)
            linea_store_refuse(first, entry);
        else
            game->after = entry->end;
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
        if (!add_entry(memory, entry))
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
    struct memory *memory = memory_of(self);
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
        if (result != LINEA_STORE_OK && !entry->erasure)
            box_cut_events(memory, &entry->event);
        else if (result == LINEA_STORE_OK)
            write_row(memory, entry);
    }
    while (result != LINEA_STORE_OK && memory->settings != settings) {
        struct setting *undone = memory->settings;
        memory->settings = undone->next;
        free(undone);
    }
    if (result == LINEA_STORE_OK)
        box_send_news(self, first);
    pthread_mutex_unlock(&memory->lock);
    if (result != LINEA_STORE_OK)
        snprintf(failure, LINEA_STORE_TEXT, "memory: %s",
                 linea_store_result_name(result));
    return result;
}

static enum linea_store_result tidy(void *self, char failure[LINEA_STORE_TEXT])
{
    (void)self;
    (void)failure;
    return LINEA_STORE_OK;
}

static enum linea_store_result last(void *self, uint64_t id, struct store_end *end)
{
    struct memory *memory = memory_of(self);
    pthread_mutex_lock(&memory->lock);
    *end = end_of(box_find(memory, id));
    pthread_mutex_unlock(&memory->lock);
    return LINEA_STORE_OK;
}

static void give_events(const struct game *game, struct store_log *log)
{
    log->end = end_of(game);
    for (int i = 0; i < game->notes.count; i++)
        if (!log->note(log, &game->notes.note[i]))
            return;
    for (int i = 0; i < game->count; i++) {
        struct linea_store_event event = {.game = game->link.key,
                                          .number = i + 1,
                                          .length = game->events[i]->length,
                                          .text = game->events[i]->bytes};
        if (!log->event(log, &event))
            return;
    }
}

static enum linea_store_result load(void *self, struct store_log *log)
{
    struct memory *memory = memory_of(self);
    pthread_mutex_lock(&memory->lock);
    while (memory->held)
        pthread_cond_wait(&memory->let_go, &memory->lock);
    const struct game *game = box_find(memory, log->game);
    bool fails = memory->failing_reads > 0;
    memory->failing_reads -= fails;
    if (game && !fails)
        give_events(game, log);
    pthread_mutex_unlock(&memory->lock);
    return fails ? LINEA_STORE_FAULT : LINEA_STORE_OK;
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
    struct memory *memory = memory_of(self);
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

/* The earliest first. */
static int compare_due(const void *left, const void *right)
{
    const struct game *a = *(const struct game *const *)left;
    const struct game *b = *(const struct game *const *)right;
    if (a->due != b->due)
        return a->due < b->due ? -1 : 1;
    return a->link.key < b->link.key ? -1 : a->link.key > b->link.key;
}

static bool is_due(const struct game *game, const struct linea_store_query *query)
{
    if (!game->count || !game->due || game->due >= query->due_before)
        return false;
    return !query->after || game->due > query->after_due ||
           (game->due == query->after_due && game->link.key > query->after);
}

static enum linea_store_result due(void *self, const struct linea_store_query *query,
                                   linea_store_due_found *found, void *context)
{
    struct memory *memory = memory_of(self);
    pthread_mutex_lock(&memory->lock);
    struct game **games = malloc((size_t)(memory->count + 1) * sizeof(struct game *));
    int count = 0;
    for (int i = 0; games && i < memory->count; i++)
        if (is_due(memory->all[i], query))
            games[count++] = memory->all[i];
    if (games)
        qsort(games, (size_t)count, sizeof(struct game *), compare_due);
    for (int i = 0; i < count && i < query->limit; i++)
        if (!found(context, games[i]->link.key, games[i]->due))
            break;
    pthread_mutex_unlock(&memory->lock);
    enum linea_store_result result = games ? LINEA_STORE_OK : LINEA_STORE_MEMORY;
    free(games);
    return result;
}

static enum linea_store_result heads(void *self, struct linea_store_head *heads,
                                     int count)
{
    for (int i = 0; i < count; i++) {
        struct store_end end;
        last(self, heads[i].game, &end);
        heads[i].last = end.last;
        memcpy(heads[i].tail, end.tail, sizeof end.tail);
    }
    return LINEA_STORE_OK;
}

static enum linea_store_result count(void *self, const struct linea_store_query *query,
                                     int *games)
{
    struct memory *memory = memory_of(self);
    *games = 0;
    pthread_mutex_lock(&memory->lock);
    for (int i = 0; i < memory->count && *games < query->limit; i++)
        *games += memory->all[i]->count && memory->all[i]->row.host == query->host;
    pthread_mutex_unlock(&memory->lock);
    return LINEA_STORE_OK;
}

static enum linea_store_result get(void *self, const char *key,
                                   char value[LINEA_STORE_SETTING + 1])
{
    struct memory *memory = memory_of(self);
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
    linea_notes_free(&game->notes);
    free(game);
}

/* All that are open, to find the one behind a store. Tests have one thread. */
static struct memory *open_ones;

struct node *box_node_of(const struct linea_store *store)
{
    for (struct memory *memory = open_ones; memory; memory = memory->next)
        for (struct node *node = memory->nodes; node; node = node->next)
            if (node->store == store)
                return node;
    assert(false);
    return NULL;
}

static void finish_memory(struct memory *memory)
{
    struct memory **at = &open_ones;
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

static void finish(void *self)
{
    struct node *node = self, **at = &node->memory->nodes;
    struct memory *memory = node->memory;
    pthread_mutex_lock(&memory->lock);
    while (*at != node)
        at = &(*at)->next;
    *at = node->next;
    bool more = memory->nodes != NULL;
    pthread_mutex_unlock(&memory->lock);
    box_clear_news(node);
    free(node);
    if (!more)
        finish_memory(memory);
}

static const struct store_backend alone = {.commit = commit,
                                           .tidy = tidy,
                                           .last = last,
                                           .load = load,
                                           .list = list,
                                           .due = due,
                                           .heads = heads,
                                           .count = count,
                                           .get = get,
                                           .close = finish};

static const struct store_backend shared = {.commit = commit,
                                            .tidy = tidy,
                                            .last = last,
                                            .load = load,
                                            .list = list,
                                            .due = due,
                                            .heads = heads,
                                            .count = count,
                                            .get = get,
                                            .nodes = box_nodes,
                                            .take_news = box_take_news,
                                            .check = box_check,
                                            .retire = box_retire,
                                            .close = finish};

/* One more node, behind the others. */
static struct linea_store *open_node(struct memory *memory,
                                     const struct store_backend *backend,
                                     const struct linea_store_options *options)
{
    struct node *node = calloc(1, sizeof *node), **last = &memory->nodes;
    if (!node)
        return NULL;
    node->memory = memory;
    if (options)
        node->options = *options;
    pthread_mutex_lock(&memory->lock);
    node->id = ++memory->ids;
    while (*last)
        last = &(*last)->next;
    *last = node;
    pthread_mutex_unlock(&memory->lock);
    struct linea_store *store = linea_store_start(backend, node, options);
    if (store)
        node->store = store;
    return store;
}

static struct linea_store *open_first(const struct store_backend *backend,
                                      const struct linea_store_options *options)
{
    struct memory *memory = calloc(1, sizeof *memory);
    if (!memory)
        return NULL;
    pthread_mutex_init(&memory->lock, NULL);
    pthread_cond_init(&memory->let_go, NULL);
    memory->limit = SIZE_MAX;
    memory->next = open_ones;
    open_ones = memory;
    return open_node(memory, backend, options);
}

struct linea_store *linea_store_open_memory(const struct linea_store_options *options)
{
    return open_first(&alone, options);
}

struct linea_store *linea_store_open_shared(const struct linea_store_options *options)
{
    return open_first(&shared, options);
}

struct linea_store *linea_store_open_beside(const struct linea_store *store,
                                            const struct linea_store_options *options)
{
    return open_node(box_node_of(store)->memory, &shared, options);
}
