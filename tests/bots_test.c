/*
 * tests/bots_test.c - what every bot must do: choose one of the moves it is given, in
 * any position of any map, the same again from the same seed, and bring games to an
 * end.
 *
 * SPDX-License-Identifier: MIT
 */
#include "test.h"

#include <string.h>

#include "bot.h"
#include "common/maps.h"
#include "linea/score.h"
#include "random_games.h"
#include "tries.h"

enum {
    ENOUGH = 3000, /* moves that no sensible game needs */
    SHARE = 3,     /* one of so many setups for each bot, but at night */
};

static uint64_t memory[LINEA_SEATS][LINEA_BOT_MEMORY / 8];
static linea_move moves[LINEA_MOVES];
static const struct linea_budget little = {.simulations = 1};

/* Bots that think at length are tested by themselves. */
static const struct linea_bot *quick_bot(int i)
{
    static const struct linea_bot *const bots[] = {
        &linea_bot_random, &linea_bot_greedy,  &linea_bot_longroute, &linea_bot_hungry,
        &linea_bot_path,   &linea_bot_onestep, &linea_bot_planner,   &linea_bot_easy,
        &linea_bot_normal, &linea_bot_hard,
    };
    return i < (int)(sizeof bots / sizeof bots[0]) ? bots[i] : NULL;
}

static bool among(linea_move m, const linea_move *list, int n)
{
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* Ask a bot that has just sat down; what its memory held before must not matter. */
static linea_move ask_fresh(const struct linea_bot *bot, const struct linea_view *view,
                            const linea_move *list, int n, int rubbish)
{
    memset(memory[0], rubbish, bot->memory);
    bot->begin(bot, memory[0], 1);
    return linea_bot_choose(bot, memory[0], view, list, n, &little);
}

TEST(a_bot_takes_over_in_any_position_and_chooses_a_legal_move_twice_the_same)
{
    static struct random_game r;
    struct linea_view view;
    struct setup setup;
    int stride = test_size(100, 15);
    for (int i = 0; setup_at(&setup, i); i++) {
        unsigned asked = 0; /* bit p: in phase p */
        random_begin(&r, setup, (uint64_t)i);
        for (int step = 0; r.n > 0; step++, random_play(&r, random_choose(&r))) {
            const struct linea_bot *bot;
            if (step % stride && asked >> r.g.phase & 1)
                continue;
            asked |= 1u << r.g.phase;
            linea_game_view(&r.g, &view, r.g.turn);
            for (int b = 0; (bot = quick_bot(b)); b++) {
                linea_move m = ask_fresh(bot, &view, r.moves, r.n, 0);
                CHECK(among(m, r.moves, r.n));
                CHECK_EQ(m, ask_fresh(bot, &view, r.moves, r.n, 0xff));
            }
        }
    }
}

/* Play a game of a bot against itself; how many moves it took. */
static int play(const struct linea_bot *bot, struct setup setup, int number)
{
    struct linea_seed seed;
    struct linea_game g;
    struct linea_view view;
    int step = 0;
    linea_seed_derive(&seed, 7, (uint64_t)number);
    linea_game_begin(&g, NULL, setup.map, setup.seats, LINEA_NOBODY, &seed);
    for (int s = 0; s < setup.seats; s++)
        bot->begin(bot, memory[s], (uint64_t)s);
    for (int n; step < ENOUGH && (n = linea_game_moves(&g, moves)) > 0; step++) {
        linea_game_view(&g, &view, g.turn);
        linea_move m = linea_bot_choose(bot, memory[g.turn], &view, moves, n, &little);
        CHECK(among(m, moves, n));
        linea_game_apply(&g, NULL, m);
    }
    return step;
}

TEST(bots_bring_every_game_among_themselves_to_its_end)
{
    const struct linea_bot *bot;
    struct setup setup;
    int share = test_size(SHARE, 1);
    for (int b = 0; (bot = quick_bot(b)); b++)
        for (int i = b % share; setup_at(&setup, i); i += share)
            CHECK(play(bot, setup, 0) < ENOUGH);
}

TEST(hoarders_end_games_in_which_nearly_all_cards_left_are_wild)
{
    /* Tunnels that cost the same wilds turn after turn: deals in which three went on
       for ever trying them. */
    struct setup setup = {.map = maps_get("europe"), .seats = 3};
    CHECK(play(&linea_bot_hungry, setup, 413) < ENOUGH);
    CHECK(play(&linea_bot_hungry, setup, 602) < ENOUGH);
}

/* How many tickets a bot keeps of those dealt to it, and how often it draws others, in
   a game against itself. */
static void count_tickets(const struct linea_bot *bot, struct setup setup, int *kept,
                          int *drawn)
{
    struct linea_seed seed;
    struct linea_game g;
    struct linea_view view;
    *kept = *drawn = 0;
    linea_seed_derive(&seed, 11, 0);
    linea_game_begin(&g, NULL, setup.map, setup.seats, 0, &seed);
    for (int s = 0; s < setup.seats; s++)
        bot->begin(bot, memory[s], 0);
    for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
        linea_game_view(&g, &view, g.turn);
        linea_move m = linea_bot_choose(bot, memory[g.turn], &view, moves, n, &little);
        *kept += g.phase == LINEA_OPENING_KEEP ? linea_bits(linea_move_kept(m)) : 0;
        /* Moves ascend: with no card and no route to be had, tickets are all there is.
         */
        *drawn += g.phase == LINEA_TURN && linea_move_kind(m) == LINEA_TICKETS_DRAW &&
                  linea_move_kind(moves[0]) < LINEA_TICKETS_DRAW;
        linea_game_apply(&g, NULL, m);
    }
}

TEST(path_keeps_all_tickets_longroute_few_and_only_the_others_draw_more)
{
    struct setup setup;
    int hoarded = 0;
    for (int i = 0; setup_at(&setup, i); i += test_size(SHARE, 1)) {
        const struct linea_map *map = setup.map;
        int dealt = map->opening_mix, kept, drawn;
        for (int d = 0; d < map->decks; d++)
            dealt += map->deck[d].dealt;
        count_tickets(&linea_bot_path, setup, &kept, &drawn);
        CHECK_EQ(kept, setup.seats * dealt);
        CHECK_EQ(drawn, 0);
        count_tickets(&linea_bot_longroute, setup, &kept, &drawn);
        CHECK_EQ(kept, setup.seats * map->opening_keep);
        CHECK_EQ(drawn, 0);
        count_tickets(&linea_bot_onestep, setup, &kept, &drawn);
        CHECK_EQ(kept, setup.seats * dealt);
        count_tickets(&linea_bot_hungry, setup, &kept, &drawn);
        hoarded += drawn;
    }
    CHECK(hoarded > 0);
}

TEST(search_plays_legal_moves_to_the_end_with_the_smallest_budget)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++)
        if (setup.seats == setup.map->max_seats && setup.map->locations < 20)
            CHECK(play(&linea_bot_expert, setup, 0) < ENOUGH);
}

/* Ask the search that has just sat down, with a few playouts. */
static linea_move ask_search(const struct linea_view *view, const linea_move *list,
                             int n, const struct linea_budget *budget, int rubbish)
{
    memset(memory[0], rubbish, linea_bot_search.memory);
    linea_bot_search.begin(&linea_bot_search, memory[0], 1);
    return linea_bot_choose(&linea_bot_search, memory[0], view, list, n, budget);
}

/* Ask the search once in each phase of a random game that has not been asked in yet,
   where there is a choice; bit p: phase p has been. */
static unsigned ask_in_phases(struct setup setup, int number, unsigned phases)
{
    static const struct linea_budget some = {.simulations = 6};
    static struct random_game r;
    struct linea_view view;
    random_begin(&r, setup, (uint64_t)number);
    for (; r.n > 0; random_play(&r, random_choose(&r))) {
        if (r.n == 1 || phases >> r.g.phase & 1)
            continue;
        phases |= 1u << r.g.phase;
        linea_game_view(&r.g, &view, r.g.turn);
        linea_move m = ask_search(&view, r.moves, r.n, &some, 0);
        CHECK(among(m, r.moves, r.n));
        CHECK_EQ(m, ask_search(&view, r.moves, r.n, &some, 0xff));
        CHECK(among(ask_search(&view, r.moves, r.n, &little, 0), r.moves, r.n));
    }
    return phases;
}

/* The phases in which there can be a choice. */
static unsigned phases_of(struct setup setup)
{
    const struct linea_map *map = setup.map;
    unsigned phases = 1u << LINEA_TURN | 1u << LINEA_SECOND_CARD;
    int dealt = map->opening_mix, left = map->draw_decks ? map->tickets : 0;
    for (int d = 0; d < map->decks; d++)
        dealt += map->deck[d].dealt;
    left -= setup.seats * dealt;
    phases |= map->opening_mix ? 1u << LINEA_OPENING_MIX : 0;
    phases |= dealt > map->opening_keep ? 1u << LINEA_OPENING_KEEP : 0;
    phases |= map->draw > map->draw_keep && left > map->draw_keep
                  ? 1u << LINEA_KEEP_TICKETS
                  : 0;
    phases |= map->passengers ? 1u << LINEA_PASSENGERS_TAKE : 0;
    for (int r = 0; r < map->routes; r++)
        phases |= map->route[r].tunnel ? 1u << LINEA_TUNNEL : 0;
    return phases;
}

TEST(search_chooses_a_legal_move_twice_the_same_in_every_phase_of_every_map)
{
    struct setup setup;
    for (int i = 0; setup_at(&setup, i); i++) {
        unsigned phases = 0, all = phases_of(setup);
        if (setup.seats != setup.map->min_seats)
            continue;
        for (int number = 0; number < 40 && phases != all; number++)
            phases = ask_in_phases(setup, number, phases);
        CHECK_EQ(phases, all);
    }
}

/* A clock that stops after some questions, and counts them. */
struct stopping {
    int asked, stop;
};

static bool stopped(void *context)
{
    struct stopping *clock = context;
    return ++clock->asked >= clock->stop;
}

TEST(search_stops_at_once_when_its_time_is_up_and_asks_for_no_time_without_a_choice)
{
    static struct random_game r;
    struct linea_view view;
    struct setup setup;
    setup_at(&setup, 0);
    random_begin(&r, setup, 3);
    while (r.n == 1 || r.g.phase != LINEA_TURN)
        random_play(&r, random_choose(&r));
    linea_game_view(&r.g, &view, r.g.turn);
    for (int stop = 1; stop < 1000; stop = stop * 3 / 2 + 1) {
        struct stopping clock = {.stop = stop};
        struct linea_budget budget = {.time_up = stopped, .context = &clock};
        CHECK(among(ask_search(&view, r.moves, r.n, &budget, 0), r.moves, r.n));
        CHECK_EQ(clock.asked, stop);
    }
    struct stopping clock = {.stop = 10};
    struct linea_budget budget = {.time_up = stopped, .context = &clock};
    CHECK_EQ(ask_search(&view, r.moves, 1, &budget, 0), r.moves[0]);
    CHECK_EQ(clock.asked, 0);
}

/* The points that a seat has after a move, as if the game ended then. */
static int total_after(const struct linea_game *g, linea_move m, int seat)
{
    struct linea_game after = *g;
    struct linea_result result;
    linea_game_apply(&after, NULL, m);
    linea_game_score(&after, &result);
    return result.seat[seat].total;
}

TEST(search_takes_the_most_points_with_the_last_move_of_a_game)
{
    static const struct linea_budget some = {.simulations = 150};
    const struct linea_map *map = maps_get("new-york");
    int asked = 0;
    for (int i = 0; i < 40; i++) {
        struct linea_seed seed;
        struct linea_game g;
        struct linea_view view;
        linea_seed_derive(&seed, 11, (uint64_t)i);
        linea_game_begin(&g, NULL, map, 2, i % 2, &seed);
        for (int s = 0; s < 2; s++)
            linea_bot_greedy.begin(&linea_bot_greedy, memory[s], 1);
        for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
            linea_game_view(&g, &view, g.turn);
            if (g.last_turns == 1 && g.phase == LINEA_TURN) {
                int seat = g.turn, most = INT16_MIN;
                for (int k = 0; k < n; k++)
                    if (total_after(&g, moves[k], seat) > most)
                        most = total_after(&g, moves[k], seat);
                linea_move m = ask_search(&view, moves, n, &some, 0);
                CHECK_EQ(total_after(&g, m, seat), most);
                asked++;
            }
            linea_game_apply(&g, NULL,
                             linea_bot_choose(&linea_bot_greedy, memory[1], &view,
                                              moves, n, &little));
        }
    }
    CHECK_EQ(asked, 40);
}

/* Whether the search would try a claim with the first turn of a game. */
static bool tries_a_claim(const struct linea_map *map)
{
    struct linea_seed seed;
    struct linea_game g;
    struct linea_view view;
    linea_move tries[TRIES];
    struct plan plan = {0};
    bool may = false, would = false;
    int n;
    linea_seed_derive(&seed, 11, 0);
    linea_game_begin(&g, NULL, map, 2, 0, &seed);
    while ((n = linea_game_moves(&g, moves)) > 0 && g.phase != LINEA_TURN)
        linea_game_apply(&g, NULL, moves[0]);
    for (int i = 0; i < n; i++)
        may = may || linea_move_kind(moves[i]) == LINEA_CLAIM;
    CHECK(may);
    linea_game_view(&g, &view, g.turn);
    int count = linea_tries_find(tries, &view, moves, n, moves[0], &plan);
    for (int i = 0; i < count; i++)
        would = would || linea_move_kind(tries[i]) == LINEA_CLAIM;
    return would;
}

TEST(search_does_not_try_a_tunnel_that_is_sure_to_cost_more_than_it_has)
{
    /* All cards of one colour: a tunnel always costs three more than the two in hand,
       and two searches that waited for each other claimed and declined for ever. */
    static struct linea_map map;
    map = *test_map("tunnel");
    memset(map.count, 0, sizeof map.count);
    map.count[0] = map.cards;
    memset(map.card, 0, sizeof map.card);
    CHECK(!tries_a_claim(&map));
    /* Three cards of another colour may be turned up. */
    map.count[0] -= 3;
    map.count[1] = 3;
    memset(map.card, 1, 3);
    CHECK(tries_a_claim(&map));
}

/* Wins of the first bot in games of two on a map. */
static int wins(const struct linea_bot *first, const struct linea_bot *second,
                const struct linea_map *map, int games,
                const struct linea_budget *budget)
{
    const struct linea_bot *bots[2] = {first, second};
    int won = 0;
    for (int i = 0; i < games; i++) {
        struct linea_seed seed;
        struct linea_game g;
        struct linea_view view;
        struct linea_result result;
        linea_seed_derive(&seed, 9, (uint64_t)i);
        linea_game_begin(&g, NULL, map, 2, i % 2, &seed);
        for (int s = 0; s < 2; s++)
            bots[s]->begin(bots[s], memory[s], (uint64_t)i);
        for (int n; (n = linea_game_moves(&g, moves)) > 0;) {
            linea_game_view(&g, &view, g.turn);
            linea_game_apply(&g, NULL,
                             linea_bot_choose(bots[g.turn], memory[g.turn], &view,
                                              moves, n, budget));
        }
        linea_game_score(&g, &result);
        won += result.winners == 1;
    }
    return won;
}

TEST(planner_beats_random_nearly_always_on_every_map)
{
    for (int i = 0; maps_id(i); i++)
        CHECK(wins(&linea_bot_planner, &linea_bot_random, maps_get(maps_id(i)), 60,
                   &little) >= 57);
}

/* How much expert beats hard takes minutes to measure: docs/ladder.md has it. */
TEST(hard_beats_normal_and_normal_beats_easy_more_often_than_not)
{
    const struct linea_map *map = maps_get("new-york");
    CHECK(wins(&linea_bot_normal, &linea_bot_easy, map, 40, &little) > 22);
    CHECK(wins(&linea_bot_hard, &linea_bot_normal, map, 40, &little) > 22);
}

TEST(a_bot_is_found_by_its_name_and_fits_into_the_memory_that_callers_have)
{
    const struct linea_bot *bot;
    for (int b = 0; (bot = linea_bot_at(b)); b++) {
        CHECK(linea_bot_find(bot->name) == bot);
        CHECK(bot->memory <= LINEA_BOT_MEMORY);
    }
    CHECK(!linea_bot_find("nobody"));
    CHECK(!linea_bot_at(-1));
}

/* On Europe, whose routes are more than a word has bits: stations come after claims. */
TEST(stations_are_tried_where_the_plan_borrows_a_route_and_nowhere_else)
{
    static struct random_game r;
    struct setup setup = {maps_get("europe"), 2};
    struct plan plan = {.borrowed = {{1, 0}}};
    uint64_t ends = linea_plan_ends(setup.map, &plan.borrowed);
    int tried = 0;
    for (random_begin(&r, setup, 1); r.n > 0; random_play(&r, random_choose(&r))) {
        struct linea_view view;
        linea_move tries[TRIES];
        uint64_t there = 0;
        linea_game_view(&r.g, &view, r.g.turn);
        int count = linea_tries_find(tries, &view, r.moves, r.n, r.moves[0], &plan);
        for (int i = 0; i < count; i++)
            if (linea_move_kind(tries[i]) == LINEA_STATION) {
                uint64_t place = (uint64_t)1 << linea_move_place(tries[i]);
                CHECK(ends & place && !(there & place));
                there |= place;
                tried++;
            }
    }
    CHECK(tried > 0);
}

TEST(names_that_would_pass_for_ours)
{
    static const char *const ours[] = {
        "bot",      "Bot",          "b o t",         "bot:hard",       "B0t: hard",
        "bot hard", "hard bot",     "The Bot Hard",  "1. bot:hard",    "bot\uff1ahard",
        "hardbot",  "bothard",      "b o t h a r d", "Mr. Hardbot",    "bot\u2236 hard",
        "bot:Ann",  "Expert (bot)", "[bot] easy 3",  "\u0185ot normal"};
    static const char *const others[] = {
        "Botond", "Richard Botha", "Bernard Bot", "Ann's bot",  "online_bot",
        "Robot",  "Abbot",         "Hard",        "Easy Rider", "Norma L.",
        ""};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!linea_bot_is_name(ours[i]))
            fail_msg("%s passes", ours[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (linea_bot_is_name(others[i]))
            fail_msg("%s is refused", others[i]);
}
