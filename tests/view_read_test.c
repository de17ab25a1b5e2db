/*
 * tests/view_read_test.c - a view is read from its text: what its seat knows, and no
 * more, comes back.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <string.h>

#include "linea/json.h"
#include "linea/view.h"
#include "random_games.h"

static struct linea_json json;
static char text[LINEA_LINE], again[LINEA_LINE];

static bool read_text(struct linea_view *view, struct linea_game *guess,
                      struct linea_error *error, const struct linea_map *map)
{
    const char *wrong = linea_json_read(&json, text, strlen(text));
    CHECK(!wrong);
    return linea_view_read(view, guess, error, map, &json, 0);
}

/* The seat to move reads what it was sent; any guess of it looks the same to it, and
   has the same legal moves. */
static void check_read(struct random_game *r)
{
    static linea_move moves[LINEA_MOVES];
    struct linea_view view;
    struct linea_game guess;
    struct linea_error error;
    view_text(&r->g, text, r->g.turn);
    if (!read_text(&view, &guess, &error, r->g.map))
        fail_msg("%s: %s", error.message, text);
    view_text(&guess, again, guess.turn);
    CHECK_TEXT(again, text);
    CHECK_EQ(linea_game_moves(&guess, moves), r->n);
    CHECK(memcmp(moves, r->moves, (size_t)r->n * sizeof *moves) == 0);
    linea_view_guess(&view, &guess, &r->rng);
    CHECK(linea_game_check(&guess, &error));
    view_text(&guess, again, guess.turn);
    CHECK_TEXT(again, text);
}

TEST(the_view_of_the_seat_to_move_comes_back_from_its_text)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;
             random_play(&r, random_choose(&r)))
            check_read(&r);
}

/* Put other characters in place of the first that are so. */
static void replace(const char *what, const char *by)
{
    char *at = strstr(text, what);
    CHECK(at != NULL);
    memmove(at + strlen(by), at + strlen(what), strlen(at + strlen(what)) + 1);
    memcpy(at, by, strlen(by));
}

TEST(a_view_whose_pieces_do_not_add_up_is_refused)
{
    static const struct {
        const char *what, *by;
    } cases[] = {
        {"\"pile\":", "\"pile\":1"},
        {"\"pile\":", "\"pile\":99"},
        {"\"hands\":[{", "\"hands\":[{\"wild\":90,"},
        {"\"tickets\":[[", "\"tickets\":[[\"rome/venice\","},
        {"\"passes\":0", "\"passes\":9"},
        {"\"turn\":0", "\"turn\":1"},
        {"\"turn\":0", "\"turn\":null"},
        {"\"seats\":2", "\"seats\":3"},
        {"\"phase\":\"turn\"", "\"phase\":\"over\""},
        {"\"decks\":{", "\"decks\":{\"tall\":1,"},
    };
    static struct random_game r;
    struct setup setup;
    struct linea_view view;
    struct linea_game guess;
    struct linea_error error;
    for (int i = 0; setup_at(&setup, i); i++)
        if (strcmp(linea_map_text(setup.map, setup.map->id), "europe") == 0)
            break;
    random_begin(&r, setup, 7);
    while (r.g.phase != LINEA_TURN || r.g.turn != 0 || r.step < 12)
        random_play(&r, random_choose(&r));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        view_text(&r.g, text, r.g.turn);
        replace(cases[i].what, cases[i].by);
        if (read_text(&view, &guess, &error, r.g.map))
            fail_msg("was read: %s", text);
        CHECK(error.message[0] != 0);
    }
}

/* Nobody can evaluate the moves of another whose hand is hidden. */
TEST(the_seat_to_move_must_see_its_own_hand)
{
    static struct random_game r;
    struct setup setup;
    struct linea_view view;
    struct linea_game guess;
    struct linea_error error;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, 3);
        view_text(&r.g, text, (r.g.turn + 1) % r.g.seats);
        CHECK(!read_text(&view, &guess, &error, r.g.map));
        CHECK_TEXT(error.message,
                   "the seat to move must see its own cards and tickets");
    }
}
