/*
 * engine/position.h - what the readers of the parts of a position share; private.
 *
 * A reader returns false after it has explained what is wrong.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef POSITION_H
#define POSITION_H

#include "linea/game.h"
#include "linea/json.h"
#include "words.h"

/* How many there are of what a view does not show: where a position has contents, a
   view may have a number. */
struct position_hidden {
    bool hand[LINEA_SEATS], tickets[LINEA_SEATS], offer[LINEA_SEATS];
    bool pile, deck[LINEA_DECKS];
    uint8_t hands[LINEA_SEATS], held[LINEA_SEATS], offered[LINEA_SEATS];
    uint8_t piled, decked[LINEA_DECKS];
};

/* A position being read. */
struct position_reader {
    struct linea_game *g;
    const struct linea_map *map;
    const struct linea_json *json;
    struct linea_error *error;
    const char *key;                /* that is being read */
    bool sheet;                     /* it is a score sheet: only what it may have */
    struct position_hidden *hidden; /* it is a view; or NULL */
    char word[LINEA_WORD];          /* the string read last */
};

/* A key of a position. It has one reader: of its value; or of each seat's element of an
   array; or of each pair of an object, given the key of the pair, whose value is the
   next one. `pairs` is what is said where there is no object. */
struct position_key {
    const char *name;
    bool needed;
    bool on_sheet; /* a score sheet may have it too */
    bool (*read)(struct position_reader *r, int value);
    bool (*read_seat)(struct position_reader *r, struct linea_seat *seat, int value);
    bool (*read_pair)(struct position_reader *r, void *nothing, int key);
    const char *pairs;
};

/* Explain what is wrong with the key being read. Always false. */
bool linea_position_wrong(struct position_reader *r, const char *what);

/* The same of a name that the map does not have; the word, if it is one, was read
   last. */
bool linea_position_strange(struct position_reader *r, const char *what,
                            struct linea_word word);

/* A string value as a word, until the next is read; false when it is none. */
bool linea_position_word(struct position_reader *r, struct linea_word *out, int value);

/* Let a reader take each pair of a value, as struct position_key has it. What the pairs
   are read into is passed on to it. */
bool linea_position_pairs(struct position_reader *r, void *to, int object,
                          const char *pairs,
                          bool (*read)(struct position_reader *, void *to, int key));

/* A number from 0 on; what is wrong if it is none. */
bool linea_position_number(struct position_reader *r, uint8_t *out, int value, int high,
                           const char *wrong);

/* A list of at most so many kinds of card, and how many there are. */
bool linea_position_cards(struct position_reader *r, uint8_t *out, uint8_t *n,
                          int array, int most);

bool linea_position_location(struct position_reader *r, int *out, int value);

/* Begin a game of the map that the object names, and read the object's keys into it. */
bool linea_position_open(struct position_reader *r, const struct linea_seed *seed,
                         int object);

/* The route that something pending is about. */
bool linea_position_route(struct position_reader *r, uint8_t *out, int pending);

#endif
