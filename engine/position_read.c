/*
 * engine/position_read.c - from a JSON object to the game it describes.
 *
 * Each key has a reader that takes only values the map knows; whether the pieces add
 * up is then for linea_game_check() to say.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "explain.h"
#include "linea/text.h"
#include "play.h"
#include "words.h"

/* A position being read. */
struct reader {
    struct linea_game *g;
    const struct linea_map *map;
    const struct linea_json *json;
    struct linea_error *error;
    char word[LINEA_WORD]; /* the string read last */
};

static bool wrong(struct reader *r, const char *key, const char *what)
{
    linea_explain(r->error, LINEA_BAD_POSITION, "\"%s\" %s", key, what);
    return false;
}

/* A name that the map does not have; the word, if it is one, was read last. */
static bool strange(struct reader *r, const char *key, const char *what,
                    struct linea_word word)
{
    bool named = word.length > 0;
    linea_explain(r->error, LINEA_BAD_POSITION,
                  "\"%s\" has a %s that the map does not have%s%s%s", key, what,
                  named ? ": \"" : "", named ? r->word : "", named ? "\"" : "");
    return false;
}

/* A string value as a word, until the next is read; false when it is none. */
static bool get_word(struct reader *r, int value, struct linea_word *out)
{
    *out = linea_word_of(r->word, r->json, value);
    return out->length > 0;
}

/* An array with one element for each seat; its first element, or -1. */
static int per_seat(struct reader *r, const char *key, int array)
{
    if (linea_json_type(r->json, array) != LINEA_JSON_ARRAY ||
        r->json->value[array].size != r->g->seats) {
        wrong(r, key, "needs one entry for each seat");
        return -1;
    }
    return array + 1;
}

/* The value after this one in its array or object. */
static int after(const struct reader *r, int value)
{
    return r->json->value[value].next;
}

static bool read_kind(struct reader *r, const char *key, int value, uint8_t *out)
{
    struct linea_word word;
    int kind = LINEA_NOTHING;
    if (get_word(r, value, &word))
        kind = linea_map_kind(r->map, word.at, word.length);
    if (kind == LINEA_NOTHING)
        return strange(r, key, "card", word);
    *out = (uint8_t)kind;
    return true;
}

static bool read_card_list(struct reader *r, const char *key, int array, uint8_t *out,
                           int most, int *n)
{
    if (linea_json_type(r->json, array) != LINEA_JSON_ARRAY)
        return wrong(r, key, "needs a list of cards");
    *n = r->json->value[array].size;
    if (*n > most)
        return wrong(r, key, "has too many cards");
    for (int i = 0, value = array + 1; i < *n; i++, value = after(r, value))
        if (!read_kind(r, key, value, &out[i]))
            return false;
    return true;
}

/* {"red":2,"wild":1}: counts by kind. */
static bool read_kinds(struct reader *r, const char *key, int object,
                       uint8_t out[LINEA_KINDS])
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, key, "needs cards counted by kind, as {\"red\":2}");
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        uint8_t kind = 0;
        int n = 0;
        if (!read_kind(r, key, value, &kind))
            return false;
        if (!linea_json_int(r->json, &n, value + 1, 0, LINEA_CARDS))
            return wrong(r, key, "has a count that is no number of cards");
        out[kind] = (uint8_t)n;
    }
    return true;
}

static bool read_ticket(struct reader *r, const char *key, int value, int *out)
{
    struct linea_word word;
    if (!get_word(r, value, &word) || !linea_ticket_read(r->map, out, NULL, word))
        return strange(r, key, "ticket", word);
    return true;
}

static bool read_ticket_list(struct reader *r, const char *key, int array, uint8_t *out,
                             int most, int *n)
{
    if (linea_json_type(r->json, array) != LINEA_JSON_ARRAY)
        return wrong(r, key, "needs a list of tickets");
    *n = r->json->value[array].size;
    if (*n > most)
        return wrong(r, key, "has too many tickets");
    for (int i = 0, value = array + 1; i < *n; i++, value = after(r, value)) {
        int ticket = 0;
        if (!read_ticket(r, key, value, &ticket))
            return false;
        out[i] = (uint8_t)ticket;
    }
    return true;
}

static bool read_number(struct reader *r, const char *key, int value, int high,
                        uint8_t *out)
{
    int n = 0;
    if (!linea_json_int(r->json, &n, value, 0, high))
        return wrong(r, key, "is not a number in range");
    *out = (uint8_t)n;
    return true;
}

static bool read_first(struct reader *r, int value)
{
    return read_number(r, "first", value, r->g->seats - 1, &r->g->first);
}

static bool read_turn(struct reader *r, int value)
{
    if (linea_json_type(r->json, value) == LINEA_JSON_NULL) {
        r->g->turn = LINEA_NOBODY;
        return true;
    }
    return read_number(r, "turn", value, r->g->seats - 1, &r->g->turn);
}

static bool read_phase(struct reader *r, int value)
{
    for (int phase = 0; phase < LINEA_PHASES; phase++)
        if (linea_json_is(r->json, value, linea_phase_name((enum linea_phase)phase))) {
            r->g->phase = (uint8_t)phase;
            return true;
        }
    return wrong(r, "phase", "is none that a game has");
}

static bool read_last_turns(struct reader *r, int value)
{
    if (linea_json_type(r->json, value) == LINEA_JSON_NULL)
        return true;
    return read_number(r, "last_turns", value, LINEA_SEATS, &r->g->last_turns);
}

static bool read_passes(struct reader *r, int value)
{
    return read_number(r, "passes", value, LINEA_SEATS, &r->g->passes);
}

static bool read_hands(struct reader *r, int array)
{
    int value = per_seat(r, "hands", array);
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value))
        if (!read_kinds(r, "hands", value, r->g->seat[s].cards))
            return false;
    return value > 0;
}

static bool read_vehicles(struct reader *r, int array)
{
    int value = per_seat(r, "vehicles", array);
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value))
        if (!read_number(r, "vehicles", value, LINEA_VEHICLES, &r->g->seat[s].vehicles))
            return false;
    return value > 0;
}

static bool read_points(struct reader *r, int array)
{
    int value = per_seat(r, "points", array);
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value)) {
        int points;
        if (!linea_json_int(r->json, &points, value, 0, INT16_MAX))
            return wrong(r, "points", "is not a number in range");
        r->g->seat[s].points = (int16_t)points;
    }
    return value > 0;
}

static bool read_routes(struct reader *r, int object)
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, "routes", "needs an owner for each route claimed");
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        struct linea_word word;
        int route, owner;
        if (!get_word(r, value, &word) || !linea_route_read(r->map, &route, NULL, word))
            return strange(r, "routes", "route", word);
        if (!linea_json_int(r->json, &owner, value + 1, 0, r->g->seats - 1))
            return wrong(r, "routes", "has an owner that is no seat");
        linea_set_add(&r->g->seat[owner].routes, route);
    }
    return true;
}

static bool read_tickets(struct reader *r, int array)
{
    int value = per_seat(r, "tickets", array);
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value)) {
        uint8_t held[LINEA_TICKETS];
        int n = 0;
        if (!read_ticket_list(r, "tickets", value, held, LINEA_TICKETS, &n))
            return false;
        for (int i = 0; i < n; i++) {
            if (linea_set_has(&r->g->seat[s].tickets, held[i]))
                return wrong(r, "tickets", "has a ticket twice");
            linea_set_add(&r->g->seat[s].tickets, held[i]);
        }
    }
    return value > 0;
}

static bool read_pile(struct reader *r, int array)
{
    uint8_t cards[LINEA_CARDS];
    int n = 0;
    if (!read_card_list(r, "pile", array, cards, LINEA_CARDS, &n))
        return false;
    r->g->pile_count = (uint8_t)n;
    for (int i = 0; i < n; i++)
        r->g->pile[n - 1 - i] = cards[i];
    return true;
}

static bool read_discards(struct reader *r, int object)
{
    return read_kinds(r, "discards", object, r->g->discards);
}

static bool read_display(struct reader *r, int array)
{
    int n = 0;
    if (!read_card_list(r, "display", array, r->g->display, LINEA_DISPLAY, &n))
        return false;
    return n == LINEA_DISPLAY || wrong(r, "display", "needs five cards");
}

/* A deck that is not listed is empty. */
static bool read_decks(struct reader *r, int object)
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, "decks", "needs a list of tickets for each deck");
    int listed = 0;
    for (int d = 0; d < r->map->decks; d++) {
        const char *id = linea_map_text(r->map, r->map->deck[d].id);
        int array = linea_json_get(r->json, object, id), n = 0;
        if (array < 0)
            continue;
        listed++;
        if (!read_ticket_list(r, "decks", array, r->g->ticket + r->map->deck[d].first,
                              r->map->deck[d].size, &n))
            return false;
        r->g->deck[d].count = (uint8_t)n;
    }
    if (r->json->value[object].size != listed)
        return wrong(r, "decks", "has a deck that the map does not have");
    return true;
}

static bool read_location(struct reader *r, const char *key, int value, int *out)
{
    struct linea_word word;
    *out = LINEA_NOTHING;
    if (get_word(r, value, &word))
        *out = linea_map_location(r->map, word.at, word.length);
    if (*out == LINEA_NOTHING)
        return strange(r, key, "location", word);
    return true;
}

static bool read_stations(struct reader *r, int object)
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, "stations", "needs an owner for each station");
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        int location, owner;
        if (!read_location(r, "stations", value, &location))
            return false;
        if (!linea_json_int(r->json, &owner, value + 1, 0, r->g->seats - 1))
            return wrong(r, "stations", "has an owner that is no seat");
        r->g->seat[owner].stations |= (uint64_t)1 << location;
    }
    return true;
}

/* Only a cross-check: how many are left follows from those built. */
static bool read_stations_left(struct reader *r, int array)
{
    int value = per_seat(r, "stations_left", array);
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value)) {
        int left;
        if (!linea_json_int(r->json, &left, value, 0, LINEA_STATIONS) ||
            left + linea_bits(r->g->seat[s].stations) != r->map->stations)
            return wrong(r, "stations_left", "does not fit the stations built");
    }
    return value > 0;
}

static bool read_passenger_counts(struct reader *r, const char *key, int object,
                                  uint8_t count[LINEA_PASSENGER_COLOURS])
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, key, "needs passengers counted by colour");
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        struct linea_word word;
        int colour = LINEA_NOTHING, n;
        if (get_word(r, value, &word))
            colour = linea_map_passenger(r->map, word.at, word.length);
        if (colour == LINEA_NOTHING)
            return strange(r, key, "passenger", word);
        if (!linea_json_int(r->json, &n, value + 1, 0, LINEA_PASSENGERS))
            return wrong(r, key, "has a count that is no number of passengers");
        count[colour] = (uint8_t)n;
    }
    return true;
}

static bool read_passengers(struct reader *r, int object)
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, "passengers", "needs passengers by location");
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        uint8_t count[LINEA_PASSENGER_COLOURS] = {0};
        int l, n = 0;
        if (!read_location(r, "passengers", value, &l) ||
            !read_passenger_counts(r, "passengers", value + 1, count))
            return false;
        uint8_t *here = r->g->passengers + r->map->location[l].first_passenger;
        for (int colour = 0; colour < LINEA_PASSENGER_COLOURS; colour++)
            for (int j = 0; j < count[colour]; j++) {
                if (n == r->map->location[l].passengers)
                    return wrong(r, "passengers", "has more than begin at a location");
                here[n++] = (uint8_t)colour;
            }
    }
    return true;
}

static bool read_taken(struct reader *r, int array)
{
    int value = per_seat(r, "taken", array);
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value))
        if (!read_passenger_counts(r, "taken", value, r->g->seat[s].taken))
            return false;
    return value > 0;
}

static bool read_returned(struct reader *r, int object, int somewhere)
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return wrong(r, "seen", "needs a seat for each ticket put back");
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        int ticket, seat;
        if (!read_ticket(r, "seen", value, &ticket))
            return false;
        if (!linea_json_int(r->json, &seat, value + 1, 0, r->g->seats - 1))
            return wrong(r, "seen", "has a ticket put back by no seat");
        r->g->returned[ticket] = (uint8_t)(seat | somewhere);
    }
    return true;
}

static bool read_seen(struct reader *r, int object)
{
    int cards = linea_json_get(r->json, object, "cards");
    int returned = linea_json_get(r->json, object, "returned");
    int shuffled = linea_json_get(r->json, object, "shuffled");
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT ||
        r->json->value[object].size != (cards >= 0) + (returned >= 0) + (shuffled >= 0))
        return wrong(r, "seen", "may have \"cards\", \"returned\" and \"shuffled\"");
    int value = cards >= 0 ? per_seat(r, "seen", cards) : 0;
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value))
        if (!read_kinds(r, "seen", value, r->g->seat[s].seen))
            return false;
    return value >= 0 && (returned < 0 || read_returned(r, returned, 0)) &&
           (shuffled < 0 || read_returned(r, shuffled, LINEA_SOMEWHERE));
}

/* SETUP-TICKETS: the tickets that were put back in the opening lie at the bottom, those
   of who chose last the lowest. Of several decks nobody can tell which. */
static void find_returned(struct linea_game *g)
{
    int at = g->deck[0].count, each = linea_dealt_each(g->map);
    if (g->phase != LINEA_OPENING_KEEP || g->map->decks > 1 ||
        g->map->opening_returned == LINEA_OUT_OF_GAME)
        return;
    for (int s = g->turn; s != g->first;) {
        s = s > 0 ? s - 1 : g->seats - 1;
        for (int n = each - linea_set_count(&g->seat[s].tickets); n > 0 && at > 0; n--)
            g->returned[linea_deck_ticket(g, 0, --at)] = (uint8_t)s;
    }
}

/* Leave nothing of what players remember but what the rest tells. */
static void forget_seen(struct linea_game *g)
{
    for (int s = 0; s < g->seats; s++)
        memset(g->seat[s].seen, 0, sizeof g->seat[s].seen);
    memset(g->returned, LINEA_NOBODY, sizeof g->returned);
    find_returned(g);
}

static bool read_offer(struct reader *r, int value, int s)
{
    int n = 0;
    if (!read_ticket_list(r, "pending", value, r->g->seat[s].offer, LINEA_OFFER, &n))
        return false;
    r->g->seat[s].offered = (uint8_t)n;
    return true;
}

static bool read_opening(struct reader *r, int object)
{
    int value = per_seat(r, "pending", linea_json_get(r->json, object, "offers"));
    for (int s = 0; s < r->g->seats && value > 0; s++, value = after(r, value))
        if (linea_json_type(r->json, value) != LINEA_JSON_NULL &&
            !read_offer(r, value, s))
            return false;
    return value > 0;
}

static bool read_keep(struct reader *r, int object)
{
    int at_least, value = linea_json_get(r->json, object, "at_least");
    if (!read_offer(r, linea_json_get(r->json, object, "offer"), r->g->turn))
        return false;
    int offered = r->g->seat[r->g->turn].offered;
    int expected = linea_keep_least(r->map, LINEA_KEEP_TICKETS, offered);
    if (value >= 0 && (!linea_json_int(r->json, &at_least, value, 0, LINEA_OFFER) ||
                       at_least != expected))
        return wrong(r, "pending", "asks for another number of tickets to keep");
    return true;
}

static bool read_pending_route(struct reader *r, int object, uint8_t *out)
{
    struct linea_word word;
    int route;
    if (!get_word(r, linea_json_get(r->json, object, "route"), &word) ||
        !linea_route_read(r->map, &route, NULL, word))
        return wrong(r, "pending", "needs a route of the map");
    *out = (uint8_t)route;
    return true;
}

static bool read_tunnel(struct reader *r, int object)
{
    struct linea_tunnel *t = &r->g->tunnel;
    struct linea_word word;
    struct linea_cards cards;
    int n = 0;
    if (!read_pending_route(r, object, &t->route))
        return false;
    if (!get_word(r, linea_json_get(r->json, object, "cards"), &word) ||
        !linea_cards_read(r->map, &cards, NULL, word) ||
        cards.n != r->map->route[t->route].length)
        return wrong(r, "pending", "needs the set of cards played for the tunnel");
    t->colour = (uint8_t)cards.colour;
    t->wilds = (uint8_t)cards.wilds;
    if (!read_card_list(r, "pending", linea_json_get(r->json, object, "revealed"),
                        t->card, LINEA_REVEAL, &n))
        return false;
    t->revealed = (uint8_t)n;
    return read_number(r, "pending", linea_json_get(r->json, object, "extra"),
                       LINEA_REVEAL, &t->extra);
}

static bool read_pending(struct reader *r, int value)
{
    enum linea_phase phase = (enum linea_phase)r->g->phase;
    bool null = linea_json_type(r->json, value) == LINEA_JSON_NULL;
    bool plain =
        phase == LINEA_TURN || phase == LINEA_SECOND_CARD || phase == LINEA_OVER;
    if (plain)
        return null || wrong(r, "pending", "must be null in this phase");
    if (linea_json_type(r->json, value) != LINEA_JSON_OBJECT)
        return wrong(r, "pending", "is missing for this phase");
    if (r->g->turn == LINEA_NOBODY)
        return wrong(r, "turn", "must be a seat in this phase");
    switch (phase) {
    case LINEA_KEEP_TICKETS:
        return read_keep(r, value);
    case LINEA_TUNNEL:
        return read_tunnel(r, value);
    case LINEA_PASSENGERS_TAKE:
        return read_pending_route(r, value, &r->g->route);
    default:
        return read_opening(r, value);
    }
}

/* The keys of a position in the order they are read: later ones need earlier ones. */
static const struct {
    const char *key;
    bool needed;
    bool (*read)(struct reader *r, int value); /* NULL: read before all others */
} keys[] = {
    {"map", true, NULL},
    {"seats", true, NULL},
    {"first", false, read_first},
    {"turn", true, read_turn},
    {"phase", true, read_phase},
    {"last_turns", false, read_last_turns},
    {"passes", false, read_passes},
    {"hands", true, read_hands},
    {"vehicles", true, read_vehicles},
    {"points", true, read_points},
    {"routes", true, read_routes},
    {"tickets", true, read_tickets},
    {"pile", true, read_pile},
    {"discards", false, read_discards},
    {"display", true, read_display},
    {"decks", true, read_decks},
    {"stations", false, read_stations},
    {"stations_left", false, read_stations_left},
    {"passengers", false, read_passengers},
    {"taken", false, read_taken},
    {"seen", false, read_seen},
    {"pending", false, read_pending},
};

enum { KEYS = sizeof keys / sizeof keys[0] };

/* Every key of the object is one that positions have. */
static bool keys_known(struct reader *r, int object)
{
    struct linea_word word;
    int value = object + 1;
    for (int i = 0; i < r->json->value[object].size; i++, value = after(r, value + 1)) {
        int k = 0;
        while (k < KEYS && !linea_json_is(r->json, value, keys[k].key))
            k++;
        if (k == KEYS)
            return linea_explain(r->error, LINEA_BAD_POSITION,
                                 "a position has no key \"%s\"",
                                 get_word(r, value, &word) ? r->word : "…");
    }
    return true;
}

static bool read_keys(struct reader *r, int object)
{
    for (int k = 0; k < KEYS; k++) {
        int value = linea_json_get(r->json, object, keys[k].key);
        if (value < 0) {
            if (keys[k].needed)
                return wrong(r, keys[k].key, "is missing");
            if (keys[k].read == read_pending && r->g->phase != LINEA_TURN &&
                r->g->phase != LINEA_SECOND_CARD && r->g->phase != LINEA_OVER)
                return wrong(r, "pending", "is missing for this phase");
            continue;
        }
        if (keys[k].read && !keys[k].read(r, value))
            return false;
    }
    return true;
}

bool linea_position_read(struct linea_game *g, struct linea_error *error,
                         const struct linea_map *map, const struct linea_seed *seed,
                         const struct linea_json *json, int object)
{
    struct linea_game game;
    struct reader reader = {.g = &game, .map = map, .json = json, .error = error};
    int seats;
    memset(&game, 0, sizeof game);
    if (linea_json_type(json, object) != LINEA_JSON_OBJECT)
        return linea_explain(error, LINEA_BAD_POSITION, "a position is an object");
    if (!keys_known(&reader, object))
        return false;
    if (!linea_json_is(json, linea_json_get(json, object, "map"),
                       linea_map_text(map, map->id)))
        return wrong(&reader, "map", "names another map");
    if (!linea_json_int(json, &seats, linea_json_get(json, object, "seats"),
                        map->min_seats, map->max_seats))
        return wrong(&reader, "seats", "is not a number that the map allows");
    game.map = map;
    game.seed = *seed;
    game.seats = (uint8_t)seats;
    game.last_turns = LINEA_LAST_TURNS_NO;
    game.route = LINEA_NOTHING;
    memset(game.passengers, LINEA_NOTHING, sizeof game.passengers);
    memset(game.returned, LINEA_NOBODY, sizeof game.returned);
    if (!read_keys(&reader, object))
        return false;
    for (int s = 0; s < seats; s++)
        game.seat[s].open = linea_open_to(&game, s);
    /* Who moves a card or a ticket in a position need not know what was seen of it. */
    if (linea_json_get(json, object, "seen") < 0 || !linea_game_check(&game, NULL))
        forget_seen(&game);
    if (!linea_game_check(&game, error))
        return false;
    *g = game;
    return true;
}
