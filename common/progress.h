/*
 * common/progress.h - a progress bar on standard error if that is a terminal; otherwise
 * nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_PROGRESS_H
#define COMMON_PROGRESS_H

#include <stdbool.h>

struct progress {
    const char *what;
    long total;
    long done;
    double shown; /* when the bar was last drawn, in seconds */
    bool visible;
};
void progress_begin(struct progress *p, const char *what, long total);
void progress_update(struct progress *p, long done);
void progress_end(struct progress *p);

#endif
