/*
 * engine/position_read.c - from a JSON object to the game it describes.
 *
 * Each key has a reader that takes only values the map knows; whether the pieces add
 * up is then for linea_game_check() to say.
 *
 * SPDX-License-Identifier: MIT
 */
#include "position.h"

#include <string.h>

#include "linea/error.h"
#include "linea/text.h"
#include "play.h"
#include "rules/mechanic.h"

bool linea_position_wrong(struct position_reader *r, const char *what)
{
    linea_explain(r->error, LINEA_BAD_POSITION, "\"%s\" %s", r->key, what);
    return false;
}

bool linea_position_strange(struct position_reader *r, const char *what,
                            struct linea_word word)
{
    bool named = word.length > 0;
    linea_explain(r->error, LINEA_BAD_POSITION,
                  "\"%s\" has a %s that the map does not have%s%s%s", r->key, what,
                  named ? ": \"" : "", named ? r->word : "", named ? "\"" : "");
    return false;
}

bool linea_position_word(struct position_reader *r, struct linea_word *out, int value)
{
    *out = linea_word_of(r->word, r->json, value);
    return out->length > 0;
}

static bool read_seats(struct position_reader *r, int array,
                       bool (*read)(struct position_reader *, struct linea_seat *, int))
{
    if (linea_json_type(r->json, array) != LINEA_JSON_ARRAY ||
        linea_json_size(r->json, array) != r->g->seats)
        return linea_position_wrong(r, "needs one entry for each seat");
    for (int s = 0, value = linea_json_first(r->json, array); s < r->g->seats;
         s++, value = linea_json_next(r->json, array, value))
        if (!read(r, &r->g->seat[s], value))
            return false;
    return true;
}

bool linea_position_pairs(struct position_reader *r, void *to, int object,
                          const char *pairs,
                          bool (*read)(struct position_reader *, void *to, int key))
{
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return linea_position_wrong(r, pairs);
    for (int key = linea_json_first(r->json, object); key >= 0;
         key = linea_json_next(r->json, object, key))
        if (!read(r, to, key))
            return false;
    return true;
}

bool linea_position_number(struct position_reader *r, uint8_t *out, int value, int high,
                           const char *wrong)
{
    int n = 0;
    if (!linea_json_int(r->json, &n, value, 0, high))
        return linea_position_wrong(r, wrong);
    *out = (uint8_t)n;
    return true;
}

static bool read_kind(struct position_reader *r, uint8_t *out, int value)
{
    struct linea_word word;
    int kind = LINEA_NOTHING;
    if (linea_position_word(r, &word, value))
        kind = linea_map_kind(r->map, word.at, word.length);
    if (kind == LINEA_NOTHING)
        return linea_position_strange(r, "card", word);
    *out = (uint8_t)kind;
    return true;
}

static bool read_ticket(struct position_reader *r, uint8_t *out, int value)
{
    struct linea_word word;
    int ticket;
    if (!linea_position_word(r, &word, value) ||
        !linea_ticket_read(r->map, &ticket, NULL, word))
        return linea_position_strange(r, "ticket", word);
    *out = (uint8_t)ticket;
    return true;
}

bool linea_position_location(struct position_reader *r, int *out, int value)
{
    struct linea_word word;
    *out = LINEA_NOTHING;
    if (linea_position_word(r, &word, value))
        *out = linea_map_location(r->map, word.at, word.length);
    return *out != LINEA_NOTHING || linea_position_strange(r, "location", word);
}

/* A list of at most so many cards or tickets. */
static bool read_list(struct position_reader *r, uint8_t *out, uint8_t *n, int array,
                      int most, bool (*read)(struct position_reader *, uint8_t *, int))
{
    bool cards = read == read_kind;
    if (linea_json_type(r->json, array) != LINEA_JSON_ARRAY)
        return linea_position_wrong(r, cards ? "needs a list of cards"
                                             : "needs a list of tickets");
    if (linea_json_size(r->json, array) > most)
        return linea_position_wrong(r, cards ? "has too many cards"
                                             : "has too many tickets");
    *n = (uint8_t)linea_json_size(r->json, array);
    for (int i = 0, value = linea_json_first(r->json, array); i < *n;
         i++, value = linea_json_next(r->json, array, value))
        if (!read(r, &out[i], value))
            return false;
    return true;
}

bool linea_position_cards(struct position_reader *r, uint8_t *out, uint8_t *n,
                          int array, int most)
{
    return read_list(r, out, n, array, most, read_kind);
}

static bool read_count(struct position_reader *r, void *to, int key)
{
    uint8_t *count = to, kind;
    return read_kind(r, &kind, key) &&
           linea_position_number(r, &count[kind], key + 1, LINEA_CARDS,
                                 "has a count that is no number of cards");
}

/* {"red":2,"wild":1}: counts by kind. */
static bool read_kinds(struct position_reader *r, uint8_t out[LINEA_KINDS], int object)
{
    return linea_position_pairs(
        r, out, object, "needs cards counted by kind, as {\"red\":2}", read_count);
}

/* Whether a view has a number in place of contents; it is read then, and *fine says
   whether it may be so large. */
static bool is_hidden(struct position_reader *r, bool *hidden, uint8_t *count,
                      bool *fine, int value, int most)
{
    if (linea_json_type(r->json, value) != LINEA_JSON_NUMBER)
        return false;
    *hidden = true;
    *fine = linea_position_number(r, count, value, most, "has too many");
    return true;
}

static bool read_first(struct position_reader *r, int value)
{
    return linea_position_number(r, &r->g->first, value, r->g->seats - 1,
                                 "is not a number in range");
}

static bool read_turn(struct position_reader *r, int value)
{
    r->g->turn = LINEA_NOBODY;
    return linea_json_type(r->json, value) == LINEA_JSON_NULL ||
           linea_position_number(r, &r->g->turn, value, r->g->seats - 1,
                                 "is not a number in range");
}

static bool read_phase(struct position_reader *r, int value)
{
    for (int phase = 0; phase < LINEA_PHASES; phase++)
        if (linea_json_is(r->json, value, linea_phase_name((enum linea_phase)phase))) {
            r->g->phase = (uint8_t)phase;
            return true;
        }
    return linea_position_wrong(r, "is none that a game has");
}

static bool read_last_turns(struct position_reader *r, int value)
{
    return linea_json_type(r->json, value) == LINEA_JSON_NULL ||
           linea_position_number(r, &r->g->last_turns, value, LINEA_SEATS,
                                 "is not a number in range");
}

static bool read_passes(struct position_reader *r, int value)
{
    return linea_position_number(r, &r->g->passes, value, LINEA_SEATS,
                                 "is not a number in range");
}

static bool read_hand(struct position_reader *r, struct linea_seat *seat, int value)
{
    int s = (int)(seat - r->g->seat);
    bool fine;
    if (r->hidden && is_hidden(r, &r->hidden->hand[s], &r->hidden->hands[s], &fine,
                               value, LINEA_CARDS))
        return fine;
    return read_kinds(r, seat->cards, value);
}

static bool read_vehicles(struct position_reader *r, struct linea_seat *seat, int value)
{
    return linea_position_number(r, &seat->vehicles, value, LINEA_VEHICLES,
                                 "is not a number in range");
}

static bool read_points(struct position_reader *r, struct linea_seat *seat, int value)
{
    int points;
    if (!linea_json_int(r->json, &points, value, 0, INT16_MAX))
        return linea_position_wrong(r, "is not a number in range");
    seat->points = (int16_t)points;
    return true;
}

static bool read_route(struct position_reader *r, void *nothing, int key)
{
    (void)nothing;
    struct linea_word word;
    uint8_t owner;
    int route;
    if (!linea_position_word(r, &word, key) ||
        !linea_route_read(r->map, &route, NULL, word))
        return linea_position_strange(r, "route", word);
    if (!linea_position_number(r, &owner, key + 1, r->g->seats - 1,
                               "has an owner that is no seat"))
        return false;
    linea_set_add(&r->g->seat[owner].routes, route);
    return true;
}

static bool read_tickets(struct position_reader *r, struct linea_seat *seat, int value)
{
    uint8_t held[LINEA_TICKETS], n;
    int s = (int)(seat - r->g->seat);
    bool fine;
    if (r->hidden && is_hidden(r, &r->hidden->tickets[s], &r->hidden->held[s], &fine,
                               value, LINEA_TICKETS))
        return fine;
    if (!read_list(r, held, &n, value, LINEA_TICKETS, read_ticket))
        return false;
    for (int i = 0; i < n; i++) {
        if (linea_set_has(&seat->tickets, held[i]))
            return linea_position_wrong(r, "has a ticket twice");
        linea_set_add(&seat->tickets, held[i]);
    }
    return true;
}

static bool read_pile(struct position_reader *r, int array)
{
    uint8_t cards[LINEA_CARDS];
    bool fine;
    if (r->hidden &&
        is_hidden(r, &r->hidden->pile, &r->hidden->piled, &fine, array, LINEA_CARDS))
        return fine;
    if (!linea_position_cards(r, cards, &r->g->pile_count, array, LINEA_CARDS))
        return false;
    for (int i = 0; i < r->g->pile_count; i++)
        r->g->pile[r->g->pile_count - 1 - i] = cards[i];
    return true;
}

static bool read_discards(struct position_reader *r, int object)
{
    return read_kinds(r, r->g->discards, object);
}

static bool read_display(struct position_reader *r, int array)
{
    uint8_t n;
    if (!linea_position_cards(r, r->g->display, &n, array, LINEA_DISPLAY))
        return false;
    return n == LINEA_DISPLAY || linea_position_wrong(r, "needs five cards");
}

/* A deck that is not listed is empty. */
static bool read_deck(struct position_reader *r, void *nothing, int key)
{
    (void)nothing;
    for (int d = 0; d < r->map->decks; d++) {
        const struct linea_deck *deck = &r->map->deck[d];
        bool fine;
        if (!linea_json_is(r->json, key, linea_map_text(r->map, deck->id)))
            continue;
        return r->hidden && is_hidden(r, &r->hidden->deck[d], &r->hidden->decked[d],
                                      &fine, key + 1, deck->size)
                   ? fine
                   : read_list(r, r->g->ticket + deck->first, &r->g->deck[d].count,
                               key + 1, deck->size, read_ticket);
    }
    return linea_position_wrong(r, "has a deck that the map does not have");
}

static bool read_seen_cards(struct position_reader *r, struct linea_seat *seat,
                            int value)
{
    return read_kinds(r, seat->seen, value);
}

/* A ticket and who put it back; *to is LINEA_SOMEWHERE if its deck was shuffled since.
 */
static bool read_returned(struct position_reader *r, void *to, int key)
{
    const int *somewhere = to;
    uint8_t ticket, seat;
    if (!read_ticket(r, &ticket, key) ||
        !linea_position_number(r, &seat, key + 1, r->g->seats - 1,
                               "has a ticket put back by no seat"))
        return false;
    r->g->returned[ticket] = (uint8_t)(seat | *somewhere);
    return true;
}

static bool read_seen(struct position_reader *r, int object)
{
    static const char pairs[] = "needs a seat for each ticket put back";
    int placed = 0, somewhere = LINEA_SOMEWHERE;
    int cards = linea_json_get(r->json, object, "cards");
    int returned = linea_json_get(r->json, object, "returned");
    int shuffled = linea_json_get(r->json, object, "shuffled");
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT ||
        linea_json_size(r->json, object) !=
            (cards >= 0) + (returned >= 0) + (shuffled >= 0))
        return linea_position_wrong(
            r, "may have \"cards\", \"returned\" and \"shuffled\"");
    return (cards < 0 || read_seats(r, cards, read_seen_cards)) &&
           (returned < 0 ||
            linea_position_pairs(r, &placed, returned, pairs, read_returned)) &&
           (shuffled < 0 ||
            linea_position_pairs(r, &somewhere, shuffled, pairs, read_returned));
}

/* SETUP-TICKETS: the tickets that were put back in the opening lie at the bottom, those
   of who chose last the lowest. Of several decks it is not known which. */
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

/* Leave nothing of what players remember but what the rest implies. */
static void forget_seen(struct linea_game *g)
{
    for (int s = 0; s < g->seats; s++)
        memset(g->seat[s].seen, 0, sizeof g->seat[s].seen);
    memset(g->returned, LINEA_NOBODY, sizeof g->returned);
    find_returned(g);
}

static bool read_offer(struct position_reader *r, struct linea_seat *seat, int value)
{
    int s = (int)(seat - r->g->seat);
    bool fine;
    if (r->hidden && is_hidden(r, &r->hidden->offer[s], &r->hidden->offered[s], &fine,
                               value, LINEA_OFFER))
        return fine;
    return linea_json_type(r->json, value) == LINEA_JSON_NULL ||
           read_list(r, seat->offer, &seat->offered, value, LINEA_OFFER, read_ticket);
}

static bool read_keep(struct position_reader *r, int object)
{
    struct linea_seat *seat = &r->g->seat[r->g->turn];
    int at_least, value = linea_json_get(r->json, object, "at_least");
    int offer = linea_json_get(r->json, object, "offer");
    if (!read_list(r, seat->offer, &seat->offered, offer, LINEA_OFFER, read_ticket))
        return false;
    int expected = linea_keep_least(r->map, LINEA_KEEP_TICKETS, seat->offered);
    if (value >= 0 && (!linea_json_int(r->json, &at_least, value, 0, LINEA_OFFER) ||
                       at_least != expected))
        return linea_position_wrong(r, "asks for another number of tickets to keep");
    return true;
}

bool linea_position_route(struct position_reader *r, uint8_t *out, int pending)
{
    struct linea_word word;
    int route;
    if (!linea_position_word(r, &word, linea_json_get(r->json, pending, "route")) ||
        !linea_route_read(r->map, &route, NULL, word))
        return linea_position_wrong(r, "needs a route of the map");
    *out = (uint8_t)route;
    return true;
}

/* Nothing is pending in these phases, in all others something is. */
static bool is_plain(enum linea_phase phase)
{
    return phase == LINEA_TURN || phase == LINEA_SECOND_CARD || phase == LINEA_OVER;
}

static bool read_pending(struct position_reader *r, int value)
{
    enum linea_phase phase = (enum linea_phase)r->g->phase;
    const struct mechanic *mechanic = linea_mechanic_of_phase(phase);
    if (is_plain(phase))
        return linea_json_type(r->json, value) == LINEA_JSON_NULL ||
               linea_position_wrong(r, "must be null in this phase");
    if (linea_json_type(r->json, value) != LINEA_JSON_OBJECT)
        return linea_position_wrong(r, "is missing for this phase");
    if (r->g->turn == LINEA_NOBODY)
        return linea_explain(r->error, LINEA_BAD_POSITION,
                             "\"turn\" must be a seat in this phase");
    if (mechanic)
        return mechanic->read_pending(r, value);
    if (phase == LINEA_KEEP_TICKETS)
        return read_keep(r, value);
    return read_seats(r, linea_json_get(r->json, value, "offers"), read_offer);
}

/* The keys of a position in the order they are read: later ones need earlier ones. The
   first two have been read before; the keys of mechanics are read after these. */
static const struct position_key keys[] = {
    {"map", .needed = true, .on_sheet = true},
    {"seats", .needed = true, .on_sheet = true},
    {"first", .read = read_first},
    {"turn", .needed = true, .read = read_turn},
    {"phase", .needed = true, .read = read_phase},
    {"last_turns", .read = read_last_turns},
    {"passes", .read = read_passes},
    {"hands", .needed = true, .read_seat = read_hand},
    {"vehicles", .needed = true, .read_seat = read_vehicles},
    {"points", .needed = true, .read_seat = read_points},
    {"routes", .needed = true, .on_sheet = true, .read_pair = read_route,
     .pairs = "needs an owner for each route claimed"},
    {"tickets", .needed = true, .on_sheet = true, .read_seat = read_tickets},
    {"pile", .needed = true, .read = read_pile},
    {"discards", .read = read_discards},
    {"display", .needed = true, .read = read_display},
    {"decks", .needed = true, .read_pair = read_deck,
     .pairs = "needs a list of tickets for each deck"},
    {"seen", .read = read_seen},
    {"pending", .read = read_pending},
};

enum {
    KEYS = sizeof keys / sizeof keys[0],
    OF_MECHANIC = sizeof((struct mechanic){0}).keys / sizeof keys[0],
};

/* Key number k of all: the common ones, then those of each mechanic, of which some have
   no name. NULL past the last. */
static const struct position_key *key_number(int k)
{
    int m = (k - KEYS) / OF_MECHANIC;
    if (k < KEYS)
        return &keys[k];
    return m < LINEA_MECHANICS ? &linea_mechanics[m]->keys[(k - KEYS) % OF_MECHANIC]
                               : NULL;
}

/* Every key of the object is one that positions have. */
static bool key_known(struct position_reader *r, void *nothing, int value)
{
    (void)nothing;
    struct linea_word word;
    const struct position_key *key;
    for (int k = 0; (key = key_number(k)); k++)
        if (key->name && (key->on_sheet || !r->sheet) &&
            linea_json_is(r->json, value, key->name))
            return true;
    return linea_explain(r->error, LINEA_BAD_POSITION, "a %s has no key \"%s\"",
                         r->sheet ? "score sheet" : "position",
                         linea_position_word(r, &word, value) ? r->word : "…");
}

static bool read_key(struct position_reader *r, const struct position_key *key,
                     int object)
{
    int value = linea_json_get(r->json, object, key->name);
    r->key = key->name;
    if (value < 0 && r->sheet)
        return true;
    if (value < 0) {
        if (key->needed)
            return linea_position_wrong(r, "is missing");
        return key->read != read_pending || is_plain((enum linea_phase)r->g->phase) ||
               linea_position_wrong(r, "is missing for this phase");
    }
    if (key->read_seat)
        return read_seats(r, value, key->read_seat);
    if (key->read_pair)
        return linea_position_pairs(r, NULL, value, key->pairs, key->read_pair);
    return !key->read || key->read(r, value);
}

static bool read_keys(struct position_reader *r, int object)
{
    const struct position_key *key;
    for (int k = 0; (key = key_number(k)); k++)
        if (key->name && !read_key(r, key, object))
            return false;
    return true;
}

bool linea_position_open(struct position_reader *r, const struct linea_seed *seed,
                         int object)
{
    struct linea_game *g = r->g;
    const struct linea_map *map = r->map;
    int seats;
    memset(g, 0, sizeof *g);
    r->key = "map";
    if (linea_json_type(r->json, object) != LINEA_JSON_OBJECT)
        return linea_explain(r->error, LINEA_BAD_POSITION, "a %s is an object",
                             r->sheet ? "score sheet" : "position");
    if (!linea_position_pairs(r, NULL, object, "", key_known))
        return false;
    if (!linea_json_is(r->json, linea_json_get(r->json, object, "map"),
                       linea_map_text(map, map->id)))
        return linea_position_wrong(r, "names another map");
    r->key = "seats";
    if (!linea_json_int(r->json, &seats, linea_json_get(r->json, object, "seats"),
                        map->min_seats, map->max_seats))
        return linea_position_wrong(r, "is not a number that the map allows");
    g->map = map;
    g->seed = *seed;
    g->seats = (uint8_t)seats;
    g->last_turns = LINEA_LAST_TURNS_NO;
    g->route = LINEA_NOTHING;
    memset(g->passengers, LINEA_NOTHING, sizeof g->passengers);
    memset(g->returned, LINEA_NOBODY, sizeof g->returned);
    return read_keys(r, object);
}

bool linea_position_read(struct linea_game *g, struct linea_error *error,
                         const struct linea_map *map, const struct linea_seed *seed,
                         const struct linea_json *json, int object)
{
    struct linea_game game;
    struct position_reader reader = {
        .g = &game, .map = map, .json = json, .error = error};
    if (!linea_position_open(&reader, seed, object))
        return false;
    for (int s = 0; s < game.seats; s++)
        game.seat[s].open = linea_open_to(&game, s);
    /* Who moves a card or a ticket in a position need not know what was seen of it. */
    if (linea_json_get(json, object, "seen") < 0 || !linea_game_check(&game, NULL))
        forget_seen(&game);
    if (!linea_game_check(&game, error))
        return false;
    *g = game;
    return true;
}
