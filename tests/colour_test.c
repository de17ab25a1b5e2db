/*
 * tests/colour_test.c - the colours of the pieces, as players choose them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "table_box.h"

static const char table_of_three[] =
    "{\"map\":\"europe\",\"seats\":[\"human\",\"human\",\"human\"]}";

static void same_from_log(const struct linea_table *t)
{
    struct linea_table again;
    restore(&again);
    CHECK(memcmp(t, &again, sizeof again) == 0);
}

TEST(who_sits_down_may_wish_for_a_colour_and_everybody_gets_to_know)
{
    struct linea_table t = made(table_of_three);
    CHECK(has(
        ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"colour\":\"red\"}"),
        "\"ok\":true"));
    CHECK(has(received[LINEA_SEATS], "\"name\":\"Ann\",\"colour\":\"red\""));
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"look\"}"),
              "\"name\":\"Ann\",\"colour\":\"red\"}"));
    same_from_log(&t);
}

TEST(two_players_never_have_one_colour)
{
    struct linea_table t = made(table_of_three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"colour\":\"red\"}");
    CHECK(has(
        ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\",\"colour\":\"red\"}"),
        "\"ok\":true"));
    CHECK_TEXT(t.seat[1].colour, "");
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"colour\",\"colour\":\"red\"}"),
              "\"error\":\"taken\""));
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"colour\",\"colour\":\"white\"}"),
              "\"ok\":true"));
    CHECK(has(received[0],
              "\"what\":\"coloured\",\"you\":0,\"seat\":1,\"colour\":\"white\""));
    same_from_log(&t);
}

TEST(a_colour_is_free_again_when_its_player_chooses_another_or_leaves)
{
    struct linea_table t = made(table_of_three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"colour\":\"red\"}");
    ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\",\"colour\":\"blue\"}");
    ask(&t, ANN, "{\"id\":1,\"do\":\"colour\",\"colour\":\"black\"}");
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"colour\",\"colour\":\"red\"}"),
              "\"ok\":true"));
    ask(&t, ANN, "{\"id\":1,\"do\":\"leave\"}");
    CHECK(has(ask(&t, BEN, "{\"id\":1,\"do\":\"colour\",\"colour\":\"black\"}"),
              "\"ok\":true"));
    same_from_log(&t);
}

TEST(colours_are_chosen_before_the_game_among_those_that_there_are)
{
    struct linea_table t = made(table_of_three);
    CHECK(has(
        ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"colour\":\"gold\"}"),
        "\"error\":\"unknown\""));
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"colour\",\"colour\":\"red\"}"),
              "\"error\":\"no-seat\""));
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"colour\"}"), "\"error\":\"unknown\""));
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"colour\",\"colour\":7}"),
              "\"error\":\"unknown\""));
    static const char *const colours[] = {"blue",  "red",   "green", "yellow",
                                          "black", "white", "purple"};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++) {
        char request[80];
        snprintf(request, sizeof request,
                 "{\"id\":1,\"do\":\"colour\",\"colour\":\"%s\"}", colours[i]);
        CHECK(has(ask(&t, ANN, request), "\"ok\":true"));
        CHECK_TEXT(t.seat[0].colour, colours[i]);
        CHECK(has(ask(&t, ANN, request), "\"error\":\"done\""));
    }
    ask(&t, ANN, "{\"id\":1,\"do\":\"begin\"}");
    CHECK(t.begun);
    CHECK(has(ask(&t, ANN, "{\"id\":1,\"do\":\"colour\",\"colour\":\"red\"}"),
              "\"error\":\"begun\""));
    same_from_log(&t);
}

TEST(other_settings_leave_the_colours_as_they_are)
{
    struct linea_table t = made(table_of_three);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"colour\":\"purple\"}");
    CHECK(has(ask(&t, ANN,
                  "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"london\","
                  "\"seats\":[\"human\",\"bot:easy\",\"human\"]}}"),
              "\"ok\":true"));
    CHECK_TEXT(t.seat[0].colour, "purple");
    same_from_log(&t);
}

static char record[100000];

static void keep_record(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    if (audience == LINEA_TABLE_RECORD)
        strncat(record, text, length);
}

TEST(a_record_says_who_had_which_colour)
{
    struct linea_table t = made(table_of_three), again = {0};
    struct linea_table_io recording = io;
    struct linea_error error;
    recording.emit = keep_record;
    recording.record = true;
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"colour\":\"black\"}");
    ask(&t, ANN, "{\"id\":1,\"do\":\"begin\"}");
    for (const char *at = stored; at < stored + stored_length;) {
        size_t length = (size_t)(strchr(at, '\n') - at);
        CHECK(linea_table_restore(&again, &error, &recording, true, at, length));
        at += length + 1;
    }
    CHECK(has(record, ",\"colours\":[\"black\",null,null]}\n"));
}
