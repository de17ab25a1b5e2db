/*
 * tests/guess_test.c - a guess is a game that the viewer may be in: it keeps every
 * invariant, looks the same to the viewer, respects what the viewer knows, and is
 * otherwise left to chance.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "random_games.h"
#include "test.h"

#include "common/maps.h"

/* Tickets that a viewer put back are where it knows them to be. */
static void check_returned(const struct linea_game *g, const struct linea_game *guess,
                           int viewer)
{
    struct linea_set inside = {{0}};
    for (int d = 0; d < g->map->decks; d++)
        for (int i = 0; i < guess->deck[d].count; i++)
            linea_set_add(&inside, linea_deck_ticket(guess, d, i));
    for (int t = 0; t < g->map->tickets; t++) {
        if (g->returned[t] == LINEA_NOBODY ||
            (g->returned[t] & ~LINEA_SOMEWHERE) != viewer)
            continue;
        bool was_inside = false;
        int d = g->map->ticket[t].deck;
        for (int i = 0; i < g->deck[d].count; i++)
            if (linea_deck_ticket(g, d, i) == t) {
                was_inside = true;
                if (g->phase > LINEA_OPENING_KEEP && g->returned[t] == viewer)
                    CHECK_EQ(linea_deck_ticket(guess, d, i), t);
            }
        CHECK_EQ(linea_set_has(&inside, t), was_inside);
        for (int s = 0; s < g->seats; s++)
            CHECK(!linea_set_has(&guess->seat[s].tickets, t));
    }
}

static void check_sound(const struct linea_game *g, const struct linea_view *view,
                        const struct linea_game *guess, int viewer)
{
    struct linea_view again;
    struct linea_error error;
    if (!linea_game_check(guess, &error))
        fail_msg("%s, %d seats, viewer %d, phase %s: %s",
                 linea_map_text(g->map, g->map->id), g->seats, viewer,
                 linea_phase_name((enum linea_phase)g->phase), error.message);
    linea_game_view(guess, &again, viewer);
    assert_memory_equal(view, &again, sizeof again);
    for (int s = 0; s < g->seats; s++)
        for (int kind = 0; kind < LINEA_KINDS; kind++)
            CHECK(guess->seat[s].cards[kind] >= g->seat[s].seen[kind]);
    check_returned(g, guess, viewer);
}

/* A guess, and one by some odds. */
static void check_guess(const struct linea_game *g, int viewer, struct linea_rng *rng)
{
    struct linea_view view;
    struct linea_game guess;
    struct linea_odds odds;
    for (int s = 0; s < LINEA_SEATS; s++)
        for (int t = 0; t < LINEA_TICKETS; t++)
            odds.ticket[s][t] = (uint8_t)(1 + linea_rng_below(rng, UINT8_MAX));
    linea_game_view(g, &view, viewer);
    linea_view_guess(&view, &guess, rng);
    check_sound(g, &view, &guess, viewer);
    linea_view_guess_by(&view, &guess, rng, &odds);
    check_sound(g, &view, &guess, viewer);
}

static int viewer_at(int i, int seats)
{
    return i < seats ? i : LINEA_SPECTATOR;
}

TEST(a_guess_is_a_game_that_its_viewer_may_be_in)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (uint64_t game = 0; game < 2; game++) {
            random_begin(&r, setup, (uint64_t)i * 2 + game);
            for (;; random_play(&r, random_choose(&r))) {
                for (int v = 0; v <= setup.seats; v++)
                    if (r.step < 20 || (r.step + v) % 3 == 0 || r.n == 0)
                        check_guess(&r.g, viewer_at(v, setup.seats), &r.rng);
                if (r.n == 0)
                    break;
            }
        }
}

/* Positions of other programs need not say who put back which tickets. */
TEST(a_guess_is_sound_though_nobody_remembers_what_was_put_back)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0 && r.step < 40;) {
            struct linea_game g = r.g;
            memset(g.returned, LINEA_NOBODY, sizeof g.returned);
            CHECK(linea_game_check(&g, NULL));
            for (int v = 0; v <= setup.seats; v++)
                check_guess(&g, viewer_at(v, setup.seats), &r.rng);
            random_play(&r, random_choose(&r));
        }
}

TEST(a_guess_can_be_played_to_its_end)
{
    static struct random_game r;
    static linea_move moves[LINEA_MOVES];
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0 && r.step < 5 + i % 30;)
            random_play(&r, random_choose(&r));
        struct linea_view view;
        struct linea_game guess;
        linea_game_view(&r.g, &view, i % setup.seats);
        linea_view_guess(&view, &guess, &r.rng);
        for (int n; (n = linea_game_moves(&guess, moves)) > 0;) {
            linea_game_apply(&guess, NULL, moves[linea_rng_below(&r.rng, n)]);
            CHECK(linea_game_check(&guess, NULL));
        }
    }
}

TEST(a_guess_of_everything_is_the_game)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (random_begin(&r, setup, (uint64_t)i); r.n > 0;) {
            struct linea_view view;
            struct linea_game guess, g = r.g;
            linea_game_view(&g, &view, LINEA_ALL);
            linea_view_guess(&view, &guess, &r.rng);
            game_normalise(&g);
            game_normalise(&guess);
            assert_memory_equal(&g, &guess, sizeof g);
            random_play(&r, random_choose(&r));
        }
}

TEST(guesses_vary_with_their_random_numbers_and_only_with_them)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, (uint64_t)i);
        struct linea_view view;
        struct linea_game a, b, c;
        struct linea_rng one = {1}, same = {1}, two = {2};
        linea_game_view(&r.g, &view, 0);
        linea_view_guess(&view, &a, &one);
        linea_view_guess(&view, &b, &same);
        linea_view_guess(&view, &c, &two);
        assert_memory_equal(&a, &b, sizeof a);
        CHECK(memcmp(&a, &c, sizeof a) != 0);
        CHECK(memcmp(&a.seed, &c.seed, sizeof a.seed) != 0);
    }
}

/* Whether k of n tries is what chance p gives, within five standard deviations. */
static bool fair(int k, int n, double p)
{
    double off = (double)k - (double)n * p;
    return off * off <= 25 * (double)n * p * (1 - p);
}

TEST(a_hidden_card_is_equally_likely_in_every_place)
{
    enum { GUESSES = 4000 };
    static struct random_game r;
    random_begin(&r, (struct setup){test_map("square"), 3}, 3);
    while (r.g.phase != LINEA_TURN)
        random_play(&r, r.moves[0]);
    struct linea_view view;
    linea_game_view(&r.g, &view, 0);
    int wilds = r.g.map->count[LINEA_WILD] - r.g.seat[0].cards[LINEA_WILD];
    for (int i = 0; i < LINEA_DISPLAY; i++)
        wilds -= r.g.display[i] == LINEA_WILD;
    CHECK(wilds > 0);
    double p = (double)wilds / (r.g.pile_count + 4);
    int in_pile[LINEA_CARDS] = {0}, in_hand[LINEA_SEATS] = {0};
    for (int i = 0; i < GUESSES; i++) {
        struct linea_game guess;
        linea_view_guess(&view, &guess, &r.rng);
        for (int c = 0; c < guess.pile_count; c++)
            in_pile[c] += guess.pile[c] == LINEA_WILD;
        for (int s = 1; s < 3; s++)
            in_hand[s] += guess.seat[s].cards[LINEA_WILD];
    }
    for (int c = 0; c < r.g.pile_count; c++)
        CHECK(fair(in_pile[c], GUESSES, p));
    for (int s = 1; s < 3; s++)
        CHECK(fair(in_hand[s], GUESSES * 2, p));
}

TEST(a_hidden_ticket_is_equally_likely_in_every_place)
{
    enum { GUESSES = 4000 };
    static struct random_game r;
    random_begin(&r, (struct setup){test_map("square"), 3}, 3);
    while (r.g.phase != LINEA_TURN)
        random_play(&r, r.moves[0]);
    struct linea_view view;
    linea_game_view(&r.g, &view, 0);
    int held[LINEA_TICKETS] = {0}, on_top[LINEA_TICKETS] = {0};
    for (int i = 0; i < GUESSES; i++) {
        struct linea_game guess;
        linea_view_guess(&view, &guess, &r.rng);
        for (int t = 0; t < r.g.map->tickets; t++)
            held[t] += linea_set_has(&guess.seat[1].tickets, t);
        on_top[linea_deck_ticket(&guess, 0, 0)]++;
    }
    double p = 1.0 / (r.g.map->tickets - 1);
    for (int t = 0; t < r.g.map->tickets; t++) {
        bool own = linea_set_has(&r.g.seat[0].tickets, t);
        CHECK(own ? held[t] == 0 : fair(held[t], GUESSES, p));
        CHECK(own ? on_top[t] == 0 : fair(on_top[t], GUESSES, p));
    }
}

TEST(a_ticket_is_guessed_in_a_hand_as_often_as_the_odds_say)
{
    enum { GUESSES = 4000, FAVOUR = 5 };
    static struct random_game r;
    random_begin(&r, (struct setup){test_map("square"), 2}, 3);
    while (r.g.phase != LINEA_TURN)
        random_play(&r, r.moves[0]);
    struct linea_view view;
    struct linea_odds odds;
    memset(&odds, 1, sizeof odds);
    linea_game_view(&r.g, &view, 0);
    CHECK_EQ(view.seat[1].held, 1);
    int favoured = linea_deck_ticket(&r.g, 0, 0), held[LINEA_TICKETS] = {0};
    odds.ticket[1][favoured] = FAVOUR;
    for (int i = 0; i < GUESSES; i++) {
        struct linea_game guess;
        linea_view_guess_by(&view, &guess, &r.rng, &odds);
        for (int t = 0; t < r.g.map->tickets; t++)
            held[t] += linea_set_has(&guess.seat[1].tickets, t);
    }
    int sum = r.g.map->tickets - 2 + FAVOUR;
    for (int t = 0; t < r.g.map->tickets; t++)
        if (!linea_set_has(&r.g.seat[0].tickets, t))
            CHECK(fair(held[t], GUESSES, (t == favoured ? FAVOUR : 1.0) / sum));
}

/* Tickets of decks that are only dealt, in the hand of a seat. */
static int apart_held(const struct linea_game *g, int seat)
{
    int n = 0;
    for (struct linea_set left = g->seat[seat].tickets; !linea_set_empty(&left);)
        n += !g->map->deck[g->map->ticket[linea_set_pop(&left)].deck].drawn;
    return n;
}

TEST(nobody_is_guessed_to_hold_more_long_tickets_than_were_dealt)
{
    static struct random_game r;
    struct setup setup = {maps_get("europe"), 4};
    struct linea_rng rng = {1};
    for (uint64_t number = 0; number < 20; number++) {
        random_begin(&r, setup, number);
        while (r.g.phase == LINEA_OPENING_KEEP)
            random_play(&r, r.moves[r.n - 1]); /* Everybody keeps all. */
        for (int i = 0; i < 50; i++) {
            struct linea_view view;
            struct linea_game guess;
            linea_game_view(&r.g, &view, 0);
            linea_view_guess(&view, &guess, &rng);
            for (int s = 1; s < 4; s++)
                CHECK(apart_held(&guess, s) <= 1);
        }
    }
}
