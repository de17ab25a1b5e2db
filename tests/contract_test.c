/*
 * tests/contract_test.c - a caller's mistake trips an assertion, where there are any.
 *
 * Each mistake is made in a child process, which must abort. A release build has no
 * assertions, and nothing to test here.
 *
 * SPDX-License-Identifier: MIT
 */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scene.h"
#include "test.h"

static void expect_abort(void (*mistake)(struct linea_game *))
{
#ifdef NDEBUG
    (void)mistake;
    skip();
#else
    struct linea_game g = game_on("test/square", 2);
    fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr))
            mistake(&g);
        _exit(0);
    }
    int status;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
#endif
}

/* Nobody has a card to claim with. */
static const linea_move unpaid = (linea_move)LINEA_CLAIM << 28;

static void apply_illegal(struct linea_game *g)
{
    linea_game_apply(g, NULL, unpaid);
}

static void apply_no_move(struct linea_game *g)
{
    linea_game_apply(g, NULL, 0xffffffff);
}

static void apply_when_over(struct linea_game *g)
{
    g->phase = LINEA_OVER;
    linea_game_apply(g, NULL, (linea_move)LINEA_PASS << 28);
}

static void apply_recorded_illegal(struct linea_game *g)
{
    struct linea_event event = {.move = unpaid};
    linea_game_apply_recorded(g, NULL, &event);
}

static void pick_past_the_last(struct linea_game *g)
{
    struct linea_choices choices;
    linea_game_choices(g, &choices);
    linea_choices_pick(&choices, choices.count);
}

static void look_below_a_deck(struct linea_game *g)
{
    linea_deck_ticket(g, 0, g->deck[0].count);
}

TEST(an_illegal_move_trips_an_assertion)
{
    expect_abort(apply_illegal);
}

TEST(a_number_that_is_no_move_trips_an_assertion)
{
    expect_abort(apply_no_move);
}

TEST(a_move_after_the_end_trips_an_assertion)
{
    expect_abort(apply_when_over);
}

TEST(an_illegal_move_of_a_record_trips_an_assertion)
{
    expect_abort(apply_recorded_illegal);
}

TEST(a_choice_past_the_last_trips_an_assertion)
{
    expect_abort(pick_past_the_last);
}

TEST(a_ticket_below_its_deck_trips_an_assertion)
{
    expect_abort(look_below_a_deck);
}
