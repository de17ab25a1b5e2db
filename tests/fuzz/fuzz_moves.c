/*
 * tests/fuzz/fuzz_moves.c - bytes choose a map, a seed and the moves of a game; at
 * every step the oracle agrees, the invariants hold, and now and then the position
 * survives.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

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

static void require_oracle(const struct random_game *r)
{
    static linea_move expected[LINEA_MOVES];
    int n = oracle_moves(&r->g, expected);
    require(n == r->n, "the oracle lists as many moves");
    require(memcmp(expected, r->moves, (size_t)n * sizeof *expected) == 0,
            "the oracle lists the same moves");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct random_game r;
    struct setup setup;
    if (size < 4 || !setup_at(&setup, data[0] % setups()))
        return 0;
    random_begin(&r, setup, (uint64_t)data[1] << 8 | data[2]);
    for (size_t at = 3; at + 1 < size && r.n > 0; at++) {
        unsigned choice = (unsigned)data[at] << 8 | data[at + 1];
        /* The oracle is slow; inputs of other sizes ask it elsewhere. */
        if (at % 16 == size % 16)
            require_oracle(&r);
        random_play(&r, r.moves[choice % (unsigned)r.n]);
        require(linea_game_check(&r.g, NULL), "the invariants hold");
    }
    require_sound(&r.g);
    return 0;
}
