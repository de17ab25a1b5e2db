/*
 * tests/rng_test.c - the random streams: the cipher by its published vector, shuffles
 * by a plain second writing of docs/randomness.md, seeds as text.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/rng.h"
#include "test.h"

TEST(the_stream_is_chacha_with_eight_rounds)
{
    /* Key and nonce of zeros, from the test vectors of draft-strombergson-chacha. */
    static const uint8_t expected[64] = {
        0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f,
        0x09, 0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a, 0x7f, 0x3b, 0x18, 0x1b,
        0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e, 0x98, 0x4c, 0xe1, 0x72, 0xb9, 0x21, 0x6f,
        0x41, 0x9f, 0x44, 0x53, 0x67, 0x45, 0x6d, 0x56, 0x19, 0x31, 0x4a, 0x42, 0xa3,
        0xda, 0x86, 0xb0, 0x01, 0x38, 0x7b, 0xfd, 0xb8, 0x0e, 0x0c, 0xfe, 0x42};
    static const struct linea_seed zero;
    uint8_t out[LINEA_CHACHA_BYTES];
    linea_chacha8(out, &zero, 0, 0);
    assert_memory_equal(out, expected, sizeof expected);
}

TEST(blocks_follow_each_other_and_streams_differ)
{
    static const struct linea_seed seed = {{1, 2, 3}};
    uint8_t four[LINEA_CHACHA_BYTES], next[LINEA_CHACHA_BYTES];
    linea_chacha8(four, &seed, 0, 5);
    for (uint32_t block = 0; block < 4; block++) {
        linea_chacha8(next, &seed, block, 5);
        assert_memory_equal(four + 64 * block, next, 64);
    }
    linea_chacha8(next, &seed, 0, 6);
    CHECK(memcmp(four, next, 64) != 0);
}

/* A stream read the plain way: block by block, two bytes at a time. */
struct plain {
    const struct linea_seed *seed;
    uint32_t stream;
    int used;
};

static uint32_t plain_next(struct plain *p)
{
    uint8_t out[LINEA_CHACHA_BYTES];
    linea_chacha8(out, p->seed, (uint32_t)p->used / 64, p->stream);
    int at = p->used % 64;
    p->used += 2;
    return (uint32_t)(out[at] | out[at + 1] << 8);
}

/* Counts in *rejected the products that were thrown away. */
static uint32_t plain_below(struct plain *p, uint32_t n, int *rejected)
{
    for (;; ++*rejected) {
        uint32_t product = plain_next(p) * n;
        if (product % 65536 >= 65536 % n)
            return product / 65536;
    }
}

TEST(a_shuffle_is_what_the_documentation_says)
{
    int rejected = 0;
    for (uint64_t i = 0; i < 40; i++) {
        struct linea_seed seed;
        linea_seed_derive(&seed, 3, i);
        int n = i % 2 ? 110 : 256;
        uint8_t items[256], expected[256];
        for (int k = 0; k < n; k++)
            items[k] = expected[k] = (uint8_t)k;
        struct plain p = {&seed, LINEA_STREAM_CARDS, 0};
        for (int k = n - 1; k > 0; k--) {
            uint32_t j = plain_below(&p, (uint32_t)k + 1, &rejected);
            uint8_t item = expected[k];
            expected[k] = expected[j];
            expected[j] = item;
        }
        linea_shuffle(items, n, &seed, LINEA_STREAM_CARDS);
        assert_memory_equal(items, expected, (size_t)n);
    }
    CHECK(rejected > 0);
}

TEST(a_pick_is_below_its_bound_and_takes_every_value)
{
    bool seen[5] = {false};
    for (uint64_t i = 0; i < 200; i++) {
        struct linea_seed seed;
        linea_seed_derive(&seed, 4, i);
        int pick = linea_pick(&seed, LINEA_STREAM_FIRST, 5);
        CHECK(pick >= 0 && pick < 5);
        seen[pick] = true;
    }
    for (int i = 0; i < 5; i++)
        CHECK(seen[i]);
}

TEST(a_shuffle_of_one_or_none_changes_nothing)
{
    static const struct linea_seed seed = {{9}};
    uint8_t items[2] = {7, 8};
    linea_shuffle(items, 0, &seed, 1);
    linea_shuffle(items, 1, &seed, 1);
    CHECK_EQ(items[0], 7);
    CHECK_EQ(items[1], 8);
}

TEST(a_seed_is_64_hex_digits)
{
    struct linea_seed seed, again, before;
    char text[LINEA_SEED_TEXT + 1];
    linea_seed_derive(&seed, 1, 2);
    linea_seed_write(text, &seed);
    CHECK_EQ(strlen(text), LINEA_SEED_TEXT);
    CHECK(linea_seed_read(&again, text, LINEA_SEED_TEXT));
    assert_memory_equal(&seed, &again, sizeof seed);
    before = again;
    CHECK(!linea_seed_read(&again, text, LINEA_SEED_TEXT - 1));
    text[10] = 'g';
    CHECK(!linea_seed_read(&again, text, LINEA_SEED_TEXT));
    assert_memory_equal(&again, &before, sizeof again);
    memset(text, 'F', LINEA_SEED_TEXT);
    CHECK(linea_seed_read(&again, text, LINEA_SEED_TEXT));
    CHECK_EQ(again.byte[31], 255);
}

TEST(derived_seeds_differ)
{
    struct linea_seed a, b, c;
    linea_seed_derive(&a, 1, 0);
    linea_seed_derive(&b, 1, 1);
    linea_seed_derive(&c, 2, 0);
    CHECK(memcmp(&a, &b, sizeof a) != 0);
    CHECK(memcmp(&a, &c, sizeof a) != 0);
}

/* Together or one by one, lucky or not: 300 seeds make some shuffles need more numbers
   than one for each item. */
TEST(shuffles_made_at_once_are_those_made_one_by_one)
{
    static const int size[LINEA_SHUFFLES] = {256, 33, 1, 110, 0, 2, 34, 65};
    for (uint64_t game = 0; game < 300; game++) {
        uint8_t together[LINEA_SHUFFLES][256], alone[256];
        struct linea_shuffle shuffles[LINEA_SHUFFLES];
        struct linea_seed seed;
        linea_seed_derive(&seed, 3, game);
        for (int i = 0; i < LINEA_SHUFFLES; i++) {
            for (int k = 0; k < size[i]; k++)
                together[i][k] = (uint8_t)k;
            shuffles[i] =
                (struct linea_shuffle){together[i], size[i], (uint32_t)(i * 7)};
        }
        linea_shuffle_all(shuffles, LINEA_SHUFFLES, &seed);
        for (int i = 0; i < LINEA_SHUFFLES; i++) {
            for (int k = 0; k < size[i]; k++)
                alone[k] = (uint8_t)k;
            linea_shuffle(alone, size[i], &seed, (uint32_t)(i * 7));
            CHECK(memcmp(alone, together[i], (size_t)size[i]) == 0);
        }
    }
}
