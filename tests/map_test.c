/*
 * tests/map_test.c - the map compiler: the tables it makes of a map, and the limits
 * of a map at their edges.
 *
 * SPDX-License-Identifier: MIT
 */
#include "small_map.h"

TEST(MAP_a_map_without_mistakes_is_accepted_in_silence)
{
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_TEXT(said, "");
}

TEST(MAP_two_readings_are_equal_as_bytes)
{
    static struct linea_map other;
    memset(&map, 0x55, sizeof map);
    memcpy(text, small, sizeof small);
    CHECK(compile());
    other = map;
    memset(&map, 0xaa, sizeof map);
    CHECK(compile());
    CHECK(memcmp(&map, &other, sizeof map) == 0);
}

TEST(MAP_numbers_are_taken_over)
{
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_TEXT(linea_map_text(&map, map.id), "small");
    CHECK_TEXT(linea_map_text(&map, map.vehicle), "taxi");
    CHECK_EQ(map.min_seats, 2);
    CHECK_EQ(map.max_seats, 3);
    CHECK_EQ(map.first, LINEA_OLDEST);
    CHECK_EQ(map.vehicles, 9);
    CHECK_EQ(map.end_vehicles, 2);
    CHECK_EQ(map.single_up_to, 2);
    CHECK_EQ(map.hand, 2);
    CHECK_EQ(map.route_points[4], 7);
    CHECK_EQ(map.route_points[3], 0);
    CHECK_EQ(map.opening_mix, 0);
    CHECK_EQ(map.opening_keep, 1);
    CHECK_EQ(map.opening_returned, LINEA_SHUFFLED_IN);
    CHECK_EQ(map.draw, 2);
    CHECK_EQ(map.draw_keep, 1);
    CHECK_EQ(map.draw_decks, 2);
    CHECK_EQ(map.mechanics, (2 << LINEA_DEAD_ENDS) - 1);
    CHECK_EQ(map.reveal, 3);
    CHECK_EQ(map.stations, 3);
    CHECK_EQ(map.station_cost[2], 4);
    CHECK_EQ(map.points[LINEA_STATIONS_BUILT], 5);
    CHECK_EQ(map.points[LINEA_ATTRACTIONS], 2);
    CHECK_EQ(map.points[LINEA_LONGEST], 11);
    CHECK_EQ(map.points[LINEA_GLOBETROTTER], 15);
    CHECK_EQ(map.ties, 4);
    CHECK_EQ(map.tie[0], LINEA_TIE_TICKETS);
    CHECK_EQ(map.tie[1], LINEA_TIE_STATIONS);
    CHECK_EQ(map.tie[2], LINEA_TIE_LONGEST);
    CHECK_EQ(map.tie[3], LINEA_TIE_PASSENGERS);
}

TEST(MAP_kinds_of_card_are_numbered_as_in_the_file)
{
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_EQ(map.colours, 2);
    CHECK_EQ(map.cards, 14);
    CHECK_EQ(map.count[0], 5);
    CHECK_EQ(map.count[1], 6);
    CHECK_EQ(map.count[LINEA_WILD], 3);
    CHECK_EQ(linea_map_kind(&map, "red,", 3), 0);
    CHECK_EQ(linea_map_kind(&map, "blue", 4), 1);
    CHECK_EQ(linea_map_kind(&map, "wild", 4), LINEA_WILD);
    CHECK_EQ(linea_map_kind(&map, "green", 5), LINEA_NOTHING);
    CHECK_EQ(linea_map_kind(&map, "re", 2), LINEA_NOTHING);
    CHECK_EQ(linea_map_kind(&map, "gray", 4), LINEA_NOTHING);
    CHECK_TEXT(linea_map_kind_name(&map, 1), "blue");
    CHECK_TEXT(linea_map_kind_name(&map, LINEA_WILD), "wild");
    CHECK_TEXT(linea_map_kind_name(&map, LINEA_GRAY), "gray");
    CHECK_TEXT(linea_colour_name(0), "red");
    CHECK_TEXT(linea_colour_name(8), "white");
    CHECK(!linea_colour_name(9));
    CHECK(!linea_colour_name(-1));
}

TEST(MAP_routes_have_their_tables)
{
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_EQ(map.routes, 6);
    CHECK_EQ(map.route[0].a, 1);
    CHECK_EQ(map.route[0].b, 0);
    CHECK_EQ(map.route[0].colour, LINEA_GRAY);
    CHECK_EQ(map.route[0].wilds, 1);
    CHECK_EQ(map.route[0].points, 2);
    CHECK_EQ(map.route[0].row, 0);
    CHECK_EQ(map.route[1].row, 1);
    CHECK_EQ(map.route[2].row, 2);
    CHECK_EQ(map.route[2].a, 2);
    CHECK_EQ(map.route[1].parallels.word[0], 4);
    CHECK_EQ(map.route[2].parallels.word[0], 2);
    CHECK_EQ(map.route[3].tunnel, 1);
    CHECK_EQ(map.route[4].tunnel, 0);
    CHECK_EQ(map.by_length[0].word[0], 0);
    CHECK_EQ(map.by_length[1].word[0], 070);
    CHECK_EQ(map.by_length[3].word[0], 071);
    CHECK_EQ(map.by_length[8].word[0], 077);
    CHECK_EQ(map.as_long[1].word[0], 070);
    CHECK_EQ(map.as_long[2].word[0], 001);
    CHECK_EQ(map.as_long[3].word[0], 000);
    CHECK_EQ(map.paid_with[0][0].word[0], 074);
    CHECK_EQ(map.paid_with[0][1].word[0], 005);
    CHECK_EQ(map.paid_with[1][0].word[0], 012);
    CHECK_EQ(map.paid_with[1][1].word[0], 003);
    CHECK_EQ(map.paid_with[0][7].word[0], 000);
}

TEST(MAP_tickets_are_numbered_deck_by_deck)
{
    static const int a[] = {3, 2, 2, 3}, b[] = {0, 0, 4, 1}, points[] = {9, 6, 2, 5};
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_EQ(map.tickets, 4);
    for (int i = 0; i < 4; i++) {
        CHECK_EQ(map.ticket[i].a, a[i]);
        CHECK_EQ(map.ticket[i].b, b[i]);
        CHECK_EQ(map.ticket[i].points, points[i]);
        CHECK_EQ(map.ticket[i].deck, i > 0);
    }
    CHECK_EQ(map.decks, 2);
    CHECK_EQ(map.deck[0].first, 0);
    CHECK_EQ(map.deck[0].size, 1);
    CHECK_EQ(map.deck[0].dealt, 0);
    CHECK_EQ(map.deck[0].drawn, 1);
    CHECK_EQ(map.deck[1].first, 1);
    CHECK_EQ(map.deck[1].size, 3);
    CHECK_EQ(map.deck[1].dealt, 1);
    CHECK_EQ(map.deck[1].mixed, 0);
    CHECK_TEXT(linea_map_text(&map, map.deck[1].id), "short");
}

TEST(MAP_an_opening_mix_names_its_decks)
{
    CHECK(compile_with("{\"deal\": {\"short\": 1}, \"keep\": 1",
                       "{\"mix\": {\"tickets\": 1, \"from\": [\"long\", \"short\"]}, "
                       "\"keep\": 1"));
    CHECK_EQ(map.opening_mix, 1);
    CHECK_EQ(map.deck[0].mixed, 1);
    CHECK_EQ(map.deck[1].mixed, 1);
    CHECK_EQ(map.deck[1].dealt, 0);
}

TEST(MAP_locations_have_their_traits)
{
    static const int first[] = {0, 1, 1, 3, 3};
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_EQ(map.locations, 5);
    CHECK_EQ(map.districts, 2);
    CHECK_TEXT(linea_map_text(&map, map.district_id[0]), "5");
    CHECK_EQ(map.district_points[0], 6);
    CHECK_EQ(map.district_at[0], 003);
    CHECK_EQ(map.district_at[1], 014);
    CHECK_EQ(map.location[2].district, 1);
    CHECK_EQ(map.location[4].district, LINEA_NOTHING);
    CHECK_EQ(map.attractions, 010);
    CHECK_EQ(map.dead_ends, 020);
    CHECK_EQ(map.location[2].passengers, 2);
    for (int i = 0; i < 5; i++)
        CHECK_EQ(map.location[i].first_passenger, first[i]);
    CHECK_EQ(map.passengers, 3);
    CHECK_EQ(map.passenger_colours, 2);
    CHECK_EQ(map.passenger_count[0], 2);
    CHECK_EQ(map.passenger_count[1], 1);
    CHECK_EQ(map.passenger_points[0], 20);
    CHECK_EQ(map.passenger_points[1], 10);
    CHECK_EQ(linea_map_passenger(&map, "red", 3), 1);
    CHECK_EQ(linea_map_passenger(&map, "blue", 4), LINEA_NOTHING);
    CHECK_TEXT(linea_map_passenger_name(&map, 0), "white");
    CHECK_EQ(linea_map_location(&map, "bern/x", 4), 2);
    CHECK_EQ(linea_map_location(&map, "ber", 3), LINEA_NOTHING);
}

TEST(MAP_names_come_in_the_language_asked_for)
{
    memcpy(text, small, sizeof small);
    CHECK(compile());
    CHECK_EQ(map.languages, 2);
    CHECK_TEXT(map.language[1], "it");
    CHECK_TEXT(linea_map_name(&map, &map.name, "it"), "Piccola");
    CHECK_TEXT(linea_map_name(&map, &map.location[1].name, "it"), "Calé");
    CHECK_TEXT(linea_map_name(&map, &map.location[1].name, "en"), "Calais");
    CHECK_TEXT(linea_map_name(&map, &map.location[1].name, "ro"), "Calais");
    CHECK_TEXT(linea_map_name(&map, &map.deck[0].name, "it"), "lunghi");
    CHECK_TEXT(linea_map_name(&map, &map.deck[1].name, "it"), "");
}

TEST(MAP_mechanics_have_the_names_of_the_format)
{
    CHECK_TEXT(linea_mechanic_name(LINEA_FERRIES), "ferries");
    CHECK_TEXT(linea_mechanic_name(LINEA_DEAD_ENDS), "dead-ends");
}

TEST(MAP_a_file_is_an_object)
{
    strcpy(text, "[]");
    CHECK(!compile());
    CHECK_TEXT(said, "1: map: an array is not an object\n");
    strcpy(text, "");
    CHECK(!compile());
    CHECK_TEXT(said, "1: column 1: a value was expected\n");
}

/* How large a map to write. */
struct size {
    int locations, routes, tickets;
    int languages;
    int letters;       /* of each location's name in each language */
    int more_letters;  /* of the map's and the deck's name */
    int first_letters; /* of the map's name in its first language */
};

static void put_letters(struct linea_out *out, int letters)
{
    linea_out_text(out, "\"");
    for (int i = 0; i < letters; i++)
        linea_out_text(out, "x");
    linea_out_text(out, "\"");
}

static void put_name(struct linea_out *out, int languages, int first, int letters)
{
    for (int i = 0; i < languages; i++) {
        linea_out_text(out, i ? ", \"a-" : "{\"a-");
        linea_out_chars(out, &"abcdefghi"[i], 1);
        linea_out_text(out, "\": ");
        put_letters(out, i ? letters : first);
    }
    linea_out_text(out, "}");
}

static void put_between(struct linea_out *out, int a, int b)
{
    char between[64];
    snprintf(between, sizeof between, "{\"between\": [\"l%02d\", \"l%02d\"], ", a, b);
    linea_out_text(out, between);
}

static void put_board(struct linea_out *out, struct size size)
{
    for (int i = 0; i < size.locations; i++) {
        char id[48];
        snprintf(id, sizeof id, "%s{\"id\": \"l%02d\", \"name\": ", i ? ",\n" : "", i);
        linea_out_text(out, id);
        put_name(out, size.languages, size.letters, size.letters);
        linea_out_text(out, "}");
    }
    linea_out_text(out, "], \"routes\": [");
    for (int i = 0; i < size.routes; i++) {
        int a = i % size.locations;
        linea_out_text(out, i ? ",\n" : "");
        put_between(out, a, (a + 1 + i / size.locations) % size.locations);
        linea_out_text(out, "\"length\": 1, \"colour\": \"gray\"}");
    }
    linea_out_text(out, "], \"tickets\": [");
    for (int i = 0; i < size.tickets; i++) {
        int a = i % size.locations;
        linea_out_text(out, i ? ",\n" : "");
        put_between(out, a, (a + 2 + i / size.locations) % size.locations);
        linea_out_text(out, "\"points\": 1, \"deck\": \"regular\"}");
    }
}

/* Write a map of a ring of locations with chords into the text at hand. */
static bool compile_size(struct size size)
{
    struct linea_out out;
    linea_out_init(&out, text, sizeof text);
    linea_out_text(&out, "{\"linea-map\": 1, \"id\": \"m\", \"name\": ");
    put_name(&out, size.languages, size.first_letters, size.more_letters);
    linea_out_text(&out, ", \"players\": [2, 5], \"first\": \"youngest\", "
                         "\"vehicle\": \"train\", \"vehicles\": 60, "
                         "\"end-vehicles\": 20, \"single-parallels-up-to\": 5, "
                         "\"cards\": {\"red\": 120, \"wild\": 8}, \"hand\": 8, "
                         "\"route-points\": {\"1\": 100}, "
                         "\"decks\": [{\"id\": \"regular\", \"name\": ");
    put_name(&out, size.languages, size.more_letters, size.more_letters);
    linea_out_text(&out, "}], \"opening\": {\"deal\": {\"regular\": 8}, \"keep\": 8, "
                         "\"returned\": \"bottom\"}, \"draw\": {\"tickets\": 8, "
                         "\"from\": [\"regular\"], \"keep\": 8}, \"mechanics\": {}, "
                         "\"ties\": [],\n\"locations\": [");
    put_board(&out, size);
    linea_out_text(&out, "]}");
    assert_false(out.full);
    return compile();
}

static const struct size largest = {
    LINEA_LOCATIONS, LINEA_ROUTES, LINEA_TICKETS, LINEA_LANGUAGES, 29, 45, 60};

TEST(MAP_the_largest_map_is_accepted_to_the_last_byte_of_its_names)
{
    if (!compile_size(largest))
        fail_msg("%s", said);
    CHECK_EQ(map.locations, LINEA_LOCATIONS);
    CHECK_EQ(map.routes, LINEA_ROUTES);
    CHECK_EQ(map.tickets, LINEA_TICKETS);
    CHECK_EQ(map.text_size, LINEA_NAMES);
    CHECK_EQ(map.cards, LINEA_CARDS);
    CHECK(linea_set_has(&map.by_length[1], 127));
    CHECK_EQ(linea_map_location(&map, "l63", 3), 63);
}

TEST(MAP_one_byte_more_of_names_is_refused)
{
    compile_size(largest);
    replace("\"id\": \"m\"", "\"id\": \"mm\"");
    CHECK(!compile());
    CHECK_TEXT(said, "65: locations[63].name.a-h: ids and names take more than 16384 "
                     "bytes together\n");
}

TEST(MAP_one_location_more_is_refused)
{
    struct size size = largest;
    size.locations++;
    size.letters = 1;
    CHECK(!compile_size(size));
    CHECK_TEXT(said, "2: locations: its size is 65 and must be at most 64\n");
}

TEST(MAP_one_route_more_is_refused)
{
    struct size size = largest;
    size.routes++;
    CHECK(!compile_size(size));
    CHECK_TEXT(said, "65: routes: its size is 129 and must be at most 128\n");
}

TEST(MAP_one_ticket_more_is_refused)
{
    struct size size = largest;
    size.tickets++;
    CHECK(!compile_size(size));
    CHECK_TEXT(said, "192: tickets: its size is 97 and must be at most 96\n");
}

TEST(MAP_one_language_more_is_refused)
{
    struct size size = largest;
    size.languages++;
    size.letters = 1;
    CHECK(!compile_size(size));
    CHECK_TEXT(said, "1: name: its size is 9 and must be at most 8\n");
}

TEST(MAP_one_byte_more_of_a_name_is_refused)
{
    struct size size = largest;
    size.first_letters++;
    CHECK(!compile_size(size));
    CHECK_TEXT(said,
               "1: name.a-a: \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…\" is not a "
               "text of 1 to 60 bytes without control characters\n");
}

TEST(MAP_an_id_has_at_most_32_letters)
{
    CHECK(compile_with("\"small\"", "\"a2345678901234567890123456789012\""));
    CHECK(!compile_with("\"small\"", "\"a23456789012345678901234567890123\""));
}

TEST(MAP_there_are_at_most_eight_colours)
{
    CHECK(compile_with("\"red\": 5, ",
                       "\"red\": 5, \"orange\": 1, \"yellow\": 1, \"green\": 1, "
                       "\"purple\": 1, \"pink\": 1, \"black\": 1, "));
    CHECK_EQ(map.colours, LINEA_COLOURS);
    CHECK_TEXT(linea_map_kind_name(&map, 7), "blue");
    CHECK(!compile_with("\"red\": 5, ",
                        "\"red\": 5, \"orange\": 1, \"yellow\": 1, \"green\": 1, "
                        "\"purple\": 1, \"pink\": 1, \"black\": 1, \"white\": 1, "));
    CHECK_TEXT(said, "11: cards.blue: there are more than 8 colours\n");
}

TEST(MAP_there_is_at_least_one_colour)
{
    compile_size(largest);
    replace("\"red\": 120, \"wild\": 8", "\"wild\": 128");
    CHECK(!compile());
    CHECK_TEXT(said, "1: cards: there is no colour beside the wilds\n");
}

TEST(MAP_the_deck_needs_one_card_beside_hands_and_display)
{
    compile_size(largest);
    replace("\"red\": 120, \"wild\": 8", "\"red\": 38, \"wild\": 8");
    CHECK(compile());
    replace("\"red\": 38", "\"red\": 37");
    CHECK(!compile());
    CHECK_TEXT(said, "1: cards: 45 cards are too few: hands, display and one more are "
                     "46\n");
}

TEST(MAP_a_district_may_be_a_number_of_several_digits)
{
    memcpy(text, small, sizeof small);
    replace("{\"5\": 6", "{\"109\": 6");
    replace("\"5\", \"at\"", "\"109\", \"at\"");
    replace("\"5\", \"passengers\"", "\"109\", \"passengers\"");
    CHECK(compile());
    CHECK_TEXT(linea_map_text(&map, map.district_id[0]), "109");
}

TEST(MAP_passengers_and_districts_have_their_limits)
{
    static const char sixteen[] =
        "\"5\": 6, \"a\": 1, \"b\": 1, \"c\": 1, \"d\": 1, \"e\": 1, \"f\": 1, \"g\": "
        "1, "
        "\"h\": 1, \"i\": 1, \"j\": 1, \"k\": 1, \"l\": 1, \"m\": 1, \"n\": 1, ";
    char seventeen[512];
    CHECK(!compile_with("\"5\": 6, ", sixteen));
    CHECK_EQ(map.districts, LINEA_DISTRICTS);
    snprintf(seventeen, sizeof seventeen, "%s\"o\": 1, ", sixteen);
    CHECK(!compile_with("\"5\": 6, ", seventeen));
    CHECK_TEXT(said,
               "25: mechanics.districts: its size is 17 and must be at most 16\n");

    memcpy(text, small, sizeof small);
    replace("\"white\": 2, ", "\"white\": 63, ");
    replace("\"passengers\": 2}", "\"passengers\": 63}");
    CHECK(compile());
    CHECK_EQ(map.passengers, LINEA_PASSENGERS);
    CHECK_EQ(map.location[3].first_passenger, 64);
}
