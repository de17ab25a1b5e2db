/*
 * map_rules.c - reads the numbers of a map file: players, cards, points, tickets.
 *
 * SPDX-License-Identifier: MIT
 */
#include "map_internal.h"

/* Most of a number whose limit is the format's alone. */
enum { END_VEHICLES = 20 };

static int get(const struct map_reader *r, int object, const char *key)
{
    return linea_json_get(r->json, object, key);
}

static void read_players(struct map_reader *r, int value)
{
    int pair[2];
    linea_map_pair(r, pair, value);
    int low = linea_map_need(r, pair[0], 2, LINEA_SEATS, LOST_PLAYERS);
    int high = linea_map_need(r, pair[1], 2, LINEA_SEATS, LOST_PLAYERS);
    r->map->min_seats = (uint8_t)low;
    r->map->max_seats = (uint8_t)high;
    if (!(r->lost & LOST_PLAYERS) && low > high)
        linea_map_wrong(r, value, "the fewest players, %d, are more than the most, %d",
                        low, high);
}

static void read_first(struct map_reader *r, int value)
{
    static const char *const names[] = {"youngest", "oldest", "most-travelled"};
    int first = linea_map_choice(r, value, names, LINEA_FIRSTS,
                                 "%v is not youngest, oldest or most-travelled");
    r->map->first = (uint8_t)(first < 0 ? 0 : first);
}

static void read_vehicles(struct map_reader *r, int map)
{
    static const char *const names[] = {"train", "taxi", "bus"};
    int value = get(r, map, "vehicles");
    int kind = linea_map_choice(r, get(r, map, "vehicle"), names, 3,
                                "%v is not train, taxi or bus");
    if (kind >= 0)
        r->map->vehicle = linea_map_keep(r, get(r, map, "vehicle"), names[kind]);
    int mistakes = r->mistakes;
    int count = linea_map_need(r, value, 1, LINEA_VEHICLES, LOST_VEHICLES);
    int last = linea_map_int(r, get(r, map, "end-vehicles"), 0, END_VEHICLES);
    r->map->vehicles = (uint8_t)count;
    r->map->end_vehicles = (uint8_t)last;
    if (value >= 0 && mistakes == r->mistakes && count <= last)
        linea_map_wrong(r, value, "%d is not above end-vehicles, %d", count, last);
}

/* One kind of card and how many there are of it. */
static void read_cards_of(struct map_reader *r, int key)
{
    struct linea_map *map = r->map;
    if (linea_json_is(r->json, key, "wild")) {
        map->count[LINEA_WILD] =
            (uint8_t)linea_map_need(r, key + 1, 0, LINEA_CARDS, LOST_CARDS);
        return;
    }
    int palette = linea_map_palette(r->json, key);
    int count = linea_map_need(r, key + 1, 1, LINEA_CARDS, LOST_CARDS);
    if (palette < 0) {
        r->lost |= LOST_CARDS;
        linea_map_wrong(r, key, "%v is not a colour of cards");
    } else if (map->colours == LINEA_COLOURS) {
        r->lost |= LOST_CARDS;
        linea_map_wrong(r, key, "there are more than %d colours", LINEA_COLOURS);
    } else {
        map->palette[map->colours] = (uint8_t)palette;
        map->count[map->colours++] = (uint8_t)count;
    }
}

static void read_cards(struct map_reader *r, int value)
{
    struct linea_map *map = r->map;
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 0, LINEA_JSON_VALUES)) {
        r->lost |= LOST_CARDS;
        return;
    }
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key))
        read_cards_of(r, key);
    if (get(r, value, "wild") < 0) {
        r->lost |= LOST_CARDS;
        linea_map_missing(r, value, "wild");
    }
    if (r->lost & LOST_CARDS)
        return;
    int total = 0;
    for (int kind = 0; kind < LINEA_KINDS; kind++)
        total += map->count[kind];
    if (map->colours == 0)
        linea_map_wrong(r, value, "there is no colour beside the wilds");
    if (total > LINEA_CARDS)
        linea_map_wrong(r, value, "%d cards are more than %d", total, LINEA_CARDS);
    if (map->colours == 0 || total > LINEA_CARDS)
        r->lost |= LOST_CARDS;
    else
        map->cards = (uint8_t)total;
}

static void read_route_points(struct map_reader *r, int value)
{
    static const char *const lengths[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    r->points_at = value;
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 0, LINEA_JSON_VALUES)) {
        r->lost |= LOST_POINTS;
        return;
    }
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        int i = linea_map_choice(r, key, lengths, LINEA_LENGTH,
                                 "%v is not a length from 1 to 8");
        int points = linea_map_int(r, key + 1, 0, LINEA_POINTS);
        if (i >= 0)
            r->map->route_points[i + 1] = (uint8_t)points;
    }
}

static void read_deck(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"id", false}, {"name", true}, {0}};
    struct linea_map *map = r->map;
    struct linea_deck *deck = &map->deck[map->decks];
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_DECKS;
        return;
    }
    int id = get(r, value, "id");
    for (int i = 0; i < map->decks; i++) {
        if (!linea_map_same(r, id, r->deck_at[i]))
            continue;
        linea_map_wrong(r, id, "there is a deck %v already");
        /* Which of the two a ticket belongs to is open. */
        r->lost |= LOST_TICKETS;
    }
    r->deck_at[map->decks] = id;
    deck->id = linea_map_id(r, id);
    linea_map_read_name(r, &deck->name, get(r, value, "name"));
    if (deck->id == 0)
        r->lost |= LOST_DECKS;
    map->decks++;
}

static void read_decks(struct map_reader *r, int value)
{
    if (!linea_map_list(r, value, LINEA_JSON_ARRAY, 1, LINEA_DECKS)) {
        r->lost |= LOST_DECKS;
        return;
    }
    for (int i = linea_json_first(r->json, value); i >= 0;
         i = linea_json_next(r->json, value, i))
        read_deck(r, i);
    int id = get(r, value + 1, "id");
    if (id >= 0 && r->json->value[value].size == 1 &&
        !linea_json_is(r->json, id, "regular")) {
        linea_map_wrong(r, id, "a single deck has the id regular, not %v");
        r->lost |= LOST_DECKS;
    }
}

/* Note that a deck is named which is not there; past the last that can be, report it.
 */
static void note_no_deck(struct map_reader *r, int value)
{
    for (int i = 0; i < LINEA_DECKS; i++) {
        if (r->no_deck[i].times == 0)
            r->no_deck[i].at = value;
        else if (!linea_map_same(r, value, r->no_deck[i].at))
            continue;
        r->no_deck[i].times++;
        return;
    }
    linea_map_wrong(r, value, "there is no deck %v");
}

void linea_map_no_decks(struct map_reader *r)
{
    for (int i = 0; i < LINEA_DECKS; i++)
        if (r->no_deck[i].times > 0)
            linea_map_wrong(r, r->no_deck[i].at,
                            r->no_deck[i].times == 1
                                ? "there is no deck %v"
                                : "there is no deck %v, which is named %d times",
                            r->no_deck[i].times);
}

int linea_map_deck(struct map_reader *r, int value)
{
    for (int i = 0; i < r->map->decks; i++)
        if (linea_map_same(r, value, r->deck_at[i]))
            return i;
    if (value >= 0 && !(r->lost & LOST_DECKS))
        note_no_deck(r, value);
    return -1;
}

/* How many decks a list of them names, as bits. */
static int read_from(struct map_reader *r, int value, int low)
{
    int decks = 0;
    if (!linea_map_list(r, value, LINEA_JSON_ARRAY, low, LINEA_DECKS))
        return 0;
    for (int i = linea_json_first(r->json, value); i >= 0;
         i = linea_json_next(r->json, value, i)) {
        int deck = linea_map_deck(r, i);
        if (deck >= 0 && decks >> deck & 1)
            linea_map_wrong(r, i, "the deck %v is named twice");
        if (deck >= 0)
            decks |= 1 << deck;
    }
    return decks;
}

/* Tickets dealt to each player; 0 when that is lost. */
static int read_deal(struct map_reader *r, int value)
{
    int total = 0, mistakes = r->mistakes;
    if (!linea_map_list(r, value, LINEA_JSON_OBJECT, 1, LINEA_DECKS))
        return 0;
    for (int key = linea_json_first(r->json, value); key >= 0;
         key = linea_json_next(r->json, value, key)) {
        int deck = linea_map_deck(r, key);
        int count = linea_map_int(r, key + 1, 1, LINEA_OFFER);
        if (deck >= 0) {
            r->map->deck[deck].dealt = (uint8_t)count;
            r->dealt_at[deck] = key + 1;
        }
        total += count;
    }
    if (total > LINEA_OFFER)
        linea_map_wrong(r, value, "it deals %d tickets, and %d are the most", total,
                        LINEA_OFFER);
    return mistakes == r->mistakes ? total : 0;
}

static int read_mix(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {{"tickets", false}, {"from", false}, {0}};
    int mistakes = r->mistakes;
    if (!linea_map_object(r, value, keys))
        return 0;
    int count = linea_map_int(r, get(r, value, "tickets"), 1, LINEA_OFFER);
    int decks = read_from(r, get(r, value, "from"), 2);
    r->map->opening_mix = (uint8_t)count;
    for (int i = 0; i < r->map->decks; i++)
        r->map->deck[i].mixed = decks >> i & 1;
    return mistakes == r->mistakes ? count : 0;
}

static void read_opening(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {
        {"keep", false}, {"returned", false}, {"deal", true}, {"mix", true}, {0}};
    static const char *const ways[] = {"bottom", "shuffled", "out-of-game"};
    r->lost |= LOST_OPENING;
    if (!linea_map_object(r, value, keys))
        return;
    int returned = linea_map_choice(r, get(r, value, "returned"), ways, 3,
                                    "%v is not bottom, shuffled or out-of-game");
    r->map->opening_returned = (uint8_t)(returned < 0 ? 0 : returned);
    int deal = get(r, value, "deal"), mix = get(r, value, "mix");
    if ((deal >= 0) == (mix >= 0))
        linea_map_wrong(r, value, "it needs either deal or mix");
    int dealt = read_deal(r, deal), mixed = read_mix(r, mix);
    int offered = deal >= 0 ? dealt : mixed;
    int most = offered ? offered : LINEA_OFFER;
    r->map->opening_keep = (uint8_t)linea_map_int(r, get(r, value, "keep"), 1, most);
    if ((deal >= 0) == (mix >= 0) || offered == 0)
        return;
    r->opening_at = deal >= 0 ? deal : mix;
    r->lost &= ~(unsigned)LOST_OPENING;
}

static void read_draw(struct map_reader *r, int value)
{
    static const struct map_key keys[] = {
        {"tickets", false}, {"from", false}, {"keep", false}, {0}};
    struct linea_map *map = r->map;
    if (!linea_map_object(r, value, keys)) {
        r->lost |= LOST_OPENING;
        return;
    }
    int mistakes = r->mistakes;
    int count = linea_map_int(r, get(r, value, "tickets"), 1, LINEA_OFFER);
    int decks = read_from(r, get(r, value, "from"), 1);
    if (mistakes != r->mistakes || decks == 0)
        r->lost |= LOST_OPENING;
    int keep =
        linea_map_int(r, get(r, value, "keep"), 1, count == 0 ? LINEA_OFFER : count);
    map->draw = (uint8_t)count;
    map->draw_keep = (uint8_t)keep;
    for (int i = 0; i < map->decks; i++) {
        map->deck[i].drawn = decks >> i & 1;
        map->draw_decks = (uint8_t)(map->draw_decks + map->deck[i].drawn);
    }
}

void linea_map_read_rules(struct map_reader *r, int map)
{
    linea_map_int(r, get(r, map, "linea-map"), 1, 1);
    r->map->id = linea_map_id(r, get(r, map, "id"));
    linea_map_read_languages(r, get(r, map, "name"));
    read_players(r, get(r, map, "players"));
    read_first(r, get(r, map, "first"));
    read_vehicles(r, map);
    r->map->single_up_to = (uint8_t)linea_map_int(
        r, get(r, map, "single-parallels-up-to"), 0, LINEA_SEATS);
    read_cards(r, get(r, map, "cards"));
    r->map->hand =
        (uint8_t)linea_map_need(r, get(r, map, "hand"), 0, LINEA_HAND, LOST_HAND);
    read_route_points(r, get(r, map, "route-points"));
    read_decks(r, get(r, map, "decks"));
    read_opening(r, get(r, map, "opening"));
    read_draw(r, get(r, map, "draw"));
}
