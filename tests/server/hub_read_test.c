/*
 * tests/server/hub_read_test.c - games that are not in memory: a request for one waits,
 * and no other does; who goes while it is being read leaves nothing behind.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>

static const char look[] = "{\"id\":7,\"do\":\"look\"}";

/* A game with a move, in no memory. */
static uint64_t put_away(void)
{
    struct sitting s;
    begin();
    sit_down(&s);
    CHECK(move_by(s.a, &s.ann));
    settle();
    stand_up(&s);
    linea_hub_close(hub);
    open_hub();
    return s.id;
}

static uint64_t reads(void)
{
    struct linea_store_counters counted;
    linea_store_flush(store);
    linea_store_count(store, &counted);
    return counted.reads;
}

TEST(who_asks_for_a_stored_game_is_answered_when_it_was_read)
{
    uint64_t id = put_away(), before = reads();
    answers = 0;
    for (int i = 0; i < 3; i++)
        linea_hub_request(hub, id, guest(BEN), look, sizeof look - 1, answer, NULL);
    CHECK_EQ(answers, 0);
    CHECK_EQ(reads(), before + 1); /* once for all of them */
    settle();
    CHECK_EQ(answers, 3);
    CHECK(has(answered, "\"table\":{\"event\":5,"));
    linea_hub_request(hub, id, guest(BEN), look, sizeof look - 1, answer, NULL);
    CHECK_EQ(answers, 4); /* it is in memory now */
    end();
}

TEST(requests_that_waited_are_carried_out_in_order)
{
    uint64_t id = put_away();
    struct wire wire = {0};
    for (int i = 0; i < 5; i++) {
        char text[64];
        int n = snprintf(text, sizeof text,
                         "{\"id\":%d,\"do\":\"say\",\"text\":\"%d\"}", i, i);
        linea_hub_request(hub, id, guest(BEN), text, (size_t)n, answer, NULL);
    }
    struct hub_client *client = join(&wire, id, ANN, 0);
    settle();
    CHECK(has(answered, "{\"id\":4,\"ok\":true"));
    linea_hub_part(hub, client);
    clear(&wire);
    client = join(&wire, id, ANN, 5);
    CHECK_EQ(wire.count, 5);
    for (int i = 0; i < 5; i++) {
        char text[32];
        snprintf(text, sizeof text, "\"text\":\"%d\"", i);
        CHECK(has(wire.line[i], text));
    }
    linea_hub_part(hub, client);
    clear(&wire);
    end();
}

TEST(who_goes_while_a_game_is_being_read_is_sent_nothing)
{
    uint64_t id = put_away();
    struct wire ann = {0}, ben = {0};
    struct hub_client *a, *b;
    struct hub_counters counted;
    CHECK(linea_hub_join(hub, &a, id, guest(ANN), 3, &ann));
    CHECK(linea_hub_join(hub, &b, id, guest(BEN), 3, &ben));
    linea_hub_part(hub, a);
    settle();
    CHECK(!ann.joined && ann.count == 0);
    CHECK(ben.joined && ben.status == HUB_OK);
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.clients, 1);
    ask(b, "{\"id\":8,\"do\":\"history\"}");
    linea_hub_part(hub, b);
    clear(&ben);
    settle();
    CHECK_EQ(ben.count, 0);
    end();
}

TEST(few_requests_of_a_client_wait_while_something_is_read)
{
    enum { MANY = 20, MOST = 4 };
    uint64_t id = put_away();
    struct wire ann = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    linea_store_memory_hold(store, true);
    for (int i = 0; i < MANY; i++)
        ask(a, "{\"id\":8,\"do\":\"history\"}");
    CHECK_EQ(count(&ann, NULL, "{\"id\":8,\"error\":\"too-many\""), MANY - MOST);
    linea_store_memory_hold(store, false);
    settle();
    CHECK_EQ(count(&ann, NULL, "{\"id\":8,\"ok\":true,\"history\":["), MOST);
    linea_hub_part(hub, a);
    clear(&ann);
    end();
}

/* The game is read again after the disk has failed. */
TEST(who_goes_while_a_game_is_read_again_has_asked_for_nothing)
{
    begin();
    struct sitting s;
    sit_down(&s);
    linea_store_memory_fail(store, 1, LINEA_STORE_AWAY);
    linea_store_memory_hold(store, true);
    ask(s.a, "{\"id\":5,\"do\":\"say\",\"text\":\"one\"}");
    while (!count(&s.ann, NULL, "\"not-stored\""))
        linea_hub_poll(hub);
    ask(s.a, "{\"id\":6,\"do\":\"say\",\"text\":\"two\"}");
    ask(s.b, "{\"id\":6,\"do\":\"say\",\"text\":\"three\"}");
    linea_hub_part(hub, s.a);
    linea_store_memory_hold(store, false);
    settle();
    CHECK_EQ(count(&s.ann, NULL, "\"not-stored\""), 1);
    CHECK_EQ(count(&s.ben, NULL, "\"text\":\"two\""), 0);
    CHECK_EQ(count(&s.ben, NULL, "\"text\":\"three\""), 1);
    linea_hub_part(hub, s.b);
    clear(&s.ann);
    clear(&s.ben);
    end();
}

/* It goes at once, or when it is known which games it has. */
TEST(a_follower_who_goes_while_its_games_are_read_is_sent_nothing)
{
    struct wire wire = {0};
    for (int listed = 0; listed < 2; listed++) {
        struct hub_counters counted;
        put_away();
        linea_store_memory_hold(store, true);
        struct hub_follower *f = linea_hub_follow(hub, guest(BEN), &wire);
        CHECK(!linea_hub_follow_more(hub, f));
        do {
            linea_hub_poll(hub);
            linea_hub_count(hub, &counted);
        } while (listed && counted.games == 0);
        linea_hub_unfollow(hub, f);
        linea_store_memory_hold(store, false);
        settle();
        CHECK_EQ(wire.count, 0);
        end();
    }
    put_away();
    linea_hub_unfollow(hub, follow(&wire, BEN));
    CHECK_EQ(wire.count, 2); /* it has begun, and it is their turn */
    clear(&wire);
    end();
}

/* What is charged to whom: times, whose microseconds may be 0. */
enum { EVE = 77 };
static int charged;

static void charge(void *context, uint64_t origin, int64_t microseconds)
{
    (void)context;
    CHECK_EQ(origin, EVE);
    CHECK(microseconds >= 0);
    charged++;
}

/* Everything that makes the disk be read, asked for by somebody who goes at once: as
   much of it as there are logs and lists to read. */
static void ask_and_go(uint64_t id, int which)
{
    static struct wire wire;
    const struct hub_guest eve = {.player = BEN, .name = "Ben", .origin = EVE};
    struct hub_client *client = NULL;
    struct hub_follower *follower = NULL;
    if (which == 0) {
        CHECK(linea_hub_join(hub, &client, id, &eve, 0, &wire));
    } else if (which == 1) { /* the game, and then its latest events */
        CHECK(linea_hub_join(hub, &client, id, &eve, 0, &wire));
        settle();
        linea_hub_part(hub, client);
        CHECK_EQ(charged, 1);
        CHECK(linea_hub_join(hub, &client, id, &eve, 2, &wire));
    } else if (which == 2) {
        CHECK(linea_hub_join(hub, &client, id, &eve, 0, &wire));
        settle();
        for (int i = 0; i < 4; i++)
            ask(client, "{\"id\":8,\"do\":\"history\"}");
    } else if (which == 3) { /* the list of games, and the game */
        follower = linea_hub_follow(hub, &eve, &wire);
        linea_hub_follow_more(hub, follower);
        while (!charged)
            linea_hub_poll(hub);
    } else if (which == 4) { /* is it over? it is read to say that it is not */
        linea_hub_record(hub, id, &eve, answer, NULL);
    } else {
        linea_hub_mine(hub, &eve, 0, answer, NULL);
    }
    if (client)
        linea_hub_part(hub, client);
    if (follower)
        linea_hub_unfollow(hub, follower);
    settle();
    clear(&wire);
}

TEST(what_is_read_is_charged_also_to_those_who_do_not_wait_for_it)
{
    static const int reads[] = {1, 2, 5, 2, 2, 1};
    settings.charge = charge;
    for (int which = 0; which < 6; which++) {
        uint64_t id = put_away();
        charged = 0;
        ask_and_go(id, which);
        CHECK_EQ(charged, reads[which]);
        end();
    }
    settings.charge = NULL;
}

TEST(a_hub_that_closes_answers_those_who_wait)
{
    uint64_t id = put_away();
    struct wire wire = {0};
    struct hub_client *client;
    answers = 0;
    CHECK(linea_hub_join(hub, &client, id, guest(ANN), 0, &wire));
    linea_hub_request(hub, id, guest(BEN), look, sizeof look - 1, answer, NULL);
    linea_hub_record(hub, id, guest(BEN), answer, NULL);
    linea_hub_mine(hub, guest(BEN), 0, answer, NULL);
    end();
    CHECK_EQ(answers, 3);
    CHECK(wire.joined && wire.status == HUB_FAILED);
}
