/*
 * tests/text_test.c - every move has exactly one spelling: what is written is read as
 * the same move, and any other spelling is refused with the right code.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "random_games.h"
#include "test.h"

static char spelling[LINEA_MOVE_TEXT];

static const char *spell(const struct linea_game *g, linea_move m)
{
    struct linea_out out;
    linea_out_init(&out, spelling, sizeof spelling);
    linea_move_write(g, &out, m);
    CHECK(!out.full);
    return spelling;
}

static void check_read(const struct linea_game *g, linea_move m)
{
    linea_move read = ~m;
    struct linea_error error = {0};
    spell(g, m);
    if (!linea_move_read(g, &read, &error, spelling, strlen(spelling)))
        fail_msg("%s: %s", spelling, error.message);
    CHECK_EQ(read, m);
}

TEST(a_move_written_is_read_as_the_same_move)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            for (int m = 0; m < r.n; m += 1 + r.n / 50)
                check_read(&r.g, r.moves[m]);
            random_play(&r, random_choose(&r));
        }
}

TEST(no_two_moves_are_spelled_the_same)
{
    static struct random_game r;
    static char last[LINEA_MOVE_TEXT];
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            last[0] = 0;
            for (int m = 0; m < r.n; m++) {
                CHECK(strcmp(last, spell(&r.g, r.moves[m])) != 0);
                strcpy(last, spelling);
            }
            random_play(&r, random_choose(&r));
        }
}

/* Reading must refuse any text that is not the spelling of a legal move. */
static void check_refused(const struct linea_game *g, const char *text)
{
    linea_move m = 0x12345678;
    struct linea_error error = {.code = LINEA_ERROR_CODES};
    if (linea_move_read(g, &m, &error, text, strlen(text)))
        fail_msg("\"%s\" is read as \"%s\"", text, spell(g, m));
    CHECK_EQ(m, 0x12345678);
    CHECK(error.code == LINEA_SYNTAX || error.code == LINEA_UNKNOWN ||
          error.code == LINEA_ILLEGAL);
    CHECK(error.message[0] != 0 && strlen(error.message) < LINEA_MESSAGE);
}

/* Spellings that are near a right one and none themselves. */
static void check_near(const struct linea_game *g, const char *right)
{
    static const char *const around[][2] = {
        {" ", ""}, {"", " "}, {"", ","}, {"", "\n"}, {"", ":1"}, {"x", ""}, {"", "/1"},
    };
    char near[2 * LINEA_MOVE_TEXT];
    for (size_t i = 0; i < sizeof around / sizeof around[0]; i++) {
        snprintf(near, sizeof near, "%s%s%s", around[i][0], right, around[i][1]);
        check_refused(g, near);
    }
    for (size_t i = 0; right[i]; i++) {
        if (!strchr(" ,:/", right[i]))
            continue;
        snprintf(near, sizeof near, "%.*s%c%s", (int)i, right, right[i], right + i);
        check_refused(g, near);
        snprintf(near, sizeof near, "%.*s%s", (int)i, right, right + i + 1);
        check_refused(g, near);
    }
    snprintf(near, sizeof near, "%s", right);
    near[0] = (char)(near[0] - 'a' + 'A');
    check_refused(g, near);
}

TEST(near_spellings_are_refused_at_every_step)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            char right[LINEA_MOVE_TEXT];
            linea_move m = random_choose(&r);
            strcpy(right, spell(&r.g, m));
            check_near(&r.g, right);
            random_play(&r, m);
        }
}

/* A claim with wilds on maps/test/square: a/b is red and three long. */
static void square_with_hand(struct linea_game *g)
{
    static const char position[] =
        "{\"map\":\"square\",\"seats\":2,\"turn\":0,\"phase\":\"turn\","
        "\"hands\":[{\"red\":4,\"wild\":3},{}],\"vehicles\":[10,10],\"points\":[0,0],"
        "\"routes\":{},\"tickets\":[[\"a/b\"],[\"a/c\"]],\"pile\":[\"red\",\"blue\","
        "\"blue\",\"blue\",\"blue\",\"blue\",\"green\",\"green\",\"green\",\"green\"],"
        "\"display\":[\"red\",\"blue\",\"green\",\"green\",\"wild\"],"
        "\"decks\":{\"regular\":[\"a/d\",\"b/c\",\"b/d\",\"c/d\"]}}";
    struct linea_error error = {0};
    if (!position_from(g, &error, test_map("square"), position, strlen(position)))
        fail_msg("%s", error.message);
}

TEST(a_text_that_is_no_legal_move_is_refused_with_the_right_code)
{
    static const struct {
        const char *text;
        enum linea_error_code code;
    } cases[] = {
        {"", LINEA_SYNTAX},
        {"dance", LINEA_SYNTAX},
        {"claim", LINEA_SYNTAX},
        {"claim a/b", LINEA_SYNTAX},
        {"claim a/b ", LINEA_SYNTAX},
        {"claim  a/b red:3", LINEA_SYNTAX},
        {"claim a/b red:2, wild:1", LINEA_UNKNOWN},
        {"claim a/b wild:1,red:2", LINEA_SYNTAX},
        {"claim a/b red:2,wild:01", LINEA_SYNTAX},
        {"claim a/b red:02,wild:1", LINEA_SYNTAX},
        {"claim a/b red:2,wild:1,", LINEA_SYNTAX},
        {"claim a/b red:2,,wild:1", LINEA_SYNTAX},
        {"claim a/b red:3,wild:0", LINEA_SYNTAX},
        {"claim a/b red:0,wild:3", LINEA_SYNTAX},
        {"claim a/b red:1,red:2", LINEA_SYNTAX},
        {"claim a/b red:1,blue:2", LINEA_SYNTAX},
        {"claim a/b red:+3", LINEA_SYNTAX},
        {"claim a/b red:3 ", LINEA_SYNTAX},
        {"claim a/b red", LINEA_SYNTAX},
        {"claim a/b pink:3", LINEA_UNKNOWN},
        {"claim a/b gray:3", LINEA_UNKNOWN},
        {"claim b/a red:3", LINEA_UNKNOWN},
        {"claim a/b/1 red:3", LINEA_UNKNOWN},
        {"claim b/d red:1", LINEA_UNKNOWN},
        {"claim b/d/02 red:1", LINEA_UNKNOWN},
        {"claim b/d/3 red:1", LINEA_UNKNOWN},
        {"claim a/q red:3", LINEA_UNKNOWN},
        {"claim a/b red:4", LINEA_ILLEGAL},
        {"claim a/b blue:3", LINEA_ILLEGAL},
        {"claim b/d/1 red:1", LINEA_ILLEGAL},
        {"claim a/d wild:4", LINEA_ILLEGAL},
        {"draw", LINEA_SYNTAX},
        {"draw pink", LINEA_UNKNOWN},
        {"draw gray", LINEA_UNKNOWN},
        {"draw Pile", LINEA_UNKNOWN},
        {"draw pile pile", LINEA_UNKNOWN},
        {"tickets regular:2", LINEA_SYNTAX},
        {"tickets ", LINEA_SYNTAX},
        {"keep a/d", LINEA_ILLEGAL},
        {"pay red:1", LINEA_ILLEGAL},
        {"decline", LINEA_ILLEGAL},
        {"take none", LINEA_ILLEGAL},
        {"pass", LINEA_ILLEGAL},
        {"pass ", LINEA_ILLEGAL},
        {"station a red:1", LINEA_ILLEGAL},
        {"station q red:1", LINEA_UNKNOWN},
    };
    struct linea_game g;
    square_with_hand(&g);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        linea_move m;
        struct linea_error error = {.code = LINEA_ERROR_CODES};
        check_refused(&g, cases[i].text);
        linea_move_read(&g, &m, &error, cases[i].text, strlen(cases[i].text));
        if (error.code != cases[i].code)
            fail_msg("\"%s\" is answered with %s: %s", cases[i].text,
                     linea_error_name(error.code), error.message);
    }
    for (int wilds = 0; wilds <= 3; wilds++)
        check_read(&g,
                   linea_move_make(LINEA_CLAIM, 0, wilds == 3 ? LINEA_WILD : 0, wilds));
}

TEST(a_word_that_is_missing_is_called_so)
{
    struct linea_game g;
    struct linea_error error;
    linea_move m;
    square_with_hand(&g);
    CHECK(!linea_move_read(&g, &m, &error, "draw", 4));
    CHECK_TEXT(error.message, "the card is missing");
    CHECK(!linea_move_read(&g, &m, &error, "claim", 5));
    CHECK_TEXT(error.message, "the route is missing");
}

/* What any bytes are read as is at most a legal move. */
TEST(any_bytes_are_a_legal_move_or_refused)
{
    struct linea_game g;
    struct linea_rng rng = {1};
    square_with_hand(&g);
    static const char words[][8] = {"claim", "draw", "pile", "red", "wild", "a/b",
                                    "b/d/1", ":",    ",",    " ",   "3",    "keep"};
    for (int i = 0; i < 20000; i++) {
        char text[128] = "";
        for (int w = linea_rng_below(&rng, 9); w >= 0; w--)
            strcat(text, words[linea_rng_below(&rng, 12)]);
        linea_move m;
        struct linea_error error;
        if (!linea_move_read(&g, &m, &error, text, strlen(text)))
            continue;
        CHECK(linea_game_legal(&g, m));
        CHECK_TEXT(text, spell(&g, m));
    }
}
