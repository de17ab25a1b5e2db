/*
 * bench/loop.c - see loop.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "loop.h"

#include "linea/json.h"
#include "linea/score.h"

static struct linea_map map;
static struct linea_json memory;

static void ignore(void *context, int line, const char *where, const char *what)
{
    (void)context, (void)line, (void)where, (void)what;
}

int loop_open(const char *text, size_t length)
{
    const struct linea_map_report report = {.mistake = ignore, .context = NULL};
    return linea_map_read(&map, &memory, text, length, &report);
}

const struct linea_map *loop_map(void)
{
    return &map;
}

long loop_play(int seats, uint32_t series, int games)
{
    struct linea_rng rng = {series};
    long steps = 0;
    for (int i = 0; i < games; i++) {
        struct linea_seed seed;
        struct linea_game g;
        struct linea_choices choices;
        struct linea_result result;
        linea_seed_derive(&seed, series, (uint64_t)i);
        if (!linea_game_begin(&g, NULL, &map, seats, LINEA_NOBODY, &seed))
            return 0;
        for (; linea_game_choices(&g, &choices), choices.count > 0; steps++) {
            int k = linea_rng_below(&rng, choices.count);
            linea_game_apply(&g, NULL, linea_choices_pick(&choices, k));
        }
        linea_game_score(&g, &result);
    }
    return steps;
}
