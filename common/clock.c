/*
 * common/clock.c - time for budgets and measurements.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

double seconds_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double seconds_worked(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

int64_t milliseconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool deadline_passed(void *deadline)
{
    return seconds_now() >= *(const double *)deadline;
}
