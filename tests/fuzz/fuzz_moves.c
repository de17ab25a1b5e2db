/*
 * tests/fuzz/fuzz_moves.c - bytes choose a map, a seed and the moves of a game; at
 * every step the oracle agrees, the invariants hold, and now and then the position
 * survives.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"
#include "oracle.h"

static int setups(void)
{
    static int count;
    struct setup setup;
    while (setup_at(&setup, count))
        count++;
    return count;
}

/* The oracle plays along and has the same game. */
static void require_oracle(const struct oracle *o, const struct random_game *r)
{
    const char *different = oracle_compare_game(o, &r->g);
    if (!different)
        different = oracle_compare_moves(o, r->moves, r->n);
    require(!different, different ? different : "");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct random_game r;
    static struct oracle o;
    struct setup setup;
    if (size < 4 || !setup_at(&setup, data[0] % setups()))
        return 0;
    random_begin(&r, setup, (uint64_t)data[1] << 8 | data[2]);
    oracle_begin(&o, setup.map, setup.seats, LINEA_NOBODY, &r.g.seed);
    for (size_t at = 3; at + 1 < size && r.n > 0; at++) {
        unsigned choice = (unsigned)data[at] << 8 | data[at + 1];
        linea_move m = r.moves[choice % (unsigned)r.n];
        /* The oracle is slow; inputs of other sizes ask it elsewhere. */
        if (at % 16 == size % 16)
            require_oracle(&o, &r);
        oracle_apply(&o, m);
        random_play(&r, m);
        require(linea_game_check(&r.g, NULL), "the invariants hold");
    }
    require_oracle(&o, &r);
    require_sound(&r.g);
    return 0;
}
