/*
 * tests/server/store_test.c - the store: order, group commit, reading, failures, the
 * index. What both kinds of store promise is tested with both. store_file_test.c has
 * what only a file can do, crash_test.c kills the writer.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_box.h"
#include "store_memory.h"

/* Lets the writing thread through the wake function on request, so that a test
 * decides which events share a transaction. */
struct gate {
    pthread_mutex_t lock;
    pthread_cond_t change;
    bool open;
    int passes;
    int calls; /* how often the store has called */
};

static void wait_at_gate(void *context)
{
    struct gate *gate = context;
    pthread_mutex_lock(&gate->lock);
    gate->calls++;
    while (!gate->open && gate->passes == 0)
        pthread_cond_wait(&gate->change, &gate->lock);
    if (!gate->open)
        gate->passes--;
    pthread_mutex_unlock(&gate->lock);
}

static void let_pass(struct gate *gate, bool open)
{
    pthread_mutex_lock(&gate->lock);
    gate->open = open;
    gate->passes = 1;
    pthread_cond_broadcast(&gate->change);
    pthread_mutex_unlock(&gate->lock);
}

static struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false,
                           0, 0};
static const struct linea_store_options gated = {.wake = wait_at_gate,
                                                 .context = &gate};

static void reset_gate(void)
{
    gate.open = false;
    gate.passes = 0;
    gate.calls = 0;
}

static struct linea_store *open_kind(enum box_kind kind,
                                     const struct linea_store_options *options)
{
    reset_gate();
    struct linea_store *store = box_open_kind(kind, options);
    assert_non_null(store);
    return store;
}

static struct linea_store *open_again(enum box_kind kind,
                                      const struct linea_store_options *options)
{
    reset_gate();
    struct linea_store *store = box_open_again(kind, options);
    assert_non_null(store);
    return store;
}

/* The next completion must be of this event and have this result. */
static void expect(struct linea_store *store, uint64_t game, int number,
                   enum linea_store_result result)
{
    struct linea_store_completion completion;
    CHECK_EQ(linea_store_completed(store, &completion, 1), 1);
    CHECK_EQ(completion.ticket, box_ticket(game, number));
    CHECK_TEXT(linea_store_result_name(completion.result),
               linea_store_result_name(result));
}

static void expect_none(struct linea_store *store)
{
    struct linea_store_completion completion;
    CHECK_EQ(linea_store_completed(store, &completion, 1), 0);
}

static void expect_queued(struct linea_store *store, uint64_t game, int number)
{
    CHECK_EQ(box_append(store, game, number, LINEA_STORE_RUNNING), LINEA_STORE_OK);
}

TEST(STORE_keeps_the_events_of_each_game_in_order)
{
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        for (int number = 1; number <= 50; number++) {
            for (uint64_t game = 1; game <= 3; game++)
                expect_queued(store, game, number);
        }
        linea_store_flush(store);
        for (int number = 1; number <= 50; number++) {
            for (uint64_t game = 1; game <= 3; game++)
                expect(store, game, number, LINEA_STORE_OK);
        }
        expect_none(store);
        for (uint64_t game = 1; game <= 3; game++)
            CHECK_EQ(box_check_log(store, game), 50);
        CHECK_EQ(box_check_log(store, 4), 0);
        box_close(store, kind);
    }
}

TEST(STORE_refuses_gaps_repetitions_and_what_is_too_long)
{
    static const char text[LINEA_STORE_EVENT + 1];
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        struct linea_store_row row = {.status = LINEA_STORE_OPEN};
        struct linea_store_event event = {.game = 7, .number = 1, .text = "a"};
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_MISUSE); /* no row */
        event.row = &row;
        row.player_count = LINEA_STORE_PLAYERS + 1;
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_MISUSE);
        row.player_count = 0;
        row.summary_length = LINEA_STORE_SUMMARY + 1;
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_MISUSE);
        row.summary_length = 1; /* of a 0 */
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_MISUSE);
        row.summary_length = 0;

        CHECK_EQ(box_append(store, 7, 2, LINEA_STORE_OPEN), LINEA_STORE_MISUSE);
        CHECK_EQ(box_append(store, 7, 0, LINEA_STORE_OPEN), LINEA_STORE_MISUSE);
        expect_queued(store, 7, 1);
        CHECK_EQ(box_append(store, 7, 1, LINEA_STORE_OPEN), LINEA_STORE_MISUSE);
        CHECK_EQ(box_append(store, 7, 3, LINEA_STORE_OPEN), LINEA_STORE_MISUSE);
        event = (struct linea_store_event){
            .game = 7, .number = 2, .text = text, .length = sizeof text};
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_MISUSE);
        expect_queued(store, 7, 2);
        linea_store_flush(store);
        expect(store, 7, 1, LINEA_STORE_OK);
        expect(store, 7, 2, LINEA_STORE_OK);
        expect_none(store);
        box_close(store, kind);
    }
}

/* What an asked reading has found. */
struct asked {
    struct linea_store_reading reading;
    struct box_scan scan;
    int events, rows;
    int done; /* its place among all that was done, or 0 */
};

static bool note_event(void *context, const struct linea_store_event *event)
{
    struct asked *asked = context;
    asked->events++;
    return asked->scan.most == 0 || event->number < asked->scan.most;
}

static bool note_one_row(void *context, const struct linea_store_row *row)
{
    struct asked *asked = context;
    asked->rows += row->game > 0;
    return true;
}

static void note_done(struct linea_store_reading *reading)
{
    static int place;
    ((struct asked *)reading->context)->done = ++place;
}

static void ask_log(struct linea_store *store, struct asked *asked, uint64_t game,
                    int after)
{
    asked->reading = (struct linea_store_reading){.event = note_event,
                                                  .game = game,
                                                  .after = after,
                                                  .resume = after == 0,
                                                  .context = asked,
                                                  .share = game,
                                                  .done = note_done};
    linea_store_ask(store, &asked->reading);
}

TEST(STORE_answers_what_it_is_asked_on_the_thread_that_fetches)
{
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        struct asked log = {0}, tail = {0}, cut = {.scan = {.most = 3}}, rows = {0};
        for (int number = 1; number <= 50; number++)
            expect_queued(store, 1, number);
        linea_store_flush(store);
        ask_log(store, &log, 1, 0);
        ask_log(store, &tail, 1, 33);
        ask_log(store, &cut, 1, 0);
        rows.reading = (struct linea_store_reading){
            .row = note_one_row,
            .query = {.status = LINEA_STORE_RUNNING, .limit = 5},
            .context = &rows,
            .done = note_done};
        linea_store_ask(store, &rows.reading);
        linea_store_flush(store);
        CHECK(!log.done && !rows.done);
        CHECK_EQ(linea_store_answer(store), 4);
        CHECK(log.done && tail.done && cut.done && rows.done);
        CHECK_EQ(log.events, 50);
        CHECK_EQ(log.reading.last, 50);
        CHECK_EQ(tail.events, 17);
        CHECK_EQ(cut.events, 3);
        CHECK(cut.reading.cut && !log.reading.cut);
        CHECK_EQ(rows.rows, 1);
        ask_log(store, &log, 2, 0); /* there is no such game */
        linea_store_flush(store);
        CHECK_EQ(linea_store_answer(store), 1);
        CHECK_EQ(log.reading.last, 0);
        CHECK_EQ(log.reading.result, LINEA_STORE_OK);
        CHECK_EQ(linea_store_answer(store), 0);
        box_close(store, kind);
    }
}

/* One asks for many logs, then another for one. */
TEST(STORE_lets_those_who_ask_take_turns)
{
    enum { MANY = 200 };
    static struct asked many[MANY], other;
    struct linea_store *store = open_kind(BOX_SQLITE, NULL);
    for (int number = 1; number <= 1000; number++)
        expect_queued(store, 1, number);
    linea_store_flush(store);
    for (int i = 0; i < MANY; i++)
        ask_log(store, &many[i], 1, 0);
    ask_log(store, &other, 2, 0);
    linea_store_flush(store);
    linea_store_answer(store);
    CHECK(other.done && other.done < many[MANY / 2].done);
    CHECK(many[MANY / 2].done < many[MANY - 1].done);
    linea_store_close(store);
    box_remove();
}

TEST(STORE_reads_no_more_when_what_was_asked_is_dropped)
{
    enum { MANY = 500 };
    static struct asked many[MANY];
    struct linea_store *store = open_kind(BOX_SQLITE, NULL);
    for (int number = 1; number <= 1000; number++)
        expect_queued(store, 1, number);
    linea_store_flush(store);
    for (int i = 0; i < MANY; i++)
        ask_log(store, &many[i], 1, 0);
    linea_store_drop_readings(store);
    linea_store_flush(store);
    CHECK_EQ(linea_store_answer(store), MANY); /* each is answered */
    CHECK_EQ(many[MANY - 1].reading.result, LINEA_STORE_AWAY);
    CHECK_EQ(many[MANY - 1].events, 0);
    many[0] = (struct asked){0};
    ask_log(store, &many[0], 1, 0); /* others may be asked for */
    linea_store_flush(store);
    linea_store_answer(store);
    CHECK_EQ(many[0].events, 1000);
    linea_store_close(store);
    box_remove();
}

/* Each of them: a thousand others have nothing to do with it. */
TEST(STORE_lets_everybody_have_a_turn_of_their_own)
{
    enum { MANY = 100, OTHERS = 1000 };
    struct turns turns = {0};
    static struct turn many[MANY], other[OTHERS];
    for (int i = 0; i < MANY; i++)
        linea_turns_push(&turns, &many[i], 7);
    for (int i = 0; i < OTHERS; i++)
        linea_turns_push(&turns, &other[i], 1000 + (uint64_t)i);
    CHECK_EQ(turns.shares, 1 + OTHERS);
    CHECK(linea_turns_pop(&turns) == &many[0]);
    CHECK_EQ(many[0].count, MANY - 1);
    for (int i = 0; i < OTHERS; i++)
        CHECK(linea_turns_pop(&turns) == &other[i]);
    for (int i = 1; i < MANY; i++) { /* in the order in which they came */
        CHECK(linea_turns_pop(&turns) == &many[i]);
        CHECK_EQ(many[i].count, MANY - 1 - i);
    }
    CHECK(!linea_turns_pop(&turns));
    linea_turns_push(&turns, &many[0], 7);
    CHECK(linea_turns_pop(&turns) == &many[0]);
    CHECK(!linea_turns_pop(&turns) && turns.shares == 0);
}

TEST(STORE_reads_any_end_of_a_log)
{
    enum { EVENTS = 100 };
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        for (int number = 1; number <= EVENTS; number++)
            expect_queued(store, 1, number);
        linea_store_flush(store);
        for (int after = 0; after <= EVENTS + 1; after++) {
            struct asked asked = {0};
            ask_log(store, &asked, 1, after);
            linea_store_flush(store);
            linea_store_answer(store);
            CHECK_EQ(asked.events, after < EVENTS ? EVENTS - after : 0);
            CHECK_EQ(asked.reading.last, after < EVENTS ? EVENTS : after);
        }
        box_close(store, kind);
    }
}

/* A store whose writer waits at the gate, and which does not know that there is game 1.
 */
static struct linea_store *open_with_a_game(enum box_kind kind)
{
    struct linea_store *store = open_kind(kind, kind == BOX_MEMORY ? &gated : NULL);
    if (kind == BOX_MEMORY) {
        linea_store_memory_append(store, 1, "theirs");
    } else {
        expect_queued(store, 1, 1);
        linea_store_close(store);
        store = open_again(kind, &gated);
    }
    expect_queued(store, 9, 1);
    linea_store_flush(store);
    expect(store, 9, 1, LINEA_STORE_OK);
    return store;
}

TEST(STORE_refuses_a_second_beginning_and_what_came_with_it)
{
    EACH(kind)
    {
        struct linea_store *store = open_with_a_game(kind);
        struct linea_store_row row = {.status = LINEA_STORE_OPEN};
        struct linea_store_event both[] = {
            {.game = 2, .number = 1, .length = 1, .text = "a", .row = &row},
            {.game = 1, .number = 1, .length = 1, .text = "b", .row = &row}};
        int last;
        CHECK_EQ(linea_store_append(store, both, 2), LINEA_STORE_OK);
        expect_queued(store, 2, 2);
        expect_queued(store, 3, 1); /* it has nothing to do with these */
        let_pass(&gate, true);
        linea_store_flush(store);
        for (int i = 0; i < 3; i++) { /* also what came behind it */
            struct linea_store_completion done;
            CHECK_EQ(linea_store_completed(store, &done, 1), 1);
            CHECK_EQ(done.result, LINEA_STORE_BEHIND);
        }
        expect(store, 3, 1, LINEA_STORE_OK);
        CHECK_EQ(linea_store_reset(store, &last, 2), LINEA_STORE_OK);
        CHECK_EQ(last, 0);
        CHECK_EQ(linea_store_reset(store, &last, 1), LINEA_STORE_OK);
        CHECK_EQ(last, 1);
        expect_queued(store, 1, 2);
        linea_store_flush(store);
        expect(store, 1, 2, LINEA_STORE_OK);
        box_close(store, kind);
    }
}

TEST(STORE_is_behind_when_another_node_has_appended)
{
    struct linea_store *store = open_kind(BOX_MEMORY, NULL);
    struct asked asked = {0};
    expect_queued(store, 1, 1);
    expect_queued(store, 2, 1);
    linea_store_flush(store);
    expect(store, 1, 1, LINEA_STORE_OK);
    expect(store, 2, 1, LINEA_STORE_OK);
    linea_store_memory_append(store, 1, "theirs");
    expect_queued(store, 1, 2);
    expect_queued(store, 2, 2);
    linea_store_flush(store);
    expect(store, 1, 2, LINEA_STORE_BEHIND);
    expect(store, 2, 2, LINEA_STORE_OK);
    CHECK_EQ(box_append(store, 1, 3, LINEA_STORE_OPEN), LINEA_STORE_STUCK);
    ask_log(store, &asked, 1, 0); /* which resumes it */
    linea_store_flush(store);
    linea_store_answer(store);
    CHECK_EQ(asked.reading.last, 2);
    expect_queued(store, 1, 3);
    linea_store_flush(store);
    expect(store, 1, 3, LINEA_STORE_OK);
    linea_store_close(store);
}

TEST(STORE_that_is_away_has_written_nothing_and_comes_back)
{
    struct linea_store *store = open_kind(BOX_MEMORY, NULL);
    int last;
    linea_store_memory_fail(store, 1, LINEA_STORE_AWAY);
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    expect(store, 1, 1, LINEA_STORE_AWAY);
    CHECK_EQ(linea_store_reset(store, &last, 1), LINEA_STORE_OK);
    CHECK_EQ(last, 0);
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    expect(store, 1, 1, LINEA_STORE_OK);
    linea_store_close(store);
}

TEST(STORE_writes_all_that_waits_in_one_transaction)
{
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, &gated);
        struct linea_store_counters counters;
        expect_queued(store, 1, 1);
        linea_store_flush(store); /* and the writer is held at the gate */
        for (int number = 2; number <= 1000; number++)
            expect_queued(store, 1, number);
        linea_store_count(store, &counters);
        CHECK_EQ(counters.commits, 1);
        CHECK_EQ(counters.queued, 999);
        let_pass(&gate, true);
        linea_store_flush(store);
        linea_store_count(store, &counters);
        CHECK_EQ(counters.commits, 2);
        CHECK_EQ(counters.events, 1000);
        CHECK_EQ(counters.queued, 0);
        CHECK_EQ(counters.failed_commits, 0);
        uint64_t timed = 0;
        for (int i = 0; i <= LINEA_STORE_TIMES; i++)
            timed += counters.commit_times[i];
        CHECK_EQ(timed, counters.commits + counters.failed_commits);
        CHECK(counters.commit_seconds > 0);
        CHECK_TEXT(counters.failure, "");
        box_close(store, kind);
        /* Where there are nodes, they are news as well. */
        CHECK(gate.calls == 2 || kind == BOX_POSTGRES);
    }
}

TEST(STORE_goes_on_with_a_game_after_it_was_over)
{
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        expect_queued(store, 1, 1);
        CHECK_EQ(box_append(store, 1, 2, LINEA_STORE_OVER), LINEA_STORE_OK);
        linea_store_flush(store);
        CHECK_EQ(box_append(store, 1, 2, LINEA_STORE_OVER), LINEA_STORE_MISUSE);
        CHECK_EQ(box_append(store, 1, 3, LINEA_STORE_OVER), LINEA_STORE_OK);
        linea_store_flush(store);
        CHECK_EQ(box_check_log(store, 1), 3);
        box_close(store, kind);
    }
}

TEST(STORE_keeps_nothing_of_a_failed_transaction)
{
    struct linea_store *store = open_kind(BOX_MEMORY, &gated);
    struct linea_store_counters counters;
    int last;
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    expect_queued(store, 1, 2);
    expect_queued(store, 2, 1);
    expect_queued(store, 1, 3);
    let_pass(&gate, true);
    linea_store_flush(store);
    expect(store, 1, 1, LINEA_STORE_OK);
    expect(store, 1, 2, LINEA_STORE_FULL);
    expect(store, 2, 1, LINEA_STORE_FULL);
    expect(store, 1, 3, LINEA_STORE_FULL);
    CHECK_EQ(box_check_log(store, 1), 1);
    CHECK_EQ(box_check_log(store, 2), 0);
    linea_store_count(store, &counters);
    CHECK_EQ(counters.failed_commits, 1);
    CHECK_TEXT(counters.failure, "memory: disk full");

    /* Both games wait for a reset; others do not. */
    CHECK_EQ(box_append(store, 1, 4, LINEA_STORE_OPEN), LINEA_STORE_STUCK);
    CHECK_EQ(box_append(store, 1, 2, LINEA_STORE_OPEN), LINEA_STORE_STUCK);
    CHECK_EQ(box_append(store, 2, 1, LINEA_STORE_OPEN), LINEA_STORE_STUCK);
    expect_queued(store, 3, 1);
    CHECK_EQ(linea_store_reset(store, &last, 1), LINEA_STORE_OK);
    CHECK_EQ(last, 1);
    CHECK_EQ(linea_store_reset(store, &last, 2), LINEA_STORE_OK);
    CHECK_EQ(last, 0);
    CHECK_EQ(box_append(store, 1, 3, LINEA_STORE_OPEN), LINEA_STORE_MISUSE);
    expect_queued(store, 1, 2);
    expect_queued(store, 2, 1);
    linea_store_flush(store);
    CHECK_EQ(box_check_log(store, 1), 2);
    CHECK_EQ(box_check_log(store, 2), 1);
    CHECK_EQ(box_check_log(store, 3), 1);
    linea_store_close(store);
}

/* The transaction would be full after the first of them. */
TEST(STORE_keeps_events_together_that_were_appended_together)
{
    enum { FULL = 4096 };
    struct linea_store *store = open_kind(BOX_MEMORY, &gated);
    struct linea_store_counters counters;
    struct linea_store_row row = {.status = LINEA_STORE_OPEN};
    struct linea_store_event events[] = {
        {.game = 3, .number = 1, .length = 1, .text = "a", .row = &row},
        {.game = 3, .number = 2, .length = 1, .text = "b"},
        {.game = 3, .number = 4, .length = 1, .text = "d"}};
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    for (int number = 1; number < FULL; number++)
        expect_queued(store, 2, number);
    CHECK_EQ(linea_store_append(store, events, 3), LINEA_STORE_MISUSE); /* a gap */
    CHECK_EQ(linea_store_append(store, events, 2), LINEA_STORE_OK);
    let_pass(&gate, true);
    linea_store_flush(store);
    linea_store_count(store, &counters);
    CHECK_EQ(counters.commits, 2);
    CHECK_EQ(counters.events, 1 + FULL - 1 + 2);
    linea_store_close(store);
}

/* More events than one transaction takes: the rest is still queued when it fails, and
 * must not be written even though the game has been reset meanwhile. */
TEST(STORE_never_writes_what_was_queued_behind_a_failure)
{
    enum { MANY = 6000 };
    struct linea_store *store = open_kind(BOX_MEMORY, &gated);
    struct linea_store_counters counters = {0};
    int last;
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    expect(store, 1, 1, LINEA_STORE_OK);
    linea_store_memory_fail(store, 1, LINEA_STORE_FULL);
    for (int number = 2; number <= MANY; number++)
        expect_queued(store, 1, number);
    let_pass(&gate, false);
    while (counters.failed_commits == 0) {
        box_pause();
        linea_store_count(store, &counters);
    }
    CHECK(counters.queued > 0);
    CHECK_EQ(linea_store_reset(store, &last, 1), LINEA_STORE_OK);
    CHECK_EQ(last, 1);
    expect_queued(store, 1, 2);
    int behind = (int)counters.queued;
    let_pass(&gate, true);
    linea_store_flush(store);
    for (int number = 2; number <= MANY; number++)
        expect(store, 1, number,
               number <= MANY - behind ? LINEA_STORE_FULL : LINEA_STORE_STUCK);
    expect(store, 1, 2, LINEA_STORE_OK);
    expect_none(store);
    CHECK_EQ(box_check_log(store, 1), 2);
    linea_store_close(store);
}

TEST(STORE_is_full_at_its_limit_and_goes_on_when_there_is_room)
{
    struct linea_store *store = open_kind(BOX_MEMORY, NULL);
    int last, number = 1;
    linea_store_memory_limit(store, 1000);
    while (box_append(store, 1, number, LINEA_STORE_OPEN) == LINEA_STORE_OK) {
        linea_store_flush(store);
        number++;
    }
    number--;
    CHECK(number > 1);
    CHECK_EQ(box_check_log(store, 1), number - 1);
    linea_store_memory_limit(store, 2000);
    CHECK_EQ(linea_store_reset(store, &last, 1), LINEA_STORE_OK);
    CHECK_EQ(last, number - 1);
    expect_queued(store, 1, number);
    linea_store_flush(store);
    CHECK_EQ(box_check_log(store, 1), number);
    linea_store_close(store);
}

TEST(STORE_writes_nothing_more_after_an_error_of_the_disk)
{
    struct linea_store *store = open_kind(BOX_MEMORY, NULL);
    int last;
    linea_store_memory_fail(store, 1, LINEA_STORE_IO);
    expect_queued(store, 1, 1);
    linea_store_flush(store);
    expect(store, 1, 1, LINEA_STORE_IO);
    CHECK_EQ(box_append(store, 2, 1, LINEA_STORE_OPEN), LINEA_STORE_IO);
    CHECK_EQ(linea_store_reset(store, &last, 1), LINEA_STORE_IO);
    CHECK_EQ(linea_store_set(store, "key", "value"), LINEA_STORE_IO);
    linea_store_close(store);
}

struct rows {
    struct linea_store_row row[20];
    int count;
};

static bool note_row(void *context, const struct linea_store_row *row)
{
    struct rows *rows = context;
    rows->row[rows->count++] = *row;
    return rows->count < 20;
}

static struct rows list(struct linea_store *store, struct linea_store_query query)
{
    struct rows rows = {.count = 0};
    CHECK_EQ(linea_store_list(store, &query, note_row, &rows), LINEA_STORE_OK);
    return rows;
}

/* Ten games, created at 1001 to 1010, players 100 + game and 7; odd ones are public. */
static void append_ten(struct linea_store *store)
{
    for (uint64_t game = 1; game <= 10; game++) {
        struct linea_store_row row = {.created = 1000 + (int64_t)game,
                                      .changed = 5,
                                      .players = {100 + game, 0, 7},
                                      .player_count = 3,
                                      .is_public = game % 2,
                                      .summary = "sum\tmary",
                                      .summary_length = 8};
        struct linea_store_event event = {.game = game, .number = 1, .row = &row};
        event.text = "";
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
    }
    linea_store_flush(store);
}

TEST(STORE_lists_games_newest_first)
{
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        append_ten(store);
        struct rows rows = list(store, (struct linea_store_query){.limit = 4});
        CHECK_EQ(rows.count, 4);
        CHECK_EQ(rows.row[0].game, 10);
        CHECK_EQ(rows.row[3].game, 7);
        CHECK_EQ(rows.row[0].created, 1010);
        CHECK_EQ(rows.row[0].changed, 5);
        CHECK_EQ(rows.row[0].player_count, 3);
        CHECK_EQ(rows.row[0].players[0], 110);
        CHECK_EQ(rows.row[0].players[1], 0);
        CHECK_EQ(rows.row[0].players[2], 7);
        CHECK_EQ(rows.row[0].summary_length, 8);
        assert_memory_equal(rows.row[0].summary, "sum\tmary", 8);
        CHECK(!rows.row[0].is_public && rows.row[1].is_public);

        rows = list(store, (struct linea_store_query){.limit = 4, .offset = 8});
        CHECK_EQ(rows.count, 2);
        CHECK_EQ(rows.row[1].game, 1);
        rows = list(store, (struct linea_store_query){.limit = 9, .public_only = true});
        CHECK_EQ(rows.count, 5);
        CHECK_EQ(rows.row[0].game, 9);
        rows = list(store, (struct linea_store_query){.status = LINEA_STORE_RUNNING,
                                                      .limit = 9});
        CHECK_EQ(rows.count, 0);
        box_close(store, kind);
    }
}

TEST(STORE_changes_the_row_of_a_game_with_an_event)
{
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        append_ten(store);
        struct linea_store_row row = {.status = LINEA_STORE_OVER,
                                      .created = 5,
                                      .changed = 6,
                                      .players = {104, 8},
                                      .player_count = 2};
        struct linea_store_event event = {
            .game = 4, .number = 2, .text = "x", .length = 1, .row = &row};
        CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
        linea_store_flush(store);

        struct rows rows = list(store, (struct linea_store_query){.limit = 20});
        CHECK_EQ(rows.count, 9);
        rows = list(
            store, (struct linea_store_query){.status = LINEA_STORE_OVER, .limit = 20});
        CHECK_EQ(rows.count, 1);
        CHECK_EQ(rows.row[0].game, 4);
        CHECK_EQ(rows.row[0].created, 1004);
        CHECK_EQ(rows.row[0].changed, 6);
        CHECK_EQ(rows.row[0].summary_length, 0);
        CHECK_EQ(rows.row[0].player_count, 2);

        rows = list(store, (struct linea_store_query){.player = 7, .limit = 20});
        CHECK_EQ(rows.count, 9);
        CHECK_EQ(rows.row[0].game, 10);
        rows = list(store, (struct linea_store_query){.player = 8, .limit = 20});
        CHECK_EQ(rows.count, 1);
        rows = list(store, (struct linea_store_query){.player = 104, .limit = 20});
        CHECK_EQ(rows.count, 1);
        CHECK_EQ(rows.row[0].game, 4);
        rows = list(store, (struct linea_store_query){.player = 99, .limit = 20});
        CHECK_EQ(rows.count, 0);
        box_close(store, kind);
    }
}

/* How long it takes is printed, as disks and machines differ. */
TEST(STORE_reads_many_logs_after_a_restart)
{
    enum { GAMES = RESTART_GAMES, EVENTS = 100, TOGETHER = 100 };
    enum box_kind kind = box_has(BOX_POSTGRES) ? BOX_POSTGRES : BOX_SQLITE;
    struct linea_store *store = open_kind(kind, NULL);
    struct linea_store_completion done[4096];
    double begin = box_seconds();
    for (int first = 0; first < GAMES; first += TOGETHER) {
        for (int i = 0; i < TOGETHER * EVENTS; i++)
            expect_queued(store, 1 + (uint64_t)(first + i % TOGETHER),
                          1 + i / TOGETHER);
        linea_store_flush(store);
        while (linea_store_completed(store, done, 4096))
            continue;
    }
    linea_store_close(store);
    double written = box_seconds();
    store = open_again(kind, NULL);
    double opened = box_seconds();
    for (uint64_t game = 1; game <= GAMES; game++)
        CHECK_EQ(box_check_log(store, game), EVENTS);
    printf("%d games of %d events: written in %.2f s, read in %.2f s\n", GAMES, EVENTS,
           written - begin, box_seconds() - opened);
    box_close(store, kind);
}
