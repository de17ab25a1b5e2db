/*
 * server/store_reader.c - the thread of a store that reads. See store_reader.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "store_reader.h"

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

static bool note_event(void *context, const struct linea_store_event *event)
{
    struct linea_store_reading *reading = context;
    reading->last = event->number;
    reading->cut = !reading->event(reading->context, event);
    return !reading->cut;
}

static enum linea_store_result read_log(void *context,
                                        struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    reading->last = reading->after;
    reading->cut = false;
    return reader->backend->load(reader->self, reading->game, reading->after,
                                 note_event, reading);
}

static enum linea_store_result read_rows(void *context,
                                         struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    return reader->backend->list(reader->self, &reading->query, reading->row,
                                 reading->context);
}

static enum linea_store_result read_last(void *context,
                                         struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    return reader->backend->last(reader->self, reading->game, &reading->last);
}

/* What only callers that wait ask for. */
struct waiting {
    struct linea_store_reading reading;
    linea_store_game_found *found;
    char *value;
    const char *key;
};

static enum linea_store_result read_unfinished(void *context,
                                               struct linea_store_reading *reading)
{
    const struct store_reader *reader = context;
    const struct waiting *w = (const struct waiting *)reading;
    return reader->backend->unfinished(reader->self, w->found, reading->context);
}

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
    struct linea_store_reading *reading = NULL;
    for (int i = 0; i < READER_SHARES && !reading; i++) {
        reader->turn = (reader->turn + 1) % READER_SHARES;
        reading = pop(&reader->asked[reader->turn]);
    }
    return reading;
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
    pthread_mutex_init(&reader->lock, NULL);
    pthread_cond_init(&reader->work, NULL);
    pthread_cond_init(&reader->done, NULL);
    if (pthread_create(&reader->thread, NULL, read_all, reader) == 0)
        return true;
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
    pthread_cond_destroy(&reader->done);
    pthread_cond_destroy(&reader->work);
    pthread_mutex_destroy(&reader->lock);
}

static void ask(struct store_reader *reader, struct linea_store_reading *reading)
{
    reading->answered = false;
    pthread_mutex_lock(&reader->lock);
    push(&reader->asked[reading->share % READER_SHARES], reading);
    reader->under++;
    pthread_cond_signal(&reader->work);
    pthread_mutex_unlock(&reader->lock);
}

void linea_reader_ask(struct store_reader *reader, struct linea_store_reading *reading)
{
    reading->how = reading->event ? read_log : read_rows;
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
    reading->how = reading->event ? read_log : read_rows;
    return wait_for(reader, reading);
}

enum linea_store_result linea_reader_last(struct store_reader *reader, int *last,
                                          uint64_t game)
{
    struct linea_store_reading reading = {.game = game, .how = read_last};
    enum linea_store_result result = wait_for(reader, &reading);
    *last = reading.last;
    return result;
}

enum linea_store_result linea_reader_unfinished(struct store_reader *reader,
                                                linea_store_game_found *found,
                                                void *context)
{
    struct waiting w = {.reading = {.how = read_unfinished, .context = context},
                        .found = found};
    return wait_for(reader, &w.reading);
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

void linea_reader_flush(struct store_reader *reader)
{
    pthread_mutex_lock(&reader->lock);
    while (reader->under)
        pthread_cond_wait(&reader->done, &reader->lock);
    pthread_mutex_unlock(&reader->lock);
}
