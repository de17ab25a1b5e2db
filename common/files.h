/*
 * common/files.h - reading whole files, writing others, and which are in a folder.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_FILES_H
#define COMMON_FILES_H

#include <stddef.h>
#include <stdio.h>

#include "linea/error.h"

/* Bytes of a file, at most. */
enum {
    FILE_MAP = 4 << 20,
    FILE_DATA = 1 << 30, /* records and states of arenas: some 100,000 games */
};

/* Read a file of at most so many bytes into memory that the caller frees;
   NUL-terminated. On failure returns NULL and writes a message to `error`, which does
   not name the file. */
char *load_file(struct linea_error *error, size_t *length, const char *path,
                size_t most);

/* The same; on failure prints a message with the file's name. */
char *read_file(size_t *length, const char *path, size_t most);

/* Open a file to be written, and close it: an exit code, after a message if that
   fails. "-" is standard output; without a path there is no file. */
int create_file(FILE **file, const char *path);
int close_file(FILE *file, const char *path);

/* The paths of the files in a folder whose names end so, in the order of bytes; a NULL
   ends them. The caller frees each and the result. NULL if there is no such folder. */
char **folder_files(const char *folder, const char *ending);

#endif
