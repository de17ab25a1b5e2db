/*
 * tests/server/hub_test.c - games and connections: what is sent when, and what
 * survives.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <limits.h>
#include <stdio.h>
#include <time.h>

TEST(an_answer_comes_after_its_events_and_both_only_when_they_are_durable)
{
    begin();
    struct sitting s;
    sit_down(&s);
    clear(&s.ann);
    clear(&s.ben);
    struct hub_client *again = join(&s.ann, s.id, ANN, 0);
    CHECK(move_by(s.a, &s.ann));
    int before = s.ann.count;
    CHECK_EQ(count(&s.ben, NULL, "moved"), 0);
    settle();
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"moved\""), 1);
    int event = -1, ok = -1;
    for (int i = before; i < s.ann.count; i++) {
        event = has(s.ann.line[i], "\"what\":\"moved\"") ? i : event;
        ok = has(s.ann.line[i], "\"id\":9,\"ok\":true") ? i : ok;
    }
    CHECK(event >= 0 && ok > event);
    linea_hub_part(hub, again);
    stand_up(&s);
    end();
}

TEST(a_new_hub_goes_on_where_the_last_one_stopped)
{
    begin();
    struct sitting s;
    sit_down(&s);
    move_by(s.a, &s.ann);
    settle();
    show(s.id, BEN);
    settle();
    char *before = strdup(answered);
    stand_up(&s);
    linea_hub_close(hub);
    open_hub();
    show(s.id, BEN);
    settle();
    CHECK_TEXT(answered, before);
    free(before);
    end();
}

/* How many games are in memory some hours later. */
static int games_after(int hours)
{
    struct hub_counters counted;
    now += (int64_t)hours * 3600 * 1000;
    linea_hub_tick(hub);
    settle();
    linea_hub_count(hub, &counted);
    return (int)counted.games;
}

TEST(a_game_that_nobody_has_come_to_for_a_day_waits_on_the_disk)
{
    static const char no_clock[] =
        "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":0}";
    begin();
    struct wire ann = {0};
    uint64_t id = make(no_clock);
    struct hub_client *client = join(&ann, id, ANN, 0);
    ask(client, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    settle();
    show(id, ANN);
    char *before = strdup(answered);
    CHECK_EQ(games_after(48), 1); /* somebody is there */
    linea_hub_part(hub, client);
    clear(&ann);
    CHECK_EQ(games_after(23), 1);
    CHECK_EQ(games_after(2), 0);
    show(id, ANN);
    CHECK_TEXT(answered, before);
    CHECK_EQ(games_after(1), 1);
    free(before);
    end();
}

/* Games without a clock, with one that runs, and one whose time is up. */
TEST(a_tick_looks_at_the_games_that_are_due_and_at_no_others)
{
    static const char no_clock[] =
        "{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}";
    enum { MANY = 500 };
    struct hub_counters before, after;
    struct sitting s;
    settings.most_games = MANY + 3;
    begin();
    for (int i = 0; i < MANY; i++)
        make(no_clock);
    sit_down(&s);
    stand_up(&s);
    now += 1000;
    sit_down(&s);
    linea_hub_tick(hub);
    linea_hub_count(hub, &before);
    CHECK_EQ(before.games, MANY + 2);
    CHECK_EQ(before.running, 2);
    for (int i = 0; i < 100; i++)
        CHECK_EQ(linea_hub_tick(hub), 1000);
    now += 59500;
    CHECK_EQ(linea_hub_tick(hub), 500);
    linea_hub_count(hub, &after);
    CHECK_EQ(after.ticked, before.ticked + 1);
    settle();
    stand_up(&s);
    /* After a restart only what is due soon is read, once, and is not looked at again.
     */
    linea_hub_close(hub);
    open_hub();
    for (after.unread = 1; after.unread; linea_hub_count(hub, &after))
        CHECK(linea_hub_tick(hub) <= 1000);
    CHECK_EQ(after.games, 1);
    CHECK(after.ticked <= 1);
    settings.most_games = 3;
    end();
}

TEST(a_player_may_make_another_game_when_one_is_over)
{
    begin();
    struct sitting s;
    sit_down(&s);
    make(two_people);
    make(two_people);
    linea_hub_make(hub, guest(ANN), two_people, strlen(two_people), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
    ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
    settle(); /* two bots play it to its end */
    make(two_people);
    stand_up(&s);
    linea_hub_close(hub);
    open_hub();
    start_all();
    linea_hub_make(hub, guest(ANN), two_people, strlen(two_people), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    end();
}

TEST(a_game_with_a_clock_stays_until_it_is_over)
{
    begin();
    struct sitting s;
    sit_down(&s);
    stand_up(&s);
    /* Bots make single moves until both have been late three times, then they play to
       the end, a move every few seconds. */
    for (int hour = 0; hour < 2 * LINEA_TABLE_LATE; hour++)
        CHECK_EQ(games_after(1), 1);
    int moves = 0;
    for (; games_after(0) && moves < 2000; moves++)
        now += LINEA_TABLE_AWAY_MS;
    CHECK(moves > 50 && moves < 2000);
    end();
}

TEST(a_client_that_comes_back_is_sent_what_it_missed_or_everything)
{
    begin();
    struct sitting s;
    sit_down(&s);
    struct wire wire = {0};
    struct hub_client *back = join(&wire, s.id, BEN, 2);
    CHECK_EQ(wire.count, 2);
    CHECK(has(wire.line[0], "{\"event\":3,"));
    CHECK(has(wire.line[1], "{\"event\":4,"));
    linea_hub_part(hub, back);
    clear(&wire);
    back = join(&wire, s.id, BEN, 0);
    CHECK_EQ(wire.count, 1);
    CHECK(has(wire.line[0], "{\"table\":{\"event\":4,"));
    linea_hub_part(hub, back);
    clear(&wire);
    CHECK(linea_hub_join(hub, &back, 12345, guest(BEN), 0, &wire));
    settle();
    CHECK(wire.joined && wire.status == HUB_MISSING);
    stand_up(&s);
    end();
}

TEST(people_play_whole_games_with_bots_and_the_record_is_accepted)
{
    static struct linea_json json;
    static struct linea_replay replay;
    struct linea_error error;
    begin();
    uint64_t id = make("{\"map\":\"new-york\",\"seats\":[\"human\",\"bot:easy\","
                       "\"bot:normal\"]}");
    struct wire wire = {0};
    struct hub_client *client = join(&wire, id, ANN, 0);
    record(id, 0);
    CHECK_EQ(answered_status, HUB_FORBIDDEN);
    ask(client, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    settle();
    for (int step = 0; step < 400 && !count(&wire, NULL, "\"end\":{"); step++) {
        if (wire.count > 8) { /* keep the last one with moves only */
            const char *line = NULL;
            count(&wire, &line, "\"moves\":[\"");
            char *kept = line ? strdup(line) : NULL;
            clear(&wire);
            if (kept)
                wire.line[wire.count++] = kept;
        }
        move_by(client, &wire);
        settle();
    }
    CHECK(count(&wire, NULL, "\"end\":{"));
    record(id, 0);
    CHECK_EQ(answered_status, HUB_OK);
    linea_replay_init(&replay, settings.find_map, NULL);
    for (char *at = answered; *at;) {
        char *newline = strchr(at, '\n');
        CHECK(linea_replay_line(&replay, &json, &error, at, (size_t)(newline - at)));
        at = newline + 1;
    }
    CHECK(replay.over);
    ask(client, "{\"id\":3,\"do\":\"again\"}");
    settle();
    const char *next = NULL;
    CHECK_EQ(count(&wire, &next, "\"what\":\"next\""), 1);
    CHECK(linea_hub_id_read(&id, strstr(next, "\"game\":\"") + 8, 16));
    show(id, ANN);
    CHECK(has(answered, "\"seats\":[\"human\",\"bot:easy\",\"bot:normal\"]"));
    linea_hub_part(hub, client);
    clear(&wire);
    end();
}

TEST(lists_show_open_and_running_games_and_a_players_own)
{
    begin();
    make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"]}"); /* by link only */
    struct sitting s;
    sit_down(&s);
    static const char sit[] = "{\"id\":1,\"do\":\"sit\"}";
    uint64_t open = make(two_people);
    linea_hub_request(hub, open, guest(ANN), sit, sizeof sit - 1, answer, NULL);
    settle();
    list_games("gathering");
    CHECK(has(answered, "\"stage\":\"gathering\"") && !has(answered, "running"));
    list_games("running");
    CHECK(has(answered, "\"name\":\"Ben\""));
    mine(BEN);
    CHECK(has(answered, "\"stage\":\"running\"") && !has(answered, "gathering"));
    mine(0);
    CHECK_EQ(answered_status, HUB_FORBIDDEN);
    linea_hub_make(hub, guest(ANN), two_people, strlen(two_people), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    linea_hub_make(hub, guest(BEN), "{}", 2, answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_BAD);
    stand_up(&s);
    end();
}

/* A name of 63 bytes, each of which but one is written as two. */
TEST(lists_have_room_for_the_longest_names)
{
    begin();
    uint64_t id = make("{\"map\":\"europe\",\"seats\":[\"human\",\"human\",\"human\","
                       "\"human\",\"human\"],\"listed\":true}");
    struct hub_guest who = {0};
    memset(who.name, '"', sizeof who.name - 1);
    for (who.player = 1; who.player <= 5; who.player++) {
        who.name[0] = "aBcDe"[who.player - 1]; /* they are not alike */
        linea_hub_request(hub, id, &who, "{\"id\":1,\"do\":\"sit\"}", 19, answer, NULL);
    }
    settle();
    list_games("running");
    CHECK(has(answered, "\"table\":{\"map\":\"europe\""));
    end();
}

TEST(only_what_was_answered_with_an_error_counts_as_refused)
{
    begin();
    struct sitting s;
    struct hub_counters before, after;
    sit_down(&s);
    linea_hub_count(hub, &before);
    show(s.id, ANN);
    linea_hub_count(hub, &after);
    CHECK_EQ(after.refused, before.refused);
    ask(s.b, "{\"id\":3,\"do\":\"sit\"}");
    linea_hub_count(hub, &after);
    CHECK_EQ(after.refused, before.refused + 1);
    stand_up(&s);
    end();
}

/* What the lists of strangers say: running games, then gathering ones. */
static char *lobby(void)
{
    static char text[4096];
    list_games("running");
    snprintf(text, sizeof text, "%.2000s ", answered);
    list_games("gathering");
    snprintf(text + strlen(text), sizeof text - strlen(text), "%.2000s", answered);
    return text;
}

/* A delayed game that goes on to its end and to a rematch is, until it is time, the
   same to strangers as one in which nobody does anything. */
TEST(nothing_of_a_delayed_game_can_be_learned_before_its_time)
{
    char shown[2][4][4096];
    for (int busy = 0; busy < 2; busy++) {
        begin();
        uint64_t id = make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                           "\"first\":0,\"delay\":600,\"listed\":true}");
        struct wire ann = {0}, ben = {0};
        struct hub_client *a = join(&ann, id, ANN, 0), *b = join(&ben, id, BEN, 0);
        ask(a, "{\"id\":1,\"do\":\"sit\"}");
        ask(b, "{\"id\":1,\"do\":\"sit\"}");
        settle();
        now += 601000; /* all see that it has begun */
        linea_hub_tick(hub);
        settle();
        if (busy) {
            ask(a, "{\"id\":2,\"do\":\"resign\"}");
            ask(b, "{\"id\":2,\"do\":\"resign\"}");
            settle(); /* bots play it to its end */
            ask(a, "{\"id\":3,\"do\":\"again\"}");
            ask(b, "{\"id\":3,\"do\":\"again\"}");
            settle();
            CHECK(count(&ann, NULL, "\"what\":\"next\""));
            record(id, ANN); /* who played may have it */
            CHECK_EQ(answered_status, HUB_OK);
        }
        now += 1000;
        linea_hub_tick(hub);
        settle();
        const struct hub_guest eve = {.player = 0xe0e, .name = "Eve"};
        static const char say[] = "{\"id\":4,\"do\":\"say\",\"text\":\"hm\"}";
        linea_hub_request(hub, id, &eve, say, sizeof say - 1, answer, NULL);
        settle();
        snprintf(shown[busy][0], 4096, "%.4000s", answered);
        record(id, 0);
        snprintf(shown[busy][1], 4096, "%d %.4000s", answered_status, answered);
        char game[17];
        linea_hub_id_write(game, id);
        char *list = lobby(), *at = strstr(list, game);
        CHECK(at);
        memset(at, '*', 16); /* by chance, as are the secrets behind commitments */
        snprintf(shown[busy][2], 4096, "%.4000s", list);
        show(id, 0);
        snprintf(shown[busy][3], 4096, "%.60s", answered);
        linea_hub_part(hub, a);
        linea_hub_part(hub, b);
        clear(&ann);
        clear(&ben);
        if (busy) { /* then all of it */
            now += 601000;
            linea_hub_tick(hub);
            settle();
            record(id, 0);
            CHECK_EQ(answered_status, HUB_OK);
            CHECK(!has(lobby(), "\"stage\":\"running\""));
        }
        end();
    }
    for (int i = 0; i < 4; i++)
        CHECK_TEXT(shown[1][i], shown[0][i]);
}

TEST(spectators_of_a_delayed_game_are_sent_events_later)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":0,"
             "\"delay\":30}");
    struct wire ann = {0}, eve = {0}, late = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    struct hub_client *b = join(&ann, id, BEN, 0);
    struct hub_client *e = join(&eve, id, 0, 0);
    CHECK(has(eve.line[0], "\"stage\":\"gathering\"")); /* nothing to hide yet */
    ask(a, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    settle();
    CHECK_EQ(count(&eve, NULL, "\"what\":\"sat\""), 1);
    ask(b, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}");
    settle();
    CHECK(count(&ann, NULL, "\"what\":\"began\""));
    CHECK(move_by(a, &ann));
    settle();
    linea_hub_tick(hub);
    CHECK_EQ(count(&eve, NULL, "\"what\":\"began\""), 0);
    /* There is no way around it: not by asking, not by coming late, not by a restart.
     */
    for (int restart = 0; restart < 2; restart++) {
        show(id, 0);
        CHECK(has(answered, "\"event\":3,") &&
              has(answered, "\"stage\":\"gathering\""));
        struct hub_client *l = join(&late, id, 0, 1);
        CHECK(has(late.line[0], "\"stage\":\"gathering\""));
        linea_hub_request(hub, id, guest(0), "{\"id\":1,\"do\":\"advise\"}", 22, answer,
                          NULL);
        CHECK(has(answered, "\"error\":\"not-begun\""));
        CHECK_EQ(late.count, 1);
        linea_hub_part(hub, l);
        clear(&late);
        if (restart)
            break;
        linea_hub_part(hub, a);
        linea_hub_part(hub, b);
        linea_hub_part(hub, e);
        linea_hub_close(hub);
        open_hub();
        e = join(&eve, id, 0, 0);
        clear(&eve);
    }
    now += 31000;
    linea_hub_tick(hub);
    CHECK_EQ(count(&eve, NULL, "\"what\":\"began\""), 1);
    CHECK_EQ(count(&eve, NULL, "\"what\":\"moved\""), 1);
    show(id, 0);
    CHECK(has(answered, "\"stage\":\"running\""));
    linea_hub_part(hub, e);
    clear(&ann);
    clear(&eve);
    end();
}

TEST(after_a_restart_clocks_run_and_bots_move_in_games_that_nobody_asks_for)
{
    begin();
    struct sitting s;
    struct hub_counters counted;
    sit_down(&s);
    stand_up(&s);
    linea_hub_close(hub);
    now += 61000;
    open_hub();
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.games, 0);
    CHECK_EQ(counted.unread, 1);
    start_all();
    linea_hub_tick(hub);
    settle();
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.games, 1);
    CHECK_EQ(counted.unread, 0);
    CHECK(counted.bot_moves > 0); /* a bot goes on for who ran out of time */
    end();
}

static int unreadable;

static void note_unreadable(uint64_t game, enum hub_status why)
{
    CHECK_EQ(game, 77);
    CHECK_EQ(why, HUB_MISSING);
    unreadable++;
}

TEST(a_damaged_game_is_reported_and_the_others_go_on)
{
    begin();
    struct sitting s;
    sit_down(&s);
    stand_up(&s);
    linea_hub_close(hub);
    struct linea_store_row row = {0};
    struct linea_store_event event = {
        .game = 77, .number = 1, .length = 2, .text = "{}", .row = &row, .due = 1};
    CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
    linea_store_flush(store);
    settings.unreadable = note_unreadable;
    open_hub();
    start_all();
    CHECK_EQ(unreadable, 1);
    settings.unreadable = NULL;
    show(77, ANN);
    CHECK_EQ(answered_status, HUB_MISSING);
    show(s.id, ANN);
    CHECK_EQ(answered_status, HUB_OK);
    end();
}

TEST(when_time_runs_out_a_bot_makes_that_move_and_the_seat_stays)
{
    begin();
    struct sitting s;
    const char *line = NULL;
    sit_down(&s);
    now += 61000;
    linea_hub_tick(hub);
    settle();
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"late\",\"you\":1,\"seat\":0"), 1);
    CHECK_EQ(count(&s.ben, NULL, "\"by\":\"bot:normal\"},"), 1);
    CHECK(move_by(s.b, &s.ben));
    settle();
    clear(&s.ann);
    ask(s.a, "{\"id\":4,\"do\":\"look\"}");
    settle();
    CHECK_EQ(count(&s.ann, &line, "\"moves\":["), 1);
    CHECK(has(line, "\"stood_in\":{\"moves\":1,"));
    stand_up(&s);
    end();
}

/* What a player sees of a table, up to the end of the clock of the move in hand. */
static const char *seen_deadline(uint64_t id)
{
    show(id, ANN);
    CHECK_EQ(answered_status, HUB_OK);
    const char *deadline = strstr(answered, "\"deadline\":");
    CHECK(deadline);
    return deadline;
}

TEST(a_clock_survives_a_restart)
{
    begin();
    struct sitting s;
    char before[64];
    sit_down(&s);
    now += 30000;
    CHECK(move_by(s.a, &s.ann));
    settle();
    now += 7000;
    snprintf(before, sizeof before, "%s", seen_deadline(s.id));
    stand_up(&s);
    linea_hub_close(hub);
    now += 10000;
    open_hub();
    CHECK(strncmp(before, seen_deadline(s.id), sizeof before - 1) == 0);
    end();
}

TEST(who_comes_later_gets_what_has_happened_as_far_as_they_may_know_it)
{
    begin();
    struct sitting s;
    struct wire eve = {0};
    const char *line = NULL;
    sit_down(&s);
    for (int i = 0; i < 2; i++) { /* what each keeps of the first tickets */
        CHECK(move_by(i ? s.b : s.a, i ? &s.ben : &s.ann));
        settle();
    }
    struct hub_client *e = join(&eve, s.id, 0, 0);
    ask(e, "{\"id\":1,\"do\":\"history\"}");
    settle();
    CHECK_EQ(count(&eve, &line, "\"history\":[{\"event\":1,"), 1);
    CHECK(has(line, "\"what\":\"sat\",\"seat\":0,\"name\":\"Ann\""));
    CHECK(has(line, "\"did\":{\"seat\":0,\"move\":\"keep\"}"));
    CHECK(has(line, "\"tickets\":1,\"offered\":0,\"last\":false"));
    CHECK(!has(line, "\"view\"") && !has(line, "\"secret\"") && !has(line, "keep "));
    ask(s.b, "{\"id\":9,\"do\":\"history\",\"from\":6}");
    settle();
    CHECK_EQ(count(&s.ben, &line, "\"history\":[{\"event\":6,"), 1);
    CHECK(has(line, "\"move\":\"keep "));
    ask(e, "{\"id\":2,\"do\":\"history\",\"from\":0}");
    settle();
    CHECK_EQ(count(&eve, NULL, "\"error\":\"syntax\""), 1);
    linea_hub_part(hub, e);
    clear(&eve);
    stand_up(&s);
    end();
}

TEST(a_client_that_asks_is_sent_who_is_connected)
{
    begin();
    struct sitting s;
    struct wire eve = {0};
    const char *line = NULL;
    sit_down(&s);
    struct hub_client *e = join(&eve, s.id, 0, 0);
    ask(s.a, "{\"id\":7,\"do\":\"presence\"}");
    CHECK_EQ(count(&s.ann, &line, "\"id\":7"), 1);
    CHECK(has(line, "\"presence\":{\"seats\":[{\"here\":true},{\"here\":true}],"
                    "\"spectators\":1}"));
    linea_hub_part(hub, s.b);
    now += 400;
    linea_hub_tick(hub);
    CHECK_EQ(count(&s.ann, NULL, "{\"presence\""), 0);
    now += 100;
    linea_hub_tick(hub);
    CHECK_EQ(count(&s.ann, &line, "{\"presence\""), 1);
    CHECK(has(line, "{\"here\":false,\"left\":1000500}"));
    CHECK_EQ(count(&eve, NULL, "\"presence\""), 0); /* has not asked */
    s.b = join(&s.ben, s.id, BEN, 0);
    linea_hub_part(hub, e);
    now += 500;
    linea_hub_tick(hub);
    CHECK_EQ(count(&s.ann, &line, "{\"presence\""), 2);
    CHECK(has(line, "{\"here\":true}],\"spectators\":0}"));
    clear(&eve);
    stand_up(&s);
    end();
}

TEST(a_seat_travels_to_another_connection_and_the_old_one_is_informed)
{
    static const char code[] = "00112233445566778899aabbccddeeff";
    begin();
    struct sitting s;
    struct wire eve = {0};
    char request[LINEA_MOVE_TEXT + 100];
    const char *line = NULL;
    sit_down(&s);
    struct hub_client *e = NULL;
    struct hub_guest who = {.player = 0xe7e, .name = "Eve"};
    CHECK(linea_hub_join(hub, &e, s.id, &who, 0, &eve) && eve.joined);
    snprintf(request, sizeof request, "{\"id\":3,\"do\":\"travel\",\"code\":\"%s\"}",
             code);
    ask(s.a, request);
    settle();
    clear(&s.ann);
    snprintf(request, sizeof request, "{\"id\":4,\"do\":\"arrive\",\"code\":\"%s\"}",
             code);
    ask(e, request);
    settle();
    CHECK_EQ(count(&s.ann, &line, "\"what\":\"travelled\",\"you\":null,\"seat\":0"), 1);
    CHECK(!has(line, "\"moves\""));
    CHECK_EQ(count(&eve, &line, "\"what\":\"travelled\",\"you\":0,\"seat\":0"), 1);
    CHECK(has(line, "\"moves\":["));
    ask(s.a, "{\"id\":5,\"do\":\"move\",\"state\":4,\"move\":\"pass\"}");
    settle();
    CHECK_EQ(count(&s.ann, NULL, "\"error\":\"no-seat\""), 1);
    CHECK(has(line, "\"state\":4,"));
    const char *first = strstr(line, "\"moves\":[\"") + 10;
    snprintf(request, sizeof request,
             "{\"id\":9,\"do\":\"move\",\"state\":4,\"move\":\"%.*s\"}",
             (int)(strchr(first, '"') - first), first);
    ask(e, request);
    settle();
    CHECK_EQ(count(&s.ben, NULL, "\"did\":{\"seat\":0"), 1);
    linea_hub_part(hub, e);
    clear(&eve);
    stand_up(&s);
    end();
}

TEST(the_end_does_not_wait_for_a_bot_that_thinks)
{
    struct timespec from, to;
    settings.think_ms = 60000;
    begin();
    settings.think_ms = 5;
    uint64_t id = make("{\"map\":\"europe\",\"seats\":[\"human\",\"bot:expert\"],"
                       "\"first\":1}");
    linea_hub_request(hub, id, guest(ANN), "{\"id\":1,\"do\":\"sit\"}", 19, answer,
                      NULL);
    clock_gettime(CLOCK_MONOTONIC, &from);
    end();
    clock_gettime(CLOCK_MONOTONIC, &to);
    CHECK(to.tv_sec - from.tv_sec < 10);
}

/* Milliseconds that a bot takes for its first decision: which tickets to keep, or, if
   it may not choose, to keep them. */
TEST(a_bot_that_searches_takes_its_time_whatever_it_holds)
{
    enum { THINK = 200, GAMES = 6 };
    settings.think_ms = THINK;
    begin();
    struct timespec from, to;
    long least = LONG_MAX;
    int moves = 0;
    uint64_t id = make("{\"map\":\"europe\",\"seats\":[\"human\",\"bot:expert\"],"
                       "\"first\":1}");
    struct wire ann = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    clock_gettime(CLOCK_MONOTONIC, &from); /* before the bot may begin */
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    for (int i = 0; i < GAMES * 10 && moves < GAMES; i++) {
        struct hub_counters before, after;
        linea_hub_count(hub, &before);
        settle();
        clock_gettime(CLOCK_MONOTONIC, &to);
        linea_hub_count(hub, &after);
        long ms =
            (to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000;
        int made = (int)(after.bot_moves - before.bot_moves);
        moves += made;
        if (made && ms / made < least)
            least = ms / made;
        clock_gettime(CLOCK_MONOTONIC, &from);
        move_by(a, &ann);
        clear(&ann);
    }
    CHECK(moves > 0);
    CHECK(least >= THINK - 20);
    settings.think_ms = 5;
    linea_hub_part(hub, a);
    clear(&ann);
    end();
}

TEST(no_event_is_sent_twice)
{
    begin();
    struct sitting s;
    sit_down(&s);
    struct wire fresh = {0}, back = {0};
    linea_hub_part(hub, join(&back, s.id, BEN, 3)); /* the latest events are read */
    clear(&back);
    CHECK(move_by(s.a, &s.ann));
    linea_store_flush(store); /* durable, but the hub does not know yet */
    struct hub_client *f = join(&fresh, s.id, BEN, 0), *b = join(&back, s.id, BEN, 4);
    CHECK_EQ(fresh.count, 1);
    CHECK(has(fresh.line[0], "{\"table\":{\"event\":4,"));
    CHECK_EQ(back.count, 0);
    settle();
    CHECK_EQ(fresh.count, 2);
    CHECK_EQ(back.count, 1);
    CHECK(has(fresh.line[1], "{\"event\":5,") && has(back.line[0], "{\"event\":5,"));
    linea_hub_part(hub, f);
    linea_hub_part(hub, b);
    clear(&fresh);
    clear(&back);
    CHECK_EQ(count(&s.ben, NULL, "{\"event\":5,"), 1);
    stand_up(&s);
    end();
}

TEST(a_follower_is_sent_notices_of_all_games_of_a_player)
{
    begin();
    struct wire ann = {0}, ben = {0}, late = {0};
    struct hub_follower *fa = follow(&ann, ANN);
    struct hub_follower *fb = follow(&ben, BEN);
    struct sitting s, other;
    sit_down(&s);
    sit_down(&other);
    CHECK_EQ(count(&ann, NULL, "\"what\":\"began\",\"table\":{\"map\":\"london\""), 2);
    CHECK_EQ(count(&ben, NULL, "\"what\":\"began\""), 2);
    CHECK_EQ(count(&ann, NULL, "\"what\":\"turn\",\"state\":4}"), 2);
    CHECK_EQ(ben.count, 2);
    /* Only when it is durable. */
    CHECK(move_by(s.a, &s.ann));
    CHECK_EQ(ben.count, 2);
    settle();
    CHECK_EQ(count(&ben, NULL, "\"what\":\"turn\",\"state\":5}"), 1);
    CHECK_EQ(ann.count, 4);
    /* A follower that connects later is sent what holds. */
    struct hub_follower *fl = follow(&late, BEN);
    CHECK_EQ(count(&late, NULL, "\"what\":\"began\""), 2);
    CHECK_EQ(count(&late, NULL, "\"what\":\"turn\""), 1);
    linea_hub_unfollow(hub, fb);
    ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
    ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
    settle(); /* two bots play it to its end */
    CHECK_EQ(count(&ann, NULL, "\"what\":\"over\",\"end\":{\"scores\":["), 1);
    CHECK_EQ(count(&late, NULL, "\"what\":\"over\""), 1);
    CHECK_EQ(count(&ben, NULL, "\"what\":\"over\""), 0);
    linea_hub_unfollow(hub, fa);
    linea_hub_unfollow(hub, fl);
    stand_up(&s);
    stand_up(&other);
    clear(&ann);
    clear(&ben);
    clear(&late);
    end();
}
