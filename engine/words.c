/*
 * engine/words.c - names of routes and tickets and sets of cards, to and from text.
 *
 * SPDX-License-Identifier: MIT
 */
#include "words.h"

#include <string.h>

#include "linea/error.h"
#include "linea/text.h"

struct linea_word linea_word_of(char buffer[LINEA_WORD], const struct linea_json *json,
                                int value)
{
    int length = linea_json_string(json, buffer, LINEA_WORD, value);
    return (struct linea_word){buffer, length < 0 ? 0 : (size_t)length};
}

struct linea_word linea_word_cut(struct linea_word *rest, char mark)
{
    struct linea_word word = *rest;
    for (size_t i = 0; i < rest->length; i++)
        if (rest->at[i] == mark) {
            word.length = i;
            rest->at += i + 1;
            rest->length -= i + 1;
            return word;
        }
    rest->at += rest->length;
    rest->length = 0;
    return word;
}

bool linea_word_is(struct linea_word word, const char *text)
{
    return strlen(text) == word.length && memcmp(text, word.at, word.length) == 0;
}

int linea_word_number(struct linea_word word)
{
    int number = 0;
    if (word.length == 0 || word.length > 3 || (word.at[0] == '0' && word.length > 1))
        return -1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return -1;
        number = number * 10 + word.at[i] - '0';
    }
    return number;
}

bool linea_word_unknown(struct linea_error *error, const char *what,
                        struct linea_word word)
{
    char quoted[48];
    struct linea_out out;
    if (word.length == 0)
        return linea_explain(error, LINEA_SYNTAX, "the %s is missing", what);
    linea_out_init(&out, quoted, sizeof quoted);
    linea_out_chars(&out, word.at, word.length);
    return linea_explain(error, LINEA_UNKNOWN, "there is no %s \"%s\"", what, quoted);
}

static const char *location_id(const struct linea_map *map, int location)
{
    return linea_map_text(map, map->location[location].id);
}

static void pair_write(const struct linea_map *map, struct linea_out *out, int a, int b)
{
    linea_out_text(out, location_id(map, a));
    linea_out_text(out, "/");
    linea_out_text(out, location_id(map, b));
}

void linea_route_write(const struct linea_map *map, struct linea_out *out, int route)
{
    const struct linea_route *r = &map->route[route];
    pair_write(map, out, r->a, r->b);
    if (!r->row)
        return;
    linea_out_text(out, "/");
    linea_out_int(out, r->row);
}

void linea_ticket_write(const struct linea_map *map, struct linea_out *out, int ticket)
{
    pair_write(map, out, map->ticket[ticket].a, map->ticket[ticket].b);
}

bool linea_route_read(const struct linea_map *map, int *out, struct linea_error *error,
                      struct linea_word word)
{
    struct linea_word rest = word;
    struct linea_word a = linea_word_cut(&rest, '/'), b = linea_word_cut(&rest, '/');
    bool third = a.length + 1 + b.length < word.length;
    int row = third ? linea_word_number(rest) : 0;
    int from = linea_map_location(map, a.at, a.length);
    int to = linea_map_location(map, b.at, b.length);
    for (int r = 0; r < map->routes; r++)
        if (map->route[r].a == from && map->route[r].b == to &&
            map->route[r].row == row && third == (row > 0)) {
            *out = r;
            return true;
        }
    return linea_word_unknown(error, "route", word);
}

bool linea_ticket_read(const struct linea_map *map, int *out, struct linea_error *error,
                       struct linea_word word)
{
    struct linea_word b = word, a = linea_word_cut(&b, '/');
    int from = linea_map_location(map, a.at, a.length);
    int to = linea_map_location(map, b.at, b.length);
    for (int t = 0; t < map->tickets; t++)
        if (map->ticket[t].a == from && map->ticket[t].b == to) {
            *out = t;
            return true;
        }
    return linea_word_unknown(error, "ticket", word);
}

int linea_dealt_each(const struct linea_map *map)
{
    int each = 0;
    for (int d = 0; d < map->decks; d++)
        each += map->deck[d].dealt;
    return each;
}

void linea_cards_write(const struct linea_map *map, struct linea_out *out,
                       struct linea_cards cards)
{
    if (cards.colour != LINEA_WILD) {
        linea_out_text(out, linea_map_kind_name(map, cards.colour));
        linea_out_text(out, ":");
        linea_out_int(out, cards.n - cards.wilds);
        if (cards.wilds)
            linea_out_text(out, ",");
    }
    if (cards.wilds) {
        linea_out_text(out, "wild:");
        linea_out_int(out, cards.wilds);
    }
}

bool linea_cards_read(const struct linea_map *map, struct linea_cards *out,
                      struct linea_error *error, struct linea_word word)
{
    struct linea_cards cards = {.colour = LINEA_WILD};
    for (bool more = word.length > 0; more;) {
        size_t length = word.length;
        struct linea_word count = linea_word_cut(&word, ',');
        more = count.length < length;
        struct linea_word name = linea_word_cut(&count, ':');
        int kind = linea_map_kind(map, name.at, name.length);
        int n = linea_word_number(count);
        if (kind == LINEA_NOTHING)
            return linea_word_unknown(error, "card", name);
        if (n < 1 || n > LINEA_CARDS)
            return linea_explain(error, LINEA_SYNTAX,
                                 "cards are spelled as in \"red:2,wild:1\"");
        if (cards.wilds || (kind != LINEA_WILD && cards.colour != LINEA_WILD))
            return linea_explain(error, LINEA_SYNTAX,
                                 "a set has one colour, then wilds");
        if (kind == LINEA_WILD)
            cards.wilds = n;
        else
            cards.colour = kind;
        cards.n += n;
    }
    if (!cards.n)
        return linea_explain(error, LINEA_SYNTAX, "the cards are missing");
    *out = cards;
    return true;
}
