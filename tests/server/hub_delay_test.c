/*
 * tests/server/hub_delay_test.c - games that spectators see with a delay: one that is
 * set only when the table is there, and what it costs to keep what they do not see yet.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

static bool ask_of(uint64_t game, const struct hub_guest *who, const char *text)
{
    linea_hub_request(hub, game, who, text, strlen(text), answer, NULL);
    settle();
    return has(answered, "\"ok\":true");
}

static bool ask_as(uint64_t game, uint64_t who, const char *text)
{
    return ask_of(game, guest(who), text);
}

#define CHANGE(delay)                                                                  \
    "{\"id\":1,\"do\":\"change\",\"settings\":{\"map\":\"london\",\"seats\":["         \
    "\"human\",\"human\"],\"first\":0,\"delay\":" delay "}}"
#define SIT "{\"id\":1,\"do\":\"sit\"}"

/* What a spectator who comes now is sent, in any of three ways. */
static void check_stage(uint64_t id, const char *stage)
{
    struct wire eve = {0};
    struct hub_client *e = join(&eve, id, 0, 0);
    CHECK(has(eve.line[0], stage));
    linea_hub_part(hub, e);
    clear(&eve);
    show(id, 0);
    settle();
    CHECK(has(answered, stage));
}

TEST(a_delay_may_be_set_when_the_table_is_there)
{
    for (int restart = 0; restart < 2; restart++) {
        begin();
        uint64_t id = make(two_people);
        struct wire eve = {0};
        struct hub_client *e = join(&eve, id, 0, 0);
        CHECK(ask_as(id, ANN, SIT));
        CHECK(ask_as(id, ANN, CHANGE("30")));
        check_stage(id, "\"stage\":\"gathering\"");
        CHECK(ask_as(id, BEN, SIT));
        if (restart) {
            linea_hub_part(hub, e);
            clear(&eve);
            linea_hub_close(hub);
            open_hub();
            e = join(&eve, id, 0, 0);
            check_stage(id, "\"stage\":\"gathering\"");
        } else {
            CHECK_EQ(count(&eve, NULL, "\"what\":\"sat\""), 2);
            CHECK_EQ(count(&eve, NULL, "\"what\":\"changed\""), 1);
        }
        CHECK_EQ(count(&eve, NULL, "\"what\":\"began\""), 0);
        now += 30 * 1000;
        linea_hub_tick(hub);
        settle();
        CHECK_EQ(count(&eve, NULL, "\"what\":\"began\""), 1);
        check_stage(id, "\"stage\":\"running\"");
        linea_hub_part(hub, e);
        clear(&eve);
        end();
    }
}

TEST(a_delay_may_be_taken_away_before_the_game)
{
    begin();
    uint64_t id = make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                       "\"first\":0,\"delay\":30}");
    struct wire eve = {0};
    struct hub_client *e = join(&eve, id, 0, 0);
    CHECK(ask_as(id, ANN, SIT));
    CHECK(ask_as(id, ANN, CHANGE("0")));
    CHECK(ask_as(id, BEN, SIT));
    CHECK_EQ(count(&eve, NULL, "\"what\":\"began\""), 1);
    check_stage(id, "\"stage\":\"running\"");
    linea_hub_part(hub, e);
    clear(&eve);
    end();
}

/* What lists say changes when spectators see it, and not with what they see later. */
TEST(lists_say_of_a_delayed_game_what_spectators_see)
{
    begin();
    uint64_t id = make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                       "\"first\":0,\"delay\":3600,\"listed\":true}");
    static char before[sizeof answered];
    CHECK(ask_as(id, ANN, SIT));
    CHECK(ask_as(id, BEN, SIT)); /* the last one: the game begins with it */
    list_games("gathering");
    CHECK(has(answered, "\"players\":[{\"is\":\"human\",\"name\":\"Ann\"},"
                        "{\"is\":\"human\",\"name\":\"Ben\"}]"));
    snprintf(before, sizeof before, "%s", answered);
    CHECK(ask_as(id, ANN, "{\"id\":1,\"do\":\"resign\"}"));
    CHECK(ask_as(id, BEN, "{\"id\":1,\"do\":\"resign\"}"));
    now += 2000;
    settle();
    list_games("gathering");
    CHECK(strcmp(before, answered) == 0);
    list_games("running");
    CHECK(!has(answered, "\"table\""));
    end();
}

/* How much a spectator may still say follows from what spectators have said. */
TEST(what_players_say_shows_in_no_refusal_before_spectators_see_it)
{
    const struct hub_guest eve = {.player = 0xe5e, .name = "Eve"};
    char line[501] = "", talk[600];
    int said[2] = {0};
    memset(line, 'x', 500);
    snprintf(talk, sizeof talk, "{\"id\":1,\"do\":\"say\",\"text\":\"%s\"}", line);
    for (int players_talk = 0; players_talk < 2; players_talk++) {
        begin();
        uint64_t id = make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                           "\"first\":0,\"delay\":3600}");
        CHECK(ask_as(id, ANN, SIT));
        CHECK(ask_as(id, BEN, SIT));
        for (int i = 0; players_talk && i < 60; i++)
            CHECK(ask_as(id, ANN, talk));
        while (ask_of(id, &eve, talk))
            said[players_talk]++;
        CHECK(has(answered, "\"full\""));
        end();
    }
    CHECK_EQ(said[0], said[1]);
}

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
/* Bytes of the heap that are in use. */
static size_t used(void)
{
    struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

static bool add_length(void *context, const struct linea_store_event *event)
{
    *(size_t *)context += event->length;
    return true;
}

/* What many events cost in memory; the lines of their log. */
static size_t cost_of_events(size_t *log, const char *table)
{
    begin();
    uint64_t id = make(table);
    CHECK(ask_as(id, ANN, SIT));
    CHECK(ask_as(id, BEN, SIT));
    size_t before = used();
    for (int i = 0; i < 2000; i++)
        CHECK(ask_as(id, ANN, "{\"id\":1,\"do\":\"say\",\"text\":\"hm\"}"));
    size_t cost = used() - before;
    *log = 0;
    CHECK_EQ(linea_store_load(store, id, add_length, log), LINEA_STORE_OK);
    end();
    return cost;
}

TEST(what_spectators_do_not_see_yet_costs_little_more_than_its_text)
{
    size_t log, at_once = cost_of_events(&log, two_people);
    size_t later = cost_of_events(&log, "{\"map\":\"london\",\"seats\":[\"human\","
                                        "\"human\"],\"first\":0,\"delay\":3600}");
    printf("a log of %zu bytes costs %zu more\n", log, later - at_once);
    CHECK(later - at_once < log + log / 5);
}
#endif
