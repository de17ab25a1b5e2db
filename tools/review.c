/*
 * tools/review.c - `linea review`: finished games looked at again, on all cores.
 *
 * A worker takes the next game of the files, replays it, plays every step of it out and
 * judges the decisions (review.h); what it has to say is printed in the order of the
 * files. Two runs print the same, for any number of workers.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/maps.h"
#include "common/nets.h"
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

/* One game of a file, and what was found. */
struct game {
    struct record record;
    bool done, wrong, no_map, other; /* other: none of it was asked for */
    long wrong_line;
    struct linea_error error;
    char *text;                     /* what is printed about it */
    struct review_figures *figures; /* … and counted; NULL if it was not looked at */
};

/* A file is read when its first game is wanted, and freed when its last is printed. */
struct file {
    char *path;
    bool open;
    char *text;
    struct game *games;
    long count, next, printed;
};

struct run {
    struct review_wish wish;
    struct file *files;
    long count, next, printed; /* files: all, to take games from, to print */
    bool failed, unread;
    long steps;  /* done so far, where a single file gives the total */
    long others; /* games that nobody asked for */
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

/* With several files it is these that progress counts: how many moves they have is not
   known before they are read. */
static void count_steps(struct run *run, long steps)
{
    if (run->count > 1)
        return;
    pthread_mutex_lock(&run->lock);
    progress_update(&run->progress, run->steps += steps);
    pthread_mutex_unlock(&run->lock);
}

/* The seats that are asked for, as bits. */
static unsigned find_seats(const struct review_wish *wish,
                           const struct linea_replay *replay, int seats)
{
    unsigned out = 0;
    for (int s = 0; s < seats; s++)
        if ((wish->seat == LINEA_NOBODY || s == wish->seat) &&
            (!wish->player || strcmp(replay->name[s], wish->player) == 0))
            out |= 1u << s;
    return out;
}

/* Play all steps out, and judge decisions of some seats. */
static void look(struct workspace *work, unsigned seats)
{
    const struct review_wish *wish = &work->run->wish;
    struct review *r = &work->review;
    const struct linea_learned *learned = nets_get(r->map, &linea_bot_expert, NULL, 0);
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
        if (!(seats >> s & 1))
            continue;
        while ((at = linea_review_judge(r, learned, s, wish->playouts, wish->seed)) >=
               0) {
            count_steps(work->run, (at - last) / r->seats);
            last = at;
        }
    }
}

/* Review a game; what there is to print is kept with it. */
static void review_game(struct workspace *work, struct game *game, const char *path,
                        long number)
{
    const struct review_wish *wish = &work->run->wish;
    if (!read_game(work, game)) {
        game->wrong = true;
        return;
    }
    unsigned seats = find_seats(wish, &work->replay, work->review.seats);
    if (wish->seat != LINEA_NOBODY && wish->seat >= work->review.seats) {
        game->wrong = !refuse(game, game->record.line, LINEA_UNKNOWN,
                              "there is no such seat in this game");
        return;
    }
    game->other = seats == 0;
    if (game->other)
        return;
    look(work, seats);
    game->figures = need(malloc(sizeof *game->figures));
    review_figures(game->figures, &work->review, &work->replay, seats);
    if (wish->summary)
        return;
    size_t size = 2 * LINEA_LINE + (size_t)work->review.steps * STEP_TEXT;
    struct linea_out out;
    const struct review_place place = {path, number, game->record.line, seats};
    game->text = need(malloc(size));
    linea_out_init(&out, game->text, size);
    if (wish->json)
        review_json(&out, &work->review, &work->replay, wish, &place);
    else
        review_text(&out, &work->review, &work->replay, wish, &place);
}

static void print_wrong(const struct run *run, const char *path,
                        const struct game *game)
{
    char text[LINEA_LINE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_string(&out, path);
    if (run->wish.json)
        printf("{\"file\":%s,\"line\":%ld,\"error\":\"%s\"}\n", text, game->wrong_line,
               linea_error_name(game->error.code));
    fprintf(stderr, "%s:%ld: %s%s\n", path, game->wrong_line, game->error.message,
            game->no_map ? "; bring it along with --map FILE" : "");
}

/* Print a game, count it, and forget what was kept of it. */
static void print_game(struct run *run, const char *path, struct game *game)
{
    run->failed |= game->wrong;
    run->others += game->other;
    if (game->wrong)
        print_wrong(run, path, game);
    if (game->figures)
        review_add(&run->sums, game->figures);
    if (game->text)
        puts(game->text);
    free(game->figures);
    free(game->text);
}

/* Print what has been found, as far as nothing before it is missing. */
static void print_done(struct run *run)
{
    for (; run->printed < run->count; run->printed++) {
        struct file *file = &run->files[run->printed];
        if (!file->open)
            return;
        for (; file->printed < file->count; file->printed++) {
            if (!file->games[file->printed].done)
                return;
            print_game(run, file->path, &file->games[file->printed]);
        }
        free(file->games);
        free(file->text);
        if (run->count > 1)
            progress_update(&run->progress, run->printed + 1);
    }
}

static void open_file(struct run *run, struct file *file)
{
    struct record *records = records_read(&file->text, &file->count, file->path);
    file->open = true;
    if (!records) {
        file->count = 0;
        file->text = NULL;
        run->unread = true;
        return;
    }
    file->games = need(calloc((size_t)file->count + 1, sizeof *file->games));
    for (long i = 0; i < file->count; i++)
        file->games[i].record = records[i];
    free(records);
    if (file->count == 0) {
        fprintf(stderr, "%s: there is no game in it\n", file->path);
        run->failed = true;
    }
    if (run->count > 1)
        return;
    for (const char *at = file->text; (at = strchr(at, '\n')) != NULL; at++)
        run->progress.total += run->wish.playouts ? 2 : 1;
}

/* The next game, or NULL. */
static struct game *take_game(struct run *run, struct file **from, long *number)
{
    for (; run->next < run->count; run->next++) {
        struct file *file = &run->files[run->next];
        if (!file->open)
            open_file(run, file);
        if (file->next < file->count) {
            *from = file;
            *number = ++file->next;
            return &file->games[*number - 1];
        }
    }
    return NULL;
}

static void *worker(void *context)
{
    struct run *run = context;
    struct workspace *work = need(malloc(sizeof *work));
    struct file *file;
    struct game *game;
    long number;
    work->run = run;
    pthread_mutex_lock(&run->lock);
    while ((game = take_game(run, &file, &number)) != NULL) {
        pthread_mutex_unlock(&run->lock);
        review_game(work, game, file->path, number);
        pthread_mutex_lock(&run->lock);
        game->done = true;
        print_done(run);
    }
    print_done(run); /* files without a game */
    pthread_mutex_unlock(&run->lock);
    free(work);
    return NULL;
}

static int review_files(struct run *run, long jobs)
{
    progress_begin(&run->progress, run->count > 1 ? "files" : "moves",
                   run->count > 1 ? run->count : 0);
    workers_run(jobs, worker, run);
    progress_end(&run->progress);
    if (run->wish.player && run->sums.games == 0 && !run->failed && !run->unread) {
        fputs("nobody of that name plays in these games: ", stderr);
        records_print(stderr, run->wish.player);
        fputs("\n", stderr);
        run->failed = true;
    }
    if (run->wish.summary || (!run->wish.json && run->sums.games > 1))
        review_summary(&run->sums, run->wish.json);
    return run->unread ? EXIT_USAGE : run->failed ? EXIT_NEGATIVE : EXIT_OK;
}

static void add_file(struct run *run, char *path)
{
    run->files =
        need(realloc(run->files, (size_t)(run->count + 1) * sizeof *run->files));
    run->files[run->count++] = (struct file){.path = path};
}

/* The files that are named; of a folder those in it. */
static void find_files(struct run *run, int files, char **paths)
{
    for (int i = 0; i < files; i++) {
        char **inside = folder_files(paths[i], ".jsonl");
        for (int k = 0; inside && inside[k]; k++)
            add_file(run, inside[k]);
        if (inside && !inside[0]) {
            fprintf(stderr, "%s: there is no file *.jsonl in it\n", paths[i]);
            run->failed = true;
        }
        if (!inside)
            add_file(run, need(strdup(paths[i])));
        free(inside);
    }
}

int tool_review(int argc, char **argv)
{
    const char *map = NULL;
    long jobs = processors(), seat = -1, playouts = 400, rounds = 200, seed = 1;
    struct run run = {0};
    struct review_wish *wish = &run.wish;
    int files, code;
    const struct option_spec options[] = {
        {"--map", "FILE", "a map that records may name", .text = &map},
        {"--seat", "N", "judge one seat only (default: all)", .number = &seat,
         .high = LINEA_SEATS - 1},
        {"--player", "NAME", "judge the seats of this player only",
         .text = &wish->player},
        {"--playouts", "N", "for each decision (default 400; 0: the account alone)",
         .number = &playouts, .high = 1000000},
        {"--rounds", "N", "for each number of the account (default 200)",
         .number = &rounds, .low = 1, .high = 1000000},
        {"--seed", "N", "of the playouts (default 1)", .number = &seed,
         .high = 1000000000},
        {"--jobs", "N", "games at once (default: one for each processor)",
         .number = &jobs, .low = 1, .high = WORKERS},
        {"--course", NULL, "say the shares before every move too (with --json)",
         .flag = &wish->course},
        {"--summary", NULL, "print only the summary of each player",
         .flag = &wish->summary},
        {"--json", NULL, "print a JSON object for each game", .flag = &wish->json},
        {0},
    };
    code = options_parse(argc, argv, &files, options,
                         "review [OPTIONS] FILE|FOLDER… (- for standard input)");
    if (code != PARSE_OK)
        return code;
    if (files == 0)
        return complain(argv[0], "which file? (--help shows the usage)");
    if (map && !maps_open(map))
        return EXIT_USAGE;
    maps_prepare();
    wish->seat = seat < 0 ? LINEA_NOBODY : (int)seat;
    wish->playouts = (int)playouts;
    wish->rounds = (int)rounds;
    wish->seed = (uint64_t)seed;
    pthread_mutex_init(&run.lock, NULL);
    find_files(&run, files, argv + 1);
    code = review_files(&run, jobs);
    for (long i = 0; i < run.count; i++)
        free(run.files[i].path);
    free(run.files);
    return code;
}
