/*
 * common/clock.h - time for budgets and measurements.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_CLOCK_H
#define COMMON_CLOCK_H

#include <stdbool.h>

/* Seconds of a clock that never goes back. */
double seconds_now(void);

/* Seconds of processor time that this thread has used: waiting does not count. */
double seconds_worked(void);

/* For a bot's budget: whether the time in a double, as of seconds_now(), has passed. */
bool deadline_passed(void *deadline);

#endif
