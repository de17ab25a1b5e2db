/*
 * tests/table_box.c - a table to test. See table_box.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "table_box.h"

#include <string.h>

#include "bot.h"
#include "common/maps.h"
#include "test.h"

struct linea_json json;
static char line[LINEA_TABLE_LINE];
char answer[LINEA_TABLE_LINE];
static uint64_t memory[LINEA_BOT_MEMORY / 8];

/* What was emitted: the log, and the last line for each audience. */
char stored[LOG];
size_t stored_length;
char received[AUDIENCES][LINEA_TABLE_LINE];
int64_t now;

static void receive(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    if (audience == LINEA_TABLE_STORE) {
        CHECK(stored_length + length + 1 < sizeof stored);
        memcpy(stored + stored_length, text, length);
        stored_length += length;
        stored[stored_length++] = '\n';
        return;
    }
    char *out = received[audience == LINEA_TABLE_PUBLIC ? LINEA_SEATS : audience];
    memcpy(out, text, length);
    out[length] = 0;
}

struct linea_map wordiest; /* once it is compiled */

static const struct linea_map *find_map(void *context, const char *id)
{
    (void)context;
    return strcmp(id, "wordiest") == 0 ? &wordiest : maps_get(id);
}

const struct linea_table_io io = {
    .emit = receive, .find_map = find_map, .json = &json, .line = line};

const uint8_t secret[LINEA_TABLE_SECRET] = "a secret of thirty-two bytes ok";

bool make(struct linea_table *t, struct linea_error *error, const char *request)
{
    stored_length = 0;
    now = 1000;
    return linea_table_make(t, error, &io, request, strlen(request), ANN, secret, now);
}

struct linea_table made(const char *request)
{
    struct linea_table t;
    struct linea_error error;
    CHECK(make(&t, &error, request));
    return t;
}

/* Ask; the answer. */
const char *ask(struct linea_table *t, uint64_t player, const char *request)
{
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    linea_table_request(t, &out, &io, player, request, strlen(request), ++now);
    CHECK(!out.full);
    return answer;
}

bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

/* A game of two people that has begun. */
struct linea_table begun(const char *map)
{
    char request[200];
    struct linea_out out;
    linea_out_init(&out, request, sizeof request);
    linea_out_text(&out, "{\"map\":\"");
    linea_out_text(&out, map);
    linea_out_text(&out,
                   "\",\"seats\":[\"human\",\"human\"],\"clock\":60,\"first\":0}");
    struct linea_table t = made(request);
    CHECK(
        has(ask(&t, ANN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ann\"}"), "\"ok\":true"));
    CHECK(
        has(ask(&t, BEN, "{\"id\":1,\"do\":\"sit\",\"name\":\"Ben\"}"), "\"ok\":true"));
    CHECK(t.begun);
    return t;
}

/* The table that the log makes. */
void restore(struct linea_table *t)
{
    struct linea_error error;
    memset(t, 0, sizeof *t);
    for (const char *at = stored; at < stored + stored_length;) {
        size_t length = (size_t)(strchr(at, '\n') - at);
        CHECK(linea_table_restore(t, &error, &io, false, at, length));
        at += length + 1;
    }
}

/* Request a move for the seat to move. */
void request_move(struct linea_table *t, linea_move m)
{
    static char text[LINEA_MOVE_TEXT + 100];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_text(&out, "{\"id\":5,\"do\":\"move\",\"state\":");
    linea_out_int(&out, (int)t->state);
    linea_out_text(&out, ",\"move\":\"");
    linea_move_write(&t->game, &out, m);
    linea_out_text(&out, "\"}");
    CHECK(has(ask(t, t->seat[t->game.turn].player, text), "\"ok\":true"));
}

linea_move think(const struct linea_game *g)
{
    static const struct linea_budget none = {.simulations = 1};
    static linea_move moves[LINEA_MOVES];
    struct linea_view view;
    int n = linea_game_moves(g, moves);
    linea_game_view(g, &view, g->turn);
    linea_bot_planner.begin(&linea_bot_planner, memory, 1);
    return linea_bot_choose(&linea_bot_planner, memory, &view, moves, n, &none);
}
