/*
 * web/wasm/wasm.c - a table, a replay and a check of fairness in WebAssembly, for a
 * worker of the page.
 *
 * One map and one table live in this module's memory. Text goes in through the room
 * that linea_input() points to, and comes out through the import `emit`; time and
 * randomness are handed in. An instance contains every secret of its game; the worker
 * passes on what the seat in front of the screen may know.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "daily.h"
#include "evaluate.h"
#include "learned.h"
#include "linea/fair.h"
#include "linea/list.h"
#include "linea/sheet.h"
#include "linea/table.h"
#include "net_kernel.h"
#include "player.h"
#include "review.h"

enum {
    INPUT = 1 << 18,  /* longest text handed in: a map, a line of a record */
    THINK_MS = 1000,  /* for one move of a program */
    STEPS = 1500,     /* moves of a game that is reviewed, at most */
    REPORT = 1 << 20, /* bytes of a review */

    /* Audiences of `emit` beside those of a table. */
    EMIT_ANSWER = 300,
    EMIT_ERROR = 301,
};

#define EXPORT(name) __attribute__((export_name(name)))

__attribute__((import_module("page"), import_name("emit"))) void
page_emit(int audience, const char *text, size_t length);
__attribute__((import_module("page"), import_name("clock"))) double page_clock(void);

static char input[INPUT];
static char line[LINEA_TABLE_LINE];
static struct linea_json json;
static struct linea_map map;
static bool map_read;
static struct linea_table table;
static uint8_t secret[LINEA_TABLE_SECRET];
static struct linea_player bots[LINEA_SEATS];
static struct linea_daily daily; /* of the table; without a map if it is none */
static struct linea_fair_check check;
static struct linea_learned learned;
static bool net_read;

static const struct linea_map *find_map(void *context, const char *id)
{
    (void)context;
    return map_read && strcmp(id, linea_map_text(&map, map.id)) == 0 ? &map : NULL;
}

static void emit(void *context, int audience, const char *text, size_t length)
{
    (void)context;
    page_emit(audience, text, length);
}

static struct linea_table_io table_io(void)
{
    return (struct linea_table_io){.emit = emit,
                                   .find_map = find_map,
                                   .json = &json,
                                   .line = line,
                                   .bots_only = true};
}

/* Report an error; always false. */
static bool fail(const struct linea_error *error)
{
    page_emit(EMIT_ERROR, error->message, strlen(error->message));
    return false;
}

EXPORT("input") char *linea_input(void)
{
    return input;
}

EXPORT("secret") uint8_t *linea_secret(void)
{
    return secret;
}

/* What build.mjs makes the module "linea:mechanics" of. */
EXPORT("mechanics") void linea_emit_mechanics(void)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_mechanics_write(&out);
    page_emit(EMIT_ANSWER, line, strlen(line));
}

static void mistake(void *context, int at, const char *where, const char *what)
{
    (void)context;
    (void)at;
    page_emit(EMIT_ERROR, where, strlen(where));
    page_emit(EMIT_ERROR, what, strlen(what));
}

static void clear_table(void)
{
    memset(&table, 0, sizeof table);
    memset(bots, 0, sizeof bots);
    daily.map = NULL;
}

/* The map of every table, replay and check from now on. */
EXPORT("open_map") bool linea_open_map(size_t length)
{
    struct linea_map_report report = {.mistake = mistake};
    clear_table();
    net_read = false;
    map_read = linea_map_read(&map, &json, input, length, &report);
    return map_read;
}

/* Let bots that play by a net use that of these bytes, which stay where they are. */
EXPORT("open_net") bool linea_open_net(const uint8_t *bytes, size_t length)
{
    struct linea_error error;
    const struct linea_net_kernel *kernel;
    net_read = map_read && linea_learned_read(&learned, &error, &map, bytes, length);
    for (int i = 0; net_read && (kernel = linea_net_kernel_at(i)); i++)
        learned.net.kernel = kernel;
    return net_read || (map_read && fail(&error));
}

/* A table as the input asks; linea_secret() holds 32 random bytes. */
EXPORT("open_table") bool linea_open_table(size_t length, double now)
{
    struct linea_table_io io = table_io();
    struct linea_error error;
    clear_table();
    return linea_table_make(&table, &error, &io, input, length, 1, secret,
                            (int64_t)now) ||
           fail(&error);
}

/* The deal of the day in the input, a date: bots begin as that day has them from now
   on, until the table is closed. Its answer has the request for the table. */
EXPORT("daily_begin") bool linea_page_daily_begin(size_t length)
{
    struct linea_error error;
    struct linea_out out;
    if (!map_read || !linea_daily_read(&daily, &error, &map, input, length))
        return fail(&error);
    linea_out_init(&out, line, sizeof line);
    linea_out_text(&out, "{\"date\":\"");
    linea_out_text(&out, daily.date);
    linea_out_text(&out, "\",\"table\":");
    linea_daily_settings(&daily, &out);
    linea_out_text(&out, ",\"field\":");
    linea_out_int(&out, DAILY_FIELD);
    linea_out_text(&out, "}");
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
    return true;
}

/* A table for it. */
EXPORT("daily_open") bool linea_page_daily_open(double now)
{
    struct linea_table_io io = table_io();
    struct linea_error error;
    struct linea_daily day = daily;
    struct linea_out out;
    clear_table();
    daily = day;
    io.seeded = true;
    linea_out_init(&out, input, sizeof input);
    linea_daily_settings(&daily, &out);
    return linea_table_make(&table, &error, &io, input, (size_t)(out.at - input), 1,
                            daily.seed.byte, (int64_t)now) ||
           fail(&error);
}

static void emit_daily(const struct linea_daily_result *result)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_daily_result_write(result, &out);
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
}

/* Game number i of the day's field, played in the place of any table. */
EXPORT("daily_play") void linea_page_daily_play(int i)
{
    struct linea_daily_result result;
    linea_daily_play(&daily, &result, bots, net_read ? &learned : NULL, i);
    emit_daily(&result);
}

/* What the game of the day at the table came to, when it is over. */
EXPORT("daily_result") bool linea_page_daily_result(void)
{
    struct linea_daily_result result = {0};
    if (!table.over)
        return false;
    linea_daily_result(&result, &table.game);
    emit_daily(&result);
    return true;
}

EXPORT("close_table") void linea_close_table(void)
{
    clear_table();
}

/* A table whose deal can be repeated: linea_secret() holds its seed. */
EXPORT("open_dealt") bool linea_open_dealt(size_t length, double now)
{
    struct linea_table_io io = table_io();
    struct linea_error error;
    clear_table();
    io.seeded = true;
    return linea_table_make(&table, &error, &io, input, length, 1, secret,
                            (int64_t)now) ||
           fail(&error);
}

/* If it is a program's turn, let it make the move in the input. */
EXPORT("prompt") bool linea_prompt(size_t length, double now)
{
    struct linea_table_io io = table_io();
    struct linea_error error;
    linea_move m;
    if (!table.begun || !linea_move_read(&table.game, &m, &error, input, length))
        return table.begun && fail(&error);
    return linea_table_program_move(&table, &io, table.state, m, (int64_t)now);
}

/* Restore a stored event, and emit it again if that is asked for. */
EXPORT("open_stored") bool linea_open_stored(size_t length, bool emit_again)
{
    struct linea_table_io io = table_io();
    struct linea_error error;
    return linea_table_restore(&table, &error, &io, emit_again, input, length) ||
           fail(&error);
}

/* A request of a person; its answer is emitted after the events that it causes. */
EXPORT("ask") void linea_ask(int player, size_t length, double now)
{
    static char answer[LINEA_TABLE_LINE];
    struct linea_table_io io = table_io();
    struct linea_out out;
    linea_out_init(&out, answer, sizeof answer);
    linea_table_request(&table, &out, &io, (uint64_t)player, input, length,
                        (int64_t)now);
    page_emit(EMIT_ANSWER, answer, (size_t)(out.at - answer));
}

static bool time_up(void *context)
{
    return page_clock() >= *(const double *)context;
}

/* If it is a program's turn, make its move and return 1. A bot that has just come to
   its seat remembers nothing of the game. */
EXPORT("think") int linea_think(uint32_t seed, double now)
{
    struct linea_table_io io = table_io();
    const char *name;
    int seat = linea_table_program(&table, &name);
    if (seat == LINEA_NOBODY)
        return 0;
    linea_move m = linea_table_idle_move(&table.game);
    const struct linea_bot *bot = name ? linea_bot_find(name) : NULL;
    if (bot) {
        struct linea_player *p = &bots[seat];
        double end = page_clock() + THINK_MS;
        if (p->bot != bot)
            linea_player_begin(p, bot, NULL,
                               daily.map ? linea_daily_bot_seed(&daily, seat) : seed);
        p->budget = (struct linea_budget){
            .time_up = time_up, .context = &end, .learned = net_read ? &learned : NULL};
        m = linea_player_move(p, &table.game);
    }
    return linea_table_program_move(&table, &io, table.state, m, (int64_t)now);
}

EXPORT("tick") void linea_tick(double now)
{
    struct linea_table_io io = table_io();
    linea_table_tick(&table, &io, (int64_t)now);
}

/* When the move in hand runs out of time; 0 for never. */
EXPORT("deadline") double linea_deadline(void)
{
    int64_t deadline = linea_table_deadline(&table);
    return deadline == INT64_MAX ? 0 : (double)deadline;
}

/* Everything that an audience may know now. */
EXPORT("show") void linea_show(int audience)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_table_show(&table, &out, audience);
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
}

/* The seat whose last move can be taken back: the log without its last event. */
EXPORT("undoable") int linea_undoable(void)
{
    return linea_table_undoable(&table);
}

/* An event of the log, as lines of a record. */
EXPORT("record_line") bool linea_record_line(size_t length)
{
    struct linea_table_io io = table_io();
    struct linea_error error;
    io.record = true;
    return linea_table_restore(&table, &error, &io, true, input, length) ||
           fail(&error);
}

/* Records: replayed, and checked for fairness, line by line. */
EXPORT("replay_begin") void linea_replay_begin(void)
{
    linea_replay_init(&check.replay, find_map, NULL);
}

EXPORT("replay_next") bool linea_replay_next(size_t length)
{
    struct linea_error error;
    return linea_replay_line(&check.replay, &json, &error, input, length) ||
           fail(&error);
}

/* The position with nothing hidden, and the scores as if the game ended there. */
EXPORT("replay_show") void linea_replay_show(void)
{
    static struct linea_view view;
    struct linea_result result;
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_game_view(&check.replay.game, &view, LINEA_ALL);
    linea_game_score(&check.replay.game, &result);
    linea_out_text(&out, "{\"view\":");
    linea_view_write(&view, &out);
    linea_out_text(&out, ",");
    linea_scores_write(&check.replay.game, &out, &result);
    linea_out_text(&out, "}");
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
}

/* What came of everybody's tickets and longest path. */
EXPORT("replay_outcomes") void linea_replay_outcomes(void)
{
    struct linea_out out;
    linea_out_init(&out, line, sizeof line);
    linea_outcomes_write(&check.replay.game, &out);
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
}

/* What follows from a score sheet, what came of its tickets and paths, and the position
   that it was made into. */
EXPORT("sheet") bool linea_page_sheet(size_t length)
{
    static struct linea_view sheet_view;
    struct linea_error error;
    struct linea_game game;
    struct linea_out out;
    const char *wrong = linea_json_read(&json, input, length);
    if (!map_read || wrong) {
        page_emit(EMIT_ERROR, wrong ? wrong : "", wrong ? strlen(wrong) : 0);
        return false;
    }
    if (!linea_sheet_read(&game, &error, &map, &json, 0))
        return fail(&error);
    linea_out_init(&out, line, sizeof line);
    linea_out_text(&out, "{");
    linea_sheet_write(&game, &out);
    linea_out_text(&out, ",\"outcomes\":");
    linea_outcomes_write(&game, &out);
    linea_out_text(&out, ",\"position\":");
    linea_game_view(&game, &sheet_view, LINEA_ALL);
    linea_view_write(&sheet_view, &out);
    linea_out_text(&out, "}");
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
    return true;
}

/* A position that is looked into: read, played on from, and shown. */
static struct linea_game looked;

/* The position in the input; shuffles to come are drawn from a fixed seed, so the same
   moves come to the same again. */
EXPORT("position_open") bool linea_page_position_open(size_t length)
{
    static const struct linea_seed seed = {{0}};
    struct linea_error error = {.code = LINEA_SYNTAX, .message = "this is not JSON"};
    return (map_read && !linea_json_read(&json, input, length) &&
            linea_position_read(&looked, &error, &map, &seed, &json, 0)) ||
           fail(&error);
}

/* Plays the move in the input; its answer is the line of a record. */
EXPORT("position_play") bool linea_page_position_play(size_t length)
{
    struct linea_error error;
    struct linea_event event;
    struct linea_game before = looked;
    struct linea_out out;
    linea_move m;
    if (!linea_move_read(&looked, &m, &error, input, length))
        return fail(&error);
    linea_game_apply(&looked, &event, m);
    linea_out_init(&out, line, sizeof line);
    linea_record_move(&before, &out, &event);
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
    return true;
}

/* A table for a game that goes on from it. What the seat does not know is dealt again,
   by linea_secret(), which the shuffles to come are drawn from too. */
EXPORT("open_from") bool linea_page_open_from(size_t length, int seat, double now)
{
    static struct linea_view view;
    static struct linea_game from;
    struct linea_table_io io = table_io();
    struct linea_error error = {.code = LINEA_UNKNOWN, .message = "no such seat"};
    struct linea_seed seed;
    struct linea_rng rng;
    struct linea_out out;
    if (seat < 0 || seat >= looked.seats)
        return fail(&error);
    memcpy(seed.byte, secret, sizeof seed.byte);
    memcpy(&rng.state, secret, sizeof rng.state);
    linea_game_view(&looked, &view, seat);
    linea_view_guess(&view, &from, &rng);
    linea_game_view(&from, &view, LINEA_ALL);
    linea_out_init(&out, line, sizeof line);
    linea_view_write(&view, &out);
    clear_table();
    if (linea_json_read(&json, line, (size_t)(out.at - line)) ||
        !linea_position_read(&from, &error, &map, &seed, &json, 0))
        return fail(&error);
    io.seeded = true;
    io.from = &from;
    return linea_table_make(&table, &error, &io, input, length, 1, secret,
                            (int64_t)now) ||
           fail(&error);
}

/* What a seat may know of it, or all of it; every legal move, and the scores if the
   game ended there. */
EXPORT("position_show") void linea_page_position_show(int seat)
{
    static struct linea_view view;
    static linea_move moves[LINEA_MOVES];
    static char shown[REPORT];
    struct linea_result result;
    struct linea_out out;
    int n = linea_game_moves(&looked, moves);
    linea_out_init(&out, shown, sizeof shown);
    linea_game_view(&looked, &view, seat < looked.seats ? seat : LINEA_ALL);
    struct linea_list object = linea_list_open(&out, "{", "");
    linea_list_key(&object, "view");
    linea_view_write(&view, &out);
    linea_key_moves(&object, "moves", &looked, moves, n);
    linea_out_text(&out, ",");
    linea_game_score(&looked, &result);
    linea_scores_write(&looked, &out, &result);
    linea_out_text(&out, "}");
    page_emit(EMIT_ANSWER, shown, (size_t)(out.at - shown));
}

/* A review of a game: line by line, then as many rounds and judgements as are wanted.
 */
static struct review review;
static struct review_step review_step[STEPS];
static char report[REPORT];

EXPORT("review_begin") void linea_page_review_begin(void)
{
    linea_replay_init(&check.replay, find_map, NULL);
    linea_review_open(&review, review_step, STEPS, 1);
}

EXPORT("review_next") bool linea_page_review_next(size_t length, int number)
{
    struct linea_error error;
    return linea_review_line(&review, &check.replay, &json, &error, input, length,
                             number) ||
           fail(&error);
}

/* The moves of the game; 0 if it is not over. */
EXPORT("review_steps") int linea_page_review_steps(void)
{
    return check.replay.over ? review.steps : 0;
}

EXPORT("review_play") void linea_page_review_play(int step)
{
    linea_review_play(&review, step);
}

/* Judge the next decision of a seat; false when all have been, and then the first is
   next. */
EXPORT("review_judge") bool linea_page_review_judge(int seat, int playouts)
{
    if (linea_review_judge(&review, net_read ? &learned : NULL, seat, playouts,
                           (uint64_t)playouts) >= 0)
        return true;
    review.judging = LINEA_NOBODY;
    return false;
}

EXPORT("review_show") void linea_page_review_show(int seat)
{
    struct linea_out out;
    linea_out_init(&out, report, sizeof report);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_review_write(&review, &object, seat < LINEA_SEATS ? 1u << seat : ~0u, true);
    linea_list_close(&object);
    page_emit(EMIT_ANSWER, report, (size_t)(out.at - report));
}

/* The evaluation of moves: of a position, or for the seat to move at the table. It is
   begun, goes on for a while as often as is wanted, and is shown whenever. */
static struct {
    struct evaluation e;
    struct linea_game game;
    linea_move moves[LINEA_MOVES];
    bool begun;
} evaluating;

/* The view is that of the seat to move, unless it is open. */
static bool begin_evaluation(const struct linea_view *view, uint32_t seed)
{
    int n = linea_game_moves(&evaluating.game, evaluating.moves);
    evaluating.begun = n > 0;
    if (n == 0)
        return false;
    if (!view)
        linea_evaluate_begin_open(&evaluating.e, &evaluating.game, evaluating.moves, n,
                                  seed);
    else
        linea_evaluate_begin(&evaluating.e, view, evaluating.moves, n, NULL, seed);
    return true;
}

/* Of the position in the input: as its seat to move sees it, which may be all that the
   input has of it, or open. False, without a message, if it is over. */
EXPORT("evaluate_begin") bool linea_page_evaluate(size_t length, bool open)
{
    static const struct linea_seed seed = {{0}};
    static struct linea_view view;
    struct linea_game *g = &evaluating.game;
    struct linea_error error = {.code = LINEA_SYNTAX, .message = "this is not JSON"};
    evaluating.begun = false;
    if (!map_read || linea_json_read(&json, input, length))
        return fail(&error);
    if (linea_json_is(&json, linea_json_get(&json, 0, "phase"), "over"))
        return false;
    if (linea_position_read(g, &error, &map, &seed, &json, 0))
        linea_game_view(g, &view, g->turn);
    else if (open || !linea_view_read(&view, g, &error, &map, &json, 0))
        return fail(&error);
    return begin_evaluation(open ? NULL : &view, 1);
}

/* What the bot of that name would do there, as one that has just come to the seat. */
EXPORT("evaluate_bot") bool linea_page_evaluate_bot(size_t length)
{
    static struct linea_player player;
    struct linea_error error = {.code = LINEA_UNKNOWN, .message = "no such bot"};
    struct linea_out out;
    double end = page_clock() + THINK_MS;
    input[length < INPUT ? length : INPUT - 1] = 0;
    const struct linea_bot *bot = linea_bot_find(input);
    if (!evaluating.begun || !bot)
        return fail(&error);
    linea_player_begin(&player, bot, NULL, 1);
    player.budget = (struct linea_budget){
        .time_up = time_up, .context = &end, .learned = net_read ? &learned : NULL};
    linea_out_init(&out, line, sizeof line);
    linea_move_write(&evaluating.game, &out,
                     linea_player_move(&player, &evaluating.game));
    page_emit(EMIT_ANSWER, line, (size_t)(out.at - line));
    return true;
}

/* Go on for so many milliseconds; how many playouts that were. */
EXPORT("evaluate_go") int linea_page_evaluate_go(double ms)
{
    double end = page_clock() + ms;
    struct linea_budget budget = {.time_up = time_up, .context = &end};
    return evaluating.begun ? linea_evaluate_go(&evaluating.e, &budget) : 0;
}

EXPORT("evaluate_show") void linea_page_evaluate_show(void)
{
    struct linea_out out;
    linea_out_init(&out, report, sizeof report);
    if (evaluating.begun)
        linea_evaluate_write(&evaluating.e, &out, &evaluating.game);
    page_emit(EMIT_ANSWER, report, (size_t)(out.at - report));
}

EXPORT("check_begin") void linea_check_begin(void)
{
    linea_fair_init(&check, find_map, NULL);
}

EXPORT("check_next") bool linea_check_next(size_t length)
{
    struct linea_error error;
    return linea_fair_line(&check, &json, &error, input, length) || fail(&error);
}
