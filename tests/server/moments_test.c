/*
 * tests/server/moments_test.c - a server that is killed at any moment of a table's
 * life: nothing that was acknowledged is lost, and nothing is stuck after the next
 * start.
 *
 * The life of a table is played again and again, each time on a store that writes one
 * append more before the end. Then a new hub goes on with what was written. Files of
 * older versions, in which one request could be cut in two, are repaired.
 *
 * SPDX-License-Identifier: MIT
 */
#include "hub_box.h"

#include <stdio.h>

#include "linea/fair.h"

enum { MOST_GAMES = 8, MOST_EVENTS = 512 };

/* A log as it was written, and its row. */
struct copied {
    struct linea_store_row row;
    int64_t due;
    int count;
    char *event[MOST_EVENTS];
};

struct copies {
    int count;
    struct copied game[MOST_GAMES];
};

static bool copy_row(void *context, const struct linea_store_row *row)
{
    struct copies *copies = context;
    CHECK(copies->count < MOST_GAMES);
    copies->game[copies->count++] = (struct copied){.row = *row};
    return true;
}

static bool copy_event(void *context, const struct linea_store_event *event)
{
    struct copied *game = context;
    CHECK(game->count < MOST_EVENTS);
    game->event[game->count++] = strdup(event->text);
    return true;
}

static bool copy_due(void *context, uint64_t game, int64_t due)
{
    struct copies *copies = context;
    for (int i = 0; i < copies->count; i++)
        if (copies->game[i].row.game == game)
            copies->game[i].due = due;
    return true;
}

static void copied(struct linea_store_reading *reading)
{
    CHECK_EQ(reading->result, LINEA_STORE_OK);
}

/* When its games are due. */
static void copy_times(struct copies *copies)
{
    struct linea_store_reading reading = {
        .due = copy_due,
        .query = {.due_before = INT64_MAX, .limit = MOST_GAMES},
        .context = copies,
        .done = copied};
    linea_store_ask(store, &reading);
    linea_store_flush(store);
    linea_store_answer(store);
}

/* All that is in the store. */
static void copy_all(struct copies *copies)
{
    memset(copies, 0, sizeof *copies);
    for (int status = LINEA_STORE_OPEN; status <= LINEA_STORE_OVER; status++) {
        struct linea_store_query query = {.status = (enum linea_store_status)status,
                                          .limit = MOST_GAMES};
        CHECK_EQ(linea_store_list(store, &query, copy_row, copies), LINEA_STORE_OK);
    }
    for (int i = 0; i < copies->count; i++)
        CHECK_EQ(linea_store_load(store, copies->game[i].row.game, copy_event,
                                  &copies->game[i]),
                 LINEA_STORE_OK);
    copy_times(copies);
}

static void free_all(struct copies *copies)
{
    for (int i = 0; i < copies->count; i++)
        while (copies->game[i].count)
            free(copies->game[i].event[--copies->game[i].count]);
}

/* A new server with a store that has nothing else in it. */
static void begin_with(const struct copies *copies)
{
    struct linea_store_completion done[64];
    begin();
    linea_hub_close(hub);
    for (int i = 0; i < copies->count; i++) {
        const struct copied *game = &copies->game[i];
        for (int e = 0; e < game->count; e++) {
            struct linea_store_event event = {.game = game->row.game,
                                              .number = e + 1,
                                              .length = strlen(game->event[e]),
                                              .text = game->event[e],
                                              .row = e ? NULL : &game->row,
                                              .due = game->due};
            CHECK_EQ(linea_store_append(store, &event, 1), LINEA_STORE_OK);
        }
    }
    linea_store_flush(store);
    while (linea_store_completed(store, done, 64) > 0)
        ;
    open_hub();
}

static int times(const struct copied *game, const char *part)
{
    int n = 0;
    for (int i = 0; i < game->count; i++)
        n += has(game->event[i], part);
    return n;
}

static const struct copied *find(const struct copies *copies, uint64_t id)
{
    for (int i = 0; i < copies->count; i++)
        if (copies->game[i].row.game == id)
            return &copies->game[i];
    return NULL;
}

/* The stage of a game, as clients see it, and what follows it. */
static const char *stage_of(const struct copied *game)
{
    show(game->row.game, 0);
    settle();
    const char *stage = strstr(answered, "\"stage\":\"");
    CHECK(stage);
    return stage + 9;
}

/* What belongs together is there together. */
static void check_log(const struct copies *all, const struct copied *game)
{
    if (times(game, "\"what\":\"sat\"") - times(game, "\"what\":\"left\"") == 2)
        CHECK(times(game, "\"what\":\"began\"") == 1 ||
              times(game, "\"what\":\"sealed\"") == 1);
    if (times(game, "\"what\":\"revealed\"") + times(game, "\"what\":\"unrevealed\"") ==
        2)
        CHECK_EQ(times(game, "\"what\":\"began\""), 1);
    if (times(game, "\"what\":\"again\"") == 2)
        CHECK_EQ(times(game, "\"what\":\"next\""), 1);
    for (int i = 0; i < game->count; i++) {
        const char *next = strstr(game->event[i], "\"game\":\"");
        uint64_t id = 0;
        if (next)
            CHECK(linea_hub_id_read(&id, next + 8, 16) && find(all, id));
    }
}

/* The row says what the log says. */
static void check_row(const struct copied *game)
{
    static const char *const stages[] = {"gathering", "running", "over"};
    const char *stage = stages[game->row.status];
    CHECK(strncmp(stage_of(game), stage, strlen(stage)) == 0);
    CHECK(has(game->row.summary, "\"stage\":\""));
    CHECK(strncmp(strstr(game->row.summary, "\"stage\":\"") + 9, stage,
                  strlen(stage)) == 0);
}

static void check_all(void)
{
    static struct copies all;
    copy_all(&all);
    for (int i = 0; i < all.count; i++) {
        check_log(&all, &all.game[i]);
        check_row(&all.game[i]);
    }
    free_all(&all);
}

/* What was acknowledged: the game, and the number of the last event. */
struct known {
    uint64_t id;
    int event;
    char commitment[LINEA_SEED_TEXT + 1];
};

static void note(struct known *known)
{
    const char *event = strstr(answered, "\"event\":");
    if (has(answered, "\"ok\":true") && event)
        known->event = atoi(event + 8);
}

static bool say(struct known *known, uint64_t who, const char *request)
{
    linea_hub_request(hub, known->id, guest(who), request, strlen(request), answer,
                      NULL);
    settle();
    note(known);
    return has(answered, "\"ok\":true");
}

static void pass_time(int64_t ms)
{
    now += ms;
    linea_hub_tick(hub);
    settle();
}

/* Sit down with a sealed nonce, 32 times the same byte; the answer to make() has the
   commitment. */
static bool sit_sealed(struct known *known, uint64_t who, int seat)
{
    char request[200];
    struct linea_seed commitment, nonce, seal;
    memset(&nonce, seat + 1, sizeof nonce);
    CHECK(linea_seed_read(&commitment, known->commitment, LINEA_SEED_TEXT));
    linea_fair_seal(seal.byte, commitment.byte, seat, nonce.byte);
    char hex[LINEA_SEED_TEXT + 1];
    linea_seed_write(hex, &seal);
    snprintf(request, sizeof request,
             "{\"id\":1,\"do\":\"sit\",\"seat\":%d,\"seal\":\"%s\"}", seat, hex);
    return say(known, who, request);
}

static bool reveal(struct known *known, uint64_t who, int seat)
{
    char request[200], hex[LINEA_SEED_TEXT + 1];
    struct linea_seed nonce;
    memset(&nonce, seat + 1, sizeof nonce);
    linea_seed_write(hex, &nonce);
    snprintf(request, sizeof request, "{\"id\":1,\"do\":\"reveal\",\"nonce\":\"%s\"}",
             hex);
    return say(known, who, request);
}

/* The whole life of a table, until the store takes no more. */
static void live(struct known *known)
{
    static const char idle[] =
        "{\"map\":\"new-york\",\"seats\":[\"human\",\"human\"],\"first\":0,"
        "\"listed\":true,\"clock\":60,\"takeover\":\"idle\"}";
    *known = (struct known){0};
    linea_hub_make(hub, guest(ANN), idle, strlen(idle), answer, NULL);
    settle();
    if (answered_status != HUB_OK || !linea_hub_id_read(&known->id, answered + 9, 16))
        return;
    known->event = 1;
    memcpy(known->commitment, strstr(answered, "\"commitment\":\"") + 14,
           LINEA_SEED_TEXT);
    if (!sit_sealed(known, ANN, 0) || !sit_sealed(known, BEN, 1) ||
        !reveal(known, BEN, 1) || !reveal(known, ANN, 0) ||
        !say(known, BEN, "{\"id\":3,\"do\":\"say\",\"text\":\"Hello!\"}"))
        return;
    pass_time(61000); /* Ann's time is up: a program makes the move */
    if (!say(known, ANN, "{\"id\":4,\"do\":\"resign\"}") ||
        !say(known, BEN, "{\"id\":4,\"do\":\"resign\"}") ||
        !say(known, ANN, "{\"id\":5,\"do\":\"again\"}"))
        return;
    say(known, BEN, "{\"id\":6,\"do\":\"again\"}");
}

TEST(a_server_killed_at_any_moment_loses_nothing_and_leaves_nothing_stuck)
{
    static struct copies written;
    bool whole = false;
    int moments = 0;
    for (; !whole && moments < 1000; moments++) {
        struct known known;
        begin();
        linea_store_memory_stop(store, moments);
        live(&known);
        whole = known.id && has(answered, "{\"id\":6,\"ok\":true");
        copy_all(&written);
        for (int i = 0; i < written.count; i++)
            check_log(&written, &written.game[i]);
        end();

        begin_with(&written);
        start_all();
        check_all();
        if (known.id) {
            const struct copied *game = find(&written, known.id);
            CHECK(game && game->count >= known.event);
        }
        free_all(&written);
        end();
    }
    printf("killed at %d moments\n", moments);
    CHECK(whole && moments > 20);
}

/* A log of an older version, cut behind some event, with what its row said then. */
static void cut(struct copies *copies, const char *event,
                enum linea_store_status status)
{
    struct copied *game = &copies->game[0];
    while (game->count && !has(game->event[game->count - 1], event))
        free(game->event[--game->count]);
    free(game->event[--game->count]);
    game->row.status = status;
    game->due = status != LINEA_STORE_OVER; /* as of a file of then */
    while (copies->count > 1)
        copies->count--;
}

TEST(a_stored_table_with_all_seats_taken_begins_when_it_is_read)
{
    static struct copies written;
    for (int status = LINEA_STORE_OPEN; status <= LINEA_STORE_RUNNING; status++) {
        struct sitting s;
        begin();
        sit_down(&s);
        stand_up(&s);
        copy_all(&written);
        end();
        cut(&written, "\"what\":\"began\"", (enum linea_store_status)status);
        CHECK_EQ(written.game[0].count, 3);
        begin_with(&written);
        free_all(&written);
        start_all();
        check_all();
        show(s.id, ANN);
        CHECK(has(answered, "\"stage\":\"running\""));
        CHECK(has(answered, "\"moves\":["));
        end();
    }
}

TEST(a_rematch_that_all_agreed_to_is_announced_without_anybody_asking)
{
    static struct copies written;
    struct known known;
    begin();
    live(&known);
    CHECK(has(answered, "{\"id\":6,\"ok\":true"));
    copy_all(&written);
    end();
    struct copied old = *find(&written, known.id);
    for (int i = 0; i < written.count; i++)
        if (written.game[i].row.game == known.id) {
            written.game[i] = written.game[0];
            written.game[0] = old;
        }
    cut(&written, "\"what\":\"next\"", LINEA_STORE_OVER);
    begin_with(&written);
    free_all(&written);
    struct wire ann = {0};
    start_all();
    check_all();
    struct hub_client *client = join(&ann, known.id, ANN, (uint32_t)known.event - 1);
    CHECK_EQ(count(&ann, NULL, "\"what\":\"next\""), 1);
    linea_hub_part(hub, client);
    clear(&ann);
    end();
}
