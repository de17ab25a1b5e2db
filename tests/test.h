/*
 * tests/test.h - the harness: cmocka with tests that announce themselves.
 *
 * TEST(EU_LONGEST_may_close_loops) { ... } is all a test needs; its name is the rule's
 * id and then a sentence. A failed CHECK ends the test and says where.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TEST_H
#define TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define TEST(name)                                                                     \
    static void name(void **state);                                                    \
    __attribute__((constructor)) static void announce_##name(void)                     \
    {                                                                                  \
        test_announce(#name, name);                                                    \
    }                                                                                  \
    static void name(void **state __attribute__((unused)))

#define CHECK(condition) assert_true(condition)
#define CHECK_EQ(a, b)   assert_int_equal(a, b)
#define CHECK_TEXT(a, b) assert_string_equal(a, b)

/* A size of a test that takes long: the second one when LINEA_NIGHTLY is set, as
   `make nightly` does, else the first. */
int test_size(int usual, int nightly);

void test_announce(const char *name, void (*run)(void **));

#endif
