/*
 * tests/position_test.c - a position is the whole of a game: written and read again it
 * is the same, and one whose pieces do not add up is refused with a sentence that says
 * why.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <string.h>

#include "common/maps.h"
#include "random_games.h"
#include "test.h"

static char text[LINEA_LINE], again[LINEA_LINE];

static void check_round_trip(const struct linea_game *g)
{
    struct linea_game read;
    struct linea_error error = {0};
    view_text(g, text, LINEA_ALL);
    if (!position_from(&read, &error, g->map, text, strlen(text)))
        fail_msg("%s: %s", error.message, text);
    view_text(&read, again, LINEA_ALL);
    CHECK_TEXT(text, again);

    struct linea_game expected = *g;
    game_normalise(&expected);
    game_normalise(&read);
    assert_memory_equal(&expected, &read, sizeof read);
}

TEST(a_position_read_is_the_game_that_was_written_at_every_step)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            check_round_trip(&r.g);
            random_play(&r, random_choose(&r));
        }
        check_round_trip(&r.g);
    }
}

/* Positions to break. The first is written out, the others are met in random games. */
static const char square[] =
    "{\"map\":\"square\",\"seats\":2,\"first\":0,\"turn\":1,\"phase\":\"turn\","
    "\"last_turns\":null,\"passes\":0,\"hands\":[{\"red\":2},{\"blue\":2}],"
    "\"vehicles\":[10,9],\"points\":[0,1],\"routes\":{\"b/d/1\":1},"
    "\"tickets\":[[\"a/b\"],[\"a/c\"]],\"pile\":[\"red\",\"red\",\"blue\",\"blue\","
    "\"blue\",\"green\",\"green\",\"green\",\"green\",\"wild\",\"wild\",\"wild\"],"
    "\"discards\":{\"green\":1},\"display\":[\"red\",\"blue\",\"green\",\"wild\","
    "\"red\"],\"decks\":{\"regular\":[\"a/d\",\"b/c\",\"b/d\",\"c/d\"]},"
    "\"pending\":null}";

/* A mistake: `from` in the text becomes `to`; with "…" at its end `from` reaches to the
   end of the text. The sentence must contain `message`. */
struct mistake {
    const char *from, *to, *message;
};

static void edit(char *out, const char *in, const struct mistake *m)
{
    static const char all[] = "…";
    size_t length = strlen(m->from);
    bool rest = length >= 3 && strcmp(m->from + length - 3, all) == 0;
    char from[256];
    snprintf(from, sizeof from, "%.*s", (int)(rest ? length - 3 : length), m->from);
    const char *at = strstr(in, from);
    if (!at)
        fail_msg("%s is not in %s", from, in);
    snprintf(out, LINEA_LINE, "%.*s%s%s", (int)(at - in), in, m->to,
             rest ? "" : at + strlen(from));
}

static void check_refused(const struct linea_map *map, const char *position,
                          const struct mistake *mistakes, int n)
{
    struct linea_game g, before;
    struct linea_error error = {0};
    if (!position_from(&g, &error, map, position, strlen(position)))
        fail_msg("%s", error.message);
    before = g;
    for (int i = 0; i < n; i++) {
        const struct mistake *m = &mistakes[i];
        edit(again, position, m);
        if (position_from(&g, &error, map, again, strlen(again)))
            fail_msg("accepted: %s", again);
        if (!strstr(error.message, m->message))
            fail_msg("%s -> %s: \"%s\", not \"%s\"", m->from, m->to, error.message,
                     m->message);
        CHECK_EQ(error.code, LINEA_BAD_POSITION);
        assert_memory_equal(&g, &before, sizeof g);
    }
}

#define REFUSED(map, position, mistakes)                                               \
    check_refused(map, position, mistakes, sizeof mistakes / sizeof mistakes[0])

TEST(a_position_whose_cards_do_not_add_up_is_refused)
{
    static const struct mistake mistakes[] = {
        {"\"red\":2", "\"red\":3", "there are 7 red cards, but the map has 6"},
        {"\"blue\":2", "\"blue\":1", "there are 5 blue cards, but the map has 6"},
        {"\"green\":1", "\"green\":2", "there are 7 green cards"},
        {"\"red\":2", "\"pink\":2",
         "\"hands\" has a card that the map does not have: \"pink\""},
        {"\"red\":2", "\"gray\":2",
         "\"hands\" has a card that the map does not have: \"gray\""},
        {"\"red\":2", "\"red\":-1", "\"hands\" has a count that is no number of cards"},
        {"\"red\":2", "\"red\":1000", "\"hands\" has a count"},
        {"\"red\":2", "\"red\":\"2\"", "\"hands\" has a count"},
        {"\"red\":2", "\"red\":2.5", "\"hands\" has a count"},
        {"[{\"red\":2}", "[{\"red\":2},{}", "\"hands\" needs one entry for each seat"},
        {"[{\"red\":2}", "[2", "\"hands\" needs cards counted by kind"},
        {"\"hands\":[{\"red\":2},{\"blue\":2}]", "\"hands\":{}",
         "\"hands\" needs one entry for each seat"},
        {"\"wild\",\"red\"]", "\"wild\"]", "\"display\" needs five cards"},
        {"\"wild\",\"red\"]", "\"wild\",\"red\",\"red\"]",
         "\"display\" has too many cards"},
        {"\"display\":[\"red\"", "\"display\":[1", "\"display\" has a card that"},
        {"\"pile\":[\"red\"", "\"pile\":[\"white\"", "\"pile\" has a card that"},
        {"\"pile\":[\"red\"", "\"pile\":[null", "\"pile\" has a card that"},
        {"\"discards\":{\"green\":1}", "\"discards\":[]", "\"discards\" needs cards"},
        {"\"red\":2},{\"blue\":2}],\"vehicles\":[10,9],\"points\":[0,1],\"routes\":{"
         "\"b/"
         "d/1\":1},\"tickets\":[[\"a/b\"],[\"a/"
         "c\"]],\"pile\":[\"red\",\"red\",\"blue\","
         "\"blue\",\"blue\",\"green\",\"green\",\"green\",\"green\",\"wild\",\"wild\","
         "\"wild\"]",
         "\"red\":4,\"green\":4,\"wild\":3},{\"blue\":5}],\"vehicles\":[10,9],"
         "\"points\":[0,1],\"routes\":{\"b/d/1\":1},\"tickets\":[[\"a/b\"],[\"a/c\"]],"
         "\"pile\":[]",
         "there are discards beside an empty pile"},
    };
    REFUSED(test_map("square"), square, mistakes);
}

TEST(a_position_whose_board_does_not_add_up_is_refused)
{
    static const struct mistake mistakes[] = {
        {"[10,9]", "[11,9]", "seat 0 has 11 vehicles left and 0 on the board, not 10"},
        {"[10,9]", "[10,10]", "seat 1 has 10 vehicles left and 1 on the board, not 10"},
        {"[10,9]", "[10,61]", "\"vehicles\" is not a number in range"},
        {"[10,9]", "[10]", "\"vehicles\" needs one entry for each seat"},
        {"[10,9]", "[10,\"9\"]", "\"vehicles\" is not a number in range"},
        {"[10,9]", "10", "\"vehicles\" needs one entry for each seat"},
        {"[0,1]", "[0,2]", "the routes of seat 1 are worth 1 points, not 2"},
        {"[0,1]", "[0,-1]", "\"points\" is not a number in range"},
        {"[0,1]", "[0,1.5]", "\"points\" is not a number in range"},
        {"[0,1]", "null", "\"points\" needs one entry for each seat"},
        {"\"b/d/1\":1", "\"b/d/1\":2", "\"routes\" has an owner that is no seat"},
        {"\"b/d/1\":1", "\"b/d/1\":-1", "\"routes\" has an owner that is no seat"},
        {"\"b/d/1\":1", "\"b/d/1\":null", "\"routes\" has an owner that is no seat"},
        {"\"b/d/1\":1", "\"b/d\":1", "\"routes\" has a route that the map does not"},
        {"\"b/d/1\":1", "\"b/d/3\":1", "\"routes\" has a route that the map does not"},
        {"\"b/d/1\":1", "\"d/b/1\":1", "\"routes\" has a route that the map does not"},
        {"[10,9],\"points\":[0,1],\"routes\":{\"b/d/1\":1}",
         "[9,9],\"points\":[1,1],\"routes\":{\"b/d/1\":1,\"b/d/2\":0}",
         "parallel routes are claimed that cannot be"},
        {"[10,9],\"points\":[0,1],\"routes\":{\"b/d/1\":1}",
         "[10,8],\"points\":[0,2],\"routes\":{\"b/d/1\":1,\"b/d/2\":1}",
         "parallel routes are claimed that cannot be"},
        {"{\"b/d/1\":1}", "[\"b/d/1\"]", "\"routes\" needs an owner for each route"},
    };
    REFUSED(test_map("square"), square, mistakes);
}

TEST(a_position_whose_tickets_do_not_add_up_is_refused)
{
    static const struct mistake mistakes[] = {
        {"[\"a/c\"]", "[\"a/b\"]", "the ticket a/b is there twice"},
        {"[\"a/c\"]", "[\"a/c\",\"a/c\"]", "\"tickets\" has a ticket twice"},
        {"[\"a/c\"]", "[\"c/d\"]", "the ticket c/d is there twice"},
        {"[\"a/c\"]", "[]", "the ticket a/c is missing"},
        {"[\"a/c\"]", "[\"c/a\"]", "\"tickets\" has a ticket that the map does not"},
        {"[\"a/c\"]", "[7]", "\"tickets\" has a ticket that the map does not"},
        {"[\"a/c\"]", "1", "\"tickets\" needs a list of tickets"},
        {",[\"a/c\"]", "", "\"tickets\" needs one entry for each seat"},
        {",\"c/d\"]", "]", "the ticket c/d is missing"},
        {",\"c/d\"]", ",\"a/e\"]", "\"decks\" has a ticket that the map does not"},
        {",\"c/d\"]", ",\"b/d\"]", "the ticket b/d is there twice"},
        {"\"regular\":", "\"long\":", "\"decks\" has a deck that the map does not"},
        {"\"regular\":[", "\"long\":[],\"regular\":[", "\"decks\" has a deck that"},
        {"\"decks\":{\"regular\":[\"a/d\",\"b/c\",\"b/d\",\"c/d\"]}", "\"decks\":4",
         "\"decks\" needs a list of tickets for each deck"},
        {"\"pending\"", "\"seen\":{\"returned\":{\"a/d\":2}},\"pending\"",
         "\"seen\" has a ticket put back by no seat"},
        {"\"pending\"", "\"seen\":{\"cards\":[{}]},\"pending\"",
         "\"seen\" needs one entry for each seat"},
        {"\"pending\"", "\"seen\":{\"other\":1},\"pending\"", "\"seen\" may have"},
        {"\"pending\"", "\"seen\":[],\"pending\"", "\"seen\" may have"},
    };
    REFUSED(test_map("square"), square, mistakes);
}

/* What a position says that was seen, if anything. */
static void check_seen(const char *position, const struct mistake *m, bool kept)
{
    struct linea_game g;
    struct linea_error error = {0};
    edit(again, position, m);
    if (!position_from(&g, &error, test_map("square"), again, strlen(again)))
        fail_msg("%s", error.message);
    view_text(&g, again, LINEA_ALL);
    CHECK_EQ(strstr(again, "\"seen\"") != NULL, kept);
}

TEST(what_was_seen_is_forgotten_when_the_rest_of_a_position_says_otherwise)
{
    static const struct mistake seen[] = {
        {"\"pending\"", "\"seen\":{\"cards\":[{\"red\":2},{}]},\"pending\"", ""},
        {"\"pending\"", "\"seen\":{\"cards\":[{\"red\":3},{}]},\"pending\"", ""},
        {"\"pending\"", "\"seen\":{\"returned\":{\"c/d\":0}},\"pending\"", ""},
        {"\"pending\"", "\"seen\":{\"returned\":{\"a/b\":0}},\"pending\"", ""},
    };
    check_seen(square, &seen[0], true);
    check_seen(square, &seen[1], false);
    check_seen(square, &seen[2], true);
    check_seen(square, &seen[3], false);
}

/* Take what was seen out of a position. */
static void remove_seen(char *position)
{
    char *seen = strstr(position, "\"seen\""), *rest = strstr(position, "\"pending\"");
    if (seen)
        memmove(seen, rest, strlen(rest) + 1);
}

TEST(SETUP_TICKETS_also_where_a_position_does_not_say_who_put_back_what)
{
    static struct random_game r;
    static char position[LINEA_LINE], shown[LINEA_LINE];
    struct linea_error error = {0};
    const struct linea_map *map = maps_get("new-york");
    int hidden = 0;
    for (uint64_t game = 0; game < 20; game++)
        for (random_begin(&r, (struct setup){map, 4}, game);
             r.g.phase == LINEA_OPENING_KEEP; random_play(&r, random_choose(&r))) {
            struct linea_game g;
            view_text(&r.g, position, LINEA_ALL);
            hidden += strstr(position, "\"returned\"") != NULL;
            remove_seen(position);
            if (!position_from(&g, &error, map, position, strlen(position)))
                fail_msg("%s", error.message);
            for (int s = 0; s < r.g.seats; s++) {
                view_text(&r.g, shown, s);
                view_text(&g, again, s);
                CHECK_TEXT(again, shown);
            }
        }
    CHECK(hidden > 0);
}

TEST(a_position_whose_turn_does_not_fit_is_refused)
{
    static const struct mistake mistakes[] = {
        {"\"map\":\"square\"", "\"map\":\"triple\"", "\"map\" names another map"},
        {"\"map\":\"square\"", "\"map\":1", "\"map\" names another map"},
        {"\"map\":\"square\",", "", "\"map\" names another map"},
        {"\"seats\":2", "\"seats\":6", "\"seats\" is not a number that the map allows"},
        {"\"seats\":2", "\"seats\":1", "\"seats\" is not a number that the map allows"},
        {"\"seats\":2", "\"seats\":3", "needs one entry for each seat"},
        {"\"seats\":2", "\"seats\":[]",
         "\"seats\" is not a number that the map allows"},
        {"\"first\":0", "\"first\":2", "\"first\" is not a number in range"},
        {"\"turn\":1", "\"turn\":2", "\"turn\" is not a number in range"},
        {"\"turn\":1", "\"turn\":-1", "\"turn\" is not a number in range"},
        {"\"turn\":1", "\"turn\":null", "it is the turn of a seat that is not there"},
        {"\"turn\":1,", "", "\"turn\" is missing"},
        {"\"phase\":\"turn\"", "\"phase\":\"over\"", "seat that is not there"},
        {"\"turn\":1,\"phase\":\"turn\",\"last_turns\":null",
         "\"turn\":null,\"phase\":\"over\",\"last_turns\":1", "last turns"},
        {"\"turn\":1,\"phase\":\"turn\"", "\"turn\":null,\"phase\":\"over\"", "over"},
        {"\"phase\":\"turn\"", "\"phase\":\"turns\"", "\"phase\" is none that a game"},
        {"\"phase\":\"turn\"", "\"phase\":2", "\"phase\" is none that a game has"},
        {"\"phase\":\"turn\"", "\"phase\":\"keep\"", "\"pending\" is missing"},
        {"\"phase\":\"turn\"", "\"phase\":\"tunnel\"", "\"pending\" is missing"},
        {"\"phase\":\"turn\"", "\"phase\":\"passengers\"", "\"pending\" is missing"},
        {"\"phase\":\"turn\"", "\"phase\":\"opening-keep\"", "\"pending\" is missing"},
        {"\"phase\":\"turn\"", "\"phase\":\"opening-mix\"", "\"pending\" is missing"},
        {"\"last_turns\":null", "\"last_turns\":3", "3 last turns are not possible"},
        {"\"last_turns\":null", "\"last_turns\":0", "0 last turns are not possible"},
        {"\"last_turns\":null", "\"last_turns\":6", "\"last_turns\" is not a number"},
        {"\"passes\":0", "\"passes\":2", "2 passes in a row are not possible"},
        {"\"passes\":0", "\"passes\":true", "\"passes\" is not a number in range"},
        {"\"pending\":null", "\"pending\":{}", "\"pending\" must be null"},
        {"\"pending\":null", "\"colour\":null", "a position has no key \"colour\""},
        {"\"pile\":", "\"heap\":", "a position has no key \"heap\""},
    };
    REFUSED(test_map("square"), square, mistakes);
}

TEST(a_route_has_one_spelling_in_a_position)
{
    static const struct mistake mistakes[] = {
        {"\"routes\":{", "\"routes\":{\"a/b/\":0,", "\"routes\" has a route that"},
        {"\"routes\":{", "\"routes\":{\"a/b/0\":0,", "\"routes\" has a route that"},
        {"\"routes\":{", "\"routes\":{\"b/a\":0,", "does not have: \"b/a\""},
        {"\"routes\":{", "\"routes\":{\"b/d\":0,", "\"routes\" has a route that"},
        {"\"routes\":{", "\"routes\":{\"b/d/2/\":0,", "\"routes\" has a route that"},
    };
    REFUSED(test_map("square"), square, mistakes);
}

TEST(a_position_is_an_object)
{
    struct linea_game g;
    struct linea_error error;
    CHECK(!position_from(&g, &error, test_map("square"), "[]", 2));
    CHECK_EQ(error.code, LINEA_BAD_POSITION);
    CHECK_TEXT(error.message, "a position is an object");
}

/* The first position with that phase in random games on a map, as text. */
static void find_phase(const struct linea_map *map, enum linea_phase phase, char *out)
{
    static struct random_game r;
    for (uint64_t game = 0; game < 1000; game++)
        for (random_begin(&r, (struct setup){map, 3}, game); r.n > 0;) {
            if (r.g.phase == phase &&
                (phase != LINEA_TURN || linea_bits(r.g.seat[0].stations) == 1)) {
                view_text(&r.g, out, LINEA_ALL);
                return;
            }
            random_play(&r, random_choose(&r));
        }
    fail_msg("no random game reaches phase %s", linea_phase_name(phase));
}

TEST(a_position_needs_what_its_phase_still_needs)
{
    static const struct {
        enum linea_phase phase;
        struct mistake mistake;
    } cases[] = {
        {LINEA_OPENING_MIX, {"\"offers\":…", "\"offers\":null}}", "\"pending\" needs"}},
        {LINEA_OPENING_MIX,
         {"\"offers\":…", "\"offers\":[null]}}", "\"pending\" needs"}},
        {LINEA_OPENING_MIX, {"\"opening-mix\"", "\"opening-keep\"", "on offer"}},
        {LINEA_OPENING_MIX,
         {"\"opening-mix\"", "\"turn\"", "\"pending\" must be null"}},
        {LINEA_OPENING_KEEP, {"\"pending\":…", "\"pending\":null}", "is missing"}},
        {LINEA_OPENING_KEEP, {",\"pending\":…", "}", "\"pending\" is missing"}},
        {LINEA_OPENING_KEEP, {"\"offers\":…", "\"offers\":[7,7,7]}}", "needs a list"}},
        {LINEA_OPENING_KEEP,
         {"\"offers\":…", "\"offers\":[null,null,null]}}", "missing"}},
        {LINEA_OPENING_KEEP, {"\"last_turns\":null", "\"last_turns\":1", "last turns"}},
        {LINEA_OPENING_KEEP, {"\"passes\":0", "\"passes\":1", "passes in a row"}},
        {LINEA_KEEP_TICKETS, {"\"at_least\":1", "\"at_least\":2", "another number"}},
        {LINEA_KEEP_TICKETS,
         {"\"offer\":…", "\"offer\":[],\"at_least\":0}}", "missing"}},
        {LINEA_KEEP_TICKETS, {"\"offer\":…", "\"at_least\":1}}", "needs a list"}},
        {LINEA_KEEP_TICKETS, {"\"pending\":…", "\"pending\":[]}", "is missing"}},
        {LINEA_TUNNEL, {"\"extra\":…", "\"extra\":0}}", "cost"}},
        {LINEA_TUNNEL, {"\"extra\":…", "\"extra\":9}}", "\"pending\" is not a number"}},
        {LINEA_TUNNEL, {"\"extra\":…", "\"over\":1}}", "\"pending\" is not a number"}},
        {LINEA_TUNNEL, {"\"revealed\":…", "\"revealed\":1}}", "needs a list of cards"}},
        {LINEA_TUNNEL, {"\"cards\":\"", "\"cards\":\"x", "needs the set of cards"}},
        {LINEA_TUNNEL, {"\"cards\":\"…", "\"cards\":\"red:9\"}}", "needs the set"}},
        {LINEA_TUNNEL, {"\",\"revealed", ",\",\"revealed", "needs the set of cards"}},
        {LINEA_TUNNEL,
         {"\"pending\":{\"route\":\"", "\"pending\":{\"route\":\"x",
          "\"pending\" needs a route of the map"}},
        {LINEA_TUNNEL,
         {"\"pending\":{\"route\"", "\"pending\":{\"raute\"",
          "\"pending\" needs a route of the map"}},
        {LINEA_PASSENGERS_TAKE, {"\"pending\":…", "\"pending\":{}}", "needs a route"}},
        {LINEA_PASSENGERS_TAKE,
         {"\"pending\":…", "\"pending\":{\"route\":\"a/f\"}}", "not claimed"}},
        {LINEA_PASSENGERS_TAKE, {"\"pending\":…", "\"pending\":null}", "is missing"}},
    };
    const struct linea_map *map = test_map("everything");
    static char position[LINEA_LINE];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        find_phase(map, cases[i].phase, position);
        check_refused(map, position, &cases[i].mistake, 1);
    }
}

TEST(a_position_whose_stations_and_passengers_do_not_add_up_is_refused)
{
    static const struct mistake mistakes[] = {
        {"\"stations\":{\"", "\"stations\":{\"x-", "\"stations\" has a location that"},
        {"\"stations\":{", "\"stations\":{\"q\":0,",
         "\"stations\" has a location that"},
        {"\"stations\":{", "\"stations\":{\"x\":3,", "\"stations\" has an owner that"},
        {"\"stations\":{", "\"stations\":{\"x\":0,", "does not fit the stations built"},
        {"\"stations_left\":[2", "\"stations_left\":[3", "does not fit the stations"},
        {"\"stations_left\":[2", "\"stations_left\":[null",
         "does not fit the stations"},
        {"\"stations_left\":[", "\"stations_left\":[3,", "\"stations_left\" needs one"},
        {"\"passengers\":{", "\"passengers\":{\"a\":{\"white\":1},",
         "\"passengers\" has more than begin at a location"},
        {"\"passengers\":{", "\"passengers\":{\"z\":{\"white\":1},",
         "\"passengers\" has a location that the map does not have: \"z\""},
        {"\"passengers\":{", "\"passengers\":{\"a\":{\"pink\":1},",
         "\"passengers\" has a passenger that the map does not have: \"pink\""},
        {"\"passengers\":{", "\"passengers\":{\"a\":1,", "\"passengers\" needs"},
        {"\"taken\":…", "\"taken\":[{\"green\":1},{},{}],\"pending\":null}",
         "\"taken\" has a passenger that"},
        {"\"taken\":…", "\"taken\":[{\"white\":9},{},{}],\"pending\":null}",
         "white passengers, but the map has 4"},
        {"\"taken\":…", "\"taken\":[{\"white\":-1},{},{}],\"pending\":null}",
         "\"taken\" has a count that is no number of passengers"},
        {"\"taken\":[", "\"taken\":[{},", "\"taken\" needs one entry for each seat"},
    };
    static char position[LINEA_LINE];
    find_phase(test_map("everything"), LINEA_TURN, position);
    REFUSED(test_map("everything"), position, mistakes);
}

/* A game at its opening on a map where players announce a mix. */
static struct linea_game opening_game(int moves)
{
    static struct random_game r;
    random_begin(&r, (struct setup){test_map("everything"), 3}, 1);
    while (moves-- > 0)
        random_play(&r, r.moves[0]);
    return r.g;
}

static void check_wrong(const struct linea_game *g, const char *message)
{
    struct linea_error error = {0};
    CHECK(!linea_game_check(g, &error));
    if (!strstr(error.message, message))
        fail_msg("\"%s\", not \"%s\"", error.message, message);
}

TEST(a_seat_holds_no_tickets_before_it_has_chosen)
{
    struct linea_game g = opening_game(0);
    linea_set_add(&g.seat[0].tickets, linea_deck_ticket(&g, 0, g.deck[0].count - 1));
    g.deck[0].count--;
    check_wrong(&g, "seat 0 holds tickets before it has chosen any");
}

TEST(an_opening_offers_as_many_tickets_as_the_map_says)
{
    struct linea_game g = opening_game(1);
    struct linea_seat *seat = &g.seat[g.first];
    seat->offer[seat->offered++] =
        (uint8_t)linea_deck_ticket(&g, 0, g.deck[0].count - 1);
    g.deck[0].count--;
    check_wrong(&g, "3 tickets on offer, another number than the map says");
}

TEST(a_ticket_was_put_back_only_where_it_can_have_been)
{
    struct linea_game g = opening_game(0), chosen = opening_game(4);
    g.returned[linea_deck_ticket(&g, 0, g.deck[0].count - 1)] = 0;
    check_wrong(&g, "was put back by no such seat");
    g = chosen;
    g.returned[linea_deck_ticket(&g, 0, 0)] = g.first;
    check_wrong(&g, "lies below one put back");
    g = chosen;
    g.returned[linea_deck_ticket(&g, 0, g.deck[0].count - 1)] =
        (uint8_t)(g.first | LINEA_SOMEWHERE);
    check_wrong(&g, "cannot have been shuffled yet");
    g = opening_game(6);
    struct linea_set held = g.seat[0].tickets;
    g.returned[linea_set_pop(&held)] = 1;
    check_wrong(&g, "was put back, but is not there");
}
