/*
 * tools/records.h - files of many records: where each game begins.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The lines of one game. */
struct record {
    const char *text; /* in the text of the file */
    size_t length;
    long line; /* number of its first line */
};

/* Read a file ("-" for standard input) and cut it into its games; what stands before
   the first header is a game too, unless it is blank. The caller frees *text and the
   result. NULL, after a message, if the file cannot be read; *count may be 0. */
struct record *records_read(char **text, long *count, const char *path);

/* The next line of a record that is not empty: NULL past the last. Begin with *at and
 *line as the record has them; *number receives the line's number in the file. */
const char *records_next(const char **at, long *line, size_t *length, long *number,
                         const struct record *record);

/* Print a text that the record brought along: it may mean to steer a terminal. */
void records_print(FILE *file, const char *text);

/* The same, filled up with blanks to so many characters. */
void records_print_column(FILE *file, const char *text, int width);

/* Print a text as a field of CSV: quoted, since names may hold commas and quotes. */
void records_field(FILE *file, const char *text);

#endif
