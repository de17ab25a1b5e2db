/*
 * tests/server/hub_limits_test.c - limits for what is kept: talk, sitting down, tables
 * in the lobby, rematches.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>

static struct hub_guest stranger(uint64_t player)
{
    return (struct hub_guest){.player = player, .name = "Eve", .origin = 77};
}

static bool ask_as(uint64_t game, const struct hub_guest *who, const char *text)
{
    linea_hub_request(hub, game, who, text, strlen(text), answer, NULL);
    settle();
    return has(answered, "\"ok\":true");
}

TEST(sitting_down_and_leaving_again_and_again_makes_no_table_unusable)
{
    begin();
    uint64_t id = make(two_people);
    int sat = 0;
    for (int i = 0; i < 100; i++) {
        struct hub_guest eve = stranger(0xe00 + (uint64_t)(i % 20));
        if (ask_as(id, &eve, "{\"id\":1,\"do\":\"sit\"}")) {
            sat++;
            CHECK(ask_as(id, &eve, "{\"id\":1,\"do\":\"leave\"}"));
        } else {
            CHECK_EQ(answered_status, HUB_TOO_MANY);
            CHECK(has(answered, "\"error\":\"too-many\""));
        }
    }
    CHECK_EQ(sat, 16);
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}")); /* others may */
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    end();
}

TEST(one_person_sits_down_at_a_table_four_times_at_most)
{
    begin();
    uint64_t id = make(two_people);
    for (int i = 0; i < 4; i++) {
        CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
        CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"leave\"}"));
    }
    CHECK(!ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    CHECK(ask_as(id, guest(BEN), "{\"id\":1,\"do\":\"sit\"}"));
    end();
}

TEST(only_tables_at_which_somebody_sits_are_listed)
{
    begin();
    uint64_t id = make(two_people);
    linea_hub_lobby(hub, "gathering", 0, answer, NULL);
    CHECK_TEXT(answered, "{\"games\":[]}");
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    linea_hub_lobby(hub, "gathering", 0, answer, NULL);
    CHECK(has(answered, "\"name\":\"Ann\""));
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"leave\"}"));
    linea_hub_lobby(hub, "gathering", 0, answer, NULL);
    CHECK_TEXT(answered, "{\"games\":[]}");
    end();
}

TEST(few_tables_of_an_address_are_in_the_lobby)
{
    settings.most_listed = 2;
    settings.most_games = 10;
    begin();
    struct hub_guest eve = stranger(0xe0e), mallory = stranger(0xe0f);
    for (int i = 0; i < 4; i++) {
        linea_hub_make(hub, i % 2 ? &eve : &mallory, two_people, strlen(two_people),
                       answer, NULL);
        settle();
        CHECK_EQ(answered_status, i < 2 ? HUB_OK : HUB_TOO_MANY);
    }
    static const char secret[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}";
    linea_hub_make(hub, &eve, secret, strlen(secret), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_OK); /* one that is not listed */
    make(two_people);                  /* others may */
    settings.most_listed = 0;
    settings.most_games = 3;
    end();
}

static int charged[4], left = 3;

static bool allow(void *account, enum hub_cost cost, size_t bytes)
{
    (void)account;
    CHECK(cost != HUB_COST_TALK || bytes > 300);
    charged[cost]++;
    return left-- > 0;
}

TEST(what_is_kept_is_charged_and_refused_when_it_is_too_much)
{
    settings.allow = allow;
    begin();
    uint64_t id = make(two_people);
    struct hub_guest eve = stranger(0xe0e);
    eve.account = &eve;
    for (int i = 0; i < 5; i++)
        CHECK_EQ(ask_as(id, &eve, "{\"id\":1,\"do\":\"say\",\"text\":\"hm\"}"), i < 3);
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    CHECK_EQ(charged[HUB_COST_TALK], 5);
    CHECK(ask_as(id, &eve, "{\"id\":1,\"do\":\"look\"}")); /* nothing is kept of it */
    settings.allow = NULL;
    end();
}

TEST(a_rematch_counts_as_a_new_game_unless_all_have_played_to_the_end)
{
    settings.allow = allow;
    begin();
    struct sitting s;
    sit_down(&s);
    ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
    ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
    settle(); /* bots play it to its end */
    struct hub_guest ann = *guest(ANN);
    ann.account = &ann;
    left = 0;
    CHECK(!ask_as(s.id, &ann, "{\"id\":4,\"do\":\"again\"}"));
    CHECK_EQ(charged[HUB_COST_GAME], 1);
    CHECK_EQ(charged[HUB_COST_REMATCH], 0);
    left = 1;
    CHECK(ask_as(s.id, &ann, "{\"id\":4,\"do\":\"again\"}"));
    stand_up(&s);
    settings.allow = NULL;
    end();
}

TEST(a_table_keeps_so_much_talk_and_no_more)
{
    begin();
    uint64_t id = make(two_people);
    char text[700], long_text[501];
    memset(long_text, 'x', 500);
    long_text[500] = 0;
    snprintf(text, sizeof text, "{\"id\":1,\"do\":\"say\",\"text\":\"%s\"}", long_text);
    struct hub_guest eve = stranger(0xe0e);
    int said = 0;
    while (said < 1000 && ask_as(id, &eve, text))
        said++;
    CHECK(said == LINEA_TABLE_TALK / 2 / 503 + 1); /* with the name */
    CHECK(has(answered, "\"error\":\"full\""));
    CHECK(ask_as(id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}"));
    CHECK(ask_as(id, guest(ANN), text)); /* spectators do not silence players */
    linea_hub_close(hub);
    open_hub();
    CHECK(!ask_as(id, &eve, text)); /* also after a restart */
    end();
}
