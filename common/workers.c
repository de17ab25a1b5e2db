/*
 * common/workers.c - the same work in several threads.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/workers.h"

#include <pthread.h>
#include <unistd.h>

enum { STACK = 8 << 20 }; /* bots and games lie there; some systems give less */

int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < WORKERS ? (int)n : WORKERS;
}

void workers_run(long jobs, void *(*work)(void *), void *context)
{
    pthread_t threads[WORKERS];
    pthread_attr_t attributes;
    long started = 0;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while (started < jobs && started < WORKERS &&
           pthread_create(&threads[started], &attributes, work, context) == 0)
        started++;
    if (!started)
        work(context);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    pthread_attr_destroy(&attributes);
}
