/*
 * common/files.h - reading whole files.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMON_FILES_H
#define COMMON_FILES_H

#include <stddef.h>

/* Read a file into memory that the caller frees; NUL-terminated. On failure prints a
   message and returns NULL. */
char *read_file(const char *path, size_t *length);

#endif
