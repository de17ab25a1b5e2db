/*
 * bench/native_main.c - the loops as a program, for comparison: MAP SEATS [MAP SEATS]…,
 * or --net KERNEL MAP NET [MAP NET]…, which prints decisions of nets a second.
 *
 * Prints for each the steps of 1000 games and the most of them a second, of many runs;
 * then the same when eight games are played again and again, so that the processor
 * has learnt every branch: what is left then is the work itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "loop.h"

enum { RUNS = 40, GAMES = 1000, FEW = 8 };

static double worked(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The most steps a second when so many games are played, again and again. */
static double measure(int seats, int games, long *steps)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = worked();
        *steps = 0;
        for (int played = 0; played < GAMES; played += games)
            *steps += loop_play(seats, 1, games);
        double rate = (double)*steps / (worked() - start);
        best = rate > best ? rate : best;
    }
    return best;
}

static size_t read_into(char *text, size_t size, const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, size, file) : 0;
    if (file)
        fclose(file);
    return length;
}

/* Decisions of nets a second, two players. */
static int run_nets(const char *kernel, char **files, int count)
{
    static char text[1 << 20], net[4 << 20];
    for (int i = 0; i + 1 < count; i += 2) {
        size_t map = read_into(text, sizeof text, files[i]);
        size_t length = read_into(net, sizeof net, files[i + 1]);
        if (!loop_open(text, map) || !loop_open_net((uint8_t *)net, length, kernel)) {
            fprintf(stderr, "%s: no net for %s\n", files[i + 1], files[i]);
            return 1;
        }
        double best = 0;
        long decisions = 0;
        for (int run = 0; run < RUNS; run++) {
            double start = worked();
            decisions = loop_net(2, 1, FEW);
            double rate = (double)decisions / (worked() - start);
            best = rate > best ? rate : best;
        }
        printf("%ld %.0f\n", decisions, best);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char text[1 << 20];
    if (argc > 2 && strcmp(argv[1], "--net") == 0)
        return run_nets(argv[2], argv + 3, argc - 3);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!loop_open(text, read_into(text, sizeof text, argv[i]))) {
            fprintf(stderr, "%s is no map\n", argv[i]);
            return 1;
        }
        int seats = atoi(argv[i + 1]);
        long few, steps;
        double foreseen = measure(seats, FEW, &few);
        double rate = measure(seats, GAMES, &steps);
        printf("%ld %.0f %.0f\n", steps, rate, foreseen);
    }
    return 0;
}
