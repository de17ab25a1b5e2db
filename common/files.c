/*
 * common/files.c - reading whole files.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *load_file(struct linea_error *error, size_t *length, const char *path,
                size_t most)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t size = 0, room = 0, n = 1;
    while (file && n > 0 && size <= most) {
        if (size + 1 >= room) {
            room = room ? room * 2 : 65536;
            if (room > most)
                room = most + 2; /* one byte too many, and the NUL */
            char *larger = realloc(text, room);
            if (!larger)
                break;
            text = larger;
        }
        n = fread(text + size, 1, room - size - 1, file);
        size += n;
    }
    if (!file || ferror(file) || n > 0) {
        if (size > most)
            linea_explain(error, LINEA_SYNTAX,
                          "the file is too large: at most %d bytes are read",
                          (int)most);
        else
            linea_explain(error, LINEA_SYNTAX, "%s", strerror(errno));
        free(text);
        text = NULL;
    } else {
        text[size] = 0;
        *length = size;
    }
    if (file)
        fclose(file);
    return text;
}

char *read_file(size_t *length, const char *path, size_t most)
{
    struct linea_error error;
    char *text = load_file(&error, length, path, most);
    if (!text)
        fprintf(stderr, "%s: %s\n", path, error.message);
    return text;
}
