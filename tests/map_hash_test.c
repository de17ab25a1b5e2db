/*
 * tests/map_hash_test.c - the identity of a map: what changes it and what does not.
 *
 * SPDX-License-Identifier: MIT
 */
#include "common/maps.h"
#include "linea/hex.h"
#include "small_map.h"

/* The hash of the small map with a piece replaced, in hexadecimal digits. */
static const char *hash_with(const char *piece, const char *with)
{
    static char digits[2 * LINEA_MAP_HASH + 1];
    if (!compile_with(piece, with))
        fail_msg("%s", said);
    linea_hex_write(digits, map.hash, sizeof map.hash);
    return digits;
}

/* This value is in records that people keep: it changes only by mistake. */
static const char known[] =
    "c90add59922474db8898a4f0de522b387cd10c302d994890fc5cf5b214a759c3";

TEST(MAP_the_hash_of_a_map_is_the_same_everywhere)
{
    CHECK_TEXT(hash_with("\"small\"", "\"small\""), known);
}

TEST(MAP_the_hash_depends_neither_on_names_and_drawings_nor_on_the_layout_of_the_file)
{
    static const char *const changes[][2] = {
        {"\"id\": \"small\"", "\"id\": \"tiny\""},
        {"\"Small\"", "\"Klein\""},
        {"\"vehicle\": \"taxi\"", "\"vehicle\": \"bus\""},
        {"\"Calais\"", "\"Kales\""},
        {"\"long\", \"it\": \"lunghi\"", "\"far\", \"it\": \"lontani\""},
        {"\"geo\": [1.5, 2]", "\"geo\": [-1, 7]"},
        {"\"printed\": \"The End\", ", ""},
        {"\"at\": [1, -2.5]", "\"at\": [2, 2]"},
        {"\"drawing\": {\"anything\": [1, {\"goes\": null}]}", "\"drawing\": {}"},
        {"\"players\": [2, 3]", "\"players\":[2,3]\n"},
        {"\"players\": [2, 3],\n  \"first\": \"oldest\"",
         "\"first\": \"oldest\", \"players\": [2, 3]"},
        {"\"points\": 6, \"deck\": \"short\"",
         "\"deck\": \"sh\\u006frt\", \"points\": 6"},
        {"\"costs\": [1, 2, 4], \"points\": 5", "\"points\": 5, \"costs\": [1, 2, 4]"},
        {"\"dover\", \"calais\"", "\"calais\", \"dover\""},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        CHECK_TEXT(hash_with(changes[i][0], changes[i][1]), known);
}

TEST(MAP_the_hash_depends_on_everything_that_decides_a_game)
{
    static const char *const changes[][2] = {
        {"\"players\": [2, 3]", "\"players\": [2, 2]"},
        {"\"oldest\"", "\"youngest\""},
        {"\"vehicles\": 9", "\"vehicles\": 10"},
        {"\"end-vehicles\": 2", "\"end-vehicles\": 3"},
        {"\"single-parallels-up-to\": 2", "\"single-parallels-up-to\": 0"},
        {"\"red\": 5", "\"red\": 6"},
        {"\"wild\": 3", "\"wild\": 4"},
        {"\"red\": 5, \"wild\": 3, \"blue\": 6",
         "\"blue\": 6, \"wild\": 3, \"red\": 5"},
        {"\"hand\": 2", "\"hand\": 1"},
        {"\"4\": 7", "\"4\": 8"},
        {"\"returned\": \"shuffled\"", "\"returned\": \"bottom\""},
        {"\"draw\": {\"tickets\": 2", "\"draw\": {\"tickets\": 3"},
        {"[\"long\", \"short\"]", "[\"long\"]"},
        {"\"reveal\": 3", "\"reveal\": 2"},
        {"\"costs\": [1, 2, 4]", "\"costs\": [1, 2, 3]"},
        {"\"points\": 5}", "\"points\": 4}"},
        {"\"points\": [20, 10]", "\"points\": [20, 9]"},
        {"\"white\": 2, \"red\": 1", "\"red\": 1, \"white\": 2"},
        {"\"5\": 6", "\"5\": 7"},
        {"\"attractions\": {\"points\": 2}", "\"attractions\": {\"points\": 1}"},
        {"\"points\": 11", "\"points\": 12"},
        {"\"points\": 15", "\"points\": 14"},
        {"\"tickets\", \"stations\"", "\"stations\", \"tickets\""},
        {"\"attraction\": true", "\"attraction\": true, \"dead-end\": true"},
        {"\"dead-end\": true}", "\"dead-end\": true, \"attraction\": true}"},
        {"\"ferry\": 1", "\"ferry\": 2"},
        {"\"length\": 4, \"colour\": \"blue\"", "\"length\": 4, \"colour\": \"gray\""},
        {"\"points\": 6, \"deck\": \"short\"", "\"points\": 7, \"deck\": \"short\""},
        {"\"points\": 9, \"deck\": \"long\"", "\"points\": 8, \"deck\": \"long\""},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (strcmp(hash_with(changes[i][0], changes[i][1]), known) == 0)
            fail_msg("the hash does not depend on %s", changes[i][0]);
    }
}

TEST(MAP_every_map_built_in_has_a_hash_of_its_own)
{
    int n = 0;
    for (; maps_id(n); n++)
        for (int i = 0; i < n; i++)
            CHECK(memcmp(maps_get(maps_id(i))->hash, maps_get(maps_id(n))->hash,
                         LINEA_MAP_HASH) != 0);
    CHECK(n > 1);
}
