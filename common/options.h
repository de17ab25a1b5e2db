/*
 * common/options.h - the command line: options, lists, seeds, messages; memory.
 *
 * Results go to standard output, everything else to standard error. A command exits
 * with 0 for success, 1 for a negative answer, 2 for a wrong call.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_OPTIONS_H
#define COMMON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linea/rng.h"

enum { EXIT_OK = 0, EXIT_NEGATIVE = 1, EXIT_USAGE = 2 };

/*
 * One option. Exactly one of `text`, `number` and `flag` is set; a flag takes no value.
 * An array of options ends with an entry without a name. The `help` of that entry is
 * the text for --help itself, for a command that is translated.
 */
struct option_spec {
    const char *name;  /* "--games" */
    const char *value; /* placeholder for its value in the help: "N", "FILE" */
    const char *help;  /* one line */
    const char **text; /* receives the value … */
    long *number;      /* … or the value as a number … */
    bool *flag;        /* … or true */
    long low, high;    /* range of a number; `high` of a text that may be given more
                          than once: how often. `text` is an array then, of NULLs */
    long usual; /* of a number, if the caller takes it from here: --help says it */
};

enum { PARSE_OK = -1 }; /* anything else is the exit code to return */

/* Parse a command line; --help prints the options, an unknown one is an error. Operands
   (arguments that are not options) are moved to the front of argv[1..]; *operands
   receives their number, and may be NULL if none are allowed. */
int options_parse(int argc, char **argv, int *operands,
                  const struct option_spec *options, const char *usage);

/* Read the value of --seed: 64 hex digits, or a number. NULL takes one from the system.
   *series receives a number to derive many seeds from. On failure prints a message and
   returns false. */
bool seed_from_text(struct linea_seed *seed, uint64_t *series, const char *text);

/* Read the value of --part: "3/64" is part 3 of the parts 0 to 63. On failure prints a
   message by `command` and returns EXIT_USAGE. */
enum { MOST_PARTS = 4096 };
int part_from_text(long *part, long *parts, const char *command, const char *text);

/* Cut the next part off a list with commas. Returns its length, or -1 at the end; a
   part longer than `size` is left empty. */
long list_next(const char **list, char *part, size_t size);

/* Memory that a command cannot do without: if there is none, the program ends. */
void *need(void *memory);

/* Print "linea COMMAND: message" to standard error; always returns EXIT_USAGE. */
int complain(const char *command, const char *format, ...);

#endif
