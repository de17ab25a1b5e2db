/*
 * engine/words.h - words that several texts share: names of routes, tickets, sets of
 * cards; private to the engine.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef WORDS_H
#define WORDS_H

#include "linea/error.h"
#include "linea/game.h"
#include "linea/json.h"

/* A piece of text being read; not NUL-terminated. */
struct linea_word {
    const char *at;
    size_t length;
};

/* A JSON string as a word, its escapes undone in the buffer; empty when it is none. */
enum { LINEA_WORD = 80 };
struct linea_word linea_word_of(char buffer[LINEA_WORD], const struct linea_json *json,
                                int value);

/* Split off what stands before the first `mark`; the rest, or all if there is none. */
struct linea_word linea_word_cut(struct linea_word *rest, char mark);

bool linea_word_is(struct linea_word word, const char *text);

/* A number without sign or leading zero, below 1000; -1 for anything else. */
int linea_word_number(struct linea_word word);

/* Say that nothing is called so, quoting how the word begins; or that it is missing. */
bool linea_word_unknown(struct linea_error *error, const char *what,
                        struct linea_word word);

bool linea_route_read(const struct linea_map *map, int *out, struct linea_error *error,
                      struct linea_word word);
bool linea_ticket_read(const struct linea_map *map, int *out, struct linea_error *error,
                       struct linea_word word);

/* Tickets dealt to each player at the opening. */
int linea_dealt_each(const struct linea_map *map);

/* A set of cards. A set of wilds alone has the colour LINEA_WILD. */
struct linea_cards {
    int colour, wilds, n;
};

/* "red:2,wild:1" and back. */
void linea_cards_write(const struct linea_map *map, struct linea_out *out,
                       struct linea_cards cards);
bool linea_cards_read(const struct linea_map *map, struct linea_cards *out,
                      struct linea_error *error, struct linea_word word);

#endif
