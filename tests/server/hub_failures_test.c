/*
 * tests/server/hub_failures_test.c - a disk that fails and memory that runs out: every
 * request is answered once, with its id, and nothing is shown that was not stored.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <pthread.h>
#include <stdio.h>

/* Memory that runs out: of the main thread's allocations from now on, this one fails;
   none when it is negative. Bots and the disk have threads of their own. */
static int failing = -1;
static pthread_t main_thread;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t number, size_t size);
void *__wrap_realloc(void *memory, size_t size);

static bool fails(void)
{
    return pthread_equal(pthread_self(), main_thread) && failing >= 0 && failing-- == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t number, size_t size)
{
    return fails() ? NULL : __real_calloc(number, size);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return fails() ? NULL : __real_realloc(memory, size);
}

TEST(a_game_that_could_not_be_stored_has_not_gone_on)
{
    begin();
    struct sitting s;
    sit_down(&s);
    const char *line;
    CHECK(count(&s.ann, &line, "\"what\":\"began\""));
    clear(&s.ben);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    CHECK(move_by(s.a, &s.ann));
    settle();
    CHECK_EQ(count(&s.ann, NULL, "\"error\":\"not-stored\""), 1);
    CHECK_EQ(s.ben.count, 0);
    CHECK(move_by(s.a, &s.ann)); /* the same again, when the disk is well */
    settle();
    CHECK_EQ(count(&s.ben, NULL, "\"what\":\"moved\""), 1);
    stand_up(&s);
    end();
}

TEST(a_bot_whose_move_could_not_be_stored_moves_again)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":1}");
    struct wire ann = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    linea_store_flush(store);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    settle();
    CHECK_EQ(count(&ann, NULL, "\"what\":\"moved\""), 0);
    now += 10000;
    linea_hub_tick(hub);
    settle();
    CHECK(count(&ann, NULL, "\"did\":{\"seat\":1") > 0);
    linea_hub_part(hub, a);
    clear(&ann);
    end();
}

/* Every move fails once: also the last one, which takes the game off the lists. */
TEST(a_game_whose_end_could_not_be_stored_ends_later)
{
    begin();
    struct sitting s;
    sit_down(&s);
    while (!count(&s.ann, NULL, "\"end\":{")) {
        bool ann = count(&s.ann, NULL, "\"moves\":[\"");
        linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
        CHECK(ann ? move_by(s.a, &s.ann) : move_by(s.b, &s.ben));
        settle();
        CHECK_EQ(count(ann ? &s.ann : &s.ben, NULL, "not-stored"), 1);
        CHECK(ann ? move_by(s.a, &s.ann) : move_by(s.b, &s.ben));
        clear(&s.ann);
        clear(&s.ben);
        settle();
    }
    list_games("running");
    CHECK_TEXT(answered, "{\"games\":[]}");
    stand_up(&s);
    end();
}

TEST(who_could_not_be_seated_is_not_shown_the_cards_of_who_was)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":0}");
    struct wire ann = {0}, ben = {0};
    struct hub_client *a = join(&ann, id, ANN, 0);
    struct hub_client *b = join(&ben, id, BEN, 0);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    CHECK_EQ(count(&ann, NULL, "not-stored"), 1);
    ask(b, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    CHECK_EQ(count(&ben, NULL, "\"moves\":["), 1);
    CHECK_EQ(count(&ann, NULL, "\"what\":\"began\""), 1);
    CHECK_EQ(count(&ann, NULL, "\"moves\":["), 0);
    linea_hub_part(hub, a);
    linea_hub_part(hub, b);
    clear(&ann);
    clear(&ben);
    end();
}

/* One event is durable and one has failed before the hub knows of either; then comes
   what the store does not take, and what it would. */
TEST(what_was_acknowledged_is_stored_and_nothing_else)
{
    begin();
    struct sitting s;
    sit_down(&s);
    ask(s.b, "{\"id\":11,\"do\":\"say\",\"text\":\"one\"}");
    linea_store_flush(store);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(s.b, "{\"id\":12,\"do\":\"say\",\"text\":\"two\"}");
    linea_store_flush(store);
    ask(s.b, "{\"id\":13,\"do\":\"say\",\"text\":\"three\"}");
    ask(s.b, "{\"id\":14,\"do\":\"say\",\"text\":\"four\"}");
    settle();
    CHECK_EQ(count(&s.ben, NULL, "\"id\":11,\"ok\":true"), 1);
    CHECK_EQ(count(&s.ann, NULL, "\"text\":\"one\""), 1);
    int emitted = count(&s.ann, NULL, "\"what\":\"said\"");
    int fine = 0;
    for (int id = 11; id < 15; id++) {
        char answer_text[32];
        snprintf(answer_text, sizeof answer_text, "\"id\":%d,\"ok\":true", id);
        fine += count(&s.ben, NULL, answer_text);
    }
    CHECK_EQ(emitted, fine);
    CHECK_EQ(count(&s.ben, NULL, "not-stored"), 4 - fine);
    show(s.id, BEN);
    char shown[32];
    snprintf(shown, sizeof shown, "\"table\":{\"event\":%d,", 4 + emitted);
    CHECK(has(answered, shown));
    ask(s.b, "{\"id\":15,\"do\":\"say\",\"text\":\"five\"}");
    settle();
    CHECK_EQ(count(&s.ann, NULL, "\"text\":\"five\""), 1);
    stand_up(&s);
    end();
}

TEST(every_request_that_could_not_be_stored_is_answered_with_its_id)
{
    begin();
    struct sitting s;
    sit_down(&s);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(s.a, "{\"id\":41,\"do\":\"say\",\"text\":\"one\"}");
    ask(s.b, "{\"do\":\"say\",\"id\":42,\"text\":\"two\"}");
    static const char three[] = "{\"id\":43,\"do\":\"say\",\"text\":\"three\"}";
    linea_hub_request(hub, s.id, guest(ANN), three, strlen(three), answer, NULL);
    settle();
    CHECK_EQ(count(&s.ann, NULL, "{\"id\":41,\"error\":\"not-stored\""), 1);
    CHECK_EQ(count(&s.ben, NULL, "\"id\":42,"), 1);
    CHECK(has(answered, "{\"id\":43,"));
    CHECK_EQ(count(&s.ann, NULL, "\"id\":null") + count(&s.ben, NULL, "\"id\":null"),
             0);
    linea_hub_request(hub, 12345, guest(ANN), "{\"id\":44,\"do\":\"look\"}", 21, answer,
                      NULL);
    settle();
    CHECK(has(answered, "{\"id\":44,\"error\":\"unknown\""));
    stand_up(&s);
    end();
}

TEST(a_request_that_is_too_long_is_answered_with_its_id)
{
    begin();
    struct sitting s;
    static char text[2 * LINEA_TABLE_REQUEST];
    sit_down(&s);
    snprintf(text, sizeof text, "{\"id\":45,\"do\":\"say\",\"text\":\"%05000d\"}", 7);
    ask(s.a, text);
    settle();
    CHECK_EQ(count(&s.ann, NULL, "{\"id\":45,\"error\":\"syntax\""), 1);
    stand_up(&s);
    end();
}

TEST(a_client_of_a_game_that_cannot_be_read_again_is_answered)
{
    begin();
    struct sitting s;
    sit_down(&s);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    linea_store_memory_fail_reads(store, 2);
    ask(s.a, "{\"id\":51,\"do\":\"say\",\"text\":\"one\"}");
    settle();
    ask(s.b, "{\"id\":52,\"do\":\"look\"}");
    settle();
    CHECK_EQ(count(&s.ann, NULL, "{\"id\":51,\"error\":\"not-stored\""), 1);
    CHECK_EQ(count(&s.ben, NULL, "{\"id\":52,\"error\":\"not-stored\""), 1);
    ask(s.b, "{\"id\":53,\"do\":\"say\",\"text\":\"two\"}"); /* it can be read again */
    settle();
    CHECK_EQ(count(&s.ben, NULL, "{\"id\":53,\"ok\":true"), 1);
    CHECK_EQ(count(&s.ann, NULL, "\"text\":\"two\""), 1);
    stand_up(&s);
    end();
}

/* A game that is over, with both of its players connected. */
static void play_to_the_end(struct sitting *s)
{
    sit_down(s);
    ask(s->a, "{\"id\":3,\"do\":\"resign\"}");
    ask(s->b, "{\"id\":3,\"do\":\"resign\"}");
    settle();
    CHECK_EQ(count(&s->ann, NULL, "\"end\":{"), 1);
}

static bool count_row(void *context, const struct linea_store_row *row)
{
    (void)row;
    ++*(int *)context;
    return true;
}

static int gathering(void)
{
    const struct linea_store_query query = {.status = LINEA_STORE_OPEN, .limit = 100};
    int n = 0;
    CHECK_EQ(linea_store_list(store, &query, count_row, &n), LINEA_STORE_OK);
    return n;
}

TEST(no_rematch_is_made_for_a_wish_that_could_not_be_stored)
{
    begin();
    struct sitting s;
    play_to_the_end(&s);
    ask(s.a, "{\"id\":4,\"do\":\"again\"}");
    settle();
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(s.b, "{\"id\":5,\"do\":\"again\"}");
    settle();
    CHECK_EQ(count(&s.ben, NULL, "{\"id\":5,\"error\":\"not-stored\""), 1);
    CHECK_EQ(gathering(), 0);
    CHECK_EQ(count(&s.ann, NULL, "\"what\":\"next\""), 0);
    ask(s.b, "{\"id\":6,\"do\":\"again\"}");
    settle();
    CHECK_EQ(gathering(), 1);
    CHECK_EQ(count(&s.ann, NULL, "\"what\":\"next\""), 1);
    stand_up(&s);
    end();
}

/* Memory runs out: each scene is played again and again, each time with another of its
   allocations failing, until none is left to fail. */

static struct sitting here;

/* The number of the last event, as Ben sees it. */
static int last_event(void)
{
    int before = answers;
    show(here.id, BEN);
    settle();
    CHECK_EQ(answers, before + 1);
    CHECK_EQ(answered_status, HUB_OK);
    return atoi(strstr(answered, "\"event\":") + 8);
}

/* What is in memory is what is on the disk. */
static void check_disk(void)
{
    last_event();
    char *before = strdup(answered);
    stand_up(&here);
    linea_hub_close(hub);
    open_hub();
    last_event();
    CHECK_TEXT(answered, before);
    free(before);
}

static void run_out(void (*prepare)(void), void (*act)(void), void (*check)(void))
{
    bool failed = true;
    int n = 0;
    main_thread = pthread_self();
    for (; failed && n < 1000; n++) {
        begin();
        prepare();
        failing = n;
        act();
        settle();
        failed = failing < 0;
        failing = -1;
        check();
        end();
    }
    CHECK(n > 3 && n < 1000);
}

static int event_before;

static void prepare_game(void)
{
    sit_down(&here);
    event_before = last_event();
}

/* Request 9 of Ann was answered once: it has happened, or it has not. */
static void check_request(void)
{
    int fine = count(&here.ann, NULL, "{\"id\":9,\"ok\":true");
    int refused = count(&here.ann, NULL, "{\"id\":9,\"error\":\"not-stored\"");
    int after = last_event();
    CHECK(fine + refused == 1 || here.ann.cut);
    CHECK(!fine || after > event_before);
    CHECK(!refused || after == event_before);
    check_disk();
}

static void act_say(void)
{
    ask(here.a, "{\"id\":9,\"do\":\"say\",\"text\":\"Hello\"}");
}

TEST(memory_runs_out_while_somebody_speaks)
{
    run_out(prepare_game, act_say, check_request);
}

/* … and the event before is still on its way to the disk. */
static void act_say_behind_another(void)
{
    int n = failing;
    failing = -1;
    ask(here.b, "{\"id\":8,\"do\":\"say\",\"text\":\"Before\"}");
    failing = n;
    act_say();
}

static void check_both(void)
{
    CHECK_EQ(count(&here.ben, NULL, "{\"id\":8,\"ok\":true"), 1);
    event_before++;
    check_request();
}

TEST(memory_runs_out_while_another_event_is_being_stored)
{
    run_out(prepare_game, act_say_behind_another, check_both);
}

static void act_move(void)
{
    CHECK(move_by(here.a, &here.ann));
}

TEST(memory_runs_out_while_somebody_moves)
{
    run_out(prepare_game, act_move, check_request);
}

static struct wire followed;
static struct hub_follower *follower;

static void prepare_follower(void)
{
    prepare_game();
    memset(&followed, 0, sizeof followed);
    follower = follow(&followed, BEN);
}

static void check_follower(void)
{
    linea_hub_unfollow(hub, follower);
    clear(&followed);
    check_request();
}

TEST(memory_runs_out_while_followers_are_sent_a_turn)
{
    run_out(prepare_follower, act_move, check_follower);
}

/* The last one to sit down begins the game: both events, or none. */
static void prepare_seat(void)
{
    memset(&here, 0, sizeof here);
    here.id = make(two_people);
    here.a = join(&here.ann, here.id, ANN, 0);
    here.b = join(&here.ben, here.id, BEN, 0);
    ask(here.b, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    event_before = last_event();
}

static void act_sit(void)
{
    ask(here.a, "{\"id\":9,\"do\":\"sit\"}");
}

TEST(memory_runs_out_while_the_last_seat_is_taken)
{
    run_out(prepare_seat, act_sit, check_request);
}

static void prepare_delayed(void)
{
    memset(&here, 0, sizeof here);
    here.id = make("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":0,"
                   "\"delay\":30}");
    here.a = join(&here.ann, here.id, ANN, 0);
    here.b = join(&here.ben, here.id, BEN, 0); /* a spectator */
    event_before = 1;
}

static void act_sit_and_wait(void)
{
    act_sit();
    settle();
    now += 31000;
    linea_hub_tick(hub);
}

static void check_delayed(void)
{
    int fine = count(&here.ann, NULL, "{\"id\":9,\"ok\":true");
    CHECK(here.ann.cut || fine + count(&here.ann, NULL, "{\"id\":9,\"error\"") == 1);
    CHECK(!fine || here.ben.cut || count(&here.ben, NULL, "\"what\":\"began\"") == 1);
    check_disk();
}

TEST(memory_runs_out_in_a_game_that_spectators_see_later)
{
    run_out(prepare_delayed, act_sit_and_wait, check_delayed);
}

static void prepare_nothing(void)
{
    answers = 0;
}

static void act_make(void)
{
    linea_hub_make(hub, guest(ANN), two_people, strlen(two_people), answer, NULL);
}

static void check_made(void)
{
    CHECK_EQ(answers, 1);
    CHECK(answered_status == HUB_OK || answered_status == HUB_FAILED);
    int listed = gathering();
    CHECK_EQ(listed, answered_status == HUB_OK ? listed : 0);
    linea_hub_tick(hub);
}

TEST(memory_runs_out_while_a_game_is_made)
{
    run_out(prepare_nothing, act_make, check_made);
}

static void prepare_stored(void)
{
    sit_down(&here);
    CHECK(move_by(here.a, &here.ann));
    settle();
    stand_up(&here);
    linea_hub_close(hub);
    open_hub();
    answers = 0;
}

static void act_show(void)
{
    show(here.id, ANN);
}

static void check_shown(void)
{
    CHECK_EQ(answers, 1);
    CHECK(answered_status == HUB_OK || answered_status == HUB_FAILED);
    CHECK_EQ(last_event(), 5);
}

TEST(memory_runs_out_while_a_game_is_read)
{
    run_out(prepare_stored, act_show, check_shown);
}

static struct wire late;
static struct hub_client *late_client;

static void act_join(void)
{
    memset(&late, 0, sizeof late);
    if (!linea_hub_join(hub, &late_client, here.id, guest(BEN), 3, &late)) {
        late.joined = true;
        late.status = HUB_FAILED;
    }
    settle();
    while (late.status == HUB_OK && linea_hub_more(hub, late_client))
        ;
}

static void check_joined(void)
{
    CHECK(late.joined && (late.status == HUB_OK || late.status == HUB_FAILED));
    CHECK(late.status != HUB_OK || late.cut || late.count == 2);
    if (late.status == HUB_OK)
        linea_hub_part(hub, late_client);
    clear(&late);
    CHECK_EQ(last_event(), 5);
}

TEST(memory_runs_out_while_somebody_connects)
{
    run_out(prepare_stored, act_join, check_joined);
}

static void prepare_over(void)
{
    play_to_the_end(&here);
    ask(here.b, "{\"id\":4,\"do\":\"again\"}");
    event_before = last_event();
}

static void act_again(void)
{
    ask(here.a, "{\"id\":9,\"do\":\"again\"}");
}

static void check_rematch(void)
{
    int fine = count(&here.ann, NULL, "{\"id\":9,\"ok\":true");
    CHECK(here.ann.cut ||
          fine + count(&here.ann, NULL, "{\"id\":9,\"error\":\"not-stored\"") == 1);
    now += 10000;
    linea_hub_tick(hub);
    settle();
    CHECK(here.ben.cut || count(&here.ben, NULL, "\"what\":\"next\"") == fine);
    CHECK(here.ann.cut || gathering() == fine);
    check_disk();
}

TEST(memory_runs_out_while_a_rematch_is_made)
{
    run_out(prepare_over, act_again, check_rematch);
}
