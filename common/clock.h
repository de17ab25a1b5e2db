/*
 * common/clock.h - time for budgets and measurements.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_CLOCK_H
#define COMMON_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Seconds of a clock that never goes back. */
double seconds_now(void);

/* Seconds of processor time that this thread has used: waiting does not count. */
double seconds_worked(void);

/* Milliseconds since 1970, by the clock that people see: it may be set. */
int64_t milliseconds_now(void);

/* For a bot's budget: whether the time in a double, as of seconds_now(), has passed. */
bool deadline_passed(void *deadline);

#endif
