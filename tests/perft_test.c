/*
 * tests/perft_test.c - the size of move trees: fixed seeds have a known number of
 * leaves.
 *
 * The table pins the list of legal moves and what moves do; `linea perft` prints the
 * same counts. A tiny map is searched to the end of every game.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "random_games.h"
#include "test.h"

enum { DEPTH = 4 };

/* Leaves of the tree of that depth; a game that is over is a leaf. */
static long perft(const struct linea_game *g, int depth)
{
    static linea_move moves[DEPTH + 1][LINEA_MOVES];
    if (depth == 0 || g->phase == LINEA_OVER)
        return 1;
    int n = linea_game_moves(g, moves[depth]);
    if (depth == 1)
        return n;
    long leaves = 0;
    for (int i = 0; i < n; i++) {
        struct linea_game next = *g;
        linea_game_apply(&next, NULL, moves[depth][i]);
        leaves += perft(&next, depth - 1);
    }
    return leaves;
}

/* Seed 1, seat 0 first, from the deal or after an opening in which everybody plays the
   first move of the list. */
static void begin(struct linea_game *g, const char *map, int seats, bool opened)
{
    static linea_move moves[LINEA_MOVES];
    struct linea_seed seed;
    linea_seed_derive(&seed, 1, 0);
    CHECK(linea_game_begin(g, NULL, test_map(map), seats, 0, &seed));
    while (opened && g->phase != LINEA_TURN) {
        linea_game_moves(g, moves);
        linea_game_apply(g, NULL, moves[0]);
    }
}

static const struct {
    const char *map;
    int seats;
    bool opened;
    long leaves[DEPTH]; /* of depth 1, 2 …; 0 where that takes too long */
} table[] = {
    {"new-york", 2, false, {3, 9, 99, 639}},
    {"new-york", 2, true, {11, 71, 609, 7624}},
    {"new-york", 3, false, {3, 9, 27, 297}},
    {"new-york", 3, true, {11, 72, 909, 12929}},
    {"new-york", 4, false, {3, 9, 27, 81}},
    {"new-york", 4, true, {11, 72, 880, 17919}},
    {"london", 2, false, {3, 9, 180, 2493}},
    {"london", 2, true, {20, 277, 2992, 34078}},
    {"london", 3, false, {3, 9, 27, 540}},
    {"london", 3, true, {20, 295, 6804, 88553}},
    {"london", 4, false, {3, 9, 27, 81}},
    {"london", 4, true, {20, 295, 6769, 171322}},
    {"germany", 2, false, {5, 25, 275, 3025}},
    {"germany", 2, true, {78, 656, 70502, 0}},
    {"germany", 3, false, {5, 25, 125, 1375}},
    {"germany", 3, true, {79, 665, 72115, 0}},
    {"germany", 4, false, {5, 25, 125, 625}},
    {"germany", 4, true, {78, 524, 71467, 0}},
    {"germany", 5, false, {5, 25, 125, 625}},
    {"germany", 5, true, {77, 516, 69868, 0}},
    {"europe", 2, false, {11, 121, 19481, 0}},
    {"europe", 2, true, {161, 32475, 0, 0}},
    {"europe", 3, false, {11, 121, 1331, 215622}},
    {"europe", 3, true, {162, 32639, 0, 0}},
    {"europe", 4, false, {11, 121, 1331, 14641}},
    {"europe", 4, true, {161, 31239, 0, 0}},
    {"europe", 5, false, {11, 121, 1331, 14641}},
    {"europe", 5, true, {160, 32111, 0, 0}},
    {"attraction", 2, true, {8, 35, 153, 674}},
    {"crowd", 5, false, {165, 27225, 0, 0}},
    {"dead-end", 2, true, {13, 115, 695, 4057}},
    {"district", 2, true, {13, 113, 704, 4164}},
    {"everything", 2, true, {46, 798, 11587, 141839}},
    {"everything", 3, true, {45, 770, 18168, 0}},
    {"everything", 4, true, {45, 770, 18204, 0}},
    {"everything", 5, true, {46, 856, 21161, 0}},
    {"ferry", 2, true, {7, 25, 105, 467}},
    {"globetrotter", 2, true, {12, 93, 566, 3252}},
    {"longest", 2, true, {13, 146, 1085, 6878}},
    {"mix", 2, true, {13, 109, 871, 6513}},
    {"pass", 2, true, {6, 18, 79, 305}},
    {"passenger", 2, true, {11, 53, 455, 2079}},
    {"square", 2, true, {9, 43, 257, 1536}},
    {"station", 2, true, {18, 239, 1622, 10138}},
    {"triple", 2, true, {10, 64, 419, 2362}},
    {"tunnel", 2, true, {7, 22, 96, 385}},
    {"wilds", 2, true, {6, 19, 68, 246}},
};

enum { ROWS = sizeof table / sizeof table[0] };

TEST(move_trees_have_the_known_size)
{
    for (int i = 0; i < ROWS; i++) {
        struct linea_game g;
        begin(&g, table[i].map, table[i].seats, table[i].opened);
        for (int depth = 1; depth <= DEPTH && table[i].leaves[depth - 1]; depth++) {
            long leaves = perft(&g, depth);
            if (leaves != table[i].leaves[depth - 1])
                fail_msg("%s, %d seats, %s, depth %d: %ld leaves, not %ld",
                         table[i].map, table[i].seats,
                         table[i].opened ? "opened" : "dealt", depth, leaves,
                         table[i].leaves[depth - 1]);
        }
    }
}

/* The same tree, walked by the oracle alone. */
static long oracle_perft(const struct oracle *o, int depth)
{
    static linea_move moves[DEPTH + 1][LINEA_MOVES];
    int n = oracle_moves(o, moves[depth]);
    if (depth == 1 || n == 0)
        return n > 0 ? n : 1;
    long leaves = 0;
    for (int i = 0; i < n; i++) {
        struct oracle next = *o;
        oracle_apply(&next, moves[depth][i]);
        leaves += oracle_perft(&next, depth - 1);
    }
    return leaves;
}

TEST(the_oracle_counts_the_same)
{
    static linea_move moves[LINEA_MOVES];
    for (int i = 0; i < ROWS; i++) {
        struct linea_seed seed;
        struct oracle o;
        linea_seed_derive(&seed, 1, 0);
        oracle_begin(&o, test_map(table[i].map), table[i].seats, 0, &seed);
        while (table[i].opened && o.phase != LINEA_TURN) {
            oracle_moves(&o, moves);
            oracle_apply(&o, moves[0]);
        }
        CHECK_EQ(oracle_perft(&o, 2), table[i].leaves[1]);
    }
}

/* The smallest map that has two routes, a wild and a ticket to draw. */
static const char tiny[] =
    "{\"linea-map\":1,\"id\":\"tiny\",\"name\":{\"en\":\"Tiny\"},\"players\":[2,2],"
    "\"first\":\"youngest\",\"vehicle\":\"train\",\"vehicles\":2,\"end-vehicles\":0,"
    "\"single-parallels-up-to\":0,\"cards\":{\"red\":4,\"blue\":3,\"wild\":2},"
    "\"hand\":1,\"route-points\":{\"1\":1},\"decks\":[{\"id\":\"regular\"}],"
    "\"opening\":{\"deal\":{\"regular\":1},\"keep\":1,\"returned\":\"bottom\"},"
    "\"draw\":{\"tickets\":2,\"from\":[\"regular\"],\"keep\":1},\"mechanics\":{},"
    "\"ties\":[\"tickets\"],\"locations\":[{\"id\":\"a\",\"name\":{\"en\":\"A\"}},"
    "{\"id\":\"b\",\"name\":{\"en\":\"B\"}},{\"id\":\"c\",\"name\":{\"en\":\"C\"}}],"
    "\"routes\":[{\"between\":[\"a\",\"b\"],\"length\":1,\"colour\":\"red\"},"
    "{\"between\":[\"b\",\"c\"],\"length\":1,\"colour\":\"gray\"}],"
    "\"tickets\":[{\"between\":[\"a\",\"b\"],\"points\":1,\"deck\":\"regular\"},"
    "{\"between\":[\"b\",\"c\"],\"points\":1,\"deck\":\"regular\"},"
    "{\"between\":[\"a\",\"c\"],\"points\":2,\"deck\":\"regular\"}]}";

/* What there is to meet in all games of so many deals. */
enum {
    TINY_SEEDS = 10,
    TINY_GAMES = 103305,
    TINY_POSITIONS = 371240,
    TINY_SHARED = 0,
    TINY_PASSED_OUT = 84699,
    TINY_LONGEST = 13,
    PLIES = 64,
};

/* What the search of all games has met. */
struct search {
    long games, positions, shared, passed_out;
    int longest;
    linea_move moves[PLIES][LINEA_MOVES]; /* by ply */
};

static void search_all(struct search *search, const struct linea_game *g, int ply)
{
    CHECK(linea_game_check(g, NULL));
    search->positions++;
    CHECK(ply < PLIES);
    int n = linea_game_moves(g, search->moves[ply]);
    if (n == 0) {
        struct linea_result result;
        linea_game_score(g, &result);
        CHECK(result.winners != 0);
        search->games++;
        search->shared += linea_bits(result.winners) > 1;
        search->passed_out += g->passes == g->seats;
        if (ply > search->longest)
            search->longest = ply;
    }
    for (int i = 0; i < n; i++) {
        struct linea_game next = *g;
        linea_game_apply(&next, NULL, search->moves[ply][i]);
        search_all(search, &next, ply + 1);
    }
}

static void fail_on(void *context, int line, const char *where, const char *what)
{
    (void)context;
    fail_msg("line %d, %s: %s", line, where, what);
}

TEST(every_game_of_a_tiny_map_keeps_the_rules)
{
    static struct linea_map map;
    static struct linea_json memory;
    static struct search search;
    const struct linea_map_report report = {.mistake = fail_on, .context = NULL};
    struct linea_seed seed;
    struct linea_game g;
    CHECK(linea_map_read(&map, &memory, tiny, strlen(tiny), &report));
    for (uint64_t i = 0; i < TINY_SEEDS; i++) {
        linea_seed_derive(&seed, 1, i);
        CHECK(linea_game_begin(&g, NULL, &map, 2, 0, &seed));
        search_all(&search, &g, 0);
    }
    if (search.games != TINY_GAMES || search.positions != TINY_POSITIONS ||
        search.shared != TINY_SHARED || search.passed_out != TINY_PASSED_OUT ||
        search.longest != TINY_LONGEST)
        fail_msg(
            "%ld games, %ld positions, %ld shared, %ld ended by passes, longest %d",
            search.games, search.positions, search.shared, search.passed_out,
            search.longest);
}
