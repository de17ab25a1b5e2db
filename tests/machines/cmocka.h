/*
 * tests/machines/cmocka.h - the few parts of cmocka that our tests use, for machines
 * that Debian has a compiler but no library for. scripts/other-machines builds with it.
 *
 * A failure ends the program instead of the test: there is nothing to clean up.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef CMOCKA_H
#define CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test_func)(void **state);
};

#define print_message(...) printf(__VA_ARGS__)
#define fail_msg(...)                                                                  \
    (printf("%s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), printf("\n"), exit(1))
#define cmocka_check(condition, text)                                                  \
    ((condition) ? (void)0 : fail_msg("%s does not hold", text))

#define assert_true(c)     cmocka_check(c, #c)
#define assert_false(c)    cmocka_check(!(c), "!(" #c ")")
#define assert_null(p)     cmocka_check((p) == NULL, #p " == NULL")
#define assert_non_null(p) cmocka_check((p) != NULL, #p " != NULL")
#define assert_int_equal(a, b)                                                         \
    cmocka_check((uint64_t)(a) == (uint64_t)(b), #a " == " #b)
#define assert_string_equal(a, b)                                                      \
    cmocka_check(strcmp(a, b) == 0, #a " is the same text as " #b)
#define assert_memory_equal(a, b, n)                                                   \
    cmocka_check(memcmp(a, b, n) == 0, #a " has the same bytes as " #b)
#define cmocka_set_test_filter(pattern) ((void)(pattern))

static inline int _cmocka_run_group_tests(const char *group,
                                          const struct CMUnitTest *tests, size_t count,
                                          void *setup, void *teardown)
{
    (void)group, (void)setup, (void)teardown;
    for (size_t i = 0; i < count; i++) {
        void *state = NULL;
        printf("%s\n", tests[i].name);
        fflush(stdout);
        tests[i].test_func(&state);
    }
    return count == 0;
}

#endif
