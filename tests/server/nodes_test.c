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
    const struct linea_store_options options = {.workers = 2};
    now = 1000000;
    store = linea_store_open_shared(&options);
    CHECK(store);
    open_hub();
    other.hub = hub;
    other.store = store;
    store = linea_store_open_beside(other.store, &options);
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

/* Let both nodes come to rest. */
static void settle_both(void)
{
    for (int i = 0; i < 4; i++) {
        linea_hub_tick(hub);
        settle();
        change_nodes();
    }
}

TEST(what_one_node_stores_is_sent_by_the_other_at_once)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    CHECK_EQ(count(&s.ann, NULL, "\"what\":\"began\""), 1);
    CHECK(move_by(s.a, &s.ann));
    settle();
    change_nodes();
    settle();
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"moved\""), 1);
    struct hub_counters counted;
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.behind, 0);
    change_nodes();
    check_events(&s.ann, 5);
    check_events(&s.ben, 5);
    part_both(&s);
    end_two();
}

TEST(a_hint_that_is_lost_is_made_up_for_within_a_second)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    change_nodes();
    linea_store_memory_lose_hints(store, true);
    change_nodes();
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle_both();
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"said\""), 0);
    now += 1100;
    settle_both();
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"said\""), 1);
    check_events(&s.ben, 5);
    part_both(&s);
    end_two();
}

TEST(a_look_shows_what_was_acknowledged_anywhere)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    change_nodes();
    linea_store_memory_lose_hints(store, true);
    change_nodes();
    for (int i = 0; i < 3; i++) {
        ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
        settle();
        change_nodes();
        show(s.id, 0);
        char event[32];
        snprintf(event, sizeof event, "\"event\":%d,", 5 + i);
        CHECK(has(answered, event));
        change_nodes();
    }
    part_both(&s);
    end_two();
}

TEST(who_changes_nodes_is_not_shown_an_older_game)
{
    begin_two();
    struct sitting s;
    struct wire again = {0};
    sit_apart(&s);
    settle_both();
    change_nodes();
    linea_store_memory_lose_hints(store, true);
    change_nodes();
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle();
    change_nodes();
    struct hub_client *c = join(&again, s.id, ANN, 5);
    CHECK_EQ(again.count, 0); /* nothing is missing */
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"said\""), 1);
    linea_hub_part(hub, c);
    change_nodes();
    clear(&again);
    part_both(&s);
    end_two();
}

TEST(who_is_refused_is_refused_for_what_holds_everywhere)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    change_nodes();
    linea_store_memory_lose_hints(store, true);
    change_nodes();
    CHECK(move_by(s.a, &s.ann));
    settle();
    while (count(&s.ann, NULL, "\"turn\":0")) { /* until it is Ben's turn */
        clear(&s.ann);
        if (!move_by(s.a, &s.ann))
            break;
        settle();
    }
    char request[100];
    show(s.id, BEN);
    int number = atoi(strstr(answered, "\"state\":") + 8);
    const char *moves = strstr(answered, "\"moves\":[\"");
    CHECK(moves);
    moves += 10;
    snprintf(request, sizeof request,
             "{\"id\":5,\"do\":\"move\",\"state\":%d,\"move\":\"%.*s\"}", number,
             (int)(strchr(moves, '"') - moves), moves);
    change_nodes(); /* which does not know that it is his turn */
    ask(s.b, request);
    settle();
    CHECK_EQ(count(&s.ben, NULL, "{\"id\":5,\"ok\":true"), 1);
    change_nodes();
    part_both(&s);
    end_two();
}

static const char with_bot[] =
    "{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":1}";

/* How many moves each node's bots have made. */
static void count_bot_moves(int moves[2])
{
    struct hub_counters counted;
    for (int i = 0; i < 2; i++) {
        linea_hub_count(hub, &counted);
        moves[i] = (int)counted.bot_moves;
        change_nodes();
    }
}

TEST(bots_of_a_game_are_one_nodes_and_anothers_when_that_is_gone)
{
    enum { GAMES = 24 };
    uint64_t id[GAMES];
    int moves[2];
    settings.most_games = GAMES;
    begin_two();
    for (int i = 0; i < GAMES; i++) {
        static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
        id[i] = make(with_bot);
        linea_hub_request(hub, id[i], guest(ANN), sit, sizeof sit - 1, answer, NULL);
        settle();
    }
    settle_both();
    count_bot_moves(moves);
    CHECK(moves[0] >= 4 && moves[1] >= 4); /* 1 in 100,000 that it is not so */
    int both = moves[0] + moves[1];
    CHECK(both >= GAMES); /* London has turns of two moves */
    for (int i = 0; i < GAMES; i++) {
        show(id[i], ANN);
        CHECK(has(answered, "\"moves\":[\"")); /* it is her turn */
    }

    linea_store_memory_part(other.store, true); /* and nobody says so */
    for (int i = 0; i < GAMES; i++) {
        char request[120];
        for (bool mine = true; mine;) {
            show(id[i], ANN);
            const char *first = strstr(answered, "\"moves\":[\"");
            mine = first != NULL;
            if (!mine)
                break;
            first += 10;
            snprintf(request, sizeof request,
                     "{\"id\":1,\"do\":\"move\",\"state\":%d,\"move\":\"%.*s\"}",
                     atoi(strstr(answered, "\"state\":") + 8),
                     (int)(strchr(first, '"') - first), first);
            linea_hub_request(hub, id[i], guest(ANN), request, strlen(request), answer,
                              NULL);
            settle();
            CHECK(has(answered, "\"ok\":true"));
            break;
        }
    }
    now += 1000;
    linea_hub_tick(hub);
    settle();
    count_bot_moves(moves);
    struct hub_counters counted;
    linea_hub_count(hub, &counted);
    CHECK(counted.taken_over > 0);
    CHECK_EQ(counted.nodes, 1);
    settings.most_games = 3;
    end_two();
}

TEST(clocks_run_out_in_games_of_a_node_that_is_gone_which_nobody_has_in_memory)
{
    enum { GAMES = 8 };
    uint64_t id[GAMES];
    settings.most_games = GAMES;
    begin_two();
    for (int i = 0; i < GAMES; i++) {
        static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
        id[i] = make(two_people);
        for (uint64_t player = 0; player < 2; player++) {
            linea_hub_request(hub, id[i], guest(player ? ANN : BEN), sit,
                              sizeof sit - 1, answer, NULL);
            settle();
        }
    }
    struct hub_counters counted;
    linea_store_memory_part(store, true);
    change_nodes(); /* the second one knew of none of these */
    now += 61000;
    for (int i = 0; i < 6; i++) {
        linea_hub_tick(hub);
        settle();
    }
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.unread, 0);
    CHECK(counted.bot_moves >= GAMES);
    for (int i = 0; i < GAMES; i++) {
        show(id[i], ANN);
        CHECK(has(answered, "\"stood_in\":{\"moves\":"));
    }
    change_nodes();
    settings.most_games = 3;
    end_two();
}

TEST(a_node_without_threads_for_bots_drives_nothing_and_none_whose_clock_is_off)
{
    struct hub_counters counted;
    begin_two();
    linea_store_memory_clock(store, 6000);
    linea_hub_tick(hub);
    CHECK_TEXT(linea_hub_trouble(hub), "the clock is wrong");
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.nodes, 1);
    uint64_t id = make(with_bot);
    struct wire ann = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    linea_hub_tick(hub);
    settle();
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.bot_moves, 0);
    settle_both();
    CHECK(count(&ann, NULL, "\"did\":{\"seat\":1") > 0); /* the other one has moved */
    linea_hub_part(hub, a);
    clear(&ann);
    end_two();
}

TEST(a_node_that_stops_hands_its_games_over_at_once)
{
    begin_two();
    uint64_t id = make(with_bot);
    linea_hub_retire(hub);
    CHECK_TEXT(linea_hub_trouble(hub), "stopping");
    struct wire ann = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    change_nodes();
    struct hub_counters counted;
    linea_hub_poll(hub);
    settle();
    linea_hub_count(hub, &counted);
    CHECK(counted.bot_moves > 0);
    CHECK(!linea_hub_trouble(hub));
    change_nodes();
    linea_hub_part(hub, a);
    clear(&ann);
    end_two();
}

TEST(followers_know_of_games_that_are_on_another_node)
{
    begin_two();
    struct sitting s;
    struct wire ann = {0};
    change_nodes();
    struct hub_follower *f = follow(&ann, ANN); /* at the second node */
    change_nodes();
    sit_down(&s); /* both at the first one */
    change_nodes();
    settle();
    CHECK_EQ(count(&ann, NULL, "\"what\":\"began\""), 1);
    CHECK_EQ(count(&ann, NULL, "\"what\":\"turn\""), 1);
    linea_hub_unfollow(hub, f);
    change_nodes();
    stand_up(&s);
    clear(&ann);
    end_two();
}

TEST(a_lobby_has_the_tables_of_all_nodes)
{
    begin_two();
    static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
    change_nodes();
    list_games("gathering");
    CHECK_TEXT(answered, "{\"games\":[]}");
    change_nodes();
    uint64_t id = make(two_people);
    linea_hub_request(hub, id, guest(ANN), sit, sizeof sit - 1, answer, NULL);
    settle();
    change_nodes();
    settle();
    list_games("gathering");
    CHECK(has(answered, "\"name\":\"Ann\""));
    change_nodes();
    end_two();
}

TEST(games_that_somebody_has_made_are_counted_on_all_nodes)
{
    begin_two();
    make(two_people);
    change_nodes();
    make(two_people);
    change_nodes();
    make(two_people);
    for (int i = 0; i < 2; i++) {
        linea_hub_make(hub, guest(ANN), two_people, strlen(two_people), answer, NULL);
        settle();
        CHECK_EQ(answered_status, HUB_TOO_MANY);
        change_nodes();
    }
    end_two();
}

TEST(a_rematch_that_two_nodes_make_is_one_game)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    ask(s.a, "{\"id\":2,\"do\":\"resign\"}");
    settle_both();
    change_nodes();
    ask(s.b, "{\"id\":2,\"do\":\"resign\"}");
    change_nodes();
    settle_both();
    CHECK_EQ(count(&s.ben, NULL, "\"end\":{"), 1);
    for (int node = 0; node < 2; node++) { /* neither knows of the other's wish */
        linea_store_memory_lose_hints(store, true);
        change_nodes();
    }
    ask(s.a, "{\"id\":3,\"do\":\"again\"}");
    change_nodes();
    ask(s.b, "{\"id\":3,\"do\":\"again\"}");
    change_nodes();
    settle_both();
    now += 1100;
    settle_both();
    const char *at_a = NULL, *at_b = NULL;
    CHECK_EQ(count(&s.ann, &at_a, "\"what\":\"next\""), 1);
    CHECK_EQ(count(&s.ben, &at_b, "\"what\":\"next\""), 1);
    at_a = strstr(at_a, "\"game\":\"");
    at_b = strstr(at_b, "\"game\":\"");
    CHECK(at_a && at_b && strncmp(at_a, at_b, 24) == 0);
    uint64_t next = 0;
    CHECK(linea_hub_id_read(&next, at_a + 8, 16));
    show(next, ANN);
    CHECK_EQ(answered_status, HUB_OK);
    part_both(&s);
    end_two();
}

TEST(when_the_store_has_lost_events_clients_begin_again)
{
    begin_two();
    struct sitting s;
    sit_apart(&s);
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle_both();
    linea_store_memory_cut(store, s.id, 1); /* a copy that lagged took its place */
    now += 1100;
    settle_both();
    CHECK(s.ann.cut && s.ben.cut);
    show(s.id, 0);
    CHECK(has(answered, "\"event\":4,"));
    part_both(&s);
    end_two();
}

TEST(when_other_events_have_taken_the_place_of_those_that_were_sent_clients_begin_again)
{
    static const char other_text[] =
        "{\"event\":5,\"at\":1000001,\"what\":\"said\",\"seat\":0,\"name\":\"Ann\","
        "\"text\":\"Bye\"}";
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle_both();
    check_events(&s.ann, 5);
    linea_store_memory_cut(store, s.id, 1);
    linea_store_memory_append(store, s.id, other_text); /* as many as before */
    now += 1100;
    settle_both();
    CHECK(s.ann.cut && s.ben.cut);
    part_both(&s);
    s.a = join(&s.ann, s.id, ANN, 0);
    settle_both();
    CHECK_EQ(count(&s.ann, NULL, "{\"table\":{\"event\":5,"), 1);
    CHECK_EQ(count(&s.ann, NULL, "Hello"), 0);
    linea_hub_part(hub, s.a);
    clear(&s.ann);
    end_two();
}

TEST(when_other_events_and_more_of_them_are_there_nobody_goes_on_from_the_old_ones)
{
    static const char text[] =
        "{\"event\":5,\"at\":1000001,\"what\":\"said\",\"seat\":0,\"name\":\"Ann\","
        "\"text\":\"Bye\"}";
    static const char next[] =
        "{\"event\":6,\"at\":1000001,\"what\":\"said\",\"seat\":0,\"name\":\"Ann\","
        "\"text\":\"Bye\"}";
    begin_two();
    struct sitting s;
    sit_apart(&s);
    settle_both();
    ask(s.a, "{\"id\":2,\"do\":\"say\",\"text\":\"Hello\"}");
    settle_both();
    linea_store_memory_cut(store, s.id, 1);
    linea_store_memory_append(store, s.id, text);
    linea_store_memory_append(store, s.id, next);
    now += 1100;
    settle_both();
    CHECK(s.ann.cut && s.ben.cut);
    show(s.id, ANN);
    settle_both();
    CHECK(has(answered, "\"event\":6,"));
    CHECK(!has(answered, "Hello"));
    part_both(&s);
    end_two();
}
