/*
 * tests/allocation_test.c - nothing in a game allocates: games, views, guesses, texts.
 *
 * The linker sends every call of an allocating function here, where it is counted.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "bot.h"
#include "random_games.h"
#include "test.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);

/* Volatile, since compilers know that malloc() changes no variable of ours. */
static volatile int calls;

void *__wrap_malloc(size_t size)
{
    calls++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    calls++;
    return __real_calloc(n, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    calls++;
    return __real_realloc(old, size);
}

static void play_all(struct setup setup)
{
    static struct random_game r;
    static char text[LINEA_LINE];
    struct linea_error error;
    struct linea_view view;
    struct linea_game guess;
    struct linea_result result;
    for (random_begin(&r, setup, 1); r.n > 0;) {
        linea_game_view(&r.g, &view, r.g.turn);
        linea_view_guess(&view, &guess, &r.rng);
        linea_game_check(&guess, &error);
        view_text(&r.g, text, LINEA_ALL);
        linea_game_legal(&r.g, linea_move_make(LINEA_PASS, 0, 0, 0));
        linea_game_score(&r.g, &result);
        random_play(&r, random_choose(&r));
    }
}

TEST(a_game_allocates_nothing)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        int before = calls;
        play_all(setup);
        CHECK_EQ(calls, before);
    }
}

TEST(the_count_would_notice_an_allocation)
{
    int before = calls;
    void *volatile memory = malloc(1);
    free(memory);
    CHECK_EQ(calls, before + 1);
}
