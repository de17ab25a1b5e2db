/*
 * tests/random_games.h - random games on every map there is, for tests of what must
 * hold at every step of every game.
 *
 * Half of the games choose among all legal moves, half first choose what to do and then
 * how: so that rare moves (a station, tickets, a pass) are not drowned by claims.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANDOM_GAMES_H
#define RANDOM_GAMES_H

#include "linea/text.h"

/* One way to sit down: a map and a number of players. */
struct setup {
    const struct linea_map *map;
    int seats;
};

/* Setup i of all boards and all maps of maps/test/, each with every number of players;
   false past the last. */
bool setup_at(struct setup *out, int i);

/* A map of maps/test/ by its id. */
const struct linea_map *test_map(const char *id);

/* A game that is played at random, move by move. */
struct random_game {
    struct linea_game g;
    struct linea_event event; /* what came of the last move, or of the deal */
    struct linea_rng rng;
    int step; /* moves played */
    int n;    /* legal moves now, and the moves */
    linea_move moves[LINEA_MOVES];
};

void random_begin(struct random_game *r, struct setup setup, uint64_t number);

/* Choose a legal move; play it. The game must not be over. */
linea_move random_choose(struct random_game *r);
void random_play(struct random_game *r, linea_move m);

/* Take out of a game what positions do not say: the seed, the number of shuffles, and
   where a ring begins. Games that are the same then have equal bytes. */
void game_normalise(struct linea_game *g);

/* What a viewer is shown, as text in a buffer of LINEA_LINE bytes. */
void view_text(const struct linea_game *g, char *out, int viewer);

/* Read a position; what is wrong with it is left in *error. */
bool position_from(struct linea_game *g, struct linea_error *error,
                   const struct linea_map *map, const char *text, size_t length);

#endif
