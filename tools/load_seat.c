/*
 * tools/load_seat.c - a player in a game of `linea load`: receives events, makes random
 * moves, measures how long each takes.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "load_play.h"

enum { SIT = 0 }; /* id of what is asked before the game; moves count on from it */

/* Moves. */

int load_seat_server(const struct seat *seat)
{
    const struct game *g = seat->game;
    return (g->server + (int)(seat - g->seat)) % g->load->servers;
}

static void send_move(struct seat *seat)
{
    struct game *g = seat->game;
    uint32_t number = (uint32_t)seat->state + 1;
    char text[LINEA_MOVE_TEXT + 96];
    int n = snprintf(text, sizeof text,
                     "{\"id\":%d,\"do\":\"move\",\"state\":%d,\"move\":\"%s\"}",
                     SIT + ++seat->asked, seat->state, seat->move);
    seat->sent = uv_hrtime();
    g->sending[number % SENDINGS] =
        (struct sending){number, load_seat_server(seat), seat->sent};
    g->load->play->under_way++;
    load_ws_send(&seat->socket, text, (size_t)n);
}

void load_seat_send(struct load *load)
{
    struct load_games *games = load->play;
    while (load->stage == LOAD_MEASURING && games->first &&
           (!load->rate || games->due >= 1)) {
        struct seat *seat = games->first;
        games->first = seat->next;
        games->due -= load->rate ? 1 : 0;
        send_move(seat);
    }
}

/* A random move of a list; one in two is a claim where there is one, or hands would
   grow for ever and games would not end. */
static void choose(struct seat *seat, int moves)
{
    const struct linea_json *json = &seat->game->load->json;
    struct linea_rng *rng = &seat->game->rng;
    int n = json->value[moves].size, claims = 0;
    for (int i = 1; i <= n; i++)
        claims += strncmp(json->text + json->value[moves + i].start, "claim ", 6) == 0;
    bool claim = claims > 0 && linea_rng_below(rng, 2);
    int pick = linea_rng_below(rng, claim ? claims : n), i = 0;
    do {
        i++;
        bool is = strncmp(json->text + json->value[moves + i].start, "claim ", 6) == 0;
        pick -= !claim || is;
    } while (pick >= 0);
    linea_json_string(json, seat->move, sizeof seat->move, moves + i);
}

/* Its turn: stand in line with a move. `in` is the object that says so. */
static void may_move(struct seat *seat, int in)
{
    struct load *load = seat->game->load;
    struct load_games *games = load->play;
    int moves = linea_json_get(&load->json, in, "moves");
    if (linea_json_type(&load->json, moves) != LINEA_JSON_ARRAY ||
        load->json.value[moves].size == 0)
        return;
    choose(seat, moves);
    seat->state = (int)seat->seen;
    seat->next = NULL;
    if (games->first)
        games->last->next = seat;
    else
        games->first = seat;
    games->last = seat;
    load_seat_send(load);
}

/* Messages. */

static struct load_server *node(const struct seat *seat)
{
    return &seat->game->load->server[load_seat_server(seat)];
}

/* How long ago something was sent, for all nodes and for one. */
static void add_time(struct load_histogram *all, struct load_histogram *one,
                     uint64_t sent)
{
    uint64_t microseconds = (uv_hrtime() - sent) / 1000;
    load_histogram_add(all, microseconds);
    load_histogram_add(one, microseconds);
}

/* An event, in order. In a game under way that is a move, and nobody but the player who
   made it has waited for it. */
static void count_event(struct seat *seat, uint32_t number)
{
    struct game *g = seat->game;
    const struct sending *sending = &g->sending[number % SENDINGS];
    load_count_event(g->load, &seat->seen, number);
    if (sending->number == number && sending->server != load_seat_server(seat))
        add_time(&g->load->elsewhere, &node(seat)->elsewhere, sending->at);
}

/* Once everybody knows the end and has every answer, the table is of no use. */
static void leave_if_over(struct game *g)
{
    for (int s = 0; s < g->load->players; s++)
        if (!g->seat[s].over || g->seat[s].asked != g->seat[s].answered)
            return;
    g->load->now.finished++;
    load_game_leave(g);
}

static void began(struct seat *seat)
{
    struct game *g = seat->game;
    seat->began = true;
    for (int s = 0; s < g->load->players; s++)
        if (!g->seat[s].began)
            return;
    load_game_began(g);
}

/* The game goes on only with a host that keeps to what it has published. */
static void reveal(struct seat *seat)
{
    char text[LINEA_SEED_TEXT + 64], nonce[LINEA_SEED_TEXT + 1];
    const struct load *load = seat->game->load;
    const char *wrong =
        load_seal_open(&seat->seal, nonce, &load->json, 0, (int)load->players);
    if (wrong) {
        load_ws_fail(&seat->socket, "%s", wrong);
        return;
    }
    int n = snprintf(text, sizeof text,
                     "{\"id\":%d,\"do\":\"reveal\",\"nonce\":\"%s\"}", SIT, nonce);
    load_ws_send(&seat->socket, text, (size_t)n);
}

static void ended(struct seat *seat)
{
    const struct load *load = seat->game->load;
    const char *wrong =
        load_seal_check(&seat->seal, &load->json, 0, (int)load->players);
    if (wrong)
        load_ws_fail(&seat->socket, "%s", wrong);
    seat->over = true;
    leave_if_over(seat->game);
}

static void receive_event(struct seat *seat, int number)
{
    struct load *load = seat->game->load;
    const struct linea_json *json = &load->json;
    int what = linea_json_get(json, 0, "what");
    uint32_t before = seat->seen;
    count_event(seat, (uint32_t)number);
    if (seat->seen == before)
        return;
    if (linea_json_is(json, what, "sealed"))
        reveal(seat);
    if (linea_json_is(json, what, "began"))
        began(seat);
    if (seat->sent && linea_json_is(json, what, "moved")) {
        add_time(&load->latency, &node(seat)->latency, seat->sent);
        seat->sent = 0;
    }
    may_move(seat, 0);
    if (linea_json_get(json, 0, "end") >= 0)
        ended(seat);
}

static void receive_answer(struct seat *seat, int id)
{
    char code[32] = "?";
    struct load *load = seat->game->load;
    int error = linea_json_get(&load->json, 0, "error");
    if (id != SIT) {
        seat->answered++;
        load->play->under_way--;
        load->now.moves += error < 0;
        node(seat)->moves += error < 0;
    }
    if (error >= 0) {
        linea_json_string(&load->json, code, sizeof code, error);
        load_tally_add(&load->refused, code);
        load_game_leave(seat->game);
    } else if (seat->over) {
        leave_if_over(seat->game);
    }
}

static void receive_table(struct seat *seat, int table)
{
    char text[LINEA_SEED_TEXT + 96], seal[LINEA_SEED_TEXT + 1];
    const struct linea_json *json = &seat->game->load->json;
    int event = 0, place = (int)(seat - seat->game->seat);
    linea_json_int(json, &event, linea_json_get(json, table, "event"), 0, INT32_MAX);
    seat->seen = (uint32_t)event;
    const char *wrong = load_seal_draw(&seat->seal, seal, json, table, place);
    if (wrong) {
        load_ws_fail(&seat->socket, "%s", wrong);
        return;
    }
    int n = snprintf(text, sizeof text,
                     "{\"id\":%d,\"do\":\"sit\",\"name\":\"load %d\",\"seat\":%d,"
                     "\"seal\":\"%s\"}",
                     SIT, place + 1, place, seal);
    load_ws_send(&seat->socket, text, (size_t)n);
}

/* Whether a text has a word in it. */
static bool has(const char *text, size_t length, const char *word, size_t n)
{
    for (const char *at = text, *end = text + length; at < end; at++) {
        at = memchr(at, word[0], (size_t)(end - at));
        if (!at)
            return false;
        if ((size_t)(end - at) >= n && memcmp(at, word, n) == 0)
            return true;
    }
    return false;
}

/* Most messages say what another player did, and only their number matters: they are
   not parsed, or this program would need more time than the server. */
static bool receive_quickly(struct seat *seat, const char *text, size_t length)
{
    static const char start[] = "{\"event\":", moves[] = "\"moves\"", end[] = "\"end\"";
    size_t at = sizeof start - 1;
    uint32_t number = 0;
    if (seat->game->phase != PLAYING || seat->sent || length < at ||
        memcmp(text, start, at) != 0)
        return false;
    for (; at < length && text[at] >= '0' && text[at] <= '9'; at++)
        number = number * 10 + (uint32_t)(text[at] - '0');
    if (number == 0 || has(text, length, moves, sizeof moves - 1) ||
        has(text, length, end, sizeof end - 1))
        return false;
    count_event(seat, number);
    return true;
}

static void message(struct load_socket *s, const char *text, size_t length)
{
    struct seat *seat = (struct seat *)s;
    struct linea_json *json = &seat->game->load->json;
    int number = 0;
    if (seat->game->phase == LEAVING || receive_quickly(seat, text, length))
        return;
    if (linea_json_read(json, text, length)) {
        load_ws_fail(s, "a message is not JSON");
        return;
    }
    int id = linea_json_get(json, 0, "id"), table = linea_json_get(json, 0, "table");
    if (id >= 0) {
        linea_json_int(json, &number, id, 0, INT32_MAX); /* null is for a move */
        bool sit = linea_json_type(json, id) == LINEA_JSON_NUMBER && number == SIT;
        receive_answer(seat, sit ? SIT : SIT + 1);
    } else if (table >= 0) {
        receive_table(seat, table);
    } else if (linea_json_int(json, &number, linea_json_get(json, 0, "event"), 1,
                              INT32_MAX)) {
        receive_event(seat, number);
    } else {
        load_ws_fail(s, "a message is neither event nor answer");
    }
}

static void opened(struct load_socket *s)
{
    load_ws_hello(s, ((struct seat *)s)->token);
}

static void gone(struct load_socket *s)
{
    struct seat *seat = (struct seat *)s;
    seat->connected = false;
    load_game_parted(seat->game);
}

const struct load_socket_events load_seat_events = {opened, message, gone};
