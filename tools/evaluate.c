/*
 * tools/evaluate.c - `linea evaluate`: what each seat can expect of a position.
 *
 * A line of input is a position; the seat to move looks at it, and nothing that this
 * seat may not know counts. A net answers at a glance; without one, or when playouts
 * are asked for, guesses of what is hidden are played out.
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
#include "evaluate.h"
#include "learned.h"
#include "linea/list.h"
#include "linea/text.h"
#include "terminal.h"
#include "tools.h"

enum {
    INPUT_MOST = 64 << 20, /* bytes of a file of positions */
    USUAL = 400,           /* playouts, where there is no net */
};

/* What the command line asks for, and room to work in. */
struct asked {
    const char *net; /* file; NULL for what is built in */
    long simulations;
    bool moves, words;
    struct linea_json json;
    struct linea_game game;
    struct linea_view view;
    struct evaluation evaluation;
    linea_move move[LINEA_MOVES];
    int n;
};

static bool read_position(struct asked *a, struct linea_error *error, const char *line,
                          size_t length)
{
    static const struct linea_seed seed = {{0}};
    char id[64];
    if (linea_json_read(&a->json, line, length))
        return linea_explain(error, LINEA_SYNTAX, "this is not JSON");
    if (linea_json_string(&a->json, id, sizeof id,
                          linea_json_get(&a->json, 0, "map")) <= 0)
        return linea_explain(error, LINEA_SYNTAX, "\"map\" needs the id of a map");
    const struct linea_map *map = maps_get(id);
    if (!map)
        return linea_explain(error, LINEA_NO_MAP,
                             "there is no map \"%s\"; bring it along with --map FILE",
                             id);
    if (!linea_position_read(&a->game, error, map, &seed, &a->json, 0))
        return false;
    if (a->game.phase == LINEA_OVER)
        return linea_explain(error, LINEA_ILLEGAL, "the game is over");
    linea_game_view(&a->game, &a->view, a->game.turn);
    a->n = linea_game_moves(&a->game, a->move);
    return true;
}

/* Numbers by seat: scaled down from whole ones; INT32_MIN stands for null. */
static void print_row(const char *name, const int *number, int seats, double scale)
{
    printf(",\"%s\":[", name);
    for (int s = 0; s < seats; s++) {
        printf(s ? "," : "");
        if (number[s] == INT32_MIN)
            printf("null");
        else
            printf("%.4g", number[s] / scale);
    }
    printf("]");
}

/* What the net says, which has no error of its own; of seats but its own it knows no
   margin, unless there is one other. */
static void print_glance(const struct asked *a, const struct linea_learned *learned)
{
    struct linea_prospect p;
    struct linea_net_thought thought;
    int seats = a->view.seats, own = a->view.viewer, margin[LINEA_SEATS];
    int error[LINEA_SEATS];
    linea_learned_glance(learned, &p, &thought, &a->view, a->move, a->n);
    for (int s = 0; s < seats; s++) {
        error[s] = INT32_MIN;
        margin[s] = s == own ? p.lead : seats == 2 ? -p.lead : INT32_MIN;
    }
    printf("{\"seat\":%d", own);
    print_row("share", p.share, seats, MILLION);
    print_row("margin", margin, seats, 1000);
    print_row("se", error, seats, 1);
}

/* What playouts of a candidate came to. */
static void print_candidate(const struct evaluation *e, int candidate)
{
    int share[LINEA_SEATS], margin[LINEA_SEATS], error[LINEA_SEATS];
    for (int s = 0; s < e->view.seats; s++) {
        struct estimate won = linea_evaluate_seat(e, candidate, s, MEASURE_SHARE);
        share[s] = won.mean;
        error[s] = won.error;
        margin[s] = linea_evaluate_seat(e, candidate, s, MEASURE_LEAD).mean;
    }
    print_row("share", share, e->view.seats, MILLION);
    print_row("margin", margin, e->view.seats, 1000);
    print_row("se", error, e->view.seats, MILLION);
}

static void play_out(struct asked *a)
{
    struct linea_budget budget = {.simulations = (int)a->simulations};
    struct evaluation *e = &a->evaluation;
    if (!budget.simulations)
        budget.simulations = USUAL;
    linea_evaluate_begin(e, &a->view, a->move, a->n, NULL, 1);
    for (int i = 0; (a->moves || a->words) && i < e->candidates; i++)
        linea_evaluate_keep(e, i);
    linea_evaluate_go(e, &budget);
}

static void print_moves(const struct asked *a)
{
    static char text[LINEA_LONG_LINE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    struct linea_list object = linea_list_open(&out, "", "");
    linea_evaluate_write_moves(&a->evaluation, &object, &a->game);
    printf(",%s", text);
}

static void evaluate(struct asked *a)
{
    if (a->words) {
        play_out(a);
        terminal_worth(&a->evaluation, &a->game);
        return;
    }
    const struct linea_learned *learned =
        nets_get(a->view.map, a->net ? &linea_bot_net : &linea_bot_expert, a->net,
                 a->net ? strlen(a->net) : 0);
    bool glance = learned && !a->simulations;
    if (!glance || a->moves)
        play_out(a);
    if (glance) {
        print_glance(a, learned);
    } else {
        printf("{\"seat\":%d", a->view.viewer);
        print_candidate(&a->evaluation, linea_evaluate_best(&a->evaluation));
    }
    if (a->moves)
        print_moves(a);
    printf("}\n");
}

/* Every line that is not empty; the first mistake ends it. */
static int evaluate_lines(struct asked *a, const char *name, const char *text)
{
    struct linea_error error;
    int number = 1;
    for (const char *line = text; *line; number++) {
        size_t length = strcspn(line, "\n");
        if (length > strspn(line, " \t\r")) {
            if (!read_position(a, &error, line, length))
                return fprintf(stderr, "%s:%d: %s\n", name, number, error.message),
                       EXIT_NEGATIVE;
            evaluate(a);
            fflush(stdout);
        }
        line += length + (line[length] == '\n');
    }
    return EXIT_OK;
}

int tool_evaluate(int argc, char **argv)
{
    const char *language = "en", *map = NULL;
    struct asked *a = calloc(1, sizeof *a);
    int operands = 0;
    if (!a)
        return complain(argv[0], "there is no memory");
    const struct option_spec options[] = {
        {"--map", "FILE", "a map that positions may name", .text = &map},
        {"--net", "FILE", "the net that judges, in place of the one that is built in",
         .text = &a->net},
        {"--simulations", "N", "so many playouts, in place of a net (400 without one)",
         .number = &a->simulations, .low = 1, .high = 1000000},
        {"--moves", NULL, "what each move that is worth a try comes to, by playouts",
         .flag = &a->moves},
        {"--words", NULL, "the same as sentences, with a reason for each",
         .flag = &a->words},
        {"--lang", "LANG", "their language, such as en or it (default en)",
         .text = &language},
        {0},
    };
    int code = options_parse(argc, argv, &operands, options,
                             "evaluate [OPTIONS] FILE (positions, a line each)");
    if (code == PARSE_OK && operands != 1)
        code = complain(argv[0], "name one file of positions");
    if (code == PARSE_OK && map && !maps_open(map))
        code = EXIT_USAGE;
    if (code == PARSE_OK && !terminal_speak(language))
        code = complain(argv[0], "there are no words in the language %s", language);
    if (code == PARSE_OK) {
        size_t length;
        char *text = read_file(&length, argv[1], INPUT_MOST);
        code = text ? evaluate_lines(a, argv[1], text) : EXIT_USAGE;
        free(text);
    }
    free(a);
    return code;
}
