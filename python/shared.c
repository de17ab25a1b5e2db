/*
 * python/shared.c - what the module for Python needs beside the engine and the batch:
 * the sizes of structures that it only keeps, and a map read from its text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdio.h>

#include "linea/batch.h"
#include "linea/json.h"

enum { WHY = 256 };

size_t linea_shared_size(int what);
bool linea_shared_map(struct linea_map *map, struct linea_json *memory,
                      const char *text, size_t length, char why[WHY]);

/* Bytes of a map, the memory that reading one needs, a space, a game, its legal moves.
 */
size_t linea_shared_size(int what)
{
    static const size_t size[] = {sizeof(struct linea_map), sizeof(struct linea_json),
                                  sizeof(struct linea_space), sizeof(struct linea_game),
                                  sizeof(struct linea_choices)};
    return what >= 0 && what < 5 ? size[what] : 0;
}

/* Keep the first mistake. */
static void note(void *context, int line, const char *where, const char *what)
{
    char *why = context;
    if (!*why)
        snprintf(why, WHY, "%d: %s: %s", line, where, what);
}

bool linea_shared_map(struct linea_map *map, struct linea_json *memory,
                      const char *text, size_t length, char why[WHY])
{
    struct linea_map_report report = {.mistake = note, .context = why};
    *why = 0;
    return linea_map_read(map, memory, text, length, &report);
}
