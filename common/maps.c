/*
 * common/maps.c - the maps at hand: embedded in the program, or read from a file.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/embedded.h"
#include "common/files.h"
#include "linea/json.h"

enum { LOADED = 32 }; /* maps compiled in one run of the program */

static struct {
    struct linea_map *map;
    char *text; /* of a file; NULL for an embedded one */
    size_t length;
} loaded[LOADED];

const char *maps_id(int i)
{
    return embedded_maps[i].id;
}

static const char *loaded_id(int i)
{
    return linea_map_text(loaded[i].map, loaded[i].map->id);
}

const char *maps_text(const char *id, size_t *length)
{
    for (int i = 0; i < LOADED && loaded[i].map; i++)
        if (loaded[i].text && strcmp(loaded_id(i), id) == 0) {
            *length = loaded[i].length;
            return loaded[i].text;
        }
    for (int i = 0; embedded_maps[i].id; i++)
        if (strcmp(embedded_maps[i].id, id) == 0) {
            *length = embedded_maps[i].length;
            return (const char *)embedded_maps[i].bytes;
        }
    return NULL;
}

static void print_mistake(void *context, int line, const char *where, const char *what)
{
    fprintf(stderr, "%s:%d: %s: %s\n", *(const char **)context, line, where, what);
}

/* Compile a map and keep it, with the text of a file, which is given away; NULL after
   its mistakes were printed. */
static const struct linea_map *maps_compile(const char *name, const char *text,
                                            size_t length, char *file)
{
    struct linea_map_report report = {.mistake = print_mistake, .context = &name};
    struct linea_map *map = malloc(sizeof *map);
    struct linea_json *memory = malloc(sizeof *memory);
    bool fine = map && memory && linea_map_read(map, memory, text, length, &report);
    free(memory);
    int i = 0;
    while (i < LOADED && loaded[i].map)
        i++;
    if (fine && i == LOADED)
        fprintf(stderr, "%s: more than %d maps\n", name, LOADED);
    if (!fine || i == LOADED) {
        free(map);
        free(file);
        return NULL;
    }
    loaded[i].map = map;
    loaded[i].text = file;
    loaded[i].length = length;
    return map;
}

static const struct linea_map *maps_loaded(const char *id)
{
    for (int i = 0; i < LOADED && loaded[i].map; i++)
        if (strcmp(loaded_id(i), id) == 0)
            return loaded[i].map;
    return NULL;
}

const struct linea_map *maps_get(const char *id)
{
    const struct linea_map *map = maps_loaded(id);
    size_t length;
    const char *text = map ? NULL : maps_text(id, &length);
    return text ? maps_compile(id, text, length, NULL) : map;
}

const struct linea_map *maps_find(void *context, const char *id)
{
    (void)context;
    return maps_get(id);
}

void maps_prepare(void)
{
    for (int i = 0; maps_id(i); i++)
        maps_get(maps_id(i));
}

const struct linea_map *maps_open(const char *id_or_file)
{
    const struct linea_map *map = maps_get(id_or_file);
    if (map)
        return map;
    if (!strpbrk(id_or_file, "./")) {
        fprintf(stderr,
                "there is no map \"%s\"; `linea map list` shows those there are\n",
                id_or_file);
        return NULL;
    }
    size_t length;
    char *text = read_file(&length, id_or_file, FILE_MAP);
    return text ? maps_compile(id_or_file, text, length, text) : NULL;
}
