/*
 * tests/server/minds_test.c - what bots of a server remember between their moves, and
 * who is forgotten when there is no room.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "hub_minds.h"

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
static int ask(struct minds *minds, uint64_t game, int seat,
               const struct linea_bot *bot)
{
    struct counter *c =
        linea_minds_take(minds, (struct mind_owner){game, seat, bot}, game);
    CHECK_EQ(c->seed, game);
    int moves = ++c->moves;
    linea_minds_give(minds, c);
    return moves;
}

TEST(minds_each_bot_remembers_its_own_seat_of_its_own_game)
{
    struct minds *minds = linea_minds_open(8, 1);
    CHECK_EQ(ask(minds, 7, 0, &ada), 1);
    CHECK_EQ(ask(minds, 7, 1, &ada), 1);
    CHECK_EQ(ask(minds, 8, 0, &ada), 1);
    CHECK_EQ(ask(minds, 7, 0, &bob), 1);
    CHECK_EQ(ask(minds, 7, 0, &ada), 2);
    CHECK_EQ(ask(minds, 8, 0, &ada), 2);
    CHECK_EQ(ask(minds, 7, 0, &ada), 3);
    linea_minds_close(minds);
}

TEST(minds_who_was_not_asked_for_longest_is_forgotten)
{
    struct minds *minds = linea_minds_open(3, 1);
    for (uint64_t game = 1; game <= 3; game++)
        CHECK_EQ(ask(minds, game, 0, &ada), 1);
    CHECK_EQ(ask(minds, 1, 0, &ada), 2);
    CHECK_EQ(ask(minds, 4, 0, &ada), 1);
    CHECK_EQ(ask(minds, 1, 0, &ada), 3);
    CHECK_EQ(ask(minds, 3, 0, &ada), 2);
    CHECK_EQ(ask(minds, 2, 0, &ada), 1);
    linea_minds_close(minds);
}

TEST(minds_who_is_thinking_is_not_forgotten)
{
    struct minds *minds = linea_minds_open(2, 2);
    struct counter *busy = linea_minds_take(minds, (struct mind_owner){1, 0, &ada}, 1);
    for (uint64_t game = 2; game < 9; game++)
        CHECK_EQ(ask(minds, game, 0, &ada), 1);
    CHECK_EQ(busy->seed, 1);
    busy->moves = 5;
    linea_minds_give(minds, busy);
    CHECK_EQ(ask(minds, 1, 0, &ada), 6);
    linea_minds_close(minds);
}
