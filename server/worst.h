/*
 * server/worst.h - the worst that one address can cost the server in a day.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_WORST_H
#define SERVER_WORST_H

#include "options.h"

/* Print it to standard output, as a table of Markdown: docs/hosting.md has that of the
   default options. */
void linea_worst_print(const struct serve_options *options);

#endif
