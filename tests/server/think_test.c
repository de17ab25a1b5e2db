/*
 * tests/server/think_test.c - bots that think on threads: nothing can be learned from
 * when they answer, and the games of one address do not take their time from others.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include "bot.h"
#include "common/maps.h"
#include "common/nets.h"
#include "hub_internal.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;

static void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&mutex);
}

/* While it is shut, the thread does not begin to think of what it has taken. */
static bool shut;

static void set_gate(bool now_shut)
{
    pthread_mutex_lock(&mutex);
    shut = now_shut;
    pthread_cond_broadcast(&woken);
    pthread_mutex_unlock(&mutex);
}

static const struct linea_learned *find_learned(const struct linea_map *map,
                                                const struct linea_bot *bot)
{
    pthread_mutex_lock(&mutex);
    while (shut)
        pthread_cond_wait(&woken, &mutex);
    pthread_mutex_unlock(&mutex);
    return nets_get(map, bot, NULL, 0);
}

static struct hub_thinkers *open_thinkers(int think_ms)
{
    const struct hub_options options = {
        .wake = wake, .workers = 1, .think_ms = think_ms, .find_learned = find_learned};
    struct hub_thinkers *t = linea_think_open(&options);
    CHECK(t);
    return t;
}

static struct linea_game deal(const char *map)
{
    struct linea_game g;
    struct linea_seed seed;
    memset(&seed, 7, sizeof seed);
    linea_game_begin(&g, NULL, maps_get(map), 2, LINEA_NOBODY, &seed);
    return g;
}

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The game whose answer is due next. */
static uint64_t fetch(struct hub_thinkers *t)
{
    uint64_t game;
    uint32_t state;
    linea_move m;
    pthread_mutex_lock(&mutex);
    while (!linea_think_fetch(t, &game, &state, &m)) {
        struct timespec soon;
        clock_gettime(CLOCK_REALTIME, &soon);
        soon.tv_nsec += 1000000;
        soon.tv_sec += soon.tv_nsec / 1000000000;
        soon.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&woken, &mutex, &soon);
    }
    pthread_mutex_unlock(&mutex);
    return game;
}

TEST(no_bot_answers_before_a_time_that_does_not_depend_on_what_it_holds)
{
    enum { THINK = 100, BRIEF = 20 };
    struct hub_thinkers *t = open_thinkers(THINK);
    for (int i = 0; linea_bot_at(i); i++)
        for (int m = 0; maps_id(m); m++) {
            struct linea_game g = deal(maps_id(m));
            double began = seconds();
            CHECK(linea_think_ask(t, 1, 1, &g, linea_bot_at(i)->name, 0, 0));
            CHECK_EQ(fetch(t), 1);
            double least = linea_bot_at(i)->searches ? THINK : BRIEF;
            CHECK(seconds() - began >= (least - 1) / 1000);
        }
    linea_think_close(t);
}

/* However many wait: those of somebody with a thousand have their time, too. */
TEST(no_bot_answers_sooner_because_others_wait)
{
    enum { THINK = 1000, BRIEF = 20, MANY = 500, SOME = 20 };
    struct hub_thinkers *t = open_thinkers(THINK);
    struct linea_game g = deal("europe");
    set_gate(true);
    for (uint64_t game = 1; game <= MANY; game++)
        CHECK(linea_think_ask(t, game, 1, &g, "search", 1, 0));
    double began = seconds();
    set_gate(false);
    for (int i = 1; i <= SOME; i++) {
        fetch(t);
        CHECK(seconds() - began >= (double)(i * BRIEF - 1) / 1000);
    }
    linea_think_close(t);
}

/* A question has a place of its own in time: what comes after it does not show whether
   there was anything to think about. */
TEST(an_answer_does_not_come_sooner_because_the_one_before_it_was_easy)
{
    enum { THINK = 200 };
    struct hub_thinkers *t = open_thinkers(THINK);
    struct linea_game easy = deal("europe"), hard = deal("europe");
    static linea_move moves[LINEA_MOVES];
    uint32_t rng = 1;
    for (int n; (n = linea_game_moves(&easy, moves)) != 1;) {
        rng = rng * 1664525u + 1013904223u;
        linea_game_apply(&easy, NULL, moves[(rng >> 8) % (uint32_t)n]);
        CHECK(easy.phase != LINEA_OVER);
    }
    double began = seconds();
    CHECK(linea_think_ask(t, 1, 1, &easy, "expert", 1, 0));
    CHECK(linea_think_ask(t, 2, 1, &hard, "expert", 2, 0));
    CHECK_EQ(fetch(t), 1);
    CHECK_EQ(fetch(t), 2);
    CHECK(seconds() - began >= (double)(2 * THINK - 2) / 1000);
    linea_think_close(t);
}

/* Without turns the other address would have to wait for all. */
TEST(addresses_take_turns_with_the_time_for_bots)
{
    enum { MANY = 40, OTHER = 1000 };
    const uint64_t here = (uint64_t)1 << 32, there = (uint64_t)2 << 32;
    struct hub_thinkers *t = open_thinkers(200);
    struct linea_game g = deal("london");
    set_gate(true);
    for (uint64_t game = 1; game <= MANY; game++)
        CHECK(linea_think_ask(t, game, 1, &g, "search", here, 0));
    CHECK(linea_think_ask(t, OTHER, 1, &g, "search", there, 0));
    set_gate(false);
    int place = 1;
    while (fetch(t) != OTHER)
        place++;
    CHECK(place <= MANY / 2);
    linea_think_close(t);
}
