/*
 * common/files.c - reading whole files, writing others, and which are in a folder.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/options.h"

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

int create_file(FILE **file, const char *path)
{
    if (!path || strcmp(path, "-") == 0)
        *file = path ? stdout : NULL;
    else
        *file = fopen(path, "wb");
    if (*file || !path)
        return EXIT_OK;
    perror(path);
    return EXIT_USAGE;
}

int close_file(FILE *file, const char *path)
{
    if (!file || file == stdout)
        return EXIT_OK;
    bool fine = !ferror(file);
    if (fclose(file) == 0 && fine)
        return EXIT_OK;
    perror(path);
    return EXIT_USAGE;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **folder_files(const char *folder, const char *ending)
{
    DIR *open = opendir(folder);
    size_t n = 0, length = strlen(ending);
    if (!open)
        return NULL;
    char **paths = need(malloc(sizeof *paths));
    for (struct dirent *entry; (entry = readdir(open)) != NULL;) {
        size_t size = strlen(entry->d_name), room = strlen(folder) + size + 2;
        if (size <= length || strcmp(entry->d_name + size - length, ending) != 0)
            continue;
        paths = need(realloc(paths, (n + 2) * sizeof *paths));
        paths[n] = need(malloc(room));
        snprintf(paths[n++], room, "%s/%s", folder, entry->d_name);
    }
    closedir(open);
    qsort(paths, n, sizeof *paths, compare_paths);
    paths[n] = NULL;
    return paths;
}
