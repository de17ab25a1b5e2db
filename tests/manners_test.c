/*
 * tests/manners_test.c - manners of play: each ends its games by legal moves, and each
 * differs from the planner's own as it says.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include "decision.h"
#include "linea/score.h"
#include "random_games.h"

enum { USUAL = 0 };

/* What a seat did in some games. */
struct habits {
    int first_claim;  /* its turns until it had a route */
    int ticket_draws; /* where it could have drawn cards */
    int tickets_done;
    int off_plan; /* claims of routes that were not planned */
};

/* A game in which seat 0 plays in a manner and the others as usual. */
static void play(struct habits *out, struct setup setup, int number, int manner)
{
    static struct planner memory[LINEA_SEATS];
    static linea_move moves[LINEA_MOVES];
    static const struct linea_budget none = {0};
    struct linea_seed seed;
    struct linea_game g;
    struct linea_result result;
    linea_seed_derive(&seed, 19, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < setup.seats; s++)
        linea_bot_planner.begin(&linea_bot_planner, &memory[s], 0);
    memory[0].manner = (uint8_t)manner;
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        struct linea_view view;
        int seat = g.turn;
        linea_game_view(&g, &view, seat);
        linea_move m =
            linea_bot_choose(&linea_bot_planner, &memory[seat], &view, moves, n, &none);
        CHECK(linea_game_legal(&g, m));
        if (seat == 0 && g.phase == LINEA_TURN) {
            out->first_claim += linea_set_empty(&g.seat[0].routes);
            out->ticket_draws += linea_move_kind(m) == LINEA_TICKETS_DRAW &&
                                 linea_move_kind(moves[0]) == LINEA_DRAW;
            out->off_plan +=
                linea_move_kind(m) == LINEA_CLAIM &&
                !linea_set_has(&memory[0].plan.routes, linea_move_place(m));
        }
        linea_game_apply(&g, NULL, m);
    }
    linea_game_score(&g, &result);
    out->tickets_done += linea_set_count(&result.seat[0].done);
}

/* What comes of a manner, in games on every map with every number of players, or with
   some of them. */
static struct habits habits_of(int manner)
{
    struct habits out = {0};
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i += test_size(3, 1))
        play(&out, setup, i, manner);
    return out;
}

TEST(the_first_manner_is_the_planners_own)
{
    struct planner fresh;
    linea_bot_planner.begin(&linea_bot_planner, &fresh, 0);
    CHECK_EQ(fresh.manner, USUAL);
    CHECK(!linea_manners[USUAL].patience && !linea_manners[USUAL].wants &&
          !linea_manners[USUAL].no_ticket);
}

TEST(each_manner_plays_legal_moves_to_the_end_and_differs_as_it_says)
{
    struct habits usual = habits_of(USUAL);
    for (int k = USUAL + 1; k < MANNERS; k++) {
        const struct manner *manner = &linea_manners[k];
        struct habits h = habits_of(k);
        if (manner->patience < 0)
            CHECK(h.first_claim < usual.first_claim);
        if (manner->patience > 0)
            CHECK(h.first_claim > usual.first_claim);
        if (manner->wants > 0)
            CHECK_EQ(h.ticket_draws, 0);
        if (manner->wants < 0)
            CHECK(h.ticket_draws > usual.ticket_draws);
        if (manner->no_ticket)
            CHECK(h.tickets_done < usual.tickets_done);
        if (manner->off_plan < linea_manners[USUAL].off_plan && !manner->no_ticket)
            CHECK(h.off_plan > usual.off_plan);
    }
}
