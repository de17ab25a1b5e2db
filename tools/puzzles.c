/*
 * tools/puzzles.c - `linea puzzles`: decisions in games of bots where one move is
 * better than all others beyond doubt, and one that comes to mind fails (puzzle.h).
 *
 * The same seed and numbers print the same puzzles. Each has its proof with it: where
 * it comes from, and what the moves came to.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "common/progress.h"
#include "figures.h"
#include "linea/list.h"
#include "linea/text.h"
#include "player.h"
#include "puzzle.h"
#include "puzzles_again.h"
#include "reason.h"
#include "tools.h"

enum {
    EACH_GAME = 2, /* puzzles of one game at most */
    EARLY = 16,    /* until a seat has few vehicles left, one decision of so many */
    KIND_MOST = 2, /* of five puzzles at most so many have a best move of one kind */
    PUZZLES_MOST = 64 << 20, /* bytes of a file of puzzles */
    SHOWN = 8, /* moves whose figures are kept with a puzzle, beside natural ones … */
    NAMED = 16, /* … and all that one may name */
};

struct search {
    const struct linea_map *map;
    long wanted, found, playouts, seed, games;
    long of_kind[LINEA_MOVE_KINDS]; /* found, by the kind of the best move */
    struct linea_player player[LINEA_SEATS];
    struct linea_game game;
    struct linea_view view;
    linea_move moves[LINEA_MOVES];
    struct puzzle puzzle;
    struct progress progress;

    /* For checks. */
    long again;              /* new playouts of each move; 0 for none */
    bool net;                /* … by the board's net */
    linea_move named[NAMED]; /* the moves of a puzzle, the best first … */
    int names;               /* … how many */
    long found_again[AGAIN_WAYS];
    struct again_room room;
};

/* What a move came to, and by how much the best is better. */
static void write_move(struct linea_list *list, const struct search *s, int candidate,
                       int best)
{
    const struct evaluation *e = &s->puzzle.evaluation;
    int seat = s->game.turn;
    struct estimate share = linea_evaluate_seat(e, candidate, seat, MEASURE_SHARE);
    struct estimate less = linea_evaluate_more(e, best, candidate, MEASURE_SHARE);
    struct linea_list object = linea_list_object(list);
    linea_key_move(&object, "move", &s->game, e->candidate[candidate].move);
    linea_key_int(&object, "playouts", e->candidate[candidate].rounds);
    linea_key_figure(&object, "share", share.mean, MILLION);
    linea_key_figure(&object, "loss", less.mean, MILLION);
    linea_key_figure(&object, "se", less.error, MILLION);
    linea_list_close(&object);
}

/* The move that is best, those that came to mind, and some of the others. */
static void write_moves(struct linea_list *object, const struct search *s)
{
    const struct evaluation *e = &s->puzzle.evaluation;
    int best = linea_evaluate_find(e, s->puzzle.best), others = 0;
    struct linea_list list = linea_key_open(object, "moves", "[", "]");
    write_move(&list, s, best, best);
    for (int i = 0; i < e->candidates; i++) {
        bool natural = false;
        for (int k = 0; k < PUZZLE_NATURAL; k++)
            natural |= linea_evaluate_find(e, s->puzzle.natural[k]) == i;
        if (i != best && (natural || others++ < SHOWN))
            write_move(&list, s, i, best);
    }
    linea_list_close(&list);
}

/* Which bots fail, and how. */
static void write_natural(struct linea_list *object, const struct search *s)
{
    struct linea_list fails = linea_key_open(object, "fails", "{", "}");
    for (int i = 0; i < PUZZLE_NATURAL; i++)
        if (s->puzzle.fails[i])
            linea_key_move(&fails, linea_puzzle_natural(i)->name, &s->game,
                           s->puzzle.natural[i]);
    linea_list_close(&fails);
}

/* A position as text. */
static void write_position(char *text, const struct linea_game *g)
{
    static struct linea_view all;
    struct linea_out out;
    linea_out_init(&out, text, LINEA_LINE);
    linea_game_view(g, &all, LINEA_ALL);
    linea_view_write(&all, &out);
}

static void print_puzzle(const struct search *s, long game, int move)
{
    static char text[LINEA_LINE + 16384];
    static struct linea_view all;
    char id[128];
    struct linea_out out;
    struct reason why;
    linea_out_init(&out, text, sizeof text);
    snprintf(id, sizeof id, "%s-%ld", linea_map_text(s->map, s->map->id), s->found + 1);
    struct linea_list object = linea_list_open(&out, "{", "}");
    linea_key_text(&object, "puzzle", id);
    struct linea_list from = linea_key_open(&object, "from", "{", "}");
    linea_key_int(&from, "seed", s->seed);
    linea_key_int(&from, "game", game);
    linea_key_int(&from, "move", move);
    linea_list_close(&from);
    linea_key_int(&object, "rounds", s->puzzle.evaluation.rounds);
    write_moves(&object, s);
    write_natural(&object, s);
    linea_reason_find(&why, &s->view, &s->puzzle.evaluation.own.plan, s->puzzle.best);
    linea_reason_write(&why, &object, s->map);
    linea_list_key(&object, "position");
    linea_game_view(&s->game, &all, LINEA_ALL);
    linea_view_write(&all, &out);
    linea_list_close(&object);
    puts(text);
    fflush(stdout);
}

/* Whether a decision is looked at: early ones take longest to play out, and are left
   out mostly. */
static bool is_looked_at(const struct linea_game *g, struct linea_rng *rng)
{
    int least = g->map->vehicles;
    for (int s = 0; s < g->seats; s++)
        if (g->seat[s].vehicles < least)
            least = g->seat[s].vehicles;
    bool early = 4 * least > g->map->vehicles;
    int die = linea_rng_below(rng, EARLY);
    return !early || die == 0;
}

/* Whether there is room for another puzzle with such a best move: for variety. */
static bool take_kind(struct search *s)
{
    long *count = &s->of_kind[linea_move_kind(s->puzzle.best)];
    if (*count * 5 >= s->wanted * KIND_MOST)
        return false;
    ++*count;
    return true;
}

/* Begin a game between planners. */
static void begin_game(struct search *s, long number)
{
    struct linea_seed seed;
    int range = s->map->max_seats - s->map->min_seats + 1;
    linea_seed_derive(&seed, (uint64_t)s->seed, (uint64_t)number);
    linea_game_begin(&s->game, NULL, s->map, s->map->min_seats + (int)(number % range),
                     LINEA_NOBODY, &seed);
    for (int i = 0; i < s->game.seats; i++)
        linea_player_begin(&s->player[i], &linea_bot_planner, NULL, (uint64_t)i);
}

static void search_game(struct search *s, long number)
{
    struct linea_rng rng = {(uint64_t)s->seed + (uint64_t)number};
    int here = 0, move = 0;
    begin_game(s, number);
    for (; s->game.phase != LINEA_OVER && here < EACH_GAME && s->found < s->wanted;
         move++) {
        linea_move made = linea_player_move(&s->player[s->game.turn], &s->game);
        int n = linea_game_moves(&s->game, s->moves);
        if (n > 1 && is_looked_at(&s->game, &rng)) {
            linea_game_view(&s->game, &s->view, s->game.turn);
            if (linea_puzzle_find(&s->puzzle, &s->view, s->moves, n, (int)s->playouts,
                                  linea_rng_next(&rng)) &&
                take_kind(s)) {
                print_puzzle(s, number, move);
                s->found++;
                here++;
            }
        }
        linea_game_apply(&s->game, NULL, made);
    }
}

/* Whether a game of bots comes to a position with so many moves. */
static bool comes_to(struct search *s, const struct linea_game *position, int moves)
{
    static char there[LINEA_LINE], here[LINEA_LINE];
    for (; moves > 0 && s->game.phase != LINEA_OVER; moves--)
        linea_game_apply(&s->game, NULL,
                         linea_player_move(&s->player[s->game.turn], &s->game));
    write_position(there, position);
    write_position(here, &s->game);
    return moves == 0 && strcmp(here, there) == 0;
}

/* Read a value as a move that is legal at a position. */
static bool read_move(const struct linea_game *g, linea_move *out,
                      struct linea_error *error, const struct linea_json *json,
                      int value)
{
    char text[LINEA_MOVE_TEXT];
    int length = linea_json_string(json, text, sizeof text, value);
    return length < 0 ? linea_explain(error, LINEA_SYNTAX, "a move is missing")
                      : linea_move_read(g, out, error, text, (size_t)length);
}

/* Every move that a puzzle names. */
static bool read_moves(struct search *s, const struct linea_game *g,
                       struct linea_error *error, const struct linea_json *json)
{
    linea_move natural;
    int moves = linea_json_get(json, 0, "moves");
    int fails = linea_json_get(json, 0, "fails");
    if (linea_json_type(json, moves) != LINEA_JSON_ARRAY ||
        linea_json_size(json, moves) < 2 || linea_json_size(json, moves) > NAMED ||
        linea_json_type(json, fails) != LINEA_JSON_OBJECT ||
        linea_json_size(json, fails) < 1)
        return linea_explain(error, LINEA_SYNTAX,
                             "a puzzle has 2 to %d \"moves\" and those that \"fails\" "
                             "names",
                             NAMED);
    s->names = 0;
    for (int value = linea_json_first(json, moves);
         s->names < linea_json_size(json, moves);
         s->names++, value = linea_json_next(json, moves, value))
        if (!read_move(g, &s->named[s->names], error, json,
                       linea_json_get(json, value, "move")))
            return false;
    for (int key = linea_json_first(json, fails); key >= 0;
         key = linea_json_next(json, fails, key))
        if (!read_move(g, &natural, error, json, key + 1))
            return false;
    return true;
}

/* Check one puzzle: its position, its moves, and where it says it comes from. */
static bool check_puzzle(struct search *s, struct linea_error *error,
                         struct linea_json *json, const char *line, size_t length)
{
    static const struct linea_seed none = {{0}};
    struct linea_game position;
    char id[64] = "";
    int seed = 0, game = 0, move = 0;
    if (linea_json_read(json, line, length))
        return linea_explain(error, LINEA_SYNTAX, "this is not JSON");
    int state = linea_json_get(json, 0, "position");
    int from = linea_json_get(json, 0, "from");
    linea_json_string(json, id, sizeof id, linea_json_get(json, state, "map"));
    s->map = maps_get(id);
    if (!s->map)
        return linea_explain(error, LINEA_NO_MAP, "the position is of no known map");
    if (!linea_position_read(&position, error, s->map, &none, json, state) ||
        !read_moves(s, &position, error, json))
        return false;
    if (!linea_json_int(json, &seed, linea_json_get(json, from, "seed"), 0,
                        1000000000) ||
        !linea_json_int(json, &game, linea_json_get(json, from, "game"), 0, 1000000) ||
        !linea_json_int(json, &move, linea_json_get(json, from, "move"), 0, 100000))
        return linea_explain(error, LINEA_SYNTAX,
                             "\"from\" needs \"seed\", \"game\" and \"move\"");
    s->seed = seed;
    begin_game(s, game);
    return comes_to(s, &position, move) ||
           linea_explain(error, LINEA_ILLEGAL,
                         "the game that it says it is from does not come to it");
}

/* Play the moves of the puzzle that was checked last out again; say so unless it holds.
 */
static void play_again(struct search *s, const char *path, long line)
{
    static const char *const names[AGAIN_WAYS] = {
        "", "new playouts do not show that the best move is the best",
        "new playouts show a better move"};
    const struct linea_learned *learned =
        s->net ? nets_get(s->map, &linea_bot_expert, NULL, 0) : NULL;
    linea_game_view(&s->game, &s->view, s->game.turn);
    enum again found = puzzles_again(&s->room, learned, &s->view, s->named, s->names,
                                     (int)s->again, (uint64_t)line);
    s->found_again[found]++;
    if (found != AGAIN_HOLDS)
        fprintf(stderr, "%s:%ld: %s\n", path, line, names[found]);
}

static int check_file(struct search *s, const char *path)
{
    struct linea_json *json = malloc(sizeof *json);
    struct linea_error error;
    size_t size;
    long number = 1, good = 0;
    bool fine = json != NULL;
    char *text = fine ? read_file(&size, path, PUZZLES_MOST) : NULL;
    for (const char *line = text; line && *line && fine; number++) {
        size_t length = strcspn(line, "\n");
        fine = check_puzzle(s, &error, json, line, length);
        good += fine;
        if (fine && s->again)
            play_again(s, path, number);
        line += length + (line[length] == '\n');
    }
    free(json);
    if (!text)
        return EXIT_USAGE;
    free(text);
    if (!fine) {
        fprintf(stderr, "%s:%ld: %s\n", path, number - 1, error.message);
        return EXIT_NEGATIVE;
    }
    printf("%ld puzzles\n", good);
    if (s->again)
        printf(
            "played again by %s: %ld hold, of %ld it is not shown, %ld do not hold\n",
            s->net ? "nets" : "planners", s->found_again[AGAIN_HOLDS],
            s->found_again[AGAIN_NOT_SHOWN], s->found_again[AGAIN_REFUTED]);
    return s->found_again[AGAIN_REFUTED] ? EXIT_NEGATIVE : EXIT_OK;
}

/* Find as many as are wanted. */
static int find_puzzles(struct search *s)
{
    progress_begin(&s->progress, "puzzles", s->wanted);
    for (long i = 0; i < s->games && s->found < s->wanted; i++) {
        search_game(s, i);
        progress_update(&s->progress, s->found);
    }
    progress_end(&s->progress);
    if (s->found >= s->wanted)
        return EXIT_OK;
    fprintf(stderr, "%ld puzzles in %ld games; %ld were wanted\n", s->found, s->games,
            s->wanted);
    return EXIT_NEGATIVE;
}

int tool_puzzles(int argc, char **argv)
{
    const char *map = "europe", *file = NULL;
    int operands = 0;
    struct search *s = calloc(1, sizeof *s);
    if (!s)
        return complain(argv[0], "there is no memory");
    s->wanted = 40;
    s->playouts = PUZZLE_PLAYOUTS;
    s->seed = 1;
    s->games = 1000;
    const struct option_spec options[] = {
        {"--map", "ID|FILE", "the map (default europe)", .text = &map},
        {"--want", "N", "how many puzzles (default 40)", .number = &s->wanted, .low = 1,
         .high = 10000},
        {"--games", "N", "look at so many games at most (default 1000)",
         .number = &s->games, .low = 1, .high = 1000000},
        {"--playouts", "N",
         "to find the best move; ten times as many check it (default 600)",
         .number = &s->playouts, .low = 100, .high = 100000},
        {"--seed", "N", "of the games (default 1)", .number = &s->seed,
         .high = 1000000000},
        {"--check", "FILE", "check puzzles that were printed, and where they are from",
         .text = &file},
        {"--again", "N", "with --check: play each move out so often, all of it new",
         .number = &s->again, .low = 1, .high = 10000000},
        {"--net", NULL, "… by the board's net in all seats in place of planners",
         .flag = &s->net},
        {0},
    };
    int code = options_parse(argc, argv, &operands, options,
                             "puzzles [OPTIONS] (a line of JSON each)");
    if (code == PARSE_OK && operands > 0)
        code = complain(argv[0], "there is nothing to name but options");
    if (code == PARSE_OK && !file && !(s->map = maps_open(map)))
        code = EXIT_USAGE;
    if (code == PARSE_OK)
        code = file ? check_file(s, file) : find_puzzles(s);
    free(s);
    return code;
}
