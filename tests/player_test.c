/*
 * tests/player_test.c - names of players, and a bot asked in two ways.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "player.h"
#include "random_games.h"

static bool refuses(const char *text, enum linea_error_code code, const char *message)
{
    struct linea_player_name name;
    struct linea_error error;
    return !linea_player_read(&name, &error, text) && error.code == code &&
           strcmp(error.message, message) == 0;
}

TEST(a_name_is_a_bot_with_or_without_playouts)
{
    struct linea_player_name name;
    struct linea_error error;
    CHECK(linea_player_read(&name, &error, "planner"));
    CHECK(name.bot == &linea_bot_planner && !name.simulations && !name.argument);
    CHECK(linea_player_read(&name, &error, "search@500"));
    CHECK(name.bot == &linea_bot_search && !name.argument);
    CHECK_EQ(name.simulations, 500);
    CHECK(linea_player_read(&name, &error, "search@1000000000"));
    CHECK_EQ(name.simulations, LINEA_PLAYOUTS);
}

TEST(behind_a_colon_stands_what_a_bot_is_given_which_may_be_left_out)
{
    struct linea_player_name name;
    struct linea_error error;
    CHECK(linea_player_read(&name, &error, "net"));
    CHECK(name.bot == &linea_bot_net && !name.argument);
    CHECK(linea_player_read(&name, &error, "net:a@b.net@5"));
    CHECK(name.bot == &linea_bot_net && name.length == 7 &&
          memcmp(name.argument, "a@b.net", 7) == 0);
    CHECK_EQ(name.simulations, 5);
    CHECK(refuses("net:", LINEA_SYNTAX, "\"net:\": after : stands the file of a net"));
    CHECK(refuses("net:@5", LINEA_SYNTAX,
                  "\"net:@5\": after : stands the file of a net"));
}

TEST(a_name_that_is_none_is_refused_with_what_is_wrong)
{
    CHECK(refuses("", LINEA_UNKNOWN, "there is no bot \"\""));
    CHECK(refuses("nobody@5", LINEA_UNKNOWN, "there is no bot \"nobody\""));
    CHECK(refuses("planner-with-a-very-long-name-beyond-all", LINEA_UNKNOWN,
                  "there is no bot \"planner-with-a-very-long-name-beyond-all\""));
    CHECK(refuses("planner:x", LINEA_SYNTAX, "\"planner\" takes nothing after \":\""));
    CHECK(
        refuses("planner:x@5", LINEA_SYNTAX, "\"planner\" takes nothing after \":\""));
    static const char *const wrong[] = {"search@", "search@0", "search@-1", "search@1x",
                                        "search@1000000001"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char message[LINEA_MESSAGE];
        snprintf(message, sizeof message,
                 "\"%s\": after @ stand playouts, a number from 1 to 1000000000",
                 wrong[i]);
        CHECK(refuses(wrong[i], LINEA_SYNTAX, message));
    }
}

/* A bot that is asked by a game decides as one that is asked by its view and a list,
   whether it looks at them or not. */
TEST(a_player_decides_the_same_however_it_is_asked)
{
    static const struct linea_bot *const bots[] = {&linea_bot_random, &linea_bot_easy,
                                                   &linea_bot_planner};
    static struct linea_player by_game, by_view;
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i += test_size(4, 1)) {
        const struct linea_bot *bot = bots[i % 3];
        linea_player_begin(&by_game, bot, NULL, 1);
        linea_player_begin(&by_view, bot, NULL, 1);
        random_begin(&r, setup, (uint64_t)i);
        while (r.n > 0) {
            struct linea_view view;
            linea_game_view(&r.g, &view, r.g.turn);
            linea_move m = linea_player_choose(&by_view, &view, r.moves, r.n);
            CHECK_EQ(linea_player_move(&by_game, &r.g), m);
            random_play(&r, m);
        }
    }
}
