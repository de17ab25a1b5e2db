/*
 * server/store_reader.c - the thread of a store that reads. See store_reader.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_reader.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static void push(struct readings *list, struct linea_store_reading *reading)
{
    reading->next = NULL;
    if (list->first)
        list->last->next = reading;
    else
        list->first = reading;
    list->last = reading;
}

static struct linea_store_reading *pop(struct readings *list)
{
    struct linea_store_reading *reading = list->first;
    if (reading)
        list->first = reading->next;
    return reading;
}

/* What is to be read. */

/* A log on its way from the backend to the caller: lines are joined with their notes,
   and it is chained again, as far as it goes. */
struct joining {
    struct store_log log; /* for the backend */
    struct linea_store_reading *reading;
    struct linea_json *json;
    struct store_notes notes;
    struct store_end end;
    enum linea_store_result result;
};

static bool add_note(struct store_log *log, const struct store_note *note)
{
    struct joining *j = (struct joining *)log;
    if (!linea_notes_add(&j->notes, note))
        j->result = LINEA_STORE_MEMORY;
    return j->result == LINEA_STORE_OK;
}

static bool give(struct joining *j, const struct linea_store_event *event)
{
    j->reading->last = event->number;
    j->reading->cut = !j->reading->event(j->reading->context, event);
    return !j->reading->cut;
}

static bool join_and_give(struct joining *j, const struct linea_store_event *event)
{
    struct linea_store_event joined = *event;
    bool changed;
    char *line = linea_note_join(j->json, &joined.length, &changed, event, &j->notes);
    joined.text = line;
    if (!line)
        j->result = changed ? LINEA_STORE_CHANGED : LINEA_STORE_MEMORY;
    bool more = line && give(j, &joined);
    free(line);
    return more;
}

static bool differs(const uint8_t a[LINEA_STORE_TAIL],
                    const uint8_t b[LINEA_STORE_TAIL])
{
    return memcmp(a, b, LINEA_STORE_TAIL) != 0;
}

/* Whether what is read begins where the caller's log ends: then that is what it should
   be chained by, even if the backend does not know it. */
static bool follows(const struct joining *j)
{
    const struct linea_store_reading *r = j->reading;
    return r->knows && r->known_last == r->after && j->log.begin.last == r->after;
}

static void begin(struct joining *j)
{
    j->end = j->log.begin;
    if (!j->log.chained && follows(j))
        memcpy(j->end.tail, j->reading->known_tail, sizeof j->end.tail);
}

/* The log is chained as far as the caller knew it, if that is being read. */
static void compare_known(struct joining *j)
{
    struct linea_store_reading *r = j->reading;
    if (r->knows && j->log.chained && j->end.last == r->known_last &&
        differs(j->end.tail, r->known_tail))
        r->rewritten = true;
}

/* … or it should end as what was read does, if that is all behind it. */
static void compare_end(struct joining *j)
{
    struct linea_store_reading *r = j->reading;
    const struct store_end *end = &j->log.end;
    if (!r->knows)
        return;
    if (j->end.last == 0)
        begin(j);
    if (end->last < r->known_last ||
        (follows(j) && end->last == j->end.last && differs(end->tail, j->end.tail)))
        r->rewritten = true;
}

static bool add_event(struct store_log *log, const struct linea_store_event *event)
{
    struct joining *j = (struct joining *)log;
    if (j->end.last == 0)
        begin(j);
    linea_store_chain(&j->end, event->text, event->length);
    if (event->number != j->end.last || log->begin.last > log->after) {
        j->result = LINEA_STORE_CHANGED;
        return false;
    }
    compare_known(j);
    if (event->number <= log->after)
        return true;
    return linea_note_is_cut(event->text, event->length) ? join_and_give(j, event)
                                                         : give(j, event);
}

/* Whether the log ends as it should. One of which no event was given may have none. */
static bool is_whole(const struct joining *j)
{
    const struct store_end *end = &j->log.end;
    if (j->end.last == 0)
        return end->last <= j->log.after;
    return end->last == j->end.last &&
           (!j->log.chained || !differs(end->tail, j->end.tail));
}

static enum linea_store_result read_log(void *context,
                                        struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    struct joining j = {
        .log = {.game = reading->game,
                .after = reading->after,
                .note = add_note,
                .event = add_event,
                .chained = true},
        .reading = reading,
        .json = reader->json,
    };
    reading->last = reading->after;
    reading->cut = false;
    enum linea_store_result result = reader->backend->load(reader->self, &j.log);
    linea_notes_free(&j.notes);
    if (result == LINEA_STORE_OK)
        result = j.result;
    if (result == LINEA_STORE_OK && !reading->cut && !is_whole(&j))
        result = LINEA_STORE_CHANGED;
    if (result == LINEA_STORE_OK && !reading->cut)
        compare_end(&j);
    memcpy(reading->tail, j.log.end.tail, sizeof reading->tail);
    return result;
}

static enum linea_store_result read_rows(void *context,
                                         struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    return reader->backend->list(reader->self, &reading->query, reading->row,
                                 reading->context);
}

static enum linea_store_result read_due(void *context,
                                        struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    return reader->backend->due(reader->self, &reading->query, reading->due,
                                reading->context);
}

static enum linea_store_result read_heads(void *context,
                                          struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    return reader->backend->heads(reader->self, reading->heads, reading->head_count);
}

static enum linea_store_result read_count(void *context,
                                          struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    return reader->backend->count(reader->self, &reading->query, &reading->last);
}

static enum linea_store_result (*kind_of(const struct linea_store_reading *reading))(
    void *, struct linea_store_reading *)
{
    return reading->event   ? read_log
           : reading->row   ? read_rows
           : reading->due   ? read_due
           : reading->heads ? read_heads
                            : read_count;
}

static enum linea_store_result read_last(void *context,
                                         struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    struct store_end end = {0};
    enum linea_store_result result =
        reader->backend->last(reader->self, reading->game, &end);
    reading->last = end.last;
    memcpy(reading->tail, end.tail, sizeof reading->tail);
    return result;
}

/* What only callers that wait ask for. */
struct waiting {
    struct linea_store_reading reading;
    char *value;
    const char *key;
};

static enum linea_store_result read_setting(void *context,
                                            struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    const struct waiting *w = (const struct waiting *)reading;
    return reader->backend->get(reader->self, w->key, w->value);
}

/* The thread. */

static int64_t clock_us(void)
{
    struct timespec t; /* of this thread alone */
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* The next reading, of the share whose turn it is; called with the lock. */
static struct linea_store_reading *next_reading(struct store_reader *reader)
{
    return (struct linea_store_reading *)linea_turns_pop(&reader->asked);
}

/* Somebody waits for it, or it can be taken. Called with the lock. */
static void answer(struct store_reader *reader, struct linea_store_reading *reading,
                   enum linea_store_result result)
{
    reading->result = result;
    reading->answered = true;
    if (!reading->waited_for)
        push(&reader->answered, reading);
    reader->under--;
    reader->reads++;
    pthread_cond_broadcast(&reader->done);
}

static void *read_all(void *context)
{
    struct store_reader *reader = context;
    pthread_mutex_lock(&reader->lock);
    while (!reader->closing) {
        struct linea_store_reading *reading = next_reading(reader);
        if (!reading) {
            pthread_cond_wait(&reader->work, &reader->lock);
            continue;
        }
        pthread_mutex_unlock(&reader->lock);
        int64_t begun = clock_us();
        enum linea_store_result result = reading->how(reader, reading);
        reading->microseconds = clock_us() - begun;
        pthread_mutex_lock(&reader->lock);
        bool wake = !reading->waited_for && reader->options.wake;
        answer(reader, reading, result); /* it may be gone from now on */
        if (wake) {
            pthread_mutex_unlock(&reader->lock);
            reader->options.wake(reader->options.context);
            pthread_mutex_lock(&reader->lock);
        }
    }
    for (struct linea_store_reading *r; (r = next_reading(reader));)
        answer(reader, r, LINEA_STORE_AWAY);
    pthread_mutex_unlock(&reader->lock);
    return NULL;
}

bool linea_reader_start(struct store_reader *reader,
                        const struct store_backend *backend, void *self,
                        const struct linea_store_options *options)
{
    *reader =
        (struct store_reader){.backend = backend, .self = self, .options = *options};
    reader->json = malloc(sizeof *reader->json);
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->work, NULL);
    pthread_cond_init(&reader->done, NULL);
    if (reader->json && pthread_create(&reader->thread, NULL, read_all, reader) == 0)
        return true;
    free(reader->json);
    pthread_cond_destroy(&reader->done);
    pthread_cond_destroy(&reader->work);
    pthread_mutex_destroy(&reader->lock);
    return false;
}

void linea_reader_stop(struct store_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    reader->closing = true;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
    pthread_join(reader->thread, NULL);
    free(reader->json);
    pthread_cond_destroy(&reader->done);
    pthread_cond_destroy(&reader->work);
    pthread_mutex_destroy(&reader->lock);
}

static void ask(struct store_reader *reader, struct linea_store_reading *reading)
{
    reading->answered = false;
    pthread_mutex_lock(&reader->lock);
    linea_turns_push(&reader->asked, &reading->turn, reading->share);
    reader->under++;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
}

void linea_reader_ask(struct store_reader *reader, struct linea_store_reading *reading)
{
    reading->how = kind_of(reading);
    reading->waited_for = false;
    ask(reader, reading);
}

struct linea_store_reading *linea_reader_take(struct store_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    struct linea_store_reading *reading = pop(&reader->answered);
    pthread_mutex_unlock(&reader->lock);
    return reading;
}

static enum linea_store_result wait_for(struct store_reader *reader,
                                        struct linea_store_reading *reading)
{
    reading->waited_for = true;
    ask(reader, reading);
    pthread_mutex_lock(&reader->lock);
    while (!reading->answered)
        pthread_cond_wait(&reader->done, &reader->lock);
    pthread_mutex_unlock(&reader->lock);
    return reading->result;
}

enum linea_store_result linea_reader_read(struct store_reader *reader,
                                          struct linea_store_reading *reading)
{
    reading->how = kind_of(reading);
    return wait_for(reader, reading);
}

enum linea_store_result linea_reader_last(struct store_reader *reader,
                                          struct store_end *end, uint64_t game)
{
    struct linea_store_reading reading = {.game = game, .how = read_last};
    enum linea_store_result result = wait_for(reader, &reading);
    end->last = reading.last;
    memcpy(end->tail, reading.tail, sizeof end->tail);
    return result;
}

enum linea_store_result linea_reader_get(struct store_reader *reader,
                                         char value[LINEA_STORE_SETTING + 1],
                                         const char *key)
{
    struct waiting w = {.reading = {.how = read_setting}, .value = value, .key = key};
    return wait_for(reader, &w.reading);
}

uint64_t linea_reader_count(struct store_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    uint64_t reads = reader->reads;
    pthread_mutex_unlock(&reader->lock);
    return reads;
}

void linea_reader_drop(struct store_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    for (struct linea_store_reading *r; (r = next_reading(reader));)
        answer(reader, r, LINEA_STORE_AWAY);
    pthread_mutex_unlock(&reader->lock);
}

void linea_reader_flush(struct store_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    while (reader->under)
        pthread_cond_wait(&reader->done, &reader->lock);
    pthread_mutex_unlock(&reader->lock);
}
