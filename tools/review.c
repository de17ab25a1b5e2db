/*
 * tools/review.c - `linea review`: finished games looked at again, on all cores.
 *
 * A worker takes the next game, replays it, plays every step of it out and judges the
 * decisions (review.h); what it has to say is printed in the order of the file. Two
 * runs print the same, for any number of workers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/maps.h"
#include "common/options.h"
#include "common/progress.h"
#include "common/workers.h"
#include "linea/text.h"
#include "records.h"
#include "review.h"
#include "review_report.h"
#include "tools.h"

enum {
    FIRST_ROUNDS =
        4, /* rounds at the first step, for the deal's luck, for one elsewhere */
    STEP_TEXT = 2048, /* bytes that one step may take as JSON */
};

/* One game of the file, and what was found. */
struct game {
    struct record record;
    bool done, wrong, no_map;
    long wrong_line;
    struct linea_error error;
    char *text; /* what is printed about it */
    struct review_figures figures;
};

struct run {
    struct review_wish wish;
    const char *path;
    struct game *games;
    long count, next, printed;
    bool failed;
    long steps; /* done so far */
    struct review_sums sums;
    pthread_mutex_t lock;
    struct progress progress;
};

/* What a worker works in. */
struct workspace {
    struct run *run;
    struct linea_json json;
    struct linea_replay replay;
    struct review review;
    struct review_step step[REVIEW_STEPS];
};

static void *need(void *memory)
{
    if (!memory) {
        perror("linea review");
        exit(EXIT_NEGATIVE);
    }
    return memory;
}

static const struct linea_map *find_map(void *context, const char *id)
{
    struct game *game = context;
    const struct linea_map *map = maps_get(id);
    game->no_map = !map;
    return map;
}

/* Say what is wrong with a game; false. */
static bool refuse(struct game *game, long line, enum linea_error_code code,
                   const char *why)
{
    game->wrong_line = line;
    return linea_explain(&game->error, code, "%s", why);
}

/* Replay a game into the review; false if it cannot be reviewed. */
static bool read_game(struct workspace *work, struct game *game)
{
    const char *at = game->record.text, *text;
    long line = game->record.line, number = line;
    size_t length;
    linea_replay_init(&work->replay, find_map, game);
    linea_review_open(&work->review, work->step, REVIEW_STEPS, work->run->wish.seed);
    while ((text = records_next(&at, &line, &length, &number, &game->record)) != NULL)
        if (!linea_review_line(&work->review, &work->replay, &work->json, &game->error,
                               text, length, number)) {
            game->wrong_line = number;
            return false;
        }
    if (!work->replay.over)
        return refuse(game, number, LINEA_ILLEGAL,
                      work->replay.begun && work->replay.game.phase == LINEA_OVER
                          ? "the game is over, but its end is missing"
                          : "the game is unfinished; only finished games are reviewed");
    if (work->review.steps == 0)
        return refuse(game, number, LINEA_ILLEGAL, "no move was made in this game");
    return true;
}

static void count_steps(struct run *run, long steps)
{
    pthread_mutex_lock(&run->lock);
    progress_update(&run->progress, run->steps += steps);
    pthread_mutex_unlock(&run->lock);
}

/* Play all steps out, and judge decisions. */
static void look(struct workspace *work)
{
    const struct review_wish *wish = &work->run->wish;
    struct review *r = &work->review;
    for (int i = 0; i < r->steps; i++) {
        /* Where a move is the planner's, only the course needs playouts. */
        bool plain = i > 0 && r->step[i].move == r->step[i].planned && !wish->course;
        int rounds = plain ? 0 : i == 0 ? wish->rounds * FIRST_ROUNDS : wish->rounds;
        for (int k = 0; k < rounds; k++)
            linea_review_play(r, i);
        count_steps(work->run, 1);
    }
    for (int s = 0; s < r->seats && wish->playouts > 0; s++) {
        int last = 0, at;
        if (wish->seat != LINEA_NOBODY && s != wish->seat)
            continue;
        while ((at = linea_review_judge(r, s, wish->playouts, wish->seed)) >= 0) {
            count_steps(work->run, (at - last) / r->seats);
            last = at;
        }
    }
}

/* Review a game; what there is to print is kept with it. */
static void review_game(struct workspace *work, struct game *game, long number)
{
    const struct review_wish *wish = &work->run->wish;
    if (!read_game(work, game)) {
        game->wrong = true;
        return;
    }
    if (wish->seat != LINEA_NOBODY && wish->seat >= work->review.seats) {
        game->wrong = !refuse(game, game->record.line, LINEA_UNKNOWN,
                              "there is no such seat in this game");
        return;
    }
    look(work);
    review_figures(&game->figures, &work->review, &work->replay, wish->seat);
    size_t size = LINEA_LINE + (size_t)work->review.steps * STEP_TEXT;
    struct linea_out out;
    game->text = need(malloc(size));
    linea_out_init(&out, game->text, size);
    if (wish->json)
        review_json(&out, &work->review, &work->replay, wish, number,
                    game->record.line);
    else
        review_text(&out, &work->review, &work->replay, wish, number);
}

static void print_wrong(const struct run *run, const struct game *game)
{
    char path[LINEA_LINE];
    struct linea_out out;
    linea_out_init(&out, path, sizeof path);
    linea_out_string(&out, run->path);
    if (run->wish.json)
        printf("{\"file\":%s,\"line\":%ld,\"error\":\"%s\"}\n", path, game->wrong_line,
               linea_error_name(game->error.code));
    fprintf(stderr, "%s:%ld: ", run->path, game->wrong_line);
    records_print(stderr, game->error.message);
    fputs(game->no_map ? "; bring it along with --map FILE\n" : "\n", stderr);
}

/* Print what has been found, as far as nothing before it is missing. */
static void print_done(struct run *run)
{
    for (; run->printed < run->count && run->games[run->printed].done; run->printed++) {
        struct game *game = &run->games[run->printed];
        run->failed |= game->wrong;
        if (game->wrong) {
            print_wrong(run, game);
            continue;
        }
        review_add(&run->sums, &game->figures);
        if (!run->wish.summary)
            puts(game->text);
        free(game->text);
    }
}

static void *worker(void *context)
{
    struct run *run = context;
    struct workspace *work = need(malloc(sizeof *work));
    work->run = run;
    for (;;) {
        pthread_mutex_lock(&run->lock);
        long i = run->next++;
        pthread_mutex_unlock(&run->lock);
        if (i >= run->count)
            break;
        review_game(work, &run->games[i], i + 1);
        pthread_mutex_lock(&run->lock);
        run->games[i].done = true;
        print_done(run);
        pthread_mutex_unlock(&run->lock);
    }
    free(work);
    return NULL;
}

static int review_file(struct run *run, long jobs)
{
    char *text;
    struct record *records = records_read(&text, &run->count, run->path);
    if (!records)
        return EXIT_USAGE;
    run->games = need(calloc((size_t)run->count + 1, sizeof *run->games));
    long lines = 0;
    for (long i = 0; i < run->count; i++)
        run->games[i].record = records[i];
    for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
        lines++;
    if (run->count == 0) {
        fprintf(stderr, "%s: there is no game in it\n", run->path);
        run->failed = true;
    }
    progress_begin(&run->progress, "moves", run->wish.playouts ? 2 * lines : lines);
    workers_run(jobs < run->count ? jobs : run->count ? run->count : 1, worker, run);
    progress_end(&run->progress);
    free(run->games);
    free(records);
    free(text);
    return run->failed ? EXIT_NEGATIVE : EXIT_OK;
}

int tool_review(int argc, char **argv)
{
    const char *map = NULL;
    long jobs = processors(), seat = -1, playouts = 400, rounds = 200, seed = 1;
    struct review_wish wish = {0};
    int files, code;
    const struct option_spec options[] = {
        {"--map", "FILE", "a map that records may name", &map, NULL, NULL, 0, 0},
        {"--seat", "N", "judge one seat only (default: all)", NULL, &seat, NULL, 0,
         LINEA_SEATS - 1},
        {"--playouts", "N", "for each decision (default 400; 0: the account alone)",
         NULL, &playouts, NULL, 0, 1000000},
        {"--rounds", "N", "for each number of the account (default 200)", NULL, &rounds,
         NULL, 1, 1000000},
        {"--seed", "N", "of the playouts (default 1)", NULL, &seed, NULL, 0,
         1000000000},
        {"--jobs", "N", "games at once (default: one for each processor)", NULL, &jobs,
         NULL, 1, WORKERS},
        {"--course", NULL, "say the shares before every move too (with --json)", NULL,
         NULL, &wish.course, 0, 0},
        {"--summary", NULL, "print only the summary of each player", NULL, NULL,
         &wish.summary, 0, 0},
        {"--json", NULL, "print a JSON object for each game", NULL, NULL, &wish.json, 0,
         0},
        {0},
    };
    code = options_parse(argc, argv, &files, options,
                         "review [OPTIONS] FILE… (- for standard input)");
    if (code != PARSE_OK)
        return code;
    if (files == 0)
        return complain(argv[0], "which file? (--help shows the usage)");
    if (map && !maps_open(map))
        return EXIT_USAGE;
    for (int i = 0; maps_id(i); i++)
        maps_get(maps_id(i)); /* Before there are threads. */
    wish.seat = seat < 0 ? LINEA_NOBODY : (int)seat;
    wish.playouts = (int)playouts;
    wish.rounds = (int)rounds;
    wish.seed = (uint64_t)seed;
    struct run run = {.wish = wish};
    pthread_mutex_init(&run.lock, NULL);
    code = EXIT_OK;
    for (int i = 1; i <= files && code != EXIT_USAGE; i++) {
        run.path = argv[i];
        run.count = run.next = run.printed = run.steps = 0;
        int one = review_file(&run, jobs);
        code = one != EXIT_OK ? one : code;
    }
    if (wish.summary || (!wish.json && run.sums.games > 1))
        review_summary(&run.sums, wish.json);
    return code;
}
