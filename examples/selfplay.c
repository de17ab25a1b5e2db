/*
 * examples/selfplay.c - a whole game between players who move at random.
 *
 *   cc -I engine/include examples/selfplay.c build/liblinea.a
 *   ./a.out maps/london.json
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

#include "linea/game.h"
#include "linea/json.h"
#include "linea/score.h"

static void print_mistake(void *context, int line, const char *where, const char *what)
{
    fprintf(stderr, "%s:%d: %s: %s\n", (char *)context, line, where, what);
}

/* Compile the map of a file; false after a message. */
static bool load(struct linea_map *map, char *path)
{
    static struct linea_json memory;
    static char text[1 << 20];
    const struct linea_map_report report = {.mistake = print_mistake, .context = path};
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        return false;
    }
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    return linea_map_read(map, &memory, text, length, &report);
}

int main(int argc, char **argv)
{
    static struct linea_map map;
    static linea_move moves[LINEA_MOVES];
    struct linea_game g;
    struct linea_result result;
    struct linea_seed seed;
    struct linea_rng rng = {1};

    if (argc != 2 || !load(&map, argv[1]))
        return 2;
    linea_seed_derive(&seed, 1, 0);
    linea_game_begin(&g, NULL, &map, 3, LINEA_NOBODY, &seed);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;)
        linea_game_apply(&g, NULL, moves[linea_rng_below(&rng, n)]);
    linea_game_score(&g, &result);

    for (int s = 0; s < g.seats; s++)
        printf("seat %d: %d points%s\n", s, result.seat[s].total,
               result.winners >> s & 1 ? ", wins" : "");
    return 0;
}
