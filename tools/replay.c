/*
 * tools/replay.c - `linea replay`: records checked against the rules, on all cores.
 *
 * The file is cut where games begin; workers take the next game, and results are
 * printed in the order of the file. With --fair the outcomes of chance are held against
 * the commitment, the secret and the nonces of the header too.
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
#include "linea/fair.h"
#include "linea/json.h"
#include "records.h"
#include "tools.h"

/* One game of the file: its lines, and what came of them. */
struct game {
    const char *text;
    size_t length;
    long line;       /* number of its first line */
    long wrong_line; /* 0 when all are right */
    bool over;
    bool no_map; /* the header names a map that is not here */
    int seats;
    int nonces;      /* seats that gave one */
    int sealed;      /* those of them that had sealed it before */
    unsigned hidden; /* seats that sealed one and did not reveal it */
    struct linea_error error;
    struct linea_result result;
    char name[LINEA_SEATS][LINEA_SEAT_NAME];
    struct linea_stand_in stood_in[LINEA_SEATS];
    const struct linea_map *rules;
};

struct run {
    struct game *games;
    long count, next, done;
    bool fair; /* check chance against the secret and the nonces too */
    pthread_mutex_t lock;
    struct progress progress;
};

static const struct linea_map *find_map(void *context, const char *id)
{
    struct game *game = context;
    const struct linea_map *map = maps_get(id);
    game->no_map = !map;
    return map;
}

/* Keep of a replayed game what is printed. */
static void keep_result(struct game *game, const struct linea_replay *replay)
{
    game->over = replay->over;
    game->seats = replay->seats;
    game->result = replay->result;
    game->rules = replay->map;
    memcpy(game->name, replay->name, sizeof game->name);
    memcpy(game->stood_in, replay->stood_in, sizeof game->stood_in);
    for (int s = 0; s < replay->seats; s++) {
        bool given = replay->fair.given[s], sealed = replay->fair.sealed[s];
        game->nonces += given;
        game->sealed += given && sealed;
        game->hidden |= (unsigned)(sealed && !given) << s;
    }
}

static void replay_game(struct game *game, struct linea_json *memory, bool fair)
{
    struct linea_fair_check check;
    struct linea_replay *replay = &check.replay;
    linea_fair_init(&check, find_map, game);
    const char *at = game->text, *end = at + game->length;
    for (long line = game->line; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop ? stop : end) - at);
        if (length &&
            !(fair ? linea_fair_line(&check, memory, &game->error, at, length)
                   : linea_replay_line(replay, memory, &game->error, at, length))) {
            game->wrong_line = line;
            return;
        }
        if (length)
            game->wrong_line = 0;
        at += length + 1;
        if (at >= end && replay->begun && !replay->over &&
            replay->game.phase == LINEA_OVER) {
            game->wrong_line = line + 1;
            game->error.code = LINEA_SYNTAX;
            strcpy(game->error.message, "the game is over, but its end is missing");
            return;
        }
    }
    keep_result(game, replay);
}

/* No answer is better than one about games that nobody looked at. */
static void *worker(void *context)
{
    struct run *run = context;
    struct linea_json *memory = need(malloc(sizeof *memory));
    for (;;) {
        pthread_mutex_lock(&run->lock);
        long i = run->next++;
        pthread_mutex_unlock(&run->lock);
        if (i >= run->count)
            break;
        replay_game(&run->games[i], memory, run->fair);
        pthread_mutex_lock(&run->lock);
        progress_update(&run->progress, ++run->done);
        pthread_mutex_unlock(&run->lock);
    }
    free(memory);
    return NULL;
}

static void run_all(struct run *run, long jobs)
{
    pthread_mutex_init(&run->lock, NULL);
    progress_begin(&run->progress, "games", run->count);
    workers_run(jobs, worker, run);
    progress_end(&run->progress);
}

/* Who played a seat, if not its player alone. */
static void print_stood_in(const struct linea_stand_in *stood_in)
{
    if (stood_in->since)
        printf(" (played by a bot since move %d)", stood_in->since);
    else if (stood_in->moves)
        printf(" (%d move%s by a bot)", stood_in->moves,
               stood_in->moves == 1 ? "" : "s");
}

static void print_json_stood_in(const struct game *game)
{
    bool any = false;
    for (int s = 0; s < game->seats; s++)
        any |= game->stood_in[s].moves > 0;
    if (!any)
        return;
    printf(",\"stood_in\":[");
    for (int s = 0; s < game->seats; s++) {
        const struct linea_stand_in *stood_in = &game->stood_in[s];
        printf("%s", s ? "," : "");
        if (!stood_in->moves)
            printf("null");
        else if (!stood_in->since)
            printf("{\"moves\":%d}", stood_in->moves);
        else
            printf("{\"moves\":%d,\"since\":%d}", stood_in->moves, stood_in->since);
    }
    printf("]");
}

/* Who took part in the shuffles, and how far that can be relied on. */
static void print_fair(const struct game *game)
{
    printf("; nonces from %d of %d seats", game->nonces, game->seats);
    if (game->nonces > game->sealed)
        printf(", %d not sealed before", game->nonces - game->sealed);
    for (int s = 0; s < game->seats; s++)
        if (game->hidden >> s & 1)
            printf(", seat %d did not reveal its own", s);
}

static void print_fair_json(const struct game *game)
{
    printf(",\"nonces\":%d,\"sealed\":%d,\"hidden\":[", game->nonces, game->sealed);
    for (int s = 0, n = 0; s < game->seats; s++)
        if (game->hidden >> s & 1)
            printf(n++ ? ",%d" : "%d", s);
    printf("]");
}

static void print_game(const struct game *game, long number, bool json, bool fair)
{
    char buffer[LINEA_LINE];
    struct linea_out out;
    struct linea_game g = {.map = game->rules, .seats = (uint8_t)game->seats};
    linea_out_init(&out, buffer, sizeof buffer);
    if (!json) {
        printf("game %ld (%s):", number, linea_map_text(g.map, g.map->id));
        if (!game->over)
            printf(" unfinished");
        for (int s = 0; game->over && s < game->seats; s++) {
            putchar(' ');
            records_print(stdout, game->name[s]);
            printf(" %d%s", game->result.seat[s].total,
                   game->result.winners >> s & 1 ? "*" : "");
            print_stood_in(&game->stood_in[s]);
        }
        if (fair)
            print_fair(game);
        printf("\n");
        return;
    }
    printf("{\"game\":%ld,\"line\":%ld,\"map\":\"%s\",\"over\":%s", number, game->line,
           linea_map_text(g.map, g.map->id), game->over ? "true" : "false");
    if (game->over) {
        linea_scores_write(&g, &out, &game->result);
        printf(",%s", buffer);
    }
    print_json_stood_in(game);
    if (fair)
        print_fair_json(game);
    printf("}\n");
}

static void print_wrong(const struct game *game, const char *path)
{
    char buffer[LINEA_LINE];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_string(&out, path);
    printf("{\"file\":%s,\"line\":%ld,\"error\":\"%s\"}\n", buffer, game->wrong_line,
           linea_error_name(game->error.code));
}

static int report(const struct run *run, const char *path, bool json, bool quiet)
{
    long unfinished = 0;
    for (long i = 0; i < run->count; i++) {
        const struct game *game = &run->games[i];
        if (game->wrong_line) {
            fflush(stdout);
            if (json)
                print_wrong(game, path);
            fprintf(stderr, "%s:%ld: %s%s\n", path, game->wrong_line,
                    game->error.message,
                    game->no_map ? "; bring it along with --map FILE" : "");
            return EXIT_NEGATIVE;
        }
        unfinished += !game->over;
        if (!quiet)
            print_game(game, i + 1, json, run->fair);
    }
    if (!json)
        printf("%s: %ld game%s replayed, every line is right", path, run->count,
               run->count == 1 ? "" : "s");
    if (!json && run->fair)
        printf(" and all chance follows from secrets and nonces");
    if (!json && unfinished)
        printf("; %ld unfinished", unfinished);
    if (!json)
        printf("\n");
    return EXIT_OK;
}

static int replay_file(const char *path, long jobs, bool fair, bool json, bool quiet)
{
    char *text;
    long count;
    struct record *records = records_read(&text, &count, path);
    if (!records)
        return EXIT_USAGE;
    struct run run = {.fair = fair, .count = count};
    run.games = need(calloc((size_t)count + 1, sizeof *run.games));
    for (long i = 0; i < count; i++)
        run.games[i] = (struct game){.text = records[i].text,
                                     .length = records[i].length,
                                     .line = records[i].line};
    free(records);
    int code = EXIT_NEGATIVE;
    if (run.count == 0)
        fprintf(stderr, "%s: there is no game in it\n", path);
    else {
        run_all(&run, jobs);
        code = report(&run, path, json, quiet);
    }
    free(run.games);
    free(text);
    return code;
}

int tool_replay(int argc, char **argv)
{
    const char *map = NULL;
    long jobs = processors();
    bool fair = false, json = false, quiet = false;
    int files;
    const struct option_spec options[] = {
        {"--map", "FILE", "a map that records may name", .text = &map},
        {"--jobs", "N", "threads (default: one for each processor)", .number = &jobs,
         .low = 1, .high = WORKERS},
        {"--fair", NULL, "check also that all chance follows from secret and nonces",
         .flag = &fair},
        {"--quiet", NULL, "do not list the games", .flag = &quiet},
        {"--json", NULL, "print a JSON object for each game", .flag = &json},
        {0},
    };
    int code = options_parse(argc, argv, &files, options,
                             "replay [OPTIONS] FILE… (- for standard input)");
    if (code != PARSE_OK)
        return code;
    if (files == 0)
        return complain(argv[0], "which file? (--help shows the usage)");
    if (map && !maps_open(map))
        return EXIT_USAGE;
    maps_prepare();
    for (int i = 1; i <= files; i++) {
        code = replay_file(argv[i], jobs, fair, json, quiet);
        if (code != EXIT_OK)
            return code;
    }
    return EXIT_OK;
}
