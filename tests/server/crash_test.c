/*
 * tests/server/crash_test.c - a store that is killed at any moment: what it has said to
 * be durable is there afterwards, and no log has a gap.
 *
 * A process that is killed shows that nothing is kept back in it. When the power fails,
 * what was not synced is lost, by sectors: the second test puts back what lay under
 * them (power_box.c). That a disk keeps its word to fsync() cannot be tested.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "power_box.h"
#include "store_box.h"

enum { GAMES = 8, ON_THEIR_WAY = 64 };

/* In a file, or where there is one in a PostgreSQL. */
static enum box_kind kind(void)
{
    return box_has(BOX_POSTGRES) ? BOX_POSTGRES : BOX_SQLITE;
}

/* The server that will be killed: appends without end, and writes to the pipe what is
 * durable. Games are pairs: an event of one and the same of the other are together. */
static void serve(int pipe)
{
    struct linea_store *store = box_open_again(kind(), NULL);
    int last[GAMES];
    if (!store)
        _exit(1);
    for (uint64_t game = 0; game < GAMES; game++) {
        if (linea_store_reset(store, &last[game], game) != LINEA_STORE_OK)
            _exit(1);
    }
    for (int waiting = 0, turn = 0;;) {
        for (; waiting < ON_THEIR_WAY; waiting += 2, turn++) {
            int game = turn % (GAMES / 2) * 2;
            last[game + 1] = ++last[game];
            if (box_append_pair(store, (uint64_t)game, (uint64_t)game + 1,
                                last[game]) != LINEA_STORE_OK)
                _exit(1);
        }
        struct linea_store_completion done[ON_THEIR_WAY];
        int count = linea_store_completed(store, done, ON_THEIR_WAY);
        for (int i = 0; i < count; i++) {
            if (done[i].result != LINEA_STORE_OK ||
                write(pipe, &done[i].ticket, sizeof done[i].ticket) < 0)
                _exit(1);
        }
        waiting -= count;
        if (!count)
            box_pause();
    }
}

/* Read one ticket; false at the end. */
static bool note_durable(int pipe, int durable[GAMES])
{
    uint64_t ticket;
    if (read(pipe, &ticket, sizeof ticket) != sizeof ticket)
        return false;
    int number = (int)(ticket & UINT32_MAX);
    CHECK_EQ(number, durable[ticket >> 32] + 1);
    durable[ticket >> 32] = number;
    return true;
}

/* Let a server work for a while and kill it. */
static void kill_a_server(int durable[GAMES])
{
    int ends[2], status;
    CHECK_EQ(pipe(ends), 0);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        close(ends[0]);
        serve(ends[1]);
    }
    close(ends[1]);
    bool alive = note_durable(ends[0], durable);
    double end = box_seconds() + (rand() % 60) / 1e3;
    while (alive && box_seconds() < end)
        alive = note_durable(ends[0], durable);
    kill(child, SIGKILL);
    while (note_durable(ends[0], durable))
        continue;
    close(ends[0]);
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* All that was durable is there, and of each pair both or none. */
static void check_all(int durable[GAMES], int round)
{
    box_wait(); /* what a killed server has sent may be written meanwhile */
    struct linea_store *store = box_open_again(kind(), NULL);
    assert_non_null(store);
    for (uint64_t game = 0; game < GAMES; game++) {
        int found = box_check_log(store, game);
        if (found < durable[game])
            fail_msg("round %d: %d events of game %d, %d were durable", round, found,
                     (int)game, durable[game]);
        durable[game] = found;
        if (game % 2)
            CHECK_EQ(found, durable[game - 1]);
    }
    linea_store_close(store);
}

static int total(const int durable[GAMES])
{
    int sum = 0;
    for (int game = 0; game < GAMES; game++)
        sum += durable[game];
    return sum;
}

/* Begin with an empty file when a log is long: reading it is not what takes time here.
 */
static int begin_again(int durable[GAMES])
{
    enum { LONG = 20000 };
    int sum = total(durable);
    if (sum < LONG)
        return 0;
    box_close(NULL, kind());
    box_make(kind());
    memset(durable, 0, GAMES * sizeof *durable);
    return sum;
}

TEST(STORE_keeps_its_word_when_it_is_killed)
{
    int durable[GAMES] = {0}, rounds = test_size(30, 10000), events = 0;
    srand(1);
    box_make(kind()); /* for child and parent */
    for (int round = 0; round < rounds; round++) {
        kill_a_server(durable);
        check_all(durable, round);
        events += begin_again(durable);
    }
    events += total(durable);
    printf("%d events, killed %d times\n", events, rounds);
    CHECK(events > rounds);
    box_close(NULL, kind());
}

TEST(STORE_keeps_its_word_when_the_power_fails)
{
    int durable[GAMES] = {0}, rounds = test_size(60, 10000), events = 0;
    long lost = 0, unsynced = 0;
    if (box_has(BOX_POSTGRES))
        skip(); /* its disk is its own */
    srand(2);
    box_path();
    CHECK(power_box_begin());
    for (int round = 0; round < rounds; round++) {
        int sectors;
        power_box_settle();
        kill_a_server(durable);
        lost += power_box_cut(&sectors, box_path());
        unsynced += sectors;
        check_all(durable, round);
        events += begin_again(durable);
    }
    events += total(durable);
    printf("%d events, %d power cuts: %ld sectors lost of %ld that were not synced\n",
           events, rounds, lost, unsynced);
    CHECK(events > rounds && lost > rounds && lost < unsynced);
    box_remove();
    power_box_end();
}
