/*
 * tests/fuzz/fuzz_position.c - any bytes as a position. What is accepted can be played;
 * what is refused leaves the game as it was.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "common/maps.h"
#include "fuzz.h"

/* The map that the position names. */
static const struct linea_map *named_map(const char *text, size_t length)
{
    static struct linea_json json;
    char id[40];
    struct setup setup;
    setup_at(&setup, 0); /* Loads the maps. */
    if (linea_json_read(&json, text, length) ||
        linea_json_string(&json, id, sizeof id, linea_json_get(&json, 0, "map")) < 0)
        return NULL;
    return maps_get(id);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct linea_game g, before;
    struct linea_error error = {0};
    const struct linea_map *map = named_map((const char *)data, size);
    if (!map)
        return 0;
    memset(&g, 0, sizeof g);
    before = g;
    if (position_from(&g, &error, map, (const char *)data, size)) {
        require_sound(&g);
        return 0;
    }
    require(error.message[0] != 0, "a refusal says why");
    require(memcmp(&g, &before, sizeof g) == 0, "a refusal changes nothing");
    return 0;
}
