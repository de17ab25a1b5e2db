/*
 * tools/bench.h - what the files of `linea bench` share: what is measured, on samples
 * of random games, and how two runs are compared.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef BENCH_H
#define BENCH_H

#include "linea/score.h"
#include "linea/view.h"

/* Random games that the parts are measured on. */
enum {
    BENCH_GAMES = 1024,
    BENCH_POSITIONS = 2048,
    BENCH_MOVES = 524288, /* of all games together, at most */
};

struct bench_samples {
    int games, positions, moves;
    struct linea_game begun[BENCH_GAMES], over[BENCH_GAMES];
    struct linea_game position[BENCH_POSITIONS]; /* in which a seat is to move */
    struct linea_view view[BENCH_POSITIONS];     /* … as that seat sees them */
    linea_move move[BENCH_MOVES];                /* of all games, one after the other */
    int first[BENCH_GAMES + 1];                  /* where those of each game begin */
};

/* Whole games, what they came to, and the seconds they took. */
struct bench_play {
    long games, steps, moves;
    double seconds;
};

/* One part of the engine: does all of the samples once, and returns how much that was.
 */
struct bench_part {
    const char *name;
    long (*run)(const struct bench_samples *samples);
    bool net; /* only where a net is built in for the map */
};

/* The parts in order; NULL past the last. */
const struct bench_part *bench_part_at(int i);

/* Play random games on one map and keep samples of them. */
void bench_sample(struct bench_samples *out, const struct linea_map *map, int seats);

/* Random legal play for some seconds of one processor, games of a series of its own. */
void bench_play(struct bench_play *out, const struct linea_map *map, int seats,
                uint64_t series, double seconds);

/* The same on so many processors at once, in seconds that pass. */
void bench_play_all(struct bench_play *out, const struct linea_map *map, int seats,
                    int jobs, double seconds);

/* Copies of 1 KiB and random numbers a second: what a processor gives whatever the
   engine is. */
double bench_calibrate(double seconds);

/* bench_net.c: print one number for what the built-in nets decide, if every kernel
   gives the same; an exit code. */
int bench_net_signature(void);

/* How long each kernel takes for a decision of each net, measured for so long. */
int bench_nets(double seconds, bool json);

/* bench_agree.c: what is lost by choosing moves with few playouts. */
struct bench_agree {
    long players;   /* 0 for the fewest and the most */
    long decisions; /* of each map and number of players */
    long few, many; /* playouts that choose */
    long jobs, seed;
    bool json;
};
int bench_agree(const struct linea_map *map, const struct bench_agree *asked);

/* Print what changed between two files of bench --json; an exit code. */
int bench_compare(const char *before, const char *after);

#endif
