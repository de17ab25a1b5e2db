/*
 * tests/server/crash_test.c - a store that is killed at any moment: what it has said to
 * be durable is there afterwards, and no log has a gap.
 *
 * It shows that nothing is kept back in the process; that the disk keeps its word when
 * the power fails is up to fsync() and cannot be tested so.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store_box.h"

enum { ROUNDS = 30, GAMES = 8, ON_THEIR_WAY = 64 };

/* The server that will be killed: appends without end, and writes to the pipe what is
 * durable. */
static void serve(int pipe)
{
    struct linea_store *store = box_open(NULL);
    int last[GAMES];
    if (!store)
        _exit(1);
    for (uint64_t game = 0; game < GAMES; game++) {
        if (linea_store_reset(store, &last[game], game) != LINEA_STORE_OK)
            _exit(1);
    }
    for (int waiting = 0, turn = 0;;) {
        for (; waiting < ON_THEIR_WAY; waiting++, turn++) {
            int game = turn % GAMES;
            if (box_append(store, (uint64_t)game, ++last[game], LINEA_STORE_RUNNING) !=
                LINEA_STORE_OK)
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

TEST(STORE_keeps_its_word_when_it_is_killed)
{
    int durable[GAMES] = {0}, total = 0;
    srand(1);
    box_path(); /* makes the folder, for child and parent */
    for (int round = 0; round < ROUNDS; round++) {
        kill_a_server(durable);
        struct linea_store *store = box_open(NULL);
        assert_non_null(store);
        for (uint64_t game = 0; game < GAMES; game++) {
            int found = box_check_log(store, game);
            if (found < durable[game])
                fail_msg("round %d: %d events of game %d, %d were durable", round,
                         found, (int)game, durable[game]);
            durable[game] = found;
        }
        linea_store_close(store);
    }
    for (int game = 0; game < GAMES; game++)
        total += durable[game];
    printf("%d events, killed %d times\n", total, ROUNDS);
    CHECK(total > ROUNDS);
    box_remove();
}
