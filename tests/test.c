/*
 * tests/test.c - runs every test that announced itself, or those whose name matches
 * the pattern on the command line.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

enum { TESTS = 1024 };

static struct CMUnitTest tests[TESTS];
static size_t count;

void test_announce(const char *name, void (*run)(void **))
{
    if (count == TESTS) {
        fprintf(stderr, "more than %d tests in one program\n", TESTS);
        abort();
    }
    tests[count++] = (struct CMUnitTest){.name = name, .test_func = run};
}

int test_size(int usual, int nightly)
{
    return getenv("LINEA_NIGHTLY") ? nightly : usual;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return _cmocka_run_group_tests("linea", tests, count, NULL, NULL) != 0;
}
