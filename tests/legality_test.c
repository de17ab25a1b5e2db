/*
 * tests/legality_test.c - what is legal is what is listed, as groups and as numbers
 * from anywhere, at every step of random games on every map. That the list is right
 * says the oracle: tests/oracle_main.c.
 *
 * SPDX-License-Identifier: MIT
 */
#include "random_games.h"
#include "test.h"

enum { GAMES = 6, GUESSES = 60, FLIPPED = 3 };

static bool listed(const struct random_game *r, linea_move m)
{
    int low = 0, high = r->n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (r->moves[middle] == m)
            return true;
        if (r->moves[middle] < m)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* The groups say the same as the list, and each of them has something to say. */
static void compare_with_groups(const struct random_game *r)
{
    struct linea_choices c;
    linea_game_choices(&r->g, &c);
    CHECK_EQ(c.count, r->n);
    for (int k = 0; k < r->n; k++) {
        CHECK_EQ(linea_choices_pick(&c, k), r->moves[k]);
        CHECK(linea_choices_have(&c, r->moves[k]));
    }
    for (int i = 0; i < c.groups; i++)
        CHECK_EQ(c.group[i].end - (i ? c.group[i - 1].end : 0),
                 linea_set_count(&c.group[i].set));
}

/* Numbers from anywhere: whole words, and words that at least look like a move. */
static linea_move any_number(struct linea_rng *rng)
{
    linea_move m = (linea_move)linea_rng_next(rng);
    enum linea_move_kind kind = (enum linea_move_kind)linea_rng_below(rng, 10);
    switch (linea_rng_below(rng, 3)) {
    case 0:
        return m;
    case 1:
        return linea_move_make(kind, (int)(m & 0x7f), (int)(m >> 8 & 15),
                               (int)(m >> 16 & 15));
    default:
        return linea_move_make(kind, 0, 0, 0) | (m & 0xffff);
    }
}

static void probe(struct random_game *r)
{
    for (int i = 0; i < r->n; i += 1 + r->n / 40)
        CHECK(linea_game_legal(&r->g, r->moves[i]));
    for (int i = 0; i < GUESSES; i++) {
        linea_move m = any_number(&r->rng);
        CHECK_EQ(linea_game_legal(&r->g, m), listed(r, m));
    }
    for (int i = 0; i < FLIPPED && r->n > 0; i++) {
        linea_move m = r->moves[linea_rng_below(&r->rng, r->n)];
        for (int bit = 0; bit < 32; bit++) {
            linea_move flipped = m ^ (linea_move)1 << bit;
            CHECK_EQ(linea_game_legal(&r->g, flipped), listed(r, flipped));
        }
    }
}

TEST(the_groups_are_the_list_at_every_step)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        for (uint64_t game = 0; game < GAMES; game++)
            for (random_begin(&r, setup, game); r.n > 0;) {
                compare_with_groups(&r);
                random_play(&r, random_choose(&r));
            }
}

TEST(a_number_is_legal_exactly_when_it_is_listed)
{
    static struct random_game r;
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        random_begin(&r, setup, 100);
        probe(&r);
        while (r.n > 0) {
            random_play(&r, random_choose(&r));
            probe(&r);
        }
    }
}

/* The comparison is worth something only if it meets every kind of move and phase. */
TEST(random_games_meet_every_kind_of_move_and_every_phase)
{
    static struct random_game r;
    struct setup setup;
    int kinds[LINEA_MOVE_KINDS] = {0}, phases[LINEA_PHASES] = {0};
    for (int i = 0; setup_at(&setup, i); i++)
        for (uint64_t game = 0; game < GAMES; game++)
            for (random_begin(&r, setup, game); r.n > 0;) {
                linea_move m = random_choose(&r);
                kinds[linea_move_kind(m)]++;
                random_play(&r, m);
                phases[r.g.phase]++;
            }
    for (int kind = 0; kind < LINEA_MOVE_KINDS; kind++)
        CHECK(kinds[kind] > 0);
    for (int phase = 0; phase < LINEA_PHASES; phase++)
        CHECK(phases[phase] > 0);
}
