/*
 * tests/seal_test.c - nonces that are sealed when a seat is taken, and revealed when
 * all are: who may do what when, what others see of it, and what the record says.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "common/maps.h"
#include "linea/fair.h"
#include "linea/table.h"

enum { ANN = 11, BEN = 22, LINES = 64 };

static struct linea_json json;
static char scratch[LINEA_TABLE_LINE], answer[LINEA_TABLE_LINE];

/* What was emitted: the log, what spectators saw, the record. */
struct lines {
    int count;
    char *line[LINES];
};
static struct lines stored, seen, record;
static int64_t now;

static void keep(struct lines *lines, const char *text, size_t length)
{
    CHECK(lines->count < LINES);
    char *copy = malloc(length + 1);
    CHECK(copy);
    memcpy(copy, text, length);
    copy[length] = 0;
    lines->line[lines->count++] = copy;
}

static void forget(struct lines *lines)
{
    while (lines->count)
        free(lines->line[--lines->count]);
}

static void receive(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    if (audience == LINEA_TABLE_STORE)
        keep(&stored, text, length);
    else if (audience == LINEA_TABLE_PUBLIC)
        keep(&seen, text, length);
    else if (audience == LINEA_TABLE_RECORD)
        keep(&record, text, length);
}

static struct linea_table_io io = {
    .emit = receive, .find_map = maps_find, .json = &json, .line = scratch};

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

static int count(const struct lines *lines, const char *part)
{
    int n = 0;
    for (int i = 0; i < lines->count; i++)
        n += has(lines->line[i], part);
    return n;
}

static const uint8_t secret[LINEA_TABLE_SECRET] = "a secret of thirty-two bytes ok";

static struct linea_table make(int clock)
{
    struct linea_table t;
    struct linea_error error;
    char request[200];
    forget(&stored);
    forget(&seen);
    forget(&record);
    now = 1000;
    snprintf(request, sizeof request,
             "{\"map\":\"london\",\"seats\":[\"human\",\"human\",\"bot:easy\"],"
             "\"clock\":%d,\"first\":0}",
             clock);
    CHECK(
        linea_table_make(&t, &error, &io, request, strlen(request), ANN, secret, now));
    return t;
}

static const char *ask(struct linea_table *t, uint64_t player, const char *request)
{
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    linea_table_request(t, &out, &io, player, request, strlen(request), ++now);
    return answer;
}

static void write_hex(char out[65], const uint8_t bytes[32])
{
    struct linea_seed value;
    memcpy(value.byte, bytes, sizeof value.byte);
    linea_seed_write(out, &value);
}

/* The nonce of a player: the same byte 32 times. */
static void nonce_of(char out[65], uint64_t player)
{
    uint8_t nonce[32];
    memset(nonce, (int)player, sizeof nonce);
    write_hex(out, nonce);
}

static void seal_of(char out[65], uint64_t player, int seat)
{
    uint8_t nonce[32], commitment[32], seal[32];
    memset(nonce, (int)player, sizeof nonce);
    linea_fair_commit(commitment, secret);
    linea_fair_seal(seal, commitment, seat, nonce);
    write_hex(out, seal);
}

static const char *sit(struct linea_table *t, uint64_t player, int seat,
                       const char *key)
{
    char request[300], hex[65];
    if (strcmp(key, "seal") == 0)
        seal_of(hex, player, seat);
    else
        nonce_of(hex, player);
    snprintf(request, sizeof request,
             "{\"id\":1,\"do\":\"sit\",\"name\":\"P%d\",\"seat\":%d,\"%s\":\"%s\"}",
             seat, seat, key, hex);
    return ask(t, player, request);
}

static const char *reveal(struct linea_table *t, uint64_t player, uint64_t whose)
{
    char request[300], hex[65];
    nonce_of(hex, whose);
    snprintf(request, sizeof request, "{\"id\":2,\"do\":\"reveal\",\"nonce\":\"%s\"}",
             hex);
    return ask(t, player, request);
}

static const char *show(const struct linea_table *t)
{
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    linea_table_show(t, &out, LINEA_TABLE_PUBLIC);
    return answer;
}

/* The table that the log makes, and its record. */
static struct linea_table restored(void)
{
    struct linea_table t;
    struct linea_error error;
    memset(&t, 0, sizeof t);
    io.record = true;
    for (int i = 0; i < stored.count; i++)
        CHECK(linea_table_restore(&t, &error, &io, true, stored.line[i],
                                  strlen(stored.line[i])));
    io.record = false;
    return t;
}

/* Check the header and the deal of the record; as an unfinished game it is complete. */
static bool record_is_fair(struct linea_fair_check *check)
{
    struct linea_error error = {0};
    linea_fair_init(check, maps_find, NULL);
    bool fair = true;
    for (int i = 0; i < record.count; i++)
        for (char *at = record.line[i], *end; fair && *at; at = end + 1) {
            end = strchr(at, '\n');
            fair = linea_fair_line(check, &json, &error, at, (size_t)(end - at));
        }
    return fair;
}

TEST(nonces_are_revealed_when_all_seats_are_taken_and_the_last_begins_the_game)
{
    char ann[65], ben[65], seal[65];
    struct linea_fair_check check;
    struct linea_table t = make(60);
    nonce_of(ann, ANN);
    nonce_of(ben, BEN);
    seal_of(seal, ANN, 0);
    CHECK(has(sit(&t, ANN, 0, "seal"), "\"ok\":true"));
    CHECK(!t.sealed);
    CHECK(has(reveal(&t, ANN, ANN), "\"error\":\"not-sealed\""));
    CHECK(has(sit(&t, BEN, 1, "seal"), "\"ok\":true"));
    CHECK(t.sealed && !t.begun);
    CHECK_EQ(count(&seen, "\"what\":\"sealed\""), 1);
    CHECK_EQ(count(&seen, "\"reveal_by\":"), 1);
    CHECK_EQ(count(&seen, seal), 1);
    CHECK(has(reveal(&t, BEN, BEN), "\"ok\":true"));
    CHECK(!t.begun);
    CHECK(has(show(&t), "\"revealed\":false") && has(answer, "\"revealed\":true"));
    CHECK_EQ(count(&seen, ben), 0); /* nobody sees it before all are there */
    CHECK(!has(show(&t), ben));
    CHECK(has(reveal(&t, ANN, ANN), "\"ok\":true"));
    CHECK(t.begun);
    CHECK_EQ(count(&seen, ann), 1);
    CHECK(has(show(&t), ben) && has(answer, seal));
    t = restored();
    CHECK(t.begun && record_is_fair(&check));
    CHECK(check.replay.fair.sealed[0] && check.replay.fair.given[0]);
    CHECK(check.replay.fair.sealed[1] && check.replay.fair.given[1]);
    CHECK(!check.replay.fair.sealed[2]);
}

TEST(a_nonce_that_was_not_sealed_for_this_seat_is_refused)
{
    struct linea_table t = make(60);
    sit(&t, ANN, 0, "seal");
    sit(&t, BEN, 1, "seal");
    uint32_t event = t.event;
    CHECK(has(reveal(&t, ANN, BEN), "\"error\":\"other-nonce\""));
    CHECK(has(ask(&t, ANN, "{\"id\":3,\"do\":\"reveal\"}"), "\"error\":\"syntax\""));
    CHECK_EQ(t.event, event);
    reveal(&t, ANN, ANN);
    CHECK(has(reveal(&t, ANN, ANN), "\"error\":\"done\""));
    CHECK_EQ(t.event, event + 1);
    CHECK(has(reveal(&t, 33, ANN), "\"error\":\"no-seat\""));
}

TEST(a_seal_needs_its_seat_and_no_nonce_beside_it)
{
    struct linea_table t = make(60);
    char hex[65], request[400];
    seal_of(hex, ANN, 0);
    snprintf(request, sizeof request,
             "{\"id\":1,\"do\":\"sit\",\"name\":\"A\",\"seal\":\"%s\"}", hex);
    CHECK(has(ask(&t, ANN, request), "\"error\":\"syntax\""));
    CHECK(has(answer, "seat: "));
    snprintf(request, sizeof request,
             "{\"id\":1,\"do\":\"sit\",\"name\":\"A\",\"seat\":0,\"seal\":\"%s\","
             "\"nonce\":\"%s\"}",
             hex, hex);
    CHECK(has(ask(&t, ANN, request), "\"error\":\"syntax\""));
    CHECK(has(ask(&t, ANN,
                  "{\"id\":1,\"do\":\"sit\",\"name\":\"A\",\"seat\":0,\"seal\":\"7\"}"),
              "\"error\":\"syntax\""));
}

TEST(nobody_leaves_when_all_seats_are_sealed)
{
    struct linea_table t = make(60);
    sit(&t, ANN, 0, "seal");
    CHECK(has(ask(&t, ANN, "{\"id\":3,\"do\":\"leave\"}"), "\"ok\":true"));
    sit(&t, ANN, 0, "seal");
    sit(&t, BEN, 1, "seal");
    reveal(&t, ANN, ANN);
    CHECK(has(ask(&t, BEN, "{\"id\":3,\"do\":\"leave\"}"), "\"error\":\"sealed\""));
    CHECK_EQ(linea_table_seat_of(&t, BEN), 1);
}

/* Ann reveals, Ben does not, until the time is up. */
static void wait_for_ben(int clock, int64_t limit)
{
    struct linea_table t = make(clock);
    struct linea_fair_check check;
    sit(&t, ANN, 0, "seal");
    sit(&t, BEN, 1, "seal");
    int64_t since = now;
    reveal(&t, ANN, ANN);
    CHECK_EQ(linea_table_deadline(&t), since + limit);
    linea_table_tick(&t, &io, since + limit - 1);
    CHECK(!t.begun);
    linea_table_tick(&t, &io, since + limit);
    CHECK(t.begun && t.seat[1].away && !t.seat[0].away);
    CHECK_EQ(count(&seen, "\"what\":\"unrevealed\""), 1);
    CHECK(has(reveal(&t, BEN, BEN), "\"error\":\"too-late\""));
    CHECK(has(ask(&t, BEN, "{\"id\":4,\"do\":\"back\"}"), "\"ok\":true"));
    CHECK(!t.seat[1].away);
    t = restored();
    CHECK(record_is_fair(&check)); /* and it says that Ben kept it back */
    CHECK(check.replay.fair.sealed[1] && !check.replay.fair.given[1]);
}

TEST(a_program_plays_for_who_does_not_reveal_in_time_and_the_record_says_so)
{
    wait_for_ben(10, LINEA_TABLE_REVEAL);
    wait_for_ben(60, 60 * 1000);
    wait_for_ben(0, LINEA_TABLE_REVEAL_SLOW);
}

/* Only the device that sealed a nonce can reveal it. */
TEST(a_seat_stays_where_its_nonce_was_sealed_until_the_game_begins)
{
    static const char travel[] = "{\"id\":3,\"do\":\"travel\",\"code\":"
                                 "\"00112233445566778899aabbccddeeff\"}";
    struct linea_table t = make(60);
    sit(&t, ANN, 0, "seal");
    CHECK(has(ask(&t, ANN, travel), "\"error\":\"not-begun\""));
    sit(&t, BEN, 1, "seal");
    CHECK(has(ask(&t, ANN, travel), "\"error\":\"not-begun\""));
    reveal(&t, BEN, BEN);
    reveal(&t, ANN, ANN);
    CHECK(has(ask(&t, ANN, travel), "\"ok\":true"));
}

TEST(a_plain_nonce_beside_a_seal_is_sealed_when_all_seats_are_taken)
{
    struct linea_fair_check check;
    char ben[65], seal[65];
    struct linea_table t = make(60);
    nonce_of(ben, BEN);
    seal_of(seal, BEN, 1);
    sit(&t, BEN, 1, "nonce");
    sit(&t, ANN, 0, "seal");
    CHECK(t.sealed && !t.begun);
    CHECK_EQ(count(&seen, seal), 1);
    CHECK_EQ(count(&seen, ben), 0);
    reveal(&t, ANN, ANN);
    CHECK(t.begun);
    t = restored();
    CHECK(record_is_fair(&check));
    CHECK(check.replay.fair.sealed[0] && check.replay.fair.sealed[1]);
}

TEST(where_nobody_seals_a_game_begins_as_before)
{
    struct linea_fair_check check;
    struct linea_table t = make(60);
    sit(&t, ANN, 0, "nonce");
    sit(&t, BEN, 1, "nonce");
    CHECK(t.begun && !t.sealed);
    CHECK_EQ(count(&stored, "seal"), 0);
    t = restored();
    CHECK(record_is_fair(&check));
    CHECK(check.replay.fair.given[0] && !check.replay.fair.sealed[0]);
}

TEST(a_log_gives_the_same_table_at_every_moment_and_none_with_another_nonce)
{
    struct linea_table t = make(60), again;
    struct linea_error error;
    sit(&t, ANN, 0, "seal");
    sit(&t, BEN, 1, "seal");
    reveal(&t, BEN, BEN);
    char *before = strdup(show(&t));
    again = restored();
    CHECK_TEXT(show(&again), before);
    free(before);
    CHECK_EQ(linea_table_deadline(&again), linea_table_deadline(&t));

    char other[400], hex[65];
    nonce_of(hex, BEN);
    snprintf(other, sizeof other,
             "{\"event\":%u,\"at\":2000,\"what\":\"revealed\",\"seat\":0,"
             "\"nonce\":\"%s\"}",
             again.event + 1, hex);
    CHECK(!linea_table_restore(&again, &error, &io, false, other, strlen(other)));
    nonce_of(hex, ANN);
    snprintf(other, sizeof other,
             "{\"event\":%u,\"at\":2000,\"what\":\"revealed\",\"seat\":0,"
             "\"nonce\":\"%s\"}",
             again.event + 1, hex);
    CHECK(linea_table_restore(&again, &error, &io, false, other, strlen(other)));
    forget(&stored);
    forget(&seen);
    forget(&record);
}
