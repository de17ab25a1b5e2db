/*
 * tests/server/token_test.c - guest tokens: whose they are, and what they may say.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <string.h>

#include "hub.h"
#include "token.h"

static const uint8_t key[TOKEN_KEY] = {1}, other_key[TOKEN_KEY] = {2};

TEST(a_token_names_its_player_to_the_server_that_made_it)
{
    struct hub_guest who = {.player = 7, .name = "Ann"}, read;
    char token[TOKEN_TEXT];
    linea_token_write(token, key, &who);
    CHECK(linea_token_read(&read, key, token, strlen(token)));
    CHECK_EQ(read.player, 7);
    CHECK_TEXT(read.name, "Ann");
    CHECK(!linea_token_read(&read, other_key, token, strlen(token)));
    CHECK(!linea_token_read(&read, key, token, strlen(token) - 1));
}

/* Older servers gave tokens to any name without control characters of ASCII. */
TEST(a_name_that_may_not_be_shown_is_none)
{
    struct hub_guest who = {.player = 7,
                            .name = "\xe2\x80\xae"
                                    "nnA"},
                     read;
    char token[TOKEN_TEXT];
    linea_token_write(token, key, &who);
    CHECK(linea_token_read(&read, key, token, strlen(token)));
    CHECK_EQ(read.player, 7);
    CHECK_TEXT(read.name, "");
}
