/*
 * tests/hint_test.c - hints at a table: allowed or not, counted, and known to all.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "linea/list.h"
#include "table_box.h"

static const char hint[] = "{\"id\":1,\"do\":\"hint\"}";

static struct linea_table begun_with_hints(const char *hints)
{
    char settings[160];
    snprintf(settings, sizeof settings,
             "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":0%s}",
             hints);
    struct linea_table t = made(settings);
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}");
    return t;
}

static void same_from_log(const struct linea_table *t)
{
    struct linea_table again;
    restore(&again);
    CHECK(memcmp(t, &again, sizeof again) == 0);
}

TEST(a_table_has_no_hints_unless_it_says_so)
{
    struct linea_table t = begun_with_hints("");
    CHECK(has(ask(&t, ANN, hint), "\"error\":\"forbidden\""));
    CHECK(!has(ask(&t, ANN, "{\"id\":1,\"do\":\"look\"}"), "hints"));
    t = begun_with_hints(",\"hints\":false");
    CHECK(has(ask(&t, ANN, hint), "\"error\":\"forbidden\""));
    struct linea_error error;
    CHECK(!make(&t, &error,
                "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"hints\":2}"));
    CHECK_TEXT(error.message, "hints: true or false");
    CHECK(!make(&t, &error,
                "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                "\"hints\":true,\"rated\":true}"));
    CHECK_TEXT(error.message, "hints: a rated game has none");
}

TEST(a_hint_is_counted_once_for_each_decision_and_all_learn_of_it)
{
    struct linea_table t = begun_with_hints(",\"hints\":true");
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"look\"}"), "\"hints\":true"));
    CHECK(has(ask(&t, ANN, hint), "\"ok\":true"));
    CHECK(has(received[1], "\"what\":\"hinted\",\"you\":1,\"seat\":0,\"hints\":1"));
    CHECK(has(received[LINEA_SEATS], "\"what\":\"hinted\",\"you\":null,\"seat\":0"));
    uint32_t event = t.event, moved = t.state;
    CHECK(has(ask(&t, ANN, hint), "\"ok\":true"));
    CHECK_EQ(t.event, event);
    CHECK_EQ(t.seat[0].hints, 1);
    CHECK_EQ(t.state, moved);
    same_from_log(&t);
    request_move(&t, think(&t.game));
    CHECK(has(ask(&t, ANN, hint), "\"error\":\"not-your-turn\""));
    CHECK(has(ask(&t, BEN, hint), "\"ok\":true"));
    CHECK(has(ask(&t, EVE, hint), "\"error\":\"no-seat\""));
    CHECK(has(ask(&t, EVE, "{\"id\":1,\"do\":\"look\"}"),
              "\"name\":\"Ann\",\"hints\":1}"));
    same_from_log(&t);
}

TEST(a_seat_has_so_many_hints_at_most)
{
    struct linea_table t = begun_with_hints(",\"hints\":true");
    t.seat[0].hints = LINEA_TABLE_HINTS;
    CHECK(has(ask(&t, ANN, hint), "\"error\":\"full\""));
    t.seat[0].hints = LINEA_TABLE_HINTS - 1;
    CHECK(has(ask(&t, ANN, hint), "\"ok\":true"));
}

TEST(the_header_of_a_record_has_the_hints_of_each_seat)
{
    struct linea_table t = begun_with_hints(",\"hints\":true");
    char text[64];
    struct linea_out out;
    struct linea_list header = {.out = &out, .before = ","};
    linea_out_init(&out, text, sizeof text);
    linea_table_write_hints(&t, &header);
    CHECK_EQ((int)(out.at - text), 0);
    ask(&t, ANN, hint);
    linea_table_write_hints(&t, &header);
    CHECK_TEXT(text, ",\"hints\":[1,0]");
}

TEST(there_are_no_hints_before_the_game_after_it_and_in_pauses)
{
    struct linea_table t =
        made("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"hints\":true}");
    ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\",\"seat\":0}");
    CHECK(has(ask(&t, ANN, hint), "\"error\":\"not-begun\""));
    ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}");
    ask(&t, ANN, "{\"id\":1,\"do\":\"pause\"}");
    ask(&t, BEN, "{\"id\":1,\"do\":\"pause\"}");
    CHECK(has(ask(&t, t.game.turn ? BEN : ANN, hint), "\"error\":\"paused\""));
    t.over = true;
    CHECK(has(ask(&t, ANN, hint), "\"error\":\"over\""));
}
