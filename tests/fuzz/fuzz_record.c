/*
 * tests/fuzz/fuzz_record.c - any bytes as records. A line that is refused changes
 * nothing; a line that is taken leaves a sound game.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "common/maps.h"
#include "fuzz.h"

static void replay_line(struct linea_replay *replay, const char *line, size_t length)
{
    static struct linea_json memory;
    static struct linea_replay before;
    struct linea_error error = {0};
    before = *replay;
    if (!linea_replay_line(replay, &memory, &error, line, length)) {
        require(error.message[0] != 0, "a refusal says why");
        require(memcmp(replay, &before, sizeof before) == 0,
                "a refusal changes nothing");
        return;
    }
    if (replay->begun)
        require(linea_game_check(&replay->game, NULL), "the game replayed is sound");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct linea_replay replay;
    struct setup setup;
    setup_at(&setup, 0); /* Loads the maps. */
    linea_replay_init(&replay, maps_find, NULL);
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        replay_line(&replay, at, (size_t)(stop - at));
        at = stop + 1;
    }
    if (replay.begun)
        require_sound(&replay.game);
    return 0;
}
