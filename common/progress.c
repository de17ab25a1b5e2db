/*
 * common/progress.c - the progress bar.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/clock.h"

enum { BAR = 30 };

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
