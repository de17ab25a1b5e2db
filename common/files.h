/*
 * common/files.h - reading whole files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_FILES_H
#define COMMON_FILES_H

#include <stddef.h>

enum { FILE_MAP = 4 << 20 }; /* bytes of a map file, at most */

/* Read a file of at most so many bytes into memory that the caller frees;
   NUL-terminated. On failure prints a message and returns NULL. */
char *read_file(size_t *length, const char *path, size_t most);

#endif
