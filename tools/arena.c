/*
 * tools/arena.c - `linea arena`: round robins and duels of bots.
 *
 * Reads what is asked for, the bots in arena_bots.c; arena_play.c plays it,
 * arena_state.c keeps it, arena_merge.c puts the parts of many machines together,
 * rating.c weighs it, arena_report.c, arena_export.c and arena_svg.c print it.
 * docs/arena.md says how and why.
 *
 * SPDX-License-Identifier: MIT
 */
#include "arena.h"

#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/files.h"
#include "common/maps.h"
#include "common/options.h"
#include "common/workers.h"
#include "tools.h"

enum { SIMULATIONS = 100, DEALS = 100, DEALS_SPRT = 20000, LIMIT = 1000 };

/* Options that are read as text first. */
struct asked {
    const char *bots, *maps, *players, *seed, *anchor, *sprt, *state, *csv, *svg, *part;
    bool json, merge;
};

/* Add a table for each number of players that the map is for. */
static int add_tables(struct arena *arena, const struct linea_map *map,
                      const char *players)
{
    char text[16];
    while (list_next(&players, text, sizeof text) >= 0) {
        char *end;
        long seats = strtol(text, &end, 10);
        if (end == text || *end || seats < 2 || seats > LINEA_SEATS)
            return complain(arena->command, "--players needs numbers from 2 to %d",
                            LINEA_SEATS);
        if (seats < map->min_seats || seats > map->max_seats) {
            fprintf(stderr, "%s is for %d to %d players: %ld skipped\n",
                    linea_map_text(map, map->id), map->min_seats, map->max_seats,
                    seats);
            continue;
        }
        if (arena->tables == ARENA_TABLES)
            return complain(arena->command, "more than %d tables", ARENA_TABLES);
        arena->table[arena->tables++] = (struct arena_table){map, (int)seats};
    }
    return EXIT_OK;
}

static int read_tables(struct arena *arena, const char *maps, const char *players)
{
    char name[1024];
    while (list_next(&maps, name, sizeof name) >= 0) {
        const struct linea_map *map = maps_open(name);
        if (!map)
            return EXIT_USAGE;
        int code = add_tables(arena, map, players);
        if (code != EXIT_OK)
            return code;
    }
    if (!arena->tables)
        return complain(arena->command, "no map is for that many players");
    return EXIT_OK;
}

static int read_sprt(struct arena *arena, const char *text)
{
    char *end, *last = NULL;
    if (!text)
        return EXIT_OK;
    arena->sprt = true;
    arena->elo0 = strtod(text, &end);
    arena->elo1 = *end == ',' ? strtod(end + 1, &last) : 0;
    if (end == text || *end != ',' || last == end + 1 || *last ||
        !(arena->elo0 < arena->elo1) || arena->elo0 < -2000 || arena->elo1 > 2000)
        return complain(arena->command, "--sprt needs ELO0,ELO1, the lower first");
    if (arena->bots != 2)
        return complain(arena->command, "--sprt is for a duel: two bots, not %d",
                        arena->bots);
    double result0 = 0, result1 = 0;
    for (int t = 0; t < arena->tables; t++) {
        result0 += rating_expected(arena->elo0, arena->table[t].seats) / arena->tables;
        result1 += rating_expected(arena->elo1, arena->table[t].seats) / arena->tables;
    }
    rating_sprt_begin(&arena->test, result0, result1);
    return EXIT_OK;
}

static int check_part(struct arena *arena, const struct asked *asked)
{
    if (!asked->part)
        return EXIT_OK;
    if (!asked->state)
        return complain(arena->command, "--part needs --state, where its blocks go");
    if (asked->sprt || asked->csv || asked->svg || asked->json)
        return complain(arena->command,
                        "--sprt, --csv, --svg and --json go with --merge, not --part");
    return part_from_text(&arena->part, &arena->parts, arena->command, asked->part);
}

int arena_begin(struct arena *arena)
{
    size_t blocks = (size_t)arena_size(arena);
    arena->result = calloc(blocks, sizeof *arena->result);
    arena->lead = calloc(blocks, sizeof *arena->lead);
    arena->sums =
        calloc((size_t)arena->tables * (size_t)arena->pairs, sizeof *arena->sums);
    if (!arena->result || !arena->lead || !arena->sums)
        return complain(arena->command, "no memory for %zu blocks", blocks);
    return EXIT_OK;
}

/* Settings that follow from others. */
static int settle(struct arena *arena, const struct asked *asked)
{
    struct linea_seed seed;
    if (!arena->deals)
        arena->deals = arena->sprt ? DEALS_SPRT : DEALS;
    if (arena->simulations < 0)
        arena->simulations = arena->ms ? 0 : SIMULATIONS;
    if (arena->ms)
        arena->timing = true;
    if (arena->worked && !arena->ms)
        return complain(arena->command, "--cpu says how --ms counts");
    if (asked->state && !asked->seed)
        return complain(arena->command, "--state needs --seed, to go on with the same");
    if (!seed_from_text(&seed, &arena->series, asked->seed))
        return EXIT_USAGE;
    return arena_begin(arena);
}

static int write_file(const char *path, const struct arena_report *report,
                      void (*print)(const struct arena_report *, FILE *))
{
    FILE *out;
    int code = create_file(&out, path);
    if (out)
        print(report, out);
    return code == EXIT_OK ? close_file(out, path) : code;
}

/* Say before the games, not after them, that a file cannot be written. */
static int try_file(const char *path)
{
    FILE *out = path && strcmp(path, "-") != 0 ? fopen(path, "ab") : stdout;
    if (out == stdout || (out && fclose(out) == 0))
        return EXIT_OK;
    perror(path);
    return EXIT_USAGE;
}

static int report(const struct arena *arena, const struct asked *asked)
{
    struct arena_report *report = malloc(sizeof *report);
    if (!report || !arena_report_make(report, arena)) {
        free(report);
        return complain(arena->command, "no memory for the report");
    }
    if (asked->json)
        arena_print_json(report);
    else
        arena_print_text(report);
    if (arena->timing)
        arena_print_timing(arena);
    int code = write_file(asked->csv, report, arena_print_csv);
    if (code == EXIT_OK)
        code = write_file(asked->svg, report, arena_print_svg);
    arena_report_free(report);
    free(report);
    if (code == EXIT_OK && arena->sprt && arena->verdict != RATING_H1)
        return EXIT_NEGATIVE;
    return code;
}

static int try_files(const struct asked *asked)
{
    int code = try_file(asked->csv);
    return code == EXIT_OK ? try_file(asked->svg) : code;
}

static int compete(struct arena *arena, const struct asked *asked)
{
    int code = try_files(asked);
    if (code == EXIT_OK && asked->state)
        code = arena_state_open(arena, asked->state);
    long before = arena->blocks;
    double start = seconds_now();
    if (code == EXIT_OK && !arena_run(arena))
        code = EXIT_NEGATIVE;
    if (arena->state)
        fclose(arena->state);
    if (code != EXIT_OK)
        return code;
    fprintf(stderr, "%ld blocks in %.2f s with %ld jobs\n", arena->blocks - before,
            seconds_now() - start, arena->jobs);
    return arena->parts > 1 ? EXIT_OK : report(arena, asked);
}

/* Read everything that was asked for, and play. */
static int run(struct arena *arena, const struct asked *asked)
{
    int code = arena_read_bots(arena, asked->bots);
    if (code == EXIT_OK)
        code = arena_read_anchor(arena, asked->anchor);
    if (code == EXIT_OK)
        code = read_tables(arena, asked->maps ? asked->maps : "europe",
                           asked->players ? asked->players : "2");
    if (code == EXIT_OK)
        code = check_part(arena, asked);
    if (code == EXIT_OK)
        code = read_sprt(arena, asked->sprt);
    if (code == EXIT_OK)
        code = settle(arena, asked);
    return code == EXIT_OK ? compete(arena, asked) : code;
}

/* Of the maps of a merge only those that are files need to be named. */
static int open_maps(const char *maps)
{
    char name[1024];
    while (maps && list_next(&maps, name, sizeof name) >= 0)
        if (!maps_open(name))
            return EXIT_USAGE;
    return EXIT_OK;
}

/* Print of the states of all parts what one machine would have printed. */
static int merge(struct arena *arena, const struct asked *asked, char **paths,
                 int count)
{
    if (!count)
        return complain(arena->command, "--merge needs the states of all parts");
    if (asked->bots || asked->players || asked->seed || asked->state || asked->part ||
        arena->ms || arena->simulations >= 0)
        return complain(arena->command,
                        "--merge takes bots, players, seed and budget from its files");
    int code = try_files(asked);
    if (code == EXIT_OK)
        code = open_maps(asked->maps);
    if (code == EXIT_OK)
        code = arena_merge_begin(arena, paths, count);
    if (code == EXIT_OK)
        code = arena_read_anchor(arena, asked->anchor);
    if (code == EXIT_OK)
        code = read_sprt(arena, asked->sprt);
    if (code == EXIT_OK)
        code = arena_merge(arena, paths);
    return code == EXIT_OK ? report(arena, asked) : code;
}

static int parse(struct arena *arena, struct asked *asked, int argc, char **argv,
                 int *operands)
{
    const struct option_spec options[] = {
        {"--bots", "BOT,BOT…",
         "who competes: bots, bots with playouts of their own (search@500), or "
         "cmd:COMMAND (default: all bots)",
         .text = &asked->bots},
        {"--maps", "ID|FILE,…", "the maps (default europe)", .text = &asked->maps},
        {"--players", "N,N…", "players at a table (default 2)",
         .text = &asked->players},
        {"--blocks", "N",
         "deals of each pair at each table (default 100; --sprt: at most 20000)",
         .number = &arena->deals, .low = 1, .high = 1000000},
        {"--seed", "SEED", "a number or 64 hex digits (default: from the system)",
         .text = &asked->seed},
        {"--simulations", "N",
         "budget of a decision in playouts (default 100; with --ms 0)",
         .number = &arena->simulations, .high = 1000000000},
        {"--ms", "N",
         "budget of a decision in milliseconds; results cannot be reproduced",
         .number = &arena->ms, .low = 1, .high = 1000000},
        {"--cpu", NULL,
         "count milliseconds while the bot's thread has a processor: for a machine "
         "that has other work",
         .flag = &arena->worked},
        {"--limit", "MS", "time of a program for each move (default 1000)",
         .number = &arena->limit, .low = 1, .high = 86400000},
        {"--sprt", "ELO0,ELO1",
         "of two bots: stop when it is known by which of these the first leads "
         "(default 0,10)",
         .text = &asked->sprt},
        {"--anchor", "BOT", "whose Elo is 0, or mean (default random, else mean)",
         .text = &asked->anchor},
        {"--state", "FILE",
         "keep finished blocks there, and go on from them (needs --seed)",
         .text = &asked->state},
        {"--csv", "FILE", "write every pair at every table as CSV",
         .text = &asked->csv},
        {"--svg", "FILE", "draw the ladder", .text = &asked->svg},
        {"--jobs", "N",
         "threads, each with its programs (default: one for each processor)",
         .number = &arena->jobs, .low = 1, .high = WORKERS},
        {"--timing", NULL, "measure decisions too (with --ms always)",
         .flag = &arena->timing},
        {"--check", NULL, "check every invariant after every move",
         .flag = &arena->check},
        {"--json", NULL, "print the results as JSON", .flag = &asked->json},
        {"--part", "I/N",
         "play only each N-th block, from block I: one of N machines (needs --state)",
         .text = &asked->part},
        {"--merge", NULL,
         "print what the states of all parts, named as FILE…, come to together",
         .flag = &asked->merge},
        {0},
    };
    return options_parse(argc, argv, operands, options,
                         "arena [OPTIONS] [--merge FILE…]");
}

/* --sprt may stand alone. */
static void complete_sprt(int argc, char **argv)
{
    static char with_default[] = "--sprt=0,10";
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--sprt") == 0 &&
            (i + 1 == argc || strncmp(argv[i + 1], "--", 2) == 0))
            argv[i] = with_default;
}

int tool_arena(int argc, char **argv)
{
    static struct arena arena; /* too large for a stack, needed once */
    struct asked asked = {0};
    int operands;
    arena = (struct arena){.command = argv[0],
                           .simulations = -1,
                           .limit = LIMIT,
                           .jobs = processors(),
                           .parts = 1};
    complete_sprt(argc, argv);
    int code = parse(&arena, &asked, argc, argv, &operands);
    if (code != PARSE_OK)
        return code;
    if (asked.merge)
        code = merge(&arena, &asked, argv + 1, operands);
    else if (operands)
        code = complain(arena.command,
                        "\"%s\" is not expected (--help shows the usage)", argv[1]);
    else
        code = run(&arena, &asked);
    free(arena.result);
    free(arena.lead);
    free(arena.sums);
    return code;
}
