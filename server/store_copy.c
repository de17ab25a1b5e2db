/*
 * server/store_copy.c - all of a store into another one. See store_copy.h.
 *
 * It calls the backends itself, past the queue: their threads have nothing to do then.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store_writer.h"

/* What is written as one transaction, about. */
enum { ENTRIES = 4096, BYTES = 8 << 20, PAGE = 2000 };

/* Games. */

struct games {
    uint64_t *game;
    int count, room;
    bool failed;
};

static bool add_game(void *context, const struct linea_store_row *row)
{
    struct games *g = context;
    if (g->count == g->room) {
        int room = g->room ? 2 * g->room : 1024;
        uint64_t *more = realloc(g->game, (size_t)room * sizeof *more);
        g->failed = !more;
        if (!more)
            return false;
        g->game = more;
        g->room = room;
    }
    g->game[g->count++] = row->game;
    return true;
}

enum linea_store_result linea_store_all_games(struct linea_store *store,
                                              uint64_t **games, int *count)
{
    struct games g = {0};
    enum linea_store_result result = LINEA_STORE_OK;
    for (int status = LINEA_STORE_OPEN; status <= LINEA_STORE_OVER; status++) {
        struct linea_store_query query = {.status = (enum linea_store_status)status,
                                          .limit = PAGE};
        for (int before = -1; g.count > before && result == LINEA_STORE_OK;
             query.offset += PAGE) {
            before = g.count;
            result = linea_store_list(store, &query, add_game, &g);
            if (g.count - before < PAGE)
                break;
        }
    }
    if (g.failed)
        result = LINEA_STORE_MEMORY;
    if (result != LINEA_STORE_OK)
        free(g.game);
    *games = result == LINEA_STORE_OK ? g.game : NULL;
    *count = result == LINEA_STORE_OK ? g.count : 0;
    return result;
}

/* Settings. */

static bool note_any(void *context, const char *key, const char *value)
{
    (void)key;
    (void)value;
    *(bool *)context = false;
    return false;
}

enum linea_store_result linea_store_is_empty(struct linea_store *store, bool *empty)
{
    uint64_t *games;
    int count;
    *empty = true;
    enum linea_store_result result =
        store->backend->settings(store->self, note_any, empty);
    if (result == LINEA_STORE_OK)
        result = linea_store_all_games(store, &games, &count);
    if (result == LINEA_STORE_OK) {
        *empty = *empty && count == 0;
        free(games);
    }
    return result;
}

/* What is to be written: entries in memory of their own. */
struct linea_copier {
    struct linea_store *to, *from;
    struct store_list list;
    int entries;
    size_t bytes;
};

static void add_entry(struct linea_copier *c, struct store_entry *entry, size_t bytes)
{
    linea_list_push(&c->list, entry);
    c->entries++;
    c->bytes += bytes;
}

static void drop_entries(struct linea_copier *c)
{
    for (struct store_entry *e; (e = linea_list_pop(&c->list));) {
        for (int i = 0; i < e->cut.notes; i++)
            free((char *)e->cut.note[i].text);
        linea_writer_free_entry(e);
    }
    c->list = (struct store_list){0};
    c->entries = 0;
    c->bytes = 0;
}

static bool add_setting(void *context, const char *key, const char *value)
{
    struct linea_copier *c = context;
    size_t key_size = strlen(key) + 1, value_size = strlen(value) + 1;
    struct store_entry *entry = malloc(sizeof *entry + key_size + value_size);
    if (!entry)
        return false;
    char *rest = (char *)(entry + 1);
    *entry = (struct store_entry){.key = rest, .value = rest + key_size};
    memcpy(rest, key, key_size);
    memcpy(rest + key_size, value, value_size);
    add_entry(c, entry, key_size + value_size);
    return true;
}

enum linea_store_result linea_store_copy_settings(struct linea_store *to,
                                                  struct linea_store *from,
                                                  char failure[LINEA_STORE_TEXT])
{
    struct linea_copier c = {.to = to, .from = from};
    enum linea_store_result result =
        from->backend->settings(from->self, add_setting, &c);
    if (result == LINEA_STORE_OK)
        result = linea_copier_flush(&c, failure);
    drop_entries(&c);
    return result;
}

/* A log on its way. */

struct reading {
    struct store_log log;
    struct linea_copier *copier;
    const struct linea_store_row *row;
    int64_t due;
    struct store_notes notes;
    int used; /* of the notes */
    struct store_end end;
    bool failed; /* no memory */
};

static bool keep_note(struct store_log *log, const struct store_note *note)
{
    struct reading *r = (struct reading *)log;
    r->failed |= !linea_notes_add(&r->notes, note);
    return !r->failed;
}

/* The notes of an event go with it. */
static void take_notes(struct reading *r, struct store_entry *entry)
{
    for (; r->used < r->notes.count &&
           r->notes.note[r->used].number == entry->event.number &&
           entry->cut.notes < STORE_NOTES;
         r->used++) {
        entry->cut.note[entry->cut.notes++] = r->notes.note[r->used];
        r->notes.note[r->used].text = NULL;
    }
}

static bool keep_event(struct store_log *log, const struct linea_store_event *event)
{
    struct reading *r = (struct reading *)log;
    bool first = event->number == 1;
    size_t row_size = first ? sizeof *r->row : 0;
    struct store_entry *entry = malloc(sizeof *entry + row_size + event->length);
    if (!entry) {
        r->failed = true;
        return false;
    }
    *entry = (struct store_entry){.event = *event, .base = r->end};
    char *rest = (char *)(entry + 1);
    if (first) {
        entry->event.row = memcpy(rest, r->row, row_size);
        entry->event.due = r->due;
    }
    memcpy(rest + row_size, event->text, event->length);
    entry->event.text = rest + row_size;
    linea_store_chain(&r->end, event->text, event->length);
    entry->end = r->end;
    take_notes(r, entry);
    add_entry(r->copier, entry, sizeof *entry + event->length);
    return true;
}

struct linea_copier *linea_copier_open(struct linea_store *to, struct linea_store *from)
{
    struct linea_copier *c = calloc(1, sizeof *c);
    if (c) {
        c->to = to;
        c->from = from;
    }
    return c;
}

void linea_copier_close(struct linea_copier *copier)
{
    drop_entries(copier);
    free(copier);
}

enum linea_store_result linea_copier_flush(struct linea_copier *copier,
                                           char failure[LINEA_STORE_TEXT])
{
    enum { TRIES = 100, WAIT_MS = 100 };
    const struct store_backend *backend = copier->to->backend;
    enum linea_store_result result = LINEA_STORE_OK;
    if (!copier->list.first)
        return result;
    for (int i = 0; i < TRIES; i++) {
        result = backend->commit(copier->to->self, copier->list.first, failure);
        if (result != LINEA_STORE_UNKNOWN)
            break;
        nanosleep(&(struct timespec){.tv_nsec = WAIT_MS * 1000000}, NULL);
    }
    for (struct store_entry *e = copier->list.first; e && result == LINEA_STORE_OK;
         e = e->next)
        result = e->result;
    if (result == LINEA_STORE_OK)
        result = backend->tidy(copier->to->self, failure);
    drop_entries(copier);
    return result;
}

enum linea_store_result linea_copier_add(struct linea_copier *copier,
                                         char failure[LINEA_STORE_TEXT],
                                         const struct linea_store_row *row, int64_t due)
{
    if (copier->entries >= ENTRIES || copier->bytes >= BYTES) {
        enum linea_store_result flushed = linea_copier_flush(copier, failure);
        if (flushed != LINEA_STORE_OK)
            return flushed;
    }
    struct reading r = {
        .log = {.game = row->game, .note = keep_note, .event = keep_event},
        .copier = copier,
        .row = row,
        .due = due};
    struct store_entry *last = copier->list.last;
    bool any = copier->list.first != NULL;
    enum linea_store_result result =
        copier->from->backend->load(copier->from->self, &r.log);
    if (result == LINEA_STORE_OK && r.failed)
        result = LINEA_STORE_MEMORY;
    if (result == LINEA_STORE_OK &&
        (r.end.last != r.log.end.last ||
         memcmp(r.end.tail, r.log.end.tail, sizeof r.end.tail) != 0))
        result = LINEA_STORE_CHANGED;
    if (result != LINEA_STORE_OK) { /* nothing of it is written */
        struct linea_copier dropped = {
            .list = {.first = any ? last->next : copier->list.first}};
        if (any)
            last->next = NULL;
        copier->list.first = any ? copier->list.first : NULL;
        copier->list.last = last;
        drop_entries(&dropped);
    }
    linea_notes_free(&r.notes);
    return result;
}
