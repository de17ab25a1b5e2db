/*
 * bench/native_main.c - the loop as a program, for comparison: MAP SEATS [MAP SEATS]…
 *
 * Prints for each the steps of 1000 games and the most of them a second, of many runs.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "loop.h"

enum { RUNS = 20, GAMES = 1000 };

static double worked(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
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
        double best = 0;
        long steps = 0;
        for (int run = 0; run < RUNS; run++) {
            double start = worked();
            steps = loop_play(atoi(argv[i + 1]), 1, GAMES);
            double rate = (double)steps / (worked() - start);
            best = rate > best ? rate : best;
        }
        printf("%ld %.0f\n", steps, best);
    }
    return 0;
}
