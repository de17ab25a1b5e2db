/*
 * tests/json_test.c - JSON in and out: what is accepted, what is refused and where,
 * and the limits at their edges.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "linea/json.h"

static struct linea_json json;

static const char *read(const char *text)
{
    return linea_json_read(&json, text, strlen(text));
}

/* A long text, built piece by piece. */
static char big[1 << 20];
static size_t big_length;

static void add(const char *text, int times)
{
    size_t length = strlen(text);
    for (int i = 0; i < times; i++) {
        memcpy(big + big_length, text, length);
        big_length += length;
    }
}

static const char *read_big(void)
{
    const char *error = linea_json_read(&json, big, big_length);
    big_length = 0;
    return error;
}

TEST(JSON_accepts_what_the_grammar_allows)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "7",
                                        "-12",
                                        "0.5",
                                        "1e9",
                                        "1E+9",
                                        "-1.25e-3",
                                        "10",
                                        "true",
                                        "false",
                                        "null",
                                        "\"\"",
                                        "[]",
                                        "{}",
                                        " \t\r\n[ ] ",
                                        "[1,2]",
                                        "[[],{}]",
                                        "{\"\":1}",
                                        "{\"a\":1,\"b\":[true,null]}",
                                        "{ \"a\" : { \"a\" : 1 } }",
                                        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                                        "\"\\u00e9\\uD83D\\uDE82\"",
                                        "\"\\u0000\"",
                                        "\"\x7f\"",
                                        "\"\xc3\xa9\"",
                                        "\"\xe2\x82\xac\"",
                                        "\"\xf0\x9f\x9a\x82\"",
                                        "\"\xed\x9f\xbf\"",
                                        "\"\xee\x80\x80\"",
                                        "\"\xf4\x8f\xbf\xbf\""};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *error = read(texts[i]);
        if (error)
            fail_msg("%s: %s", texts[i], error);
    }
}

TEST(JSON_refuses_everything_else_and_says_where)
{
    static const struct {
        const char *text, *error;
        int at;
    } cases[] = {
        {"", "a value was expected", 0},
        {"  ", "a value was expected", 2},
        {"\xef\xbb\xbf{}", "JSON has no byte order mark", 0},
        {" \xef\xbb\xbf{}", "a value was expected", 1},
        {"tru", "a value was expected", 0},
        {"nul]", "a value was expected", 0},
        {"True", "a value was expected", 0},
        {"+1", "a value was expected", 0},
        {".5", "a value was expected", 0},
        {"NaN", "a value was expected", 0},
        {"'a'", "a value was expected", 0},
        {"[1,]", "a value was expected", 3},
        {"[,1]", "a value was expected", 1},
        {"[1,,2]", "a value was expected", 3},
        {"[", "a value was expected", 1},
        {"]", "a value was expected", 0},
        {"{\"a\":}", "a value was expected", 5},
        {"-", "a digit was expected", 1},
        {"-a", "a digit was expected", 1},
        {"1.", "a digit was expected", 2},
        {"1.e3", "a digit was expected", 2},
        {"1e", "a digit was expected", 2},
        {"1e+", "a digit was expected", 3},
        {"01", "nothing may follow the value", 1},
        {"1 2", "nothing may follow the value", 2},
        {"{} x", "nothing may follow the value", 3},
        {"truefalse", "nothing may follow the value", 4},
        {"[01]", "a comma or ] was expected", 2},
        {"[1 2]", "a comma or ] was expected", 3},
        {"[1}", "a comma or ] was expected", 2},
        {"[1", "a comma or ] was expected", 2},
        {"[\"a\":1]", "a comma or ] was expected", 4},
        {"[true//\n]", "a comma or ] was expected", 5},
        {"{\"a\":1 \"b\":2}", "a comma or } was expected", 7},
        {"{\"a\":1]", "a comma or } was expected", 6},
        {"{\"a\":1", "a comma or } was expected", 6},
        {"{\"a\" 1}", "a colon was expected", 5},
        {"{\"a\"}", "a colon was expected", 4},
        {"{\"a\",1}", "a colon was expected", 4},
        {"{", "a key in quotes was expected", 1},
        {"{a:1}", "a key in quotes was expected", 1},
        {"{1:1}", "a key in quotes was expected", 1},
        {"{[]:1}", "a key in quotes was expected", 1},
        {"{\"a\":1,}", "a key in quotes was expected", 7},
        {"{,}", "a key in quotes was expected", 1},
        {"\"a", "the string has no end", 0},
        {"[\"", "the string has no end", 1},
        {"\"a\nb\"", "a control character must be escaped", 2},
        {"\"\x1f\"", "a control character must be escaped", 1},
        {"\"\\x\"", "there is no such escape", 1},
        {"\"\\", "there is no such escape", 1},
        {"\"\\u12g4\"", "four hexadecimal digits were expected", 1},
        {"\"\\u12", "four hexadecimal digits were expected", 1},
        {"\"\\ud83d\"", "half a surrogate pair stands alone", 1},
        {"\"\\ude82\"", "half a surrogate pair stands alone", 1},
        {"\"\\ud83d\\u0041\"", "half a surrogate pair stands alone", 1},
        {"\"\\ud83d\\n12345\"", "half a surrogate pair stands alone", 1},
        {"\"\x80\"", "this is not UTF-8", 1},
        {"\"\xc0\xaf\"", "this is not UTF-8", 1},
        {"\"\xc3\"", "this is not UTF-8", 1},
        {"\"\xe0\x9f\xbf\"", "this is not UTF-8", 1},
        {"\"\xed\xa0\x80\"", "this is not UTF-8", 1},
        {"\"\xe2\x82\"", "this is not UTF-8", 1},
        {"\"\xe2\x82\x28\"", "this is not UTF-8", 1},
        {"\"\xf0\x8f\xbf\xbf\"", "this is not UTF-8", 1},
        {"\"\xf4\x90\x80\x80\"", "this is not UTF-8", 1},
        {"\"\xff\"", "this is not UTF-8", 1},
        {"{\"a\":1,\"a\":2}", "the object has this key already", 7},
        {"{\"a\":1,\"b\":{},\"\\u0061\":2}", "the object has this key already", 14},
        {"[{\"x\":{\"c\":1,\"a\":1,\"c\":1}}]", "the object has this key already", 19},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *error = read(cases[i].text);
        if (!error || strcmp(error, cases[i].error) != 0 ||
            json.error_at != cases[i].at)
            fail_msg("%s: %s at %d", cases[i].text, error ? error : "accepted",
                     json.error_at);
    }
}

TEST(JSON_does_not_end_at_a_zero_byte)
{
    CHECK_TEXT(linea_json_read(&json, "1\0", 2), "nothing may follow the value");
    CHECK_TEXT(linea_json_read(&json, "[\0]", 3), "a value was expected");
    CHECK_TEXT(linea_json_read(&json, "[1\0]", 4), "a comma or ] was expected");
    CHECK_TEXT(linea_json_read(&json, "\"\0\"", 3),
               "a control character must be escaped");
}

TEST(JSON_does_not_look_past_the_length_it_is_given)
{
    CHECK(!linea_json_read(&json, "12345", 2));
    CHECK_EQ(json.value[0].end, 2);
    CHECK_TEXT(linea_json_read(&json, "true", 3), "a value was expected");
    CHECK_TEXT(linea_json_read(&json, "\"\\u00411\"", 6),
               "four hexadecimal digits were expected");
}

TEST(JSON_a_value_comes_before_its_contents)
{
    CHECK(!read("{\"a\": [1, {\"b\": null}], \"c\": \"x\"}"));
    CHECK_EQ(json.values, 9);
    static const int types[] = {
        LINEA_JSON_OBJECT, LINEA_JSON_STRING, LINEA_JSON_ARRAY,
        LINEA_JSON_NUMBER, LINEA_JSON_OBJECT, LINEA_JSON_STRING,
        LINEA_JSON_NULL,   LINEA_JSON_STRING, LINEA_JSON_STRING};
    static const int sizes[] = {2, 0, 2, 0, 1, 0, 0, 0, 0};
    static const int nexts[] = {9, 2, 7, 4, 7, 6, 7, 8, 9};
    for (int i = 0; i < 9; i++) {
        CHECK_EQ(linea_json_type(&json, i), types[i]);
        CHECK_EQ(json.value[i].size, sizes[i]);
        CHECK_EQ(json.value[i].next, nexts[i]);
    }
    CHECK_EQ(json.value[0].start, 0);
    CHECK_EQ(json.value[0].end, 33);
    CHECK_EQ(json.value[8].start, 30);
    CHECK_EQ(json.value[8].end, 31);
}

TEST(JSON_objects_are_asked_by_key)
{
    CHECK(!read("{\"a\":{\"b\":1},\"b\":2,\"\\u0063\":3,\"d\\u0000\":4}"));
    CHECK_EQ(linea_json_get(&json, 0, "b"), 6);
    CHECK_EQ(linea_json_get(&json, 0, "c"), 8);
    CHECK_EQ(linea_json_get(&json, 0, "d"), -1);
    CHECK_EQ(linea_json_get(&json, 0, "x"), -1);
    CHECK_EQ(linea_json_get(&json, linea_json_get(&json, 0, "a"), "b"), 4);
    CHECK_EQ(linea_json_get(&json, 6, "b"), -1);
    CHECK_EQ(linea_json_get(&json, -1, "b"), -1);
    CHECK_EQ(linea_json_type(&json, -1), -1);
}

TEST(JSON_strings_are_compared_without_their_escapes)
{
    CHECK(!read("[\"a\\u00e9\\ud83d\\ude82\\n\", \"ab\", \"\", 1, \"\\u0000\"]"));
    CHECK(linea_json_is(&json, 1, "a\xc3\xa9\xf0\x9f\x9a\x82\n"));
    CHECK(linea_json_is(&json, 2, "ab"));
    CHECK(!linea_json_is(&json, 2, "a"));
    CHECK(!linea_json_is(&json, 2, "abc"));
    CHECK(linea_json_is(&json, 3, ""));
    CHECK(!linea_json_is(&json, 4, "1"));
    CHECK(!linea_json_is(&json, 5, ""));
    CHECK(!linea_json_is(&json, -1, ""));
}

TEST(JSON_escapes_stand_for_the_first_and_last_of_every_length)
{
    CHECK(!read("\"\\u007F\\u0080\\u07fF\\u0800\\uD7FF\\uE000\\uFfFf\\uD800\\uDC00\\udb"
                "ff\\uDFFF"
                "\""));
    CHECK(linea_json_is(&json, 0,
                        "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80"
                        "\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"));
    CHECK(!read("\"\\u00aA\""));
    CHECK(linea_json_is(&json, 0, "\xc2\xaa"));
    CHECK(read("\"\\udfff\""));
    CHECK(read("\"\\udbff\\udbff\""));
}

TEST(JSON_a_string_is_copied_if_it_fits)
{
    char out[8];
    CHECK(!read("[\"abc\\/\\\\\\b\\f\", \"\\u0000\", 1, \"\"]"));
    CHECK_EQ(linea_json_string(&json, out, 8, 1), 7);
    CHECK_TEXT(out, "abc/\\\b\f");
    CHECK_EQ(linea_json_string(&json, out, 7, 1), -1);
    CHECK_EQ(linea_json_string(&json, out, 8, 2), -1);
    CHECK_EQ(linea_json_string(&json, out, 8, 3), -1);
    CHECK_EQ(linea_json_string(&json, out, 1, 4), 0);
    CHECK_EQ(linea_json_string(&json, out, 0, 4), -1);
    CHECK_EQ(linea_json_string(&json, out, 8, -1), -1);
}

TEST(JSON_whole_numbers_keep_to_their_range)
{
    static const struct {
        const char *text;
        int low, high;
        bool good;
        int number;
    } cases[] = {
        {"5", 1, 5, true, 5},
        {"6", 1, 5, false, 0},
        {"1", 1, 5, true, 1},
        {"0", 1, 5, false, 0},
        {"-3", -3, 0, true, -3},
        {"-4", -3, 0, false, 0},
        {"-0", 0, 0, true, 0},
        {"1.0", 0, 999, false, 0},
        {"1e0", 0, 999, false, 0},
        {"\"1\"", 0, 9, false, 0},
        {"true", 0, 9, false, 0},
        {"2147483647", 0, INT_MAX, true, INT_MAX},
        {"2147483648", 0, INT_MAX, false, 0},
        {"-2147483648", INT_MIN, 0, true, INT_MIN},
        {"-2147483649", INT_MIN, 0, false, 0},
        {"18446744073709551617", 0, INT_MAX, false, 0},
        {"100000000000000000000000000000000000001", 0, INT_MAX, false, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int number = 77;
        CHECK(!read(cases[i].text));
        bool good = linea_json_int(&json, &number, 0, cases[i].low, cases[i].high);
        if (good != cases[i].good || number != (good ? cases[i].number : 77))
            fail_msg("%s: %d %d", cases[i].text, good, number);
    }
    int number = 77;
    CHECK(!linea_json_int(&json, &number, -1, 0, 9));
}

TEST(JSON_lines_are_counted_from_one)
{
    CHECK(!read("[\n1,\r\n\n2]"));
    CHECK_EQ(linea_json_line(&json, 0), 1);
    CHECK_EQ(linea_json_line(&json, 1), 1);
    CHECK_EQ(linea_json_line(&json, 2), 2);
    CHECK_EQ(linea_json_line(&json, json.value[2].start), 4);
    CHECK_EQ(linea_json_line(&json, 1000), 4);
}

TEST(JSON_columns_are_counted_in_characters_from_one)
{
    CHECK(!read("[\"Gal\xc8\x9b\",\n 2]"));
    CHECK_EQ(linea_json_column(&json, 0), 1);
    CHECK_EQ(linea_json_column(&json, 1), 2);
    CHECK_EQ(linea_json_column(&json, 8), 8);
    CHECK_EQ(linea_json_column(&json, json.value[2].start), 2);
    CHECK_EQ(linea_json_column(&json, 1000), 4);
}

TEST(JSON_depth_has_a_limit)
{
    add("[", LINEA_JSON_DEPTH);
    add("]", LINEA_JSON_DEPTH);
    CHECK(!read_big());
    add("{\"a\":", LINEA_JSON_DEPTH);
    add("1", 1);
    add("}", LINEA_JSON_DEPTH);
    CHECK(!read_big());
    add("[", LINEA_JSON_DEPTH + 1);
    add("]", LINEA_JSON_DEPTH + 1);
    CHECK_TEXT(read_big(), "values are nested too deeply");
    CHECK_EQ(json.error_at, LINEA_JSON_DEPTH);
    add("[", 1000000);
    CHECK_TEXT(read_big(), "values are nested too deeply");
}

TEST(JSON_the_number_of_values_has_a_limit)
{
    add("[", 1);
    add("1,", LINEA_JSON_VALUES - 2);
    add("1]", 1);
    CHECK(!read_big());
    CHECK_EQ(json.values, LINEA_JSON_VALUES);
    add("[", 1);
    add("1,", LINEA_JSON_VALUES - 1);
    add("2]", 1);
    CHECK_TEXT(read_big(), "there are too many values");
    CHECK_EQ(json.error_at, 1 + 2 * (LINEA_JSON_VALUES - 1));
}

TEST(JSON_a_large_object_is_searched_for_keys_that_repeat)
{
    enum { KEYS = LINEA_JSON_VALUES / 2 - 2 };
    for (int last = 0; last < 2; last++) {
        char key[32];
        add("{", 1);
        for (int i = 0; i < KEYS; i++) {
            snprintf(key, sizeof key, "\"%07d\":1,", i * 4099 % 9001);
            add(key, 1);
        }
        /* 4099 * 9 is 27891 = 888 modulo the prime 9001. */
        add(last ? "\"0000888\":1}" : "\"x\":1}", 1);
        const char *error = read_big();
        if (last)
            CHECK_TEXT(error, "the object has this key already");
        else
            CHECK(!error);
    }
    CHECK_EQ(json.error_at, 1 + 12 * KEYS);
}

TEST(JSON_sorting_keys_leaves_no_trace)
{
    CHECK(!read("{\"b\":[],\"a\":{},\"c\":1}"));
    for (int i = 1; i < json.values; i++)
        CHECK_EQ(json.value[i].size, 0);
}

TEST(JSON_writes_text_and_numbers)
{
    char buffer[64];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    CHECK_TEXT(buffer, "");
    linea_out_text(&out, "a");
    linea_out_chars(&out, "bcd", 2);
    linea_out_int(&out, 0);
    linea_out_int(&out, -7);
    linea_out_int(&out, INT_MAX);
    linea_out_int(&out, INT_MIN);
    CHECK_TEXT(buffer, "abc0-72147483647-2147483648");
    CHECK(!out.full);
}

TEST(JSON_writes_strings_that_can_be_read_again)
{
    char buffer[128];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_string(&out, "q\" b\\ /\b\f\n\r\t\x01\x1f\x7f \xc3\xa9\xf0\x9f\x9a\x82");
    CHECK_TEXT(buffer, "\"q\\\" b\\\\ /\\b\\f\\n\\r\\t\\u0001\\u001f\x7f "
                       "\xc3\xa9\xf0\x9f\x9a\x82\"");
    CHECK(!read(buffer));
    CHECK(linea_json_is(&json, 0,
                        "q\" b\\ /\b\f\n\r\t\x01\x1f\x7f \xc3\xa9\xf0\x9f\x9a\x82"));
}

TEST(JSON_writes_a_replacement_for_what_is_not_utf8)
{
    char buffer[64];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_string(&out, "a\xff\xc3");
    CHECK_TEXT(buffer, "\"a\xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST(JSON_writing_stops_at_the_end_of_the_buffer)
{
    char buffer[6] = "#####";
    struct linea_out out;
    linea_out_init(&out, buffer, 5);
    linea_out_text(&out, "abcd");
    CHECK(!out.full);
    CHECK_TEXT(buffer, "abcd");
    linea_out_text(&out, "");
    CHECK(!out.full);
    linea_out_text(&out, "e");
    CHECK(out.full);
    CHECK_TEXT(buffer, "abcd");
    linea_out_init(&out, buffer, 5);
    linea_out_text(&out, "abc");
    linea_out_int(&out, 12);
    linea_out_text(&out, "x");
    CHECK(out.full);
    CHECK_TEXT(buffer, "abc1");
    linea_out_init(&out, buffer, 1);
    linea_out_string(&out, "");
    CHECK(out.full);
    CHECK_TEXT(buffer, "");
}
