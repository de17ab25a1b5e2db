/*
 * tests/fuzz/fuzz.c - see fuzz.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYED_ON = 40 };

void require(bool condition, const char *what)
{
    if (condition)
        return;
    fprintf(stderr, "not so: %s\n", what);
    abort();
}

static void require_check(const struct linea_game *g, const char *what)
{
    struct linea_error error;
    if (linea_game_check(g, &error))
        return;
    fprintf(stderr, "%s: %s\n", what, error.message);
    abort();
}

static void require_round_trip(const struct linea_game *g)
{
    static char text[LINEA_LINE];
    struct linea_game expected = *g, read;
    struct linea_error error;
    view_text(g, text, LINEA_ALL);
    require(position_from(&read, &error, g->map, text, strlen(text)),
            "what was written can be read");
    game_normalise(&expected);
    game_normalise(&read);
    require(memcmp(&expected, &read, sizeof read) == 0, "it is the same game");
}

static void require_guess(const struct linea_game *g, int viewer)
{
    struct linea_view view, again;
    struct linea_game guess;
    struct linea_rng rng = {1};
    linea_game_view(g, &view, viewer);
    linea_view_guess(&view, &guess, &rng);
    require_check(&guess, "a guess");
    linea_game_view(&guess, &again, viewer);
    require(memcmp(&view, &again, sizeof view) == 0, "a guess looks like the game");
}

void require_sound(const struct linea_game *g)
{
    static linea_move moves[LINEA_MOVES];
    struct linea_game next = *g;
    struct linea_result result;
    struct linea_rng rng = {2};
    require_check(g, "the game");
    require_round_trip(g);
    require_guess(g, LINEA_SPECTATOR);
    for (int s = 0; s < g->seats; s++)
        require_guess(g, s);
    for (int i = 0; i < PLAYED_ON && next.phase != LINEA_OVER; i++) {
        int n = linea_game_moves(&next, moves);
        require(n > 0, "there is a move until the game is over");
        linea_game_apply(&next, NULL, moves[linea_rng_below(&rng, n)]);
        require_check(&next, "the game played on");
    }
    linea_game_score(&next, &result);
    require(result.winners != 0, "somebody wins");
}
