/*
 * tools/progress.c - the progress bar, the clocks and the processors.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

enum { BAR = 30 };

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

bool deadline_passed(void *deadline)
{
    return seconds_now() >= *(const double *)deadline;
}

int processors(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n < WORKERS ? (int)n : WORKERS;
}

void progress_begin(struct progress *p, const char *what, long total)
{
    *p = (struct progress){.what = what, .total = total};
    p->visible = isatty(STDERR_FILENO);
}

static void draw(const struct progress *p)
{
    char bar[BAR + 1];
    int full = p->total > 0 ? (int)(p->done * BAR / p->total) : 0;
    memset(bar, '.', BAR);
    memset(bar, '#', (size_t)full);
    bar[BAR] = 0;
    fprintf(stderr, "\r%s [%s] %ld of %ld ", p->what, bar, p->done, p->total);
    fflush(stderr);
}

void progress_update(struct progress *p, long done)
{
    p->done = done;
    if (!p->visible)
        return;
    double now = seconds_now();
    if (now - p->shown < 0.1 && done < p->total)
        return;
    p->shown = now;
    draw(p);
}

void progress_end(struct progress *p)
{
    if (p->visible)
        fprintf(stderr, "\r%*s\r", BAR + 50, "");
}
