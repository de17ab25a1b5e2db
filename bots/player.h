/*
 * bots/player.h - a bot in a seat: with its memory of the game and its budget.
 *
 * Everything that lets a bot play uses this: server, page, terminal, tools.
 *
 *     linea_player_begin(&player, linea_bot_find("planner"), NULL, seed);
 *     linea_game_apply(&game, NULL, linea_player_move(&player, &game));
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PLAYER_H
#define PLAYER_H

#include "bot.h"
#include "linea/error.h"

enum { LINEA_PLAYOUTS = 1000000000 }; /* most that a name may ask for */

/* A bot as text names it: "planner", "search@500" with that many playouts for each
   decision, "net:FILE" with an argument, or "net:FILE@500". */
struct linea_player_name {
    const struct linea_bot *bot;
    int simulations;      /* 0 without '@' */
    const char *argument; /* in the text that was read; NULL without ':' */
    size_t length;        /* of the argument */
};

/* Read a name. On failure returns false and writes a message to `error`. */
bool linea_player_read(struct linea_player_name *out, struct linea_error *error,
                       const char *text);

/* About 300 KiB: better not on a stack. */
struct linea_player {
    const struct linea_bot *bot; /* NULL for nobody yet: a player may begin as zeros */
    struct linea_budget budget;  /* the caller may change it between decisions */
    uint64_t memory[LINEA_BOT_MEMORY / sizeof(uint64_t)];
    linea_move moves[LINEA_MOVES]; /* scratch of linea_player_move() */
};

/* Begin a game, or continue one without a memory of it. No budget (NULL) lets the bot
   decide how much it thinks. */
void linea_player_begin(struct linea_player *p, const struct linea_bot *bot,
                        const struct linea_budget *budget, uint64_t seed);

/* Choose one of n >= 1 legal moves for the seat whose view this is: for callers that
   keep the game on another thread. */
linea_move linea_player_choose(struct linea_player *p, const struct linea_view *view,
                               const linea_move *moves, int n);

/* Choose a move for the seat to move; the game is not over. The bot still gets no more
   than the view. */
linea_move linea_player_move(struct linea_player *p, const struct linea_game *g);

#endif
