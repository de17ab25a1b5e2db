/*
 * engine/record_read.c - records replayed line by line, each checked against the rules.
 *
 * The outcomes of chance are taken from the record, so that records of other programs
 * can be checked too: an outcome is right when it could have come about, whatever the
 * seed would give.
 *
 * SPDX-License-Identifier: MIT
 */
#include <string.h>

#include "linea/error.h"
#include "linea/text.h"
#include "words.h"

/* A line being read. */
struct line {
    const struct linea_json *json;
    const struct linea_map *map;
    struct linea_error *error;
    char *word; /* LINEA_WORD bytes for the string read last */
};

static bool wrong(const struct line *line, const char *what)
{
    return linea_explain(line->error, LINEA_SYNTAX, "%s", what);
}

static bool not_so(const struct line *line, const char *what)
{
    return linea_explain(line->error, LINEA_ILLEGAL, "%s", what);
}

static int get(const struct line *line, int object, const char *key)
{
    return linea_json_get(line->json, object, key);
}

static int type_of(const struct line *line, int value)
{
    return linea_json_type(line->json, value);
}

static int size_of(const struct line *line, int value)
{
    return linea_json_size(line->json, value);
}

/* Whether a value is a list of n elements. */
static bool is_list(const struct line *line, int value, int n)
{
    return type_of(line, value) == LINEA_JSON_ARRAY && size_of(line, value) == n;
}

/* The first element of a list, and the one after `value`; -1 when there is none. */
static int first_of(const struct line *line, int list)
{
    return linea_json_first(line->json, list);
}

static int after(const struct line *line, int list, int value)
{
    return linea_json_next(line->json, list, value);
}

static struct linea_word word_of(const struct line *line, int value)
{
    return linea_word_of(line->word, line->json, value);
}

static bool add_card(const struct line *line, struct linea_event *event, int value)
{
    struct linea_word word = word_of(line, value);
    int kind = linea_map_kind(line->map, word.at, word.length);
    if (kind == LINEA_NOTHING)
        return linea_word_unknown(line->error, "card", word);
    if (event->cards == sizeof event->card)
        return wrong(line, "there are more cards than any move turns up");
    event->card[event->cards++] = (uint8_t)kind;
    return true;
}

static bool add_cards(const struct line *line, struct linea_event *event, int array)
{
    if (type_of(line, array) != LINEA_JSON_ARRAY)
        return wrong(line, "a list of cards is missing");
    for (int value = first_of(line, array); value >= 0;
         value = after(line, array, value))
        if (!add_card(line, event, value))
            return false;
    return true;
}

/* The cards turned up for the display: at least one where there is such a list. */
static bool add_display(const struct line *line, struct linea_event *event, int array)
{
    int before = event->cards;
    if (!add_cards(line, event, array))
        return false;
    event->up = (uint8_t)(event->cards - before);
    return event->up > 0 || wrong(line, "\"up\" needs a card");
}

static bool add_tickets(const struct line *line, struct linea_event *event, int array)
{
    if (type_of(line, array) != LINEA_JSON_ARRAY)
        return wrong(line, "a list of tickets is missing");
    for (int value = first_of(line, array); value >= 0;
         value = after(line, array, value)) {
        int ticket;
        if (!linea_ticket_read(line->map, &ticket, line->error, word_of(line, value)))
            return false;
        if (event->tickets == sizeof event->ticket)
            return wrong(line, "there are more tickets than any move draws");
        event->ticket[event->tickets++] = (uint8_t)ticket;
    }
    return true;
}

/* Whether an object has exactly so many keys. */
static bool has_keys(const struct line *line, int object, int n)
{
    return type_of(line, object) == LINEA_JSON_OBJECT && size_of(line, object) == n;
}

static bool read_names(struct linea_replay *replay, const struct line *line, int array)
{
    if (type_of(line, array) != LINEA_JSON_ARRAY ||
        size_of(line, array) < replay->map->min_seats ||
        size_of(line, array) > replay->map->max_seats)
        return wrong(line, "\"seats\" needs a name for each seat that the map allows");
    replay->seats = size_of(line, array);
    for (int s = 0, value = first_of(line, array); s < replay->seats;
         s++, value = after(line, array, value))
        if (linea_json_string(line->json, replay->name[s], LINEA_SEAT_NAME, value) < 0)
            return wrong(line, "a seat needs a name of at most 63 bytes");
    return true;
}

/* 32 bytes from 64 hex digits; `what` names them. */
static bool read_bytes(const struct line *line, uint8_t out[LINEA_FAIR_BYTES],
                       int value, const char *what)
{
    return linea_json_bytes(line->json, out, LINEA_FAIR_BYTES, value) ||
           linea_explain(line->error, LINEA_SYNTAX, "%s needs 64 hex digits", what);
}

/* That the map at hand is the one the game was played on, where the record says which.
 */
static bool check_map(const struct line *line, const char *id)
{
    uint8_t played[LINEA_MAP_HASH];
    int value = get(line, 0, "map_hash");
    if (value < 0)
        return true;
    if (!read_bytes(line, played, value, "\"map_hash\""))
        return false;
    if (memcmp(played, line->map->hash, sizeof played) == 0)
        return true;
    return linea_explain(line->error, LINEA_UNKNOWN,
                         "the game was played on another map \"%s\" than the one here: "
                         "their map_hash differs",
                         id);
}

/* A list of 64 hex digits or null for each seat. */
static bool read_hashes(const struct line *line, bool has[LINEA_SEATS],
                        uint8_t out[LINEA_SEATS][LINEA_FAIR_BYTES], int list, int seats,
                        const char *key)
{
    if (!is_list(line, list, seats))
        return linea_explain(line->error, LINEA_SYNTAX,
                             "\"%s\" in \"fair\" needs an entry for each seat", key);
    for (int s = 0, value = first_of(line, list); s < seats;
         s++, value = after(line, list, value)) {
        has[s] = type_of(line, value) != LINEA_JSON_NULL;
        if (has[s] && !linea_json_bytes(line->json, out[s], LINEA_FAIR_BYTES, value))
            return linea_explain(line->error, LINEA_SYNTAX,
                                 "\"%s\" in \"fair\" needs 64 hex digits, or null",
                                 key);
    }
    return true;
}

static bool read_fair(struct linea_replay *replay, const struct line *line, int object)
{
    struct linea_fair *fair = &replay->fair;
    int seals = get(line, object, "seals");
    memset(fair, 0, sizeof *fair);
    replay->has_fair = object >= 0;
    if (object < 0)
        return true;
    if (type_of(line, object) != LINEA_JSON_OBJECT)
        return wrong(line, "\"fair\" needs an object");
    if (!read_bytes(line, fair->commitment, get(line, object, "commitment"),
                    "\"commitment\" in \"fair\"") ||
        !read_bytes(line, fair->secret, get(line, object, "secret"),
                    "\"secret\" in \"fair\"") ||
        !read_hashes(line, fair->given, fair->nonce, get(line, object, "nonces"),
                     replay->seats, "nonces") ||
        (seals >= 0 &&
         !read_hashes(line, fair->sealed, fair->seal, seals, replay->seats, "seals")))
        return false;
    int named = get(line, object, "first"), first = 0;
    fair->first_named = named >= 0;
    if (fair->first_named &&
        !linea_json_int(line->json, &first, named, 0, replay->seats - 1))
        return wrong(line, "\"first\" in \"fair\" needs the number of a seat");
    fair->first = (uint8_t)first;
    return true;
}

static bool read_position(struct linea_replay *replay, const struct line *line,
                          int value)
{
    if (!linea_position_read(&replay->game, line->error, replay->map, &replay->seed,
                             line->json, value))
        return false;
    if (replay->game.seats != replay->seats || replay->game.first != replay->first)
        return wrong(line, "the position has other seats than the header");
    replay->expects = LINEA_REPLAY_MOVES;
    replay->begun = true;
    replay->known = LINEA_KNOWN_CARDS | LINEA_KNOWN_DECKS;
    return true;
}

static bool read_header(struct linea_replay *replay, struct line *line)
{
    int version, first, map = get(line, 0, "map");
    int position = get(line, 0, "position");
    char id[40];
    if (!linea_json_int(line->json, &version, get(line, 0, "linea"), 1, 1))
        return wrong(line, "a record begins with {\"linea\":1, …}");
    if (linea_json_string(line->json, id, sizeof id, map) < 0)
        return wrong(line, "\"map\" needs the id of a map");
    replay->map = replay->find_map(replay->context, id);
    if (!replay->map)
        return linea_word_unknown(line->error, "map",
                                  (struct linea_word){id, strlen(id)});
    line->map = replay->map;
    if (!check_map(line, id))
        return false;
    if (!read_names(replay, line, get(line, 0, "seats")))
        return false;
    if (!linea_json_int(line->json, &first, get(line, 0, "first"), 0,
                        replay->seats - 1))
        return wrong(line, "\"first\" needs a seat");
    if (!read_bytes(line, replay->seed.byte, get(line, 0, "seed"), "\"seed\""))
        return false;
    if (!read_fair(replay, line, get(line, 0, "fair")))
        return false;
    replay->first = first;
    replay->over = replay->begun = false;
    replay->known = 0;
    replay->moves = 0;
    replay->by[0] = 0;
    memset(replay->stood_in, 0, sizeof replay->stood_in);
    replay->expects = LINEA_REPLAY_DEAL;
    return position < 0 || read_position(replay, line, position);
}

/* One list for each seat, put after each other; each with `each` elements. */
static bool read_seats(const struct linea_replay *replay, const struct line *line,
                       struct linea_event *event, int array, int each,
                       bool (*add)(const struct line *, struct linea_event *, int))
{
    if (!is_list(line, array, replay->seats))
        return wrong(line, "the deal needs a list for each seat");
    for (int s = 0, value = first_of(line, array); s < replay->seats;
         s++, value = after(line, array, value)) {
        if (!is_list(line, value, each))
            return wrong(line,
                         "the deal gives a seat another number than the map says");
        if (!add(line, event, value))
            return false;
    }
    return true;
}

static bool read_dealt_passengers(const struct line *line, struct linea_event *event,
                                  int object)
{
    int expected = 0;
    memset(event->passenger, LINEA_NOTHING, sizeof event->passenger);
    for (int l = 0; l < line->map->locations; l++) {
        const struct linea_location *location = &line->map->location[l];
        if (!location->passengers)
            continue;
        expected++;
        int array = get(line, object, linea_map_text(line->map, location->id));
        if (!is_list(line, array, location->passengers))
            return wrong(line, "the deal places another number of passengers");
        for (int i = 0, value = first_of(line, array); i < location->passengers;
             i++, value = after(line, array, value)) {
            struct linea_word word = word_of(line, value);
            int colour = linea_map_passenger(line->map, word.at, word.length);
            if (colour == LINEA_NOTHING)
                return linea_word_unknown(line->error, "passenger", word);
            event->passenger[location->first_passenger + i] = (uint8_t)colour;
        }
    }
    return has_keys(line, object, expected) ||
           wrong(line, "the deal places passengers where none begin");
}

static bool read_deal(struct linea_replay *replay, const struct line *line)
{
    struct linea_event event = {0};
    int deal = get(line, 0, "deal");
    bool offers = !replay->map->opening_mix;
    bool passengers = linea_map_uses(replay->map, LINEA_PASSENGERS_TAKEN);
    if (!has_keys(line, 0, 1) || !has_keys(line, deal, 2 + offers + passengers))
        return wrong(line, "{\"deal\":{…}} with what the map has was expected");
    if (!read_seats(replay, line, &event, get(line, deal, "hands"), replay->map->hand,
                    add_cards) ||
        !add_display(line, &event, get(line, deal, "up")))
        return false;
    if (offers && !read_seats(replay, line, &event, get(line, deal, "offers"),
                              linea_dealt_each(replay->map), add_tickets))
        return false;
    if (passengers &&
        !read_dealt_passengers(line, &event, get(line, deal, "passengers")))
        return false;
    if (!linea_game_begin_recorded(&replay->game, &event, replay->map, replay->seats,
                                   replay->first, &replay->seed))
        return not_so(line, "that deal cannot come about with the map's cards, tickets "
                            "and passengers");
    replay->event = event;
    replay->begun = true;
    replay->expects = LINEA_REPLAY_MOVES;
    return true;
}

/* The key that a line needs for what chance did in a move, or NULL if it did nothing.
 */
static const char *outcome_key(const struct linea_map *map, linea_move m)
{
    switch (linea_move_kind(m)) {
    case LINEA_DRAW:
        return linea_move_low(m) == LINEA_BLIND ? "drew" : "up";
    case LINEA_CLAIM:
        return map->route[linea_move_place(m)].tunnel ? "reveal" : NULL;
    case LINEA_TICKETS_DRAW:
        return "drew";
    default:
        return NULL;
    }
}

static bool read_drawn(const struct line *line, struct linea_event *event, int value)
{
    switch (linea_move_kind(event->move)) {
    case LINEA_TICKETS_DRAW:
        return add_tickets(line, event, value);
    case LINEA_CLAIM:
        return add_cards(line, event, value);
    default:
        return type_of(line, value) == LINEA_JSON_STRING
                   ? add_card(line, event, value)
                   : wrong(line, "\"drew\" needs the card that was drawn");
    }
}

static bool read_outcome(const struct line *line, struct linea_event *event)
{
    const char *key = outcome_key(line->map, event->move);
    int value = key ? get(line, 0, key) : -1;
    int up = get(line, 0, "up"), by = get(line, 0, "by");
    bool drawn = key && value != up; /* something beside what the display was given */
    if ((key && value < 0) || !has_keys(line, 0, 2 + drawn + (up >= 0) + (by >= 0)))
        return linea_explain(line->error, LINEA_SYNTAX,
                             key ? "the line needs \"seat\", \"move\" and \"%s\" only"
                                 : "the line needs \"seat\" and \"move\" only",
                             key);
    if (drawn && !read_drawn(line, event, value))
        return false;
    return up < 0 || add_display(line, event, up);
}

/* Who made a move in place of the seat's own player; "" for the player. */
static bool read_by(const struct line *line, char by[LINEA_BY])
{
    int value = get(line, 0, "by");
    by[0] = 0;
    return value < 0 || linea_json_string(line->json, by, LINEA_BY, value) > 0 ||
           wrong(line, "\"by\" needs the name of who made the move, at most 31 bytes");
}

void linea_stand_in_note(struct linea_stand_in *stood_in, int move, bool by_other)
{
    stood_in->moves += by_other;
    if (!by_other)
        stood_in->since = 0;
    else if (!stood_in->since)
        stood_in->since = move;
}

static bool read_move(struct linea_replay *replay, const struct line *line)
{
    char by[LINEA_BY];
    struct linea_event event = {0};
    int seat, value = get(line, 0, "move");
    const struct linea_game *g = &replay->game;
    if (type_of(line, value) != LINEA_JSON_STRING ||
        !linea_json_int(line->json, &seat, get(line, 0, "seat"), 0, LINEA_SEATS - 1))
        return wrong(line, "a move, {\"seat\":0,\"move\":\"…\"}, was expected");
    if (g->phase == LINEA_OVER)
        return not_so(line, "the game is over: its end was expected");
    if (seat != g->turn)
        return linea_explain(line->error, LINEA_ILLEGAL,
                             "it is the turn of seat %d, not %d", g->turn, seat);
    char text[LINEA_MOVE_TEXT];
    int length = linea_json_string(line->json, text, sizeof text, value);
    if (length < 0)
        return wrong(line, "the move is too long to be one");
    if (!linea_move_read(g, &event.move, line->error, text, (size_t)length))
        return false;
    if (!read_outcome(line, &event) || !read_by(line, by))
        return false;
    if (!linea_game_apply_recorded(&replay->game, &replay->known, &event))
        return not_so(line, "chance cannot have turned out so: the piles do not have "
                            "those cards or tickets there");
    replay->event = event;
    memcpy(replay->by, by, sizeof by);
    linea_stand_in_note(&replay->stood_in[seat], ++replay->moves, by[0]);
    return true;
}

static bool score_is(const struct line *line, int object, const char *key, int value)
{
    int recorded;
    if (linea_json_int(line->json, &recorded, get(line, object, key), -32768, 32767) &&
        recorded == value)
        return true;
    return linea_explain(line->error, LINEA_ILLEGAL, "\"%s\" is %d by the rules", key,
                         value);
}

static bool read_score(const struct line *line, int object,
                       const struct linea_score *score)
{
    int keys = 2;
    for (int i = 0; i < LINEA_SOURCES; i++) {
        enum linea_source source = (enum linea_source)i;
        if (!linea_map_has_source(line->map, source))
            continue;
        keys++;
        if (!score_is(line, object, linea_source_name(source), score->from[source]))
            return false;
    }
    return score_is(line, object, "total", score->total) &&
           score_is(line, object, "tickets_done", score->tickets_done) &&
           (has_keys(line, object, keys) ||
            wrong(line, "a score has a source that the map does not have"));
}

static bool winners_are(const struct line *line, int array, unsigned winners)
{
    if (!is_list(line, array, linea_bits(winners)))
        return false;
    for (int value = first_of(line, array); winners;
         value = after(line, array, value)) {
        int seat;
        if (!linea_json_int(line->json, &seat, value, 0, LINEA_SEATS - 1) ||
            !(winners >> seat & 1))
            return false;
        winners &= ~(1u << seat);
    }
    return true;
}

static bool read_end(struct linea_replay *replay, const struct line *line)
{
    int end = get(line, 0, "end");
    int scores = get(line, end, "scores");
    if (replay->game.phase != LINEA_OVER)
        return not_so(line, "the game is not over yet");
    if (!has_keys(line, 0, 1) || !has_keys(line, end, 2) ||
        !is_list(line, scores, replay->seats))
        return wrong(line, "the end needs \"scores\" for each seat, and \"winners\"");
    struct linea_result result;
    linea_game_score(&replay->game, &result);
    for (int s = 0, value = first_of(line, scores); s < replay->seats;
         s++, value = after(line, scores, value))
        if (!read_score(line, value, &result.seat[s]))
            return false;
    if (!winners_are(line, get(line, end, "winners"), result.winners))
        return not_so(line, "the winners are others by the rules");
    replay->result = result;
    replay->over = true;
    replay->expects = LINEA_REPLAY_HEADER;
    return true;
}

void linea_replay_init(struct linea_replay *replay,
                       const struct linea_map *(*find_map)(void *, const char *),
                       void *context)
{
    memset(replay, 0, sizeof *replay);
    replay->find_map = find_map;
    replay->context = context;
    replay->expects = LINEA_REPLAY_HEADER;
}

static bool read_line(struct linea_replay *replay, struct line *line)
{
    bool header = get(line, 0, "linea") >= 0;
    if (linea_json_type(line->json, 0) != LINEA_JSON_OBJECT)
        return wrong(line, "a line of a record is an object");
    if (replay->expects == LINEA_REPLAY_HEADER)
        return header ? read_header(replay, line)
                      : wrong(line, "a record begins with {\"linea\":1, …}");
    if (header && replay->begun && replay->game.phase != LINEA_OVER)
        return read_header(replay, line); /* The game before was left unfinished. */
    if (header)
        return wrong(line, "the record before lacks its end");
    if (replay->expects == LINEA_REPLAY_DEAL)
        return read_deal(replay, line);
    if (get(line, 0, "end") >= 0)
        return read_end(replay, line);
    return read_move(replay, line);
}

bool linea_replay_line(struct linea_replay *replay, struct linea_json *memory,
                       struct linea_error *error, const char *text, size_t length)
{
    char word[LINEA_WORD];
    struct line line = {memory, replay->map, error, word};
    const char *broken = linea_json_read(memory, text, length);
    if (broken)
        return linea_explain(error, LINEA_SYNTAX, "no JSON at byte %d: %s",
                             memory->error_at, broken);
    struct linea_replay before = *replay;
    if (read_line(replay, &line))
        return true;
    *replay = before;
    return false;
}
