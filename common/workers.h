/*
 * common/workers.h - the same work in several threads.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_WORKERS_H
#define COMMON_WORKERS_H

enum { WORKERS = 256 }; /* threads at once, at most */

/* The number of processors, at most WORKERS. */
int processors(void);

/* Run work(context) in so many threads at once, or in this one if no thread can be
   started; returns when all of them have. */
void workers_run(long jobs, void *(*work)(void *), void *context);

#endif
