/*
 * tools/rate.h - what the parts of `linea rate` share beside common/rate.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RATE_H
#define RATE_H

#include "common/rate.h"

/* Print the ratings of bots that follow from the results of an arena. */
int rate_print_ladder(const char *command, const char *path, const char *anchor);

/* Keep a table in a file; take it up from there; compare it, to the last bit. EXIT_OK
   or a code after a message. */
int rate_state_write(const struct rate_table *table, const char *path);
int rate_state_read(struct rate_table *table, const char *path);
int rate_state_check(const struct rate_table *table, const char *path);

/* What people see. Every pool, or the one that is named; `top` of each, 0 for all. */
int rate_print_text(const struct rate_table *table, const char *pool, long top);
int rate_print_json(const struct rate_table *table, const char *pool);
int rate_print_csv(const struct rate_table *table, FILE *out, const char *pool);

#endif
