/*
 * python/shared.c - what the module for Python needs beside the engine and the batch:
 * the sizes of structures that it only keeps, and a map read from its text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stddef.h>
#include <stdio.h>

#include "common/nets.h"
#include "linea/expect.h"
#include "linea/json.h"

enum { WHY = 256 };

size_t linea_shared_size(int what);
bool linea_shared_map(struct linea_map *map, struct linea_json *memory,
                      const char *text, size_t length, char why[WHY]);
bool linea_shared_net(struct linea_learned *net, const struct linea_map *map,
                      const uint8_t *bytes, size_t length, char why[WHY]);

int linea_shared_width(const struct linea_learned *net);

/* Bytes of a map, the memory that reading one needs, a space, a game, its legal moves,
   a net. */
size_t linea_shared_size(int what)
{
    static const size_t size[] = {
        sizeof(struct linea_map),     sizeof(struct linea_json),
        sizeof(struct linea_space),   sizeof(struct linea_game),
        sizeof(struct linea_choices), sizeof(struct linea_learned)};
    return what >= 0 && what < (int)(sizeof size / sizeof size[0]) ? size[what] : 0;
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

/* How many numbers the heads of a net look at. */
int linea_shared_width(const struct linea_learned *net)
{
    return net->net.layer[LINEA_NET_VALUE].inputs;
}

/* The bytes must outlive the net. */
bool linea_shared_net(struct linea_learned *net, const struct linea_map *map,
                      const uint8_t *bytes, size_t length, char why[WHY])
{
    struct linea_error error;
    if (!linea_learned_read(net, &error, map, bytes, length)) {
        snprintf(why, WHY, "%s", error.message);
        return false;
    }
    net->net.kernel = nets_kernel();
    return true;
}
