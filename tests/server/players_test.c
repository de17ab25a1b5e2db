/*
 * tests/server/players_test.c - what bots of a server remember between their moves, and
 * who is forgotten when there is no room.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "hub_internal.h"

/* A bot that remembers its seed and counts its moves. */
struct counter {
    uint64_t seed;
    int moves;
};

static void begin(const struct linea_bot *self, void *memory, uint64_t seed)
{
    (void)self;
    *(struct counter *)memory = (struct counter){.seed = seed};
}

static const struct linea_bot ada = {.name = "ada", .begin = begin};
static const struct linea_bot bob = {.name = "bob", .begin = begin};

/* Ask a bot for a move; how many it has made by then, as far as it remembers. */
static int ask(struct hub_players *players, uint64_t game, int seat,
               const struct linea_bot *bot)
{
    struct hub_player *player = linea_players_take(players, game, seat, bot, game);
    struct counter *c = (struct counter *)player->self.memory;
    CHECK_EQ(c->seed, game);
    int moves = ++c->moves;
    player->taken = false;
    return moves;
}

TEST(players_each_bot_remembers_its_own_seat_of_its_own_game)
{
    struct hub_players *players = linea_players_open(8, 1);
    CHECK_EQ(ask(players, 7, 0, &ada), 1);
    CHECK_EQ(ask(players, 7, 1, &ada), 1);
    CHECK_EQ(ask(players, 8, 0, &ada), 1);
    CHECK_EQ(ask(players, 7, 0, &bob), 1);
    CHECK_EQ(ask(players, 7, 0, &ada), 2);
    CHECK_EQ(ask(players, 8, 0, &ada), 2);
    CHECK_EQ(ask(players, 7, 0, &ada), 3);
    linea_players_close(players);
}

TEST(players_who_was_not_asked_for_longest_is_forgotten)
{
    struct hub_players *players = linea_players_open(3, 1);
    for (uint64_t game = 1; game <= 3; game++)
        CHECK_EQ(ask(players, game, 0, &ada), 1);
    CHECK_EQ(ask(players, 1, 0, &ada), 2);
    CHECK_EQ(ask(players, 4, 0, &ada), 1);
    CHECK_EQ(ask(players, 1, 0, &ada), 3);
    CHECK_EQ(ask(players, 3, 0, &ada), 2);
    CHECK_EQ(ask(players, 2, 0, &ada), 1);
    linea_players_close(players);
}

TEST(players_who_is_thinking_is_not_forgotten)
{
    struct hub_players *players = linea_players_open(2, 2);
    struct hub_player *player = linea_players_take(players, 1, 0, &ada, 1);
    struct counter *busy = (struct counter *)player->self.memory;
    for (uint64_t game = 2; game < 9; game++)
        CHECK_EQ(ask(players, game, 0, &ada), 1);
    CHECK_EQ(busy->seed, 1);
    busy->moves = 5;
    player->taken = false;
    CHECK_EQ(ask(players, 1, 0, &ada), 6);
    linea_players_close(players);
}
