/*
 * server/jobs.c - work that takes too long for the loop, done by some threads.
 *
 * SPDX-License-Identifier: MIT
 */
#include "jobs.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_THREADS = 8 };

struct list {
    struct job *first, **end;
};

struct jobs {
    struct jobs_options options;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    struct turns waiting;
    struct list finished;
    int count; /* waiting, under way or finished */
    bool ending;
    int threads;
    pthread_t thread[MOST_THREADS];
};

static void add(struct list *list, struct job *job)
{
    job->next = NULL;
    *list->end = job;
    list->end = &job->next;
}

static struct job *take(struct list *list)
{
    struct job *job = list->first;
    if (job && !(list->first = job->next))
        list->end = &list->first;
    return job;
}

static int64_t worked(const struct jobs *jobs)
{
    struct timespec t;
    clock_gettime(
        jobs->options.by_the_clock ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void *work(void *context)
{
    struct jobs *jobs = context;
    pthread_mutex_lock(&jobs->mutex);
    for (;;) {
        struct job *job = (struct job *)linea_turns_pop(&jobs->waiting);
        if (!job && jobs->ending)
            break;
        if (!job) {
            pthread_cond_wait(&jobs->more, &jobs->mutex);
            continue;
        }
        pthread_mutex_unlock(&jobs->mutex);
        const int64_t before = worked(jobs);
        job->run(job, jobs->options.context);
        job->microseconds = worked(jobs) - before;
        pthread_mutex_lock(&jobs->mutex);
        bool first = !jobs->finished.first;
        add(&jobs->finished, job);
        if (first && jobs->options.wake)
            jobs->options.wake(jobs->options.wake_context);
    }
    pthread_mutex_unlock(&jobs->mutex);
    return NULL;
}

struct jobs *linea_jobs_open(const struct jobs_options *options)
{
    struct jobs *jobs = calloc(1, sizeof *jobs);
    if (!jobs)
        return NULL;
    jobs->options = *options;
    jobs->finished.end = &jobs->finished.first;
    pthread_mutex_init(&jobs->mutex, NULL);
    pthread_cond_init(&jobs->more, NULL);
    while (jobs->threads < options->threads && jobs->threads < MOST_THREADS &&
           pthread_create(&jobs->thread[jobs->threads], NULL, work, jobs) == 0)
        jobs->threads++;
    if (jobs->threads > 0)
        return jobs;
    linea_jobs_close(jobs);
    return NULL;
}

void linea_jobs_close(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->mutex);
    jobs->ending = true;
    pthread_cond_broadcast(&jobs->more);
    pthread_mutex_unlock(&jobs->mutex);
    for (int i = 0; i < jobs->threads; i++)
        pthread_join(jobs->thread[i], NULL);
    linea_jobs_answer(jobs);
    pthread_cond_destroy(&jobs->more);
    pthread_mutex_destroy(&jobs->mutex);
    free(jobs);
}

bool linea_jobs_ask(struct jobs *jobs, struct job *job)
{
    pthread_mutex_lock(&jobs->mutex);
    const int most = jobs->options.most_of_one;
    bool room = jobs->count < jobs->options.most && !jobs->ending &&
                (!most || linea_turns_waiting(&jobs->waiting, job->share) < most);
    if (room) {
        jobs->count++;
        linea_turns_push(&jobs->waiting, &job->turn, job->share);
        pthread_cond_signal(&jobs->more);
    }
    pthread_mutex_unlock(&jobs->mutex);
    return room;
}

int linea_jobs_answer(struct jobs *jobs)
{
    for (int n = 0;; n++) {
        pthread_mutex_lock(&jobs->mutex);
        struct job *job = take(&jobs->finished);
        jobs->count -= job != NULL;
        pthread_mutex_unlock(&jobs->mutex);
        if (!job)
            return n;
        if (jobs->options.charge && job->share)
            jobs->options.charge(jobs->options.wake_context, job->share,
                                 job->microseconds);
        job->done(job);
    }
}
