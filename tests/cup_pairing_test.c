/*
 * tests/cup_pairing_test.c - who sits together: against every way there is, for small
 * fields; and whole cups by chance, of every format and size.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cup/event.h"
#include "cup_box.h"
#include "test.h"

enum { FIELD = 12 };

/* What a way of seating costs, the plain way: lists of who sits together. */
struct plain_cost {
    int repeated; /* meetings that are repeated, the second time thrice … */
    int64_t rest; /* points apart, and smaller tables */
};

static struct plain_cost plain_cost(const struct linea_cup *cup, const int table_of[],
                                    const int size[], int players)
{
    struct plain_cost cost = {0, 0};
    for (int a = 0; a < players; a++) {
        if (size[table_of[a]] < size[0])
            cost.rest += (2 * cup->player[a].small + 1) * 720 * 720;
        for (int b = 0; b < a; b++) {
            if (table_of[a] != table_of[b])
                continue;
            int met = linea_cup_met(cup, a, b);
            int64_t apart = cup->player[a].points - cup->player[b].points;
            cost.repeated += met ? 2 * met - 1 : 0;
            cost.rest += apart * apart;
        }
    }
    return cost;
}

static bool is_less(struct plain_cost a, struct plain_cost b)
{
    return a.repeated != b.repeated ? a.repeated < b.repeated : a.rest < b.rest;
}

struct all_ways {
    const struct linea_cup *cup;
    const int *size;
    int tables, players, table_of[FIELD], seated[FIELD];
    bool found;
    struct plain_cost best;
};

/* Every player at every table that has room: each way many times over, but every way.
 */
static void seat_next(struct all_ways *w, int player)
{
    if (player == w->players) {
        struct plain_cost cost = plain_cost(w->cup, w->table_of, w->size, w->players);
        if (!w->found || is_less(cost, w->best))
            w->best = cost;
        w->found = true;
        return;
    }
    for (int t = 0; t < w->tables; t++) {
        if (w->seated[t] == w->size[t])
            continue;
        /* Empty tables of a size are alike: only the first of them is taken. */
        if (t && !w->seated[t] && !w->seated[t - 1] && w->size[t] == w->size[t - 1])
            continue;
        w->seated[t]++;
        w->table_of[player] = t;
        seat_next(w, player + 1);
        w->seated[t]--;
    }
}

static struct plain_cost cost_of(const struct linea_cup *cup, const int players[],
                                 const int size[], int tables)
{
    int table_of[FIELD], n = 0;
    for (int t = 0; t < tables; t++)
        for (int i = 0; i < size[t]; i++)
            table_of[players[n++]] = t;
    return plain_cost(cup, table_of, size, n);
}

/* A cup in the midst: points, meetings and small tables by chance. */
static void scatter(struct cup_box *box, int players)
{
    struct linea_cup *cup = &box->cup;
    memset(cup, 0, sizeof *cup);
    cup->players = players;
    int often = linea_rng_below(&box->rng, 60);
    for (int a = 0; a < players; a++) {
        cup->player[a].points = 60 * linea_rng_below(&box->rng, 30);
        cup->player[a].small = linea_rng_below(&box->rng, 3);
        cup->player[a].table = LINEA_CUP_NONE;
        for (int b = 0; b < a; b++)
            if (linea_rng_below(&box->rng, 100) < often)
                cup->met[a * (a - 1) / 2 + b] =
                    (uint8_t)(1 + linea_rng_below(&box->rng, 3));
    }
}

TEST(small_fields_are_seated_at_the_least_cost_there_is)
{
    struct cup_box *box = cup_box();
    box->rng.state = 1;
    int searched = 0, worse = 0, repeats = 0;
    for (int players = 2; players <= FIELD; players++)
        for (int most = 2; most <= LINEA_CUP_SEATS; most++)
            for (int trial = 0; trial < test_size(3, 60); trial++) {
                int size[FIELD], left, by_search[FIELD], exact[FIELD];
                int tables = linea_cup_split(&left, players, most, 2);
                int n = players - left;
                scatter(box, n);
                for (int t = 0; t < tables; t++)
                    size[t] = linea_cup_seats_of(n, tables, t);
                for (int p = 0; p < n; p++)
                    exact[p] = by_search[p] = p;
                struct all_ways ways = {
                    .cup = &box->cup, .size = size, .tables = tables, .players = n};
                seat_next(&ways, 0);
                linea_cup_group(&box->cup, exact, size, tables, 1);
                struct plain_cost cost = cost_of(&box->cup, exact, size, tables);
                CHECK_EQ(cost.repeated, ways.best.repeated);
                CHECK(cost.rest == ways.best.rest);
                linea_cup_group_search(&box->cup, by_search, size, tables, 1);
                cost = cost_of(&box->cup, by_search, size, tables);
                CHECK(!is_less(cost, ways.best));
                searched++;
                worse += is_less(ways.best, cost);
                repeats += cost.repeated > ways.best.repeated;
            }
    /* The search that large fields get finds it nearly always. */
    printf("search: %d of %d are not the best, %d repeat more\n", worse, searched,
           repeats);
    CHECK(worse * 5 <= searched);
    CHECK(repeats * 20 <= searched);
}

TEST(players_are_split_into_as_few_tables_as_hold_them_and_as_equal_as_can_be)
{
    for (int players = 0; players <= LINEA_CUP_PLAYERS; players++)
        for (int size = 2; size <= LINEA_CUP_SEATS; size++)
            for (int least = 2; least <= size; least++) {
                int left, sum = 0;
                int tables = linea_cup_split(&left, players, size, least);
                if (!tables) {
                    CHECK(players < least);
                    continue;
                }
                for (int t = 0; t < tables; t++) {
                    int seats = linea_cup_seats_of(players - left, tables, t);
                    CHECK(seats >= least && seats <= size);
                    sum += seats;
                }
                CHECK_EQ(sum + left, players);
                CHECK(left < size &&
                      (least > 2 || size == 2 || left == (players == 1)));
            }
}

/* How often the two who met most often did. */
static int most_meetings(const struct linea_cup *cup)
{
    int most = 0;
    for (int pair = 0; pair < cup->players * (cup->players - 1) / 2; pair++)
        most = cup->met[pair] > most ? cup->met[pair] : most;
    return most;
}

TEST(nobody_meets_anybody_twice_where_that_can_be_avoided)
{
    static const struct {
        int players, size, rounds;
    } fields[] = {{8, 2, 5},   {10, 2, 5}, {12, 2, 6},  {16, 2, 8},  {64, 2, 12},
                  {9, 3, 4},   {27, 3, 7}, {64, 3, 10}, {16, 4, 3},  {32, 4, 5},
                  {64, 4, 10}, {25, 5, 3}, {63, 5, 7},  {250, 4, 12}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct cup_box *box = cup_box();
        char settings[96];
        box->rng.state = i;
        snprintf(settings, sizeof settings,
                 "\"format\":\"swiss\",\"size\":%d,\"rounds\":%d", fields[i].size,
                 fields[i].rounds);
        cup_make(box, settings, fields[i].players);
        CHECK_EQ(cup_play(box, &(struct cup_chances){.ties = 10}), fields[i].rounds);
        if (most_meetings(&box->cup) != 1)
            fail_msg("%d players at tables of %d, %d rounds: some met %d times",
                     fields[i].players, fields[i].size, fields[i].rounds,
                     most_meetings(&box->cup));
    }
}

/* Nobody has two byes more than anybody else who was there all the time. */
static void check_byes(const struct linea_cup *cup)
{
    int least = INT32_MAX, most = 0;
    for (int p = 0; p < cup->players; p++) {
        const struct linea_cup_player *player = &cup->player[p];
        if (player->out || player->tables + player->byes < cup->round)
            continue;
        least = player->byes < least ? player->byes : least;
        most = player->byes > most ? player->byes : most;
    }
    CHECK(most <= least + 1);
}

static void play_field(struct cup_box *box, const char *format, int players, int size,
                       int least, bool changes)
{
    const struct cup_chances chances = {.leaves = changes ? 3 : 0,
                                        .joins = changes ? 6 : 0,
                                        .absent = changes ? 4 : 0,
                                        .ties = 15,
                                        .pauses = changes ? 3 : 0};
    char settings[128];
    snprintf(settings, sizeof settings,
             "\"format\":\"%s\",\"size\":%d,\"least\":%d,\"minutes\":1,\"on\":%d,"
             "\"late\":2,\"duplicate\":%s,\"field\":%s",
             format, size, least, size > 3 ? 2 : 1, players % 5 ? "false" : "true",
             players % 5 == 1 && strcmp(format, "swiss") == 0 ? "true" : "false");
    cup_make(box, settings, players);
    cup_play(box, &chances);
    if (!changes && strcmp(format, "swiss") == 0) {
        CHECK_EQ(box->cup.round, box->cup.rounds);
        check_byes(&box->cup);
    }
}

TEST(every_format_ends_for_every_field_whoever_comes_and_goes)
{
    static const char *const formats[] = {"swiss", "arena", "knock-out"};
    for (int f = 0; f < 3; f++)
        for (int size = 2; size <= LINEA_CUP_SEATS; size++)
            for (int players = 2; players <= 64; players++)
                for (int changes = 0; changes < 2; changes++) {
                    struct cup_box *box = cup_box();
                    int least = (players + changes) % 3 ? 2 : size;
                    if (least > players)
                        least = 2;
                    box->rng.state = (uint64_t)(players * 100 + size * 10 + changes);
                    play_field(box, formats[f], players, size, least, changes);
                }
}

TEST(a_thousand_players_are_paired_in_moments)
{
    struct cup_box *box = cup_box();
    cup_make(box, "\"format\":\"swiss\",\"size\":4,\"rounds\":6", 1000);
    cup_play(box, &(struct cup_chances){.ties = 5});
    CHECK_EQ(most_meetings(&box->cup), 1);
}
