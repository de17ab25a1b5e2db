/*
 * tests/server/store_setting_test.c - the settings that a store keeps beside its games.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <string.h>

#include "store_box.h"
#include "store_memory.h"

static struct linea_store *open_kind(enum box_kind kind)
{
    struct linea_store *store = box_open_kind(kind, NULL);
    assert_non_null(store);
    return store;
}

TEST(STORE_keeps_settings)
{
    char value[LINEA_STORE_SETTING + 1];
    char longest[LINEA_STORE_SETTING + 2];
    memset(longest, 'x', sizeof longest);
    longest[LINEA_STORE_SETTING + 1] = '\0';
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind);
        CHECK_EQ(linea_store_get(store, value, "secret"), LINEA_STORE_OK);
        CHECK_TEXT(value, "");
        CHECK_EQ(linea_store_set(store, "secret", "one"), LINEA_STORE_OK);
        CHECK_EQ(linea_store_set(store, "secret", "two"), LINEA_STORE_OK);
        CHECK_EQ(linea_store_set(store, "other", longest), LINEA_STORE_MISUSE);
        CHECK_EQ(linea_store_set(store, "other", longest + 1), LINEA_STORE_OK);
        if (kind != BOX_MEMORY) {
            linea_store_close(store);
            store = box_open_again(kind, NULL);
            assert_non_null(store);
        }
        CHECK_EQ(linea_store_get(store, value, "secret"), LINEA_STORE_OK);
        CHECK_TEXT(value, "two");
        CHECK_EQ(linea_store_get(store, value, "other"), LINEA_STORE_OK);
        CHECK_TEXT(value, longest + 1);
        box_close(store, kind);
    }
}

TEST(STORE_lets_the_first_one_make_a_setting)
{
    char value[LINEA_STORE_SETTING + 1];
    EACH(kind)
    {
        struct linea_store *store = open_kind(kind);
        strcpy(value, "mine");
        CHECK_EQ(linea_store_make_setting(store, value, "key"), LINEA_STORE_OK);
        CHECK_TEXT(value, "mine");
        strcpy(value, "theirs");
        CHECK_EQ(linea_store_make_setting(store, value, "key"), LINEA_STORE_OK);
        CHECK_TEXT(value, "mine");
        box_close(store, kind);
    }
}

TEST(STORE_makes_one_setting_of_two_nodes)
{
    char here[LINEA_STORE_SETTING + 1] = "here",
                                    there[LINEA_STORE_SETTING + 1] = "there";
    struct linea_store *first = open_kind(BOX_MEMORY);
    struct linea_store *second = linea_store_open_beside(first, NULL);
    CHECK_EQ(linea_store_make_setting(second, there, "key"), LINEA_STORE_OK);
    CHECK_EQ(linea_store_make_setting(first, here, "key"), LINEA_STORE_OK);
    CHECK_TEXT(here, "there");
    linea_store_close(second);
    linea_store_close(first);
}
