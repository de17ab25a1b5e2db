/*
 * tests/map_mistake_test.c - what the map compiler says of a map that is wrong. Each
 * case replaces a piece of the small map and expects exactly the reports that follow,
 * so that neither a missing report nor one too many goes unseen.
 *
 * SPDX-License-Identifier: MIT
 */
#include "small_map.h"

struct mistake {
    const char *piece, *with, *report;
};

static void expect(const struct mistake *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bool good = compile_with(cases[i].piece, cases[i].with);
        if (good != (cases[i].report[0] == 0) || strcmp(said, cases[i].report) != 0)
            fail_msg("%s -> %s\nexpected: %sgot: %s", cases[i].piece, cases[i].with,
                     cases[i].report, said);
    }
}

#define EXPECT(cases) expect(cases, sizeof cases / sizeof *cases)

TEST(MAP_what_is_not_json_is_reported_once)
{
    static const struct mistake cases[] = {
        {"\"id\": \"small\",", "\"id\": \"small\"",
         "4: column 3: a comma or } was expected\n"},
        {"\"hand\": 2,", "\"hand\": 2, \"hand\": 2,",
         "12: column 14: the object has this key already\n"},
        {"\"name\": {\"en\": \"Small\", \"it\": \"Piccola\"}",
         "\"name\": {\"en\": \"Small\", \"it\": \"Più\" \"ro\"}",
         "4: column 39: a comma or } was expected\n"},
    };
    EXPECT(cases);
}

TEST(MAP_keys_must_be_there_and_known)
{
    static const struct mistake cases[] = {
        {"\"mechanics\": {", "\"mechanic\": {",
         "1: mechanics: this key is missing\n"
         "20: mechanic: there is no key \"mechanic\"\n"},
        {"  \"id\": \"small\",\n", "", "1: id: this key is missing\n"},
        {"  \"hand\": 2,\n", "", "1: hand: this key is missing\n"},
        {"\"hand\": 2", "\"hand\": 2, \"hands\": 2, \"\": 1",
         "12: hands: there is no key \"hands\"\n"
         "12: \"\": there is no key \"\"\n"},
        {"\"length\": 2, ", "", "40: routes[0].length: this key is missing\n"},
        {"\"length\": 2, ", "\"length\": 2, \"colours\": 1, ",
         "40: routes[0].colours: there is no key \"colours\"\n"},
        {"\"colour\": \"gray\", \"ferry\"",
         "\"colour\": \"gray, or a word of 39 letters and xééé more\", \"ferry\"",
         "40: routes[0].colour: \"gray, or a word of 39 letters and xéé…\" is neither "
         "a colour nor gray\n"},
        {"\"reveal\": 3", "\"show\": 3",
         "22: mechanics.tunnels.reveal: this key is missing\n"
         "22: mechanics.tunnels.show: there is no key \"show\"\n"},
        {"\"ferries\": {}", "\"ferries\": {\"points\": 1}",
         "21: mechanics.ferries.points: there is no key \"points\"\n"},
        {"\"dead-ends\": {}", "\"dead-ends\": {}, \"volcanoes\": {}",
         "29: mechanics.volcanoes: there is no mechanic \"volcanoes\"\n"},
    };
    EXPECT(cases);
}

TEST(MAP_values_must_have_their_type)
{
    static const struct mistake cases[] = {
        {"\"hand\": 2", "\"hand\": \"2\"",
         "12: hand: \"2\" is not a whole number from 0 to 8\n"},
        {"\"hand\": 2", "\"hand\": 2.0",
         "12: hand: 2.0 is not a whole number from 0 to 8\n"},
        {"\"id\": \"small\"", "\"id\": null",
         "3: id: null is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, no - "
         "last\n"},
        {"\"players\": [2, 3]", "\"players\": {\"2\": 3}",
         "5: players: an object is not an array\n"},
        {"\"players\": [2, 3]", "\"players\": [2, 3, 4]",
         "5: players: its size is 3 and must be 2\n"},
        {"\"cards\": {\"red\": 5, \"wild\": 3, \"blue\": 6}", "\"cards\": []",
         "11: cards: an array is not an object\n"},
        {"\"reveal\": 3", "\"reveal\": [3]",
         "22: mechanics.tunnels.reveal: an array is not a whole number from 1 to 3\n"},
        {"{\"anything\": [1, {\"goes\": null}]}", "[]",
         "53: drawing: an array is not an object\n"},
        {"\"attraction\": true", "\"attraction\": false",
         "36: locations[3].attraction: false is not true; where it is not, leave the "
         "key out\n"},
        {"\"at\": [1, -2.5]", "\"at\": [1, \"2\"]",
         "34: locations[1].at[1]: \"2\" is not a number from -1000000 to 1000000\n"},
        {"\"geo\": [1.5, 2]", "\"geo\": [1.5]",
         "37: locations[4].geo: its size is 1 and must be 2\n"},
        {"{\"between\": [\"end\", \"dover\"], \"length\": 1, \"colour\": \"red\"}", "7",
         "45: routes[5]: 7 is not an object\n"},
        {"{\"id\": \"short\"}", "\"short\"",
         "16: decks[1]: \"short\" is not an object\n"},
        {"{\"between\": [\"bern\", \"end\"], \"points\": 2, \"deck\": \"short\"}", "7",
         "50: tickets[2]: 7 is not an object\n"},
        {"\"dead-end\": true", "\"dead-end\": 1",
         "37: locations[4].dead-end: 1 is not true; where it is not, leave the key "
         "out\n"},
    };
    EXPECT(cases);
}

TEST(MAP_numbers_keep_to_their_range)
{
    static const struct mistake cases[] = {
        {"\"linea-map\": 1", "\"linea-map\": 2", "2: linea-map: 2 is not 1\n"},
        {"\"players\": [2, 3]", "\"players\": [1, 3]",
         "5: players[0]: 1 is not a whole number from 2 to 5\n"},
        {"\"players\": [2, 3]", "\"players\": [2, 6]",
         "5: players[1]: 6 is not a whole number from 2 to 5\n"},
        {"\"players\": [2, 3]", "\"players\": [3, 2]",
         "5: players: the fewest players, 3, are more than the most, 2\n"},
        {"\"players\": [2, 3]", "\"players\": [3, 3]", ""},
        {"\"longest\": {\"points\": 11}", "\"longest\": {\"points\": 0}", ""},
        {"[1, 2, 4], \"points\": 5", "[1, 2, 4], \"points\": 0", ""},
        {"\"vehicles\": 9,\n", "\"vehicles\": 61,\n",
         "8: vehicles: 61 is not a whole number from 1 to 60\n"},
        {"\"end-vehicles\": 2", "\"end-vehicles\": 21",
         "9: end-vehicles: 21 is not a whole number from 0 to 20\n"},
        {"\"end-vehicles\": 2", "\"end-vehicles\": 9",
         "8: vehicles: 9 is not above end-vehicles, 9\n"},
        {"\"single-parallels-up-to\": 2", "\"single-parallels-up-to\": 6",
         "10: single-parallels-up-to: 6 is not a whole number from 0 to 5\n"},
        {"\"hand\": 2", "\"hand\": 9",
         "12: hand: 9 is not a whole number from 0 to 8\n"},
        {"\"red\": 5, \"wild\": 3", "\"red\": 0, \"wild\": 3",
         "11: cards.red: 0 is not a whole number from 1 to 128\n"},
        {"\"wild\": 3", "\"wild\": 129",
         "11: cards.wild: 129 is not a whole number from 0 to 128\n"},
        {"\"4\": 7", "\"4\": 101",
         "13: route-points.4: 101 is not a whole number from 0 to 100\n"},
        {"\"4\": 7", "\"4\": 7, \"9\": 7",
         "13: route-points.9: \"9\" is not a length from 1 to 8\n"},
        {"\"reveal\": 3", "\"reveal\": 4",
         "22: mechanics.tunnels.reveal: 4 is not a whole number from 1 to 3\n"},
        {"[1, 2, 4]", "[]",
         "23: mechanics.stations.costs: its size is 0 and must be at least 1\n"},
        {"[1, 2, 4]", "[1, 2, 3, 4, 5]",
         "23: mechanics.stations.costs: its size is 5 and must be at most 4\n"},
        {"[1, 2, 4]", "[1, 3, 2]",
         "23: mechanics.stations.costs[2]: 2 is less than the station before costs, "
         "3\n"},
        {"[1, 2, 4]", "[0, 2, 9]",
         "23: mechanics.stations.costs[0]: 0 is not a whole number from 1 to 8\n"
         "23: mechanics.stations.costs[2]: 9 is not a whole number from 1 to 8\n"},
        {"[20, 10]", "[20]",
         "24: mechanics.passengers.points: its size is 1 and must be 2\n"},
        {"[20, 10]", "[20, 101]",
         "24: mechanics.passengers.points[1]: 101 is not a whole number from 0 to "
         "100\n"},
        {"\"old-town\": 3", "\"old-town\": -1",
         "25: mechanics.districts.old-town: -1 is not a whole number from 0 to 100\n"},
        {"\"ferry\": 1", "\"ferry\": 3",
         "40: routes[0].ferry: 3 is not a whole number from 1 to 2\n"},
        {"\"ferry\": 1", "\"ferry\": 0",
         "40: routes[0].ferry: 0 is not a whole number from 1 to 2\n"},
        {"\"length\": 2, ", "\"length\": 9, ",
         "40: routes[0].length: 9 is not a whole number from 1 to 8\n"},
        {"\"points\": 6", "\"points\": 0",
         "48: tickets[0].points: 0 is not a whole number from 1 to 100\n"},
        {"\"points\": 6", "\"points\": 101",
         "48: tickets[0].points: 101 is not a whole number from 1 to 100\n"},
    };
    EXPECT(cases);
}

TEST(MAP_names_and_ids_are_spelt_as_the_format_says)
{
    static const struct mistake cases[] = {
        {"\"id\": \"small\"", "\"id\": \"Small\"",
         "3: id: \"Small\" is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, no "
         "- last\n"},
        {"\"id\": \"small\"", "\"id\": \"small-\"",
         "3: id: \"small-\" is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, "
         "no - last\n"},
        {"\"id\": \"small\"", "\"id\": \"5\"",
         "3: id: \"5\" is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, no - "
         "last\n"},
        {"\"id\": \"small\"", "\"id\": \"z\"", ""},
        {"\"id\": \"small\"", "\"id\": \"a_b\"",
         "3: id: \"a_b\" is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, no - "
         "last\n"},
        {"\"id\": \"small\"", "\"id\": \"a{\"",
         "3: id: \"a{\" is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, no - "
         "last\n"},
        {"\"id\": \"small\"", "\"id\": \"\"",
         "3: id: \"\" is not an id: 1 to 32 of a-z, 0-9 and -, a letter first, no - "
         "last\n"},
        {"\"id\": \"arles\"", "\"id\": \"Arles!\"",
         "36: locations[3].id: \"Arles!\" is not an id: 1 to 32 of a-z, 0-9 and -, a "
         "letter first, no - last\n"},
        {"\"en\": \"Small\", \"it\": \"Piccola\"", "",
         "4: name: its size is 0 and must be at least 1\n"},
        {"\"en\": \"Small\", \"it\": \"Piccola\"", "\"e\": \"Small\"",
         "4: name.e: \"e\" is not a language tag: 2 to 7 of a-z and -\n"},
        {"\"en\": \"Small\", \"it\": \"Piccola\"", "\"e1\": \"Small\"",
         "4: name.e1: \"e1\" is not a language tag: 2 to 7 of a-z and -\n"},
        {"\"en\": \"Small\", \"it\": \"Piccola\"", "\"en\": \"\", \"it\": 1",
         "4: name.en: \"\" is not a text of 1 to 60 bytes without control characters\n"
         "4: name.it: 1 is not a text of 1 to 60 bytes without control characters\n"},
        {"\"en\": \"Small\"", "\"en\": \"Sm\\nall\"",
         "4: name.en: \"Sm\\nall\" is not a text of 1 to 60 bytes without control "
         "characters\n"},
        {"\"Small\"", "\"Sm\\u009ball\"",
         "4: name.en: \"Sm\\u009ball\" is not a text of 1 to 60 bytes without control "
         "characters\n"},
        {"\"Small\"", "\"Sm\\u202eall\"",
         "4: name.en: \"Sm\\u202eall\" is not a text of 1 to 60 bytes without control "
         "characters\n"},
        {"\"Small\"",
         "\"Sm\xe2\x80\xae"
         "all\"",
         "4: name.en: \"Sm<U+202E>all\" is not a text of 1 to 60 bytes without control "
         "characters\n"},
        {"\"it\": \"Berna\"", "\"ro\": \"Berna\"",
         "35: locations[2].name.it: this key is missing\n"
         "35: locations[2].name.ro: the map's own name is not in this language\n"},
        {"{\"en\": \"Bern\", \"it\": \"Berna\"}", "\"Bern\"",
         "35: locations[2].name: \"Bern\" is not an object\n"},
        {"\"printed\": \"The End\"", "\"printed\": \"\"",
         "37: locations[4].printed: \"\" is not a text of 1 to 60 bytes without "
         "control characters\n"},
        {"\"old-town\": 3", "\"Old Town\": 3",
         "25: mechanics.districts.Old Town: \"Old Town\" is neither an id nor a "
         "number\n"},
    };
    EXPECT(cases);
}

TEST(MAP_what_is_named_must_be_known)
{
    static const struct mistake cases[] = {
        {"\"oldest\"", "\"tallest\"",
         "6: first: \"tallest\" is not youngest, oldest or most-travelled\n"},
        {"\"taxi\"", "\"boat\"", "7: vehicle: \"boat\" is not train, taxi or bus\n"},
        {"\"wild\": 3, \"blue\": 6", "\"wild\": 3, \"blue\": 6, \"gold\": 2",
         "11: cards.gold: \"gold\" is not a colour of cards\n"},
        {"\"wild\": 3, ", "", "11: cards.wild: this key is missing\n"},
        {"\"white\": 2", "\"gray\": 2",
         "24: mechanics.passengers.colours.gray: \"gray\" is not a colour of "
         "passengers\n"},
        {"\"returned\": \"shuffled\"", "\"returned\": \"kept\"",
         "18: opening.returned: \"kept\" is not bottom, shuffled or out-of-game\n"},
        {"\"longest\", \"passengers\"]", "\"longest\", \"points\"]",
         "31: ties[3]: \"points\" is not tickets, passengers, stations or longest\n"},
        {"\"district\": \"5\", \"at\"", "\"district\": \"6\", \"at\"",
         "34: locations[1].district: there is no district \"6\"\n"},
        {"\"district\": \"5\", \"at\"", "\"district\": 5, \"at\"",
         "34: locations[1].district: 5 is not the id of a district, in quotes\n"},
        {"[\"end\", \"dover\"]", "[\"end\", \"devon\"]",
         "45: routes[5].between[1]: there is no location \"devon\"\n"},
        {"[\"end\", \"dover\"]", "[\"end\", 5]",
         "45: routes[5].between[1]: there is no location 5\n"},
        {"\"length\": 4, \"colour\": \"blue\"", "\"length\": 4, \"colour\": \"green\"",
         "41: routes[1].colour: there are no \"green\" cards\n"},
        {"\"length\": 4, \"colour\": \"blue\"", "\"length\": 4, \"colour\": \"wild\"",
         "41: routes[1].colour: \"wild\" is neither a colour nor gray\n"},
        {"\"points\": 6, \"deck\": \"short\"", "\"points\": 6, \"deck\": \"huge\"",
         "48: tickets[0].deck: there is no deck \"huge\"\n"},
        {"{\"short\": 1}", "{\"huge\": 1}",
         "18: opening.deal.huge: there is no deck \"huge\"\n"},
        {"[\"long\", \"short\"]", "[\"long\", \"huge\"]",
         "19: draw.from[1]: there is no deck \"huge\"\n"},
    };
    EXPECT(cases);
}

TEST(MAP_a_place_lies_on_the_earth_and_in_a_drawing)
{
    static const struct mistake cases[] = {
        {"\"geo\": [1.5, 2]", "\"geo\": [133, 2]",
         "37: locations[4].geo[0]: 133 is not a number from -90 to 90\n"},
        {"\"geo\": [1.5, 2]", "\"geo\": [-90.001, 2]",
         "37: locations[4].geo[0]: -90.001 is not a number from -90 to 90\n"},
        {"\"geo\": [1.5, 2]", "\"geo\": [1.5, 180.5]",
         "37: locations[4].geo[1]: 180.5 is not a number from -180 to 180\n"},
        {"\"geo\": [1.5, 2]", "\"geo\": [9.1e1, 2]",
         "37: locations[4].geo[0]: 9.1e1 is not a number from -90 to 90\n"},
        {"\"geo\": [1.5, 2]", "\"geo\": [1e999, \"2\"]",
         "37: locations[4].geo[0]: 1e999 is not a number from -90 to 90\n"
         "37: locations[4].geo[1]: \"2\" is not a number from -180 to 180\n"},
        {"\"at\": [1, -2.5]", "\"at\": [1000000.5, -2.5]",
         "34: locations[1].at[0]: 1000000.5 is not a number from -1000000 to "
         "1000000\n"},
    };
    EXPECT(cases);
    static const char *const good[] = {"[90, 180]", "[-90, -180.0]", "[0, -1e-05]",
                                       "[0.9E2, 17999e-2]"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        char with[64];
        snprintf(with, sizeof with, "\"geo\": %s", good[i]);
        CHECK(compile_with("\"geo\": [1.5, 2]", with));
    }
}

TEST(MAP_a_map_that_does_not_say_where_its_places_lie_is_warned_of)
{
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_TEXT(warned, "32: locations: 4 of 5 have no geo (or at), so boards are drawn "
                       "from the routes alone\n");
    for (int i = 0; i < 4; i++) {
        static const char *const before[] = {"\"district\": \"5\", \"passengers\": 1",
                                             "\"at\": [1, -2.5]", "\"passengers\": 2}",
                                             "\"attraction\": true"};
        char with[64];
        snprintf(with, sizeof with, "\"geo\": [%d, 1], %s", i, before[i]);
        replace(before[i], with);
    }
    CHECK(compile());
    CHECK_TEXT(warned, "");
}

TEST(MAP_a_single_deck_is_called_regular)
{
    static const struct mistake cases[] = {
        {",\n    {\"id\": \"short\"}", "",
         "15: decks[0].id: a single deck has the id regular, not \"long\"\n"},
    };
    EXPECT(cases);
}

TEST(MAP_nothing_is_there_twice)
{
    static const struct mistake cases[] = {
        {"\"id\": \"short\"", "\"id\": \"long\"",
         "16: decks[1].id: there is a deck \"long\" already\n"
         "18: opening.deal.short: there is no deck \"short\", which is named 5 "
         "times\n"},
        {"\"id\": \"bern\"", "\"id\": \"dover\"",
         "35: locations[2].id: there is a location \"dover\" already\n"},
        {"[\"tickets\", \"stations\", \"longest\", \"passengers\"]",
         "[\"tickets\", \"tickets\"]", "31: ties[1]: \"tickets\" is there already\n"},
        {"[\"long\", \"short\"]", "[\"long\", \"short\", \"long\"]",
         "19: draw.from[2]: the deck \"long\" is named twice\n"},
        {"\"between\": [\"dover\", \"arles\"]", "\"between\": [\"bern\", \"dover\"]",
         "49: tickets[1]: there is a ticket between bern and dover already\n"},
        {"\"between\": [\"end\", \"dover\"]", "\"between\": [\"end\", \"end\"]",
         "45: routes[5].between: both ends are end\n"},
    };
    EXPECT(cases);
}

TEST(MAP_parallel_routes_are_alike_and_few)
{
    static const struct mistake cases[] = {
        {"\"length\": 4, \"colour\": \"red\"", "\"length\": 2, \"colour\": \"red\"",
         "42: routes[2].length: parallel routes have the same length: this one is 2 "
         "long, another 4\n"},
        {"[\"arles\", \"end\"], \"length\": 1", "[\"arles\", \"bern\"], \"length\": 2",
         "44: routes[4].length: parallel routes have the same length: this one is 2 "
         "long, another 1\n"},
        {"\"length\": 4, \"colour\": \"red\"", "\"length\": 4, \"colour\": \"blue\"",
         ""},
        {"\"routes\": [",
         "\"routes\": [\n{\"between\": [\"bern\", \"calais\"], \"length\": 4, "
         "\"colour\": \"gray\"}, {\"between\": [\"bern\", \"calais\"], \"length\": 4, "
         "\"colour\": \"gray\"},",
         ""},
        {"\"routes\": [",
         "\"routes\": [\n{\"between\": [\"bern\", \"calais\"], \"length\": 4, "
         "\"colour\": \"gray\"}, {\"between\": [\"bern\", \"calais\"], \"length\": 4, "
         "\"colour\": \"gray\"}, {\"between\": [\"bern\", \"calais\"], \"length\": 4, "
         "\"colour\": \"gray\"},",
         "43: routes[5]: there are 4 routes between bern and calais already\n"},
    };
    EXPECT(cases);
}

TEST(MAP_lengths_and_points_go_together)
{
    static const struct mistake cases[] = {
        {"\"4\": 7", "\"4\": 7, \"5\": 10",
         "13: route-points.5: no route has length 5\n"},
        {", \"4\": 7", "", "41: routes[1].length: route-points has no length 4\n"},
    };
    EXPECT(cases);
}

TEST(MAP_the_board_hangs_together)
{
    static const struct mistake cases[] = {
        {"\"locations\": [",
         "\"locations\": [{\"id\": \"alone\", \"name\": {\"en\": \"A\", \"it\": "
         "\"A\"}},",
         "32: locations[0].id: \"alone\" has no route\n"},
        {"\"id\": \"end\", ",
         "\"id\": \"end\", \"name\": {\"en\": \"End\", \"it\": \"Fine\"}, "
         "\"dead-end\": true}, {\"id\": \"far\", ",
         "37: locations[5].id: \"far\" has no route\n"},
        {"{\"between\": [\"arles\", \"bern\"], \"length\": 1, \"colour\": \"gray\", "
         "\"tunnel\": true}",
         "{\"between\": [\"bern\", \"calais\"], \"length\": 4, \"colour\": \"gray\", "
         "\"tunnel\": true}",
         "36: locations[3].id: \"arles\" cannot be reached from dover\n"
         "49: tickets[1]: no routes join arles and dover\n"
         "51: tickets[3]: no routes join arles and calais\n"},
        {"\"id\": \"calais\", ", "\"id\": \"calais\", \"dead-end\": true, ",
         "35: locations[2].id: \"bern\" cannot be reached from dover\n"
         "48: tickets[0]: no routes join bern and dover\n"
         "49: tickets[1]: no routes join arles and dover\n"},
    };
    EXPECT(cases);
}

TEST(MAP_every_ticket_can_be_completed)
{
    static const struct mistake cases[] = {
        {"\"vehicles\": 9,\n", "\"vehicles\": 6,\n",
         "49: tickets[1]: arles and dover are 7 spaces apart, and a player has 6 "
         "vehicles\n"},
        {"\"vehicles\": 9,\n", "\"vehicles\": 7,\n", ""},
    };
    EXPECT(cases);
}

TEST(MAP_every_route_can_be_claimed)
{
    static const struct mistake cases[] = {
        {"\"vehicles\": 9,\n", "\"vehicles\": 3,\n",
         "41: routes[1].length: nobody can claim 4 spaces with 3 vehicles\n"
         "42: routes[2].length: nobody can claim 4 spaces with 3 vehicles\n"
         "48: tickets[0]: bern and dover are 6 spaces apart, and a player has 3 "
         "vehicles\n"
         "49: tickets[1]: arles and dover are 7 spaces apart, and a player has 3 "
         "vehicles\n"
         "51: tickets[3]: arles and calais are 5 spaces apart, and a player has 3 "
         "vehicles\n"},
        {"\"red\": 5, \"wild\": 3, \"blue\": 6",
         "\"red\": 1, \"wild\": 2, \"blue\": 12",
         "42: routes[2].length: nobody can pay 4 cards: the deck has no set of more "
         "than 3\n"},
        {"\"red\": 5, \"wild\": 3, \"blue\": 6", "\"red\": 5, \"wild\": 0, \"blue\": 9",
         "40: routes[0].ferry: it demands more wilds, 1, than the deck has, 0\n"},
        {"\"red\": 5, \"wild\": 3, \"blue\": 6", "\"red\": 3, \"wild\": 1, \"blue\": 9",
         ""},
    };
    EXPECT(cases);
}

TEST(MAP_the_decks_are_large_enough)
{
    static const struct mistake cases[] = {
        {"\"red\": 5, \"wild\": 3, \"blue\": 6", "\"red\": 3, \"wild\": 3, \"blue\": 6",
         ""},
        {"\"red\": 5, \"wild\": 3, \"blue\": 6", "\"red\": 3, \"wild\": 3, \"blue\": 5",
         "11: cards: 11 cards are too few: hands, display and one more are 12\n"},
        {"\"red\": 5", "\"red\": 120", "11: cards: 129 cards are more than 128\n"},
        {"{\"short\": 1}", "{\"short\": 2}",
         "18: opening.deal.short: the most players are dealt 6 tickets, and the deck "
         "has 3\n"},
        {"{\"short\": 1}", "{\"short\": 1, \"long\": 1}",
         "18: opening.deal.long: the most players are dealt 3 tickets, and the deck "
         "has 1\n"},
        {"{\"deal\": {\"short\": 1}",
         "{\"mix\": {\"tickets\": 2, \"from\": [\"short\", \"long\"]}",
         "18: opening.mix: the most players draw 6 tickets, and the decks have 4\n"},
        {"{\"id\": \"short\"}", "{\"id\": \"short\"}, {\"id\": \"none\"}",
         "16: decks[2].id: the deck \"none\" has no ticket\n"
         "16: decks[2].id: nothing is drawn from the deck \"none\"\n"},
        {"[\"long\", \"short\"]", "[\"short\"]",
         "15: decks[0].id: nothing is drawn from the deck \"long\"\n"},
    };
    EXPECT(cases);
}

TEST(MAP_tickets_are_dealt_in_one_way)
{
    static const struct mistake cases[] = {
        {"{\"deal\": {\"short\": 1}, \"keep\"", "{\"keep\"",
         "18: opening: it needs either deal or mix\n"},
        {"{\"deal\": {\"short\": 1}",
         "{\"deal\": {\"short\": 1}, \"mix\": {\"tickets\": 1, \"from\": [\"long\", "
         "\"short\"]}",
         "18: opening: it needs either deal or mix\n"},
        {"{\"deal\": {\"short\": 1}",
         "{\"mix\": {\"tickets\": 1, \"from\": [\"long\"]}",
         "18: opening.mix.from: its size is 1 and must be at least 2\n"},
        {"{\"short\": 1}", "{}",
         "18: opening.deal: its size is 0 and must be at least 1\n"},
        {"{\"short\": 1}", "{\"short\": 5, \"long\": 4}",
         "18: opening.deal: it deals 9 tickets, and 8 are the most\n"},
        {"\"keep\": 1, \"returned\"", "\"keep\": 2, \"returned\"",
         "18: opening.keep: 2 is not 1\n"},
        {"\"keep\": 1}", "\"keep\": 3}",
         "19: draw.keep: 3 is not a whole number from 1 to 2\n"},
        {"\"from\": [\"long\", \"short\"]", "\"from\": []",
         "19: draw.from: its size is 0 and must be at least 1\n"},
    };
    EXPECT(cases);
}

TEST(MAP_mechanics_are_listed_when_used_and_used_when_listed)
{
    static const struct mistake cases[] = {
        {"    \"ferries\": {},\n", "",
         "39: routes[0].ferry: the mechanic ferries is not listed\n"},
        {"    \"tunnels\": {\"reveal\": 3},\n", "",
         "42: routes[3].tunnel: the mechanic tunnels is not listed\n"},
        {"    \"attractions\": {\"points\": 2},\n", "",
         "35: locations[3].attraction: the mechanic attractions is not listed\n"},
        {",\n    \"dead-ends\": {}", "",
         "36: locations[4].dead-end: the mechanic dead-ends is not listed\n"},
        {"    \"districts\": {\"5\": 6, \"old-town\": 3},\n", "",
         "32: locations[0].district: the mechanic districts is not listed\n"
         "33: locations[1].district: the mechanic districts is not listed\n"
         "34: locations[2].district: the mechanic districts is not listed\n"
         "35: locations[3].district: the mechanic districts is not listed\n"},
        {"    \"passengers\": {\"colours\": {\"white\": 2, \"red\": 1}, \"points\": "
         "[20, 10]},\n",
         "",
         "30: ties[3]: the mechanic \"passengers\" is not listed\n"
         "32: locations[0].passengers: the mechanic passengers is not listed\n"
         "34: locations[2].passengers: the mechanic passengers is not listed\n"},
        {", \"ferry\": 1", "",
         "21: mechanics.ferries: no location and no route uses it\n"},
        {", \"tunnel\": true", "",
         "22: mechanics.tunnels: no location and no route uses it\n"},
        {", \"attraction\": true", "",
         "26: mechanics.attractions: no location and no route uses it\n"},
        {", \"dead-end\": true", "",
         "29: mechanics.dead-ends: no location and no route uses it\n"},
        {"\"district\": \"5\", \"at\"", "\"at\"",
         "25: mechanics.districts.5: a district joins at least two locations, and this "
         "one has 1\n"},
        {"\"old-town\": 3", "\"old-town\": 3, \"new-town\": 4",
         "25: mechanics.districts.new-town: a district joins at least two locations, "
         "and this one has 0\n"},
    };
    EXPECT(cases);
}

TEST(MAP_ties_need_their_mechanic)
{
    static const struct mistake cases[] = {
        {"    \"longest\": {\"points\": 11},\n", "",
         "30: ties[2]: the mechanic \"longest\" is not listed\n"},
        {"    \"stations\": {\"costs\": [1, 2, 4], \"points\": 5},\n", "",
         "30: ties[1]: the mechanic \"stations\" is not listed\n"},
    };
    EXPECT(cases);
}

TEST(MAP_passengers_fill_their_places)
{
    static const struct mistake cases[] = {
        {"\"white\": 2", "\"white\": 3",
         "24: mechanics.passengers.colours: there are 4 passengers, and the locations "
         "hold 3\n"},
        {"\"white\": 2", "\"white\": 64",
         "24: mechanics.passengers.colours: 65 passengers are more than 64\n"},
        {"{\"white\": 2, \"red\": 1}", "{}",
         "24: mechanics.passengers.colours: its size is 0 and must be at least 1\n"},
        {", \"passengers\": 2}", ", \"passengers\": 65}",
         "35: locations[2].passengers: 65 is not a whole number from 0 to 64\n"},
    };
    EXPECT(cases);
}

TEST(MAP_every_station_can_be_paid)
{
    CHECK(compile_with("[1, 2, 4]", "[8, 8]"));
    replace("\"red\": 5, \"wild\": 3, \"blue\": 6",
            "\"red\": 7, \"wild\": 1, \"blue\": 6");
    CHECK(compile());
    replace("\"red\": 7", "\"red\": 6");
    CHECK(!compile());
    CHECK_TEXT(said,
               "23: mechanics.stations.costs[0]: nobody can pay 8 cards: the deck "
               "has no set of more than 7\n"
               "23: mechanics.stations.costs[1]: nobody can pay 8 cards: the deck "
               "has no set of more than 7\n");
}

TEST(MAP_passengers_that_are_nowhere_are_not_used)
{
    memcpy(text, small, sizeof small);
    replace(", \"passengers\": 1}", "}");
    replace(", \"passengers\": 2}", "}");
    CHECK(!compile());
    CHECK_TEXT(said, "24: mechanics.passengers: no location and no route uses it\n");
}

TEST(MAP_a_dead_end_may_be_the_end_of_a_ticket)
{
    CHECK(compile_with("\"between\": [\"bern\", \"end\"], \"points\"",
                       "\"between\": [\"calais\", \"end\"], \"points\""));
}

TEST(MAP_mistakes_of_every_part_are_found_in_one_run)
{
    memcpy(text, small, sizeof small);
    replace("\"hand\": 2", "\"hand\": 20");
    replace("\"reveal\": 3", "\"reveal\": 0");
    replace("\"id\": \"bern\"", "\"id\": \"Bern\"");
    replace("\"length\": 4, \"colour\": \"blue\"",
            "\"length\": 4, \"colour\": \"teal\"");
    replace("\"points\": 5, \"deck\"", "\"points\": 500, \"deck\"");
    CHECK(!compile());
    CHECK_TEXT(said,
               "12: hand: 20 is not a whole number from 0 to 8\n"
               "22: mechanics.tunnels.reveal: 0 is not a whole number from 1 to 3\n"
               "35: locations[2].id: \"Bern\" is not an id: 1 to 32 of a-z, 0-9 and -, "
               "a letter "
               "first, no - last\n"
               "41: routes[1].colour: \"teal\" is neither a colour nor gray\n"
               "51: tickets[3].points: 500 is not a whole number from 1 to 100\n");
}
