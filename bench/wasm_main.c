/*
 * bench/wasm_main.c - the loop in WebAssembly: a place for a map's text, and numbers
 * that JavaScript can pass.
 *
 * SPDX-License-Identifier: MIT
 */
#include "loop.h"

static char text[4 << 20]; /* a map, or a net */

char *bench_text(void);
int bench_open(int length);
int bench_play(int seats, int series, int games);
int bench_open_net(int length);
int bench_net(int seats, int series, int games);

char *bench_text(void)
{
    return text;
}

int bench_open(int length)
{
    return loop_open(text, (size_t)length);
}

int bench_play(int seats, int series, int games)
{
    return (int)loop_play(seats, (uint32_t)series, games);
}

int bench_open_net(int length)
{
    return loop_open_net((uint8_t *)text, (size_t)length, "wasm");
}

int bench_net(int seats, int series, int games)
{
    return (int)loop_net(seats, (uint32_t)series, games);
}
