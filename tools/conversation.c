/*
 * tools/conversation.c - the questions of `linea engine` and their answers.
 *
 * SPDX-License-Identifier: MIT
 */
#include "conversation.h"

#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "linea/list.h"
#include "linea/text.h"
#include "match.h"
#include "player.h"

enum { QUESTION = 1 << 20 }; /* longest question, in bytes */

struct conversation {
    struct linea_json json; /* the question */
    bool begun;
    struct linea_game game;
    struct text record; /* every line so far */
    uint64_t bots_asked;
    struct linea_out out; /* the answer */
    char answer[LINEA_LONG_LINE];
};

/* Answer with an error instead of anything written so far. */
static void fail(struct conversation *c, enum linea_error_code code,
                 const char *message)
{
    linea_out_init(&c->out, c->answer, sizeof c->answer);
    linea_out_text(&c->out, "{\"error\":\"");
    linea_out_text(&c->out, linea_error_name(code));
    linea_out_text(&c->out, "\",\"message\":");
    linea_out_string(&c->out, message);
    linea_out_text(&c->out, "}");
}

static void fail_with(struct conversation *c, const struct linea_error *error)
{
    fail(c, error->code, error->message);
}

static int get(const struct conversation *c, const char *key)
{
    return linea_json_get(&c->json, 0, key);
}

/* The map that a question names; NULL after an answer. */
static const struct linea_map *get_map(struct conversation *c, int object,
                                       enum linea_error_code code)
{
    char id[64], message[128];
    int value = linea_json_get(&c->json, object, "map");
    if (linea_json_string(&c->json, id, sizeof id, value) < 0) {
        fail(c, code, "\"map\" needs the id of a map");
        return NULL;
    }
    const struct linea_map *map = maps_get(id);
    if (!map) {
        snprintf(message, sizeof message, "there is no map \"%s\"", id);
        fail(c, code == LINEA_SYNTAX ? LINEA_UNKNOWN : code, message);
    }
    return map;
}

/* The seed that a question gives, or one from the system; false after an answer. */
static bool get_seed(struct conversation *c, struct linea_seed *seed)
{
    char hex[LINEA_SEED_TEXT + 2];
    uint64_t series;
    int value = get(c, "seed");
    if (value < 0 || linea_json_type(&c->json, value) == LINEA_JSON_NULL)
        return seed_from_text(seed, &series, NULL);
    int length = linea_json_string(&c->json, hex, sizeof hex, value);
    if (length >= 0 && linea_seed_read(seed, hex, (size_t)length))
        return true;
    fail(c, LINEA_SYNTAX, "\"seed\" needs 64 hex digits");
    return false;
}

/* Add what `write` put into the answer buffer from `start` on to the record. */
static void keep_line(struct conversation *c, const char *start)
{
    text_line(&c->record, &c->out, start);
}

static void record_header(struct conversation *c, const struct linea_view *position)
{
    static const char *const names[LINEA_SEATS] = {"seat 0", "seat 1", "seat 2",
                                                   "seat 3", "seat 4"};
    c->record.size = 0;
    linea_out_init(&c->out, c->answer, sizeof c->answer);
    linea_record_header(&c->out, c->game.map, names, c->game.seats, c->game.first,
                        &c->game.seed, NULL, position);
    keep_line(c, c->answer);
    linea_out_init(&c->out, c->answer, sizeof c->answer);
}

/* Add the end of the game to the answer and to the record; returns where it begins. */
static char *record_end(struct conversation *c)
{
    struct linea_result result;
    char *start = c->out.at;
    linea_game_score(&c->game, &result);
    linea_record_end(&c->game, &c->out, &result);
    keep_line(c, start);
    return start;
}

static void ask_new(struct conversation *c)
{
    struct linea_seed seed;
    struct linea_event deal;
    int seats, first = LINEA_NOBODY, value = get(c, "first");
    const struct linea_map *map = get_map(c, 0, LINEA_SYNTAX);
    if (!map || !get_seed(c, &seed))
        return;
    if (!linea_json_int(&c->json, &seats, get(c, "seats"), -1000, 1000)) {
        fail(c, LINEA_SYNTAX, "\"seats\" needs a number");
        return;
    }
    if (value >= 0 && linea_json_type(&c->json, value) != LINEA_JSON_NULL &&
        (!linea_json_int(&c->json, &first, value, 0, LINEA_SEATS - 1))) {
        fail(c, LINEA_SYNTAX, "\"first\" needs a seat");
        return;
    }
    struct linea_game game;
    if (!linea_game_begin(&game, &deal, map, seats, first, &seed)) {
        fail(c, LINEA_ILLEGAL,
             seats < map->min_seats || seats > map->max_seats
                 ? "\"seats\": the map is not for so many players"
                 : "\"first\": there is no such seat");
        return;
    }
    c->game = game;
    c->begun = true;
    record_header(c, NULL);
    linea_out_text(&c->out, "{\"ok\":true,\"event\":");
    const char *start = c->out.at;
    linea_record_deal(&c->game, &c->out, &deal);
    keep_line(c, start);
    linea_out_text(&c->out, "}");
}

static void ask_position(struct conversation *c)
{
    struct linea_seed seed;
    struct linea_error error;
    struct linea_view view;
    struct linea_game game;
    int state = get(c, "state");
    if (linea_json_type(&c->json, state) != LINEA_JSON_OBJECT) {
        fail(c, LINEA_SYNTAX, "\"state\" needs a position");
        return;
    }
    const struct linea_map *map = get_map(c, state, LINEA_BAD_POSITION);
    if (!map || !get_seed(c, &seed))
        return;
    if (!linea_position_read(&game, &error, map, &seed, &c->json, state)) {
        fail_with(c, &error);
        return;
    }
    c->game = game;
    c->begun = true;
    linea_game_view(&c->game, &view, LINEA_ALL);
    record_header(c, &view);
    if (c->game.phase == LINEA_OVER)
        c->out.at = record_end(c);
    linea_out_text(&c->out, "{\"ok\":true}");
}

static void ask_state(struct conversation *c)
{
    struct linea_view view;
    linea_game_view(&c->game, &view, LINEA_ALL);
    linea_out_text(&c->out, "{\"ok\":true,\"state\":");
    linea_view_write(&view, &c->out);
    linea_out_text(&c->out, "}");
}

static void ask_legal(struct conversation *c)
{
    static linea_move moves[LINEA_MOVES];
    int n = linea_game_moves(&c->game, moves);
    struct linea_list object = linea_list_open(&c->out, "{", "}");
    linea_key_bool(&object, "ok", true);
    linea_key_int_or_null(&object, "seat", n ? c->game.turn : LINEA_NOBODY,
                          LINEA_NOBODY);
    linea_key_moves(&object, "moves", &c->game, moves, n);
    linea_list_close(&object);
}

static void ask_play(struct conversation *c)
{
    char text[LINEA_MOVE_TEXT];
    struct linea_error error;
    struct linea_event event;
    linea_move m;
    int length = linea_json_string(&c->json, text, sizeof text, get(c, "move"));
    if (length < 0) {
        fail(c, LINEA_SYNTAX, "\"move\" needs a move");
        return;
    }
    if (!linea_move_read(&c->game, &m, &error, text, (size_t)length)) {
        fail_with(c, &error);
        return;
    }
    struct linea_game before = c->game;
    linea_game_apply(&c->game, &event, m);
    linea_out_text(&c->out, "{\"ok\":true,\"event\":");
    char *start = c->out.at;
    linea_record_move(&before, &c->out, &event);
    keep_line(c, start);
    if (c->game.phase == LINEA_OVER) {
        start = record_end(c);
        /* The line {"end":{…}} becomes the pair "end":{…} beside the event. */
        *start = ',';
        c->out.at--;
        *c->out.at = 0;
    }
    linea_out_text(&c->out, "}");
}

static void ask_score(struct conversation *c)
{
    struct linea_result result;
    linea_game_score(&c->game, &result);
    linea_out_text(&c->out, "{\"ok\":true,");
    linea_scores_write(&c->game, &c->out, &result);
    linea_out_text(&c->out, "}");
}

static void ask_view(struct conversation *c)
{
    struct linea_view view;
    int value = get(c, "seat"), viewer = LINEA_SPECTATOR;
    if (linea_json_type(&c->json, value) != LINEA_JSON_NULL &&
        !linea_json_int(&c->json, &viewer, value, 0, c->game.seats - 1)) {
        fail(c, LINEA_SYNTAX, "\"seat\" needs a seat of the game, or null");
        return;
    }
    linea_game_view(&c->game, &view, viewer);
    linea_out_text(&c->out, "{\"ok\":true,\"view\":");
    linea_view_write(&view, &c->out);
    linea_out_text(&c->out, "}");
}

static void ask_bot(struct conversation *c)
{
    static struct linea_player player;
    char name[64];
    struct linea_player_name bot;
    struct linea_error error;
    int ms = 0, value = get(c, "ms");
    if (linea_json_string(&c->json, name, sizeof name, get(c, "name")) < 0 ||
        (value >= 0 && !linea_json_int(&c->json, &ms, value, 0, 86400000))) {
        fail(c, LINEA_SYNTAX, "\"name\" needs the name of a bot, \"ms\" a number");
        return;
    }
    if (!linea_player_read(&bot, &error, name)) {
        fail_with(c, &error);
        return;
    }
    if (bot.argument) {
        fail(c, LINEA_SYNTAX, "a bot of the conversation takes no file");
        return;
    }
    if (c->game.phase == LINEA_OVER) {
        fail(c, LINEA_ILLEGAL, "the game is over");
        return;
    }
    double deadline = seconds_now() + ms / 1e3;
    struct linea_budget budget = {.simulations = bot.simulations,
                                  .time_up = value >= 0 ? deadline_passed : NULL,
                                  .context = &deadline,
                                  .learned = nets_get(c->game.map, bot.bot, NULL, 0)};
    linea_player_begin(&player, bot.bot, &budget, c->bots_asked++);
    linea_out_text(&c->out, "{\"ok\":true,\"move\":\"");
    linea_move_write(&c->game, &c->out, linea_player_move(&player, &c->game));
    linea_out_text(&c->out, "\"}");
}

static const struct {
    const char *name;
    bool needs_game;
    void (*answer)(struct conversation *c); /* NULL: print_record() */
} questions[] = {
    {"new", false, ask_new},    {"position", false, ask_position},
    {"state", true, ask_state}, {"legal", true, ask_legal},
    {"play", true, ask_play},   {"score", true, ask_score},
    {"view", true, ask_view},   {"bot", true, ask_bot},
    {"record", true, NULL},
};

enum { QUESTIONS = sizeof questions / sizeof questions[0] };

/* A record has no limit, so it is printed piece by piece. */
static void print_record(const struct conversation *c, FILE *out)
{
    fputs("{\"ok\":true,\"lines\":[", out);
    const char *at = c->record.at, *end = at + c->record.size;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        fwrite(at, 1, (size_t)(stop - at), out);
        at = stop + 1;
        if (at < end)
            fputc(',', out);
    }
    fputs("]}\n", out);
}

/* Answer into c->answer; false for a record, which does not fit there. */
static bool answer(struct conversation *c, const char *line, size_t length)
{
    linea_out_init(&c->out, c->answer, sizeof c->answer);
    char message[256];
    const char *broken = length > QUESTION ? "the question is too long"
                                           : linea_json_read(&c->json, line, length);
    if (broken) {
        snprintf(message, sizeof message, "no JSON: %s, at byte %d", broken,
                 length > QUESTION ? QUESTION : c->json.error_at);
        fail(c, LINEA_SYNTAX, message);
        return true;
    }
    int i = 0, what = get(c, "do");
    while (i < QUESTIONS && !linea_json_is(&c->json, what, questions[i].name))
        i++;
    if (linea_json_type(&c->json, what) != LINEA_JSON_STRING)
        fail(c, LINEA_SYNTAX, "a question is {\"do\":\"…\"}");
    else if (i == QUESTIONS)
        fail(c, LINEA_UNKNOWN,
             "\"do\" may be new, position, state, legal, play, score, view, bot, "
             "record");
    else if (questions[i].needs_game && !c->begun)
        fail(c, LINEA_NO_GAME, "there is no game; ask for new or position first");
    else if (!questions[i].answer)
        return false;
    else
        questions[i].answer(c);
    return true;
}

struct conversation *conversation_create(void)
{
    return calloc(1, sizeof(struct conversation));
}

void conversation_destroy(struct conversation *c)
{
    if (!c)
        return;
    free(c->record.at);
    free(c);
}

void conversation_answer(struct conversation *c, FILE *out, const char *line,
                         size_t length)
{
    if (answer(c, line, length))
        fprintf(out, "%s\n", c->answer);
    else
        print_record(c, out);
}
