/*
 * bench/native_main.c - the loop as a program, for comparison: MAP SEATS [MAP SEATS]…
 *
 * Prints for each the steps of 1000 games and the most of them a second, of many runs;
 * then the same when eight games are played again and again, so that the processor
 * has learnt every branch: what is left then is the work itself.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
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

int main(int argc, char **argv)
{
    static char text[1 << 20];
    for (int i = 1; i + 1 < argc; i += 2) {
        FILE *file = fopen(argv[i], "rb");
        size_t length = file ? fread(text, 1, sizeof text, file) : 0;
        if (!file || !loop_open(text, length)) {
            fprintf(stderr, "%s is no map\n", argv[i]);
            return 1;
        }
        fclose(file);
        int seats = atoi(argv[i + 1]);
        long few, steps;
        double foreseen = measure(seats, FEW, &few);
        double rate = measure(seats, GAMES, &steps);
        printf("%ld %.0f %.0f\n", steps, rate, foreseen);
    }
    return 0;
}
