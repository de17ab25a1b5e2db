/*
 * tests/server/nodes_test.c - two hubs with one store: whatever both do at once, there
 * is one log, everybody is sent all of it in order, and every request is answered once.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>

/* A node that is not the one that hub_box.c works with just now. */
static struct {
    struct hub *hub;
    struct linea_store *store;
} other;

static void change_nodes(void)
{
    struct hub *h = hub;
    struct linea_store *s = store;
    hub = other.hub;
    store = other.store;
    other.hub = h;
    other.store = s;
}

static void begin_two(void)
{
    begin();
    other.hub = hub;
    other.store = store;
    store = linea_store_open_beside(other.store, NULL);
    CHECK(store);
    open_hub();
    change_nodes(); /* the first one again */
}

static void end_two(void)
{
    change_nodes();
    end();
    hub = other.hub;
    store = other.store;
    end();
}

/* A game of Ann's, who is at the first node, and Ben's, who is at the second. */
static void sit_apart(struct sitting *s)
{
    memset(s, 0, sizeof *s);
    s->id = make(two_people);
    s->a = join(&s->ann, s->id, ANN, 0);
    ask(s->a, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    change_nodes();
    s->b = join(&s->ben, s->id, BEN, 0);
    ask(s->b, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    change_nodes();
}

static void part_both(struct sitting *s)
{
    linea_hub_part(hub, s->a);
    change_nodes();
    linea_hub_part(hub, s->b);
    change_nodes();
    clear(&s->ann);
    clear(&s->ben);
}

/* The events of a wire have numbers without a gap, up to this one. */
static void check_events(const struct wire *wire, int last)
{
    int number = 0;
    for (int i = 0; i < wire->count; i++) {
        const char *line = wire->line[i];
        const char *table = strstr(line, "{\"table\":{\"event\":");
        if (table == line)
            number = atoi(line + strlen("{\"table\":{\"event\":"));
        else if (strncmp(line, "{\"event\":", 9) == 0)
            CHECK_EQ(atoi(line + 9), ++number);
    }
    CHECK_EQ(number, last);
}

TEST(what_one_node_has_stored_is_sent_by_the_other_before_it_decides_again)
{
    begin_two();
    struct sitting s;
    sit_apart(&s); /* the first node knows of Ann alone */
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle();
    CHECK_EQ(count(&s.ann, NULL, "{\"id\":2,\"ok\":true"), 1);
    CHECK_EQ(count(&s.ann, NULL, "\"what\":\"began\""), 1);
    CHECK_EQ(count(&s.ann, NULL, "\"moves\":["), 1);
    check_events(&s.ann, 5); /* made, sat, sat, began, said */
    struct hub_counters counted;
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.behind, 1);
    part_both(&s);
    end_two();
}

TEST(a_move_that_another_node_has_made_is_stale_on_this_one)
{
    begin_two();
    struct sitting s;
    struct wire twin = {0};
    sit_apart(&s);
    show(s.id, ANN); /* not known here yet */
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle();
    change_nodes(); /* Ann has another window, at the second node */
    struct hub_client *t = join(&twin, s.id, ANN, 0);
    ask(t, "{\"id\":3,\"do\":\"say\",\"text\":\"Now\"}");
    settle();
    CHECK(move_by(t, &twin));
    settle();
    CHECK_EQ(count(&twin, NULL, "{\"id\":9,\"ok\":true"), 1);
    linea_hub_part(hub, t);
    change_nodes();
    CHECK(move_by(s.a, &s.ann));
    settle();
    CHECK_EQ(count(&s.ann, NULL, "{\"id\":9,\"error\":\"stale\""), 1);
    CHECK_EQ(count(&s.ann, NULL, "\"what\":\"moved\""), 1);
    check_events(&s.ann, 7);
    clear(&twin);
    part_both(&s);
    end_two();
}

TEST(both_speak_at_once_again_and_again_and_nothing_is_lost_or_twice)
{
    enum { TURNS = 60 };
    begin_two();
    struct sitting s;
    sit_apart(&s);
    for (int turn = 0; turn < TURNS; turn++) {
        char text[80];
        snprintf(text, sizeof text, "{\"id\":%d,\"do\":\"say\",\"text\":\"%d\"}",
                 100 + turn, turn);
        ask(s.a, text);
        if (turn % 3 == 0)
            settle();
        change_nodes();
        ask(s.b, text);
        if (turn % 2)
            settle();
        change_nodes();
    }
    settle();
    change_nodes();
    settle();
    ask(s.b, "{\"id\":300,\"do\":\"say\",\"text\":\"last\"}");
    settle();
    change_nodes();
    ask(s.a, "{\"id\":300,\"do\":\"say\",\"text\":\"last\"}");
    settle();
    for (int id = 100; id < 100 + TURNS; id++) {
        char text[40];
        snprintf(text, sizeof text, "{\"id\":%d,\"ok\":true", id);
        CHECK_EQ(count(&s.ann, NULL, text), 1);
        CHECK_EQ(count(&s.ben, NULL, text), 1);
    }
    CHECK_EQ(count(&s.ann, NULL, "\"what\":\"said\""), 2 * TURNS + 2);
    check_events(&s.ann, 4 + 2 * TURNS + 2);
    check_events(&s.ben, 4 + 2 * TURNS + 1); /* it does not know of the last one */
    part_both(&s);
    end_two();
}

TEST(who_has_gone_when_a_request_is_decided_again_has_asked_for_nothing)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    linea_hub_part(hub, s.a);
    settle();
    CHECK_EQ(count(&s.ann, NULL, "\"text\":\"Hello\""), 0);
    s.a = join(&s.ann, s.id, ANN, 0);
    CHECK_EQ(count(&s.ann, NULL, "{\"table\":{\"event\":4,"), 1);
    part_both(&s);
    end_two();
}
