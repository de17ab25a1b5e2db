/*
 * tools/daily.c - `linea daily`: the deal of a day, and what bots make of it.
 *
 * Workers take the next game of the field; what is printed does not depend on how many
 * they are. A record of one's own game of the deal is placed among them.
 *
 * SPDX-License-Identifier: MIT
 */
#include "daily.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "common/progress.h"
#include "common/workers.h"
#include "linea/list.h"
#include "records.h"
#include "tools.h"

struct run {
    struct linea_daily day;
    const struct linea_learned *learned;
    int next, done; /* games of the field */
    struct linea_daily_result result[DAILY_FIELD];
    pthread_mutex_t lock;
    struct progress progress;
};

static void *worker(void *context)
{
    struct run *run = context;
    struct linea_player *player = need(malloc(LINEA_SEATS * sizeof *player));
    for (;;) {
        pthread_mutex_lock(&run->lock);
        int i = run->next++;
        pthread_mutex_unlock(&run->lock);
        if (i >= DAILY_FIELD)
            break;
        linea_daily_play(&run->day, &run->result[i], player, run->learned, i);
        pthread_mutex_lock(&run->lock);
        progress_update(&run->progress, ++run->done);
        pthread_mutex_unlock(&run->lock);
    }
    free(player);
    return NULL;
}

/* What a record of one's own comes to; false after a message if it is none of this
   deal. */
static bool read_own(const struct linea_daily *day, struct linea_daily_result *out,
                     const char *path)
{
    struct linea_json *json = need(malloc(sizeof *json));
    struct linea_replay *replay = need(malloc(sizeof *replay));
    struct linea_error error = {0};
    char *text;
    long count, number = 0;
    struct record *records = records_read(&text, &count, path);
    const char *why = count == 1 ? NULL : "this is not the record of one game";
    linea_replay_init(replay, maps_find, NULL);
    if (records && !why) {
        const char *at = records->text, *line;
        long lines = records->line;
        size_t length;
        while (!why && (line = records_next(&at, &lines, &length, &number, records)))
            if (!linea_replay_line(replay, json, &error, line, length))
                why = error.message;
    }
    if (records && !why && !replay->over)
        why = "the game is unfinished";
    if (records && !why &&
        (replay->map != day->map || replay->seats != day->seats ||
         memcmp(&replay->seed, &day->seed, sizeof day->seed) != 0))
        why = "it is a game of another deal";
    if (records && why)
        fprintf(stderr, "%s:%ld: %s\n", path, number, why);
    if (records && !why)
        linea_daily_result(out, &replay->game);
    bool fine = records && !why;
    free(records);
    if (records)
        free(text);
    free(replay);
    free(json);
    return fine;
}

static int by_lead(const void *a, const void *b)
{
    const struct linea_daily_result *x = a, *y = b;
    return y->lead != x->lead ? (y->lead > x->lead ? 1 : -1) : y->points - x->points;
}

static void write_json(const struct run *run, struct linea_out *out,
                       const struct linea_daily_result *own)
{
    const struct linea_daily *d = &run->day;
    char seed[LINEA_SEED_TEXT + 1];
    linea_seed_write(seed, &d->seed);
    struct linea_list object = linea_list_open(out, "{", "}");
    linea_key_text(&object, "date", d->date);
    linea_list_key(&object, "table");
    linea_daily_settings(d, out);
    linea_key_text(&object, "seed", seed);
    struct linea_list field = linea_key_open(&object, "field", "[", "]");
    for (int i = 0; i < DAILY_FIELD; i++) {
        linea_list_next(&field);
        linea_daily_result_write(&run->result[i], out);
    }
    linea_list_close(&field);
    if (own) {
        linea_list_key(&object, "own");
        linea_daily_result_write(own, out);
    }
    linea_list_close(&object);
}

static void print_json(const struct run *run, const struct linea_daily_result *own)
{
    char text[LINEA_LINE];
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    write_json(run, &out, own);
    puts(text);
}

static void print_text(struct run *run, const struct linea_daily_result *own)
{
    const struct linea_daily *d = &run->day;
    struct linea_daily_result all[DAILY_FIELD + 1];
    int n = DAILY_FIELD, better = 0;
    printf("%s, %s: one's own seat against", d->date,
           linea_map_text(d->map, d->map->id));
    for (int s = 1; s < d->seats; s++)
        printf("%s %s", s > 1 ? "," : "", d->bot[s]->name);
    printf("\n  %-8s %6s %6s\n", "", "points", "ahead");
    memcpy(all, run->result, sizeof run->result);
    if (own)
        all[n++] = *own;
    qsort(all, (size_t)n, sizeof *all, by_lead);
    for (int i = 0; i < n; i++)
        printf("  %-8s %6d %+6d  %s\n", all[i].bot ? all[i].bot->name : "you",
               all[i].points, all[i].lead, all[i].won ? "won" : "lost");
    for (int i = 0; own && i < DAILY_FIELD; i++)
        better += run->result[i].lead < own->lead;
    if (own)
        printf("better than %d of %d\n", better, DAILY_FIELD);
}

/* The deal of one board; an exit code. */
static int show(const struct linea_map *map, const char *date, const char *record,
                bool json, long jobs)
{
    struct run run = {0};
    struct linea_error error;
    struct linea_daily_result own = {0};
    if (!linea_daily_read(&run.day, &error, map, date, strlen(date)))
        return complain("daily", "%s", error.message);
    if (record && !read_own(&run.day, &own, record))
        return EXIT_NEGATIVE;
    run.learned = nets_get(map, &linea_bot_hard, NULL, 0);
    pthread_mutex_init(&run.lock, NULL);
    progress_begin(&run.progress, "games", DAILY_FIELD);
    workers_run(jobs, worker, &run);
    progress_end(&run.progress);
    if (json)
        print_json(&run, record ? &own : NULL);
    else
        print_text(&run, record ? &own : NULL);
    return EXIT_OK;
}

int tool_daily(int argc, char **argv)
{
    const char *id = NULL, *date = NULL;
    char today[DAILY_DATE];
    long jobs = processors();
    bool json = false;
    int operands;
    const struct option_spec options[] = {
        {"--map", "MAP", "one board (default: each that is built in)", .text = &id},
        {"--date", "DATE", "such as 2026-11-18 (default: today, in UTC)",
         .text = &date},
        {"--jobs", "N", "games at once (default: one for each processor)",
         .number = &jobs, .low = 1, .high = WORKERS},
        {"--json", NULL, "print a JSON object for each board", .flag = &json},
        {0},
    };
    int code = options_parse(argc, argv, &operands, options,
                             "daily [OPTIONS] [RECORD of one's own game of it]");
    if (code != PARSE_OK)
        return code;
    if (operands > 1 || (operands && !id))
        return complain(argv[0], "a record is one, and goes with --map");
    time_t now = time(NULL);
    struct tm parts;
    strftime(today, sizeof today, "%Y-%m-%d", gmtime_r(&now, &parts));
    const struct linea_map *map = id ? maps_open(id) : NULL;
    if (id && !map)
        return EXIT_USAGE;
    code = map ? show(map, date ? date : today, operands ? argv[1] : NULL, json, jobs)
               : EXIT_OK;
    for (int i = 0; !map && maps_id(i) && code == EXIT_OK; i++)
        code = show(maps_get(maps_id(i)), date ? date : today, NULL, json, jobs);
    return code;
}
