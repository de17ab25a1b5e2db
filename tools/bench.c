/*
 * tools/bench.c - `linea bench`: how fast the engine plays, and its signature.
 *
 * Random legal play: every card drawn is a step, the full list of legal moves is made
 * at each step, games are begun and scored in full. Beside each figure stands its ratio
 * to a loop that only draws random numbers and copies the game, on the same core in the
 * same run, which is what can be compared across machines.
 *
 * The signature is one number made of every event of fixed games on all maps: the same
 * on every compiler and machine, and changed by any change of behaviour.
 *
 * SPDX-License-Identifier: MIT
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "linea/score.h"

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

static uint64_t mix_scores(uint64_t hash, const struct linea_result *result, int seats)
{
    for (int s = 0; s < seats; s++) {
        for (int source = 0; source < LINEA_SOURCES; source++)
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
    return mix_scores(hash, &result, seats);
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

/* What one measurement counted. */
struct measure {
    long games, steps, moves;
    double seconds;
};

static void play(const struct linea_map *map, int seats, double seconds,
                 struct measure *out)
{
    static linea_move moves[LINEA_MOVES];
    struct linea_rng rng = {1};
    *out = (struct measure){0};
    double start = seconds_now();
    do {
        /* A handful of games between two looks at the clock. */
        for (int i = 0; i < 16; i++, out->games++) {
            struct linea_seed seed;
            struct linea_game g;
            struct linea_result result;
            linea_seed_derive(&seed, 1, (uint64_t)out->games);
            linea_game_begin(&g, NULL, map, seats, LINEA_NOBODY, &seed);
            for (int n; (n = linea_game_moves(&g, moves)) > 0; out->steps++) {
                out->moves += n;
                linea_game_apply(&g, NULL, moves[linea_rng_below(&rng, n)]);
            }
            linea_game_score(&g, &result);
        }
        out->seconds = seconds_now() - start;
    } while (out->seconds < seconds);
}

/* Copies of a game and random numbers a second. */
static double calibrate(double seconds)
{
    static struct linea_game games[16];
    struct linea_rng rng = {1};
    double start = seconds_now(), took;
    long n = 0;
    do {
        for (int i = 0; i < 100000; i++, n++) {
            uint64_t pick = linea_rng_next(&rng);
            games[pick & 15] = games[pick >> 4 & 15];
            games[pick & 15].turn = (uint8_t)pick;
        }
        took = seconds_now() - start;
    } while (took < seconds);
    return (double)n / took;
}

static void print_measure(const struct linea_map *map, int seats,
                          const struct measure *m, double calibration, bool json)
{
    double games = (double)m->games / m->seconds, steps = (double)m->steps / m->seconds;
    double a_game = (double)m->steps / (double)m->games;
    double legal = (double)m->moves / (double)m->steps;
    const char *id = linea_map_text(map, map->id);
    if (json)
        printf("{\"map\":\"%s\",\"players\":%d,\"games_per_second\":%.0f,"
               "\"steps_per_second\":%.0f,\"steps_per_game\":%.1f,"
               "\"legal_per_step\":%.1f,\"ratio\":%.4f}\n",
               id, seats, games, steps, a_game, legal, steps / calibration);
    else
        printf("%-10s %7d %10.0f %12.0f %10.1f %10.1f %8.3f\n", id, seats, games, steps,
               a_game, legal, steps / calibration);
    fflush(stdout);
}

static void bench_map(const struct linea_map *map, long players, double seconds,
                      bool json)
{
    for (int seats = map->min_seats; seats <= map->max_seats; seats++) {
        if (players && seats != players)
            continue;
        struct measure m;
        double calibration = calibrate(seconds / 4);
        play(map, seats, seconds, &m);
        print_measure(map, seats, &m, calibration, json);
    }
}

int tool_bench(int argc, char **argv)
{
    const char *map_name = NULL;
    long players = 0, ms = 1000;
    bool json = false, only_signature = false;
    const struct option_spec options[] = {
        {"--map", "ID|FILE", "only this map", &map_name, NULL, NULL, 0, 0},
        {"--players", "N", "only so many players", NULL, &players, NULL, 2,
         LINEA_SEATS},
        {"--ms", "N", "how long each measurement takes (default 1000)", NULL, &ms, NULL,
         1, 600000},
        {"--json", NULL, "print a JSON object for each measurement", NULL, NULL, &json,
         0, 0},
        {"--signature", NULL, "print the signature and nothing else", NULL, NULL,
         &only_signature, 0, 0},
        {0},
    };
    int code = options_parse(argc, argv, options, "bench [OPTIONS]", NULL);
    if (code != PARSE_OK)
        return code;
    const struct linea_map *map = map_name ? maps_open(map_name) : NULL;
    if (map_name && !map)
        return EXIT_USAGE;
    double seconds = (double)ms / 1000;
    if (!only_signature && !json)
        printf("%-10s %7s %10s %12s %10s %10s %8s\n", "map", "players", "games/s",
               "steps/s", "steps/game", "legal/step", "ratio");
    if (!only_signature && map)
        bench_map(map, players, seconds, json);
    for (int i = 0; !only_signature && !map && maps_id(i); i++)
        bench_map(maps_get(maps_id(i)), players, seconds, json);
    if (json)
        printf("{\"signature\":\"%016" PRIx64 "\"}\n", signature());
    else
        printf("%s%016" PRIx64 "\n", only_signature ? "" : "signature ", signature());
    return EXIT_OK;
}
