/*
 * tests/replay_test.c - replay takes what the engine records, and of a record that was
 * tampered with it refuses exactly the line that is wrong.
 *
 * The records of tests/golden/ are played line by line; where a line can be tampered
 * with, the wrong line must be refused, and then the right one taken as if nothing had
 * happened. tests/cli/golden.sh plays them again.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/maps.h"
#include "random_games.h"
#include "test.h"

static struct linea_json memory;

/* A way to tamper: `from` becomes `to`; with "…" at its end `from` reaches to the end
   of the line. Or a function that knows the game; it says whether it changed the line.
 */
struct tampering {
    const char *from, *to;
    enum linea_error_code code;
    const char *message;
    bool (*change)(const struct linea_replay *before, char *line);
};

static bool substitute(char *out, const char *line, const struct tampering *t)
{
    size_t length = strlen(t->from);
    bool rest = length >= 3 && strcmp(t->from + length - 3, "…") == 0;
    char from[128];
    snprintf(from, sizeof from, "%.*s", (int)(rest ? length - 3 : length), t->from);
    const char *at = strstr(line, from);
    if (!at)
        return false;
    snprintf(out, LINEA_LINE, "%.*s%s%s", (int)(at - line), line, t->to,
             rest ? "" : at + strlen(from));
    return true;
}

static bool tamper(char *out, const char *line, const struct linea_replay *before,
                   const struct tampering *t)
{
    if (!t->change)
        return substitute(out, line, t);
    strcpy(out, line);
    return t->change(before, out);
}

/* Replay a file; tamper with every line that can be, and count those. */
static int replay_file(const char *name, const struct tampering *t)
{
    static struct linea_replay replay;
    static char wrong[LINEA_LINE], line[LINEA_LINE];
    char path[1024];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/golden/%s.jsonl", name);
    size_t length;
    char *text = read_file(&length, path, FILE_DATA);
    CHECK(text != NULL);
    int tampered = 0, number = 1;
    test_map("everything");
    linea_replay_init(&replay, maps_find, NULL);
    for (char *at = text, *stop; *at; at = stop + 1, number++) {
        stop = strchr(at, '\n');
        snprintf(line, sizeof line, "%.*s", (int)(stop - at), at);
        struct linea_error error = {.code = LINEA_ERROR_CODES};
        if (t && tamper(wrong, line, &replay, t)) {
            tampered++;
            if (linea_replay_line(&replay, &memory, &error, wrong, strlen(wrong)))
                fail_msg("%s:%d is taken: %s", name, number, wrong);
            if (error.code != t->code || !strstr(error.message, t->message))
                fail_msg("%s:%d %s\n%s: %s", name, number, wrong,
                         linea_error_name(error.code), error.message);
        }
        if (!linea_replay_line(&replay, &memory, &error, line, strlen(line)))
            fail_msg("%s:%d: %s", name, number, error.message);
    }
    CHECK(replay.over);
    free(text);
    return tampered;
}

static const char *const files[] = {"new-york", "london", "germany", "europe",
                                    "everything"};

enum { FILES = sizeof files / sizeof files[0] };

TEST(replay_takes_the_golden_records)
{
    for (int i = 0; i < FILES; i++)
        CHECK_EQ(replay_file(files[i], NULL), 0);
}

/* A blind draw of a kind that is not in the pile. */
static bool draw_absent(const struct linea_replay *before, char *line)
{
    char *drew = strstr(line, "\"drew\":\"");
    const struct linea_game *g = &before->game;
    for (int kind = 0; drew && kind < LINEA_KINDS; kind++)
        if (g->map->count[kind] && !memchr(g->pile, kind, g->pile_count)) {
            sprintf(drew, "\"drew\":\"%s\"}", linea_map_kind_name(g->map, kind));
            return true;
        }
    return false;
}

/* Put a ticket where the first ticket drawn is recorded. */
static bool draw_ticket(const struct linea_replay *before, char *line, int ticket)
{
    char *drew = strstr(line, "\"drew\":[\""), rest[LINEA_MOVE_TEXT], *end;
    if (!drew || !(end = strchr(drew + 9, '"')))
        return false;
    const struct linea_map *map = before->map;
    const struct linea_ticket *t = &map->ticket[ticket];
    strcpy(rest, end);
    sprintf(drew, "\"drew\":[\"%s/%s%s", linea_map_text(map, map->location[t->a].id),
            linea_map_text(map, map->location[t->b].id), rest);
    return true;
}

static bool draw_held(const struct linea_replay *before, char *line)
{
    for (int s = 0; s < before->seats; s++) {
        struct linea_set held = before->game.seat[s].tickets;
        if (!linea_set_empty(&held) && draw_ticket(before, line, linea_set_pop(&held)))
            return true;
    }
    return false;
}

/* A ticket that was put back comes up while others lie above it. */
static bool draw_too_early(const struct linea_replay *before, char *line)
{
    const struct linea_game *g = &before->game;
    if (!strstr(line, "\"move\":\"tickets"))
        return false;
    for (int i = 2; i < g->deck[0].count; i++) {
        int ticket = linea_deck_ticket(g, 0, i);
        if (g->returned[ticket] != LINEA_NOBODY &&
            !(g->returned[ticket] & LINEA_SOMEWHERE))
            return draw_ticket(before, line, ticket);
    }
    return false;
}

static bool cut_half(const struct linea_replay *before, char *line)
{
    (void)before;
    line[strlen(line) / 2] = 0;
    return true;
}

static bool other_seat(const struct linea_replay *before, char *line)
{
    char *seat = strstr(line, "\"seat\":");
    if (!seat || before->seats < 2)
        return false;
    seat[7] = (char)('0' + (before->game.turn + 1) % before->seats);
    return true;
}

static bool turn_up_one_more(const struct linea_replay *before, char *line)
{
    char *up = strstr(line, ",\"up\":[");
    (void)before;
    if (!up || strstr(line, "deal"))
        return false;
    strcpy(line + strlen(line) - 2, ",\"red\"]}");
    return true;
}

static bool turn_up_one_less(const struct linea_replay *before, char *line)
{
    char *up = strstr(line, ",\"up\":["), *last = strrchr(line, ',');
    (void)before;
    if (!up || strstr(line, "deal") || last == up)
        return false;
    strcpy(last, "]}");
    return true;
}

/* A face-up card is taken, or the display is swept, and nothing is said of it. */
static bool fill_no_gap(const struct linea_replay *before, char *line)
{
    char *up = strstr(line, ",\"up\":[");
    (void)before;
    if (!up || strstr(line, "deal") || strstr(line, "draw pile") ||
        !strstr(line, "\"draw "))
        return false;
    strcpy(up, "}");
    return true;
}

static bool sweep_nothing(const struct linea_replay *before, char *line)
{
    char *up = strstr(line, ",\"up\":[");
    (void)before;
    if (!up || strstr(line, "deal") ||
        (strstr(line, "\"draw ") && !strstr(line, "draw pile")))
        return false;
    strcpy(up, "}");
    return true;
}

static bool turn_up_none(const struct linea_replay *before, char *line)
{
    if (!strstr(line, "\"move\":\"claim ") && !strstr(line, "\"move\":\"draw "))
        return false;
    char *up = strstr(line, ",\"up\":[");
    (void)before;
    strcpy(up ? up : line + strlen(line) - 1, ",\"up\":[]}");
    return true;
}

/* What was turned up for a tunnel is said to lie in the display. */
static bool reveal_into_display(const struct linea_replay *before, char *line)
{
    char *reveal = strstr(line, "\"reveal\":[\""), cards[LINEA_LINE];
    (void)before;
    if (!reveal)
        return false;
    strcpy(cards, reveal + strlen("\"reveal\":["));
    sprintf(reveal, "\"reveal\":[],\"up\":[%s", cards);
    return !strstr(cards, "up");
}

static bool other_map(const struct linea_replay *before, char *line)
{
    static const char key[] = "\"map_hash\":\"";
    char *at = strstr(line, key);
    (void)before;
    if (!at)
        return false;
    at += strlen(key);
    *at = *at == '0' ? '1' : '0';
    return true;
}

/* Each is tried wherever it can be in the record of maps/test/everything.json. */
static const struct tampering tamperings[] = {
    /* Lines that are none. */
    {"{…", "hello", LINEA_SYNTAX, "no JSON", NULL},
    {"{…", "[1]", LINEA_SYNTAX, "is an object", NULL},
    {NULL, NULL, LINEA_SYNTAX, "no JSON", cut_half},
    {"{\"linea\":1", "{\"linea\":2", LINEA_SYNTAX, "begins with", NULL},
    {"\"map\":\"everything\"", "\"map\":\"nothing\"", LINEA_UNKNOWN, "no map", NULL},
    {"\"map_hash\":\"", "\"map_hash\":\"0", LINEA_SYNTAX, "64 hex digits", NULL},
    {"\"map_hash\":\"…", "\"map_hash\":7}", LINEA_SYNTAX, "64 hex digits", NULL},
    {NULL, NULL, LINEA_UNKNOWN, "another map", other_map},
    {"\"seats\":[\"", "\"seats\":[7,\"", LINEA_SYNTAX, "", NULL},
    {"\"first\":", "\"first\":9", LINEA_SYNTAX, "\"first\" needs a seat", NULL},
    {"\"seed\":\"", "\"seed\":\"0", LINEA_SYNTAX, "64 hex digits", NULL},
    /* The deal. */
    {"\"hands\":[[", "\"hands\":[[\"red\",", LINEA_SYNTAX, "another number", NULL},
    {"\"hands\":[[\"", "\"hands\":[[\"x", LINEA_UNKNOWN, "no card", NULL},
    {"{\"deal\":{", "{\"deal\":{\"x\":1,", LINEA_SYNTAX, "was expected", NULL},
    {"\"up\":[…", "\"up\":[]}}", LINEA_SYNTAX, "", NULL},
    {"\"b\":[\"white\"]", "\"b\":[\"black\"]", LINEA_ILLEGAL, "that deal cannot", NULL},
    {"\"passengers\":{\"b\"", "\"passengers\":{\"a\"", LINEA_SYNTAX, "another number",
     NULL},
    {"\"passengers\":{", "\"passengers\":{\"a\":[],", LINEA_SYNTAX, "where none begin",
     NULL},
    /* Moves. */
    {NULL, NULL, LINEA_ILLEGAL, "it is the turn of seat", other_seat},
    {"{\"seat\":", "{\"seat\":1", LINEA_SYNTAX, "was expected", NULL},
    {"{\"seat\":", "{\"seet\":", LINEA_SYNTAX, "was expected", NULL},
    {"\"move\":\"", "\"move\":\"x", LINEA_SYNTAX, "a move begins with", NULL},
    {"\"move\":\"", "\"move\":\"claim q/r red:1\",\"x\":\"", LINEA_UNKNOWN, "no route",
     NULL},
    {"\"move\":\"draw pile\"", "\"move\":\"pass\"", LINEA_ILLEGAL, "", NULL},
    {"\"move\":", "\"x\":1,\"move\":", LINEA_SYNTAX, "the line needs", NULL},
    {"\"move\":\"keep ", "\"move\":\"keep a/b,", LINEA_UNKNOWN, "no ticket", NULL},
    {"{\"seat\"…", "{\"end\":{\"scores\":[],\"winners\":[]}}", LINEA_ILLEGAL,
     "not over yet", NULL},
    /* Chance. */
    {"\"drew\":", "\"gone\":", LINEA_SYNTAX, "", NULL},
    {"\"drew\":\"", "\"drew\":\"x", LINEA_UNKNOWN, "no card", NULL},
    {"\"drew\":\"…", "\"drew\":[\"red\"]}", LINEA_SYNTAX, "needs the card", NULL},
    {"\"drew\":[\"", "\"drew\":[\"x", LINEA_UNKNOWN, "no ticket", NULL},
    {"\"drew\":[", "\"drew\":[\"a/c\",", LINEA_ILLEGAL, "chance cannot", NULL},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", draw_absent},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", draw_held},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", draw_too_early},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", turn_up_one_more},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", turn_up_one_less},
    {NULL, NULL, LINEA_SYNTAX, "the line needs", fill_no_gap},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", sweep_nothing},
    {NULL, NULL, LINEA_SYNTAX, "\"up\" needs a card", turn_up_none},
    {NULL, NULL, LINEA_ILLEGAL, "chance cannot", reveal_into_display},
    {",\"reveal\"", ",\"revealed\"", LINEA_SYNTAX, "the line needs", NULL},
    {"\"reveal\":[\"", "\"reveal\":[\"red\",\"", LINEA_ILLEGAL, "chance cannot", NULL},
    {"\"reveal\":[\"…", "\"reveal\":[]}", LINEA_ILLEGAL, "chance cannot", NULL},
    /* Who made a move. */
    {"\"move\":\"draw", "\"by\":7,\"move\":\"draw", LINEA_SYNTAX, "\"by\" needs", NULL},
    {"\"move\":\"draw", "\"by\":\"\",\"move\":\"draw", LINEA_SYNTAX, "\"by\" needs",
     NULL},
    {"\"move\":\"draw", "\"bye\":\"x\",\"move\":\"draw", LINEA_SYNTAX, "only", NULL},
    /* The end. */
    {"\"tickets_done\":", "\"tickets_done\":1", LINEA_ILLEGAL, "by the rules", NULL},
    {"{\"routes\":", "{\"routes\":1", LINEA_ILLEGAL, "\"routes\" is", NULL},
    {"{\"routes\":", "{\"rails\":0,\"routes\":", LINEA_SYNTAX, "a source that", NULL},
    {"\"winners\":[", "\"winners\":[0,1,", LINEA_ILLEGAL, "the winners are", NULL},
    {"\"winners\":[…", "\"winners\":[]}}", LINEA_ILLEGAL, "the winners are", NULL},
    {"\"scores\":[", "\"scores\":[{},", LINEA_SYNTAX, "for each seat", NULL},
    {"{\"end\"…", "{\"seat\":0,\"move\":\"draw pile\",\"drew\":\"red\"}", LINEA_ILLEGAL,
     "its end was expected", NULL},
    {"{\"end\"…", "{\"linea\":1,\"map\":\"everything\"}", LINEA_SYNTAX, "lacks its end",
     NULL},
};

TEST(replay_refuses_exactly_the_line_that_was_tampered_with)
{
    for (size_t i = 0; i < sizeof tamperings / sizeof tamperings[0]; i++)
        if (!replay_file("everything", &tamperings[i]) &&
            !replay_file("new-york", &tamperings[i]))
            fail_msg("tampering %zu is possible nowhere", i);
}

/* Which piles were shuffled since a game began from a position. */
struct shuffled {
    bool cards, decks;
};

/* Record another card than the one on top, where its place is known; false if there is
   none. */
static bool change_card(const struct linea_game *before, struct linea_event *event,
                        struct shuffled since)
{
    int drawn = event->card[0];
    if (event->move != linea_move_make(LINEA_DRAW, 0, 0, LINEA_BLIND) || since.cards)
        return false;
    for (int i = 0; i < before->pile_count; i++)
        if (before->pile[i] != drawn)
            event->card[0] = before->pile[i];
    return event->card[0] != drawn;
}

/* The same with a ticket, when only cards were shuffled. */
static bool change_ticket(const struct linea_game *before, struct linea_event *event,
                          struct shuffled since)
{
    if (linea_move_kind(event->move) != LINEA_TICKETS_DRAW || since.decks ||
        !since.cards)
        return false;
    int deck = before->map->ticket[event->ticket[0]].deck;
    int drawn = linea_move_mix(event->move, deck), all = before->deck[deck].count;
    if (drawn == all)
        return false;
    event->ticket[0] = (uint8_t)linea_deck_ticket(before, deck, all - 1);
    return true;
}

/* Replay a game that begins from a position met in a random game, and record one thing
   otherwise that the position shows. Whether that could be done. */
static bool replay_from_position(struct random_game *r,
                                 bool (*change)(const struct linea_game *,
                                                struct linea_event *, struct shuffled))
{
    static struct linea_replay replay;
    static char line[LINEA_LINE];
    static const char *const names[LINEA_SEATS] = {"a", "b", "c", "d", "e"};
    struct linea_view view;
    struct linea_out out;
    struct linea_error error = {0};
    struct shuffled since = {false, false};
    linea_game_view(&r->g, &view, LINEA_ALL);
    linea_out_init(&out, line, sizeof line);
    linea_record_header(&out, r->g.map, names, r->g.seats, r->g.first, &r->g.seed, NULL,
                        &view);
    linea_replay_init(&replay, maps_find, NULL);
    if (!linea_replay_line(&replay, &memory, &error, line, strlen(line)))
        fail_msg("%s: %s", error.message, line);
    while (r->n > 0) {
        struct linea_game before = r->g;
        random_play(r, random_choose(r));
        struct linea_event event = r->event;
        if (change && change(&before, &event, since)) {
            linea_out_init(&out, line, sizeof line);
            linea_record_move(&before, &out, &event);
            if (linea_replay_line(&replay, &memory, &error, line, strlen(line)))
                fail_msg("taken: %s", line);
            return true;
        }
        linea_out_init(&out, line, sizeof line);
        linea_record_move(&before, &out, &r->event);
        if (!linea_replay_line(&replay, &memory, &error, line, strlen(line)))
            fail_msg("%s: %s", error.message, line);
        /* The last choice of an opening may shuffle decks; a sweep after it, cards. */
        bool shuffled = r->g.shuffles != before.shuffles;
        bool opening = before.phase == LINEA_OPENING_KEEP;
        since.decks |= shuffled && opening;
        since.cards |= shuffled && (!opening || r->event.up > 0);
    }
    return false;
}

/* Replay from a position of every setup; how often something was recorded otherwise. */
static int replay_from_positions(bool (*change)(const struct linea_game *,
                                                struct linea_event *, struct shuffled))
{
    static struct random_game r;
    struct setup setup;
    int changed = 0;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, (uint64_t)i);
        for (int step = i % 7; step > 0 && r.n > 1; step--)
            random_play(&r, random_choose(&r));
        changed += replay_from_position(&r, change);
    }
    return changed;
}

TEST(replay_takes_a_record_that_does_not_say_which_map_it_means)
{
    static struct linea_replay replay;
    struct linea_error error = {0};
    char line[LINEA_LINE];
    snprintf(line, sizeof line,
             "{\"linea\":1,\"map\":\"europe\",\"seats\":[\"a\",\"b\"],\"first\":0,"
             "\"seed\":\"%064d\"}",
             0);
    linea_replay_init(&replay, maps_find, NULL);
    CHECK(linea_replay_line(&replay, &memory, &error, line, strlen(line)));
}

TEST(replay_takes_a_record_that_begins_from_a_position)
{
    replay_from_positions(NULL);
}

TEST(replay_knows_the_cards_of_a_position_until_cards_are_shuffled)
{
    CHECK(replay_from_positions(change_card) > 0);
}

TEST(replay_knows_the_tickets_of_a_position_also_when_cards_were_shuffled)
{
    CHECK(replay_from_positions(change_ticket) > 0);
}
