/*
 * tools/perft.c - `linea perft`: how many ways a deal can go on, move by move.
 *
 * Chance is fixed by the seed, so the counts depend on the rules alone: a table of them
 * pins the list of legal moves.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/maps.h"
#include "common/options.h"
#include "linea/text.h"
#include "tools.h"

/* Leaves of the tree of that depth; a game that is over is a leaf. */
static uint64_t perft(const struct linea_game *g, long depth)
{
    if (depth == 0)
        return 1;
    linea_move *moves = malloc(LINEA_MOVES * sizeof *moves);
    if (!moves) {
        perror("linea perft");
        exit(EXIT_NEGATIVE);
    }
    int n = linea_game_moves(g, moves);
    uint64_t leaves = n ? 0 : 1;
    if (depth == 1 && n)
        leaves = (uint64_t)n;
    for (int i = 0; depth > 1 && i < n; i++) {
        struct linea_game next = *g;
        linea_game_apply(&next, NULL, moves[i]);
        leaves += perft(&next, depth - 1);
    }
    free(moves);
    return leaves;
}

static void print_split(const struct linea_game *g, long depth)
{
    linea_move *moves = malloc(LINEA_MOVES * sizeof *moves);
    int n = moves ? linea_game_moves(g, moves) : 0;
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT];
        struct linea_out out;
        struct linea_game next = *g;
        linea_out_init(&out, text, sizeof text);
        linea_move_write(g, &out, moves[i]);
        linea_game_apply(&next, NULL, moves[i]);
        printf("%-48s %" PRIu64 "\n", text, perft(&next, depth - 1));
    }
    free(moves);
}

int tool_perft(int argc, char **argv)
{
    const char *map_name = "europe", *seed_text = "1";
    long players = 2, depth = 3, first = 0;
    bool split = false;
    const struct option_spec options[] = {
        {"--map", "ID|FILE", "the map (default europe)", .text = &map_name},
        {"--players", "N", "seats (default 2)", .number = &players, .low = 2,
         .high = LINEA_SEATS},
        {"--depth", "N", "how many moves deep (default 3)", .number = &depth, .low = 1,
         .high = 20},
        {"--seed", "SEED", "a number or 64 hex digits (default 1)", .text = &seed_text},
        {"--first", "SEAT", "who begins (default 0)", .number = &first,
         .high = LINEA_SEATS - 1},
        {"--split", NULL, "count below each first move", .flag = &split},
        {0},
    };
    int code = options_parse(argc, argv, NULL, options, "perft [OPTIONS]");
    if (code != PARSE_OK)
        return code;
    struct linea_seed seed;
    uint64_t series;
    const struct linea_map *map = maps_open(map_name);
    if (!map || !seed_from_text(&seed, &series, seed_text))
        return EXIT_USAGE;
    struct linea_game g;
    if (!linea_game_begin(&g, NULL, map, (int)players, (int)first, &seed))
        return complain(argv[0], "the map is not for %ld players, or has no seat %ld",
                        players, first);
    if (split)
        print_split(&g, depth);
    for (long d = 1; d <= depth; d++)
        printf("%s %ld players depth %ld: %" PRIu64 "\n", map_name, players, d,
               perft(&g, d));
    return EXIT_OK;
}
