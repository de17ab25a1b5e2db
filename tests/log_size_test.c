/*
 * tests/log_size_test.c - the longest log that the moves of a game can make: a server
 * charges so much for a game when it begins.
 *
 * SPDX-License-Identifier: MIT
 */
#include "table_box.h"

#include <stdio.h>
#include <string.h>

#include "common/maps.h"
#include "test.h"

/* Who wants a long game draws blind as long as there is something to draw, takes and
   keeps tickets, and claims the shortest route with the longest name only when nothing
   else is left. */
static int delay_of(const char *move, int taste)
{
    static const char *const order[][3] = {{"draw pile", "draw ", "tickets"},
                                           {"draw ", "draw pile", "tickets"},
                                           {"tickets", "draw pile", "draw "}};
    for (int i = 0; i < 3; i++)
        if (strncmp(move, order[taste][i], strlen(order[taste][i])) == 0)
            return i;
    if (strncmp(move, "claim", 5) != 0)
        return strncmp(move, "pass", 4) == 0 ? 3 : 4;
    const char *cards = strrchr(move, ':');
    return 5 + (cards ? cards[1] - '0' : 9);
}

static linea_move choose(const struct linea_game *g, int taste)
{
    linea_move moves[LINEA_MOVES], best = 0;
    int n = linea_game_moves(g, moves), least = 99;
    size_t longest = 0;
    for (int i = 0; i < n; i++) {
        char text[LINEA_MOVE_TEXT + 1];
        struct linea_out out;
        linea_out_init(&out, text, sizeof text);
        linea_move_write(g, &out, moves[i]);
        *out.at = 0;
        int delay = delay_of(text, taste);
        if (delay > least || (delay == least && strlen(text) < longest))
            continue;
        best = moves[i];
        least = delay;
        longest = strlen(text);
    }
    return best;
}

/* A game of people with the longest names, who let their time run out as often as they
   may without being away. The bytes of its log. */
static size_t play(const char *map, int seats, int taste)
{
    char request[400], name[64];
    memset(name, 'W', sizeof name - 1);
    name[sizeof name - 1] = 0;
    int n =
        snprintf(request, sizeof request,
                 "{\"map\":\"%s\",\"clock\":60,\"takeover\":\"idle\",\"seats\":[", map);
    for (int s = 0; s < seats; s++)
        n += snprintf(request + n, sizeof request - (size_t)n, "%s\"human\"",
                      s ? "," : "");
    snprintf(request + n, sizeof request - (size_t)n, "]}");
    struct linea_table t;
    struct linea_error error;
    if (!make(&t, &error, request))
        return 0;                  /* not with so many */
    now += INT64_C(1800000000000); /* as long as it is for the next centuries */
    for (int s = 0; s < seats; s++) {
        snprintf(
            request, sizeof request,
            "{\"id\":1,\"do\":\"sit\",\"seat\":%d,\"name\":\"%s\",\"nonce\":\"%064d\"}",
            s, name, s);
        CHECK(has(ask(&t, UINT64_MAX - (uint64_t)s, request), "\"ok\":true"));
    }
    while (!t.over) {
        CHECK(t.event < 100000);
        if (t.seat[t.game.turn].late < LINEA_TABLE_LATE - 1) {
            now += 61000;
            linea_table_tick(&t, &io, now);
            CHECK(linea_table_program_move(&t, &io, t.state, choose(&t.game, taste),
                                           now));
        } else {
            request_move(&t, choose(&t.game, taste));
        }
    }
    return stored_length;
}

TEST(no_log_of_moves_is_longer_than_a_server_charges_for_a_game)
{
    size_t longest = 0;
    for (int m = 0; maps_id(m); m++)
        for (int seats = 2; seats <= LINEA_SEATS; seats++)
            for (int taste = 0; taste < 3; taste++) {
                size_t length = play(maps_id(m), seats, taste);
                longest = length > longest ? length : longest;
            }
    printf("the longest has %zu of %d bytes\n", longest, LINEA_TABLE_LOG);
    CHECK(longest <= LINEA_TABLE_LOG);
    CHECK(longest > LINEA_TABLE_LOG / 2); /* or the charge is too high */
}
