/*
 * tests/utf8_test.c - what text from outside may contain, and how the rest is printed.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <string.h>

#include "linea/error.h"
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

TEST(texts_are_counted_and_cut_by_characters)
{
    static const char text[] = "aä王🚀"; /* 1, 2, 3 and 4 bytes */
    static const size_t fits[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
    CHECK_EQ(linea_utf8_count(text, sizeof text - 1), 4);
    CHECK_EQ(linea_utf8_count("", 0), 0);
    for (size_t room = 0; room < sizeof fits / sizeof *fits; room++)
        CHECK_EQ(linea_utf8_cut(text, sizeof text - 1, room), fits[room]);
    CHECK_EQ(linea_utf8_cut(text, 3, 100), 3);
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
                                        "a\u0301\u0302\u0303\u0304b\u0301",
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
        {"a\x1b[2J", "a<U+001B>[2J"},
        {"a\tb", "a<U+0009>b"},
        {"\x7f", "<U+007F>"},
        {"\xc2\x80", "<U+0080>"},
        {"\xc2\x9b", "<U+009B>"},
        {"\xc2\x9f", "<U+009F>"},
        {"\xc2\xad", "<U+00AD>"},
        {"\xd8\x9c", "<U+061C>"},
        {"\xe2\x80\x8b", "<U+200B>"},
        {"\xe2\x80\x8e", "<U+200E>"},
        {"\xe2\x80\x8f", "<U+200F>"},
        {"\xe2\x80\xa8", "<U+2028>"},
        {"\xe2\x80\xa9", "<U+2029>"},
        {"x\xe2\x80\xaay", "x<U+202A>y"},
        {"\xe2\x80\xae", "<U+202E>"},
        {"\xe2\x81\xa0", "<U+2060>"},
        {"\xe2\x81\xa6", "<U+2066>"},
        {"\xe2\x81\xa9", "<U+2069>"},
        {"\xef\xbb\xbf", "<U+FEFF>"},
        {"\xf3\xa0\x81\xa5", "<U+E0065>"},
        {"a\u0301\u0302\u0303\u0304\u0305b", "a\u0301\u0302\u0303\u0304<U+0305>b"},
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
    CHECK(!can_be_a_name("\u180f") && !can_be_a_name("\U0001d159"));
    CHECK(!can_be_a_name("Ann\ufff0") && !can_be_a_name("Ann\U0001bca0"));
    CHECK(!can_be_a_name("Ann\U000e0080") && !can_be_a_name("Ann\U00016fe4"));
    CHECK(!can_be_a_name("\u3000\ufe0f") && !can_be_a_name("Ann\u202e"));
    CHECK(!can_be_a_name(".") && !can_be_a_name("' '") && !can_be_a_name("\u00b7"));
    CHECK(can_be_a_name("\U0001f600") && can_be_a_name("\u2764\ufe0f"));
}

TEST(people_of_all_scripts_have_names)
{
    static const char *const names[] = {
        "O'Neil",
        "O\u2019Neil",
        "Jean-Luc",
        "Jean Luc 2",
        "J. R. R. Tolkien",
        "ann_lee",
        "x.y.1987",
        "\u0218tefan",
        "Bj\u00f6rn \u00d8deg\u00e5rd",
        "Nguy\u1ec5n V\u0103n An",
        "Ka\u02bbiulani",
        "\u0410\u043d\u043d\u0430",
        "\u0410\u043d\u043d\u0430-\u041c\u0430\u0440\u0438\u044f 7",
        "DJ \u0410\u043d\u043d\u0430",
        "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2",
        "\u7530\u4e2d",
        "\u7530\u4e2dA",
        "T\u5148\u751f",
        "\u3055\u304f\u3089\u30c1\u30e3\u30f3",
        "\u30b8\u30e3\u30f3\u30fb\u30ea\u30e5\u30c3\u30af",
        "\uae40\ubbfc\uc900",
        "\u0623\u062d\u0645\u062f",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u05e9\u05e8\u05d4",
        "\u0905\u0928\u094d\u0928\u0930\u093e",
        "\u0e2a\u0e21\u0e0a\u0e32\u0e22",
        "\u10dc\u10d8\u10dc\u10dd",
        "\u0531\u0580\u0561\u0574",
        "\u12a0\u1260\u1260",
        "\u1403\u14c4\u1483", /* Inuktitut */
        "\u13e3\u13b3\u13a9", /* Cherokee */
        "Ann \U0001f3b2",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!can_be_a_name(names[i]))
            fail_msg("%s is a name", names[i]);
}

TEST(no_word_of_a_name_mixes_scripts)
{
    static const char *const names[] = {
        "\u0410nn",           /* Cyrillic */
        "An\u03bd",           /* Greek */
        "A\u144e\u144e",      /* Canadian */
        "\u13aann",           /* Cherokee */
        "A\u0578\u0578",      /* Armenian */
        "\u0410\u03bd\u03bd", /* Cyrillic and Greek */
        "Pau\u05d5",          /* Hebrew */
        "\u7530\u0430",       /* Chinese and Cyrillic */
        "Ben \u0410nn",       "P\u0301\u200d\u0430ul",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (can_be_a_name(names[i]))
            fail_msg("%s mixes scripts", names[i]);
}

static const char *looks(int which, const char *name)
{
    static char text[2][64];
    linea_name_looks(text[which], sizeof text[which], name);
    assert_in_range(strlen(text[which]), 0, strlen(name));
    return text[which];
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
        {"Ann", "\u0100nn"}, /* with a bar */
        {"Ann", "An\u0148"},
        {"Anna", "Ann\u1ea1"},
        {"William", "\u0174ill\u012bam"},
        {"William", "Wi\u01c0\u01c0iam"},
        {"Ann", "\u1d2cnn"}, /* raised */
        {"Alpha", "\u0391lpha"},
        {"Nick", "\u039dick"},
        {"\u0218tefan", "Stefan"},
        {"Ann", "\U0001d400\U0001d427\U0001d427"}, /* bold */
        {"Ann", "\U0001d4d0\U0001d4f7n"},          /* bold script */
        {"Ann", "\U0001d6a8nn"},                   /* bold Greek */
        {"Ann", "\u1d00\u0274\u0274"},             /* small capitals */
        {"Ann", "\u24b6\u24dd\u24dd"},             /* in circles … */
        {"Ann", "\U0001f130nn"},                   /* … and boxes */
        {"Ann", "\u13aann"},                       /* Cherokee */
        {"Ann", "\ua4ee\ua4e0\ua4e0"},             /* Lisu */
        {"Ann", "\u2c80\u2c9a\u2c9a"},             /* Coptic */
        {"Ann", "A\u0578\u0578"},                  /* Armenian */
        {"Ann", "A\u0591nn"},                      /* with marks of Hebrew … */
        {"Ann", "A\u064bnn"},                      /* … and Arabic */
        {"Ann", "An\u0e31n"},                      /* … and Thai */
        {"Zoe", "\u2124oe"},
        {"Max", "Ma\u2169"},
        {"Max", "\u216fax"},
        {"Tom", "Torn"},
        {"Will", "vvill"},
        {"Tomm", "Tornrn"},
        {"bot", "\u0185ot"},
        {"Lou10", "L\U0001d7d8u\U0001d7cf\U0001d7ce"},
        {"Ann", "Ann."},
        {"Ann", "[Ann]"},
        {"Ann", "A-n-n"},
        {"Ann", "\u00b7Ann\u2605"},
        {"Ann", "\u300cAnn\u300d"},
        {"Ann", "@Ann"},
        {"Ann", "\u15e9\u144e\u144e"}, /* Canadian */
        {"Paul", "\u146d\u15e9\u144c\u14aa"},
        {"Ann", "\u20b3\u20a6\u20a6"}, /* money */
        {"Paul", "Pau\u4e28"},
        {"O'Neil", "O\u2019Neil"},
        {"Jean-Luc", "Jean Luc"},
    };
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (!linea_names_alike(alike[i][0], alike[i][1]))
            fail_msg("%s and %s look alike", alike[i][0], alike[i][1]);
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        assert_string_equal(looks(0, alike[i][0]), looks(1, alike[i][1]));
    CHECK_TEXT(looks(0, "\u0420\u0430ul I\u738b\U0001f600"), "paull\u738b\U0001f600");
    CHECK(!linea_names_alike("Ann", "Anna") && !linea_names_alike("Ann", "Ben"));
    CHECK(!linea_names_alike("Tom", "Tor") && !linea_names_alike("Tor", "Tom"));
    CHECK(!linea_names_alike("\u738b", "\u674e") && !linea_names_alike("P1", "P2"));
}

TEST(names_have_words)
{
    static const char *const words[] = {"the", "bot", "hard", "anna"};
    const char *name = " The_B0t\uff1a(h\u00e1rd) \u0410n\u200dna!";
    char text[64];
    struct linea_out out;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        linea_out_init(&out, text, sizeof text);
        CHECK(linea_name_word(&out, &name));
        CHECK_TEXT(text, words[i]);
    }
    CHECK(!linea_name_word(&out, &name));
}

TEST(an_error_quotes_nothing_that_could_steer_a_terminal)
{
    struct linea_error error;
    linea_explain(&error, LINEA_UNKNOWN, "there is no card \"%s\" in line %d",
                  "a\x1b[2J\xe2\x80\xae\xff", 3);
    CHECK_TEXT(error.message,
               "there is no card \"a<U+001B>[2J<U+202E>\xef\xbf\xbd\" in line 3");
}
