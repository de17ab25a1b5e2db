/*
 * tests/server/power_box.h - a disk that loses power: what was written and not synced
 * is there afterwards in parts, by sectors, or not at all.
 *
 * All that SQLite writes goes through it from power_box_begin() on, in this process and
 * in those it forks. What lies under a sector is kept, in memory that they share, until
 * the file is synced; power_box_cut() puts some of it back.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef POWER_BOX_H
#define POWER_BOX_H

#include <stdbool.h>

/* False without memory. */
bool power_box_begin(void);
void power_box_end(void);

/* From here on everything written before counts as synced. */
void power_box_settle(void);

/* The power fails: nobody has the file open any more. Returns how many sectors were
   lost of those that were not synced, and how many these were. */
int power_box_cut(int *unsynced, const char *path);

#endif
