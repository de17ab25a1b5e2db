/*
 * tests/server/store_due_test.c - what a store says of games without their logs: when
 * they are due, whose they are, how far they go, and which nodes there are.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "store_box.h"
#include "store_memory.h"

static struct linea_store *open_kind(enum box_kind kind,
                                     const struct linea_store_options *options)
{
    struct linea_store *store = box_open_kind(kind, options);
    assert_non_null(store);
    return store;
}

/* What a reading found, as "game at due, ". */
static char due_text[512];

static bool note_due(void *context, uint64_t game, int64_t due)
{
    (void)context;
    size_t used = strlen(due_text);
    snprintf(due_text + used, sizeof due_text - used, "%d at %d, ", (int)game,
             (int)due);
    return true;
}

static void answered(struct linea_store_reading *reading)
{
    CHECK_EQ(reading->result, LINEA_STORE_OK);
}

static void read_and_answer(struct linea_store *store,
                            struct linea_store_reading *reading)
{
    reading->done = answered;
    linea_store_ask(store, reading);
    linea_store_flush(store);
    CHECK_EQ(linea_store_answer(store), 1);
}

static const char *due_games(struct linea_store *store,
                             const struct linea_store_query *query)
{
    struct linea_store_reading reading = {.due = note_due, .query = *query};
    *due_text = '\0';
    read_and_answer(store, &reading);
    return due_text;
}

static int games_of(struct linea_store *store, uint64_t host, int limit)
{
    struct linea_store_reading reading = {.count = true,
                                          .query = {.host = host, .limit = limit}};
    read_and_answer(store, &reading);
    return reading.last;
}

/* An event of a game that is due then, with a row of this host, or without one. */
static void append_due(struct linea_store *store, uint64_t game, int number,
                       int64_t due, const uint64_t *host)
{
    struct linea_store_row row = {.status = LINEA_STORE_RUNNING,
                                  .host = host ? *host : 0};
    struct linea_store_event event = {.game = game,
                                      .number = number,
                                      .text = "text",
                                      .length = number ? 4 : 0,
                                      .row = host ? &row : NULL,
                                      .due = due};
    CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
    linea_store_flush(store);
}

TEST(STORE_finds_games_that_are_due_the_earliest_first)
{
    const uint64_t nobody = 0;
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        append_due(store, 1, 1, 500, &nobody);
        append_due(store, 2, 1, 300, &nobody);
        append_due(store, 3, 1, 0, &nobody);
        append_due(store, 4, 1, 300, &nobody);
        append_due(store, 5, 1, 900, &nobody);
        struct linea_store_query query = {.due_before = 900, .limit = 10};
        CHECK_TEXT(due_games(store, &query), "2 at 300, 4 at 300, 1 at 500, ");
        query.limit = 1;
        CHECK_TEXT(due_games(store, &query), "2 at 300, ");
        query.after = 2;
        query.after_due = 300;
        CHECK_TEXT(due_games(store, &query), "4 at 300, ");
        append_due(store, 3, 2, 100, NULL);    /* at once, without a row */
        append_due(store, 1, 0, 0, &nobody);   /* put right by a row alone */
        append_due(store, 5, 2, 700, &nobody); /* and by one with an event */
        query = (struct linea_store_query){.due_before = 900, .limit = 10};
        CHECK_TEXT(due_games(store, &query),
                   "3 at 100, 2 at 300, 4 at 300, 5 at 700, ");
        box_close(store, kind);
    }
}

TEST(STORE_counts_the_games_of_a_host_and_says_how_far_logs_go)
{
    const uint64_t ann = 7, big = (uint64_t)-7, nobody = 0;
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind, NULL);
        for (uint64_t game = 1; game <= 4; game++)
            append_due(store, game, 1, 0, &ann);
        append_due(store, 5, 1, 0, &big);
        append_due(store, 6, 1, 0, &nobody);
        CHECK_EQ(games_of(store, ann, 10), 4);
        CHECK_EQ(games_of(store, ann, 3), 3);
        CHECK_EQ(games_of(store, big, 10), 1);
        append_due(store, 2, 2, 0, &nobody); /* it is over */
        CHECK_EQ(games_of(store, ann, 10), 3);
        struct linea_store_head heads[] = {{.game = 2}, {.game = 99}, {.game = 1}};
        struct linea_store_reading reading = {.heads = heads, .head_count = 3};
        read_and_answer(store, &reading);
        CHECK_EQ(heads[0].last, 2);
        CHECK_EQ(heads[1].last, 0);
        CHECK_EQ(heads[2].last, 1);
        box_close(store, kind);
    }
}

TEST(STORE_that_is_alone_is_the_one_node_that_there_is)
{
    struct linea_store_node nodes[LINEA_STORE_NODES];
    struct linea_store_news news[4];
    struct linea_store_health health;
    const struct linea_store_options options = {.workers = 3};
    struct linea_store *store = open_kind(BOX_SQLITE, &options);
    CHECK(!linea_store_is_shared(store));
    CHECK_EQ(linea_store_nodes(store, nodes), 1);
    CHECK(nodes[0].self && nodes[0].workers == 3);
    CHECK_EQ(linea_store_take_news(store, news, 4), 0);
    linea_store_check(store, &health);
    CHECK(!health.away && health.clock_ahead == 0);
    linea_store_retire(store); /* nothing */
    linea_store_close(store);
    box_remove();
}
