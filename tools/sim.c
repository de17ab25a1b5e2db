/*
 * tools/sim.c - `linea sim`: many games between bots, on all cores.
 *
 * Games are played in blocks. Workers take the next block, and hand in its sums and its
 * records in the order of the blocks, so that nothing depends on how many they are.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/clock.h"
#include "common/maps.h"
#include "common/options.h"
#include "common/progress.h"
#include "common/workers.h"
#include "linea/text.h"
#include "match.h"
#include "tools.h"

enum { BLOCK = 64 };

/* Sums over games; whole numbers, so that they add up the same in any order. */
struct sums {
    long games, moves;
    long wins[LINEA_SEATS], shared[LINEA_SEATS];
    long total[LINEA_SEATS], done[LINEA_SEATS];
    long from[LINEA_SEATS][LINEA_SOURCES];
};

/* One run; `lock` guards everything that workers change. */
struct run {
    const struct match *match;
    int limit; /* milliseconds that a program has for a move */
    struct program_faults faults[LINEA_SEATS];
    uint64_t series;
    long first, last; /* games to play: from `first` up to, without, `last` */
    FILE *record;
    pthread_mutex_t lock;
    pthread_cond_t turn;
    long next_block, next_result;
    bool failed;
    struct sums sums;
    struct progress progress;
};

static void add_game(struct sums *sums, int seats, const struct match_result *result)
{
    int winners = linea_bits(result->score.winners);
    sums->games++;
    sums->moves += result->moves;
    for (int s = 0; s < seats; s++) {
        const struct linea_score *score = &result->score.seat[s];
        bool won = result->score.winners >> s & 1;
        sums->wins[s] += won && winners == 1;
        sums->shared[s] += won && winners > 1;
        sums->total[s] += score->total;
        sums->done[s] += score->tickets_done;
        for (int source = 0; source < LINEA_SOURCES; source++)
            sums->from[s][source] += score->from[source];
    }
}

static void add_sums(struct sums *to, const struct sums *from)
{
    to->games += from->games;
    to->moves += from->moves;
    for (int s = 0; s < LINEA_SEATS; s++) {
        to->wins[s] += from->wins[s];
        to->shared[s] += from->shared[s];
        to->total[s] += from->total[s];
        to->done[s] += from->done[s];
        for (int source = 0; source < LINEA_SOURCES; source++)
            to->from[s][source] += from->from[s][source];
    }
}

/* Play the games of one block; false after a message if a check failed. */
static bool play_block(const struct run *run, const struct match *match, long block,
                       struct sums *sums, struct text *record)
{
    long first = run->first + block * BLOCK;
    for (long i = first; i < first + BLOCK && i < run->last; i++) {
        struct linea_seed seed;
        struct match_result result;
        linea_seed_derive(&seed, run->series, (uint64_t)i);
        if (!match_play(match, &result, run->record ? record : NULL, &seed)) {
            char hex[LINEA_SEED_TEXT + 1];
            linea_seed_write(hex, &seed);
            fprintf(stderr, "game %ld, seed %s, after move %d: %s\n", i, hex,
                    result.moves + 1, result.error.message);
            return false;
        }
        add_game(sums, match->seats, &result);
    }
    return true;
}

/* Hand in a block when its turn has come. */
static void hand_in(struct run *run, long block, bool fine, const struct sums *sums,
                    const struct text *record)
{
    pthread_mutex_lock(&run->lock);
    while (run->next_result != block && !run->failed)
        pthread_cond_wait(&run->turn, &run->lock);
    if (!fine)
        run->failed = true;
    if (!run->failed) {
        add_sums(&run->sums, sums);
        if (run->record && record->size &&
            fwrite(record->at, 1, record->size, run->record) != record->size) {
            perror("linea sim: the record");
            run->failed = true;
        }
        progress_update(&run->progress, run->sums.games);
    }
    run->next_result++;
    pthread_cond_broadcast(&run->turn);
    pthread_mutex_unlock(&run->lock);
}

static void *worker(void *context)
{
    struct run *run = context;
    struct text record = {0};
    struct match match;
    match_open(&match, run->faults, run->match, run->limit);
    for (;;) {
        pthread_mutex_lock(&run->lock);
        long block = run->next_block++;
        bool stop = run->failed || run->first + block * BLOCK >= run->last;
        pthread_mutex_unlock(&run->lock);
        if (stop)
            break;
        struct sums sums = {0};
        record.size = 0;
        bool fine = play_block(run, &match, block, &sums, &record);
        hand_in(run, block, fine, &sums, &record);
    }
    match_close(&match);
    free(record.at);
    return NULL;
}

static void run_all(struct run *run, long jobs)
{
    pthread_mutex_init(&run->lock, NULL);
    pthread_cond_init(&run->turn, NULL);
    progress_begin(&run->progress, "games", run->last - run->first);
    workers_run(jobs, worker, run);
    progress_end(&run->progress);
}

static double mean(long sum, long n)
{
    return n ? (double)sum / (double)n : 0;
}

/* A name as a JSON string: a program's may have anything in it. */
static void print_name(const char *name)
{
    char text[6 * LINEA_SEAT_NAME + 3];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_string(&out, name);
    fputs(text, stdout);
}

/* How often a program has failed. */
static void print_faults(const struct run *run, int seat, bool json)
{
    const atomic_long *count = run->faults[seat].count;
    long all = 0;
    if (!run->match->command[seat][0])
        return;
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        all += count[i];
    if (json)
        printf(",\"faults\":{");
    else if (all)
        printf("%s in seat %d failed in %ld games, where greedy played on:",
               run->match->names[seat], seat, all);
    for (int i = 0; i < PROGRAM_FAULTS; i++)
        if (json)
            printf("%s\"%s\":%ld", i ? "," : "",
                   program_fault_name((enum program_fault)i), (long)count[i]);
        else if (count[i])
            printf(" %s %ld", program_fault_name((enum program_fault)i),
                   (long)count[i]);
    if (json || all)
        fputs(json ? "}" : "\n", stdout);
}

static void print_json(const struct run *run)
{
    const struct linea_map *map = run->match->map;
    const struct sums *sums = &run->sums;
    printf("{\"map\":\"%s\",\"games\":%ld,\"moves\":%ld,\"seats\":[",
           linea_map_text(map, map->id), sums->games, sums->moves);
    for (int s = 0; s < run->match->seats; s++) {
        printf("%s{\"name\":", s ? "," : "");
        print_name(run->match->names[s]);
        printf(",\"wins\":%ld,\"shared\":%ld", sums->wins[s], sums->shared[s]);
        for (int i = 0; i < LINEA_SOURCES; i++)
            if (linea_map_has_source(map, (enum linea_source)i))
                printf(",\"%s\":%.4f", linea_source_name((enum linea_source)i),
                       mean(sums->from[s][i], sums->games));
        printf(",\"total\":%.4f,\"tickets_done\":%.4f",
               mean(sums->total[s], sums->games), mean(sums->done[s], sums->games));
        print_faults(run, s, true);
        printf("}");
    }
    printf("]}\n");
}

/* Of the column with the names, in bytes: programs have long ones. */
static int name_width(const struct match *match)
{
    int width = 14;
    for (int s = 0; s < match->seats; s++)
        if ((int)strlen(match->names[s]) > width)
            width = (int)strlen(match->names[s]);
    return width;
}

static void print_table(const struct run *run)
{
    const struct linea_map *map = run->match->map;
    const struct sums *sums = &run->sums;
    int width = name_width(run->match);
    printf("%s, %d seats: %ld games, %.1f moves a game\n", linea_map_text(map, map->id),
           run->match->seats, sums->games, mean(sums->moves, sums->games));
    printf("%-4s %-*s %7s %7s", "seat", width, "player", "wins", "shared");
    for (int i = 0; i < LINEA_SOURCES; i++)
        if (linea_map_has_source(map, (enum linea_source)i))
            printf(" %12s", linea_source_name((enum linea_source)i));
    printf(" %8s %12s\n", "total", "tickets_done");
    for (int s = 0; s < run->match->seats; s++) {
        printf("%-4d %-*s %6.2f%% %6.2f%%", s, width, run->match->names[s],
               100 * mean(sums->wins[s], sums->games),
               100 * mean(sums->shared[s], sums->games));
        for (int i = 0; i < LINEA_SOURCES; i++)
            if (linea_map_has_source(map, (enum linea_source)i))
                printf(" %12.2f", mean(sums->from[s][i], sums->games));
        printf(" %8.2f %12.2f\n", mean(sums->total[s], sums->games),
               mean(sums->done[s], sums->games));
    }
    for (int s = 0; s < run->match->seats; s++)
        print_faults(run, s, false);
}

static int run_sim(struct run *run, const char *record, long jobs, bool json)
{
    if (record) {
        run->record = strcmp(record, "-") == 0 ? stdout : fopen(record, "wb");
        if (!run->record) {
            perror(record);
            return EXIT_USAGE;
        }
    }
    double start = seconds_now();
    run_all(run, jobs);
    double took = seconds_now() - start;
    if (run->record && !run->failed && fflush(run->record) != 0) {
        perror(record);
        run->failed = true;
    }
    if (run->record && run->record != stdout)
        fclose(run->record);
    if (run->failed)
        return EXIT_NEGATIVE;
    fprintf(stderr, "%ld games in %.2f s: %.0f games/s with %ld jobs\n",
            run->sums.games, took, (double)run->sums.games / took, jobs);
    if (run->record == stdout)
        return EXIT_OK;
    if (json)
        print_json(run);
    else
        print_table(run);
    return EXIT_OK;
}

int tool_sim(int argc, char **argv)
{
    const char *map = "europe", *seats = "random,random", *seed_text = NULL,
               *record = NULL, *part_text = NULL;
    long part = 0, parts = 1;
    long games = 1000, jobs = processors(), first = -1, limit = 1000, simulations = 0;
    bool json = false;
    struct match match = {0};
    const struct option_spec options[] = {
        {"--map", "ID|FILE", "the map (default europe)", .text = &map},
        {"--seats", "BOT,BOT…",
         "who plays: bots, search@500 (playouts a move), cmd:COMMAND (default "
         "random,random)",
         .text = &seats},
        {"--limit", "MS", "time of a program for each move (default 1000)",
         .number = &limit, .low = 1, .high = 86400000},
        {"--games", "N", "how many games (default 1000)", .number = &games, .low = 1,
         .high = 1000000000},
        {"--seed", "SEED", "a number or 64 hex digits (default: from the system)",
         .text = &seed_text},
        {"--first", "SEAT", "who begins (default: the shuffle decides)",
         .number = &first, .high = LINEA_SEATS - 1},
        {"--jobs", "N", "threads (default: one for each processor)", .number = &jobs,
         .low = 1, .high = WORKERS},
        {"--record", "FILE", "write every game as a record (- for standard output)",
         .text = &record},
        {"--simulations", "N", "playouts a move, for bots that search (default 400)",
         .number = &simulations, .low = 1, .high = 1000000},
        {"--check", NULL, "check every invariant after every move",
         .flag = &match.check},
        {"--json", NULL, "print the summary as JSON", .flag = &json},
        {"--part", "I/N",
         "play only the I-th of N shares of the games (needs --seed); their records, "
         "one "
         "after the other, are those of the whole",
         .text = &part_text},
        {0},
    };
    int code = options_parse(argc, argv, NULL, options, "sim [OPTIONS]");
    if (code != PARSE_OK)
        return code;
    struct linea_seed seed;
    if (part_text && !seed_text)
        return complain(argv[0], "--part needs --seed: the same for all parts");
    if (part_text && part_from_text(&part, &parts, argv[0], part_text) != EXIT_OK)
        return EXIT_USAGE;
    struct run run = {.match = &match,
                      .first = games * part / parts,
                      .last = games * (part + 1) / parts,
                      .limit = (int)limit};
    match.budget.simulations = (int)simulations;
    match.map = maps_open(map);
    if (!match.map || !match_seats(&match, argv[0], seats) ||
        !seed_from_text(&seed, &run.series, seed_text))
        return EXIT_USAGE;
    if (first >= match.seats)
        return complain(argv[0], "--first needs one of the %d seats", match.seats);
    match.first = first < 0 ? LINEA_NOBODY : (int)first;
    return run_sim(&run, record, jobs, json);
}
