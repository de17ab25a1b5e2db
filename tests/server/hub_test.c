/*
 * tests/server/hub_test.c - games, connections and the disk: what is told when, what
 * survives, and what happens when the disk fails.
 *
 * The network is played by a list of lines for each connection, the disk by the store
 * in memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot.h"
#include "common/maps.h"
#include "hub.h"
#include "linea/table.h"
#include "store_memory.h"

enum { ANN = 0xa11, BEN = 0xbe0, LINES = 4096 };

/* A connection: what was sent to it. */
struct wire {
    int count;
    char *line[LINES];
};

/* Who has this number, as the network would know it. */
static const struct hub_guest *guest(uint64_t player)
{
    static struct hub_guest guests[] = {{0}, {ANN, "Ann"}, {BEN, "Ben"}};
    return &guests[player == ANN ? 1 : player == BEN ? 2 : 0];
}

static struct linea_store *store;
static struct hub *hub;
static int64_t now;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int wakes;

static int64_t get_now(void)
{
    return now;
}

static void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&mutex);
    wakes++;
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&mutex);
}

static void send_line(void *connection, struct hub_line *line)
{
    struct wire *wire = connection;
    CHECK(wire->count < LINES);
    wire->line[wire->count++] = strdup(line->text);
}

static const struct linea_map *find_map(void *context, const char *id)
{
    (void)context;
    return maps_get(id);
}

static struct hub_options settings = {.now = get_now,
                                      .wake = wake,
                                      .room = 16,
                                      .workers = 2,
                                      .think_ms = 5,
                                      .most_games = 3,
                                      .find_map = find_map,
                                      .send = send_line};

static void open_hub(void)
{
    char error[256];
    settings.store = store;
    hub = linea_hub_open(&settings, error);
    CHECK(hub);
}

static void begin(void)
{
    struct linea_store_options options = {.wake = wake};
    now = 1000000;
    store = linea_store_open_memory(&options);
    CHECK(store);
    open_hub();
}

static void end(void)
{
    linea_hub_close(hub);
    linea_store_close(store);
}

/* Transactions so far, with nothing left to write. */
static uint64_t flush(void)
{
    struct linea_store_counters stored;
    linea_store_flush(store);
    linea_store_count(store, &stored);
    return stored.commits + stored.failed_commits;
}

/* Let everything that is under way come to rest. */
static void settle(void)
{
    struct hub_counters counted;
    uint64_t written;
    do {
        written = flush();
        pthread_mutex_lock(&mutex);
        wakes = 0;
        pthread_mutex_unlock(&mutex);
        linea_hub_poll(hub);
        linea_hub_count(hub, &counted);
        pthread_mutex_lock(&mutex);
        while (counted.bots_waiting && !wakes)
            pthread_cond_wait(&woken, &mutex);
        pthread_mutex_unlock(&mutex);
    } while (counted.bots_waiting || flush() != written);
}

static void clear(struct wire *wire)
{
    while (wire->count)
        free(wire->line[--wire->count]);
}

/* The last answer given to a function. */
static char answered[1 << 18];
static int answered_status, answers;

static void answer(void *context, enum hub_status status, const char *text,
                   size_t length)
{
    (void)context;
    CHECK(length < sizeof answered);
    memcpy(answered, text, length);
    answered[length] = 0;
    answered_status = (int)status;
    answers++;
}

/* Make a game; its number. */
static uint64_t make(const char *body)
{
    uint64_t id = 0;
    linea_hub_make(hub, ANN, body, strlen(body), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_OK);
    CHECK(strncmp(answered, "{\"game\":\"", 9) == 0);
    CHECK(linea_hub_id_read(&id, answered + 9, 16));
    return id;
}

static void ask(struct hub_client *client, const char *text)
{
    linea_hub_ask(hub, client, text, strlen(text));
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* How many lines of a wire have some part; the last of them in *found. */
static int count(const struct wire *wire, const char *part, const char **found)
{
    int n = 0;
    for (int i = 0; i < wire->count; i++)
        if (has(wire->line[i], part)) {
            n++;
            if (found)
                *found = wire->line[i];
        }
    return n;
}

static const char two_people[] = "{\"map\":\"london\",\"seats\":[\"human\",\"human\"],"
                                 "\"first\":0,\"listed\":true,\"clock\":60}";

/* A game with Ann and Ben connected and seated. */
struct sitting {
    uint64_t id;
    struct wire ann, ben;
    struct hub_client *a, *b;
};

static void sit_down(struct sitting *s)
{
    memset(s, 0, sizeof *s);
    s->id = make(two_people);
    s->a = linea_hub_join(hub, s->id, guest(ANN), 0, &s->ann);
    s->b = linea_hub_join(hub, s->id, guest(BEN), 0, &s->ben);
    ask(s->a, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    ask(s->b, "{\"id\":2,\"do\":\"sit\"}"); /* called as the guest is */
    settle();
}

static void stand_up(struct sitting *s)
{
    linea_hub_part(hub, s->a);
    linea_hub_part(hub, s->b);
    clear(&s->ann);
    clear(&s->ben);
}

/* Make the first of the moves that the line of an event or state offers. */
static bool move_by(struct hub_client *client, const struct wire *wire)
{
    const char *line = NULL;
    static char request[1024];
    if (!count(wire, "\"moves\":[\"", &line) && !line)
        return false;
    const char *number = strstr(line, "\"event\":") + 8;
    const char *first = strstr(line, "\"moves\":[\"") + 10;
    snprintf(request, sizeof request,
             "{\"id\":9,\"do\":\"move\",\"state\":%d,\"move\":\"%.*s\"}", atoi(number),
             (int)(strchr(first, '"') - first), first);
    ask(client, request);
    return true;
}

TEST(an_answer_comes_after_its_events_and_both_only_when_they_are_durable)
{
    begin();
    struct sitting s;
    sit_down(&s);
    clear(&s.ann);
    clear(&s.ben);
    struct hub_client *again = linea_hub_join(hub, s.id, guest(ANN), 0, &s.ann);
    CHECK(move_by(s.a, &s.ann));
    int before = s.ann.count;
    CHECK_EQ(count(&s.ben, "moved", NULL), 0);
    settle();
    CHECK_EQ(count(&s.ben, "\"what\":\"moved\"", NULL), 1);
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

TEST(a_game_that_could_not_be_stored_has_not_gone_on)
{
    begin();
    struct sitting s;
    sit_down(&s);
    const char *line;
    CHECK(count(&s.ann, "\"what\":\"began\"", &line));
    clear(&s.ben);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    CHECK(move_by(s.a, &s.ann));
    settle();
    CHECK_EQ(count(&s.ann, "\"error\":\"not-stored\"", NULL), 1);
    CHECK_EQ(s.ben.count, 0);
    CHECK(move_by(s.a, &s.ann)); /* the same again, when the disk is well */
    settle();
    CHECK_EQ(count(&s.ben, "\"what\":\"moved\"", NULL), 1);
    stand_up(&s);
    end();
}

TEST(a_bot_whose_move_could_not_be_stored_moves_again)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"bot:easy\"],\"first\":1}");
    struct wire ann = {0};
    struct hub_client *a = linea_hub_join(hub, id, guest(ANN), 0, &ann);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    linea_store_flush(store);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    settle();
    CHECK_EQ(count(&ann, "\"what\":\"moved\"", NULL), 0);
    now += 10000;
    linea_hub_tick(hub);
    settle();
    CHECK(count(&ann, "\"did\":{\"seat\":1", NULL) > 0);
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
    while (!count(&s.ann, "\"end\":{", NULL)) {
        bool ann = count(&s.ann, "\"moves\":[\"", NULL);
        linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
        CHECK(ann ? move_by(s.a, &s.ann) : move_by(s.b, &s.ben));
        settle();
        CHECK_EQ(count(ann ? &s.ann : &s.ben, "not-stored", NULL), 1);
        CHECK(ann ? move_by(s.a, &s.ann) : move_by(s.b, &s.ben));
        clear(&s.ann);
        clear(&s.ben);
        settle();
    }
    linea_hub_lobby(hub, "running", 0, answer, NULL);
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
    struct hub_client *a = linea_hub_join(hub, id, guest(ANN), 0, &ann);
    struct hub_client *b = linea_hub_join(hub, id, guest(BEN), 0, &ben);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    ask(a, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    CHECK_EQ(count(&ann, "not-stored", NULL), 1);
    ask(b, "{\"id\":1,\"do\":\"sit\"}");
    settle();
    CHECK_EQ(count(&ben, "\"moves\":[", NULL), 1);
    CHECK_EQ(count(&ann, "\"what\":\"began\"", NULL), 1);
    CHECK_EQ(count(&ann, "\"moves\":[", NULL), 0);
    linea_hub_part(hub, a);
    linea_hub_part(hub, b);
    clear(&ann);
    clear(&ben);
    end();
}

/* One event is durable and one has failed before the hub hears of either; then comes
   what the store does not take, and what it would. */
TEST(what_was_told_to_be_stored_is_and_nothing_else)
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
    CHECK_EQ(count(&s.ben, "\"id\":11,\"ok\":true", NULL), 1);
    CHECK_EQ(count(&s.ann, "\"text\":\"one\"", NULL), 1);
    int told = count(&s.ann, "\"what\":\"said\"", NULL);
    int fine = 0;
    for (int id = 11; id < 15; id++) {
        char answer_text[32];
        snprintf(answer_text, sizeof answer_text, "\"id\":%d,\"ok\":true", id);
        fine += count(&s.ben, answer_text, NULL);
    }
    CHECK_EQ(told, fine);
    CHECK_EQ(count(&s.ben, "not-stored", NULL), 4 - fine);
    linea_hub_show(hub, s.id, BEN, answer, NULL);
    char shown[32];
    snprintf(shown, sizeof shown, "\"table\":{\"event\":%d,", 4 + told);
    CHECK(has(answered, shown));
    ask(s.b, "{\"id\":15,\"do\":\"say\",\"text\":\"five\"}");
    settle();
    CHECK_EQ(count(&s.ann, "\"text\":\"five\"", NULL), 1);
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
    linea_hub_show(hub, s.id, BEN, answer, NULL);
    settle();
    char *before = strdup(answered);
    stand_up(&s);
    linea_hub_close(hub);
    open_hub();
    linea_hub_show(hub, s.id, BEN, answer, NULL);
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
    struct hub_client *client = linea_hub_join(hub, id, guest(ANN), 0, &ann);
    ask(client, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    settle();
    linea_hub_show(hub, id, ANN, answer, NULL);
    char *before = strdup(answered);
    CHECK_EQ(games_after(48), 1); /* somebody is there */
    linea_hub_part(hub, client);
    clear(&ann);
    CHECK_EQ(games_after(23), 1);
    CHECK_EQ(games_after(2), 0);
    linea_hub_show(hub, id, ANN, answer, NULL);
    CHECK_TEXT(answered, before);
    CHECK_EQ(games_after(1), 1);
    free(before);
    end();
}

TEST(a_game_with_a_clock_stays_until_it_is_over)
{
    begin();
    struct sitting s;
    sit_down(&s);
    stand_up(&s);
    for (int hour = 0; hour < 23; hour++) /* Bots take over, and play to the end. */
        CHECK_EQ(games_after(1), hour < 2);
    end();
}

TEST(who_comes_back_is_told_what_was_missed_or_everything)
{
    begin();
    struct sitting s;
    sit_down(&s);
    struct wire wire = {0};
    struct hub_client *back = linea_hub_join(hub, s.id, guest(BEN), 2, &wire);
    CHECK_EQ(wire.count, 2);
    CHECK(has(wire.line[0], "{\"event\":3,"));
    CHECK(has(wire.line[1], "{\"event\":4,"));
    linea_hub_part(hub, back);
    clear(&wire);
    back = linea_hub_join(hub, s.id, guest(BEN), 0, &wire);
    CHECK_EQ(wire.count, 1);
    CHECK(has(wire.line[0], "{\"table\":{\"event\":4,"));
    linea_hub_part(hub, back);
    clear(&wire);
    CHECK(!linea_hub_join(hub, 12345, guest(BEN), 0, &wire));
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
    struct hub_client *client = linea_hub_join(hub, id, guest(ANN), 0, &wire);
    linea_hub_record(hub, id, answer, NULL);
    CHECK_EQ(answered_status, HUB_FORBIDDEN);
    ask(client, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    settle();
    for (int step = 0; step < 400 && !count(&wire, "\"end\":{", NULL); step++) {
        if (wire.count > 8) { /* keep the last one with moves only */
            const char *line = NULL;
            count(&wire, "\"moves\":[\"", &line);
            char *kept = line ? strdup(line) : NULL;
            clear(&wire);
            if (kept)
                wire.line[wire.count++] = kept;
        }
        move_by(client, &wire);
        settle();
    }
    CHECK(count(&wire, "\"end\":{", NULL));
    linea_hub_record(hub, id, answer, NULL);
    CHECK_EQ(answered_status, HUB_OK);
    linea_replay_init(&replay, find_map, NULL);
    for (char *at = answered; *at;) {
        char *newline = strchr(at, '\n');
        CHECK(linea_replay_line(&replay, &json, &error, at, (size_t)(newline - at)));
        at = newline + 1;
    }
    CHECK(replay.over);
    ask(client, "{\"id\":3,\"do\":\"again\"}");
    settle();
    const char *next = NULL;
    CHECK_EQ(count(&wire, "\"what\":\"next\"", &next), 1);
    CHECK(linea_hub_id_read(&id, strstr(next, "\"game\":\"") + 8, 16));
    linea_hub_show(hub, id, ANN, answer, NULL);
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
    make(two_people);
    linea_hub_lobby(hub, "gathering", 0, answer, NULL);
    CHECK(has(answered, "\"stage\":\"gathering\"") && !has(answered, "running"));
    linea_hub_lobby(hub, "running", 0, answer, NULL);
    CHECK(has(answered, "\"name\":\"Ben\""));
    linea_hub_mine(hub, BEN, 0, answer, NULL);
    CHECK(has(answered, "\"stage\":\"running\"") && !has(answered, "gathering"));
    linea_hub_mine(hub, 0, 0, answer, NULL);
    CHECK_EQ(answered_status, HUB_FORBIDDEN);
    linea_hub_make(hub, ANN, two_people, strlen(two_people), answer, NULL);
    settle();
    CHECK_EQ(answered_status, HUB_TOO_MANY);
    linea_hub_make(hub, BEN, "{}", 2, answer, NULL);
    CHECK_EQ(answered_status, HUB_BAD);
    stand_up(&s);
    end();
}

/* A name of 63 bytes, each of which is written as two. */
TEST(lists_have_room_for_the_longest_names)
{
    begin();
    uint64_t id = make("{\"map\":\"europe\",\"seats\":[\"human\",\"human\",\"human\","
                       "\"human\",\"human\"],\"listed\":true}");
    struct hub_guest who = {0};
    memset(who.name, '"', sizeof who.name - 1);
    for (who.player = 1; who.player <= 5; who.player++) {
        linea_hub_request(hub, id, &who, "{\"id\":1,\"do\":\"sit\"}", 19, answer, NULL);
    }
    settle();
    linea_hub_lobby(hub, "running", 0, answer, NULL);
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
    linea_hub_show(hub, s.id, ANN, answer, NULL);
    linea_hub_count(hub, &after);
    CHECK_EQ(after.refused, before.refused);
    ask(s.b, "{\"id\":3,\"do\":\"sit\"}");
    linea_hub_count(hub, &after);
    CHECK_EQ(after.refused, before.refused + 1);
    stand_up(&s);
    end();
}

TEST(who_watches_a_delayed_game_is_told_later)
{
    begin();
    uint64_t id =
        make("{\"map\":\"london\",\"seats\":[\"human\",\"human\"],\"first\":0,"
             "\"delay\":30}");
    struct wire ann = {0}, eve = {0}, late = {0};
    struct hub_client *a = linea_hub_join(hub, id, guest(ANN), 0, &ann);
    struct hub_client *b = linea_hub_join(hub, id, guest(BEN), 0, &ann);
    struct hub_client *e = linea_hub_join(hub, id, guest(0), 0, &eve);
    CHECK(has(eve.line[0], "\"stage\":\"gathering\"")); /* nothing to hide yet */
    ask(a, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}");
    settle();
    CHECK_EQ(count(&eve, "\"what\":\"sat\"", NULL), 1);
    ask(b, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}");
    settle();
    CHECK(count(&ann, "\"what\":\"began\"", NULL));
    CHECK(move_by(a, &ann));
    settle();
    linea_hub_tick(hub);
    CHECK_EQ(count(&eve, "\"what\":\"began\"", NULL), 0);
    /* There is no way around it: not by asking, not by coming late, not by a restart.
     */
    for (int restart = 0; restart < 2; restart++) {
        linea_hub_show(hub, id, 0, answer, NULL);
        CHECK(has(answered, "\"event\":3,") &&
              has(answered, "\"stage\":\"gathering\""));
        struct hub_client *l = linea_hub_join(hub, id, guest(0), 1, &late);
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
        e = linea_hub_join(hub, id, guest(0), 0, &eve);
        clear(&eve);
    }
    now += 31000;
    linea_hub_tick(hub);
    CHECK_EQ(count(&eve, "\"what\":\"began\"", NULL), 1);
    CHECK_EQ(count(&eve, "\"what\":\"moved\"", NULL), 1);
    linea_hub_show(hub, id, 0, answer, NULL);
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
    linea_hub_tick(hub);
    settle();
    linea_hub_count(hub, &counted);
    CHECK_EQ(counted.games, 1);
    CHECK_EQ(counted.unread, 0);
    CHECK(counted.bot_moves > 0); /* a bot goes on for who ran out of time */
    end();
}

static int unreadable;

static void hear_unreadable(uint64_t game)
{
    CHECK_EQ(game, 77);
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
        .game = 77, .number = 1, .length = 2, .text = "{}", .row = &row};
    CHECK_EQ(linea_store_append(store, &event), LINEA_STORE_OK);
    linea_store_flush(store);
    settings.unreadable = hear_unreadable;
    open_hub();
    linea_hub_tick(hub);
    CHECK_EQ(unreadable, 1);
    settings.unreadable = NULL;
    linea_hub_show(hub, 77, ANN, answer, NULL);
    CHECK_EQ(answered_status, HUB_MISSING);
    linea_hub_show(hub, s.id, ANN, answer, NULL);
    CHECK_EQ(answered_status, HUB_OK);
    end();
}

TEST(who_runs_out_of_time_is_replaced_by_a_bot_that_moves)
{
    begin();
    struct sitting s;
    sit_down(&s);
    now += 61000;
    linea_hub_tick(hub);
    settle();
    CHECK_EQ(count(&s.ben, "\"what\":\"timed-out\",\"you\":1,\"seat\":0", NULL), 1);
    CHECK(count(&s.ben, "\"did\":{\"seat\":0", NULL) >= 1);
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

TEST(nobody_is_told_an_event_twice)
{
    begin();
    struct sitting s;
    sit_down(&s);
    CHECK(move_by(s.a, &s.ann));
    linea_store_flush(store); /* durable, but the hub has not heard of it */
    for (uint32_t seen = 0; seen < 5; seen += 4) {
        struct wire wire = {0};
        struct hub_client *client = linea_hub_join(hub, s.id, guest(BEN), seen, &wire);
        CHECK_EQ(wire.count, 1);
        CHECK(has(wire.line[0], "\"event\":5,"));
        if (seen)
            settle();
        CHECK_EQ(wire.count, 1);
        linea_hub_part(hub, client);
        clear(&wire);
    }
    CHECK_EQ(count(&s.ben, "{\"event\":5,", NULL), 1);
    stand_up(&s);
    end();
}

TEST(a_follower_is_told_of_all_games_of_a_player)
{
    begin();
    struct wire ann = {0}, ben = {0}, late = {0};
    struct hub_follower *fa = linea_hub_follow(hub, ANN, &ann);
    struct hub_follower *fb = linea_hub_follow(hub, BEN, &ben);
    struct sitting s, other;
    sit_down(&s);
    sit_down(&other);
    CHECK_EQ(count(&ann, "\"what\":\"began\",\"table\":{\"map\":\"london\"", NULL), 2);
    CHECK_EQ(count(&ben, "\"what\":\"began\"", NULL), 2);
    CHECK_EQ(count(&ann, "\"what\":\"turn\",\"state\":4}", NULL), 2);
    CHECK_EQ(ben.count, 2);
    /* Only when it is durable. */
    CHECK(move_by(s.a, &s.ann));
    CHECK_EQ(ben.count, 2);
    settle();
    CHECK_EQ(count(&ben, "\"what\":\"turn\",\"state\":5}", NULL), 1);
    CHECK_EQ(ann.count, 4);
    /* Who comes later is told how things stand. */
    struct hub_follower *fl = linea_hub_follow(hub, BEN, &late);
    CHECK_EQ(count(&late, "\"what\":\"began\"", NULL), 2);
    CHECK_EQ(count(&late, "\"what\":\"turn\"", NULL), 1);
    linea_hub_unfollow(hub, fb);
    ask(s.b, "{\"id\":3,\"do\":\"resign\"}");
    ask(s.a, "{\"id\":3,\"do\":\"resign\"}");
    settle(); /* two bots play it to its end */
    CHECK_EQ(count(&ann, "\"what\":\"over\",\"end\":{\"scores\":[", NULL), 1);
    CHECK_EQ(count(&late, "\"what\":\"over\"", NULL), 1);
    CHECK_EQ(count(&ben, "\"what\":\"over\"", NULL), 0);
    linea_hub_unfollow(hub, fa);
    linea_hub_unfollow(hub, fl);
    stand_up(&s);
    stand_up(&other);
    clear(&ann);
    clear(&ben);
    clear(&late);
    end();
}
