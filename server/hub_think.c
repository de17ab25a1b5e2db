/*
 * server/hub_think.c - bots that think on threads of their own.
 *
 * Addresses take turns, by where the games were made; the questions of one are answered
 * in the order in which they came. The more are waiting, the less time each gets, so
 * that a thousand bots share the processors fairly, and a thousand bots of one address
 * cost the bots of others half their time at most. The threads step back for everything
 * else: people's moves never wait for them.
 *
 * A bot that searches needs all its time if it has a choice, and none if it has not;
 * any other bot needs the longer the more it may do. So that nobody learns from its
 * time what it holds, an answer is kept until a time is over that does not depend on
 * that. A search ends somewhat earlier, since it looks at the clock only now and then.
 * Its thread waits as well: otherwise the answers that come after it would show it, at
 * the tables of one who has many.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "hub_internal.h"

enum {
    BRIEF = 20, /* milliseconds, longer than a bot takes that does not search, or one
                   that does is over its time, however many are waiting */
    NICE = 10,  /* how far threads step back */
};

struct question {
    struct turn turn;
    struct question *next; /* that was answered */
    uint64_t id;           /* of the game */
    uint32_t state;
    const struct linea_bot *bot;
    uint64_t seed;          /* that it begins with */
    struct linea_game game; /* the bot gets a view of it */
    linea_move answer;
    int64_t due; /* when the answer may be given, by clock_ms() */
};

struct list {
    struct question *first, *last;
};

struct hub_thinkers {
    pthread_mutex_t mutex;
    pthread_cond_t asked, stopped; /* the latter by the clock of clock_ms() */
    struct turns questions;
    struct list answers;
    struct hub_players *players;
    atomic_bool stop;
    int threads, think_ms;
    const struct linea_learned *(*find_learned)(const struct linea_map *map,
                                                const struct linea_bot *bot);
    void (*wake)(void *context);
    void *wake_context;
    pthread_t thread[];
};

size_t linea_think_question_size(void)
{
    return sizeof(struct question);
}

static void push(struct list *list, struct question *q)
{
    q->next = NULL;
    if (list->last)
        list->last->next = q;
    else
        list->first = q;
    list->last = q;
}

static struct question *pop(struct list *list)
{
    struct question *q = list->first;
    if (!q)
        return NULL;
    list->first = q->next;
    if (!list->first)
        list->last = NULL;
    return q;
}

static int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* How long a bot may think. */
struct limit {
    int64_t deadline;        /* by clock_ms() */
    const atomic_bool *stop; /* its answer is not needed any more */
};

static bool time_up(void *context)
{
    const struct limit *limit = context;
    return atomic_load(limit->stop) || clock_ms() >= limit->deadline;
}

static void think(const struct hub_thinkers *t, struct question *q,
                  struct linea_player *player, int ms)
{
    struct limit limit = {clock_ms() + ms - ms / 8, &t->stop};
    player->budget = (struct linea_budget){
        .time_up = time_up,
        .context = &limit,
        .learned = t->find_learned ? t->find_learned(q->game.map, q->bot) : NULL};
    q->answer = linea_player_move(player, &q->game);
}

/* The least time for an answer, in milliseconds. */
static int least_time(const struct hub_thinkers *t)
{
    return t->think_ms < BRIEF ? t->think_ms : BRIEF;
}

/* The next question, of the share whose turn it is, and how many milliseconds there are
   for it. */
static struct question *next_question(struct hub_thinkers *t, int *ms)
{
    const int busy = t->questions.shares, least = least_time(t);
    struct question *q = (struct question *)linea_turns_pop(&t->questions);
    if (!q)
        return NULL;
    *ms = t->think_ms * t->threads / (q->turn.count * busy + t->threads);
    *ms = q->bot->searches && *ms > least ? *ms : least;
    return q;
}

/* Until the time is over, or the end has come. Called with the lock. */
static void wait_until(struct hub_thinkers *t, int64_t due)
{
    const struct timespec until = {.tv_sec = due / 1000,
                                   .tv_nsec = due % 1000 * 1000000};
    while (!t->stop && clock_ms() < due)
        pthread_cond_timedwait(&t->stopped, &t->mutex, &until);
}

static void step_back(void)
{
#ifdef __linux__ /* elsewhere it would be the whole process */
    setpriority(PRIO_PROCESS, 0, NICE);
#endif
}

static void *work(void *context)
{
    struct hub_thinkers *t = context;
    int ms;
    step_back();
    pthread_mutex_lock(&t->mutex);
    while (!t->stop) {
        struct question *q = next_question(t, &ms);
        if (!q) {
            pthread_cond_wait(&t->asked, &t->mutex);
            continue;
        }
        const bool waits = q->bot->searches;
        const int64_t due = clock_ms() + ms;
        q->due = due;
        struct hub_player *player =
            linea_players_take(t->players, q->id, q->game.turn, q->bot, q->seed);
        pthread_mutex_unlock(&t->mutex);
        think(t, q, &player->self, ms);
        pthread_mutex_lock(&t->mutex);
        player->taken = false;
        push(&t->answers, q); /* it may be gone from now on */
        t->wake(t->wake_context);
        if (waits)
            wait_until(t, due);
    }
    pthread_mutex_unlock(&t->mutex);
    return NULL;
}

struct hub_thinkers *linea_think_open(const struct hub_options *options)
{
    size_t size =
        sizeof(struct hub_thinkers) + (size_t)options->workers * sizeof(pthread_t);
    struct hub_thinkers *t = calloc(1, size);
    pthread_condattr_t steady;
    if (!t)
        return NULL;
    pthread_mutex_init(&t->mutex, NULL);
    pthread_cond_init(&t->asked, NULL);
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&t->stopped, &steady);
    pthread_condattr_destroy(&steady);
    t->think_ms = options->think_ms;
    t->find_learned = options->find_learned;
    t->wake = options->wake;
    t->wake_context = options->wake_context;
    t->players = linea_players_open(HUB_PLAYERS, options->workers);
    pthread_mutex_lock(&t->mutex); /* they share the time by how many they are */
    while (t->players && t->threads < options->workers &&
           pthread_create(&t->thread[t->threads], NULL, work, t) == 0)
        t->threads++;
    pthread_mutex_unlock(&t->mutex);
    if (t->threads || options->workers == 0)
        return t;
    linea_think_close(t);
    return NULL;
}

void linea_think_close(struct hub_thinkers *t)
{
    struct question *q;
    if (!t)
        return;
    pthread_mutex_lock(&t->mutex);
    t->stop = true;
    pthread_cond_broadcast(&t->asked);
    pthread_cond_broadcast(&t->stopped);
    pthread_mutex_unlock(&t->mutex);
    for (int i = 0; i < t->threads; i++)
        pthread_join(t->thread[i], NULL);
    while ((q = (struct question *)linea_turns_pop(&t->questions)))
        free(q);
    while ((q = pop(&t->answers)))
        free(q);
    linea_players_close(t->players);
    pthread_cond_destroy(&t->asked);
    pthread_cond_destroy(&t->stopped);
    pthread_mutex_destroy(&t->mutex);
    free(t);
}

bool linea_think_ask(struct hub_thinkers *t, uint64_t game, uint32_t state,
                     const struct linea_game *g, const char *bot, uint64_t origin,
                     uint64_t seed)
{
    struct question *q = malloc(sizeof *q);
    if (!q)
        return false;
    *q = (struct question){.id = game,
                           .state = state,
                           .bot = linea_bot_find(bot),
                           .seed = seed,
                           .game = *g};
    pthread_mutex_lock(&t->mutex);
    linea_turns_push(&t->questions, &q->turn, origin);
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->mutex);
    return true;
}

/* Take out the first answer that may be given; NULL if there is none. */
static struct question *take_due(struct list *list, int64_t now)
{
    struct question *before = NULL, *q = list->first;
    while (q && q->due > now) {
        before = q;
        q = q->next;
    }
    if (!q)
        return NULL;
    *(before ? &before->next : &list->first) = q->next;
    if (list->last == q)
        list->last = before;
    return q;
}

int linea_think_due(struct hub_thinkers *t)
{
    int64_t now = clock_ms(), least = INT_MAX;
    pthread_mutex_lock(&t->mutex);
    for (const struct question *q = t->answers.first; q; q = q->next)
        if (q->due - now < least)
            least = q->due > now ? q->due - now : 0;
    pthread_mutex_unlock(&t->mutex);
    return (int)least;
}

bool linea_think_fetch(struct hub_thinkers *t, uint64_t *game, uint32_t *state,
                       linea_move *m)
{
    pthread_mutex_lock(&t->mutex);
    struct question *q = take_due(&t->answers, clock_ms());
    pthread_mutex_unlock(&t->mutex);
    if (!q)
        return false;
    *game = q->id;
    *state = q->state;
    *m = q->answer;
    free(q);
    return true;
}
