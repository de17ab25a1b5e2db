/*
 * tools/common.h - what the subcommands of `linea` share: maps, files, options, seeds,
 * progress. Each subcommand is one function in a file of its own, listed in main.c.
 *
 * Results go to standard output, everything else to standard error. A subcommand
 * returns 0 for success, 1 for a negative answer, 2 for a wrong call.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_H
#define COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linea/map.h"
#include "linea/rng.h"

enum { EXIT_OK = 0, EXIT_NEGATIVE = 1, EXIT_USAGE = 2 };

int tool_arena(int argc, char **argv);
int tool_bench(int argc, char **argv);
int tool_engine(int argc, char **argv);
int tool_load(int argc, char **argv);
int tool_map(int argc, char **argv);
int tool_perft(int argc, char **argv);
int tool_play(int argc, char **argv);
int tool_replay(int argc, char **argv);
int tool_serve(int argc, char **argv);
int tool_sim(int argc, char **argv);

/* Maps: the embedded ones, and those given with --map FILE. */

/* The embedded map with that id, or a file's that was loaded; NULL for neither. */
const struct linea_map *maps_get(const char *id);

/* What --map says: an id, or the path of a file. NULL, after a message, if neither. */
const struct linea_map *maps_open(const char *id_or_file);

/* The text of a map, or NULL; the ids of the embedded ones, NULL past the last. */
const char *maps_text(const char *id, size_t *length);
const char *maps_id(int i);

/* The whole of a file in memory to be freed, ended by 0; NULL after a message. */
char *read_file(const char *path, size_t *length);

/*
 * Options. An array ended by a NULL name; each option is followed by a value unless
 * `flag` is set. Parsing stores where the pointers say, prints the help for --help and
 * complains about what it does not know. The `help` of the entry without a name is that
 * of --help itself, for a command that speaks other languages.
 */
struct option_spec {
    const char *name;  /* "--games" */
    const char *value; /* what stands for its value in the help: "N", "FILE" */
    const char *help;  /* one line */
    const char **text; /* receives the value … */
    long *number;      /* … or the number it is … */
    bool *flag;        /* … or that it was given */
    long low, high;    /* range of a number */
};

enum { PARSE_OK = -1 }; /* anything else is the exit code to return */

/* Operands (what is no option) are moved to the front of argv[1..]; *operands counts
   them, and may be NULL when there must be none. */
int options_parse(int argc, char **argv, const struct option_spec *options,
                  const char *usage, int *operands);

/* A seed from --seed: 64 hex digits, or a number; from the system when text is NULL.
   False after a message. *series receives a number to derive many seeds from. */
bool seed_from_text(const char *text, struct linea_seed *seed, uint64_t *series);

/* Cut the next part off a list with commas: its length, or -1 at the end. A part that
   does not fit is left empty; nothing that is listed may be. */
long list_next(const char **list, char *part, size_t size);

/* A message on standard error, as "linea sim: …"; always returns EXIT_USAGE. */
int complain(const char *command, const char *format, ...);

/* A progress bar on standard error if that is a terminal; nothing otherwise. */
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

/* Seconds of a clock that never goes back. */
double seconds_now(void);

/* Seconds that this thread has had of a processor: waiting does not count. */
double seconds_worked(void);

/* For a budget: whether a time, a double as of seconds_now(), has passed. */
bool deadline_passed(void *deadline);

enum { WORKERS = 256 }; /* threads at once, at most */

/* How many processors this machine has, as far as workers can use them. */
int processors(void);

/* Do some work in so many threads at once, in this one if there can be no other;
   returns when all of them have. */
void workers_run(long jobs, void *(*work)(void *), void *context);

#endif
