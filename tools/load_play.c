/*
 * tools/load_play.c - games, all of whose players are clients of ours.
 *
 * A game asks for its players once, then makes a table, connects everyone, plays to the
 * end with random moves, and makes the next table. A client that may move stands in a
 * line; from there moves are sent at once, or at a steady rate.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "load_play.h"

/* A start that failed is tried again only after a while, so that a server that refuses
   everything is not asked without end. */
static const double retry_seconds = 0.25;

/* The line of games to be started. */

static void wait_for_start(struct game *g)
{
    struct load_games *games = g->load->play;
    g->phase = WAITING;
    g->next = NULL;
    if (games->first_game)
        games->last_game->next = g;
    else
        games->first_game = g;
    games->last_game = g;
}

static void start_ended(struct game *g)
{
    g->load->play->starting -= g->starting;
    g->starting = false;
}

static int connections(const struct game *g)
{
    int n = 0;
    for (int s = 0; s < g->load->players; s++)
        n += g->seat[s].connected;
    return n;
}

static void forget_move(struct seat *seat)
{
    struct load_games *games = seat->game->load->play;
    struct seat *before = NULL, *at = games->first;
    for (; at && at != seat; at = at->next)
        before = at;
    if (!at)
        return;
    if (before)
        before->next = seat->next;
    else
        games->first = seat->next;
    if (games->last == seat)
        games->last = before;
}

void load_game_leave(struct game *g)
{
    if (g->phase == LEAVING || g->phase == WAITING)
        return;
    g->load->play->running -= g->phase == PLAYING;
    g->not_before = g->starting ? seconds_now() + retry_seconds : 0;
    g->phase = LEAVING;
    start_ended(g);
    for (int s = 0; s < g->load->players; s++) {
        struct seat *seat = &g->seat[s];
        forget_move(seat);
        g->load->play->under_way -= seat->asked - seat->answered;
        g->load->unanswered += (uint64_t)(seat->asked - seat->answered);
        seat->asked = seat->answered = 0;
        if (seat->connected)
            load_ws_close(&seat->socket);
    }
    if (connections(g) == 0)
        wait_for_start(g);
}

void load_game_began(struct game *g)
{
    g->phase = PLAYING;
    g->load->play->running++;
    start_ended(g);
}

void load_game_parted(struct game *g)
{
    if (g->phase != LEAVING)
        load_game_leave(g);
    else if (connections(g) == 0)
        wait_for_start(g);
}

/* Starting a game. */

static void got_game(void *context, int status, const char *body, size_t length)
{
    struct game *g = context;
    char id[40];
    if (!load_ask_string(g->load, id, sizeof id, "POST /api/games", status, body,
                         length, "game")) {
        load_game_leave(g);
        return;
    }
    g->phase = JOINING;
    memset(g->sending, 0, sizeof g->sending);
    /* A connection that fails at once ends the game that it is for. */
    for (int s = 0; s < g->load->players && g->phase == JOINING; s++) {
        struct seat *seat = &g->seat[s];
        seat->seen = 0;
        seat->sent = 0;
        seat->began = seat->over = false;
        seat->connected = true;
        load_ws_open(&seat->socket, g->load, load_seat_server(seat), id,
                     &load_seat_events);
    }
}

static void got_player(void *context, int status, const char *body, size_t length);

static void start(struct game *g)
{
    g->phase = ASKING;
    const struct seat *seat = &g->seat[g->players];
    if (g->players < g->load->players)
        load_ask_guest(g->load, load_seat_server(seat), got_player, g);
    else
        load_ask_game(g->load, g->server, g->seat[0].token, g->load->players, got_game,
                      g);
}

static void got_player(void *context, int status, const char *body, size_t length)
{
    struct game *g = context;
    if (!load_ask_string(g->load, g->seat[g->players].token, LOAD_TOKEN,
                         "POST /api/guest", status, body, length, "token")) {
        load_game_leave(g);
        return;
    }
    g->players++;
    start(g);
}

/* Start as many as there is room for. */
static void start_waiting(struct load *load)
{
    struct load_games *games = load->play;
    while (load->stage < LOAD_SETTLING && games->first_game &&
           games->starting < LOAD_STARTING &&
           games->first_game->not_before <= seconds_now()) {
        struct game *g = games->first_game;
        games->first_game = g->next;
        g->starting = true;
        games->starting++;
        start(g);
    }
}

bool load_play_begin(struct load *load)
{
    struct load_games *games = load->play = calloc(1, sizeof *games);
    if (games)
        games->game = calloc((size_t)load->games, sizeof *games->game);
    if (!games || !games->game)
        return false;
    for (long i = 0; i < load->games; i++) {
        struct game *g = &games->game[i];
        g->load = load;
        g->rng.state = load->seed + (uint64_t)i;
        g->server = (int)(i % load->servers);
        for (int s = 0; s < load->players; s++)
            g->seat[s].game = g;
        wait_for_start(g);
    }
    return true;
}

void load_play_tick(struct load *load)
{
    struct load_games *games = load->play;
    double now = seconds_now();
    if (load->stage == LOAD_MEASURING && load->rate) {
        double from = games->paid > load->since ? games->paid : load->since;
        games->due += (now - from) * (double)load->rate;
        games->paid = now;
    }
    load_seat_send(load);
    /* What nobody can send now is not made up for later: the rate stays steady. */
    if (load->rate && !games->first && games->due >= 1) {
        load->now.late += (uint64_t)games->due;
        games->due -= (double)(uint64_t)games->due;
    }
    start_waiting(load);
}

long load_play_running(const struct load *load)
{
    return load->play->running;
}

/* Events that some client of a game has and others have not. */
static uint64_t missing(const struct game *g)
{
    uint64_t all = 0;
    uint32_t most = 0;
    if (g->phase != PLAYING)
        return 0;
    for (int s = 0; s < g->load->players; s++)
        most = g->seat[s].seen > most ? g->seat[s].seen : most;
    for (int s = 0; s < g->load->players; s++)
        all += most - g->seat[s].seen;
    return all;
}

bool load_play_settled(const struct load *load)
{
    uint64_t all = 0;
    for (long i = 0; i < load->games; i++)
        all += missing(&load->play->game[i]);
    return all == 0 && load->play->under_way == 0;
}

void load_play_count_missing(struct load *load)
{
    for (long i = 0; i < load->games; i++)
        load->lost += missing(&load->play->game[i]);
    load->unanswered += (uint64_t)load->play->under_way;
}

void load_play_free(struct load *load)
{
    if (load->play)
        free(load->play->game);
    free(load->play);
}
