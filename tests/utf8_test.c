/*
 * tests/utf8_test.c - what text from outside may contain, and how the rest is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <string.h>

#include "linea/utf8.h"

static bool clean(const char *text)
{
    return linea_text_clean(text, strlen(text));
}

static const char *printed(const char *text)
{
    static char buffer[256];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_clean(&out, text, strlen(text));
    return buffer;
}

TEST(names_of_any_language_are_clean)
{
    static const char *const texts[] = {"",
                                        "Ann",
                                        "O'Brien & Co <3",
                                        "Łódź",
                                        "București",
                                        "王小明",
                                        "שרה",
                                        "محمد",
                                        "می\xe2\x80\x8cخواهم", /* with U+200C */
                                        "👩\xe2\x80\x8d🚀",      /* with U+200D */
                                        "\xc2\xa0",            /* U+00A0 */
                                        "\xf4\x8f\xbf\xbd"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(clean(texts[i]));
        CHECK_TEXT(printed(texts[i]), texts[i]);
    }
}

TEST(controls_marks_separators_and_invisible_characters_are_refused_and_escaped)
{
    static const struct {
        const char *text, *printed;
    } cases[] = {
        {"a\x1b[2J", "a<U+001B>[2J"}, {"a\tb", "a<U+0009>b"},
        {"\x7f", "<U+007F>"},         {"\xc2\x80", "<U+0080>"},
        {"\xc2\x9b", "<U+009B>"},     {"\xc2\x9f", "<U+009F>"},
        {"\xc2\xad", "<U+00AD>"},     {"\xd8\x9c", "<U+061C>"},
        {"\xe2\x80\x8b", "<U+200B>"}, {"\xe2\x80\x8e", "<U+200E>"},
        {"\xe2\x80\x8f", "<U+200F>"}, {"\xe2\x80\xa8", "<U+2028>"},
        {"\xe2\x80\xa9", "<U+2029>"}, {"x\xe2\x80\xaay", "x<U+202A>y"},
        {"\xe2\x80\xae", "<U+202E>"}, {"\xe2\x81\xa0", "<U+2060>"},
        {"\xe2\x81\xa6", "<U+2066>"}, {"\xe2\x81\xa9", "<U+2069>"},
        {"\xef\xbb\xbf", "<U+FEFF>"}, {"\xf3\xa0\x81\xa5", "<U+E0065>"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(!clean(cases[i].text));
        CHECK_TEXT(printed(cases[i].text), cases[i].printed);
    }
    CHECK(!linea_text_clean("a\0b", 3));
}

TEST(bytes_that_are_not_utf8_are_refused_and_replaced)
{
    static const char *const texts[] = {
        "\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        CHECK(!clean(texts[i]));
    CHECK_TEXT(printed("a\xffz"), "a\xef\xbf\xbdz");
}

TEST(a_text_that_does_not_fit_is_cut_between_two_characters)
{
    char buffer[4];
    struct linea_out out;
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_text(&out, "aéé");
    CHECK(out.full);
    CHECK_TEXT(buffer, "aé");
    linea_out_init(&out, buffer, sizeof buffer);
    linea_out_text(&out, "abé");
    CHECK_TEXT(buffer, "ab");
}

static bool can_be_a_name(const char *text)
{
    return linea_name_clean(text, strlen(text));
}

TEST(a_name_has_something_to_be_seen_in_it)
{
    CHECK(can_be_a_name("Ann") && can_be_a_name("\u738b") && can_be_a_name("7"));
    CHECK(!can_be_a_name("") && !can_be_a_name(" ") && !can_be_a_name("\u00a0"));
    CHECK(!can_be_a_name("\u200d\u200c") && !can_be_a_name("\u0301"));
    CHECK(!can_be_a_name("\u3164") && !can_be_a_name("\u2800"));
    CHECK(!can_be_a_name("\u3000\ufe0f") && !can_be_a_name("Ann\u202e"));
}

TEST(names_that_look_alike_are_one)
{
    static const char *const alike[][2] = {
        {"Ann", "ann"},
        {"Ann", "\u0410nn"},
        {"Ann", "A n n"},
        {"Ann", "Ann\u200d"},
        {"Ann", "A\u0301nn"},
        {"Ann", "\u00c1nn"},
        {"Bob", "\u0412ob"},
        {"Bob", "B0b"},
        {"Paul", "\u0420\u0430ul"},
        {"Paul", "PauI"},
        {"Paul", "Pau1"},
        {"Ion", "\u0406on"},
        {"Zoe", "\uff3a\uff4fe"},
        {"Zo\u00eb", "Zoe"},
        {"Alpha", "\u0391lpha"},
        {"Nick", "\u039dick"},
        {"\u0218tefan", "Stefan"},
    };
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (!linea_names_alike(alike[i][0], alike[i][1]))
            fail_msg("%s and %s look alike", alike[i][0], alike[i][1]);
    CHECK(!linea_names_alike("Ann", "Anna") && !linea_names_alike("Ann", "Ben"));
    CHECK(!linea_names_alike("\u738b", "\u674e") && !linea_names_alike("P1", "P2"));
}
