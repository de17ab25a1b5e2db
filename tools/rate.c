/*
 * tools/rate.c - `linea rate`: ratings of players from finished games.
 *
 * rate_read.c reads games from records, rate_fold.c makes ratings of them one after the
 * other, rate_state.c keeps them, rate_fixed.c knows those of our bots, rate_report.c
 * prints them. Only one game and the table of ratings are in memory.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/files.h"
#include "common/options.h"
#include "common/progress.h"
#include "rate.h"
#include "serve.h"
#include "tools.h"

enum { TOP = 20, MIB = 1 << 20 };

struct asked {
    const char *server, *pool, *state, *check, *games, *csv, *fixed, *ladder, *anchor;
    long top;
    bool only_new, json;
};

struct run {
    const struct asked *asked;
    struct rate_table table;
    long skip;                   /* games that the state has: they come first */
    uint8_t chain[LINEA_SHA256]; /* of those that were skipped so far */
    long unfinished, bytes;
    FILE *games; /* where finished games are written, or NULL */
    struct progress progress;
};

static void write_game(FILE *out, const struct rate_game *game)
{
    char text[4 * RATE_LINE];
    struct linea_out line;
    linea_out_init(&line, text, sizeof text);
    rate_write_game(game, &line);
    fprintf(out, "%s\n", text);
}

/* Skip a game that the state has; at the last of them, see that they are the same. */
static int skip(struct run *run, const struct rate_game *game)
{
    rate_chain(run->chain, game);
    if (--run->skip || memcmp(run->chain, run->table.chain, sizeof run->chain) == 0)
        return EXIT_OK;
    complain(
        run->table.command,
        "%s was made of other games than the first %ld of these (if all are newer, "
        "say --new)",
        run->asked->state, run->table.games);
    return EXIT_NEGATIVE;
}

static int read_source(struct run *run, const char *path)
{
    struct rate_source source;
    struct rate_game game;
    int code = rate_source_open(&source, run->table.command, path);
    long before = run->bytes;
    while (code == EXIT_OK && rate_source_next(&source, &game, &code)) {
        if (run->games)
            write_game(run->games, &game);
        code = run->skip ? skip(run, &game) : rate_take(&run->table, &game);
        run->bytes = before + source.bytes;
        progress_update(&run->progress, run->bytes / MIB);
    }
    run->unfinished += source.unfinished;
    rate_source_close(&source);
    return code;
}

/* For the progress; what has no size counts as nothing. */
static long total_size(char **paths, int count)
{
    long size = 0;
    struct stat is;
    for (int i = 0; i < count; i++)
        if (stat(paths[i], &is) == 0 && S_ISREG(is.st_mode))
            size += (long)is.st_size;
    return size / MIB + 1;
}

static int read_sources(struct run *run, char **paths, int count)
{
    int code = EXIT_OK;
    progress_begin(&run->progress, "MiB", total_size(paths, count));
    for (int i = 0; code == EXIT_OK && i < count; i++)
        code = read_source(run, paths[i]);
    progress_end(&run->progress);
    if (code == EXIT_OK && run->skip)
        code = complain(run->table.command,
                        "%s was made of %ld games more than these (if they are newer, "
                        "say --new)",
                        run->asked->state, run->skip);
    if (code == EXIT_OK && run->unfinished)
        fprintf(stderr, "%ld unfinished games were left out\n", run->unfinished);
    return code;
}

static int report(const struct rate_table *table, const struct asked *asked)
{
    FILE *out;
    int code = create_file(&out, asked->csv);
    if (out) {
        code = rate_print_csv(table, out, asked->pool);
        int closed = close_file(out, asked->csv);
        code = code == EXIT_OK ? closed : code;
    }
    if (code != EXIT_OK)
        return code;
    return asked->json ? rate_print_json(table, asked->pool)
                       : rate_print_text(table, asked->pool, asked->top);
}

static int begin(struct run *run)
{
    const struct asked *asked = run->asked;
    int code = rate_fix(&run->table, asked->fixed);
    if (code == EXIT_OK && asked->state && access(asked->state, F_OK) == 0)
        code = rate_state_read(&run->table, asked->state);
    if (!asked->only_new)
        run->skip = run->table.games;
    return code == EXIT_OK ? create_file(&run->games, asked->games) : code;
}

static int finish(struct run *run)
{
    const struct asked *asked = run->asked;
    int code = EXIT_OK;
    if (asked->check)
        return rate_state_check(&run->table, asked->check);
    if (asked->state)
        code = rate_state_write(&run->table, asked->state);
    return code == EXIT_OK ? report(&run->table, asked) : code;
}

static int rate(const char *command, const struct asked *asked, char **paths, int count)
{
    struct run run = {.asked = asked};
    rate_table_begin(&run.table, command);
    int code = begin(&run);
    if (code == EXIT_OK)
        code = read_sources(&run, paths, count);
    int closed = close_file(run.games, asked->games);
    code = code == EXIT_OK ? closed : code;
    if (code == EXIT_OK)
        code = finish(&run);
    rate_table_free(&run.table);
    return code;
}

int tool_rate(int argc, char **argv)
{
    struct asked asked = {.top = TOP};
    int files;
    const struct option_spec options[] = {
        {"--pool", "MAP|all", "print only the ratings on this map, or over all",
         .text = &asked.pool},
        {"--top", "N", "print so many players a pool, 0 for all (default 20)",
         .number = &asked.top, .high = 1000000000},
        {"--json", NULL, "print the ratings as JSON", .flag = &asked.json},
        {"--csv", "FILE", "write the ratings as CSV", .text = &asked.csv},
        {"--state", "FILE", "keep the ratings there, and go on from them",
         .text = &asked.state},
        {"--new", NULL, "the files do not begin with the games that the state has",
         .flag = &asked.only_new},
        {"--check", "FILE",
         "rate all games again and compare with this state; without files: with a "
         "server's database, FILE or postgresql://…",
         .text = &asked.check},
        {"--server", "FILE",
         "rate all games of a server's database again and compare with its ratings",
         .text = &asked.server},
        {"--games", "FILE",
         "write a line for each finished game, which can be rated too",
         .text = &asked.games},
        {"--fixed", "FILE|none",
         "bots whose ratings stay as they are (default: our own, from the ladder)",
         .text = &asked.fixed},
        {"--ladder", "FILE",
         "print fixed ratings that follow from the results of `linea arena --json`",
         .text = &asked.ladder},
        {"--anchor", "BOT", "of a ladder: the bot that is 1500 (default normal)",
         .text = &asked.anchor},
        {0},
    };
    int code =
        options_parse(argc, argv, &files, options,
                      "rate [OPTIONS] FILE… (records, in the order of the games; "
                      "- for standard input)");
    if (code != PARSE_OK)
        return code;
    if (asked.server)
        return files ? complain(argv[0], "--server needs no records")
                     : serve_check_ratings(argv[0], asked.server);
    if (asked.check && !files)
        return serve_check_ratings(argv[0], asked.check);
    if (asked.ladder)
        return files ? complain(argv[0], "--ladder needs no records")
                     : rate_print_ladder(argv[0], asked.ladder, asked.anchor);
    if (asked.anchor)
        return complain(argv[0], "--anchor goes with --ladder");
    if (asked.check && (asked.state || asked.json || asked.csv || asked.pool))
        return complain(argv[0], "--check prints nothing else, and keeps nothing");
    if (asked.only_new && !asked.state)
        return complain(argv[0], "--new goes with --state");
    if (!files)
        return complain(argv[0], "which files? (--help shows the usage)");
    return rate(argv[0], &asked, argv + 1, files);
}
