/*
 * server/jobs.h - work that takes too long for the loop, done by some threads. Those
 * who ask take turns.
 *
 * All functions are called by one thread, the loop's; only a job's `run` is called by
 * the others.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "turns.h"

/* One piece of work. The memory is the caller's, and is not to be touched from
   linea_jobs_ask() until `done` is called. */
struct job {
    struct turn turn;                            /* of the queue */
    uint64_t share;                              /* whose turn it takes */
    void (*run)(struct job *job, void *context); /* by a thread */
    void (*done)(struct job *job); /* by linea_jobs_answer(); it may free the memory */
    int64_t microseconds;          /* that it took */
    struct job *next;              /* of those that are done */
};

struct jobs;

struct jobs_options {
    bool by_the_clock; /* what a job costs is the time until it is done, waiting for a
                          disk included, not that of a processor */
    int threads;
    int most;                    /* jobs that may wait or be under way … */
    int most_of_one;             /* … and wait of one share; 0 for as many */
    void *context;               /* given to each `run` */
    void (*wake)(void *context); /* called by the threads when there is something to
                                    answer; may be NULL */
    /* Called by linea_jobs_answer() for each job: what it has cost a share. May be
     * NULL.
     */
    void (*charge)(void *context, uint64_t share, int64_t microseconds);
    void *wake_context; /* of these two */
};

/* On failure returns NULL. */
struct jobs *linea_jobs_open(const struct jobs_options *options);

/* Do what waits, call `done` of all, and end. */
void linea_jobs_close(struct jobs *jobs);

/* False, and nothing has happened, if too many wait already. */
bool linea_jobs_ask(struct jobs *jobs, struct job *job);

/* Call `done` of what has been done, in that order. Returns how many there were. */
int linea_jobs_answer(struct jobs *jobs);

#endif
