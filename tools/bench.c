/*
 * tools/bench.c - `linea bench`: how fast the engine plays, and its signature.
 *
 * Random legal play: every card drawn is a step, the whole set of legal moves is known
 * at each step, games are begun and scored in full. With --parts, each part of the
 * engine by itself. Beside each figure stands its ratio to a loop that only draws
 * random numbers and copies 1 KiB, on the same core in the same run, which is what can
 * be compared across machines.
 *
 * The signature is one number made of every event of fixed games on all maps: the same
 * on every compiler and machine, and changed by any change of behaviour.
 *
 * SPDX-License-Identifier: MIT
 */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bot.h"
#include "common/clock.h"
#include "common/maps.h"
#include "common/nets.h"
#include "common/options.h"
#include "common/workers.h"
#include "tools.h"

enum { SIGNATURE_GAMES = 50 };

/* FNV-1a, 64 bits. */
static uint64_t mix(uint64_t hash, const void *bytes, size_t n)
{
    const uint8_t *p = bytes;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ p[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t mix_number(uint64_t hash, int number)
{
    uint8_t bytes[4] = {(uint8_t)number, (uint8_t)(number >> 8),
                        (uint8_t)(number >> 16), (uint8_t)(number >> 24)};
    return mix(hash, bytes, sizeof bytes);
}

static uint64_t mix_event(uint64_t hash, const struct linea_event *event)
{
    hash = mix_number(hash, (int)event->move);
    hash = mix(hash, event->card, event->cards);
    return mix(hash, event->ticket, event->tickets);
}

/* Sources that a map does not have are left out: a new one changes no signature. */
static uint64_t mix_scores(uint64_t hash, const struct linea_map *map,
                           const struct linea_result *result, int seats)
{
    for (int s = 0; s < seats; s++) {
        for (int source = 0; source < LINEA_SOURCES; source++)
            if (linea_map_has_source(map, (enum linea_source)source))
                hash = mix_number(hash, result->seat[s].from[source]);
        hash = mix_number(hash, result->seat[s].longest);
    }
    return mix_number(hash, result->winners);
}

/* One game of random moves, every event added to the hash. */
static uint64_t sign_game(uint64_t hash, const struct linea_map *map, int seats, int i)
{
    static linea_move moves[LINEA_MOVES];
    struct linea_seed seed;
    struct linea_game g;
    struct linea_event event;
    struct linea_result result;
    struct linea_rng rng = {(uint64_t)i};
    linea_seed_derive(&seed, 1, (uint64_t)i);
    linea_game_begin(&g, &event, map, seats, LINEA_NOBODY, &seed);
    hash = mix_event(mix_number(hash, g.first), &event);
    hash = mix(hash, event.passenger, map->passengers);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        hash = mix_number(hash, n);
        linea_game_apply(&g, &event, moves[linea_rng_below(&rng, n)]);
        hash = mix_event(hash, &event);
    }
    linea_game_score(&g, &result);
    return mix_scores(hash, map, &result, seats);
}

static uint64_t signature(void)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (int m = 0; maps_id(m); m++) {
        const struct linea_map *map = maps_get(maps_id(m));
        for (int seats = map->min_seats; seats <= map->max_seats; seats++)
            for (int i = 0; i < SIGNATURE_GAMES; i++)
                hash = sign_game(hash, map, seats, i);
    }
    return hash;
}

/* What the command line asks for. */
struct request {
    long players; /* 0 for every number */
    double seconds;
    bool json, parts;
    int jobs; /* for the games that are played on all processors */
};

static void print_play(const struct linea_map *map, int seats, int jobs,
                       const struct bench_play *m, double calibration, bool json)
{
    double games = (double)m->games / m->seconds, steps = (double)m->steps / m->seconds;
    double a_game = (double)m->steps / (double)m->games;
    double legal = (double)m->moves / (double)m->steps;
    const char *id = linea_map_text(map, map->id);
    if (json)
        printf("{\"what\":\"play\",\"map\":\"%s\",\"players\":%d,\"jobs\":%d,"
               "\"games_per_second\":%.0f,\"steps_per_second\":%.0f,"
               "\"steps_per_game\":%.1f,\"legal_per_step\":%.1f,\"ratio\":%.4f}\n",
               id, seats, jobs, games, steps, a_game, legal, steps / calibration);
    else if (jobs > 1)
        printf("%-10s %7d %10.0f %12.0f on %d processors\n", id, seats, games, steps,
               jobs);
    else
        printf("%-10s %7d %10.0f %12.0f %10.1f %10.1f %8.3f\n", id, seats, games, steps,
               a_game, legal, steps / calibration);
    fflush(stdout);
}

static void print_part(const struct linea_map *map, int seats, const char *name,
                       double rate, double calibration, bool json)
{
    if (json)
        printf("{\"what\":\"%s\",\"map\":\"%s\",\"players\":%d,\"per_second\":%.0f,"
               "\"nanoseconds\":%.1f,\"ratio\":%.4f}\n",
               name, linea_map_text(map, map->id), seats, rate, 1e9 / rate,
               rate / calibration);
    else
        printf("%18s %-8s %12.0f a second %10.1f ns %20.3f\n", "", name, rate,
               1e9 / rate, rate / calibration);
    fflush(stdout);
}

/* Every part by itself, and whole games on all processors. */
static void bench_parts(const struct linea_map *map, int seats,
                        const struct request *asked, double calibration)
{
    static struct bench_samples samples;
    bench_sample(&samples, map, seats);
    for (int i = 0; bench_part_at(i); i++) {
        const struct bench_part *part = bench_part_at(i);
        if (part->net && !nets_get(map, &linea_bot_hard, NULL, 0))
            continue;
        long done = 0;
        double start = seconds_worked(), took;
        do {
            done += part->run(&samples);
            took = seconds_worked() - start;
        } while (took < asked->seconds / 4);
        print_part(map, seats, part->name, (double)done / took, calibration,
                   asked->json);
    }
    if (asked->jobs > 1) {
        struct bench_play m;
        bench_play_all(&m, map, seats, asked->jobs, asked->seconds);
        print_play(map, seats, asked->jobs, &m, calibration, asked->json);
    }
}

static void bench_map(const struct linea_map *map, const struct request *asked)
{
    for (int seats = map->min_seats; seats <= map->max_seats; seats++) {
        if (asked->players && seats != asked->players)
            continue;
        struct bench_play m;
        double calibration = bench_calibrate(asked->seconds / 4);
        bench_play(&m, map, seats, 1, asked->seconds);
        print_play(map, seats, 1, &m, calibration, asked->json);
        if (asked->parts)
            bench_parts(map, seats, asked, calibration);
    }
}

static void bench_all(const struct linea_map *map, const struct request *asked)
{
    if (!asked->json)
        printf("%-10s %7s %10s %12s %10s %10s %8s\n", "map", "players", "games/s",
               "steps/s", "steps/game", "legal/step", "ratio");
    if (map)
        bench_map(map, asked);
    for (int i = 0; !map && maps_id(i); i++)
        bench_map(maps_get(maps_id(i)), asked);
}

int tool_bench(int argc, char **argv)
{
    const char *map_name = NULL;
    long players = 0, ms = 1000, jobs = processors();
    bool json = false, only_signature = false, parts = false, compare = false;
    bool net_signature = false, nets = false, agree = false;
    long decisions = 50, few = 500, many = 20000, seed = 1;
    int operands = 0;
    const struct option_spec options[] = {
        {"--map", "ID|FILE", "only this map", .text = &map_name},
        {"--players", "N", "only so many players", .number = &players, .low = 2,
         .high = LINEA_SEATS},
        {"--ms", "N", "how long each measurement takes (default 1000)", .number = &ms,
         .low = 1, .high = 600000},
        {"--parts", NULL, "also each part of the engine, and all processors at once",
         .flag = &parts},
        {"--jobs", "N", "how many processors those are (default: all there are)",
         .number = &jobs, .low = 1, .high = 64},
        {"--json", NULL, "print a JSON object for each measurement", .flag = &json},
        {"--signature", NULL, "print the signature and nothing else",
         .flag = &only_signature},
        {"--net-signature", NULL, "print one for what the nets decide",
         .flag = &net_signature},
        {"--nets", NULL, "only how long decisions of the nets take, by kernel",
         .flag = &nets},
        {"--agree", NULL,
         "only what is lost by choosing moves with few playouts in place of many",
         .flag = &agree},
        {"--decisions", "N", "with --agree: of each map and table (default 50)",
         .number = &decisions, .low = 1, .high = 1000000},
        {"--few", "N", "… few playouts (default 500)", .number = &few, .low = 2,
         .high = 1000000},
        {"--many", "N", "… many (default 20000)", .number = &many, .low = 2,
         .high = 100000000},
        {"--seed", "N", "… of the games (default 1)", .number = &seed,
         .high = 1000000000},
        {"--compare", NULL, "print what changed between two files of --json",
         .flag = &compare},
        {0},
    };
    int code = options_parse(argc, argv, &operands, options,
                             "bench [OPTIONS] | bench --compare BEFORE AFTER");
    if (code != PARSE_OK)
        return code;
    if (operands != (compare ? 2 : 0))
        return complain(argv[0], "%s",
                        compare ? "--compare needs two files"
                                : "files are only for --compare");
    if (compare)
        return bench_compare(argv[1], argv[2]);
    if (net_signature)
        return bench_net_signature();
    if (nets)
        return bench_nets((double)ms / 1000, json);
    const struct linea_map *map = map_name ? maps_open(map_name) : NULL;
    if (map_name && !map)
        return EXIT_USAGE;
    if (agree) {
        struct bench_agree asked = {players, decisions, few, many, jobs, seed, json};
        return bench_agree(map, &asked);
    }
    struct request asked = {.players = players,
                            .seconds = (double)ms / 1000,
                            .json = json,
                            .parts = parts,
                            .jobs = (int)jobs};
    if (!only_signature)
        bench_all(map, &asked);
    if (json)
        printf("{\"signature\":\"%016" PRIx64 "\"}\n", signature());
    else
        printf("%s%016" PRIx64 "\n", only_signature ? "" : "signature ", signature());
    return EXIT_OK;
}
